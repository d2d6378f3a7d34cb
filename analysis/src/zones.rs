//! Memory zones.

use crate::idset::IdSet;
use adc_frontend::ir::*;
use la_arena::{Arena, ArenaMap, Idx};

/// Index of a [`Zone`].
pub type ZoneId = Idx<Zone>;
/// A set of zones.
pub type ZoneSet = IdSet<ZoneId>;

/// A piece of memory that the analyses do not divide.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The variables that are (part of) it.
    pub symbols: Vec<SymbolId>,
    /// True when a value in it can carry a derivative.
    pub differentiable: bool,
    /// True when it outlives calls: COMMON, module variables, saved locals.
    pub is_global: bool,
    /// The unit that declares it; none for COMMON.
    pub owner: Option<UnitId>,
}

/// All zones of a program.
#[derive(Clone, Debug)]
pub struct Zones {
    zones: Arena<Zone>,
    of: ArenaMap<SymbolId, ZoneId>,
}

impl Zones {
    /// Divides the memory of a program.
    pub fn build(program: &Program) -> Zones {
        let mut zones = Arena::new();
        let mut of = ArenaMap::new();
        for (s, symbol) in program.symbols.iter() {
            let Some(v) = symbol.variable() else { continue };
            if v.storage == Storage::Component {
                continue;
            }
            let zone = zones.alloc(Zone {
                symbols: vec![s],
                differentiable: v.ty.ty.is_differentiable(),
                is_global: matches!(v.storage, Storage::Module | Storage::Common(_)) || v.attrs.save,
                owner: symbol.owner,
            });
            of.insert(s, zone);
        }
        Zones { zones, of }
    }

    /// The zone of a variable; none for what is not a variable, and for components.
    pub fn of(&self, symbol: SymbolId) -> Option<ZoneId> {
        self.of.get(symbol).copied()
    }

    /// The zone that a designator is part of.
    pub fn of_designator(&self, e: &Expr) -> Option<ZoneId> {
        self.of(e.base_symbol()?)
    }

    /// The variables in a zone.
    pub fn members(&self, zone: ZoneId) -> &[SymbolId] {
        &self.zones[zone].symbols
    }

    /// True when writing one zone may change what is read through the other.
    pub fn may_alias(&self, a: ZoneId, b: ZoneId) -> bool {
        a == b
    }

    /// All zones with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ZoneId, &Zone)> {
        self.zones.iter()
    }
}

impl std::ops::Index<ZoneId> for Zones {
    type Output = Zone;

    fn index(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone]
    }
}
