//! Printing: syntax trees and the intermediate representation as Fortran text.
//!
//! ```text
//! ir units → raise → ast → print → text
//! ```
//!
//! There is one printer, [`print_file`], for parsed and for generated trees; [`raise_units`] makes syntax trees of
//! generated units; [`unparse`] does both.

mod print;
pub mod proof;
mod raise;

use proof::Names;

pub use print::{print_as_written, print_file, print_with_origins};
pub use raise::{raise_units, Options};

use adc_frontend::ast::Trivia;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::{Program, UnitId};
use adc_frontend::parallel;
use adc_frontend::span::{Form, Span};

/// The text of units and their contained procedures; `header` contains the lines of a leading comment.
#[allow(clippy::result_large_err)] // one diagnostic a file: its size does not matter
pub fn unparse(program: &Program, units: &[UnitId], form: Form, header: &[String]) -> Result<String, Diagnostic> {
    unparse_with_names(program, units, form, header).map(|u| u.text)
}

/// Units as text.
pub struct Unparsed {
    /// The text.
    pub text: String,
    /// The intended meanings of the printed names.
    pub names: Names,
    /// Zero-based lines on which statements begin that come from the source, and their places there.
    pub origins: Vec<(usize, Span)>,
}

/// The same, with what is known about the text.
#[allow(clippy::result_large_err)]
pub fn unparse_with_names(
    program: &Program,
    units: &[UnitId],
    form: Form,
    header: &[String],
) -> Result<Unparsed, Diagnostic> {
    let (mut file, names) = raise::raise_with_names(program, units, Options { form })?;
    let lines = header.iter().map(|line| {
        let text = line.trim_ascii_end();
        let blank = if text.is_empty() || text.starts_with([' ', '$']) {
            ""
        } else {
            " "
        };
        Trivia::Comment(format!("{blank}{text}").into(), Span::NONE)
    });
    match file.units.first_mut() {
        Some(first) => drop(first.lead.splice(0..0, lines)),
        None => file.tail.splice(0..0, lines).for_each(drop),
    }
    let (text, origins) = print_with_origins(&file, form);
    parallel::discard(file.units);
    Ok(Unparsed { text, names, origins })
}
