//! A derivative program, from the differentiation to a text whose names are proved.

use crate::error::Error;
use crate::fuel::FuelReport;
use crate::message::Messages;
use crate::program::Read;
use crate::request::Request;
use crate::sources::Form;
use crate::value::Head;
use adc_frontend::ast;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::parallel;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::SourceMap;
use adc_transform::head;

/// The result of a request.
pub(crate) struct Written {
    /// The text.
    pub(crate) text: String,
    /// The names of the heads' derivatives.
    pub(crate) procedures: Vec<String>,
    /// Warnings and notes.
    pub(crate) messages: Messages,
    /// The use of fuel.
    pub(crate) fuel: Option<FuelReport>,
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
        heads: &[Head],
        mode: adc_transform::Mode,
        options: &adc_transform::Options,
    ) -> Result<Made, Error> {
        let (program, mut messages) = read.for_heads(heads)?;
        let failed = |messages: &[Diagnostic]| Error::of_source(messages, &read.map);
        let heads = head::resolve(&program, &Head::texts(heads), &mut messages);
        let heads = heads.ok_or_else(|| failed(&messages))?;
        let (made, more) = adc_transform::differentiate(&program, &heads, mode, options);
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

    /// The text, whose names are proved, and the names of the heads' derivatives.
    pub(crate) fn text(&self, read: &Read, form: Form, header: &[String]) -> Result<(String, Vec<String>), Error> {
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
            true => {
                let names = made.heads.iter().map(|&h| made.program.units[h].name.to_string());
                Ok((text, names.collect()))
            }
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
