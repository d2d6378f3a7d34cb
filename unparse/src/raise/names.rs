//! Under which name a unit knows a symbol: its own, unless `USE` renamed it.

use super::Scope;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::{Program, SymbolId, UnitId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Local names of a unit that are not the symbols' own.
type Renames = Rc<HashMap<SymbolId, SmolStr>>;

/// Renamed symbols by unit, found when first asked for.
#[derive(Default)]
pub(super) struct Names {
    renames: RefCell<HashMap<UnitId, Renames>>,
}

impl Names {
    fn of(&self, program: &Program, unit: UnitId) -> Renames {
        if let Some(found) = self.renames.borrow().get(&unit) {
            return found.clone();
        }
        let mut map = HashMap::new();
        for (local, &symbol) in &program.units[unit].names {
            if fold(&program.symbols[symbol].name) != *local {
                map.entry(symbol).or_insert_with(|| local.clone());
            }
        }
        // the user's spelling where there is one
        for item in program.units[unit].uses.iter().flat_map(|u| &u.items) {
            if let Some(local) = map.get_mut(&item.symbol) {
                if fold(&item.local) == *local {
                    *local = item.local.clone();
                }
            }
        }
        let map = Rc::new(map);
        self.renames.borrow_mut().insert(unit, map.clone());
        map
    }
}

impl Scope<'_> {
    /// The name of a symbol in this unit.
    pub(super) fn symbol_name(&self, symbol: SymbolId) -> SmolStr {
        let own = &self.program.symbols[symbol].name;
        if self.program.lookup(self.unit, &fold(own)) == Some(symbol) {
            return own.clone();
        }
        let mut at = Some(self.unit);
        while let Some(unit) = at {
            if let Some(local) = self.raise.names.of(self.program, unit).get(&symbol) {
                if self.program.lookup(self.unit, &fold(local)) == Some(symbol) {
                    return local.clone();
                }
            }
            at = self.program.units[unit].parent;
        }
        own.clone()
    }

    /// True when the unit knows the symbol by some name.
    pub(super) fn knows(&self, symbol: SymbolId) -> bool {
        self.program.lookup(self.unit, &fold(&self.symbol_name(symbol))) == Some(symbol)
    }
}
