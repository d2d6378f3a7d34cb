//! Sequences that an adjoint should preaccumulate, by its plan.
//!
//! | | forward sweep | record | reverse sweep |
//! |---|---|---|---|
//! | plain | | values that partial derivatives need | partial derivatives, a product for each edge |
//! | preaccumulated | partial derivatives, products of the elimination | entries | a product for each entry |
//!
//! What is saved are records, and what the reverse sweep computes from them. So only sequences in loops whose plan
//! records scalars are of interest. Where both sweeps stand in one loop, or the values still exist, preaccumulation
//! would only move operations.
//!
//! The estimate takes for granted that nobody else needs the recorded values. So it only proposes: an adjoint is
//! generated with the proposed sequences, and `weighed` compares the code.

use super::Plans;
use crate::adjoint::plan::Node;
use crate::code::cost;
use crate::context::Context;
use crate::elimination::{Assigned, Flat, Value};
use crate::options::{Opt, Preaccumulate};
use crate::preaccumulate::{graphs, Reduced, Sequence};
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Assignments in a sequence: the elimination of longer ones takes too long for a try.
const LONGEST: usize = 100;

/// Proposes sequences.
pub(crate) fn proposed(cx: &Context, plans: &Plans) -> Vec<Sequence> {
    let (mut found, options) = (vec![], cx.options);
    let is_asked = options.preaccumulate == Preaccumulate::Auto && !options.vector;
    if !is_asked || !options.optimisations.has(Opt::Preaccumulate) {
        return found;
    }
    for (&unit, nodes) in plans {
        let mut recorded = IndexMap::new();
        records(nodes, false, &mut recorded);
        if recorded.is_empty() {
            continue;
        }
        for flat in graphs(cx.primal, cx.facts, unit) {
            let of = |a: &Assigned| recorded.get(&a.stmt).copied().unwrap_or(0);
            let records: usize = flat.assigned.iter().map(of).sum();
            let reduced = (records > 0).then(|| worthwhile(&flat, records)).flatten();
            found.extend(reduced.map(|reduced| Sequence { unit, flat, reduced }));
        }
    }
    found
}

/// The number of scalars that the statements of loops record.
fn records(nodes: &[Node], in_loop: bool, found: &mut IndexMap<StmtId, usize>) {
    for n in nodes {
        if let Node::Simple(s) = n {
            if !in_loop {
                continue;
            }
            let is_scalar = |e: &Expr| e.rank == 0 && matches!(e.ty, Ty::Real(_));
            let scalars = s.writes.iter().filter(|w| w.is_stored());
            let count = scalars.filter(|w| w.target.as_ref().is_some_and(is_scalar)).count();
            if count > 0 {
                found.insert(s.forward.id, count);
            }
        }
        let in_loop = in_loop || matches!(n, Node::Loop(_));
        n.blocks().into_iter().for_each(|b| records(b, in_loop, found));
    }
}

/// The elimination of a sequence of which a number of values is recorded, if that might cost less.
fn worthwhile(flat: &Flat, records: usize) -> Option<Reduced> {
    let results = flat.assigned.iter().filter(|a| a.escapes && a.vertex.is_some()).count();
    let partials: usize = flat.partials.values().map(|p| cost::flops(&p.whole())).sum();
    // what a reverse sweep computes without it, at most
    let most = |edges: usize| partials + 2 * edges + cost::RECORD * records;
    // each result has an entry at least
    if flat.assigned.len() > LONGEST || most(flat.graph.edges()) < results {
        return None;
    }
    let reduced = Reduced::with_short_search(flat);
    let entries = || reduced.rows.iter().flat_map(|r| &r.terms).filter(|t| !t.1.is_unit());
    let stored: IndexSet<u32> = entries().map(|t| t.1.value()).collect();
    let computed = stored.iter().filter(|&&v| !is_number(flat, &reduced, v)).count();
    let (with, without) = reduced.costs(1);
    let pays = !reduced.rows.is_empty() && cost::RECORD * computed + 2 * with < most(without);
    pays.then_some(reduced)
}

/// True for an entry that is a number.
fn is_number(flat: &Flat, reduced: &Reduced, value: u32) -> bool {
    match reduced.values.of(value) {
        Value::One => true,
        Value::Partial(number) => flat.partials[&number].whole().is_literal(),
        Value::Product(..) | Value::Sum(..) => false,
    }
}
