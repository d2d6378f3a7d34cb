//! `TRANSFER` between values of one type becomes what it then is: the value itself, a constructor or a `RESHAPE`.
//!
//! | `transfer(x, mold)` | becomes |
//! |---|---|
//! | scalar from a scalar | `x` |
//! | scalar from an array variable | its first element |
//! | array from an array | `x`, or `reshape(x, [size(x)])` where `x` is no vector |
//! | `n` elements from an array (`size=n`) | `reshape(x, [n])` |
//! | array from a scalar | `[x]` |
//! | real array from a scalar complex variable | `[real(x), aimag(x)]` |
//!
//! The others look at bits: [`Transfers`](crate::transfers) says what becomes of their derivatives.

use super::arrays::element;
use crate::rules::{intrinsic, intrinsic_with, size_of};
use adc_frontend::intrinsics::bound;
use adc_frontend::ir::visit::rewrite_block_exprs;
use adc_frontend::ir::*;

/// Rewrites all references in a unit.
pub fn of_like_types(program: &mut Program, unit: UnitId) {
    let mut body = std::mem::take(&mut program.units[unit].body);
    rewrite_block_exprs(&mut body, &mut |e| {
        if let Some(value) = plain(program, e) {
            *e = Expr { span: e.span, ..value };
        }
    });
    program.units[unit].body = body;
}

fn plain(program: &Program, e: &Expr) -> Option<Expr> {
    let ExprKind::Intrinsic(id, name, args) = &e.kind else {
        return None;
    };
    if !name.eq_ignore_ascii_case("transfer") {
        return None;
    }
    let (_, given) = bound(*id, args).ok()?;
    let (source, size) = (given.first().copied().flatten()?, given.get(2).copied().flatten());
    let parts = matches!((source.ty, e.ty), (Ty::Complex(a), Ty::Real(b)) if a == b);
    if parts && source.rank == 0 && e.rank == 1 && size.is_none() && source.is_designator() {
        let part = |f: &str| intrinsic(f, vec![source.clone()], e.ty, 0);
        return Some(vector(vec![part("real"), part("aimag")], e.ty));
    }
    if source.ty != e.ty || !e.ty.is_differentiable() {
        return None;
    }
    match (source.rank, e.rank, size) {
        (0, 0, _) => Some(source.clone()),
        (0, 1, None) => Some(vector(vec![source.clone()], e.ty)),
        (1, 1, None) => Some(source.clone()),
        (n, 0, _) if source.is_designator() => element(program, source, &vec![int(1); n as usize]),
        (0, ..) | (_, 0, _) => None,
        (_, _, Some(n)) => Some(reshaped(source, n.clone())),
        (_, _, None) => Some(reshaped(source, size_of(source, None))),
    }
}

fn vector(items: Vec<Expr>, ty: Ty) -> Expr {
    expr(ExprKind::Array(None, items), ty, 1)
}

fn reshaped(source: &Expr, n: Expr) -> Expr {
    let shape = vector(vec![n], Ty::Integer(4));
    intrinsic_with("reshape", vec![Arg::pos(source.clone()), Arg::pos(shape)], source.ty, 1)
}
