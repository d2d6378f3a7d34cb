//! Local pointers of procedures that are split, to memory of allocatable variables that the program frees.
//!
//! Between the sweeps of a split procedure, its local pointers are on the tape. The reverse sweep of a caller allocates
//! memory again that was freed in the meantime, at another address:
//!
//! ```text
//! call foo(s)             foo_fwd: p => s%list(k); PUSH(p)       foo_bwd: POP(p), which refers to nothing
//! deallocate(s%list)      deallocate(s%list)                     allocate(s%list)
//! ```
//!
//! Callers do not see such pointers, so [`crate::adjoint::decide::tbr`] cannot know that they are needed. A procedure
//! with one is joint: its sweeps run together, with the memory of that time.
//!
//! Memory is told apart by the component or variable that is freed; that of an argument by its type.

use crate::context::Context;
use adc_analysis::ZoneId;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use indexmap::IndexSet;
use std::collections::BTreeSet;

impl Context<'_> {
    /// The first local pointer of a procedure whose target may be freed while the procedure does not run.
    pub(super) fn stranded_pointer(&self, u: UnitId) -> Option<SymbolId> {
        let is_pointer = |s: &SymbolId| {
            let v = self.primal.symbols[*s].variable();
            v.is_some_and(|v| v.attrs.pointer && v.storage == Storage::Local && !v.attrs.save)
        };
        let mut pointers = self.primal.units[u].symbols.iter().copied().filter(is_pointer);
        let first = pointers.next()?;
        let callers = self.facts.calls.callers_of([u]);
        std::iter::once(first)
            .chain(pointers)
            .find(|&p| self.target_is_freed(u, p, &callers))
    }

    fn target_is_freed(&self, u: UnitId, p: SymbolId, callers: &BTreeSet<UnitId>) -> bool {
        let zones = &self.facts.zones;
        let own = zones.of(p);
        let targets = own
            .iter()
            .flat_map(|z| zones.associated(z))
            .filter(|z| !own.contains(z));
        let (mut owners, mut arguments) = (IndexSet::new(), vec![]);
        for z in targets {
            self.owners_of(u, *z, &mut owners, &mut arguments);
        }
        let is_local = |s: SymbolId| {
            let v = self.primal.symbols[s].variable();
            v.is_some_and(|v| v.storage == Storage::Local && !v.attrs.save)
        };
        let may_be = |o: &Expr| {
            let Some(freed) = last_name(o) else { return false };
            // the adjoint keeps the memory of pointers until the reverse sweep has used it
            let attrs = self.primal.symbols[freed].variable().map(|v| &v.attrs);
            if !attrs.is_some_and(|a| a.allocatable) {
                return false;
            }
            let by_name = owners.contains(&freed);
            let place = o.base_symbol().filter(|&s| is_local(s));
            let outside = place.and_then(|s| self.primal.symbols[s].owner);
            let reaches = outside.is_none_or(|w| w != u && callers.contains(&w));
            by_name || reaches && arguments.contains(&o.ty)
        };
        let mut found = false;
        for (_, unit) in self.primal.units.iter() {
            walk_block(&unit.body, &mut |s| {
                if let StmtKind::Deallocate { objects, .. } = &s.kind {
                    found |= objects.iter().any(may_be);
                }
                if let StmtKind::CallIntrinsic { name, args, .. } = &s.kind {
                    let moves = name.eq_ignore_ascii_case("move_alloc");
                    found |= moves && args.iter().filter_map(Arg::expr).any(may_be);
                }
            });
        }
        found
    }

    /// The allocatable variables and components that own the memory of a zone, and the types of the arguments that do.
    fn owners_of(&self, u: UnitId, zone: ZoneId, owners: &mut IndexSet<SymbolId>, arguments: &mut Vec<Ty>) {
        let zones = &self.facts.zones;
        for &s in zones.members(zone).iter().chain(&zones[zone].path) {
            let symbol = &self.primal.symbols[s];
            let Some(v) = symbol.variable() else { continue };
            if v.attrs.allocatable {
                owners.insert(s);
            }
            if v.storage == Storage::Dummy && symbol.owner == Some(u) {
                arguments.push(v.ty.ty);
            }
        }
    }
}

/// The component or the variable that a designator ends with.
fn last_name(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) | ExprKind::Component(_, s) => Some(*s),
        ExprKind::Index(of, _) => last_name(of),
        _ => None,
    }
}
