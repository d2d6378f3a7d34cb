//! Adjoint write: primal variables that an adjoint leaves changed.
//!
//! For a statement `I` that is followed by `D` ((1.12) of *The Adjoint Data-Flow Analyses*), after the records are
//! decided:
//!
//! ```text
//! out(adjoint(I; D)) = out(adjoint(D)) \ restored(I)  ∪  (out(I) \ recorded(I) if I is adj-live)  ∪  out(I')
//! ```
//!
//! Values pushed before `I` are popped after the adjoint of `D`. Then `I` changes nothing, and if the whole variable
//! was pushed, neither does `D` change it. The paper requires `kill(I)` in both cases. `I'` writes derivatives, but the
//! adjoint of a call also leaves changed those zones of its procedure that the caller does not keep, and a loop of the
//! reverse sweep sets its index.
//!
//! Ignored: order and regions of the writes to one variable.

use crate::adjoint::decide::{snapshot, tbr};
use crate::adjoint::plan::between::{Between, Fact, News};
use crate::adjoint::plan::{Kind, Node, Simple, Write};
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::ZoneSet;
use adc_frontend::ir::UnitId;

/// Finds the zones that the adjoint of one procedure leaves changed; returns the procedure if something new is known of
/// it.
pub(crate) fn solve(cx: &Context, between: &Between, unit: UnitId, nodes: &[Node]) -> News {
    let mut changed = after(cx, between, nodes, ZoneSet::new());
    if !cx.choices.split.contains(&unit) && !cx.options.apply(Opt::AdjointWrite, cx.primal.units[unit].span) {
        // the result of the analysis if nothing were pushed
        changed.union_with(&cx.values_written_by(unit));
    }
    cx.facts.close_changed(&mut changed);
    vec![(unit, Fact::Changed, changed)]
}

/// Maps the zones that the adjoint of `D` changes to those that the adjoint of the nodes and `D` changes.
pub(crate) fn after(cx: &Context, between: &Between, nodes: &[Node], mut changed: ZoneSet) -> ZoneSet {
    for n in nodes.iter().rev() {
        match n {
            Node::Simple(s) => simple(cx, between, s, &mut changed),
            Node::Branch(b) => {
                let arms = b.arms.iter().map(|a| after(cx, between, a, changed.clone()));
                let joined = arms.fold(ZoneSet::new(), |mut all, a| {
                    all.union_with(&a);
                    all
                });
                if b.total {
                    changed = joined;
                } else {
                    changed.union_with(&joined);
                }
            }
            Node::Again(a) => {
                changed.union_with(&a.writes);
            }
            Node::Region(r) => {
                simple(cx, between, &r.face, &mut changed);
                // other regions restore recorded values at the end
                if let Kind::Plain = r.kind {
                    let overwritten = after(cx, between, &r.body, ZoneSet::new());
                    let kept = snapshot::kept_by_region(cx, r, &overwritten);
                    changed.extend(overwritten.iter().filter(|&z| !kept.contains(z)));
                }
            }
            Node::Loop(l) => {
                loop {
                    let more = after(cx, between, &l.body, changed.clone());
                    if !changed.union_with(&more) {
                        break;
                    }
                }
                changed.subtract(&tbr::swept_and_recorded(cx, l));
                if let Some((z, _)) = l.index {
                    if !l.index_recorded {
                        changed.insert(z);
                    } else if l.live {
                        changed.remove(z);
                    }
                }
            }
        }
    }
    changed
}

fn simple(cx: &Context, between: &Between, s: &Simple, changed: &mut ZoneSet) {
    // a split callee records its own writes
    let split = s.call.as_ref().filter(|c| c.split);
    let by_caller = |w: &&Write| s.live && split.is_none_or(|c| c.link.value.iter().any(|(_, a)| *a == w.zone));
    for w in s.writes.iter().filter(by_caller) {
        if !w.recorded {
            changed.insert(w.zone);
        } else if w.whole {
            changed.remove(w.zone);
        }
    }
    changed.union_with(&s.again);
    if let Some(call) = &s.call {
        let left = between.changed_by(cx.facts, call);
        let kept = if call.split {
            // it has recorded as a whole the zones that are needed at its entry and not passed on at its turn
            let mut recorded = between.needed_at_entry.get(&call.callee).cloned().unwrap_or_default();
            recorded.subtract(&between.at_turn(call.callee));
            let restored = call.seen_by_caller(cx.facts, &recorded);
            let whole = s
                .writes
                .iter()
                .filter(|w| s.live && w.whole && restored.contains(w.zone));
            whole.for_each(|w| {
                changed.remove(w.zone);
            });
            ZoneSet::new()
        } else {
            snapshot::kept(cx, between, call)
        };
        changed.extend(left.iter().filter(|&z| !kept.contains(z)));
    }
}
