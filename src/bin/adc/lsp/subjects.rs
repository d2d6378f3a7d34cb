//! The derivatives to check: those of the project, and open documents that belong to none of them.

use super::documents::Documents;
use super::notes::LineNote;
use crate::args::{Cli, Differentiate};
use crate::differentiate;
use crate::files::identity;
use crate::input::sources_over;
use crate::project;
use adc::{Derivative, Messages, Mode, Problem, Program, Request};
use std::ffi::OsString;
use std::path::Path;

/// A derivative with what was found.
pub struct Checked {
    pub options: Differentiate,
    /// `None` if a source cannot be read at all.
    pub program: Option<Program>,
    pub request: Request,
    /// `None` if there are errors, or no heads.
    pub derivative: Option<Derivative>,
    pub messages: Messages,
    /// The facts about lines, once they have been asked for.
    pub notes: Option<Vec<LineNote>>,
}

/// Checks all derivatives. The second value is an error of the project file.
pub fn check(documents: &Documents) -> (Vec<Checked>, Option<Problem>) {
    let (of_project, problem) = match project::command_lines(vec!["adc".into()]) {
        Ok(lines) => (lines.into_iter().filter_map(differentiation).collect(), None),
        Err(failure) => (vec![], Some(failure.problem)),
    };
    let mut all: Vec<Checked> = of_project.into_iter().filter_map(|d| checked(d, documents)).collect();
    for path in documents.paths() {
        let is_known = |c: &Checked| c.reads(path);
        if is_fortran(path) && !all.iter().any(is_known) {
            all.extend(alone(path).and_then(|d| checked(d, documents)));
        }
    }
    (all, problem)
}

fn is_fortran(path: &Path) -> bool {
    adc::form_of_name(&path.to_string_lossy()).is_some()
}

/// The options of a command line; `None` for one that names no files.
fn differentiation(line: Vec<OsString>) -> Option<Differentiate> {
    let mut options = Cli::of(line)?.differentiate;
    // diagnostics without a mode are those of adjoints
    if options.mode.chosen().is_empty() {
        options.mode.reverse = true;
    }
    Some(options)
}

/// A document on its own, with the heads of its directives. Options of the project for all derivatives count.
fn alone(path: &Path) -> Option<Differentiate> {
    let line = |more: &[&str]| {
        let words = ["adc", "--reverse"].iter().chain(more).map(OsString::from);
        words.chain([path.into()]).collect::<Vec<OsString>>()
    };
    let with_project = project::command_lines(line(&[]))
        .ok()
        .and_then(|lines| lines.into_iter().next());
    differentiation(with_project.unwrap_or_else(|| line(&["--no-project"])))
}

fn checked(options: Differentiate, documents: &Documents) -> Option<Checked> {
    let request = differentiate::request(&options, options.mode.chosen()).ok()?;
    let sources = sources_over(&options.input, documents.texts());
    let (program, error) = match adc::read(sources, &options.input.read_options()) {
        Ok(program) => (Some(program), None),
        Err(e) => (None, Some(e)),
    };
    let asked = program.as_ref().map(|p| p.differentiate(&request));
    let (derivative, messages) = match (asked, error) {
        (Some(Ok(derivative)), _) => {
            let messages = derivative.messages().clone();
            (Some(derivative), messages)
        }
        (Some(Err(e)), _) | (None, Some(e)) => (None, e.messages().clone()),
        (None, None) => (None, Messages::default()),
    };
    // a document need not have a head
    let is_headless = options.input.heads.is_empty() && messages.first_error() == Some(adc::Code::NO_HEAD);
    let messages = match &program {
        Some(program) if is_headless => program.messages(),
        _ => messages,
    };
    Some(Checked {
        options,
        program,
        request,
        derivative,
        messages,
        notes: None,
    })
}

impl Checked {
    /// True if a file is one of the sources, or is included by one.
    pub fn reads(&self, path: &Path) -> bool {
        let given = self.options.input.files.iter().any(|f| is_same(f, path));
        given
            || self
                .program
                .iter()
                .any(|p| p.files().any(|f| is_same(Path::new(f), path)))
    }

    /// True if one of the modes has a tape.
    pub fn has_tape(&self) -> bool {
        self.request
            .modes
            .iter()
            .any(|m| matches!(m, Mode::Reverse | Mode::Hessian))
    }
}

/// True for two names of one file.
pub fn is_same(a: &Path, b: &Path) -> bool {
    a == b || identity(a) == identity(b)
}
