//! Explains why a value is active: a shortest chain from an independent through it to a dependent.
//!
//! Both halves are shortest paths of the sweeps of [`super::colour`]. A PARAM edge, which leads across a call, is
//! expanded to the path through the callee that it summarises.

use super::colour::{sweep, Colour, Ways};
use super::graph::{At, Edge, Graph, NodeId};
use super::input::Input;
use super::{End, Trail};
use crate::cfg::Item;
use crate::chains::Chains;
use crate::{Analyses, ZoneId};
use adc_frontend::ir::*;
use petgraph::Direction;
use std::collections::{BTreeMap, BTreeSet};

/// A link of a chain: a statement and the variable that has the value there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The unit.
    pub unit: UnitId,
    /// The statement; `None` at the entry and the exit of a unit.
    pub stmt: Option<StmtId>,
    /// The variable.
    pub zone: ZoneId,
    /// The event.
    pub what: What,
}

/// Event at a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The variable gets the value.
    Defined,
    /// The value enters a call, as this dummy argument.
    Passed,
    /// The independent, at the entry of the head.
    Independent,
    /// The dependent, when the head returns.
    Dependent,
}

/// Explanation why a value is active or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A chain from an independent to a dependent.
    Chain(Vec<Link>),
    /// It depends on independents, by this chain, but no dependent depends on it.
    OnlyVaried(Vec<Link>),
    /// It does not depend on any independent.
    NotVaried,
    /// No such variable is used or written there.
    NotThere,
    /// The analysis is off, or the variable carries no derivatives.
    NothingKnown,
}

type Parents = BTreeMap<NodeId, NodeId>;

/// Explains a variable of a unit, or its part with the most informative answer, as used or written by some statements.
pub fn why(facts: &Analyses, unit: UnitId, symbol: SymbolId, path: &[SymbolId], stmts: &BTreeSet<StmtId>) -> Answer {
    let Some(trail) = facts.activity.trail() else {
        return Answer::NothingKnown;
    };
    let zones = facts.zones.of_path(symbol, path).iter().copied();
    let zones: Vec<ZoneId> = zones.filter(|&z| facts.zones.carries(z)).collect();
    if zones.is_empty() {
        return Answer::NothingKnown;
    }
    let parts: Vec<_> = zones
        .into_iter()
        .filter_map(|z| nodes_at(facts, trail, unit, z, stmts))
        .collect();
    if parts.is_empty() {
        return Answer::NotThere;
    }
    let there = parts.concat();
    let forward = parents(&trail.graph, Direction::Outgoing, &trail.starts, None);
    let expand = |path: Vec<NodeId>| links(trail, &through_calls(trail, path));
    if let Some(&n) = there.iter().find(|&&n| trail.blue.has(n)) {
        let backward = parents(&trail.graph, Direction::Incoming, &trail.ends, Some(&trail.red));
        let mut path = trace(&forward, n);
        path.reverse();
        path.extend(trace(&backward, n).into_iter().skip(1));
        return Answer::Chain(expand(path));
    }
    match there.iter().find(|&&n| trail.red.has(n)) {
        Some(&n) => {
            let mut path = trace(&forward, n);
            path.reverse();
            Answer::OnlyVaried(expand(path))
        }
        None => Answer::NotVaried,
    }
}

/// The last definition, breadth-first, that values from some nodes of the head reach, if any.
pub(super) fn end_of(
    input: Input,
    graph: &Graph,
    forward: &Ways,
    definitions: Option<&BTreeMap<UnitId, Vec<Option<NodeId>>>>,
    head: UnitId,
    from: &[NodeId],
) -> End {
    let mut last = None;
    sweep(forward, from, None, &mut |n, _| {
        let node = &graph.nodes[n];
        if let (At::Def(item, _), Some(unit)) = (node.at, node.unit) {
            last = Some(End::Defined(
                item.stmt,
                input.zones.symbol_in(input.program, unit, node.zone),
            ));
        }
    });
    let used = || {
        let (cfg, chains) = (input.cfgs.get(&head)?, input.reaching.of(head)?);
        let nodes = definitions?.get(&head)?;
        let takes = |item: &Item| {
            let steps = input.code.get(*item).map_or(0, |l| l.steps.len());
            let mut uses = (0..=steps).flat_map(|k| chains.uses(*item, k));
            uses.any(|&(_, id)| nodes[id.index()].is_some_and(|n| from.contains(&n)))
        };
        cfg.all_items().find(takes).map(|item| End::Used(item.stmt))
    };
    last.or_else(used).unwrap_or(End::Unused)
}

/// The nodes of a zone in the statements that use or write it; `None` if they do not.
fn nodes_at(
    facts: &Analyses,
    trail: &Trail,
    unit: UnitId,
    zone: ZoneId,
    stmts: &BTreeSet<StmtId>,
) -> Option<Vec<NodeId>> {
    let Some(definitions) = trail.definitions.as_ref() else {
        // nodes are variables
        let is_variable = |n: &NodeId| {
            let node = &trail.graph.nodes[*n];
            node.zone == zone && matches!(node.at, At::Anywhere | At::Shared) && node.unit.is_none_or(|u| u == unit)
        };
        let found: Vec<_> = trail.graph.nodes.node_indices().filter(is_variable).collect();
        return (!found.is_empty()).then_some(found);
    };
    let (cfg, chains) = (facts.cfgs.get(&unit)?, facts.reaching.of(unit)?);
    let items = cfg.all_items().filter(|i| stmts.contains(&i.stmt));
    let found: Vec<_> = items.flat_map(|i| of_item(facts, chains, i, zone)).collect();
    // a unit that the head does not reach has no nodes
    let nodes = |id: crate::chains::NodeId| definitions.get(&unit).and_then(|n| n[id.index()]);
    (!found.is_empty()).then(|| found.into_iter().filter_map(nodes).collect())
}

/// The statement's definitions come first, then its uses.
fn of_item(facts: &Analyses, chains: &Chains, item: Item, zone: ZoneId) -> Vec<crate::chains::NodeId> {
    let steps = facts.code.get(item).map_or(0, |l| l.steps.len());
    let written = (0..=steps).rev().filter_map(|k| chains.definition(item, k, zone));
    let used = (0..=steps).filter_map(|k| chains.reaching(item, k, zone));
    written.chain(used).collect()
}

fn parents(graph: &Graph, direction: Direction, from: &[NodeId], within: Option<&Colour>) -> Parents {
    let mut parents = Parents::new();
    sweep(&Ways::of(graph, direction), from, within, &mut |n, p| {
        if let Some(p) = p {
            parents.insert(n, p);
        }
    });
    parents
}

/// The path from a node back to the start of the sweep.
fn trace(parents: &Parents, from: NodeId) -> Vec<NodeId> {
    let mut path = vec![from];
    let mut at = from;
    while let Some(&p) = parents.get(&at) {
        path.push(p);
        at = p;
    }
    path
}

/// Replaces PARAM edges by paths through the callees.
fn through_calls(trail: &Trail, path: Vec<NodeId>) -> Vec<NodeId> {
    let mut args: BTreeMap<NodeId, Vec<(usize, ZoneId)>> = BTreeMap::new();
    for (k, site) in trail.graph.sites.iter().enumerate() {
        for a in &site.args {
            args.entry(a.into).or_default().push((k, a.formal));
        }
    }
    let mut out: Vec<NodeId> = vec![];
    let mut open = vec![path.into_iter().rev().collect::<Vec<_>>()];
    // a recursive callee may lead back to the same call: enter it once
    let mut entered = BTreeSet::new();
    while let Some(rest) = open.last_mut() {
        let Some(n) = rest.pop() else {
            open.pop();
            continue;
        };
        let last = out.last().copied();
        out.push(n);
        let Some(last) = last.filter(|&l| entered.insert((l, n))) else {
            continue;
        };
        let is_param = trail
            .graph
            .nodes
            .edges_connecting(last, n)
            .all(|e| *e.weight() == Edge::Param);
        if !is_param || trail.graph.nodes.find_edge(last, n).is_none() {
            continue;
        }
        if let Some(inner) = inside(trail, args.get(&last).map_or(&[], |a| a), n) {
            out.pop();
            rest.push(n);
            open.push(inner.into_iter().rev().collect());
        }
    }
    out
}

/// The path through a callee from an argument to the node that receives its value.
fn inside(trail: &Trail, args: &[(usize, ZoneId)], back: NodeId) -> Option<Vec<NodeId>> {
    for &(site, formal) in args {
        let site = &trail.graph.sites[site];
        let (start, _) = trail.graph.formal(site.callee, formal)?;
        for to in site.args.iter().filter(|a| a.back.contains(&back)) {
            let (_, end) = trail.graph.formal(site.callee, to.formal)?;
            if let Some(path) = path_within(&trail.graph, start, end) {
                return Some(path);
            }
        }
    }
    None
}

/// A shortest path inside a unit.
fn path_within(graph: &Graph, start: NodeId, end: NodeId) -> Option<Vec<NodeId>> {
    let mut parents = Parents::new();
    let mut seen = BTreeSet::from([start]);
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(n) = queue.pop_front() {
        if n == end {
            let mut path = trace(&parents, end);
            path.reverse();
            return Some(path);
        }
        let mut edges = graph.nodes.neighbors(n).detach();
        while let Some((e, m)) = edges.next(&graph.nodes) {
            let within = matches!(graph.nodes[e], Edge::Flow(_) | Edge::Param) && !graph.is_shared(m);
            if within && seen.insert(m) {
                parents.insert(m, n);
                queue.push_back(m);
            }
        }
    }
    None
}

/// The nodes of a path that matter to a reader.
fn links(trail: &Trail, path: &[NodeId]) -> Vec<Link> {
    let mut list: Vec<Link> = vec![];
    let last = path.len().saturating_sub(1);
    for (k, &n) in path.iter().enumerate() {
        let node = &trail.graph.nodes[n];
        let what = match node.at {
            _ if k == 0 => What::Independent,
            _ if k == last && trail.ends.contains(&n) => What::Dependent,
            At::Def(..) => What::Defined,
            At::Argument(..) => What::Passed,
            At::Anywhere => What::Defined,
            At::Shared | At::In | At::Out | At::Join | At::Temporary(..) => continue,
        };
        let stmt = match node.at {
            At::Def(item, _) | At::Argument(item, _) => Some(item.stmt),
            At::Anywhere | At::Shared | At::In | At::Out | At::Join | At::Temporary(..) => None,
        };
        let link = Link {
            unit: node.unit.unwrap_or(trail.head),
            stmt,
            zone: node.zone,
            what,
        };
        if list.last() != Some(&link) {
            list.push(link);
        }
    }
    list
}
