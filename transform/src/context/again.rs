//! Code that may run a second time within one run of its procedure: in a region that the reverse sweep runs again.

use crate::code::repeatable::changing;
use crate::context::place::moved_by;
use crate::context::Context;
use crate::normalize::jumps::trailing_exit;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

impl Context<'_> {
    /// True for a loop that can run again as a whole, and whose iterations are known when it begins.
    pub(crate) fn can_run_twice(&self, unit: UnitId, s: &Stmt) -> bool {
        let body = std::slice::from_ref(s);
        let mut repeatable = true;
        walk_block(body, &mut |s| repeatable &= self.is_repeatable(unit, s));
        repeatable && is_plain_loop(body) && self.can_run_again(unit, body)
    }

    /// True for a statement that does the same in a second run, its blocks excepted.
    fn is_repeatable(&self, unit: UnitId, s: &Stmt) -> bool {
        let by_call = || {
            self.called_by(s)
                .iter()
                .any(|t| self.behaviour.repeatable.not.contains(t))
        };
        // fusing loops with input gains nothing
        changing(self.primal, unit, s, false).is_none() && !by_call()
    }

    /// True for statements that may run twice in one run of their procedure: they allocate and deallocate only scratch
    /// memory, and procedure pointers are unchanged.
    pub(crate) fn can_run_again(&self, unit: UnitId, body: &[Stmt]) -> bool {
        let mut below = false;
        walk_block(body, &mut |s| {
            let called = self.called_by(s);
            below |= called
                .iter()
                .any(|&t| self.changes_existence(t) || self.changes_association(t));
        });
        !below
            && self.moved_in(body).into_iter().all(|m| self.is_scratch(unit, m))
            && self.finds_own_pointers(unit, body)
    }

    pub(crate) fn moved_in(&self, body: &[Stmt]) -> BTreeSet<SymbolId> {
        let mut moved = BTreeSet::new();
        walk_block(body, &mut |s| moved.extend(moved_by(self.primal, s)));
        moved
    }

    /// True for a local array that is named only between statements of one block that allocate and deallocate it, like
    /// the temporaries of normalisation: it does not exist where the block begins or ends.
    pub(crate) fn is_scratch(&self, unit: UnitId, variable: SymbolId) -> bool {
        let v = self.primal.symbols[variable].variable();
        let body = &self.primal.units[unit].body;
        v.is_some_and(|v| v.storage == Storage::Local && v.attrs.allocatable && !v.attrs.save)
            && uses_between(body, variable) == mentions(body, variable)
    }
}

/// Counts the mentions of a variable from a statement that allocates it to one that deallocates it in the same block.
fn uses_between(block: &[Stmt], variable: SymbolId) -> usize {
    let names = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if s == variable);
    let gives =
        |s: &Stmt| matches!(&s.kind, StmtKind::Allocate { objects, .. } if objects.iter().any(|o| names(&o.0)) );
    let takes = |s: &Stmt| matches!(&s.kind, StmtKind::Deallocate { objects, .. } if objects.iter().any(names));
    let (mut found, mut rest) = (0, block);
    while let Some((first, tail)) = rest.split_first() {
        let last = gives(first).then(|| tail.iter().position(takes)).flatten();
        let length = last.map_or(1, |k| k + 2);
        if last.is_some() {
            found += rest.get(..length).map_or(0, |pair| mentions(pair, variable));
        } else {
            first.kind.for_each_block(&mut |b| found += uses_between(b, variable));
        }
        rest = rest.get(length..).unwrap_or(&[]);
    }
    found
}

/// Counts the mentions of a variable in statements.
fn mentions(body: &[Stmt], variable: SymbolId) -> usize {
    let mut found = 0;
    visit::walk_block_exprs(body, &mut |e| {
        found += usize::from(matches!(e.kind, ExprKind::Var(s) if s == variable))
    });
    found
}

/// True for a counted loop that runs to its end, possibly surrounded by statements that normalisation has added.
pub(crate) fn is_plain_loop(body: &[Stmt]) -> bool {
    let loops: Vec<&Stmt> = body.iter().filter(|s| matches!(s.kind, StmtKind::Do { .. })).collect();
    let [Stmt {
        kind: StmtKind::Do {
            control: DoControl::Count { .. },
            body,
            ..
        },
        ..
    }] = loops.as_slice()
    else {
        return false;
    };
    trailing_exit(body).is_none()
}
