//! Snapshots: the values that a call finds restored when it runs a second time, and those that its adjoint leaves
//! unchanged.
//!
//! For a call `C` between `U` and `D`, checkpointed ((1.11) of *The Adjoint Data-Flow Analyses*):
//!
//! ```text
//! forward    PUSH(out(C) ∩ (use(U) ∪ live(adjoint(C))));  C                         both only if C is adj-live
//! reverse    POP(the same);  PUSH(out(adjoint(C)) ∩ use(U));  adjoint(C);  POP(the same)
//! ```
//!
//! where `use(U)` are the zones that the reverse sweep of `U` needs. Zones that the adjoint of `C` does not read are
//! simply popped after it. The paper pushes zones in both sets twice before `C`, and keeps both copies until the
//! reverse sweep. Here the second push comes after the first pop, so that the tape holds one copy during `D`. Of the
//! snapshot `live(adjoint(C)) ∩ (out(C) ∪ out(adjoint(D)))` the second part is empty, since
//! [`crate::adjoint::decide::tbr`] makes `D` preserve `live(adjoint(C))` (Lemma 1).

use crate::adjoint::decide::write;
use crate::adjoint::plan::between::Between;
use crate::adjoint::plan::{ActiveCall, Keep, Kind, Node, Obstacle, Region, Simple, Write};
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::{ZoneId, ZoneSet};

/// Zones, in terms of the caller, whose values from before the call its adjoint must find.
pub(crate) fn wanted(cx: &Context, between: &Between, call: &ActiveCall) -> ZoneSet {
    let read = cx.facts.summaries.get(call.callee).map(|s| &s.reads);
    let zones = match between.live_at_entry.get(&call.callee) {
        Some(live) if cx.options.apply(Opt::Snapshot, cx.primal.units[call.callee].span) => Some(live),
        _ => read,
    };
    let mut wanted = zones.map_or_else(ZoneSet::new, |z| call.seen_by_caller(cx.facts, z));
    wanted.subtract(&call.again);
    wanted
}

/// The same for a region.
pub(crate) fn wanted_by_region(cx: &Context, r: &Region) -> ZoneSet {
    let mut wanted = if cx.options.apply(Opt::Snapshot, r.face.forward.span) {
        r.live_in.clone()
    } else {
        r.face.reads.clone()
    };
    wanted.subtract(&r.again);
    wanted
}

/// Zones, in terms of the caller, that the adjoint of a call overwrites though the reverse sweep needs them after it.
pub(crate) fn kept(cx: &Context, between: &Between, call: &ActiveCall) -> ZoneSet {
    let overwritten = between.changed_by(cx.facts, call);
    of_these(cx, &overwritten, &[&call.upstream, &call.after])
}

/// The same for a region whose second run leaves `overwritten` changed.
pub(crate) fn kept_by_region(cx: &Context, r: &Region, overwritten: &ZoneSet) -> ZoneSet {
    of_these(cx, overwritten, &[&r.upstream])
}

fn of_these(cx: &Context, overwritten: &ZoneSet, needed: &[&ZoneSet]) -> ZoneSet {
    let zones = &cx.facts.zones;
    let is_needed = |z: ZoneId| needed.iter().any(|n| zones.is_among(z, n));
    overwritten.iter().filter(|&z| is_needed(z)).collect()
}

/// Decides in the plan of one procedure what is kept around the adjoints of calls.
pub(crate) fn solve(cx: &Context, between: &Between, nodes: &mut [Node]) {
    for n in nodes {
        match n {
            Node::Simple(s) => {
                if s.call.as_ref().is_some_and(|c| c.split) {
                    // the records of the callee lie above
                    let recorded = s.writes.iter_mut().filter(|w| w.recorded);
                    recorded.for_each(|w| w.kept = Keep::After);
                }
                if let Some(call) = s.call.as_ref().filter(|c| !c.split) {
                    let (kept, wanted) = (kept(cx, between, call), wanted(cx, between, call));
                    let changed = between.changed_by(cx.facts, call);
                    mark(cx, s, &kept, &wanted);
                    keep_shapes(s, &changed);
                }
            }
            Node::Region(r) => {
                if let Kind::Plain = r.kind {
                    let overwritten = write::after(cx, between, &r.body, ZoneSet::new());
                    let (kept, wanted) = (kept_by_region(cx, r, &overwritten), wanted_by_region(cx, r));
                    mark(cx, &mut r.face, &kept, &wanted);
                }
            }
            Node::Branch(_) | Node::Loop(_) | Node::Again(_) => {}
        }
        n.blocks_mut().into_iter().for_each(|b| solve(cx, between, b));
    }
}

/// Zones that the reverse sweep reads for a loop that it runs in parts, except those that the start of each part
/// provides. `wanted`: read by the parts; `own`: read besides.
pub(crate) fn read_besides(cx: &Context, face: &Simple, mut wanted: ZoneSet, own: &ZoneSet) -> ZoneSet {
    wanted.subtract(&face.overwritten(&cx.facts.zones));
    wanted.union_with(own);
    wanted
}

/// Decides the contents of the snapshots of a loop.
pub(crate) fn store(cx: &Context, s: &mut Simple, stored: &ZoneSet) {
    for w in &mut s.writes {
        if cx.facts.zones.is_among(w.zone, stored) {
            w.kept = Keep::Stored;
        }
    }
}

fn mark(cx: &Context, s: &mut Simple, kept: &ZoneSet, wanted: &ZoneSet) {
    for w in &mut s.writes {
        let is_among = |set| cx.facts.zones.is_among(w.zone, set);
        let found_before = is_among(wanted) || is_among(&s.needs);
        w.kept = match is_among(kept) {
            false => Keep::Not,
            true if w.recorded && !found_before && !w.is_descriptor() => Keep::After,
            true => Keep::Around,
        };
    }
}

/// Ensures that values popped after the adjoint of a call find their former descriptors. `changed`: zones that the
/// adjoint leaves changed.
fn keep_shapes(s: &mut Simple, changed: &ZoneSet) {
    if s.writes.iter().any(|w| w.kept != Keep::Not && !w.is_descriptor()) {
        let lost = |w: &&mut Write| w.obstacle == Some(Obstacle::Descriptor) && changed.contains(w.zone);
        s.writes.iter_mut().filter(lost).for_each(|w| w.kept = Keep::Around);
    }
}
