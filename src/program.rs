//! A program as it was read.

use crate::deep;
use crate::error::Error;
use crate::flags::ReadOptions;
use crate::home::Home;
use crate::message::Messages;
use crate::name;
use crate::reading::Reading;
use crate::request::Request;
use crate::sources::{Form, Sources};
use crate::supplied::{self, Chosen};
use crate::value::Head;
use adc_frontend::ast;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir;
use adc_frontend::parse::ParseOptions;
use adc_frontend::resolve::not_replaced_by;
use adc_frontend::span::{FileId, SourceMap};
use adc_transform::checkpoints::{self, Entries};
use adc_transform::external::{summary, Description};
use adc_transform::{head, unreached, Checkpoints};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

/// A program as it was read: syntax trees and the meaning of all names.
///
/// It does not change, so several threads may differentiate it at once, with several heads and modes. Clones share it.
#[derive(Clone)]
pub struct Program(pub(crate) Arc<Read>);

/// The beginning of a procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProcedurePlace {
    /// Its name, as written.
    pub name: String,
    /// The name of its source.
    pub file: String,
    /// The line of its first statement, from 1.
    pub line: usize,
}

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
    /// The entries of the file of checkpoints.
    entries: Entries,
    /// The calls of these entries.
    pub(crate) checkpoints: Checkpoints,
    /// Summaries among the files.
    pub(crate) supplied: Vec<FileId>,
    /// Messages in the order of their creation.
    pub(crate) messages: Vec<Diagnostic>,
    /// What they mean.
    pub(crate) program: ir::Program,
    /// Suppressed errors that may follow from others.
    hushed: Vec<Diagnostic>,
    /// The homes of generated texts among the sources; `None` for other texts that were added.
    homes: HashMap<FileId, Option<Home>>,
}

/// A generated text that is read as a source.
pub(crate) struct Generated {
    /// Its name in messages.
    pub(crate) name: String,
    /// Its file, unless it belongs to the runtime.
    pub(crate) home: Option<Home>,
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
        let again = (!sources.supplied.is_empty()).then(|| sources.clone());
        let mut read = load(sources, options, &[])?;
        if let Some(sources) = again {
            let (chosen, notes) = supplied::chosen(&read.program, &read.trees, &sources.supplied);
            if !chosen.is_empty() {
                read = load(sources, options, &chosen)?;
            }
            read.messages.extend(notes);
        }
        Ok(Program(Arc::new(read)))
    })
}

/// Reads sources, and summaries in place of others.
fn load(sources: Sources, options: &ReadOptions, chosen: &[Chosen]) -> Result<Read, Error> {
    let mut reading = Reading::open(sources, options);
    let mut described = reading.described();
    let entries = reading.checkpoints();
    let supplied: Vec<FileId> = chosen.iter().map(|c| reading.supply(c)).collect();
    described.extend(chosen.iter().flat_map(|c| {
        let file = reading.map.add(c.name.as_str(), c.text.as_str(), Form::Free);
        supplied::described(&c.text, reading.map.file(file).base)
    }));
    if reading.failed() {
        return Err(Error::of_source(&reading.messages, &reading.map));
    }
    let (trees, mut program, hushed) = reading.load();
    mark(&mut program, &reading.map, &supplied, &described);
    let checkpoints = checkpoints::apply(&mut program, &reading.map, &entries, &mut reading.messages);
    Ok(Read {
        map: reading.map,
        files: reading.files,
        trees,
        preprocessed: reading.preprocessed,
        parsing: reading.parsing,
        described,
        entries,
        checkpoints,
        supplied,
        messages: reading.messages,
        program,
        hushed,
        homes: HashMap::new(),
    })
}

/// Marks what summaries declare and do not describe.
fn mark(program: &mut ir::Program, map: &SourceMap, supplied: &[FileId], described: &[Description]) {
    let range = |&file: &FileId| {
        let file = map.file(file);
        file.base..file.base + file.text.len() as u32
    };
    let ranges: Vec<_> = supplied.iter().map(range).collect();
    summary::mark_undescribed(program, &ranges, described);
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

    /// The procedures of the sources, in their order: also those of modules, and internal ones.
    #[must_use]
    pub fn procedures(&self) -> Vec<ProcedurePlace> {
        let Read { program, map, .. } = &*self.0;
        let definitions = program.units.iter().map(|(_, u)| u).filter(|u| u.is_definition());
        let placed = definitions.filter_map(|u| {
            let (file, line, _) = map.place(u.span.lo)?;
            Some(ProcedurePlace {
                name: u.name.to_string(),
                file: file.to_string(),
                line,
            })
        });
        placed.collect()
    }

    /// The name of one file for all that a request makes: `flux_b.f90`, if the first head, or that of directives, is in
    /// `src/flux.f90`.
    #[must_use]
    pub fn output_name(&self, request: &Request) -> String {
        let Read {
            program, map, files, ..
        } = &*self.0;
        let of_head = || {
            let heads = head::resolve(program, &Head::texts(&request.heads), &mut vec![])?;
            let unit = heads.first().unit;
            // an ENTRY is no unit of this program
            let span = program.units.contains(unit).then(|| program.units[unit].span)?;
            map.file_at(span.lo).filter(|f| files.contains(f))
        };
        let source = of_head().or(files.first().copied()).map(|f| map.file(f));
        let form = source.map_or(Form::Free, |s| request.form.unwrap_or(s.form));
        name::of_output(source.map_or("", |s| &s.name), &request.suffixes(), form)
    }

    /// The form of the first source.
    #[must_use]
    pub fn form(&self) -> Form {
        let first = self.0.files.first();
        first.map_or(Form::Free, |&f| self.0.map.file(f).form)
    }
}

impl Read {
    /// The form of one text for all, by default that of the first source.
    pub(crate) fn form_for(&self, request: &Request) -> Form {
        let first = self.files.first().map_or(Form::Free, |&f| self.map.file(f).form);
        request.form.unwrap_or(first)
    }

    /// The form of the text for a source.
    pub(crate) fn form_at(&self, home: Home, request: &Request) -> Form {
        request.form.unwrap_or_else(|| self.map.file(home.source).form)
    }

    /// True if a source has the module.
    pub(crate) fn has_module(&self, name: &str) -> bool {
        let is_it = |u: &ir::Unit| u.kind == ir::UnitKind::Module && u.name.eq_ignore_ascii_case(name);
        self.program.units.iter().any(|(_, u)| is_it(u))
    }

    /// The place of a unit with a name, outside of other units.
    pub(crate) fn root_named(&self, name: &str) -> Option<u32> {
        let mut roots = self.program.roots.iter().map(|&r| &self.program.units[r]);
        roots.find(|u| u.name.eq_ignore_ascii_case(name)).map(|u| u.span.lo)
    }

    /// True if the sources have a COMMON block.
    pub(crate) fn has_common(&self, name: &str) -> bool {
        let mut all = self.program.commons.iter();
        all.any(|(_, c)| c.name.eq_ignore_ascii_case(name))
    }

    /// The file of what stands at a place.
    pub(crate) fn home(&self, place: u32) -> Option<Home> {
        let source = self.map.file_at(place)?;
        let own = || self.files.contains(&source).then_some(Home { source, mode: None });
        self.homes.get(&source).copied().unwrap_or_else(own)
    }

    /// True for a place in a generated text.
    pub(crate) fn is_generated(&self, place: u32) -> bool {
        let home = self.map.file_at(place).and_then(|f| self.homes.get(&f));
        home.is_some_and(Option::is_some)
    }

    /// The program together with generated texts. They replace the files with modules that they contain anew.
    pub(crate) fn joined(&self, texts: &[Generated]) -> Read {
        let mut map = self.map.clone();
        let ids: Vec<FileId> = texts.iter().map(|t| map.add(&*t.name, &*t.text, t.form)).collect();
        let options = ParseOptions {
            own: true,
            ..self.parsing.clone()
        };
        let (more, unread) = adc_frontend::parse_files(&mut map, &ids, &options, &mut |_, _, _| None);
        let all = more.iter().flat_map(|t| &t.units);
        let mut trees: Vec<ast::File> = not_replaced_by(all, &self.trees).cloned().collect();
        trees.extend(more);
        let (mut program, found, hushed) = adc_frontend::resolve_parsed(&map, &trees, unread, &self.parsing);
        mark(&mut program, &map, &self.supplied, &self.described);
        let mut again = vec![];
        let checkpoints = checkpoints::apply(&mut program, &map, &self.entries, &mut again);
        let mut messages = self.messages.clone();
        messages.extend(found.into_iter().filter(|m| !self.messages.contains(m)));
        let mut files = self.files.clone();
        let homes = ids.iter().zip(texts).map(|(&id, t)| (id, t.home)).collect();
        files.extend(ids);
        Read {
            map,
            files,
            trees,
            preprocessed: self.preprocessed.clone(),
            parsing: self.parsing.clone(),
            described: self.described.clone(),
            entries: self.entries.clone(),
            checkpoints,
            supplied: self.supplied.clone(),
            messages,
            program,
            hushed,
            homes,
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
        if any_error(&messages) {
            return Err(Error::of_source(&messages, &self.map));
        }
        if program.units.iter().any(|(_, u)| u.lacks_declarations()) {
            unreached::empty_those_that_lack(program.to_mut());
        }
        Ok((program, messages))
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
