//! To-be-recorded analysis: which overwritten values the reverse sweep needs.
//!
//! A forward analysis over the plan, after liveness, on sets `T` of zones whose value the reverse sweep of the code
//! before a point needs (the `use` of the reverse sweep upstream in (1.8), (1.9) of *The Adjoint Data-Flow Analyses*).
//! For a statement `I` with adjoint `I'`, whose operands have the values from before `I`:
//!
//! ```text
//! recorded(I) = out(I) ∩ (T ∪ use(I'))                               if I is adj-live; otherwise it is omitted
//! T after I   = (T ∪ use(I')) \ restored(I) ∪ subscripts             code after I need not preserve restored zones
//! T           = ∅                                                    at the entry: callers keep what they need
//! ```
//!
//! The paper has `kill(I)` for `restored(I)`: there a recorded variable is restored as a whole. Here, too, a variable
//! of which a statement overwrites a part is restored as a whole if it is pushed as a whole, as for calls. Branches
//! join by union, loops iterate to the least solution.
//!
//! An array that a loop nest overwrites as a whole ([`adc_analysis::sweeps`]) counts as restored after the nest, with
//! respect to `T` before the nest. In the nest, each of its elements is assigned once. So the assignment is recorded if
//! `T` before the nest has the array, whatever the nest itself needs of other elements. The same holds for an
//! assignment that overwrites no value from before it in the loop that the reverse sweep needs
//! ([`crate::adjoint::decide::order`]): `x(i) = a*x(i - 1)`.
//!
//! For the call of a differentiated procedure, `use(I')` is the snapshot: [`crate::adjoint::decide::snapshot`].
//!
//! A split procedure ([`crate::context::split`]) begins with those of its writes that its callers need.
//!
//! Ignored: regions of arrays (except in sweeps, an array is one zone).

use crate::adjoint::decide::snapshot;
use crate::adjoint::plan::between::{Between, Fact, News};
pub(crate) use crate::adjoint::plan::item;
use crate::adjoint::plan::{Iterations, Kind, Loop, Node, Obstacle, Region, Restored, Simple, Write};
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// Decides in the plan of one procedure what is recorded; returns the new facts about procedures.
pub(crate) fn solve(cx: &Context, between: &Between, unit: UnitId, nodes: &mut [Node]) -> News {
    let upstream = between.needed_at_entry.get(&unit).cloned().unwrap_or_default();
    let mut solver = Solver {
        cx,
        between,
        demands: vec![],
        begun: BTreeMap::new(),
    };
    let mut turn = solver.nodes(nodes, upstream, &Nest::default());
    let demands = solver.demands;
    if cx.choices.split.contains(&unit) {
        // the reverse sweep is entered with the bounds of its arrays
        turn.extend(cx.facts.code.at_entry(unit));
    }
    let entries = demands
        .into_iter()
        .map(|(callee, zones)| (callee, Fact::NeededAtEntry, zones));
    [(unit, Fact::NeededAtTurn, turn)].into_iter().chain(entries).collect()
}

struct Solver<'s, 'g, 'a> {
    cx: &'g Context<'a>,
    between: &'s Between,
    /// Split callees with those of their writes that something upstream of a call needs.
    demands: Vec<(UnitId, ZoneSet)>,
    /// Groups of statements that overwrite an array ([`adc_analysis::Sweeps::at_group`]), by where they begin; true if
    /// values from before are needed.
    begun: BTreeMap<(Item, ZoneId), bool>,
}

/// Arrays that the surrounding loops overwrite as a whole, and assignments in them that overwrite no needed value from
/// before.
#[derive(Clone, Default)]
struct Nest {
    swept: ZoneSet,
    /// Those arrays whose values from before the nest are needed.
    needed: ZoneSet,
    /// The assignments with their arrays; true if the values of the array from before the outermost such loop are
    /// needed.
    written_first: BTreeMap<(StmtId, ZoneId), bool>,
}

impl Nest {
    /// True if the values that a statement overwrites are needed; `None` if that depends on earlier statements of the
    /// nest.
    fn needs(&self, s: &Stmt, w: &Write, sweeps: Option<ZoneId>) -> Option<bool> {
        let swept = (sweeps == Some(w.zone) && self.swept.contains(w.zone)).then(|| self.needed.contains(w.zone));
        let first = self.written_first.get(&(s.id, w.zone)).copied();
        // one of them suffices to show that no value is needed
        [swept, first].into_iter().flatten().reduce(|a, b| a && b)
    }
}

impl Solver<'_, '_, '_> {
    fn nodes(&mut self, nodes: &mut [Node], mut t: ZoneSet, nest: &Nest) -> ZoneSet {
        for n in nodes {
            t = match n {
                Node::Simple(s) => self.simple(s, t, nest),
                Node::Branch(b) => {
                    let mut out = if b.total { ZoneSet::new() } else { t.clone() };
                    for arm in &mut b.arms {
                        out.union_with(&self.nodes(arm, t.clone(), nest));
                    }
                    out.union_with(&b.needs);
                    out
                }
                Node::Loop(l) => self.repeat(l, t, nest),
                Node::Again(a) => {
                    t.union_with(&a.needs);
                    t
                }
                Node::Region(r) => self.region(r, t, nest),
            };
        }
        t
    }

    fn region(&mut self, r: &mut Region, mut t: ZoneSet, nest: &Nest) -> ZoneSet {
        let none = Nest::default();
        let mut end = self.nodes(&mut r.body, ZoneSet::new(), &none);
        r.upstream.union_with(&t);
        let wanted = snapshot::wanted_by_region(self.cx, r);
        match &mut r.kind {
            Kind::Sum(_) => self.simple(&mut r.face, t, nest),
            Kind::Plain => {
                if r.body.iter().any(Node::has_adjoint) {
                    t.union_with(&wanted);
                }
                self.simple(&mut r.face, t, nest)
            }
            Kind::Binomial(b) => {
                snapshot::store(self.cx, &mut r.face, &wanted);
                let mut needs = snapshot::read_besides(self.cx, &r.face, wanted, &b.needs);
                if let Some(last) = &mut b.last {
                    needs.union_with(&self.nodes(last, ZoneSet::new(), &none));
                }
                if let Some(z) = b.counter.as_ref().and_then(|c| c.zone) {
                    needs.remove(z);
                }
                let mut after = self.simple(&mut r.face, t, nest);
                after.union_with(&needs);
                after
            }
            Kind::Blocks(b) => {
                snapshot::store(self.cx, &mut r.face, &wanted);
                let needs = snapshot::read_besides(self.cx, &r.face, wanted, &b.needs);
                let mut after = self.simple(&mut r.face, t, nest);
                after.union_with(&needs);
                after
            }
            Kind::FixedPoint(f) => {
                end.intersect_with(&r.face.overwritten(&self.cx.facts.zones));
                snapshot::store(self.cx, &mut r.face, &end);
                let mut after = self.simple(&mut r.face, t, nest);
                after.union_with(&wanted);
                after.union_with(&f.needs);
                after
            }
        }
    }

    fn simple(&mut self, s: &mut Simple, t: ZoneSet, nest: &Nest) -> ZoneSet {
        if s.call.as_ref().is_some_and(|c| c.split) {
            return self.split_call(s, t);
        }
        let mut needed = t;
        self.begin(item(s), &s.begins, &needed);
        if let Some(call) = &mut s.call {
            call.upstream.union_with(&needed);
            needed.union_with(&snapshot::wanted(self.cx, self.between, call));
        }
        needed.union_with(&s.needs);
        if !s.live {
            return needed;
        }
        let sweeps = self.cx.facts.sweeps.killed_by(item(s));
        let group = self.cx.facts.sweeps.first_in_group(item(s));
        for w in &mut s.writes {
            let of_group = group.filter(|g| g.0 == w.zone);
            let before = of_group.and_then(|(z, begins)| {
                let known: Option<Vec<bool>> = begins.iter().map(|&at| self.begun.get(&(at, z)).copied()).collect();
                Some(known?.contains(&true))
            });
            let in_nest = nest.needs(&s.forward, w, sweeps);
            // one of them suffices to show that no value is needed
            let wanted = [before, in_nest].into_iter().flatten().reduce(|a, b| a && b);
            let wanted = wanted.unwrap_or_else(|| self.cx.facts.zones.is_among(w.zone, &needed));
            // without the analysis, everything that can be pushed is recorded
            let pushed = w.target.is_some() && matches!(w.restored, Restored::Popped);
            w.recorded |=
                wanted || pushed && !is_new(self.cx, &s.forward, w) && !self.cx.options.apply(Opt::Tbr, s.forward.span);
        }
        record_descriptors(s);
        // a record of the statement itself is restored after the pointer, too
        let recorded = |z| s.writes.iter().any(|w| w.is_stored() && w.zone == z);
        s.stranded = s
            .strands
            .iter()
            .filter(|&z| needed.contains(z) || recorded(z))
            .collect();
        let mut after = needed;
        for w in s.writes.iter().filter(|w| w.recorded) {
            // the undoing statement reads the value from after the statement
            if let Restored::Undone(_) = w.restored {
                after.insert(w.zone);
                continue;
            }
            if w.whole {
                after.remove(w.zone);
            }
        }
        for w in s.writes.iter().filter(|w| w.recorded) {
            after.union_with(&w.subscripts);
        }
        if let StmtKind::Allocate { objects, .. } = &s.forward.kind {
            // the reverse sweep deallocates the memory allocated here, whatever the variable refers to later
            let zones = &self.cx.facts.zones;
            after.extend(objects.iter().flat_map(|(o, _)| zones.descriptors_at(o)));
        }
        after
    }

    /// The callee records those of its writes that are needed. At the turn, the needs of its reverse sweep become needs
    /// of the caller.
    fn split_call(&mut self, s: &mut Simple, t: ZoneSet) -> ZoneSet {
        let facts = self.cx.facts;
        let Some(call) = &s.call else { return t };
        let mut demand = call.seen_by_callee(facts, &t);
        if let Some(summary) = facts.summaries.get(call.callee) {
            demand.intersect_with(&summary.writes);
            demand.subtract(&summary.result);
        }
        self.demands.push((call.callee, demand));
        let mut after = t.clone();
        for w in s.writes.iter_mut().filter(|_| s.live) {
            if call.link.value.iter().any(|(_, a)| *a == w.zone) {
                // the caller records the variable that receives the function value, after the records of the callee
                w.recorded |= self.cx.facts.zones.is_among(w.zone, &t)
                    || w.target.is_some() && !self.cx.options.apply(Opt::Tbr, s.forward.span);
            }
            if w.whole {
                after.remove(w.zone);
            }
        }
        after.union_with(&self.between.needed_at_turn_of(facts, call));
        after.union_with(&s.needs);
        after
    }

    /// Notes whether values are needed that groups of statements overwrite.
    fn begin(&mut self, at: Item, groups: &ZoneSet, needed: &ZoneSet) {
        for z in groups.iter() {
            self.begun.insert((at, z), self.cx.facts.zones.is_among(z, needed));
        }
    }

    fn repeat(&mut self, l: &mut Loop, before: ZoneSet, nest: &Nest) -> ZoneSet {
        let has_adjoint = l.body.iter().any(Node::has_adjoint);
        if !l.live && !has_adjoint {
            return before;
        }
        let header = Item {
            stmt: l.stmt.id,
            role: Role::Next,
        };
        self.begin(header, &l.begins, &before);
        // arrays whose sweep begins with this loop
        let mut begins = l.swept.clone();
        begins.subtract(&nest.swept);
        let mut inner = nest.clone();
        inner.swept.union_with(&begins);
        let is_needed = |z: ZoneId| self.cx.facts.zones.is_among(z, &before);
        inner.needed.extend(begins.iter().filter(|&z| is_needed(z)));
        for &(s, z) in &l.written_first {
            inner.written_first.entry((s, z)).or_insert_with(|| is_needed(z));
        }
        // nothing of these from before the loop must be preserved: the pushed values restore all of it
        let restored = begins;
        let mut t = before.clone();
        if let Some((z, _)) = l.index {
            l.index_recorded |= self.cx.facts.zones.is_among(z, &t);
            t.remove(z);
        }
        // if the forward sweep omits a loop, its index is saved in the reverse sweep, so it must still have its value
        // there
        let index = l.index.map(|(z, _)| z).filter(|&z| !l.live && before.contains(z));
        loop {
            let mut after = self.nodes(&mut l.body, t.clone(), &inner);
            if let Some((z, _)) = l.index {
                after.remove(z);
            }
            if !t.union_with(&after) || l.fused.is_some() {
                break;
            }
        }
        if matches!(l.bounds, Iterations::Again | Iterations::Counted(..)) {
            t.union_with(&l.needs);
        }
        t.extend(index);
        if !restored.is_empty() {
            let own = self.generated(&l.body);
            let recorded = swept_and_recorded(self.cx, l);
            let gone = restored.iter().filter(|&z| recorded.contains(z) && !own.contains(z));
            gone.for_each(|z| {
                t.remove(z);
            });
        }
        t
    }

    /// An upper bound of the zones that the reverse sweep of nodes needs, whatever comes before them.
    fn generated(&self, nodes: &[Node]) -> ZoneSet {
        let mut out = ZoneSet::new();
        for n in nodes {
            match n {
                Node::Simple(s) => {
                    out.union_with(&s.needs);
                    if let Some(call) = &s.call {
                        out.union_with(&self.between.needed_at_turn_of(self.cx.facts, call));
                        out.union_with(&snapshot::wanted(self.cx, self.between, call));
                    }
                    s.writes.iter().for_each(|w| {
                        out.union_with(&w.subscripts);
                    });
                }
                Node::Region(r) => {
                    out.union_with(&snapshot::wanted_by_region(self.cx, r));
                    out.union_with(&r.own());
                    r.blocks().into_iter().for_each(|b| {
                        out.union_with(&self.generated(b));
                    });
                }
                Node::Branch(_) | Node::Loop(_) | Node::Again(_) => {
                    n.own_needs(&mut out);
                    n.blocks().into_iter().for_each(|b| {
                        out.union_with(&self.generated(b));
                    });
                }
            }
        }
        self.cx.facts.zones.close(&mut out);
        out
    }
}

/// Arrays that a loop overwrites as a whole, recording each element.
pub(crate) fn swept_and_recorded(cx: &Context, l: &Loop) -> ZoneSet {
    let mut out = ZoneSet::new();
    add_recorded(cx, &l.body, &mut out);
    out.intersect_with(&l.swept);
    out
}

fn add_recorded(cx: &Context, nodes: &[Node], out: &mut ZoneSet) {
    for n in nodes {
        if let Node::Simple(s) = n {
            // a dead statement does not run, and what follows it in the iteration may be recorded without it
            let swept = cx.facts.sweeps.killed_by(item(s));
            out.extend(swept.filter(|&z| s.live && s.writes.iter().any(|w| w.zone == z && w.recorded)));
        }
        n.blocks().into_iter().for_each(|b| add_recorded(cx, b, out));
    }
}

/// Restoring an allocation or association restores all descriptors of the variable: records them all.
fn record_descriptors(s: &mut Simple) {
    let is_split = s.call.as_ref().is_some_and(|c| c.split);
    if !is_split && s.needed_revive().is_some() {
        let is_revived = |w: &&mut Write| matches!(w.obstacle, Some(Obstacle::Descriptor | Obstacle::Association));
        s.writes.iter_mut().filter(is_revived).for_each(|w| w.recorded = true);
    }
}

/// True for a temporary that receives the value of a function with an allocated result: nothing else allocates its
/// elements, so before its only assignment it does not exist or is empty.
fn is_new(cx: &Context, stmt: &Stmt, w: &Write) -> bool {
    let (StmtKind::Assign { lhs, rhs }, Some(target)) = (&stmt.kind, &w.target) else {
        return false;
    };
    let (ExprKind::Var(s), true) = (&target.kind, target.same(lhs) && matches!(rhs.kind, ExprKind::Call(..))) else {
        return false;
    };
    let symbol = &cx.primal.symbols[*s];
    let is_local = |v: &Variable| v.storage == Storage::Local && v.attrs.allocatable && !v.attrs.save;
    let Some(owner) = symbol.owner.filter(|_| symbol.variable().is_some_and(is_local)) else {
        return false;
    };
    let mut allocated = false;
    walk_block(&cx.primal.units[owner].body, &mut |stmt| {
        if let StmtKind::Allocate { objects, .. } = &stmt.kind {
            let is_empty =
                |b: &AllocShape| !b.is_empty() && b.iter().all(|(lo, n)| lo.is_none() && int_value(n) == Some(0));
            allocated |= objects.iter().any(|(o, b)| o.base_symbol() == Some(*s) && !is_empty(b));
        }
    });
    !allocated
}
