//! Snapshots: what a call that runs a second time finds as it was, and what its adjoint leaves as it was.
//!
//! For a call `C` between `U` and `D`, checkpointed ((1.11) of *The Adjoint Data-Flow Analyses*):
//!
//! ```text
//! forward    PUSH(out(C) ∩ (use(U) ∪ live(adjoint(C))));  C                         both only if C is adj-live
//! backward   POP(the same);  PUSH(out(adjoint(C)) ∩ use(U));  adjoint(C);  POP(the same)
//! ```
//!
//! where `use(U)` is what the backward sweep of `U` needs. What the adjoint of `C` does not look at is simply popped behind it. The paper pushes what is in both sets twice
//! before `C`, and keeps both until the backward sweep; here the second time is when the first has been popped, so that the tape holds one of them during `D`. Of the snapshot `live(adjoint(C)) ∩ (out(C) ∪ out(adjoint(D)))` the second
//! part is empty, since `live(adjoint(C))` is among what [`crate::adjoint::decide::tbr`] makes `D` preserve (Lemma 1).

use crate::adjoint::decide::write;
use crate::adjoint::plan::between::Between;
use crate::adjoint::plan::{ActiveCall, Keep, Kind, Node, Obstacle, Region, Simple, Write};
use crate::assemble::generator::Generator;
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::{ZoneId, ZoneSet};

/// What the adjoint of a call must find as it was before the call, in zones of the caller.
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

/// Zones that the adjoint of a call overwrites though the backward sweep needs them behind it, in zones of the caller.
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
pub(crate) fn solve(g: &Generator, between: &Between, nodes: &mut [Node]) {
    for n in nodes {
        match n {
            Node::Simple(s) => {
                if s.call.as_ref().is_some_and(|c| c.split) {
                    // what the callee records lies above
                    let recorded = s.writes.iter_mut().filter(|w| w.recorded);
                    recorded.for_each(|w| w.kept = Keep::Behind);
                }
                if let Some(call) = s.call.as_ref().filter(|c| !c.split) {
                    let (kept, wanted) = (kept(g, between, call), wanted(g, between, call));
                    let changed = between.changed_by(g.facts, call);
                    mark(g, s, &kept, &wanted);
                    keep_shapes(s, &changed);
                }
            }
            Node::Region(r) => {
                if let Kind::Plain = r.kind {
                    let overwritten = write::behind(g, between, &r.body, ZoneSet::new());
                    let (kept, wanted) = (kept_by_region(g, r, &overwritten), wanted_by_region(g, r));
                    mark(g, &mut r.face, &kept, &wanted);
                }
            }
            Node::Branch(_) | Node::Loop(_) | Node::Again(_) => {}
        }
        n.blocks_mut().into_iter().for_each(|b| solve(g, between, b));
    }
}

/// What the backward sweep reads for a loop that it runs in parts, but for what it takes from where the parts begin. `wanted`: what the parts read; `own`: what is read besides.
pub(crate) fn read_besides(cx: &Context, face: &Simple, mut wanted: ZoneSet, own: &ZoneSet) -> ZoneSet {
    wanted.subtract(&face.overwritten(&cx.facts.zones));
    wanted.union_with(own);
    wanted
}

/// Decides what snapshots of a loop hold.
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
            true if w.recorded && !found_before && !w.is_descriptor() => Keep::Behind,
            true => Keep::Around,
        };
    }
}

/// What is popped behind the adjoint of a call finds the descriptors there that it had before. `changed`: what that adjoint leaves changed.
fn keep_shapes(s: &mut Simple, changed: &ZoneSet) {
    if s.writes.iter().any(|w| w.kept != Keep::Not && !w.is_descriptor()) {
        let lost = |w: &&mut Write| w.obstacle == Some(Obstacle::Descriptor) && changed.contains(w.zone);
        s.writes.iter_mut().filter(lost).for_each(|w| w.kept = Keep::Around);
    }
}
