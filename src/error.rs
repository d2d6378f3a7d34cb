//! The error of all operations.

use crate::code::Code;
use crate::fuel::FuelReport;
use crate::message::{Messages, Problem, Severity};
use crate::value::ValueError;
use adc_frontend::diag::Diagnostic;
use adc_frontend::span::SourceMap;
use std::fmt;

/// The reason of an [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The source has errors.
    Source,
    /// The request has a value that is not understood, or names something that does not exist.
    Request,
    /// The system provides no thread.
    Threads,
    /// A fault of `adc`: please report it.
    Fault,
}

/// An operation without a result, and the messages that say why.
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    messages: Messages,
    /// The reason, if it is not a message.
    reason: String,
    fuel: Option<FuelReport>,
}

impl Error {
    fn new(kind: ErrorKind, messages: Messages, reason: String) -> Error {
        Error(Box::new(Inner {
            kind,
            messages,
            reason,
            fuel: None,
        }))
    }

    /// Errors in the source.
    pub(crate) fn of_source(messages: &[Diagnostic], map: &SourceMap) -> Error {
        Error::new(ErrorKind::Source, Messages::new(messages, map), String::new())
    }

    /// A value that is not understood.
    pub(crate) fn of_request(text: impl Into<String>) -> Error {
        Error::alone(ErrorKind::Request, &Problem::new(Code::BAD_OPTION, text))
    }

    /// The system provides no thread.
    pub(crate) fn of_threads(reason: String) -> Error {
        Error::new(ErrorKind::Threads, Messages::default(), reason)
    }

    /// A fault of adc, in the words of the panic.
    pub(crate) fn of_fault(words: &str) -> Error {
        let problem = Problem::new(Code::INTERNAL_FAULT, format!("adc failed: {words}"));
        let problem = problem.help("this is a bug in adc, not in your program: please report it, with your program");
        Error::alone(ErrorKind::Fault, &problem)
    }

    fn alone(kind: ErrorKind, problem: &Problem) -> Error {
        let mut messages = Messages::default();
        messages.push(problem);
        Error::new(kind, messages, String::new())
    }

    /// Adds the use of fuel.
    pub(crate) fn with_fuel(mut self, fuel: Option<FuelReport>) -> Error {
        self.0.fuel = fuel;
        self
    }

    /// The reason.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// All messages, also warnings and notes. Empty if the system provides no thread.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.0.messages
    }

    /// The use of [`Options::fuel`](crate::Options::fuel), if the differentiation began.
    #[must_use]
    pub fn fuel(&self) -> Option<&FuelReport> {
        self.0.fuel.as_ref()
    }
}

/// The first error, and the number of others.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = || self.0.messages.iter().filter(|m| m.severity() == Severity::Error);
        match errors().next() {
            Some(first) => write!(f, "{first}")?,
            None => write!(f, "cannot start: {}", self.0.reason)?,
        }
        match errors().count() {
            0 | 1 => Ok(()),
            2 => f.write_str(" (and 1 more error)"),
            n => write!(f, " (and {} more errors)", n - 1),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Error");
        all.field("kind", &self.0.kind).field("messages", &self.0.messages);
        if !self.0.reason.is_empty() {
            all.field("reason", &self.0.reason);
        }
        all.finish()
    }
}

impl std::error::Error for Error {}

/// A value of a request that is not understood.
impl From<ValueError> for Error {
    fn from(e: ValueError) -> Error {
        Error::of_request(e.to_string())
    }
}
