//! Regenerates modules whose private entities derivative code needs, or whose protected variables it changes.
//!
//! The derivative of a module procedure stands in a module of its own. That uses the original module and so sees only
//! its public names. If it needs more, the generated file contains the original module itself, with the derivatives and
//! shadows added; it is compiled in place of the original.

use crate::assemble::generator::Generator;
use crate::assemble::protected::is_protected;
use crate::code::collect_symbols;
use crate::context::Context;
use crate::options::mode::Mode;
use crate::prepare::folded::{submodule_of, Cause};
use crate::prepare::instances::bindings_of;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Context<'_> {
    /// Private module variables that keep values between calls of a procedure.
    fn state_of(&self, u: UnitId) -> Vec<SymbolId> {
        let Some(summary) = self.facts.summaries.get(u) else {
            return vec![];
        };
        let carried = summary.writes.iter().filter(|&z| summary.reads.contains(z));
        carried
            .flat_map(|z| self.facts.zones.members(z).to_vec())
            .filter(|&s| {
                let symbol = &self.primal.symbols[s];
                symbol.private && symbol.variable().is_some_and(|v| v.storage == Storage::Module)
            })
            .collect()
    }
}

impl Generator<'_> {
    /// Finds the modules with private state that adjoints elsewhere must save before a call. Other needs of derivatives
    /// are known when they are generated ([`Generator::hidden_names`]).
    pub(crate) fn find_private_state(&mut self, active: &[UnitId]) {
        if self.mode == Mode::Tangent {
            return;
        }
        for s in active.iter().flat_map(|&u| self.state_of(u)).collect::<Vec<_>>() {
            self.enlarge_for(s);
        }
    }

    /// Enlarges the module with a private or protected entity. An entity of a submodule must become private in the
    /// module first.
    pub(crate) fn enlarge_for(&mut self, s: SymbolId) {
        if let Some(submodule) = submodule_of(self.primal, s) {
            self.proposals.wanted.entry(submodule).or_insert(Cause::Entity(s));
            return;
        }
        let symbol = &self.primal.symbols[s];
        let Some(module) = symbol.owner else { return };
        if self.primal.units[module].kind != UnitKind::Module || !self.enlarged.insert(module) {
            return;
        }
        let name = &self.primal.units[module].name;
        let (what, why) = match is_protected(self.primal, s) && !symbol.private {
            true => ("protected", "changes"),
            false => ("private", "needs"),
        };
        let message = match self.folded.moved.get(&s).map(|&x| &self.primal.units[x].name) {
            Some(x) => format!(
                "`{}` belongs to submodule `{x}` of module `{name}`, and the derivative needs it",
                symbol.name
            ),
            None => format!(
                "`{}` is {what} in module `{name}`, and the derivative {why} it",
                symbol.name
            ),
        };
        let help = format!(
            "the generated file contains `{name}` with the derivatives, {}",
            self.folded.replaced(self.primal, module)
        );
        self.messages
            .push(Diagnostic::note(codes::PRIVATE_ENTITY, symbol.span, message).help(help));
    }

    /// True for an entity of a module that is regenerated.
    pub(crate) fn is_opened(&self, s: SymbolId) -> bool {
        let owner = self.primal.symbols[s].owner;
        owner.is_some_and(|m| self.enlarged.contains(&m))
    }

    /// Makes a private variable of an enlarged module visible to the derivatives of other units. It is renamed if units
    /// that use the module have something else of that name. False if its module is not enlarged.
    pub(crate) fn expose(&mut self, s: SymbolId) -> bool {
        let symbol = &self.out.symbols[s];
        let Some(module) = symbol.owner.filter(|m| self.enlarged.contains(m)) else {
            return false;
        };
        let folded = fold(&symbol.name);
        let is_taken = self.primal.units.iter().any(|(_, u)| {
            let means = u.names.get(&folded);
            means.is_some_and(|&m| m != s)
        });
        let name = format!("{}_of_{}", symbol.name, self.primal.units[module].name);
        self.out.symbols[s].private = false;
        if is_taken {
            let name = SmolStr::from(name);
            for u in [module, self.derivative_unit(module)] {
                let names = &mut self.out.units[u].names;
                names.shift_remove(&folded);
                names.insert(fold(&name), s);
            }
            self.out.symbols[s].name = name;
        }
        true
    }

    /// Private components that derivatives name outside their module. In an enlarged module they are made public.
    pub(crate) fn hidden_components(&mut self) -> IndexSet<SymbolId> {
        let mut found = IndexSet::new();
        if !self.out.symbols.iter().any(|(_, s)| s.private) {
            return found;
        }
        for (u, d) in self.generated_units() {
            let home = self.primal.outermost(u);
            visit::walk_block_exprs(&self.out.units[d].body, &mut |e| {
                let ExprKind::Component(_, c) = e.kind else { return };
                let symbol = &self.out.symbols[c];
                let inside = symbol.owner == Some(home) && self.enlarged.contains(&home);
                if symbol.private && !inside {
                    found.insert(c);
                }
            });
        }
        for c in &found {
            let symbol = &mut self.out.symbols[*c];
            symbol.private = symbol.owner.is_none_or(|m| !self.enlarged.contains(&m));
        }
        found.sort();
        found
    }

    /// Procedures that derivatives call by private bindings of types whose modules are not enlarged. In enlarged
    /// modules all bindings are public.
    pub(crate) fn hidden_bindings(&self) -> IndexSet<SymbolId> {
        let mut found = IndexSet::new();
        for (_, d) in self.generated_units() {
            visit::walk_calls(&self.out.units[d].body, &mut |r| {
                let hidden = private_binding(&self.out, r.callee);
                found.extend(hidden.filter(|(home, _)| !self.enlarged.contains(home)).map(|h| h.1));
            });
        }
        found.sort();
        found
    }

    /// Adds the modules that share a file with an enlarged one: that file is no longer compiled. If there is one generated
    /// file, also the modules that it uses and that use an enlarged one: they would have to be compiled in its middle.
    pub(crate) fn complete_files(&mut self, active: &[UnitId]) {
        if self.enlarged.is_empty() {
            return;
        }
        let mut needed: IndexSet<UnitId> = IndexSet::new();
        let mut open: Vec<UnitId> = match self.options.per_source {
            true => vec![],
            false => active.iter().map(|&u| self.primal.outermost(u)).collect(),
        };
        while let Some(u) = open.pop() {
            if needed.insert(u) {
                used_modules(self.primal, u, &mut open);
            }
        }
        needed.sort();
        loop {
            let uses_enlarged = |m: UnitId| {
                let mut used = vec![];
                used_modules(self.primal, m, &mut used);
                used.iter().any(|x| self.enlarged.contains(x))
            };
            let between = needed.iter().copied().filter(|&m| uses_enlarged(m));
            let beside = self.enlarged.iter().flat_map(|&m| self.folded.files_of(self.primal, m));
            // a folded submodule needs its module
            let beside = beside.flatten().map(|&u| self.primal.outermost(u));
            let found: Vec<UnitId> = between
                .chain(beside)
                .filter(|&m| self.primal.units[m].kind == UnitKind::Module && !self.enlarged.contains(&m))
                .collect();
            if found.is_empty() {
                return;
            }
            self.enlarged.extend(found);
        }
    }

    /// Checks that the files of a regenerated module are complete: code that was excluded from them would be missing.
    /// Their submodules are folded into their modules.
    pub(crate) fn check_enlarged_are_whole(&mut self) {
        let files = |&module: &UnitId| {
            self.folded
                .files_of(self.primal, module)
                .into_iter()
                .map(move |f| (module, f))
        };
        for (module, file) in self.enlarged.iter().flat_map(files).collect::<Vec<_>>() {
            let begin_of = |u: &UnitId| self.primal.units[*u].span.lo;
            let (first, last) = (file.iter().map(begin_of).min(), file.iter().map(begin_of).max());
            let next = self
                .primal
                .roots
                .iter()
                .map(begin_of)
                .filter(|&lo| Some(lo) > last)
                .min();
            let inside = first.unwrap_or(0)..next.unwrap_or(u32::MAX);
            let region = self.primal.excluded.iter().find(|s| inside.contains(&s.lo));
            for &u in file {
                let unit = &self.primal.units[u];
                if unit.kind == UnitKind::Submodule && !self.folded.submodules.contains(&u) {
                    self.proposals.wanted.entry(u).or_insert(Cause::Beside(module));
                }
            }
            let mut held = file.to_vec();
            let mut lost = None;
            while let Some(u) = held.pop() {
                held.extend(self.primal.units[u].contains.iter().copied());
                lost = lost.or(self.primal.units[u].omissions.first().map(|o| o.span));
            }
            let (span, what) = match (region, lost) {
                (Some(&span), _) => (span, "the excluded lines"),
                (None, Some(span)) => (span, "this statement, which adc cannot print"),
                (None, None) => continue,
            };
            let name = &self.primal.units[module].name;
            let d = Diagnostic::error(
                codes::PRIVATE_ENTITY,
                span,
                format!("the generated file must contain module `{name}`, but would lack {what}"),
            );
            self.messages
                .push(d.help("make the entities public that the derivative needs, or move this to a separate file"));
        }
    }

    /// Copies the external procedures of files that the generated file replaces; main programs are left to the user.
    pub(crate) fn copy_procedures_beside(&mut self) {
        let beside: IndexSet<UnitId> = self
            .enlarged
            .iter()
            .flat_map(|&m| self.folded.files_of(self.primal, m))
            .flatten()
            .copied()
            .filter(|u| self.primal.units[*u].is_definition() && !self.lifted.procedures.contains_key(u))
            .collect();
        for u in beside {
            let copy = self.copy_unit(u, None);
            self.roots.push(copy);
            self.beside.push(copy);
        }
    }

    /// Keeps those copies of regenerated procedures ([`crate::prepare::state`]) that something calls.
    pub(crate) fn keep_called_copies(&mut self) {
        if self.lifted.procedures.is_empty() {
            return;
        }
        let derivatives: IndexSet<UnitId> = self
            .generated_units()
            .into_iter()
            .map(|(_, d)| d)
            .chain(self.silent.values().map(|s| s.0))
            .chain(self.entries.values().copied())
            .collect();
        // copies of procedures of the lifted program
        let is_copy = |g: &Self, unit: UnitId| {
            let of = g.out.units[unit].shares;
            of.is_some_and(|p| g.lifted.procedures.contains_key(&p)) && !derivatives.contains(&unit)
        };
        let mut open: Vec<UnitId> = derivatives.iter().copied().collect();
        let mut called: IndexSet<UnitId> = IndexSet::new();
        while let Some(u) = open.pop() {
            let contained = self.out.units[u].contains.iter().copied();
            open.extend(contained.filter(|&c| !is_copy(self, c)));
            let mut used = IndexSet::new();
            // a copy has the original body, with the calls that normalisation has made explicit
            let body = match called.contains(&u) {
                true => &self.original.units[u].body,
                false => &self.out.units[u].body,
            };
            collect_symbols(body, &mut used);
            let written = |s: SymbolId| self.lifted.written.get(&s).copied().unwrap_or(s);
            let targets = used.into_iter().filter_map(|s| self.out.definition(written(s)));
            let copies = targets.filter(|t| self.lifted.procedures.contains_key(t));
            let new: Vec<UnitId> = copies.filter(|&t| called.insert(t)).collect();
            open.extend(new);
        }
        let lifted = self.lifted.clone();
        for &m in &lifted.new_modules {
            let Some(&module) = self.units.get(&m) else { continue };
            let mut contains = std::mem::take(&mut self.out.units[module].contains);
            contains.retain(|&c| !is_copy(self, c) || self.out.units[c].shares.is_some_and(|p| called.contains(&p)));
            self.out.units[module].contains = contains;
        }
        for u in called {
            if self.primal.units[u].parent.is_none() {
                let copy = self.copy_unit(u, None);
                self.roots.push(copy);
            }
        }
    }
}

/// The modules that a unit and its contained procedures use.
fn used_modules(program: &Program, unit: UnitId, out: &mut Vec<UnitId>) {
    let u = &program.units[unit];
    out.extend(u.uses.iter().filter_map(|x| x.module));
    for &c in &u.contains {
        used_modules(program, c, out);
    }
}

/// The procedure that a call names by a private binding, and the module of the type.
fn private_binding(program: &Program, callee: &Callee) -> Option<(UnitId, SymbolId)> {
    let (object, name) = callee.object.as_deref()?;
    let (Ty::Derived(ty) | Ty::Class(ty)) = object.ty else {
        return None;
    };
    let (holder, binding) = bindings_of(program, ty).find(|(_, b)| b.name.eq_ignore_ascii_case(name))?;
    let home = program.symbols[holder].owner.filter(|_| binding.private);
    home.zip(binding.proc)
}
