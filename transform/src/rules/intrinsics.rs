//! The rules of intrinsic functions, from their rows of the table: formulas, choices, structural and array rules.

use super::*;
use crate::rules::build::is_bits;
use adc_frontend::derivatives;
use adc_frontend::intrinsics::{self, ArrayRule, Choice, Rule, Structural};

/// The terms of a reference to an intrinsic.
pub(super) fn terms<'e>(e: &'e Expr, id: IntrinsicId, name: &str, args: &'e [Arg]) -> Terms<'e> {
    let refuse = |what: String| Err(NoRule { span: e.span, what });
    let Ok((row, bound)) = intrinsics::bound(id, args) else {
        return refuse(format!("`{name}` with these arguments"));
    };
    let kind = e.ty.kind().unwrap_or(8);
    let arg = |wanted: &str| -> Option<&'e Expr> {
        let k = row.args.iter().position(|a| a.name == wanted)?;
        bound.get(k).copied().flatten()
    };
    match derivatives::rule(row, &bound, e.ty) {
        Rule::Zero => Ok(vec![]),
        Rule::Partials(_) => {
            let mut out = vec![];
            for (k, child) in bound.iter().enumerate() {
                let Some(child) = child else { continue };
                match formula::partial(row, &bound, k) {
                    Ok(None) => {}
                    Ok(Some(partial)) if kind > 8 && needs_runtime(&partial) => {
                        return refuse(format!("`{name}` of more than double precision"));
                    }
                    Ok(Some(partial)) => out.push(Term {
                        child,
                        map: scale(partial),
                    }),
                    Err(why) => return refuse(format!("`{name}` ({why})")),
                }
            }
            Ok(out)
        }
        Rule::Choice(choice) => Ok(choice_terms(choice, &bound)),
        Rule::Structural(s) => Ok(structural_terms(s, kind, &arg)),
        Rule::Array(rule) => array_terms(e, rule, &arg),
        // bits that carry no derivative, whatever their origin
        Rule::Unsupported(_) if arg("source").is_some_and(|x| x.is_literal() || is_bits(x.ty)) => Ok(vec![]),
        Rule::Unsupported(why) => refuse(format!("`{name}` ({why})")),
    }
}

/// True if a partial derivative calls a function of the runtime; these exist in single and double precision.
fn needs_runtime(partial: &Expr) -> bool {
    let mut found = false;
    visit::walk_expr(partial, &mut |e| {
        found |= matches!(e.kind, ExprKind::Intrinsic(id, ..) if id.row().module == Some("adc_special"));
    });
    found
}

/// Passes the derivative to the chosen argument; the first of equal ones.
fn choice_terms<'e>(choice: Choice, bound: &[Option<&'e Expr>]) -> Vec<Term<'e>> {
    let all: Vec<&'e Expr> = bound.iter().flatten().copied().collect();
    let (strict, weak) = match choice {
        Choice::Largest => (BinaryOp::Gt, BinaryOp::Ge),
        Choice::Smallest => (BinaryOp::Lt, BinaryOp::Le),
    };
    let mut out = vec![];
    for (k, a) in all.iter().enumerate() {
        let tests = all
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != k)
            .map(|(j, b)| binary(if j < k { strict } else { weak }, (*a).clone(), (*b).clone()));
        if let Some(mask) = tests.reduce(|x, y| binary(BinaryOp::And, x, y)) {
            out.push(Term {
                child: a,
                map: Map::Select(mask),
            });
        }
    }
    out
}

fn structural_terms<'e>(s: Structural, kind: u8, arg: &dyn Fn(&str) -> Option<&'e Expr>) -> Vec<Term<'e>> {
    let is_complex = |e: &Expr| matches!(e.ty, Ty::Complex(_));
    let first = || ["a", "x", "z"].iter().find_map(|n| arg(n));
    let one = |map: fn(&Expr) -> Map| first().map(|c| Term { child: c, map: map(c) }).into_iter().collect();
    match s {
        Structural::Real => one(|c| {
            if matches!(c.ty, Ty::Complex(_)) {
                Map::RealPart
            } else {
                Map::Identity
            }
        }),
        Structural::Imag => one(|_| Map::ImagPart),
        Structural::Conjg => one(|_| Map::Conjugate),
        Structural::ComplexAbs => one(|c| Map::Modulus(c.clone())),
        Structural::Cmplx => {
            let mut out = vec![];
            if let Some(x) = arg("x") {
                let map = if is_complex(x) {
                    Map::Identity
                } else {
                    Map::ToReal(kind)
                };
                out.push(Term { child: x, map });
            }
            if let Some(y) = arg("y") {
                out.push(Term {
                    child: y,
                    map: Map::ToImag(kind),
                });
            }
            out
        }
        Structural::Merge => {
            let Some(mask) = arg("mask") else { return vec![] };
            let mut out = vec![];
            if let Some(t) = arg("tsource") {
                out.push(Term {
                    child: t,
                    map: Map::Select(mask.clone()),
                });
            }
            if let Some(f) = arg("fsource") {
                out.push(Term {
                    child: f,
                    map: Map::Select(not(mask.clone())),
                });
            }
            out
        }
    }
}

fn array_terms<'e>(e: &Expr, rule: ArrayRule, arg: &dyn Fn(&str) -> Option<&'e Expr>) -> Terms<'e> {
    let no_rule = |what: &str| {
        Err(NoRule {
            span: e.span,
            what: what.to_string(),
        })
    };
    let need = |name: &str| {
        arg(name).ok_or_else(|| NoRule {
            span: e.span,
            what: format!("a missing argument `{name}`"),
        })
    };
    match rule {
        ArrayRule::Sum => {
            let array = need("array")?;
            let map = Map::Sum {
                array: array.clone(),
                dim: arg("dim").cloned(),
                mask: arg("mask").cloned(),
            };
            Ok(vec![Term { child: array, map }])
        }
        ArrayRule::DotProduct => {
            let (a, b) = (need("vector_a")?, need("vector_b")?);
            Ok(vec![
                Term {
                    child: a,
                    map: Map::Dot(b.clone(), true),
                },
                Term {
                    child: b,
                    map: Map::Dot(a.clone(), false),
                },
            ])
        }
        ArrayRule::Matmul => {
            let (a, b) = (need("matrix_a")?, need("matrix_b")?);
            Ok(vec![
                Term {
                    child: a,
                    map: Map::MatmulLeft(b.clone(), a.clone()),
                },
                Term {
                    child: b,
                    map: Map::MatmulRight(a.clone(), b.clone()),
                },
            ])
        }
        ArrayRule::Transpose => Ok(vec![Term {
            child: need("matrix")?,
            map: Map::Transpose,
        }]),
        ArrayRule::Reshape => reshape_terms(e, &need, arg),
        ArrayRule::Spread => {
            let (source, dim, n) = (need("source")?, need("dim")?, need("ncopies")?);
            Ok(vec![Term {
                child: source,
                map: Map::Spread(dim.clone(), n.clone()),
            }])
        }
        ArrayRule::Cshift => {
            let (array, shift) = (need("array")?, need("shift")?);
            Ok(vec![Term {
                child: array,
                map: Map::Cshift(shift.clone(), arg("dim").cloned()),
            }])
        }
        ArrayRule::Maxval | ArrayRule::Minval => {
            let array = need("array")?;
            let extremum = Extremum {
                array: array.clone(),
                largest: rule == ArrayRule::Maxval,
                dim: arg("dim").cloned(),
                mask: arg("mask").cloned(),
            };
            Ok(vec![Term {
                child: array,
                map: Map::Extremum(extremum),
            }])
        }
        ArrayRule::Eoshift => eoshift_terms(need("array")?, need("shift")?, arg),
        ArrayRule::Pack => {
            let (array, mask) = (need("array")?, need("mask")?);
            let vector = arg("vector");
            let mask = if mask.rank == 0 {
                broadcast(mask.clone(), array)
            } else {
                mask.clone()
            };
            let mut out = vec![Term {
                child: array,
                map: Map::Pack(mask.clone(), vector.cloned()),
            }];
            if let Some(v) = vector {
                // the part of the vector that is in the result: its last elements
                let args = vec![constant_like(array, "0.0"), mask, constant_like(v, "1.0")];
                let ty = real_type(e.ty);
                out.push(Term {
                    child: v,
                    map: Map::Scale(intrinsic("pack", args, ty, 1)),
                });
            }
            Ok(out)
        }
        ArrayRule::Unpack => {
            let (vector, mask, field) = (need("vector")?, need("mask")?, need("field")?);
            Ok(vec![
                Term {
                    child: vector,
                    map: Map::Unpack(mask.clone(), vector.clone()),
                },
                Term {
                    child: field,
                    map: Map::Select(not(mask.clone())),
                },
            ])
        }
        ArrayRule::Product => {
            let array = need("array")?;
            let (dim, mask) = (arg("dim"), arg("mask"));
            Ok(vec![weighted_sum(array, others_product(array, dim, mask), dim)])
        }
        ArrayRule::Norm2 => {
            // d norm2(x) = sum(x x')/norm2(x): zero at zero
            let (x, dim) = (need("x")?, arg("dim"));
            let norm = spread_along(nonzero(e.clone()), x, dim);
            Ok(vec![weighted_sum(x, div(x.clone(), norm), dim)])
        }
        ArrayRule::MoveAlloc => no_rule("`move_alloc`"),
    }
}

/// `sum(weights*x, dim)`.
fn weighted_sum<'e>(x: &'e Expr, weights: Expr, dim: Option<&Expr>) -> Term<'e> {
    let map = match (dim, x.ty) {
        (None, Ty::Real(_)) => Map::Dot(weights, true),
        _ => Map::Then(Box::new(Composition {
            inner: Map::Scale(weights),
            between: x.clone(),
            outer: Map::Sum {
                array: x.clone(),
                dim: dim.cloned(),
                mask: None,
            },
        })),
    };
    Term { child: x, map }
}

/// A reduction along a dimension, spread to the shape of its operand.
fn spread_along(e: Expr, array: &Expr, dim: Option<&Expr>) -> Expr {
    let (ty, n) = (e.ty, array.rank);
    match dim {
        Some(dim) if n > 1 => {
            let extent = size_along(array, dim.clone());
            intrinsic("spread", vec![e, dim.clone(), extent], ty, n)
        }
        _ => e,
    }
}

/// A number in the shape and real kind of an array.
fn constant_like(x: &Expr, value: &str) -> Expr {
    let ty = real_type(x.ty);
    broadcast(real(value, ty.kind().unwrap_or(8)), x)
}

fn eoshift_terms<'e>(array: &'e Expr, shift: &'e Expr, arg: &dyn Fn(&str) -> Option<&'e Expr>) -> Terms<'e> {
    let dim = arg("dim");
    let mut out = vec![Term {
        child: array,
        map: Map::Eoshift(shift.clone(), dim.cloned()),
    }];
    let Some(boundary) = arg("boundary").filter(|b| !b.is_literal()) else {
        return Ok(out);
    };
    // one where a boundary value was shifted in
    let mut inside = eoshift(constant_like(array, "1.0"), shift.clone(), dim.cloned());
    inside = sub(real("1.0", inside.ty.kind().unwrap_or(8)), inside);
    let scale = Map::Scale(inside);
    let map = if boundary.rank == 0 {
        scale
    } else {
        let along = dim.cloned().unwrap_or_else(|| int(1));
        let n = size_along(array, along.clone());
        Map::Then(Box::new(Composition {
            inner: Map::Spread(along, n),
            between: array.clone(),
            outer: scale,
        }))
    };
    out.push(Term { child: boundary, map });
    Ok(out)
}

/// The result is filled by the source, then repeatedly by the padding. `order` determines which dimension varies
/// fastest: elements are stored in an array whose dimensions are in that order, and which is then permuted.
fn reshape_terms<'e>(
    e: &Expr,
    need: &dyn Fn(&str) -> Result<&'e Expr, NoRule>,
    arg: &dyn Fn(&str) -> Option<&'e Expr>,
) -> Terms<'e> {
    let (source, shape) = (need("source")?, need("shape")?);
    let order = match arg("order") {
        None => None,
        Some(o) => Some(constant_order(o, e.rank).ok_or_else(|| NoRule {
            span: e.span,
            what: "`reshape` with an `order` that is not a constant array".to_string(),
        })?),
    };
    let filled = match &order {
        None => shape.clone(),
        Some(order) => array(order.iter().map(|&k| extent(e, shape, k)).collect()),
    };
    let reordered = |map: Map| match &order {
        None => map,
        Some(order) => {
            let pad = arg("pad").map(|p| keyword("pad", p.clone()));
            let args = [source, &filled].map(|x| Arg::pos(x.clone())).into_iter().chain(pad);
            Map::Then(Box::new(Composition {
                inner: map,
                between: intrinsic_with("reshape", args.collect(), e.ty, e.rank),
                outer: Map::Permute {
                    order: order.clone(),
                    shape: shape.clone(),
                    from: filled.clone(),
                },
            }))
        }
    };
    let pad = arg("pad");
    let mut out = vec![Term {
        child: source,
        map: reordered(Map::Reshape {
            shape: filled.clone(),
            rank: e.rank,
            padded: pad.is_some(),
            source: source.clone(),
        }),
    }];
    if let Some(pad) = pad {
        out.push(Term {
            child: pad,
            map: reordered(Map::Padding(source.clone(), filled.clone(), e.rank)),
        });
    }
    Ok(out)
}

/// The extent of a dimension of a `reshape`, from its shape if that is given by items.
fn extent(e: &Expr, shape: &Expr, dim: i64) -> Expr {
    let items = match &shape.kind {
        ExprKind::Array(None, items)
            if items
                .iter()
                .all(|i| i.rank == 0 && !matches!(i.kind, ExprKind::ImpliedDo { .. })) =>
        {
            items.as_slice()
        }
        _ => &[],
    };
    let item = usize::try_from(dim - 1).ok().and_then(|k| items.get(k));
    item.cloned().unwrap_or_else(|| size_of(e, Some(dim)))
}

/// A permutation of the dimensions, if it is an array of constants.
fn constant_order(order: &Expr, rank: u8) -> Option<Vec<i64>> {
    let ExprKind::Array(_, items) = &order.kind else {
        return None;
    };
    let found: Vec<i64> = items.iter().map(int_value).collect::<Option<_>>()?;
    let mut sorted = found.clone();
    sorted.sort_unstable();
    let complete = (1..=i64::from(rank)).eq(sorted);
    complete.then_some(found)
}

/// For each element, the product of the others of its line along a dimension, or of all others, including zeros.
/// Elements outside the mask count as one and have no derivative.
fn others_product(array: &Expr, dim: Option<&Expr>, mask: Option<&Expr>) -> Expr {
    let ty = array.ty;
    let one = || real("1.0", ty.kind().unwrap_or(8));
    let x = match mask {
        Some(m) => merge(array.clone(), one(), m.clone()),
        None => array.clone(),
    };
    let rank = if dim.is_some() { array.rank.saturating_sub(1) } else { 0 };
    let along = |name: &str, e: Vec<Arg>, ty: Ty| {
        let args = e.into_iter().chain(dim.map(|d| keyword("dim", d.clone())));
        spread_along(intrinsic_with(name, args.collect(), ty, rank), array, dim)
    };
    let is_zero = binary(BinaryOp::Eq, x.clone(), zero(ty));
    let is_other = binary(BinaryOp::Ne, x.clone(), zero(ty));
    let rest = along("product", vec![Arg::pos(x.clone()), keyword("mask", is_other)], ty);
    let zeros = along("count", vec![Arg::pos(is_zero.clone())], Ty::Integer(4));
    let at_zero = merge(rest, zero(ty), binary(BinaryOp::Eq, zeros, int(1)));
    let all = along("product", vec![Arg::pos(x.clone())], ty);
    let elsewhere = div(all, merge(one(), x, is_zero.clone()));
    let partial = merge(at_zero, elsewhere, is_zero);
    match mask {
        Some(m) => merge(partial, zero(ty), m.clone()),
        None => partial,
    }
}
