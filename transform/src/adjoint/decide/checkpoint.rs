//! Chooses the procedures to split, by a static model that compares the records of a call with its snapshot.
//!
//! A joint call keeps a snapshot from the forward sweep to the reverse sweep; a split call keeps the records of the
//! procedure. Sizes are estimates ([`crate::code::estimate`]).
//!
//! * A procedure is split if, at each of its calls in the forward sweep, it records no more bytes than the snapshot
//!   that splitting saves. Then both time and memory are saved.
//! * It becomes joint again if the plans with some procedures split show that it records more than twice what its
//!   callers would record now.
//! * If the forward sweep of the adjoint is empty, or the forward sweep of the caller does not contain the call,
//!   nothing runs twice, and the call stays joint.

use crate::adjoint::decide::{budget, liveness, snapshot};
use crate::adjoint::decide::{Plans, View};
use crate::adjoint::plan::between::Between;
use crate::adjoint::plan::{ActiveCall, Keep, Kind, Node, Simple, Write};
use crate::code::cost;
use crate::context::proposals::Proposals;
use adc_analysis::ZoneId;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Procedures that should be split, from decided plans in which all calls are joint.
pub(crate) fn proposals(view: View, known: &Proposals, between: &Between, plans: &Plans) -> IndexSet<UnitId> {
    let mut saved: IndexMap<UnitId, f64> = IndexMap::new();
    for nodes in plans.values() {
        each_call(nodes, &mut |s| {
            let Some(call) = s.call.as_ref().filter(|c| !is_chosen(view, c)) else {
                return;
            };
            let wanted = snapshot::wanted(&view, between, call);
            let only_for_it = |w: &&Write| w.recorded && wanted.contains(w.zone) && !call.upstream.contains(w.zone);
            let bytes: f64 = s.writes.iter().filter(only_for_it).map(|w| bytes(view, w)).sum();
            let bytes = if s.live { bytes } else { 0.0 };
            let least = saved.entry(call.callee).or_insert(f64::INFINITY);
            *least = least.min(bytes);
        });
    }
    let worth = |u: &UnitId, saved: f64| {
        let Some(nodes) = plans.get(u) else { return false };
        saved > 0.0
            && nodes.iter().any(liveness::is_live)
            && recorded(view, nodes) + at_turn(view, between, *u) <= saved
            && !known.not_split.contains(u)
            && view.can_be_split(*u, false)
    };
    let found = saved.iter().filter(|(u, s)| worth(u, **s));
    found.map(|(u, _)| *u).collect()
}

/// Split procedures, among those proposed by cost, that should be joint: code that is split before them needs the
/// values that they overwrite, and they record these piece by piece, while their callers would do it once. Needs
/// decided plans.
pub(crate) fn regrets(view: View, between: &Between, plans: &Plans) -> IndexSet<UnitId> {
    let mut joint: IndexMap<UnitId, f64> = IndexMap::new();
    for nodes in plans.values() {
        each_call(nodes, &mut |s| {
            let Some(call) = s.call.as_ref().filter(|c| c.split) else {
                return;
            };
            let mut kept = snapshot::wanted(&view, between, call);
            if let Some(upstream) = between.needed_at_entry.get(&call.callee) {
                kept.union_with(&call.seen_by_caller(view.facts, upstream));
            }
            let in_zones = |w: &&Write| view.facts.zones.is_among(w.zone, &kept);
            let bytes: f64 = s.writes.iter().filter(in_zones).map(|w| bytes(view, w)).sum();
            let most = joint.entry(call.callee).or_insert(0.0);
            *most = most.max(bytes);
        });
    }
    let is_proposed = |u: &UnitId| view.choices.split_calls.contains(u) && !view.choices.forced.contains(u);
    let proposed = joint.into_iter().filter(|(u, _)| is_proposed(u));
    let dear = proposed.filter(|(u, joint)| {
        let Some(nodes) = plans.get(u) else { return false };
        recorded(view, nodes) + at_turn(view, between, *u) > cost::MEMORY_PER_RUN * *joint
    });
    let mut dear: IndexSet<UnitId> = dear.map(|(u, _)| u).collect();
    if !dear.is_empty() {
        let fast = budget::keeps(view, between, plans, &dear);
        dear.retain(|u| !fast.contains(u));
    }
    dear
}

/// True for a call whose checkpoint a file chooses.
pub(crate) fn is_chosen(view: View, call: &ActiveCall) -> bool {
    view.options.chosen_at(call.place).is_some()
}

fn each_call(nodes: &[Node], f: &mut dyn FnMut(&Simple)) {
    for n in nodes {
        if let Node::Simple(s) = n {
            f(s);
        }
        n.blocks().into_iter().for_each(|b| each_call(b, f));
    }
}

/// Bytes of the locals that the forward sweep passes to the reverse sweep.
pub(crate) fn at_turn(view: View, between: &Between, unit: UnitId) -> f64 {
    let zones = &view.facts.zones;
    let passed = view.facts.summaries.get(unit);
    let is_own = |z: &ZoneId| !zones.is_visible_outside(unit, *z) && !passed.is_some_and(|s| s.formals.contains_key(z));
    let turn = zones.values_of(&between.at_turn(unit));
    let symbols = turn
        .iter()
        .filter(is_own)
        .filter_map(|z| zones.members(z).first().copied());
    symbols.map(|s| variable_bytes(view, s)).sum()
}

/// Bytes that one run of the nodes records.
pub(crate) fn recorded(view: View, nodes: &[Node]) -> f64 {
    let of = |n: &Node| match n {
        Node::Simple(s) => s.writes.iter().filter(|w| w.is_stored()).map(|w| bytes(view, w)).sum(),
        Node::Branch(b) => {
            let control = if b.live && !b.again { 0.125 } else { 0.0 };
            control + b.arms.iter().map(|a| recorded(view, a)).fold(0.0, f64::max)
        }
        Node::Loop(l) => view.trips(&l.stmt) * recorded(view, &l.body),
        Node::Region(r) => match r.kind {
            Kind::Blocks(_) => {
                let stored = r.face.writes.iter().filter(|w| w.kept == Keep::Stored);
                view.trips(&r.face.forward).sqrt() * stored.map(|w| bytes(view, w)).sum::<f64>()
            }
            Kind::Plain | Kind::Sum(_) | Kind::Binomial(_) | Kind::FixedPoint(_) => 0.0,
        },
        Node::Again(_) => 0.0,
    };
    nodes.iter().map(of).sum()
}

/// Bytes of a write. It may be of a symbol of the derivative: a view of a COMMON block that the procedure itself does
/// not name.
pub(crate) fn bytes(view: View, w: &Write) -> f64 {
    if w.is_descriptor() {
        return 0.0;
    }
    match &w.target {
        Some(t) => cost::size(t.ty) * view.sizes().elements(t),
        None => {
            let member = view.facts.zones.members(w.zone).first();
            member.map_or(0.0, |&s| {
                cost::size(view.made.symbols[s].ty()) * view.sizes().elements_of(s, w.section.as_deref())
            })
        }
    }
}

fn variable_bytes(view: View, symbol: SymbolId) -> f64 {
    cost::size(view.made.symbols[symbol].ty()) * view.sizes().elements_of(symbol, None)
}
