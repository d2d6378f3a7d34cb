//! Arithmetic of subscripts and loop bounds.
//!
//! | ask or make | for |
//! |---|---|
//! | [`Sum`] | an expression as a base plus a constant: `n + 2`; any expression can be the base |
//! | [`from_index`] | the constant `c` of `i + c` |
//! | [`Step`] | an expression as the index plus or minus a rest that need not be constant: `i - k` |
//! | [`distance`], [`apart`] | the constant difference of two expressions with the same base |
//! | [`affine`] | an expression as a constant plus multiples of variables, `2*i - j + 3`, and differences of such |
//! | [`disjoint`] | two designators without common memory |
//! | [`moved`], [`shifted`] | `e + by`, combined with a constant at the end of `e` |
//! | [`substitute`] | an expression for a value of the index |
//! | [`nth`] | the subscript at a position of a section |
//! | [`Range`] | the index values of a loop, and sections for them |
//!
//! Constants are literals with signs and parentheses ([`int_value`]); the value of a named constant does not count.
//! Sums that overflow are left as they are.

mod range;
mod sum;
#[cfg(test)]
mod tests;

pub(crate) use range::Range;
pub(crate) use sum::{moved, nth, shifted, substitute, Sum};

use adc_analysis::dependence::affine::Affine;
use adc_frontend::ir::visit::mentions;
use adc_frontend::ir::*;

/// True if two designators of one variable denote different memory: other components, or subscripts that differ by a
/// constant.
pub(crate) fn disjoint(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Component(x, c), ExprKind::Component(y, d)) => {
            if c != d && x.same(y) {
                return true;
            }
            disjoint(x, y)
        }
        (ExprKind::Index(x, s), ExprKind::Index(y, t)) => {
            x.same(y)
                && s.iter().zip(t).any(|(p, q)| match (p, q) {
                    (Subscript::At(p), Subscript::At(q)) if p.rank == 0 && q.rank == 0 => apart(p, q),
                    _ => false,
                })
                || disjoint(x, y)
        }
        (ExprKind::Index(x, _), _) if !matches!(b.kind, ExprKind::Var(_)) => disjoint(x, b),
        (_, ExprKind::Index(y, _)) if !matches!(a.kind, ExprKind::Var(_)) => disjoint(a, y),
        _ => false,
    }
}

/// True if two expressions certainly differ: `i` and `i+1`, `3` and `4`.
pub(crate) fn apart(p: &Expr, q: &Expr) -> bool {
    distance(p, q).is_some_and(|d| d != 0)
}

/// `p - q`, if both have the same base as written, which may be any expression: `ip(j) + 1` and `ip(j)`. Of variables,
/// [`affine`] forms know more differences: `i + n + 1` and `n + i`.
pub(crate) fn distance(p: &Expr, q: &Expr) -> Option<i64> {
    Sum::of(p).minus(&Sum::of(q))
}

/// The affine form of a scalar integer expression, if it has one.
pub(crate) fn affine(e: &Expr) -> Option<Affine> {
    Affine::of(e, &int_value)
}

/// True for the name of an index.
pub(crate) fn is_index(e: &Expr, i: SymbolId) -> bool {
    matches!(e.kind, ExprKind::Var(v) if v == i)
}

/// The constant `c`, if an expression is `i + c`.
pub(crate) fn from_index(e: &Expr, i: SymbolId) -> Option<i64> {
    let Sum { base, constant } = Sum::of(e);
    base.filter(|b| is_index(b, i)).map(|_| constant)
}

/// An expression with the factor 1 or -1 of an index, and a rest without the index. Its values in all iterations
/// differ.
pub(crate) enum Step<'e> {
    /// `i`.
    Index,
    /// `i + rest`, `rest + i` or `i - rest`, with the operator before the rest.
    Plus(BinaryOp, &'e Expr),
    /// `rest - i`, which falls as the index grows.
    Minus,
}

impl<'e> Step<'e> {
    /// `None` for expressions of other forms.
    pub(crate) fn of(e: &'e Expr, i: SymbolId) -> Option<Step<'e>> {
        let without = |e: &Expr| !mentions(e, &|v| v == i);
        match &e.kind {
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) if is_index(a, i) && without(b) => {
                Some(Step::Plus(*op, b))
            }
            ExprKind::Binary(BinaryOp::Add, a, b) if is_index(b, i) && without(a) => Some(Step::Plus(BinaryOp::Add, a)),
            ExprKind::Binary(BinaryOp::Sub, a, b) if is_index(b, i) && without(a) => Some(Step::Minus),
            _ => is_index(e, i).then_some(Step::Index),
        }
    }
}
