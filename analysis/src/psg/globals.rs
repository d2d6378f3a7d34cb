//! The graph for global zones: one pseudo-variable whose values are sets of zones (sections 4 and 5 of the paper).
//!
//! A unit has an entry and an exit node, a join at the start of each block, and a call and a return node for each call.
//! All edges out of a node share the kills, and the uses before them, of the statements after it, so both are stored at
//! the node:
//!
//! ```text
//! Kill(exit)   = ∅
//! Kill(x)      = ∩ Kill(y) ∪ kill(x), x → y
//! Kill(call x) = Kill(return) ∪ KILL(callee) \ {z: the callee knows z by another name that it does not kill}
//! Use(x)       = use(x) ∪ (∪ Use(y) \ kill(x)), x → y
//! Use(call x)  = USE(callee) ∪ uses through dummy arguments ∪ (Use(return) \ kills of the call)
//! ```
//!
//! The greatest solution of the equations for Kill, the least one of those for Use, unit by unit over the strongly
//! connected components of the call graph, callees first. Kills through dummy arguments are known from
//! [`super::parameters`]; section 5 adds them to the masks.

use super::parameters::{bound, Parameters};
use super::Input;
use crate::cfg::Cfg;
use crate::lower::{CallStep, Step};
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use la_arena::ArenaMap;
use std::collections::BTreeMap;

/// KILL and USE of a unit, global zones only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Sets {
    pub kill: ZoneSet,
    pub uses: ZoneSet,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Globals {
    units: ArenaMap<UnitId, Sets>,
    nothing: Sets,
    size: super::Size,
}

enum Kind<'a> {
    /// Entry, join or return.
    Plain,
    Exit,
    Call(&'a CallStep),
}

struct Node<'a> {
    kind: Kind<'a>,
    /// Kills of the statements between this node and the next ones.
    kill: ZoneSet,
    /// Used by them before they are killed.
    uses: ZoneSet,
    next: Vec<usize>,
}

/// The graph of one unit, its entry first.
struct Graph<'a> {
    nodes: Vec<Node<'a>>,
}

impl<'a> Graph<'a> {
    fn build(input: Input<'a>, unit: UnitId, cfg: &'a Cfg) -> Graph<'a> {
        let mut g = Graph { nodes: vec![] };
        for _ in cfg.rpo() {
            g.add(Kind::Plain);
        }
        g.read(input, 0, input.code.at_entry(unit));
        for (k, &block) in cfg.rpo().iter().enumerate() {
            if block == cfg.exit() {
                g.nodes[k].kind = Kind::Exit;
                continue;
            }
            let mut at = k;
            for &item in cfg.items(block) {
                let Some(lowered) = input.code.get(item) else { continue };
                g.read(input, at, lowered.reads.iter());
                for step in &lowered.steps {
                    match step {
                        Step::Write(writes) => {
                            let killed = writes.iter().filter(|w| w.kill && input.zones[w.to].is_global);
                            g.nodes[at].kill.extend(killed.map(|w| w.to));
                        }
                        Step::Call(call) => at = g.call(input, at, call),
                    }
                }
                let ended = input.sweeps.ended_at(item);
                g.nodes[at].kill.extend(ended.filter(|&z| input.zones[z].is_global));
            }
            g.nodes[at].next = cfg.successors(block).iter().filter_map(|&s| cfg.number(s)).collect();
        }
        g
    }

    fn add(&mut self, kind: Kind<'a>) -> usize {
        self.nodes.push(Node {
            kind,
            kill: ZoneSet::new(),
            uses: ZoneSet::new(),
            next: vec![],
        });
        self.nodes.len() - 1
    }

    fn read(&mut self, input: Input, at: usize, zones: impl Iterator<Item = ZoneId>) {
        let node = &mut self.nodes[at];
        let exposed =
            zones.filter(|&z| !input.zones.is_temporary(z) && input.zones[z].is_global && !node.kill.contains(z));
        node.uses.extend(exposed);
    }

    fn call(&mut self, input: Input, at: usize, call: &'a CallStep) -> usize {
        let actuals = call.unknown.iter().flat_map(|u| &u.actuals);
        self.read(input, at, actuals.filter_map(|(a, _)| a.zone));
        let before = self.add(Kind::Call(call));
        let after = self.add(Kind::Plain);
        self.nodes[at].next.push(before);
        self.nodes[before].next.push(after);
        if !call.certain {
            self.nodes[at].next.push(after);
        }
        after
    }
}

/// Kill and Use of a node; before the first visit all is killed.
type Kill = Option<ZoneSet>;

/// Evaluates KILL or USE of a unit.
type Solver = fn(&Globals, Input, &Parameters, &Graph, &mut Sets);

impl Globals {
    pub fn build(input: Input, parameters: &Parameters) -> Globals {
        let mut all = Globals::default();
        for component in input.calls.bottom_up() {
            let graphs: BTreeMap<UnitId, Graph> = component
                .iter()
                .filter_map(|&u| Some((u, Graph::build(input, u, input.cfgs.get(&u)?))))
                .collect();
            for (u, g) in &graphs {
                all.size.nodes += 2 + g.nodes.iter().filter(|n| matches!(n.kind, Kind::Call(_))).count() * 2;
                all.size.joins += g.nodes.iter().filter(|n| matches!(n.kind, Kind::Plain)).count();
                all.size.edges += g.nodes.iter().map(|n| n.next.len()).sum::<usize>();
                // initially nothing returns: everything that may be written is killed
                let mut kill = input.mod_ref.of(*u).writes.clone();
                kill.intersect_with(&input.mod_ref.of(*u).foreign);
                all.units.insert(
                    *u,
                    Sets {
                        kill: globals(input, &kill),
                        ..Sets::default()
                    },
                );
            }
            let solvers: [Solver; 2] = [Globals::kill, Globals::uses];
            for solver in solvers {
                input.calls.settle(component, &mut |u| {
                    let graph = graphs.get(&u);
                    graph.is_some_and(|g| all.improve(input, parameters, u, g, solver))
                });
            }
        }
        all
    }

    /// Solves a unit; true if that changed its sets.
    fn improve(&mut self, input: Input, parameters: &Parameters, unit: UnitId, graph: &Graph, solve: Solver) -> bool {
        let mut new = self.of(unit).clone();
        solve(self, input, parameters, graph, &mut new);
        let changed = &new != self.of(unit);
        if changed {
            self.units.insert(unit, new);
        }
        changed
    }

    pub fn of(&self, unit: UnitId) -> &Sets {
        self.units.get(unit).unwrap_or(&self.nothing)
    }

    pub fn size(&self) -> super::Size {
        self.size
    }

    /// The global zones that a call kills.
    fn killed(&self, input: Input, parameters: &Parameters, call: &CallStep) -> ZoneSet {
        let mut killed: Option<ZoneSet> = None;
        if !call.certain || call.unknown.is_some() {
            return ZoneSet::new();
        }
        let all = bound(input, call);
        for t in &call.targets {
            let mut here = self.of(t.unit).kill.clone();
            let by_name = &input.mod_ref.of(t.unit).foreign;
            for b in all
                .iter()
                .filter(|b| b.unit == t.unit && input.zones[b.actual].is_global)
            {
                let kills = b.covers
                    && parameters.kills_one(b.unit, b.formal)
                    && input.mod_ref.of(b.unit).writes.contains(b.formal);
                if !kills {
                    here.remove(b.actual);
                } else if !by_name.contains(b.actual)
                    && all.iter().filter(|o| o.unit == b.unit && o.actual == b.actual).count() == 1
                {
                    here.insert(b.actual);
                }
            }
            match &mut killed {
                Some(k) => {
                    k.intersect_with(&here);
                }
                None => killed = Some(here),
            }
        }
        killed.unwrap_or_default()
    }

    /// The kills of call nodes; empty for other nodes.
    fn killed_at(&self, input: Input, parameters: &Parameters, g: &Graph) -> Vec<ZoneSet> {
        let killed = |n: &Node| match n.kind {
            Kind::Call(call) => self.killed(input, parameters, call),
            Kind::Plain | Kind::Exit => ZoneSet::new(),
        };
        g.nodes.iter().map(killed).collect()
    }

    fn kill(&self, input: Input, parameters: &Parameters, g: &Graph, out: &mut Sets) {
        let killed = self.killed_at(input, parameters, g);
        let mut state: Vec<Kill> = vec![None; g.nodes.len()];
        let meet = |state: &[Kill], next: &[usize]| -> Kill {
            let mut all: Kill = None;
            for k in next.iter().filter_map(|&n| state[n].as_ref()) {
                match &mut all {
                    Some(a) => {
                        a.intersect_with(k);
                    }
                    None => all = Some(k.clone()),
                }
            }
            all
        };
        solve(g, &mut state, &mut |state, n| {
            let node = &g.nodes[n];
            let mut new = match node.kind {
                Kind::Exit => Some(ZoneSet::new()),
                Kind::Plain | Kind::Call(_) => meet(state, &node.next),
            };
            if let Some(k) = &mut new {
                k.union_with(&node.kill);
                k.union_with(&killed[n]);
            }
            new
        });
        if let Some(k) = state.swap_remove(0) {
            out.kill.intersect_with(&k);
        }
    }

    fn uses(&self, input: Input, parameters: &Parameters, g: &Graph, out: &mut Sets) {
        let killed = self.killed_at(input, parameters, g);
        let mut state: Vec<ZoneSet> = vec![ZoneSet::new(); g.nodes.len()];
        solve(g, &mut state, &mut |state, n| {
            let node = &g.nodes[n];
            let mut new = ZoneSet::new();
            node.next.iter().for_each(|&s| {
                new.union_with(&state[s]);
            });
            new.subtract(&node.kill);
            new.subtract(&killed[n]);
            if let Kind::Call(call) = node.kind {
                for u in call.units() {
                    new.union_with(&self.of(u).uses);
                }
                for b in bound(input, call).iter().filter(|b| input.zones[b.actual].is_global) {
                    new.extend(Some(b.actual).filter(|_| parameters.uses_one(b.unit, b.formal)));
                }
            }
            new.union_with(&node.uses);
            new
        });
        out.uses = state.swap_remove(0);
    }
}

fn globals(input: Input, set: &ZoneSet) -> ZoneSet {
    set.iter().filter(|&z| input.zones[z].is_global).collect()
}

/// Evaluates the nodes against the direction of the edges until nothing changes.
fn solve<S: PartialEq>(g: &Graph, state: &mut [S], value: &mut dyn FnMut(&[S], usize) -> S) {
    let order = post_order(g);
    let mut changed = true;
    while changed {
        changed = false;
        for &n in &order {
            let new = value(state, n);
            if new != state[n] {
                state[n] = new;
                changed = true;
            }
        }
    }
}

/// Nodes in post-order: sinks before sources where there is no cycle.
fn post_order(g: &Graph) -> Vec<usize> {
    let mut order = vec![];
    let mut seen = vec![false; g.nodes.len()];
    let mut work = vec![(0, 0)];
    seen[0] = true;
    while let Some((n, k)) = work.pop() {
        match g.nodes[n].next.get(k) {
            Some(&s) => {
                work.push((n, k + 1));
                if !seen[s] {
                    seen[s] = true;
                    work.push((s, 0));
                }
            }
            None => order.push(n),
        }
    }
    order
}
