//! Checks Lemma 1 of *The Adjoint Data-Flow Analyses* on the emitted statements: for every tail `Z` after `U`, the
//! adjoint of `Z` leaves unchanged whatever the reverse sweep of `U` uses,
//!
//! ```text
//! out(U ⊢ adjoint(Z)) ∩ use(reverse(U)) = ∅
//! ```
//!
//! For each node, [`Facts`] describe the effects of its two parts on primal variables. Pushes, pops and omitted
//! statements are taken from the emitted statements; reads of adjoint statements and effects of calls from the plan,
//! before any decision. In a sequence, the facts are accumulated from its beginning (`use`) and from its end (`out`);
//! between any two nodes the two sets must be disjoint. In a loop, the earlier iterations are `U` and the later ones
//! `Z`.
//!
//! A debug build checks every adjoint that it generates. Ignored:
//!
//! * regions of arrays: a push of one element counts for the statement that changes only that element, and a push of a
//!   section for the call that changes nothing else ([`adc_analysis::sections`]);
//! * elements that a group of statements assigns first: they count as changed where it begins;
//! * inside a loop, arrays with an assignment that overwrites nothing needed ([`crate::adjoint::decide::order`]),
//!   whatever else changes them there.
//!
//! Sections are checked to be the same when they are pushed and when they are popped: their subscripts count as read
//! where the adjoint begins, so neither the statement nor the code after it may leave them changed.

use super::super::plan::{item, Iterations, Keep, Kind, Loop, Node, Obstacle, Region, Simple};
use super::*;
use crate::adjoint::decide::{snapshot, tbr};
use adc_analysis::ZoneId;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;

/// Effects of the parts of a node, or of a sequence of nodes, on primal variables.
#[derive(Clone, Default)]
pub(super) struct Facts {
    /// Zones that the adjoint leaves changed.
    out: ZoneSet,
    /// Zones that the reverse part reads, with the values from after the node.
    used: ZoneSet,
    /// Zones that the reverse part restores as a whole.
    whole: ZoneSet,
    /// Zones that it restores, perhaps in part.
    popped: ZoneSet,
    /// Zones of which it leaves elements changed that their group of statements assigns there first: they count where
    /// the group begins ([`adc_analysis::Sweeps::first_in_group`]).
    grouped: ZoneSet,
}

impl Adjoint<'_, '_> {
    /// The facts of a sequence from those of its nodes.
    ///
    /// # Panics
    /// If the lemma does not hold.
    pub(super) fn lemma(&self, nodes: &[Node], emitted: &[Sweeps]) -> Facts {
        if !cfg!(debug_assertions) {
            return Facts::default();
        }
        let facts: Vec<Facts> = nodes.iter().zip(emitted).map(|(n, s)| self.facts(n, s)).collect();
        // `out` of the tail that begins with each node, and of the empty tail
        let mut tails = vec![ZoneSet::new()];
        let mut all = Facts::default();
        for (n, f) in nodes.iter().zip(&facts).rev() {
            let mut out = tails.last().cloned().unwrap_or_default();
            out.subtract(&f.whole);
            out.union_with(&f.out);
            all.grouped.union_with(&f.grouped);
            for z in n.begins().iter() {
                if all.grouped.remove(z) {
                    out.insert(z);
                }
            }
            tails.push(out);
        }
        tails.reverse();
        for (f, out) in facts.iter().zip(&tails) {
            self.apart(&all.used, out, "between statements");
            all.used.subtract(&f.whole);
            all.used.union_with(&f.used);
            all.whole.union_with(&f.whole);
            all.popped.union_with(&f.popped);
        }
        all.out = tails.swap_remove(0);
        all
    }

    fn facts(&self, n: &Node, emitted: &Sweeps) -> Facts {
        match n {
            Node::Simple(s) => self.facts_of_simple(s, emitted),
            Node::Branch(b) => {
                let mut all = Facts::default();
                let mut whole: Option<ZoneSet> = if b.total { None } else { Some(ZoneSet::new()) };
                for f in &emitted.inside {
                    all.out.union_with(&f.out);
                    all.grouped.union_with(&f.grouped);
                    all.used.union_with(&f.used);
                    all.popped.union_with(&f.popped);
                    match &mut whole {
                        Some(w) => {
                            w.intersect_with(&f.whole);
                        }
                        None => whole = Some(f.whole.clone()),
                    }
                }
                all.whole = whole.unwrap_or_default();
                if b.again && !emitted.reverse.is_empty() {
                    all.used.union_with(&b.needs);
                }
                all
            }
            Node::Loop(l) => self.facts_of_loop(l, emitted),
            Node::Again(a) => Facts {
                out: a.writes.clone(),
                used: a.needs.clone(),
                ..Facts::default()
            },
            Node::Region(r) => self.facts_of_region(r, emitted),
        }
    }

    fn facts_of_simple(&self, s: &Simple, emitted: &Sweeps) -> Facts {
        let mut f = self.face(s, emitted);
        let mut read = s.needs.clone();
        if let Some(call) = &s.call {
            let between = &*self.between;
            let mut left = between.changed_by(self.g.facts, call);
            let kept = s.writes.iter().filter(|w| w.kept != Keep::Not);
            kept.for_each(|w| {
                left.remove(w.zone);
            });
            if call.split {
                let turn = between.needed_at_turn_of(self.g.facts, call);
                f.used.union_with(&turn);
                // upstream of the callee are the needs of the caller
                f.whole.extend(
                    s.writes
                        .iter()
                        .filter(|w| s.live && w.whole && !turn.contains(w.zone))
                        .map(|w| w.zone),
                );
            } else {
                read.union_with(&snapshot::wanted(self.g, between, call));
            }
            f.out.union_with(&left);
        }
        for w in s.writes.iter().filter(|w| w.section.is_some()) {
            if s.live && w.recorded || w.kept != Keep::Not {
                read.union_with(&w.subscripts);
            }
        }
        self.apart(&read, &f.out_of_forward(s, self), "at a statement");
        f.out.union_with(&s.again);
        read.subtract(&f.whole);
        f.used.union_with(&read);
        f
    }

    /// The changes of a statement in the forward sweep, and its pops.
    fn face(&self, s: &Simple, emitted: &Sweeps) -> Facts {
        let mut f = Facts::default();
        let split = s.call.as_ref().is_some_and(|c| c.split);
        let popped = popped(&emitted.reverse);
        let is_popped = |w: &&Write| {
            match &w.restored {
                Restored::Popped => {}
                // popped with the loop: see there
                Restored::InBulk => return true,
                Restored::Undone(_) => return s.live && w.recorded,
            }
            if w.is_descriptor() {
                return s.needed_revive().is_some_and(|r| r.perhaps.contains(w.zone));
            }
            if w.obstacle == Some(Obstacle::Association) {
                let members = self.g.facts.zones.members(w.zone);
                return members.iter().any(|m| popped.contains(m));
            }
            w.target
                .as_ref()
                .and_then(Expr::base_symbol)
                .is_some_and(|b| popped.contains(&b))
        };
        f.popped.extend(s.writes.iter().filter(is_popped).map(|w| w.zone));
        for w in s.writes.iter().filter(|_| s.live) {
            match (w.recorded, f.popped.contains(w.zone)) {
                (true, true) if w.whole => {
                    f.whole.insert(w.zone);
                }
                (true, true) => {}
                // the split callee has recorded it
                _ if split => {}
                _ if self
                    .g
                    .facts
                    .sweeps
                    .first_in_group(item(s))
                    .is_some_and(|g| g.0 == w.zone) =>
                {
                    f.grouped.insert(w.zone);
                }
                _ => {
                    f.out.insert(w.zone);
                }
            }
            if w.recorded {
                f.used.union_with(&w.subscripts);
                if let Restored::Undone(_) = w.restored {
                    f.used.insert(w.zone);
                }
            }
        }
        f
    }

    fn facts_of_loop(&self, l: &Loop, emitted: &Sweeps) -> Facts {
        let Some(body) = emitted.inside.first() else {
            return Facts::default();
        };
        self.bulk_is_popped(l, emitted);
        let index = l.index.map(|(z, _)| z);
        let mut used = body.used.clone();
        let mut out = body.out.clone();
        index.iter().for_each(|&z| {
            used.remove(z);
            out.remove(z);
        });
        if l.fused.is_none() {
            // each element of these is assigned once in the nest
            let mut carried = used.clone();
            carried.subtract(&l.swept);
            carried.subtract(&l.zones_written_first());
            self.apart(&carried, &out, "between iterations");
        }
        let mut f = Facts {
            whole: tbr::swept_and_recorded(self.g, l)
                .iter()
                .filter(|&z| !used.contains(z))
                .collect(),
            popped: body.popped.clone(),
            out,
            used,
            grouped: body.grouped.clone(),
        };
        if !emitted.reverse.is_empty() && matches!(l.bounds, Iterations::Again | Iterations::Counted(..)) {
            f.used.union_with(&l.needs);
        }
        if let Some(z) = index.filter(|_| l.live || !emitted.reverse.is_empty()) {
            match (l.index_recorded, l.live) {
                (true, true) => {
                    f.whole.insert(z);
                }
                (true, false) => {}
                (false, _) => {
                    f.out.insert(z);
                }
            }
        }
        f
    }

    /// Checks that values recorded before a loop are popped beside the loop of the reverse sweep.
    ///
    /// # Panics
    /// If they are not.
    fn bulk_is_popped(&self, l: &Loop, emitted: &Sweeps) {
        let popped = popped(&emitted.reverse);
        for p in l.bulk.iter().flat_map(|b| &b.values) {
            let base = p.write.target.as_ref().and_then(Expr::base_symbol);
            assert!(base.is_some_and(|b| popped.contains(&b)), "a section is not popped");
        }
    }

    fn facts_of_region(&self, r: &Region, emitted: &Sweeps) -> Facts {
        let mut f = self.face(&r.face, emitted);
        match &r.kind {
            Kind::Plain => {}
            // its reverse part reads no primal variable
            Kind::Sum(_) => return f,
            // the snapshots restore the writes of the loop, except for zones with which the reverse part of the
            // recorded last iteration begins
            Kind::Binomial(b) => {
                let wanted = snapshot::wanted_by_region(self.g, r);
                let mut used = snapshot::read_besides(self.g, &r.face, wanted, &b.needs);
                emitted.inside.iter().for_each(|last| {
                    used.union_with(&last.used);
                });
                if let Some(z) = b.counter.as_ref().and_then(|c| c.zone) {
                    used.remove(z);
                }
                f.used.union_with(&used);
                return f;
            }
            // the block borders restore the writes of the loop
            Kind::Blocks(b) => {
                let wanted = snapshot::wanted_by_region(self.g, r);
                f.used
                    .union_with(&snapshot::read_besides(self.g, &r.face, wanted, &b.needs));
                return f;
            }
            // the recording begins with the values that the loop leaves
            Kind::FixedPoint(p) => {
                f.used.union_with(&snapshot::wanted_by_region(self.g, r));
                f.used.union_with(&p.needs);
                return f;
            }
        }
        let Some(body) = emitted.inside.first() else { return f };
        let mut left = body.out.clone();
        left.union_with(&body.grouped);
        let kept = r.face.writes.iter().filter(|w| w.kept != Keep::Not);
        kept.for_each(|w| {
            left.remove(w.zone);
        });
        f.out.union_with(&left);
        let mut used = snapshot::wanted_by_region(self.g, r);
        used.subtract(&f.whole);
        f.used.union_with(&used);
        f
    }

    /// Checks that callers know all zones that the adjoint leaves changed. Zones that only unreachable statements
    /// change do not count: the summary excludes more of these than the plan.
    ///
    /// # Panics
    /// If [`crate::adjoint::decide::write`] has missed a zone.
    pub(super) fn changes_are_known(&self, all: &Facts) {
        let known = self.between.out.get(&self.unit);
        let summary = self.g.facts.summaries.get(self.unit);
        let is_seen = |z: ZoneId| {
            self.g.facts.zones.is_visible_outside(self.unit, z) || summary.is_some_and(|s| s.formals.contains_key(&z))
        };
        let mut missed: ZoneSet = all.out.iter().filter(|&z| is_seen(z)).collect();
        known.iter().for_each(|k| {
            missed.subtract(k);
        });
        summary.iter().for_each(|s| {
            missed.intersect_with(&s.writes);
        });
        self.apart(&missed, &missed, "at its end");
    }

    fn apart(&self, used: &ZoneSet, out: &ZoneSet, place: &str) {
        let mut both = used.clone();
        both.intersect_with(out);
        // of these, other elements are used
        both.subtract(&self.written_first);
        // zones that cannot be recorded have been reported
        if both.is_empty() || adc_frontend::diag::any_error(&self.g.messages) {
            return;
        }
        let names = both.iter().map(|z| {
            let symbol = self.g.facts.zones.symbol_in(self.g.primal, self.unit, z);
            self.g.facts.zones.name(self.g.primal, symbol, z)
        });
        let names: Vec<String> = names.collect();
        let unit = &self.g.primal.units[self.unit].name;
        panic!(
            "Lemma 1 does not hold in the adjoint of {unit}, {place}: {}",
            names.join(", ")
        );
    }
}

/// Variables that a reverse sweep restores. They are variables, since a view of a COMMON block that was created for
/// this purpose has no zone.
fn popped(reverse: &Block) -> Vec<SymbolId> {
    let mut out = vec![];
    walk_block(reverse, &mut |x| {
        if let StmtKind::Pop(e) | StmtKind::PointerAssign { lhs: e, .. } = &x.kind {
            out.extend(e.base_symbol());
        }
    });
    out
}

impl Facts {
    /// Zones that the statement itself leaves changed where its adjoint begins.
    fn out_of_forward(&self, s: &Simple, a: &Adjoint) -> ZoneSet {
        let mut out = ZoneSet::new();
        if s.call.as_ref().is_some_and(|c| c.split) {
            return out;
        }
        for w in s
            .writes
            .iter()
            .filter(|w| s.live && !(w.recorded && self.popped.contains(w.zone)))
            // it reads what the group has assigned
            .filter(|w| !self.grouped.contains(w.zone))
        {
            out.extend(a.g.facts.changed_with(&w.zone).iter().copied());
        }
        out
    }
}
