//! The only oracle for the effects of a statement, calls included.
//!
//! The [`Effects`] of a statement (without nested blocks, but with its tests and bounds) are the zones that it may read
//! and write, and those that it overwrites as a whole. Calls are expanded by the summaries of their possible targets,
//! mapped to the caller's zones:
//!
//! ```text
//! dummy argument d  → the zone of its actual argument
//! any other zone    → itself
//! ```
//!
//! A write through a dummy argument overwrites the actual's zone as a whole only if the dummy argument certainly covers
//! it and all names under which the callee knows the zone are overwritten ([`crate::psg`]). Several possible callees
//! are alternatives. A procedure without a definition may read all its arguments and write all that its interface
//! allows; it is assumed not to touch COMMON blocks or modules ([`crate::CallGraph::unknown`] lists every such call, so
//! that it can be reported to the user).
//!
//! The dependence of values on values is in the steps of a statement ([`crate::lower`]); [`crate::activity`] follows it
//! through calls.
//!
//! Ignored: reads that an earlier write of the same statement hides still count as reads.

use crate::cfg::{Item, ItemMap, Role};
use crate::code::Code;
use crate::lower::{Binding, CallStep, Lowered, Step};
use crate::summary::{Summaries, Summary};
use crate::{ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use adc_frontend::parallel;

/// The effects of a statement.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// May be read.
    pub reads: ZoneSet,
    /// May be written.
    pub writes: ZoneSet,
    /// Are overwritten as a whole.
    pub must_writes: ZoneSet,
}

/// The effect of an item.
fn item_effects(zones: &Zones, summaries: &Summaries, lowered: &Lowered) -> Effects {
    let mut all = Effects {
        reads: lowered.reads.clone(),
        ..Effects::default()
    };
    for step in &lowered.steps {
        match step {
            Step::Write(writes) => {
                for w in writes {
                    all.writes.extend(w.changes(zones).iter().copied());
                    all.must_writes.extend(Some(w.to).filter(|_| w.kill));
                }
            }
            Step::Call(call) => call_effects(zones, summaries, call, &mut all),
        }
    }
    all
}

fn call_effects(zones: &Zones, summaries: &Summaries, call: &CallStep, all: &mut Effects) {
    let known = |unit| summaries.get(unit);
    for target in &call.targets {
        let Some(s) = known(target.unit) else { continue };
        for b in &target.bindings {
            let Some(z) = b.actual.filter(|&z| !zones.is_temporary(z)) else {
                continue;
            };
            if s.reads.contains(b.formal) {
                all.reads.insert(z);
            }
            if s.writes.contains(b.formal) {
                all.writes.extend(zones.aliases(&z).iter().copied());
            }
        }
    }
    for s in call.units().filter_map(known) {
        let named = |z: &ZoneId| !s.is_interface(*z);
        all.reads.extend(s.reads.iter().filter(named));
        all.writes.extend(s.writes.iter().filter(named));
    }
    if let Some(unknown) = &call.unknown {
        for (a, may_write) in &unknown.actuals {
            all.reads.extend(a.zone);
            if let Some(z) = a.zone.filter(|_| *may_write) {
                all.writes.extend(zones.aliases(&z).iter().copied());
            }
        }
    }
    all.must_writes.union_with(&killed(call, &known));
}

/// The caller's zones that a call certainly overwrites as a whole: killed under each name by which a callee knows the
/// zone, in each possible callee.
pub(crate) fn killed<'a>(call: &CallStep, known: &dyn Fn(UnitId) -> Option<&'a Summary>) -> ZoneSet {
    let mut killed: Option<ZoneSet> = None;
    if !call.certain || call.unknown.is_some() {
        return ZoneSet::new();
    }
    for target in &call.targets {
        let Some(s) = known(target.unit) else {
            return ZoneSet::new();
        };
        let mut here: ZoneSet = s.must_writes.iter().filter(|&z| !s.is_interface(z)).collect();
        let touched = |z: ZoneId| !s.is_interface(z) && (s.writes.contains(z) || s.refs.contains(z));
        let kills = |b: &Binding| b.covers && s.must_writes.contains(b.formal);
        for b in target.bindings.iter().filter(|b| kills(b)) {
            here.extend(b.actual.filter(|&z| !touched(z)));
        }
        for b in target.bindings.iter().filter(|b| !kills(b)) {
            b.actual.into_iter().for_each(|z| {
                here.remove(z);
            });
        }
        match &mut killed {
            Some(k) => {
                k.intersect_with(&here);
            }
            None => killed = Some(here),
        }
    }
    killed.unwrap_or_default()
}

/// Effects of all statements, calls expanded by the final summaries.
#[derive(Clone, Debug, Default)]
pub struct EffectsTable {
    items: ItemMap<Effects>,
    nothing: Effects,
}

impl EffectsTable {
    /// Expands all calls.
    pub fn build(code: &Code, zones: &Zones, summaries: &Summaries) -> EffectsTable {
        let items: Vec<(Item, &Lowered)> = code.iter().collect();
        let effects = parallel::map(&items, |(_, lowered)| item_effects(zones, summaries, lowered));
        let mut table = EffectsTable::default();
        for ((item, _), effects) in items.into_iter().zip(effects) {
            table.items.insert(item, effects);
        }
        table
    }

    /// The effects of a step of a statement.
    pub fn get(&self, item: Item) -> &Effects {
        self.items.get(item).unwrap_or(&self.nothing)
    }

    /// The effects of a statement without nested blocks; for counted loops: of evaluating the bounds and starting.
    pub fn of(&self, stmt: StmtId) -> &Effects {
        self.get(Item {
            stmt,
            role: Role::Whole,
        })
    }
}
