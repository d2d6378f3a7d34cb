//! The procedures without source that a program calls.

use crate::options::description::Description;
use adc_frontend::ir::UnitId;
use indexmap::{IndexMap, IndexSet};

/// What the units that stand for procedures without source are made from; without a description, from nothing but calls.
#[derive(Clone, Debug, Default)]
pub struct Models {
    pub(crate) units: IndexMap<UnitId, Option<Description>>,
    /// Given procedures whose bodies say no more than what they read and write, which carries no derivative.
    closed: IndexSet<UnitId>,
    /// Those without source that the user takes as passive.
    pub(crate) assumed_passive: IndexSet<UnitId>,
}

impl Models {
    /// True where all sources are given.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// True for a unit that stands for a procedure without source.
    pub fn contains(&self, unit: UnitId) -> bool {
        self.units.contains_key(&unit)
    }

    /// What is known of the procedure that a unit stands for.
    pub fn description(&self, unit: UnitId) -> Option<&Description> {
        self.units.get(&unit)?.as_ref()
    }

    /// True where nothing depends differentiably on anything.
    pub fn is_passive(&self, unit: UnitId) -> bool {
        self.closed.contains(&unit)
            || self.assumed_passive.contains(&unit)
            || self.description(unit).is_some_and(|d| d.passive)
    }

    /// Takes a given procedure as passive, whatever is assumed of variables.
    pub(crate) fn close(&mut self, unit: UnitId) {
        self.closed.insert(unit);
    }

    /// True where nothing is known.
    pub fn is_assumed(&self, unit: UnitId) -> bool {
        self.units.get(&unit).is_some_and(Option::is_none) && !self.assumed_passive.contains(&unit)
    }
}
