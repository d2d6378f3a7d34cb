//! The value-flow graph that both activity analyses colour.
//!
//! A node is a place where a zone has a value; [`super::vdg`] has one for each variable, [`super::dug`] one for each
//! definition. Edges are those of the papers: FLOW within a unit, CALL from an argument of a call to the dummy
//! argument, RETURN back, and PARAM across a call, from an argument to another that the callee computes from it
//! ([`super::closure`]). An argument of a call is a node of its own, so that its sources and uses need not be
//! multiplied out.
//!
//! Values of integers, logicals and characters are not in the graph.

use crate::cfg::Item;
use crate::sources::Class;
use crate::ZoneId;
use adc_frontend::ir::*;
use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use std::collections::BTreeMap;

/// Index of a node.
pub(crate) type NodeId = NodeIndex<u32>;

/// A place where a zone has a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The zone; for values that no variable stores, the formal to which they are passed.
    pub zone: ZoneId,
    /// The unit; `None` for nodes shared by all units.
    pub unit: Option<UnitId>,
    pub at: At,
}

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum At {
    /// A variable, wherever it stands.
    Anywhere,
    /// A global zone between the units that define it and those that use it.
    Shared,
    /// A unit is entered.
    In,
    /// A unit returns.
    Out,
    /// A step of a statement.
    Def(Item, u32),
    /// Definitions meet.
    Join,
    /// An argument of a call.
    Argument(Item, u32),
    /// The result of a function, inside a statement.
    Temporary(Item, u32),
}

/// Kind of flow of a value between two nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edge {
    Flow(Class),
    Call,
    Return,
    Param,
}

/// A call of a known unit: its arguments with their nodes.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub callee: UnitId,
    pub args: Vec<SiteArg>,
}

/// Binding of a formal.
#[derive(Clone, Debug)]
pub(crate) struct SiteArg {
    pub formal: ZoneId,
    /// The value that goes in.
    pub into: NodeId,
    /// The nodes that receive the outgoing value.
    pub back: Vec<NodeId>,
}

/// The graph of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub nodes: DiGraph<Node, Edge, u32>,
    pub sites: Vec<Site>,
    /// Incoming and outgoing value of the formals of each unit.
    pub formals: BTreeMap<UnitId, Vec<(ZoneId, NodeId, NodeId)>>,
    shared: BTreeMap<ZoneId, NodeId>,
    /// Values of global zones at the call of a head and (true) at its return, if these are distinct from the values
    /// in between.
    pub outside: BTreeMap<(UnitId, ZoneId, bool), NodeId>,
}

impl Graph {
    pub fn add(&mut self, zone: ZoneId, unit: Option<UnitId>, at: At) -> NodeId {
        self.nodes.add_node(Node { zone, unit, at })
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId, edge: Edge) -> Option<EdgeIndex<u32>> {
        (from != to).then(|| self.nodes.add_edge(from, to, edge))
    }

    pub fn flow(&mut self, from: NodeId, to: NodeId, class: Class) {
        self.edge(from, to, Edge::Flow(class));
    }

    /// The node of a zone that units share by name.
    pub fn shared(&mut self, zone: ZoneId) -> NodeId {
        let nodes = &mut self.nodes;
        let new = || {
            nodes.add_node(Node {
                zone,
                unit: None,
                at: At::Shared,
            })
        };
        *self.shared.entry(zone).or_insert_with(new)
    }

    /// The same, if there is one.
    pub fn shared_node(&self, zone: ZoneId) -> Option<NodeId> {
        self.shared.get(&zone).copied()
    }

    /// True for a node that mixes the values of several calls.
    pub fn is_shared(&self, node: NodeId) -> bool {
        self.nodes[node].at == At::Shared
    }

    /// Incoming and outgoing value of a formal of a unit.
    pub fn formal(&self, unit: UnitId, zone: ZoneId) -> Option<(NodeId, NodeId)> {
        let list = self.formals.get(&unit)?;
        list.iter().find(|f| f.0 == zone).map(|f| (f.1, f.2))
    }

    /// Adds flow for an unknown procedure that may call units of the program: all its values may enter them, and all
    /// theirs may return.
    pub fn call_back(&mut self, units: &[UnitId], inside: NodeId) {
        for unit in units {
            let anything = Node {
                at: At::Shared,
                ..self.nodes[inside]
            };
            let between = self.nodes.add_node(anything);
            self.flow(inside, between, Class::Nonlinear);
            self.flow(between, inside, Class::Nonlinear);
            for (_, enter, leave) in self.formals.get(unit).cloned().unwrap_or_default() {
                self.flow(between, enter, Class::Nonlinear);
                self.flow(leave, between, Class::Nonlinear);
            }
        }
    }

    /// Binds an argument of a call: the edges to the dummy argument and back.
    pub fn bind(&mut self, callee: UnitId, formal: ZoneId, into: NodeId, back: Vec<NodeId>) -> Option<SiteArg> {
        let (enter, leave) = self.formal(callee, formal)?;
        self.edge(into, enter, Edge::Call);
        for &b in &back {
            self.edge(leave, b, Edge::Return);
        }
        Some(SiteArg { formal, into, back })
    }

    /// Number of nodes: definitions or variables.
    pub fn len(&self) -> usize {
        self.nodes.node_count()
    }
}
