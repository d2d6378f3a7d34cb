//! The first stage: creates all units, registers modules and external procedures by name, and sorts modules by their
//! dependencies.

use super::heading::Heading;
use super::scope::{Import, Stage};
use super::state::Resolver;
use crate::ast::{self, fold, Name, SmolStr, StmtKind as S};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;
use std::collections::HashMap;

impl<'a> Resolver<'a> {
    /// Creates the units of all files.
    pub(super) fn collect_files(&mut self, files: &'a [ast::File]) {
        for file in files {
            self.p.excluded.extend(&file.excluded);
        }
        let files: Vec<Vec<&ast::Unit>> = files.iter().map(|f| f.units.iter().collect()).collect();
        self.collect_units(&files);
    }

    /// The same for some units of files.
    pub(super) fn collect_units(&mut self, files: &[Vec<&'a ast::Unit>]) {
        let mut made: Vec<Vec<Option<UnitId>>> = vec![];
        let mut submodules = vec![];
        for file in files {
            let units = file.iter().copied().enumerate().map(|(k, unit)| {
                if let ast::UnitKind::Submodule { .. } = unit.kind {
                    // made when all modules are known
                    submodules.push((made.len(), k, unit));
                    return None;
                }
                self.add_unit(unit, None)
            });
            let units = units.collect();
            made.push(units);
        }
        for (file, k, id) in self.add_submodules(submodules) {
            made[file][k] = Some(id);
        }
        for units in made {
            let before = self.p.roots.len();
            self.p.roots.extend(units.into_iter().flatten());
            self.p.units_per_file.push(self.p.roots.len() - before);
        }
    }

    /// Creates a unit and its contained units. Interface bodies are created later, with the specification part that
    /// contains them.
    pub(super) fn add_unit(&mut self, ast: &'a ast::Unit, parent: Option<UnitId>) -> Option<UnitId> {
        let mut separate = None;
        let (kind, name, prefix): (_, Option<&Name>, &[ast::Prefix]) = match &ast.kind {
            ast::UnitKind::Program { name } => (UnitKind::Program, name.as_ref(), &[]),
            ast::UnitKind::Module { name } => (UnitKind::Module, Some(name), &[]),
            ast::UnitKind::BlockData { name } => (UnitKind::BlockData, name.as_ref(), &[]),
            ast::UnitKind::Subroutine { name, prefix, .. } => (UnitKind::Subroutine, Some(name), prefix),
            ast::UnitKind::Function { name, prefix, .. } => (UnitKind::Function, Some(name), prefix),
            ast::UnitKind::Submodule { name, .. } => (UnitKind::Submodule, Some(name), &[]),
            ast::UnitKind::ModuleProcedure { name } => {
                let heading = self.separate_heading(name, parent)?;
                let (kind, prefix) = match &heading.kind {
                    ast::UnitKind::Function { prefix, .. } => (UnitKind::Function, prefix.as_slice()),
                    ast::UnitKind::Subroutine { prefix, .. } => (UnitKind::Subroutine, prefix.as_slice()),
                    _ => (UnitKind::Subroutine, [].as_slice()),
                };
                separate = Some(heading);
                (kind, Some(name), prefix)
            }
        };
        let mut unit = Unit::new(name.map_or(SmolStr::default(), |n| n.text.clone()), kind);
        unit.parent = parent;
        unit.span = ast.span;
        unit.lead = ast.lead.clone();
        unit.prefix = prefixes(prefix);
        let id = self.p.units.alloc(unit);
        self.asts.insert(id, ast);
        self.scope_of(id).import = Import::All;
        self.scope_of(id).separate = separate;
        if let Some(name) = name {
            self.name_unit(id, name, parent);
        }
        if self.p.units[id].is_procedure() && self.p.units[id].prefix.module {
            self.separate.push(id);
        }
        if self.p.units[id].is_procedure() {
            self.add_entries(ast, id);
        }
        for inner in &ast.contains {
            if let Some(u) = self.add_unit(inner, Some(id)) {
                self.p.units[id].contains.push(u);
            }
        }
        Some(id)
    }

    /// Registers the name of a unit in the scopes that may use it.
    fn name_unit(&mut self, id: UnitId, name: &Name, parent: Option<UnitId>) {
        let folded = fold(&name.text);
        match self.p.units[id].kind {
            UnitKind::Module => {
                if let Some(&other) = self.modules.get(&folded) {
                    let d = Diagnostic::error(
                        codes::DUPLICATE_NAME,
                        name.span,
                        format!("two modules have the name `{}`", name.text),
                    )
                    .also(self.p.units[other].span, "the first one");
                    self.report(d);
                } else {
                    self.modules.insert(folded, id);
                }
            }
            UnitKind::Subroutine | UnitKind::Function => self.name_procedure(id, name, folded, parent),
            UnitKind::Program | UnitKind::BlockData | UnitKind::Submodule => {}
        }
    }

    fn name_procedure(&mut self, id: UnitId, name: &Name, folded: SmolStr, parent: Option<UnitId>) {
        let class = match parent.map(|p| self.p.units[p].kind) {
            None => ProcClass::Definition,
            Some(UnitKind::Module | UnitKind::Submodule) => ProcClass::Module,
            Some(_) => ProcClass::Internal,
        };
        let attrs = Attrs {
            bind: self.bind_of(id),
            ..Attrs::default()
        };
        let s = self.alloc(
            &name.text,
            parent,
            SymbolKind::Procedure(Procedure {
                class,
                unit: Some(id),
                interface: None,
                result: None,
                result_rank: 0,
                init: None,
                attrs,
            }),
            name.span,
        );
        self.flags(s).typed = true;
        self.p.units[id].symbol = Some(s);
        let Some(host) = parent else {
            // a subroutine may call itself; a function's name is its result unless RESULT says otherwise
            self.p.units[id].names.insert(folded.clone(), s);
            if let Some(&other) = self.externals.get(&folded) {
                let d = Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    name.span,
                    format!("two external procedures have the name `{}`", name.text),
                )
                .also(self.p.units[other].span, "the first one");
                self.report(d);
            } else {
                self.externals.insert(folded, id);
            }
            return;
        };
        self.list(s);
        if let Some(old) = self.scope_of(host).contained.insert(folded.clone(), s) {
            self.duplicate(name, old);
        }
        self.p.units[host].names.insert(folded, s);
    }

    /// Top-level units in the order in which their specification parts are read: modules before their users.
    pub(super) fn order(&mut self) -> Vec<UnitId> {
        let roots = self.p.roots.clone();
        let mut state: HashMap<UnitId, Stage> = HashMap::new();
        let mut order = vec![];
        for &root in &roots {
            if self.p.units[root].kind == UnitKind::Module {
                self.visit_module(root, &mut vec![], &mut state, &mut order);
            }
        }
        order.extend(roots.into_iter().filter(|&u| self.p.units[u].kind != UnitKind::Module));
        order
    }

    fn visit_module(
        &mut self,
        unit: UnitId,
        path: &mut Vec<(UnitId, Span)>,
        state: &mut HashMap<UnitId, Stage>,
        order: &mut Vec<UnitId>,
    ) {
        if state.insert(unit, Stage::Running).is_some_and(|s| s == Stage::Done) {
            state.insert(unit, Stage::Done);
            return;
        }
        let mut uses = vec![];
        if let Some(&ast) = self.asts.get(unit) {
            used_modules(ast, &mut uses);
        }
        for (name, span) in uses {
            let Some(&m) = self.modules.get(&name) else { continue };
            match state.get(&m) {
                None => {
                    path.push((unit, span));
                    self.visit_module(m, path, state, order);
                    path.pop();
                }
                Some(Stage::Running) => self.circle(m, unit, span, path),
                Some(_) => {}
            }
        }
        state.insert(unit, Stage::Done);
        order.push(unit);
    }

    /// Reports that `last` uses `first`, which uses `last` by way of the path.
    fn circle(&mut self, first: UnitId, last: UnitId, span: Span, path: &[(UnitId, Span)]) {
        let from = path.iter().position(|&(u, _)| u == first).unwrap_or(path.len());
        let mut names: Vec<_> = path[from..]
            .iter()
            .map(|&(u, _)| format!("`{}`", self.p.units[u].name))
            .collect();
        names.push(format!("`{}`", self.p.units[last].name));
        names.push(format!("`{}`", self.p.units[first].name));
        let text = match names.as_slice() {
            [_, name] if first == last => format!("the module {name} uses itself"),
            _ => format!("modules use each other in a cycle: {}", names.join(" uses ")),
        };
        let mut d = Diagnostic::error(codes::RECURSIVE_USE, span, text);
        for &(u, at) in &path[from..] {
            d = d.also(at, format!("used by `{}` here", self.p.units[u].name));
        }
        self.report(d);
    }

    /// Creates a unit for each ENTRY statement of a procedure.
    fn add_entries(&mut self, ast: &'a ast::Unit, procedure: UnitId) {
        for (heading, span) in Heading::entries(ast) {
            let omission = Omission {
                what: "a procedure with an ENTRY".into(),
                span,
                harmless: false,
                missing: false,
            };
            let model = &mut self.p.units[procedure];
            model.omissions.push(omission.clone());
            let mut unit = Unit::new(heading.name.text.clone(), model.kind);
            unit.parent = model.parent;
            unit.span = span;
            unit.prefix = Prefixes {
                interface_body: true,
                ..model.prefix
            };
            unit.omissions.push(omission);
            unit.entry = Some(Box::new(Entry {
                of: procedure,
                body: vec![],
            }));
            let parent = unit.parent;
            let id = self.p.units.alloc(unit);
            self.asts.insert(id, ast);
            self.scope_of(id).entry = Some(heading);
            self.name_unit(id, heading.name, parent);
            if let Some(s) = self.p.units[id].symbol {
                if let SymbolKind::Procedure(p) = &mut self.p.symbols[s].kind {
                    p.unit = None;
                    p.interface = Some(id);
                }
            }
            self.entries.push(id);
        }
    }
}

/// Prefixes of a procedure, except its type.
fn prefixes(list: &[ast::Prefix]) -> Prefixes {
    let mut p = Prefixes::default();
    for prefix in list {
        match prefix {
            ast::Prefix::Recursive => p.recursive = true,
            ast::Prefix::Pure => p.pure_ = true,
            ast::Prefix::Elemental => p.elemental = true,
            ast::Prefix::Impure => p.impure = true,
            ast::Prefix::Module => p.module = true,
            ast::Prefix::NonRecursive | ast::Prefix::Type(_) => {}
        }
    }
    p
}

/// Modules that a unit and its contained units use.
fn used_modules(ast: &ast::Unit, out: &mut Vec<(SmolStr, Span)>) {
    uses_in(&ast.body, out);
    for inner in &ast.contains {
        used_modules(inner, out);
    }
}

fn uses_in(body: &[ast::Stmt], out: &mut Vec<(SmolStr, Span)>) {
    for stmt in body {
        match &stmt.kind {
            S::Use(u) => out.push((fold(&u.module.text), stmt.span)),
            S::Interface(i) => {
                for item in &i.items {
                    if let ast::InterfaceItem::Body(unit) = item {
                        used_modules(unit, out);
                    }
                }
            }
            other if !other.is_specification() => break,
            _ => {}
        }
    }
}
