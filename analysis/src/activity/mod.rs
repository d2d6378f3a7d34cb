//! Activity: the variables that need a shadow, and the statements at which they do.
//!
//! A value is active if it is both varied (it may depend on an independent) and useful (a dependent may depend on it).
//! The values and the flow between them form a graph: [`vdg`] (VDGAA, one node per variable) or [`dug`] (DUGAA, one
//! node per definition). [`closure`] summarises calls, and [`colour`] finds varied and useful values along realizable
//! paths. A zone with an active value is active; the set of active zones is closed under the needs of the
//! transformation ([`demand`]).
//!
//! Ignored: contexts (one answer per unit for all its call sites); parts of arrays.

pub mod calling_contexts;
mod closure;
mod colour;
mod demand;
mod dug;
mod entered;
mod graph;
mod input;
mod messages;
mod passive;
mod points;
mod quiet;
mod vdg;
pub mod why;

pub(crate) use input::Input;
pub use points::Shadow;

use crate::phase::{Phase, Watch};
use crate::{HeadSpec, Heads, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use bitvec::vec::BitVec;
use colour::{add_sources, sweep, sweep_through, Colour, Ways};
use demand::Demand;
use entered::Entered;
use graph::{At, Graph, NodeId};
use messages::Messages;
use passive::PassiveCalls;
use petgraph::Direction;
use points::Points;
use std::collections::{BTreeMap, BTreeSet};

/// Method of activity analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// The variable dependence graph, which ignores the order of statements.
    Vdg,
    /// The def-use graph.
    #[default]
    Dug,
    /// Every differentiable variable that a unit reached from the head accesses is active at every point.
    All,
}

/// Results of activity analysis.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// Active zones.
    zones: ZoneSet,
    /// Active symbols: those of active zones whose type can carry a derivative.
    symbols: BTreeSet<SymbolId>,
    /// Units that need a derivative procedure.
    units: BTreeSet<UnitId>,
    /// For each dummy argument, true if it has a shadow.
    formals: BTreeMap<UnitId, Vec<bool>>,
    /// Functions with an active result.
    results: BTreeSet<UnitId>,
    /// Facts about single statements; `None` if they are the same as for the zones.
    points: Option<Points>,
    /// Calls that carry no derivative, of procedures that may carry one elsewhere.
    passive: PassiveCalls,
    /// Pointers through which memory is only read.
    quiet: ZoneSet,
    /// Varied zones, wherever.
    varied: ZoneSet,
    /// Zones with an active value somewhere; the other active zones have a shadow because an interface requires it.
    valued: ZoneSet,
    /// Dependents that do not depend on any independent.
    pub dependents_without_dependence: Vec<SymbolId>,
    /// Independents that have no influence on any dependent.
    pub independents_without_influence: Vec<DeadEnd>,
    /// The graph with its colours; `None` with the analysis off.
    trail: Option<Trail>,
    /// Size of the graph: nodes and edges.
    pub size: (usize, usize),
}

/// An independent that has no influence on any dependent.
#[derive(Clone, Copy, Debug)]
pub struct DeadEnd {
    /// The independent.
    pub independent: SymbolId,
    /// The end of its influence.
    pub end: End,
}

/// The place where the influence of an independent ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// This variable, which this statement defines.
    Defined(StmtId, SymbolId),
    /// This statement uses it, and no derivative leaves the statement.
    Used(StmtId),
    /// Nothing uses it.
    Unused,
}

/// Data for questions about single values.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// The first head.
    pub head: UnitId,
    pub graph: Graph,
    pub red: Colour,
    pub blue: Colour,
    /// Nodes of the independents at the entries of heads, and of the dependents at their returns.
    pub starts: Vec<NodeId>,
    pub ends: Vec<NodeId>,
    /// Nodes of the chains of each unit; `None` if nodes are variables.
    pub definitions: Option<BTreeMap<UnitId, Vec<Option<NodeId>>>>,
}

/// Nodes of the independents or dependents of a head.
fn boundary(graph: &mut Graph, input: Input, head: &HeadSpec, end: bool) -> Vec<Vec<NodeId>> {
    let mut nodes_of = |s: SymbolId| {
        let meant = if end {
            head.dependent_zones(input.zones, s)
        } else {
            head.independent_zones(input.zones, s)
        };
        let zones = meant.into_iter().flat_map(|z| input.aliases(z));
        let nodes = zones.flat_map(
            |z| match (graph.formal(head.unit, z), graph.outside.get(&(head.unit, z, true))) {
                (Some((enter, leave)), _) => vec![[enter, leave][usize::from(end)]],
                (None, Some(&leave)) if end => vec![leave],
                // passed to the head and to its callees; the head itself never writes it
                (None, _) => {
                    let enter = graph.outside.get(&(head.unit, z, false)).copied();
                    enter.into_iter().chain([graph.shared(z)]).collect()
                }
            },
        );
        nodes.collect()
    };
    let symbols = if end { &head.dependents } else { &head.independents };
    symbols.iter().map(|&s| nodes_of(s)).collect()
}

impl Activity {
    /// Runs the analysis.
    pub(crate) fn build(input: Input, heads: &Heads, method: Method, ended: Watch) -> Activity {
        let reachable = input.calls.reachable(heads.units());
        let (mut graph, definitions) = match method {
            Method::Vdg => (vdg::build(input, &reachable), None),
            // with the analysis off, missing dependences are still reported
            Method::Dug | Method::All => {
                let dug::DefUse { graph, nodes } = dug::build(input, heads, &reachable);
                (graph, Some(nodes))
            }
        };
        ended(Phase::ValueGraph);
        closure::close(&mut graph, input.calls);
        ended(Phase::Closure);
        let mut of_heads = |end: bool| -> Vec<Vec<Vec<NodeId>>> {
            heads.iter().map(|h| boundary(&mut graph, input, h, end)).collect()
        };
        let (starts, ends) = (of_heads(false), of_heads(true));
        let (all_starts, all_ends) = (starts.concat().concat(), ends.concat().concat());
        let forward = Ways::of(&graph, Direction::Outgoing);
        let backward = Ways::of(&graph, Direction::Incoming);
        let several = heads.iter().nth(1).is_some();
        let messages = Messages::find(input, heads, &graph);
        let (mut red, mut blue) = (Colour::default(), Colour::default());
        for ((h, starts), ends) in heads.iter().zip(&starts).zip(&ends) {
            // a run that begins at the head executes no other units
            let units = several.then(|| input.calls.reachable([h.unit]).into_iter().collect());
            let inside = units.map(|units| Colour::of_units(&graph, &units));
            let varied = |starts: &[NodeId], carrying: &[NodeId]| match &definitions {
                Some(nodes) => {
                    let mut entered = Entered::new(input, nodes, h);
                    entered.enter(h.unit, carrying.iter().map(|&n| graph.nodes[n].zone));
                    varied_in_order(entered, &graph, &forward, starts, inside.as_ref())
                }
                None => sweep(&forward, starts, inside.as_ref(), &mut |_, _| {}),
            };
            let (mut starts, mut ends) = (starts.concat(), ends.concat());
            let mut own = varied(&starts, &[]);
            let carrying = messages.carrying(&own, &backward, &ends);
            if !carrying.is_empty() {
                starts.extend(carrying);
                ends.extend(carrying);
                own = varied(&starts, carrying);
            }
            blue.add(&sweep(&backward, &ends, Some(&own), &mut |_, _| {}));
            red.add(&own);
        }
        ended(Phase::Colours);
        let mut result = Activity {
            dependents_without_dependence: heads
                .iter()
                .zip(&ends)
                .flat_map(|(h, nodes)| h.dependents.iter().zip(nodes))
                .filter(|(_, nodes)| !nodes.iter().any(|&n| red.has(n)))
                .map(|(&dependent, _)| dependent)
                .collect(),
            independents_without_influence: heads
                .iter()
                .zip(&starts)
                .flat_map(|(h, nodes)| h.independents.iter().zip(nodes).map(move |pair| (h.unit, pair)))
                .filter(|(_, (_, nodes))| !nodes.iter().any(|&n| blue.has(n)))
                .map(|(head, (&independent, nodes))| DeadEnd {
                    independent,
                    end: why::end_of(input, &graph, &forward, definitions.as_ref(), head, nodes),
                })
                .collect(),
            size: (graph.nodes.node_count(), graph.nodes.edge_count()),
            ..Activity::default()
        };
        let boundary = heads.iter().flat_map(|h| {
            let independents = h.independents.iter().map(|&s| h.independent_zones(input.zones, s));
            let dependents = h.dependents.iter().map(|&s| h.dependent_zones(input.zones, s));
            independents.chain(dependents).flatten()
        });
        let mut demand = Demand::new(input, heads, reachable, method == Method::All);
        demand.active.extend(boundary);
        if method == Method::All {
            demand.everything();
            ended(Phase::Demand);
        } else {
            let trail = Trail {
                head: heads.first().unit,
                graph,
                red,
                blue,
                starts: all_starts,
                ends: all_ends,
                definitions,
            };
            demand.passive = PassiveCalls::find(input, &trail, demand.reachable());
            let wanted = demand_of_values(&mut demand, &trail, &backward);
            ended(Phase::Demand);
            result.varied = trail.zones(|n| trail.red.has(n));
            result.valued = trail.zones(|n| trail.blue.has(n));
            result.points = trail
                .definitions
                .as_ref()
                .map(|nodes| Points::build(input, &trail, &wanted, nodes));
            result.trail = Some(trail);
            ended(Phase::Points);
        }
        result.finish(input, demand)
    }

    fn finish(mut self, input: Input, demand: Demand) -> Activity {
        let Input { program, zones, .. } = input;
        self.units = demand.units;
        self.passive = demand.passive;
        self.quiet = demand.quiet.zones;
        // not variables: results of unknown functions, which are refused at the call
        let is_variable = |&z: &ZoneId| !zones.is_temporary(z) && zones.carries(z);
        self.zones = demand.active.iter().filter(is_variable).collect();
        for z in self.zones.iter() {
            let members = zones.members(z).iter().copied();
            self.symbols
                .extend(members.filter(|&s| zones.is_differentiable(program.symbols[s].ty())));
        }
        for &unit in &self.units {
            let u = &program.units[unit];
            let formals = u.args.iter().map(|d| d.is_some_and(|d| self.symbols.contains(&d)));
            self.formals.insert(unit, formals.collect());
            if u.result.is_some_and(|r| self.symbols.contains(&r)) {
                self.results.insert(unit);
            }
        }
        self
    }

    /// True if the variable needs a shadow in the unit: some part of it is active.
    pub fn is_active(&self, _unit: UnitId, symbol: SymbolId) -> bool {
        self.symbols.contains(&symbol)
    }

    /// True if the unit needs a derivative procedure.
    pub fn unit_is_active(&self, unit: UnitId) -> bool {
        self.units.contains(&unit)
    }

    /// Units that need a derivative procedure, in order.
    pub fn active_units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.iter().copied()
    }

    /// True if a dummy argument of a unit (by its position in [`Unit::args`]) has a shadow.
    pub fn formal_is_active(&self, unit: UnitId, i: usize) -> bool {
        self.formals.get(&unit).and_then(|f| f.get(i)).is_some_and(|&a| a)
    }

    /// True if the result of a function has a shadow.
    pub fn result_is_active(&self, unit: UnitId) -> bool {
        self.results.contains(&unit)
    }

    /// True for a statement whose calls carry no derivative, although those of other statements may.
    pub fn is_passive_call(&self, stmt: StmtId) -> bool {
        self.passive.has(stmt)
    }

    /// True for a pointer through which memory is only read: what changes it is an association, which changes no memory
    /// of others.
    pub fn is_quiet(&self, zone: ZoneId) -> bool {
        self.quiet.contains(zone)
    }

    /// True if a variable in the zone is active.
    pub fn zone_is_active(&self, zone: ZoneId) -> bool {
        self.zones.contains(zone)
    }

    /// True if the zone has an active value somewhere; an active zone without one has a shadow because an interface
    /// requires it.
    pub fn has_active_value(&self, zone: ZoneId) -> bool {
        match &self.trail {
            Some(_) => self.valued.contains(zone),
            None => self.zones.contains(zone),
        }
    }

    /// Active zones.
    pub fn zones(&self) -> &ZoneSet {
        &self.zones
    }

    /// True if the value of a zone that a statement uses may depend on an independent.
    pub fn is_varied(&self, stmt: StmtId, zone: ZoneId) -> bool {
        match (&self.points, &self.trail) {
            (Some(p), _) => p.is_varied(stmt, zone),
            (None, Some(_)) => self.varied.contains(zone),
            (None, None) => self.zones.contains(zone),
        }
    }

    /// True if the value of a zone that a statement uses or defines is active: varied and useful.
    pub fn is_active_at(&self, stmt: StmtId, zone: ZoneId) -> bool {
        match &self.points {
            Some(p) => p.is_active(stmt, zone),
            None => self.zones.contains(zone),
        }
    }

    /// True if the value of a zone that a statement defines may depend on an independent.
    pub fn makes_varied(&self, stmt: StmtId, zone: ZoneId) -> bool {
        match (&self.points, &self.trail) {
            (Some(p), _) => p.makes_varied(stmt, zone),
            (None, Some(_)) => self.varied.contains(zone),
            (None, None) => self.zones.contains(zone),
        }
    }

    /// The shadow of a zone after a statement defines the zone.
    pub fn shadow(&self, stmt: StmtId, zone: ZoneId) -> Shadow {
        match &self.points {
            _ if !self.zones.contains(zone) => Shadow::None,
            Some(p) => p.shadow(stmt, zone),
            None => Shadow::Derivative,
        }
    }

    /// The graph with its colours.
    pub(crate) fn trail(&self) -> Option<&Trail> {
        self.trail.as_ref()
    }
}

/// The nodes that are varied in a run of a head, where global zones are varied at the entry of units only if a unit that
/// ran before made them so.
fn varied_in_order(
    mut entered: Entered,
    graph: &Graph,
    forward: &Ways,
    starts: &[NodeId],
    inside: Option<&Colour>,
) -> Colour {
    loop {
        let through = |from, to| entered.lets_through(graph, from, to);
        let varied = sweep_through(forward, starts, inside, &through, &mut |_, _| {});
        if !entered.learn(&varied) {
            return varied;
        }
    }
}

/// Closes the active zones under the needs of the transformation and over the values passed to active dummy arguments.
/// Returns the nodes whose values are wanted.
fn demand_of_values(demand: &mut Demand, trail: &Trail, backward: &Ways) -> BitVec {
    let blue = demand.quiet.without_idle(trail, |n| trail.blue.has(n));
    demand.active.union_with(&blue);
    demand.collect_rules(Some(trail));
    let mut wanted = BitVec::repeat(false, trail.graph.len());
    let argument_of = |n: NodeId| match trail.graph.nodes[n].at {
        At::Argument(item, _) => Some(item.stmt),
        _ => None,
    };
    let passive = demand.passive.clone();
    let is_passive = |n: NodeId| argument_of(n).is_some_and(|s| passive.has(s));
    loop {
        demand.close();
        let nodes = trail.graph.nodes.node_indices();
        // an active dummy argument takes a shadow at every call that is not passive
        let given = |n: NodeId| {
            let node = &trail.graph.nodes[n];
            argument_of(n).is_some_and(|s| !passive.has(s))
                && demand.active.contains(node.zone)
                && node.unit.is_some_and(|u| demand.units.contains(&u))
        };
        // a dependent that depends on nothing still has a derivative: zero
        let looked_at = nodes.filter(|&n| trail.blue.has(n) || given(n) || trail.ends.contains(&n));
        add_sources(backward, &mut wanted, looked_at, &is_passive);
        let more = demand
            .quiet
            .without_idle(trail, |n| wanted[n.index()] && trail.red.has(n));
        if !demand.active.union_with(&more) {
            return wanted;
        }
    }
}

impl Trail {
    /// The zones of variables among some nodes.
    fn zones(&self, of: impl Fn(NodeId) -> bool) -> ZoneSet {
        let is_variable = |n: &NodeId| !matches!(self.graph.nodes[*n].at, At::Argument(..) | At::Temporary(..));
        let nodes = self.graph.nodes.node_indices().filter(is_variable);
        nodes.filter(|&n| of(n)).map(|n| self.graph.nodes[n].zone).collect()
    }
}
