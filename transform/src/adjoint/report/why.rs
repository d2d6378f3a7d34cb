//! Reasons for records: for each recorded write, a statement whose part of the reverse sweep needs the value.
//!
//! The equations are those of [`crate::adjoint::decide::tbr`], on maps from needed zones to the last previous statement
//! that needs them. This runs only for reports, after all decisions.

use super::super::plan::{ActiveCall, Iterations, Keep, Loop, Node, Simple};
use crate::adjoint::decide::snapshot;
use crate::adjoint::plan::between::Between;
use crate::context::Context;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::{StmtId, UnitId};
use adc_frontend::span::Span;
use std::collections::BTreeMap;

/// The kind of a need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// The adjoint of a statement.
    Derivative,
    /// The second run of a call or of a region.
    SecondRun,
    /// The subscripts of a restored value.
    Place,
    /// A test that is evaluated again.
    Test,
    /// Bounds of a loop that are evaluated again.
    Bounds,
    /// The reverse sweep of a split procedure, called here.
    Split,
    /// The code before the calls of the procedure, which is split.
    Callers,
}

/// A need and the statement that has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Why {
    /// The kind of the need.
    pub need: Need,
    /// The statement of the program.
    pub span: Span,
}

/// By statement, and zone that it overwrites.
pub(super) type Reasons = BTreeMap<(StmtId, ZoneId), Why>;

/// The reasons for all values that are recorded or kept in a plan.
pub(super) fn reasons(cx: &Context, known: &Between, unit: UnitId, nodes: &[Node]) -> Reasons {
    let mut finder = Finder {
        cx,
        known,
        found: Reasons::new(),
    };
    let mut upstream = Needs::new();
    if let Some(zones) = known.needed_at_entry.get(&unit) {
        add(&mut upstream, zones, Need::Callers, Span::NONE);
    }
    finder.nodes(nodes, &mut upstream);
    finder.found
}

type Needs = BTreeMap<ZoneId, Why>;

struct Finder<'f, 'g, 'a> {
    cx: &'f Context<'a>,
    known: &'g Between,
    found: Reasons,
}

impl Finder<'_, '_, '_> {
    fn nodes(&mut self, nodes: &[Node], t: &mut Needs) {
        let mut before = Span::NONE;
        for n in nodes {
            match n {
                Node::Simple(s) => self.simple(s, t),
                Node::Branch(b) => {
                    let mut out = if b.total { Needs::new() } else { t.clone() };
                    for arm in &b.arms {
                        let mut here = t.clone();
                        self.nodes(arm, &mut here);
                        out.extend(here);
                    }
                    add(&mut out, &b.needs, Need::Test, b.stmt.span);
                    *t = out;
                }
                Node::Loop(l) => self.repeat(l, t),
                // on behalf of the statement before it
                Node::Again(a) => add(t, &a.needs, Need::Derivative, before),
                Node::Region(r) => {
                    self.nodes(&r.body, &mut Needs::new());
                    if r.body.iter().any(Node::has_adjoint) {
                        let wanted = snapshot::wanted_by_region(self.cx, r);
                        add(t, &wanted, Need::SecondRun, r.face.forward.span);
                    }
                    self.simple(&r.face, t);
                }
            }
            before = n.span().unwrap_or(before);
        }
    }

    fn simple(&mut self, s: &Simple, t: &mut Needs) {
        let span = s.forward.span;
        if let Some(call) = s.call.as_ref().filter(|c| c.split) {
            return self.split_call(s, call, t);
        }
        if let Some(call) = &s.call {
            let wanted = snapshot::wanted(self.cx, self.known, call);
            add(t, &wanted, Need::SecondRun, span);
        }
        add(t, &s.needs, Need::Derivative, span);
        self.note(s, t);
        let recorded = || s.writes.iter().filter(|w| s.live && w.recorded);
        for w in recorded().filter(|w| w.whole) {
            t.remove(&w.zone);
        }
        for w in recorded() {
            add(t, &w.subscripts, Need::Place, span);
        }
    }

    fn note(&mut self, s: &Simple, t: &Needs) {
        for w in s.writes.iter().filter(|w| w.recorded || w.kept != Keep::Not) {
            let zones = self.cx.facts.zones.aliases(&w.zone);
            if let Some(why) = zones.iter().find_map(|z| t.get(z)) {
                self.found.entry((s.forward.id, w.zone)).or_insert(*why);
            }
        }
    }

    fn split_call(&mut self, s: &Simple, call: &ActiveCall, t: &mut Needs) {
        self.note(s, t);
        for w in s.writes.iter().filter(|w| s.live && w.whole) {
            t.remove(&w.zone);
        }
        let span = s.forward.span;
        add(t, &self.known.needed_at_turn_of(self.cx.facts, call), Need::Split, span);
        add(t, &s.needs, Need::Derivative, span);
    }

    fn repeat(&mut self, l: &Loop, t: &mut Needs) {
        let span = l.stmt.span;
        if let (Some((z, _)), true) = (l.index, l.index_recorded) {
            let zones = self.cx.facts.zones.aliases(&z);
            if let Some(why) = zones.iter().find_map(|z| t.get(z)) {
                self.found.entry((l.stmt.id, z)).or_insert(*why);
            }
        }
        // the needs of an iteration reach the next one
        for _ in 0..2 {
            let mut inside = t.clone();
            if let Some((z, _)) = l.index {
                inside.remove(&z);
            }
            self.nodes(&l.body, &mut inside);
            t.extend(inside);
        }
        if let Some((z, _)) = l.index {
            t.remove(&z);
        }
        if !matches!(l.bounds, Iterations::Kept(..)) {
            add(t, &l.needs, Need::Bounds, span);
        }
    }
}

fn add(t: &mut Needs, zones: &ZoneSet, need: Need, span: Span) {
    t.extend(zones.iter().map(|z| (z, Why { need, span })));
}
