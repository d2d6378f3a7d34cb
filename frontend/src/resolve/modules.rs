//! USE, PUBLIC and PRIVATE.

use super::placeholders;
use super::procedures::generic_key;
use super::scope::Stage;
use super::state::Resolver;
use crate::ast::{self, Name, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::near::did_you_mean;
use std::collections::HashMap;

impl<'a> Resolver<'a> {
    /// `USE module, ONLY: ...`.
    pub(super) fn use_stmt(&mut self, u: &'a ast::Use, span: Span) {
        let folded = ast::fold(&u.module.text);
        let intrinsic = u.nature.as_ref().is_some_and(|n| n.eq_ignore_ascii_case("intrinsic"));
        let module = self.modules.get(&folded).copied().filter(|_| !intrinsic);
        let Some(module) = module else {
            return self.use_without_unit(u, &folded, span);
        };
        self.ensure_declared(module);
        if self.scope_of(module).stage != Stage::Done {
            // part of a cycle, which has been reported
            return self.use_missing(u, span);
        }
        if self.scope_of(module).incomplete {
            self.scope().incomplete = true;
        }
        let mut items = vec![];
        let mut renamed: HashMap<SmolStr, ()> = HashMap::new();
        for (local, original) in &u.items {
            let source = original.as_ref().unwrap_or(local);
            let key = generic_key(&source.text);
            let symbol = match self.exported(module, &key) {
                Some(s) => s,
                None => {
                    self.not_exported(module, source, &key);
                    self.poison(&local.text, local.span)
                }
            };
            renamed.insert(key, ());
            self.bring_in(&local.text, symbol, local.span);
            items.push(UseItem {
                local: local.text.clone(),
                original: original.as_ref().map(|o| o.text.clone()),
                symbol,
            });
        }
        if !u.only {
            // a placeholder of another module hides no declaration
            let is_offered = |s: SymbolId| !(self.placeholders && self.is_poison(s));
            let exports: Vec<_> = self.p.units[module]
                .names
                .iter()
                .filter(|(n, &s)| !renamed.contains_key(*n) && !self.is_private(module, n) && is_offered(s))
                .map(|(n, &s)| (n.clone(), s))
                .collect();
            let unit = self.unit();
            self.p.units[unit].names.reserve(exports.len());
            for (name, s) in exports {
                self.bring_in(&name, s, span);
            }
        }
        let unit = self.unit();
        self.p.units[unit].uses.push(Use {
            name: u.module.text.clone(),
            module: Some(module),
            only: u.only,
            items,
            span,
        });
    }

    /// The entity of a folded name that a module exports.
    fn exported(&self, module: UnitId, key: &str) -> Option<SymbolId> {
        let s = self.p.units[module].names.get(key).copied()?;
        (!self.is_private(module, key)).then_some(s)
    }

    fn is_private(&self, module: UnitId, key: &str) -> bool {
        let Some(scope) = self.scopes.get(module) else {
            return false;
        };
        scope.access.get(key).copied().unwrap_or(scope.default_private)
    }

    fn not_exported(&mut self, module: UnitId, name: &Name, key: &str) {
        if self.scope_of(module).incomplete {
            return;
        }
        if self.placeholders && !self.p.units[module].names.contains_key(key) {
            return placeholders::warn_not_exported(self, module, name);
        }
        let unit = &self.p.units[module];
        let d = Diagnostic::error(
            codes::NOT_IN_MODULE,
            name.span,
            format!("the module `{}` has no public entity `{}`", unit.name, name.text),
        );
        let d = match unit.names.get(key) {
            Some(&s) => d.also(self.p.symbols[s].span, "it is private here"),
            None => {
                let public = unit.names.iter().filter(|(key, _)| !self.is_private(module, key));
                let near = did_you_mean(&name.text, public.map(|(_, &s)| self.p.symbols[s].name.as_str()));
                near.into_iter().fold(d, Diagnostic::help)
            }
        };
        self.report(d);
    }

    /// Gives an entity of a module a name in the current unit.
    fn bring_in(&mut self, local: &SmolStr, symbol: SymbolId, at: Span) {
        let key = generic_key(local);
        let unit = self.unit();
        let block = self.blocks.last().filter(|b| b.declares);
        let in_block = block.is_some();
        let names = |n: &SmolStr| match block {
            Some(b) => b.names.get(n).copied(),
            None => self.p.units[unit].names.get(n).copied(),
        };
        let meaning = match names(&key) {
            None => symbol,
            Some(old) if old == symbol => return,
            Some(old) => match self.merge_generics(local, old, symbol) {
                Some(g) => g,
                None if self.p.units[unit].symbol == Some(old) || self.is_poison(old) => symbol,
                None if self.is_poison(symbol) => return,
                // two meanings matter only if the name is used
                None => {
                    self.scope().ambiguous.insert(key);
                    return;
                }
            },
        };
        if !in_block {
            self.p.units[unit].names.insert(key, meaning);
            return;
        }
        // the representation has one list of names for a unit with all its blocks
        let other = self.lookup(&key).filter(|&s| s != meaning);
        let before = self
            .scope()
            .of_blocks
            .insert(key.clone(), meaning)
            .filter(|&s| s != meaning);
        if other.is_some() || before.is_some() {
            self.leave_out(
                "a name that a BLOCK has from a module and that is something else outside",
                at,
            );
        }
        if let Some(block) = self.blocks.last_mut() {
            block.names.insert(key, meaning);
        }
    }

    /// Two generic names from different modules are merged in a unit that uses both.
    fn merge_generics(&mut self, name: &SmolStr, a: SymbolId, b: SymbolId) -> Option<SymbolId> {
        let split = |r: &Self, s: SymbolId| match &r.p.symbols[s].kind {
            SymbolKind::Generic(g) => Some(g.clone()),
            SymbolKind::Type(_) => Some(Generic {
                ty: Some(s),
                ..Generic::default()
            }),
            _ => None,
        };
        let (mut x, y) = (split(self, a)?, split(self, b)?);
        if x.specifics.is_empty() && y.specifics.is_empty() {
            return None;
        }
        for s in y.specifics {
            if !x.specifics.contains(&s) {
                x.specifics.push(s);
            }
        }
        x.intrinsic = x.intrinsic.or(y.intrinsic);
        x.ty = x.ty.or(y.ty);
        let unit = self.unit();
        let span = self.p.symbols[b].span;
        let s = self.alloc(name, Some(unit), SymbolKind::Generic(x), span);
        self.flags(s).typed = true;
        Some(s)
    }

    fn use_without_unit(&mut self, u: &'a ast::Use, folded: &SmolStr, span: Span) {
        let user_only = u
            .nature
            .as_ref()
            .is_some_and(|n| n.eq_ignore_ascii_case("non_intrinsic"));
        if user_only || !self.is_builtin_module(folded) || !has_interfaces(u, folded) {
            if self.placeholders && u.only {
                placeholders::warn_unknown_module(self, u);
            } else if self.unknown_modules.insert(folded.clone()) {
                let modules = self.p.units.iter().filter(|(_, m)| m.kind == UnitKind::Module);
                let near = did_you_mean(&u.module.text, modules.map(|(_, m)| m.name.as_str()));
                self.report(
                    Diagnostic::error(
                        codes::UNKNOWN_MODULE,
                        u.module.span,
                        format!("the module `{}` is not among the given files", u.module.text),
                    )
                    .help(near.unwrap_or_else(|| "also give adc the file that defines it".into())),
                );
            }
            return self.use_missing(u, span);
        }
        let mut items = vec![];
        let mut renamed: HashMap<SmolStr, ()> = HashMap::new();
        for (local, original) in &u.items {
            let source = original.as_ref().unwrap_or(local);
            let key = generic_key(&source.text);
            let symbol = match self.builtin(folded, &key) {
                Some(s) => s,
                None => {
                    self.report(Diagnostic::error(
                        codes::NOT_IN_MODULE,
                        source.span,
                        format!("the intrinsic module `{folded}` has no `{}`", source.text),
                    ));
                    self.poison(&local.text, local.span)
                }
            };
            renamed.insert(key, ());
            self.bring_in(&local.text, symbol, local.span);
            items.push(UseItem {
                local: local.text.clone(),
                original: original.as_ref().map(|o| o.text.clone()),
                symbol,
            });
        }
        if !u.only {
            for name in self.builtin_names(folded) {
                if let (false, Some(s)) = (renamed.contains_key(&name), self.builtin(folded, &name)) {
                    self.bring_in(&name, s, span);
                }
            }
        }
        let unit = self.unit();
        self.p.units[unit].uses.push(Use {
            name: u.module.text.clone(),
            module: None,
            only: u.only,
            items,
            span,
        });
    }

    /// Declares the entities of a missing module as placeholders.
    fn use_missing(&mut self, u: &'a ast::Use, span: Span) {
        let mut items = vec![];
        for (local, original) in &u.items {
            let symbol = self.poison(&local.text, local.span);
            self.bring_in(&local.text, symbol, local.span);
            items.push(UseItem {
                local: local.text.clone(),
                original: original.as_ref().map(|o| o.text.clone()),
                symbol,
            });
        }
        if !u.only {
            self.scope().incomplete = true;
        }
        let unit = self.unit();
        self.p.units[unit].uses.push(Use {
            name: u.module.text.clone(),
            module: None,
            only: u.only,
            items,
            span,
        });
    }

    /// Marks private symbols, at the end of a module's specification part.
    pub(super) fn set_access(&mut self) {
        let unit = self.unit();
        if !matches!(self.p.units[unit].kind, UnitKind::Module | UnitKind::Submodule) {
            return;
        }
        let own: Vec<_> = self.p.units[unit]
            .names
            .iter()
            .filter(|(_, &s)| self.p.symbols[s].owner == Some(unit))
            .map(|(n, &s)| (self.is_private(unit, n), s))
            .collect();
        let default = self.scope().default_private;
        let is_own = |(_, &s): &(&SmolStr, &SymbolId)| self.p.symbols[s].owner == Some(unit);
        let used = self.p.units[unit].names.iter().filter(|x| !is_own(x)).map(|(n, _)| n);
        let access_of_used = used.filter(|n| self.is_private(unit, n) != default).cloned().collect();
        self.p.units[unit].default_private = default;
        self.p.units[unit].access_of_used = access_of_used;
        for (private, s) in own {
            self.p.symbols[s].private = private;
            // a type that shares its name with a generic
            if let Some(t) = self.as_type(s) {
                self.p.symbols[t].private = private;
            }
        }
    }
}

/// False for a module of the runtime of which more is used than interfaces of its external procedures.
fn has_interfaces(u: &ast::Use, folded: &str) -> bool {
    let is_one = |name: &ast::Name| runtime_module(&ast::fold(&name.text)) == Some(folded);
    let mut items = u
        .items
        .iter()
        .map(|(local, original)| original.as_ref().unwrap_or(local));
    !matches!(folded, "adc_tape" | "adc_steps") || u.only && items.all(is_one)
}
