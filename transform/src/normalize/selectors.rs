//! What the name of a construct stands for is settled when the construct is entered: by SELECT TYPE, by ASSOCIATE.
//!
//! The name is replaced by the designator, so this has to mean the same in all of the body. Subscripts get variables of their own; a pointer that moves in the body has nothing to stand for
//! what it pointed to, so such constructs stay as they are. What procedures that are called do to pointers they see by other ways is not looked at.

use super::leaves::named;
use super::temps::Temps;
use crate::contexts::may_change;
use adc_frontend::ir::visit::{each_call, subscripts_mut, walk_block, walk_expr};
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

/// The same for a selector of which most subscripts stay what they are; none, too, where it has a pointer that moves.
pub(crate) fn settle_changed<'a>(
    temps: &mut Temps,
    e: &mut Expr,
    bodies: impl Iterator<Item = &'a Block> + Clone,
) -> Option<Block> {
    if bodies.clone().any(|b| moves(temps.program, e, b)) {
        return None;
    }
    settle(temps, e, &|program, x| match x.kind {
        ExprKind::Var(s) => {
            let own = program.symbols[s].variable().is_some_and(|v| {
                matches!(v.storage, Storage::Local | Storage::Dummy) && !v.attrs.pointer && !v.attrs.target
            });
            own && !bodies.clone().any(|b| may_change(b, s))
        }
        _ => false,
    })
}

/// True where a pointer on the way to what a designator names may point to something else behind a statement of a block.
pub(super) fn moves(program: &Program, e: &Expr, body: &Block) -> bool {
    let is_pointer = |s: SymbolId| program.symbols[s].variable().is_some_and(|v| v.attrs.pointer);
    let mut pointers = vec![];
    walk_expr(e, &mut |x| pointers.extend(named(x).filter(|&s| is_pointer(s))));
    if pointers.is_empty() {
        return false;
    }
    let is_one = |x: &Expr| {
        let base = match &x.kind {
            ExprKind::Index(b, _) => b,
            _ => x,
        };
        named(base).is_some_and(|s| pointers.contains(&s))
    };
    let mut found = false;
    walk_block(body, &mut |s| {
        found |= match &s.kind {
            StmtKind::PointerAssign { lhs, .. } => is_one(lhs),
            StmtKind::Nullify(objects) | StmtKind::Deallocate { objects, .. } => objects.iter().any(is_one),
            StmtKind::Allocate { objects, .. } => objects.iter().any(|(o, _)| is_one(o)),
            _ => false,
        };
        each_call(s, &mut |r| {
            let sets_pointers = program.signature(r.callee.proc).is_none_or(|u| {
                let mut dummies = program.units[u].args.iter().flatten();
                dummies.any(|&d| is_pointer(d))
            });
            found |= sets_pointers && r.args.iter().filter_map(Arg::expr).any(is_one);
        });
    });
    found
}
