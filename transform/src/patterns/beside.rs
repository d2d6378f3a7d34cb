//! Copies of the tangent's procedures that work on sets, with shadows of their own.

use super::sets::Sets;
use crate::assemble::generator::Generator;
use crate::directions::{made_procedures, modules_for_commons, Carriers};
use crate::normalize::temps::new_variable;
use crate::prepare::copies::{duplicated, rename_in_kind, rename_in_unit};
use adc_frontend::ast::fold;
use adc_frontend::codes;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Adds the pattern beside the tangent. Returns the copies by the procedures of the tangent; that of the head computes
/// the pattern.
pub(crate) fn beside(g: &mut Generator) -> IndexMap<UnitId, UnitId> {
    modules_for_commons(g);
    let units = made_procedures(g);
    let carriers = Carriers::of(g, &units);
    refuse_descriptors(g, &carriers);
    let of_models = derivatives_of_models(g);
    let is_written = |u: &UnitId| g.out.units[*u].is_definition() && !of_models.contains(u);
    let defined: IndexSet<UnitId> = units.into_iter().filter(is_written).collect();
    let mut symbols = outside(g, &carriers);
    let of_modules: Vec<SymbolId> = symbols.keys().copied().collect();
    let mut copies = IndexMap::new();
    for &u in &defined {
        let mut sets = Sets {
            g,
            carriers: &carriers,
            of_models: &of_models,
            unit: u,
        };
        let (copy, map) = copied(&mut sets);
        copies.insert(u, copy);
        symbols.extend(map);
    }
    for (&u, &copy) in &copies {
        place(g, &copies, u, copy);
        if carriers.are_in(&g.out, u) {
            impure(&mut g.out.units[copy]);
        }
        if let (Some(old), Some(new)) = (g.out.units[u].symbol, g.out.units[copy].symbol) {
            symbols.entry(old).or_insert(new);
        }
    }
    let procedures = defined.iter().filter_map(|&u| g.out.units[u].symbol);
    let imported: IndexSet<SymbolId> = procedures.chain(of_modules).collect();
    for &copy in copies.values() {
        name_copies(g, &copies, &symbols, &imported, copy);
        call_copies(g, &copies, copy);
        g.import_all(copy);
    }
    copies
}

/// The derivatives of procedures without source.
fn derivatives_of_models(g: &Generator) -> IndexSet<UnitId> {
    let pairs = g.units.iter().filter(|(m, _)| g.models.contains(**m));
    pairs.map(|(_, &d)| d).collect()
}

/// A copy of a procedure with sets, and its symbols by those of the original.
fn copied(sets: &mut Sets) -> (UnitId, IndexMap<SymbolId, SymbolId>) {
    let u = sets.unit;
    let body = sets.g.out.units[u].body.clone();
    let mut of_sets = body.clone();
    sets.block(&mut of_sets);
    sets.g.out.units[u].body = of_sets;
    let copy = duplicated(&mut sets.g.out, u);
    sets.g.out.units[u].body = body;
    copy
}

/// Lets a copy name what copies declare: procedures, their arguments, and sets of modules.
fn name_copies(
    g: &mut Generator,
    copies: &IndexMap<UnitId, UnitId>,
    symbols: &IndexMap<SymbolId, SymbolId>,
    imported: &IndexSet<SymbolId>,
    copy: UnitId,
) {
    let mut renamed = |s: &mut SymbolId| *s = symbols.get(s).copied().unwrap_or(*s);
    let mut unit = std::mem::replace(&mut g.out.units[copy], Unit::new("", UnitKind::Subroutine));
    drop_imports(&mut unit, imported);
    rename_in_unit(&mut unit, &mut renamed);
    for &s in &unit.symbols {
        if !g.primal.symbols.contains(s) {
            rename_in_kind(&mut g.out.symbols[s].kind, &mut renamed);
        }
    }
    for body in unit.interfaces.iter().flat_map(|i| &i.bodies) {
        let body = &mut g.out.units[*body];
        drop_imports(body, imported);
        rename_in_unit(body, &mut renamed);
        body.shares = body.shares.map(|s| copy_of(copies, s));
        impure(body);
    }
    g.out.units[copy] = unit;
}

/// The copy of a unit, or the unit itself if it has none.
fn copy_of(copies: &IndexMap<UnitId, UnitId>, u: UnitId) -> UnitId {
    copies.get(&u).copied().unwrap_or(u)
}

/// Refuses derivatives of modules that the caller allocates.
fn refuse_descriptors(g: &mut Generator, carriers: &Carriers) {
    let is_dynamic = |s: &SymbolId| {
        let v = g.out.symbols[*s].variable();
        v.is_some_and(|v| v.storage == Storage::Module && (v.attrs.allocatable || v.attrs.pointer))
    };
    let Some(s) = carriers.iter().find(is_dynamic) else {
        return;
    };
    let primal = g.primals.get(&s).copied().unwrap_or(s);
    let (name, span) = (g.out.symbols[primal].name.clone(), g.out.symbols[primal].span);
    let text = format!(
        "in the pattern of a Jacobian, `{name}`, which the module allocates, is not supported; {}",
        g.options.instead_of_sparse()
    );
    g.refuse(codes::UNSUPPORTED_DATA, span, text);
}

/// Sets in place of the derivatives of modules, by the derivatives.
fn outside(g: &mut Generator, carriers: &Carriers) -> IndexMap<SymbolId, SymbolId> {
    let mut made = IndexMap::new();
    for s in carriers.iter() {
        let Some(v) = g.out.symbols[s]
            .variable()
            .filter(|v| v.storage == Storage::Module)
            .cloned()
        else {
            continue;
        };
        let Some(module) = g.out.symbols[s].owner else { continue };
        let stem = g.out.symbols[g.primals.get(&s).copied().unwrap_or(s)].name.clone();
        let name = g.namer(module).fresh(&format!("{stem}_sets"));
        let init = matches!(v.ty.ty, Ty::Real(_)).then(|| Init::Value(zero(v.ty.ty)));
        made.insert(s, new_variable(&mut g.out, module, name, Variable { init, ..v }));
    }
    made
}

/// Puts a copy beside its original, or into the copy that contains it.
fn place(g: &mut Generator, copies: &IndexMap<UnitId, UnitId>, u: UnitId, copy: UnitId) {
    let unit = &mut g.out.units[copy];
    unit.contains.iter_mut().for_each(|c| *c = copy_of(copies, *c));
    unit.shares = unit.shares.map(|s| copy_of(copies, s));
    let parent = unit.parent;
    match parent.and_then(|p| copies.get(&p)) {
        Some(&inside) => unit.parent = Some(inside),
        None => {
            let source = g.generated_units().into_iter().find(|x| x.1 == u).map(|x| x.0);
            let source = source.or_else(|| g.entries.iter().find(|e| *e.1 == u).map(|e| *e.0));
            let stem = source.map_or_else(|| g.out.units[u].name.clone(), |p| g.primal.units[p].name.clone());
            let stem = format!("{stem}{}", g.options.suffix_pattern);
            g.name_procedure(copy, parent, &stem);
        }
    }
}

/// Sets are kept in a pool.
fn impure(unit: &mut Unit) {
    unit.prefix.pure_ = false;
    unit.prefix.impure = unit.prefix.elemental;
}

/// Drops the procedures and shadows of the tangent from what a unit uses: it imports those of the pattern.
fn drop_imports(unit: &mut Unit, imported: &IndexSet<SymbolId>) {
    unit.names.retain(|_, s| !imported.contains(s));
    for u in &mut unit.uses {
        u.items.retain(|i| !imported.contains(&i.symbol));
    }
    unit.uses.retain(|u| !(u.only && u.items.is_empty()));
}

/// Lets the procedures that a copy declares be copies.
fn call_copies(g: &mut Generator, copies: &IndexMap<UnitId, UnitId>, copy: UnitId) {
    let primal = g.primal;
    for s in g.out.units[copy].symbols.clone() {
        if primal.symbols.contains(s) {
            continue;
        }
        let old = g.out.symbols[s].name.clone();
        let SymbolKind::Procedure(p) = &mut g.out.symbols[s].kind else {
            continue;
        };
        let Some(&target) = p.unit.and_then(|t| copies.get(&t)) else {
            continue;
        };
        p.unit = Some(target);
        // the caller decides what it is called
        if p.class == ProcClass::Dummy {
            continue;
        }
        let body = p.interface;
        let name = g.out.units[target].name.clone();
        g.out.symbols[s].name = name.clone();
        if let Some(body) = body {
            let body = &mut g.out.units[body];
            body.name = name.clone();
        }
        let names = &mut g.out.units[copy].names;
        names.shift_remove(&fold(&old));
        names.insert(fold(&name), s);
    }
}
