//! Changes of existence and association by procedures, directly or by their callees, in zones of their own:
//!
//! ```text
//! allocated(P)   allocatable variables that P allocates or deallocates
//! associated(P)  pointers that P associates, nullifies or allocates, and the possible targets that it deallocates
//! values(P)      what P writes, where an association is no write of the targets that others may name
//! named(P)       what P writes under the names of these zones; under all names where its own pointers lead to them
//! follows(P)     true if associated(P) is not empty, counting local pointers, or if P calls a Q with follows(Q)
//! ```
//!
//! A least solution over the call graph; at calls, dummy arguments are replaced by the actual ones. A pointer that is
//! reached through another pointer may be any member of its alias class; so may a deallocated target.

use crate::context::Context;
use crate::normalize::leaves::{is_allocatable, is_pointer};
use adc_analysis::calls::bind_args;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::lower::Step;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::{each_call, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeMap;
use std::sync::Arc;

type Sets = BTreeMap<UnitId, ZoneSet>;

impl Context<'_> {
    fn add_allocated(&self, s: &StmtKind, out: &mut ZoneSet) {
        let objects: Vec<&Expr> = match s {
            StmtKind::Allocate { objects, .. } => objects.iter().map(|o| &o.0).collect(),
            StmtKind::Deallocate { objects, .. } => objects.iter().collect(),
            _ => vec![],
        };
        for o in objects.into_iter().filter(|o| !is_pointer(self.primal, o)) {
            out.extend(self.facts.zones.of_designator(o).iter().copied());
        }
    }

    /// True for a statement that allocates or deallocates allocatable variables.
    pub(crate) fn allocates(&self, s: &StmtKind) -> bool {
        let mut found = ZoneSet::new();
        self.add_allocated(s, &mut found);
        !found.is_empty()
    }

    /// True for a statement that deallocates memory that pointers of other procedures may point to.
    pub(crate) fn deallocates_for_others(&self, unit: UnitId, s: &StmtKind) -> bool {
        let mut found = ZoneSet::new();
        self.add_associated(s, &mut found);
        let outlives = found.iter().any(|z| self.outlives_unit(unit, z));
        outlives
    }

    fn add_associated(&self, s: &StmtKind, out: &mut ZoneSet) {
        let zones = &self.facts.zones;
        let mut pointer = |p: &Expr| {
            let own = zones.of_designator(p).iter().copied();
            match p.kind {
                ExprKind::Var(_) => out.extend(own),
                _ => own.for_each(|z| out.extend(zones.aliases(&z).iter().copied())),
            }
        };
        match s {
            StmtKind::PointerAssign { lhs, .. } => match &lhs.kind {
                ExprKind::Index(base, _) if is_pointer(self.primal, base) => pointer(base),
                _ => pointer(lhs),
            },
            StmtKind::Nullify(objects) => objects.iter().for_each(pointer),
            StmtKind::Allocate { objects, .. } => {
                let pointers = objects.iter().map(|o| &o.0).filter(|o| is_pointer(self.primal, o));
                pointers.for_each(pointer);
            }
            StmtKind::Deallocate { objects, .. } => {
                for o in objects.iter().filter(|o| is_pointer(self.primal, o)) {
                    let own = zones.of_designator(o).iter();
                    own.for_each(|z| out.extend(zones.aliases(z).iter().copied()));
                }
            }
            _ => {}
        }
    }

    /// True for a part of an allocatable variable that differentiated code allocates. Its shadow exists only in the
    /// reverse sweep, so the shadow of a pointer cannot be associated with it earlier.
    pub(crate) fn shadow_is_late(&self, e: &Expr) -> bool {
        let mut allocatable = false;
        walk_expr(e, &mut |part| allocatable |= is_allocatable(self.primal, part));
        let zones = &self.facts.zones;
        let own = zones.of_designator(e);
        // a component of an argument is allocated under the caller's name for it
        let is_dummy = |v: &Variable| v.storage == Storage::Dummy;
        let base = e.base_symbol().and_then(|b| self.primal.symbols[b].variable());
        let path = match base.is_some_and(is_dummy) {
            true => zones.path_of(e),
            false => vec![],
        };
        let is_it = |z: ZoneId| own.contains(&z) || zones[z].path.iter().any(|c| path.contains(c));
        allocatable && self.behaviour.moved.allocated.values().any(|set| set.iter().any(is_it))
    }

    /// True for a program in which pointers change their association.
    pub(crate) fn associates_anywhere(&self) -> bool {
        self.behaviour.moved.associates
    }

    /// The zones that a procedure writes and others see, without pure associations.
    pub(crate) fn values_written_by(&self, unit: UnitId) -> ZoneSet {
        let summary = self.facts.summaries.get(unit);
        let mut all = summary.map_or_else(ZoneSet::new, |s| s.writes.clone());
        if let Some(values) = self
            .behaviour
            .moved
            .values
            .get(&unit)
            .filter(|_| self.associates_anywhere())
        {
            all.intersect_with(values);
        }
        all
    }

    /// The zones that a statement writes, without its blocks and without pure associations.
    pub(crate) fn values_written(&self, s: &Stmt) -> ZoneSet {
        let zones = &self.facts.zones;
        let written = &self.facts.effects.of(s.id).writes;
        let calls = self.calls_in(s);
        let defined = match &s.kind {
            StmtKind::PointerAssign { .. } | StmtKind::Nullify(_) => return ZoneSet::new(),
            StmtKind::Assign { lhs, .. } => Some(lhs),
            StmtKind::Call { .. } => None,
            _ => return written.clone(),
        };
        if calls.is_empty() {
            return written.clone();
        }
        let by_calls = calls
            .into_iter()
            .flat_map(|(target, args)| self.by_call(&self.behaviour.moved.values, target, args));
        let own = defined
            .into_iter()
            .flat_map(|lhs| zones.of_designator(lhs).iter().copied());
        let mut out: ZoneSet = by_calls.map(|a| a.0).chain(own).collect();
        zones.close(&mut out);
        out.intersect_with(written);
        out
    }

    /// The zones whose values a statement changes under their own names; all names of memory that only locals of a callee
    /// name.
    pub(crate) fn named_by(&self, s: &Stmt) -> ZoneSet {
        let mut out = ZoneSet::new();
        for role in [Role::Whole, Role::Next] {
            let steps = self.facts.code.get(Item { stmt: s.id, role }).into_iter();
            for step in steps.flat_map(|l| &l.steps) {
                match step {
                    Step::Write(writes) => out.extend(writes.iter().filter(|w| !w.moves).map(|w| w.to)),
                    Step::Call(call) if call.unknown.is_some() => {
                        out.union_with(&self.facts.effects.of(s.id).writes);
                    }
                    Step::Call(_) => {}
                }
            }
        }
        for (target, args) in self.calls_in(s) {
            out.extend(
                self.by_call(&self.behaviour.moved.named, target, args)
                    .into_iter()
                    .map(|a| a.0),
            );
        }
        out
    }

    /// The zones of a set that callers of a unit see; for its own pointers, the memory to which they may point.
    fn as_seen_outside(&self, unit: UnitId, set: &ZoneSet) -> ZoneSet {
        let zones = &self.facts.zones;
        let is_pointer = |s: &SymbolId| self.primal.symbols[*s].variable().is_some_and(|v| v.attrs.pointer);
        let mut out = ZoneSet::new();
        for z in set.iter() {
            if self.outlives_unit(unit, z) {
                out.insert(z);
            } else if zones.is_indirect(z) || zones.members(z).iter().any(is_pointer) {
                out.extend(zones.aliases(&z).iter().copied());
            }
        }
        out
    }

    /// The zones that a statement writes, with its blocks and without pure associations.
    pub(crate) fn values_written_with_blocks(&self, s: &Stmt) -> ZoneSet {
        let mut out = ZoneSet::new();
        walk_block(std::slice::from_ref(s), &mut |s| {
            out.union_with(&self.values_written(s));
        });
        out
    }

    /// Variables that a call allocates or deallocates, in zones of the caller, each with the argument by which it is
    /// passed.
    pub(crate) fn allocated_by_call<'e>(&self, target: UnitId, args: &'e [Arg]) -> Vec<(ZoneId, Option<&'e Expr>)> {
        // the summary excludes allocations by unreachable statements
        let written = self.facts.summaries.get(target).map(|s| &s.writes);
        let mut known = self.behaviour.moved.allocated.get(&target).cloned().unwrap_or_default();
        written.iter().for_each(|w| {
            known.intersect_with(w);
        });
        self.by_call(&Sets::from([(target, known)]), target, args)
    }

    /// Pointers that a call associates, likewise.
    pub(crate) fn associated_by_call<'e>(&self, target: UnitId, args: &'e [Arg]) -> Vec<(ZoneId, Option<&'e Expr>)> {
        self.by_call(&self.behaviour.moved.associated, target, args)
    }

    fn by_call<'e>(&self, sets: &Sets, target: UnitId, args: &'e [Arg]) -> Vec<(ZoneId, Option<&'e Expr>)> {
        let none = ZoneSet::new();
        let all = sets.get(&target).unwrap_or(&none);
        let zones = &self.facts.zones;
        let mut out: Vec<(ZoneId, Option<&Expr>)> = vec![];
        if all.is_empty() {
            return out;
        }
        let formals = &self.primal.units[target].args;
        for (formal, actual) in formals.iter().zip(bind_args(self.primal, target, args)) {
            if let (Some(formal), Some(actual)) = (formal, actual) {
                let bound = zones.bound(self.primal, *formal, actual).into_iter();
                out.extend(bound.filter(|(f, _)| all.contains(*f)).map(|(_, a)| (a, Some(actual))));
            }
        }
        let passed: ZoneSet = out.iter().map(|a| a.0).collect();
        let globals = all
            .iter()
            .filter(|&z| zones.is_visible_outside(target, z) && !passed.contains(z));
        out.extend(globals.map(|z| (z, None)));
        out
    }

    /// True for a procedure that allocates or deallocates variables that outlive it.
    pub(crate) fn changes_existence(&self, target: UnitId) -> bool {
        self.outlives(&self.behaviour.moved.allocated, target)
    }

    /// True for a procedure that associates pointers that outlive it, or deallocates memory that others may point to.
    pub(crate) fn changes_association(&self, target: UnitId) -> bool {
        self.outlives(&self.behaviour.moved.associated, target)
    }

    /// True for a procedure that associates pointers, its own or others, directly or by changes for its callers.
    pub(crate) fn moves_pointers(&self, target: UnitId) -> bool {
        let sets = &self.behaviour.moved.associated;
        sets.get(&target).is_some_and(|all| !all.is_empty())
    }

    /// True for a procedure whose forward sweep has shadows: it moves pointers, or calls a procedure that does.
    pub(crate) fn follows_pointers(&self, target: UnitId) -> bool {
        self.behaviour.moved.follows.contains(&target)
    }

    /// True for a procedure that cannot run a second time, since nothing restores what it changes: pointers that
    /// outlive it, or targets of pointer components.
    pub(crate) fn runs_once(&self, target: UnitId) -> bool {
        let summary = self.facts.summaries.get(target);
        let is_lasting_target = |z: ZoneId| self.facts.zones.is_indirect(z) && self.outlives_unit(target, z);
        self.changes_association(target) || summary.is_some_and(|s| s.writes.iter().any(is_lasting_target))
    }

    fn outlives(&self, sets: &Sets, target: UnitId) -> bool {
        let all = sets.get(&target);
        all.is_some_and(|all| all.iter().any(|z| self.outlives_unit(target, z)))
    }

    /// True for a zone that exists before and after a call of a unit.
    fn outlives_unit(&self, unit: UnitId, zone: ZoneId) -> bool {
        let zones = &self.facts.zones;
        let mut dummies = self.primal.units[unit].args.iter().flatten();
        zones.is_visible_outside(unit, zone) || dummies.any(|&d| zones.of(d).contains(&zone))
    }

    /// Calls of procedures with a definition in a statement, without its blocks.
    pub(crate) fn calls_in<'s>(&self, s: &'s Stmt) -> Vec<(UnitId, &'s [Arg])> {
        let mut found = vec![];
        each_call(s, &mut |r| {
            let target = self.primal.definition(r.callee.proc);
            found.extend(target.map(|t| (t, r.args)));
        });
        found
    }

    /// Finds the sets of all procedures.
    pub(crate) fn find_moved(&mut self) {
        let calls = &self.facts.calls;
        calls.settle_all(&mut |unit| self.find_moved_by(unit));
    }

    fn find_moved_by(&mut self, unit: UnitId) -> bool {
        let (mut allocated, mut associated) = (ZoneSet::new(), ZoneSet::new());
        let (mut values, mut named) = (ZoneSet::new(), ZoneSet::new());
        let mut follows = false;
        walk_block(&self.primal.units[unit].body, &mut |s| {
            self.add_allocated(&s.kind, &mut allocated);
            self.add_associated(&s.kind, &mut associated);
            values.union_with(&self.values_written(s));
            // without associations, each zone has one name
            if self.facts.zones.any_associated() {
                named.union_with(&self.named_by(s));
            }
            for (target, args) in self.calls_in(s) {
                let moved = &self.behaviour.moved;
                follows |= moved.follows.contains(&target);
                allocated.extend(self.by_call(&moved.allocated, target, args).into_iter().map(|a| a.0));
                associated.extend(self.by_call(&moved.associated, target, args).into_iter().map(|a| a.0));
            }
        });
        let named = self.as_seen_outside(unit, &named);
        let moved = &mut Arc::make_mut(&mut self.behaviour).moved;
        moved.associates |= !associated.is_empty();
        let new = (follows || !associated.is_empty()) && moved.follows.insert(unit);
        moved.allocated.entry(unit).or_default().union_with(&allocated)
            | moved.values.entry(unit).or_default().union_with(&values)
            | moved.named.entry(unit).or_default().union_with(&named)
            | moved.associated.entry(unit).or_default().union_with(&associated)
            | new
    }
}
