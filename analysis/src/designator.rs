//! The part of a variable that a designator names.

use adc_frontend::ir::*;

/// The components in a designator, outermost first.
pub fn path_of(e: &Expr) -> Vec<SymbolId> {
    let mut path = vec![];
    components(e, &mut path);
    path
}

fn components(e: &Expr, path: &mut Vec<SymbolId>) {
    match &e.kind {
        ExprKind::Component(base, c) => {
            components(base, path);
            path.push(*c);
        }
        ExprKind::Index(base, _) | ExprKind::Substring(base, _, _) | ExprKind::ComplexPart(base, _) => {
            components(base, path)
        }
        _ => {}
    }
}

/// True if a designator is a whole variable, or a whole component of a variable.
pub(crate) fn is_whole(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Component(base, _) => is_whole(base),
        ExprKind::Index(base, subs) => {
            is_whole(base) && subs.iter().all(|s| matches!(s, Subscript::Range(None, None, None)))
        }
        _ => false,
    }
}

/// True for a text, or an array of texts, whose length is part of its value.
pub fn has_deferred_length(program: &Program, e: &Expr) -> bool {
    let last = match &e.kind {
        ExprKind::Var(s) | ExprKind::Component(_, s) => *s,
        ExprKind::Index(base, _) => return has_deferred_length(program, base),
        _ => return false,
    };
    let v = program.symbols[last].variable();
    v.is_some_and(|v| matches!(v.ty.len, Some(CharLen::Deferred)))
}
