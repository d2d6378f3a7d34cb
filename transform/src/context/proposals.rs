//! Proposals of a round for the next one ([`crate::rounds`]).

use crate::context::ways::Proposed;
use crate::prepare::folded::Wanted;
use adc_frontend::ir::*;
use indexmap::IndexSet;

/// Proposals of a round for the next one.
#[derive(Clone, Default)]
pub(crate) struct Proposals {
    /// Procedures that are called in a way that excludes splitting.
    pub not_split: IndexSet<UnitId>,
    /// Procedures that should be split to save costs.
    pub better_split: IndexSet<UnitId>,
    /// Procedures that must be split: no snapshot could save what a second run needs.
    pub must_split: IndexSet<UnitId>,
    /// Loops that should run in another way.
    pub loops: Proposed,
    /// Submodules that must be folded into their modules before derivatives can be generated
    /// ([`crate::prepare::folded`]).
    pub wanted: Wanted,
}

impl Proposals {
    /// Adds the proposals for other procedures.
    pub fn join(&mut self, others: Proposals) {
        let Proposals {
            not_split,
            better_split,
            must_split,
            loops,
            wanted,
        } = others;
        self.not_split.extend(not_split);
        self.better_split.extend(better_split);
        self.must_split.extend(must_split);
        self.loops.join(loops);
        self.wanted.extend(wanted);
    }
}
