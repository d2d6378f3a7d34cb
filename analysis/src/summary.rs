//! Effects of a call of a unit on memory that exists outside of it: the sets of the program summary graph, one table
//! entry per unit.
//!
//! Over the zones of its dummy arguments, its result, global zones and visible variables of its hosts:
//!
//! ```text
//! reads        USE    may be read before they are written as a whole
//! refs         REF    may be read
//! writes       MOD    may be written
//! must_writes  KILL   are overwritten as a whole on every path that returns
//! ```
//!
//! MOD and REF come from [`crate::mod_ref`], USE and KILL from [`crate::psg`].

use crate::mod_ref::ModRef;
use crate::psg::Psg;
use crate::{ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use la_arena::ArenaMap;
use std::collections::BTreeMap;

/// Effects of a call of a unit on the zones of its dummy arguments, its result and zones that it sees by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// USE: may be read before they are written.
    pub reads: ZoneSet,
    /// REF: may be read.
    pub refs: ZoneSet,
    /// MOD: may be written.
    pub writes: ZoneSet,
    /// KILL: are overwritten as a whole.
    pub must_writes: ZoneSet,
    /// Zones of the dummy arguments with their positions; the zones of one dummy argument have the same position.
    pub formals: BTreeMap<ZoneId, usize>,
    /// Zones of a function's result.
    pub result: ZoneSet,
}

impl Summary {
    /// True if a zone is read or written by its own name.
    pub fn accesses(&self, zone: ZoneId) -> bool {
        !self.is_interface(zone) && (self.writes.contains(zone) || self.refs.contains(zone))
    }

    /// True if a zone is reached through the interface, not by its own name.
    pub fn is_interface(&self, zone: ZoneId) -> bool {
        self.formals.contains_key(&zone) || self.result.contains(zone)
    }
}

/// Summaries of all units with a body.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    units: ArenaMap<UnitId, Summary>,
}

impl Summaries {
    /// Collects the results.
    pub(crate) fn build(
        program: &Program,
        zones: &Zones,
        units: impl Iterator<Item = UnitId>,
        mod_ref: &ModRef,
        psg: &Psg,
    ) -> Summaries {
        let summary = |unit: UnitId| {
            let u = &program.units[unit];
            let places = u.args.iter().enumerate().filter_map(|(i, d)| Some((i, (*d)?)));
            let formals = places.flat_map(|(i, d)| zones.with_descriptors(d).map(move |z| (z, i)));
            let result = u.result.into_iter().flat_map(|r| zones.with_descriptors(r));
            let access = mod_ref.of(unit);
            Summary {
                reads: psg.uses(unit),
                refs: access.reads.clone(),
                writes: access.writes.clone(),
                must_writes: psg.kills(unit),
                formals: formals.collect(),
                result: result.collect(),
            }
        };
        Summaries {
            units: units.map(|u| (u, summary(u))).collect(),
        }
    }

    /// The summary of a unit.
    pub fn get(&self, unit: UnitId) -> Option<&Summary> {
        self.units.get(unit)
    }
}
