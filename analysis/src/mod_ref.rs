//! MOD and REF: the zones that a call of a unit may write and may read, in any order.
//!
//! For each unit, over the zones that exist outside of it (dummy arguments, result, variables of its hosts, COMMON,
//! module and saved variables):
//!
//! ```text
//! REF(p) = reads of its statements and of the bounds of its variables  ∪ REF(q), q called, dummies replaced by actuals
//! MOD(p) = writes of its statements ∪ MOD(q), likewise
//! ```
//!
//! The least solution, over the strongly connected components of the call graph, callees first. A procedure without a
//! definition reads all its arguments and writes those that its interface allows; its possible callbacks count as
//! called.

use crate::cfg::Cfg;
use crate::code::Code;
use crate::lower::{CallStep, Step};
use crate::{CallGraph, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use la_arena::ArenaMap;
use std::collections::BTreeMap;

/// The zones that a unit accesses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Access {
    /// REF.
    pub reads: ZoneSet,
    /// MOD.
    pub writes: ZoneSet,
    /// Those of both sets that are neither dummy arguments nor the result: they have the same name everywhere.
    pub foreign: ZoneSet,
    /// Of these, the variables of hosts.
    pub hosts: ZoneSet,
    foreign_reads: ZoneSet,
    foreign_writes: ZoneSet,
}

/// MOD and REF of all units with a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModRef {
    units: ArenaMap<UnitId, Access>,
    nothing: Access,
}

impl ModRef {
    /// Solves.
    pub fn build(
        program: &Program,
        zones: &Zones,
        calls: &CallGraph,
        cfgs: &BTreeMap<UnitId, Cfg>,
        code: &Code,
    ) -> ModRef {
        let mut all = ModRef::default();
        calls.settle_all(&mut |unit| {
            let Some(cfg) = cfgs.get(&unit) else { return false };
            let new = all.unit(program, zones, unit, cfg, code);
            let changed = all.of(unit) != &new;
            if changed {
                all.units.insert(unit, new);
            }
            changed
        });
        all
    }

    fn unit(&self, program: &Program, zones: &Zones, unit: UnitId, cfg: &Cfg, code: &Code) -> Access {
        let mut access = Access::default();
        access.reads.extend(code.at_entry(unit));
        for lowered in cfg.all_items().filter_map(|i| code.get(i)) {
            access.reads.union_with(&lowered.reads);
            for step in &lowered.steps {
                match step {
                    Step::Write(writes) => {
                        let written = writes.iter().flat_map(|w| w.changes(zones));
                        access.writes.extend(written.copied());
                    }
                    Step::Call(call) => {
                        self.call_reads(call, &mut access.reads);
                        self.call_writes(zones, call, &mut access.writes);
                    }
                }
            }
        }
        let u = &program.units[unit];
        let interface: ZoneSet = u
            .args
            .iter()
            .copied()
            .flatten()
            .chain(u.result)
            .flat_map(|s| zones.with_descriptors(s))
            .collect();
        let visible = |set: &ZoneSet| -> ZoneSet {
            let seen = |&z: &ZoneId| interface.contains(z) || zones.is_visible_outside(unit, z);
            set.iter().filter(|z| !zones.is_temporary(*z)).filter(seen).collect()
        };
        access.reads = visible(&access.reads);
        access.writes = visible(&access.writes);
        access.foreign_reads = access.reads.clone();
        access.foreign_reads.subtract(&interface);
        access.foreign_writes = access.writes.clone();
        access.foreign_writes.subtract(&interface);
        access.foreign = access.foreign_reads.clone();
        access.foreign.union_with(&access.foreign_writes);
        access.hosts = access.foreign.iter().filter(|&z| !zones[z].is_global).collect();
        access
    }

    /// The zones that a unit accesses; empty for one without a body.
    pub fn of(&self, unit: UnitId) -> &Access {
        self.units.get(unit).unwrap_or(&self.nothing)
    }

    /// Adds the caller's zones that a call may read, through dummy arguments and by name.
    pub fn call_reads(&self, call: &CallStep, out: &mut ZoneSet) {
        for b in call
            .targets
            .iter()
            .flat_map(|t| t.bindings.iter().map(move |b| (t.unit, b)))
        {
            let (unit, binding) = b;
            out.extend(
                binding
                    .actual
                    .filter(|_| binding.place.is_some() && self.of(unit).reads.contains(binding.formal)),
            );
        }
        for unit in call.units() {
            out.union_with(&self.of(unit).foreign_reads);
        }
        for (a, _) in call.unknown.iter().flat_map(|u| &u.actuals) {
            out.extend(a.zone);
        }
    }

    /// Adds the caller's zones that a call may write, and their possible aliases.
    pub fn call_writes(&self, zones: &Zones, call: &CallStep, out: &mut ZoneSet) {
        for target in &call.targets {
            for b in &target.bindings {
                if let Some(z) = b.actual.filter(|_| self.of(target.unit).writes.contains(b.formal)) {
                    out.extend(zones.aliases(&z).iter().copied());
                }
            }
        }
        for unit in call.units() {
            out.union_with(&self.of(unit).foreign_writes);
        }
        if let Some(u) = &call.unknown {
            for z in u
                .actuals
                .iter()
                .filter(|(_, may_write)| *may_write)
                .filter_map(|(a, _)| a.zone)
            {
                out.extend(zones.aliases(&z).iter().copied());
            }
            out.extend(call.results.iter().copied());
        }
    }
}
