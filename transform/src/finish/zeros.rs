//! Drops zeros of shadows that are set to zero again.
//!
//! ```text
//! yd = 0.0d0      the shadow of a dependent, at the entry
//! n2 = 2*n        →   omits the first
//! yd = 0.0d0      the derivative of `y = 0`
//! y = 0
//! ```
//!
//! Entry, exit and statements set zeros independently of each other.
//!
//! **Condition.** Both assignments are to the same whole variable or component, in one block. The shadow has no other
//! name. No statement between them mentions it, calls what may know it, or leaves the block.

use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Drops such zeros in the body of a generated procedure. `is_unshared`: true for shadows whose memory has no other name.
pub(crate) fn drop_repeated(program: &Program, unit: UnitId, body: &mut Block, is_unshared: &dyn Fn(SymbolId) -> bool) {
    let is_private = |v| is_known_here_only(program, unit, v);
    in_block(body, is_unshared, &is_private);
}

fn in_block(block: &mut Block, is_unshared: &dyn Fn(SymbolId) -> bool, is_private: &dyn Fn(SymbolId) -> bool) {
    let mut pending: IndexMap<SymbolId, usize> = IndexMap::new();
    let mut dropped = vec![];
    for k in 0..block.len() {
        block[k]
            .kind
            .for_each_block_mut(&mut |b| in_block(b, is_unshared, is_private));
        let s = &block[k];
        if let Some(v) = zeroed(s).filter(|&v| s.label.is_none() && is_unshared(v)) {
            let before = pending.insert(v, k);
            dropped.extend(before.filter(|&b| target(&block[b]).zip(target(s)).is_some_and(|(x, y)| x.same(y))));
            continue;
        }
        if visit::is_left(s) {
            pending.clear();
        }
        let mut calls = false;
        visit::walk_calls(std::slice::from_ref(s), &mut |_| calls = true);
        if calls {
            pending.retain(|&v, _| is_private(v));
        }
        visit::walk_block_exprs(std::slice::from_ref(s), &mut |e| {
            if let ExprKind::Var(v) = e.kind {
                pending.shift_remove(&v);
            }
        });
    }
    // zeros are found in the order of those that repeat them
    dropped.sort_unstable();
    for k in dropped.into_iter().rev() {
        let lead = block.remove(k).lead;
        if let Some(next) = block.get_mut(k) {
            next.lead.splice(0..0, lead);
        }
    }
}

/// The variable that a statement sets to zero, as a whole or in a component.
fn zeroed(s: &Stmt) -> Option<SymbolId> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let mut whole = lhs;
    while let ExprKind::Component(object, _) = &whole.kind {
        whole = object;
    }
    match whole.kind {
        ExprKind::Var(v) if is_zero(rhs) => Some(v),
        _ => None,
    }
}

fn target(s: &Stmt) -> Option<&Expr> {
    let StmtKind::Assign { lhs, .. } = &s.kind else {
        return None;
    };
    Some(lhs)
}

/// True for a variable that no called procedure names.
fn is_known_here_only(program: &Program, unit: UnitId, v: SymbolId) -> bool {
    let storage = program.symbols[v].variable().map(|v| v.storage);
    let is_own = matches!(storage, Some(Storage::Dummy | Storage::Local | Storage::Result));
    is_own && program.units[unit].contains.is_empty()
}
