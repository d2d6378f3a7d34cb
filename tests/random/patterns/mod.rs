//! Typical pieces of code: passes over the elements of an array. They exercise the decisions to store, restore and
//! recompute in the adjoint.

mod coefficient;
mod overwrite;
mod place;
mod scalar;
mod select;
mod time;
mod triangle;
mod update;

use super::scope::Scope;
use super::tree::Node;
use super::weights::{Pattern, PATTERNS};

impl Scope {
    /// A pattern, or an assignment if none fits.
    pub fn pattern(&mut self) -> Vec<Node> {
        for _ in 0..4 {
            let kind = self.rng.weighted(PATTERNS);
            if let Some(nodes) = self.pattern_of(kind) {
                return nodes;
            }
        }
        self.assignment()
    }

    fn pattern_of(&mut self, kind: Pattern) -> Option<Vec<Node>> {
        match kind {
            Pattern::End => self.end(),
            Pattern::Passive => self.passive(),
            Pattern::Whole => self.whole(),
            Pattern::Sweep => self.all_elements(),
            Pattern::Strided => self.strided(),
            Pattern::Conditional => self.conditional(),
            Pattern::Until => self.until(),
            Pattern::Temporary => self.temporary(),
            Pattern::Stencil => self.stencil(),
            Pattern::Recurrence => self.recurrence(),
            Pattern::Triangle => self.triangle(),
            Pattern::Wrapped => self.wrapped(),
            Pattern::Collected => self.collected(),
            Pattern::Searched => self.searched(),
            Pattern::Gathered => self.gathered_elements(),
            Pattern::Computed => self.computed(),
            Pattern::Placed => self.placed(),
            Pattern::Reduction => self.sum_up(),
            Pattern::Reused => self.reused(),
            Pattern::Recomputed => self.recomputed(),
            Pattern::Nested => self.nested(),
            Pattern::Iterated => self.iterated(),
            Pattern::Coefficients => self.with_coefficients(),
        }
    }
}
