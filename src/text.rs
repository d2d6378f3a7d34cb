//! Texts of derivative programs, whose names are proved.

use crate::error::Error;
use crate::layout::{self, Item};
use crate::origins::Origins;
use crate::program::{Generated, Read};
use crate::request::Request;
use crate::sources::Form;
use crate::step::Step;
use adc_frontend::ast;
use adc_frontend::diag::Diagnostic;
use adc_frontend::parallel;
use adc_frontend::parse::ParseOptions;
use adc_frontend::resolve::not_replaced_by;
use adc_frontend::span::{SourceMap, Span};
use adc_unparse::proof::Names;

/// What a text has.
pub(crate) struct Contents<'i> {
    /// Its units, in order.
    pub(crate) items: &'i [Item],
    /// Its form.
    pub(crate) form: Form,
    /// The lines of its opening comment.
    pub(crate) header: Vec<String>,
}

/// Units of one step that follow each other in a text.
struct Run {
    step: usize,
    text: String,
    names: Names,
    form: Form,
    origins: Vec<(usize, Span)>,
}

/// A text, and the places of the sources from which its lines come.
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) origins: Origins,
}

/// The texts of steps, by files, as sources of a later step.
pub(crate) fn as_sources(steps: &[Step], read: &Read, request: &Request, name: &str) -> Result<Vec<Generated>, Error> {
    let files = layout::by_file(steps, read)?;
    let contents: Vec<Contents> = files
        .iter()
        .map(|(home, items)| Contents {
            items,
            form: read.form_at(*home, request),
            header: vec![],
        })
        .collect();
    let drafts = drafts(steps, &contents)?;
    let both = files.iter().zip(&contents).zip(drafts);
    let texts = both.map(|(((home, _), c), text)| Generated {
        name: name.to_string(),
        home: Some(*home),
        text,
        form: c.form,
    });
    Ok(texts.collect())
}

/// The texts.
///
/// # Errors
/// If a unit cannot be printed, or a name has another meaning in the text than in the program.
pub(crate) fn proved(steps: &[Step], all: &[Contents]) -> Result<Vec<Text>, Error> {
    let printed: Result<Vec<Vec<Run>>, Error> = all.iter().map(|c| runs(steps, c)).collect();
    let printed = printed?;
    let texts = printed.iter().map(|runs| located(steps, runs)).collect();
    prove(steps, printed.into_iter().flatten().collect())?;
    Ok(texts)
}

/// The texts, not proved.
///
/// # Errors
/// If a unit cannot be printed.
fn drafts(steps: &[Step], all: &[Contents]) -> Result<Vec<String>, Error> {
    let printed = all.iter().map(|c| Ok(joined(&runs(steps, c)?)));
    printed.collect()
}

/// Prints the units of a text.
fn runs(steps: &[Step], contents: &Contents) -> Result<Vec<Run>, Error> {
    let form = contents.form;
    let mut out: Vec<Run> = vec![];
    for items in contents.items.chunk_by(|a, b| a.step == b.step) {
        let Some(step) = items.first().map(|i| i.step) else {
            continue;
        };
        let header: &[String] = if out.is_empty() { &contents.header } else { &[] };
        let units: Vec<_> = items.iter().map(|i| i.root).collect();
        let program = &steps[step].made.program.program;
        let unparsed = adc_unparse::unparse_with_names(program, &units, form, header)
            .map_err(|e| failed(&steps[step], vec![e], &steps[step].read.map))?;
        out.push(Run {
            step,
            text: unparsed.text,
            names: unparsed.names,
            form,
            origins: unparsed.origins,
        });
    }
    Ok(out)
}

fn joined(runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs {
        append(&mut text, run);
    }
    text
}

/// Adds a run to a text, after a blank line.
fn append(text: &mut String, run: &Run) {
    if !text.is_empty() && !run.text.starts_with('\n') {
        text.push('\n');
    }
    *text += &run.text;
}

/// The text of runs, with the places from which its lines come.
fn located(steps: &[Step], runs: &[Run]) -> Text {
    let (mut text, mut origins) = (String::new(), Origins::default());
    for run in runs {
        append(&mut text, run);
        let lines = |t: &str| t.bytes().filter(|&b| b == b'\n').count();
        let first = lines(&text) - lines(&run.text);
        let read = &steps[run.step].read;
        for &(line, span) in &run.origins {
            origins.add(first + line + 1, read, span);
        }
    }
    Text { text, origins }
}

/// Proves the names of each step, in its units as they are read again together with all others.
fn prove(steps: &[Step], runs: Vec<Run>) -> Result<(), Error> {
    let Some(last) = steps.last() else { return Ok(()) };
    let mut map = last.read.map.clone();
    let mut of_steps: Vec<Reread> = steps.iter().map(|_| Reread::default()).collect();
    for run in runs {
        let (tree, unread) = read_again(&mut map, &run.text, run.form, &last.read.parsing);
        of_steps[run.step].add(run.names, tree, unread);
    }
    for (k, own) in of_steps.iter().enumerate() {
        let Some(names) = &own.names else { continue };
        let step = &steps[k];
        let program = &step.made.program.program;
        let printed = (&own.tree, own.unread.as_slice());
        let misread = match steps {
            [_] => names.misread(program, printed, &step.read.trees),
            _ => names.misread(program, printed, &others(&of_steps, k, &step.read.trees)),
        };
        if !misread.is_empty() {
            return Err(failed(step, misread, &map));
        }
    }
    // large programs take a while to drop
    parallel::discard(of_steps);
    Ok(())
}

/// The text of a step, read again.
#[derive(Default)]
struct Reread {
    names: Option<Names>,
    tree: ast::File,
    unread: Vec<Diagnostic>,
}

impl Reread {
    fn add(&mut self, names: Names, tree: ast::File, unread: Vec<Diagnostic>) {
        self.names = Some(match self.names.take() {
            Some(own) => own.and(names),
            None => names,
        });
        self.tree.units.extend(tree.units);
        self.unread.extend(unread);
    }
}

/// The texts of the other steps, and the sources that no text replaces.
fn others(of_steps: &[Reread], k: usize, sources: &[ast::File]) -> Vec<ast::File> {
    let all = of_steps.iter().flat_map(|r| &r.tree.units);
    let mut out: Vec<ast::File> = not_replaced_by(all, sources).cloned().collect();
    let rest = of_steps.iter().enumerate().filter(|(j, _)| *j != k);
    out.extend(rest.map(|(_, r)| r.tree.clone()));
    out
}

/// The error of a step with further messages.
fn failed(step: &Step, more: Vec<Diagnostic>, map: &SourceMap) -> Error {
    let all: Vec<Diagnostic> = step.made.messages.iter().cloned().chain(more).collect();
    Error::of_source(&all, map).with_fuel(step.made.fuel.clone())
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
