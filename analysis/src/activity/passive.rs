//! Calls that carry no derivative, of procedures that carry one at other calls.
//!
//! A call is passive if no active value enters it, leaves it, or stays in a variable that it changes. The derivative
//! calls the procedure itself there, and takes what it writes as constant. So passing a variable to such a call does
//! not make the variable active ([`super::demand`]).
//!
//! Not passive, whatever the values:
//!
//! * Calls of procedures without source: descriptions decide, and what they leave out is not known here.
//! * Calls that change pointers or allocations, because those of the shadows must follow.
//! * Calls that write a global variable which the caller does not mention, and which is varied somewhere: the caller
//!   could not set its shadow to zero.
//! * Statements with several calls of which one is not passive.

use super::graph::{At, NodeId};
use super::input::Input;
use super::Trail;
use crate::lower::CallStep;
use crate::ZoneId;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The passive calls of some units.
#[derive(Clone, Debug, Default)]
pub(super) struct PassiveCalls {
    /// Statements whose calls are all passive.
    statements: BTreeSet<StmtId>,
    /// The units that a unit calls by such statements alone.
    only_so: BTreeMap<UnitId, BTreeSet<UnitId>>,
}

impl PassiveCalls {
    pub fn find(input: Input, trail: &Trail, units: &[UnitId]) -> PassiveCalls {
        if trail.definitions.is_none() {
            return PassiveCalls::default();
        }
        let mut others = with_active_calls(trail);
        let mut calls = vec![];
        for &unit in units {
            for item in input.cfgs.get(&unit).into_iter().flat_map(|c| c.all_items()) {
                for (step, call) in input.calls_in(item) {
                    calls.push((unit, item.stmt, call));
                    let is_known = |z| input.defines(unit, item, step, z);
                    if !may_be_passive(input, trail, call, &is_known) {
                        others.insert(item.stmt);
                    }
                }
            }
        }
        let mut found = PassiveCalls::default();
        for &(unit, stmt, call) in calls.iter().filter(|(_, stmt, _)| !others.contains(stmt)) {
            found.statements.insert(stmt);
            found.only_so.entry(unit).or_default().extend(call.units());
        }
        for (unit, _, call) in calls.iter().filter(|(_, stmt, _)| others.contains(stmt)) {
            if let Some(callees) = found.only_so.get_mut(unit) {
                callees.retain(|&callee| call.units().all(|u| u != callee));
            }
        }
        found
    }

    pub fn has(&self, stmt: StmtId) -> bool {
        self.statements.contains(&stmt)
    }

    /// True if all calls of one unit by another are passive.
    pub fn are_all_calls(&self, from: UnitId, to: UnitId) -> bool {
        self.only_so.get(&from).is_some_and(|callees| callees.contains(&to))
    }
}

/// Statements whose calls receive an active value, or after which a variable has one.
fn with_active_calls(trail: &Trail) -> BTreeSet<StmtId> {
    let nodes = trail.graph.nodes.node_indices().filter(|&n| trail.blue.has(n));
    let statement = |n: NodeId| match trail.graph.nodes[n].at {
        At::Def(item, _) | At::Argument(item, _) | At::Temporary(item, _) => Some(item.stmt),
        At::Anywhere | At::Shared | At::In | At::Out | At::Join => None,
    };
    nodes.filter_map(statement).collect()
}

/// True unless a property other than the values forbids it. `is_known`: the statement counts as a definition of a zone.
fn may_be_passive(input: Input, trail: &Trail, call: &CallStep, is_known: &dyn Fn(ZoneId) -> bool) -> bool {
    let zones = input.zones;
    let stays_right = |z: ZoneId| !zones[z].dynamic && (!zones[z].is_global || is_known(z) || !trail.varies_between(z));
    let has_source = |unit: UnitId| input.program.units[unit].model().is_none();
    let writes_well = |unit: UnitId| {
        let written = &input.mod_ref.of(unit).writes;
        written.iter().all(|z| !zones.carries(z) || stays_right(z))
    };
    let mut units = call.units();
    call.unknown.is_none() && units.all(|u| has_source(u) && writes_well(u))
}

impl Trail {
    /// True if a global zone has a varied value between units.
    fn varies_between(&self, zone: ZoneId) -> bool {
        self.graph.shared_node(zone).is_some_and(|n| self.red.has(n))
    }
}
