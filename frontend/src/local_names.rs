//! The name of a symbol in a unit: the symbol's own name, unless USE or a declaration of the unit gives it another one.
//!
//! All printed names come from here, and they depend only on [`crate::ir::Unit::names`].

use crate::ast::{fold, SmolStr};
use crate::ir::{Program, SymbolId, SymbolKind, UnitId};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Local names of a unit that differ from the symbols' own.
type Renames = HashMap<SymbolId, SmolStr>;

/// Renamed symbols by unit, computed at first use.
pub struct LocalNames {
    renames: HashMap<UnitId, OnceLock<Renames>>,
}

impl LocalNames {
    /// For all units of a program that does not change.
    pub fn new(program: &Program) -> Self {
        LocalNames {
            renames: program.units.iter().map(|(u, _)| (u, OnceLock::new())).collect(),
        }
    }

    /// The name of a symbol in a unit.
    pub fn name(&self, program: &Program, unit: UnitId, symbol: SymbolId) -> SmolStr {
        name_by(program, unit, symbol, &|u| {
            let renames = self.renames[&u].get_or_init(|| renames(program, u));
            renames.get(&symbol).cloned()
        })
    }
}

/// The name of a symbol in a unit of a program that may change.
pub fn name_in(program: &Program, unit: UnitId, symbol: SymbolId) -> SmolStr {
    name_by(program, unit, symbol, &|u| renames(program, u).remove(&symbol))
}

/// True if a name denotes a symbol in a unit.
pub fn means(program: &Program, unit: UnitId, name: &str, symbol: SymbolId) -> bool {
    let named = program.lookup(unit, &fold(name));
    named.is_some_and(|s| program.is_meant(s, symbol))
}

fn name_by(program: &Program, unit: UnitId, symbol: SymbolId, renamed: &dyn Fn(UnitId) -> Option<SmolStr>) -> SmolStr {
    let own = &program.symbols[symbol].name;
    // an interface body does not see the names of its host
    let is_body = program.units[unit].prefix.interface_body;
    if let Some(local) = is_body.then(|| renamed(unit)).flatten() {
        return local;
    }
    if means(program, unit, own, symbol) {
        return own.clone();
    }
    let mut at = Some(unit);
    while let Some(u) = at {
        if let Some(local) = renamed(u).filter(|local| means(program, unit, local, symbol)) {
            return local;
        }
        at = program.units[u].parent;
    }
    own.clone()
}

fn renames(program: &Program, unit: UnitId) -> Renames {
    let mut map = HashMap::new();
    for (local, &symbol) in &program.units[unit].names {
        if fold(&program.symbols[symbol].name) != *local {
            for s in all_meant(program, symbol) {
                map.entry(s).or_insert_with(|| local.clone());
            }
        }
    }
    // prefer the user's spelling
    for item in program.units[unit].uses.iter().flat_map(|u| &u.items) {
        for s in all_meant(program, item.symbol) {
            if let Some(local) = map.get_mut(&s) {
                if fold(&item.local) == *local {
                    *local = item.local.clone();
                }
            }
        }
    }
    map
}

/// All symbols that share the name of a symbol: a type may share its name with procedures that construct it.
fn all_meant(program: &Program, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
    let constructed = match &program.symbols[symbol].kind {
        SymbolKind::Generic(g) => g.ty,
        _ => None,
    };
    std::iter::once(symbol).chain(constructed)
}
