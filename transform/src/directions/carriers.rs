//! The variables that carry derivatives.
//!
//! ```text
//! C  ⊇  shadows
//! C  ∋  v   if  v = e  and e reads the value of a variable in C
//! C  ∋  v   if  v is passed to a dummy argument in C, or a dummy argument in C to v's
//! ```
//!
//! Inquiries (`allocated(xd)`, `size(xd)`) read no value.

use super::calls::bound;
use crate::assemble::generator::Generator;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// The variables that carry derivatives, and the procedures that stay derivatives of one direction.
pub(super) struct Carriers {
    symbols: IndexSet<SymbolId>,
    /// Names that SELECT TYPE gives to a component of a derivative: they exist for one direction.
    views: BTreeSet<SymbolId>,
    /// Elemental procedures that are called with arrays, and what they call.
    single: BTreeSet<UnitId>,
}

impl Carriers {
    pub fn of(g: &Generator, units: &[UnitId]) -> Self {
        let mut out = Carriers {
            symbols: shadows(g),
            views: BTreeSet::new(),
            single: single(g, units),
        };
        while out.grow(g, units) {}
        // derivatives in procedures of one direction are as they were
        let single = &out.single;
        let is_single = |s: &SymbolId| g.out.symbols[*s].owner.is_some_and(|o| single.contains(&o));
        out.symbols.retain(|s| !is_single(s));
        out
    }

    pub fn contains(&self, s: SymbolId) -> bool {
        self.symbols.contains(&s)
    }

    pub fn iter(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.symbols.iter().copied()
    }

    /// True for a derivative of a single direction.
    pub fn is_single(&self, unit: UnitId) -> bool {
        self.single.contains(&unit)
    }

    /// True for a designator of a derivative.
    pub fn names(&self, e: &Expr) -> bool {
        e.base_symbol()
            .is_some_and(|s| self.contains(s) || self.views.contains(&s))
    }

    /// True if an expression reads the value of a derivative.
    pub fn reads(&self, e: &Expr) -> bool {
        if is_inquiry(e) {
            return false;
        }
        if self.names(e) {
            return true;
        }
        let mut found = false;
        visit::subexprs(e, &mut |x| found |= self.reads(x));
        found
    }

    /// True if an expression names a derivative, even in an inquiry.
    pub fn mentions(&self, e: &Expr) -> bool {
        visit::mentions(e, &|s| self.contains(s) || self.views.contains(&s))
    }

    fn grow(&mut self, g: &Generator, units: &[UnitId]) -> bool {
        let mut found: Vec<SymbolId> = vec![];
        let mut views: Vec<SymbolId> = vec![];
        let fits = |s: SymbolId| {
            g.out.symbols[s]
                .variable()
                .is_some_and(|v| v.ty.ty.is_differentiable() || matches!(v.ty.ty, Ty::Derived(_) | Ty::Class(_)))
        };
        for &u in units.iter().filter(|u| !self.is_single(**u)) {
            walk_block(&g.out.units[u].body, &mut |s| match &s.kind {
                StmtKind::Assign { lhs, rhs } => {
                    let by_call = matches!(&rhs.kind, ExprKind::Call(c, _) if self.is_derivative(g, c));
                    if self.reads(rhs) || by_call {
                        found.extend(lhs.base_symbol());
                    }
                    self.through_calls(g, rhs, &mut found);
                }
                StmtKind::PointerAssign { lhs, rhs } if self.names(rhs) => found.extend(lhs.base_symbol()),
                StmtKind::PointerAssign { lhs, rhs } if self.names(lhs) => found.extend(rhs.base_symbol()),
                StmtKind::Call { callee, args } => self.through_call(g, callee, args, &mut found),
                StmtKind::SelectType { expr, guards, .. } if self.names(expr) => {
                    let locals = guards.iter().map(|g| g.local);
                    match expr.kind {
                        ExprKind::Var(s) if self.contains(s) => found.extend(locals),
                        _ => views.extend(locals),
                    }
                }
                _ => {}
            });
        }
        let before = self.symbols.len() + self.views.len();
        self.views.extend(views);
        let found = found.into_iter().filter(|&s| fits(s) && !g.primal.symbols.contains(s));
        self.symbols
            .extend(found.filter(|s| !self.views.contains(s)).collect::<Vec<_>>());
        self.symbols.len() + self.views.len() > before
    }

    fn is_derivative(&self, g: &Generator, callee: &Callee) -> bool {
        let result = |u: UnitId| g.out.units[u].result;
        g.out
            .definition(callee.proc)
            .and_then(result)
            .is_some_and(|r| self.contains(r))
    }

    fn through_calls(&self, g: &Generator, e: &Expr, found: &mut Vec<SymbolId>) {
        visit::walk_expr(e, &mut |x| {
            if let ExprKind::Call(callee, args) = &x.kind {
                self.through_call(g, callee, args, found);
            }
        });
    }

    fn through_call(&self, g: &Generator, callee: &Callee, args: &[Arg], found: &mut Vec<SymbolId>) {
        let Some(target) = g.out.definition(callee.proc).filter(|&t| !self.is_single(t)) else {
            return;
        };
        for (formal, actual) in bound(&g.out, target, args) {
            match (self.contains(formal), self.names(actual)) {
                (true, false) => found.extend(actual.base_symbol()),
                // a pointer or a variable of derived type may be passed on by code that is not differentiated
                (false, true) if !g.primal.units.contains(target) => found.push(formal),
                _ => {}
            }
        }
    }
}

/// The shadows of all variables, and their copies for other units.
fn shadows(g: &Generator) -> IndexSet<SymbolId> {
    g.shadows.values().chain(g.head_views.values()).copied().collect()
}

/// Elemental procedures of which a call passes arrays, and all that they call.
fn single(g: &Generator, units: &[UnitId]) -> BTreeSet<UnitId> {
    let mut out = BTreeSet::new();
    let is_elemental = |u: UnitId| g.out.units[u].prefix.elemental && !g.primal.units.contains(u);
    for &u in units {
        visit::walk_calls(&g.out.units[u].body, &mut |r| {
            let shaped = r.args.iter().filter_map(Arg::expr).any(|a| a.rank > 0);
            let target = g.out.definition(r.callee.proc);
            out.extend(target.filter(|&t| shaped && is_elemental(t)));
        });
    }
    let mut open: Vec<UnitId> = out.iter().copied().collect();
    while let Some(u) = open.pop() {
        visit::walk_calls(&g.out.units[u].body, &mut |r| {
            let target = g.out.definition(r.callee.proc);
            open.extend(target.filter(|&t| !g.primal.units.contains(t) && out.insert(t)));
        });
    }
    out
}

/// True for an inquiry about its argument.
pub(super) fn is_inquiry(e: &Expr) -> bool {
    use adc_frontend::intrinsics::Class;
    matches!(&e.kind, ExprKind::Intrinsic(id, ..) if id.row().class == Class::Inquiry)
}
