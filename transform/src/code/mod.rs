//! Predicates about code, used by all other modules of the crate. They generate no derivative code.

pub(crate) mod cost;
pub(crate) mod elementwise;
pub(crate) mod estimate;
pub(crate) mod indices;
pub(crate) mod io;
pub(crate) mod names;
pub(crate) mod partial;
pub(crate) mod repeatable;
pub(crate) mod reread;

use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::rewrite_expr;
use adc_frontend::ir::*;
use indexmap::IndexSet;

/// True for an access of the tape.
pub(crate) fn is_of_tape(s: &StmtKind) -> bool {
    matches!(
        s,
        StmtKind::Push(_) | StmtKind::Pop(_) | StmtKind::PushControl { .. } | StmtKind::PopControl { .. }
    )
}

/// The place of the call that a statement is, or assigns: 0 for other statements.
pub(crate) fn place_of_call(s: &Stmt) -> u32 {
    if let StmtKind::Call { .. } = s.kind {
        return s.span.lo;
    }
    if let StmtKind::Assign { rhs, .. } = &s.kind {
        if let ExprKind::Call(..) = rhs.kind {
            return rhs.span.lo;
        }
    }
    0
}

/// All symbols that expressions and calls of a block name.
pub(crate) fn collect_symbols(block: &Block, out: &mut IndexSet<SymbolId>) {
    visit::walk_calls(block, &mut |r| {
        out.insert(r.callee.proc);
    });
    visit::walk_block_exprs(block, &mut |e| {
        if let ExprKind::Var(s) | ExprKind::Procedure(s) = e.kind {
            out.insert(s);
        }
    });
}

/// All symbols whose names appear in a block. Of a call by a generic name, the specific procedure does not appear.
pub(crate) fn written_symbols(block: &Block) -> IndexSet<SymbolId> {
    let mut out = IndexSet::new();
    visit::walk_calls(block, &mut |r| {
        if r.callee.via.is_none() {
            out.insert(r.callee.proc);
        }
    });
    visit::walk_block_exprs(block, &mut |e| {
        if let ExprKind::Var(s) | ExprKind::Procedure(s) = &e.kind {
            out.insert(*s);
        }
    });
    out
}

/// An expression without source positions, as in generated code.
pub fn generated(e: &Expr) -> Expr {
    let mut e = e.clone();
    rewrite_expr(&mut e, &mut |x| x.span = Span::NONE);
    e
}

/// A member of a COMMON block, declared for another unit, which does not see the named constants of the declaration:
/// they are replaced by their values.
pub(crate) fn elsewhere(program: &Program, v: &Variable) -> Variable {
    let mut out = v.clone();
    out.attrs.save = false;
    out.init = None;
    if matches!(out.ty.spelling, KindSpelling::Expr(_)) {
        out.ty.spelling = KindSpelling::Plain;
    }
    for length in out.ty.lengths_mut() {
        by_value(program, length);
    }
    for d in &mut out.dims {
        if let Dim::Explicit(lo, hi) = d {
            lo.iter_mut().chain([hi]).for_each(|e| by_value(program, e));
        }
    }
    out
}

/// Replaces the named constants of an expression by their values, and the whole by a number if it is constant.
pub(crate) fn by_value(program: &Program, e: &mut Expr) {
    if let Some(n) = int_const(program, e) {
        *e = int(n);
        return;
    }
    visit::rewrite_expr(e, &mut |x| {
        let ExprKind::Var(s) = x.kind else { return };
        let SymbolKind::Constant(c) = &program.symbols[s].kind else {
            return;
        };
        if c.is_unknown(s) {
            return;
        }
        let mut value = c.value.clone();
        by_value(program, &mut value);
        *x = match value.kind {
            ExprKind::Binary(..) | ExprKind::Unary(..) => {
                expr(ExprKind::Paren(Box::new(value.clone())), value.ty, value.rank)
            }
            _ => value,
        };
    });
}

/// True for a section whose subscripts are all ranges.
pub(crate) fn is_all_ranges(section: &Expr) -> bool {
    matches!(&section.kind, ExprKind::Index(_, subs) if subs.iter().all(|s| matches!(s, Subscript::Range(..))))
}

/// True for an intrinsic type that only needs a kind.
pub(crate) fn is_number(ty: Ty) -> bool {
    matches!(ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_))
}

/// Replaces the kind of a literal by its number: the kind's name may be unknown elsewhere.
pub(crate) fn plain_kind(e: &mut Expr) {
    let kind = e.ty.kind();
    if let ExprKind::Real(text) | ExprKind::Int(text) | ExprKind::Logical(text) = &mut e.kind {
        if let (Some((value, _)), Some(kind)) = (text.split_once('_'), kind) {
            *text = format!("{value}_{kind}").into();
        }
    }
}
