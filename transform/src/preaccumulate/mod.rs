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
//! | [`plain`] | values without partial derivatives, for the derivative code |
//! | [`show`] | `adc analyze --show elimination`: graphs, and what is decided about them |
//!
//! Ignored: what [`crate::elimination`] ignores.

pub(crate) mod plain;
mod reduced;
mod show;
mod written;

use crate::elimination::flattened;
use crate::normalize::temps::Temps;
use crate::options::{Opt, Options, Preaccumulate};
use crate::rules::linear;
use adc_analysis::Analyses;
use adc_frontend::ir::*;
pub(crate) use reduced::Reduced;
pub use show::show;
use std::collections::BTreeMap;
pub(crate) use written::entries;
use written::{changes, Change};

/// Directions for which sequences are weighed.
const DIRECTIONS: usize = 8;

/// Preaccumulates in the procedures that carry derivatives; true if anything has changed.
///
/// In many directions an entry is computed once, and each direction multiplies by it: a sequence is preaccumulated if
/// the products of the elimination and those of [`DIRECTIONS`] directions are fewer than the products of as many
/// directions without it. In one direction it is never done unasked: the adjoint evaluates the graph in reverse order,
/// which costs as much, and what it would save, values that are recorded, other optimisations have saved.
pub(crate) fn preaccumulate(program: &mut Program, facts: &Analyses, options: &Options) -> bool {
    let is_wanted = options.vector || options.preaccumulate == Preaccumulate::Always;
    if !is_wanted || !options.optimisations.has(Opt::Preaccumulate) {
        return false;
    }
    let mut changed = false;
    for &unit in facts.cfgs.keys() {
        let varies = |e: &Expr| facts.is_active_designator(unit, e);
        let graphs = flattened(program, facts, unit, &varies, true);
        if graphs.is_empty() {
            continue;
        }
        let mut all = BTreeMap::new();
        let mut temps = Temps::new(program, unit);
        for flat in &graphs {
            let reduced = Reduced::new(flat);
            let is_wanted = options.preaccumulate == Preaccumulate::Always || reduced.pays(DIRECTIONS);
            if is_wanted && !reduced.rows.is_empty() && options.apply(Opt::Preaccumulate, flat.span.0) {
                all.extend(changes(&mut temps, &facts.zones, flat, &reduced));
            }
        }
        if all.is_empty() {
            continue;
        }
        changed = true;
        let mut body = std::mem::take(&mut program.units[unit].body);
        write(program, &mut body, &mut all);
        program.units[unit].body = body;
    }
    changed
}

/// Makes the changes in a block.
fn write(program: &mut Program, block: &mut Block, changes: &mut BTreeMap<StmtId, Change>) {
    let mut out = Vec::with_capacity(block.len());
    for mut s in std::mem::take(block) {
        s.kind.for_each_block_mut(&mut |b| write(program, b, changes));
        if let Some(change) = changes.remove(&s.id) {
            let mut before = change.before;
            program.renumber(&mut before);
            before.iter_mut().for_each(|b| b.span = s.span);
            out.extend(before);
            if let (Some(terms), StmtKind::Assign { rhs, .. }) = (change.terms, &mut s.kind) {
                let value = std::mem::replace(rhs, int(0));
                *rhs = linear::with_partials(value, terms);
            }
        }
        out.push(s);
    }
    *block = out;
}
