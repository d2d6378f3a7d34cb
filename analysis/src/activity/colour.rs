//! Colours: red for nodes into which an independent flows, blue for red nodes that flow into a dependent.
//!
//! Both follow realizable paths only. A value that entered a call through a CALL edge leaves it over the call's PARAM
//! edges, so RETURN edges need not be followed from there: inside the callee, the value is *bound* to the call. A value
//! that passed through a shared node may leave any call of the units that it reaches: it is *free*, and RETURN edges
//! are followed (the paper's "value through globals", its call stack with any call on top). Entering a further call
//! binds it again. Free includes bound, so each node is visited at most twice.
//!
//! The blue sweep is the same in the opposite direction, with CALL and RETURN exchanged, over red nodes only.

use super::graph::{Edge, Graph, NodeId};
use adc_frontend::ir::UnitId;
use bitvec::vec::BitVec;
use petgraph::Direction;
use std::collections::{BTreeSet, VecDeque};

/// A colour of all nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colour {
    bound: BitVec,
    free: BitVec,
}

impl Colour {
    /// The nodes shared by all units, and those of some units.
    pub fn of_units(graph: &Graph, units: &BTreeSet<UnitId>) -> Colour {
        let is_inside = |n: NodeId| graph.nodes[n].unit.is_none_or(|u| units.contains(&u));
        let free: BitVec = graph.nodes.node_indices().map(is_inside).collect();
        Colour {
            bound: BitVec::repeat(false, free.len()),
            free,
        }
    }

    /// Adds the nodes of another colour.
    pub fn add(&mut self, other: &Colour) {
        if self.free.is_empty() {
            self.clone_from(other);
            return;
        }
        self.bound |= &other.bound;
        self.free |= &other.free;
    }

    /// True if a node has the colour.
    pub fn has(&self, node: NodeId) -> bool {
        self.bound.get(node.index()).is_some_and(|b| *b) || self.free.get(node.index()).is_some_and(|b| *b)
    }
}

/// A step of a sweep: the node reached, and its predecessor.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(NodeId, Option<NodeId>);

/// The edges of a graph in one direction, those of a node stored contiguously, because sweeps visit all of them.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    direction: Direction,
    /// Start of the edges of each node in `list`; the last entry is the end.
    start: Vec<u32>,
    list: Vec<(NodeId, Edge)>,
    /// Nodes that mix the values of several calls.
    shared: BitVec,
}

impl Ways {
    pub fn of(graph: &Graph, direction: Direction) -> Ways {
        let edges = graph.nodes.raw_edges();
        let ends = |e: &petgraph::graph::Edge<Edge, u32>| match direction {
            Direction::Outgoing => (e.source(), e.target()),
            Direction::Incoming => (e.target(), e.source()),
        };
        let mut start = vec![0_u32; graph.len() + 1];
        for e in edges {
            start[ends(e).0.index() + 1] += 1;
        }
        for k in 1..start.len() {
            start[k] += start[k - 1];
        }
        let mut next = start.clone();
        let mut list = vec![(NodeId::end(), Edge::Param); edges.len()];
        for e in edges {
            let (from, to) = ends(e);
            let slot = &mut next[from.index()];
            list[*slot as usize] = (to, e.weight);
            *slot += 1;
        }
        Ways {
            direction,
            start,
            list,
            shared: graph.nodes.node_indices().map(|n| graph.is_shared(n)).collect(),
        }
    }

    fn from(&self, node: NodeId) -> &[(NodeId, Edge)] {
        let k = node.index();
        &self.list[self.start[k] as usize..self.start[k + 1] as usize]
    }

    /// Number of nodes.
    fn len(&self) -> usize {
        self.shared.len()
    }
}

/// Colours the nodes within a colour that are reachable from some nodes. `visit` sees each node when it is first
/// reached, in breadth-first order.
pub(crate) fn sweep(ways: &Ways, from: &[NodeId], within: Option<&Colour>, visit: Visit) -> Colour {
    sweep_through(ways, from, within, &|_, _| true, visit)
}

/// The same over those edges from shared nodes that `lets_through` allows.
pub(crate) fn sweep_through(
    ways: &Ways,
    from: &[NodeId],
    within: Option<&Colour>,
    lets_through: &dyn Fn(NodeId, NodeId) -> bool,
    visit: Visit,
) -> Colour {
    let mut colour = Colour {
        bound: BitVec::repeat(false, ways.len()),
        free: BitVec::repeat(false, ways.len()),
    };
    // edges that enter a call, and that leave one
    let (into, out) = match ways.direction {
        Direction::Outgoing => (Edge::Call, Edge::Return),
        Direction::Incoming => (Edge::Return, Edge::Call),
    };
    let mut queue = VecDeque::new();
    let mut reach = |colour: &mut Colour, n: NodeId, free: bool, from: Option<NodeId>| {
        let free = free || ways.shared[n.index()];
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
        let is_shared = ways.shared[n.index()];
        for &(m, edge) in ways.from(n) {
            if (edge != out || free) && (!is_shared || lets_through(n, m)) {
                queue.extend(reach(&mut colour, m, free && edge != into, Some(n)));
            }
        }
    }
    colour
}

/// Adds some nodes and all nodes that flow into them, ignoring calling contexts, without those at which `ends` is true.
pub(crate) fn add_sources(
    incoming: &Ways,
    seen: &mut BitVec,
    of: impl Iterator<Item = NodeId>,
    ends: &dyn Fn(NodeId) -> bool,
) {
    let mut work = vec![];
    for n in of {
        if !seen.replace(n.index(), true) {
            work.push(n);
        }
    }
    while let Some(n) = work.pop() {
        for &(m, _) in incoming.from(n) {
            if !ends(m) && !seen.replace(m.index(), true) {
                work.push(m);
            }
        }
    }
}
