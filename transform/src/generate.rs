//! Generates the derivative of a program that is ready.

use crate::adjoint::decide::{contractions, sequences};
use crate::assemble::generator::Generator;
use crate::assemble::interfaces;
use crate::code::cost::{Run, Runs};
use crate::finish::{directives, kinds, labels, loop_marks, records, settled, zeros};
use crate::jacobian::Straight;
use crate::make::{begin, planned, write, Planned};
use crate::options::mode::Mode;
use crate::options::Options;
use crate::preaccumulate::Sequence;
use crate::prepare::folded::Wanted;
use crate::prepare::{admit, opaque};
use crate::prepared::{Normal, Prepared};
use crate::rounds::{Findings, Rounds};
use crate::rules::linear;
use crate::{directions, finish, jacobian, make, patterns, threads, Derivative};
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::{Program, SymbolId, UnitId};
use indexmap::{IndexMap, IndexSet};

/// A derivative, with what it says about itself.
pub(crate) struct Generated {
    /// The derivative, if there is no error among the messages.
    pub derivative: Option<Derivative>,
    pub messages: Vec<Diagnostic>,
    /// Estimated costs of the derivatives of procedures, by themselves and with what they call; empty if nothing is
    /// proposed and nothing was.
    costs: IndexMap<UnitId, [Run; 2]>,
    /// Sequences of assignments that might be cheaper preaccumulated.
    pub proposed: Vec<Sequence>,
    /// What its rounds found out.
    pub found: Findings,
}

impl Generated {
    /// The procedures whose derivatives have costs.
    pub fn procedures(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.costs.keys().copied()
    }

    /// The cost of the derivative of a procedure, with what it calls.
    pub fn cost(&self, unit: UnitId) -> Run {
        self.costs.get(&unit).copied().unwrap_or_default()[1]
    }

    /// The cost of the derivative of a procedure, with a fixed cost for each call.
    pub fn own_cost(&self, unit: UnitId) -> Run {
        self.costs.get(&unit).copied().unwrap_or_default()[0]
    }

    fn refused(messages: Vec<Diagnostic>) -> Generated {
        Generated {
            derivative: None,
            messages,
            costs: IndexMap::new(),
            proposed: vec![],
            found: Findings::default(),
        }
    }
}

/// Generates the derivative of a program from its normal form, or as the Jacobian of a head that is one graph. `found`:
/// by the rounds for a similar normal form.
pub(crate) fn generate(
    prepared: &Prepared,
    normal: &Normal,
    straight: Option<&Straight>,
    (mode, options): (Mode, &Options),
    found: Findings,
) -> Result<Generated, Wanted> {
    let context = prepared.context(normal, mode, options);
    let mut rounds = Rounds::after(found);
    let (mut g, units, recorded, proposed, contractible) = loop {
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
        let proposing = planned.as_ref().filter(|_| !normal.has_proposed);
        let proposed = proposing.map_or_else(Vec::new, |p| sequences::proposed(&g.cx, &p.plans));
        let contractible = planned
            .as_ref()
            .map_or_else(Vec::new, |p| contractions::proposed(&g.cx, &p.plans));
        let recorded = match straight {
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
            break (g, units, recorded, proposed, contractible);
        }
    };
    let of_user: IndexSet<UnitId> = g.primal.units.iter().map(|(u, _)| u).collect();
    for u in made(&g.out, &of_user) {
        let mut body = std::mem::take(&mut g.out.units[u].body);
        let is_unshared = |s: SymbolId| g.primals.get(&s).is_some_and(|&p| g.is_alone(p));
        zeros::drop_repeated(&g.out, u, &mut body, &is_unshared);
        g.out.units[u].body = body;
    }
    if g.options.jacobian.is_some() {
        let refused = jacobian::between_ranks(&g);
        g.messages.extend(refused);
    }
    if g.options.is_jacobian_by_rows() && !any_error(&g.messages) {
        let head = g.derivative_of_head(g.heads.first().unit);
        if jacobian::by_rows(&mut g, head).is_none() {
            return Ok(Generated::refused(vec![]));
        }
    }
    let mut of_sets = IndexMap::new();
    if g.options.vector && g.options.is_sparse() && !any_error(&g.messages) {
        match jacobian::unfit_for_sparse(&g) {
            Some(why) => g.messages.push(why),
            None => of_sets = patterns::beside(&mut g),
        }
    }
    if g.options.vector && !any_error(&g.messages) {
        directions::multiply(&mut g, &of_sets.values().copied().collect());
    }
    if g.options.vector && g.options.jacobian.is_some() && !any_error(&g.messages) {
        let unit = g.heads.first().unit;
        let head = g.derivative_of_head(unit);
        let jacobian = match of_sets.get(&head) {
            Some(&pattern) => jacobian::sparse(&mut g, head, pattern),
            None => jacobian::dense(&mut g, head),
        };
        g.entries.insert(unit, jacobian);
    }
    if opaque::is_lost(&g.out, &g.roots) {
        g.messages.extend(prepared.refused.iter().cloned());
    }
    if any_error(&g.messages) {
        return Ok(Generated::refused(g.messages));
    }
    let heads: Vec<UnitId> = g.heads.units().map(|u| g.derivative_of_head(u)).collect();
    // the type of sparse matrices is none of C
    if !g.options.is_sparse() {
        let both = g.heads.units().zip(&heads);
        both.for_each(|(u, &derivative)| g.bind_head(u, derivative));
    }
    if g.options.interfaces {
        g.out.interfaces = true;
        let made = made(&g.out, &of_user);
        interfaces::of_primals(&mut g, &made);
        interfaces::of_heads(&mut g, &heads);
    }
    let all = made(&g.out, &of_user);
    let loops = threads::settle(&mut g, &all, mode);
    for u in all {
        let mut body = std::mem::take(&mut g.out.units[u].body);
        linear::drop_partials(&mut body);
        loop_marks::settle(&mut body, mode);
        directives::settle(&mut body);
        labels::drop_unused(&mut body);
        g.out.units[u].body = body;
        if g.options.tapenade_tape {
            records::widen(&mut g.out, u);
        }
        kinds::spell(&mut g.out, u);
    }
    let primal = g.primal;
    let of_user = |s: SymbolId| primal.symbols.contains(s);
    let unsettled = settled::settle(&mut g.out, &g.roots, &of_user);
    if !unsettled.is_empty() {
        g.messages.extend(unsettled);
        return Ok(Generated::refused(g.messages));
    }
    let unknown = admit::unknown_uses(&g.out, &g.roots);
    if !unknown.is_empty() {
        g.messages.extend(unknown);
        return Ok(Generated::refused(g.messages));
    }
    let wrong = adc_frontend::verify::verify(&g.out);
    assert!(wrong.is_empty(), "differentiation made an unsound program: {wrong:#?}");
    let messages = std::mem::take(&mut g.messages);
    let costs = match proposed.is_empty() && !normal.has_proposed {
        true => IndexMap::new(),
        false => costs(&g),
    };
    let active_arguments = units.iter().map(|&u| (u, g.active_arguments(u))).collect();
    let made = g.units.iter().filter(|(&u, _)| !g.models.contains(u));
    let units = made.map(|(&a, &b)| (a, b)).collect();
    let enlarged = g.enlarged.iter().copied().filter(|&m| g.is_of_user(m)).collect();
    let folded = prepared.folded.submodules.iter().copied();
    let folded = folded
        .filter(|&s| g.enlarged.contains(&g.primal.outermost(s)))
        .collect();
    let listed = prepared.heads.listed().into_iter();
    let shadows = listed.filter_map(|s| Some((s, *g.shadows.get(&s)?))).collect();
    let derivative = Derivative {
        program: g.out,
        roots: g.roots,
        heads,
        units,
        enlarged,
        folded,
        beside: g.beside,
        specs: prepared.heads.clone(),
        shadows,
        active_arguments,
        recorded,
        contractible,
        loops,
    };
    Ok(Generated {
        derivative: Some(derivative),
        messages,
        costs,
        proposed,
        found: rounds.into_findings(),
    })
}

/// The units that are not the user's.
fn made(program: &Program, of_user: &IndexSet<UnitId>) -> Vec<UnitId> {
    let all = program.units.iter().map(|(u, _)| u);
    all.filter(|u| !of_user.contains(u)).collect()
}

/// The costs of the derivatives of procedures: by themselves, and with what they call.
fn costs(g: &Generator) -> IndexMap<UnitId, [Run; 2]> {
    let (mut runs, mut costs) = (Runs::new(&g.out), IndexMap::new());
    let none = runs.clone();
    for &unit in g.facts.calls.levels().iter().flatten() {
        let Some(&made) = g.units.get(&unit) else { continue };
        let forward = g.forwards.get(&unit).map(|f| f.unit);
        let of = |runs: &mut Runs| {
            let both = forward.into_iter().chain([made]).map(|u| runs.add(&g.out, u));
            both.fold(Run::default(), Run::then)
        };
        costs.insert(unit, [of(&mut none.clone()), of(&mut runs)]);
    }
    costs
}
