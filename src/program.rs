//! A program as it was read.

use crate::deep;
use crate::error::Error;
use crate::flags::ReadOptions;
use crate::message::Messages;
use crate::reading::Reading;
use crate::sources::{Form, Sources};
use crate::value::Head;
use adc_frontend::ast;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir;
use adc_frontend::parse::ParseOptions;
use adc_frontend::resolve::not_replaced_by;
use adc_frontend::span::{FileId, SourceMap};
use adc_transform::external::Description;
use adc_transform::{head, unreached};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// A program as it was read: syntax trees and the meaning of all names.
///
/// It does not change, so several threads may differentiate it at once, with several heads and modes. Clones share it.
#[derive(Clone)]
pub struct Program(pub(crate) Arc<Read>);

/// The contents of a program.
pub(crate) struct Read {
    /// All texts.
    pub(crate) map: SourceMap,
    /// The Fortran sources, without those that they include.
    pub(crate) files: Vec<FileId>,
    /// Their trees.
    pub(crate) trees: Vec<ast::File>,
    /// The names of the files that the preprocessor read.
    pub(crate) preprocessed: BTreeSet<String>,
    /// Options of the parser.
    pub(crate) parsing: ParseOptions,
    /// Descriptions of procedures whose source is not given.
    pub(crate) described: Vec<Description>,
    /// Messages in the order of their creation.
    pub(crate) messages: Vec<Diagnostic>,
    program: ir::Program,
    /// Suppressed errors that may follow from others.
    hushed: Vec<Diagnostic>,
}

/// A generated text that is read as a source.
pub(crate) struct Generated {
    /// Its name in messages.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// Its form.
    pub(crate) form: Form,
}

/// Reads a program from sources in memory.
///
/// Errors in a source are no error of this function: they are among [`Program::messages`], and
/// [`Program::differentiate`] fails if they concern the head. [`Program::check`] fails on any of them.
///
/// # Errors
/// If a source or a description cannot be used at all, with the messages about all of them; if the system provides no
/// thread; or on a fault of `adc`.
pub fn read(sources: Sources, options: &ReadOptions) -> Result<Program, Error> {
    deep::run(None, || {
        let mut reading = Reading::open(sources, options);
        let described = reading.described();
        if reading.failed() {
            return Err(Error::of_source(&reading.messages, &reading.map));
        }
        let (trees, program, hushed) = reading.load();
        Ok(Program(Arc::new(Read {
            map: reading.map,
            files: reading.files,
            trees,
            preprocessed: reading.preprocessed,
            parsing: reading.parsing,
            described,
            messages: reading.messages,
            program,
            hushed,
        })))
    })
}

impl Program {
    /// The messages about the sources.
    #[must_use]
    pub fn messages(&self) -> Messages {
        Messages::new(&self.0.messages, &self.0.map)
    }

    /// Succeeds if the sources have no errors.
    ///
    /// # Errors
    /// With all messages, if one of them is an error.
    pub fn check(&self) -> Result<(), Error> {
        match any_error(&self.0.messages) {
            true => Err(Error::of_source(&self.0.messages, &self.0.map)),
            false => Ok(()),
        }
    }

    /// The names of all texts that were read, each once: sources, descriptions and included texts, also those that the
    /// preprocessor included.
    pub fn files(&self) -> impl Iterator<Item = &str> + '_ {
        let mut known = BTreeSet::new();
        let own = self.0.map.files().map(|(_, f)| f.name.as_str());
        let all = own.chain(self.0.preprocessed.iter().map(String::as_str));
        all.filter(move |name| known.insert(*name))
    }

    /// The name of the source with the first head; without heads, those of directives are meant. `None` if there is no
    /// such head.
    #[must_use]
    pub fn source_of_head(&self, heads: &[Head]) -> Option<&str> {
        let Read {
            program, map, files, ..
        } = &*self.0;
        let heads = head::resolve(program, &Head::texts(heads), &mut vec![])?;
        let unit = heads.first().unit;
        // an ENTRY is no unit of this program
        let span = program.units.contains(unit).then(|| program.units[unit].span)?;
        let file = map.file_at(span.lo).filter(|f| files.contains(f))?;
        Some(&map.file(file).name)
    }

    /// The form of the first source.
    #[must_use]
    pub fn form(&self) -> Form {
        let first = self.0.files.first();
        first.map_or(Form::Free, |&f| self.0.map.file(f).form)
    }
}

impl Read {
    /// True if a source has the module.
    pub(crate) fn has_module(&self, name: &str) -> bool {
        let is_it = |u: &ir::Unit| u.kind == ir::UnitKind::Module && u.name.eq_ignore_ascii_case(name);
        self.program.units.iter().any(|(_, u)| is_it(u))
    }

    /// The program together with generated texts. The first replaces the files with modules that it contains anew.
    pub(crate) fn joined(&self, texts: &[Generated]) -> Read {
        let mut map = self.map.clone();
        let ids: Vec<FileId> = texts.iter().map(|t| map.add(&*t.name, &*t.text, t.form)).collect();
        let options = ParseOptions {
            own: true,
            ..self.parsing.clone()
        };
        let (more, unread) = adc_frontend::parse_files(&mut map, &ids, &options, &mut |_, _, _| None);
        let mut trees = more
            .first()
            .map_or_else(Vec::new, |first| not_replaced_by(first, &self.trees));
        trees.extend(more);
        let (program, found, hushed) = adc_frontend::resolve_parsed(&map, &trees, unread, &self.parsing);
        let mut messages = self.messages.clone();
        messages.extend(found.into_iter().filter(|m| !self.messages.contains(m)));
        let mut files = self.files.clone();
        files.extend(ids);
        Read {
            map,
            files,
            trees,
            preprocessed: self.preprocessed.clone(),
            parsing: self.parsing.clone(),
            described: self.described.clone(),
            messages,
            program,
            hushed,
        }
    }

    /// The program without the errors in units that heads do not reach, if there are no others, and the messages that
    /// are left.
    ///
    /// # Errors
    /// If errors are left.
    pub(crate) fn for_heads(&self, heads: &[Head]) -> Result<(Cow<'_, ir::Program>, Vec<Diagnostic>), Error> {
        let mut program = Cow::Borrowed(&self.program);
        let mut messages = self.messages.clone();
        if any_error(&messages) {
            if let Some(heads) = head::resolve(&program, &Head::texts(heads), &mut vec![]) {
                let Read {
                    trees,
                    hushed,
                    described,
                    ..
                } = self;
                unreached::pass_over(trees, program.to_mut(), &heads, hushed, described, &mut messages);
            }
        }
        match any_error(&messages) {
            true => Err(Error::of_source(&messages, &self.map)),
            false => Ok((program, messages)),
        }
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program")
            .field(&self.files().collect::<Vec<_>>())
            .finish()
    }
}

impl Drop for Read {
    fn drop(&mut self) {
        let trees = std::mem::take(&mut self.trees);
        let program = std::mem::take(&mut self.program);
        deep::discard((trees, program));
    }
}
