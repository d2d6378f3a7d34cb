//! What derivatives of procedures do that calls of them do not name.

use adc_analysis::ZoneSet;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What derivatives of procedures do beyond the variables that a call of them names.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Globals whose shadows they define.
    pub(crate) globals: BTreeMap<UnitId, ZoneSet>,
    /// Procedures that allocate or associate what outlives them, so that shadows have to follow.
    pub(crate) moving: BTreeSet<UnitId>,
}
