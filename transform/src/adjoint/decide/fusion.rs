//! Reverses loops in place: fuses their forward and reverse part in one loop of the reverse sweep, so that nothing is
//! kept for them between the sweeps.
//!
//! ```text
//! forward sweep             reverse sweep                                             reverse sweep
//!
//! do i = 1, n               do i = n, 1, -1                                           do i = n, 1, -1
//!    call pushreal8(t)         f: fb needs no value                                      t = sin(x(i))
//!    t = sin(x(i))             tb = tb + 2*t*fb                         →                tb = tb + 2*t*fb
//!    f = f + t*t               call popreal8(t)                                          xb(i) = xb(i) + cos(x(i))*tb
//! end do                       xb(i) = xb(i) + cos(x(i))*tb
//! ```
//!
//! If later code needs a value from the loop, the forward sweep also contains the loop as the user wrote it, without
//! any push. Then the body runs twice.
//!
//! **Condition.** Let `F_i` and `B_i` be the forward and the reverse part of iteration `i`, and `V` the zones live at
//! the entry of `F_i; B_i` ((1.10) of *The Adjoint Data-Flow Analyses*, with nothing live after them). The loop is
//! fused if each zone of `V` that the loop writes is *apart* in it: no other iteration touches the parts that one
//! iteration touches ([`adc_analysis::dependence`]).
//!
//! **Proof.** Both versions run `B_n … B_1`, in this order, on the same derivatives; so they differ only if some `B_i`
//! reads other values. `F_i` computes these values from `V`. A zone of `V` that the loop does not write has the same
//! values throughout, and the snapshot of the region ([`crate::adjoint::plan::region`]) restores those that are
//! overwritten after the loop. Of a zone that is apart, iteration `i` finds in both versions the values from before the
//! loop, as no other iteration touches them, and the snapshot has these, too. ∎
//!
//! So iterations run in reverse order, and a carried dependence is harmless as long as no adjoint needs the *value*.
//! That is where linearity comes in: the adjoint of `f = f + t` reads neither operand, so `f` is not in `V`. (Strout
//! and Hovland require linear dependences on scalars, and run the adjoint in forward order. That is not sufficient: in
//! Figure 1, `a` is carried linearly, but `cos(a)` is needed; here `a` is in `V`, and not apart.)
//!
//! **When it pays.** A loop is proposed if it records something: in a nest, first the outermost loop that can be fused,
//! then those inside it. If the forward sweep contains the loop nevertheless, and a second run costs more than the
//! records, the proposal is withdrawn ([`regret`]).
//!
//! **What forbids it.** [`NotFused`] lists the reasons, in the order in which [`obstacle`] looks for them; `adc dump
//! --stage plan` prints the one of each loop that records. Later, a loop is given up if it is too dear, if a value that
//! it overwrites cannot be named ([`crate::adjoint::decide::targets`]), if its procedure must be split, or if a program
//! with fused loops is refused ([`crate::rounds`]). The directive `ii-loop` asks for fusion whatever is carried.

use crate::adjoint::decide::{blocks, checkpoint, liveness, Plans, View};
use crate::adjoint::plan::between::Between;
use crate::adjoint::plan::{Keep, Kind, Loop, Node, Region, Write};
use crate::code::cost;
use crate::context::proposals::Proposals;
use crate::context::ways::{NotFused, Proposed, Way};
use crate::options::Opt;
use adc_analysis::{dependence, ZoneSet};
use adc_frontend::ir::*;
use adc_frontend::parallel;

/// Proposes variants of loops, and withdraws proposals, from decided plans. `known`: what this round has proposed
/// already.
pub(crate) fn choose(view: View, known: &Proposals, between: &Between, plans: &Plans) -> Proposed {
    let items: Vec<(UnitId, &Vec<Node>)> = plans.iter().map(|(&u, nodes)| (u, nodes)).collect();
    let found = parallel::map(&items, |&(unit, nodes)| {
        let mut chooser = Chooser {
            view,
            known,
            between,
            unit,
            found: Proposed::default(),
        };
        chooser.choose(nodes);
        chooser.found
    });
    found.into_iter().fold(Proposed::default(), |mut all, one| {
        all.join(one);
        all
    })
}

/// Proposes for the loops of one procedure.
struct Chooser<'c, 'a> {
    view: View<'c, 'a>,
    known: &'c Proposals,
    between: &'c Between,
    unit: UnitId,
    found: Proposed,
}

/// Loops that are not fused, in each nest from the outside, and true for those inside other loops.
fn recording_loops<'n>(nodes: &'n [Node], nested: bool, out: &mut Vec<(&'n Loop, bool)>) {
    for n in nodes {
        match n {
            Node::Loop(l) if l.fused.is_none() => out.push((l, nested)),
            Node::Region(r) if matches!(r.kind, Kind::Blocks(_)) => {}
            _ => {
                let nested = nested || n.repeats();
                n.blocks().into_iter().for_each(|b| recording_loops(b, nested, out));
            }
        }
    }
}

/// True for code that only computes, and has no special plan for how it is run.
fn is_quiet(n: &Node) -> bool {
    let own = match n {
        Node::Simple(s) => !s.is_observable && s.revive.is_none(),
        Node::Branch(b) => !b.is_observable,
        Node::Loop(l) => !l.is_observable,
        Node::Again(_) => true,
        Node::Region(r) => matches!(r.kind, Kind::Plain),
    };
    own && n.blocks().into_iter().flatten().all(is_quiet)
}

impl<'a> Chooser<'_, 'a> {
    fn choose(&mut self, nodes: &[Node]) {
        let chosen = &self.view.choices.split;
        let is_split = [chosen, &self.known.better_split, &self.known.must_split]
            .iter()
            .any(|set| set.contains(&self.unit));
        let mut loops = vec![];
        recording_loops(nodes, false, &mut loops);
        for (l, nested) in loops {
            match is_split {
                true => drop(self.found.not_fused.insert(l.stmt.id, NotFused::Split)),
                false => self.propose(l, nested),
            }
        }
        self.regret(nodes);
    }

    /// True for a variant of a loop that has been tried and did not pay.
    fn is_given_up(&self, l: &Loop, way: Way) -> bool {
        let it = (l.stmt.id, way);
        self.view.choices.ways.given_up.contains(&it) || self.known.loops.given_up.contains(&it)
    }

    /// The loop as it stands in the procedure.
    fn text(&self, l: &Loop) -> Option<&'a Stmt> {
        self.view.texts.of(self.unit).statement(l.stmt.id)
    }

    fn propose(&mut self, l: &Loop, nested: bool) {
        let bytes = checkpoint::recorded(self.view, &l.body);
        if bytes == 0.0 {
            return;
        }
        let Some(obstacle) = self.obstacle(l) else {
            self.found.propose(l.stmt.id, Way::Fused, bytes);
            return;
        };
        self.found.not_fused.insert(l.stmt.id, obstacle);
        if l.body.iter().all(is_quiet) && self.can_be_summed(l, bytes) {
            self.found.propose(l.stmt.id, Way::Sum, bytes);
            return;
        }
        if !nested && l.body.iter().all(is_quiet) && self.can_run_in_blocks(l, bytes) {
            self.found.propose(l.stmt.id, Way::Blocks, bytes);
            return;
        }
        let mut inner = vec![];
        recording_loops(&l.body, true, &mut inner);
        inner.into_iter().for_each(|(l, _)| self.propose(l, true));
    }

    /// The first reason, if any, that forbids to fuse a loop.
    fn obstacle(&self, l: &Loop) -> Option<NotFused> {
        if !l.body.iter().any(Node::has_adjoint) {
            return Some(NotFused::NoAdjoint);
        }
        if !l.body.iter().all(is_quiet) {
            return Some(NotFused::Effects);
        }
        if !self.view.options.optimisations.has(Opt::Fusion) {
            return Some(NotFused::Off);
        }
        if self.is_given_up(l, Way::Fused) {
            return Some(NotFused::GivenUp);
        }
        let whole = self.text(l);
        let Some(whole) = whole.filter(|s| self.view.can_run_twice(self.unit, s)) else {
            return Some(NotFused::RunsOnce);
        };
        let mut written = ZoneSet::new();
        l.body.iter().for_each(|n| {
            written.union_with(&n.written());
        });
        self.view.facts.zones.close(&mut written);
        let mut carried = liveness::entered_with(&self.view, self.between, &mut l.body.clone());
        self.view.facts.zones.close(&mut carried);
        carried.intersect_with(&written);
        carried.subtract(&l.private);
        if let Some((z, _)) = l.index {
            carried.remove(z);
        }
        if !carried.is_empty() {
            carried.subtract(&dependence::apart(self.view.primal, self.view.facts, whole));
        }
        if !carried.is_empty() {
            return Some(NotFused::Carried(carried));
        }
        (!self.view.options.apply(Opt::Fusion, l.stmt.span)).then_some(NotFused::Off)
    }

    /// True if differentiating a loop in primal order costs less than its records of `bytes` per iteration: see
    /// [`cost::BYTES_PER_SUM`].
    fn can_be_summed(&self, l: &Loop, bytes: f64) -> bool {
        if !self.view.options.optimisations.has(Opt::Sums) || self.is_given_up(l, Way::Sum) {
            return false;
        }
        let Some(sum) = &l.sum else {
            return false;
        };
        // each call would set all of their elements to zero, and add all of them: too much for a procedure that runs often
        // and uses a few of them
        let once = self.view.is_entry(self.unit) || sum.has_small_arrays;
        once && bytes >= cost::BYTES_PER_SUM * sum.arrays as f64 && self.view.options.apply(Opt::Sums, l.stmt.span)
    }

    /// True if the records of a loop cost more than recomputing its carried values, block by block.
    fn can_run_in_blocks(&self, l: &Loop, bytes: f64) -> bool {
        let off = !self.view.options.optimisations.has(Opt::Blocks) || self.is_given_up(l, Way::Blocks);
        if off || !l.has_plain_bounds() || !blocks::records_scalars(&l.body) {
            return false;
        }
        let Some(whole) = self.text(l) else {
            return false;
        };
        if !blocks::is_long(self.view.primal, whole) || !self.view.can_run_twice(self.unit, whole) {
            return false;
        }
        let mut again = vec![Node::Loop(Box::new(l.clone()))];
        let live = liveness::entered_with(&self.view, self.between, &mut again);
        if again
            .iter()
            .flat_map(Node::blocks)
            .map(|b| work(self.view, b))
            .sum::<f64>()
            > cost::RECORD_BEYOND_BLOCK * bytes / 8.0
        {
            return false;
        }
        let mut handed_on = l.body.iter().fold(ZoneSet::new(), |mut all, n| {
            all.union_with(&n.written());
            all
        });
        self.view.facts.zones.close(&mut handed_on);
        handed_on.intersect_with(&live);
        if let Some((z, _)) = l.index {
            handed_on.remove(z);
        }
        let scalars = !handed_on.is_empty() && handed_on.iter().all(|z| self.view.scalar_alone(z).is_some());
        scalars && self.view.options.apply(Opt::Blocks, l.stmt.span)
    }

    /// Withdraws regions whose loops should better be recorded, or be differentiated in primal order; and those in which
    /// the reverse parts of iterations change values that others read.
    fn regret(&mut self, nodes: &[Node]) {
        for n in nodes {
            if let Node::Region(r) = n {
                let id = r.face.forward.id;
                let way = self.view.choices.ways.way(id);
                let fused = self
                    .view
                    .choices
                    .ways
                    .chosen
                    .get(&id)
                    .copied()
                    .filter(|c| c.0 == Way::Fused);
                if let Some((_, bytes)) = fused.filter(|c| self.is_dear(r, c.1)) {
                    self.found.regret(id, way);
                    if let [Node::Loop(l)] = r.body.as_slice() {
                        if self.can_be_summed(l, bytes) {
                            self.found.propose(id, Way::Sum, bytes);
                        }
                    }
                }
                let mut pushed = r.face.writes.iter().filter(|w| w.recorded || w.kept == Keep::Stored);
                // the region would record whole arrays where the loop records elements
                let arrays = !pushed.all(|w| self.view.scalar_alone(w.zone).is_some());
                let serves = match &r.kind {
                    Kind::Sum(sum) => !arrays && sum.kept(&self.view, &r.body).is_some(),
                    Kind::Blocks(_) => !arrays,
                    Kind::Plain | Kind::Binomial(_) | Kind::FixedPoint(_) => true,
                };
                if !serves {
                    self.found.regret(id, way);
                }
            }
            n.blocks().into_iter().for_each(|b| self.regret(b));
        }
    }

    /// True if a fused loop costs more than one whose iterations record so many bytes.
    fn is_dear(&self, r: &Region, bytes: f64) -> bool {
        let kept = r
            .face
            .writes
            .iter()
            .filter(|w| r.face.live && w.recorded || w.kept != Keep::Not);
        // the sizes of components are unknown
        let size = |w: &Write| match self.view.facts.zones[w.zone].path.is_empty() {
            true => checkpoint::bytes(self.view, w),
            false => f64::INFINITY,
        };
        let kept: f64 = kept.map(size).sum();
        let saved = self.view.trips(&r.face.forward) * bytes;
        kept >= saved || r.face.live && body_work(self.view, r) > cost::RECORD_IN_MEMORY * bytes / 8.0
    }
}

/// Operations of one iteration that are run again.
fn body_work(view: View, r: &Region) -> f64 {
    let loops = r.body.iter().filter_map(|n| match n {
        Node::Loop(l) => Some(work(view, &l.body)),
        _ => None,
    });
    loops.sum()
}

fn work(view: View, nodes: &[Node]) -> f64 {
    let of = |n: &Node| match n {
        Node::Simple(s) if s.live => {
            let run = &s.forward.kind;
            cost::of_statement(view.sizes(), run) + cost::of_blocks(view.sizes(), run)
        }
        Node::Region(r) if r.face.live => body_work(view, r),
        Node::Simple(_) | Node::Again(_) | Node::Region(_) => 0.0,
        Node::Branch(b) => b.arms.iter().map(|a| work(view, a)).fold(0.0, f64::max),
        Node::Loop(l) => view.trips(&l.stmt) * work(view, &l.body),
    };
    nodes.iter().map(of).sum()
}
