//! Programs from the text of their files.

use adc_frontend::diag::{any_error, Severity};
use adc_frontend::ir::Program;
use adc_frontend::load;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{Form, SourceMap};

/// A file of a program.
pub struct Source<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// True for fixed form.
    pub fixed: bool,
}

/// Reads a program. Its errors are returned as one text.
///
/// # Errors
/// If the front end finds an error in it.
pub fn read(files: &[Source]) -> Result<Program, String> {
    let mut map = SourceMap::default();
    let add = |f: &Source| {
        let form = if f.fixed { Form::Fixed } else { Form::Free };
        map.add(f.name, f.text, form)
    };
    let ids: Vec<_> = files.iter().map(add).collect();
    let options = ParseOptions {
        own: true,
        ..ParseOptions::default()
    };
    let (_, program, messages) = load(&mut map, &ids, &options, &mut |_, _, _| None);
    if any_error(&messages) {
        let all: Vec<String> = messages
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| format!("{}: {}", d.code, d.message))
            .collect();
        return Err(all.join("\n"));
    }
    Ok(program)
}
