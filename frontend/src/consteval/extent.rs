//! Bounds and numbers of elements of arrays.

use super::{eval_int, At, Const};
use crate::intrinsics;
use crate::ir::{Dim, Expr, ExprKind, Subscript, SymbolId, SymbolKind};

/// The declared dimensions of a whole variable or constant.
fn dims(at: At<'_>, s: SymbolId) -> Option<&[Dim]> {
    match &at.program.symbols[s].kind {
        SymbolKind::Variable(v) => Some(&v.dims),
        SymbolKind::Constant(c) => Some(&c.dims),
        _ => None,
    }
}

fn whole_dims<'a>(at: At<'a>, e: &Expr) -> Option<&'a [Dim]> {
    match &e.peel().kind {
        ExprKind::Var(s) | ExprKind::Component(_, s) => dims(at, *s).filter(|d| d.len() == e.rank as usize),
        _ => None,
    }
}

/// Constant bounds of one dimension.
fn limits(at: At, dim: &Dim) -> Option<(i64, i64)> {
    match dim {
        Dim::Explicit(lo, hi) => {
            let lo = lo.as_ref().map_or(Some(1), |e| eval_int(at, e))?;
            let hi = eval_int(at, hi)?;
            // an empty dimension has the bounds 1 and 0
            Some(if hi < lo { (1, 0) } else { (lo, hi) })
        }
        _ => None,
    }
}

pub(super) fn bounds(at: At, what: &str, array: &Expr, dim: i64) -> Option<Const> {
    let Some(declared) = whole_dims(at, array) else {
        return match what {
            "size" if array.rank == 1 && (0..=1).contains(&dim) => extent_in(at, array).map(Const::Int),
            _ => None,
        };
    };
    let of = |d: &Dim| limits(at, d);
    let one = |n: i64| declared.get(usize::try_from(n.checked_sub(1)?).ok()?);
    match what {
        "size" if dim == 0 && array.rank == 1 => extent_in(at, array).map(Const::Int),
        "size" if dim == 0 => declared
            .iter()
            .try_fold(1i64, |n, d| {
                let (lo, hi) = of(d)?;
                n.checked_mul(hi - lo + 1)
            })
            .map(Const::Int),
        "size" => of(one(dim)?).map(|(lo, hi)| Const::Int(hi - lo + 1)),
        "ubound" if dim > 0 => of(one(dim)?).map(|(_, hi)| Const::Int(hi)),
        "lbound" if dim > 0 => of(one(dim)?).map(|(lo, _)| Const::Int(lo)),
        _ => None,
    }
}

pub(super) fn extent_in(at: At, e: &Expr) -> Option<i64> {
    let at = at.deeper()?;
    match &e.kind {
        ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => extent_in(at, inner),
        ExprKind::Binary(_, a, b) => {
            let array = if a.rank >= b.rank { a } else { b };
            extent_in(at, array)
        }
        ExprKind::Array(_, items) => items
            .iter()
            .try_fold(0i64, |n, item| n.checked_add(item_count(at, item)?)),
        ExprKind::Var(s) | ExprKind::Component(_, s) if e.rank == 1 => match dims(at, *s)? {
            [d @ Dim::Explicit(..)] => limits(at, d).map(|(lo, hi)| hi - lo + 1),
            // `parameter :: a(*) = [...]` takes the shape of its value
            [Dim::AssumedSize(_)] => match &at.program.symbols[*s].kind {
                SymbolKind::Constant(c) => extent_in(at, &c.value),
                _ => None,
            },
            _ => None,
        },
        ExprKind::Index(base, subs) if e.rank == 1 => {
            let declared = whole_dims(at, base);
            subs.iter().enumerate().find_map(|(i, sub)| match sub {
                Subscript::At(v) if v.rank == 1 => Some(extent_in(at, v)),
                Subscript::At(_) => None,
                Subscript::Range(lo, hi, step) => Some((|| {
                    let whole = declared.and_then(|d| d.get(i)).and_then(|d| limits(at, d));
                    let end = |given: &crate::ir::Bound, default: Option<i64>| match given {
                        Some(e) => eval_int(at, e),
                        None => default,
                    };
                    let (lo, hi) = (end(lo, whole.map(|w| w.0))?, end(hi, whole.map(|w| w.1))?);
                    let step = end(step, Some(1))?;
                    trips(lo, hi, step)
                })()),
            })?
        }
        ExprKind::Intrinsic(id, _, args) => {
            let first = args.first()?.expr()?;
            match id.name() {
                "shape" | "lbound" | "ubound" | "maxloc" | "minloc" => Some(first.rank.into()),
                _ if id.row().class == intrinsics::Class::Elemental => {
                    let array = args.iter().filter_map(|a| a.expr()).find(|a| a.rank == 1)?;
                    extent_in(at, array)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Number of elements that an item contributes to an array constructor.
fn item_count(at: At, item: &Expr) -> Option<i64> {
    match &item.kind {
        ExprKind::ImpliedDo {
            items, lo, hi, step, ..
        } => {
            let at = at.deeper()?;
            let step = step.as_ref().map_or(Some(1), |e| eval_int(at, e))?;
            let count = trips(eval_int(at, lo)?, eval_int(at, hi)?, step)?;
            let each = items.iter().try_fold(0i64, |n, i| n.checked_add(item_count(at, i)?))?;
            count.checked_mul(each)
        }
        _ if item.rank == 0 => Some(1),
        _ if item.rank == 1 => extent_in(at, item),
        _ => None,
    }
}

/// Number of iterations of `lo, hi, step`.
fn trips(lo: i64, hi: i64, step: i64) -> Option<i64> {
    hi.checked_sub(lo)?
        .checked_add(step)?
        .checked_div(step)
        .map(|n| n.max(0))
}
