//! Fixes the meaning of an associated name on entry to the construct: SELECT TYPE, ASSOCIATE.
//!
//! The designator replaces the name, so it must mean the same in the whole body. Its subscripts get variables. If the
//! body may associate one of its pointers with another target ([`Moving`]), a new pointer keeps the target.

use super::moving::{pointer, Moving};
use super::temps::Temps;
use crate::normalize::moving::may_change;
use adc_frontend::ir::visit::subscripts_mut;
use adc_frontend::ir::*;

/// Replaces the subscripts of a designator by variables, unless they are literals or `kept`. Returns the assignments;
/// `None` if an array of indices selects the elements, which makes a copy.
pub(super) fn settle(temps: &mut Temps, e: &mut Expr, kept: &dyn Fn(&Program, &Expr) -> bool) -> Option<Block> {
    let mut before = vec![];
    let mut is_named = true;
    subscripts_mut(e, &mut |x| {
        is_named &= x.rank == 0;
        if int_value(x).is_none() && x.rank == 0 && !kept(temps.program, x) {
            let t = temps.local_ref("element", DeclType::plain(x.ty), 0);
            let value = std::mem::replace(x, t.clone());
            before.push(assign(t, value));
        }
    });
    is_named.then_some(before)
}

/// The same for a selector in some blocks: subscripts that these do not change stay, and pointers may move.
pub(crate) fn settle_changed<'a>(
    temps: &mut Temps,
    moving: &Moving,
    e: &mut Expr,
    bodies: impl Iterator<Item = &'a Block> + Clone,
) -> Option<Block> {
    let mut before = keep(temps, moving, e, bodies.clone())?;
    let subscripts = settle(temps, e, &|program, x| match x.kind {
        ExprKind::Var(s) => {
            let own = program.symbols[s].variable().is_some_and(|v| {
                matches!(v.storage, Storage::Local | Storage::Dummy) && !v.attrs.pointer && !v.attrs.target
            });
            own && !bodies.clone().any(|b| may_change(b, s))
        }
        _ => false,
    })?;
    before.extend(subscripts);
    Some(before)
}

/// Replaces the last pointer in a designator by a new pointer, if some blocks may move a pointer in the designator.
/// Returns the association of the new pointer.
pub(super) fn keep<'a>(
    temps: &mut Temps,
    moving: &Moving,
    e: &mut Expr,
    mut bodies: impl Iterator<Item = &'a Block>,
) -> Option<Block> {
    let program: &Program = temps.program;
    let way: Vec<SymbolId> = std::iter::successors(Some(&*e), |x| holder(x))
        .filter_map(|x| pointer(program, x))
        .collect();
    let Some(&last) = way.first() else {
        return Some(vec![]);
    };
    if !bodies.any(|b| moving.any(program, &way, b)) {
        return Some(vec![]);
    }
    let v = program.symbols[last].variable()?;
    if matches!(v.ty.ty, Ty::Character | Ty::Unlimited) {
        return None;
    }
    let (ty, rank) = (v.ty.clone(), program.symbols[last].rank());
    let kept = temps.pointer_ref("held", ty, rank);
    Some(vec![Stmt::new(StmtKind::PointerAssign {
        rhs: replace_pointer(temps.program, e, &kept)?,
        lhs: kept,
    })])
}

/// The expression of which a designator names a part.
fn holder(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Component(b, _) | ExprKind::Index(b, _) | ExprKind::ComplexPart(b, _) => Some(b),
        _ => None,
    }
}

/// Replaces the last pointer in a designator. Returns the replaced expression.
fn replace_pointer(program: &Program, e: &mut Expr, by: &Expr) -> Option<Expr> {
    if pointer(program, e).is_some() {
        return Some(std::mem::replace(e, by.clone()));
    }
    match &mut e.kind {
        ExprKind::Component(b, _) | ExprKind::Index(b, _) | ExprKind::ComplexPart(b, _) => {
            replace_pointer(program, b, by)
        }
        _ => None,
    }
}
