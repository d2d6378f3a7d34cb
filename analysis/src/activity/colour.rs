//! Colours: red for what an independent flows into, blue for what of it flows into a dependent.
//!
//! Both go along realizable paths only. A value that went into a call through a CALL edge comes out over the call's PARAM edges, so RETURN edges need not be
//! followed from there: inside, the value is *bound* to the call. A value that went through a shared node may come out of any call of the units that it
//! reaches: it is *free*, and RETURN edges are followed (the paper's "value through globals", its call stack with any call on top). Going into a further call
//! binds it again. What is free includes what is bound, so each node is visited twice at most.
//!
//! The blue sweep is the same against the edges, with CALL and RETURN exchanged, over red nodes only.

use super::graph::{Edge, Graph, NodeId};
use bitvec::vec::BitVec;
use petgraph::Direction;

/// A colour of all nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colour {
    bound: BitVec,
    free: BitVec,
}

impl Colour {
    /// True when a node has the colour.
    pub fn has(&self, node: NodeId) -> bool {
        self.bound.get(node.index()).is_some_and(|b| *b) || self.free.get(node.index()).is_some_and(|b| *b)
    }
}

/// A step of a sweep: the node that was reached, from which one.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(NodeId, Option<NodeId>);

/// Colours what can be reached from some nodes, along the edges or against them, within a colour. `visit` sees each node when it is first reached, in breadth-first order.
pub(crate) fn sweep(
    graph: &Graph,
    direction: Direction,
    from: &[NodeId],
    within: Option<&Colour>,
    visit: Visit,
) -> Colour {
    let mut colour = Colour {
        bound: BitVec::repeat(false, graph.len()),
        free: BitVec::repeat(false, graph.len()),
    };
    // edges that go into a call, and out of one
    let (into, out) = match direction {
        Direction::Outgoing => (Edge::Call, Edge::Return),
        Direction::Incoming => (Edge::Return, Edge::Call),
    };
    let mut queue = std::collections::VecDeque::new();
    let mut reach = |colour: &mut Colour, n: NodeId, free: bool, from: Option<NodeId>| {
        let free = free || graph.is_shared(n);
        if within.is_some_and(|w| !w.has(n)) || colour.free[n.index()] || (!free && colour.bound[n.index()]) {
            return None;
        }
        if !colour.has(n) {
            visit(n, from);
        }
        if free {
            colour.free.set(n.index(), true);
        } else {
            colour.bound.set(n.index(), true);
        }
        Some((n, free))
    };
    for &n in from {
        queue.extend(reach(&mut colour, n, false, None));
    }
    while let Some((n, free)) = queue.pop_front() {
        let mut edges = graph.nodes.neighbors_directed(n, direction).detach();
        while let Some((e, m)) = edges.next(&graph.nodes) {
            let edge = graph.nodes[e];
            if edge == out && !free {
                continue;
            }
            let next = reach(&mut colour, m, free && edge != into, Some(n));
            queue.extend(next);
        }
    }
    colour
}

/// Adds some nodes, and everything that flows into them, whatever the calls.
pub(crate) fn add_sources(graph: &Graph, seen: &mut BitVec, of: impl Iterator<Item = NodeId>) {
    let mut work = vec![];
    for n in of {
        if !seen.replace(n.index(), true) {
            work.push(n);
        }
    }
    while let Some(n) = work.pop() {
        for m in graph.nodes.neighbors_directed(n, Direction::Incoming) {
            if !seen.replace(m.index(), true) {
                work.push(m);
            }
        }
    }
}
