//! Arithmetic of subscripts that are a term plus a constant.

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

/// `i` and `i+1`, `3` and `4`.
pub(crate) fn apart(p: &Expr, q: &Expr) -> bool {
    let (x, dx) = offset(p);
    let (y, dy) = offset(q);
    let same = match (x, y) {
        (None, None) => true,
        (Some(x), Some(y)) => x.same(y),
        _ => false,
    };
    same && dx != dy
}

/// Splits an integer expression into a term and a constant.
pub(crate) fn offset(e: &Expr) -> (Option<&Expr>, i64) {
    if let Some(n) = int_value(e) {
        return (None, n);
    }
    match &e.kind {
        ExprKind::Paren(x) => offset(x),
        ExprKind::Binary(BinaryOp::Add, a, b) => match (int_value(a), int_value(b)) {
            (_, Some(n)) => (Some(a), n),
            (Some(n), _) => (Some(b), n),
            _ => (Some(e), 0),
        },
        ExprKind::Binary(BinaryOp::Sub, a, b) => match int_value(b) {
            Some(n) => (Some(a), -n),
            None => (Some(e), 0),
        },
        _ => (Some(e), 0),
    }
}

/// `value + by` or `value - by`, with trailing constants of both combined: `n - 1 + 1` becomes `n`.
pub(crate) fn shifted(value: &Expr, op: BinaryOp, by: &Expr) -> Expr {
    let general = || match op {
        BinaryOp::Sub => sub(value.clone(), by.clone()),
        _ => add(value.clone(), by.clone()),
    };
    let Some(by) = int_value(by).map(|c| if op == BinaryOp::Sub { -c } else { c }) else {
        return general();
    };
    let (rest, constant) = match &value.kind {
        ExprKind::Binary(BinaryOp::Add, a, c) if int_value(c).is_some() => (Some(a), int_value(c)),
        ExprKind::Binary(BinaryOp::Sub, a, c) if int_value(c).is_some() => (Some(a), int_value(c).map(|c| -c)),
        _ => (None, int_value(value)),
    };
    let Some(constant) = constant else { return general() };
    let sum = constant + by;
    match rest {
        None => int(sum),
        Some(a) if sum == 0 => (**a).clone(),
        Some(a) if sum < 0 => sub((**a).clone(), int(-sum)),
        Some(a) => add((**a).clone(), int(sum)),
    }
}
