//! Names that a derivative unit sees: imports from modules, names for entities of other units, new locals.

use crate::assemble::generator::Generator;
use crate::code::{elsewhere, written_symbols};
use crate::context::Context;
use crate::normalize::leaves::component;
use crate::normalize::temps::new_variable;
use adc_analysis::ZoneId;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

impl Context<'_> {
    /// The variables of a zone that a unit sees and that together cover it: one that covers all of it, or all that
    /// overlap.
    pub(crate) fn names_of(&self, u: UnitId, zone: ZoneId) -> Vec<SymbolId> {
        let seen = self
            .facts
            .zones
            .members(zone)
            .iter()
            .filter(|&&s| self.primal.sees(u, s));
        let enough = if self.facts.zones[zone].exact { 1 } else { usize::MAX };
        seen.copied().take(enough).collect()
    }

    /// The part of a designator that is a zone of its variable. `None` if it has no name: inside a pointer or
    /// allocatable component, which may not exist, and inside an array component of an array of derived type.
    pub(crate) fn part_of(&self, whole: &Expr, zone: ZoneId) -> Option<Expr> {
        let known = self.facts.zones.path_of(whole).len();
        self.component_at(whole, self.facts.zones[zone].path.get(known..)?)
    }

    /// The designator at the end of a path of components; `None` if it has no name.
    pub(crate) fn component_at(&self, whole: &Expr, path: &[SymbolId]) -> Option<Expr> {
        let last = path.len().wrapping_sub(1);
        path.iter().enumerate().try_fold(whole.clone(), |e, (k, &c)| {
            let v = self.primal.symbols[c].variable()?;
            let is_there = !v.attrs.pointer && (!v.attrs.allocatable || k == last);
            let nameable = is_there && (e.rank == 0 || v.dims.is_empty() && !v.attrs.allocatable);
            nameable.then(|| component(self.primal, &e, c))
        })
    }

    /// True for a variable of the primal whose memory has no other name.
    pub(crate) fn is_alone(&self, symbol: SymbolId) -> bool {
        let zones = &self.facts.zones;
        let parts = zones.of(symbol);
        let alone = |z: &ZoneId| zones.members(*z).len() == 1 && zones.aliases(z).len() == 1;
        !parts.is_empty() && parts.iter().all(alone)
    }

    /// The scalar of intrinsic type that a zone consists of, if its memory has no other name.
    pub(crate) fn scalar_alone(&self, zone: ZoneId) -> Option<SymbolId> {
        let symbol = *self.facts.zones.members(zone).first()?;
        let v = self.primal.symbols[symbol].variable()?;
        let a = &v.attrs;
        let plain = v.dims.is_empty() && !(a.pointer || a.allocatable || a.optional);
        let is_value = matches!(v.ty.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_));
        (plain && is_value && self.is_alone(symbol)).then_some(symbol)
    }
}

impl Generator<'_> {
    /// Makes a symbol visible in a derivative unit: a shadow or derivative procedure of a module is imported by name.
    pub fn import(&mut self, unit: UnitId, symbol: SymbolId) {
        let Some(owner) = self.out.symbols[symbol].owner else {
            return;
        };
        let mut at = Some(unit);
        while let Some(u) = at {
            if u == owner {
                // visible from inside: no local may have the name
                let name = self.out.symbols[symbol].name.clone();
                self.namer(unit).reserve(&name);
                return;
            }
            let names = &self.out.units[u].names;
            let by_its_name = names.get(&fold(&self.out.symbols[symbol].name));
            if by_its_name == Some(&symbol) || names.values().any(|&s| self.out.is_meant(s, symbol)) {
                return;
            }
            at = self.out.units[u].parent;
        }
        if self.out.units[owner].kind != UnitKind::Module {
            return;
        }
        if self.out.symbols[symbol].private && self.out.symbols[symbol].variable().is_some() {
            self.expose(symbol);
        }
        let name = self.out.symbols[symbol].name.clone();
        let local = if self.namer(unit).is_free(&name) {
            self.namer(unit).reserve(&name);
            name
        } else {
            self.namer(unit).fresh_shadow(&name)
        };
        self.out.use_only(unit, owner, symbol, local);
    }

    /// References to a zone's variables ([`Generator::names_of`]) from a unit that may not see them: a module variable
    /// is imported, a COMMON block declared. Empty if no variable of the zone can be reached.
    pub fn reach(&mut self, u: UnitId, zone: ZoneId) -> Vec<SymbolId> {
        let seen = self.names_of(u, zone);
        if !seen.is_empty() {
            return seen;
        }
        let d = self.derivative_unit(u);
        if !self.foreign.contains_key(&(d, zone)) {
            self.bring(d, zone);
        }
        self.foreign.get(&(d, zone)).cloned().unwrap_or_default()
    }

    /// Makes variables of a zone visible in a derivative unit, if possible.
    fn bring(&mut self, d: UnitId, zone: ZoneId) -> Option<()> {
        let &s = self.facts.zones.members(zone).first()?;
        let symbol = self.out.symbols[s].clone();
        let owner = symbol.owner?;
        match symbol.variable()?.storage {
            Storage::Module => {
                if symbol.private && !self.expose(s) {
                    return None;
                }
                self.import(d, s);
                self.foreign.insert((d, zone), vec![s]);
            }
            Storage::Common(c) => {
                let view = self.primal.units[owner].commons.iter().find(|x| x.common == c)?.clone();
                let mut members = vec![];
                for m in view.members {
                    let v = elsewhere(self.primal, self.primal.symbols[m].variable()?);
                    let name = self.primal.symbols[m].name.clone();
                    let name = self.namer(d).fresh(&name);
                    let copy = new_variable(&mut self.out, d, name, v);
                    for &z in self.facts.zones.of(m) {
                        self.foreign.entry((d, z)).or_default().push(copy);
                    }
                    members.push(copy);
                }
                self.out.units[d].commons.push(CommonUse {
                    common: c,
                    members,
                    span: view.span,
                });
            }
            _ => {}
        }
        Some(())
    }

    /// A new local of a derivative unit.
    pub fn local(&mut self, unit: UnitId, stem: &str, ty: DeclType, rank: u8) -> Expr {
        let name = self.namer(unit).fresh(stem);
        let s = crate::normalize::temps::new_local(&mut self.out, unit, name, ty, rank);
        var(&self.out, s)
    }

    /// Imports all entities of other modules that the expressions of a finished body name.
    pub fn import_all(&mut self, unit: UnitId) {
        for s in written_symbols(&self.out.units[unit].body) {
            self.import(unit, s);
        }
        self.import_intrinsics(unit);
    }

    /// Imports the functions of intrinsic modules and of the runtime that partial derivatives name; renamed if the user
    /// has something of that name.
    fn import_intrinsics(&mut self, unit: UnitId) {
        let mut wanted: IndexMap<_, (&str, IndexSet<SmolStr>)> = IndexMap::new();
        let mut found = |id: &IntrinsicId, name: &SmolStr| {
            if let Some(module) = id.row().module {
                let (_, names) = wanted.entry(*id).or_insert((module, IndexSet::new()));
                names.insert(name.clone());
            }
        };
        visit::walk_block(&self.out.units[unit].body, &mut |s| {
            if let StmtKind::CallIntrinsic { id, name, .. } = &s.kind {
                found(id, name);
            }
        });
        visit::walk_block_exprs(&self.out.units[unit].body, &mut |e| {
            if let ExprKind::Intrinsic(id, name, _) = &e.kind {
                found(id, name);
            }
        });
        let mut renamed = IndexMap::new();
        for (id, (module, names)) in wanted {
            let is_it = |s: SymbolId| matches!(self.out.symbols[s].kind, SymbolKind::Intrinsic(k) if k == id);
            if names.iter().all(|n| self.out.lookup(unit, &fold(n)).is_some_and(is_it)) {
                continue;
            }
            // the user's code may have it by another name
            let known = self.out.units[unit].names.iter().find(|(_, &s)| is_it(s));
            if let Some((local, _)) = known {
                renamed.insert(id, local.clone());
                continue;
            }
            let Some(name) = names.first().cloned() else { continue };
            let local = self.namer(unit).fresh(&name);
            let symbol = Symbol::new(name.clone(), None, SymbolKind::Intrinsic(id));
            let symbol = self.out.symbols.alloc(symbol);
            let target = &mut self.out.units[unit];
            target.names.insert(fold(&local), symbol);
            let own = id.row().name;
            let original = (!local.eq_ignore_ascii_case(own)).then(|| own.into());
            if local != name {
                renamed.insert(id, local.clone());
            }
            let item = UseItem {
                local,
                original,
                symbol,
            };
            let is_listed = |u: &&mut Use| u.module.is_none() && u.only && u.name == module && u.span.is_none();
            match target.uses.iter_mut().find(is_listed) {
                Some(listed) => listed.items.push(item),
                None => target.uses.push(Use {
                    name: module.into(),
                    module: None,
                    only: true,
                    items: vec![item],
                    span: Span::NONE,
                }),
            }
        }
        if renamed.is_empty() {
            return;
        }
        visit::rewrite_block_exprs(&mut self.out.units[unit].body, &mut |e| {
            if let ExprKind::Intrinsic(id, name, _) = &mut e.kind {
                if let Some(local) = renamed.get(id) {
                    name.clone_from(local);
                }
            }
        });
    }
}
