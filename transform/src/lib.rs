//! Generates derivative programs from programs and facts.
//!
//! ```text
//! ir::Program → normalise → analyses → signatures → bodies → ir::Program' (derivative units)
//! ```
//!
//! [`differentiate`] does all of it. The tangent and the adjoint share normalisation ([`normalize`]), the rules of
//! operations ([`rules`]), the context ([`context`]) and units, signatures, shadows, visibility and calls (`assemble`).

pub mod adjoint;
pub(crate) mod assemble;
pub mod balance;
mod code;
pub mod context;
mod directions;
pub mod elimination;
mod finish;
mod jacobian;
mod make;
pub mod normalize;
mod options;
mod patterns;
pub mod preaccumulate;
mod prepare;
mod prepared;
#[cfg(test)]
mod random_lines;
mod rounds;
pub mod rules;
mod tangent;

pub use crate::options::mode::Mode;
use crate::prepare::folded::{Folded, Wanted};
use adc_analysis::HeadSpec;
pub use adc_analysis::Method;
use adc_frontend::ast::SmolStr;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::{Program, SymbolId, UnitId};
use adc_frontend::span::Span;
use adjoint::report::{report, Report};
pub use finish::settled;
use finish::{directives, labels, loop_marks, zeros};
use indexmap::{IndexMap, IndexSet};
use make::{begin, planned, write, Planned};
pub use options::{Application, Checkpoint, Fuel, Jacobian, Opt, OptSet, Options, Preaccumulate, UnitSuffix};
pub use prepare::{admit, entries, external, head, opaque, unreached};
pub use prepared::{facts_of, graphs, normal_form, normalised, notes};
use prepared::{Prepared, Unprepared};
use rounds::Rounds;

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
    /// Modules in the derivative program that replace the originals.
    pub enlarged: Vec<UnitId>,
    /// Submodules that are folded into these modules.
    pub folded: Vec<UnitId>,
    /// The procedure that was differentiated.
    pub spec: HeadSpec,
    /// The shadows of its independents and dependents.
    pub shadows: IndexMap<SymbolId, SymbolId>,
    /// Dummy arguments (and results) with a shadow, by primal unit.
    pub active_arguments: IndexMap<UnitId, Vec<SymbolId>>,
    /// Names of the variables that the adjoint records, by primal unit; absent in tangents.
    pub recorded: IndexMap<UnitId, Vec<SmolStr>>,
}

/// Differentiates a program. There is no result if an error is among the messages.
pub fn differentiate(
    program: &Program,
    head: &HeadSpec,
    mode: Mode,
    options: &Options,
) -> (Option<Derivative>, Vec<Diagnostic>) {
    let made = Folded::new(program).until(|folded| match options.jacobian {
        Some(form) => jacobian_of(folded, head, form, options),
        None => differentiated(folded, head, mode, options),
    });
    made.unwrap_or_else(|refused| (None, refused))
}

/// The Jacobian by elimination, if the head is one graph; otherwise by directions.
fn jacobian_of(
    folded: &Folded,
    head: &HeadSpec,
    form: Jacobian,
    options: &Options,
) -> Result<(Option<Derivative>, Vec<Diagnostic>), Wanted> {
    let with = |vector: bool| Options {
        vector,
        ..options.clone()
    };
    if form == Jacobian::Sparse {
        return differentiated(folded, head, Mode::Tangent, &with(true));
    }
    match differentiated(folded, head, Mode::Tangent, &with(false))? {
        (None, said) if !any_error(&said) => differentiated(folded, head, Mode::Tangent, &with(true)),
        done => Ok(done),
    }
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
    let straight = if options.is_jacobian_by_elimination() {
        let Some(straight) = prepared.straight() else {
            // by directions
            return Ok((None, vec![]));
        };
        Some(straight)
    } else {
        None
    };
    let context = prepared.context(mode, options);
    let mut rounds = Rounds::default();
    let (mut g, units, recorded) = loop {
        let mut g = rounds.begin(&context, &prepared.messages);
        let units = begin(&mut g, &mut rounds);
        if !g.proposals.wanted.is_empty() {
            return Err(g.proposals.wanted);
        }
        let planned = (mode == Mode::Reverse).then(|| planned(&mut g, &units));
        if !g.proposals.wanted.is_empty() {
            planned.into_iter().for_each(Planned::discard);
            return Err(g.proposals.wanted);
        }
        // nothing is generated for a plan that will be made again
        if !rounds.are_over(&g, IndexSet::new()) {
            planned.into_iter().for_each(Planned::discard);
            continue;
        }
        let recorded = match &straight {
            Some(straight) => {
                make::jacobian(&mut g, &units, straight);
                IndexMap::new()
            }
            None => write(&mut g, &units, planned),
        };
        prepared.copies.restore(&mut g.out);
        g.spell_assignments_out();
        finish::downcasts::written(&mut g.out);
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
    let of_user: IndexSet<UnitId> = g.primal.units.iter().map(|(u, _)| u).collect();
    for u in made(&g.out, &of_user) {
        let mut body = std::mem::take(&mut g.out.units[u].body);
        let is_unshared = |s: SymbolId| g.primals.get(&s).is_some_and(|&p| g.is_alone(p));
        zeros::drop_repeated(&g.out, u, &mut body, &is_unshared);
        g.out.units[u].body = body;
    }
    let of_sets = match g.options.vector && g.options.is_sparse() && !any_error(&g.messages) {
        true => patterns::beside(&mut g),
        false => IndexMap::new(),
    };
    if g.options.vector && !any_error(&g.messages) {
        directions::multiply(&mut g, &of_sets.values().copied().collect());
    }
    if g.options.vector && g.options.jacobian.is_some() && !any_error(&g.messages) {
        let head = g.entry.unwrap_or_else(|| g.derivative_unit(g.head.unit));
        g.entry = Some(match of_sets.get(&head) {
            Some(&pattern) => jacobian::sparse(&mut g, head, pattern),
            None => jacobian::dense(&mut g, head),
        });
    }
    if opaque::is_lost(&g.out, &g.roots) {
        g.messages.extend(prepared.refused.iter().cloned());
    }
    if any_error(&g.messages) {
        return Ok((None, g.messages));
    }
    let head_unit = g.entry.unwrap_or_else(|| g.derivative_unit(prepared.head.unit));
    // the type of sparse matrices is none of C
    if !g.options.is_sparse() {
        g.bind_head(head_unit);
    }
    for u in made(&g.out, &of_user) {
        let mut body = std::mem::take(&mut g.out.units[u].body);
        preaccumulate::plain::values(&mut body);
        loop_marks::settle(&mut body, mode);
        directives::settle(&mut body);
        labels::drop_unused(&mut body);
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
    let listed = prepared.head.independents.iter().chain(&prepared.head.dependents);
    let shadows = listed.filter_map(|s| Some((*s, *g.shadows.get(s)?))).collect();
    let derivative = Derivative {
        program: g.out,
        roots: g.roots,
        head: head_unit,
        units,
        enlarged,
        folded,
        spec: prepared.head.clone(),
        shadows,
        active_arguments,
        recorded,
    };
    Ok((Some(derivative), messages))
}

/// The units that are not the user's.
fn made(program: &Program, of_user: &IndexSet<UnitId>) -> Vec<UnitId> {
    let all = program.units.iter().map(|(u, _)| u);
    all.filter(|u| !of_user.contains(u)).collect()
}

/// Plans the adjoint as [`differentiate`] does, and reports the decisions. `line` returns the line of a statement.
/// There is no result if an error is among the messages.
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
        let mut g = rounds.begin(&context, &prepared.messages);
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
