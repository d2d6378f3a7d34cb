//! Facts for the derivative of a statement: which of the values that it uses may depend on an independent, and how it
//! changes the shadows of its definitions. All generators of derivative statements ask here. [`Context::is_active`] is
//! for properties that a variable has everywhere or nowhere: a declaration, a position among arguments, an allocation,
//! an association.
//!
//! | [`Shadow`] | tangent | adjoint |
//! |---|---|---|
//! | `Derivative` | the derivative of the new value | increments of the operands' shadows, then zero |
//! | `Zero` | zero | zero |
//! | `None` | nothing: the shadow is stale until the next definition, and not read | nothing: the shadow is zero |
//!
//! A shadow without a use is zero in an adjoint, since increments go only to values that flow into one whose shadow is
//! used, and since all other definitions set the shadow to zero.

use crate::context::Context;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::{Shadow, ZoneId, ZoneSet};
use adc_frontend::ir::visit::{any_designator, walk_block};
use adc_frontend::ir::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A statement of a primal procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The procedure.
    pub unit: UnitId,
    /// The statement.
    pub stmt: StmtId,
}

impl Context<'_> {
    /// The procedures that have a derivative: heads, and callees of such procedures where a derivative is wanted.
    pub(crate) fn differentiated(&mut self) -> BTreeSet<UnitId> {
        self.find_effects();
        let mut found = self.heads.units().collect::<BTreeSet<_>>();
        let mut work: Vec<UnitId> = self.heads.units().collect();
        while let Some(u) = work.pop() {
            walk_block(&self.primal.units[u].body, &mut |s| {
                let at = Place { unit: u, stmt: s.id };
                for target in self.called_by(s) {
                    let wanted = (self.facts.activity.unit_is_active(target) || self.keeps_tape(target))
                        && !self.models.is_passive(target)
                        && self.models.tape_access(target).is_none()
                        && self.is_derivative_wanted(at, target)
                        && !self.is_passive_call(at, target);
                    if wanted && found.insert(target) {
                        work.push(target);
                    }
                }
            });
        }
        found
    }

    fn find_effects(&mut self) {
        let calls = &self.facts.calls;
        calls.settle_all(&mut |unit| self.find_effects_of(unit));
    }

    fn find_effects_of(&mut self, unit: UnitId) -> bool {
        let mut globals = ZoneSet::new();
        let mut moving = false;
        walk_block(&self.primal.units[unit].body, &mut |s| {
            let written = self.facts.effects.of(s.id).writes.iter();
            globals.extend(written.filter(|&z| self.facts.zones[z].is_global && self.is_wanted(s.id, z)));
            let moved = moved_by(self.primal, s);
            moving |= moved
                .into_iter()
                .any(|m| self.is_active(unit, m) && !self.is_own(unit, m));
            for c in self.called_by(s) {
                globals.extend(self.effects.globals.get(&c).into_iter().flat_map(|g| g.iter()));
                moving |= self.effects.moving.contains(&c);
            }
        });
        let effects = Arc::make_mut(&mut self.effects);
        let known = effects.globals.entry(unit).or_default();
        known.union_with(&globals) | (moving && effects.moving.insert(unit))
    }

    /// True for a statement that the user does not want differentiated.
    pub fn is_constant(&self, at: Place) -> bool {
        self.facts.code.is_constant(at.stmt)
    }

    /// True if the value of a designator, where a statement uses it, may have a derivative.
    pub fn is_varied(&self, at: Place, e: &Expr) -> bool {
        if self.is_constant(at) {
            return false;
        }
        let mut zones = self.facts.zones.of_designator(e).iter();
        e.base_symbol().is_some_and(|s| self.is_active(at.unit, s))
            && zones.any(|&z| self.facts.activity.is_varied(at.stmt, z))
    }

    /// True if an expression reads such a value.
    pub fn has_varied(&self, at: Place, e: &Expr) -> bool {
        any_designator(e, &|d| self.is_varied(at, d))
    }

    /// The effect on the shadow of a designator that a statement defines: the strongest over its parts.
    pub fn shadow_at(&self, at: Place, e: &Expr) -> Shadow {
        if !e.base_symbol().is_some_and(|s| self.is_active(at.unit, s)) {
            return Shadow::None;
        }
        let zones = self.facts.zones.of_designator(e).iter();
        match strongest(zones.map(|&z| self.shadow_of_zone(at.stmt, z)).collect()) {
            Shadow::Derivative if self.is_constant(at) => Shadow::Zero,
            other => other,
        }
    }

    /// The same for a zone, by any of its names.
    fn shadow_of_zone(&self, stmt: StmtId, zone: ZoneId) -> Shadow {
        let names = self.facts.zones.aliases(&zone).iter();
        strongest(names.map(|&z| self.facts.activity.shadow(stmt, z)).collect())
    }

    /// True if the shadow of a zone that a statement may write is used afterwards.
    pub fn is_wanted(&self, stmt: StmtId, zone: ZoneId) -> bool {
        self.shadow_of_zone(stmt, zone) != Shadow::None
    }

    /// True if the shadow of something that a statement, or one in its blocks, may write is used afterwards.
    pub fn defines_wanted(&self, s: &Stmt) -> bool {
        let mut found = self
            .facts
            .effects
            .of(s.id)
            .writes
            .iter()
            .any(|z| self.is_wanted(s.id, z));
        s.kind
            .for_each_block(&mut |b| found |= b.iter().any(|s| self.defines_wanted(s)));
        found
    }

    pub(crate) fn is_derivative_wanted(&self, at: Place, target: UnitId) -> bool {
        if self.is_constant(at) {
            return false;
        }
        if self.keeps_tape(target) {
            return true;
        }
        let written = &self.facts.effects.of(at.stmt).writes;
        let globals = self.effects.globals.get(&target);
        written.iter().any(|z| self.is_wanted(at.stmt, z))
            || globals.is_some_and(|g| g.iter().any(|z| !self.defines(at, z)))
            || self.effects.moving.contains(&target)
    }

    /// True if a statement is known as a definition of a zone. It is not if a callee writes a global that the
    /// statement's procedure does not name.
    pub(crate) fn defines(&self, at: Place, zone: ZoneId) -> bool {
        let item = Item {
            stmt: at.stmt,
            role: Role::Whole,
        };
        let steps = self.facts.code.get(item).map_or(0, |l| l.steps.len());
        let chains = self.facts.reaching.of(at.unit);
        chains.is_some_and(|c| (0..=steps).any(|k| c.definition(item, k, zone).is_some()))
    }

    /// Procedures with a definition that a statement calls, without its blocks.
    pub(crate) fn called_by(&self, s: &Stmt) -> Vec<UnitId> {
        let called = visit::called(s).into_iter();
        called.filter_map(|p| self.primal.definition(p)).collect()
    }

    /// True for a local variable that ends with a call of its procedure.
    fn is_own(&self, unit: UnitId, symbol: SymbolId) -> bool {
        let local = self.primal.symbols[symbol]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local);
        let zones = &self.facts.zones;
        local && zones.of(symbol).iter().all(|&z| !zones.is_visible_outside(unit, z))
    }
}

fn strongest(all: Vec<Shadow>) -> Shadow {
    let mut order = [Shadow::Derivative, Shadow::Zero].into_iter();
    order.find(|s| all.contains(s)).unwrap_or(Shadow::None)
}

/// True for an assignment that may allocate its target.
pub(crate) fn may_allocate(program: &Program, lhs: &Expr) -> bool {
    crate::normalize::leaves::is_allocatable(program, lhs)
}

/// True for a statement whose purpose is to change existence or association.
pub(crate) fn moves(s: &StmtKind) -> bool {
    matches!(
        s,
        StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } | StmtKind::PointerAssign { .. } | StmtKind::Nullify(_)
    )
}

/// Variables whose existence or association a statement changes.
pub(crate) fn moved_by(program: &Program, s: &Stmt) -> Vec<SymbolId> {
    let moved: Vec<&Expr> = match &s.kind {
        StmtKind::Allocate { objects, .. } => objects.iter().map(|o| &o.0).collect(),
        StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => objects.iter().collect(),
        StmtKind::PointerAssign { lhs, .. } => vec![lhs],
        StmtKind::Assign { lhs, .. } if may_allocate(program, lhs) => vec![lhs],
        _ => vec![],
    };
    let named = |e: &Expr| match e.kind {
        ExprKind::Procedure(pointer) => Some(pointer),
        _ => e.base_symbol(),
    };
    moved.into_iter().filter_map(named).collect()
}
