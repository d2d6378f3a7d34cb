//! Code that may run a second time within one run of its procedure: in a region that the reverse sweep runs again.

use crate::code::repeatable::changing;
use crate::context::moved_procedures::asks;
use crate::context::obstacle::Obstacle;
use crate::context::place::moved_by;
use crate::context::Context;
use crate::normalize::jumps::trailing_exit;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use adc_frontend::span::Span;
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
        self.obstacle_to_second_run(unit, body).is_none()
    }

    /// The first statement because of which they may not.
    pub(crate) fn obstacle_to_second_run(&self, unit: UnitId, body: &[Stmt]) -> Option<Obstacle> {
        let mut found = None;
        // a variable is examined once
        let mut seen = BTreeSet::new();
        let mut examine = |s: &Stmt| {
            let mut called = self.called_by(s).into_iter();
            if called.any(|t| self.changes_existence(t) || self.changes_association(t)) {
                return Some("the call allocates, deallocates or associates what outlives it");
            }
            let mut moved = moved_by(self.primal, s).into_iter();
            let moves = moved.any(|m| seen.insert(m) && !self.is_scratch(unit, m));
            moves.then_some("this allocates, deallocates or associates a variable used elsewhere")
        };
        walk_block(body, &mut |s| {
            if found.is_none() {
                found = examine(s).map(|text| Obstacle::new(s.span, text));
            }
        });
        let by_pointer = || {
            let changed = "this calls a procedure pointer that changes later";
            (!self.finds_own_pointers(unit, body)).then(|| Obstacle::new(first_asking(body), changed))
        };
        found.or_else(by_pointer)
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

/// The place of the first statement that asks for the target of a procedure pointer.
fn first_asking(body: &[Stmt]) -> Span {
    let mut found = Span::NONE;
    walk_block(body, &mut |s| {
        if found.is_none() && !asks(s).is_empty() {
            found = s.span;
        }
    });
    found
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
