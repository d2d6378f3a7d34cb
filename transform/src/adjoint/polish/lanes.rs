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
//! have vector instructions or a form for vectors. [`super::strips`] treats loops that contain loops.

use super::frame::Frame;
use super::Locals;
use crate::code::cost;
use crate::code::indices::{moved, substitute};
use crate::options::Opt;
use crate::rules::build::intrinsic;
use adc_frontend::ast::Trivia;
use adc_frontend::ir::visit::{rewrite_expr, stmt_exprs_mut, walk_block, walk_block_exprs};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::BTreeMap;

/// Functions of which compilers have a form for vectors: GCC, by the GNU C library.
pub(super) const FUNCTIONS: [&str; 15] = [
    "acos", "asin", "atan", "atan2", "cos", "cosh", "erf", "erfc", "exp", "log", "log10", "sin", "sinh", "tan", "tanh",
];

/// Intrinsic functions with vector instructions.
pub(super) const QUICK: [&str; 6] = ["abs", "max", "merge", "min", "real", "sqrt"];

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
    let parts = Parts::of(sums, &body, locals);
    let mut one = body.clone();
    for s in &mut one {
        s.lead.clear();
        stmt_exprs_mut(&mut s.kind, &mut |e| {
            substitute(e, place, &parts.moved(frame), &|x| int_value(x).is_some());
            rewrite_expr(e, &mut |x| {
                if let ExprKind::Var(v) = x.kind {
                    parts.element(v).into_iter().for_each(|part| *x = part);
                }
            });
        });
    }
    let each = parts.each(one, frame.marks(&body));
    in_blocks(frame, parts, vec![each], body)
}

/// The partial sums of a loop.
pub(super) struct Parts {
    number: SymbolId,
    /// The index of partial sums.
    pub lane: Expr,
    /// Variables, and their parts.
    lanes: Vec<(SymbolId, Expr)>,
    before: Block,
    after: Block,
}

impl Parts {
    /// For sums in a body.
    pub fn of(sums: &[SymbolId], body: &Block, locals: &mut Locals) -> Parts {
        let number = locals.lane();
        let lane = var(locals.program(), number);
        let mut used: BTreeMap<Ty, usize> = BTreeMap::new();
        let (mut before, mut after, mut lanes) = (vec![], vec![], vec![]);
        for &v in sums {
            let total = var(locals.program(), v);
            let count = used.entry(total.ty).or_default();
            let parts = locals.lanes(total.ty, *count);
            *count += 1;
            let mut span = Span::NONE;
            walk_block(body, &mut |s| {
                if matches!(&s.kind, StmtKind::Assign { lhs, .. } if lhs.base_symbol() == Some(v)) && span.is_none() {
                    span = s.source();
                }
            });
            before.push(assign(parts.clone(), zero(total.ty)));
            let sum = intrinsic("sum", vec![parts.clone()], total.ty, 0);
            after.push(assign(total.clone(), add(total, sum)));
            Stmt::comes_from(&mut before, span);
            Stmt::comes_from(&mut after, span);
            lanes.push((v, index(parts, vec![Subscript::At(lane.clone())])));
        }
        Parts {
            number,
            lane,
            lanes,
            before,
            after,
        }
    }

    /// The part of a sum that belongs to a lane.
    pub fn element(&self, v: SymbolId) -> Option<Expr> {
        self.lanes.iter().find(|l| l.0 == v).map(|l| l.1.clone())
    }

    /// The index of the iteration of a lane.
    pub fn moved(&self, frame: &Frame) -> Expr {
        add(frame.view.index.clone(), self.lane.clone())
    }

    /// The loop over lanes.
    pub fn each(&self, body: Block, marks: Vec<Trivia>) -> Stmt {
        let control = DoControl::count(self.number, int(0), int(cost::LANES - 1), None);
        Stmt {
            lead: marks,
            ..Stmt::repeat(control, body)
        }
    }
}

/// The loop over blocks of iterations, with the statements for one block, and the loop over the iterations that are left.
pub(super) fn in_blocks(frame: &Frame, parts: Parts, block: Block, rest: Block) -> Block {
    let range = &frame.view.range;
    let blocks = DoControl::count(
        range.var,
        range.first.clone(),
        moved(range.last, 1 - cost::LANES),
        Some(int(cost::LANES)),
    );
    let left = DoControl::count(range.var, frame.view.index.clone(), range.last.clone(), None);
    let mut out = parts.before;
    out.push(Stmt::repeat(blocks, block));
    out.extend(parts.after);
    out.push(Stmt::repeat(left, rest));
    out
}

/// True if all operations have vector instructions, or a form for vectors.
fn is_quick(body: &Block) -> bool {
    let mut quick = true;
    walk_block_exprs(body, &mut |e| {
        quick &= match &e.kind {
            ExprKind::Intrinsic(id, ..) => QUICK.contains(&id.row().name) || FUNCTIONS.contains(&id.row().name),
            _ => true,
        };
    });
    quick
}
