//! The steps of a round: units, plans, bodies. Called by [`crate::differentiate`] and [`crate::plan`].

use crate::adjoint::decide::{self, first, targets, Plans, View};
use crate::adjoint::plan::between::Between;
use crate::adjoint::{Adjoint, Temps};
use crate::assemble::generator::Generator;
use crate::jacobian::Straight;
use crate::options::mode::Mode;
use crate::rounds::Rounds;
use crate::rules::linear;
use crate::tangent;
use crate::tangent::Tangent;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::{Block, UnitId};
use adc_frontend::parallel;
use indexmap::IndexMap;
use std::sync::Arc;

/// Generates the derivative units, adjoints as planned; returns the names of the variables that each records.
pub(crate) fn write(g: &mut Generator, units: &[UnitId], planned: Option<Planned>) -> IndexMap<UnitId, Vec<SmolStr>> {
    let recorded = match planned {
        Some(planned) => adjoints(g, units, planned),
        None => {
            tangents(g, units);
            IndexMap::new()
        }
    };
    complete(g, units);
    recorded
}

/// Generates the Jacobian of a head that is one graph.
pub(crate) fn jacobian(g: &mut Generator, units: &[UnitId], straight: &Straight) {
    for &u in units {
        let body = straight.body(g, u);
        g.finish(u, body);
    }
    g.number_statements(units);
    complete(g, units);
}

/// Adds what finished bodies need.
fn complete(g: &mut Generator, units: &[UnitId]) {
    for &u in units {
        g.copy_internal_procedures(u);
    }
    g.make_entries();
    g.drop_uncalled_internals();
    g.name_variables_of_hosts();
    g.declare_heads_globals();
    g.remove_unasked();
    // modules are created when something in them is needed
    let modules: Vec<UnitId> = g.units.keys().copied().collect();
    let primal = g.primal;
    for m in modules.into_iter().filter(|&m| !primal.units[m].is_procedure()) {
        g.shadow_storage(m);
    }
    g.keep_called_copies();
    g.copy_procedures_beside();
}

/// Tangents of all units.
fn tangents(g: &mut Generator, units: &[UnitId]) {
    let items: Vec<(UnitId, ())> = units.iter().map(|&u| (u, ())).collect();
    let bodies = g.each_apart(&items, |g, u, ()| Tangent::new(g, u).body());
    let mut tangents: IndexMap<UnitId, _> = units.iter().copied().zip(bodies).collect();
    if g.options.derivative_only {
        g.cx.find_behaviour();
        tangent::slice::slice(g, &mut tangents);
        // only adjoints have silent copies of procedures that print
        g.cx.behaviour = Arc::default();
    }
    let items: Vec<(UnitId, Block)> = tangents.into_iter().map(|(u, (body, _))| (u, body)).collect();
    g.each_apart(&items, |g, u, body| {
        let mut body = body.clone();
        linear::drop_partials(&mut body);
        let body = Adjoint::new(g, u).polished_tangent(body);
        g.finish(u, body);
    });
    g.number_statements(units);
}

/// Creates the derivative units, empty; returns the procedures that have one.
pub(crate) fn begin<'a>(g: &mut Generator<'a>, rounds: &mut Rounds<'a>) -> Vec<UnitId> {
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
    // procedures without source only get an interface
    let units: Vec<UnitId> = g
        .units
        .keys()
        .copied()
        .filter(|&u| g.primal.units[u].is_procedure() && !g.models.contains(u))
        .collect();
    for &u in &units {
        g.shadow_storage(u);
    }
    // shadows that several procedures need are created before any of them is differentiated
    g.make_ahead(&units);
    let split: Vec<UnitId> = units.iter().copied().filter(|u| g.choices.split.contains(u)).collect();
    for u in split {
        g.forward_unit(u);
    }
    rounds.keep_beginning(g, &units);
    units
}

/// Adjoints with all decisions, but without code.
pub(crate) struct Planned {
    pub(crate) plans: Plans,
    pub(crate) between: Between,
    temps: IndexMap<UnitId, Temps>,
}

impl Planned {
    pub(crate) fn discard(self) {
        parallel::discard(self.plans.into_values().collect());
    }
}

/// Plans the adjoints of all units.
pub(crate) fn planned(g: &mut Generator, units: &[UnitId]) -> Planned {
    let items: Vec<(UnitId, ())> = units.iter().map(|&u| (u, ())).collect();
    let planned = g.each_apart(&items, |g, u, ()| {
        let mut a = Adjoint::new(g, u);
        (a.plan(), a.into_temps())
    });
    let (all, temps): (Vec<_>, Vec<_>) = planned.into_iter().unzip();
    let plans: Plans = units.iter().copied().zip(all).collect();
    let temps = units.iter().copied().zip(temps).collect();
    let by_hand: Vec<UnitId> = g.units.keys().copied().filter(|&u| g.models.contains(u)).collect();
    let recording = decide::records(&g.cx, &by_hand, plans);
    let names = names_of(g, &targets::wanted(&recording.plans));
    let decided = decide::ways(View::of(g), recording, names, &g.messages);
    g.proposals.join(decided.proposals);
    g.messages.extend(decided.messages);
    let mut between = decided.between;
    let state = first::restored(&g.cx, &between, units);
    let names = names_of(g, &state);
    between.state = state.iter().map(|(u, _)| *u).zip(names).collect();
    Planned {
        plans: decided.plans,
        between,
        temps,
    }
}

/// Names for zones of other units in the procedures that record them. Private entities of a module are made public.
fn names_of(g: &mut Generator, wanted: &targets::Wanted) -> Vec<targets::Names> {
    for (u, zones) in wanted {
        for &z in zones {
            if g.facts.zones.members(z).iter().any(|&s| g.primal.symbols[s].private) {
                g.reach(*u, z);
            }
        }
    }
    g.each_apart(wanted, |g, u, zones| {
        zones.iter().map(|&z| (z, g.reach(u, z))).collect()
    })
}

/// Generates the adjoints of all units; returns the names of the variables that each records.
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
        .map(|(&u, plan)| (u, targets::recorded_names(&g.out, plan)))
        .collect();
    parallel::discard(plans.into_values().collect());
    recorded
}
