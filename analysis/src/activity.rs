//! Activity: which variables need a shadow.

use crate::cfg::Cfg;
use crate::{CallGraph, HeadSpec, Options, Summaries, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What is active.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    symbols: BTreeSet<SymbolId>,
    units: BTreeSet<UnitId>,
    formals: BTreeMap<UnitId, Vec<bool>>,
    all: ZoneSet,
    /// Dependents that do not depend on any independent.
    pub dependents_without_dependence: Vec<SymbolId>,
}

impl Activity {
    /// Runs the analysis.
    pub fn build(
        program: &Program,
        zones: &Zones,
        calls: &CallGraph,
        _summaries: &Summaries,
        _cfgs: &BTreeMap<UnitId, Cfg>,
        head: &HeadSpec,
        _options: &Options,
    ) -> Activity {
        let mut a = Activity {
            all: zones.iter().filter(|(_, z)| z.differentiable).map(|(z, _)| z).collect(),
            ..Activity::default()
        };
        for (s, _) in program.symbols.iter() {
            if zones.of(s).is_some_and(|z| zones[z].differentiable) {
                a.symbols.insert(s);
            }
        }
        a.units = calls.reachable(head.unit).into_iter().collect();
        for &u in &a.units {
            let args = &program.units[u].args;
            let active = args.iter().map(|d| d.is_some_and(|d| a.symbols.contains(&d))).collect();
            a.formals.insert(u, active);
        }
        a
    }

    /// True when the variable needs a shadow in the unit.
    pub fn is_active(&self, _unit: UnitId, symbol: SymbolId) -> bool {
        self.symbols.contains(&symbol)
    }

    /// True when the unit needs a derivative procedure.
    pub fn unit_is_active(&self, unit: UnitId) -> bool {
        self.units.contains(&unit)
    }

    /// True when a dummy argument of a unit (by its place in [`Unit::args`]) comes with a shadow.
    pub fn formal_is_active(&self, unit: UnitId, i: usize) -> bool {
        self.formals.get(&unit).and_then(|f| f.get(i)).is_some_and(|&a| a)
    }

    /// True when the result of a function comes with a shadow.
    pub fn result_is_active(&self, program: &Program, unit: UnitId) -> bool {
        program.units[unit].result.is_some_and(|r| self.is_active(unit, r))
    }

    /// Zones whose value before a statement may depend on an independent.
    pub fn varied_before(&self, _stmt: StmtId, zone: ZoneId) -> bool {
        self.all.contains(zone)
    }

    /// Zones whose value after a statement may have influence on a dependent.
    pub fn useful_after(&self, _stmt: StmtId, zone: ZoneId) -> bool {
        self.all.contains(zone)
    }
}
