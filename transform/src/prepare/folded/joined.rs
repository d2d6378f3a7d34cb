//! Converts separate procedures to module procedures: the definition replaces the interface body.

use crate::prepare::folded::names::{interface_of, is_external};
use crate::prepare::folded::{announcement, own};
use adc_frontend::ast::fold;
use adc_frontend::ir::visit::{declared_exprs_mut, rewrite_symbols, rewrite_symbols_in};
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Gives the separate procedures of submodules the symbols of their declarations in the module.
pub(crate) fn join(program: &mut Program, submodules: &[UnitId]) {
    let mut known: IndexMap<SymbolId, SymbolId> = IndexMap::new();
    let all: Vec<UnitId> = submodules
        .iter()
        .flat_map(|&s| program.units[s].contains.clone())
        .collect();
    for unit in all {
        let (Some(announced), Some(own)) = (announcement(program, unit), program.units[unit].symbol) else {
            continue;
        };
        known.insert(own, announced);
        define(program, unit, own, announced);
    }
    substitute(program, &known);
}

/// Identifies external procedures that both the submodule and the module declare.
pub(crate) fn join_externals(program: &mut Program, submodule: UnitId, module: UnitId) {
    let mut known: IndexMap<SymbolId, SymbolId> = IndexMap::new();
    for s in own(program, submodule).into_iter().filter(|&s| is_external(program, s)) {
        let named = program.units[module].names.get(&fold(&program.symbols[s].name));
        if let Some(&other) = named.filter(|&&other| is_external(program, other)) {
            known.insert(s, other);
        }
    }
    let described: IndexSet<UnitId> = known.keys().filter_map(|&s| interface_of(program, s)).collect();
    let blocks = &mut program.units[submodule].interfaces;
    blocks
        .iter_mut()
        .for_each(|b| b.bodies.retain(|x| !described.contains(x)));
    substitute(program, &known);
}

/// Replaces symbols of procedures by others, everywhere.
fn substitute(program: &mut Program, known: &IndexMap<SymbolId, SymbolId>) {
    if known.is_empty() {
        return;
    }
    let mut see = |s: &mut SymbolId| *s = known.get(s).copied().unwrap_or(*s);
    for (_, u) in program.units.iter_mut() {
        rewrite_symbols(&mut u.body, &mut see);
        if let Some(entry) = &mut u.entry {
            rewrite_symbols(&mut entry.body, &mut see);
        }
        let values = u.data.iter_mut().flat_map(|d| &mut d.values);
        values.for_each(|(_, v)| rewrite_symbols_in(v, &mut see));
        u.interfaces
            .iter_mut()
            .flat_map(|b| &mut b.procedures)
            .for_each(&mut see);
        u.symbols.retain(|s| !known.contains_key(s));
        u.names.retain(|_, s| !known.contains_key(s));
        u.decl_lead.retain(|(s, _)| !known.contains_key(s));
    }
    for (_, s) in program.symbols.iter_mut() {
        match &mut s.kind {
            SymbolKind::Generic(g) => {
                g.specifics.iter_mut().for_each(&mut see);
                let mut seen = IndexSet::new();
                g.specifics.retain(|&p| seen.insert(p));
            }
            SymbolKind::Type(t) => t.bindings.iter_mut().flat_map(|b| &mut b.proc).for_each(&mut see),
            kind => declared_exprs_mut(kind, &mut |e| rewrite_symbols_in(e, &mut see)),
        }
    }
}

/// Makes the declaring symbol that of the definition.
fn define(program: &mut Program, unit: UnitId, own: SymbolId, announced: SymbolId) {
    let known = match &program.symbols[own].kind {
        SymbolKind::Procedure(p) => (p.result.clone(), p.result_rank, p.attrs.bind.clone()),
        _ => return,
    };
    let SymbolKind::Procedure(p) = &mut program.symbols[announced].kind else {
        return;
    };
    let body = p.interface.take();
    p.unit = Some(unit);
    (p.result, p.result_rank) = (known.0, known.1);
    p.attrs.bind = p.attrs.bind.take().or(known.2);
    program.units[unit].symbol = Some(announced);
    program.units[unit].prefix.module = false;
    let Some(host) = program.symbols[announced].owner else {
        return;
    };
    let blocks = &mut program.units[host].interfaces;
    for b in blocks.iter_mut() {
        let before = b.bodies.len();
        b.bodies.retain(|&x| Some(x) != body);
        if b.bodies.len() < before && b.generic.is_some() {
            b.procedures.push(announced);
        }
    }
    blocks.retain(|b| !b.bodies.is_empty() || !b.procedures.is_empty() || b.generic.is_some());
}
