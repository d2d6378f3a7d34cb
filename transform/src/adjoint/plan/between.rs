//! What the plans of procedures tell each other.

use crate::adjoint::plan::ActiveCall;
use adc_analysis::{Analyses, ZoneSet};
use adc_frontend::ir::UnitId;
use indexmap::{IndexMap, IndexSet};

/// One set a procedure.
pub(crate) type Sets = IndexMap<UnitId, ZoneSet>;

/// What procedures tell each other.
#[derive(Default)]
pub struct Between {
    /// What the adjoint reads before it writes it; with it what the sweeps of a split procedure read.
    pub(crate) live_at_entry: Sets,
    /// What is live behind split calls.
    pub(crate) live_at_exit: Sets,
    /// Split procedures whose forward sweep holds something.
    pub(crate) runs_forward: IndexSet<UnitId>,
    /// What the backward sweeps upstream of split calls need.
    pub(crate) needed_at_entry: Sets,
    /// What the backward sweep of a procedure and those upstream of it need where it turns.
    pub(crate) needed_at_turn: Sets,
    /// What the adjoint leaves changed.
    pub(crate) out: Sets,
}

impl Between {
    /// What must be there when the backward sweep of a procedure begins.
    pub fn at_turn(&self, unit: UnitId) -> ZoneSet {
        self.needed_at_turn.get(&unit).cloned().unwrap_or_default()
    }

    /// What the backward sweep of the callee and those upstream of it need where it turns, in zones of the caller, but for what is computed again.
    pub(crate) fn needed_at_turn_of(&self, facts: &Analyses, call: &ActiveCall) -> ZoneSet {
        let mut seen = of_callee(&self.needed_at_turn, facts, call);
        seen.subtract(&call.again);
        seen
    }

    /// What the adjoint of the callee leaves changed, in zones of the caller. No adjoint overwrites more than the procedure does; the summary knows of more statements that never run
    /// than the plan leaves out.
    pub(crate) fn changed_by(&self, facts: &Analyses, call: &ActiveCall) -> ZoneSet {
        let (Some(out), Some(summary)) = (self.out.get(&call.callee), facts.summaries.get(call.callee)) else {
            return ZoneSet::new();
        };
        let mut changed = out.clone();
        changed.intersect_with(&summary.writes);
        call.seen_by_caller(facts, &changed)
    }
}

impl Between {
    /// True if that is new.
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

/// What an analysis finds of a procedure.
#[derive(Clone, Copy)]
pub(crate) enum Fact {
    LiveAtEntry,
    LiveAtExit,
    /// Without zones.
    RunsForward,
    NeededAtEntry,
    NeededAtTurn,
    Changed,
}

/// The same with the procedure and zones of it.
pub(crate) type News = Vec<(UnitId, Fact, ZoneSet)>;
