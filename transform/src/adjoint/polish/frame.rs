//! The common properties of the loops that replace one loop, and the mark of loops with independent iterations. Used by
//! [`super::rows`], [`super::gather`] and [`super::stencils`].

use super::view::LoopView;
use crate::code::cost;
use crate::code::indices::{moved, Step};
use adc_frontend::ast::Trivia;
use adc_frontend::consteval::const_bounds;
use adc_frontend::ir::visit::{mentions, walk_block_exprs};
use adc_frontend::ir::*;
use adc_frontend::span::Span;

/// Directive that lets gfortran vectorise a loop.
const MARK: &str = "GCC$ vector";
/// Directive by which gfortran believes that iterations are independent.
const APART: &str = "GCC$ ivdep";

/// Common properties of the loops that replace one loop.
pub(super) struct Frame<'l> {
    pub view: LoopView<'l>,
    /// True if elements of one array differ for reasons that compilers do not see.
    several: bool,
    /// True for many iterations, false for few; `None` if unknown.
    is_long: Option<bool>,
}

impl<'l> Frame<'l> {
    /// For a loop whose body consists of assignments.
    pub(super) fn of(view: LoopView<'l>, several: bool, program: &Program) -> Frame<'l> {
        let LoopView { range, body, .. } = &view;
        let count = range.constants(program).map(|(a, b)| b - a + 1);
        let is_small = || room(body, range.var, program).is_some_and(|room| room < cost::VECTOR_LOOP);
        Frame {
            is_long: count
                .map(|n| n >= cost::VECTOR_LOOP)
                .or_else(|| is_small().then_some(false)),
            several,
            view,
        }
    }

    /// True if the loop is known to have too few iterations for any transformation with a cost of its own.
    pub(super) fn is_short(&self) -> bool {
        self.is_long == Some(false)
    }

    /// True if the loop is known to have so many iterations that the ends of its range need no special treatment.
    pub(super) fn is_long(&self) -> bool {
        self.is_long == Some(true)
    }

    /// True unless iterations are known to be few, or some elements in a body are not neighbours in memory.
    pub(super) fn is_for_vectors(&self, body: &[Stmt]) -> bool {
        !self.is_short() && body.iter().all(|s| has_neighbours(s, self.view.range.var))
    }

    /// The marks of a loop with independent iterations that is [for vectors](Self::is_for_vectors).
    pub(super) fn marks(&self, body: &[Stmt]) -> Vec<Trivia> {
        let texts: &[&str] = match (self.is_for_vectors(body), self.several) {
            (true, true) => &[APART, MARK],
            (true, false) => &[MARK],
            (false, _) => &[],
        };
        let comment = |text: &&str| Trivia::Comment((*text).into(), Span::NONE);
        texts.iter().map(comment).collect()
    }

    /// A loop with independent iterations.
    pub(super) fn run(&self, body: Block, control: DoControl) -> Stmt {
        let lead = self.marks(&body);
        Stmt {
            lead,
            ..Stmt::repeat(control, body)
        }
    }

    /// A loop over the range, whose first value is moved by `lo` and last value by `hi`.
    pub(super) fn upwards(&self, lo: i64, hi: i64) -> DoControl {
        DoControl::count(
            self.view.range.var,
            moved(self.view.range.first, lo),
            moved(self.view.range.last, hi),
            None,
        )
    }
}

/// The most iterations for which arrays of constant sizes have an element each.
fn room(body: &[Stmt], i: SymbolId, program: &Program) -> Option<i64> {
    let mut least: Option<i64> = None;
    walk_block_exprs(body, &mut |e| {
        let ExprKind::Index(base, subs) = &e.kind else { return };
        let ExprKind::Var(array) = base.kind else { return };
        let Some(v) = program.symbols[array].variable() else {
            return;
        };
        // a dummy argument may be larger than its last bound says: older codes declare `x(1)`
        let told = v.dims.len().saturating_sub(usize::from(v.storage == Storage::Dummy));
        for (sub, dim) in subs.iter().zip(&v.dims[..told]) {
            let (Subscript::At(at), Some((lo, hi))) = (sub, const_bounds(program, dim)) else {
                continue;
            };
            if Step::of(at, i).is_some() {
                let size = hi - lo + 1;
                least = Some(least.map_or(size, |l| l.min(size)));
            }
        }
    });
    least
}

/// True if the elements that a statement names in successive iterations are adjacent in memory.
fn has_neighbours(s: &Stmt, i: SymbolId) -> bool {
    let with_index = |e: &Expr| mentions(e, &|v| v == i);
    let mut all = true;
    walk_block_exprs(std::slice::from_ref(s), &mut |e| {
        if let ExprKind::Index(_, subs) = &e.kind {
            all &= subs.iter().enumerate().all(|(k, s)| match s {
                Subscript::At(e) => !with_index(e) || k == 0 && Step::of(e, i).is_some(),
                Subscript::Range(..) => false,
            });
        }
    });
    all
}

/// True for the mark.
pub(super) fn is_mark(t: &Trivia) -> bool {
    matches!(t, Trivia::Comment(text, _) if text == MARK)
}
