//! Memory zones.
//!
//! A zone is a piece of memory that the analyses do not divide: a scalar or a whole array; a variable of derived type with all its components (the seam
//! for one zone a component is [`Zones::of_designator`], which everything that looks at designators goes through); variables that share storage by COMMON or
//! EQUIVALENCE (the `storage` module) are one zone. A module variable is one symbol for all units, so one zone. A dummy argument is a zone of its own,
//! distinct from its actual arguments, which are related to it at call sites: Fortran forbids to write what is accessible by two names.
//!
//! Zones that pointers may make the same memory are in one alias class (the `alias` module): a write of one may be a write of each.
//!
//! What is ignored: dummy arguments that break the standard's rule against aliasing; arrays indexed beyond their bounds on purpose.

use crate::alias;
use crate::idset::{Id, IdSet};
use crate::storage::Storages;
use crate::types::Types;
use crate::CallGraph;
use adc_frontend::ir::*;
use la_arena::{Arena, ArenaMap, Idx};
use std::collections::BTreeMap;

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
    /// True when each of its variables is all of it.
    pub exact: bool,
}

/// All zones of a program.
#[derive(Clone, Debug)]
pub struct Zones {
    zones: Arena<Zone>,
    of: ArenaMap<SymbolId, ZoneId>,
    /// Alias classes with more than one zone.
    aliases: BTreeMap<ZoneId, Vec<ZoneId>>,
    types: Types,
}

impl Zones {
    /// Divides the memory of a program.
    pub fn build(program: &Program, calls: &CallGraph) -> Zones {
        let storages = Storages::build(program);
        let mut z = Zones {
            zones: Arena::new(),
            of: ArenaMap::new(),
            aliases: BTreeMap::new(),
            types: Types::build(program),
        };
        // unit by unit, so that the zones of a unit have numbers close to each other
        let mut by_class = BTreeMap::new();
        let declared = program.units.iter().flat_map(|(_, u)| u.symbols.iter().copied());
        for s in declared.chain(program.symbols.iter().map(|(s, _)| s)) {
            if !z.of.contains_idx(s) {
                z.add(program, &storages, s, &mut by_class);
            }
        }
        z.aliases = alias::classes(program, calls, &z);
        z
    }

    fn add(&mut self, program: &Program, st: &Storages, s: SymbolId, by_class: &mut BTreeMap<usize, ZoneId>) {
        let symbol = &program.symbols[s];
        let Some(v) = symbol.variable() else { return };
        if v.storage == Storage::Component {
            return;
        }
        let id = *by_class.entry(st.class(s)).or_insert_with(|| {
            self.zones.alloc(Zone {
                symbols: vec![],
                differentiable: false,
                is_global: false,
                owner: symbol.owner,
                exact: true,
            })
        });
        let differentiable = self.types.is_differentiable(v.ty.ty);
        let zone = &mut self.zones[id];
        zone.symbols.push(s);
        zone.differentiable |= differentiable;
        zone.is_global |= match v.storage {
            Storage::Module | Storage::Common(_) => true,
            Storage::Local => v.attrs.save || v.init.is_some() || has_data(program, symbol.owner, s),
            Storage::Dummy | Storage::Result | Storage::Component | Storage::Index => false,
        };
        zone.exact &= st.is_whole(s);
        if zone.owner != symbol.owner || matches!(v.storage, Storage::Common(_)) {
            zone.owner = None;
        }
        self.of.insert(s, id);
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

    /// The variable that stands for a zone in a unit: its own, if it declares one in it.
    pub fn symbol_in(&self, program: &Program, unit: UnitId, zone: ZoneId) -> SymbolId {
        let members = &self.zones[zone].symbols;
        let own = members.iter().find(|&&s| program.symbols[s].owner == Some(unit));
        *own.unwrap_or(&members[0])
    }

    /// The zones that may be the same memory through pointers, itself included.
    pub fn aliases<'a>(&'a self, zone: &'a ZoneId) -> &'a [ZoneId] {
        self.aliases.get(zone).map_or(std::slice::from_ref(zone), |c| c)
    }

    /// True when writing one zone may change what is read through the other.
    pub fn may_alias(&self, a: ZoneId, b: ZoneId) -> bool {
        a == b || self.aliases(&a).contains(&b)
    }

    /// Adds to a set all zones that may alias one of its zones.
    pub fn close(&self, set: &mut ZoneSet) {
        for class in self.aliases.values() {
            if class.iter().any(|&z| set.contains(z)) {
                set.extend(class.iter().copied());
            }
        }
    }

    /// True when overwriting a variable as a whole leaves nothing of the zone's old contents.
    pub fn is_killed_by(&self, program: &Program, s: SymbolId) -> bool {
        let volatile = program.symbols[s].variable().is_some_and(|v| v.attrs.volatile);
        self.of(s)
            .is_some_and(|z| self.zones[z].exact && self.aliases(&z).len() == 1 && !volatile)
    }

    /// True when values of the type can carry a derivative: real, complex, and derived types with such a component.
    pub fn is_differentiable(&self, ty: Ty) -> bool {
        self.types.is_differentiable(ty)
    }

    pub(crate) fn types(&self) -> &Types {
        &self.types
    }

    /// All zones with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ZoneId, &Zone)> {
        self.zones.iter()
    }

    /// How many zones there are.
    pub fn len(&self) -> usize {
        self.zones.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// A number beyond all zones: a value inside a statement, such as a function's result.
    pub(crate) fn temporary(&self, k: usize) -> ZoneId {
        Id::from_index(self.zones.len() + k)
    }

    /// True for the numbers of [`Zones::temporary`].
    pub(crate) fn is_temporary(&self, zone: ZoneId) -> bool {
        zone.index() >= self.zones.len()
    }

    /// True when a differentiable value may stand in the zone; true for temporaries.
    pub(crate) fn carries(&self, zone: ZoneId) -> bool {
        self.is_temporary(zone) || self.zones[zone].differentiable
    }

    /// True when a zone exists before and after a call of the unit, by the same name: all but its own unsaved locals, dummy arguments and result. The local
    /// variables of a host are of this kind for the procedures inside it.
    pub fn is_visible_outside(&self, unit: UnitId, zone: ZoneId) -> bool {
        let z = &self.zones[zone];
        z.is_global || z.owner != Some(unit)
    }

    /// One line for each zone: its variables, and what it may alias.
    pub fn dump(&self, program: &Program) -> String {
        let name = |&s: &SymbolId| {
            let symbol = &program.symbols[s];
            let owner = symbol.owner.map_or("", |u| program.units[u].name.as_str());
            format!("{owner}:{}", symbol.name)
        };
        let mut out = String::new();
        for (id, z) in self.zones.iter() {
            let names: Vec<_> = z.symbols.iter().map(name).collect();
            let global = if z.is_global { " global" } else { "" };
            let aliases: Vec<_> = self
                .aliases(&id)
                .iter()
                .filter(|a| **a != id)
                .map(|a| a.index().to_string())
                .collect();
            let may = if aliases.is_empty() {
                String::new()
            } else {
                format!(" may be {}", aliases.join(" "))
            };
            out += &format!("{}: {}{global}{may}\n", id.index(), names.join(" "));
        }
        out
    }
}

fn has_data(program: &Program, owner: Option<UnitId>, s: SymbolId) -> bool {
    fn names(e: &Expr, s: SymbolId) -> bool {
        match &e.kind {
            ExprKind::ImpliedDo { items, .. } => items.iter().any(|i| names(i, s)),
            _ => e.base_symbol() == Some(s),
        }
    }
    let Some(unit) = owner else { return false };
    let mut objects = program.units[unit].data.iter().flat_map(|d| &d.objects);
    objects.any(|o| names(o, s))
}

impl std::ops::Index<ZoneId> for Zones {
    type Output = Zone;

    fn index(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone]
    }
}
