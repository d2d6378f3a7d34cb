//! What a call of a unit does to memory that exists outside of it: interprocedural, flow-sensitive, context-insensitive.
//!
//! For each unit, over the zones of its dummy arguments, its result, global zones and what it sees of its hosts:
//!
//! ```text
//! reads        may be read before they are written as a whole     ∪ reads(s) \ must_writes(paths to s), s ∈ unit
//! writes       may be written                                     union over paths to the exit
//! must_writes  are overwritten as a whole on every path           intersection over paths to the exit
//! flows        dependence of values at the exit on values at the entry (the PARAM edges of the variable dependence graphs, flow-sensitive)
//! ```
//!
//! A forward data-flow problem whose state is the change of memory since the entry ([`Dependence`], none where nothing arrives), solved unit by unit over the
//! strongly connected components of the call graph, callees first. Inside a component the iteration begins with "does not return"
//! and goes on until nothing changes; all operations are monotone, so this is the least solution.
//!
//! What is ignored: a unit that never returns (it ends in STOP) counts, after the fixpoint, as one that changes nothing.

use crate::cfg::{Cfg, Item};
use crate::dataflow::{solve, Direction, Problem};
use crate::depend::Dependence;
use crate::effects::{item_effects, Code, Effects};
use crate::{CallGraph, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// What a call of a unit does to the zones of its dummy arguments, its result and global zones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// May be read before they are written.
    pub reads: ZoneSet,
    /// What changes, from call to return.
    pub change: Dependence,
    /// True when some path returns.
    pub returns: bool,
    /// Zones of the dummy arguments, with their places.
    pub formals: BTreeMap<ZoneId, usize>,
    /// Zone of a function's result.
    pub result: Option<ZoneId>,
}

impl Summary {
    /// True when a zone is reached through the interface, not by its own name.
    pub fn is_interface(&self, zone: ZoneId) -> bool {
        self.formals.contains_key(&zone) || self.result == Some(zone)
    }
}

/// Summaries of all units with a body.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    units: BTreeMap<UnitId, Summary>,
}

struct Through<'a> {
    effects: &'a BTreeMap<Item, Option<Effects>>,
}

impl Problem for Through<'_> {
    /// The change since the entry; none where nothing arrives.
    type State = Option<Dependence>;

    fn direction(&self) -> Direction {
        Direction::Forward
    }

    fn boundary(&self) -> Self::State {
        Some(Dependence::default())
    }

    fn bottom(&self) -> Self::State {
        None
    }

    fn join(&self, into: &mut Self::State, from: &Self::State) -> bool {
        match (into, from) {
            (_, None) => false,
            (Some(a), Some(b)) => a.join(b),
            (into, from) => {
                into.clone_from(from);
                true
            }
        }
    }

    fn transfer(&self, item: Item, state: &mut Self::State) {
        match (self.effects.get(&item), state.as_mut()) {
            (Some(Some(e)), Some(s)) => s.then(&e.change),
            (Some(None), _) => *state = None,
            (None, _) | (_, None) => {}
        }
    }
}

impl Summaries {
    /// Computes all summaries.
    pub fn build(
        program: &Program,
        zones: &Zones,
        calls: &CallGraph,
        cfgs: &BTreeMap<UnitId, Cfg>,
        code: &Code,
    ) -> Summaries {
        let mut all = Summaries::default();
        for &unit in cfgs.keys() {
            all.units.insert(unit, interface(program, zones, unit));
        }
        for component in calls.bottom_up() {
            loop {
                let mut changed = false;
                for &unit in component {
                    let Some(cfg) = cfgs.get(&unit) else { continue };
                    let new = all.unit(program, zones, unit, cfg, code);
                    if all.units.get(&unit) != Some(&new) {
                        all.units.insert(unit, new);
                        changed = true;
                    }
                }
                if !changed || (component.len() == 1 && !calls.is_recursive(component[0])) {
                    break;
                }
            }
            for unit in component {
                if let Some(s) = all.units.get_mut(unit) {
                    s.returns = true;
                }
            }
        }
        all
    }

    fn unit(&self, program: &Program, zones: &Zones, unit: UnitId, cfg: &Cfg, code: &Code) -> Summary {
        let mut summary = interface(program, zones, unit);
        let mut effects = BTreeMap::new();
        for &b in cfg.rpo() {
            for &item in cfg.items(b) {
                if let Some(lowered) = code.get(item) {
                    effects.insert(item, item_effects(zones, self, lowered));
                }
            }
        }
        let problem = Through { effects: &effects };
        let solution = solve(cfg, &problem);
        let visible = |z: ZoneId| zones.is_visible_outside(program, unit, z);
        solution.replay(cfg, &problem, &mut |item, before, _| {
            if let (Some(before), Some(Some(e))) = (before, effects.get(&item)) {
                let exposed = e
                    .reads
                    .iter()
                    .filter(|&z| !before.must_writes.contains(z) && visible(z));
                summary.reads.extend(exposed);
            }
        });
        if let Some(change) = solution.start(cfg.exit()) {
            summary.change = change.clone();
            summary.change.restrict(&visible);
            summary.returns = true;
        }
        summary
    }

    /// The summary of a unit.
    pub fn get(&self, unit: UnitId) -> Option<&Summary> {
        self.units.get(&unit)
    }
}

/// The summary of a unit that does not return.
fn interface(program: &Program, zones: &Zones, unit: UnitId) -> Summary {
    let u = &program.units[unit];
    let formals = u
        .args
        .iter()
        .enumerate()
        .filter_map(|(i, d)| Some((zones.of((*d)?)?, i)));
    Summary {
        formals: formals.collect(),
        result: u.result.and_then(|r| zones.of(r)),
        ..Summary::default()
    }
}
