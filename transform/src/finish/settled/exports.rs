//! Names that USE statements bring into a unit, as written: those of the list or, without ONLY, all public names of the
//! module.

use crate::finish::settled::{Settle, Used};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Public names of modules, computed on demand.
pub(crate) struct Exports {
    /// Generated modules, which replace original modules of the same name.
    printed: HashMap<SmolStr, UnitId>,
    known: HashMap<UnitId, Rc<Vec<(SmolStr, SymbolId)>>>,
    /// For each module, its name and the names of the modules that it uses.
    modules: HashMap<UnitId, Rc<BTreeSet<SmolStr>>>,
}

impl Exports {
    pub(crate) fn new(program: &Program, roots: &[UnitId]) -> Exports {
        let modules = roots.iter().filter(|&&u| program.units[u].kind == UnitKind::Module);
        Exports {
            printed: modules.map(|&u| (fold(&program.units[u].name), u)).collect(),
            known: HashMap::new(),
            modules: HashMap::new(),
        }
    }

    /// The names of a module and of all modules that it uses, directly or not: their own names, not those of their
    /// entities.
    pub(crate) fn modules(&mut self, program: &Program, module: UnitId) -> Rc<BTreeSet<SmolStr>> {
        let all = || {
            let (mut seen, mut open) = (HashSet::from([module]), vec![module]);
            let mut names = BTreeSet::new();
            while let Some(m) = open.pop() {
                let unit = &program.units[m];
                names.insert(fold(&unit.name));
                open.extend(unit.uses.iter().filter_map(|x| x.module).filter(|&m| seen.insert(m)));
            }
            Rc::new(names)
        };
        Rc::clone(self.modules.entry(module).or_insert_with(all))
    }

    fn of(&mut self, program: &Program, module: UnitId) -> Rc<Vec<(SmolStr, SymbolId)>> {
        let name = fold(&program.units[module].name);
        let module = self.printed.get(&name).copied().unwrap_or(module);
        if let Some(known) = self.known.get(&module) {
            return Rc::clone(known);
        }
        let unit = &program.units[module];
        let own = unit.names.iter().map(|(n, &s)| (n.clone(), s));
        let mut public: Vec<(SmolStr, SymbolId)> = own.filter(|(n, s)| is_public(program, module, n, *s)).collect();
        // a regenerated module has more names than when the USE statement was resolved
        for u in unit.uses.iter().filter(|u| !u.only) {
            let Some(of) = u.module else { continue };
            let brought = self.of(program, of);
            let listed = originals(u);
            let is_new = |n: &SmolStr| !unit.names.contains_key(n) && !listed.contains(n);
            let handed_on = |n: &SmolStr| unit.default_private == unit.access_of_used.contains(n);
            public.extend(brought.iter().filter(|(n, _)| is_new(n) && handed_on(n)).cloned());
        }
        let public = Rc::new(public);
        self.known.insert(module, Rc::clone(&public));
        public
    }
}

/// The names that a USE statement lists, as declared in the module.
fn originals(u: &Use) -> HashSet<SmolStr> {
    let names = u.items.iter().map(|i| i.original.as_ref().unwrap_or(&i.local));
    names.map(|n| fold(n)).collect()
}

fn is_public(program: &Program, module: UnitId, name: &SmolStr, s: SymbolId) -> bool {
    let unit = &program.units[module];
    let symbol = &program.symbols[s];
    let is_own = symbol.owner == Some(module)
        || unit.shares.is_some() && symbol.owner == unit.shares
        || unit.symbols.contains(&s);
    match is_own {
        true => !symbol.private,
        false => unit.default_private == unit.access_of_used.contains(name),
    }
}

impl Settle<'_> {
    /// All entities that a unit has by USE.
    pub(crate) fn used(&mut self, unit: UnitId) -> Vec<Used> {
        let mut out = vec![];
        let uses = self.program.units[unit].uses.clone();
        let is_module = self.program.units[unit].kind == UnitKind::Module;
        for (at, u) in uses.iter().enumerate() {
            for item in &u.items {
                let name = fold(&item.local);
                let printed = is_module || !u.only || self.is_referred_to(unit, item.symbol);
                if printed && !name.contains('(') {
                    let symbol = item.symbol;
                    out.push(Used { name, symbol, at });
                }
            }
            let Some(module) = u.module.filter(|_| !u.only) else {
                continue;
            };
            let listed = originals(u);
            for (name, symbol) in self.exports.of(self.program, module).iter() {
                if !listed.contains(name) && !name.contains('(') {
                    let (name, symbol) = (name.clone(), *symbol);
                    out.push(Used { name, symbol, at });
                }
            }
        }
        out
    }
}
