//! Contents of derived types, extensions of polymorphic ones included, and the division of their variables into zones.
//!
//! A type is divided along its components, inherited ones first, recursively through components of divided types. The
//! division depends on the type alone, so the parts of all designators of a type correspond one to one. Undivided are
//!
//! * polymorphic types, whose components are not known;
//! * recursive types (lists, trees), which have no end;
//! * types whose parts, for all their variables, would be more zones than the size of the program warrants, so that the
//!   number of zones stays linear in the text;
//! * types whose components are never named: there is nothing to distinguish.

use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Limit on the zones for parts of variables: the larger of this and [`ZONES_PER_SYMBOL`] per symbol.
const ZONES: usize = 60_000;
const ZONES_PER_SYMBOL: usize = 16;

/// The components that lead from a variable to a part of it.
pub(crate) type Path = Vec<SymbolId>;

/// Facts about derived types.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    /// Types with a real or complex component, at any depth.
    differentiable: BTreeSet<SymbolId>,
    /// Types with a pointer component, at any depth.
    pointers: BTreeSet<SymbolId>,
    /// Types with an allocatable or pointer component, at any depth.
    dynamic: BTreeSet<SymbolId>,
    /// Direct extensions.
    extensions: BTreeMap<SymbolId, Vec<SymbolId>>,
    /// The parts of divided types, in depth-first order.
    parts: BTreeMap<SymbolId, Vec<Path>>,
    /// The components through which objects of extended types access their parents, with the components that they
    /// represent.
    parents: BTreeMap<SymbolId, BTreeSet<SymbolId>>,
    /// Those that access polymorphic objects as objects of their dynamic type.
    downcasts: BTreeSet<SymbolId>,
}

impl Types {
    pub(crate) fn build(program: &Program) -> Types {
        let mut t = Types::default();
        let defs: Vec<_> = program
            .symbols
            .iter()
            .filter_map(|(s, x)| match &x.kind {
                SymbolKind::Type(def) => Some((s, def)),
                SymbolKind::Variable(_)
                | SymbolKind::Constant(_)
                | SymbolKind::Procedure(_)
                | SymbolKind::Generic(_)
                | SymbolKind::StatementFunction(_)
                | SymbolKind::Intrinsic(_)
                | SymbolKind::Namelist => None,
            })
            .collect();
        for (s, def) in &defs {
            if let Some(parent) = def.extends {
                t.extensions.entry(parent).or_default().push(*s);
            }
        }
        // least fixpoint over components that are of derived types themselves
        let mut grew = true;
        while grew {
            grew = false;
            for (s, def) in &defs {
                let parent = def.extends.map(Ty::Derived);
                let parts = def.components.iter().filter_map(|&c| program.symbols[c].variable());
                let (mut d, mut p, mut h) = (false, false, false);
                for (ty, pointer, allocatable) in parts
                    .map(|v| (v.ty.ty, v.attrs.pointer, v.attrs.allocatable))
                    .chain(parent.map(|ty| (ty, false, false)))
                {
                    d |= t.is_differentiable(ty);
                    p |= pointer || t.has_pointers(ty);
                    h |= pointer || allocatable || t.has_descriptors(ty);
                }
                grew |= h && t.dynamic.insert(*s);
                grew |= d && t.differentiable.insert(*s);
                grew |= p && t.pointers.insert(*s);
            }
        }
        t.divide(program, &defs);
        t.downcasts = program
            .symbols
            .iter()
            .map(|(s, _)| s)
            .filter(|&s| program.is_downcast(s))
            .collect();
        t.parents = parents(program, &defs);
        t
    }

    fn divide(&mut self, program: &Program, defs: &[(SymbolId, &TypeDef)]) {
        if defs.is_empty() {
            return;
        }
        let types: BTreeMap<SymbolId, &TypeDef> = defs.iter().copied().collect();
        let named = named_components(program);
        let inner = |s: SymbolId| {
            let components = program.components(s).into_iter();
            components.filter_map(|c| derived(program, c))
        };
        let is_recursive = |s: SymbolId| {
            let mut seen = BTreeSet::new();
            let mut work: Vec<SymbolId> = inner(s).collect();
            while let Some(t) = work.pop() {
                if seen.insert(t) {
                    work.extend(inner(t));
                }
            }
            seen.contains(&s)
        };
        let mut variables: BTreeMap<SymbolId, usize> = BTreeMap::new();
        for v in program.symbols.iter().filter_map(|(_, s)| s.variable()) {
            if let (Ty::Derived(t), false) = (v.ty.ty, v.is_in_type()) {
                *variables.entry(t).or_default() += 1;
            }
        }
        let mut left = ZONES.max(ZONES_PER_SYMBOL * program.symbols.len());
        // inner types first
        let mut settled: BTreeSet<SymbolId> = types.keys().copied().filter(|&s| is_recursive(s)).collect();
        let mut grew = true;
        while grew {
            grew = false;
            for &s in types.keys() {
                if settled.contains(&s) || !inner(s).all(|t| settled.contains(&t)) {
                    continue;
                }
                grew = settled.insert(s);
                let components = program.components(s);
                if !components.iter().any(|c| named.contains(c)) {
                    continue;
                }
                let mut paths: Vec<Path> = vec![];
                for c in components {
                    match derived(program, c).and_then(|t| self.parts.get(&t)) {
                        Some(parts) => paths.extend(parts.iter().map(|p| [&[c], p.as_slice()].concat())),
                        None => paths.push(vec![c]),
                    }
                }
                let zones = paths.len() * variables.get(&s).copied().unwrap_or(0);
                if zones <= left {
                    left -= zones;
                    self.parts.insert(s, paths);
                }
            }
        }
    }

    /// The parts of a type; `None` if it is not divided.
    pub(crate) fn parts(&self, ty: Ty) -> Option<&[Path]> {
        match ty {
            Ty::Derived(s) => self.parts.get(&s).map(Vec::as_slice),
            Ty::Class(_)
            | Ty::Unlimited
            | Ty::Integer(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Character
            | Ty::Typeless
            | Ty::None => None,
        }
    }

    /// Number of parts of a value of a type.
    pub(crate) fn count(&self, ty: Ty) -> usize {
        self.parts(ty).map_or(1, <[Path]>::len)
    }

    /// The components of a designator's path that lead to a part, without parent components: an inherited component
    /// belongs to the type that inherits it. If the path ends with a parent, also the components that the parent
    /// represents.
    pub(crate) fn without_parents(&self, mut path: Path) -> (Path, Option<&BTreeSet<SymbolId>>) {
        let last = path.last().and_then(|c| self.parents.get(c));
        path.retain(|c| !self.parents.contains_key(c) && !self.downcasts.contains(c));
        (path, last)
    }

    /// The positions of the parts under a component, among the parts of its type.
    pub(crate) fn under(&self, ty: Ty, component: SymbolId) -> Range<usize> {
        let parts = self.parts(ty).unwrap_or(&[]);
        let is_under = |p: &Path| p.first() == Some(&component);
        let lo = parts.iter().position(is_under).unwrap_or(0);
        let n = parts[lo..].iter().take_while(|p| is_under(p)).count();
        lo..lo + n
    }

    /// The derived types that an object may have: the type itself and, for a polymorphic one, its extensions.
    pub(crate) fn dynamic_types(&self, ty: Ty) -> BTreeSet<SymbolId> {
        let mut seen = BTreeSet::new();
        match ty {
            Ty::Derived(s) => seen.extend([s]),
            Ty::Class(s) => {
                let mut work = vec![s];
                while let Some(s) = work.pop() {
                    if seen.insert(s) {
                        work.extend(self.extensions.get(&s).into_iter().flatten());
                    }
                }
            }
            Ty::Integer(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Character
            | Ty::Unlimited
            | Ty::Typeless
            | Ty::None => {}
        }
        seen
    }

    /// True if one of the types that an object may have passes a test.
    fn any(&self, ty: Ty, test: &dyn Fn(SymbolId) -> bool) -> bool {
        match ty {
            Ty::Derived(s) => test(s),
            _ => ty == Ty::Unlimited || self.dynamic_types(ty).into_iter().any(test),
        }
    }

    pub(crate) fn is_differentiable(&self, ty: Ty) -> bool {
        ty.is_differentiable() || self.any(ty, &|s| self.differentiable.contains(&s))
    }

    pub(crate) fn has_descriptors(&self, ty: Ty) -> bool {
        self.any(ty, &|s| self.dynamic.contains(&s))
    }

    pub(crate) fn has_pointers(&self, ty: Ty) -> bool {
        self.any(ty, &|s| self.pointers.contains(&s))
    }
}

fn derived(program: &Program, component: SymbolId) -> Option<SymbolId> {
    match program.symbols[component].ty() {
        Ty::Derived(t) => Some(t),
        _ => None,
    }
}

/// Components that access a parent, which no type declares.
fn parents(program: &Program, defs: &[(SymbolId, &TypeDef)]) -> BTreeMap<SymbolId, BTreeSet<SymbolId>> {
    if defs.iter().all(|(_, d)| d.extends.is_none()) {
        return BTreeMap::new();
    }
    let declared: BTreeSet<SymbolId> = defs.iter().flat_map(|(_, d)| d.components.iter()).copied().collect();
    let undeclared = program.symbols.iter().filter_map(|(c, s)| {
        let v = s.variable().filter(|v| v.storage == Storage::Component)?;
        match v.ty.ty {
            Ty::Derived(parent) if !declared.contains(&c) && !program.is_downcast(c) => {
                Some((c, program.components(parent)))
            }
            _ => None,
        }
    });
    undeclared.map(|(c, all)| (c, all.into_iter().collect())).collect()
}

/// Components named in a designator somewhere.
fn named_components(program: &Program) -> BTreeSet<SymbolId> {
    let mut named = BTreeSet::new();
    for (_, unit) in program.units.iter() {
        visit::walk_block_exprs(&unit.body, &mut |e| {
            if let ExprKind::Component(_, c) = e.kind {
                named.insert(c);
            }
        });
    }
    named
}
