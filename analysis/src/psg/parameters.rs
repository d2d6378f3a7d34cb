//! The graph for dummy and actual arguments, one node for each event of each variable: sections 2 and 3 of the paper,
//! figures 3 and 4.

use super::Input;
use crate::cfg::Item;
use crate::chains::{self, Chains};
use crate::lower::{CallStep, Step};
use crate::phase::{Phase, Watch};
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NodeKind {
    /// A unit is entered: dummy argument.
    Entry(UnitId, ZoneId),
    /// A unit returns: dummy argument.
    Exit(UnitId, ZoneId),
    /// Before a call: actual argument.
    Call(UnitId, Item, u32, ZoneId),
    /// After a call: actual argument.
    Return(UnitId, Item, u32, ZoneId),
    /// Definitions meet.
    Join(UnitId, ZoneId),
    /// A definition is used.
    Use(UnitId, ZoneId),
}

impl NodeKind {
    /// The variable, and the unit in which it has that name.
    pub fn variable(&self) -> (UnitId, ZoneId) {
        match *self {
            NodeKind::Entry(u, z) | NodeKind::Exit(u, z) | NodeKind::Join(u, z) | NodeKind::Use(u, z) => (u, z),
            NodeKind::Call(u, _, _, z) | NodeKind::Return(u, _, _, z) => (u, z),
        }
    }
}

type Node = u32;

/// The links of call nodes to the callees.
#[derive(Clone, Debug, Default)]
struct CallNode {
    /// Entry nodes of the dummy arguments to which the variable is bound.
    entries: Vec<Node>,
    /// The node after the call; `None` if no callee writes the variable.
    after: Option<Node>,
    /// True if the variable is killed once all entries are.
    may_kill: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Parameters {
    kinds: Vec<NodeKind>,
    /// Edges inside units, source and sink.
    edges: Vec<(Node, Node)>,
    /// Nodes with an edge to "use".
    used: Vec<Node>,
    entries: BTreeMap<(UnitId, ZoneId), Node>,
    calls: BTreeMap<Node, CallNode>,
    kill: Vec<bool>,
    uses: Vec<bool>,
}

/// Binding of a caller's zone to a zone of the callee, including variables of hosts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub unit: UnitId,
    pub formal: ZoneId,
    pub actual: ZoneId,
    pub covers: bool,
}

/// All bindings of a call that name a zone of the caller.
pub(super) fn bound(input: Input, call: &CallStep) -> Vec<Bound> {
    let mut list = vec![];
    for target in &call.targets {
        let unit = target.unit;
        for b in &target.bindings {
            let Some(actual) = b.actual.filter(|&z| !input.zones.is_temporary(z)) else {
                continue;
            };
            list.push(Bound {
                unit,
                formal: b.formal,
                actual,
                covers: b.covers,
            });
        }
        for z in input.mod_ref.of(unit).hosts.iter() {
            list.push(Bound {
                unit,
                formal: z,
                actual: z,
                covers: input.zones[z].exact && input.zones.aliases(&z).len() == 1,
            });
        }
    }
    list
}

/// Dummy arguments and result of a unit, and the accessed variables of its hosts.
pub(super) fn explicit(input: Input, unit: UnitId) -> ZoneSet {
    let u = &input.program.units[unit];
    let symbols = u.args.iter().copied().flatten().chain(u.result);
    let mut all: ZoneSet = symbols.flat_map(|s| input.zones.with_descriptors(s)).collect();
    all.union_with(&input.mod_ref.of(unit).hosts);
    all
}

/// The predecessors of each node.
struct Links {
    /// Sources of the edges inside units.
    into: Vec<Vec<Node>>,
    /// Call nodes bound to each entry node.
    of_entry: Vec<Vec<Node>>,
    /// The call node of each return node.
    of_return: Vec<Option<Node>>,
}

impl Parameters {
    pub fn build(input: Input, ended: Watch) -> Parameters {
        let mut p = Parameters::default();
        for &unit in input.cfgs.keys() {
            for z in explicit(input, unit).iter() {
                let node = p.add(NodeKind::Entry(unit, z));
                p.entries.insert((unit, z), node);
            }
        }
        for &unit in input.cfgs.keys() {
            if let Some(chains) = input.reaching.of(unit) {
                p.unit(input, unit, chains);
            }
        }
        let links = p.links();
        ended(Phase::SummaryGraph);
        p.solve_kill(&links);
        ended(Phase::Kill);
        p.solve_use(&links);
        ended(Phase::Use);
        p
    }

    fn add(&mut self, kind: NodeKind) -> Node {
        self.kinds.push(kind);
        (self.kinds.len() - 1) as Node
    }

    fn unit(&mut self, input: Input, unit: UnitId, chains: &Chains) {
        // the node whose definition a chain node represents; `None` if a statement wrote the whole zone
        let mut holds: Vec<Option<Node>> = vec![None; chains.len()];
        let mut joins = vec![];
        for (id, n) in chains.nodes() {
            holds[id.index()] = match &n.kind {
                chains::NodeKind::Entry => self.entries.get(&(unit, n.zone)).copied(),
                chains::NodeKind::Join(operands) => {
                    let node = self.add(NodeKind::Join(unit, n.zone));
                    joins.push((node, operands.clone()));
                    Some(node)
                }
                // once the nodes of calls are there
                chains::NodeKind::Def { .. } => None,
            };
        }
        let items = input.cfgs[&unit].all_items();
        let with_calls: Vec<(Item, usize, &CallStep)> = items
            .flat_map(|item| {
                let steps = input
                    .code
                    .get(item)
                    .into_iter()
                    .flat_map(|l| l.steps.iter().enumerate());
                steps.filter_map(move |(k, s)| match s {
                    Step::Call(call) => Some((item, k + 1, call)),
                    Step::Write(_) => None,
                })
            })
            .collect();
        let mut of_call: BTreeMap<(Item, usize, ZoneId), Node> = BTreeMap::new();
        for &(item, step, call) in &with_calls {
            for b in bound(input, call) {
                let key = (item, step, b.actual);
                if of_call.contains_key(&key) {
                    continue;
                }
                let node = self.add(NodeKind::Call(unit, item, step as u32, b.actual));
                of_call.insert(key, node);
                let definition = chains.definition(item, step, b.actual);
                let after = definition.map(|d| {
                    let after = self.add(NodeKind::Return(unit, item, step as u32, b.actual));
                    holds[d.index()] = Some(after);
                    after
                });
                let call = CallNode {
                    after,
                    ..CallNode::default()
                };
                self.calls.insert(node, call);
            }
        }
        for (id, n) in chains.nodes() {
            if let chains::NodeKind::Def { item, step, before } = n.kind {
                if !of_call.contains_key(&(item, step as usize, n.zone)) {
                    holds[id.index()] = before.and_then(|b| holds[b.index()]);
                }
            }
        }
        for (join, operands) in joins {
            for &o in chains.operands(&operands) {
                self.edge(holds[o.index()], join);
            }
        }
        for (item, step, call) in with_calls {
            self.call(input, chains, &holds, &of_call, (item, step), call);
        }
        let bounds = input.code.at_entry(unit);
        self.used
            .extend(bounds.filter_map(|z| self.entries.get(&(unit, z)).copied()));
        for item in input.cfgs[&unit].all_items() {
            for (k, is_call) in steps(input, item) {
                for &(z, node) in chains.uses(item, k) {
                    if !(is_call && of_call.contains_key(&(item, k, z))) {
                        self.used.extend(holds[node.index()]);
                    }
                }
            }
        }
        for &(z, node) in chains.at_exit() {
            if self.entries.contains_key(&(unit, z)) {
                let exit = self.add(NodeKind::Exit(unit, z));
                self.edge(holds[node.index()], exit);
            }
        }
    }

    fn edge(&mut self, from: Option<Node>, to: Node) {
        if let Some(from) = from.filter(|&f| f != to) {
            self.edges.push((from, to));
        }
    }

    fn call(
        &mut self,
        input: Input,
        chains: &Chains,
        holds: &[Option<Node>],
        of_call: &BTreeMap<(Item, usize, ZoneId), Node>,
        (item, step): (Item, usize),
        call: &CallStep,
    ) {
        let all = bound(input, call);
        let mut zones: Vec<ZoneId> = all.iter().map(|b| b.actual).collect();
        zones.sort();
        zones.dedup();
        for z in zones {
            let Some(&node) = of_call.get(&(item, step, z)) else {
                continue;
            };
            let reaching = chains.reaching(item, step, z).or_else(|| {
                let chains::NodeKind::Def { before, .. } = &chains.node(chains.definition(item, step, z)?).kind else {
                    return None;
                };
                *before
            });
            self.edge(reaching.and_then(|n| holds[n.index()]), node);
            let here: Vec<&Bound> = all.iter().filter(|b| b.actual == z).collect();
            let by_all = call.targets.iter().all(|t| here.iter().any(|b| b.unit == t.unit));
            let by_other_name = here
                .iter()
                .any(|b| b.formal != z && input.mod_ref.of(b.unit).foreign.contains(z));
            let may_kill = call.certain
                && call.unknown.is_none()
                && by_all
                && !by_other_name
                && here
                    .iter()
                    .all(|b| b.covers && input.mod_ref.of(b.unit).writes.contains(b.formal));
            let entries = here
                .iter()
                .filter_map(|b| self.entries.get(&(b.unit, b.formal)).copied())
                .collect();
            let named = |b: &&&Bound| input.mod_ref.of(b.unit).reads.contains(z) && b.formal != z;
            let used_by_other_name = by_other_name && here.iter().any(|b| named(&b));
            if call.unknown.is_some() || used_by_other_name {
                self.used.push(node);
            }
            if let Some(c) = self.calls.get_mut(&node) {
                c.entries = entries;
                c.may_kill = may_kill;
            }
        }
    }

    /// Sources of the edges into each node.
    fn sources(&self) -> Vec<Vec<Node>> {
        let mut into = vec![vec![]; self.kinds.len()];
        for &(from, to) in &self.edges {
            into[to as usize].push(from);
        }
        into
    }

    fn links(&self) -> Links {
        let mut of_entry = vec![vec![]; self.kinds.len()];
        let mut of_return = vec![None; self.kinds.len()];
        for (&c, call) in &self.calls {
            call.entries.iter().for_each(|&e| of_entry[e as usize].push(c));
            if let Some(r) = call.after {
                of_return[r as usize] = Some(c);
            }
        }
        Links {
            into: self.sources(),
            of_entry,
            of_return,
        }
    }

    /// True if a call kills the variable: second half of the equation of a call node.
    fn callee_kills(&self, call: &CallNode) -> bool {
        call.may_kill && call.entries.iter().all(|&e| self.kill[e as usize])
    }

    /// Figure 3: propagates from the exits backward to all nodes that reach one unkilled.
    fn solve_kill(&mut self, links: &Links) {
        let Links {
            into,
            of_entry,
            of_return,
        } = links;
        self.kill = vec![true; self.kinds.len()];
        let mut work: Vec<Node> = vec![];
        for (k, kind) in self.kinds.iter().enumerate() {
            if matches!(kind, NodeKind::Exit(..)) {
                self.kill[k] = false;
                work.push(k as Node);
            }
        }
        while let Some(x) = work.pop() {
            let mut next: Vec<Node> = into[x as usize].clone();
            let is_call_open = |p: &Self, c: Node| {
                let call = &p.calls[&c];
                let after = call.after.is_some_and(|r| !p.kill[r as usize]);
                after && !p.callee_kills(call)
            };
            // an entry or a return node: the call may no longer kill
            let calls = of_entry[x as usize].iter().copied().chain(of_return[x as usize]);
            next.extend(calls.filter(|&c| is_call_open(self, c)));
            for y in next {
                if self.kill[y as usize] {
                    self.kill[y as usize] = false;
                    work.push(y);
                }
            }
        }
    }

    /// Figure 4: from the uses backward.
    fn solve_use(&mut self, links: &Links) {
        let Links {
            into,
            of_entry,
            of_return,
        } = links;
        self.uses = vec![false; self.kinds.len()];
        let mut work: Vec<Node> = vec![];
        for &x in &self.used {
            if !self.uses[x as usize] {
                self.uses[x as usize] = true;
                work.push(x);
            }
        }
        while let Some(x) = work.pop() {
            let mut next: Vec<Node> = into[x as usize].clone();
            next.extend(&of_entry[x as usize]);
            if let Some(c) = of_return[x as usize].filter(|c| !self.callee_kills(&self.calls[c])) {
                next.push(c);
            }
            for y in next {
                if !self.uses[y as usize] {
                    self.uses[y as usize] = true;
                    work.push(y);
                }
            }
        }
    }

    fn entries_of(&self, unit: UnitId) -> impl Iterator<Item = (ZoneId, Node)> + '_ {
        let lo = (unit, ZoneId::from_raw(0.into()));
        let from = self.entries.range(lo..);
        from.take_while(move |((u, _), _)| *u == unit)
            .map(|(&(_, z), &n)| (z, n))
    }

    /// KILL of the explicit variables, or not MOD: a zone that is not written has no exit node.
    pub fn kills(&self, unit: UnitId) -> ZoneSet {
        let killed = self.entries_of(unit).filter(|&(_, n)| self.kill[n as usize]);
        killed.map(|(z, _)| z).collect()
    }

    /// USE of the explicit variables.
    pub fn uses(&self, unit: UnitId) -> ZoneSet {
        let used = self.entries_of(unit).filter(|&(_, n)| self.uses[n as usize]);
        used.map(|(z, _)| z).collect()
    }

    /// Kill of one entry node.
    pub fn kills_one(&self, unit: UnitId, zone: ZoneId) -> bool {
        self.entries.get(&(unit, zone)).is_some_and(|&n| self.kill[n as usize])
    }

    /// Use of one entry node.
    pub fn uses_one(&self, unit: UnitId, zone: ZoneId) -> bool {
        self.entries.get(&(unit, zone)).is_some_and(|&n| self.uses[n as usize])
    }

    pub fn size(&self) -> super::Size {
        let joins = self.kinds.iter().filter(|k| matches!(k, NodeKind::Join(..))).count();
        let bindings: usize = self.calls.values().map(|c| c.entries.len()).sum();
        super::Size {
            nodes: self.kinds.len() - joins,
            joins,
            edges: self.edges.len() + 2 * bindings + self.used.len(),
        }
    }

    /// The edges inside units as in the paper: through joins.
    pub fn edges_without_joins(&self) -> Vec<(NodeKind, NodeKind)> {
        let into = self.sources();
        let is_join = |n: Node| matches!(self.kinds[n as usize], NodeKind::Join(..));
        let mut list = BTreeSet::new();
        let mut trace = |from: Vec<Node>, kind: NodeKind| {
            let mut seen = BTreeSet::new();
            let mut work = from;
            while let Some(n) = work.pop() {
                if !seen.insert(n) {
                    continue;
                }
                if is_join(n) {
                    work.extend(&into[n as usize]);
                } else {
                    list.insert((self.kinds[n as usize], kind));
                }
            }
        };
        for (k, kind) in self.kinds.iter().enumerate().filter(|(k, _)| !is_join(*k as Node)) {
            trace(into[k].clone(), *kind);
        }
        for &n in &self.used {
            let (unit, zone) = self.kinds[n as usize].variable();
            trace(vec![n], NodeKind::Use(unit, zone));
        }
        list.into_iter().collect()
    }
}

/// The steps of an item with their numbers in the chains, and true for calls.
fn steps(input: Input, item: Item) -> Vec<(usize, bool)> {
    let Some(lowered) = input.code.get(item) else {
        return vec![];
    };
    let calls = lowered.steps.iter().map(|s| matches!(s, Step::Call(_)));
    std::iter::once(false).chain(calls).enumerate().collect()
}
