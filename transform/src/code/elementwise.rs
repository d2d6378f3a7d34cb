//! Operations that are computed element by element.

use adc_frontend::intrinsics::Class;
use adc_frontend::ir::*;

/// True for an operation, or a call of an intrinsic function, whose elements depend on those of its operands only.
pub(crate) fn is_operation(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Paren(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => true,
        ExprKind::Intrinsic(id, ..) => id.row().class == Class::Elemental,
        _ => false,
    }
}

/// The same function of other operands, which have another rank; `None` if there is none for one of them.
pub(crate) fn with_operands(e: &Expr, rank: u8, other: &mut dyn FnMut(&Expr) -> Option<Expr>) -> Option<Expr> {
    let mut out = Expr { rank, ..e.clone() };
    let mut complete = true;
    visit::subexprs_mut(&mut out, &mut |x| match other(x) {
        Some(y) => *x = y,
        None => complete = false,
    });
    complete.then_some(out)
}
