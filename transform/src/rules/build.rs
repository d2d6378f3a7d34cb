//! Constructors of references to intrinsic functions, with simplifications that keep derivative code short.

use adc_frontend::intrinsics;
use adc_frontend::ir::*;

/// Reference to an intrinsic with positional arguments.
pub fn intrinsic(name: &str, args: Vec<Expr>, ty: Ty, rank: u8) -> Expr {
    intrinsic_with(name, args.into_iter().map(Arg::pos).collect(), ty, rank)
}

/// Reference to an intrinsic.
pub fn intrinsic_with(name: &str, args: Vec<Arg>, ty: Ty, rank: u8) -> Expr {
    let id = intrinsics::find(name).unwrap_or(IntrinsicId(0));
    expr(ExprKind::Intrinsic(id, name.into(), args), ty, rank)
}

/// Reference to a function of a module of the runtime.
pub fn of_runtime(module: &str, name: &str, args: Vec<Expr>, ty: Ty, rank: u8) -> Expr {
    let id = intrinsics::find_in_module(module, name).unwrap_or(IntrinsicId(0));
    let args = args.into_iter().map(Arg::pos).collect();
    expr(ExprKind::Intrinsic(id, name.into(), args), ty, rank)
}

pub(super) fn keyword(name: &str, e: Expr) -> Arg {
    Arg {
        keyword: Some(name.into()),
        value: ArgValue::Expr(e),
    }
}

/// `merge(t, f, mask)`; zero if both arms are the zero literal.
pub fn merge(t: Expr, f: Expr, mask: Expr) -> Expr {
    if is_zero(&t) && is_zero(&f) {
        return t;
    }
    // both arms must be of one type and kind
    let ty = arithmetic_type(t.ty, f.ty);
    let rank = t.rank.max(f.rank).max(mask.rank);
    intrinsic("merge", vec![convert(t, ty), convert(f, ty), mask], ty, rank)
}

/// A divisor that is one where the value is zero: both arms of a `merge` are evaluated, and a division by zero would
/// stop programs that trap it.
pub fn nonzero(e: Expr) -> Expr {
    if is_positive(&e) {
        return e;
    }
    let ty = e.ty;
    let at_zero = binary(BinaryOp::Eq, e.clone(), zero(ty));
    merge(real("1.0", ty.kind().unwrap_or(8)), e, at_zero)
}

/// The value in a divisor that [`nonzero`] made, or a formula of the same form.
pub fn unguarded(e: &Expr) -> Option<&Expr> {
    let ExprKind::Intrinsic(_, name, args) = &e.kind else {
        return None;
    };
    let [one, x, mask] = args.as_slice() else { return None };
    let (one, x, mask) = (one.expr()?, x.expr()?, mask.expr()?);
    let ExprKind::Binary(BinaryOp::Eq, of, zero) = &mask.kind else {
        return None;
    };
    let is_guard = name.eq_ignore_ascii_case("merge")
        && literal_value(one) == Some(1.0)
        && of.same(x)
        && literal_value(zero) == Some(0.0)
        && !is_positive(x);
    is_guard.then_some(x)
}

/// Converts a value to a type; unchanged if it has the type already. Literals that stay the same numbers are respelled.
pub fn convert(e: Expr, ty: Ty) -> Expr {
    if e.ty == ty {
        return e;
    }
    let rank = e.rank;
    match ty {
        Ty::Real(k) => {
            if is_zero(&e) && rank == 0 {
                return zero(ty);
            }
            // each kind represents integers of 24 bits
            if let Some(n) = int_value(&e).filter(|n| e.is_literal() && n.unsigned_abs() < 1 << 24) {
                return real(&format!("{n}.0"), k);
            }
            intrinsic("real", vec![e, int(i64::from(k))], ty, rank)
        }
        Ty::Complex(k) => complex(e, None, k),
        _ => e,
    }
}

pub(super) fn real_type(ty: Ty) -> Ty {
    Ty::Real(ty.kind().unwrap_or(8))
}

/// The real part of a complex value; a real value is unchanged.
pub fn real_part(e: Expr) -> Expr {
    match e.ty {
        Ty::Complex(_) => {
            let (ty, rank) = (real_type(e.ty), e.rank);
            let kind = int(i64::from(e.ty.kind().unwrap_or(8)));
            intrinsic("real", vec![e, kind], ty, rank)
        }
        _ => e,
    }
}

pub(super) fn imag_part(e: Expr) -> Expr {
    match e.ty {
        Ty::Complex(_) => {
            let (ty, rank) = (real_type(e.ty), e.rank);
            intrinsic("aimag", vec![e], ty, rank)
        }
        ty => zero(ty),
    }
}

pub(super) fn conjugate(e: Expr) -> Expr {
    match e.ty {
        Ty::Complex(_) => {
            let (ty, rank) = (e.ty, e.rank);
            intrinsic("conjg", vec![e], ty, rank)
        }
        _ => e,
    }
}

pub(super) fn complex(re: Expr, im: Option<Expr>, kind: u8) -> Expr {
    let rank = re.rank.max(im.as_ref().map_or(0, |i| i.rank));
    let mut args = vec![Arg::pos(re)];
    args.extend(im.map(Arg::pos));
    args.push(keyword("kind", int(i64::from(kind))));
    intrinsic_with("cmplx", args, Ty::Complex(kind), rank)
}

pub(super) fn matmul(a: Expr, b: Expr, rank: u8) -> Expr {
    let ty = arithmetic_type(a.ty, b.ty);
    intrinsic("matmul", vec![a, b], ty, rank)
}

/// The transpose, without a transpose of a product: `(a b)^T = b^T a^T`.
pub(super) fn transposed(a: Expr) -> Expr {
    let ty = a.ty;
    if let ExprKind::Intrinsic(_, name, args) = &a.kind {
        let is = |wanted: &str| name.eq_ignore_ascii_case(wanted);
        match args.iter().map(Arg::expr).collect::<Option<Vec<_>>>().as_deref() {
            Some([x]) if is("transpose") => return (*x).clone(),
            Some([x, y]) if is("matmul") && x.rank == 2 && y.rank == 2 => {
                return matmul(transposed((*y).clone()), transposed((*x).clone()), 2);
            }
            _ => {}
        }
    }
    intrinsic("transpose", vec![a], ty, 2)
}

/// `u v^T` with the shape of the matrix `like`.
pub(super) fn outer(u: Expr, v: Expr, like: &Expr) -> Expr {
    let (rows, columns) = (size_of(like, Some(1)), size_of(like, Some(2)));
    let (tu, tv) = (u.ty, v.ty);
    mul(
        intrinsic("spread", vec![u, int(2), columns], tu, 2),
        intrinsic("spread", vec![v, int(1), rows], tv, 2),
    )
}

pub(super) fn reshape(e: Expr, shape: Expr, rank: u8) -> Expr {
    let ty = e.ty;
    intrinsic("reshape", vec![e, shape], ty, rank)
}

/// `shape(e)`.
pub(super) fn shape(e: &Expr) -> Expr {
    intrinsic("shape", vec![e.clone()], Ty::Integer(4), 1)
}

/// `reshape(e, shape, order=order)`.
pub(super) fn permuted(e: Expr, shape: &Expr, order: &[i64]) -> Expr {
    let rank = e.rank;
    let mut out = reshape(e, shape.clone(), rank);
    if let ExprKind::Intrinsic(_, _, args) = &mut out.kind {
        args.push(keyword("order", array(order.iter().map(|&k| int(k)).collect())));
    }
    out
}

pub(super) fn cshift(e: Expr, shift: Expr, dim: Option<Expr>) -> Expr {
    let (ty, rank) = (e.ty, e.rank);
    let mut args = vec![Arg::pos(e), Arg::pos(shift)];
    args.extend(dim.map(|d| keyword("dim", d)));
    intrinsic_with("cshift", args, ty, rank)
}

pub(super) fn eoshift(e: Expr, shift: Expr, dim: Option<Expr>) -> Expr {
    let (ty, rank) = (e.ty, e.rank);
    let mut args = vec![Arg::pos(e), Arg::pos(shift)];
    args.extend(dim.map(|d| keyword("dim", d)));
    intrinsic_with("eoshift", args, ty, rank)
}

/// `size(e)` or `size(e, dim)`.
pub fn size_of(e: &Expr, dim: Option<i64>) -> Expr {
    let mut args = vec![e.clone()];
    args.extend(dim.map(int));
    intrinsic("size", args, Ty::Integer(4), 0)
}

pub(super) fn size_along(e: &Expr, dim: Expr) -> Expr {
    intrinsic("size", vec![e.clone(), dim], Ty::Integer(4), 0)
}

/// `lbound(e, dim)` or `ubound(e, dim)`.
pub fn bound_of(name: &str, e: &Expr, dim: i64) -> Expr {
    intrinsic(name, vec![e.clone(), int(dim)], Ty::Integer(4), 0)
}

/// The bounds of an array; those of its shape if it is not a whole variable.
pub fn bounds_of(e: &Expr) -> AllocShape {
    let is_section =
        matches!(&e.kind, ExprKind::Index(_, subs) if subs.iter().any(|s| matches!(s, Subscript::Range(..))));
    let ends = |dim: i64| match is_section {
        true => (None, size_of(e, (e.rank > 1).then_some(dim))),
        false => (Some(bound_of("lbound", e, dim)), bound_of("ubound", e, dim)),
    };
    (1..=i64::from(e.rank)).map(ends).collect()
}

/// `allocated(e)`.
pub fn is_allocated(e: &Expr) -> Expr {
    intrinsic("allocated", vec![e.clone()], Ty::Logical(4), 0)
}

/// `associated(e)`.
pub fn is_associated(e: &Expr) -> Expr {
    intrinsic("associated", vec![e.clone()], Ty::Logical(4), 0)
}

/// `present(e)`.
pub fn is_present(e: &Expr) -> Expr {
    intrinsic("present", vec![e.clone()], Ty::Logical(4), 0)
}

/// A scalar, broadcast to the shape of another expression.
pub fn broadcast(d: Expr, like: &Expr) -> Expr {
    let mut out = d;
    for k in 1..=like.rank {
        let (ty, rank) = (out.ty, out.rank + 1);
        out = intrinsic(
            "spread",
            vec![out, int(i64::from(k)), size_of(like, Some(i64::from(k)))],
            ty,
            rank,
        );
    }
    out
}

/// `[items]`.
pub(super) fn array(items: Vec<Expr>) -> Expr {
    let ty = items.first().map_or(Ty::None, |i| i.ty);
    expr(ExprKind::Array(None, items), ty, 1)
}

/// A `reshape` with `pad=`.
pub(super) fn padded(mut e: Expr, pad: Expr) -> Expr {
    if let ExprKind::Intrinsic(_, _, args) = &mut e.kind {
        args.push(keyword("pad", pad));
    }
    e
}

/// True for types whose values carry no derivative.
pub(crate) fn is_bits(ty: Ty) -> bool {
    matches!(ty, Ty::Integer(_) | Ty::Logical(_) | Ty::Character | Ty::Typeless)
}

/// The value whose bits a reference to `TRANSFER` uses.
pub(crate) fn transferred(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Intrinsic(id, _, args) if id.row().name == "transfer" => args.iter().find_map(Arg::expr),
        _ => None,
    }
}
