//! Moves a submodule's declarations and procedures to its module.

use crate::prepare::folded::imports::{all_parts, call_directly, dropped, import, needed, Import};
use crate::prepare::folded::joined::{join, join_externals};
use crate::prepare::folded::names::{interface_of, is_fixed, namelisted, rename_kinds, Names};
use crate::prepare::folded::own;
use adc_frontend::ast::{fold as folded, SmolStr};
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Folds submodules, parents first. `moved` receives the submodules that declared the moved entities.
pub(crate) fn fold(program: &mut Program, set: &IndexSet<UnitId>, moved: &mut IndexMap<SymbolId, UnitId>) {
    let modules: IndexSet<UnitId> = set.iter().map(|&s| program.outermost(s)).collect();
    for module in modules {
        let all: Vec<UnitId> = set
            .iter()
            .copied()
            .filter(|&s| program.outermost(s) == module)
            .collect();
        join(program, &all);
        let mut names = Names::new(program, module, &all);
        for s in all {
            join_externals(program, s, module);
            let generics = dropped(program, s);
            let imports = needed(program, s, &generics);
            call_directly(program, s, &generics);
            let renamed = rename(program, s, module, &generics, &imports, &mut names);
            import_all(program, s, module, imports, &renamed);
            moved.extend(own(program, s).into_iter().map(|x| (x, s)));
            move_all(program, s, module, &generics);
        }
    }
}

/// Renames the moved entities for the module; returns the names that the module must use, as far as they are new.
fn rename(
    program: &mut Program,
    s: UnitId,
    module: UnitId,
    generics: &IndexSet<SymbolId>,
    imports: &[Import],
    names: &mut Names,
) -> IndexMap<SymbolId, SmolStr> {
    let submodule = program.units[s].name.clone();
    let own: Vec<SymbolId> = own(program, s).into_iter().filter(|x| !generics.contains(x)).collect();
    let namelisted = namelisted(program, s);
    // a type and the generic name of its constructors share one name
    let mut new: IndexMap<SmolStr, SmolStr> = IndexMap::new();
    let mut renamed: IndexMap<SymbolId, SmolStr> = IndexMap::new();
    for &x in &own {
        let name = program.symbols[x].name.clone();
        let claimed = new
            .entry(folded(&name))
            .or_insert_with(|| match is_fixed(program, &namelisted, x) {
                true => name.clone(),
                false => names.claim(&name, &submodule),
            });
        if *claimed != name {
            renamed.insert(x, claimed.clone());
        }
    }
    for i in imports {
        let is_known = program.units[module].names.get(&i.local) == Some(&i.symbol);
        if is_known || i.local.contains('(') || namelisted.contains(&i.symbol) {
            continue;
        }
        let name = names.claim(&spelled(program, s, i), &submodule);
        if folded(&name) != i.local {
            renamed.insert(i.symbol, name);
        }
    }
    let units = all_parts(program, s);
    rename_kinds(program, &units, &renamed);
    for &x in &own {
        let Some(name) = renamed.get(&x) else { continue };
        let old = std::mem::replace(&mut program.symbols[x].name, name.clone());
        let unit = &mut program.units[s];
        if let Some(x) = unit.names.shift_remove(&folded(&old)) {
            unit.names.insert(folded(name), x);
        }
        let inner = program.definition(x).or_else(|| interface_of(program, x));
        if let Some(inner) = inner.filter(|&u| program.units[u].parent == Some(s)) {
            program.units[inner].name.clone_from(name);
        }
    }
    renamed
}

/// The name of an imported entity, as the submodule writes it.
fn spelled(program: &Program, s: UnitId, i: &Import) -> SmolStr {
    let mut items = program.units[s].uses.iter().flat_map(|u| &u.items);
    let listed = items.find(|x| x.symbol == i.symbol && folded(&x.local) == i.local);
    let own = &program.symbols[i.symbol].name;
    match listed {
        Some(x) => x.local.clone(),
        None if folded(own) == i.local => own.clone(),
        None => i.local.clone(),
    }
}

fn import_all(
    program: &mut Program,
    s: UnitId,
    module: UnitId,
    imports: Vec<Import>,
    renamed: &IndexMap<SymbolId, SmolStr>,
) {
    for i in imports {
        if program.units[module].names.get(&i.local) == Some(&i.symbol) {
            continue;
        }
        let local = match renamed.get(&i.symbol) {
            Some(name) => name.clone(),
            None => spelled(program, s, &i),
        };
        import(program, s, module, i.symbol, local);
    }
}

/// Moves all contents of a submodule into its module.
fn move_all(program: &mut Program, s: UnitId, module: UnitId, generics: &IndexSet<SymbolId>) {
    let own: IndexSet<SymbolId> = own(program, s).into_iter().filter(|x| !generics.contains(x)).collect();
    let old = program.units[s].clone();
    let mut shell = Unit::new(old.name.clone(), UnitKind::Submodule);
    (shell.parent, shell.span) = (Some(module), old.span);
    program.units[s] = shell;
    for (_, symbol) in program.symbols.iter_mut().filter(|(_, x)| x.owner == Some(s)) {
        symbol.owner = Some(module);
    }
    own.iter().for_each(|&x| program.symbols[x].private = true);
    for (_, u) in program.units.iter_mut().filter(|(_, u)| u.parent == Some(s)) {
        u.parent = Some(module);
    }
    // comments before the submodule move to its first procedure
    if let Some(&first) = old.contains.first() {
        program.units[first].lead.splice(0..0, old.lead);
    }
    let m = &mut program.units[module];
    m.symbols.extend(old.symbols.iter().filter(|x| own.contains(*x)));
    for (name, x) in old.names {
        let ty = match program.symbols[x].kind {
            SymbolKind::Generic(ref g) if generics.contains(&x) => g.ty,
            _ => None,
        };
        if let Some(x) = [x].into_iter().chain(ty).find(|x| own.contains(x)) {
            m.names.insert(name, x);
        }
    }
    let mut interfaces = old.interfaces;
    for block in &mut interfaces {
        block.generic = block.generic.filter(|g| !generics.contains(g));
    }
    interfaces.retain(|b| b.generic.is_some() || !b.bodies.is_empty());
    for block in interfaces.iter_mut().filter(|b| b.generic.is_none()) {
        block.procedures.clear();
    }
    m.interfaces.extend(interfaces);
    m.decl_lead.extend(old.decl_lead);
    m.commons.extend(old.commons);
    m.saved_commons.extend(old.saved_commons);
    m.equivalences.extend(old.equivalences);
    m.data.extend(old.data);
    m.namelists.extend(old.namelists);
    m.contains.extend(old.contains);
    m.directives.extend(old.directives);
    m.omissions.extend(old.omissions);
}
