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
use std::collections::{BTreeMap, BTreeSet};

/// Functions of which compilers have a form for vectors: GCC, by the GNU C library.
const FUNCTIONS: [&str; 15] = [
    "acos", "asin", "atan", "atan2", "cos", "cosh", "erf", "erfc", "exp", "log", "log10", "sin", "sinh", "tan", "tanh",
];

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
    let pays = locals.has(Opt::Lanes) && is_plain && frame.is_for_vectors(&body) && functions(&body).is_some();
    if !pays || !is_upwards || !is_unread(place) || !locals.apply(Opt::Lanes) {
        return vec![Stmt::repeat(order, body)];
    }
    let lanes = Lanes::of(frame, sums, &body, locals);
    let each = lanes.each(&body);
    lanes.finish(vec![each], body)
}

/// What a loop over lanes puts in place of variables.
pub(super) struct Lanes<'f> {
    frame: &'f Frame<'f>,
    marks: Vec<Trivia>,
    number: SymbolId,
    /// The index of lanes.
    lane: Expr,
    /// Sums, and their parts.
    parts: Vec<(SymbolId, Expr)>,
    /// Private variables, and arrays whose first dimension is that of lanes.
    pub private: BTreeMap<SymbolId, Expr>,
    before: Block,
    after: Block,
}

impl<'f> Lanes<'f> {
    /// For sums in a body.
    pub fn of(frame: &'f Frame<'f>, sums: &[SymbolId], body: &Block, locals: &mut Locals) -> Self {
        let number = locals.lane();
        let lane = var(locals.program(), number);
        let mut used: BTreeMap<Ty, usize> = BTreeMap::new();
        let (mut before, mut after, mut parts) = (vec![], vec![], vec![]);
        for &v in sums {
            let total = var(locals.program(), v);
            let count = used.entry(total.ty).or_default();
            let own = locals.lanes(total.ty, *count);
            *count += 1;
            let mut span = Span::NONE;
            walk_block(body, &mut |s| {
                if matches!(&s.kind, StmtKind::Assign { lhs, .. } if lhs.base_symbol() == Some(v)) && span.is_none() {
                    span = s.source();
                }
            });
            before.push(assign(own.clone(), zero(total.ty)));
            let sum = intrinsic("sum", vec![own.clone()], total.ty, 0);
            after.push(assign(total.clone(), add(total, sum)));
            Stmt::comes_from(&mut before, span);
            Stmt::comes_from(&mut after, span);
            parts.push((v, index(own, vec![Subscript::At(lane.clone())])));
        }
        Lanes {
            marks: frame.marks(body),
            frame,
            number,
            lane,
            parts,
            private: BTreeMap::new(),
            before,
            after,
        }
    }

    /// The loop over lanes, for statements of one iteration.
    pub fn each(&self, block: &Block) -> Stmt {
        let control = DoControl::count(self.number, int(0), int(cost::LANES - 1), None);
        Stmt {
            lead: self.marks.clone(),
            ..Stmt::repeat(control, block.iter().map(|s| self.statement(s.clone())).collect())
        }
    }

    /// A statement of the iteration of a lane.
    fn statement(&self, mut s: Stmt) -> Stmt {
        let view = &self.frame.view;
        let moved_by_lane = add(view.index.clone(), self.lane.clone());
        let at_lane = || Subscript::At(self.lane.clone());
        s.lead.clear();
        stmt_exprs_mut(&mut s.kind, &mut |e| {
            substitute(e, view.range.var, &moved_by_lane, &|x| int_value(x).is_some());
            rewrite_expr(e, &mut |x| {
                if let ExprKind::Index(base, subs) = &mut x.kind {
                    if let Some(new) = base.base_symbol().and_then(|v| self.private.get(&v)) {
                        **base = new.clone();
                        subs.insert(0, at_lane());
                    }
                } else if let ExprKind::Var(v) = x.kind {
                    let part = self.parts.iter().find(|p| p.0 == v).map(|p| p.1.clone());
                    let own = self.private.get(&v).filter(|_| x.rank == 0);
                    let new = part.or_else(|| Some(index(own?.clone(), vec![at_lane()])));
                    new.into_iter().for_each(|new| *x = new);
                }
            });
        });
        s
    }

    /// The loop over blocks of iterations, with the statements for one block, and the loop over the iterations that are
    /// left.
    pub fn finish(self, block: Block, rest: Block) -> Block {
        let view = &self.frame.view;
        let range = &view.range;
        let blocks = DoControl::count(
            range.var,
            range.first.clone(),
            moved(range.last, 1 - cost::LANES),
            Some(int(cost::LANES)),
        );
        let left = DoControl::count(range.var, view.index.clone(), range.last.clone(), None);
        let mut out = self.before;
        out.push(Stmt::repeat(blocks, block));
        out.extend(self.after);
        out.push(Stmt::repeat(left, rest));
        out
    }
}

/// The functions with a form for vectors that statements evaluate; `None` if there are others, without vector
/// instructions.
pub(super) fn functions(body: &[Stmt]) -> Option<BTreeSet<&'static str>> {
    let mut found = BTreeSet::new();
    let mut known = true;
    walk_block_exprs(body, &mut |e| match &e.kind {
        ExprKind::Intrinsic(id, ..) => {
            let name = id.row().name;
            if FUNCTIONS.contains(&name) && !matches!(e.ty, Ty::Complex(_)) {
                found.insert(name);
            } else {
                known &= QUICK.contains(&name);
            }
        }
        ExprKind::Binary(BinaryOp::Pow, _, power) if int_value(power).is_none() => {
            found.insert("**");
        }
        _ => {}
    });
    known.then_some(found)
}
