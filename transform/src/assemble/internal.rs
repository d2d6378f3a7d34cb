//! Finishing derivative units: copies of internal procedures, functions' values, imports, order of modules.

use crate::assemble::generator::Generator;
use crate::normalize::replaced;
use adc_frontend::ir::visit::{walk_block_exprs, walk_calls};
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Generator<'_> {
    /// Puts a body into a derivative unit and makes all entities in it visible. Its statements are numbered later.
    pub fn finish(&mut self, unit: UnitId, body: Block) {
        let d = self.derivative_unit(unit);
        self.out.units[d].body = body;
        if let (Some(&value), Some(result)) = (self.values.get(&unit), self.primal.units[unit].result) {
            visit::rename(&mut self.out.units[d].body, result, value);
        }
        self.import_all(d);
    }

    /// Numbers the statements of finished derivative units.
    pub(crate) fn number_statements(&mut self, units: &[UnitId]) {
        for u in units {
            let forward = self.forwards.get(u).map(|f| f.unit);
            for made in forward.into_iter().chain(self.units.get(u).copied()) {
                let mut body = std::mem::take(&mut self.out.units[made].body);
                self.out.renumber(&mut body);
                self.out.units[made].body = body;
            }
        }
    }

    /// Copies the internal procedures that run in the derivative of a host: it cannot call those of the host itself.
    pub(crate) fn copy_internal_procedures(&mut self, unit: UnitId) {
        let d = self.derivative_unit(unit);
        let internal = self.original.units[unit].contains.clone();
        if internal.is_empty() {
            return;
        }
        let mut wanted: IndexSet<UnitId> = IndexSet::new();
        let mut blocks = vec![self.out.units[d].body.clone()];
        for (u, made) in self.generated_units() {
            if self.primal.units[u].parent == Some(unit) {
                blocks.push(self.out.units[made].body.clone());
            }
        }
        let silent = internal.iter().filter_map(|c| self.silent.get(c));
        blocks.extend(silent.map(|&(c, _)| self.out.units[c].body.clone()));
        while let Some(block) = blocks.pop() {
            for u in self.called(&block) {
                // calls of copies become calls of their originals
                let is_given = (u.into_raw().into_u32() as usize) < self.original.units.len();
                let u = if is_given {
                    self.original.units[u].shares.unwrap_or(u)
                } else {
                    u
                };
                if internal.contains(&u) && wanted.insert(u) {
                    blocks.push(self.original.units[u].body.clone());
                }
            }
        }
        // in the user's order, each once
        for u in internal {
            let present = self.out.units[d]
                .contains
                .iter()
                .any(|&c| self.copies.get(&c) == Some(&u));
            if wanted.contains(&u) && !present {
                let id = self.copy_unit(u, Some(d));
                self.copies.insert(id, u);
                self.out.units[d].contains.push(id);
            }
        }
    }

    /// Lets internal procedures name the variables that replace others in their hosts: those of the normal form, and
    /// the variable with the value of a host that is a function.
    pub fn name_variables_of_hosts(&mut self) {
        for (&u, &host) in &self.units {
            let unit = &self.primal.units[u];
            let inside = self.out.units[host].contains.clone();
            for (c, &(old, new)) in inside.iter().flat_map(|c| unit.replaced.iter().map(move |r| (c, r))) {
                let mut body = std::mem::take(&mut self.out.units[*c].body);
                replaced::in_block(self.primal, &mut body, old, new);
                self.out.units[*c].body = body;
            }
            if let (Some(&value), Some(result)) = (self.values.get(&u), unit.result) {
                for c in inside {
                    visit::rename(&mut self.out.units[c].body, result, value);
                }
            }
        }
    }

    /// Definitions that a block calls.
    fn called(&self, block: &Block) -> Vec<UnitId> {
        let mut out = vec![];
        walk_calls(block, &mut |r| out.extend(self.out.definition(r.callee.proc)));
        walk_block_exprs(block, &mut |e| {
            if let ExprKind::Procedure(p) = e.kind {
                out.extend(self.out.definition(p));
            }
        });
        out
    }

    /// Removes derivatives of internal procedures that are not called, such as of a function that is used only in
    /// tests.
    pub fn drop_uncalled_internals(&mut self) {
        let hosts: Vec<UnitId> = self.units.values().copied().collect();
        for host in hosts {
            let internal = self.out.units[host].contains.clone();
            if !self.out.units[host].is_procedure() || internal.is_empty() {
                continue;
            }
            let mut wanted: IndexSet<UnitId> = IndexSet::new();
            let mut blocks = vec![&self.out.units[host].body];
            while let Some(block) = blocks.pop() {
                for u in self.called(block) {
                    if internal.contains(&u) && wanted.insert(u) {
                        blocks.push(&self.out.units[u].body);
                    }
                }
            }
            let copies = &self.copies;
            let stays = |u: &UnitId| wanted.contains(u) || copies.contains_key(u);
            self.out.units[host].contains.retain(stays);
            self.units.retain(|_, d| !internal.contains(d) || stays(d));
        }
    }

    /// Declares shadows of the heads' independents and dependents even if nothing names them, since drivers set and
    /// read them.
    pub fn declare_heads_globals(&mut self) {
        for s in self.heads.listed() {
            self.shadow(s);
        }
    }

    /// Orders modules before the units that use them. A module's shadows do not depend on its procedures, so an order
    /// exists whenever the primal has one.
    pub fn order_modules(&mut self) {
        let roots = std::mem::take(&mut self.roots);
        let mut done: IndexSet<UnitId> = IndexSet::new();
        for &r in &roots {
            self.place(r, &roots, &mut done, 0);
        }
        self.roots = done.into_iter().collect();
    }

    fn place(&self, u: UnitId, roots: &[UnitId], done: &mut IndexSet<UnitId>, depth: usize) {
        if done.contains(&u) || depth > roots.len() {
            return;
        }
        let mut modules = vec![];
        self.used_modules(u, &mut modules);
        for m in modules {
            if m != u && roots.contains(&m) {
                self.place(m, roots, done, depth + 1);
            }
        }
        done.insert(u);
    }

    fn used_modules(&self, u: UnitId, out: &mut Vec<UnitId>) {
        let unit = &self.out.units[u];
        // an enlarged module replaces its original
        let written = |m: UnitId| {
            if self.enlarged.contains(&m) {
                self.units.get(&m).copied().unwrap_or(m)
            } else {
                m
            }
        };
        out.extend(unit.uses.iter().filter_map(|x| x.module).map(written));
        for &c in &unit.contains {
            self.used_modules(c, out);
        }
    }
}
