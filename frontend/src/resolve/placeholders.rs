//! Placeholders: they replace entities that no file declares, with a warning for each, where that is allowed.
//!
//! ```text
//! P         placeholders: names in the ONLY lists of missing modules, names in ONLY lists that the module lacks,
//!           undeclared names in the specification part of a module
//! U         unknown: the least set with P that contains the variables, components, constants and functions whose kind,
//!           length, type, initial value or value depends on U, and the types with a component in U
//! kind      a variable whose kind is in P has the default kind
//! error     for a procedure whose statements or declarations use U, if a head reaches it
//! ```
//!
//! A variable of a type with a component in U may be used as long as it does not stand as a whole. Bounds in modules do
//! not make an array unknown, but each placeholder in them is another one, so that no two bounds are equal.

use super::state::Resolver;
use crate::ast::{self, fold, Name, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::visit::{rewrite_expr, walk_expr};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The advice of all warnings about placeholders.
const ADVICE: &str = "also give adc the file that declares it, if a head needs it";

/// True if an undeclared name of the current unit becomes a placeholder.
pub(super) fn may_hold_places(r: &Resolver) -> bool {
    r.placeholders && r.p.units[r.unit()].kind == UnitKind::Module
}

/// Records that the current unit uses a placeholder.
pub(super) fn touch(r: &Resolver, s: SymbolId) {
    if r.placeholders && r.is_poison(s) {
        r.touched.borrow_mut().push((r.unit(), s, r.at));
    }
}

/// Records that the type of an expression is unknown because of a placeholder.
pub(super) fn lose(r: &mut Resolver, span: Span) {
    if r.placeholders {
        r.lost.push((r.unit(), span));
    }
}

pub(super) fn warn_undeclared(r: &mut Resolver, name: &SmolStr, at: Span) {
    let text = format!("`{name}` is not declared in the given files; adc goes on with a placeholder");
    r.report(Diagnostic::warning(codes::UNDECLARED_NAME, at, text).help(ADVICE));
}

pub(super) fn warn_not_exported(r: &mut Resolver, module: UnitId, name: &Name) {
    let module = &r.p.units[module].name;
    let text = format!(
        "the module `{module}` has no entity `{}`; adc goes on with a placeholder",
        name.text
    );
    r.report(Diagnostic::warning(codes::NOT_IN_MODULE, name.span, text).help(ADVICE));
}

pub(super) fn warn_unknown_module(r: &mut Resolver, u: &ast::Use) {
    let names: Vec<String> = u.items.iter().map(|(local, _)| format!("`{}`", local.text)).collect();
    let what = match names.as_slice() {
        [] => "nothing of it is imported".to_string(),
        [one] => format!("adc goes on with a placeholder for {one}"),
        _ => format!("adc goes on with placeholders for {}", names.join(", ")),
    };
    let text = format!("the module `{}` is not among the given files; {what}", u.module.text);
    let d = Diagnostic::warning(codes::UNKNOWN_MODULE, u.module.span, text);
    r.report(d.help("also give adc the file that defines it, if a head needs it"));
}

/// A type without components in place of a missing one.
pub(super) fn placeholder_type(r: &mut Resolver, s: SymbolId) -> Option<SymbolId> {
    if !r.placeholders {
        return None;
    }
    r.p.symbols[s].kind = SymbolKind::Type(TypeDef::default());
    Some(s)
}

/// Gives each bound that names a placeholder one of its own.
pub(super) fn separate_placeholders(r: &mut Resolver, dims: &mut [Dim]) {
    if !r.placeholders {
        return;
    }
    for bound in dims.iter_mut().flat_map(Dim::bounds_mut) {
        rewrite_expr(bound, &mut |e| match e.kind {
            ExprKind::Var(s) if r.is_poison(s) => {
                let name = r.p.symbols[s].name.clone();
                let own = r.poison(&name, e.span);
                if let Some(v) = r.p.symbols[own].variable_mut() {
                    v.ty = DeclType::plain(Ty::Integer(4));
                }
                e.kind = ExprKind::Var(own);
                e.ty = Ty::Integer(4);
            }
            _ => {}
        });
    }
}

/// Finds all that depends on placeholders, and marks the units that use them.
pub(super) fn settle_placeholders(r: &mut Resolver) {
    if !r.placeholders {
        return;
    }
    r.p.unknown = unknown(r);
    let touched = std::mem::take(&mut *r.touched.borrow_mut());
    let explained = match touched.is_empty() {
        true => BTreeMap::new(),
        false => named_in_modules(r),
    };
    let mut marked = BTreeSet::new();
    for (unit, s, at) in touched {
        let name = r.p.symbols[s].name.clone();
        let is_explained = explained.get(&unit).is_some_and(|names| names.contains(&fold(&name)));
        if !is_explained && marked.insert((unit, fold(&name))) {
            let what = format!("`{name}` is used here, but is not declared in the given files");
            mark(r, unit, &what, at);
        }
    }
    for (unit, at) in std::mem::take(&mut r.lost) {
        if !lacks(r, unit) {
            mark(r, unit, "this expression needs what is not in the given files", at);
        }
    }
    let units: Vec<UnitId> = r.p.units.iter().map(|(u, _)| u).collect();
    for unit in units {
        let u = &r.p.units[unit];
        if !u.is_procedure() || lacks(r, unit) {
            continue;
        }
        if let Some((s, at)) = unknown_in(&r.p, unit) {
            let name = &r.p.symbols[s].name;
            let what = format!("`{name}` is used here, and its declaration needs what is not in the given files");
            let at = if at.is_none() { u.span } else { at };
            mark(r, unit, &what, at);
        }
    }
}

/// True if a unit is marked.
fn lacks(r: &Resolver, unit: UnitId) -> bool {
    r.p.units[unit].lacks_declarations()
}

fn mark(r: &mut Resolver, unit: UnitId, what: &str, span: Span) {
    r.p.units[unit].omissions.push(Omission {
        what: what.into(),
        span,
        harmless: false,
        missing: true,
    });
}

/// The set U of the module's description.
fn unknown(r: &Resolver) -> BTreeSet<SymbolId> {
    let all = r.p.symbols.iter();
    let placeholders: BTreeSet<SymbolId> = all.map(|(s, _)| s).filter(|&s| r.is_poison(s)).collect();
    let mut unknown = placeholders.clone();
    if placeholders.is_empty() {
        return unknown;
    }
    loop {
        let more: Vec<SymbolId> = (r.p.symbols.iter())
            .filter(|(s, symbol)| !unknown.contains(s) && depends(&symbol.kind, &unknown, &placeholders))
            .map(|(s, _)| s)
            .collect();
        if more.is_empty() {
            return unknown;
        }
        unknown.extend(more);
    }
}

/// The placeholders that declarations of a module name, by module: they make no more unknown than these.
fn named_in_modules(r: &Resolver) -> BTreeMap<UnitId, BTreeSet<SmolStr>> {
    let mut named: BTreeMap<UnitId, BTreeSet<SmolStr>> = BTreeMap::new();
    for (_, symbol) in r.p.symbols.iter() {
        let Some(owner) = symbol.owner.filter(|&u| !r.p.units[u].is_procedure()) else {
            continue;
        };
        let names = named.entry(owner).or_default();
        let mut add = |s: SymbolId| {
            if r.is_poison(s) {
                names.insert(fold(&r.p.symbols[s].name));
            }
        };
        if let Ty::Derived(t) | Ty::Class(t) = symbol.ty() {
            add(t);
        }
        declared_with(&symbol.kind, true, &mut |e| {
            walk_expr(e, &mut |x| {
                if let ExprKind::Var(s) = x.kind {
                    add(s);
                }
            });
        });
    }
    named
}

/// True for an entity whose declaration depends on `unknown` ones, bounds of variables excepted.
fn depends(kind: &SymbolKind, unknown: &BTreeSet<SymbolId>, placeholders: &BTreeSet<SymbolId>) -> bool {
    let of_type = |ty: &DeclType| match ty.ty {
        Ty::Derived(t) | Ty::Class(t) => placeholders.contains(&t),
        _ => false,
    };
    let mut found = match kind {
        SymbolKind::Variable(v) => of_type(&v.ty),
        SymbolKind::Constant(c) => of_type(&c.ty),
        SymbolKind::Procedure(p) => p.result.as_ref().is_some_and(of_type),
        SymbolKind::Type(t) => {
            let mut parts = t.components.iter().chain(&t.extends);
            return parts.any(|c| unknown.contains(c));
        }
        SymbolKind::StatementFunction(_) | SymbolKind::Generic(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {
            false
        }
    };
    declared_with(kind, false, &mut |e| {
        walk_expr(e, &mut |x| {
            found |= match &x.kind {
                ExprKind::Var(s) | ExprKind::Procedure(s) | ExprKind::Structure(s, _) => unknown.contains(s),
                ExprKind::Call(callee, _) => unknown.contains(&callee.proc),
                _ => false,
            };
        });
    });
    found
}
