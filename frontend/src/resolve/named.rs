//! Questions about statements under directives of OpenMP: the variables that they name and change, their loops.

use crate::ir::visit::{walk_block, walk_block_exprs, walk_expr};
use crate::ir::*;
use std::collections::BTreeSet;

/// How often statements name a variable.
pub(super) fn count(block: &[Stmt], v: SymbolId) -> usize {
    let mut n = 0;
    walk_block_exprs(block, &mut |e| {
        n += usize::from(matches!(e.kind, ExprKind::Var(x) if x == v))
    });
    walk_block(block, &mut |s| {
        n += usize::from(DoControl::index_of(&s.kind) == Some(v))
    });
    n
}

/// The same without allocations, deallocations and `allocated(v)`.
pub(super) fn values(block: &[Stmt], v: SymbolId) -> usize {
    let mut n = count(block, v);
    let is_it = |e: &Expr| e.is_name() && e.base_symbol() == Some(v);
    walk_block(block, &mut |s| {
        if let StmtKind::Allocate { objects, .. } = &s.kind {
            n -= objects.iter().filter(|o| is_it(&o.0)).count();
        } else if let StmtKind::Deallocate { objects, .. } = &s.kind {
            n -= objects.iter().filter(|o| is_it(o)).count();
        }
    });
    walk_block_exprs(block, &mut |e| {
        if let ExprKind::Intrinsic(id, _, args) = &e.kind {
            let is_it = |a: &Arg| a.expr().is_some_and(|a| a.is_name() && a.base_symbol() == Some(v));
            n -= usize::from(id.name() == "allocated" && args.iter().any(is_it));
        }
    });
    n
}

/// True if statements may allocate or deallocate a variable.
pub(super) fn is_allocated_in(block: &[Stmt], v: SymbolId) -> bool {
    let is_it = |e: &Expr| e.is_name() && e.base_symbol() == Some(v);
    let mut found = false;
    walk_block(block, &mut |s| {
        if let StmtKind::Allocate { objects, .. } = &s.kind {
            found |= objects.iter().any(|o| is_it(&o.0));
        } else if let StmtKind::Deallocate { objects, .. } = &s.kind {
            found |= objects.iter().any(is_it);
        } else if let StmtKind::Assign { lhs, .. } = &s.kind {
            found |= is_it(lhs);
        } else if let StmtKind::CallIntrinsic { args, .. } = &s.kind {
            found |= args.iter().filter_map(Arg::expr).any(is_it);
        }
    });
    visit::walk_calls(block, &mut |r| found |= r.args.iter().filter_map(Arg::expr).any(is_it));
    found
}

pub(super) fn mentions(block: &[Stmt], v: SymbolId) -> bool {
    count(block, v) > 0
}

pub(super) fn is_loop_index(block: &[Stmt], v: SymbolId) -> bool {
    let mut found = false;
    walk_block(block, &mut |s| found |= DoControl::index_of(&s.kind) == Some(v));
    found
}

/// True if statements may change a variable.
pub(super) fn writes(block: &[Stmt], v: SymbolId) -> bool {
    let mut found = false;
    walk_block(block, &mut |s| {
        found |= DoControl::index_of(&s.kind) == Some(v);
        let mut in_call = false;
        visit::stmt_exprs(&s.kind, &mut |e| {
            walk_expr(e, &mut |x| {
                if let ExprKind::Call(_, args) = &x.kind {
                    in_call |= args.iter().filter_map(Arg::expr).any(|a| a.base_symbol() == Some(v));
                }
            });
        });
        found |= in_call;
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            found |= lhs.base_symbol() == Some(v);
            return;
        }
        let reads = matches!(
            s.kind,
            StmtKind::Do { .. } | StmtKind::If { .. } | StmtKind::Select { .. } | StmtKind::Directed { .. }
        );
        if !reads {
            visit::stmt_exprs(&s.kind, &mut |e| found |= visit::mentions(e, &|x| x == v));
        }
    });
    found
}

/// True if statements name a variable only as the index of loops, and inside these.
pub(super) fn is_index(block: &[Stmt], v: SymbolId) -> bool {
    block.iter().all(|s| {
        if DoControl::index_of(&s.kind) == Some(v) || !mentions(std::slice::from_ref(s), v) {
            return true;
        }
        let mut inside = 0;
        let mut blocks = true;
        s.kind.for_each_block(&mut |b| {
            inside += count(b, v);
            blocks = blocks && is_index(b, v);
        });
        blocks && inside == count(std::slice::from_ref(s), v)
    })
}

/// The variables that statements name.
pub(super) fn variables(block: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    visit::walk_block_exprs(block, &mut |e| {
        if let ExprKind::Var(v) = e.kind {
            out.insert(v);
        }
    });
    walk_block(block, &mut |s| out.extend(DoControl::index_of(&s.kind)));
    out
}

/// The clauses of a directive of OpenMP.
pub(super) fn parallel_of(directive: &RegionDirective) -> Option<Parallel> {
    match &directive.asks {
        Asks::Parallel(p) => Some((**p).clone()),
        _ => None,
    }
}

pub(super) fn is_parallel(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Directed { directive, .. } if matches!(directive.asks, Asks::Parallel(_)))
}

/// With `simd`, the index of the loop has its last value after the loop.
pub(super) fn keep_index(text: &str, s: &Stmt, parallel: &mut Parallel) {
    if let (true, Some(i)) = (text.to_ascii_lowercase().contains("simd"), DoControl::index_of(&s.kind)) {
        if parallel.roles.iter().all(|r| r.0 != i) {
            parallel.roles.push((i, Role::Shared));
        }
    }
}
