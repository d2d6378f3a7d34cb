//! Linearity and polynomial degree of the dependence between variables.
//!
//! After Strout and Hovland, *Linearity Analysis for Automatic Differentiation*. For each pair of a dependent and a
//! variable on which it depends, the analysis finds a class: none ⊐ linear ⊐ nonlinear (figure 6); here with polynomial
//! degrees between the last two ([`Degree`]). It is a forward data-flow analysis ([`region`]) over the paper's
//! equations for expressions (figure 7), whose values are bounds for polynomials ([`polynomial`]); classes and degrees
//! are read off these. So a product is linear if one factor is constant at that point, or is not among the variables in
//! question.
//!
//! Calls are summarised, callees first, by the outputs of each procedure in terms of its values at entry; recursive
//! procedures are iterated to the least solution.
//!
//! These analyses run on request only: [`table`] for a procedure, [`Uses`] for the pairs of a procedure or of a loop's
//! body, [`carried`] for the values that a loop's iterations hand on.
//!
//! Ignored: tests (a value that is linear in each branch is linear); the element of an array to which a value belongs;
//! integers.

pub mod carried;
pub mod polynomial;
mod region;
pub mod separable;
pub mod terms;

pub use polynomial::{Degree, Polynomial};
pub use region::Sight;

use crate::cfg::Item;
use crate::dataflow::{solve, Solution};
use crate::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use region::{Outputs, Region, State};
use std::collections::{BTreeMap, BTreeSet};

/// The dependence of each variable.
pub type Values = BTreeMap<ZoneId, Polynomial>;

/// Dependents of a procedure by independents.
#[derive(Clone, Debug)]
pub struct Table {
    /// The dependents and their dependences, in the order of the interface.
    pub rows: Vec<(ZoneId, Polynomial)>,
    /// The independents.
    pub columns: Vec<ZoneId>,
}

/// The dependence of a procedure's outputs on its values at entry. Without given independents and dependents: for all
/// variables that outlive the procedure.
pub fn table(
    program: &Program,
    facts: &Analyses,
    unit: UnitId,
    independents: Option<&ZoneSet>,
    dependents: Option<&ZoneSet>,
) -> Table {
    let outputs = outputs_below(program, facts, unit);
    let own = match independents {
        None => outputs.get(&unit).cloned().unwrap_or_default(),
        Some(of) => left_by(program, facts, unit, Sight::Entry(of.clone()), &outputs).unwrap_or_default(),
    };
    let summary = facts.summaries.get(unit);
    let is_written = |z: ZoneId| summary.is_some_and(|s| s.writes.contains(z));
    let is_row = |z: ZoneId| dependents.map_or_else(|| is_written(z), |of| of.contains(z));
    let mut rows: Vec<(ZoneId, Polynomial)> = own.into_iter().filter(|(z, _)| is_row(*z)).collect();
    let mut columns = independents.cloned().unwrap_or_default();
    rows.iter().for_each(|(_, p)| {
        columns.union_with(&p.zones());
    });
    let mut columns: Vec<ZoneId> = columns.iter().collect();
    // dummy arguments in order, then others
    let place = |z: &ZoneId| {
        let place = summary.and_then(|s| s.formals.get(z)).copied();
        (place.unwrap_or(usize::MAX), *z)
    };
    rows.sort_by_key(|(z, _)| place(z));
    columns.sort_by_key(place);
    Table { rows, columns }
}

/// The dependence of the outputs of each procedure on its values at entry, for procedures that may return.
pub fn outputs(program: &Program, facts: &Analyses) -> BTreeMap<UnitId, Values> {
    outputs_of(program, facts, &|_| true)
}

/// The outputs of a unit and of all procedures that it may call.
fn outputs_below(program: &Program, facts: &Analyses, unit: UnitId) -> BTreeMap<UnitId, Outputs> {
    let below: BTreeSet<UnitId> = facts.calls.reachable([unit]).into_iter().collect();
    outputs_of(program, facts, &|u| below.contains(&u))
}

fn outputs_of(program: &Program, facts: &Analyses, is_asked: &dyn Fn(UnitId) -> bool) -> BTreeMap<UnitId, Outputs> {
    let mut outputs: BTreeMap<UnitId, Outputs> = BTreeMap::new();
    facts.calls.settle_all(&mut |u| {
        if !is_asked(u) {
            return false;
        }
        let found = found_by(facts, u);
        let Some(new) = left_by(program, facts, u, Sight::Entry(found), &outputs) else {
            return false;
        };
        outputs.insert(u, new.clone()) != Some(new)
    });
    outputs
}

/// The zones of values at a procedure's entry that can carry a derivative.
fn found_by(facts: &Analyses, unit: UnitId) -> ZoneSet {
    let Some(summary) = facts.summaries.get(unit) else {
        return ZoneSet::new();
    };
    let touched = summary.refs.iter().chain(summary.writes.iter());
    let outlives = |z: &ZoneId| summary.is_interface(*z) || facts.zones.is_visible_outside(unit, *z);
    let found = touched.chain(summary.formals.keys().copied()).filter(outlives);
    found
        .filter(|&z| facts.zones.carries(z) && !summary.result.contains(z))
        .collect()
}

/// The outputs of a procedure; `None` if no path is known to return.
fn left_by(
    program: &Program,
    facts: &Analyses,
    unit: UnitId,
    sight: Sight,
    outputs: &BTreeMap<UnitId, Outputs>,
) -> Option<Outputs> {
    let (cfg, summary) = (facts.cfgs.get(&unit)?, facts.summaries.get(unit)?);
    let region = Region::new(program, facts, &program.units[unit].body, sight, outputs);
    let solution = solve(cfg, &region);
    let left = solution.start(cfg.exit()).clone()?;
    let outlives = |z: ZoneId| summary.is_interface(z) || facts.zones.is_visible_outside(unit, z);
    let touched = left.keys().copied().chain(summary.formals.keys().copied());
    let zones: BTreeSet<ZoneId> = touched.filter(|&z| outlives(z) && facts.zones.carries(z)).collect();
    Some(zones.into_iter().map(|z| (z, region.current(&left, z))).collect())
}

/// The pairs of the paper: the dependence of each variable on all variables that contributed to its value.
pub struct Uses<'a> {
    cfg: crate::cfg::Cfg,
    region: Region<'a>,
    solution: Solution<State>,
}

/// Called with the step of a statement, `IN` and `DEPS`.
pub type Told<'f> = &'f mut dyn FnMut(Item, &Values, &[(ZoneId, Polynomial)]);

/// The outputs of procedures, for [`Uses`].
pub struct Callees(BTreeMap<UnitId, Outputs>);

impl Callees {
    /// For all possible callees of a procedure.
    pub fn of(program: &Program, facts: &Analyses, unit: UnitId) -> Callees {
        Callees(outputs_below(program, facts, unit))
    }
}

impl<'a> Uses<'a> {
    /// For a block: the body of a procedure, or one execution of the body of a loop.
    pub fn of(program: &'a Program, facts: &'a Analyses, block: &Block, callees: &'a Callees) -> Uses<'a> {
        let region = Region::new(program, facts, block, Sight::Uses, &callees.0);
        let cfg = Region::graph(program, facts, block);
        let solution = solve(&cfg, &region);
        Uses { cfg, region, solution }
    }

    /// The dependences after the block.
    pub fn after(&self) -> Values {
        self.solution.start(self.cfg.exit()).clone().unwrap_or_default()
    }

    /// Calls `f` for each step of a statement with `IN`, and with `DEPS` of the variables that it writes.
    pub fn each(&self, f: Told) {
        self.solution.replay(&self.cfg, &self.region, &mut |item, before, _| {
            let Some(before) = before else { return };
            let mut written = vec![];
            let mut state = before.clone();
            self.region
                .run(item, &mut state, &mut |z, value| written.push((z, value.clone())));
            f(item, before, &written);
        });
    }
}
