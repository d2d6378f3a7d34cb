//! Uses of entities that no file declares ([`Program::unknown`]).

use super::visit::{subexprs, walk_block};
use super::*;

/// The first use of an unknown entity in a procedure: in its statements, in its DATA, or in the declarations of its own
/// entities. A variable of a derived type with an unknown component counts where it stands as a whole.
pub fn unknown_in(program: &Program, unit: UnitId) -> Option<(SymbolId, Span)> {
    if program.unknown.is_empty() {
        return None;
    }
    let mut found = None;
    let mut look = |e: &Expr| {
        if found.is_none() {
            found = in_expr(program, e, false);
        }
    };
    let u = &program.units[unit];
    let own = u.symbols.iter().chain(u.args.iter().flatten()).chain(&u.result);
    for &s in own {
        declared_with(&program.symbols[s].kind, true, &mut look);
    }
    for d in &u.data {
        let values = d.values.iter().flat_map(|(n, v)| n.iter().chain([v]));
        values.chain(&d.objects).for_each(&mut look);
    }
    u.equivalences.iter().flatten().for_each(&mut look);
    walk_block(&u.body, &mut |s| {
        if let StmtKind::Call { callee, .. } = &s.kind {
            look(&Expr {
                kind: ExprKind::Call(callee.clone(), vec![]),
                ty: Ty::None,
                rank: 0,
                span: s.span,
            });
        }
        visit::stmt_exprs(&s.kind, &mut |e| look(e));
    });
    found
}

/// Calls `f` on the expressions in the declaration of a symbol: kind, lengths, bounds (those of variables only if
/// `bounds`), initial value, value.
pub fn declared_with(kind: &SymbolKind, bounds: bool, f: &mut dyn FnMut(&Expr)) {
    fn of_type(ty: &DeclType, f: &mut dyn FnMut(&Expr)) {
        if let KindSpelling::Expr(e) = &ty.spelling {
            f(e);
        }
        ty.lengths().for_each(f);
    }
    match kind {
        SymbolKind::Variable(v) => {
            of_type(&v.ty, f);
            let dims = v.dims.iter().filter(|_| bounds);
            dims.flat_map(Dim::bounds).for_each(&mut *f);
            if let Some(Init::Value(e) | Init::Pointer(e)) = &v.init {
                f(e);
            }
        }
        SymbolKind::Constant(c) => {
            of_type(&c.ty, f);
            c.dims.iter().flat_map(Dim::bounds).for_each(&mut *f);
            f(&c.value);
        }
        SymbolKind::Procedure(p) => {
            p.result.iter().for_each(|ty| of_type(ty, f));
            p.init.iter().for_each(f);
        }
        SymbolKind::StatementFunction(s) => {
            of_type(&s.ty, f);
            f(&s.body);
        }
        SymbolKind::Generic(_) | SymbolKind::Type(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {}
    }
}

/// The first unknown entity in an expression. `in_part`: only a component of it is used.
fn in_expr(program: &Program, e: &Expr, in_part: bool) -> Option<(SymbolId, Span)> {
    let known = |s: &SymbolId| !program.unknown.contains(s);
    let named = match &e.kind {
        ExprKind::Var(s) | ExprKind::Component(_, s) | ExprKind::Procedure(s) | ExprKind::Structure(s, _) => Some(*s),
        ExprKind::Call(callee, _) => [Some(callee.proc), callee.via]
            .into_iter()
            .flatten()
            .find(|s| !known(s)),
        _ => None,
    };
    let whole = match e.ty {
        Ty::Derived(t) | Ty::Class(t) if !in_part => Some(t),
        _ => None,
    };
    if let Some(s) = named.into_iter().chain(whole).find(|s| !known(s)) {
        return Some((s, e.span));
    }
    let base = match &e.kind {
        ExprKind::Component(b, _) => Some((&**b, true)),
        ExprKind::Index(b, _) => Some((&**b, in_part)),
        _ => None,
    };
    if let Some((b, part)) = base {
        if let Some(found) = in_expr(program, b, part) {
            return Some(found);
        }
    }
    let mut found = None;
    subexprs(e, &mut |x| {
        let is_base = base.is_some_and(|(b, _)| std::ptr::eq(b, x));
        if found.is_none() && !is_base {
            found = in_expr(program, x, false);
        }
    });
    found
}
