//! Options about the reading of source text, with the names of gfortran's flags.

use crate::sources::Form;
use crate::value::ValueError;
use adc_frontend::ir::Kinds;
use adc_frontend::lines::LineOptions;
use adc_frontend::parse::ParseOptions;
use std::fmt;
use std::str::FromStr;

/// How sources are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The form of all sources, whatever their names.
    pub form: Option<Form>,
    /// Flags; of several flags about one property, the last one counts.
    pub flags: Vec<Flag>,
    /// Placeholders replace missing modules with an ONLY list, and undeclared names of modules, with a warning for each.
    /// It is an error if code that a head reaches depends on one. Otherwise each is an error.
    pub placeholders: bool,
}

/// A flag of gfortran that changes the meaning of source text.
///
/// ```
/// let mut options = adc::ReadOptions::default();
/// options.flags.push("openmp".parse()?);
/// options.flags.push("-ffixed-line-length-132".parse()?);
/// assert_eq!(options.flags[0].to_string(), "-fopenmp");
/// # Ok::<(), adc::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flag {
    name: String,
    meaning: Meaning,
}

impl Flag {
    /// The name without `-f`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The flag as it is typed: `-fopenmp`.
impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-f{}", self.name)
    }
}

/// From its name, with or without `-f`.
impl FromStr for Flag {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Flag, ValueError> {
        let name = text.strip_prefix("-f").unwrap_or(text).to_string();
        let meaning = meaning(&name).map_err(ValueError::new)?;
        Ok(Flag { name, meaning })
    }
}

/// The meaning of a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
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
    /// Conditional lines of OpenMP are statements, and its directives count.
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

fn meaning(name: &str) -> Result<Meaning, String> {
    if let Some(width) = name.strip_prefix("fixed-line-length-") {
        return match width {
            "none" | "0" => Ok(Meaning::Width(None)),
            _ => match width.parse() {
                Ok(n) if n >= SMALLEST_WIDTH => Ok(Meaning::Width(Some(n))),
                _ => Err(format!("the length of lines must be at least {SMALLEST_WIDTH}")),
            },
        };
    }
    if name.starts_with("free-line-length-") {
        return Ok(Meaning::Nothing);
    }
    Ok(match name {
        "free-form" => Meaning::Form(Form::Free),
        "fixed-form" => Meaning::Form(Form::Fixed),
        "d-lines-as-code" => Meaning::DLines(true),
        "d-lines-as-comments" => Meaning::DLines(false),
        "pad-source" => Meaning::Pad(true),
        "no-pad-source" => Meaning::Pad(false),
        "backslash" => Meaning::Backslash(true),
        "no-backslash" => Meaning::Backslash(false),
        "default-real-8" => Meaning::DefaultReal8,
        "default-double-8" => Meaning::DefaultDouble8,
        "openmp" => Meaning::OpenMp,
        "openmp-simd" => Meaning::OpenMpSimd,
        "no-openmp" => Meaning::NoOpenMp,
        "dollar-ok" | "cray-pointer" => Meaning::Nothing,
        _ => return Err("adc does not know this flag; `adc --help` lists the flags that it accepts".into()),
    })
}

impl ReadOptions {
    /// Options of the parser.
    pub(crate) fn parsing(&self) -> ParseOptions {
        let mut lines = LineOptions::default();
        let mut openmp = false;
        for flag in &self.flags {
            match flag.meaning {
                Meaning::Width(width) => lines.fixed_width = width,
                Meaning::Pad(on) => lines.pad = on,
                Meaning::DLines(on) => lines.d_lines = on,
                Meaning::Backslash(on) => lines.backslash = on,
                Meaning::OpenMp => (lines.conditional, openmp) = (true, true),
                Meaning::OpenMpSimd => lines.conditional = true,
                Meaning::NoOpenMp => (lines.conditional, openmp) = (false, false),
                Meaning::Form(_) | Meaning::DefaultReal8 | Meaning::DefaultDouble8 | Meaning::Nothing => {}
            }
        }
        ParseOptions {
            lines,
            kinds: self.kinds(),
            own: false,
            declarations_only: false,
            openmp,
            placeholders: self.placeholders,
        }
    }

    /// Default kinds: as in gfortran, `double precision` has twice the size of `real` unless a flag says otherwise.
    fn kinds(&self) -> Kinds {
        let given = |meaning| self.flags.iter().any(|f| f.meaning == meaning);
        match (given(Meaning::DefaultReal8), given(Meaning::DefaultDouble8)) {
            (true, true) => Kinds { real: 8, double: 8 },
            (true, false) => Kinds { real: 8, double: 16 },
            (false, _) => Kinds::default(),
        }
    }

    /// The form of all sources, if an option or a flag gives it.
    pub(crate) fn given_form(&self) -> Option<Form> {
        let of_flag = |f: &Flag| match f.meaning {
            Meaning::Form(form) => Some(form),
            _ => None,
        };
        self.form.or_else(|| self.flags.iter().rev().find_map(of_flag))
    }
}
