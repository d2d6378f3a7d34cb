//! Merges increments of one element into one.
//!
//! ```text
//! vb(i) = vb(i) + a*t                 sumb = a*t
//! t = b*s                             t = b*s
//! vb(im) = vb(im) + t          →      vb(im) = vb(im) + t
//! vb(i) = vb(i) + c*t                 vb(i) = vb(i) + (sumb + c*t)
//! ```
//!
//! A compiler cannot do this, since `im` may be `i`; but increments commute. So the increments of an element in a
//! sequence of assignments are merged if, in between,
//!
//! 1. only increments of its elements mention the array,
//! 2. no operand of the element's subscripts is assigned to.
//!
//! The sum may differ in its last digits.

use super::writes::{increment, Writes};
use super::Locals;
use crate::options::Opt;
use adc_frontend::ir::visit::mentions;
use adc_frontend::ir::*;

/// The increments of one element in a block.
struct Group {
    array: SymbolId,
    element: Expr,
    places: Vec<usize>,
}

/// Merges increments in the bodies of loops, also of inner loops.
pub(super) fn merge(block: &mut Block, locals: &mut Locals) {
    for s in block {
        let is_loop = matches!(s.kind, StmtKind::Do { .. });
        s.kind.for_each_block_mut(&mut |b| {
            merge(b, locals);
            if is_loop {
                in_body(b, locals);
            }
        });
    }
}

fn in_body(body: &mut Block, locals: &mut Locals) {
    let mut closed: Vec<Group> = vec![];
    let mut open: Vec<Group> = vec![];
    let mut close = |open: &mut Vec<Group>, ends: &dyn Fn(&Group) -> bool| {
        let (ended, left): (Vec<Group>, Vec<Group>) = std::mem::take(open).into_iter().partition(ends);
        closed.extend(ended.into_iter().filter(|g| g.places.len() > 1));
        *open = left;
    };
    for (k, s) in body.iter().enumerate() {
        let Some(writes) = Writes::of(s) else {
            close(&mut open, &|_| true);
            continue;
        };
        let added = increment(s).filter(|i| !locals.is_shared(i.array));
        let own = added.as_ref().map(|i| i.array);
        close(&mut open, &|g| {
            let is_other_use = own != Some(g.array) && writes.mentions(g.array);
            is_other_use || mentions(&g.element, &|v| v != g.array && writes.assigns(v))
        });
        if let Some(i) = added {
            match open
                .iter_mut()
                .find(|g| g.array == i.array && g.element.same(i.element))
            {
                Some(g) => g.places.push(k),
                None => open.push(Group {
                    array: i.array,
                    element: i.element.clone(),
                    places: vec![k],
                }),
            }
        }
    }
    close(&mut open, &|_| true);
    closed.retain(|_| locals.apply(Opt::Increments));
    // the sums of overlapping groups are different variables
    closed.sort_by_key(|g| g.places[0]);
    let mut taken: Vec<(Ty, usize, usize)> = vec![];
    for g in closed {
        let (ty, first, last) = (g.element.ty, g.places[0], g.places[g.places.len() - 1]);
        let is_taken = |n: usize| {
            taken
                .iter()
                .any(|&(t, number, end)| t == ty && number == n && end >= first)
        };
        let number = (0..).find(|&n| !is_taken(n)).unwrap_or_default();
        taken.push((ty, number, last));
        let total = locals.sum(ty, number);
        for &k in &g.places {
            rewrite(&mut body[k], &total, k == first, k == last);
        }
    }
}

/// `a(s) = a(s) + e` becomes `total = e`, `total = total + e`, or `a(s) = a(s) + (total + e)`.
fn rewrite(s: &mut Stmt, total: &Expr, is_first: bool, is_last: bool) {
    let StmtKind::Assign { lhs, rhs } = &mut s.kind else {
        return;
    };
    let ExprKind::Binary(op, element, e) = &rhs.kind else {
        return;
    };
    let sum = match (is_first, op) {
        (true, BinaryOp::Sub) => neg((**e).clone()),
        (true, _) => (**e).clone(),
        (false, op) => binary(*op, total.clone(), (**e).clone()),
    };
    if is_last {
        *rhs = add((**element).clone(), sum);
    } else {
        *rhs = sum;
        *lhs = total.clone();
    }
}
