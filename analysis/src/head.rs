//! The differentiation request.

use crate::{ZoneId, Zones};
use adc_frontend::ir::{SymbolId, UnitId};
use std::collections::BTreeMap;

/// Components that are meant instead of a whole variable: the paths to them.
pub type Parts = BTreeMap<SymbolId, Vec<Vec<SymbolId>>>;

/// The head: the procedure to differentiate, its independents and its dependents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadSpec {
    /// The procedure.
    pub unit: UnitId,
    /// Independents: dummy arguments, COMMON members or module variables.
    pub independents: Vec<SymbolId>,
    /// Dependents: the same, and the result variable of a function.
    pub dependents: Vec<SymbolId>,
    /// The independents of which only some components are meant.
    pub independent_parts: Parts,
    /// The same for the dependents.
    pub dependent_parts: Parts,
}

/// The zones of a variable that are meant.
fn meant(zones: &Zones, parts: &Parts, symbol: SymbolId) -> Vec<ZoneId> {
    match parts.get(&symbol) {
        None => zones.of(symbol).to_vec(),
        Some(paths) => {
            let of = zones.of(symbol).iter().copied();
            of.filter(|z| paths.iter().any(|p| zones.of_path(symbol, p).contains(z)))
                .collect()
        }
    }
}

impl HeadSpec {
    /// A head with whole variables.
    pub fn new(unit: UnitId, independents: Vec<SymbolId>, dependents: Vec<SymbolId>) -> HeadSpec {
        HeadSpec {
            unit,
            independents,
            dependents,
            independent_parts: Parts::new(),
            dependent_parts: Parts::new(),
        }
    }

    /// The zones of an independent, restricted to the meant components.
    pub fn independent_zones(&self, zones: &Zones, symbol: SymbolId) -> Vec<ZoneId> {
        meant(zones, &self.independent_parts, symbol)
    }

    /// The zones of a dependent, restricted to the meant components.
    pub fn dependent_zones(&self, zones: &Zones, symbol: SymbolId) -> Vec<ZoneId> {
        meant(zones, &self.dependent_parts, symbol)
    }
}
