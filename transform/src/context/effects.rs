//! Effects of derivatives of procedures that do not appear in their calls: shadows of globals, and moved memory.

use adc_analysis::ZoneSet;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Effects of derivatives of procedures on variables that their calls do not name.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Globals whose shadows they define.
    pub(crate) globals: BTreeMap<UnitId, ZoneSet>,
    /// Procedures that allocate or associate variables that outlive them, so that shadows must follow.
    pub(crate) moving: BTreeSet<UnitId>,
}
