//! What the name of a construct stands for is settled when the construct is entered: by SELECT TYPE, by ASSOCIATE.
//!
//! The name is replaced by the designator, so this has to mean the same in all of the body. Subscripts get variables of their own; where a pointer may move in the body ([`Moving`]), a pointer of its own
//! stands for what it pointed to.

use super::moving::{pointer, Moving};
use super::temps::Temps;
use crate::normalize::moving::may_change;
use adc_frontend::ir::visit::subscripts_mut;
use adc_frontend::ir::*;

/// Gives the subscripts of a designator variables, where they are not `kept`. Returns the assignments; none where an array of indices chooses the elements, which is a copy.
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

/// The same for a selector of which most subscripts stay what they are, and where pointers may move in some blocks.
pub(crate) fn settle_changed<'a>(
    temps: &mut Temps,
    moving: &Moving,
    e: &mut Expr,
    bodies: impl Iterator<Item = &'a Block> + Clone,
) -> Option<Block> {
    let mut before = hold(temps, moving, e, bodies.clone())?;
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

/// Gives what a designator points to a pointer that stays, if one on the way to it may move in some blocks. Returns its association.
pub(super) fn hold<'a>(
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
    let held = temps.pointer_ref("held", ty, rank);
    Some(vec![Stmt::new(StmtKind::PointerAssign {
        rhs: replace_pointer(temps.program, e, &held)?,
        lhs: held,
    })])
}

/// What a part of a variable is a part of.
fn holder(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Component(b, _) | ExprKind::Index(b, _) | ExprKind::ComplexPart(b, _) => Some(b),
        _ => None,
    }
}

/// Replaces the last pointer on the way of a designator; what stood there.
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
