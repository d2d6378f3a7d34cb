//! Derivative programs from programs and facts.
//!
//! ```text
//! ir::Program → normalise → analyses → signatures → bodies → ir::Program' (derivative units)
//! ```
//!
//! [`differentiate`] is the whole of it. The tangent and the adjoint share normalisation ([`normalize`]), the rules of operations ([`rules`]), signatures ([`signature`]), shadows and
//! visibility ([`generator`]) and calls ([`calls`]).

mod addresses;
pub mod adjoint;
pub mod admit;
mod alternates;
pub(crate) mod assemble;
pub mod balance;
mod begin;
mod c_names;
pub mod calls;
mod code;
pub mod context;
mod contexts;
mod copies;
mod downcasts;
mod enlarged;
pub mod entries;
pub mod external;
mod files;
pub mod folded;
pub mod generator;
pub mod head;
mod hidden;
mod indices;
mod input;
pub mod internal;
mod io;
pub mod link;
mod loop_marks;
mod mode;
mod moved;
mod moved_procedures;
pub mod names;
pub mod normalize;
mod once;
pub mod opaque;
mod options;
mod output;
mod overlap;
mod partial;
pub mod place;
mod private;
mod protected;
mod reread;
mod returned;
mod rounds;
pub mod rules;
pub mod settled;
pub mod signature;
mod silent;
mod specialize;
mod spelled;
mod split;
mod state;
pub mod stop_on_input;
mod tangent;
mod text;
mod transfers;
pub mod unreached;
mod values;
mod work_arguments;
pub mod wrapper;
mod zeroing;
mod zeros;

pub use adc_analysis::Method;
use adc_analysis::{analyse, show, Analyses, HeadSpec};
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::{Block, Program, SymbolId, UnitId};
use adc_frontend::parallel;
use adc_frontend::span::Span;
use adjoint::between::Between;
use adjoint::plan::Node;
use adjoint::report::{report, Report};
use adjoint::{Adjoint, Temps};
use context::Context;
use copies::Copies;
use external::Models;
use folded::{Folded, Wanted};
use generator::Generator;
use indexmap::{IndexMap, IndexSet};
pub use mode::Mode;
pub use options::{Application, Checkpoint, Fuel, Opt, OptSet, Options};
use rounds::Rounds;
use specialize::specialise;
use state::Lifted;
use std::borrow::Cow;
use std::sync::Arc;
use tangent::Tangent;

/// A derivative program.
pub struct Derivative {
    /// Primal and derivative units.
    pub program: Program,
    /// Top-level derivative units in the order in which they must be compiled.
    pub roots: Vec<UnitId>,
    /// The derivative of the head.
    pub head: UnitId,
    /// Pairs of primal and derivative units.
    pub units: Vec<(UnitId, UnitId)>,
    /// Modules that the derivative program holds in place of the originals.
    pub enlarged: Vec<UnitId>,
    /// Submodules that are folded into these modules.
    pub folded: Vec<UnitId>,
    /// What was differentiated.
    pub spec: HeadSpec,
    /// Dummy arguments (and results) with a shadow, by primal unit.
    pub active_arguments: IndexMap<UnitId, Vec<SymbolId>>,
    /// Names of what the adjoint records, by primal unit; absent in tangents.
    pub recorded: IndexMap<UnitId, Vec<SmolStr>>,
}

/// The normalised program that analyses and rules look at.
pub fn normalised(program: &Program, head: &HeadSpec, mode: Mode, options: &Options) -> (Program, Vec<Diagnostic>) {
    let (mut normal, messages) = normalize::program(program, head, mode, options);
    opaque::assume_worst(&mut normal, head);
    (normal, messages)
}

/// Facts about a normalised program.
pub fn facts_of(program: &Program, head: &HeadSpec, options: &Options) -> Analyses {
    analyse(
        program,
        head,
        &adc_analysis::Options {
            activity: options.method(),
        },
    )
}

/// Warnings where an independent and a dependent have nothing to do with each other.
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
        let text = format!("no dependent depends on `{}`; its derivative is zero", symbol.name);
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

/// Leaves of passive procedures whose state the first call sets no more than what they read and write, for adjoints.
fn settle(
    primal: &mut Program,
    facts: &mut Analyses,
    head: &HeadSpec,
    mode: Mode,
    options: &Options,
    models: &mut Models,
) {
    if mode == Mode::Tangent {
        return;
    }
    let settled = state::abstracted(primal, facts, head);
    if !settled.is_empty() {
        *facts = facts_of(primal, head, options);
    }
    settled.into_iter().for_each(|u| models.close(u));
}

/// Why a program is not ready to be differentiated.
enum Unprepared {
    /// It cannot be differentiated.
    Refused(Vec<Diagnostic>),
    /// Some submodules have to be folded into their modules.
    Wanted(Wanted),
}

/// A program that is ready to be differentiated.
struct Prepared<'p> {
    /// The user's, with copies of procedures for what calls hand over, and its state lifted.
    program: Cow<'p, Program>,
    /// What is differentiated of it.
    head: HeadSpec,
    /// The program, normalised.
    primal: Program,
    facts: Analyses,
    lifted: Lifted,
    copies: Copies,
    models: Models,
    /// Submodules that have been folded into their modules.
    folded: &'p Arc<folded::Record>,
    messages: Vec<Diagnostic>,
    /// Errors for what passive procedures hold, should they have to be written again.
    refused: Vec<Diagnostic>,
}

impl<'p> Prepared<'p> {
    fn new(folded: &'p Folded, head: &HeadSpec, mode: Mode, options: &Options) -> Result<Self, Unprepared> {
        let program = entries::opened(&folded.program);
        // passive procedures may hold anything
        let refused = admit::refusals(&program, head);
        if admit::any_in_types(&refused) {
            return Err(Unprepared::Refused(refused));
        }
        let mut unfit = vec![];
        let (mut program, mut models) =
            match external::modelled(&program, head, &options.external, &options.assume_passive, &mut unfit) {
                (Cow::Owned(modelled), models) => (Cow::Owned(modelled), models),
                (Cow::Borrowed(_), models) => (program, models),
            };
        if !unfit.is_empty() {
            return Err(Unprepared::Refused(unfit));
        }
        let mut copies = Copies::default();
        let mut head = head.clone();
        if contexts::are_needed(&program) {
            (copies, head) = contexts::separate(program.to_mut(), &head);
        }
        if returned::are_there(&program) {
            returned::pass(program.to_mut(), head.unit, &mut copies);
        }
        let head = head;
        let (mut primal, mut messages) = normalised(&program, &head, mode, options);
        let mut facts = facts_of(&primal, &head, options);
        if !refused.is_empty() && !opaque::are_passive(&primal, &facts, &head) {
            return Err(Unprepared::Refused(refused));
        }
        settle(&mut primal, &mut facts, &head, mode, options, &mut models);
        let state = state::carried(&primal, &facts, &head, mode);
        let wanted = state::in_submodules(&primal, &facts, &head, &state);
        if !wanted.is_empty() {
            return Err(Unprepared::Wanted(wanted));
        }
        let mut lifted = Lifted::default();
        if !state.is_empty() {
            let suffix = match mode {
                Mode::Tangent => &options.suffix_tangent,
                Mode::Reverse => &options.suffix_reverse,
            };
            lifted = state::lift(program.to_mut(), &state, &facts, &head, suffix, &folded.record);
            copies.settle(program.to_mut(), &|u| lifted.procedures.contains_key(&u));
            (primal, messages) = normalised(&program, &head, mode, options);
            facts = facts_of(&primal, &head, options);
            settle(&mut primal, &mut facts, &head, mode, options, &mut models);
        }
        messages.append(&mut lifted.messages);
        // what else there is to say of state that has to stay where it is follows from this
        if any_error(&messages) {
            return Err(Unprepared::Refused(messages));
        }
        messages.extend(notes(&primal, &facts));
        if options.specialize {
            let analyse = |p: &Program| facts_of(p, &head, options);
            facts = specialise(program.to_mut(), &mut primal, head.unit, facts, &analyse, &mut copies);
            lifted.written = copies.written();
        }
        Ok(Prepared {
            program,
            head,
            primal,
            facts,
            lifted,
            copies,
            models,
            folded: &folded.record,
            messages,
            refused,
        })
    }

    /// The context of the first round.
    fn context<'a>(&'a self, mode: Mode, options: &'a Options) -> Context<'a> {
        Context::new(
            (&self.program, &self.primal),
            &self.facts,
            &self.head,
            (mode, options),
            &self.models,
            Arc::clone(self.folded),
            Arc::new(self.lifted.clone()),
        )
    }
}

/// Differentiates. With an error among the messages there is no result.
pub fn differentiate(
    program: &Program,
    head: &HeadSpec,
    mode: Mode,
    options: &Options,
) -> (Option<Derivative>, Vec<Diagnostic>) {
    let made = Folded::new(program).until(|folded| differentiated(folded, head, mode, options));
    made.unwrap_or_else(|refused| (None, refused))
}

fn differentiated(
    folded: &Folded,
    head: &HeadSpec,
    mode: Mode,
    options: &Options,
) -> Result<(Option<Derivative>, Vec<Diagnostic>), Wanted> {
    let prepared = match Prepared::new(folded, head, mode, options) {
        Ok(p) => p,
        Err(Unprepared::Refused(refused)) => return Ok((None, refused)),
        Err(Unprepared::Wanted(wanted)) => return Err(wanted),
    };
    let context = prepared.context(mode, options);
    let mut rounds = Rounds::default();
    let (mut g, units, recorded) = loop {
        let mut g = rounds.begin(&context);
        g.messages.splice(..0, prepared.messages.iter().cloned());
        let units = begin(&mut g, &mut rounds);
        if !g.proposals.wanted.is_empty() {
            return Err(g.proposals.wanted);
        }
        let planned = (mode == Mode::Reverse).then(|| planned(&mut g, &units));
        if !g.proposals.wanted.is_empty() {
            planned.into_iter().for_each(Planned::discard);
            return Err(g.proposals.wanted);
        }
        // nothing is written of what is planned again
        if !rounds.are_over(&g, IndexSet::new()) {
            planned.into_iter().for_each(Planned::discard);
            continue;
        }
        let recorded = write(&mut g, &units, planned);
        prepared.copies.restore(&mut g.out);
        g.spell_assignments_out();
        downcasts::written(&mut g.out);
        g.write_hidden_constants();
        let mut hidden = g.hidden_components();
        hidden.extend(g.hidden_names());
        hidden.extend(g.hidden_bindings());
        hidden.extend(g.protected_elsewhere());
        hidden.extend(g.hidden_from_silent_copies());
        hidden.extend(g.import_types());
        g.order_modules();
        if rounds.are_over(&g, hidden) {
            break (g, units, recorded);
        }
    };
    if opaque::is_lost(&g.out, &g.roots) {
        g.messages.extend(prepared.refused.iter().cloned());
    }
    if any_error(&g.messages) {
        return Ok((None, g.messages));
    }
    let head_unit = g.entry.unwrap_or_else(|| g.derivative_unit(prepared.head.unit));
    g.bind_head(head_unit);
    let of_user: IndexSet<UnitId> = g.primal.units.iter().map(|(u, _)| u).collect();
    let made: Vec<UnitId> = g.out.units.iter().map(|(u, _)| u).collect();
    for u in made.into_iter().filter(|u| !of_user.contains(u)) {
        let mut body = std::mem::take(&mut g.out.units[u].body);
        loop_marks::settle(&mut body, mode);
        g.out.units[u].body = body;
    }
    let primal = g.primal;
    let of_user = |s: SymbolId| primal.symbols.contains(s);
    let unsettled = settled::settle(&mut g.out, &g.roots, &of_user);
    if !unsettled.is_empty() {
        g.messages.extend(unsettled);
        return Ok((None, g.messages));
    }
    let wrong = adc_frontend::verify::verify(&g.out);
    assert!(wrong.is_empty(), "differentiation made an unsound program: {wrong:#?}");
    let messages = std::mem::take(&mut g.messages);
    let active_arguments = units.iter().map(|&u| (u, g.active_arguments(u))).collect();
    let made = g.units.iter().filter(|(&u, _)| !g.models.contains(u));
    let units = made.map(|(&a, &b)| (a, b)).collect();
    let enlarged = g.enlarged.iter().copied().filter(|&m| g.is_of_user(m)).collect();
    let folded = prepared.folded.submodules.iter().copied();
    let folded = folded
        .filter(|&s| g.enlarged.contains(&g.primal.outermost(s)))
        .collect();
    let derivative = Derivative {
        program: g.out,
        roots: g.roots,
        head: head_unit,
        units,
        enlarged,
        folded,
        spec: prepared.head.clone(),
        active_arguments,
        recorded,
    };
    Ok((Some(derivative), messages))
}

/// Plans the adjoint as [`differentiate`] does, and reports what is decided. `line` tells the lines of statements. With an error among the messages there is no result.
pub fn plan(
    program: &Program,
    head: &HeadSpec,
    options: &Options,
    line: &dyn Fn(Span) -> Option<usize>,
) -> (Option<Report>, Vec<Diagnostic>) {
    let made = Folded::new(program).until(|folded| reported(folded, head, options, line));
    made.unwrap_or_else(|refused| (None, refused))
}

fn reported(
    folded: &Folded,
    head: &HeadSpec,
    options: &Options,
    line: &dyn Fn(Span) -> Option<usize>,
) -> Result<(Option<Report>, Vec<Diagnostic>), Wanted> {
    let prepared = match Prepared::new(folded, head, Mode::Reverse, options) {
        Ok(p) => p,
        Err(Unprepared::Refused(refused)) => return Ok((None, refused)),
        Err(Unprepared::Wanted(wanted)) => return Err(wanted),
    };
    let context = prepared.context(Mode::Reverse, options);
    let mut rounds = Rounds::default();
    let (mut g, planned) = loop {
        let mut g = rounds.begin(&context);
        g.messages.splice(..0, prepared.messages.iter().cloned());
        let units = begin(&mut g, &mut rounds);
        let planned = planned(&mut g, &units);
        if !g.proposals.wanted.is_empty() {
            planned.discard();
            return Err(g.proposals.wanted);
        }
        if rounds.are_over(&g, IndexSet::new()) {
            break (g, planned);
        }
    };
    let report = report(&mut g, &planned.between, planned.plans, line);
    let failed = any_error(&g.messages);
    Ok(((!failed).then_some(report), g.messages))
}

/// Writes the derivative units, adjoints as they are planned; the names of what each records.
fn write(g: &mut Generator, units: &[UnitId], planned: Option<Planned>) -> IndexMap<UnitId, Vec<SmolStr>> {
    let recorded = match planned {
        Some(planned) => adjoints(g, units, planned),
        None => {
            tangents(g, units);
            IndexMap::new()
        }
    };
    for &u in units {
        g.copy_internal_procedures(u);
    }
    g.make_entry();
    g.drop_uncalled_internals();
    g.name_values_of_hosts();
    g.declare_heads_globals();
    g.remove_unasked();
    // modules come into being when something in them is asked for
    let modules: Vec<UnitId> = g.units.keys().copied().collect();
    let primal = g.primal;
    for m in modules.into_iter().filter(|&m| !primal.units[m].is_procedure()) {
        g.shadow_storage(m);
    }
    g.keep_called_copies();
    g.copy_procedures_beside();
    recorded
}

/// Tangents of all units.
fn tangents(g: &mut Generator, units: &[UnitId]) {
    let items: Vec<(UnitId, ())> = units.iter().map(|&u| (u, ())).collect();
    let bodies = g.each_apart(&items, |g, u, ()| Tangent::new(g, u).body());
    let mut tangents: IndexMap<UnitId, _> = units.iter().copied().zip(bodies).collect();
    if g.options.derivative_only {
        g.cx.find_behaviour();
        tangent::slice::slice(g, &mut tangents);
        // what prints has silent copies beside adjoints only
        g.cx.behaviour = Arc::default();
    }
    let items: Vec<(UnitId, Block)> = tangents.into_iter().map(|(u, (body, _))| (u, body)).collect();
    g.each_apart(&items, |g, u, body| {
        let body = Adjoint::new(g, u).polished_tangent(body.clone());
        g.finish(u, body);
    });
    g.number_statements(units);
}

/// Makes the derivative units, empty; the procedures that have one.
fn begin<'a>(g: &mut Generator<'a>, rounds: &mut Rounds<'a>) -> Vec<UnitId> {
    if let Some(units) = rounds.begun(g) {
        return units;
    }
    let active = rounds.active(g);
    g.make_units(&active);
    rounds.say(g, |g| {
        g.check_commons();
        g.check_hidden_effects();
        g.check_files();
        g.check_addresses();
        g.check_transfers();
        if g.mode == Mode::Reverse {
            g.check_procedure_pointers();
        }
    });
    g.make_signatures();
    g.tell_of_models();
    // of procedures without source nothing is made but the interface
    let units: Vec<UnitId> = g
        .units
        .keys()
        .copied()
        .filter(|&u| g.primal.units[u].is_procedure() && !g.models.contains(u))
        .collect();
    for &u in &units {
        g.shadow_storage(u);
    }
    // what several procedures ask for is there before any of them is differentiated
    g.make_ahead(&units);
    let split: Vec<UnitId> = units.iter().copied().filter(|u| g.choices.split.contains(u)).collect();
    for u in split {
        g.forward_unit(u);
    }
    rounds.keep_beginning(g, &units);
    units
}

/// Adjoints, decided but not written.
struct Planned {
    plans: IndexMap<UnitId, Vec<Node>>,
    between: Between,
    temps: IndexMap<UnitId, Temps>,
}

impl Planned {
    fn discard(self) {
        parallel::discard(self.plans.into_values().collect());
    }
}

/// Plans the adjoints of all units.
fn planned(g: &mut Generator, units: &[UnitId]) -> Planned {
    let items: Vec<(UnitId, ())> = units.iter().map(|&u| (u, ())).collect();
    let planned = g.each_apart(&items, |g, u, ()| {
        let mut a = Adjoint::new(g, u);
        (a.plan(), a.into_temps())
    });
    let (all, temps): (Vec<_>, Vec<_>) = planned.into_iter().unzip();
    let mut plans: IndexMap<UnitId, Vec<Node>> = units.iter().copied().zip(all).collect();
    let temps = units.iter().copied().zip(temps).collect();
    let between = adjoint::decide::all(g, &mut plans);
    Planned { plans, between, temps }
}

/// Adjoints of all units; the names of what each records.
fn adjoints(g: &mut Generator, units: &[UnitId], planned: Planned) -> IndexMap<UnitId, Vec<SmolStr>> {
    let Planned { plans, between, temps } = planned;
    let between = Arc::new(between);
    let items: Vec<(UnitId, Temps)> = temps.into_iter().collect();
    g.each_apart(&items, |g, u, kept| {
        let plan = plans.get(&u).map_or(&[][..], Vec::as_slice);
        let sweeps = Adjoint::resume(g, u, kept.clone(), Arc::clone(&between)).body(plan);
        if let Some(forward) = sweeps.forward {
            g.finish_forward(u, forward);
        }
        g.finish(u, sweeps.body);
    });
    g.number_statements(units);
    let recorded = plans
        .iter()
        .map(|(&u, plan)| (u, adjoint::targets::recorded_names(&g.out, plan)))
        .collect();
    parallel::discard(plans.into_values().collect());
    recorded
}
