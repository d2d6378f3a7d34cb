//! Objects that procedures allocate and associate: the result of [`super::moved`], part of [`super::behaviour`].

use adc_analysis::ZoneSet;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The sets of each procedure.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    pub(crate) allocated: BTreeMap<UnitId, ZoneSet>,
    pub(crate) associated: BTreeMap<UnitId, ZoneSet>,
    pub(crate) values: BTreeMap<UnitId, ZoneSet>,
    /// Zones whose values procedures change under the names of these zones, not only under others for the same memory.
    pub(crate) named: BTreeMap<UnitId, ZoneSet>,
    /// Procedures whose forward sweeps have shadows, because of their own pointers or of calls of such procedures.
    pub(crate) follows: BTreeSet<UnitId>,
    /// True for a program in which pointers change their association.
    pub(crate) associates: bool,
}
