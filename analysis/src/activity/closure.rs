//! PARAM edges: summarise calls by the dummy arguments through which a value can leave when it enters through another.
//!
//! For each unit, callees first, this computes the nodes reachable from a dummy argument's node inside the unit, over
//! FLOW edges and over the PARAM edges of its calls. If such a path ends in a dummy argument's outgoing node, every
//! call of the unit gets a PARAM edge between the two actual arguments. So the colouring need not follow a RETURN edge
//! out of a call that it entered. Paths through shared nodes are left to the rule for values that pass through globals
//! ([`super::colour`]).
//!
//! Recursive units are visited until no new path is found.

use super::graph::{Edge, Graph, NodeId};
use crate::CallGraph;
use adc_frontend::ir::*;
use bitvec::vec::BitVec;
use std::collections::{BTreeMap, BTreeSet};

/// Adds all PARAM edges.
pub(super) fn close(graph: &mut Graph, calls: &CallGraph) {
    let mut sites: BTreeMap<UnitId, Vec<usize>> = BTreeMap::new();
    for (k, s) in graph.sites.iter().enumerate() {
        sites.entry(s.callee).or_default().push(k);
    }
    let mut closure = Closure {
        seen: BitVec::repeat(false, graph.len()),
        found: BTreeSet::new(),
        sites,
    };
    calls.settle_all(&mut |unit| closure.unit(graph, unit));
}

struct Closure {
    /// Nodes seen in the walk at hand.
    seen: BitVec,
    /// Pairs of formals that already have their edges: unit, positions of the formals.
    found: BTreeSet<(UnitId, usize, usize)>,
    /// Calls by callee.
    sites: BTreeMap<UnitId, Vec<usize>>,
}

impl Closure {
    /// Processes a unit; true if a new path was found.
    fn unit(&mut self, graph: &mut Graph, unit: UnitId) -> bool {
        let mut new = false;
        let Some(sites) = self.sites.get(&unit).cloned() else {
            return false;
        };
        let formals = graph.formals.get(&unit).cloned().unwrap_or_default();
        for (i, &(from, start, _)) in formals.iter().enumerate() {
            let reached = self.reach(graph, start);
            for (j, &(to, _, end)) in formals.iter().enumerate() {
                if !self.seen[end.index()] || !self.found.insert((unit, i, j)) {
                    continue;
                }
                new = true;
                for &s in &sites {
                    connect(graph, s, from, to);
                }
            }
            reached.iter().for_each(|n| self.seen.set(n.index(), false));
        }
        new
    }

    /// Marks the nodes reachable inside the unit; returns them.
    fn reach(&mut self, graph: &Graph, start: NodeId) -> Vec<NodeId> {
        let mut reached = vec![start];
        self.seen.set(start.index(), true);
        let mut k = 0;
        while let Some(&n) = reached.get(k) {
            k += 1;
            let mut edges = graph.nodes.neighbors(n).detach();
            while let Some((e, m)) = edges.next(&graph.nodes) {
                let inside = matches!(graph.nodes[e], Edge::Flow(_) | Edge::Param) && !graph.is_shared(m);
                if inside && !self.seen[m.index()] {
                    self.seen.set(m.index(), true);
                    reached.push(m);
                }
            }
        }
        reached
    }
}

/// PARAM edges across a call.
fn connect(graph: &mut Graph, site: usize, from: crate::ZoneId, to: crate::ZoneId) {
    let args = &graph.sites[site].args;
    let into: Vec<_> = args.iter().filter(|a| a.formal == from).map(|a| a.into).collect();
    let back: Vec<_> = args
        .iter()
        .filter(|a| a.formal == to)
        .flat_map(|a| a.back.clone())
        .collect();
    for &i in &into {
        for &b in &back {
            graph.edge(i, b, Edge::Param);
        }
    }
}
