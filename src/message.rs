//! Messages: what a run found, with the sources that the messages quote.

use crate::code::Code;
use crate::place::Place;
use crate::render::{self, RenderOptions};
use adc_frontend::diag::{Diagnostic, Label};
use adc_frontend::encoding::{shown, text_of};
use adc_frontend::span::{Form, SourceMap, Span};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

pub use adc_frontend::diag::Severity;

/// The messages of a run, in the order of their places in the sources; those without a place come first.
///
/// They share the texts of the sources, so they can be rendered when the program is gone.
#[derive(Clone, Default)]
pub struct Messages {
    list: Vec<Diagnostic>,
    /// The error that was found first.
    first: Option<Code>,
    map: SourceMap,
}

impl Messages {
    pub(crate) fn new(list: &[Diagnostic], map: &SourceMap) -> Messages {
        let first = list.iter().find(|m| m.is_error());
        let mut list = list.to_vec();
        list.sort_by_key(|m| m.span.lo);
        Messages {
            first: first.map(|m| Code::new(m.code)),
            list,
            map: map.clone(),
        }
    }

    /// The messages, one by one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Message<'_>> + '_ {
        self.list.iter().map(|diagnostic| Message {
            diagnostic,
            map: &self.map,
        })
    }

    /// Number of messages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there is no message.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// True if one of the messages is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.first.is_some()
    }

    /// The code of the error that was found first. Other errors may follow from it.
    #[must_use]
    pub fn first_error(&self) -> Option<Code> {
        self.first
    }

    /// The errors alone.
    #[must_use]
    pub fn errors(&self) -> Messages {
        let mut errors = self.clone();
        errors.list.retain(Diagnostic::is_error);
        errors
    }

    /// Adds an error or a note of the caller, which has no place in a source.
    pub fn push(&mut self, problem: &Problem) {
        let is_error = problem.severity == Severity::Error;
        self.first = self.first.or(is_error.then_some(problem.code));
        let mut diagnostic = problem.diagnostic();
        if let Some(quote) = &problem.quote {
            diagnostic.span = quote.add_to(&mut self.map);
        }
        self.list.push(diagnostic);
        self.list.sort_by_key(|m| m.span.lo);
    }

    /// The text of all messages, as the command prints it.
    #[must_use]
    pub fn render(&self, options: &RenderOptions) -> String {
        render_all(self.iter(), options)
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The text of messages, perhaps of several operations, as the command prints it.
#[must_use]
pub fn render_all<'a>(messages: impl IntoIterator<Item = Message<'a>>, options: &RenderOptions) -> String {
    let located: Vec<render::Located> = messages.into_iter().map(|m| (m.diagnostic, m.map)).collect();
    render::text(&located, options)
}

/// One message.
#[derive(Clone, Copy)]
pub struct Message<'a> {
    diagnostic: &'a Diagnostic,
    map: &'a SourceMap,
}

impl<'a> Message<'a> {
    /// Its code; [`Code::page`] explains it.
    #[must_use]
    pub fn code(&self) -> Code {
        Code::new(self.diagnostic.code)
    }

    /// Its severity.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.diagnostic.severity
    }

    /// The problem: one sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        shown(&self.diagnostic.message)
    }

    /// Short text for the marked source; may be empty.
    #[must_use]
    pub fn label(&self) -> Cow<'a, str> {
        shown(&self.diagnostic.label)
    }

    /// The marked source; `None` if the message is about no place in a source.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        Place::of(self.diagnostic.span, self.map)
    }

    /// Other places, each with a short text.
    pub fn related(&self) -> impl Iterator<Item = (Place, Cow<'a, str>)> + 'a {
        let map = self.map;
        let labels = self.diagnostic.secondary.iter();
        labels.filter_map(move |Label { span, text }| Some((Place::of(*span, map)?, shown(text))))
    }

    /// Facts that help to understand the message.
    pub fn notes(&self) -> impl Iterator<Item = Cow<'a, str>> + 'a {
        self.diagnostic.notes.iter().map(|n| shown(n))
    }

    /// What to do, if there is a remedy.
    #[must_use]
    pub fn help(&self) -> Option<Cow<'a, str>> {
        self.diagnostic.help.as_deref().map(shown)
    }

    /// The text of the message, as the command prints it.
    #[must_use]
    pub fn render(&self, options: &RenderOptions) -> String {
        render_all([*self], options)
    }
}

/// Messages with the same contents at the same places are equal.
impl PartialEq for Message<'_> {
    fn eq(&self, other: &Message<'_>) -> bool {
        self.diagnostic == other.diagnostic && self.place() == other.place()
    }
}

/// One line: the place, the severity, the code, the problem.
impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&render::line(self.diagnostic, self.map)))
    }
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error that the caller found, such as a file that cannot be read: reported together with the messages of `adc`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    code: Code,
    text: String,
    help: Option<String>,
    quote: Option<Quote>,
    severity: Severity,
}

/// A piece of a file of the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Quote {
    file: String,
    text: String,
    bytes: Range<usize>,
}

impl Problem {
    /// A problem: one sentence without a full stop.
    pub fn new(code: Code, text: impl Into<String>) -> Problem {
        Problem {
            code,
            text: text.into(),
            help: None,
            quote: None,
            severity: Severity::Error,
        }
    }

    /// Makes it a note: the caller goes on.
    #[must_use]
    pub fn as_note(mut self) -> Problem {
        self.severity = Severity::Note;
        self
    }

    /// Sets the place: bytes of a file that `adc` does not read itself, with its text.
    #[must_use]
    pub fn at(mut self, file: impl Into<String>, text: impl Into<String>, bytes: Range<usize>) -> Problem {
        self.quote = Some(Quote {
            file: file.into(),
            text: text_of(text.into().into_bytes()),
            bytes,
        });
        self
    }

    /// Adds the remedy.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Problem {
        self.help = Some(text.into());
        self
    }

    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let mut d = Diagnostic::error(self.code.number(), Span::NONE, self.text.as_str());
        d.severity = self.severity;
        d.help.clone_from(&self.help);
        d
    }
}

impl Quote {
    /// Its place in a map, to which its file is added.
    fn add_to(&self, map: &mut SourceMap) -> Span {
        let id = map.add(self.file.as_str(), self.text.as_str(), Form::Free);
        let file = map.file(id);
        // a byte of the caller's text may be one character of two bytes here
        let position = |byte: usize| {
            let at = file.text.char_indices().nth(byte).map_or(file.text.len(), |(i, _)| i);
            file.base + at as u32
        };
        Span::new(position(self.bytes.start), position(self.bytes.end))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Problem {}
