//! Which scalars the backward sweep evaluates again instead of finding them on the tape.
//!
//! In the body of a loop, a scalar whose value follows from what the backward sweep has anyway need not be recorded:
//!
//! ```text
//! ip = i + 1                                              ip = i + 1
//! if (ip > n) ip = 1             backward                 if (ip > n) ip = 1
//! d = u(ip) - u(i)                                        d = u(ip) - u(i)
//! y = y + d**2                                            db = db + 2*d*yb
//! ```
//!
//! In a block `B`, the definitions of `v` stand where each runs once an iteration: assignments of expressions that are cheap, or whose value nothing in the forward sweep would read ([`unread`]), and
//! branches that hold nothing else. They are run again in
//! the backward sweep before the last statement `n` of `B` whose adjoint needs `v` (the first one there), so that behind it everything finds `v`. That is right when
//!
//! 1. nobody needs the value that `v` had before its first definition, or between its definitions;
//! 2. what a definition reads is not written from there to `n`, unless by another definition that is run again in the same place, in the order of the program;
//! 3. every need of `v` in the procedure is served like this, so that running its definitions in the backward sweep changes nothing that is needed there. (Where `v` is seen by
//!    callers, [`crate::adjoint::decide::write`] knows that the adjoint writes it.)
//!
//! What the definitions read is needed at `n`; it takes the place of `v` in the analyses that follow, and the definitions themselves leave the forward sweep unless something there
//! reads `v`. It pays when no more has to be recorded for them than for `v`: all that they read but one is never written in loops as deep, or is needed by others. Where the backward part
//! follows at once, as in fused loops, what is assigned to once is still there ([`standing`]): nothing would be recorded for it, and its definition would stand twice if the forward part reads it.
//!
//! Ignored: arrays, values that could be had by undoing what has been done to them.

mod block;
mod cost;
pub(crate) mod spot;
mod standing;
mod unread;

use crate::adjoint::decide::recompute::block::Block as Slice;
use crate::adjoint::decide::recompute::cost::Depths;
use crate::adjoint::decide::recompute::spot::Place;
use crate::adjoint::plan::{Node, Simple};
use crate::assemble::generator::Generator;
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;

/// Puts into a plan what is computed again, and takes from it what that serves.
pub(crate) fn solve(g: &Generator, unit: UnitId, nodes: &mut Vec<Node>) {
    if !g.options.optimisations.has(Opt::Recompute) {
        return;
    }
    let mut candidates = ZoneSet::new();
    scalars(g, nodes, &mut candidates);
    candidates = candidates.iter().filter(|&z| is_allowed(g, z)).collect();
    if g.choices.split.contains(&unit) {
        // what callers see must be theirs again behind the backward sweep
        let own: ZoneSet = candidates
            .iter()
            .filter(|&z| !g.facts.zones.is_visible_outside(unit, z))
            .collect();
        let passed = g.facts.summaries.get(unit);
        candidates = own
            .iter()
            .filter(|&z| !passed.is_some_and(|s| s.is_interface(z)))
            .collect();
    }
    let depths = Depths::of(g, nodes);
    let mut ways = Ways {
        g,
        depths: &depths,
        unread: ZoneSet::new(),
    };
    while !candidates.is_empty() {
        ways.unread = unread::among(g, unit, nodes, &candidates);
        // a trial: what is not served everywhere rules a candidate out everywhere
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

/// True where the optimisation is to be applied to a variable.
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

/// Inner blocks come first: what their definitions read, outer blocks may serve.
struct Ways<'w, 'g, 'a> {
    g: &'g Generator<'a>,
    depths: &'w Depths,
    /// What may cost more than to record it, since nothing in the forward sweep reads it.
    unread: ZoneSet,
}

impl Ways<'_, '_, '_> {
    /// The needs of nodes as they would be if all were computed again that can; adds to what of the candidates would be `served`.
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
        Slice::find(self.g, nodes, needs, place, self.depths, candidates, &self.unread)
    }
}

/// The zone of a variable.
fn zone_of(cx: &Context, e: &Expr) -> Option<ZoneId> {
    match e.kind {
        ExprKind::Var(s) => cx.facts.zones.single(s),
        _ => None,
    }
}
