//! The initial values of shadows in the derivative of the head. Shadows contain garbage at its entry, except those that
//! the caller provides.
//!
//! | shadow | at the entry of the head's derivative |
//! |---|---|
//! | seeds (tangent: independents; adjoint: dependents) | as the caller provides them |
//! | allocatable variables and components | allocated with the shape of the primal, zero |
//! | targets of pointers that are associated before the call | zero ([`pointers`]) |
//! | all other active variables | zero |
//!
//! Allocatable shadows follow their primals; in the adjoint between the sweeps. The caller associates the shadow of a
//! pointer, so its target is zeroed while the association is that of the call: before the forward sweep. If the zeroed
//! memory may be that of a seed, the seed is saved meanwhile ([`kept`]).

pub(crate) mod kept;
mod pointers;

use crate::context::Context;
use crate::normalize::arrays::{allocate_like, deallocate, deallocate_if_allocated};
use crate::options::mode::Mode;
use crate::rules::{bound_of, is_allocated};
use adc_analysis::{Asked, ZoneId};
use adc_frontend::ir::*;

impl Context<'_> {
    /// True for a variable if the caller of a head's derivative provides its shadow, or a part of it.
    pub(crate) fn is_given(&self, head: UnitId, s: SymbolId) -> bool {
        self.given_as(head, s).is_some()
    }

    /// The variable with the memory of `s` that the head lists. Units have variables of their own for the members of
    /// COMMON blocks.
    fn given_as(&self, head: UnitId, s: SymbolId) -> Option<SymbolId> {
        let head = self.head(head);
        let given = match self.mode {
            Mode::Tangent => &head.independents,
            Mode::Reverse => &head.dependents,
        };
        let is_it = |&g: &SymbolId| g == s || self.is_same_member(g, s);
        given.iter().copied().find(is_it)
    }

    /// True if a pointer in a variable that outlives the head may be used before the head, or a callee, associates it
    /// with another target.
    pub(crate) fn is_asked_before(&self, unit: UnitId, s: SymbolId, path: &[SymbolId]) -> bool {
        let asked = Asked {
            program: self.primal,
            calls: &self.facts.calls,
            zones: &self.facts.zones,
        };
        asked.before(unit, s, path)
    }

    /// The zones of a variable whose derivatives the caller of a head's derivative provides.
    pub(crate) fn given_zones(&self, head: UnitId, s: SymbolId) -> Vec<ZoneId> {
        let zones = &self.facts.zones;
        match (self.given_as(head, s), self.mode) {
            (None, _) => vec![],
            (Some(g), Mode::Tangent) => self.head(head).independent_zones(zones, g),
            (Some(g), Mode::Reverse) => self.head(head).dependent_zones(zones, g),
        }
    }
}

/// Statements that allocate a shadow as its primal is allocated, with more statements for the case that it exists. If
/// pointers may point to the shadow, or their shadows are parts of it, memory of the right shape is kept.
pub(crate) fn renewed(program: &Program, original: &Expr, shadow: &Expr, inside: Block) -> Block {
    let make = allocate_like(shadow, original);
    if !stays(program, shadow) {
        let all = [vec![make], inside].concat();
        let begin = match all.len() {
            1 => all.into_iter().map(|s| Stmt::when(is_allocated(original), s)).collect(),
            _ => vec![Stmt::guarded(is_allocated(original), all)],
        };
        return [vec![deallocate_if_allocated(shadow)], begin].concat();
    }
    let differs = (1..=i64::from(shadow.rank))
        .flat_map(|dim| ["lbound", "ubound"].map(|b| (bound_of(b, shadow, dim), bound_of(b, original, dim))))
        .map(|(a, b)| binary(BinaryOp::Ne, a, b))
        .reduce(|a, b| binary(BinaryOp::Or, a, b));
    let gone = Arm::new(Some(not(is_allocated(original))), vec![deallocate(shadow)]);
    let other = differs.map(|test| Arm::new(Some(test), vec![deallocate(shadow)]));
    let arms = std::iter::once(gone).chain(other).collect();
    let fit = Stmt::guarded(is_allocated(shadow), vec![Stmt::choice(arms)]);
    let missing = not(is_allocated(shadow));
    if inside.is_empty() {
        let test = binary(BinaryOp::And, is_allocated(original), missing);
        return vec![fit, Stmt::when(test, make)];
    }
    let body = [vec![Stmt::when(missing, make)], inside].concat();
    vec![fit, Stmt::guarded(is_allocated(original), body)]
}

/// True for a shadow whose memory other variables may share: a target, or one with pointer components.
fn stays(program: &Program, shadow: &Expr) -> bool {
    let base = shadow.base_symbol().and_then(|s| program.symbols[s].variable());
    let is_target = base.is_some_and(|v| v.attrs.target || v.attrs.pointer);
    is_target || is_pointer_target(program, shadow) || pointers::holds_pointers(program, shadow.ty)
}

fn is_pointer_target(program: &Program, e: &Expr) -> bool {
    let mut found = false;
    visit::walk_expr(e, &mut |x| {
        if let ExprKind::Component(_, c) = x.kind {
            found |= program.symbols[c].variable().is_some_and(|v| v.attrs.pointer);
        }
    });
    found
}
