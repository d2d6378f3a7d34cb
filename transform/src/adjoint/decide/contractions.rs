//! Procedures whose calls an adjoint might contract to their partial derivatives (interface contraction: section 7.1 of
//! Utke, *Flattening Basic Blocks*).
//!
//! | | forward sweep | record | reverse sweep |
//! |---|---|---|---|
//! | joint | the procedure | its inputs | the procedure once more, its reverse sweep |
//! | split | its forward sweep | what its reverse sweep needs | its reverse sweep |
//! | contracted | the procedure and its tangents | partial derivatives | a product for each |
//!
//! **Condition.** All values that carry derivatives into the procedure, or out of it, are real scalars of one kind among
//! its arguments, or its result; at most [`MOST`] carry them in. So its Jacobian is all that an adjoint needs of it. It
//! reads no input.
//!
//! This only proposes: `src/contracted.rs` generates the Jacobians, compares costs, and generates the adjoint with them.
//! Programs with more than [`LARGEST`] statements in differentiated procedures get no proposals unless contraction is
//! asked for, since generation would take twice as long.

use super::Plans;
use crate::adjoint::plan::Node;
use crate::code::io::is_input;
use crate::context::Context;
use crate::options::{Contractible, Opt, Preaccumulate, ProcedureName};
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Scalars that carry derivatives into a procedure: with more, tangents take as long as an adjoint.
const MOST: usize = 4;
/// Statements in differentiated procedures.
const LARGEST: usize = 8_000;

/// Proposes procedures, in the order of their calls.
pub(crate) fn proposed(cx: &Context, plans: &Plans) -> Vec<Contractible> {
    if !cx.options.contracted.is_empty() || !cx.options.optimisations.has(Opt::Contract) {
        return vec![];
    }
    let mut calls: IndexMap<UnitId, Vec<u32>> = IndexMap::new();
    for nodes in plans.values() {
        add_calls(nodes, &mut calls);
    }
    let is_asked = cx.options.preaccumulate == Preaccumulate::Always;
    if calls.is_empty() || !is_asked && statements(cx, plans) > LARGEST {
        return vec![];
    }
    // input has rules of its own
    let reading = cx.facts.calls.doing(cx.original, &|_, s| is_input(&s.kind));
    let all = calls
        .into_iter()
        .filter(|(callee, _)| !reading.contains(callee) && !cx.runs_once(*callee));
    all.filter_map(|(callee, sites)| of(cx, callee, sites)).collect()
}

/// The statements of the sources in procedures that have a plan.
fn statements(cx: &Context, plans: &Plans) -> usize {
    let mut count = 0;
    for &u in plans.keys().filter(|u| !cx.models.contains(**u)) {
        walk_block(&cx.original.units[u].body, &mut |_| count += 1);
    }
    count
}

/// Calls with derivatives, by what they call.
fn add_calls(nodes: &[Node], calls: &mut IndexMap<UnitId, Vec<u32>>) {
    for n in nodes {
        if let Node::Simple(s) = n {
            if let Some(call) = &s.call {
                calls.entry(call.callee).or_default().push(s.forward.span.lo);
            }
        }
        n.blocks().into_iter().for_each(|b| add_calls(b, calls));
    }
}

/// A procedure, if its interface is narrow.
fn of(cx: &Context, callee: UnitId, sites: Vec<u32>) -> Option<Contractible> {
    let (program, facts) = (cx.primal, cx.facts);
    let unit = &program.units[callee];
    let is_outside = unit.parent.is_none_or(|p| program.units[p].kind == UnitKind::Module);
    let is_own = unit.is_definition() && is_outside && !unit.prefix.elemental && !cx.models.contains(callee);
    if !is_own || facts.calls.is_recursive(callee) || cx.heads.units().any(|h| h == callee) {
        return None;
    }
    let summary = facts.summaries.get(callee)?;
    let (mut dependents, mut independents) = (vec![], vec![]);
    let mut accessed = summary.refs.clone();
    accessed.union_with(&summary.writes);
    for zone in accessed.iter() {
        if !facts.activity.zone_is_active(zone) {
            continue;
        }
        let s = argument(program, unit, facts.zones.members(zone), summary.is_interface(zone))?;
        // what is not overwritten on all paths keeps its derivative on the others
        let is_kept = summary.writes.contains(zone) && !summary.must_writes.contains(zone);
        if summary.reads.contains(zone) || is_kept {
            independents.push(s);
        }
        if summary.writes.contains(zone) {
            dependents.push(s);
        }
    }
    let kind = |s: &SymbolId| program.symbols[*s].ty();
    let mut both = dependents.iter().chain(&independents);
    let is_of_one_kind = both.next().is_some_and(|first| both.all(|s| kind(s) == kind(first)));
    let is_narrow = !dependents.is_empty() && (1..=MOST).contains(&independents.len());
    let names = |all: Vec<SymbolId>| all.iter().map(|&s| program.symbols[s].name.to_string()).collect();
    (is_of_one_kind && is_narrow).then(|| Contractible {
        procedure: ProcedureName::of(program, callee),
        dependents: names(dependents),
        independents: names(independents),
        sites,
    })
}

/// The argument, or result, that is a zone: a plain real scalar.
fn argument(program: &Program, unit: &Unit, members: &[SymbolId], is_interface: bool) -> Option<SymbolId> {
    let &[s] = members else { return None };
    let v = program.symbols[s].variable()?;
    let is_plain = v.dims.is_empty() && !v.attrs.allocatable && !v.attrs.pointer && !v.attrs.optional && !v.attrs.value;
    let is_argument = unit.args.contains(&Some(s)) || unit.result == Some(s);
    (is_interface && is_plain && is_argument && matches!(v.ty.ty, Ty::Real(_))).then_some(s)
}
