//! What procedures allocate and associate.

use adc_analysis::ZoneSet;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The sets of each procedure.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    pub(crate) allocated: BTreeMap<UnitId, ZoneSet>,
    pub(crate) associated: BTreeMap<UnitId, ZoneSet>,
    pub(crate) values: BTreeMap<UnitId, ZoneSet>,
    /// Procedures whose forward sweeps have shadows, for pointers of theirs or for calls of such procedures.
    pub(crate) follows: BTreeSet<UnitId>,
    /// True for a program with pointers that change what they point to.
    pub(crate) associates: bool,
}
