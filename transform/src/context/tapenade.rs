//! Shadows that derivatives of heads have in Tapenade beside those of independents and dependents.
//!
//! Tapenade manages the memory of shadows for what is allocatable or a pointer. A variable whose memory is managed has
//! a shadow although it is passive, and so have the dummy arguments through which it reaches the procedure. With the
//! command line of Tapenade, `adc` declares such arguments, so that callers written for Tapenade fit; they are idle.
//!
//! The rule, found by experiments with Tapenade 3.16 and `-fixinterface`. A dummy argument of a procedure that others
//! call is needed if all of this is true:
//!
//! * an assignment to an active variable calls an intrinsic function with an active argument;
//! * that argument contains the dummy argument, or a component of it, outside of subscripts;
//! * the designator is allocatable or a pointer, or contains such a component: `o%w`, `o%w(i)`.
//!
//! The intrinsics that Tapenade inlines ([`INLINED`]) do not count. An argument of a caller is needed if the caller
//! passes it, or a component of it, for a needed one.

use crate::context::Context;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{subscripts, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Intrinsics that Tapenade replaces by branches, or differentiates without a call.
const INLINED: [&str; 6] = ["max", "min", "abs", "maxval", "minval", "matmul"];

impl Context<'_> {
    /// True for a dummy argument of a head that has an idle shadow.
    pub(crate) fn has_idle_shadow(&self, dummy: SymbolId) -> bool {
        self.options.tapenade_shadows
            && self
                .idle_shadows
                .get_or_init(|| self.find_idle_shadows())
                .contains(&dummy)
    }

    fn find_idle_shadows(&self) -> BTreeSet<SymbolId> {
        let reached = self.reached();
        let called = |u: &UnitId| self.facts.calls.callers(*u).iter().any(|c| c != u);
        let mut needed = BTreeSet::new();
        for &u in reached.iter().filter(|u| called(u)) {
            walk_block(&self.primal.units[u].body, &mut |s| {
                if let StmtKind::Assign { lhs, rhs, .. } = &s.kind {
                    if self.is_active_designator(u, lhs) {
                        walk_expr(rhs, &mut |e| self.add_managed(u, e, &mut needed));
                    }
                }
            });
        }
        // callers come after what they call
        while self.pass_up(&reached, &mut needed) {}
        let is_of_head = |s: &SymbolId| self.primal.symbols[*s].owner.is_some_and(|u| self.heads.has(u));
        needed.retain(is_of_head);
        needed
    }

    /// Adds the dummy arguments whose memory is managed for a call of an intrinsic function.
    fn add_managed(&self, u: UnitId, e: &Expr, needed: &mut BTreeSet<SymbolId>) {
        let ExprKind::Intrinsic(id, _, args) = &e.kind else {
            return;
        };
        let row = id.row();
        if !matches!(row.class, Class::Elemental | Class::Transformational) || INLINED.contains(&row.name) {
            return;
        }
        for a in args.iter().filter_map(Arg::expr) {
            let mut read = vec![];
            values(a, &mut read);
            if read.iter().any(|d| self.is_active_designator(u, d)) {
                let managed = read.into_iter().filter(|d| self.is_managed(d));
                needed.extend(managed.filter_map(Expr::base_symbol).filter(|&s| self.is_dummy(s)));
            }
        }
    }

    /// Adds the arguments that callers pass for needed ones; true if there are new ones.
    fn pass_up(&self, reached: &[UnitId], needed: &mut BTreeSet<SymbolId>) -> bool {
        let before = needed.len();
        for &u in reached {
            walk_block(&self.primal.units[u].body, &mut |s| {
                let StmtKind::Call { callee, args, .. } = &s.kind else {
                    return;
                };
                let Some(target) = self.primal.definition(callee.proc) else {
                    return;
                };
                let dummies = self.primal.units[target].args.iter();
                for (dummy, actual) in dummies.zip(args) {
                    let base = actual.expr().and_then(Expr::base_symbol).filter(|&b| self.is_dummy(b));
                    if dummy.is_some_and(|d| needed.contains(&d)) {
                        needed.extend(base);
                    }
                }
            });
        }
        needed.len() > before
    }

    fn is_dummy(&self, s: SymbolId) -> bool {
        self.primal.symbols[s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Dummy)
    }

    /// True for a designator through an allocatable or a pointer.
    fn is_managed(&self, d: &Expr) -> bool {
        let of = |s: SymbolId| {
            let v = self.primal.symbols[s].variable();
            v.is_some_and(|v| v.attrs.allocatable || v.attrs.pointer)
        };
        match &d.kind {
            ExprKind::Var(s) => of(*s),
            ExprKind::Component(base, c) => of(*c) || self.is_managed(base),
            ExprKind::Index(base, _) | ExprKind::Substring(base, ..) | ExprKind::ComplexPart(base, _) => {
                self.is_managed(base)
            }
            _ => false,
        }
    }
}

/// The designators whose values an expression reads, without those in subscripts.
fn values<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    let mut all = vec![];
    visit::walk_designators(e, &mut |d| all.push(d));
    let mut inside = vec![];
    for d in &all {
        subscripts(d, &mut |s| {
            visit::walk_designators(s, &mut |x| inside.push(std::ptr::from_ref(x)))
        });
    }
    out.extend(all.into_iter().filter(|d| !inside.contains(&std::ptr::from_ref(*d))));
}
