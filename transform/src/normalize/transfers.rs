//! Replaces `TRANSFER` between values of one type, and between complex numbers and their parts, by the value itself, a
//! constructor or a `RESHAPE`.
//!
//! | `transfer(x, mold)` | becomes |
//! |---|---|
//! | scalar from a scalar | `x` |
//! | scalar from an array variable | its first element |
//! | array from an array | `x`, or `reshape(x, [size(x)])` if `x` is not a vector |
//! | `n` elements from an array (`size=n`) | `reshape(x, [n])` |
//! | array from a scalar | `[x]` |
//! | real array from a scalar complex variable | `[real(x), aimag(x)]` |
//! | real array from a complex vector | `reshape([real(x), aimag(x)], [2, size(x)], order=[2, 1])` as a vector |
//! | complex scalar from a real vector | `cmplx(x(1), x(2))` |
//! | complex array from a real vector | `cmplx(x(1::2), x(2::2))` |
//!
//! Other uses depend on the bits: [`Transfers`](crate::assemble::transfers) describes their derivatives.

use super::arrays::{element, lower_bound};
use super::blocks::within;
use crate::rules::{bound_of, intrinsic, intrinsic_with, size_of};
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
    let value = match (source.ty, e.ty) {
        (Ty::Complex(a), Ty::Real(b)) if a == b => parts(program, source, e)?,
        (Ty::Real(a), Ty::Complex(b)) if a == b => whole(program, source, e)?,
        (from, to) if from == to && to.is_differentiable() => return like(program, source, e, size),
        _ => return None,
    };
    Some(match size {
        Some(n) => reshaped(&value, n.clone()),
        None => value,
    })
}

/// Complex numbers as reals: alternating real and imaginary parts, or the first real part.
fn parts(program: &Program, source: &Expr, e: &Expr) -> Option<Expr> {
    if !source.is_designator() {
        return None;
    }
    let part = |f: &str, x: &Expr| intrinsic(f, vec![x.clone()], e.ty, x.rank);
    match (source.rank, e.rank) {
        (n, 0) => Some(part("real", &element(program, source, &vec![int(1); n.into()])?)),
        (0, _) => Some(vector(vec![part("real", source), part("aimag", source)], e.ty)),
        (1, _) => {
            let both = vector(vec![part("real", source), part("aimag", source)], e.ty);
            let shape = vector(vec![int(2), size_of(source, None)], Ty::Integer(4));
            let order = Arg {
                keyword: Some("order".into()),
                value: ArgValue::Expr(vector(vec![int(2), int(1)], Ty::Integer(4))),
            };
            let by_turns = intrinsic_with("reshape", vec![Arg::pos(both), Arg::pos(shape), order], e.ty, 2);
            Some(reshaped(&by_turns, mul(int(2), size_of(source, None))))
        }
        _ => None,
    }
}

/// Reals as complex numbers.
fn whole(program: &Program, source: &Expr, e: &Expr) -> Option<Expr> {
    let (Ty::Complex(kind), 1, true) = (e.ty, source.rank, source.is_designator()) else {
        return None;
    };
    let every_second = |from: i64| {
        let first = match source.kind {
            ExprKind::Index(..) => int(from),
            _ => add(lower_bound(program, source, 0), int(from - 1)),
        };
        let last = match source.kind {
            ExprKind::Index(..) => size_of(source, None),
            _ => bound_of("ubound", source, 1),
        };
        let range = Subscript::range(Some(first), Some(last), Some(int(2)));
        within(program, source, &[range])
    };
    let (re, im) = match e.rank {
        0 => (
            element(program, source, &[int(1)])?,
            element(program, source, &[int(2)])?,
        ),
        _ => (every_second(1)?, every_second(2)?),
    };
    let rank = re.rank;
    Some(intrinsic("cmplx", vec![re, im, int(kind.into())], e.ty, rank))
}

/// A transfer between values of one type.
fn like(program: &Program, source: &Expr, e: &Expr, size: Option<&Expr>) -> Option<Expr> {
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
