//! Dummy procedures that are absent in a call, in the copy for it.
//!
//! Tests for the presence of one are decided, so calls of it disappear. A call guarded by another test is assumed
//! unreachable: the program ends there.

use adc_frontend::consteval::logical_const;
use adc_frontend::ir::visit::{called, splice};
use adc_frontend::ir::*;

/// Rewrites the body of a copy.
pub(crate) fn drop_absent(program: &Program, body: &mut Block, absent: &[SymbolId]) {
    if absent.is_empty() {
        return;
    }
    splice(body, &mut |s| {
        if let StmtKind::If { arms, .. } = &mut s.kind {
            let decided = |a: &Arm| a.cond.as_ref().and_then(|c| truth(program, c, absent));
            arms.retain(|a| decided(a) != Some(false));
            if let Some(last) = arms.iter().position(|a| decided(a) == Some(true)) {
                arms.truncate(last + 1);
                arms[last].cond = None;
            }
            return match arms.as_mut_slice() {
                [] => Some(vec![Stmt::at(StmtKind::Continue, s.span)]),
                [only] if only.cond.is_none() => Some(std::mem::take(&mut only.body)),
                _ => None,
            };
        }
        let is_plain = matches!(s.kind, StmtKind::Assign { .. } | StmtKind::Call { .. });
        let calls = is_plain && called(s).iter().any(|p| absent.contains(p));
        calls.then(|| vec![Stmt::error_stop()])
    });
}

/// The value of a test, if it follows from the absence of arguments.
fn truth(program: &Program, test: &Expr, absent: &[SymbolId]) -> Option<bool> {
    let of = |e: &Expr| truth(program, e, absent);
    match &test.peel().kind {
        ExprKind::Intrinsic(_, name, args) if name.eq_ignore_ascii_case("present") => {
            let asked = args.first().and_then(Arg::expr)?;
            matches!(asked.kind, ExprKind::Procedure(p) if absent.contains(&p)).then_some(false)
        }
        ExprKind::Unary(UnaryOp::Not, e) => of(e).map(|t| !t),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            let deciding = *op == BinaryOp::Or;
            match (of(a), of(b)) {
                (Some(x), Some(y)) if x == y => Some(x),
                (a, b) => [a, b].contains(&Some(deciding)).then_some(deciding),
            }
        }
        _ => logical_const(program, test),
    }
}
