//! The def-use graph: context- and flow-sensitive (DUGAA).
//!
//! It has a node for each definition: a step of a statement and a zone. FLOW edges follow the chains
//! ([`crate::chains`]): from the definition that reaches a use to the definition computed from it, through joins, and
//! from the previous definition if part of it may survive. A dummy argument has a node for the incoming value and one
//! for the outgoing value. A call defines the zones that its callee may write; it kills those in the callee's KILL set.
//!
//! Each global zone has one shared node: downward-exposed definitions of a unit (those that reach its exit, or a call
//! that may use the zone) flow into it, and it flows into upward-exposed uses and into calls that may write the zone. A
//! unit that does not mention the zone has no edges for it. Variables of hosts are dummy arguments of the internal
//! procedures that use them.

use super::graph::{At, Graph, NodeId, Site, SiteArg};
use super::input::Input;
use crate::cfg::Item;
use crate::chains::{self, Chains, NodeKind};
use crate::effects::killed;
use crate::lower::{Binding, CallStep, Step};
use crate::sources::{Class, Sources};
use crate::{Heads, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// The graph, and the nodes of the definitions of each unit.
pub(super) struct DefUse {
    pub graph: Graph,
    /// By node of the unit's chains.
    pub nodes: BTreeMap<UnitId, Vec<Option<NodeId>>>,
}

struct Builder<'a> {
    input: Input<'a>,
    graph: Graph,
    heads: &'a Heads,
    unit: UnitId,
    chains: &'a Chains,
    nodes: Vec<Option<NodeId>>,
    temporaries: BTreeMap<ZoneId, NodeId>,
}

/// Builds the graph of some units.
pub(super) fn build(input: Input, heads: &Heads, units: &[UnitId]) -> DefUse {
    let mut graph = Graph::default();
    for &unit in units {
        let mut formals = vec![];
        for z in input.formals(unit).iter() {
            let inside = graph.add(z, Some(unit), At::In);
            let out = graph.add(z, Some(unit), At::Out);
            formals.push((z, inside, out));
        }
        graph.formals.insert(unit, formals);
    }
    let mut nodes = BTreeMap::new();
    for &unit in units {
        let (Some(cfg), Some(chains)) = (input.cfgs.get(&unit), input.reaching.of(unit)) else {
            continue;
        };
        let mut b = Builder {
            input,
            graph,
            heads,
            unit,
            chains,
            nodes: vec![None; chains.len()],
            temporaries: BTreeMap::new(),
        };
        b.definitions();
        for item in cfg.all_items() {
            b.item(item);
        }
        b.exit();
        graph = b.graph;
        nodes.insert(unit, b.nodes);
    }
    DefUse { graph, nodes }
}

impl Builder<'_> {
    /// Creates a node for each chain node whose zone can carry a derivative, and the flow through them that no
    /// statement performs.
    fn definitions(&mut self) {
        let chains = self.chains;
        for (id, n) in chains.nodes().filter(|(_, n)| self.input.zones.carries(n.zone)) {
            let unit = Some(self.unit);
            self.nodes[id.index()] = match n.kind {
                NodeKind::Entry => match self.graph.formal(self.unit, n.zone) {
                    Some((inside, _)) => Some(inside),
                    None if self.input.zones[n.zone].is_global => {
                        let entry = self.graph.add(n.zone, unit, At::In);
                        if self.is_outermost() {
                            self.graph.outside.insert((self.unit, n.zone, false), entry);
                        } else {
                            let shared = self.graph.shared(n.zone);
                            self.graph.flow(shared, entry, Class::Linear);
                        }
                        Some(entry)
                    }
                    // a local variable before its first definition
                    None => None,
                },
                NodeKind::Def { item, step, .. } => Some(self.graph.add(n.zone, unit, At::Def(item, step))),
                NodeKind::Join(_) => Some(self.graph.add(n.zone, unit, At::Join)),
            };
        }
        for (id, n) in chains.nodes() {
            if let (NodeKind::Join(operands), Some(join)) = (&n.kind, self.nodes[id.index()]) {
                let mut last = None;
                for o in chains.operands(operands).iter().filter_map(|o| self.nodes[o.index()]) {
                    if last.replace(o) != Some(o) {
                        self.graph.flow(o, join, Class::Linear);
                    }
                }
            }
        }
    }

    /// True for a head that the program never calls: then global zones at its return are distinct from those at its
    /// entry.
    fn is_outermost(&self) -> bool {
        self.heads.has(self.unit) && self.input.calls.callers(self.unit).is_empty()
    }

    fn place(&self, id: Option<chains::NodeId>) -> Option<NodeId> {
        self.nodes[id?.index()]
    }

    /// The node that reaches a use of a zone, or of temporaries, in a step.
    fn source(&self, (item, step): (Item, u32), zone: ZoneId) -> Option<NodeId> {
        if self.input.zones.is_temporary(zone) {
            return self.temporaries.get(&zone).copied();
        }
        self.place(self.chains.reaching(item, step as usize, zone))
    }

    fn flows(&mut self, at: (Item, u32), from: &Sources, to: NodeId) {
        for (z, class) in from.classes() {
            if let Some(n) = self.source(at, z) {
                self.graph.flow(n, to, class);
            }
        }
    }

    /// The definition of a zone by a step, with an edge from the previous definition if part of it survives.
    fn definition(&mut self, (item, step): (Item, u32), zone: ZoneId, killed: bool) -> Option<NodeId> {
        let id = self.chains.definition(item, step as usize, zone)?;
        let node = self.nodes[id.index()]?;
        if let NodeKind::Def { before, .. } = self.chains.node(id).kind {
            if let Some(b) = self.place(before).filter(|_| !killed) {
                self.graph.flow(b, node, Class::Linear);
            }
        }
        Some(node)
    }

    fn item(&mut self, item: Item) {
        let Some(lowered) = self.input.code.get(item) else {
            return;
        };
        self.temporaries.clear();
        for (k, step) in lowered.steps.iter().enumerate() {
            let at = (item, k as u32 + 1);
            match step {
                Step::Write(writes) => {
                    for w in writes {
                        for &z in w.changes(self.input.zones) {
                            let to = self.definition(at, z, false);
                            if let Some(to) = to.filter(|_| !lowered.constant) {
                                self.flows(at, &w.from, to);
                            }
                        }
                    }
                }
                Step::Call(call) if lowered.constant => {
                    let killed = killed(call, &|u| self.input.summaries.get(u));
                    let chains = self.chains;
                    for &(z, _) in chains.defs(item, k + 1) {
                        self.definition(at, z, killed.contains(z));
                    }
                }
                Step::Call(call) => self.call(at, call),
            }
        }
    }

    fn call(&mut self, at: (Item, u32), call: &CallStep) {
        let (item, step) = at;
        for &r in &call.results {
            let n = self.graph.add(r, Some(self.unit), At::Temporary(item, step));
            self.temporaries.insert(r, n);
        }
        let killed = killed(call, &|u| self.input.summaries.get(u));
        let mut defined: BTreeMap<ZoneId, NodeId> = BTreeMap::new();
        for &(z, _) in self.chains.defs(item, step as usize) {
            if let Some(n) = self.definition(at, z, killed.contains(z)) {
                defined.insert(z, n);
            }
        }
        for target in &call.targets {
            let callee = target.unit;
            let mut args = vec![];
            for b in self.input.bindings(target) {
                args.extend(self.bind(at, callee, &b, (&defined, &killed)));
            }
            self.graph.sites.push(Site { callee, args });
        }
        for unit in call.units() {
            self.shared(at, unit, &defined);
        }
        self.unknown(at, call, &defined);
    }

    fn bind(
        &mut self,
        at: (Item, u32),
        callee: UnitId,
        b: &Binding,
        (defined, killed): (&BTreeMap<ZoneId, NodeId>, &ZoneSet),
    ) -> Option<SiteArg> {
        let into = self.graph.add(b.formal, Some(self.unit), At::Argument(at.0, at.1));
        self.flows(at, &b.sources, into);
        // a value that the callee overwrites only in part flows through it, read or not
        let actual = b.actual.filter(|&z| !killed.contains(z));
        let definition = actual.and_then(|z| self.chains.definition(at.0, at.1 as usize, z));
        if let Some(NodeKind::Def { before, .. }) = definition.map(|d| &self.chains.node(d).kind) {
            if let Some(n) = self.place(*before) {
                self.graph.flow(n, into, Class::Linear);
            }
        }
        let mut back = vec![];
        if let Some(z) = b.actual.filter(|_| self.input.writes(callee, b.formal)) {
            back.extend(self.temporaries.get(&z));
            let aliases = self.input.aliases(z);
            back.extend(aliases.iter().filter_map(|t| defined.get(t)));
        }
        self.graph.bind(callee, b.formal, into, back)
    }

    /// Global zones that this unit mentions, across a call.
    fn shared(&mut self, (item, step): (Item, u32), callee: UnitId, defined: &BTreeMap<ZoneId, NodeId>) {
        let foreign = &self.input.mod_ref.of(callee).foreign;
        let named = |z: ZoneId| foreign.contains(z) && self.input.zones[z].is_global;
        for &(z, from) in self.chains.uses(item, step as usize) {
            if let Some(n) = self.nodes[from.index()].filter(|_| named(z)) {
                let shared = self.graph.shared(z);
                self.graph.flow(n, shared, Class::Linear);
            }
        }
        for (&z, &n) in defined
            .iter()
            .filter(|(&z, _)| named(z) && self.input.writes(callee, z))
        {
            let shared = self.graph.shared(z);
            self.graph.flow(shared, n, Class::Linear);
        }
    }

    /// All values that enter an unknown procedure may leave it through any of its outputs.
    fn unknown(&mut self, at: (Item, u32), call: &CallStep, defined: &BTreeMap<ZoneId, NodeId>) {
        let Some(unknown) = &call.unknown else { return };
        let Some(any) = unknown
            .actuals
            .first()
            .and_then(|(a, _)| a.zone)
            .or(call.results.first().copied())
        else {
            return;
        };
        let inside = self.graph.add(any, Some(self.unit), At::Argument(at.0, at.1));
        let mut written = ZoneSet::new();
        for (a, may_write) in &unknown.actuals {
            self.flows(at, &a.sources, inside);
            if let Some(z) = a.zone.filter(|_| *may_write) {
                written.extend(self.input.zones.aliases(&z).iter().copied());
            }
        }
        for z in written.iter() {
            if let Some(&n) = defined.get(&z) {
                self.graph.flow(inside, n, Class::Nonlinear);
            }
        }
        for r in call.results.iter().filter_map(|r| self.temporaries.get(r)) {
            self.graph.flow(inside, *r, Class::Nonlinear);
        }
        self.graph.call_back(&unknown.callbacks, inside);
    }

    /// Adds the flow of the values that reach the exit.
    fn exit(&mut self) {
        for &(z, id) in self.chains.at_exit() {
            let Some(n) = self.nodes[id.index()] else { continue };
            let to = match self.graph.formal(self.unit, z) {
                Some((_, out)) => out,
                None if self.is_outermost() => {
                    let leave = self.graph.add(z, Some(self.unit), At::Out);
                    self.graph.outside.insert((self.unit, z, true), leave);
                    leave
                }
                None => self.graph.shared(z),
            };
            self.graph.flow(n, to, Class::Linear);
        }
        // a dummy argument that is never written leaves as it entered
        let formals = self.graph.formals.get(&self.unit).cloned().unwrap_or_default();
        for (z, inside, out) in formals {
            if !self.chains.at_exit().iter().any(|&(e, _)| e == z) {
                self.graph.flow(inside, out, Class::Linear);
            }
        }
    }
}
