//! Names in the caller for symbols of an inlined procedure.

use super::conditions::{is_local, is_plain, same_memory};
use super::Leaf;
use crate::normalize::temps::{new_variable, Temps};
use adc_frontend::ast::fold;
use adc_frontend::consteval::{const_bounds, kind_of_literal, LiteralKind};
use adc_frontend::ir::visit::{walk_block_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

impl Leaf {
    /// Checks whether all names in the body, and in the values of constants, mean the same in the caller, or get new
    /// names there.
    pub(super) fn is_at_home(&self, program: &Program, caller: UnitId) -> bool {
        let same_module = program.units[self.unit].parent == program.units[caller].parent;
        let alike = |name: &str| program.lookup(caller, name) == program.lookup(self.unit, name);
        let known = |s: SymbolId| program.symbols[s].owner == Some(self.unit) || resolves(program, caller, s);
        let mut all = self.written.iter().all(|&s| known(s));
        let mut check = |e: &Expr| match &e.kind {
            ExprKind::Var(s) => all &= known(*s),
            ExprKind::Component(..) => all &= same_module,
            ExprKind::Int(text) | ExprKind::Real(text) | ExprKind::Logical(text) => {
                if let LiteralKind::Named(kind) = kind_of_literal(text) {
                    all &= alike(&fold(kind));
                }
            }
            ExprKind::Intrinsic(_, name, _) => all &= alike(&fold(name)),
            _ => {}
        };
        walk_block_exprs(&self.body, &mut check);
        for &s in &self.locals {
            if let SymbolKind::Constant(c) = &program.symbols[s].kind {
                walk_expr(&c.value, &mut check);
            }
        }
        all
    }

    /// The caller's members of COMMON blocks for those that the procedure names; `None` if their layouts differ.
    pub(super) fn commons(&self, program: &Program, caller: UnitId) -> Option<BTreeMap<SymbolId, SymbolId>> {
        let mut out = BTreeMap::new();
        for &s in &self.named {
            let Some(Storage::Common(block)) = program.symbols[s].variable().map(|v| v.storage) else {
                continue;
            };
            let view = |u: UnitId| {
                program.units[u]
                    .commons
                    .iter()
                    .filter(move |c| c.common == block)
                    .collect::<Vec<_>>()
            };
            let (mine, theirs) = (view(self.unit), view(caller));
            let ([mine], [theirs]) = (mine.as_slice(), theirs.as_slice()) else {
                return None;
            };
            let place = mine.members.iter().position(|&m| m == s)?;
            let mut upto = mine.members.get(..=place)?.iter().zip(theirs.members.get(..=place)?);
            let alike = upto.all(|(&a, &b)| same_memory(program, a, b));
            out.insert(s, *theirs.members.get(place).filter(|_| alike)?);
        }
        Some(out)
    }

    /// Finds the names in the body, and those of them that get a name in the caller.
    pub(super) fn find_names(&mut self, program: &Program) {
        self.named.clone_from(&self.written);
        walk_block_exprs(&self.body, &mut |e| {
            if let ExprKind::Var(s) = e.kind {
                self.named.insert(s);
            }
        });
        self.named.extend(program.units[self.unit].result);
        let mut named = self.named.clone();
        let mut work: Vec<SymbolId> = named.iter().copied().collect();
        while let Some(s) = work.pop() {
            if let SymbolKind::Constant(c) = &program.symbols[s].kind {
                walk_expr(&c.value, &mut |e| {
                    if let ExprKind::Var(other) = e.kind {
                        work.extend(named.insert(other).then_some(other));
                    }
                });
            }
        }
        let own = |s: &SymbolId| {
            let symbol = &program.symbols[*s];
            let is_constant = matches!(symbol.kind, SymbolKind::Constant(_)) && symbol.owner == Some(self.unit);
            named.contains(s) && (is_constant || is_local(program, self.unit, *s))
        };
        self.locals = program.units[self.unit].symbols.iter().copied().filter(own).collect();
    }

    /// Checks whether all of its local symbols can be declared in a caller. `arrays`: arrays of constant shape, too.
    pub(super) fn can_be_declared(&self, program: &Program, arrays: bool) -> bool {
        let is_own_variable = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if program.symbols[s].variable().is_some());
        let fits = |&s: &SymbolId| match &program.symbols[s].kind {
            SymbolKind::Variable(v) => {
                let fixed = v.dims.iter().all(|d| arrays && const_bounds(program, d).is_some());
                is_plain(v) && v.init.is_none() && fixed
            }
            SymbolKind::Constant(c) => {
                // tiny(x)
                let mut asks = false;
                walk_expr(&c.value, &mut |e| asks |= is_own_variable(e));
                let plain = matches!(c.ty.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Logical(_) | Ty::Complex(_));
                plain && c.dims.is_empty() && !asks
            }
            _ => true,
        };
        self.locals.iter().all(fits)
    }
}

/// Checks whether a name in a unit means the symbol: names of the unit hide those of its hosts.
fn resolves(program: &Program, unit: UnitId, symbol: SymbolId) -> bool {
    let mut at = Some(unit);
    while let Some(u) = at {
        let mut names = program.units[u].names.iter().filter(|(_, &s)| s == symbol);
        if names.any(|(name, _)| program.lookup(unit, name) == Some(symbol)) {
            return true;
        }
        at = program.units[u].parent;
    }
    false
}

/// A name in the caller for a variable or constant of a procedure that is inlined there.
pub(super) fn own_name(temps: &mut Temps, local: SymbolId, names: &BTreeMap<SymbolId, SymbolId>) -> SymbolId {
    let symbol = temps.program.symbols[local].clone();
    let name = temps.names().fresh(&symbol.name);
    match symbol.kind {
        SymbolKind::Variable(v) => {
            let ty = match v.ty.spelling {
                KindSpelling::Expr(_) => DeclType::plain(v.ty.ty),
                _ => v.ty,
            };
            let bounds = v.dims.iter().filter_map(|d| const_bounds(temps.program, d));
            let dims = bounds.map(|(lo, hi)| Dim::Explicit(Some(int(lo)), int(hi))).collect();
            let own = Variable {
                ty,
                dims,
                storage: Storage::Local,
                attrs: Attrs::default(),
                init: None,
            };
            new_variable(temps.program, temps.unit, name, own)
        }
        kind => {
            let mut own = Symbol {
                kind,
                owner: Some(temps.unit),
                name,
                ..symbol
            };
            if let SymbolKind::Constant(c) = &mut own.kind {
                c.ty = DeclType::plain(c.ty.ty);
                visit::rewrite_symbols_in(&mut c.value, &mut |s| {
                    if let Some(&new) = names.get(s) {
                        *s = new;
                    }
                });
            }
            let folded = fold(&own.name);
            let own = temps.program.add_symbol(own);
            temps.program.units[temps.unit].names.insert(folded, own);
            own
        }
    }
}
