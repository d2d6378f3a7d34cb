//! What enclosing loops tell about their indices, and subscripts that differ in all iterations.
//!
//! In an iteration of `do j = k + 1, n`, `j - k` is at least 1, so `j` and `k` select different elements. The least
//! value of an affine form follows from the bounds: an index with a positive factor is replaced by its least value,
//! one with a negative factor by its greatest, inner loops first. Two subscripts differ if their difference, or its
//! opposite, is then a positive number.
//!
//! A statement in a loop runs only if the loop has iterations: in an iteration of `do i = 1, h`, `h` is at least 1. So
//! `h + i` and `i` select different elements, too.
//!
//! Bounds are evaluated when a loop begins. They describe the index later on if the loop changes none of their
//! variables. Loops of other strides than 1 and -1, and bounds that are not affine, tell nothing.

use super::Locals;
use crate::code::indices::{affine, apart, Range};
use adc_analysis::dependence::affine::Affine;
use adc_frontend::ir::visit::{has_call, is_left, stmt_exprs, walk_block};
use adc_frontend::ir::*;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The enclosing loops of a statement, outermost first.
#[derive(Clone, Default)]
pub(super) struct Nest {
    loops: Vec<Rc<Enclosing>>,
    /// True for statements that threads may share.
    shared: bool,
}

/// The index of a loop and its range.
struct Enclosing {
    index: SymbolId,
    first: Affine,
    last: Affine,
    /// Variables that the loop changes; `None` if unknown.
    changed: Option<BTreeSet<SymbolId>>,
}

impl Nest {
    /// The loops around the statements inside one more statement.
    pub(super) fn inside(&self, s: &Stmt) -> Nest {
        let mut out = self.clone();
        out.loops.extend(Enclosing::of(s).map(Rc::new));
        let is_branch = matches!(s.kind, StmtKind::If { .. });
        out.shared = self.shared && is_branch;
        if let StmtKind::Directed { directive, .. } = &s.kind {
            out.shared = matches!(directive.asks, Asks::Parallel(_));
        }
        out
    }

    /// True for a loop that threads may share: what is added up in it becomes a reduction.
    pub(super) fn is_shared(&self) -> bool {
        self.shared
    }

    /// True for two elements of an array that differ in a subscript that `counts`, in all iterations.
    pub(super) fn are_apart(&self, a: &Expr, b: &Expr, counts: &dyn Fn(&Expr) -> bool, locals: &Locals) -> bool {
        let (ExprKind::Index(_, p), ExprKind::Index(_, q)) = (&a.kind, &b.kind) else {
            return false;
        };
        p.iter().zip(q).any(|pair| match pair {
            (Subscript::At(p), Subscript::At(q)) if p.rank == 0 && q.rank == 0 && counts(p) && counts(q) => {
                apart(p, q) || self.differ(p, q, locals)
            }
            _ => false,
        })
    }

    /// True for two subscripts that differ in all iterations.
    fn differ(&self, p: &Expr, q: &Expr, locals: &Locals) -> bool {
        let (Some(p), Some(q)) = (affine(p), affine(q)) else {
            return false;
        };
        let is_positive = |p: &Affine, q: &Affine| self.least(p, q, locals).is_some_and(|d| d > 0);
        is_positive(&p, &q) || is_positive(&q, &p)
    }

    /// True if a range is known to have a value.
    pub(super) fn has_values(&self, range: &Range, locals: &Locals) -> bool {
        let (Some(first), Some(last)) = (affine(range.first), affine(range.last)) else {
            return false;
        };
        let is_like_enclosing = || self.loops.iter().any(|l| self.is_as_long_as(&last, &first, l, locals));
        self.least(&last, &first, locals).is_some_and(|d| d >= 0) || is_like_enclosing()
    }

    /// True if a range has at least as many values as that of an enclosing loop, which has one.
    fn is_as_long_as(&self, last: &Affine, first: &Affine, l: &Enclosing, locals: &Locals) -> bool {
        let (own, its) = (last.plus(first, -1), l.last.plus(&l.first, -1));
        let more = own.zip(its).and_then(|(own, its)| own.distance(&its));
        let holds = self.holds(l, &l.first, locals) && self.holds(l, &l.last, locals);
        holds && more.is_some_and(|n| n >= 0)
    }

    /// A number that `p - q` is not less than.
    fn least(&self, p: &Affine, q: &Affine, locals: &Locals) -> Option<i64> {
        let mut d = p.plus(q, -1)?;
        for l in self.loops.iter().rev() {
            let factor = d.coefficient(l.index);
            let bound = if factor > 0 { &l.first } else { &l.last };
            if factor == 0 || !self.holds(l, bound, locals) {
                continue;
            }
            d.terms.remove(&l.index);
            d = d.plus(bound, factor)?;
        }
        d.number()
            .or_else(|| self.loops.iter().find_map(|l| self.beyond_range(&d, l, locals)))
    }

    /// A lower bound of a form that contains the range of a loop: in an iteration, the last index is not less than the
    /// first.
    fn beyond_range(&self, d: &Affine, l: &Enclosing, locals: &Locals) -> Option<i64> {
        let holds = self.holds(l, &l.first, locals) && self.holds(l, &l.last, locals);
        let range = l.last.plus(&l.first, -1).filter(|_| holds)?;
        d.plus(&range, -1)?.number()
    }

    /// True if the variables of a loop's bound have the values that they had when it began.
    fn holds(&self, of: &Enclosing, bound: &Affine, locals: &Locals) -> bool {
        bound.terms.keys().all(|&v| {
            let is_index = self.loops.iter().any(|l| l.index == v);
            let is_kept = || of.changed.as_ref().is_some_and(|c| !c.contains(&v));
            is_index || is_kept() && !locals.has_two_names(v)
        })
    }
}

impl Enclosing {
    fn of(s: &Stmt) -> Option<Enclosing> {
        let (range, StmtKind::Do { body, .. }) = (Range::of(&s.kind)?, &s.kind) else {
            return None;
        };
        Some(Enclosing {
            index: range.var,
            first: affine(range.first)?,
            last: affine(range.last)?,
            changed: changed(body),
        })
    }
}

/// The variables that statements change; `None` if they have other effects than assignments, branches, loops and
/// accesses of the tape, or if control may leave one of them.
pub(super) fn changed(block: &[Stmt]) -> Option<BTreeSet<SymbolId>> {
    let mut out = BTreeSet::new();
    let mut plain = !block.iter().any(is_left);
    walk_block(block, &mut |s| {
        if let StmtKind::Assign { lhs: e, .. } | StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } = &s.kind {
            out.extend(e.base_symbol());
        } else if let StmtKind::Do { control, .. } = &s.kind {
            if let DoControl::Count { var, .. } = control {
                out.insert(*var);
            }
        } else {
            plain &= matches!(
                s.kind,
                StmtKind::If { .. }
                    | StmtKind::Push(_)
                    | StmtKind::PushControl { .. }
                    | StmtKind::Comment(_)
                    | StmtKind::Continue
                    | StmtKind::Exit(_)
                    | StmtKind::Cycle(_)
            );
        }
        stmt_exprs(&s.kind, &mut |e| plain &= !has_call(e));
    });
    plain.then_some(out)
}
