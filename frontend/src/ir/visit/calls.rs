//! Walks over references to procedures.

use super::*;

/// A reference to a procedure in the text.
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    /// The procedure.
    pub callee: &'a Callee,
    /// Its arguments.
    pub args: &'a [Arg],
    /// False for the procedure of a `CALL`.
    pub is_function: bool,
    /// Its source span.
    pub span: Span,
}

/// Calls `f` on the references to functions in a statement, except those in its blocks.
pub fn each_function<'a>(s: &'a StmtKind, f: &mut dyn FnMut(Reference<'a>)) {
    stmt_exprs(s, &mut |e| {
        walk_expr(e, &mut |x| {
            if let ExprKind::Call(callee, args) = &x.kind {
                f(Reference {
                    callee,
                    args,
                    is_function: true,
                    span: x.span,
                });
            }
        });
    });
}

/// Calls `f` on the references to procedures in a statement, by CALL or in expressions, except those in its blocks.
pub fn each_call<'a>(s: &'a Stmt, f: &mut dyn FnMut(Reference<'a>)) {
    each_function(&s.kind, f);
    if let StmtKind::Call { callee, args } = &s.kind {
        f(Reference {
            callee,
            args,
            is_function: false,
            span: s.span,
        });
    }
}

/// Calls `f` on every reference to a procedure in a block, nested statements included.
pub fn walk_calls<'a>(block: &'a [Stmt], f: &mut dyn FnMut(Reference<'a>)) {
    walk_block(block, &mut |s| each_call(s, f));
}

/// Procedures that a statement calls, by CALL or in expressions, except those in its blocks.
pub fn called(s: &Stmt) -> Vec<SymbolId> {
    let mut out = vec![];
    each_call(s, &mut |r| out.push(r.callee.proc));
    out
}

/// Calls `f` on every reference to a procedure in a block.
pub fn rewrite_calls(block: &mut Block, f: &mut dyn FnMut(&mut Callee)) {
    rewrite_references(block, &mut |callee, _| f(callee));
}

/// Calls `f` on every reference to a procedure in a block, with its arguments.
pub fn rewrite_references(block: &mut Block, f: &mut dyn FnMut(&mut Callee, &mut Vec<Arg>)) {
    for s in block {
        if let StmtKind::Call { callee, args } = &mut s.kind {
            f(callee, args);
        }
        stmt_exprs_mut(&mut s.kind, &mut |e| {
            rewrite_expr(e, &mut |x| {
                if let ExprKind::Call(callee, args) = &mut x.kind {
                    f(callee, args);
                }
            });
        });
        s.kind.for_each_block_mut(&mut |b| rewrite_references(b, f));
    }
}
