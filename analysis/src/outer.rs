//! Memory that code outside of the given files may share among pointers: before it calls the head, it may associate any
//! pointer that it can name with any target, or part of one, of the pointer's type.
//!
//! *Outer* memory, by variable:
//!
//! | variable | outer |
//! |---|---|
//! | of a module or of COMMON | its targets, and what its pointers refer to, if the head mentions it |
//! | private, or saved in a procedure | the same, if a pointer through which others may reach it is in its alias class |
//! | dummy argument of the head, or of a procedure above it that nothing in the files calls | the same |
//! | other local variable | nothing |
//!
//! A pointer is not outer if the head associates it before anything uses it ([`crate::asked`]). A variable without
//! TARGET and POINTER is not, either: the standard forbids that it is changed by another name.
//!
//! Two places fit if their types agree, whatever their ranks: pointers may refer to sections, and change bounds and
//! rank. A pointer to reals also fits complex numbers, and one to objects those of an extension or a parent.
//!
//! Nothing is outer if a main program is given and each chain of calls to the head begins there: then all callers are
//! given. Ignored: associations by procedures without source, and by C.

use crate::asked::Asked;
use crate::types::Path;
use crate::zones::alias::Shared;
use crate::{CallGraph, Heads, ZoneId, Zones};
use adc_frontend::ir::*;
use adc_frontend::mentions;
use std::collections::{BTreeMap, BTreeSet};

/// The memory of a program. Code that is not given may associate pointers before it calls the head, if there is one.
pub fn zones_for(program: &Program, calls: &CallGraph, heads: Option<&Heads>) -> Zones {
    let heads = heads.filter(|_| has_pointers(program));
    Zones::build(program, calls, &|zones, class_of| match heads {
        Some(heads) => shared(program, calls, zones, heads, class_of),
        None => Shared::default(),
    })
}

/// True for a program with a pointer variable or component: without any, no memory is outer.
pub fn has_pointers(program: &Program) -> bool {
    let mut variables = program.symbols.iter().filter_map(|(_, s)| s.variable());
    variables.any(|v| v.attrs.pointer)
}

/// The memory that code which is not given may share.
fn shared(
    program: &Program,
    calls: &CallGraph,
    zones: &Zones,
    heads: &Heads,
    class_of: &dyn Fn(ZoneId) -> usize,
) -> Shared {
    let exits = zones.iter().filter(|(z, _)| is_exit(program, zones, *z));
    let exits: BTreeSet<usize> = exits.map(|(z, _)| class_of(z)).collect();
    let spots = spots(program, calls, zones, heads, &|z| exits.contains(&class_of(z)));
    let of_pointers = || spots.iter().filter(|s| s.is_pointer);
    let pointers: BTreeMap<Ty, &Spot> = of_pointers().map(|s| (s.ty, s)).collect();
    let mut pairs = vec![];
    for (&ty, pointer) in &pointers {
        for spot in spots.iter().filter(|s| fits(program, ty, s.ty)) {
            let same = Zones::pairs((pointer.zones.len(), ty), (spot.zones.len(), spot.ty));
            pairs.extend(same.into_iter().map(|(x, y)| (pointer.zones[x], spot.zones[y])));
        }
    }
    Shared {
        pairs,
        outer: of_pointers().flat_map(|s| s.zones.iter().copied()).collect(),
    }
}

/// Memory of one type, with the parts of the type.
struct Spot {
    zones: Vec<ZoneId>,
    ty: Ty,
    /// True for the memory that a pointer refers to.
    is_pointer: bool,
}

/// Finds the outer memory of a program.
struct Outer<'a> {
    asked: Asked<'a>,
    heads: &'a Heads,
    spots: Vec<Spot>,
}

/// The outer memory. `is_reached` tells if others may reach a zone through pointers in its alias class.
fn spots(
    program: &Program,
    calls: &CallGraph,
    zones: &Zones,
    heads: &Heads,
    is_reached: &dyn Fn(ZoneId) -> bool,
) -> Vec<Spot> {
    let entries = entries(calls, heads);
    if entries.iter().all(|&u| program.units[u].kind == UnitKind::Program) {
        return vec![];
    }
    let mut mentioned: BTreeSet<SymbolId> = BTreeSet::new();
    for u in calls.reachable(heads.units()) {
        mentioned.extend(mentions::of_unit(program, u));
    }
    mentioned.extend(heads.listed());
    let mut outer = Outer {
        asked: Asked { program, calls, zones },
        heads,
        spots: vec![],
    };
    for (s, symbol) in program.symbols.iter() {
        let Some(v) = symbol.variable() else { continue };
        let is_outer = match v.storage {
            Storage::Module | Storage::Common(_) => {
                let is_hidden = symbol.private || v.attrs.protected && !v.attrs.pointer;
                mentioned.contains(&s) && (!is_hidden || zones.of(s).iter().any(|&z| is_reached(z)))
            }
            Storage::Local => v.attrs.save && mentioned.contains(&s) && zones.of(s).iter().any(|&z| is_reached(z)),
            Storage::Dummy => {
                let is_entry = |u| heads.has(u) || entries.contains(&u);
                !v.attrs.value && symbol.owner.is_some_and(is_entry)
            }
            Storage::Result | Storage::Component | Storage::Parameter | Storage::Index => false,
        };
        if is_outer {
            outer.variable(s, v);
        }
    }
    outer.spots
}

/// The procedures, and the main program, where chains of calls to the heads begin.
fn entries(calls: &CallGraph, heads: &Heads) -> BTreeSet<UnitId> {
    let above = calls.callers_of(heads.units());
    let begins = |&u: &UnitId| {
        let below = calls.reachable([u]);
        calls.callers(u).iter().all(|c| below.contains(c))
    };
    above.into_iter().filter(begins).collect()
}

/// True for a zone through which code outside may reach its alias class: it has a name for it, or had one.
fn is_exit(program: &Program, zones: &Zones, zone: ZoneId) -> bool {
    let names = |&s: &SymbolId| {
        let symbol = &program.symbols[s];
        let Some(v) = symbol.variable() else { return false };
        let leads = v.attrs.pointer || zones[zone].indirect;
        match v.storage {
            Storage::Module => leads && !symbol.private,
            Storage::Common(_) => leads,
            Storage::Dummy | Storage::Result => {
                let is_called_outside = symbol.owner.is_some_and(|u| !is_internal(program, u));
                (leads || v.attrs.target) && is_called_outside
            }
            Storage::Local | Storage::Component | Storage::Parameter | Storage::Index => false,
        }
    };
    zones.members(zone).iter().any(names)
}

/// True for a procedure inside another one, or in a main program.
fn is_internal(program: &Program, unit: UnitId) -> bool {
    let host = program.units[unit].parent.map(|p| program.units[p].kind);
    host.is_some_and(|k| !matches!(k, UnitKind::Module | UnitKind::Submodule))
}

impl Outer<'_> {
    /// True if a head may use a pointer before it associates it.
    fn is_asked_before(&self, s: SymbolId, path: &[SymbolId]) -> bool {
        self.heads.units().any(|u| self.asked.before(u, s, path))
    }

    /// The outer memory of a variable, and what its pointers refer to.
    fn variable(&mut self, s: SymbolId, v: &Variable) {
        let Asked { program, zones, .. } = self.asked;
        let mut done: BTreeSet<Path> = BTreeSet::new();
        let mut new: Vec<Path> = vec![];
        for &z in zones.of(s) {
            let path = &zones[z].path;
            for n in 0..=path.len() {
                let at = &path[..n];
                if new.iter().any(|p| at.starts_with(p)) {
                    break;
                }
                let Some(part) = at.last().map_or(Some(v), |&c| program.symbols[c].variable()) else {
                    break;
                };
                let is_pointer = part.attrs.pointer;
                if done.insert(at.to_vec()) {
                    if is_pointer && !self.is_asked_before(s, at) {
                        new.push(at.to_vec());
                        break;
                    }
                    if is_pointer || self.has_names(v, at) {
                        self.spots.push(Spot {
                            zones: zones.of_path(s, at).to_vec(),
                            ty: part.ty.ty,
                            is_pointer,
                        });
                    }
                    if n == path.len() {
                        let has_names = is_pointer || self.has_names(v, at);
                        self.inside(z, part.ty.ty, has_names, &mut BTreeSet::new());
                    }
                }
            }
        }
    }

    /// True for a part of a pointer or target, and for what a pointer component refers to.
    fn has_names(&self, v: &Variable, path: &[SymbolId]) -> bool {
        let is_pointer = |c: &SymbolId| {
            let component = self.asked.program.symbols[*c].variable();
            component.is_some_and(|v| v.attrs.pointer)
        };
        v.attrs.pointer || v.attrs.target || path.iter().any(is_pointer)
    }

    /// The outer memory in a zone that is not divided.
    fn inside(&mut self, zone: ZoneId, ty: Ty, has_names: bool, seen: &mut BTreeSet<(SymbolId, bool)>) {
        let Asked { program, zones, .. } = self.asked;
        for t in zones.types().dynamic_types(ty) {
            if !seen.insert((t, has_names)) {
                continue;
            }
            for v in program
                .components(t)
                .iter()
                .filter_map(|&c| program.symbols[c].variable())
            {
                let has_names = has_names || v.attrs.pointer;
                if has_names {
                    self.spots.push(Spot {
                        zones: vec![zone],
                        ty: v.ty.ty,
                        is_pointer: v.attrs.pointer,
                    });
                }
                self.inside(zone, v.ty.ty, has_names, seen);
            }
        }
    }
}

/// True if a pointer of one type may refer to memory of another, or to a part of it.
fn fits(program: &Program, pointer: Ty, memory: Ty) -> bool {
    if let (Some(a), Some(b)) = (object(pointer), object(memory)) {
        // types of one name may be the same by SEQUENCE
        let same_name =
            |a: SymbolId, b: SymbolId| program.symbols[a].name.eq_ignore_ascii_case(&program.symbols[b].name);
        let (up_a, up_b) = (ancestors(program, a), ancestors(program, b));
        return up_a.contains(&b) || up_b.contains(&a) || same_name(a, b);
    }
    match (pointer, memory) {
        (Ty::Unlimited, _) | (_, Ty::Unlimited) => true,
        (Ty::Real(a), Ty::Complex(b)) => a == b,
        (a, b) => a == b,
    }
}

fn object(ty: Ty) -> Option<SymbolId> {
    match ty {
        Ty::Derived(t) | Ty::Class(t) => Some(t),
        _ => None,
    }
}

/// A type and those that it extends.
fn ancestors(program: &Program, ty: SymbolId) -> Vec<SymbolId> {
    let mut all = vec![ty];
    while let SymbolKind::Type(TypeDef { extends: Some(t), .. }) = program.symbols[all[all.len() - 1]].kind {
        all.push(t);
    }
    all
}
