//! Facts that the plans of procedures exchange.

use crate::adjoint::plan::ActiveCall;
use adc_analysis::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::{SymbolId, UnitId};
use indexmap::{IndexMap, IndexSet};

/// One set of zones per procedure.
pub(crate) type Sets = IndexMap<UnitId, ZoneSet>;

/// Facts that procedures exchange.
#[derive(Default)]
pub struct Between {
    /// Zones that the adjoint, or a sweep of a split procedure, reads before it writes them.
    pub(crate) live_at_entry: Sets,
    /// Zones that are live after split calls.
    pub(crate) live_at_exit: Sets,
    /// Split procedures whose forward sweep is not empty.
    pub(crate) runs_forward: IndexSet<UnitId>,
    /// Zones that the reverse sweeps upstream of split calls need.
    pub(crate) needed_at_entry: Sets,
    /// Zones that the reverse sweep of a procedure, and those upstream of it, need at its turn.
    pub(crate) needed_at_turn: Sets,
    /// Zones that the adjoint leaves changed.
    pub(crate) out: Sets,
    /// State that the adjoint of a head restores, with its names there: see [`crate::adjoint::decide::first`].
    pub(crate) state: IndexMap<UnitId, IndexMap<ZoneId, Vec<SymbolId>>>,
}

impl Between {
    /// Zones that must have their values when the reverse sweep of a procedure begins.
    pub fn at_turn(&self, unit: UnitId) -> ZoneSet {
        self.needed_at_turn.get(&unit).cloned().unwrap_or_default()
    }

    /// Zones of the caller that the reverse sweep of the callee, and those upstream of it, need at its turn, except
    /// recomputed ones.
    pub(crate) fn needed_at_turn_of(&self, facts: &Analyses, call: &ActiveCall) -> ZoneSet {
        let mut seen = of_callee(&self.needed_at_turn, facts, call);
        seen.subtract(&call.again);
        seen
    }

    /// Zones of the caller that the adjoint of the callee leaves changed. No adjoint overwrites more than its
    /// procedure. The summary excludes more unreachable statements than the plan.
    pub(crate) fn changed_by(&self, facts: &Analyses, call: &ActiveCall) -> ZoneSet {
        let (Some(out), Some(summary)) = (self.out.get(&call.callee), facts.summaries.get(call.callee)) else {
            return ZoneSet::new();
        };
        let mut changed = out.clone();
        changed.intersect_with(&summary.writes);
        let moved: ZoneSet = changed.iter().filter(|&z| facts.activity.is_quiet(z)).collect();
        changed.subtract(&moved);
        let mut seen = call.seen_by_caller(facts, &changed);
        seen.union_with(&moved);
        seen
    }
}

impl Between {
    /// Adds zones to a fact; true if that is new.
    pub(crate) fn learn(&mut self, unit: UnitId, fact: Fact, zones: &ZoneSet) -> bool {
        let sets = match fact {
            Fact::LiveAtEntry => &mut self.live_at_entry,
            Fact::LiveAtExit => &mut self.live_at_exit,
            Fact::NeededAtEntry => &mut self.needed_at_entry,
            Fact::NeededAtTurn => &mut self.needed_at_turn,
            Fact::Changed => &mut self.out,
            Fact::RunsForward => return self.runs_forward.insert(unit),
        };
        sets.entry(unit).or_default().union_with(zones)
    }
}

pub(crate) fn of_callee(sets: &Sets, facts: &Analyses, call: &ActiveCall) -> ZoneSet {
    let known = sets.get(&call.callee);
    known.map_or_else(ZoneSet::new, |z| call.seen_by_caller(facts, z))
}

/// A fact about a procedure.
#[derive(Clone, Copy)]
pub(crate) enum Fact {
    LiveAtEntry,
    LiveAtExit,
    /// A fact without zones.
    RunsForward,
    NeededAtEntry,
    NeededAtTurn,
    Changed,
}

/// New facts, with the procedure and its zones.
pub(crate) type News = Vec<(UnitId, Fact, ZoneSet)>;
