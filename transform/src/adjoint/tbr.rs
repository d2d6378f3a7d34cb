//! To-be-recorded analysis: which overwritten values the backward sweep needs.
//!
//! Forward over the plan, on sets `T` of zones whose value the backward sweep of what came before needs (the `use` of the backward sweep upstream in (1.8), (1.9) of *The
//! Adjoint Data-Flow Analyses*), after liveness. For a statement `I` with adjoint `I'`, whose operands have the values from before `I`:
//!
//! ```text
//! recorded(I) = out(I) ∩ (T ∪ use(I'))                               if I is adj-live; otherwise it is not run, and nothing is recorded
//! T behind I  = (T ∪ use(I')) \ restored(I) ∪ subscripts             what the pop restores as a whole, downstream need not preserve
//! T           = ∅                                                    where a procedure begins: its callers keep what they need
//! ```
//!
//! The paper has `kill(I)` for `restored(I)`: what is recorded is then restored as a whole. So is a variable of which a statement overwrites a part, if it is pushed as a
//! whole, as calls do. Branches join by union, loops iterate to the least solution.
//!
//! An array that a loop nest overwrites as a whole ([`adc_analysis::sweeps`]) is restored behind the nest as far as `T` before the nest is concerned. In the nest, each of its elements
//! is assigned once, so the assignment is recorded if `T` before the nest has the array, whatever the nest itself needs of other elements.
//!
//! For the call of a differentiated procedure, `use(I')` is the snapshot: [`super::snapshot`].
//!
//! Ignored: regions of arrays (but for sweeps, an array is one zone), recomputation.

use super::liveness::LiveAtEntry;
use super::plan::{Iterations, Loop, Node, Simple};
use super::snapshot;
use crate::generator::Generator;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::{ZoneId, ZoneSet};

/// Decides in the plan of one procedure what is recorded.
pub(super) fn solve(g: &Generator, at_entry: &LiveAtEntry, nodes: &mut [Node]) {
    let solver = Solver { g, at_entry };
    solver.nodes(nodes, ZoneSet::new(), &Nest::default());
}

struct Solver<'s, 'g, 'a> {
    g: &'g Generator<'a>,
    at_entry: &'s LiveAtEntry,
}

/// The arrays that the loops around overwrite as a whole.
#[derive(Clone, Default)]
struct Nest {
    swept: ZoneSet,
    /// Those of them that somebody needs from before the nest.
    needed: ZoneSet,
}

impl Solver<'_, '_, '_> {
    fn nodes(&self, nodes: &mut [Node], mut t: ZoneSet, nest: &Nest) -> ZoneSet {
        for n in nodes {
            t = match n {
                Node::Simple(s) => self.simple(s, t, nest),
                Node::Branch(b) => {
                    let mut out = if b.total { ZoneSet::new() } else { t.clone() };
                    for arm in &mut b.arms {
                        out.union_with(&self.nodes(arm, t.clone(), nest));
                    }
                    if b.again && b.arms.iter().flatten().any(Node::has_adjoint) {
                        out.union_with(&b.tests);
                    }
                    out
                }
                Node::Loop(l) => self.repeat(l, t, nest),
                Node::Again(a) => {
                    t.union_with(&a.needs);
                    t
                }
                Node::Region(r) => {
                    self.nodes(&mut r.body, ZoneSet::new(), &Nest::default());
                    r.upstream.union_with(&t);
                    if r.body.iter().any(Node::has_adjoint) {
                        t.union_with(&snapshot::wanted_by_region(self.g, r));
                    }
                    self.simple(&mut r.face, t, nest)
                }
            };
        }
        t
    }

    fn simple(&self, s: &mut Simple, t: ZoneSet, nest: &Nest) -> ZoneSet {
        let mut needed = t;
        if let Some(call) = &mut s.call {
            call.upstream.union_with(&needed);
            needed.union_with(&snapshot::wanted(self.g, self.at_entry, call));
        }
        needed.union_with(&s.needs);
        if !s.live {
            return needed;
        }
        let item = Item {
            stmt: s.forward.id,
            role: Role::Whole,
        };
        let sweeps = self.g.facts.sweeps.killed_by(item);
        for w in &mut s.writes {
            let wanted = match sweeps {
                Some(z) if z == w.zone && nest.swept.contains(z) => nest.needed.contains(z),
                _ => self.is_needed(&needed, w.zone),
            };
            // without the analysis everything is recorded that can be
            w.recorded |= wanted || !self.g.options.tbr && w.target.is_some();
        }
        let mut after = needed;
        for w in s.writes.iter().filter(|w| w.recorded) {
            let as_whole = w.whole || sweeps == Some(w.zone) && !nest.swept.contains(w.zone);
            if as_whole {
                after.remove(w.zone);
            }
        }
        for w in s.writes.iter().filter(|w| w.recorded) {
            after.union_with(&w.subscripts);
        }
        after
    }

    fn repeat(&self, l: &mut Loop, before: ZoneSet, nest: &Nest) -> ZoneSet {
        let has_adjoint = l.body.iter().any(Node::has_adjoint);
        if !l.live && !has_adjoint {
            return before;
        }
        // arrays whose sweep begins with this loop
        let mut begins = l.swept.clone();
        begins.subtract(&nest.swept);
        let mut inner = nest.clone();
        inner.swept.union_with(&begins);
        inner
            .needed
            .extend(begins.iter().filter(|&z| self.is_needed(&before, z)));
        // of these nothing from before is left to be preserved: what is pushed restores all of it
        let restored = begins;
        let mut t = before.clone();
        if let Some((z, _)) = l.index {
            l.index_recorded |= self.is_needed(&t, z);
            t.remove(z);
        }
        loop {
            let mut after = self.nodes(&mut l.body, t.clone(), &inner);
            if let Some((z, _)) = l.index {
                after.remove(z);
            }
            if !t.union_with(&after) || l.independent {
                break;
            }
        }
        if matches!(l.bounds, Iterations::Again | Iterations::Counted(..)) {
            t.union_with(&l.needs);
        }
        if !restored.is_empty() {
            let own = self.generated(&l.body);
            let gone = restored.iter().filter(|&z| !own.contains(z));
            gone.for_each(|z| {
                t.remove(z);
            });
        }
        t
    }

    /// Zones that the backward sweep of nodes needs, whatever comes before them: an upper bound.
    fn generated(&self, nodes: &[Node]) -> ZoneSet {
        let mut out = ZoneSet::new();
        for n in nodes {
            match n {
                Node::Simple(s) => {
                    out.union_with(&s.needs);
                    if let Some(call) = &s.call {
                        out.union_with(&snapshot::wanted(self.g, self.at_entry, call));
                    }
                    s.writes.iter().for_each(|w| {
                        out.union_with(&w.subscripts);
                    });
                }
                Node::Region(r) => {
                    out.union_with(&snapshot::wanted_by_region(self.g, r));
                }
                Node::Branch(_) | Node::Loop(_) | Node::Again(_) => {
                    n.own_needs(&mut out);
                    n.blocks().into_iter().for_each(|b| {
                        out.union_with(&self.generated(b));
                    });
                }
            }
        }
        self.g.facts.zones.close(&mut out);
        out
    }

    fn is_needed(&self, needed: &ZoneSet, zone: ZoneId) -> bool {
        self.g.facts.zones.aliases(&zone).iter().any(|&z| needed.contains(z))
    }
}
