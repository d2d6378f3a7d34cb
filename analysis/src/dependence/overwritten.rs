//! Variables that the statements of a block overwrite as a whole: before a statement, and on all paths to its end.

use crate::cfg::{Cfg, Item, Role};
use crate::dataflow::{solve, Direction, Problem};
use crate::{Analyses, ZoneSet};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// Zones that a block overwrites as a whole.
pub struct Overwritten {
    /// For each statement, on all paths from the beginning of the block to it.
    pub before: BTreeMap<StmtId, ZoneSet>,
    /// On all paths through the block.
    pub after: ZoneSet,
}

/// The zones that a block overwrites as a whole.
pub fn overwritten(program: &Program, facts: &Analyses, body: &Block) -> Overwritten {
    let problem = Certain(facts);
    let cfg = Cfg::build(body, &|test| facts.constants.decides(program, test));
    let mut before = BTreeMap::new();
    let solution = solve(&cfg, &problem);
    solution.replay(&cfg, &problem, &mut |item, state, _| {
        if item.role == Role::Whole {
            before.insert(item.stmt, state.clone().unwrap_or_default());
        }
    });
    let after = solution.start(cfg.exit()).clone().unwrap_or_default();
    Overwritten { before, after }
}

/// Forward, meet over all paths; the lattice is that of sets, with a bottom for statements that are not reached.
struct Certain<'a>(&'a Analyses);
impl Problem for Certain<'_> {
    type State = Option<ZoneSet>;
    fn direction(&self) -> Direction {
        Direction::Forward
    }
    fn boundary(&self) -> Self::State {
        Some(ZoneSet::new())
    }
    fn bottom(&self) -> Self::State {
        None
    }
    fn join(&self, into: &mut Self::State, from: &Self::State) -> bool {
        match (into, from) {
            (_, None) => false,
            (Some(into), Some(from)) => into.intersect_with(from),
            (into, Some(_)) => {
                into.clone_from(from);
                true
            }
        }
    }
    fn transfer(&self, item: Item, state: &mut Self::State) {
        if let Some(state) = state {
            state.union_with(&self.0.effects.get(item).must_writes);
        }
    }
}
