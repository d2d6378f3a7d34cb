//! Memory zones.
//!
//! A zone is a piece of memory that the analyses do not divide: a scalar, a whole array, a component of a variable of
//! derived type (of all elements of an array of such a type). The `types` module divides types into components; memory
//! reached through a pointer component belongs to that component. Variables that share storage by COMMON or EQUIVALENCE
//! (the `storage` module) are one zone, and share the parts of their type if they are laid out alike. A module variable
//! is one symbol for all units, so it has the same zones everywhere. A dummy argument has its own zones, distinct from
//! those of its actual arguments and related to them at call sites: Fortran forbids writes of memory that is accessible
//! by two names.
//!
//! Zones that pointers may bind to the same memory are in one alias class (the `alias` module): a write of one may be a
//! write of each.
//!
//! The existence, bounds and lengths of a variable and the target of a pointer can change like a value. So an
//! allocatable variable and a pointer have one more zone for this state of their descriptor, and so has each zone that
//! allocatable or pointer components lead to, or that contains some (the `descriptors` module). Such a zone is not a
//! part of the variable: [`Zones::of`] omits it.
//!
//! Ignored: dummy arguments that break the standard's rule against aliasing; arrays indexed beyond their bounds on
//! purpose.

pub(crate) mod alias;
mod descriptors;

use crate::bind::bind_components;
use crate::designator::{is_whole, path_of};
use crate::idset::{Id, IdSet};
use crate::storage::Storages;
use crate::types::{Path, Types};
use crate::CallGraph;
use adc_frontend::ir::*;
use alias::Outside;
use la_arena::{Arena, ArenaMap, Idx};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Index of a [`Zone`].
pub type ZoneId = Idx<Zone>;
/// A set of zones.
pub type ZoneSet = IdSet<ZoneId>;

/// A piece of memory that the analyses do not divide.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The variables of which it is the whole or a part.
    pub symbols: Vec<SymbolId>,
    /// The components that lead to it from each of its variables; empty if it is not a part of them.
    pub path: Vec<SymbolId>,
    /// True if a value in it can carry a derivative.
    pub differentiable: bool,
    /// True if it outlives calls: COMMON, module variables, saved locals.
    pub is_global: bool,
    /// The unit that declares it; `None` for COMMON.
    pub owner: Option<UnitId>,
    /// True if each of its variables, or the path's component of each, covers it.
    pub exact: bool,
    /// True if it is, or contains, the target of a pointer component.
    pub(crate) indirect: bool,
    /// True if it is, or is a part of, an allocatable or a pointer.
    pub(crate) dynamic: bool,
    /// True if it is the state of a descriptor rather than memory of values.
    pub descriptor: bool,
}

/// All zones of a program.
#[derive(Clone, Debug)]
pub struct Zones {
    pub(crate) zones: Arena<Zone>,
    /// The zones of each variable, as a range of `ids`.
    pub(crate) of: ArenaMap<SymbolId, Range<usize>>,
    /// The id of each zone at its index.
    pub(crate) ids: Vec<ZoneId>,
    /// The descriptors of the variables to which zones belong.
    pub(crate) own: BTreeMap<ZoneId, ZoneId>,
    /// The descriptors of the components that lead to zones, or that zones contain.
    pub(crate) held: BTreeMap<ZoneId, ZoneId>,
    /// Alias classes with more than one zone.
    pub(crate) aliases: BTreeMap<ZoneId, Arc<[ZoneId]>>,
    /// The same, by associations that are given alone.
    given: BTreeMap<ZoneId, Arc<[ZoneId]>>,
    /// The zones that pointers refer to before the head is called, by associations that are not given.
    pub outer: ZoneSet,
    pub(crate) types: Types,
}

impl Zones {
    /// Divides the memory of a program. `outside` finds what code that is not given may share.
    pub(crate) fn build(program: &Program, calls: &CallGraph, outside: Outside) -> Zones {
        let storages = Storages::build(program);
        let mut z = Zones {
            zones: Arena::new(),
            of: ArenaMap::new(),
            ids: vec![],
            own: BTreeMap::new(),
            held: BTreeMap::new(),
            aliases: BTreeMap::new(),
            given: BTreeMap::new(),
            outer: ZoneSet::new(),
            types: Types::build(program),
        };
        let mut classes: BTreeMap<usize, Vec<SymbolId>> = BTreeMap::new();
        let variables = |s: &SymbolId| {
            let v = program.symbols[*s].variable();
            v.is_some_and(|v| !v.is_in_type())
        };
        for s in program.symbols.iter().map(|(s, _)| s).filter(variables) {
            classes.entry(storages.class(s)).or_default().push(s);
        }
        // unit by unit, so that the zones of a unit have numbers close to each other
        let declared = program.units.iter().flat_map(|(_, u)| u.symbols.iter().copied());
        for s in declared.chain(program.symbols.iter().map(|(s, _)| s)).filter(variables) {
            if !z.of.contains_idx(s) {
                z.add(program, &storages, &classes[&storages.class(s)]);
            }
        }
        let classes = alias::classes(program, calls, &z, outside);
        (z.aliases, z.given, z.outer) = (classes.of, classes.given, classes.outer);
        z.describe(program);
        z
    }

    /// Creates the zones of variables on the same storage.
    fn add(&mut self, program: &Program, st: &Storages, class: &[SymbolId]) {
        let ty = |s: SymbolId| program.symbols[s].ty();
        let alike = class.iter().all(|&s| ty(s) == ty(class[0]) && st.is_whole(s));
        let parts = self.types.parts(ty(class[0])).filter(|_| alike);
        let paths = parts.map_or_else(|| vec![vec![]], <[Path]>::to_vec);
        let first = self.ids.len();
        for path in paths {
            let id = self.part(program, st, class, path);
            self.ids.push(id);
        }
        for &s in class {
            self.of.insert(s, first..self.ids.len());
        }
    }

    fn part(&mut self, program: &Program, st: &Storages, class: &[SymbolId], path: Path) -> ZoneId {
        let component = |c: &SymbolId| program.symbols[*c].variable();
        let pointer = path.iter().filter_map(component).any(|v| v.attrs.pointer);
        let mut zone = Zone {
            symbols: class.to_vec(),
            differentiable: false,
            is_global: false,
            owner: program.symbols[class[0]].owner,
            exact: class.iter().all(|&s| st.is_whole(s)),
            indirect: pointer,
            dynamic: path.iter().filter_map(component).any(is_dynamic),
            path,
            descriptor: false,
        };
        for &s in class {
            let symbol = &program.symbols[s];
            let Some(v) = symbol.variable() else { continue };
            let ty = zone.path.last().map_or(v.ty.ty, |&c| program.symbols[c].ty());
            zone.differentiable |= self.types.is_differentiable(ty);
            zone.indirect |= self.types.has_pointers(ty);
            zone.dynamic |= is_dynamic(v);
            zone.is_global |= match v.storage {
                Storage::Module | Storage::Common(_) => true,
                Storage::Local => v.attrs.save,
                Storage::Dummy | Storage::Result | Storage::Component | Storage::Parameter | Storage::Index => false,
            };
            if zone.owner != symbol.owner || matches!(v.storage, Storage::Common(_)) {
                zone.owner = None;
            }
        }
        self.zones.alloc(zone)
    }

    /// The zones of a variable, in the order of its parts: one, unless its type is divided. Empty for components and
    /// for symbols other than variables.
    pub fn of(&self, symbol: SymbolId) -> &[ZoneId] {
        self.of.get(symbol).map_or(&[], |r| &self.ids[r.clone()])
    }

    /// The zone of a variable that has only one.
    pub fn single(&self, symbol: SymbolId) -> Option<ZoneId> {
        match self.of(symbol) {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The zones that a designator covers, or of which it is a part; empty for other expressions.
    pub fn of_designator(&self, e: &Expr) -> &[ZoneId] {
        let Some(base) = e.base_symbol() else { return &[] };
        match self.of(base) {
            [_] => self.of(base),
            _ => {
                let (path, parent) = self.types.without_parents(path_of(e));
                let zones = self.of_path(base, &path);
                let Some(inherited) = parent else { return zones };
                // inherited components come first
                let is_inherited = |z: &&ZoneId| {
                    let next = self.zones[**z].path.get(path.len());
                    next.is_some_and(|c| inherited.contains(c))
                };
                let n = zones.iter().take_while(is_inherited).count();
                &zones[..n]
            }
        }
    }

    /// The components in a designator that lead to a part, outermost first.
    pub fn path_of(&self, e: &Expr) -> Vec<SymbolId> {
        self.types.without_parents(path_of(e)).0
    }

    /// The zones that a path of components leads to from a variable.
    pub fn of_path(&self, symbol: SymbolId, path: &[SymbolId]) -> &[ZoneId] {
        let all = self.of(symbol);
        if all.len() < 2 || path.is_empty() {
            return all;
        }
        let meets = |z: &ZoneId| {
            let part = &self.zones[*z].path;
            part.starts_with(path) || path.starts_with(part)
        };
        match all.iter().position(meets) {
            Some(lo) => {
                let n = all[lo..].iter().take_while(|z| meets(z)).count();
                &all[lo..lo + n]
            }
            // a parameter of the type
            None => all,
        }
    }

    /// Number of zones of a value of a type.
    pub(crate) fn count(&self, ty: Ty) -> usize {
        self.types.count(ty)
    }

    /// The arguments of a structure constructor with their components, and the entries of a list over the parts of the
    /// type for each; `None` if the type is not divided.
    pub(crate) fn arguments<'p, 'e, T>(
        &self,
        program: &Program,
        ty: SymbolId,
        args: &'e [Arg],
        parts: &'p [T],
    ) -> Option<Vec<(SymbolId, &'p [T], &'e Expr)>> {
        let paths = self.types.parts(Ty::Derived(ty))?;
        if paths.len() != parts.len() {
            return None;
        }
        let components = bind_components(program, ty, args);
        let mut list = vec![];
        for (component, arg) in components.into_iter().zip(args) {
            let range = self.types.under(Ty::Derived(ty), component?);
            list.push((component?, &parts[range], arg.expr()?));
        }
        Some(list)
    }

    /// The zones of a dummy argument (or result), each with a zone of the designator that is passed for it (or receives
    /// it).
    pub fn bound(&self, program: &Program, formal: SymbolId, actual: &Expr) -> Vec<(ZoneId, ZoneId)> {
        self.paired(&var(program, formal), actual)
    }

    /// The zones of a designator, each with the zone of another one from which it takes its value in an assignment.
    pub fn paired(&self, a: &Expr, b: &Expr) -> Vec<(ZoneId, ZoneId)> {
        let (x, y) = (self.of_designator(a), self.of_designator(b));
        let pairs = Zones::pairs((x.len(), a.ty), (y.len(), b.ty));
        pairs.into_iter().map(|(i, j)| (x[i], y[j])).collect()
    }

    /// Pairs the zones of two designators (or the sources of two values) of some types: part by part if the types have
    /// the same parts; otherwise each may be part of each.
    pub(crate) fn pairs(a: (usize, Ty), b: (usize, Ty)) -> Vec<(usize, usize)> {
        if a.0 == b.0 && (a.0 == 1 || a.1 == b.1) {
            return (0..a.0).map(|k| (k, k)).collect();
        }
        (0..a.0).flat_map(|x| (0..b.0).map(move |y| (x, y))).collect()
    }

    /// True if the zone is, or contains, memory reached through a pointer component: no variable names all of it.
    pub fn is_indirect(&self, zone: ZoneId) -> bool {
        self.zones[zone].indirect
    }

    /// The variables in a zone.
    pub fn members(&self, zone: ZoneId) -> &[SymbolId] {
        &self.zones[zone].symbols
    }

    /// The variable that denotes a zone in a unit: the unit's own, if it declares one.
    pub fn symbol_in(&self, program: &Program, unit: UnitId, zone: ZoneId) -> SymbolId {
        let members = &self.zones[zone].symbols;
        let own = members.iter().find(|&&s| program.symbols[s].owner == Some(unit));
        *own.unwrap_or(&members[0])
    }

    /// The zones that may be the same memory through pointers, itself included.
    pub fn aliases<'a>(&'a self, zone: &'a ZoneId) -> &'a [ZoneId] {
        self.aliases.get(zone).map_or(std::slice::from_ref(zone), |c| c)
    }

    /// Those of them that associations in the program may bind to the same memory, itself included.
    pub fn associated<'a>(&'a self, zone: &'a ZoneId) -> &'a [ZoneId] {
        self.given.get(zone).map_or(std::slice::from_ref(zone), |c| c)
    }

    /// True if associations in the program may bind any two zones to the same memory.
    pub fn any_associated(&self) -> bool {
        !self.given.is_empty()
    }

    /// True if writing one zone may change values read through the other.
    pub fn may_alias(&self, a: ZoneId, b: ZoneId) -> bool {
        a == b || self.aliases(&a).contains(&b)
    }

    /// True if a set contains a zone, or one that may be the same memory.
    pub fn is_among(&self, zone: ZoneId, set: &ZoneSet) -> bool {
        self.aliases(&zone).iter().any(|&z| set.contains(z))
    }

    /// Adds to a set all zones that may alias one of its zones.
    pub fn close(&self, set: &mut ZoneSet) {
        let aliases: Vec<&Arc<[ZoneId]>> = set.iter().filter_map(|z| self.aliases.get(&z)).collect();
        for class in aliases {
            if class.iter().any(|&z| !set.contains(z)) {
                set.extend(class.iter().copied());
            }
        }
    }

    /// True if overwriting a designator leaves nothing of the old value of one of its zones.
    pub fn is_killed_by(&self, program: &Program, designator: &Expr, zone: ZoneId) -> bool {
        let volatile = |s: SymbolId| program.symbols[s].variable().is_some_and(|v| v.attrs.volatile);
        let alone = self.zones[zone].exact && self.aliases(&zone).len() == 1;
        // a single component of a variable that is one zone leaves the others
        let (path, parent) = self.types.without_parents(path_of(designator));
        let whole = &self.zones[zone].path;
        let is_all = whole.starts_with(&path) && (parent.is_none() || whole.len() > path.len());
        alone && is_all && is_whole(designator) && !designator.base_symbol().is_some_and(volatile)
    }

    /// True if values of the type can carry a derivative: real, complex, and derived types with such a component.
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

    /// Number of zones.
    pub fn len(&self) -> usize {
        self.zones.len()
    }

    /// True if there are no zones.
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// A number beyond all zones: a value inside a statement, such as a function's result.
    pub(crate) fn temporary(&self, k: usize) -> ZoneId {
        Id::from_index(self.zones.len() + k)
    }

    /// True for the numbers of [`Zones::temporary`].
    pub fn is_temporary(&self, zone: ZoneId) -> bool {
        zone.index() >= self.zones.len()
    }

    /// True if the zone may contain a differentiable value; true for temporaries.
    pub(crate) fn carries(&self, zone: ZoneId) -> bool {
        self.is_temporary(zone) || self.zones[zone].differentiable
    }

    /// True if a zone exists before and after a call of the unit, by the same name: all zones but its own unsaved
    /// locals, dummy arguments and result. The local variables of a host are visible in this sense to the procedures
    /// inside it.
    pub fn is_visible_outside(&self, unit: UnitId, zone: ZoneId) -> bool {
        let z = &self.zones[zone];
        z.is_global || z.owner != Some(unit)
    }

    /// The name of a zone by one of its variables: `s`, or `s%a`.
    pub fn name(&self, program: &Program, symbol: SymbolId, zone: ZoneId) -> String {
        let name = self.part_name(program, symbol, zone);
        match self.zones[zone].descriptor {
            true => format!("shape of {name}"),
            false => name,
        }
    }

    /// The part of a variable that a zone belongs to, by its value or by its shape.
    pub fn part_name(&self, program: &Program, symbol: SymbolId, zone: ZoneId) -> String {
        let mut name = program.symbols[symbol].name.to_string();
        for &c in &self.zones[zone].path {
            name.push('%');
            name.push_str(&program.symbols[c].name);
        }
        name
    }

    /// One line for each zone: its variables and possible aliases.
    pub fn dump(&self, program: &Program) -> String {
        let mut out = String::new();
        for (id, z) in self.zones.iter() {
            let name = |&s: &SymbolId| {
                let owner = program.symbols[s].owner.map_or("", |u| program.units[u].name.as_str());
                format!("{owner}:{}", self.name(program, s, id))
            };
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

pub(crate) fn is_dynamic(v: &Variable) -> bool {
    v.attrs.pointer || v.attrs.allocatable
}

impl std::ops::Index<ZoneId> for Zones {
    type Output = Zone;

    fn index(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone]
    }
}
