//! What a round found that the next one should do otherwise.

use crate::context::ways::Proposed;
use crate::prepare::folded::Wanted;
use adc_frontend::ir::*;
use indexmap::IndexSet;

/// What a round found that the next one should do otherwise.
#[derive(Clone, Default)]
pub(crate) struct Proposals {
    /// Procedures that turned out to be called in a way that forbids to split them.
    pub not_split: IndexSet<UnitId>,
    /// Those that would better be split.
    pub better_split: IndexSet<UnitId>,
    /// Those that have to be: nothing could save what a second run needs.
    pub must_split: IndexSet<UnitId>,
    /// Loops.
    pub loops: Proposed,
    /// Submodules that have to be folded into their modules before derivatives can be made ([`crate::prepare::folded`]).
    pub wanted: Wanted,
}

impl Proposals {
    /// Takes over what was found for other procedures.
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
