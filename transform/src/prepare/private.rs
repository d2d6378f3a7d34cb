//! Private entities of modules that procedures need. Used for lifted state ([`super::state`]) and by
//! [`crate::assemble`].

use crate::code::collect_symbols;
use crate::prepare::folded::submodule_of;
use adc_frontend::ir::*;
use indexmap::IndexSet;

/// Entities that are private in a module, or in one of its submodules, and used by a procedure in statements or
/// declarations.
pub(crate) fn private_needs(program: &Program, unit: UnitId, module: UnitId) -> Vec<SymbolId> {
    let mut used = IndexSet::new();
    collect_symbols(&program.units[unit].body, &mut used);
    declared_with(program, unit, &mut used);
    let is_private = |s: &SymbolId| {
        let symbol = &program.symbols[*s];
        let home = submodule_of(program, *s).map_or(symbol.owner, |x| Some(program.outermost(x)));
        symbol.private && home == Some(module)
    };
    used.into_iter().filter(is_private).collect()
}

/// Types, and names in kinds and bounds, of a unit's variables; types and interfaces of its dummy procedures and
/// procedure pointers.
pub(crate) fn declared_with(program: &Program, u: UnitId, out: &mut IndexSet<SymbolId>) {
    let mut exprs: Vec<&Expr> = vec![];
    let no_dims = vec![];
    for &s in &program.units[u].symbols {
        let (ty, dims) = match &program.symbols[s].kind {
            SymbolKind::Variable(v) => (&v.ty, &v.dims),
            SymbolKind::Constant(c) => (&c.ty, &c.dims),
            SymbolKind::Procedure(p) => {
                out.extend(p.interface.and_then(|body| program.units[body].symbol));
                match &p.result {
                    Some(ty) => (ty, &no_dims),
                    None => continue,
                }
            }
            _ => continue,
        };
        if let Ty::Derived(t) | Ty::Class(t) = ty.ty {
            out.insert(program.declared_type(t));
            if let SymbolKind::Type(def) = &program.symbols[t].kind {
                // a type with private components is as good as private
                out.extend(def.components.iter().copied());
            }
        }
        if let KindSpelling::Expr(e) = &ty.spelling {
            exprs.push(e);
        }
        exprs.extend(dims.iter().flat_map(Dim::bounds));
    }
    for e in exprs {
        visit::walk_expr(e, &mut |x| {
            if let ExprKind::Var(s) = x.kind {
                out.insert(s);
            }
        });
    }
}
