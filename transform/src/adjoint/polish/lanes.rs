//! Adds up in several partial sums.
//!
//! ```text
//! do i = 1, n                    sumsb = 0.0
//!    sumb = sumb + a(i)*t(i)     do i = 1, n - 7, 8
//! end do                    →       do lane = 0, 7
//!                                      sumsb(lane) = sumsb(lane) + a(i+lane)*t(i+lane)
//!                                   end do
//!                                end do
//!                                sumb = sumb + sum(sumsb)
//!                                do i = i, n
//!                                   sumb = sumb + a(i)*t(i)
//!                                end do
//! ```
//!
//! A compiler must add in the order of the program, one number after the other; the sums of lanes it can compute by
//! vector instructions. Adjoints that are added up have no order of the user's. The sum differs in its last digits.
//!
//! A loop is treated that [`super::rows`] has found to have independent iterations, but for sums; if its elements are
//! neighbours in memory, its index and bounds are default integers, it is not known to be short, and all operations in it
//! have vector instructions.

use super::frame::Frame;
use super::Locals;
use crate::code::cost;
use crate::code::indices::{moved, substitute};
use crate::options::Opt;
use crate::rules::build::intrinsic;
use adc_frontend::ir::visit::{rewrite_expr, stmt_exprs_mut, walk_block_exprs};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::BTreeMap;

/// Intrinsic functions with vector instructions.
const QUICK: [&str; 6] = ["abs", "max", "merge", "min", "real", "sqrt"];

/// The loop over a body whose iterations are independent, but for sums.
pub(super) fn run(
    frame: &Frame,
    body: Block,
    order: DoControl,
    sums: &[SymbolId],
    is_unread: &dyn Fn(SymbolId) -> bool,
    locals: &mut Locals,
) -> Block {
    if sums.is_empty() {
        return vec![frame.run(body, order)];
    }
    let place = frame.view.range.var;
    let is_upwards = matches!(&order, DoControl::Count { step: None, .. });
    // an index of another type may be a real number
    let is_plain = frame.view.range.is_plain(locals.program());
    let pays = locals.has(Opt::Lanes) && is_plain && frame.is_for_vectors(&body) && is_quick(&body);
    if !pays || !is_upwards || !is_unread(place) || !locals.apply(Opt::Lanes) {
        return vec![Stmt::repeat(order, body)];
    }
    let number = locals.lane();
    let lane = var(locals.program(), number);
    let mut used: BTreeMap<Ty, usize> = BTreeMap::new();
    let (mut before, mut after, mut lanes) = (vec![], vec![], vec![]);
    for &v in sums {
        let total = var(locals.program(), v);
        let count = used.entry(total.ty).or_default();
        let parts = locals.lanes(total.ty, *count);
        *count += 1;
        let adds = |s: &&Stmt| matches!(&s.kind, StmtKind::Assign { lhs, .. } if lhs.base_symbol() == Some(v));
        let span = body.iter().find(adds).map_or(Span::NONE, Stmt::source);
        before.push(assign(parts.clone(), zero(total.ty)));
        let sum = intrinsic("sum", vec![parts.clone()], total.ty, 0);
        after.push(assign(total.clone(), add(total, sum)));
        Stmt::comes_from(&mut before, span);
        Stmt::comes_from(&mut after, span);
        lanes.push((v, index(parts, vec![Subscript::At(lane.clone())])));
    }
    let range = &frame.view.range;
    let moved_by_lane = add(frame.view.index.clone(), lane.clone());
    let mut one = body.clone();
    for s in &mut one {
        s.lead.clear();
        stmt_exprs_mut(&mut s.kind, &mut |e| {
            substitute(e, place, &moved_by_lane, &|x| int_value(x).is_some());
            rewrite_expr(e, &mut |x| {
                if let ExprKind::Var(v) = x.kind {
                    let part = lanes.iter().find(|l| l.0 == v);
                    part.into_iter().for_each(|l| *x = l.1.clone());
                }
            });
        });
    }
    let each = DoControl::count(number, int(0), int(cost::LANES - 1), None);
    let blocks = DoControl::count(
        place,
        range.first.clone(),
        moved(range.last, 1 - cost::LANES),
        Some(int(cost::LANES)),
    );
    let rest = DoControl::count(place, frame.view.index.clone(), range.last.clone(), None);
    let mut inner = Stmt::repeat(each, one);
    inner.lead = frame.marks(&body);
    before.push(Stmt::repeat(blocks, vec![inner]));
    before.extend(after);
    before.push(Stmt::repeat(rest, body));
    before
}

/// True if all operations have vector instructions.
fn is_quick(body: &Block) -> bool {
    let mut quick = true;
    walk_block_exprs(body, &mut |e| {
        quick &= match &e.kind {
            ExprKind::Intrinsic(id, ..) => QUICK.contains(&id.row().name),
            ExprKind::Binary(BinaryOp::Pow, _, power) => int_value(power).is_some(),
            _ => true,
        };
    });
    quick
}
