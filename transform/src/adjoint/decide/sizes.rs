//! Sizes that decisions assume: iterations of loops and extents of arrays.
//!
//! A size is a constant, or follows from values that the user gives ([`crate::options::Options::assume`]), or is
//! assumed to be [`cost::TRIPS`].

use crate::adjoint::decide::View;
use crate::code::cost;
use adc_frontend::consteval::int_const;
use adc_frontend::ir::*;

/// The value of an integer expression, if it is known: a constant, or computed from values that the user gives.
pub(crate) fn value(view: View, e: &Expr) -> Option<i64> {
    int_const(view.made, e).or_else(|| match view.options.assume.is_empty() {
        true => None,
        false => assumed(view, e),
    })
}

/// The iterations of a loop. A stride that is no constant is ignored.
pub(crate) fn trips(view: View, s: &Stmt) -> f64 {
    let StmtKind::Do {
        control: DoControl::Count { lo, hi, step, .. },
        ..
    } = &s.kind
    else {
        return cost::TRIPS;
    };
    let stride = step.as_ref().map_or(Some(1), |s| int_const(view.made, s)).unwrap_or(1);
    match (value(view, lo), value(view, hi)) {
        (Some(lo), Some(hi)) if stride != 0 => ((hi - lo + stride) / stride).max(0) as f64,
        _ => cost::TRIPS,
    }
}

/// The value of an expression that is no constant.
fn assumed(view: View, e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Var(_) | ExprKind::Component(..) => {
            let name = name(view, e)?;
            let given = view.options.assume.iter().find(|(n, _)| n.eq_ignore_ascii_case(&name));
            given.map(|g| g.1)
        }
        ExprKind::Paren(inner) => value(view, inner),
        ExprKind::Unary(UnaryOp::Minus, inner) => value(view, inner)?.checked_neg(),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (value(view, a)?, value(view, b)?);
            match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Sub => a.checked_sub(b),
                BinaryOp::Mul => a.checked_mul(b),
                BinaryOp::Div => a.checked_div(b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A variable or component as the user writes it: `n`, `mesh%nrow`.
pub(crate) fn name(view: View, e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Var(s) => Some(view.made.symbols[*s].name.to_string()),
        ExprKind::Component(base, _) if e.rank == 0 && !matches!(base.kind, ExprKind::Index(..)) => {
            name(view, base)?;
            Some(adc_frontend::dump::expr_text(view.made, e))
        }
        _ => None,
    }
}
