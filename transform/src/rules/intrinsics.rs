//! The rules of intrinsic functions, from their rows of the table: formulas, choices, structural and array rules.

use super::*;
use crate::transfers::is_bits;
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
    match intrinsics::rule(row, &bound, e.ty) {
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
                    Err(why) => return refuse(format!("`{name}`: {why}")),
                }
            }
            Ok(out)
        }
        Rule::Choice(choice) => Ok(choice_terms(choice, &bound)),
        Rule::Structural(s) => Ok(structural_terms(s, kind, &arg)),
        Rule::Array(rule) => array_terms(e, rule, &arg),
        // bits that carry no derivative, whatever they come from
        Rule::Unsupported(_) if arg("source").is_some_and(|x| x.is_literal() || is_bits(x.ty)) => Ok(vec![]),
        Rule::Unsupported(why) => refuse(format!("`{name}`: {why}")),
    }
}

/// The functions of the runtime exist in single and double precision.
fn needs_runtime(partial: &Expr) -> bool {
    let mut found = false;
    visit::walk_expr(partial, &mut |e| {
        found |= matches!(e.kind, ExprKind::Intrinsic(id, ..) if id.row().module == Some("adc_special"));
    });
    found
}

/// The argument chosen gets the derivative; the first of equal ones.
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
            what: format!("a missing `{name}`"),
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
        ArrayRule::Reshape if arg("pad").is_none() && arg("order").is_none() => {
            let (source, shape) = (need("source")?, need("shape")?);
            Ok(vec![Term {
                child: source,
                map: Map::Reshape(shape.clone(), source.clone()),
            }])
        }
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
        ArrayRule::Eoshift if arg("boundary").is_none_or(|b| b.is_literal()) => {
            let (array, shift) = (need("array")?, need("shift")?);
            Ok(vec![Term {
                child: array,
                map: Map::Eoshift(shift.clone(), arg("dim").cloned()),
            }])
        }
        ArrayRule::Pack if arg("vector").is_none() && arg("mask").is_some_and(|m| m.rank > 0) => Ok(vec![Term {
            child: need("array")?,
            map: Map::Pack(need("mask")?.clone()),
        }]),
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
        ArrayRule::Product if arg("dim").is_none() && matches!(e.ty, Ty::Real(_)) => {
            let array = need("array")?;
            Ok(vec![Term {
                child: array,
                map: Map::Dot(others_product(array, arg("mask")), true),
            }])
        }
        ArrayRule::Norm2 if arg("dim").is_none() => {
            // d norm2(x) = sum(x x')/norm2(x): a dot product, divided; zero at zero
            let x = need("x")?;
            Ok(vec![Term {
                child: x,
                map: Map::Dot(div(x.clone(), nonzero(e.clone())), true),
            }])
        }
        ArrayRule::Product => no_rule("`product` with `dim`, or of complex numbers,"),
        ArrayRule::Pack => no_rule("`pack` with `vector` or a scalar mask"),
        ArrayRule::Eoshift => no_rule("`eoshift` with a variable `boundary`"),
        ArrayRule::Norm2 => no_rule("`norm2` with `dim`"),
        ArrayRule::Reshape => no_rule("`reshape` with `pad` or `order`"),
        ArrayRule::MoveAlloc => no_rule("`move_alloc`"),
    }
}

/// For each element the product of the others, zeros among them included. What the mask leaves out counts as one and has no derivative.
fn others_product(array: &Expr, mask: Option<&Expr>) -> Expr {
    let ty = array.ty;
    let one = || real("1.0", ty.kind().unwrap_or(8));
    let x = match mask {
        Some(m) => merge(array.clone(), one(), m.clone()),
        None => array.clone(),
    };
    let is_zero = binary(BinaryOp::Eq, x.clone(), zero(ty));
    let is_other = binary(BinaryOp::Ne, x.clone(), zero(ty));
    let rest = intrinsic("product", vec![x.clone(), is_other], ty, 0);
    let zeros = intrinsic("count", vec![is_zero.clone()], Ty::Integer(4), 0);
    let at_zero = merge(rest, zero(ty), binary(BinaryOp::Eq, zeros, int(1)));
    let all = intrinsic("product", vec![x.clone()], ty, 0);
    let elsewhere = div(all, merge(one(), x, is_zero.clone()));
    let partial = merge(at_zero, elsewhere, is_zero);
    match mask {
        Some(m) => merge(partial, zero(ty), m.clone()),
        None => partial,
    }
}
