//! Under which name a unit knows a symbol: its own, unless `USE` renamed it.

use super::Scope;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::{Program, SymbolId, SymbolKind, UnitId};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Local names of a unit that are not the symbols' own.
type Renames = HashMap<SymbolId, SmolStr>;

/// Renamed symbols by unit, found when first asked for.
pub(super) struct Names {
    renames: HashMap<UnitId, OnceLock<Renames>>,
}

impl Names {
    pub(super) fn new(program: &Program) -> Self {
        Names {
            renames: program.units.iter().map(|(u, _)| (u, OnceLock::new())).collect(),
        }
    }

    fn of(&self, program: &Program, unit: UnitId) -> &Renames {
        self.renames[&unit].get_or_init(|| renames(program, unit))
    }
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
    // the user's spelling where there is one
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

/// What a name that means a symbol means: a type may share its name with procedures that construct it.
fn all_meant(program: &Program, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
    let constructed = match &program.symbols[symbol].kind {
        SymbolKind::Generic(g) => g.ty,
        _ => None,
    };
    std::iter::once(symbol).chain(constructed)
}

impl Scope<'_> {
    /// The name of a symbol in this unit.
    pub(super) fn symbol_name(&self, symbol: SymbolId) -> SmolStr {
        let own = &self.program.symbols[symbol].name;
        if self.means(own, symbol) {
            return own.clone();
        }
        let mut at = Some(self.unit);
        while let Some(unit) = at {
            if let Some(local) = self.raise.names.of(self.program, unit).get(&symbol) {
                if self.means(local, symbol) {
                    return local.clone();
                }
            }
            at = self.program.units[unit].parent;
        }
        own.clone()
    }

    /// True when the unit knows the symbol by some name.
    pub(super) fn knows(&self, symbol: SymbolId) -> bool {
        self.means(&self.symbol_name(symbol), symbol)
    }

    fn means(&self, name: &str, symbol: SymbolId) -> bool {
        let named = self.program.lookup(self.unit, &fold(name));
        named.is_some_and(|s| self.program.is_meant(s, symbol))
    }
}
