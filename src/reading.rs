//! Options about the parsing of source text, with the compiler's own names.

use adc_frontend::ir::Kinds;
use adc_frontend::lines::LineOptions;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::Form;

/// Meaning of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// Columns or not.
    Form(Form),
    /// Last column of the fixed form.
    Width(Option<usize>),
    /// Literals that continue on the next line are padded with blanks up to the last column.
    Pad(bool),
    /// Lines with a `D` in column 1 are statements.
    DLines(bool),
    /// A backslash escapes a quote.
    Backslash(bool),
    /// Types and literals without a kind: reals have kind 8.
    DefaultReal8,
    /// `double precision` keeps its kind, whatever the kind of reals.
    DefaultDouble8,
    /// Conditional lines of OpenMP are statements.
    OpenMp,
    /// Conditional lines of OpenMP are comments.
    NoOpenMp,
    /// Conditional lines are statements, but the preprocessor does not define `_OPENMP`.
    OpenMpSimd,
    /// Options without effect here.
    Nothing,
}

/// gfortran's smallest width; 0 means no limit.
const SMALLEST_WIDTH: usize = 7;

/// Parses the text after `-f`.
pub fn parse(name: &str) -> Result<Name, String> {
    if let Some(width) = name.strip_prefix("fixed-line-length-") {
        return match width {
            "none" | "0" => Ok(Name::Width(None)),
            _ => match width.parse() {
                Ok(n) if n >= SMALLEST_WIDTH => Ok(Name::Width(Some(n))),
                _ => Err(format!("the length of lines must be at least {SMALLEST_WIDTH}")),
            },
        };
    }
    if name.starts_with("free-line-length-") {
        return Ok(Name::Nothing);
    }
    Ok(match name {
        "free-form" => Name::Form(Form::Free),
        "fixed-form" => Name::Form(Form::Fixed),
        "d-lines-as-code" => Name::DLines(true),
        "d-lines-as-comments" => Name::DLines(false),
        "pad-source" => Name::Pad(true),
        "no-pad-source" => Name::Pad(false),
        "backslash" => Name::Backslash(true),
        "no-backslash" => Name::Backslash(false),
        "default-real-8" => Name::DefaultReal8,
        "default-double-8" => Name::DefaultDouble8,
        "openmp" => Name::OpenMp,
        "openmp-simd" => Name::OpenMpSimd,
        "no-openmp" => Name::NoOpenMp,
        "dollar-ok" | "cray-pointer" => Name::Nothing,
        _ => return Err("adc does not know this flag; `adc --help` lists the flags that it accepts".into()),
    })
}

/// Options of the parser; of several options about one property the last counts.
pub fn options(names: &[Name]) -> ParseOptions {
    let mut lines = LineOptions::default();
    for name in names {
        match *name {
            Name::Width(width) => lines.fixed_width = width,
            Name::Pad(on) => lines.pad = on,
            Name::DLines(on) => lines.d_lines = on,
            Name::Backslash(on) => lines.backslash = on,
            Name::OpenMp | Name::OpenMpSimd => lines.conditional = true,
            Name::NoOpenMp => lines.conditional = false,
            Name::Form(_) | Name::DefaultReal8 | Name::DefaultDouble8 | Name::Nothing => {}
        }
    }
    ParseOptions {
        lines,
        kinds: kinds(names),
        own: false,
        declarations_only: false,
    }
}

/// Default kinds: as in gfortran, `double precision` has twice the size of `real` unless an option says otherwise.
fn kinds(names: &[Name]) -> Kinds {
    match (
        names.contains(&Name::DefaultReal8),
        names.contains(&Name::DefaultDouble8),
    ) {
        (true, true) => Kinds { real: 8, double: 8 },
        (true, false) => Kinds { real: 8, double: 16 },
        (false, _) => Kinds::default(),
    }
}

/// True if the preprocessor defines `_OPENMP`.
pub fn openmp(names: &[Name]) -> bool {
    let last = names.iter().rev().find(|n| matches!(n, Name::OpenMp | Name::NoOpenMp));
    last == Some(&Name::OpenMp)
}

/// The options that decide about conditional lines, as written.
pub fn words_for_openmp(names: &[Name]) -> impl Iterator<Item = &'static str> + '_ {
    names.iter().filter_map(|n| match n {
        Name::OpenMp => Some("-fopenmp"),
        Name::OpenMpSimd => Some("-fopenmp-simd"),
        Name::NoOpenMp => Some("-fno-openmp"),
        _ => None,
    })
}

/// The form, if an option gives it.
pub fn form(names: &[Name]) -> Option<Form> {
    names.iter().rev().find_map(|n| match n {
        Name::Form(form) => Some(*form),
        _ => None,
    })
}
