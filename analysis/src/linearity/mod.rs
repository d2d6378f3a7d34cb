//! Linearity and polynomial degree: how variables depend on each other.
//!
//! After Strout and Hovland, *Linearity Analysis for Automatic Differentiation*. For pairs of a dependent and what it depends on the analysis finds a class: none ⊐ linear ⊐ nonlinear
//! (figure 6); here with polynomial degrees between the last two ([`Degree`]). It is a forward data-flow analysis ([`region`]) over the paper's equations for expressions (figure 7), with
//! values that are bounds for polynomials ([`polynomial`]), from which classes and degrees are read: so a product with a variable that is constant by the time it is used, or with one that
//! nobody asks about, is linear.
//!
//! Across calls it knows for each procedure what its outputs are in what it finds at its entry, callees first; recursive procedures to the least solution.
//!
//! Nothing here is done in every run: [`table`] asks about a procedure, [`Uses`] about the pairs of a procedure or of a loop's body, [`carried`] about what a loop's iterations hand on.
//!
//! Ignored: tests (a value that is linear on each way of a branch is linear); which element of an array a value belongs to; what integers do.

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

/// What variables depend on.
pub type Values = BTreeMap<ZoneId, Polynomial>;

/// Dependents of a procedure by independents.
#[derive(Clone, Debug)]
pub struct Table {
    /// The dependents with what they depend on, in the order of the interface.
    pub rows: Vec<(ZoneId, Polynomial)>,
    /// The independents.
    pub columns: Vec<ZoneId>,
}

/// How what a procedure leaves depends on what it finds. Without independents and dependents given: all of what outlives the procedure.
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

/// What all procedures that one may call leave, itself included.
fn outputs_below(program: &Program, facts: &Analyses, unit: UnitId) -> BTreeMap<UnitId, Outputs> {
    let below: BTreeSet<UnitId> = facts.calls.reachable(unit).into_iter().collect();
    let mut outputs: BTreeMap<UnitId, Outputs> = BTreeMap::new();
    facts.calls.settle_all(&mut |u| {
        if !below.contains(&u) {
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

/// What a procedure finds at its entry that can carry a derivative.
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

/// What a procedure leaves; none if it does not return as far as is known.
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

/// The pairs of the paper: how each variable depends on all that its value was made of on the way.
pub struct Uses<'a> {
    cfg: crate::cfg::Cfg,
    region: Region<'a>,
    solution: Solution<State>,
}

/// Is told of the step of a statement, of `IN` and of `DEPS`.
pub type Told<'f> = &'f mut dyn FnMut(Item, &Values, &[(ZoneId, Polynomial)]);

/// What procedures leave, for [`Uses`].
pub struct Callees(BTreeMap<UnitId, Outputs>);

impl Callees {
    /// Of all that a procedure may call.
    pub fn of(program: &Program, facts: &Analyses, unit: UnitId) -> Callees {
        Callees(outputs_below(program, facts, unit))
    }
}

impl<'a> Uses<'a> {
    /// Of a block: the body of a procedure, or one run of the body of a loop.
    pub fn of(program: &'a Program, facts: &'a Analyses, block: &Block, callees: &'a Callees) -> Uses<'a> {
        let region = Region::new(program, facts, block, Sight::Uses, &callees.0);
        let cfg = Region::graph(program, facts, block);
        let solution = solve(&cfg, &region);
        Uses { cfg, region, solution }
    }

    /// What holds behind the block.
    pub fn behind(&self) -> Values {
        self.solution.start(self.cfg.exit()).clone().unwrap_or_default()
    }

    /// For each step of a statement `IN`, and `DEPS` of what it writes.
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
