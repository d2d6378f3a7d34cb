//! The one oracle for what a statement does, calls included.
//!
//! [`Effects`] of a statement (nested blocks excepted, but with its tests and bounds): what it may read and write, what it overwrites as a whole, and from
//! which earlier values the new ones depend differentiably ([`crate::depend`]). Calls are expanded by the summaries of what they may call, related to the
//! caller's zones:
//!
//! ```text
//! dummy argument d  → the zone of its actual argument (as a source: the sources of the actual's value)
//! result            → a temporary of the statement
//! any other zone    → itself
//! ```
//!
//! A write through a dummy argument overwrites the actual's zone as a whole only if the dummy argument is surely all of it. Several possible callees are
//! alternatives. A procedure without a definition may read all its arguments and write all that its interface does not forbid, each from each; it is
//! assumed not to touch COMMON blocks or modules (every such call is listed in [`crate::CallGraph::unknown`], for the user to be told).
//!
//! What is ignored: reads that an earlier write of the same statement hides still count as reads.

use crate::cfg::{Item, Role};
use crate::depend::Dependence;
use crate::lower::{Actual, CallStep, Lowered, Step, UnknownTarget};
use crate::lower_expr::Lower;
use crate::summary::{Summaries, Summary};
use crate::{CallGraph, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// What a statement does.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// May be read.
    pub reads: ZoneSet,
    /// What changes.
    pub change: Dependence,
}

impl Effects {
    /// May be written.
    pub fn writes(&self) -> &ZoneSet {
        &self.change.writes
    }

    /// Are overwritten as a whole.
    pub fn must_writes(&self) -> &ZoneSet {
        &self.change.must_writes
    }
}

/// All statements of a program, calls not expanded.
#[derive(Clone, Debug, Default)]
pub struct Code {
    items: BTreeMap<Item, Lowered>,
}

impl Code {
    /// Lowers all statements.
    pub fn build(program: &Program, zones: &Zones, calls: &CallGraph) -> Code {
        let mut code = Code::default();
        for (_, unit) in program.units.iter() {
            code.block(&unit.body, false, &mut || Lower::new(program, zones, calls));
        }
        code
    }

    fn block<'a>(&mut self, block: &Block, masked: bool, new: &mut dyn FnMut() -> Lower<'a>) {
        for s in block {
            let mut add = |role: Role, lower: Lower| {
                let lowered = Lowered {
                    reads: lower.reads,
                    steps: lower.steps,
                };
                self.items.insert(Item { stmt: s.id, role }, lowered);
            };
            let mut lower = new();
            lower.statement(&s.kind, masked);
            add(Role::Whole, lower);
            let mut lower = new();
            lower.next_iteration(&s.kind);
            if !lower.steps.is_empty() || !lower.reads.is_empty() {
                add(Role::Next, lower);
            }
            let masked = masked || matches!(s.kind, StmtKind::Where { .. });
            s.kind.for_each_block(&mut |b| self.block(b, masked, new));
        }
    }

    /// The reads and steps of an item; none for what is not in the program.
    pub fn get(&self, item: Item) -> Option<&Lowered> {
        self.items.get(&item)
    }

    /// All items in order of statement.
    pub fn iter(&self) -> impl Iterator<Item = (Item, &Lowered)> {
        self.items.iter().map(|(&i, l)| (i, l))
    }
}

/// The effect of one step; none when it surely does not return.
pub(crate) fn step_effects(zones: &Zones, summaries: &Summaries, step: &Step) -> Option<Effects> {
    match step {
        Step::Write(w) => {
            let mut e = Effects::default();
            for &z in zones.aliases(&w.to) {
                e.change.write(z, &w.from, w.kill, zones.carries(z));
            }
            Some(e)
        }
        Step::Call(call) => call_effects(zones, summaries, call),
    }
}

/// The effect of an item; none when it surely does not return.
pub(crate) fn item_effects(zones: &Zones, summaries: &Summaries, lowered: &Lowered) -> Option<Effects> {
    let mut all = Effects {
        reads: lowered.reads.clone(),
        change: Dependence::default(),
    };
    let mut temporaries = false;
    for step in &lowered.steps {
        let e = step_effects(zones, summaries, step)?;
        all.reads.union_with(&e.reads);
        all.change.then(&e.change);
        temporaries |= matches!(step, Step::Call(_));
    }
    if temporaries {
        all.change.restrict(&|z| !zones.is_temporary(z));
    }
    Some(all)
}

fn call_effects(zones: &Zones, summaries: &Summaries, call: &CallStep) -> Option<Effects> {
    let mut all: Option<Effects> = None;
    let mut add = |e: Effects| match &mut all {
        Some(a) => {
            a.reads.union_with(&e.reads);
            a.change.join(&e.change);
        }
        None => all = Some(e),
    };
    for (unit, actuals) in &call.targets {
        if let Some(summary) = summaries.get(*unit).filter(|s| s.returns) {
            add(known(zones, summary, call, actuals));
        }
    }
    if let Some(u) = &call.unknown {
        add(unknown(zones, summaries, call, u));
    }
    if !call.certain {
        let e = all.get_or_insert_with(Effects::default);
        e.change.join(&Dependence::default());
        if let Some((r, sources)) = call.result.and_then(|r| Some((r, e.change.flows.get_mut(&r)?))) {
            // a function that is not evaluated has no result
            sources.remove(r);
        }
    }
    all
}

fn known(zones: &Zones, summary: &Summary, call: &CallStep, actuals: &[Actual]) -> Effects {
    let mut e = Effects::default();
    let actual = |z: ZoneId| summary.formals.get(&z).map(|&i| actuals.get(i));
    for z in summary.reads.iter() {
        match actual(z) {
            Some(a) => e.reads.extend(a.and_then(|a| a.zone)),
            None if summary.result == Some(z) => {}
            None => {
                e.reads.insert(z);
            }
        }
    }
    let sources = |z: ZoneId| {
        let mut from = ZoneSet::new();
        for s in summary.change.flows.get(&z).into_iter().flat_map(ZoneSet::iter) {
            match actual(s) {
                Some(a) => a.into_iter().for_each(|a| {
                    from.union_with(&a.sources);
                }),
                None if summary.result == Some(s) => {}
                None => {
                    from.insert(s);
                }
            }
        }
        from
    };
    if let (Some(temporary), Some(result)) = (call.result, summary.result) {
        e.change.write(temporary, &sources(result), true, true);
    }
    // what several dummy arguments write into one zone: all sources together, and killed only if no write leaves anything
    let mut merged: BTreeMap<ZoneId, (ZoneSet, bool)> = BTreeMap::new();
    for z in summary.change.writes.iter() {
        let must = summary.change.must_writes.contains(z);
        let (to, covers) = match actual(z) {
            Some(a) => {
                let Some((to, a)) = a.and_then(|a| Some((a.zone?, a))) else {
                    continue;
                };
                (to, a.covers)
            }
            None if summary.result == Some(z) => continue,
            None => (z, true),
        };
        let from = sources(z);
        for &t in zones.aliases(&to) {
            let kill = must && covers && t == to;
            let slot = merged.entry(t).or_insert_with(|| (ZoneSet::new(), true));
            slot.0.union_with(&from);
            slot.1 &= kill;
        }
    }
    for (z, (from, kill)) in merged {
        e.change.write(z, &from, kill, zones.carries(z));
    }
    e
}

/// Everything that goes into an unknown procedure may come out wherever something may come out.
pub(crate) fn unknown_sources(zones: &Zones, summaries: &Summaries, unknown: &UnknownTarget) -> ZoneSet {
    let mut from = ZoneSet::new();
    for (a, _) in &unknown.actuals {
        from.union_with(&a.sources);
    }
    for s in unknown.callbacks.iter().filter_map(|&u| summaries.get(u)) {
        let outside = |z: ZoneId| !s.formals.contains_key(&z) && s.result != Some(z);
        let foreign = s.change.flows.values().flat_map(ZoneSet::iter);
        from.extend(foreign.filter(|&z| outside(z) && zones.carries(z)));
    }
    from
}

fn unknown(zones: &Zones, summaries: &Summaries, call: &CallStep, unknown: &UnknownTarget) -> Effects {
    let mut e = Effects::default();
    let from = unknown_sources(zones, summaries, unknown);
    let mut written = ZoneSet::new();
    for (a, may_write) in &unknown.actuals {
        e.reads.extend(a.zone);
        written.extend(a.zone.filter(|_| *may_write));
    }
    for s in unknown.callbacks.iter().filter_map(|&u| summaries.get(u)) {
        let outside = |z: &ZoneId| !s.formals.contains_key(z) && s.result != Some(*z);
        e.reads.extend(s.reads.iter().filter(outside));
        written.extend(s.change.writes.iter().filter(outside));
    }
    for z in written.iter() {
        for &t in zones.aliases(&z) {
            e.change.write(t, &from, false, zones.carries(t));
        }
    }
    if let Some(r) = call.result {
        e.change.write(r, &from, true, true);
    }
    e
}

/// Effects of all statements, calls expanded by the final summaries.
#[derive(Clone, Debug, Default)]
pub struct EffectsTable {
    items: BTreeMap<Item, Effects>,
    nothing: Effects,
}

impl EffectsTable {
    /// Expands all calls.
    pub fn build(code: &Code, zones: &Zones, summaries: &Summaries) -> EffectsTable {
        let expand = |l| item_effects(zones, summaries, l).unwrap_or_default();
        EffectsTable {
            items: code.iter().map(|(i, l)| (i, expand(l))).collect(),
            nothing: Effects::default(),
        }
    }

    /// The effects of a step of a statement.
    pub fn get(&self, item: Item) -> &Effects {
        self.items.get(&item).unwrap_or(&self.nothing)
    }

    /// The effects of a statement, nested blocks excepted; for counted loops: of evaluating the bounds and starting.
    pub fn of(&self, stmt: StmtId) -> &Effects {
        self.get(Item {
            stmt,
            role: Role::Whole,
        })
    }
}
