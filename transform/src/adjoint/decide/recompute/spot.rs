//! The position of a block among loops.

use crate::adjoint::plan::Node;
use adc_analysis::ZoneSet;

/// The position of a block.
#[derive(Clone)]
pub(crate) struct Place {
    /// Number of loops around it.
    pub(crate) loops: usize,
    /// Zones that its reverse part finds as the forward part left them.
    pub(crate) standing: ZoneSet,
}

impl Place {
    pub(crate) fn top() -> Place {
        Place {
            loops: 0,
            standing: ZoneSet::new(),
        }
    }

    /// The position of the blocks of a node.
    pub(crate) fn inside(&self, n: &Node) -> Place {
        Place {
            loops: self.loops + usize::from(n.repeats()),
            standing: crate::adjoint::decide::recompute::standing::inside(n, &self.standing),
        }
    }
}
