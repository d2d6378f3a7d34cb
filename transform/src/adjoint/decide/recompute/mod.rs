//! Selects scalars that the reverse sweep recomputes instead of popping them.
//!
//! In the body of a loop, a scalar need not be recorded if it can be computed from values available in the reverse
//! sweep:
//!
//! ```text
//! ip = i + 1                                              ip = i + 1
//! if (ip > n) ip = 1             reverse                  if (ip > n) ip = 1
//! d = u(ip) - u(i)                                        d = u(ip) - u(i)
//! y = y + d**2                                            db = db + 2*d*yb
//! ```
//!
//! In a block `B`, each definition of `v` must run once an iteration. Definitions are assignments of expressions that
//! are cheap, or whose value nothing in the forward sweep would read ([`unread`]), and branches that contain nothing
//! else. They run again in the reverse sweep just before the adjoint of `n`, the last statement of `B` whose adjoint
//! needs `v` (the first one there); every later use finds `v`. That is correct if
//!
//! 1. the value of `v` before its first definition, or between its definitions, is not needed;
//! 2. no operand of a definition is written between the definition and `n`, unless by another definition that runs
//!    again at the same place, in program order;
//! 3. every need of `v` in the procedure is served like this, so that running its definitions in the reverse sweep
//!    changes nothing that is needed there. (If callers see `v`, [`crate::adjoint::decide::write`] knows that the
//!    adjoint writes it.)
//!
//! The operands of the definitions are needed at `n`. In the analyses that follow they take the place of `v`, and the
//! definitions themselves leave the forward sweep unless something there reads `v`. Recomputation pays if the operands
//! need no more records than `v`: all of them but one are never written in loops as deep, or are needed anyway. If the
//! reverse part follows at once, as in fused loops, a variable that is assigned once still has its value
//! ([`standing`]): nothing would be recorded for it, and its definition would run twice if the forward part reads it.
//!
//! Ignored: arrays; values that could be restored by undoing assignments.

mod block;
mod savings;
pub(crate) mod spot;
mod standing;
mod unread;

use crate::adjoint::decide::recompute::block::Block as Slice;
use crate::adjoint::decide::recompute::savings::Depths;
use crate::adjoint::decide::recompute::spot::Place;
use crate::adjoint::plan::{Node, Simple};
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;

/// Inserts recomputations into a plan, and removes the needs that they serve.
pub(crate) fn solve(cx: &Context, unit: UnitId, nodes: &mut Vec<Node>) {
    if !cx.options.optimisations.has(Opt::Recompute) {
        return;
    }
    let mut candidates = ZoneSet::new();
    scalars(cx, nodes, &mut candidates);
    candidates = candidates.iter().filter(|&z| is_allowed(cx, z)).collect();
    if cx.choices.split.contains(&unit) {
        // variables that callers see must have their values again after the reverse sweep
        let own: ZoneSet = candidates
            .iter()
            .filter(|&z| !cx.facts.zones.is_visible_outside(unit, z))
            .collect();
        let passed = cx.facts.summaries.get(unit);
        candidates = own
            .iter()
            .filter(|&z| !passed.is_some_and(|s| s.is_interface(z)))
            .collect();
    }
    let depths = Depths::of(cx, nodes);
    let mut ways = Ways {
        cx,
        depths: &depths,
        unread: ZoneSet::new(),
    };
    while !candidates.is_empty() {
        ways.unread = unread::among(cx, unit, nodes, &candidates);
        // a trial: a candidate that is not served everywhere is dropped everywhere
        let mut served = ZoneSet::new();
        let left = ways.survey(nodes, Place::top(), &candidates, &mut served);
        let unserved = candidates.iter().filter(|&z| left.contains(z) || !served.contains(z));
        let unserved: ZoneSet = unserved.collect();
        if unserved.is_empty() {
            break;
        }
        candidates.subtract(&unserved);
    }
    ways.apply(nodes, Place::top(), &candidates);
}

/// True if the optimisation is enabled for a variable.
fn is_allowed(cx: &Context, z: ZoneId) -> bool {
    let declared = cx.facts.zones.members(z).first().map(|&s| cx.primal.symbols[s].span);
    cx.options.apply(Opt::Recompute, declared.unwrap_or(Span::NONE))
}

/// Scalars that are assigned, and share their memory with nothing.
fn scalars(cx: &Context, nodes: &[Node], out: &mut ZoneSet) {
    for n in nodes {
        if let Node::Simple(Simple {
            forward: Stmt {
                kind: StmtKind::Assign { lhs, .. },
                ..
            },
            ..
        }) = n
        {
            let plain = |z: &ZoneId| lhs.rank == 0 && cx.facts.zones.is_killed_by(cx.primal, lhs, *z);
            out.extend(zone_of(cx, lhs).filter(plain));
        }
        n.blocks().into_iter().for_each(|b| scalars(cx, b, out));
    }
}

/// Inner blocks come first: outer blocks may serve the operands of their definitions.
struct Ways<'w, 'g, 'a> {
    cx: &'g Context<'a>,
    depths: &'w Depths,
    /// Variables that the forward sweep does not read: recomputing them may cost more than a record.
    unread: ZoneSet,
}

impl Ways<'_, '_, '_> {
    /// The needs of nodes if all were recomputed that can be; adds the candidates that would be `served`.
    fn survey(&self, nodes: &[Node], place: Place, candidates: &ZoneSet, served: &mut ZoneSet) -> ZoneSet {
        let mut needs = vec![];
        for n in nodes {
            let mut here = ZoneSet::new();
            n.own_needs(&mut here);
            for b in n.blocks() {
                here.union_with(&self.survey(b, place.inside(n), candidates, served));
            }
            needs.push(here);
        }
        let mut all = needs.iter().fold(ZoneSet::new(), |mut all, n| {
            all.union_with(n);
            all
        });
        if place.loops > 0 {
            let slice = self.slice(nodes, &needs, &place, candidates);
            let variables = slice.variables();
            all.subtract(&variables);
            all.union_with(&slice.operands());
            served.union_with(&variables);
        }
        all
    }

    fn apply(&self, nodes: &mut Vec<Node>, place: Place, candidates: &ZoneSet) {
        for n in nodes.iter_mut() {
            let inside = place.inside(n);
            for b in n.blocks_mut() {
                self.apply(b, inside.clone(), candidates);
            }
        }
        if place.loops > 0 {
            let needs: Vec<ZoneSet> = nodes.iter().map(Node::needs).collect();
            self.slice(nodes, &needs, &place, candidates).apply(nodes);
        }
    }

    fn slice(&self, nodes: &[Node], needs: &[ZoneSet], place: &Place, candidates: &ZoneSet) -> Slice {
        Slice::find(self.cx, nodes, needs, place, self.depths, candidates, &self.unread)
    }
}

/// The zone of a variable.
fn zone_of(cx: &Context, e: &Expr) -> Option<ZoneId> {
    match e.kind {
        ExprKind::Var(s) => cx.facts.zones.single(s),
        _ => None,
    }
}
