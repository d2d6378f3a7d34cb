//! Adjoint liveness: the statements of the forward sweep that derivatives depend on.
//!
//! The results of an adjoint are derivatives; the primal results are lost. So no primal variable is live after an
//! adjoint procedure. Before a statement `I` that is followed by `D`, the live variables are those that the adjoint
//! `I'` reads, and those from which `I` computes variables live after it ((1.10) of *The Adjoint Data-Flow Analyses*):
//!
//! ```text
//! live(adjoint(I; D)) = live(I') ∪ (live(adjoint(D)) ⊗ Dep(I))         live(adjoint([])) = ∅
//! adj-live(I, D)      = out(I) ∩ live(adjoint(D)) ≠ ∅
//! ```
//!
//! A statement that is not adj-live is omitted from the forward sweep, with its pushes and pops. `Dep(I)` is
//! approximated by all that `I` writes × all that it reads; zones that `I` does not kill stay live. For the call of a
//! differentiated procedure, `I` in the forward sweep is the call, and `I'` the adjoint of the procedure, which reads
//! the zones live at its entry. So procedures are solved callees first, recursion to the least solution.
//!
//! Statements with effects other than writes are kept (`is_observable`). A test is needed if a kept statement or an
//! adjoint depends on its outcome. A loop whose iterations must be counted is run for that, if it has an adjoint; a
//! loop whose bounds are evaluated again is not.
//!
//! After a split call ([`crate::context::split`]), the callee has the same live zones as its callers.
//!
//! Ignored: dependences between individual outputs and inputs of a call.

use crate::adjoint::decide::snapshot;
use crate::adjoint::plan::between::{Between, Fact, News};
use crate::adjoint::plan::{Branch, Iterations, Kind, Loop, Node, Order, Region, Simple, Write};
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::{Stmt, StmtKind, UnitId};

/// Decides in the plan of one procedure which nodes are live; returns the new facts about procedures.
pub(crate) fn solve(cx: &Context, between: &Between, unit: UnitId, nodes: &mut [Node]) -> News {
    let after = between.live_at_exit.get(&unit).cloned().unwrap_or_default();
    let mut solver = Solver {
        cx,
        between,
        exits: vec![],
    };
    let mut live = solver.nodes(nodes, after, &ZoneSet::new());
    // bounds of arrays are read at the entry of the procedure
    live.extend(cx.facts.code.at_entry(unit));
    let exits = solver
        .exits
        .into_iter()
        .map(|(callee, zones)| (callee, Fact::LiveAtExit, zones));
    let runs = nodes
        .iter()
        .any(is_live)
        .then(|| (unit, Fact::RunsForward, ZoneSet::new()));
    let own = [(unit, Fact::LiveAtEntry, live)].into_iter().chain(runs);
    own.chain(exits).collect()
}

/// Zones that are live where nodes begin, if nothing is live after them.
pub(crate) fn entered_with(cx: &Context, between: &Between, nodes: &mut [Node]) -> ZoneSet {
    let mut solver = Solver {
        cx,
        between,
        exits: vec![],
    };
    solver.nodes(nodes, ZoneSet::new(), &ZoneSet::new())
}

struct Solver<'s, 'g, 'a> {
    cx: &'g Context<'a>,
    between: &'s Between,
    /// Split callees with the zones that are live after a call.
    exits: Vec<(UnitId, ZoneSet)>,
}

impl Solver<'_, '_, '_> {
    /// Maps the zones live after nodes to those live before them. `swept`: arrays that a surrounding loop overwrites as
    /// a whole.
    fn nodes(&mut self, nodes: &mut [Node], mut live: ZoneSet, swept: &ZoneSet) -> ZoneSet {
        for n in nodes.iter_mut().rev() {
            live = match n {
                Node::Simple(s) => self.simple(s, live),
                Node::Branch(b) => self.branch(b, live, swept),
                Node::Loop(l) => self.repeat(l, live, swept),
                Node::Again(a) => {
                    live.union_with(&a.needs);
                    live
                }
                Node::Region(r) => self.region(r, live),
            };
        }
        live
    }

    fn simple(&mut self, s: &mut Simple, mut live: ZoneSet) -> ZoneSet {
        if let Some(call) = s.call.as_ref().filter(|c| c.split) {
            self.exits
                .push((call.callee, call.seen_by_callee(self.cx.facts, &live)));
            s.live = s.is_observable
                || self.between.runs_forward.contains(&call.callee)
                || !self.cx.options.apply(Opt::Liveness, s.forward.span);
            if s.live {
                live.subtract(&s.kills);
                live.union_with(&call.evaluates);
                if let Some(read) = self.between.live_at_entry.get(&call.callee) {
                    live.union_with(&call.seen_by_caller(self.cx.facts, read));
                }
            }
            live.union_with(&s.needs);
            live.union_with(&snapshot::wanted(self.cx, self.between, call));
            return live;
        }
        let has_use = |w: &Write| self.cx.facts.zones.is_among(w.zone, &live);
        s.live = s.is_observable
            || is_inert(&s.forward) && !s.is_after()
            || s.writes.iter().any(has_use)
            || !self.cx.options.apply(Opt::Liveness, s.forward.span);
        if s.live {
            live.subtract(&s.kills);
            live.union_with(&s.reads);
        }
        // nothing of these is read before the group has overwritten it
        live.subtract(&s.begins);
        live.union_with(&s.needs);
        if let Some(call) = &s.call {
            live.union_with(&snapshot::wanted(self.cx, self.between, call));
        }
        live
    }

    fn region(&mut self, r: &mut Region, live: ZoneSet) -> ZoneSet {
        let none = ZoneSet::new();
        if let Kind::Sum(sum) = &mut r.kind {
            // it runs once
            r.face.live = true;
            let before = self.nodes(&mut r.body, live.clone(), &none);
            sum.live = live;
            sum.live.union_with(&before);
            return before;
        }
        r.live_in = self.nodes(&mut r.body, ZoneSet::new(), &none);
        match &mut r.kind {
            Kind::Plain | Kind::Sum(_) => {
                let mut before = self.simple(&mut r.face, live);
                if r.body.iter().any(Node::has_adjoint) {
                    before.union_with(&snapshot::wanted_by_region(self.cx, r));
                }
                before
            }
            Kind::Binomial(b) => {
                let index = b.counter.as_ref().and_then(|c| c.zone);
                if let Some(c) = &mut b.counter {
                    c.live = index.is_some_and(|z| self.cx.facts.zones.is_among(z, &live));
                }
                r.live_in = self.at_head(&mut b.again, r.live_in.clone(), index);
                let mut after = live.clone();
                after.union_with(&b.control);
                after.union_with(&b.exit_test);
                if let Some(last) = &mut b.last {
                    after.union_with(&self.nodes(last, live, &none));
                }
                let wanted = snapshot::wanted_by_region(self.cx, r);
                after.union_with(&wanted);
                after.union_with(&r.own());
                r.face.live = true;
                if let Kind::Binomial(b) = &mut r.kind {
                    after = self.at_head(&mut b.ahead, after, index);
                    // bounds are read before the index is set
                    after.union_with(&b.control);
                }
                after
            }
            Kind::Blocks(b) => {
                b.index_live = b.index.is_some_and(|z| self.cx.facts.zones.is_among(z, &live));
                r.face.live = true;
                let wanted = snapshot::wanted_by_region(self.cx, r);
                let mut after = live;
                after.union_with(&wanted);
                if let Kind::Blocks(b) = &mut r.kind {
                    after = self.at_head(&mut b.ahead, after, b.index);
                    after.union_with(&b.control);
                    after.union_with(&b.needs);
                }
                after
            }
            Kind::FixedPoint(f) => {
                let all: ZoneSet = r.face.writes.iter().map(|w| w.zone).collect();
                f.carried = self.nodes(&mut f.primal, all, &none);
                let mut before = live;
                before.union_with(&snapshot::wanted_by_region(self.cx, r));
                before.union_with(&r.own());
                before.union_with(&r.face.reads);
                r.face.live = true;
                before
            }
        }
    }

    /// Zones that are live where the unrecorded iterations of a loop begin; `live`: those live where the last of them
    /// ends.
    fn at_head(&mut self, nodes: &mut [Node], mut live: ZoneSet, index: Option<ZoneId>) -> ZoneSet {
        loop {
            if let Some(z) = index {
                live.remove(z);
            }
            let mut more = self.nodes(nodes, live.clone(), &ZoneSet::new());
            if let Some(z) = index {
                more.remove(z);
            }
            if !live.union_with(&more) {
                return live;
            }
        }
    }

    fn branch(&mut self, b: &mut Branch, live: ZoneSet, swept: &ZoneSet) -> ZoneSet {
        let mut before = if b.total { ZoneSet::new() } else { live.clone() };
        for arm in &mut b.arms {
            before.union_with(&self.nodes(arm, live.clone(), swept));
        }
        let has_adjoint = b.arms.iter().flatten().any(Node::has_adjoint);
        let runs = b.is_observable
            || b.arms.iter().flatten().any(is_live)
            || !self.cx.options.apply(Opt::Liveness, b.stmt.span);
        // the number of its arm is pushed, or the tests determine it again
        b.live = runs || has_adjoint && !b.again;
        if b.live {
            before.union_with(&b.tests);
        }
        before.union_with(&b.needs);
        before
    }

    fn repeat(&mut self, l: &mut Loop, mut live: ZoneSet, swept: &ZoneSet) -> ZoneSet {
        let mut here = l.swept.clone();
        here.subtract(swept);
        let mut inner = swept.clone();
        inner.union_with(&here);
        // no iteration reads what these have from before it
        let mut private = l.private.clone();
        private.subtract(&live);
        let has_adjoint = l.body.iter().any(Node::has_adjoint);
        let index_is_live = l.index.is_some_and(|(z, _)| self.cx.facts.zones.is_among(z, &live));
        loop {
            let mut head = self.nodes(&mut l.body, live.clone(), &inner);
            head.subtract(&private);
            let runs = index_is_live || l.is_observable || l.body.iter().any(is_live);
            let counts = has_adjoint && matches!(l.bounds, Iterations::Counted(..));
            l.live = runs || counts || !self.cx.options.apply(Opt::Liveness, l.stmt.span);
            if l.live {
                head.union_with(&l.control);
            }
            if let Some((z, _)) = l.index {
                head.remove(z);
            }
            if !live.union_with(&head) || l.fused == Some(Order::Reverse) {
                break;
            }
        }
        // no one reads the old values of an array that the loop overwrites as a whole
        live.subtract(&here);
        live.subtract(&l.begins);
        if let Some((z, _)) = l.index.filter(|_| l.live) {
            live.remove(z);
        }
        if l.live || has_adjoint {
            live.union_with(&l.control);
            live.union_with(&l.needs);
        }
        live
    }
}

/// True if the forward sweep contains something of a node that has an effect.
pub(crate) fn is_live(n: &Node) -> bool {
    match n {
        Node::Simple(s) => s.live && !is_inert(&s.forward),
        Node::Branch(b) => b.live,
        // the bounds of a loop that changes them are kept
        Node::Loop(l) => l.live || matches!(l.bounds, Iterations::Kept(..)) && l.body.iter().any(Node::has_adjoint),
        Node::Again(_) => false,
        Node::Region(r) => r.face.live,
    }
}

/// True for a statement that stays in place as long as the code around it does.
fn is_inert(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Continue | StmtKind::Comment(_) | StmtKind::Format(_))
}
