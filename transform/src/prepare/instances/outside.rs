//! Copies that stand outside their modules.
//!
//! A copy for a type of another module calls procedures there. If that module uses the copy's own module, as the module
//! of an extension uses that of its parent, the modules would depend on each other once they are regenerated with their
//! derivatives. The same holds for procedures with objects that may be of such a type. So the derivative of such a copy
//! belongs to no module; it uses them all. Private entities of its own module are made public, as for others
//! ([`crate::assemble::enlarged`]).

use crate::normalize::downcasts::possible_types;
use crate::prepare::instances::state::{Instances, Known, Modules};
use adc_frontend::ast::fold;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

impl Modules {
    /// The modules that the modules of a program need.
    pub fn of(program: &Program) -> Modules {
        let mut needed: BTreeMap<UnitId, BTreeSet<UnitId>> = BTreeMap::new();
        for (u, unit) in program.units.iter() {
            let home = program.outermost(u);
            if program.units[home].kind != UnitKind::Module {
                continue;
            }
            let all = needed.entry(home).or_default();
            all.extend(unit.uses.iter().filter_map(|x| x.module));
            visit::walk_calls(&unit.body, &mut |r| {
                let target = program.definition(r.callee.proc).map(|t| program.outermost(t));
                all.extend(target.filter(|&t| t != home));
            });
        }
        Modules { needed }
    }

    /// True if a module needs another, directly or not.
    pub fn need(&self, module: UnitId, other: UnitId) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![module];
        while let Some(m) = work.pop() {
            let needed = self.needed.get(&m).into_iter().flatten();
            work.extend(needed.filter(|&&u| seen.insert(u)));
        }
        seen.contains(&other)
    }
}

impl Instances<'_> {
    /// Takes a copy out of its module, if necessary.
    pub(crate) fn put_outside(&mut self, copy: UnitId, known: &[Known]) {
        let Some(home) = self.program.units[copy].parent else {
            return;
        };
        let is_module = self.program.units[home].kind == UnitKind::Module;
        let for_others = known.iter().any(|&k| self.needs(k, home)) || self.may_meet_others(copy);
        if !is_module || !for_others {
            return;
        }
        let host = &self.program.units[home];
        let mut uses = host.uses.clone();
        uses.push(Use {
            name: host.name.clone(),
            module: Some(home),
            only: false,
            items: vec![],
            span: Span::NONE,
        });
        let is_seen = |s: &SymbolId| {
            let symbol = &self.program.symbols[*s];
            symbol.owner != Some(home) || !symbol.private
        };
        let names = host.names.iter().filter(|(_, s)| is_seen(s));
        let names: Vec<_> = names.map(|(name, &s)| (name.clone(), s)).collect();
        let unit = &mut self.program.units[copy];
        unit.parent = None;
        unit.uses.splice(0..0, uses);
        for (name, s) in names {
            unit.names.entry(fold(&name)).or_insert(s);
        }
    }

    /// True for a procedure with objects that may be of types whose modules need its own.
    pub(crate) fn may_meet_others(&self, unit: UnitId) -> bool {
        let u = &self.program.units[unit];
        let Some(home) = u.parent.filter(|&h| self.program.units[h].kind == UnitKind::Module) else {
            return false;
        };
        let variables = u.symbols.iter().filter_map(|&s| self.program.symbols[s].variable());
        let declared: BTreeSet<SymbolId> = variables
            .filter_map(|v| match v.ty.ty {
                Ty::Class(t) => Some(t),
                _ => None,
            })
            .collect();
        let possible = declared.iter().flat_map(|&t| possible_types(self.program, t));
        let mut needs = possible.map(|t| self.needs(Known::Type(Ty::Derived(t)), home));
        needs.any(|n| n)
    }

    /// True for a type of another module that needs a given one. Procedures are passed with their derivatives.
    fn needs(&self, known: Known, home: UnitId) -> bool {
        let (Known::Type(Ty::Derived(t) | Ty::Class(t)) | Known::Rank(_, Some(Ty::Derived(t) | Ty::Class(t)))) = known
        else {
            return false;
        };
        let module = self.program.symbols[t].owner.map(|o| self.program.outermost(o));
        module.is_some_and(|m| m != home && self.modules.need(m, home))
    }
}
