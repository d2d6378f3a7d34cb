//! Results of the analyses and of planning, as text.

use crate::calling::{self, CallingProcedure};
use crate::contracted;
use crate::deep;
use crate::error::Error;
use crate::message::Messages;
use crate::note::Note;
use crate::options::{Mode, Options};
use crate::program::{Program, Read};
use crate::request::Request;
use crate::tape::{self, Tape};
use crate::value::{Head, Question};
use adc_analysis::activity::why::{why, Answer};
use adc_analysis::show::{self, Notes};
use adc_analysis::{Analyses, HeadSpec, Heads};
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::encoding::shown;
use adc_frontend::ir::{self, StmtId, SymbolId, UnitId};
use adc_frontend::span::{FileId, SourceMap, Span};
use adc_transform::adjoint::report::{self, Report};
use adc_transform::{admit, entries, head, messages as exchanged, opaque};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Facts about a program that [`Analysis::show`] prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Facts {
    /// Active variables, line by line.
    Activity,
    /// The variables that each call reads and writes, and the program summary graph.
    Psg,
    /// The results that depend linearly on inputs, and the values that pass from iteration to iteration.
    Linearity,
    /// Polynomial degrees of results in inputs.
    Degree,
    /// Results that are sums of functions of few variables.
    Separability,
    /// Computational graphs of straight-line code, what their Jacobians cost, and which of them are preaccumulated.
    Elimination,
    /// Loops whose iterations may run at the same time, what forbids it, and the roles of variables.
    Parallel,
}

/// Decisions about an adjoint that [`Plan::show`] prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Decisions {
    /// Statements that the forward sweep contains, line by line.
    Liveness,
    /// Values that the adjoint records or recomputes, line by line.
    Tbr,
    /// Variables that adjoints change, and those saved and restored around the adjoints of calls.
    AdjointWrite,
    /// The tape report: how much the adjoint records, where and why, as formulas.
    Tape,
}

impl Decisions {
    /// The notes in the margin of the source, for those that are there.
    fn in_margin(self) -> Option<fn(&Report, &SourceMap) -> Notes> {
        match self {
            Decisions::Liveness => Some(report::show::liveness),
            Decisions::Tbr => Some(report::show::tbr),
            Decisions::AdjointWrite => Some(report::show::adjoint_write),
            Decisions::Tape => None,
        }
    }
}

/// The results of the analyses of a program.
pub struct Analysis<'p> {
    map: &'p SourceMap,
    program: Cow<'p, ir::Program>,
    facts: Analyses,
    /// The heads, if any were given.
    heads: Option<Heads>,
    messages: Messages,
}

/// The decisions about an adjoint, without its code.
pub struct Plan {
    map: SourceMap,
    report: Report,
    messages: Messages,
}

impl Program {
    /// Analyses what heads reach. Without heads, directives in the source name them.
    ///
    /// # Errors
    /// As [`differentiate`](Program::differentiate).
    pub fn analyse(&self, heads: &[Head], options: &Options) -> Result<Analysis<'_>, Error> {
        deep::run(options.threads(), || {
            analyse(&self.0, Subject::given(&self.0, heads)?, options)
        })
    }

    /// Analyses the whole program, without independents and dependents.
    ///
    /// # Errors
    /// As [`differentiate`](Program::differentiate).
    pub fn analyse_all(&self, options: &Options) -> Result<Analysis<'_>, Error> {
        deep::run(options.threads(), || analyse(&self.0, Subject::all(&self.0)?, options))
    }

    /// Plans the adjoint as [`differentiate`](Program::differentiate) does. Without heads, directives in the source
    /// name them.
    ///
    /// # Errors
    /// As [`differentiate`](Program::differentiate).
    pub fn plan(&self, heads: &[Head], options: &Options) -> Result<Plan, Error> {
        deep::run(options.threads(), || plan(&self.0, heads, options))
    }
}

/// A program with heads.
struct Subject<'p> {
    program: Cow<'p, ir::Program>,
    messages: Vec<Diagnostic>,
    heads: Heads,
    given: bool,
}

impl<'p> Subject<'p> {
    /// The heads that a caller gives, or directives.
    fn given(read: &'p Read, heads: &[Head]) -> Result<Subject<'p>, Error> {
        let (program, mut messages) = read.for_heads(heads)?;
        let program = opened(program);
        let heads = head::resolve(&program, &Head::texts(heads), &mut messages);
        let heads = heads.ok_or_else(|| Error::of_source(&messages, &read.map))?;
        Ok(Subject {
            program,
            messages,
            heads,
            given: true,
        })
    }

    /// A head without independents and dependents.
    fn all(read: &'p Read) -> Result<Subject<'p>, Error> {
        let (program, messages) = read.for_heads(&[])?;
        let program = opened(program);
        let first = program.units.iter().find(|(_, u)| u.is_definition()).map(|(u, _)| u);
        match first {
            Some(unit) => Ok(Subject {
                program,
                messages,
                heads: HeadSpec::new(unit, vec![], vec![]).into(),
                given: false,
            }),
            None => Subject::given(read, &[]),
        }
    }
}

/// The program with its ENTRY statements as procedures.
fn opened(program: Cow<'_, ir::Program>) -> Cow<'_, ir::Program> {
    match entries::opened(&program) {
        Cow::Owned(opened) => Cow::Owned(opened),
        Cow::Borrowed(_) => program,
    }
}

fn analyse<'p>(read: &'p Read, subject: Subject<'p>, options: &Options) -> Result<Analysis<'p>, Error> {
    let Subject {
        program,
        mut messages,
        mut heads,
        given,
    } = subject;
    let options = options.with(&read.described, &read.checkpoints);
    let refused = admit::refusals(&program, &heads);
    let (modelled, models) = exchanged::modelled(
        &program,
        &heads,
        adc_transform::Mode::Tangent,
        &options.external,
        &options.assume_passive,
        &mut messages,
    );
    if any_error(&messages) {
        return Err(Error::of_source(&messages, &read.map));
    }
    heads.messages.extend(models.messages);
    let mut program = match modelled {
        Cow::Owned(modelled) => Cow::Owned(modelled),
        Cow::Borrowed(_) => program,
    };
    if !refused.is_empty() {
        opaque::assume_worst(program.to_mut(), &heads);
    }
    let facts = adc_transform::facts_of(&program, &heads, &options);
    if !refused.is_empty() && !opaque::are_passive(&program, &facts, &heads) {
        messages.extend(refused);
        return Err(Error::of_source(&messages, &read.map));
    }
    messages.extend(adc_transform::notes(&program, &facts));
    Ok(Analysis {
        map: &read.map,
        program,
        facts,
        heads: given.then_some(heads),
        messages: Messages::new(&messages, &read.map),
    })
}

/// Plans the adjoint, with contracted calls if they pay.
fn plan(read: &Arc<Read>, heads: &[Head], options: &Options) -> Result<Plan, Error> {
    let with = options.with(&read.described, &read.checkpoints);
    let plan = planned(read, heads, &with)?;
    if plan.report.contractible.is_empty() {
        return Ok(plan);
    }
    let request = Request {
        heads: heads.to_vec(),
        options: options.clone(),
        ..Request::by_directives(Mode::Reverse)
    };
    match contracted::sources(read, &request, &with)? {
        Some((read, with)) => planned(&read, heads, &with),
        None => Ok(plan),
    }
}

fn planned(read: &Read, heads: &[Head], options: &adc_transform::Options) -> Result<Plan, Error> {
    let Subject {
        program,
        mut messages,
        heads,
        ..
    } = Subject::given(read, heads)?;
    let map = &read.map;
    let line = |span: Span| map.place(span.lo).map(|(_, line, _)| line);
    let (report, more) = adc_transform::plan(&program, &heads, options, &line);
    messages.extend(more);
    match report {
        Some(report) if !any_error(&messages) => Ok(Plan {
            map: map.clone(),
            report,
            messages: Messages::new(&messages, map),
        }),
        _ => Err(Error::of_source(&messages, map)),
    }
}

impl Plan {
    /// Warnings and notes, also those about the sources.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// Decisions as text.
    ///
    /// # Errors
    /// If the system provides no thread, or on a fault of `adc`.
    pub fn show(&self, decisions: Decisions) -> Result<String, Error> {
        deep::run(None, || {
            let text = match decisions.in_margin() {
                Some(notes) => notes(&self.report, &self.map).listing(&self.map),
                None => report::show::tape(&self.report, &self.map),
            };
            Ok(shown(&text).into_owned())
        })
    }

    /// The notes that [`show`](Plan::show) prints in the margin of the source; none for [`Decisions::Tape`].
    ///
    /// # Errors
    /// As [`show`](Plan::show).
    pub fn notes(&self, decisions: Decisions) -> Result<Vec<Note>, Error> {
        deep::run(None, || {
            let all = decisions.in_margin().map(|notes| notes(&self.report, &self.map));
            Ok(all.map_or_else(Vec::new, |all| Note::all(&all, &self.map)))
        })
    }

    /// The tape of each adjoint, the heads first.
    ///
    /// # Errors
    /// As [`show`](Plan::show).
    pub fn tapes(&self) -> Result<Vec<Tape>, Error> {
        deep::run(None, || Ok(tape::tapes(&self.report, &self.map)))
    }
}

impl Analysis<'_> {
    /// Warnings and notes, also those about the sources.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// Facts as text.
    ///
    /// # Errors
    /// If the system provides no thread, or on a fault of `adc`.
    pub fn show(&self, facts: Facts) -> Result<String, Error> {
        deep::run(None, || {
            let (program, all, heads) = (&*self.program, &self.facts, self.heads.as_ref());
            let text = match facts {
                Facts::Activity => show::activity(program, all, self.map),
                Facts::Psg => show::psg(program, all, self.map),
                Facts::Linearity => show::linearity(program, all, heads, self.map),
                Facts::Degree => show::degree(program, all, heads),
                Facts::Separability => show::separability(program, all, heads, self.map),
                Facts::Parallel => show::parallel(program, all, self.map),
                Facts::Elimination => adc_transform::preaccumulate::show(program, all, heads, self.map),
            };
            Ok(shown(&text).into_owned())
        })
    }

    /// The variables that are active on lines of statements: used or defined there.
    ///
    /// # Errors
    /// As [`show`](Analysis::show).
    pub fn active_names(&self) -> Result<Vec<Note>, Error> {
        deep::run(None, || {
            let all = show::active_names(&self.program, &self.facts, self.map);
            let note = |((file, line), names): ((FileId, usize), BTreeSet<String>)| {
                let names: Vec<String> = names.into_iter().collect();
                Note::of((file, line), &names, self.map)
            };
            Ok(all.into_iter().map(note).collect())
        })
    }

    /// The procedures with a body, and the main program, in the order of the sources, with the calls between them.
    ///
    /// # Errors
    /// As [`show`](Analysis::show).
    pub fn procedures(&self) -> Result<Vec<CallingProcedure>, Error> {
        deep::run(None, || {
            Ok(calling::procedures(
                &self.program,
                &self.facts,
                self.heads.as_ref(),
                self.map,
            ))
        })
    }

    /// Why a variable is active on a line: a shortest chain of statements from an independent through the variable to a
    /// dependent, or the reason why it is not active.
    ///
    /// # Errors
    /// If no statement begins on the line, or if the name is not a variable there; if the system provides no thread; or
    /// on a fault of `adc`.
    pub fn why(&self, question: &Question) -> Result<String, Error> {
        deep::run(None, || {
            let answer = self.answer(question).map_err(Error::of_request)?;
            Ok(shown(&answer).into_owned())
        })
    }

    fn answer(&self, q: &Question) -> Result<String, String> {
        let (program, facts) = (&*self.program, &self.facts);
        let (unit, stmts) =
            statements_on(self.map, program, q).ok_or_else(|| format!("no statement begins on line {}", q.line))?;
        let (symbol, path) = variable(program, unit, &q.name)
            .ok_or_else(|| format!("`{}` is not a variable of `{}`", q.name, program.units[unit].name))?;
        let (name, line) = (&q.name, q.line);
        Ok(match why(facts, unit, symbol, &path, &stmts) {
            Answer::Chain(links) => show::chain(program, facts, self.map, &links),
            Answer::OnlyVaried(links) => {
                let chain = show::chain(program, facts, self.map, &links);
                format!(
                    "{chain}`{name}` depends on an independent on line {line}, but does not influence any dependent\n"
                )
            }
            Answer::NotVaried => format!("`{name}` does not depend on any independent on line {line}\n"),
            Answer::NotThere => format!("`{name}` is not used on line {line}\n"),
            Answer::NothingKnown => format!("`{name}` cannot have a derivative\n"),
        })
    }
}

/// The statements that begin on a line, and their unit.
fn statements_on(map: &SourceMap, program: &ir::Program, q: &Question) -> Option<(UnitId, BTreeSet<StmtId>)> {
    let is_there = |span: Span| {
        let place = map.place(span.lo).filter(|_| !span.is_none());
        let is_in = |file: &str, f: &str| file == f || file.ends_with(&format!("/{f}"));
        place.is_some_and(|(file, line, _)| line == q.line && q.file.as_ref().is_none_or(|f| is_in(file, f)))
    };
    for (unit, u) in program.units.iter() {
        let mut found = BTreeSet::new();
        ir::visit::walk_block(&u.body, &mut |stmt| {
            if is_there(stmt.span) {
                found.insert(stmt.id);
            }
        });
        if !found.is_empty() {
            return Some((unit, found));
        }
    }
    None
}

/// The variable of `t` or `s%a%b`, and the components.
fn variable(program: &ir::Program, unit: UnitId, name: &str) -> Option<(SymbolId, Vec<SymbolId>)> {
    let folded = name.to_ascii_lowercase();
    let mut words = folded.split('%').map(str::trim);
    let symbol = program.lookup(unit, words.next()?)?;
    let mut ty = program.symbols[symbol].variable()?.ty.ty;
    let mut path = vec![];
    for word in words {
        let component = head::find_component(program, ty, word)?;
        ty = program.symbols[component].ty();
        path.push(component);
    }
    Some((symbol, path))
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Plan");
        all.field("messages", &self.messages).finish_non_exhaustive()
    }
}

impl fmt::Debug for Analysis<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Analysis");
        all.field("messages", &self.messages).finish_non_exhaustive()
    }
}

impl Drop for Analysis<'_> {
    fn drop(&mut self) {
        if let Cow::Owned(program) = &mut self.program {
            deep::discard(std::mem::take(program));
        }
    }
}
