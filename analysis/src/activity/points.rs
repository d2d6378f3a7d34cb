//! Facts of the def-use graph about single statements.

use super::graph::{At, Edge, NodeId};
use super::input::Input;
use super::Trail;
use crate::chains::NodeKind;
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use bitvec::vec::BitVec;
use petgraph::Direction;
use std::collections::BTreeMap;

/// The shadow of a variable at a definition of the variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shadow {
    /// It gets a derivative.
    Derivative,
    /// The new value is independent of all independents, but its shadow is read, because another definition that
    /// reaches the same use is varied: the shadow is set to zero.
    Zero,
    /// It is never read.
    None,
}

/// By statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    /// Zones whose use in the statement has a varied value.
    varied: BTreeMap<StmtId, ZoneSet>,
    /// Zones whose use or definition in the statement has an active value.
    active: BTreeMap<StmtId, ZoneSet>,
    /// Zones that it gives a varied value.
    results: BTreeMap<StmtId, ZoneSet>,
    /// Zones whose definition has a varied value that is wanted.
    derivative: BTreeMap<StmtId, ZoneSet>,
    /// Zones whose definition is not varied, but whose shadow is read.
    zero: BTreeMap<StmtId, ZoneSet>,
}

impl Points {
    pub fn build(
        input: Input,
        trail: &Trail,
        wanted: &BitVec,
        definitions: &BTreeMap<UnitId, Vec<Option<NodeId>>>,
    ) -> Points {
        let mut points = Points::default();
        let read = read_without_variation(input, trail, wanted, definitions);
        for (&unit, nodes) in definitions {
            let (Some(chains), Some(cfg)) = (input.reaching.of(unit), input.cfgs.get(&unit)) else {
                continue;
            };
            for (id, n) in chains.nodes() {
                let (NodeKind::Def { item, .. }, Some(node)) = (&n.kind, nodes[id.index()]) else {
                    continue;
                };
                if trail.blue.has(node) {
                    points.active.entry(item.stmt).or_default().insert(n.zone);
                }
                if trail.red.has(node) {
                    points.results.entry(item.stmt).or_default().insert(n.zone);
                }
                let table = match (trail.red.has(node), wanted[node.index()]) {
                    (true, true) => &mut points.derivative,
                    (false, _) if read[node.index()] => &mut points.zero,
                    _ => continue,
                };
                table.entry(item.stmt).or_default().insert(n.zone);
            }
            for item in cfg.all_items() {
                let steps = input.code.get(item).map_or(0, |l| l.steps.len());
                for &(z, from) in (0..=steps).flat_map(|k| chains.uses(item, k)) {
                    let Some(n) = nodes[from.index()] else { continue };
                    if trail.red.has(n) {
                        points.varied.entry(item.stmt).or_default().insert(z);
                    }
                    if trail.blue.has(n) {
                        points.active.entry(item.stmt).or_default().insert(z);
                    }
                }
            }
        }
        points
    }

    pub fn is_varied(&self, stmt: StmtId, zone: ZoneId) -> bool {
        self.varied.get(&stmt).is_some_and(|s| s.contains(zone))
    }

    pub fn is_active(&self, stmt: StmtId, zone: ZoneId) -> bool {
        self.active.get(&stmt).is_some_and(|s| s.contains(zone))
    }

    pub fn makes_varied(&self, stmt: StmtId, zone: ZoneId) -> bool {
        self.results.get(&stmt).is_some_and(|s| s.contains(zone))
    }

    pub fn shadow(&self, stmt: StmtId, zone: ZoneId) -> Shadow {
        let has = |t: &BTreeMap<StmtId, ZoneSet>| t.get(&stmt).is_some_and(|s| s.contains(zone));
        if has(&self.derivative) {
            Shadow::Derivative
        } else if has(&self.zero) {
            Shadow::Zero
        } else {
            Shadow::None
        }
    }
}

/// Nodes that are not varied, but whose shadows are read: the unchanged value stays in its variable up to a join with a
/// varied value, or up to a procedure or the user, who take a shadow whatever the value. A statement that uses a value
/// which is not varied does not read the shadow.
fn read_without_variation(
    input: Input,
    trail: &Trail,
    wanted: &BitVec,
    definitions: &BTreeMap<UnitId, Vec<Option<NodeId>>>,
) -> BitVec {
    let graph = &trail.graph;
    // such a definition changes the values that flow into it
    let mut overwrites: BitVec = BitVec::repeat(false, graph.len());
    for (&unit, nodes) in definitions {
        for (id, n) in input.reaching.of(unit).iter().flat_map(|c| c.nodes()) {
            if let (NodeKind::Def { before: None, .. }, Some(node)) = (&n.kind, nodes[id.index()]) {
                overwrites.set(node.index(), true);
            }
        }
    }
    let takes_shadow = |n: NodeId| {
        let by_callee = matches!(graph.nodes[n].at, At::Argument(..) | At::Temporary(..));
        wanted[n.index()] && (trail.red.has(n) || by_callee || trail.ends.contains(&n))
    };
    let mut read: BitVec = BitVec::repeat(false, graph.len());
    for &n in trail.ends.iter().filter(|&&n| !trail.red.has(n)) {
        read.set(n.index(), true);
    }
    let mut work: Vec<NodeId> = graph.nodes.node_indices().filter(|&n| takes_shadow(n)).collect();
    while let Some(to) = work.pop() {
        let mut edges = graph.nodes.neighbors_directed(to, Direction::Incoming).detach();
        while let Some((edge, from)) = edges.next(&graph.nodes) {
            let same = match (graph.nodes[edge], graph.nodes[to].at) {
                // the callee knows it by another name
                (Edge::Call | Edge::Return | Edge::Param, _) => true,
                (Edge::Flow(_), At::Def(..)) => {
                    graph.nodes[from].zone == graph.nodes[to].zone && !overwrites[to.index()]
                }
                (Edge::Flow(_), _) => true,
            };
            if same && !trail.red.has(from) && !read.replace(from.index(), true) {
                work.push(from);
            }
        }
    }
    read
}
