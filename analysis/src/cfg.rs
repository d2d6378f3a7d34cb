//! Control flow.

use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// Control-flow graph of a unit.
#[derive(Clone, Debug, Default)]
pub struct Cfg {}

/// The graphs of all units with a body.
pub fn build_all(program: &Program) -> BTreeMap<UnitId, Cfg> {
    let bodies = program.units.iter().filter(|(_, u)| !u.prefix.interface_body);
    bodies.map(|(u, _)| (u, Cfg::default())).collect()
}
