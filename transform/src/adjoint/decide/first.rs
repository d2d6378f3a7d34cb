//! State of heads that their adjoint restores: variables with initial values, such as flags of a first call.
//!
//! After an adjoint, zones that it does not leave changed ([`super::write`]) have the values from before the call, the
//! others those of its forward sweep. If a head reads zones of both kinds before it writes them, its next call would
//! begin with a mixture that no call of the primal meets: a flag says that a table is filled, but the table is
//! restored. So
//!
//! ```text
//! state(head)    = USE(head) ∩ MOD(head), without its interface
//! restored(head) = state(head) ∩ out(adjoint) ∩ initialised,  if state(head) \ out(adjoint) is not empty
//! ```
//!
//! Without that analysis (`--no-opt adjoint-write`), any zone may be restored.
//!
//! A zone is initialised if its variable has an initial value. The rest of the state has no value in the first call, so
//! that programs set it where initialised state tells them to.
//!
//! Ignored: objects and allocatable variables, and heads that heads call.

use crate::adjoint::decide::targets::Wanted;
use crate::adjoint::plan::between::Between;
use crate::context::Context;
use crate::options::Opt;
use adc_frontend::ir::visit::walk_expr;
use adc_frontend::ir::*;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// The zones that the adjoint of each head saves at its beginning and restores at its end.
pub(crate) fn restored(cx: &Context, between: &Between, units: &[UnitId]) -> Wanted {
    let entries = units.iter().filter(|&&u| cx.is_entry(u));
    let mut out = vec![];
    let mut initialised = None;
    for &unit in entries {
        let (Some(summary), Some(changed)) = (cx.facts.summaries.get(unit), between.out.get(&unit)) else {
            continue;
        };
        let state = summary.reads.iter().filter(|&z| summary.writes.contains(z));
        let (left, kept): (Vec<_>, Vec<_>) = state
            .filter(|&z| !summary.is_interface(z))
            .partition(|&z| changed.contains(z));
        // without the analysis, each of them may be restored
        let is_mixed = match cx.options.optimisations.has(Opt::AdjointWrite) {
            true => !kept.is_empty(),
            false => left.len() > 1,
        };
        if left.is_empty() || !is_mixed {
            continue;
        }
        let initialised = initialised.get_or_insert_with(|| with_initial_values(cx.primal));
        let zones: IndexSet<_> = left
            .into_iter()
            .filter(|&z| cx.facts.zones.members(z).iter().any(|s| initialised.contains(s)))
            .collect();
        if !zones.is_empty() {
            out.push((unit, zones));
        }
    }
    out
}

/// Variables of intrinsic types that have an initial value, by their declaration or by DATA.
fn with_initial_values(program: &Program) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    let groups = program.units.iter().flat_map(|(_, u)| u.data.iter());
    for object in groups.flat_map(|d| d.objects.iter()) {
        walk_expr(object, &mut |e| out.extend(e.base_symbol()));
    }
    out.extend(program.symbols.iter().filter_map(|(s, symbol)| {
        let init = &symbol.variable()?.init;
        init.is_some().then_some(s)
    }));
    out.retain(|&s| {
        program.symbols[s].variable().is_some_and(|v| {
            !v.attrs.pointer
                && !v.attrs.allocatable
                && !matches!(v.ty.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited)
        })
    });
    out
}
