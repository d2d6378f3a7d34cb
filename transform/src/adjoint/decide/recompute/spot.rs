//! Where a block stands among loops.

use crate::adjoint::plan::Node;
use adc_analysis::ZoneSet;

/// Where a block stands.
#[derive(Clone)]
pub(crate) struct Place {
    /// Loops around it.
    pub(crate) loops: usize,
    /// What its backward part finds as the forward part left it.
    pub(crate) standing: ZoneSet,
}

impl Place {
    pub(crate) fn top() -> Place {
        Place {
            loops: 0,
            standing: ZoneSet::new(),
        }
    }

    /// The place of the blocks of a node.
    pub(crate) fn inside(&self, n: &Node) -> Place {
        Place {
            loops: self.loops + usize::from(n.repeats()),
            standing: crate::adjoint::decide::recompute::standing::inside(n, &self.standing),
        }
    }
}
