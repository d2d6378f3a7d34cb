//! Diagnostics: the messages of all stages, as data.
//!
//! A message has a code of the registry ([`crate::codes`]), a place in the user's own file, a description of the
//! problem in the user's terms and, if possible, a remedy. The command renders it.

use crate::span::Span;

/// Severity of a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Information on a decision taken.
    Note,
    /// The result is usable; the user should know.
    Warning,
    /// No output is written.
    Error,
}

impl Severity {
    /// The word of messages.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A secondary place of a message.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text shown there.
    pub text: String,
}

/// One message.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic {
    /// The number in `ADCnnnn`, registered in [`crate::codes`].
    pub code: u16,
    /// Its severity.
    pub severity: Severity,
    /// The problem: one sentence without a full stop.
    pub message: String,
    /// The place; [`Span::NONE`] if the message is about the command line or a whole file.
    pub span: Span,
    /// Short text under the marked source; may be empty.
    pub label: String,
    /// Other places.
    pub secondary: Vec<Label>,
    /// Facts that help to understand it.
    pub notes: Vec<String>,
    /// The remedy.
    pub help: Option<String>,
}

impl Diagnostic {
    fn new(severity: Severity, code: u16, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            span,
            label: String::new(),
            secondary: vec![],
            notes: vec![],
            help: None,
        }
    }

    /// An error: no output will be written.
    pub fn error(code: u16, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning.
    pub fn warning(code: u16, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    /// A note.
    pub fn note(code: u16, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, span, message)
    }

    /// Adds the text under the marked source.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Adds a secondary place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a secondary place, if it is in a source.
    #[must_use]
    pub fn also_at(self, span: Span, text: impl Into<String>) -> Self {
        match span.is_none() {
            true => self,
            false => self.also(span, text),
        }
    }

    /// Adds a fact.
    #[must_use]
    pub fn with_note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds the advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// True for an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// True if one of the messages is an error.
pub fn any_error(messages: &[Diagnostic]) -> bool {
    messages.iter().any(Diagnostic::is_error)
}
