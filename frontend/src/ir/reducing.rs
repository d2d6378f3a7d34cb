//! Variables that statements only reduce: `s = s + e`, `h(k) = h(k) - e`, `p = p*e`, `m = max(m, e)`. Threads that have
//! one each may form their parts of the result, and combine them.

use super::visit::{walk_block, walk_block_exprs};
use super::*;

/// The operation with which statements change a variable, if they do nothing else with it.
pub fn reduces(block: &[Stmt], v: SymbolId) -> Option<Reduction> {
    let mut found: Option<Option<Reduction>> = None;
    let mut named = 0;
    walk_block(block, &mut |s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            if lhs.base_symbol() == Some(v) {
                let own = operation(lhs, rhs);
                found = Some(match found {
                    None => own,
                    Some(known) => own.filter(|o| known == Some(*o)),
                });
                named += 2;
            }
        }
    });
    found.flatten().filter(|_| named == count(block, v))
}

/// The operation of an assignment that combines a value with the old one.
fn operation(lhs: &Expr, rhs: &Expr) -> Option<Reduction> {
    if amounts_added(lhs, rhs).is_some() {
        return Some(Reduction::Sum);
    }
    let is_it = |e: &Expr| e.same(lhs);
    match &rhs.kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) if is_it(a) || is_it(b) => Some(Reduction::Product),
        ExprKind::Intrinsic(id, _, args) if args.len() == 2 && args.iter().any(|a| a.expr().is_some_and(is_it)) => {
            match id.name() {
                "max" => Some(Reduction::Max),
                "min" => Some(Reduction::Min),
                _ => None,
            }
        }
        _ => None,
    }
}

/// How often statements name a variable.
fn count(block: &[Stmt], v: SymbolId) -> usize {
    let mut n = 0;
    walk_block_exprs(block, &mut |e| {
        n += usize::from(matches!(e.kind, ExprKind::Var(x) if x == v))
    });
    walk_block(block, &mut |s| {
        n += usize::from(DoControl::index_of(&s.kind) == Some(v))
    });
    n
}
