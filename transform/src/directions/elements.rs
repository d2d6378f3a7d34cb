//! Array assignments to derivatives, element by element: the directions of one element are neighbours in memory, its
//! elements are not.
//!
//! ```text
//! yd = a*xd          do ii = 1, size(y)
//!                       do dir = 1, nd
//!               →          yd(dir, ii) = a(ii)*xd(dir, ii)
//!                       end do
//!                    end do
//! ```
//!
//! **Condition.** The right side is computed element by element, and reads the array that is assigned to, if at all, at
//! the element that is assigned to. No pointer may name a part of that array. Otherwise the assignment stays one of
//! sections, once per direction.

use super::carriers::through_pointer;
use super::writer::Writer;
use crate::code::elementwise::{is_operation, with_operands};
use crate::code::indices::shifted;
use crate::normalize::arrays::{element, shape_of};
use crate::normalize::elementwise::nest;
use crate::rules::size_of;
use adc_frontend::ir::*;

/// The loops over the elements of an assignment, if the condition holds.
pub(super) fn loops(w: &mut Writer, lhs: &Expr, rhs: &Expr, span: Span) -> Option<Stmt> {
    if lhs.rank == 0 || !is_apart(w, lhs, rhs) {
        return None;
    }
    let positions = w.positions(lhs.rank);
    let program = &w.g.out;
    let body = assign(
        element_of(program, lhs, &positions)?,
        element_of(program, rhs, &positions)?,
    );
    nest(&positions, extents(&w.g.out, lhs), Stmt { span, ..body })
}

/// The number of elements in each dimension of a designator.
pub(crate) fn extents(program: &Program, e: &Expr) -> Vec<Expr> {
    let (whole, subs) = match &e.kind {
        ExprKind::Index(base, subs) => (&**base, Some(subs)),
        _ => (e, None),
    };
    let ExprKind::Var(s) = whole.kind else {
        return shape_of(program, e);
    };
    let dims = program.symbols[s].variable().map_or(&[][..], |v| &v.dims);
    let extent = |(k, d): (usize, &Dim)| match subs.map_or(Some(&Subscript::Range(None, None, None)), |s| s.get(k)) {
        Some(Subscript::Range(None, None, None)) => {
            Some(declared(program, d).unwrap_or_else(|| size_of(whole, Some(k as i64 + 1))))
        }
        Some(Subscript::Range(Some(lo), Some(hi), None)) => Some(match int_value(lo) {
            Some(1) => hi.as_ref().clone(),
            _ => shifted(&shifted(hi, BinaryOp::Sub, lo), BinaryOp::Add, &int(1)),
        }),
        _ => None,
    };
    let found: Vec<Expr> = dims.iter().enumerate().filter_map(extent).collect();
    match found.len() == usize::from(e.rank) {
        true => found,
        false => shape_of(program, e),
    }
}

/// The declared extent, if it is a constant or an argument that does not change.
fn declared(program: &Program, d: &Dim) -> Option<Expr> {
    let Dim::Explicit(None, hi) = d else { return None };
    let is_fixed = match hi.kind {
        ExprKind::Var(s) => program.symbols[s]
            .variable()
            .is_none_or(|v| v.attrs.intent == Some(Intent::In)),
        _ => int_value(hi).is_some(),
    };
    is_fixed.then(|| hi.clone())
}

/// True if elements do not depend on each other.
fn is_apart(w: &Writer, lhs: &Expr, rhs: &Expr) -> bool {
    let Some(target) = lhs.base_symbol() else { return false };
    let symbols = &w.g.out.symbols;
    // gfortran 12 mistakes the bounds of arrays in objects of a polymorphic array
    let is_object = |s: SymbolId| matches!(symbols[s].ty(), Ty::Class(_));
    if is_object(target) {
        return false;
    }
    let is_target = |s: SymbolId| symbols[s].variable().is_some_and(|v| v.attrs.target);
    // what a pointer points at may be any target, and what any other pointer points at
    let by_pointer = through_pointer(&w.g.out, lhs);
    let mut apart = true;
    visit::walk_designators(rhs, &mut |d| {
        let Some(s) = d.base_symbol() else { return };
        if d.same(lhs) {
            return;
        }
        let other = through_pointer(&w.g.out, d);
        let may_alias = other && (by_pointer || is_target(target)) || by_pointer && is_target(s);
        apart &= s != target && !may_alias && !is_object(s);
    });
    let mut indexed = false;
    visit::subscripts(lhs, &mut |e| {
        indexed |= e.rank > 0 || visit::mentions(e, &|s| s == target)
    });
    apart && !indexed
}

/// An element of an expression; `None` if it is not computed element by element.
pub(crate) fn element_of(program: &Program, e: &Expr, at: &[Expr]) -> Option<Expr> {
    let mut arrays = false;
    visit::walk_expr(e, &mut |x| arrays |= x.rank > 0);
    if !arrays {
        return Some(e.clone());
    }
    // a scalar from arrays, such as a sum, would be computed for each element
    if e.rank == 0 && !matches!(e.kind, ExprKind::Index(..) | ExprKind::Component(..)) {
        return None;
    }
    if e.is_designator() {
        return element(program, e, at);
    }
    if !is_operation(e) {
        return None;
    }
    with_operands(e, 0, &mut |x| element_of(program, x, at))
}
