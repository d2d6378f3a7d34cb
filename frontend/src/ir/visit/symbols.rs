//! Walks over the variables and procedures that statements refer to, inside expressions or not. Components, types and
//! the generic names of calls are excluded.

use super::*;

/// Calls `f` on every variable and procedure in a block, nested statements included, to replace it.
pub fn rewrite_symbols(block: &mut Block, f: &mut dyn FnMut(&mut SymbolId)) {
    for s in block {
        own_symbols(&mut s.kind, f);
        stmt_exprs_mut(&mut s.kind, &mut |e| rewrite_symbols_in(e, f));
        s.kind.for_each_block_mut(&mut |b| rewrite_symbols(b, f));
    }
}

/// Replaces a variable or procedure by another, everywhere in a block.
pub fn rename(block: &mut Block, old: SymbolId, new: SymbolId) {
    rewrite_symbols(block, &mut |s| {
        if *s == old {
            *s = new;
        }
    });
}

/// Calls `f` on every variable and procedure in an expression, to replace it.
pub fn rewrite_symbols_in(e: &mut Expr, f: &mut dyn FnMut(&mut SymbolId)) {
    rewrite_expr(e, &mut |x| match &mut x.kind {
        ExprKind::Var(s) | ExprKind::Procedure(s) | ExprKind::ImpliedDo { var: s, .. } => f(s),
        ExprKind::Call(callee, _) => f(&mut callee.proc),
        ExprKind::Array(Some(ty), _) => rewrite_symbols_of_type(ty, f),
        _ => {}
    });
}

/// Calls `f` on every constant and variable in the kind and the length of a type.
pub fn rewrite_symbols_of_type(ty: &mut DeclType, f: &mut dyn FnMut(&mut SymbolId)) {
    if let KindSpelling::Expr(e) = &mut ty.spelling {
        rewrite_symbols_in(e, f);
    }
    ty.lengths_mut().for_each(|e| rewrite_symbols_in(e, f));
}

/// Symbols in a statement that are not part of an expression.
fn own_symbols(s: &mut StmtKind, f: &mut dyn FnMut(&mut SymbolId)) {
    match s {
        StmtKind::Call { callee, .. } => f(&mut callee.proc),
        StmtKind::Do { control, .. } => match control {
            DoControl::Count { var, .. } => f(var),
            DoControl::Concurrent { ranges, .. } => ranges.iter_mut().for_each(|r| f(&mut r.0)),
            DoControl::Forever | DoControl::While(_) => {}
        },
        StmtKind::Forall { ranges, .. } => ranges.iter_mut().for_each(|r| f(&mut r.0)),
        StmtKind::AssignLabel(_, var) | StmtKind::AssignedGoto(var, _) => f(var),
        StmtKind::Scope { locals, .. } => locals.iter_mut().for_each(f),
        StmtKind::Associate { pairs, .. } => pairs.iter_mut().for_each(|(name, _)| f(name)),
        StmtKind::SelectType { guards, .. } => guards.iter_mut().for_each(|g| f(&mut g.local)),
        StmtKind::Allocate { ty: Some(ty), .. } => rewrite_symbols_of_type(ty, f),
        StmtKind::Directed { directive, .. } => {
            if let Asks::Parallel(p) = &mut directive.asks {
                p.roles.iter_mut().for_each(|(v, _)| f(v));
            }
        }
        StmtKind::Io { controls, .. } => {
            for (_, c) in controls {
                if let IoControl::Namelist(group) = c {
                    f(group);
                }
            }
        }
        StmtKind::Assign { .. }
        | StmtKind::PointerAssign { .. }
        | StmtKind::CallIntrinsic { .. }
        | StmtKind::If { .. }
        | StmtKind::Select { .. }
        | StmtKind::Where { .. }
        | StmtKind::Exit(_)
        | StmtKind::Cycle(_)
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto(..)
        | StmtKind::ArithmeticIf(..)
        | StmtKind::Return(_)
        | StmtKind::Stop { .. }
        | StmtKind::Pause(_)
        | StmtKind::Continue
        | StmtKind::Allocate { ty: None, .. }
        | StmtKind::Deallocate { .. }
        | StmtKind::Nullify(_)
        | StmtKind::Format(_)
        | StmtKind::Push(_)
        | StmtKind::Pop(_)
        | StmtKind::PushControl { .. }
        | StmtKind::PopControl { .. }
        | StmtKind::Model(_)
        | StmtKind::Comment(_) => {}
    }
}
