//! Sources with further statements at the begin of a head.

use crate::program::Program;
use crate::request::Request;
use crate::sources::Form;
use crate::value::Head;
use adc_frontend::encoding::bytes_of;
use adc_transform::head;

/// Columns of a statement in fixed form.
const FIXED: usize = 72;

/// The name of the source with the first head, and its text with statements before the first one of that head. None if
/// the head does not exist or has no statements.
#[must_use]
pub fn with_statements(program: &Program, request: &Request, statements: &[String]) -> Option<(String, Vec<u8>)> {
    let read = &program.0;
    let heads = head::resolve(&read.program, &Head::texts(&request.heads), &mut vec![])?;
    let unit = heads.first().unit;
    let body = &read
        .program
        .units
        .contains(unit)
        .then(|| &read.program.units[unit])?
        .body;
    let first = body.iter().map(|s| s.span).find(|s| !s.is_none())?;
    let (file, line, _) = read.map.locate(first.lo)?;
    let mut out = String::new();
    for (k, text) in file.text.lines().enumerate() {
        if k + 1 == line {
            statements.iter().for_each(|s| statement(&mut out, s, file.form));
        }
        out += text;
        out.push('\n');
    }
    Some((file.name.clone(), bytes_of(&out).to_vec()))
}

fn statement(out: &mut String, text: &str, form: Form) {
    if form == Form::Free {
        *out += &format!("      {text}\n");
        return;
    }
    let mut rest = text;
    let mut begin = "      ";
    while !rest.is_empty() {
        let (piece, more) = rest.split_at(rest.len().min(FIXED - begin.len()));
        *out += &format!("{begin}{piece}\n");
        (rest, begin) = (more, "     &");
    }
}
