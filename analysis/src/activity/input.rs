//! The inputs of graph construction.

use crate::cfg::{Cfg, Item};
use crate::code::Code;
use crate::lower::{Binding, CallStep, Step, Target, Write};
use crate::mod_ref::ModRef;
use crate::reaching::Reaching;
use crate::sources::{Flow, Sources};
use crate::{CallGraph, Summaries, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub program: &'a Program,
    pub zones: &'a Zones,
    pub calls: &'a CallGraph,
    pub cfgs: &'a BTreeMap<UnitId, Cfg>,
    pub code: &'a Code,
    pub mod_ref: &'a ModRef,
    pub summaries: &'a Summaries,
    pub reaching: &'a Reaching,
}

impl<'a> Input<'a> {
    /// Variables of its hosts that a unit accesses; they act as further dummy arguments.
    pub fn hosts(&self, unit: UnitId) -> impl Iterator<Item = ZoneId> + 'a {
        self.mod_ref.of(unit).hosts.iter()
    }

    /// The zones, except global ones, through which values that can carry a derivative enter and leave a unit.
    pub fn formals(&self, unit: UnitId) -> ZoneSet {
        let u = &self.program.units[unit];
        let symbols = u.args.iter().copied().flatten().chain(u.result);
        let own = symbols.flat_map(|s| self.zones.of(s).iter().copied());
        own.chain(self.hosts(unit)).filter(|&z| self.zones.carries(z)).collect()
    }

    /// All bindings of a call of a target that can carry a derivative.
    pub fn bindings(&self, target: &Target) -> Vec<Binding> {
        let hosts = self.hosts(target.unit).map(|z| Binding {
            formal: z,
            place: None,
            actual: Some(z),
            covers: true,
            sources: Sources::of([z]),
        });
        let all = target.bindings.iter().cloned().chain(hosts);
        all.filter(|b| self.zones.carries(b.formal)).collect()
    }

    /// True if a call of the unit may write the zone.
    pub fn writes(&self, unit: UnitId, zone: ZoneId) -> bool {
        self.mod_ref.of(unit).writes.contains(zone)
    }

    /// True if a step of an item of a unit counts as a definition of the zone.
    pub fn defines(&self, unit: UnitId, item: Item, step: usize, zone: ZoneId) -> bool {
        let chains = self.reaching.of(unit);
        chains.is_some_and(|c| c.definition(item, step, zone).is_some())
    }

    /// The calls in an item, each with its step. Those in statements whose values count as constants need no
    /// derivative.
    pub fn calls_in(&self, item: Item) -> impl Iterator<Item = (usize, &'a CallStep)> {
        let lowered = self.code.get(item).filter(|l| !l.constant);
        let steps = lowered.into_iter().flat_map(|l| &l.steps);
        steps.enumerate().filter_map(|(k, s)| match s {
            Step::Call(call) => Some((k + 1, call)),
            Step::Write(_) => None,
        })
    }

    /// The zones that a write may change, of those that can carry a derivative.
    pub fn changed_by(&self, w: &Write) -> Vec<ZoneId> {
        let changed = w.changes(self.zones).iter().copied();
        changed.filter(|&z| self.zones.carries(z)).collect()
    }

    /// The zones of a class of aliases that can carry a derivative.
    pub fn aliases(&self, zone: ZoneId) -> Vec<ZoneId> {
        let class = self.zones.aliases(&zone).iter().copied();
        class.filter(|&z| self.zones.carries(z)).collect()
    }
}
