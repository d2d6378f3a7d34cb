//! The chains of all units, including the effects of calls.
//!
//! A call uses and then defines the variables of the caller that it may read and write ([`crate::mod_ref`]): its actual
//! arguments, the variables of the host that a called internal procedure sees, and the global zones that the calling
//! unit itself mentions. Other global zones of a callee have no chains in the unit; that keeps chains linear in the
//! text.

use crate::cfg::{Cfg, Item};
use crate::chains::{Chains, Touch};
use crate::code::Code;
use crate::lower::{Lowered, Step};
use crate::mod_ref::ModRef;
use crate::{Sweeps, ZoneSet, Zones};
use adc_frontend::ir::*;
use adc_frontend::parallel;
use la_arena::ArenaMap;
use std::collections::BTreeMap;

/// Chains by unit.
#[derive(Clone, Debug, Default)]
pub struct Reaching {
    units: ArenaMap<UnitId, Chains>,
}

impl Reaching {
    /// Builds all chains.
    pub(crate) fn build(
        zones: &Zones,
        cfgs: &BTreeMap<UnitId, Cfg>,
        code: &Code,
        mod_ref: &ModRef,
        sweeps: &Sweeps,
    ) -> Reaching {
        let globals: ZoneSet = zones.iter().filter(|(_, z)| z.is_global).map(|(id, _)| id).collect();
        let input = Input {
            zones,
            globals: &globals,
            code,
            mod_ref,
            sweeps,
        };
        let cfgs: Vec<(UnitId, &Cfg)> = cfgs.iter().map(|(&u, cfg)| (u, cfg)).collect();
        let chains = parallel::map(&cfgs, |&(u, cfg)| (u, chains(input, u, cfg)));
        Reaching {
            units: chains.into_iter().collect(),
        }
    }

    /// The chains of a unit with a body.
    pub fn of(&self, unit: UnitId) -> Option<&Chains> {
        self.units.get(unit)
    }
}

#[derive(Clone, Copy)]
struct Input<'a> {
    zones: &'a Zones,
    globals: &'a ZoneSet,
    code: &'a Code,
    mod_ref: &'a ModRef,
    sweeps: &'a Sweeps,
}

fn chains(input: Input, unit: UnitId, cfg: &Cfg) -> Chains {
    let Input {
        zones,
        globals,
        code,
        mod_ref,
        sweeps,
    } = input;
    let mut mentioned = ZoneSet::new();
    for lowered in cfg.all_items().filter_map(|i| code.get(i)) {
        mentions(zones, lowered, &mut mentioned);
    }
    // zones that a unit neither mentions nor sees by host association have no chains
    let mut passing = globals.clone();
    passing.subtract(&mentioned);
    let concerns = |mut set: ZoneSet| -> ZoneSet {
        set.subtract(&passing);
        set.truncate(zones.len());
        set
    };
    let exit = concerns(mod_ref.of(unit).writes.clone());
    let mut touches = |item: Item| -> Vec<Touch> {
        let Some(lowered) = code.get(item) else {
            return vec![];
        };
        let reads = Touch {
            uses: lowered.reads.clone(),
            ..Touch::default()
        };
        let steps = lowered.steps.iter().map(|step| {
            let mut t = Touch::default();
            match step {
                Step::Write(writes) => {
                    t.uses = concerns(writes.iter().flat_map(|w| w.from.iter()).collect());
                    t.defs = writes.iter().flat_map(|w| w.changes(zones)).copied().collect();
                    let ended: ZoneSet = sweeps.ended_at(item).collect();
                    let killed = writes.iter().filter(|w| w.kill || ended.contains(w.to));
                    t.kills = killed.map(|w| w.to).collect();
                }
                Step::Call(call) => {
                    let mut values: ZoneSet = call
                        .bindings()
                        .filter(|b| b.actual.is_none())
                        .flat_map(|b| b.sources.iter())
                        .collect();
                    values.extend(
                        call.unknown
                            .iter()
                            .flat_map(|u| &u.actuals)
                            .flat_map(|(a, _)| a.sources.iter()),
                    );
                    mod_ref.call_reads(call, &mut values);
                    t.uses = concerns(values);
                    let mut written = ZoneSet::new();
                    mod_ref.call_writes(zones, call, &mut written);
                    t.defs = concerns(written);
                }
            }
            t
        });
        std::iter::once(reads).chain(steps).collect()
    };
    Chains::build(cfg, &mut touches, &|item| sweeps.ended_at(item).collect(), &exit)
}

/// The zones that stand in a statement.
fn mentions(zones: &Zones, lowered: &Lowered, out: &mut ZoneSet) {
    out.union_with(&lowered.reads);
    for step in &lowered.steps {
        match step {
            Step::Write(writes) => {
                for w in writes {
                    out.extend(w.changes(zones).iter().copied().chain(w.from.iter()));
                }
            }
            Step::Call(call) => {
                let actuals = call
                    .unknown
                    .iter()
                    .flat_map(|u| &u.actuals)
                    .map(|(a, _)| (a.zone, &a.sources));
                for (zone, sources) in call.bindings().map(|b| (b.actual, &b.sources)).chain(actuals) {
                    out.extend(sources.iter());
                    if let Some(z) = zone {
                        out.extend(zones.aliases(&z).iter().copied());
                    }
                }
            }
        }
    }
}
