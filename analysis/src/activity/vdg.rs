//! The variable dependence graph: context-sensitive, flow-insensitive (VDGAA).
//!
//! It has one node for each variable. `y = f(x)` is a FLOW edge from `x` to `y`; an argument of a call has a CALL edge
//! to its dummy argument, and a dummy argument that the callee may write has a RETURN edge to the variable passed. A
//! dummy argument that is never written gets no value back, so it is active only if its value flows elsewhere.

use super::graph::{At, Graph, NodeId, Site};
use super::input::Input;
use crate::cfg::Item;
use crate::lower::{CallStep, Step};
use crate::sources::{Class, Flow, Sources};
use crate::ZoneId;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

struct Builder<'a> {
    input: Input<'a>,
    graph: Graph,
    /// Nodes of variables that are not global.
    variables: BTreeMap<(UnitId, ZoneId), NodeId>,
    /// Results of functions in the current statement.
    temporaries: BTreeMap<ZoneId, NodeId>,
}

/// Builds the graph of some units.
pub(super) fn build(input: Input, units: &[UnitId]) -> Graph {
    let mut b = Builder {
        input,
        graph: Graph::default(),
        variables: BTreeMap::new(),
        temporaries: BTreeMap::new(),
    };
    for &unit in units {
        let formals = input.formals(unit);
        let nodes = formals.iter().map(|z| {
            let n = b.variable(unit, z);
            (z, n, n)
        });
        let nodes = nodes.collect();
        b.graph.formals.insert(unit, nodes);
    }
    for &unit in units {
        let Some(cfg) = input.cfgs.get(&unit) else { continue };
        for item in cfg.all_items() {
            b.item(unit, item);
        }
    }
    b.graph
}

impl Builder<'_> {
    fn variable(&mut self, unit: UnitId, zone: ZoneId) -> NodeId {
        if self.input.zones[zone].is_global {
            return self.graph.shared(zone);
        }
        let graph = &mut self.graph;
        *self
            .variables
            .entry((unit, zone))
            .or_insert_with(|| graph.add(zone, Some(unit), At::Anywhere))
    }

    fn source(&mut self, unit: UnitId, zone: ZoneId) -> Option<NodeId> {
        if self.input.zones.is_temporary(zone) {
            return self.temporaries.get(&zone).copied();
        }
        Some(self.variable(unit, zone))
    }

    fn flows(&mut self, unit: UnitId, from: &Sources, to: NodeId) {
        for (z, class) in from.classes() {
            if let Some(n) = self.source(unit, z) {
                self.graph.flow(n, to, class);
            }
        }
    }

    fn item(&mut self, unit: UnitId, item: Item) {
        let Some(lowered) = self.input.code.get(item) else {
            return;
        };
        self.temporaries.clear();
        if lowered.constant {
            return;
        }
        for (k, step) in lowered.steps.iter().enumerate() {
            match step {
                Step::Write(writes) => {
                    for w in writes.iter().filter(|w| !w.from.is_empty()) {
                        for z in self.input.changed_by(w) {
                            let to = self.variable(unit, z);
                            self.flows(unit, &w.from, to);
                        }
                    }
                }
                Step::Call(call) => self.call(unit, (item, k as u32 + 1), call),
            }
        }
    }

    fn call(&mut self, unit: UnitId, (item, step): (Item, u32), call: &CallStep) {
        for &r in &call.results {
            let n = self.graph.add(r, Some(unit), At::Temporary(item, step));
            self.temporaries.insert(r, n);
        }
        for target in &call.targets {
            let callee = target.unit;
            let mut args = vec![];
            for b in self.input.bindings(target) {
                let into = self.graph.add(b.formal, Some(unit), At::Argument(item, step));
                self.flows(unit, &b.sources, into);
                let mut back = vec![];
                if let Some(z) = b.actual.filter(|_| self.input.writes(callee, b.formal)) {
                    back.extend(self.temporaries.get(&z));
                    if back.is_empty() {
                        back.extend(self.input.aliases(z).into_iter().map(|t| self.variable(unit, t)));
                    }
                }
                args.extend(self.graph.bind(callee, b.formal, into, back));
            }
            self.graph.sites.push(Site { callee, args });
        }
        self.unknown(unit, (item, step), call);
    }

    /// All values that enter an unknown procedure may leave it through any of its outputs.
    fn unknown(&mut self, unit: UnitId, (item, step): (Item, u32), call: &CallStep) {
        let Some(unknown) = &call.unknown else { return };
        let Some(any) = unknown
            .actuals
            .first()
            .and_then(|(a, _)| a.zone)
            .or(call.results.first().copied())
        else {
            return;
        };
        let inside = self.graph.add(any, Some(unit), At::Argument(item, step));
        for (a, may_write) in &unknown.actuals {
            self.flows(unit, &a.sources, inside);
            if let Some(z) = a.zone.filter(|_| *may_write) {
                for t in self.input.aliases(z) {
                    let to = self.variable(unit, t);
                    self.graph.flow(inside, to, Class::Nonlinear);
                }
            }
        }
        for r in call.results.iter().filter_map(|r| self.temporaries.get(r)) {
            self.graph.flow(inside, *r, Class::Nonlinear);
        }
        self.graph.call_back(&unknown.callbacks, inside);
    }
}
