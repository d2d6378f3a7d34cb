//! The zones that the transformation needs to be active, beyond those with active values.
//!
//! 1. A zone that may alias an active zone is active, but for pointers through which memory is only read
//!    ([`super::quiet`]). A zone is shared by all units that see it, so COMMON, module and
//!    host variables are active in all units or in none.
//! 2. An active dummy argument makes the variables passed to it in active units active, and an active result the
//!    variable to which it is assigned: the derivative procedure has one interface for all its call sites. A
//!    hand-written derivative may take only the existing shadows.
//! 3. A dummy argument that may be written is active if a variable passed to it is active after the call and part of
//!    its value may survive the call: the surviving part of that variable keeps its derivative, the overwritten part
//!    must not, and only the callee knows which is which. The same holds if it shares an active variable with an active
//!    dummy argument, as when types that are divided differently are bound; and if it may be allocated or associated,
//!    because its shadow must be too. The last rule also applies to results.
//!
//! Passive calls ([`super::passive`]) make no demands.
//!
//! A unit is active if it is a head, or if it touches an active zone and an active unit calls it, not only by passive
//! calls. Consequence for a call of an inactive unit, or with a variable `v` passed to an inactive dummy argument: if
//! the callee may write `v`, the whole shadow of `v` is zero after the call (tangent) or before it (adjoint).

use super::graph::At;
use super::input::Input;
use super::passive::PassiveCalls;
use super::quiet::Quiet;
use super::Trail;
use crate::cfg::Item;
use crate::effects::killed;
use crate::lower::{CallStep, Step};
use crate::{Heads, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The demands of an active unit.
#[derive(Default)]
struct Rules {
    /// If the first zone is active, the second is: dummy arguments and their actuals, results and the variables to
    /// which they are assigned.
    implied: Vec<(ZoneId, ZoneId)>,
    /// Dummy arguments that are active by the third rule.
    kept: ZoneSet,
}

/// Zones that a unit, callees included, writes or takes values from differentiably.
#[derive(Default, PartialEq)]
struct Touched {
    all: ZoneSet,
    /// Those that exist outside of the unit under the same name.
    outside: ZoneSet,
}

pub(super) struct Demand<'a> {
    input: Input<'a>,
    heads: &'a Heads,
    /// Units reached from the heads, callers first.
    reachable: Vec<UnitId>,
    /// True with the analysis off: all of them are active.
    all: bool,
    touched: BTreeMap<UnitId, Touched>,
    /// Calls without demands.
    pub passive: PassiveCalls,
    /// Pointers through which memory is only read.
    pub quiet: Quiet,
    /// Of each unit, callees first.
    rules: Vec<(UnitId, Rules)>,
    pub active: ZoneSet,
    pub units: BTreeSet<UnitId>,
}

impl<'a> Demand<'a> {
    pub fn new(input: Input<'a>, heads: &'a Heads, reachable: Vec<UnitId>, all: bool) -> Demand<'a> {
        let mut d = Demand {
            input,
            heads,
            reachable,
            all,
            touched: BTreeMap::new(),
            passive: PassiveCalls::default(),
            quiet: Quiet::default(),
            rules: vec![],
            active: ZoneSet::new(),
            units: BTreeSet::new(),
        };
        d.touch();
        if !all {
            d.quiet = Quiet::find(input, &d.reachable);
        }
        d
    }

    /// Units reached from the heads, callers first.
    pub fn reachable(&self) -> &[UnitId] {
        &self.reachable
    }

    fn items(&self, unit: UnitId) -> impl Iterator<Item = Item> + 'a {
        self.input.cfgs.get(&unit).into_iter().flat_map(|c| c.all_items())
    }

    /// The calls in an item that may need a derivative.
    fn calls(&self, item: Item) -> impl Iterator<Item = &'a CallStep> {
        let is_passive = self.passive.has(item.stmt);
        self.input
            .calls_in(item)
            .map(|(_, call)| call)
            .filter(move |_| !is_passive)
    }

    /// The least solution, callees first.
    fn touch(&mut self) {
        let reachable: BTreeSet<UnitId> = self.reachable.iter().copied().collect();
        for component in self.input.calls.bottom_up() {
            if !component.iter().any(|u| reachable.contains(u)) {
                continue;
            }
            self.input.calls.settle(component, &mut |unit| {
                let new = self.touched_by(unit);
                let changed = self.touched.get(&unit) != Some(&new);
                if changed {
                    self.touched.insert(unit, new);
                }
                changed
            });
        }
    }

    fn touched_by(&self, unit: UnitId) -> Touched {
        let zones = self.input.zones;
        let mut set = ZoneSet::new();
        for lowered in self.items(unit).filter_map(|i| self.input.code.get(i)) {
            if self.all {
                set.extend(lowered.reads.iter().filter(|&z| zones.carries(z)));
            }
            for step in &lowered.steps {
                match step {
                    Step::Write(writes) => {
                        for w in writes {
                            set.extend(self.input.changed_by(w));
                            set.extend(w.from.iter().filter(|&z| !zones.is_temporary(z)));
                        }
                    }
                    Step::Call(call) => self.touched_by_call(call, &mut set),
                }
            }
        }
        Touched {
            outside: set.iter().filter(|&z| zones.is_visible_outside(unit, z)).collect(),
            all: set,
        }
    }

    fn touched_by_call(&self, call: &CallStep, set: &mut ZoneSet) {
        let zones = self.input.zones;
        for touched in call.units().filter_map(|u| self.touched.get(&u)) {
            set.union_with(&touched.outside);
        }
        for target in &call.targets {
            let Some(touched) = self.touched.get(&target.unit) else {
                continue;
            };
            for b in target.bindings.iter().filter(|b| touched.all.contains(b.formal)) {
                set.extend(b.sources.iter().filter(|&z| !zones.is_temporary(z)));
                let back = b.actual.filter(|&z| !zones.is_temporary(z));
                set.extend(back.into_iter().flat_map(|z| self.input.aliases(z)));
            }
        }
        for (a, _) in call.unknown.iter().flat_map(|u| &u.actuals) {
            set.extend(a.sources.iter().filter(|&z| !zones.is_temporary(z)));
            set.extend(a.zone.into_iter().flat_map(|z| self.input.aliases(z)));
        }
    }

    /// With the analysis off: all zones that reachable units access.
    pub fn everything(&mut self) {
        for unit in &self.reachable {
            let u = &self.input.program.units[*unit];
            let interface = u.args.iter().copied().flatten().chain(u.result);
            let zones = interface.flat_map(|s| self.input.zones.of(s).iter().copied());
            self.active.extend(zones.filter(|&z| self.input.zones.carries(z)));
            if let Some(touched) = self.touched.get(unit) {
                self.active.union_with(&touched.all);
            }
        }
        self.collect_rules(None);
        self.close();
    }

    /// Collects the demands of each unit, by the useful values; without a trail, all possible ones.
    pub fn collect_rules(&mut self, trail: Option<&Trail>) {
        let kept = trail.map_or_else(BTreeMap::new, |t| self.kept(t));
        let rules = self.reachable.iter().rev().map(|&unit| {
            let mut rules = Rules::default();
            for item in self.items(unit) {
                for call in self.calls(item) {
                    self.at_call(call, kept.get(&item), &mut rules);
                }
            }
            visit::walk_block(&self.input.program.units[unit].body, &mut |s| {
                self.at_result(s, &mut rules)
            });
            (unit, rules)
        });
        self.rules = rules.collect();
    }

    /// Applies the rules until nothing changes.
    pub fn close(&mut self) {
        loop {
            let known = self.active.clone();
            self.quiet.close(self.input, &mut self.active);
            self.units = if self.all {
                let all = self.reachable.iter().copied();
                all.filter(|&u| !self.gives_procedure(u)).collect()
            } else {
                self.active_units()
            };
            for (_, rules) in self.rules.iter().filter(|(u, _)| self.units.contains(u)) {
                self.active.union_with(&rules.kept);
                for &(from, to) in &rules.implied {
                    if self.active.contains(from) {
                        self.active.insert(to);
                    }
                }
            }
            if self.active == known {
                return;
            }
        }
    }

    /// True for a function that returns a procedure pointer: that value has no derivative.
    fn gives_procedure(&self, unit: UnitId) -> bool {
        let program = self.input.program;
        let result = program.units[unit].result;
        result.is_some_and(|r| program.symbols[r].is_procedure_pointer())
    }

    /// Units, from the heads on, that touch an active zone and are called by such a unit.
    fn active_units(&self) -> BTreeSet<UnitId> {
        let mut units = self.heads.units().collect::<BTreeSet<_>>();
        let mut work: Vec<UnitId> = units.iter().copied().collect();
        while let Some(unit) = work.pop() {
            let callees = self.input.calls.callees(unit).iter();
            for &c in callees.filter(|c| !self.passive.are_all_calls(unit, **c)) {
                let touches = self.touched.get(&c).is_some_and(|t| t.all.intersects(&self.active));
                if touches && units.insert(c) {
                    work.push(c);
                }
            }
        }
        units
    }

    /// Zones with an active value after each call; all active zones if activity is not known per statement.
    fn kept(&self, trail: &Trail) -> BTreeMap<Item, ZoneSet> {
        let mut kept: BTreeMap<Item, ZoneSet> = BTreeMap::new();
        for n in trail.graph.nodes.node_indices().filter(|&n| trail.blue.has(n)) {
            let node = &trail.graph.nodes[n];
            if let At::Def(item, _) = node.at {
                kept.entry(item).or_default().insert(node.zone);
            }
        }
        kept
    }

    fn at_call(&self, call: &CallStep, kept: Option<&ZoneSet>, rules: &mut Rules) {
        let left = kept.map(|k| {
            let mut left = k.clone();
            left.subtract(&killed(call, &|u| self.input.summaries.get(u)));
            left
        });
        for target in &call.targets {
            let model = self.input.program.units[target.unit].model();
            let optional = model.is_some_and(|m| m.optional_shadows);
            for b in target.bindings.iter().filter(|b| b.place.is_some()) {
                let (formal, Some(z)) = (b.formal, b.actual) else {
                    continue;
                };
                if !self.input.zones.carries(formal) {
                    continue;
                }
                if self.input.zones.carries(z) && !optional {
                    rules.implied.push((formal, z));
                }
                if !self.input.writes(target.unit, formal) {
                    continue;
                }
                if left.as_ref().is_some_and(|l| l.contains(z)) {
                    rules.kept.insert(formal);
                }
                if self.input.zones[formal].dynamic {
                    rules.implied.push((z, formal));
                }
                let others = target
                    .bindings
                    .iter()
                    .filter(|o| o.actual == b.actual && o.place == b.place);
                let others = others.filter(|o| o.formal != formal);
                rules.implied.extend(others.map(|o| (o.formal, formal)));
            }
        }
    }

    fn at_result(&self, s: &Stmt, rules: &mut Rules) {
        let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
        if !matches!(rhs.kind, ExprKind::Call(..)) || !self.input.zones.is_differentiable(lhs.ty) {
            return;
        }
        let item = Item {
            stmt: s.id,
            role: crate::cfg::Role::Whole,
        };
        let steps = self.input.code.get(item).into_iter().flat_map(|l| &l.steps);
        let writes = steps.flat_map(|s| match s {
            Step::Write(writes) => writes.as_slice(),
            Step::Call(_) => &[],
        });
        let results = self.calls(item).flat_map(CallStep::bindings);
        let results: Vec<_> = results.filter(|b| b.place.is_none()).collect();
        for w in writes {
            let taken = |z: Option<ZoneId>| w.from.iter().any(|from| Some(from) == z);
            for b in results.iter().filter(|b| taken(b.actual)) {
                rules.implied.push((b.formal, w.to));
                if self.input.zones[b.formal].dynamic {
                    rules.implied.push((w.to, b.formal));
                }
            }
        }
    }
}
