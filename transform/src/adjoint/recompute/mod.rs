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
//! In a block `B`, the definitions of `v` stand where each runs once an iteration: assignments of cheap expressions, and branches that hold nothing else. They are run again in
//! the backward sweep before the last statement `n` of `B` whose adjoint needs `v` (the first one there), so that behind it everything finds `v`. That is right when
//!
//! 1. nobody needs the value that `v` had before its first definition, or between its definitions;
//! 2. what a definition reads is not written from there to `n`, unless by another definition that is run again in the same place, in the order of the program;
//! 3. every need of `v` in the procedure is served like this, so that running its definitions in the backward sweep changes nothing that is needed there. (Where `v` is seen by
//!    callers, [`super::write`] knows that the adjoint writes it.)
//!
//! What the definitions read is needed at `n`; it takes the place of `v` in the analyses that follow, and the definitions themselves leave the forward sweep unless something there
//! reads `v`. It pays when no more has to be recorded for them than for `v`: all that they read but one is never written in loops as deep, or is needed by others.
//!
//! Ignored: arrays, expressions with transcendental functions, values that could be had by undoing what has been done to them.

mod block;
mod cost;

use super::plan::{Node, Simple};
use crate::generator::Generator;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use block::Block as Slice;
use cost::Depths;

/// Puts into a plan what is computed again, and takes from it what that serves.
pub(super) fn solve(g: &Generator, unit: UnitId, nodes: &mut Vec<Node>) {
    if !g.options.recompute {
        return;
    }
    let mut candidates = ZoneSet::new();
    scalars(g, nodes, &mut candidates);
    if g.split.contains(&unit) {
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
    while !candidates.is_empty() {
        // a trial on a copy of the needs: what is left of a candidate's needs somewhere rules it out everywhere
        let mut left = ZoneSet::new();
        let mut served = ZoneSet::new();
        survey(g, nodes, 0, &depths, &candidates, &mut left, &mut served);
        let mut unserved = candidates.clone();
        unserved.subtract(&served);
        unserved.union_with(&left);
        unserved.intersect_with(&candidates);
        if unserved.is_empty() {
            break;
        }
        candidates.subtract(&unserved);
    }
    apply(g, nodes, 0, &depths, &candidates);
}

/// Scalars that are assigned, and share their memory with nothing.
fn scalars(g: &Generator, nodes: &[Node], out: &mut ZoneSet) {
    for n in nodes {
        if let Node::Simple(Simple {
            forward: Stmt {
                kind: StmtKind::Assign { lhs, .. },
                ..
            },
            ..
        }) = n
        {
            let plain = |z: &ZoneId| lhs.rank == 0 && g.facts.zones.is_killed_by(g.primal, lhs, *z);
            out.extend(zone_of(g, lhs).filter(plain));
        }
        n.blocks().into_iter().for_each(|b| scalars(g, b, out));
    }
}

/// What of the candidates is served in the loops below, and what of them is needed otherwise.
fn survey(
    g: &Generator,
    nodes: &[Node],
    loops: usize,
    depths: &Depths,
    candidates: &ZoneSet,
    left: &mut ZoneSet,
    served: &mut ZoneSet,
) {
    let here = if loops > 0 {
        Slice::find(g, nodes, loops, depths, candidates).variables()
    } else {
        ZoneSet::new()
    };
    served.union_with(&here);
    let mut others = candidates.clone();
    others.subtract(&here);
    for n in nodes {
        let mut own = ZoneSet::new();
        n.own_needs(&mut own);
        own.intersect_with(&others);
        left.union_with(&own);
        let below = if loops > 0 { &others } else { candidates };
        let deeper = loops + usize::from(matches!(n, Node::Loop(_)));
        for b in n.blocks() {
            survey(g, b, deeper, depths, below, left, served);
        }
    }
}

fn apply(g: &Generator, nodes: &mut Vec<Node>, loops: usize, depths: &Depths, candidates: &ZoneSet) {
    let mut below = candidates.clone();
    if loops > 0 {
        let slice = Slice::find(g, nodes, loops, depths, candidates);
        below.subtract(&slice.variables());
        slice.apply(nodes);
    }
    for n in nodes {
        let deeper = loops + usize::from(matches!(n, Node::Loop(_)));
        for b in n.blocks_mut() {
            apply(g, b, deeper, depths, &below);
        }
    }
}

/// The zone of a variable.
fn zone_of(g: &Generator, e: &Expr) -> Option<ZoneId> {
    match e.kind {
        ExprKind::Var(s) => g.facts.zones.single(s),
        _ => None,
    }
}
