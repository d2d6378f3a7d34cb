//! Procedures that are regenerated: those with state, and their callers.
//!
//! In the lifted program the copy replaces the original: it gets the new name, and a module procedure moves to the new
//! module of its module. The originals stay in the user's files; generated code does not refer to them.

use crate::code::names::of_derivative;
use crate::prepare::state::lift::Lifter;
use adc_frontend::ast::fold;
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Lifter<'_> {
    /// Marks a procedure as a copy.
    pub fn copy(&mut self, top: UnitId) {
        let name = self.program.units[top].name.clone();
        self.out.procedures.entry(top).or_insert(name);
    }

    /// Finds the callers of copies, names all copies, and moves those of modules.
    pub fn copies(&mut self) {
        self.callers();
        for top in self.out.procedures.keys().copied().collect::<Vec<_>>() {
            self.rename(top);
        }
        for top in self.out.procedures.keys().copied().collect::<Vec<_>>() {
            self.relocate(top);
        }
        self.import_copies();
    }

    fn is_copy(&self, unit: UnitId) -> bool {
        self.out.procedures.contains_key(&self.top(unit))
    }

    fn callers(&mut self) {
        loop {
            let found = self.reached.iter().copied().find(|&u| {
                let top = self.top(u);
                !self.entries.contains(&top)
                    && !self.is_copy(u)
                    && !self.out.modules.contains(&self.program.outermost(u))
                    && self.calls.callees(u).iter().any(|&c| self.is_copy(c))
            });
            let Some(u) = found else { return };
            let root = self.program.outermost(u);
            if self.is_enlarged(root) {
                continue;
            }
            if self.program.units[root].kind == UnitKind::Module {
                self.home(root);
            }
            let top = self.top(u);
            self.copy(top);
        }
    }

    /// Renames a copy everywhere; calls by a generic name or an operator become direct ones.
    fn rename(&mut self, top: UnitId) {
        let old = self.program.units[top].name.clone();
        let new = self.free_name(&of_derivative(&format!("{old}_primal"), self.suffix));
        let folded = fold(&old);
        let is_external = self.program.units[top].parent.is_none();
        let bodies: Vec<UnitId> = self
            .program
            .units
            .iter()
            .filter(|(_, u)| is_external && u.prefix.interface_body && fold(&u.name) == folded)
            .map(|(u, _)| u)
            .collect();
        let mut symbols: IndexSet<SymbolId> = self.program.units[top].symbol.into_iter().collect();
        for (s, symbol) in self.program.symbols.iter() {
            let SymbolKind::Procedure(p) = &symbol.kind else {
                continue;
            };
            if p.unit == Some(top) || p.unit.is_none() && p.interface.is_some_and(|i| bodies.contains(&i)) {
                symbols.insert(s);
            }
        }
        for u in bodies.into_iter().chain([top]) {
            self.program.units[u].name = new.clone();
            symbols.extend(self.program.units[u].symbol);
        }
        for &s in &symbols {
            self.program.symbols[s].name = new.clone();
        }
        for (_, u) in self.program.units.iter_mut() {
            if u.names.get(&folded).is_some_and(|s| symbols.contains(s)) {
                if let Some(s) = u.names.shift_remove(&folded) {
                    u.names.insert(fold(&new), s);
                }
            }
            visit::rewrite_calls(&mut u.body, &mut |callee| {
                if symbols.contains(&callee.proc) {
                    callee.via = None;
                }
            });
        }
    }

    /// Moves a module procedure to the new module.
    fn relocate(&mut self, top: UnitId) {
        let Some(module) = self.program.units[top].parent else {
            return;
        };
        let home = self.home(module);
        self.program.units[top].parent = Some(home);
        self.program.units[module].contains.retain(|&u| u != top);
        self.program.units[home].contains.push(top);
        if let Some(s) = self.program.units[top].symbol {
            let original = self.original(top, s);
            self.program.symbols[s].owner = Some(home);
            self.program.symbols[s].private = false;
            self.program.units[module].symbols.retain(|&x| x != s);
            self.program.units[home].symbols.push(s);
            let name = fold(&self.program.symbols[s].name);
            self.program.units[home].names.insert(name, s);
            // units that had it from the module import it again
            for (_, u) in self.program.units.iter_mut().filter(|(id, _)| *id != home) {
                u.names.retain(|_, x| *x != s);
                u.uses.iter_mut().for_each(|x| x.items.retain(|i| i.symbol != s));
            }
            if let Some(original) = original {
                let name = fold(&original.name);
                let original = self.program.symbols.alloc(original);
                self.program.units[module].names.insert(name, original);
            }
        }
    }

    /// The symbol that the module keeps of a moved procedure: its name, which comes by USE as before.
    fn original(&self, top: UnitId, s: SymbolId) -> Option<Symbol> {
        let mut symbol = self.program.symbols[s].clone();
        symbol.name = self.out.procedures.get(&top)?.clone();
        if let SymbolKind::Procedure(p) = &mut symbol.kind {
            (p.unit, p.interface) = (None, None);
        }
        Some(symbol)
    }

    /// Imports copies from the new modules into copies that call them.
    fn import_copies(&mut self) {
        for u in self.reached.clone() {
            if !self.is_copy(u) {
                continue;
            }
            for &called in self.calls.callees(u) {
                let Some(module) = self.program.units[called].parent else {
                    continue;
                };
                if self.out.new_modules.contains(&module) {
                    if let Some(s) = self.program.units[called].symbol {
                        let top = self.top(u);
                        self.use_symbol(top, module, s);
                    }
                }
            }
        }
    }
}
