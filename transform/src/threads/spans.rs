//! Loops inside, over spans of successive elements, that iterations have for themselves: those of compressed rows.
//!
//! ```text
//! do i = 1, n                          ! threads share this loop
//!    do k = row(i), row(i+1) - 1       ! the span from L(i) = row(i) to H(i) = row(i+1) - 1
//!       ab(k) = ab(k) + x(col(k))*yb(i)
//! ```
//!
//! No two iterations share an element `ab(k)` if `L(i) <= H(i) + 1` and `H(i) < L(i+1)` for all `i`. The second holds by
//! the text if `H(i) + 1` is `L(i+1)`. What does not is asked at run time, before the loop:
//!
//! ```text
//! if (all(row(1:n) <= row(2:n+1))) then
//! ```
//!
//! Bounds are sums of array elements with subscripts `i` plus a constant, and of what the loop does not change.

use super::uses::{indices, loops_over};
use crate::rules::intrinsic;
use adc_analysis::dependence::affine::Affine;
use adc_frontend::ir::visit::{has_call, mentions};
use adc_frontend::ir::*;

/// The spans of an index of loops inside: all name elements between the same bounds.
pub(super) struct Span {
    pub var: SymbolId,
    /// The condition under which the spans of two iterations have no element in common.
    pub apart: Expr,
    /// Indices from 0 to 7, say, of loops in one that takes 8 elements at once: `k + lane` is in the span, too.
    lanes: Vec<SymbolId>,
}

/// The spans of the loops in a body, in iterations from `ends.0` to `ends.1`. `value`: an expression with the
/// definitions of private variables in place; `fixed`: true for variables that the loop over `index` does not change.
pub(super) fn spans(
    body: &Block,
    (index, ends): (SymbolId, (&Expr, &Expr)),
    value: &dyn Fn(&Expr) -> Expr,
    fixed: &dyn Fn(SymbolId) -> bool,
) -> Vec<Span> {
    let known = |e: &Expr| !has_call(e) && !mentions(e, &|v| v != index && !fixed(v));
    let span = |var: SymbolId| {
        let (mut low, mut high, mut lanes) = (None, None, vec![]);
        for (control, inside) in loops_over(body, var)? {
            let DoControl::Count { lo, hi, step, .. } = control else {
                return None;
            };
            let stride = step.as_deref().map_or(Some(1), int_value)?;
            let (begin, end) = if stride < 0 { (hi, lo) } else { (lo, hi) };
            let width = stride.abs();
            if width > 1 {
                lanes.extend(lanes_in(inside, body, width));
            }
            // the loop for the rest goes on where the one before it ended
            if !begin.is_name() || begin.base_symbol() != Some(var) {
                agree(&mut low, value(begin))?;
            }
            agree(&mut high, value(&without(end, width - 1)?))?;
        }
        let (low, high) = (low?, high?);
        if !known(&low) || !known(&high) {
            return None;
        }
        let apart = apart(index, (&low, &high), ends)?;
        Some(Span { var, apart, lanes })
    };
    indices(body).into_iter().filter_map(span).collect()
}

/// Notes a bound; `None` if another one is known.
fn agree(known: &mut Option<Expr>, e: Expr) -> Option<()> {
    known.get_or_insert_with(|| e.clone()).same(&e).then_some(())
}

/// `e` of `e - slack`.
fn without(e: &Expr, slack: i64) -> Option<Expr> {
    match &e.kind {
        _ if slack == 0 => Some(e.clone()),
        ExprKind::Binary(BinaryOp::Sub, a, b) if int_value(b) == Some(slack) => Some((**a).clone()),
        _ => None,
    }
}

/// The indices of loops from 0 to `width - 1` in the statements of a loop, all of which are there.
fn lanes_in(inside: &Block, body: &Block, width: i64) -> Vec<SymbolId> {
    let fits = |&k: &SymbolId| {
        let all = |block: &Block| loops_over(block, k).map_or(0, |l| l.len());
        let spans = |c: &DoControl| {
            let DoControl::Count { lo, hi, step, .. } = c else {
                return false;
            };
            step.is_none() && int_value(lo) == Some(0) && int_value(hi) == Some(width - 1)
        };
        let loops = loops_over(inside, k).unwrap_or_default();
        all(inside) == all(body) && loops.iter().all(|l| spans(l.0))
    };
    indices(inside).into_iter().filter(fits).collect()
}

impl Span {
    /// True for a subscript in the span.
    pub(super) fn has(&self, s: &Subscript) -> bool {
        let Subscript::At(e) = s else { return false };
        let Some(mut form) = Affine::of(e, &int_value) else {
            return false;
        };
        let first = form.terms.remove(&self.var);
        let in_lane = |(v, factor): (&SymbolId, &i64)| *factor == 1 && self.lanes.contains(v);
        first == Some(1) && form.constant == 0 && form.terms.len() <= 1 && form.terms.iter().all(in_lane)
    }
}

/// The condition under which the spans `low` to `high` of iterations from `from` to `to` have no element in common;
/// `None` if it cannot be asked.
fn apart(index: SymbolId, (low, high): (&Expr, &Expr), (from, to): (&Expr, &Expr)) -> Option<Expr> {
    // a bound in all iterations, in all but the last one, and in all but the first one
    let section = |e: &Expr, first: i64, last: i64| {
        section(e, index, &|c| (plus(from, c + first), plus(to, c + last))).filter(|e| e.rank == 1)
    };
    let all = |op: BinaryOp, a: Expr, b: Expr| intrinsic("all", vec![binary(op, a, b)], Ty::Logical(4), 0);
    let next = after(high);
    let ordered = all(BinaryOp::Le, section(low, 0, 0)?, section(&next, 0, 0)?);
    let begin = section(low, 1, 0)?;
    if section(&next, 0, -1)?.same(&begin) {
        return Some(ordered);
    }
    let end = section(high, 0, -1)?;
    Some(binary(BinaryOp::And, ordered, all(BinaryOp::Lt, end, begin)))
}

/// `e + 1`.
fn after(e: &Expr) -> Expr {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Sub, a, b) if int_value(b) == Some(1) => (**a).clone(),
        ExprKind::Paren(a) => after(a),
        _ => add(e.clone(), int(1)),
    }
}

/// The constant `c` of a subscript `index + c`.
fn offset(e: &Expr, index: SymbolId) -> Option<i64> {
    let form = Affine::of(e, &int_value)?;
    (form.coefficient(index) == 1 && form.terms.len() == 1).then_some(form.constant)
}

/// `base + c`, as one would write it.
fn plus(base: &Expr, c: i64) -> Expr {
    match (int_value(base), c) {
        (Some(n), _) => int(n + c),
        (None, 0) => base.clone(),
        (None, c) if c < 0 => sub(base.clone(), int(-c)),
        (None, c) => add(base.clone(), int(c)),
    }
}

/// A bound in a range of iterations; `ends`: the range of its subscripts `index + c`.
fn section(e: &Expr, index: SymbolId, ends: &dyn Fn(i64) -> (Expr, Expr)) -> Option<Expr> {
    let moves = |e: &Expr| mentions(e, &|v| v == index);
    if !moves(e) {
        return Some(e.clone());
    }
    match &e.kind {
        ExprKind::Paren(a) => section(a, index, ends),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
            Some(binary(*op, section(a, index, ends)?, section(b, index, ends)?))
        }
        ExprKind::Index(array, subs) if !moves(array) => {
            let of = |s: &Subscript| match s {
                Subscript::At(e) if moves(e) => {
                    let (first, last) = ends(offset(e, index)?);
                    Some(Subscript::Range(Some(first.into()), Some(last.into()), None))
                }
                Subscript::At(_) => Some(s.clone()),
                Subscript::Range(..) => None,
            };
            let all = subs.iter().map(of).collect::<Option<Vec<_>>>()?;
            Some(adc_frontend::ir::index((**array).clone(), all))
        }
        _ => None,
    }
}
