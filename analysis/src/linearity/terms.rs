//! Expressions as sums.

use super::polynomial::Polynomial;
use crate::lower::Lower;
use crate::sources::Flow;
use crate::{Analyses, Zones};
use adc_frontend::ir::*;

/// The summands of an expression: looks through signs, parentheses, and products with factors that carry no derivative.
pub fn terms<'e>(program: &Program, facts: &Analyses, e: &'e Expr) -> Vec<&'e Expr> {
    let mut out = vec![];
    gather(&|e| is_constant(program, facts, e), e, &mut out);
    out
}

/// The same, with a predicate for constants.
pub(super) fn gather<'e>(is_constant: &dyn Fn(&Expr) -> bool, e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Paren(a) | ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, a) => gather(is_constant, a, out),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
            gather(is_constant, a, out);
            gather(is_constant, b, out);
        }
        ExprKind::Binary(BinaryOp::Mul, a, b) if is_constant(a) => gather(is_constant, b, out),
        ExprKind::Binary(BinaryOp::Mul | BinaryOp::Div, a, b) if is_constant(b) => gather(is_constant, a, out),
        _ => out.push(e),
    }
}

/// The polynomial of an expression in the variables that it reads.
pub(super) fn value_of(program: &Program, facts: &Analyses, e: &Expr) -> Polynomial {
    Lower::new(program, &facts.zones, &facts.calls).value(e)
}

fn is_constant(program: &Program, facts: &Analyses, e: &Expr) -> bool {
    !visit::has_call(e) && value_of(program, facts, e).is_empty()
}

/// Calls `f` for each designator in an expression, with true if its value may carry a derivative into the expression's.
pub(super) fn designators<'e>(zones: &Zones, e: &'e Expr, f: &mut dyn FnMut(&'e Expr, bool)) {
    walk(zones, e, true, f);
}

fn walk<'e>(zones: &Zones, e: &'e Expr, carries: bool, f: &mut dyn FnMut(&'e Expr, bool)) {
    let carries = carries && zones.is_differentiable(e.ty);
    if e.is_designator() {
        f(e, carries);
        visit::subscripts(e, &mut |s| walk(zones, s, false, f));
    } else {
        visit::subexprs(e, &mut |s| walk(zones, s, carries, f));
    }
}
