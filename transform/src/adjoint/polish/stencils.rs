//! Transposes stencils: increments of neighbouring elements are added where the elements are.
//!
//! ```text
//! do i = f, l                                    fb(f-1) = fb(f-1) - c*ub(f)
//!    fb(i) = fb(i) + c*ub(i)                     do i = f, l - 1
//!    fb(i-1) = fb(i-1) - c*ub(i)            →       fb(i) = fb(i) + c*ub(i) - c*ub(i+1)
//! end do                                         end do
//!                                                fb(l) = fb(l) + c*ub(l)
//! ```
//!
//! Let the increments have the distances `d` in `D` from the index. An element at `j` receives the amounts of the
//! iterations `j - d`, as far as these are between `f` and `l`: all of them if `f + max D <= j <= l + min D`. These
//! elements have a loop; each of the `max D - min D` elements on both sides of it has a statement. That requires at
//! least as many iterations; with fewer, a loop increments as before.
//!
//! The amounts are evaluated at the beginning of an iteration. The scalars in them are replaced by their assigned
//! values, if the assignment does not convert them. Nothing in them is assigned to before, and by the loop's other
//! conditions ([`super::rows`]) no other iteration does so either. So all can be added before the rest of the loop
//! runs. They are computed once for each element that receives them, so they must be cheap: products and sums of a few
//! elements. Otherwise they are stored in rows.

use super::frame::Frame;
use super::gather::{joined, lines, Line, Reach, Term};
use super::view::{LoopView, Scatter};
use super::writes::increment;
use crate::code::cost;
use crate::code::indices::moved;
use adc_frontend::ir::visit::{mentions, rewrite_expr, stmt_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The rest of a loop.
pub(super) struct Rest {
    /// Statements before it.
    pub before: Block,
    /// Its remaining body.
    pub body: Block,
}

/// Removes from a loop the increments of arrays that are incremented at different distances from the index, if their
/// amounts are cheap; removes these arrays from `arrays`.
pub(super) fn take(arrays: &mut BTreeMap<SymbolId, Scatter>, frame: &Frame) -> Rest {
    let LoopView { range, body, .. } = &frame.view;
    let found = amounts(body, arrays, range.var);
    let mut places: BTreeSet<usize> = BTreeSet::new();
    let mut terms = vec![];
    arrays.retain(|&array, scatter| {
        let own = || found.iter().filter(|f| f.array == array);
        let all: Option<Vec<Term>> = own().map(|f| f.term.clone()).collect();
        let Some(all) = all.filter(|all| are_near(&lines(all, range.var), range.var)) else {
            return true;
        };
        // an increment beside the spread elements, of an element of the iteration itself, can stay
        let is_home = |t: &Term| t.element.same(&scatter.home);
        let alone = lines(&all, range.var).iter().any(|line| {
            let span = line.span(range.var);
            span.is_some_and(|(a, b)| a == b) && line.terms.iter().any(|t| is_home(t))
        });
        for (f, term) in own().zip(all).filter(|(_, t)| !(alone && is_home(t))) {
            places.insert(f.place);
            terms.push(term);
        }
        false
    });
    let left = body.iter().enumerate().filter(|(k, _)| !places.contains(k));
    Rest {
        before: transposed(&terms, frame),
        body: left.map(|(_, s)| s.clone()).collect(),
    }
}

/// True for lines of which some have several elements, all of them close together.
fn are_near(lines: &[Line], i: SymbolId) -> bool {
    let spans: Option<Vec<Reach>> = lines.iter().map(|line| line.span(i)).collect();
    spans.is_some_and(|s| s.iter().any(|(a, b)| a < b) && s.iter().all(|(a, b)| b - a <= cost::STENCIL_APART))
}

/// An increment that could be moved.
struct Found {
    place: usize,
    array: SymbolId,
    /// `None` if the amount is not known at the beginning of an iteration, or not cheap.
    term: Option<Term>,
}

fn amounts(body: &Block, arrays: &BTreeMap<SymbolId, Scatter>, i: SymbolId) -> Vec<Found> {
    let mut values: BTreeMap<SymbolId, Option<Expr>> = BTreeMap::new();
    let mut changed: BTreeSet<SymbolId> = BTreeSet::new();
    let mut found = vec![];
    for (place, s) in body.iter().enumerate() {
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            continue;
        };
        if let Some((i, scatter)) = increment(s).and_then(|i| arrays.get(&i.array).map(|a| (i, a))) {
            let amount = at_beginning(i.amount, &values, &changed);
            let term = amount.map(|amount| Term {
                array: i.array,
                element: i.element.clone(),
                dim: scatter.dim,
                op: i.op,
                amount,
            });
            found.push(Found {
                place,
                array: i.array,
                term,
            });
            continue;
        }
        match lhs.kind {
            ExprKind::Var(v) => {
                // an assignment may convert
                let value = at_beginning(rhs, &values, &changed).filter(|_| rhs.ty == lhs.ty);
                values.insert(v, value);
            }
            _ => changed.extend(lhs.base_symbol()),
        }
    }
    let assigned: BTreeSet<SymbolId> = values.keys().chain(&changed).copied().collect();
    let varies = |e: &Expr| mentions(e, &|v| v == i || assigned.contains(&v));
    for f in &mut found {
        f.term = f.term.take().filter(|t| is_cheap(&t.amount, &varies));
    }
    found
}

/// A value in terms of values at the beginning of an iteration.
fn at_beginning(e: &Expr, values: &BTreeMap<SymbolId, Option<Expr>>, changed: &BTreeSet<SymbolId>) -> Option<Expr> {
    if mentions(e, &|v| changed.contains(&v)) {
        return None;
    }
    let mut known = true;
    let mut out = e.clone();
    rewrite_expr(&mut out, &mut |x| {
        let ExprKind::Var(v) = x.kind else { return };
        match values.get(&v) {
            Some(Some(value)) => *x = value.clone(),
            Some(None) => known = false,
            None => {}
        }
    });
    // repeated substitution makes values grow
    let mut size = 0;
    walk_expr(&out, &mut |_| size += 1);
    (known && size <= 8 * cost::OPERATIONS_AGAIN).then_some(out)
}

/// True for products and sums of a few elements and of values that the loop does not change.
fn is_cheap(e: &Expr, varies: &dyn Fn(&Expr) -> bool) -> bool {
    let (mut reads, mut work) = (0, 0);
    count(e, varies, &mut reads, &mut work) && reads <= cost::READS_AGAIN && work <= cost::OPERATIONS_AGAIN
}

fn count(e: &Expr, varies: &dyn Fn(&Expr) -> bool, reads: &mut usize, work: &mut usize) -> bool {
    if !varies(e) {
        return true;
    }
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Index(base, _) => {
            *reads += 1;
            matches!(base.kind, ExprKind::Var(_))
        }
        ExprKind::Unary(UnaryOp::Minus, a) | ExprKind::Paren(a) => count(a, varies, reads, work),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
            *work += 1;
            count(a, varies, reads, work) && count(b, varies, reads, work)
        }
        _ => false,
    }
}

/// Statements around a loop.
#[derive(Default)]
struct Edges {
    /// Increments of the elements before those of the loop.
    before: Block,
    /// Increments of the elements after them.
    after: Block,
    /// Increments of one iteration.
    alone: Block,
}

/// The increments of all iterations.
fn transposed(terms: &[Term], frame: &Frame) -> Block {
    let LoopView { range, index, .. } = &frame.view;
    let several = |line: &Line| line.span(range.var).filter(|(least, most)| least < most);
    let mut out = vec![];
    for (span, lines) in joined(lines(terms, range.var), |line| (several(line), line.array)) {
        let Some((least, most)) = span else {
            let at = |line: &Line| line.span(range.var).map_or(index.clone(), |(d, _)| moved(index, d));
            let body = lines.iter().filter_map(|l| l.sum(range, &at(l), &|_| true));
            out.push(frame.run(body.collect(), frame.upwards(0, 0)));
            continue;
        };
        let body = lines.iter().filter_map(|l| l.sum(range, index, &|_| true));
        let middle = frame.run(body.collect(), frame.upwards(most, least));
        let mut edges = Edges::default();
        for line in &lines {
            let before = (least..most).filter_map(|k| line.sum(range, &moved(range.first, k), &|d| d <= k));
            edges.before.extend(before);
            let after = (least + 1..=most).filter_map(|k| line.sum(range, &moved(range.last, k), &|d| d >= k));
            edges.after.extend(after);
            edges.alone.extend(line.terms.iter().map(|t| t.increment()));
        }
        out.extend(edges.around(middle, frame, most - least));
    }
    out
}

impl Edges {
    /// Puts the edges around a loop over elements that receive amounts of more than `apart` iterations, guarded by a
    /// test that there are so many; with fewer, each iteration increments separately.
    fn around(self, middle: Stmt, frame: &Frame, apart: i64) -> Block {
        let mut together = self.before;
        together.push(middle);
        together.extend(self.after);
        if frame.is_long() {
            return together;
        }
        let alone = Stmt::repeat(frame.upwards(0, 0), self.alone);
        let least = moved(frame.view.range.first, apart - 1);
        let are_enough = binary(BinaryOp::Le, least, frame.view.range.last.clone());
        let mut choice = Stmt::guarded(are_enough, together);
        // without iterations there is nothing to add
        if let (StmtKind::If { arms, .. }, true) = (&mut choice.kind, apart > 1) {
            arms.push(Arm {
                cond: None,
                body: vec![alone],
                lead: vec![],
            });
        }
        vec![choice]
    }
}

/// Removes assignments to scalars that are read neither in the loop nor after it.
pub(super) fn without_unread(body: &mut Block, is_unread: &dyn Fn(SymbolId) -> bool) {
    let mut read: BTreeSet<SymbolId> = BTreeSet::new();
    let mut kept = vec![];
    for s in body.drain(..).rev() {
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            if matches!(lhs.kind, ExprKind::Var(v) if !read.contains(&v) && is_unread(v)) {
                continue;
            }
        }
        stmt_exprs(&s.kind, &mut |e| {
            walk_expr(e, &mut |x| {
                if let ExprKind::Var(v) = x.kind {
                    read.insert(v);
                }
            })
        });
        kept.push(s);
    }
    kept.reverse();
    *body = kept;
}
