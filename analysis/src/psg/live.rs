//! LIVE on exit: the zones whose returned value a caller may read (section 7 of the paper).
//!
//! ```text
//! LIVE(p)        = ∪ over the calls of p: zones live after the call, actual arguments replaced by the dummy ones
//! live before s  = (live after s \ KILL(s)) ∪ USE(s)
//! live at the exit of p = LIVE(p)
//! ```
//!
//! The least solution, callers before callees. Unlike KILL and USE it depends on the callers: a dummy argument counts
//! as live if it may be bound to a variable which the unit, or one of its callers, also knows by another name. All
//! zones that exist outside of a unit without callers are live at its exit.

use crate::cfg::{Cfg, Item};
use crate::dataflow::{solve, Direction, Problem};
use crate::lower::{CallStep, Step};
use crate::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// LIVE of all units.
#[derive(Clone, Debug, Default)]
pub struct Live {
    units: BTreeMap<UnitId, ZoneSet>,
    aliased: BTreeSet<ZoneId>,
}

struct Liveness<'a> {
    facts: &'a Analyses,
    at_exit: ZoneSet,
}

impl Problem for Liveness<'_> {
    type State = ZoneSet;

    fn direction(&self) -> Direction {
        Direction::Backward
    }

    fn boundary(&self) -> ZoneSet {
        self.at_exit.clone()
    }

    fn bottom(&self) -> ZoneSet {
        ZoneSet::new()
    }

    fn join(&self, into: &mut ZoneSet, from: &ZoneSet) -> bool {
        into.union_with(from)
    }

    fn transfer(&self, item: Item, state: &mut ZoneSet) {
        let e = self.facts.effects.get(item);
        state.subtract(&e.must_writes);
        state.union_with(&e.reads);
    }
}

impl Live {
    /// Solves.
    pub fn build(program: &Program, facts: &Analyses) -> Live {
        let mut live = Live {
            aliased: aliased(facts),
            ..Live::default()
        };
        for component in facts.calls.bottom_up().iter().rev() {
            for &unit in component {
                if facts.calls.callers(unit).is_empty() {
                    live.units.insert(unit, everything(program, facts, unit));
                }
                let known = facts.summaries.get(unit).into_iter().flat_map(|s| s.formals.keys());
                let marked: ZoneSet = known.copied().filter(|z| live.aliased.contains(z)).collect();
                live.units.entry(unit).or_default().union_with(&marked);
            }
            let mut work: BTreeSet<UnitId> = component.iter().copied().collect();
            while let Some(unit) = work.pop_first() {
                let Some(cfg) = facts.cfgs.get(&unit) else { continue };
                for (callee, zones) in live.passed(facts, unit, cfg) {
                    let grew = live.units.entry(callee).or_default().union_with(&zones);
                    if grew && component.contains(&callee) {
                        work.insert(callee);
                    }
                }
            }
        }
        live
    }

    /// The zones that callers may read after a unit has returned.
    pub fn at_exit(&self, unit: UnitId) -> ZoneSet {
        self.units.get(&unit).cloned().unwrap_or_default()
    }

    /// The zones live at the exits of a unit's callees, in their own terms.
    fn passed(&self, facts: &Analyses, unit: UnitId, cfg: &Cfg) -> Vec<(UnitId, ZoneSet)> {
        let problem = Liveness {
            facts,
            at_exit: self.at_exit(unit),
        };
        let mut list = vec![];
        solve(cfg, &problem).replay(cfg, &problem, &mut |item, _, after| {
            let Some(lowered) = facts.code.get(item) else { return };
            // the reads of later steps of the statement are live too; their kills are not subtracted
            let mut live = after.clone();
            for step in lowered.steps.iter().rev() {
                match step {
                    Step::Write(writes) => live.extend(writes.iter().flat_map(|w| w.from.iter())),
                    Step::Call(call) => {
                        list.extend(call.units().map(|u| (u, handed(facts, call, u, &live))));
                        let reads = call.bindings().flat_map(|b| b.sources.iter().chain(b.actual));
                        live.extend(reads);
                    }
                }
            }
        });
        list
    }
}

/// Zones live after a call, in the callee's terms.
fn handed(facts: &Analyses, call: &CallStep, unit: UnitId, after: &ZoneSet) -> ZoneSet {
    let Some(s) = facts.summaries.get(unit) else {
        return ZoneSet::new();
    };
    let mut set: ZoneSet = after
        .iter()
        .filter(|&z| !facts.zones.is_temporary(z) && s.accesses(z))
        .collect();
    for b in call.targets.iter().filter(|t| t.unit == unit).flat_map(|t| &t.bindings) {
        let live = b
            .actual
            .is_some_and(|z| facts.zones.aliases(&z).iter().any(|a| after.contains(*a)));
        set.extend(Some(b.formal).filter(|_| live));
    }
    set
}

fn everything(program: &Program, facts: &Analyses, unit: UnitId) -> ZoneSet {
    let u = &program.units[unit];
    let interface = u
        .args
        .iter()
        .copied()
        .flatten()
        .chain(u.result)
        .flat_map(|s| facts.zones.with_descriptors(s));
    let globals = facts.zones.iter().filter(|(_, z)| z.is_global).map(|(z, _)| z);
    interface.chain(globals).collect()
}

/// Dummy arguments that may be bound to a variable with several names.
fn aliased(facts: &Analyses) -> BTreeSet<ZoneId> {
    let mut found = BTreeSet::new();
    let mut bindings: BTreeMap<ZoneId, BTreeSet<ZoneId>> = BTreeMap::new();
    for cfg in facts.cfgs.values() {
        for lowered in cfg.all_items().filter_map(|i| facts.code.get(i)) {
            for step in &lowered.steps {
                let Step::Call(call) = step else { continue };
                for t in &call.targets {
                    let by_name = |z| facts.summaries.get(t.unit).is_some_and(|s| s.accesses(z));
                    for b in &t.bindings {
                        let Some(z) = b.actual.filter(|_| b.place.is_some()) else {
                            continue;
                        };
                        bindings.entry(z).or_default().insert(b.formal);
                        let twice = t.bindings.iter().any(|o| o.formal != b.formal && o.actual == Some(z));
                        if twice || by_name(z) {
                            found.insert(b.formal);
                        }
                    }
                }
            }
        }
    }
    // passed on under another name
    let mut work: Vec<ZoneId> = found.iter().copied().collect();
    while let Some(z) = work.pop() {
        for &f in bindings.get(&z).into_iter().flatten() {
            if found.insert(f) {
                work.push(f);
            }
        }
    }
    found
}
