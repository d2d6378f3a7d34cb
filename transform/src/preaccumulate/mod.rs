//! Preaccumulation: sequences of assignments whose derivatives become products with their local Jacobian.
//!
//! ```text
//! assignments ─flatten→ graph ─reduced→ rows ─written→ assignments with partial derivatives of their own
//! ```
//!
//! Every mode treats the result as it treats any program: an entry of the Jacobian is a passive variable, which the
//! adjoint records or computes again, and the tangent computes once for all directions.
//!
//! | module | |
//! |---|---|
//! | [`reduced`] | which vertices are kept, and the rows of the others' elimination |
//! | [`written`] | statements that compute partial derivatives |
//! | [`divisors`] | reciprocals that partial derivatives share |
//! | [`shared`] | functions that a statement and its partial derivatives share |
//! | [`show`] | `adc analyze --show elimination`: graphs, and what is decided about them |
//!
//! Ignored: what [`crate::elimination`] ignores.

mod divisors;
mod reduced;
mod shared;
mod show;
mod written;

use crate::elimination::{flattened, Flat};
use crate::normalize::subexpressions::{function_held, unread_holders};
use crate::normalize::temps::Temps;
use crate::options::{Opt, Options, Preaccumulate};
use crate::rules::linear;
use adc_analysis::Analyses;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};
pub(crate) use reduced::Reduced;
pub use show::show;
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use written::entries;
use written::{changes, Change};

/// Directions for which sequences are weighed.
const DIRECTIONS: usize = 8;

/// Preaccumulates in the procedures that carry derivatives; true if anything has changed.
///
/// In many directions an entry is computed once, and each direction multiplies by it: a sequence is preaccumulated if
/// the products of the elimination and those of [`DIRECTIONS`] directions are fewer than the products of as many
/// directions without it. In one direction only adjoints gain, by what they need not record: their plans propose
/// sequences ([`preaccumulate_these`]). For rows of sparse Jacobians, all sequences are, and keep no intermediate value.
pub(crate) fn preaccumulate(program: &mut Program, facts: &Analyses, options: &Options) -> bool {
    let (always, by_rows) = (
        options.preaccumulate == Preaccumulate::Always,
        options.is_jacobian_by_rows(),
    );
    if !options.optimisations.has(Opt::Preaccumulate) || !always && !by_rows && !options.vector {
        return false;
    }
    let mut changed = false;
    for &unit in facts.cfgs.keys() {
        let wanted = graphs(program, facts, unit).into_iter().filter_map(|flat| {
            let reduced = match by_rows {
                true => Reduced::rows(&flat),
                false => Reduced::new(&flat),
            };
            (always || by_rows || reduced.pays(DIRECTIONS)).then_some(Sequence { unit, flat, reduced })
        });
        let wanted: Vec<Sequence> = wanted.collect();
        changed |= in_unit(program, facts, unit, &wanted.iter().collect::<Vec<_>>(), options);
    }
    changed
}

/// Preaccumulates some sequences.
pub(crate) fn preaccumulate_these(program: &mut Program, facts: &Analyses, sequences: &[&Sequence], options: &Options) {
    for (unit, sequences) in by_procedure(sequences.iter().copied()) {
        in_unit(program, facts, unit, &sequences, options);
    }
}

/// Sequences by their procedures.
pub(crate) fn by_procedure<'s>(sequences: impl Iterator<Item = &'s Sequence>) -> IndexMap<UnitId, Vec<&'s Sequence>> {
    let mut all: IndexMap<UnitId, Vec<&Sequence>> = IndexMap::new();
    for s in sequences {
        all.entry(s.unit).or_default().push(s);
    }
    all
}

/// A sequence that may be preaccumulated.
#[derive(Debug)]
pub(crate) struct Sequence {
    /// Its procedure.
    pub unit: UnitId,
    /// Its graph.
    pub flat: Flat,
    /// What elimination leaves of it.
    pub reduced: Reduced,
}

/// Preaccumulates sequences of a procedure; true if anything has changed.
fn in_unit(program: &mut Program, facts: &Analyses, unit: UnitId, sequences: &[&Sequence], options: &Options) -> bool {
    let known: IndexSet<SymbolId> = program.units[unit].symbols.iter().copied().collect();
    let mut all = BTreeMap::new();
    let mut temps = Temps::new(program, unit);
    for Sequence { flat, reduced, .. } in sequences {
        if !reduced.rows.is_empty() && options.apply(Opt::Preaccumulate, flat.span.0) {
            all.extend(changes(&mut temps, &facts.zones, flat, reduced));
        }
    }
    if all.is_empty() {
        return false;
    }
    let unread = unread_holders(temps.program, unit);
    let mut body = std::mem::take(&mut temps.program.units[unit].body);
    write(&mut temps, &mut body, &unread, &mut all);
    let made = program.units[unit].symbols.iter().filter(|s| !known.contains(*s));
    let own: BTreeSet<SymbolId> = made.copied().chain(unread).collect();
    shared::merge_copies(&mut body, &own);
    program.units[unit].body = body;
    true
}

/// The graphs of a procedure.
pub(crate) fn graphs(program: &Program, facts: &Analyses, unit: UnitId) -> Vec<Flat> {
    let varies = |e: &Expr| facts.is_active_designator(unit, e);
    flattened(program, facts, unit, &varies, true)
}

/// Makes the changes in a block. `unread`: variables that hold functions for the plan.
fn write(temps: &mut Temps, block: &mut Block, unread: &BTreeSet<SymbolId>, changes: &mut BTreeMap<StmtId, Change>) {
    let mut out = Vec::with_capacity(block.len());
    // functions in front of the next statement, and statements for it
    let (mut holders, mut waiting) = (vec![], vec![]);
    for mut s in std::mem::take(block) {
        s.kind.for_each_block_mut(&mut |b| write(temps, b, unread, changes));
        let change = changes.remove(&s.id);
        if let Some((v, function)) = function_held(temps.program, &s).filter(|(v, _)| unread.contains(v)) {
            holders.push((var(temps.program, v), function.clone()));
            waiting.extend(change.into_iter().flat_map(|c| c.before));
            out.push(s);
            continue;
        }
        let mut before = std::mem::take(&mut waiting);
        let terms = change.and_then(|c| {
            before.extend(c.before);
            c.terms
        });
        if let StmtKind::Assign { rhs, .. } = &mut s.kind {
            if !before.is_empty() {
                shared::share(temps, &mut before, rhs, &holders);
            }
            if let Some(terms) = terms {
                let value = std::mem::replace(rhs, int(0));
                *rhs = linear::with_partials(value, terms);
            }
        }
        temps.program.renumber(&mut before);
        before.iter_mut().for_each(|b| b.span = s.span);
        out.append(&mut before);
        holders.clear();
        out.push(s);
    }
    debug_assert!(
        waiting.is_empty(),
        "a row that needs a partial derivative stands in its block"
    );
    *block = out;
}
