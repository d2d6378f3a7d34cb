//! Nests of loops whose iterations are shared together: `collapse(2)`.
//!
//! ```text
//! !$omp parallel do collapse(2)
//! do j = m, 1, -1
//!    do i = n, 1, -1
//!       xb(i, j) = xb(i, j) + 2*x(i, j)*yb(i, j)
//! ```
//!
//! **Condition.** The loop contains nothing but the next one, whose bounds do not change in it. All variables have the
//! same roles in the iterations of each loop of the nest: no two iterations of the inner loop, in one of the outer loop,
//! add to the same element. With the same for the outer loop, that holds for all pairs of iterations.
//!
//! Loops that run in ranges, with borders, copies, conditions or last values, share the iterations of the outermost loop
//! alone; so do nests that an optimisation has changed.

use super::judge::{Found, Judge, Shares};
use super::marked::parallel;
use super::uses::{self, indices};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

impl Judge<'_, '_> {
    /// The same with the number of loops whose iterations are shared, or the reason why they are fewer than the
    /// program's.
    pub(super) fn collapsed(
        &self,
        l: &Found,
        found: Shares,
        (own, kept): (&BTreeSet<SymbolId>, &[SymbolId]),
    ) -> Shares {
        let wanted = parallel(l.marked).map_or(0, |(p, _)| p.collapse);
        let mut out = found;
        let mut depth = 1;
        let mut body = l.body;
        while depth < wanted {
            out.uncollapsed = obstacle(&out);
            if out.uncollapsed.is_some() {
                break;
            }
            let Some((control, inner)) = self.next(l, body) else {
                out.uncollapsed = Some("the derivative has other statements between the loops, or their bounds vary");
                break;
            };
            let nested = Found {
                marked: l.marked,
                control,
                body: inner,
            };
            let Ok(more) = self.shares(&nested, own, kept, &self.callees) else {
                out.uncollapsed = Some(SAME);
                break;
            };
            if obstacle(&more).is_some() || !self.agree(l.body, &out, &more) {
                out.uncollapsed = Some(SAME);
                break;
            }
            out.zeros = more.zeros;
            depth += 1;
            body = inner;
        }
        out.collapse = if depth > 1 { depth } else { 0 };
        out
    }

    /// The loop that is all there is in a body, if its bounds do not change in the nest.
    fn next<'s>(&self, l: &Found<'s>, body: &'s Block) -> Option<(&'s DoControl, &'s Block)> {
        let [s] = body.as_slice() else { return None };
        let StmtKind::Do { control, body, .. } = &s.kind else {
            return None;
        };
        let DoControl::Count { lo, hi, step, .. } = control else {
            return None;
        };
        let changed = uses::of(l.body, &self.callees);
        let loops = indices(l.body);
        let outer = DoControl::index_of(&StmtKind::Do {
            name: None,
            control: l.control.clone(),
            body: vec![],
        });
        let varies = |v: SymbolId| {
            Some(v) == outer || loops.contains(&v) || changed.get(&v).is_some_and(|u| u.iter().any(|u| u.kind.writes()))
        };
        let fixed = |e: &Expr| !visit::has_call(e) && !visit::mentions(e, &varies);
        let leaves = visit::has_jumps(body);
        (fixed(lo) && fixed(hi) && step.as_deref().is_none_or(fixed) && !leaves).then_some((control, body))
    }

    /// True if all variables have the same roles in both loops.
    fn agree(&self, body: &Block, outer: &Shares, inner: &Shares) -> bool {
        let loops = indices(body);
        let roles = |s: &Shares| -> Vec<(SymbolId, Role)> {
            let mut all: Vec<_> = s.roles.iter().map(|r| (*r.0, *r.1)).collect();
            all.retain(|r| !loops.contains(&r.0));
            all.sort_by_key(|r| r.0);
            all
        };
        roles(outer) == roles(inner) && outer.atomic == inner.atomic
    }
}

/// The reason if variables have other roles in the loops of a nest.
const SAME: &str = "iterations of an inner loop add to the same element of a derivative, or hand on values";

/// The reason if something other than the compiler shares the iterations, or if they do not have their variables for
/// themselves.
fn obstacle(s: &Shares) -> Option<&'static str> {
    let has_last = s.roles.values().any(|r| matches!(r, Role::Last | Role::FirstAndLast));
    Some(match s {
        _ if s.ranges => "each thread records values of a range of iterations",
        _ if s.border > 0 => "iterations of the outermost loop that are close to each other add to the same elements",
        _ if !s.copies.is_empty() || !s.conditions.is_empty() => "each thread adds to a copy of a derivative",
        _ if !s.last.is_empty() || has_last => "the value of the last iteration counts",
        _ => return None,
    })
}
