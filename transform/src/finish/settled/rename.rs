//! Chooses new names, and renames all references.

use crate::code::names::LIMIT;
use crate::finish::settled::{module_names, Settle, Used};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::intrinsics;
use adc_frontend::ir::visit::{rewrite_block_exprs, rewrite_references};
use adc_frontend::ir::*;
use adc_frontend::refs::{kind_suffix, Table};
use std::collections::BTreeSet;

/// Names that may not be chosen in a unit: all that appear in it, around it and inside it.
pub(crate) struct Free {
    taken: BTreeSet<SmolStr>,
}

impl Free {
    pub(crate) fn new(program: &Program, refs: &Table, roots: &[UnitId], unit: UnitId) -> Free {
        let mut taken: BTreeSet<SmolStr> = roots.iter().map(|&r| fold(&program.units[r].name)).collect();
        taken.extend(program.commons.iter().map(|(_, c)| fold(&c.name)));
        let outer = std::iter::successors(program.units[unit].parent, |&u| program.units[u].parent);
        outer.for_each(|u| taken.extend(program.units[u].names.keys().cloned()));
        let mut open = vec![unit];
        while let Some(u) = open.pop() {
            let scope = &program.units[u];
            open.extend(&scope.contains);
            taken.insert(fold(&scope.name));
            taken.extend(scope.names.keys().cloned());
            taken.extend(scope.symbols.iter().map(|&s| fold(&program.symbols[s].name)));
            if let Some(refs) = refs.get(&u) {
                taken.extend(refs.fixed.keys().cloned());
                taken.extend(refs.symbols.iter().map(|&s| fold(&program.symbols[s].name)));
            }
        }
        module_names(program, unit, &mut taken);
        Free { taken }
    }

    /// The name with the first number that makes it free.
    pub(crate) fn take(&mut self, name: &str, is_unclaimed: &dyn Fn(&str) -> bool) -> SmolStr {
        for n in 0_usize.. {
            let number = n.to_string();
            let stem: String = name.chars().take(LIMIT - number.len()).collect();
            let new = SmolStr::from(stem + &number);
            if is_unclaimed(&new) && intrinsics::find(&new).is_none() && self.taken.insert(new.clone()) {
                return new;
            }
        }
        name.into()
    }
}

impl Settle<'_> {
    /// Renames a declaration of a unit.
    pub(crate) fn rename_declared(&mut self, unit: UnitId, s: SymbolId, old: &SmolStr, new: &SmolStr) {
        let is_dummy = self.program.units[unit].args.contains(&Some(s));
        match self.twin(unit, s) {
            Some(twin) => {
                self.declare_again(unit, s, new);
                self.rename_in_scope(unit, twin, old, new);
            }
            None => self.rename_in_scope(unit, s, old, new),
        }
        // a copy of an internal procedure shares its symbol with the original
        let mut inner = self.program.units[unit].contains.iter().copied();
        if let Some(inner) = inner.find(|&c| self.program.units[c].symbol == Some(s)) {
            self.program.units[inner].name = new.clone();
            if self.program.definition(s) == Some(inner) {
                self.program.symbols[s].name = new.clone();
            }
        }
        if is_dummy {
            self.rename_keywords(unit, old, new);
        }
        if self.program.units[unit].kind == UnitKind::Module {
            self.rename_exported(s, old, new);
        }
    }

    /// Renames it in USE statements of other units.
    fn rename_exported(&mut self, s: SymbolId, old: &SmolStr, new: &SmolStr) {
        let mut open = self.roots.to_vec();
        while let Some(unit) = open.pop() {
            let u = &mut self.program.units[unit];
            open.extend(&u.contains);
            for item in u.uses.iter_mut().flat_map(|x| &mut x.items).filter(|i| i.symbol == s) {
                let own = item.original.as_ref().unwrap_or(&item.local);
                if fold(own) == *old {
                    item.original = Some(new.clone());
                }
            }
        }
    }

    /// Declares a dummy argument by a symbol of its own, since the unit's names denote the primal's.
    fn declare_again(&mut self, unit: UnitId, s: SymbolId, name: &SmolStr) {
        let mut symbol = self.program.symbols[s].clone();
        symbol.owner = Some(unit);
        symbol.name = name.clone();
        let own = self.program.symbols.alloc(symbol);
        let u = &mut self.program.units[unit];
        let symbols = u.symbols.iter_mut();
        for x in symbols.chain(u.args.iter_mut().flatten()) {
            if *x == s {
                *x = own;
            }
        }
    }

    /// Renames an entity in the USE statement that imports it.
    pub(crate) fn rename_used(&mut self, unit: UnitId, used: &Used, new: &SmolStr) {
        let own = &self.program.symbols[used.symbol].name;
        let own = if fold(own) == used.name {
            own.clone()
        } else {
            used.name.clone()
        };
        self.rename_in_scope(unit, used.symbol, &used.name, new);
        let statement = &mut self.program.units[unit].uses[used.at];
        match statement.items.iter_mut().find(|i| fold(&i.local) == used.name) {
            Some(item) => {
                item.original.get_or_insert_with(|| item.local.clone());
                item.local = new.clone();
                item.original = item.original.take().filter(|o| fold(o) != *new);
            }
            None => statement.items.push(UseItem {
                local: new.clone(),
                original: Some(own),
                symbol: used.symbol,
            }),
        }
    }

    fn rename_in_scope(&mut self, unit: UnitId, s: SymbolId, old: &SmolStr, new: &SmolStr) {
        let named = self.program.units[unit].names.get(old).copied();
        // generic names of several modules have a symbol of their own
        let merged = named.filter(|&g| g == s || self.is_specific_of_both(g, s));
        let names = &mut self.program.units[unit].names;
        if merged.is_some() {
            names.shift_remove(old);
        }
        names.insert(new.clone(), merged.unwrap_or(s));
        if matches!(self.program.symbols[s].kind, SymbolKind::Constant(_)) {
            self.rename_suffixes(unit, old, new);
        }
    }

    /// True for a generic name that combines others, `s` among them.
    fn is_specific_of_both(&self, g: SymbolId, s: SymbolId) -> bool {
        match (&self.program.symbols[g].kind, &self.program.symbols[s].kind) {
            (SymbolKind::Generic(all), SymbolKind::Generic(some)) => {
                some.specifics.iter().all(|p| all.specifics.contains(p))
            }
            (SymbolKind::Generic(all), SymbolKind::Type(_)) => all.ty == Some(s),
            _ => false,
        }
    }

    /// Renames kinds of literals, which are names, too.
    fn rename_suffixes(&mut self, unit: UnitId, old: &SmolStr, new: &SmolStr) {
        let mut body = std::mem::take(&mut self.program.units[unit].body);
        rewrite_block_exprs(&mut body, &mut |e| {
            if let ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Logical(t) = &mut e.kind {
                if let Some(kind) = kind_suffix(t).filter(|k| fold(k) == *old) {
                    let digits = &t[..t.len() - kind.len()];
                    *t = format!("{digits}{new}").into();
                }
            }
        });
        self.program.units[unit].body = body;
        for inner in self.program.units[unit].contains.clone() {
            if !self.program.units[inner].names.contains_key(old) {
                self.rename_suffixes(inner, old, new);
            }
        }
    }

    /// Renames argument keywords of calls.
    fn rename_keywords(&mut self, called: UnitId, old: &SmolStr, new: &SmolStr) {
        let mut open = self.roots.to_vec();
        while let Some(unit) = open.pop() {
            open.extend(&self.program.units[unit].contains);
            let mut body = std::mem::take(&mut self.program.units[unit].body);
            rewrite_references(&mut body, &mut |callee, args| {
                if self.program.definition(callee.proc) != Some(called) {
                    return;
                }
                let keywords = args.iter_mut().filter_map(|a| a.keyword.as_mut());
                keywords.filter(|k| fold(k) == *old).for_each(|k| *k = new.clone());
            });
            self.program.units[unit].body = body;
        }
    }
}
