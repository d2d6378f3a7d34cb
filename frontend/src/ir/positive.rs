//! Expressions whose sign is known whatever the values of their variables: for example sums of squares and a constant,
//! as they occur under roots.
//!
//! The claims concern real expressions whose value is not NaN. Products of positive values are not known to be
//! positive, because they may underflow.

use super::visit::has_call;
use super::{int_value, literal_value, BinaryOp, Expr, ExprKind, Ty, UnaryOp};

/// True if the value is greater than zero.
pub fn is_positive(e: &Expr) -> bool {
    if !matches!(e.ty, Ty::Real(_) | Ty::Integer(_)) {
        return false;
    }
    if let Some(v) = literal_value(e) {
        return v > 0.0;
    }
    match &e.kind {
        ExprKind::Paren(x) | ExprKind::Unary(UnaryOp::Plus, x) => is_positive(x),
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            is_positive(a) && is_nonnegative(b) || is_nonnegative(a) && is_positive(b)
        }
        ExprKind::Intrinsic(..) => match arguments(e) {
            ("sqrt" | "abs", args) => args.iter().all(|a| is_positive(a)),
            ("cosh", _) => true,
            ("max", args) => args.iter().any(|a| is_positive(a)),
            ("min", args) => args.iter().all(|a| is_positive(a)),
            _ => false,
        },
        _ => false,
    }
}

/// True if the value is not less than zero.
pub fn is_nonnegative(e: &Expr) -> bool {
    if !matches!(e.ty, Ty::Real(_)) || is_positive(e) {
        return is_positive(e);
    }
    if let Some(v) = literal_value(e) {
        return v >= 0.0;
    }
    match &e.kind {
        ExprKind::Paren(x) | ExprKind::Unary(UnaryOp::Plus, x) => is_nonnegative(x),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Div, a, b) => is_nonnegative(a) && is_nonnegative(b),
        ExprKind::Binary(BinaryOp::Mul, a, b) => a.same(b) && !has_call(a) || is_nonnegative(a) && is_nonnegative(b),
        ExprKind::Binary(BinaryOp::Pow, _, p) => int_value(p).is_some_and(|p| p % 2 == 0),
        ExprKind::Intrinsic(..) => match arguments(e) {
            ("sqrt" | "abs" | "exp", _) => true,
            ("max", args) => args.iter().any(|a| is_nonnegative(a)),
            ("min", args) => args.iter().all(|a| is_nonnegative(a)),
            _ => false,
        },
        _ => false,
    }
}

/// The generic name of a reference to an intrinsic, and its arguments.
fn arguments(e: &Expr) -> (&'static str, Vec<&Expr>) {
    match &e.kind {
        ExprKind::Intrinsic(id, _, args) => (id.row().name, args.iter().filter_map(super::Arg::expr).collect()),
        _ => ("", vec![]),
    }
}
