//! Alternatives for loops to recording each of their iterations.

use adc_analysis::ZoneSet;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// A way to run a loop without recording each of its iterations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Forward and reverse part in one loop of the reverse sweep.
    Fused,
    /// Differentiated in primal order: see [`crate::adjoint::build::sums`].
    Sum,
    /// Recorded block by block: see [`crate::adjoint::decide::blocks`].
    Blocks,
}

/// The ways chosen for loops, from the findings of earlier rounds.
#[derive(Clone, Default)]
pub struct Ways {
    /// Each with the bytes that an iteration would record otherwise.
    pub(crate) chosen: IndexMap<StmtId, (Way, f64)>,
    /// Ways that are not proposed again.
    pub(crate) given_up: IndexSet<(StmtId, Way)>,
}

impl Ways {
    /// Adds the findings of a round; true if something is new.
    pub fn learn(&mut self, found: &Proposed) -> bool {
        let mut is_new = false;
        for &(id, way) in &found.given_up {
            is_new |= self.given_up.insert((id, way));
            if self.way(id) == Some(way) {
                self.chosen.shift_remove(&id);
            }
        }
        for (&id, &(way, bytes)) in &found.ways {
            if !self.given_up.contains(&(id, way)) {
                is_new |= self.way(id) != Some(way);
                self.chosen.insert(id, (way, bytes));
            }
        }
        is_new
    }

    /// The way a loop runs, if it does not record its iterations.
    pub fn way(&self, id: StmtId) -> Option<Way> {
        self.chosen.get(&id).map(|c| c.0)
    }

    /// Lets a loop record its iterations, whatever was found.
    pub fn forget(&mut self, id: StmtId) {
        self.chosen.shift_remove(&id);
    }

    /// Lets loops find their ways again.
    pub fn forget_all(&mut self, loops: &[StmtId]) {
        self.chosen.retain(|id, _| !loops.contains(id));
        self.given_up.retain(|(id, _)| !loops.contains(id));
    }

    /// Gives up all chosen loops; false if there is none.
    pub fn give_up(&mut self) -> bool {
        let chosen = std::mem::take(&mut self.chosen);
        self.given_up.extend(chosen.iter().map(|(&id, &(way, _))| (id, way)));
        !chosen.is_empty()
    }
}

/// The reason why a loop whose iterations record something is not fused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotFused {
    /// The procedure is split: its forward sweep leaves records.
    Split,
    /// Nothing in the loop has an adjoint.
    NoAdjoint,
    /// It prints, allocates, associates pointers, or contains a region that is not plain.
    Effects,
    /// The optimisation is switched off.
    Off,
    /// It was fused in an earlier round, and that was dearer, or not possible.
    GivenUp,
    /// It cannot run a second time, or its iterations are not known when it begins.
    RunsOnce,
    /// An adjoint needs values that iterations hand on, in these zones.
    Carried(ZoneSet),
}

/// Findings of a round about loops: ways to try, and ways to give up.
#[derive(Clone, Default)]
pub struct Proposed {
    ways: IndexMap<StmtId, (Way, f64)>,
    pub(crate) given_up: IndexSet<(StmtId, Way)>,
    /// For reports.
    pub(crate) not_fused: IndexMap<StmtId, NotFused>,
}

impl Proposed {
    /// Proposes that the next round runs such a loop in another way, or records it.
    pub fn regret(&mut self, id: StmtId, way: Option<Way>) {
        self.given_up.extend(way.map(|w| (id, w)));
    }

    /// Adds the findings for other procedures.
    pub fn join(&mut self, others: Proposed) {
        let Proposed {
            ways,
            given_up,
            not_fused,
        } = others;
        self.ways.extend(ways);
        self.given_up.extend(given_up);
        self.not_fused.extend(not_fused);
    }

    /// Proposes for loops of a procedure that is split now that they record each iteration.
    pub(crate) fn record(&mut self, loops: &[StmtId]) {
        for id in loops {
            if self.ways.shift_remove(id).is_some() {
                self.not_fused.insert(*id, NotFused::Split);
            }
        }
    }

    /// True if another way is proposed for a loop.
    pub(crate) fn proposes(&self, id: StmtId) -> bool {
        self.ways.contains_key(&id)
    }

    pub(crate) fn propose(&mut self, id: StmtId, way: Way, bytes: f64) {
        self.ways.insert(id, (way, bytes));
    }
}
