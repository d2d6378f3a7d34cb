//! Reads a command line of Tapenade.

use super::key::{Key, Kind, Side};
use super::lookup::{find, nearest};
use super::names::{suffix, Names};
use super::optimisations::{switched_off, Optims};
use super::table::{Effect, Row};
use adc::Form;
use std::path::PathBuf;

/// What a command line asks for.
#[derive(Default)]
pub struct Given {
    /// Print the list of options.
    pub help: bool,
    /// Print the version.
    pub version: bool,
    /// The tangent.
    pub tangent: bool,
    /// The adjoint.
    pub reverse: bool,
    /// The program as it is.
    pub preprocess: bool,
    /// Many directions.
    pub vector: bool,
    /// Texts of `-head`.
    pub heads: Vec<String>,
    /// Independents of heads that name none.
    pub variables: Option<String>,
    /// Dependents of heads that name none.
    pub outputs: Option<String>,
    /// A derivative for each pattern of activity.
    pub specialize: bool,
    /// The name of one output file.
    pub output: Option<String>,
    /// The folder of the output.
    pub folder: Option<PathBuf>,
    /// Folders of included files.
    pub include: Vec<PathBuf>,
    /// Files of descriptions.
    pub libraries: Vec<PathBuf>,
    /// The sources.
    pub files: Vec<PathBuf>,
    /// Names of tangents.
    pub of_tangents: Names,
    /// Names of adjoints.
    pub of_adjoints: Names,
    /// The form of all sources.
    pub form: Option<Form>,
    /// The form of the output.
    pub output_form: Option<Form>,
    /// The length of lines in fixed form.
    pub line_length: Option<u16>,
    /// Lines with the sentinel of OpenMP are statements.
    pub openmp: bool,
    /// Default reals of 8 bytes.
    pub real8: bool,
    /// Double precision of 16 bytes.
    pub double16: bool,
    /// All calls are split.
    pub split: bool,
    /// Procedures whose calls are split.
    pub split_procedures: Vec<String>,
    /// Optimisations that are switched off.
    pub optims: Optims,
    /// The options without an effect here.
    pub idle: Vec<String>,
}

/// Reads the words after the name of the program.
///
/// # Errors
/// With a message, if a word is no option, lacks its value, or cannot be honoured.
pub fn parse(words: &[String]) -> Result<Given, String> {
    let mut given = Given::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if !word.starts_with('-') {
            given.files.push(PathBuf::from(word));
            continue;
        }
        if let Some(folder) = word.strip_prefix("-I").filter(|f| !f.is_empty()) {
            given.include.push(PathBuf::from(folder));
            continue;
        }
        let row = find(word).ok_or_else(|| unknown(word))?;
        let value = match row.value {
            None => "",
            Some(name) => rest.next().ok_or_else(|| missing(word, name))?,
        };
        match row.effect {
            Effect::Obeyed(key) => obey(&mut given, key, word, value)?,
            Effect::Always => {}
            Effect::None => idle(&mut given, word),
            Effect::Error(advice) => return Err(refused(word, row, advice)),
        }
    }
    check(&given)?;
    Ok(given)
}

fn unknown(word: &str) -> String {
    match nearest(word) {
        Some(near) => format!("Tapenade 3.16 has no option `{word}`; did you mean `{near}`?"),
        None => format!("Tapenade 3.16 has no option `{word}`"),
    }
}

fn missing(word: &str, name: &str) -> String {
    format!("`{word}` needs a value: `{word} {name}`")
}

fn refused(word: &str, row: &Row, advice: &str) -> String {
    format!("adc cannot do what `{word}` asks for ({}); {advice}", row.text)
}

/// Remembers an option without effect, once.
fn idle(given: &mut Given, text: &str) {
    if !given.idle.iter().any(|i| i == text) {
        given.idle.push(text.to_string());
    }
}

/// Stores an option.
fn obey(given: &mut Given, key: Key, word: &str, value: &str) -> Result<(), String> {
    match key {
        Key::Head => given.heads.push(value.to_string()),
        Key::Variables => given.variables = Some(value.to_string()),
        Key::Outputs => given.outputs = Some(value.to_string()),
        Key::Tangent => given.tangent = true,
        Key::Reverse => given.reverse = true,
        Key::Vector => given.vector = true,
        Key::Preprocess => given.preprocess = true,
        Key::Specialize => given.specialize = true,
        Key::Output => given.output = Some(value.to_string()),
        Key::Folder => given.folder = Some(PathBuf::from(value)),
        Key::Include => given.include.push(PathBuf::from(value)),
        Key::Library => given.libraries.push(PathBuf::from(value)),
        Key::Name(side, kind) => name(given, side, kind, &suffix(word, value)?),
        // the sources of Fortran 77 have the extension `.f` and keep it
        Key::InputLanguage => {
            let form = language(word, value)?;
            if form == Form::Free {
                given.output_form.get_or_insert(form);
            }
        }
        Key::OutputLanguage => given.output_form = Some(language(word, value)?),
        Key::FreeOutput => given.output_form = Some(given.output_form.unwrap_or(Form::Free)),
        Key::FreeForm => given.form = Some(Form::Free),
        Key::LineLength => {
            let wrong = |_| format!("`{word}` needs a number of columns, not `{value}`");
            given.line_length = Some(value.parse().map_err(wrong)?);
        }
        Key::OpenMp => given.openmp = true,
        Key::Real8 => given.real8 = true,
        Key::Double16 => given.double16 = true,
        Key::Split if value == "%all%" => given.split = true,
        Key::Split => {
            let names = value.split([' ', ',']).filter(|n| !n.is_empty());
            // a module before the name
            let plain = |n: &str| n.rsplit(['.', '%']).next().unwrap_or(n).to_string();
            given.split_procedures.extend(names.map(plain));
        }
        Key::SplitAll => given.split = true,
        Key::NoOptim => {
            for name in switched_off(&mut given.optims, value)? {
                idle(given, &format!("{word} {name}"));
            }
        }
        Key::Help => given.help = true,
        Key::Version => given.version = true,
    }
    Ok(())
}

fn name(given: &mut Given, side: Side, kind: Kind, suffix: &adc::Suffix) {
    let (tangents, adjoints) = (&mut given.of_tangents, &mut given.of_adjoints);
    let names = match side {
        Side::Tangent => vec![tangents],
        Side::Adjoint => vec![adjoints],
        Side::Both => vec![tangents, adjoints],
    };
    for n in names {
        let place = match kind {
            Kind::Procedure => &mut n.procedures,
            Kind::Variable => &mut n.variables,
            Kind::Module => &mut n.modules,
        };
        *place = Some(suffix.clone());
    }
}

/// The source form of a language.
fn language(word: &str, value: &str) -> Result<Form, String> {
    match value.to_ascii_lowercase().as_str() {
        "fortran" => Ok(Form::Fixed),
        "fortran90" | "fortran95" | "fortran2003" | "fortran03" => Ok(Form::Free),
        "c" | "cpp" | "c++" => Err(format!("`{word} {value}`: adc reads and writes Fortran alone")),
        _ => Err(format!(
            "`{word} {value}`: expected `fortran`, `fortran90`, `fortran95` or `fortran2003`"
        )),
    }
}

/// Refuses options that contradict each other.
fn check(given: &Given) -> Result<(), String> {
    if given.help || given.version {
        return Ok(());
    }
    if given.files.is_empty() {
        return Err("no input file is given".into());
    }
    if given.preprocess && (given.tangent || given.reverse) {
        return Err("`-p` prints the program without differentiating it; leave out `-d` and `-b`, or `-p`".into());
    }
    if given.double16 && !given.real8 {
        return Err(
            "`-dr16` needs `-r8`: compilers have no flag for it alone; declare the variables `real(16)`".into(),
        );
    }
    match given.folder.as_ref().filter(|f| !f.is_dir()) {
        Some(folder) => Err(format!("the output folder `{}` does not exist", folder.display())),
        None => Ok(()),
    }
}
