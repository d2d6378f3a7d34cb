//! Activity: which variables need a shadow.
//!
//! A zone is active where it is both varied (its value may depend on an independent) and useful (a dependent may depend on it). Both are solved by
//! [`crate::activity_flow`]; here they are intersected at every point, and closed under what the transformation needs:
//!
//! 1. a zone active at some point of a unit that touches it (writes it or takes a value from it differentiably) is active; so are independents and dependents;
//! 2. what may alias an active zone is active; a zone is one for all units that see it, so COMMON, module and host variables are active in all or none;
//! 3. an active dummy argument makes the variables passed to it in active units active, and an active result the variable that it is assigned to: the
//!    derivative procedure has one interface for all its call sites;
//! 4. a dummy argument that may be written is active when a variable passed to it is varied and useful behind the call: part of that variable keeps its
//!    derivative, the part that the callee overwrites must not, and only the callee knows which.
//!
//! A unit is active when it is the head, or touches an active zone and is called by an active unit. Consequences for a call of a unit that is not active, or
//! with a variable `v` passed to a dummy argument that is not: if the callee may write `v`, its shadow is zero behind the call (tangent) or before it (adjoint), as a whole.
//!
//! With the analysis switched off, everything differentiable that a reachable unit accesses is active at every point.
//!
//! What is ignored: contexts (one answer a unit for all its call sites); parts of arrays; a kill of an array by a loop over its elements.

use crate::activity_flow::{Flows, Input};
use crate::cfg::Role;
use crate::dataflow::Direction;
use crate::lower::{Actual, Step};
use crate::{CallGraph, HeadSpec, Options, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What is active.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// Active zones.
    zones: ZoneSet,
    /// Active symbols: those of active zones whose type can carry a derivative.
    symbols: BTreeSet<SymbolId>,
    /// Units that need a derivative procedure.
    units: BTreeSet<UnitId>,
    /// Which dummy arguments come with a shadow.
    formals: BTreeMap<UnitId, Vec<bool>>,
    /// Which functions have an active result.
    results: BTreeSet<UnitId>,
    /// Zones varied before each statement; none when the analysis is off.
    varied: Option<BTreeMap<StmtId, ZoneSet>>,
    /// Zones useful after each statement.
    useful: BTreeMap<StmtId, ZoneSet>,
    /// Dependents that do not depend on any independent.
    pub dependents_without_dependence: Vec<SymbolId>,
    /// Independents that no dependent depends on.
    pub independents_without_influence: Vec<SymbolId>,
}

/// Work in progress.
struct Builder<'a> {
    input: Input<'a>,
    head: &'a HeadSpec,
    /// Units reached from the head, callers first.
    reachable: Vec<UnitId>,
    /// Zones that each unit writes, or takes values from differentiably, its callees included.
    touched: BTreeMap<UnitId, ZoneSet>,
    active: ZoneSet,
    units: BTreeSet<UnitId>,
    /// Zones varied and useful behind each statement with a call.
    behind: BTreeMap<StmtId, ZoneSet>,
}

impl Activity {
    /// Runs the analysis.
    pub(crate) fn build(input: Input, calls: &CallGraph, head: &HeadSpec, options: &Options) -> Activity {
        let mut b = Builder {
            input,
            head,
            reachable: calls.reachable(head.unit),
            touched: BTreeMap::new(),
            active: ZoneSet::new(),
            units: BTreeSet::new(),
            behind: BTreeMap::new(),
        };
        let mut result = Activity::default();
        let zones_of =
            |symbols: &[SymbolId]| -> ZoneSet { symbols.iter().filter_map(|&s| input.zones.of(s)).collect() };
        let (from, to) = (zones_of(&head.independents), zones_of(&head.dependents));
        b.active.union_with(&from);
        b.active.union_with(&to);
        b.touch(options.activity);
        let varied = Flows::build(input, Direction::Forward, head.unit, from);
        let useful = Flows::build(input, Direction::Backward, head.unit, to);
        let without = |symbols: &[SymbolId], end: &ZoneSet| {
            let lost = symbols
                .iter()
                .filter(|&&s| !input.zones.of(s).is_some_and(|z| end.contains(z)));
            lost.copied().collect()
        };
        result.dependents_without_dependence = without(&head.dependents, &varied.far_end(head.unit));
        result.independents_without_influence = without(&head.independents, &useful.far_end(head.unit));
        if options.activity {
            b.points(&varied, &useful, &mut result);
        } else {
            b.everything();
        }
        b.close(calls, options.activity);
        b.finish(result)
    }

    /// True when the variable needs a shadow in the unit.
    pub fn is_active(&self, _unit: UnitId, symbol: SymbolId) -> bool {
        self.symbols.contains(&symbol)
    }

    /// True when the unit needs a derivative procedure.
    pub fn unit_is_active(&self, unit: UnitId) -> bool {
        self.units.contains(&unit)
    }

    /// Units that need a derivative procedure, in order.
    pub fn active_units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.iter().copied()
    }

    /// True when a dummy argument of a unit (by its place in [`Unit::args`]) comes with a shadow.
    pub fn formal_is_active(&self, unit: UnitId, i: usize) -> bool {
        self.formals.get(&unit).and_then(|f| f.get(i)).is_some_and(|&a| a)
    }

    /// True when the result of a function comes with a shadow.
    pub fn result_is_active(&self, unit: UnitId) -> bool {
        self.results.contains(&unit)
    }

    /// True when some variable in the zone is active.
    pub fn zone_is_active(&self, zone: ZoneId) -> bool {
        self.zones.contains(zone)
    }

    /// True when the value of a zone before a statement may depend on an independent. For counted loops: before the bounds are evaluated.
    pub fn varied_before(&self, stmt: StmtId, zone: ZoneId) -> bool {
        match &self.varied {
            Some(v) => v.get(&stmt).is_some_and(|s| s.contains(zone)),
            None => self.zones.contains(zone),
        }
    }

    /// True when a dependent may depend on the value of a zone after a statement. For constructs: after its tests and bounds, before its blocks.
    pub fn useful_after(&self, stmt: StmtId, zone: ZoneId) -> bool {
        match &self.varied {
            Some(_) => self.useful.get(&stmt).is_some_and(|s| s.contains(zone)),
            None => self.zones.contains(zone),
        }
    }
}

impl Builder<'_> {
    /// Collects what each unit touches; with the analysis off, all that it accesses.
    fn touch(&mut self, differentiably: bool) {
        for &unit in &self.reachable {
            let mut set = ZoneSet::new();
            let Some(cfg) = self.input.cfgs.get(&unit) else {
                continue;
            };
            for item in cfg.rpo().iter().flat_map(|&b| cfg.items(b)) {
                let e = self.input.effects.get(*item);
                for (&z, sources) in &e.change.flows {
                    set.insert(z);
                    set.union_with(sources);
                }
                if !differentiably {
                    set.extend(
                        e.reads
                            .iter()
                            .chain(e.change.writes.iter())
                            .filter(|&z| self.input.zones.carries(z)),
                    );
                }
            }
            self.touched.insert(unit, set);
        }
    }

    /// Rule 1.
    fn points(&mut self, varied: &Flows, useful: &Flows, result: &mut Activity) {
        let mut before: BTreeMap<StmtId, ZoneSet> = BTreeMap::new();
        for unit in varied.units().collect::<Vec<_>>() {
            let mut here = ZoneSet::new();
            let mut forward = BTreeMap::new();
            varied.points(unit, &mut |item, b, a| {
                forward.insert(item, (b.clone(), a.clone()));
            });
            useful.points(unit, &mut |item, b, a| {
                let Some((varied_before, varied_after)) = forward.get(&item) else {
                    return;
                };
                let mut both = varied_before.clone();
                both.intersect_with(b);
                here.union_with(&both);
                let mut both = varied_after.clone();
                both.intersect_with(a);
                here.union_with(&both);
                self.behind.entry(item.stmt).or_default().union_with(&both);
                if item.role == Role::Whole {
                    before.insert(item.stmt, varied_before.clone());
                    result.useful.insert(item.stmt, a.clone());
                }
            });
            // a unit without statements, or a boundary that no statement touches
            if let Some(touched) = self.touched.get(&unit) {
                here.intersect_with(touched);
                self.active.union_with(&here);
            }
        }
        result.varied = Some(before);
    }

    /// Rules 2 to 4, until nothing changes.
    fn close(&mut self, calls: &CallGraph, prune: bool) {
        loop {
            let known = self.active.clone();
            self.input.zones.close(&mut self.active);
            self.units = if prune {
                self.active_units(calls)
            } else {
                self.reachable.iter().copied().collect()
            };
            for &unit in &self.reachable {
                if !self.units.contains(&unit) {
                    continue;
                }
                let body = &self.input.program.units[unit].body;
                let mut found = ZoneSet::new();
                visit::walk_block(body, &mut |s| self.at_statement(s, &mut found));
                self.active.union_with(&found);
            }
            if self.active == known {
                return;
            }
        }
    }

    /// Units that touch an active zone and are called by such a unit, from the head on.
    fn active_units(&self, calls: &CallGraph) -> BTreeSet<UnitId> {
        let mut units = BTreeSet::from([self.head.unit]);
        let mut work = vec![self.head.unit];
        while let Some(unit) = work.pop() {
            for c in calls.callees(unit) {
                let touches = self.touched.get(&c).is_some_and(|t| t.intersects(&self.active));
                if touches && units.insert(c) {
                    work.push(c);
                }
            }
        }
        units
    }

    fn at_statement(&self, s: &Stmt, found: &mut ZoneSet) {
        for role in [Role::Whole, Role::Next] {
            let Some(lowered) = self.input.code.get(crate::cfg::Item { stmt: s.id, role }) else {
                continue;
            };
            for step in &lowered.steps {
                let Step::Call(call) = step else { continue };
                for (unit, actuals) in &call.targets {
                    self.at_call(s, *unit, actuals, found);
                }
                let result_is_active = call.targets.iter().any(|(unit, _)| {
                    let result = self.input.summaries.get(*unit).and_then(|s| s.result);
                    result.is_some_and(|r| self.active.contains(r))
                });
                if let (true, StmtKind::Assign { lhs, rhs }) = (result_is_active, &s.kind) {
                    if matches!(rhs.kind, ExprKind::Call(..)) && self.input.zones.is_differentiable(lhs.ty) {
                        found.extend(self.input.zones.of_designator(lhs));
                    }
                }
            }
        }
    }

    fn at_call(&self, s: &Stmt, unit: UnitId, actuals: &[Actual], found: &mut ZoneSet) {
        let Some(summary) = self.input.summaries.get(unit) else {
            return;
        };
        for (&formal, &i) in &summary.formals {
            let Some(zone) = actuals.get(i).and_then(|a| a.zone) else {
                continue;
            };
            if !self.input.zones.carries(formal) {
                continue;
            }
            if self.active.contains(formal) && self.input.zones.carries(zone) {
                found.insert(zone);
            }
            let keeps = self.behind.get(&s.id).is_some_and(|b| b.contains(zone));
            if keeps && summary.change.writes.contains(formal) {
                found.insert(formal);
            }
        }
    }

    /// With the analysis off: all that reachable units access.
    fn everything(&mut self) {
        for unit in &self.reachable {
            let u = &self.input.program.units[*unit];
            let interface = u.args.iter().copied().flatten().chain(u.result);
            let zones = interface.filter_map(|s| self.input.zones.of(s));
            self.active.extend(zones.filter(|&z| self.input.zones.carries(z)));
            if let Some(touched) = self.touched.get(unit) {
                self.active.union_with(touched);
            }
        }
    }

    fn finish(self, mut result: Activity) -> Activity {
        let Input { program, zones, .. } = self.input;
        result.units = self.units;
        result.zones = self.active.iter().filter(|&z| zones.carries(z)).collect();
        for z in result.zones.iter() {
            let members = zones.members(z).iter().copied();
            result
                .symbols
                .extend(members.filter(|&s| zones.is_differentiable(program.symbols[s].ty())));
        }
        for &unit in &result.units {
            let u = &program.units[unit];
            let formals = u.args.iter().map(|d| d.is_some_and(|d| result.symbols.contains(&d)));
            result.formals.insert(unit, formals.collect());
            if u.result.is_some_and(|r| result.symbols.contains(&r)) {
                result.results.insert(unit);
            }
        }
        result
    }
}
