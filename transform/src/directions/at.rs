//! Designators of derivatives: at one direction, and for all directions.

use super::carriers::{is_inquiry, Carriers};
use crate::code::elementwise::{is_operation, with_operands};
use crate::rules::intrinsic;
use adc_frontend::ir::*;

/// Replaces each designator of a derivative by that at a direction. Inquiries are about the first one.
pub(super) fn at(c: &Carriers, e: &mut Expr, direction: &Expr) {
    replace(c, e, direction, &int(1));
}

/// The same; inquiries are about that direction, too.
pub(super) fn at_own(c: &Carriers, e: &mut Expr, direction: &Expr) {
    replace(c, e, direction, direction);
}

fn replace(c: &Carriers, e: &mut Expr, direction: &Expr, asked: &Expr) {
    if is_inquiry(e) {
        inquiry(c, e, asked);
        return;
    }
    if let ExprKind::Index(base, subs) = &mut e.kind {
        if let ExprKind::Var(s) = base.kind {
            each_subscript(subs, &mut |x| replace(c, x, direction, asked));
            if c.contains(s) {
                base.rank += 1;
                subs.insert(0, Subscript::At(direction.clone()));
            }
            return;
        }
    }
    if let ExprKind::Var(s) = e.kind {
        if c.contains(s) {
            *e = first(e, Subscript::At(direction.clone()));
        }
        return;
    }
    visit::subexprs_mut(e, &mut |x| replace(c, x, direction, asked));
}

pub(super) fn each_subscript(subs: &mut [Subscript], f: &mut dyn FnMut(&mut Expr)) {
    for s in subs {
        match s {
            Subscript::At(e) => f(e),
            Subscript::Range(a, b, d) => a.iter_mut().chain(b).chain(d).for_each(|e| f(e)),
        }
    }
}

/// `v(first, :, :)` of a whole variable, as it is declared for one direction.
fn first(v: &Expr, first: Subscript) -> Expr {
    let mut base = v.clone();
    base.rank += 1;
    let rest = (0..v.rank).map(|_| Subscript::range(None, None, None));
    index(base, std::iter::once(first).chain(rest).collect())
}

/// True for an expression with an inquiry about an allocatable component, or a pointer, in a derivative.
pub(super) fn asks_component(c: &Carriers, e: &Expr) -> bool {
    let mut found = false;
    visit::walk_expr(e, &mut |x| {
        let ExprKind::Intrinsic(_, _, args) = &x.kind else {
            return;
        };
        let object = args.first().and_then(Arg::expr).filter(|_| is_inquiry(x));
        found |= object.is_some_and(|o| {
            c.names(o) && matches!(o.kind, ExprKind::Component(_, s) if c.is_separate(s)) && !c.is_record_pointer(o)
        });
    });
    found
}

/// Replaces inquiries about derivatives in an expression without values of derivatives.
pub(super) fn inquiries(c: &Carriers, e: &mut Expr) {
    match is_inquiry(e) {
        true => inquiry(c, e, &int(1)),
        false => visit::subexprs_mut(e, &mut |x| inquiries(c, x)),
    }
}

/// Dimensions are counted from the second one, and all other properties are those of one direction: components of
/// different objects may differ in them.
fn inquiry(c: &Carriers, e: &mut Expr, asked: &Expr) {
    let ExprKind::Intrinsic(id, _, args) = &mut e.kind else {
        return;
    };
    let name = id.row().name;
    let Some((ArgValue::Expr(object), rest)) = args.split_first_mut().map(|(a, rest)| (&mut a.value, rest)) else {
        return;
    };
    for x in rest.iter_mut().filter_map(Arg::expr_mut) {
        inquiries(c, x);
    }
    if !c.names(object) {
        // the shape of a value is that in any direction
        at(c, object, asked);
        rest.iter_mut()
            .filter_map(Arg::expr_mut)
            .for_each(|x| all_or_one(c, x, asked));
        return;
    }
    let is_whole = matches!(object.kind, ExprKind::Var(_));
    let dim = rest
        .iter_mut()
        .find(|a| a.keyword.as_ref().is_none_or(|k| k.eq_ignore_ascii_case("dim")));
    match (name, is_whole, dim.and_then(Arg::expr_mut)) {
        ("size" | "lbound" | "ubound", true, Some(dim)) => {
            object.rank += 1;
            *dim = match int_value(dim) {
                Some(n) => int(n + 1),
                None => add(dim.clone(), int(1)),
            };
        }
        ("lbound" | "ubound", true, None) => {
            let mut whole = object.clone();
            whole.rank += 1;
            let one = |k: u8| {
                let mut one = e.clone();
                if let ExprKind::Intrinsic(_, _, args) = &mut one.kind {
                    *args = vec![Arg::pos(whole.clone()), Arg::pos(int(i64::from(k) + 2))];
                }
                one.rank = 0;
                one
            };
            let rank = whole.rank - 1;
            let items = (0..rank).map(one).collect();
            *e = expr(ExprKind::Array(None, items), e.ty, 1);
        }
        ("allocated" | "associated" | "present", ..) => {
            all_or_one(c, object, asked);
            rest.iter_mut()
                .filter_map(Arg::expr_mut)
                .for_each(|x| all_or_one(c, x, asked));
        }
        _ => at(c, object, asked),
    }
}

/// The designator for all directions if it is an array, of one direction otherwise.
fn all_or_one(c: &Carriers, e: &mut Expr, direction: &Expr) {
    if !c.names(e) {
        return;
    }
    match all(c, e) {
        Some(whole) if !matches!(e.kind, ExprKind::Component(..)) => *e = whole,
        _ => at(c, e, direction),
    }
}

/// The designator for all directions, with the direction as its first dimension; `None` if no designator names them: a
/// component is an array, a pointer, or allocatable.
pub(super) fn all(c: &Carriers, e: &Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Component(..) if c.is_record_pointer(e) => {
            let mut whole = e.clone();
            whole.rank += 1;
            Some(whole)
        }
        ExprKind::Var(s) if c.contains(*s) => {
            let mut whole = e.clone();
            whole.rank += 1;
            Some(whole)
        }
        ExprKind::Index(base, subs) => match &base.kind {
            ExprKind::Var(s) if c.contains(*s) => {
                let mut base = (**base).clone();
                base.rank += 1;
                let mut subs = subs.clone();
                each_subscript(&mut subs, &mut |x| inquiries(c, x));
                subs.insert(0, Subscript::range(None, None, None));
                Some(index(base, subs))
            }
            // an element of a component that is an array
            ExprKind::Component(object, symbol) if e.rank == object.rank && !c.is_separate(*symbol) => {
                let inner = all(c, object)?;
                let rank = inner.rank;
                let array = expr(ExprKind::Component(Box::new(inner), *symbol), e.ty, rank);
                let mut subs = subs.clone();
                each_subscript(&mut subs, &mut |x| inquiries(c, x));
                Some(expr(ExprKind::Index(Box::new(array), subs), e.ty, rank))
            }
            _ => None,
        },
        ExprKind::Component(object, symbol) if e.rank == object.rank && !c.is_separate(*symbol) => {
            let inner = all(c, object)?;
            let rank = inner.rank;
            Some(expr(ExprKind::Component(Box::new(inner), *symbol), e.ty, rank))
        }
        ExprKind::ComplexPart(inner, part) => {
            let inner = all(c, inner)?;
            let rank = inner.rank;
            Some(expr(ExprKind::ComplexPart(Box::new(inner), *part), e.ty, rank))
        }
        _ => None,
    }
}

/// A condition on derivatives of one direction as one on those of all: `any(x > 0)` for `x > 0`, say. `None` if it is not
/// computed element by element.
pub(super) fn condition(c: &Carriers, e: &Expr, quantifier: &str) -> Option<Expr> {
    let vector = elementwise(c, e)?;
    Some(intrinsic(quantifier, vec![vector], e.ty, 0))
}

fn elementwise(c: &Carriers, e: &Expr) -> Option<Expr> {
    if c.names(e) {
        return all(c, e).filter(|_| e.rank == 0);
    }
    if !c.reads(e) {
        let mut same = e.clone();
        inquiries(c, &mut same);
        return Some(same);
    }
    if !is_operation(e) {
        return None;
    }
    with_operands(e, 1, &mut |x| elementwise(c, x))
}

/// True for a condition that holds if some derivative is not zero.
pub(crate) fn asks_for_nonzero(e: &Expr) -> bool {
    match &e.peel().kind {
        ExprKind::Binary(BinaryOp::Or, a, b) => asks_for_nonzero(a) && asks_for_nonzero(b),
        ExprKind::Binary(BinaryOp::Ne, _, zero) => is_zero(zero),
        _ => false,
    }
}
