//! Variables of which an iteration reads only what it has assigned before.
//!
//! ```text
//! do i = 1, m
//!    do k = 1, 4;  s = sin(w(i));  ws(k) = s;  ...;  end do
//!    do k = 4, 1, -1;  s = ws(k);  ...;  end do
//! end do
//! ```
//!
//! `s` and `ws` are private to each iteration of the loop over `i`. An assignment covers a later read if it certainly
//! runs before it, and each of its subscripts takes the value of the read's:
//!
//! | subscript of the assignment | of the read |
//! |---|---|
//! | a constant | the same constant |
//! | the index of a loop around both | the same index |
//! | the index of a loop that has ended, with constant bounds | a constant in its range, or the index of a loop whose range is in it |
//!
//! The loops around the assignment alone must have constant bounds, and iterations.

use crate::code::indices::{is_index, Range};
use adc_frontend::ir::visit::subexprs;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The variables that statements assign to, and those of them that are not private: some read may find an older value.
/// The statements are assignments, and loops with ranges.
pub(super) fn exposed(body: &Block, program: &Program) -> (BTreeSet<SymbolId>, BTreeSet<SymbolId>) {
    let mut run = Run {
        program,
        writes: BTreeMap::new(),
        open: vec![],
        loops: 0,
        exposed: BTreeSet::new(),
    };
    run.block(body);
    (run.writes.into_keys().collect(), run.exposed)
}

/// A loop around a statement.
#[derive(Clone)]
struct Around {
    number: usize,
    index: SymbolId,
    range: Option<(i64, i64)>,
}

/// An assignment.
struct Write<'b> {
    subs: Vec<&'b Expr>,
    around: Vec<Around>,
}

struct Run<'b, 'p> {
    program: &'p Program,
    writes: BTreeMap<SymbolId, Vec<Write<'b>>>,
    open: Vec<Around>,
    loops: usize,
    exposed: BTreeSet<SymbolId>,
}

impl<'b> Run<'b, '_> {
    fn block(&mut self, block: &'b Block) {
        for s in block {
            if let StmtKind::Assign { lhs, rhs } = &s.kind {
                self.reads(rhs);
                self.write(lhs);
            } else if let (Some(range), StmtKind::Do { body, .. }) = (Range::of(&s.kind), &s.kind) {
                self.reads(range.first);
                self.reads(range.last);
                self.loops += 1;
                self.open.push(Around {
                    number: self.loops,
                    index: range.var,
                    range: range.constants(self.program),
                });
                self.block(body);
                self.open.pop();
            }
        }
    }

    fn reads(&mut self, e: &Expr) {
        if let Some((v, subs)) = element(e) {
            subs.iter().for_each(|s| self.reads(s));
            let known = self.writes.get(&v).into_iter().flatten();
            if !known.into_iter().any(|w| w.covers(&subs, &self.open)) {
                self.exposed.insert(v);
            }
            return;
        }
        match e.kind {
            ExprKind::Var(v) => {
                self.exposed.insert(v);
            }
            _ => subexprs(e, &mut |x| self.reads(x)),
        }
    }

    fn write(&mut self, lhs: &'b Expr) {
        let around = self.open.clone();
        match element(lhs) {
            Some((v, subs)) => {
                subs.iter().for_each(|s| self.reads(s));
                self.writes.entry(v).or_default().push(Write { subs, around });
            }
            None => {
                // a part of a variable counts as a read of the rest
                self.reads(lhs);
                if let Some(v) = lhs.base_symbol() {
                    self.writes.entry(v).or_default();
                    self.exposed.insert(v);
                }
            }
        }
    }
}

impl Write<'_> {
    /// True if this assignment, which stands before a read, gives it its value. `open`: the loops around the read.
    fn covers(&self, read: &[&Expr], open: &[Around]) -> bool {
        let is_open = |a: &Around| open.iter().any(|o| o.number == a.number);
        let has_run = |a: &Around| is_open(a) || a.range.is_some_and(|(lo, hi)| lo <= hi);
        let takes = |own: &Expr, other: &Expr| {
            if let Some(n) = int_value(own) {
                return int_value(other) == Some(n);
            }
            let of = |e: &Expr, all: &[Around]| all.iter().rev().find(|a| is_index(e, a.index)).cloned();
            let Some(a) = of(own, &self.around) else { return false };
            let reader = of(other, open);
            if is_open(&a) {
                return reader.is_some_and(|r| r.number == a.number);
            }
            let wanted = match int_value(other) {
                Some(n) => Some((n, n)),
                None => reader.and_then(|r| r.range),
            };
            a.range
                .zip(wanted)
                .is_some_and(|((lo, hi), (first, last))| lo <= first && last <= hi)
        };
        let pairs = || self.subs.iter().zip(read);
        self.subs.len() == read.len() && self.around.iter().all(has_run) && pairs().all(|(s, r)| takes(s, r))
    }
}

/// A scalar variable, or an element of an array variable with its subscripts.
fn element(e: &Expr) -> Option<(SymbolId, Vec<&Expr>)> {
    match &e.kind {
        ExprKind::Var(v) if e.rank == 0 => Some((*v, vec![])),
        ExprKind::Index(base, subs) if e.rank == 0 => {
            let ExprKind::Var(v) = base.kind else { return None };
            let at = |s: &'_ Subscript| matches!(s, Subscript::At(_));
            let plain = subs.iter().all(at);
            plain.then(|| {
                let subs = subs.iter().filter_map(|s| match s {
                    Subscript::At(e) => Some(e),
                    Subscript::Range(..) => None,
                });
                (v, subs.collect())
            })
        }
        _ => None,
    }
}
