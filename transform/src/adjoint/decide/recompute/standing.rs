//! Scalars that the reverse part of an iteration finds as the forward part left them.
//!
//! In a fused loop, and in a region that runs a second time, the reverse part follows the forward part at once. A
//! variable that is assigned once, at one place, is not overwritten in between: recomputing it saves only the life of a
//! register. This is only about costs; [`crate::adjoint::decide::tbr`] decides about records.
//!
//! Ignored: variables that are overwritten only after their last need. A variable that is left alone in one loop is
//! left alone in all, though another loop may record it.

use crate::adjoint::plan::{Kind, Node, Region};
use adc_analysis::{ZoneId, ZoneSet};
use std::collections::BTreeMap;

/// Zones that are still available in the blocks of a node; `around`: those available in the block of the node.
pub(crate) fn inside(n: &Node, around: &ZoneSet) -> ZoneSet {
    match n {
        Node::Loop(l) if l.fused.is_some() => written_once(&l.body),
        Node::Region(Region {
            kind: Kind::Plain,
            body,
            ..
        }) => written_once(body),
        Node::Loop(_) | Node::Region(_) => ZoneSet::new(),
        Node::Branch(_) | Node::Simple(_) | Node::Again(_) => around.clone(),
    }
}

/// Zones that only one statement, outside loops, writes.
fn written_once(nodes: &[Node]) -> ZoneSet {
    let mut times = BTreeMap::new();
    count(nodes, &mut times);
    times.into_iter().filter(|&(_, n)| n == 1).map(|(z, _)| z).collect()
}

fn count(nodes: &[Node], times: &mut BTreeMap<ZoneId, usize>) {
    for n in nodes {
        match n {
            Node::Branch(_) => n.blocks().into_iter().for_each(|b| count(b, times)),
            Node::Simple(_) | Node::Again(_) => n.written().iter().for_each(|z| *times.entry(z).or_default() += 1),
            Node::Loop(_) | Node::Region(_) => n.written().iter().for_each(|z| *times.entry(z).or_default() += 2),
        }
    }
}
