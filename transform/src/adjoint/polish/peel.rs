//! Peels the first or last iteration of loops that test for it.
//!
//! ```text
//! do i = n, 1, -1                                  if (1 <= n) then      ! i = n
//!    ip = i + 1                                       ub(1) = ub(1) + ...
//!    if (i == n) ip = 1                    →       end if
//!    ub(ip) = ub(ip) + ...                         do i = n - 1, 1, -1
//! end do                                              ub(i+1) = ub(i+1) + ...
//! ```
//!
//! Wrap-around indices are computed like this. Without the tests, the loop in the middle may be one that
//! [`super::rows`] can treat; if it is not, nothing changes.
//!
//! An innermost loop of stride 1 or -1 is treated if its statements are assignments, and branches on `index == bound`
//! or equivalent tests ([`comparisons`]), if neither the index nor the bounds are assigned to, and if no variable that
//! is assigned to has two names. The peeled iterations run in their original order. They are guarded by a test that
//! there are iterations, unless constant bounds prove it. Integers that are the index or a bound, plus or minus a
//! constant, replace their names, so that subscripts show their value.

use super::nest::Nest;
use super::scalars::{Scalars, Unread};
use super::view::LoopView;
use super::{comparisons, Locals, Treat};
use crate::code::cost;
use crate::code::indices::{is_index, moved, substitute, Range, Sum};
use adc_frontend::ir::visit::{has_call, mentions, stmt_exprs, stmt_exprs_mut, walk_block, walk_block_exprs};
use adc_frontend::ir::*;

/// The iterations that a copy of the body is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    First,
    Last,
    Middle,
}

/// A loop, and the ends at which it has tests.
struct Ends<'l> {
    view: LoopView<'l>,
    first: bool,
    last: bool,
    /// True if the bounds prove that there are at least two iterations.
    several: bool,
}

/// Peels a loop, after which some scalars are live, if `treat` transforms the rest.
pub(super) fn apart(
    s: &Stmt,
    nest: &Nest,
    unread: &Unread,
    live: &Scalars,
    locals: &mut Locals,
    treat: Treat,
) -> Option<Block> {
    let spelled = comparisons::spelled(s, locals.program());
    let s = spelled.as_ref().unwrap_or(s);
    let ends = Ends::of(s, locals.program())?;
    let LoopView { range, body, .. } = &ends.view;
    // bounds with a second name could change after the first iteration
    let mut twice = false;
    walk_block(body, &mut |s| {
        twice |= assignment(s).is_some_and(|(v, _)| locals.has_two_names(v))
    });
    if twice {
        return None;
    }
    // after a separate last iteration, the index has another value
    if !unread.of(range.var, live) {
        return None;
    }
    let lo = moved(range.first, i64::from(ends.first));
    let hi = moved(range.last, -i64::from(ends.last));
    let mut middle = ends.decided(body, Part::Middle, false);
    ends.put_indices(&mut middle);
    let (lo, hi, step) = match range.upwards {
        true => (lo, hi, None),
        false => (hi, lo, Some(int(-1))),
    };
    let control = DoControl::count(range.var, lo, hi, step);
    let mut inner = Stmt::repeat(control, middle);
    let (before, after) = match range.upwards {
        true => (Part::First, Part::Last),
        false => (Part::Last, Part::First),
    };
    let before = ends.has(before).then(|| ends.alone(body, before, false));
    let after = ends
        .has(after)
        .then(|| ends.alone(body, after, ends.first && ends.last));
    let after = after.unwrap_or_default();
    let mut live = live.clone();
    after.iter().rev().for_each(|s| unread.statement(s, &mut live));
    let added = treat(&mut inner, nest, &|v| unread.of(v, &live), locals)?;
    let before = before.into_iter().flatten();
    let mut out: Block = before.chain([inner]).chain(added).chain(after).collect();
    if let Some(first) = out.first_mut() {
        first.lead.splice(0..0, s.lead.iter().cloned());
    }
    Some(out)
}

impl<'l> Ends<'l> {
    /// For a loop with only assignments and tests for its ends.
    fn of(s: &'l Stmt, program: &Program) -> Option<Ends<'l>> {
        let view = LoopView::of(&s.kind, program).filter(|v| v.range.is_plain(program))?;
        let body = view.body;
        let mut ends = Ends {
            several: view.range.constants(program).is_some_and(|(a, b)| a < b),
            view,
            first: false,
            last: false,
        };
        let mut assigned = vec![];
        let mut size = 0;
        for s in body {
            match &s.kind {
                StmtKind::If { arms, .. } => {
                    for a in arms {
                        match a.cond.as_ref().map(|c| ends.end(c)) {
                            Some(Some(Part::First)) => ends.first = true,
                            Some(Some(Part::Last)) => ends.last = true,
                            Some(_) => return None,
                            None => {}
                        }
                        for s in &a.body {
                            assigned.push(assignment(s)?.0);
                        }
                        size += a.body.len();
                    }
                }
                _ => assigned.push(assignment(s)?.0),
            }
            size += 1;
        }
        let range = &ends.view.range;
        let is_fixed = range.is_fixed(&|v| assigned.contains(&v)) && !has_call(range.first) && !has_call(range.last);
        (is_fixed && size <= cost::PEELED && (ends.first || ends.last)).then_some(ends)
    }

    /// True if an iteration is peeled from the loop.
    fn has(&self, part: Part) -> bool {
        match part {
            Part::First => self.first,
            Part::Last => self.last,
            Part::Middle => false,
        }
    }

    /// The end that a test selects.
    fn end(&self, test: &Expr) -> Option<Part> {
        let ExprKind::Binary(BinaryOp::Eq, a, b) = &test.kind else {
            return None;
        };
        let range = &self.view.range;
        let bound = match (is_index(a, range.var), is_index(b, range.var)) {
            (true, false) => b,
            (false, true) => a,
            _ => return None,
        };
        match bound {
            b if b.same(range.first) => Some(Part::First),
            b if b.same(range.last) => Some(Part::Last),
            _ => None,
        }
    }

    /// The body for a part, with the tests decided. `both`: the first iteration may also be the last.
    fn decided(&self, body: &Block, part: Part, both: bool) -> Block {
        let mut out: Block = vec![];
        for s in body {
            let StmtKind::If { arms, .. } = &s.kind else {
                out.push(s.clone());
                continue;
            };
            let is_open = |a: &&Arm| both && a.cond.as_ref().is_some_and(|c| self.end(c) != Some(part));
            let taken = arms.iter().find(|a| match &a.cond {
                Some(c) => is_open(a) || self.end(c) == Some(part),
                None => true,
            });
            if taken.as_ref().is_some_and(is_open) {
                out.push(self.open(s, part));
                continue;
            }
            for s in taken.map_or(&vec![], |a| &a.body) {
                let is_same = |before: &Stmt| match (assignment(before), assignment(s)) {
                    (Some((a, _)), Some((b, rhs))) => {
                        a == b && is_scalar(before) && is_scalar(s) && !mentions(rhs, &|v| v == a)
                    }
                    _ => false,
                };
                // overwritten, and not read in between
                if let Some(k) = out.iter().rposition(is_same) {
                    let set = assignment(s).map(|a| a.0);
                    let mut asked = false;
                    walk_block_exprs(&out[k + 1..], &mut |e| asked |= e.base_symbol() == set);
                    if !asked {
                        out.remove(k);
                    }
                }
                out.push(s.clone());
            }
        }
        out
    }

    /// A branch for one end that may also be the other: code after the test for this end never runs.
    fn open(&self, s: &Stmt, part: Part) -> Stmt {
        let mut s = s.clone();
        if let StmtKind::If { arms, .. } = &mut s.kind {
            let is_this = |a: &Arm| a.cond.as_ref().is_some_and(|c| self.end(c) == Some(part));
            if let Some(k) = arms.iter().position(is_this) {
                arms.truncate(k + 1);
                arms[k].cond = None;
            }
            if let [nothing, rest] = arms.as_mut_slice() {
                if let (Some(test), true, None) = (&mut nothing.cond, nothing.body.is_empty(), &rest.cond) {
                    if let ExprKind::Binary(op @ BinaryOp::Eq, ..) = &mut test.kind {
                        *op = BinaryOp::Ne;
                        nothing.body = std::mem::take(&mut rest.body);
                        arms.truncate(1);
                    }
                }
            }
        }
        s
    }

    /// A peeled iteration, guarded by a test that it exists; `other`: the test is that there is more than one.
    fn alone(&self, body: &Block, part: Part, other: bool) -> Block {
        let range = &self.view.range;
        let value = match part {
            Part::First => range.first,
            Part::Last | Part::Middle => range.last,
        };
        let mut own = self.decided(body, part, self.first && self.last && !other && !self.several);
        for s in &mut own {
            // comments of the user stay in the loop
            s.lead.clear();
            put(s, range.var, value);
        }
        self.put_indices(&mut own);
        if self.several {
            return own;
        }
        let op = if other { BinaryOp::Lt } else { BinaryOp::Le };
        let test = binary(op, range.first.clone(), range.last.clone());
        vec![Stmt::guarded(test, own)]
    }

    /// Replaces integer variables by the index or a bound, plus or minus a constant.
    fn put_indices(&self, body: &mut Block) {
        for k in 0..body.len() {
            let Some((v, value)) = assignment(&body[k]).map(|(v, e)| (v, e.clone())) else {
                continue;
            };
            let mentioned = |s: &Stmt| {
                let mut found = false;
                stmt_exprs(&s.kind, &mut |e| found |= mentions(e, &|x| x == v));
                found
            };
            let mut again = false;
            walk_block(&body[k + 1..], &mut |s| {
                again |= assignment(s).is_some_and(|(w, _)| w == v)
            });
            // not if the assignment converts the value
            let same = matches!(&body[k].kind, StmtKind::Assign { lhs, .. } if lhs.ty == value.ty);
            if is_scalar(&body[k]) && same && self.is_known(&value) && !again && !body[..k].iter().any(mentioned) {
                body[k + 1..].iter_mut().for_each(|s| put(s, v, &value));
            }
        }
    }

    /// True for an integer expression that the body does not change, and that is short.
    fn is_known(&self, value: &Expr) -> bool {
        let Range { var, first, last, .. } = self.view.range;
        let is_bound = |e: &Expr| matches!(e.kind, ExprKind::Var(_)) && (e.same(first) || e.same(last));
        let base = Sum::trailing(value).base;
        base.is_none_or(|e| is_index(e, var) || is_bound(e))
    }
}

/// The variable of an assignment, and its value.
pub(super) fn assignment(s: &Stmt) -> Option<(SymbolId, &Expr)> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let calls = has_call(lhs) || has_call(rhs);
    Some((lhs.base_symbol()?, rhs)).filter(|_| !calls)
}

fn is_scalar(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Assign { lhs, .. } if matches!(lhs.kind, ExprKind::Var(_)) && lhs.rank == 0)
}

/// Replaces a variable by a value, and combines sums of numbers.
fn put(s: &mut Stmt, v: SymbolId, value: &Expr) {
    stmt_exprs_mut(&mut s.kind, &mut |e| {
        substitute(e, v, value, &|x| int_value(x).is_some())
    });
    s.kind
        .for_each_block_mut(&mut |b| b.iter_mut().for_each(|s| put(s, v, value)));
}
