//! A program that is ready to be differentiated, with its facts.

use crate::context::Context;
use crate::elimination::{self, GraphFormat};
use crate::jacobian::{unrolled, Straight};
use crate::normalize;
use crate::options::mode::Mode;
use crate::options::Options;
use crate::preaccumulate::{preaccumulate, preaccumulate_these, Sequence};
use crate::prepare::copies::Copies;
use crate::prepare::external::models::Models;
use crate::prepare::folded::{Folded, Wanted};
use crate::prepare::specialize::specialise;
use crate::prepare::state::Lifted;
use crate::prepare::{added, admit, entries, folded, instances, messages, opaque, returned, state};
use adc_analysis::{analyse, show, Analyses, Heads};
use adc_frontend::codes;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::Program;
use adc_frontend::span::SourceMap;
use std::borrow::Cow;
use std::sync::Arc;

/// The normalised program, the input of analyses and rules.
pub fn normalised(program: &Program, heads: &Heads, mode: Mode, options: &Options) -> (Program, Vec<Diagnostic>) {
    // procedures of the user's that are written again have no marks
    let marked = options.add_parallel.then(|| {
        let facts = facts_of(program, heads, options);
        let mut marked = program.clone();
        added::mark(&mut marked, &facts);
        marked
    });
    let program = marked.as_ref().unwrap_or(program);
    let (mut normal, messages) = normalize::program(program, heads, mode, options);
    opaque::assume_worst(&mut normal, heads);
    (normal, messages)
}

/// Facts about a normalised program.
pub fn facts_of(program: &Program, heads: &Heads, options: &Options) -> Analyses {
    analyse(
        program,
        heads,
        &adc_analysis::Options {
            activity: options.method(),
            pointers_apart: options.pointers_apart,
        },
    )
}

/// Warnings about an independent and a dependent that do not depend on each other.
pub fn notes(program: &Program, facts: &Analyses) -> Vec<Diagnostic> {
    let activity = &facts.activity;
    let mut messages = vec![];
    for &s in &activity.dependents_without_dependence {
        let symbol = &program.symbols[s];
        let text = format!(
            "`{}` does not depend on any independent; its derivative is zero",
            symbol.name
        );
        messages.push(Diagnostic::warning(codes::NO_DEPENDENCE, symbol.span, text));
    }
    for end in &activity.independents_without_influence {
        let symbol = &program.symbols[end.independent];
        let text = format!(
            "no dependent depends on `{}`; the derivative with respect to it is zero",
            symbol.name
        );
        let mut message = Diagnostic::warning(codes::NO_INFLUENCE, symbol.span, text);
        let (text, span) = show::dead_end(program, end.end);
        message = match span {
            Some(span) => message.also(span, text),
            None => message.with_note(text),
        };
        messages.push(message);
    }
    messages
}

/// Reduces passive procedures whose state the first call sets to their reads and writes, for adjoints.
fn settle(
    primal: &mut Program,
    facts: &mut Analyses,
    heads: &Heads,
    mode: Mode,
    options: &Options,
    models: &mut Models,
) {
    if mode == Mode::Tangent {
        return;
    }
    let settled = state::abstracted(primal, facts, heads);
    if !settled.is_empty() {
        *facts = facts_of(primal, heads, options);
    }
    settled.into_iter().for_each(|u| models.close(u));
}

/// The reason why a program is not ready to be differentiated.
pub(crate) enum Unprepared {
    /// It cannot be differentiated.
    Refused(Vec<Diagnostic>),
    /// Some submodules must be folded into their modules.
    Wanted(Wanted),
}

/// A normalised program with its facts.
pub(crate) struct Normal {
    pub(crate) primal: Program,
    pub(crate) facts: Analyses,
    /// True if proposed sequences have been preaccumulated: then no others are proposed.
    pub(crate) has_proposed: bool,
}

/// A program that is ready to be differentiated.
pub(crate) struct Prepared<'p> {
    /// The user's program, with copies of procedures for the arguments of calls, and with its state lifted.
    program: Cow<'p, Program>,
    /// The procedures to differentiate, in that program.
    pub(crate) heads: Heads,
    /// That program, normalised.
    pub(crate) normal: Normal,
    lifted: Lifted,
    pub(crate) copies: Copies,
    models: Models,
    /// Submodules that have been folded into their modules.
    pub(crate) folded: &'p Arc<folded::Record>,
    pub(crate) messages: Vec<Diagnostic>,
    /// Errors for the contents of passive procedures, in case they must be regenerated.
    pub(crate) refused: Vec<Diagnostic>,
}

/// A program as the passes of the normal form take it.
struct Unnormalised<'p> {
    /// With models of procedures without source, and copies for what calls hand over.
    program: Cow<'p, Program>,
    heads: Heads,
    copies: Copies,
    models: Models,
    /// Errors for what passive procedures hold.
    refused: Vec<Diagnostic>,
}

impl<'p> Unnormalised<'p> {
    fn new(program: &'p Program, heads: &Heads, mode: Mode, options: &Options) -> Result<Self, Vec<Diagnostic>> {
        let program = entries::opened(program);
        // passive procedures may contain anything
        let refused = admit::refusals(&program, heads);
        if admit::are_final(&refused) {
            return Err(refused);
        }
        let mut unfit = vec![];
        let (mut program, models) = match messages::modelled(
            &program,
            heads,
            mode,
            &options.external,
            &options.assume_passive,
            &mut unfit,
        ) {
            (Cow::Owned(modelled), models) => (Cow::Owned(modelled), models),
            (Cow::Borrowed(_), models) => (program, models),
        };
        if !unfit.is_empty() {
            return Err(unfit);
        }
        let mut copies = Copies::default();
        let mut heads = heads.clone();
        heads.messages.extend(models.messages);
        if instances::are_needed(&program) {
            (copies, heads) = instances::separate(program.to_mut(), &heads);
        }
        if returned::are_there(&program) {
            returned::pass(program.to_mut(), &heads, &mut copies);
        }
        Ok(Unnormalised {
            program,
            heads,
            copies,
            models,
            refused,
        })
    }
}

/// The normal form of a program after a pass, or after the last one. With an error among the messages there is none.
pub fn normal_form(
    program: &Program,
    heads: &Heads,
    mode: Mode,
    options: &Options,
    last: Option<&normalize::Pass>,
) -> (Option<Program>, Vec<Diagnostic>) {
    match Unnormalised::new(program, heads, mode, options) {
        Ok(u) => {
            let (normal, messages) = normalize::until(&u.program, &u.heads, mode, options, last);
            ((!any_error(&messages)).then_some(normal), messages)
        }
        Err(refused) => (None, refused),
    }
}

/// The computational graphs of the normal form, as text. With an error among the messages there are none.
pub fn graphs(
    program: &Program,
    heads: &Heads,
    (mode, options): (Mode, &Options),
    map: &SourceMap,
    format: GraphFormat,
) -> (Option<String>, Vec<Diagnostic>) {
    let u = match Unnormalised::new(program, heads, mode, options) {
        Ok(u) => u,
        Err(refused) => return (None, refused),
    };
    let (normal, messages) = normalised(&u.program, &u.heads, mode, options);
    let text = (!any_error(&messages)).then(|| {
        let facts = facts_of(&normal, &u.heads, options);
        elimination::dump(&normal, &facts, map, format)
    });
    (text, messages)
}

impl<'p> Prepared<'p> {
    pub(crate) fn new(folded: &'p Folded, heads: &Heads, mode: Mode, options: &Options) -> Result<Self, Unprepared> {
        let Unnormalised {
            mut program,
            heads,
            mut copies,
            mut models,
            refused,
        } = Unnormalised::new(&folded.program, heads, mode, options).map_err(Unprepared::Refused)?;
        let (mut primal, mut messages) = normalised(&program, &heads, mode, options);
        if options.is_jacobian_by_elimination() {
            unrolled(&mut primal, heads.first());
        }
        let mut facts = facts_of(&primal, &heads, options);
        if !refused.is_empty() && !opaque::are_passive(&primal, &facts, &heads) {
            return Err(Unprepared::Refused(refused));
        }
        settle(&mut primal, &mut facts, &heads, mode, options, &mut models);
        let state = state::carried(&primal, &facts, &heads, mode);
        let wanted = state::in_submodules(&primal, &facts, &heads, &state);
        if !wanted.is_empty() {
            return Err(Unprepared::Wanted(wanted));
        }
        let mut lifted = Lifted::default();
        if !state.is_empty() {
            let suffixes = (options.suffix_of_units(mode), options.suffix_of_modules(mode));
            lifted = state::lift(program.to_mut(), &state, &facts, &heads, &suffixes, &folded.record);
            copies.settle(program.to_mut(), &|u| lifted.procedures.contains_key(&u));
            (primal, messages) = normalised(&program, &heads, mode, options);
            facts = facts_of(&primal, &heads, options);
            settle(&mut primal, &mut facts, &heads, mode, options, &mut models);
        }
        messages.append(&mut lifted.messages);
        // further messages about state that cannot be moved follow from this
        if any_error(&messages) {
            return Err(Unprepared::Refused(messages));
        }
        messages.extend(notes(&primal, &facts));
        if options.specialize {
            let analyse = |p: &Program| facts_of(p, &heads, options);
            facts = specialise(program.to_mut(), &mut primal, &heads, facts, &analyse, &mut copies);
            lifted.written = copies.written();
        }
        if preaccumulate(&mut primal, &facts, options) {
            facts = facts_of(&primal, &heads, options);
        }
        Ok(Prepared {
            program,
            heads,
            normal: Normal {
                primal,
                facts,
                has_proposed: false,
            },
            lifted,
            copies,
            models,
            folded: &folded.record,
            messages,
            refused,
        })
    }

    /// The head as one graph, if it is one: Jacobians have one head.
    pub(crate) fn straight(&self) -> Option<Straight> {
        Straight::new(&self.normal.primal, &self.normal.facts, self.heads.first())
    }

    /// The normal form in which some sequences are preaccumulated.
    pub(crate) fn preaccumulated(&self, sequences: &[&Sequence], options: &Options) -> Normal {
        let Normal { primal, facts, .. } = &self.normal;
        let mut primal = primal.clone();
        preaccumulate_these(&mut primal, facts, sequences, options);
        let facts = facts_of(&primal, &self.heads, options);
        Normal {
            primal,
            facts,
            has_proposed: true,
        }
    }

    /// The context of the first round, for the normal form or that with preaccumulated sequences.
    pub(crate) fn context<'a>(&'a self, normal: &'a Normal, mode: Mode, options: &'a Options) -> Context<'a> {
        Context::new(
            (&self.program, &normal.primal),
            &normal.facts,
            &self.heads,
            (mode, options),
            &self.models,
            Arc::clone(self.folded),
            Arc::new(self.lifted.clone()),
        )
    }
}
