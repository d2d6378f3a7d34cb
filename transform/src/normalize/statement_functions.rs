//! Replaces references to statement functions by their bodies.
//!
//! `f(a, b) = a*b` used as `f(x+1, y)` becomes `((x+1)*y)`. The body is kept in parentheses, because its value is one
//! operand; so is an actual argument that is not atomic. The body may refer to other statement functions, so the
//! replacement repeats inside.

use crate::rules::{convert, intrinsic};
use adc_frontend::ir::visit::{rewrite_block_exprs, rewrite_expr};
use adc_frontend::ir::*;

/// Replaces all references to statement functions in a unit's body.
pub fn replace(program: &mut Program, unit: UnitId) {
    let uses_any = program.units[unit]
        .symbols
        .iter()
        .any(|&s| matches!(program.symbols[s].kind, SymbolKind::StatementFunction(_)));
    let host_has = program.units[unit].parent.is_some();
    if !uses_any && !host_has {
        return;
    }
    let mut body = std::mem::take(&mut program.units[unit].body);
    let p: &Program = program;
    rewrite_block_exprs(&mut body, &mut |e| expand(p, e));
    program.units[unit].body = body;
}

fn expand(program: &Program, e: &mut Expr) {
    let ExprKind::Call(callee, args) = &e.kind else { return };
    let SymbolKind::StatementFunction(f) = &program.symbols[callee.proc].kind else {
        return;
    };
    let mut body = (*f.body).clone();
    rewrite_expr(&mut body, &mut |x| expand(program, x));
    let actuals: Vec<Expr> = args.iter().filter_map(|a| a.expr().cloned()).collect();
    let formals = f.args.clone();
    rewrite_expr(&mut body, &mut |x| {
        if let ExprKind::Var(s) = x.kind {
            if let Some(k) = formals.iter().position(|&f| f == s) {
                if let Some(actual) = actuals.get(k) {
                    *x = parenthesised(actual.clone());
                }
            }
        }
    });
    let (ty, span) = (f.ty.ty, e.span);
    let mut value = parenthesised(body);
    if value.ty != ty {
        value = converted(value, ty);
    }
    value.span = span;
    *e = value;
}

fn parenthesised(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Binary(..) | ExprKind::Unary(..) => {
            let (ty, rank, span) = (e.ty, e.rank, e.span);
            Expr {
                kind: ExprKind::Paren(Box::new(e)),
                ty,
                rank,
                span,
            }
        }
        _ => e,
    }
}

/// Converts the value to the type of the statement function, which may differ from the type of its expression.
fn converted(e: Expr, ty: Ty) -> Expr {
    match ty {
        Ty::Integer(k) => {
            let rank = e.rank;
            intrinsic("int", vec![e, int(i64::from(k))], ty, rank)
        }
        Ty::Real(_) | Ty::Complex(_) => convert(e, ty),
        _ => e,
    }
}
