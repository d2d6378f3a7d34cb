//! Differentiates a program, from the request to the text.

use crate::deep;
use crate::error::Error;
use crate::fuel::FuelReport;
use crate::header;
use crate::hessian;
use crate::message::Messages;
use crate::options::Mode;
use crate::program::{Program, Read};
use crate::request::Request;
use crate::sources::Form;
use crate::value::Head;
use adc_frontend::ast;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::encoding::bytes_of;
use adc_frontend::parallel;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::SourceMap;
use adc_transform::head;
use std::borrow::Cow;
use std::fmt;

/// A derivative program, as text.
#[derive(Clone)]
pub struct Derivative {
    bytes: Vec<u8>,
    procedure: String,
    messages: Messages,
    fuel: Option<FuelReport>,
}

impl Derivative {
    /// From a text and the name of the head's derivative.
    pub(crate) fn new((text, procedure): (String, String), messages: Messages, fuel: Option<FuelReport>) -> Derivative {
        Derivative {
            bytes: bytes_of(&text),
            procedure,
            messages,
            fuel,
        }
    }

    /// The text. Bytes that are not UTF-8, in comments and literals of the sources, are replaced:
    /// [`as_bytes`](Derivative::as_bytes) has them all.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// The text, in the encodings of the sources.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The name of the derivative of the head.
    #[must_use]
    pub fn procedure(&self) -> &str {
        &self.procedure
    }

    /// Warnings and notes, also those about the sources.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// The use of [`Options::fuel`](crate::Options::fuel).
    #[must_use]
    pub fn fuel(&self) -> Option<&FuelReport> {
        self.fuel.as_ref()
    }
}

impl fmt::Debug for Derivative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Derivative");
        all.field("procedure", &self.procedure);
        all.field("messages", &self.messages).finish_non_exhaustive()
    }
}

impl Program {
    /// Differentiates the program.
    ///
    /// # Errors
    /// If the head does not exist, if code that it reaches has errors or cannot be differentiated, if the system
    /// provides no thread, or on a fault of `adc`. The error has all messages.
    pub fn differentiate(&self, request: &Request) -> Result<Derivative, Error> {
        deep::run(request.options.threads(), || differentiate(&self.0, request))
    }
}

fn differentiate(read: &Read, request: &Request) -> Result<Derivative, Error> {
    let options = request.options.with(&read.described);
    match request.mode {
        Mode::Hessian => hessian::differentiate(read, request, &options),
        Mode::Tangent | Mode::Reverse => {
            let made = Made::new(read, request.head.as_ref(), request.mode.first(), &options)?;
            let fuel = made.fuel.clone();
            let header = header::lines(&made.program, request);
            let (text, procedure) = made.text(read, form_of(read, request), &header)?;
            Ok(Derivative::new(
                (text, procedure),
                Messages::new(&made.messages, &read.map),
                fuel,
            ))
        }
    }
}

/// The form of the text.
pub(crate) fn form_of(read: &Read, request: &Request) -> Form {
    let first = read.files.first().map_or(Form::Free, |&f| read.map.file(f).form);
    request.form.unwrap_or(first)
}

/// A derivative program, before it is text.
pub(crate) struct Made {
    /// The program.
    pub(crate) program: adc_transform::Derivative,
    /// Messages about it and its sources.
    pub(crate) messages: Vec<Diagnostic>,
    /// The use of fuel.
    pub(crate) fuel: Option<FuelReport>,
}

impl Made {
    /// Differentiates once.
    pub(crate) fn new(
        read: &Read,
        head: Option<&Head>,
        mode: adc_transform::Mode,
        options: &adc_transform::Options,
    ) -> Result<Made, Error> {
        let (program, mut messages) = read.for_head(head)?;
        let failed = |messages: &[Diagnostic]| Error::of_source(messages, &read.map);
        let head = head::resolve(&program, head.map(Head::text), &mut messages);
        let head = head.ok_or_else(|| failed(&messages))?;
        let (made, more) = adc_transform::differentiate(&program, &head, mode, options);
        messages.extend(more);
        let fuel = options.fuel.as_deref().map(|f| FuelReport::new(f, &read.map));
        match made {
            Some(program) if !any_error(&messages) => Ok(Made {
                program,
                messages,
                fuel,
            }),
            _ => Err(failed(&messages).with_fuel(fuel)),
        }
    }

    /// The text, whose names are proved, and the name of the head's derivative.
    pub(crate) fn text(&self, read: &Read, form: Form, header: &[String]) -> Result<(String, String), Error> {
        let made = &self.program;
        let failed = |more: Vec<Diagnostic>, map: &SourceMap| {
            let all: Vec<Diagnostic> = self.messages.iter().cloned().chain(more).collect();
            Error::of_source(&all, map).with_fuel(self.fuel.clone())
        };
        let (text, names) = adc_unparse::unparse_with_names(&made.program, &made.roots, form, header)
            .map_err(|e| failed(vec![e], &read.map))?;
        let mut map = read.map.clone();
        let (again, unread) = read_again(&mut map, &text, form, &read.parsing);
        let misread = names.misread(&made.program, (&again, &unread), &read.trees);
        // large programs take a while to drop
        parallel::discard(vec![(again, names)]);
        match misread.is_empty() {
            true => Ok((text, made.program.units[made.head].name.to_string())),
            false => Err(failed(misread, &map)),
        }
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        parallel::discard(vec![std::mem::take(&mut self.program.program)]);
    }
}

/// Parses the declarations of a generated text: the tree and the errors. Debug builds parse its statements as well.
fn read_again(map: &mut SourceMap, text: &str, form: Form, options: &ParseOptions) -> (ast::File, Vec<Diagnostic>) {
    let id = map.add("generated code", text, form);
    let options = ParseOptions {
        own: true,
        declarations_only: !cfg!(debug_assertions),
        ..options.clone()
    };
    let (mut trees, unread) = adc_frontend::parse_files(map, &[id], &options, &mut |_, _, _| None);
    (trees.pop().unwrap_or_default(), unread)
}
