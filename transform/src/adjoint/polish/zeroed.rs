//! Assigns elements that are set to zero and then incremented in one iteration.
//!
//! ```text
//! do i = h, 1, -1                          do i = h, 1, -1
//!    t = xb(h+i)                              t = xb(h+i)
//!    xb(h+i) = 0                              xb(i) = xb(i) + t
//!    xb(i) = xb(i) + t            →           xb(h+i) = a*t
//!    xb(h+i) = xb(h+i) + a*t               end do
//! end do
//! ```
//!
//! A compiler cannot do this, since `xb(i)` may be the same element. It differs if a subscript differs in all iterations
//! ([`super::nest`]). Between the two statements nothing else mentions the array, no operand of the element's subscripts
//! is assigned to, and the array has no other name. Then no one reads the zero.
//!
//! Ignored: zeros and increments in different blocks.

use super::nest::Nest;
use super::writes::{increment, Writes};
use super::Locals;
use crate::options::Opt;
use adc_frontend::ir::visit::{mentions, stmt_exprs, walk_block, walk_expr};
use adc_frontend::ir::*;

/// Rewrites the bodies of loops, also of inner loops.
pub(super) fn assign(block: &mut Block, nest: &Nest, locals: &mut Locals) {
    for s in block {
        let inside = nest.inside(s);
        let is_loop = matches!(s.kind, StmtKind::Do { .. });
        s.kind.for_each_block_mut(&mut |b| {
            assign(b, &inside, locals);
            if is_loop {
                in_body(b, &inside, locals);
            }
        });
    }
}

fn in_body(body: &mut Block, nest: &Nest, locals: &mut Locals) {
    let mut k = 0;
    while k < body.len() {
        let increment = zeroed(&body[k]).and_then(|e| find(&body[k + 1..], e, nest, locals));
        match increment {
            Some(after) if locals.apply(Opt::Increments) => {
                set(&mut body[k + 1 + after]);
                body.remove(k);
            }
            _ => k += 1,
        }
    }
}

/// The element that a statement sets to zero.
fn zeroed(s: &Stmt) -> Option<&Expr> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let is_element = matches!(&lhs.kind, ExprKind::Index(base, _) if matches!(base.kind, ExprKind::Var(_)));
    (lhs.rank == 0 && is_element && is_zero(rhs)).then_some(lhs)
}

/// The position of the statement that increments an element, if all before it leave the element alone.
fn find(rest: &[Stmt], element: &Expr, nest: &Nest, locals: &Locals) -> Option<usize> {
    let array = element.base_symbol().filter(|&a| !locals.is_shared(a))?;
    for (k, s) in rest.iter().enumerate() {
        if increment(s).is_some_and(|i| i.element.same(element)) {
            return Some(k);
        }
        // a pop only assigns
        let mut popped = None;
        if let StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } = &s.kind {
            popped = e.base_symbol();
        }
        let writes = Writes::of(s);
        if popped.is_none() && writes.is_none() {
            return None;
        }
        let assigns = |v| popped == Some(v) || writes.as_ref().is_some_and(|w| w.assigns(v));
        if mentions(element, &|v| v != array && assigns(v)) || !names_only_others(s, array, element, nest, locals) {
            return None;
        }
    }
    None
}

/// True if a statement mentions no elements of an array but such that are not this one.
fn names_only_others(s: &Stmt, array: SymbolId, element: &Expr, nest: &Nest, locals: &Locals) -> bool {
    let (mut named, mut others) = (0, 0);
    walk_block(std::slice::from_ref(s), &mut |s| {
        stmt_exprs(&s.kind, &mut |e| {
            walk_expr(e, &mut |e| match &e.kind {
                ExprKind::Var(v) => named += usize::from(*v == array),
                ExprKind::Index(..) if e.base_symbol() == Some(array) => {
                    others += usize::from(nest.are_apart(e, element, &|_| true, locals));
                }
                _ => {}
            });
        });
    });
    named == others
}

/// `a(s) = a(s) + e` becomes `a(s) = e`.
fn set(s: &mut Stmt) {
    let amount = increment(s).map(|i| match i.op {
        BinaryOp::Sub => neg(i.amount.clone()),
        _ => i.amount.clone(),
    });
    if let (StmtKind::Assign { rhs, .. }, Some(amount)) = (&mut s.kind, amount) {
        *rhs = amount;
    }
}
