//! Makes a source map of sources, and parses its files.

use crate::code::Code;
use crate::flags::ReadOptions;
use crate::message::Problem;
use crate::preprocessed::without_markers;
use crate::sources::{form_of_name, Form, Includes, Source, Sources};
use crate::supplied::Chosen;
use adc_frontend::ast;
use adc_frontend::codes;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::encoding::{shown, text_of};
use adc_frontend::lines::IncludeFn;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{FileId, SourceMap, Span};
use adc_frontend::WithConsequences;
use adc_transform::checkpoints::{self, Entries};
use adc_transform::external::{self, Description};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Limit on the size of all sources together, in bytes: positions are 32-bit numbers, and a byte beyond ASCII takes two.
const LARGEST_SUM: usize = 1 << 30;

/// Sources in a map, and messages so far.
pub(crate) struct Reading {
    /// All texts.
    pub(crate) map: SourceMap,
    /// The Fortran sources, without those that they include.
    pub(crate) files: Vec<FileId>,
    /// Messages in the order of their creation.
    pub(crate) messages: Vec<Diagnostic>,
    /// Options of the parser.
    pub(crate) parsing: ParseOptions,
    /// The names of the files that the preprocessor read.
    pub(crate) preprocessed: BTreeSet<String>,
    descriptions: Vec<Result<Source, Problem>>,
    checkpoints: Option<Result<Source, Problem>>,
    includes: Option<Arc<dyn Includes>>,
}

impl Reading {
    /// Adds the Fortran sources to a map.
    pub(crate) fn open(sources: Sources, options: &ReadOptions) -> Reading {
        let mut r = Reading {
            map: SourceMap::default(),
            files: vec![],
            messages: vec![],
            parsing: options.parsing(),
            preprocessed: BTreeSet::new(),
            descriptions: sources.descriptions,
            checkpoints: sources.checkpoints,
            includes: sources.includes,
        };
        for source in sources.all {
            if let Err(problem) = source.and_then(|s| r.add(s, options.given_form())) {
                r.messages.push(problem.diagnostic());
            }
        }
        r
    }

    fn add(&mut self, source: Source, given: Option<Form>) -> Result<(), Problem> {
        let name = &source.name;
        if self.map.size() + source.text.len() > LARGEST_SUM {
            let text = format!("cannot read `{name}`: {}", too_much());
            return Err(Problem::new(Code::CANNOT_READ, text));
        }
        if !source.preprocessed && source.is_binary() {
            let text = format!("`{name}` contains binary data, not Fortran source");
            return Err(Problem::new(Code::new(codes::NOT_FORTRAN), text));
        }
        let form = given.or(source.form).or_else(|| form_of_name(name));
        let form = form.unwrap_or(Form::Free);
        let text = text_of(source.text);
        let (text, origins, preprocessed) = match source.preprocessed {
            true => without_markers(&text, name),
            false => (text, vec![], BTreeSet::new()),
        };
        self.preprocessed.extend(preprocessed);
        let id = self.map.add(source.name, text, form);
        self.map.set_origins(id, &origins);
        self.files.push(id);
        Ok(())
    }

    /// Reads descriptions of procedures whose source is not given.
    pub(crate) fn described(&mut self) -> Vec<Description> {
        let mut all = vec![];
        for source in std::mem::take(&mut self.descriptions) {
            match source {
                Ok(source) => {
                    let id = self.map.add(source.name, text_of(source.text), Form::Free);
                    let file = self.map.file(id);
                    if external::summary::declared(&file.text).is_some() {
                        let at = Span::new(file.base, file.base);
                        let text = "this is a summary, which holds with its declarations alone";
                        let d = Diagnostic::error(codes::BAD_EXTERNAL_FILE, at, text);
                        self.messages
                            .push(d.help("give the folder that contains it: `--interface-dir DIR`"));
                        continue;
                    }
                    // the last description of a procedure counts
                    let mut described = external::read(&file.text, file.base, &mut self.messages);
                    described.append(&mut all);
                    all = described;
                }
                Err(problem) => self.messages.push(problem.diagnostic()),
            }
        }
        all
    }

    /// Reads the file of checkpoints.
    pub(crate) fn checkpoints(&mut self) -> Entries {
        match self.checkpoints.take() {
            None => Entries::default(),
            Some(Ok(source)) => {
                let id = self.map.add(source.name, text_of(source.text), Form::Free);
                let file = self.map.file(id);
                checkpoints::read(&file.text, file.base, &mut self.messages)
            }
            Some(Err(problem)) => {
                self.messages.push(problem.diagnostic());
                Entries::default()
            }
        }
    }

    /// Adds the declarations of a summary to the sources.
    pub(crate) fn supply(&mut self, chosen: &Chosen) -> FileId {
        let id = self
            .map
            .add(chosen.name.as_str(), chosen.declarations.as_str(), Form::Free);
        self.files.push(id);
        id
    }

    /// Parses all files, each on its own.
    pub(crate) fn parse(&mut self) -> Vec<ast::File> {
        let (trees, messages) = adc_frontend::parse_files(
            &mut self.map,
            &self.files,
            &self.parsing,
            &mut *including(self.includes.as_deref()),
        );
        self.messages.extend(messages);
        trees
    }

    /// Parses and resolves all files: the trees, the program, and suppressed errors that may follow from others.
    pub(crate) fn load(&mut self) -> (Vec<ast::File>, adc_frontend::ir::Program, Vec<Diagnostic>) {
        let (trees, program, messages, hushed): WithConsequences = adc_frontend::load_with_consequences(
            &mut self.map,
            &self.files,
            &self.parsing,
            &mut *including(self.includes.as_deref()),
        );
        self.messages.extend(messages);
        if !self.failed() && trees.iter().all(|t| t.units.is_empty()) {
            self.messages.push(
                Diagnostic::error(codes::EMPTY_INPUT, Span::NONE, "the input contains no program unit")
                    .help("give a file with a procedure; if the preprocessor removes it, set macros with `-D NAME`"),
            );
        }
        (trees, program, hushed)
    }

    /// True if one of the messages is an error.
    pub(crate) fn failed(&self) -> bool {
        any_error(&self.messages)
    }
}

/// The function that finds included files.
fn including(includes: Option<&dyn Includes>) -> Box<IncludeFn<'_>> {
    Box::new(move |map, name, from| {
        let including = map.file(from);
        let form = including.form;
        match includes?.find(&shown(name), &including.name) {
            Ok(None) => None,
            Ok(Some(s)) if map.size() + s.text.len() > LARGEST_SUM => {
                Some(map.add_unreadable(s.name, too_much(), form))
            }
            Ok(Some(s)) => Some(map.add(s.name, text_of(s.text), form)),
            Err(e) => Some(map.add_unreadable(e.name, e.reason, form)),
        }
    })
}

fn too_much() -> String {
    format!("all files together are larger than {} MB", LARGEST_SUM >> 20)
}
