//! Moves the imports of a submodule, and its generic names, to its module.
//!
//! The module uses the entities that the submodule and its procedures refer to, each by its name, and does not make
//! them public. That is impossible for a generic name of several modules, an operator that comes by USE, and a name
//! that the module has, too: calls by such a name become calls of the specific procedures.

use crate::prepare::folded::{parts, submodules, Obstacle};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::intrinsics::find_in_module;
use adc_frontend::intrinsics::modules::{builtin_module, builtin_types};
use adc_frontend::ir::visit::{rewrite_calls, rewrite_unit_exprs};
use adc_frontend::ir::*;
use adc_frontend::refs;
use indexmap::IndexSet;

/// An entity that the module must use.
pub(crate) struct Import {
    /// Its name in the submodule, folded.
    pub local: SmolStr,
    pub symbol: SymbolId,
}

/// A submodule with those inside it, which see its imports.
fn with_inner(program: &Program, submodule: UnitId) -> Vec<UnitId> {
    let all = submodules(program).into_iter();
    let is_inside = |s: UnitId| {
        let mut around = std::iter::successors(Some(s), |&u| program.units[u].parent);
        around.any(|u| u == submodule)
    };
    all.filter(|&s| is_inside(s)).collect()
}

/// Their units.
pub(crate) fn all_parts(program: &Program, submodule: UnitId) -> Vec<UnitId> {
    let all = with_inner(program, submodule).into_iter();
    all.flat_map(|s| parts(program, s)).collect()
}

/// The module of a submodule, and its other submodules.
pub(crate) fn others(program: &Program, submodule: UnitId) -> Vec<UnitId> {
    let module = program.outermost(submodule);
    let mut all = submodules(program);
    all.retain(|&s| s != submodule && program.outermost(s) == module);
    all.push(module);
    all
}

/// The generic names that a submodule declares or uses, and that its module cannot have.
pub(crate) fn dropped(program: &Program, submodule: UnitId) -> IndexSet<SymbolId> {
    let u = &program.units[submodule];
    let is_dropped = |key: &SmolStr, s: SymbolId| {
        let symbol = &program.symbols[s];
        let SymbolKind::Generic(g) = &symbol.kind else {
            return false;
        };
        // code of the module must not get new operators and assignments
        if key.contains('(') {
            return symbol.owner.is_some();
        }
        if symbol.owner != Some(submodule) {
            return false;
        }
        let listed = |&p: &SymbolId| {
            let mut blocks = u.interfaces.iter().filter(|b| b.generic == Some(s));
            blocks.any(|b| {
                let mut bodies = b.bodies.iter().map(|&x| program.units[x].symbol);
                b.procedures.contains(&p) || bodies.any(|x| x == Some(p))
            })
        };
        !g.specifics.iter().all(listed)
    };
    let all = u.names.iter().filter(|(key, &s)| is_dropped(key, s));
    all.map(|(_, &s)| s).collect()
}

/// The procedures that are called by such names.
fn called_by(program: &Program, submodule: UnitId, generics: &IndexSet<SymbolId>) -> IndexSet<SymbolId> {
    let mut found = IndexSet::new();
    if generics.is_empty() {
        return found;
    }
    let mut view = program.clone();
    each_callee(&mut view, submodule, &mut |callee| {
        if callee.via.is_some_and(|g| generics.contains(&g)) {
            found.insert(callee.proc);
        }
    });
    found
}

/// Calls `f` on the references to procedures in a submodule, in statements and declarations.
fn each_callee(program: &mut Program, submodule: UnitId, f: &mut dyn FnMut(&mut Callee)) {
    for u in all_parts(program, submodule) {
        let unit = &mut program.units[u];
        rewrite_calls(&mut unit.body, f);
        if let Some(entry) = &mut unit.entry {
            rewrite_calls(&mut entry.body, f);
        }
        rewrite_unit_exprs(program, u, &mut |e| {
            if let ExprKind::Call(callee, _) = &mut e.kind {
                f(callee);
            }
        });
    }
}

/// Replaces calls by these names by calls of the specific procedures.
pub(crate) fn call_directly(program: &mut Program, submodule: UnitId, generics: &IndexSet<SymbolId>) {
    if generics.is_empty() {
        return;
    }
    each_callee(program, submodule, &mut |callee| {
        callee.via = callee.via.filter(|g| !generics.contains(g));
    });
}

/// The entities that the submodule, and those inside it, refer to and have by its USE statements.
pub(crate) fn needed(program: &Program, submodule: UnitId, generics: &IndexSet<SymbolId>) -> Vec<Import> {
    let module = program.outermost(submodule);
    let inner = with_inner(program, submodule);
    let refs = refs::collect(program, &inner);
    let is_referred = |s: SymbolId| {
        inner.iter().filter_map(|u| refs.get(u)).any(|r| {
            let is_intrinsic = match program.symbols[s].kind {
                SymbolKind::Intrinsic(id) => r.intrinsics.contains(&id),
                // a type may share its name with its constructors
                SymbolKind::Generic(ref g) => g.ty.is_some_and(|t| r.symbols.contains(&t)),
                _ => false,
            };
            is_intrinsic || r.symbols.contains(&s)
        })
    };
    let mut found = vec![];
    for (local, &symbol) in &program.units[submodule].names {
        let is_it = comes_by_use(program, symbol, module) && !generics.contains(&symbol);
        // operators of intrinsic modules are no procedures
        let is_builtin = local.contains('(') && program.symbols[symbol].owner.is_none();
        if is_it && (is_builtin || is_referred(symbol)) {
            found.push(Import {
                local: local.clone(),
                symbol,
            });
        }
    }
    // types that share their names with such generic ones
    for (local, &g) in program.units[submodule]
        .names
        .iter()
        .filter(|(_, s)| generics.contains(*s))
    {
        let SymbolKind::Generic(Generic { ty: Some(symbol), .. }) = program.symbols[g].kind else {
            continue;
        };
        if comes_by_use(program, symbol, module) && is_referred(symbol) {
            found.push(Import {
                local: local.clone(),
                symbol,
            });
        }
    }
    for symbol in called_by(program, submodule, generics) {
        let is_known = found.iter().any(|i| i.symbol == symbol);
        if !is_known && comes_by_use(program, symbol, module) {
            let local = fold(&program.symbols[symbol].name);
            found.push(Import { local, symbol });
        }
    }
    found
}

fn comes_by_use(program: &Program, s: SymbolId, module: UnitId) -> bool {
    let symbol = &program.symbols[s];
    match symbol.owner {
        Some(o) => program.units[o].kind == UnitKind::Module && o != module,
        None => match symbol.kind {
            SymbolKind::Constant(_) | SymbolKind::Type(_) | SymbolKind::Generic(_) => true,
            SymbolKind::Intrinsic(id) => id.row().module.is_some(),
            _ => false,
        },
    }
}

/// The reason why the module cannot use an entity of the submodule.
pub(crate) fn obstacle(program: &Program, submodule: UnitId) -> Option<Obstacle> {
    let others = others(program, submodule);
    let module = &program.units[program.outermost(submodule)];
    // no statement names them, so they cannot be replaced by their procedures
    let mut names = program.units[submodule].names.iter();
    let format = names.find(|(n, s)| {
        let is_one = n.starts_with("read(") || n.starts_with("write(");
        is_one && module.names.get(*n) != Some(*s)
    });
    if let Some((name, &s)) = format {
        let symbol = &program.symbols[s];
        return Some(Obstacle {
            place: match symbol.owner == Some(submodule) {
                true => symbol.span,
                false => program.units[submodule].span,
            },
            why: format!("`{name}` would also be valid in the module"),
        });
    }
    for Import { local, symbol } in needed(program, submodule, &dropped(program, submodule)) {
        let found = &program.symbols[symbol];
        let mut meanings = others.iter().filter_map(|&u| program.units[u].names.get(&local));
        let other = meanings.any(|&s| s != symbol);
        let why = match &found.kind {
            _ if found.private => "which is private in its module, through a generic name",
            SymbolKind::Intrinsic(_) if other => "whose name has another meaning in the module or another submodule",
            _ => continue,
        };
        return Some(Obstacle {
            place: program.units[submodule].span,
            why: format!("it uses `{}`, {why}", found.name),
        });
    }
    None
}

/// Adds an entity to the USE statements of the module, under a name that is free there.
pub(crate) fn import(program: &mut Program, submodule: UnitId, module: UnitId, symbol: SymbolId, local: SmolStr) {
    let key = fold(&local);
    match program.symbols[symbol].owner {
        Some(owner) => program.use_only(module, owner, symbol, local),
        None => {
            let Some(name) = home_of_builtin(program, submodule, symbol) else {
                return;
            };
            let own = program.symbols[symbol].name.clone();
            let original = Some(own).filter(|n| fold(n) != key);
            let m = &mut program.units[module];
            m.names.insert(key.clone(), symbol);
            let item = UseItem {
                local,
                original,
                symbol,
            };
            let is_it = |u: &&mut Use| u.module.is_none() && u.only && u.name.eq_ignore_ascii_case(&name);
            match m.uses.iter_mut().find(is_it) {
                Some(u) => u.items.push(item),
                None => m.uses.push(Use {
                    name,
                    module: None,
                    only: true,
                    items: vec![item],
                    span: Span::NONE,
                }),
            }
        }
    }
    let m = &mut program.units[module];
    if !m.default_private {
        m.access_of_used.push(key);
    }
}

/// The intrinsic module from which a submodule imports an entity.
fn home_of_builtin(program: &Program, submodule: UnitId, symbol: SymbolId) -> Option<SmolStr> {
    let name = fold(&program.symbols[symbol].name);
    let u = &program.units[submodule];
    let mut intrinsic = u.uses.iter().filter(|x| x.module.is_none());
    let lists = |x: &&Use| x.items.iter().any(|i| i.symbol == symbol);
    let has = |x: &&Use| {
        let module = fold(&x.name);
        let constants = builtin_module(&module).unwrap_or_default();
        !x.only
            && (constants.iter().any(|c| c.0 == name)
                || builtin_types(&module).contains(&name.as_str())
                || find_in_module(&module, &name).is_some()
                || name.contains('(') && module == "ieee_arithmetic")
    };
    let found = intrinsic.clone().find(lists).or_else(|| intrinsic.find(has))?;
    Some(found.name.clone())
}
