//! Increments: `target = target + a - b`.

use super::*;

/// The amounts of `target = target + a - b`, with their operators; `None` for another assignment. They may mention
/// other elements, or components, of the variable, but not the target itself.
pub fn amounts_added<'e>(target: &Expr, rhs: &'e Expr) -> Option<Vec<(BinaryOp, &'e Expr)>> {
    target.base_symbol()?;
    let mut amounts = vec![];
    let mut at = rhs;
    while !at.same(target) {
        let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), before, amount) = &at.kind else {
            return None;
        };
        // `a + target`
        let (before, amount) = match *op == BinaryOp::Add && amount.same(target) {
            true => (amount, before),
            false => (before, amount),
        };
        if reads_itself(target, amount) {
            return None;
        }
        amounts.push((*op, &**amount));
        at = before;
    }
    amounts.reverse();
    (!amounts.is_empty()).then_some(amounts)
}

/// True if an expression reads exactly this designator.
fn reads_itself(target: &Expr, e: &Expr) -> bool {
    let mut found = false;
    visit::walk_expr(e, &mut |x| found |= x.same(target));
    found
}
