//! Activity across messages.
//!
//! One variable stands for all messages between copies of the program that run at the same time: who sends writes it,
//! who receives reads it. A message may be received by a statement that comes before the one that sends it, in another
//! copy. So the order of statements does not count: if a varied value is sent anywhere, all that is received is varied,
//! and if a useful value is received anywhere, all that is sent is useful.
//!
//! ```text
//! V = a node of the variable is varied, U = a node of the variable is useful, both without messages
//! V and U: all nodes of the variable begin varied, and end useful
//! ```
//!
//! Without V or U, no message carries a derivative.

use super::colour::{sweep, Colour, Ways};
use super::graph::{Graph, NodeId};
use super::input::Input;
use crate::Heads;

/// The nodes of the variables that stand for messages.
pub(super) struct Messages(Vec<NodeId>);

impl Messages {
    pub fn find(input: Input, heads: &Heads, graph: &Graph) -> Messages {
        let zones = |&s| input.zones.of(s).iter();
        let zones: Vec<_> = heads.messages.iter().flat_map(zones).collect();
        let nodes = graph.nodes.node_indices();
        Messages(nodes.filter(|&n| zones.contains(&&graph.nodes[n].zone)).collect())
    }

    /// The nodes that begin varied and end useful, given the values that are varied without them.
    pub fn carrying(&self, varied: &Colour, backward: &Ways, ends: &[NodeId]) -> &[NodeId] {
        if !self.0.iter().any(|&n| varied.has(n)) {
            return &[];
        }
        let useful = sweep(backward, ends, None, &mut |_, _| {});
        match self.0.iter().any(|&n| useful.has(n)) {
            true => &self.0,
            false => &[],
        }
    }
}
