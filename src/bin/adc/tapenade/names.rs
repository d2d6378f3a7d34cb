//! Names of generated code and of output files, by Tapenade's rules.

use adc::{Form, Mode, Options, Suffix, ValueError};
use std::path::{Path, PathBuf};

/// The suffixes of one mode that the command line gives.
#[derive(Default, Clone)]
pub struct Names {
    /// Of procedures.
    pub procedures: Option<Suffix>,
    /// Of variables.
    pub variables: Option<Suffix>,
    /// Of modules.
    pub modules: Option<Suffix>,
}

/// The suffix of a pattern of names: `%_b` and `_b` both give `foo_b`.
///
/// # Errors
/// If the pattern puts something before the name, or is no suffix of a name.
pub fn suffix(option: &str, pattern: &str) -> Result<Suffix, String> {
    let (before, after) = pattern.split_once('%').unwrap_or(("", pattern));
    if !before.is_empty() {
        return Err(format!(
            "`{option} {pattern}`: adc appends to names only; use a pattern such as `%_{before}`"
        ));
    }
    after.parse().map_err(|e: ValueError| format!("`{option}`: {e}"))
}

/// Tapenade's suffix of modules.
const MODULES: &str = "_diff";

/// Sets the suffixes of a mode; with many directions, `v` follows those of procedures and modules. The suffix of
/// procedures does not change the names of variables.
///
/// # Errors
/// Not with suffixes that were read.
pub fn set(options: &mut Options, mode: Mode, names: &Names) -> Result<(), ValueError> {
    let is_reverse = mode == Mode::Reverse;
    let (default, letter) = match is_reverse {
        true => (Suffix::reverse(), "b"),
        false => (Suffix::tangent(), "d"),
    };
    let procedures = names.procedures.clone().unwrap_or(default);
    let wide: Suffix = format!("{procedures}v").parse()?;
    let variables = names.variables.clone().map_or_else(|| letter.parse(), Ok)?;
    let modules = names.modules.as_ref().map_or(MODULES, Suffix::as_str);
    let modules = match options.vector {
        true => format!("{modules}v").parse()?,
        false => modules.parse()?,
    };
    if is_reverse {
        options.suffix_reverse = procedures;
        options.suffix_vector_reverse = wide;
        options.suffix_reverse_variables = Some(variables);
        options.suffix_reverse_modules = Some(modules);
    } else {
        options.suffix_tangent = procedures;
        options.suffix_vector_tangent = wide;
        options.suffix_tangent_variables = Some(variables);
        options.suffix_tangent_modules = Some(modules);
    }
    Ok(())
}

/// The end of the names of files: `_b`, `_d`, `_db`, and with many directions `_bv`, `_dv`, `_dbv`.
pub fn end_of_files(modes: &[Mode], options: &Options) -> String {
    match modes {
        [one] => options.suffix(*one).to_string(),
        _ if options.vector => "_dbv".into(),
        _ => "_db".into(),
    }
}

/// `folder/foo_b.f90`.
pub fn file(folder: Option<&Path>, stem: &str, end: &str, form: Form) -> PathBuf {
    let extension = match form {
        Form::Fixed => "f",
        Form::Free => "f90",
    };
    let name = format!("{stem}{end}.{extension}");
    folder.map_or_else(|| PathBuf::from(&name), |f| f.join(&name))
}

/// The name of a source without folders and extension.
pub fn stem(source: &Path) -> String {
    source
        .file_stem()
        .map_or_else(|| "out".into(), |s| s.to_string_lossy().into_owned())
}
