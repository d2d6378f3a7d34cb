//! Marks the records that [`crate::adjoint::decide::indexed`] takes off the tape.
//!
//! Pushes and pops are emitted as for the tape, so that the proofs about sweeps recognise them, and are marked as pairs.
//! When both sweeps are emitted, they become assignments ([`super::arrays`]).

use super::pairs::{id_of, Index, Pair, What};
use super::*;
use crate::adjoint::decide::View;
use crate::adjoint::plan::slot::{number_of_branch, Slot};
use crate::balance::SKIPPED;
use crate::code::is_of_tape;

/// Pairs of pushes and pops.
#[derive(Default)]
pub(in crate::adjoint) struct Slots {
    /// The loops that are being emitted, outermost first; `None` for one whose index cannot be a subscript.
    nest: Vec<Option<Index>>,
    /// The surrounding arms: number of the branch, number of the arm.
    arms: Vec<(usize, usize)>,
    /// Number of branches so far.
    branches: usize,
    /// Pairs by the ids of their statements, from [`LAST`] down.
    pub(super) pairs: Vec<Pair>,
    /// Number of tests before code that may be skipped if it does not use the tape: see [`SKIPPED`].
    skips: usize,
}

impl Adjoint<'_, '_> {
    /// Emits the body of a loop, whose index can be a subscript of arrays.
    pub(super) fn with_index<T>(&mut self, l: &Loop, write: impl FnOnce(&mut Self) -> T) -> T {
        let range = Range::of(&l.stmt.kind).filter(|_| l.has_plain_bounds());
        let index = range.map(|r| Index {
            var: r.var,
            first: generated(r.first),
            last: generated(r.last),
        });
        self.slots.nest.push(index);
        let mut first = l.zones_written_first();
        first.union_with(&self.written_first);
        let outside = std::mem::replace(&mut self.written_first, first);
        let out = write(self);
        self.slots.nest.pop();
        self.written_first = outside;
        out
    }

    /// Emits the arms of a branch.
    pub(super) fn in_arms<A, T>(&mut self, arms: &[A], write: impl Fn(&mut Self, &A) -> T) -> Vec<T> {
        let branch = self.slots.branches;
        self.slots.branches += 1;
        let one = |(k, arm): (usize, &A)| {
            self.slots.arms.push((branch, k));
            let out = write(self, arm);
            self.slots.arms.pop();
            out
        };
        arms.iter().enumerate().map(one).collect()
    }

    /// Marks the push and the pop of a value.
    pub(super) fn pair(&mut self, w: &Write, push: &mut Block, pop: &mut Block) {
        let view = View::of(self.g);
        let (Some(value), Some(slot)) = (indexed::value(view, w), w.slot) else {
            return;
        };
        let Some(extents) = indexed::extents(view, &value) else {
            return;
        };
        self.mark(slot, What::Value(value), extents, push.iter_mut().chain(pop));
    }

    /// Marks the pushes and the pop of the number of a branch.
    pub(super) fn pair_of_branch<'s>(
        &mut self,
        slot: Slot,
        bits: u8,
        pushes: impl Iterator<Item = &'s mut Stmt>,
        pop: &'s mut Block,
    ) {
        let mut what = What::Number(number_of_branch(bits, self.g.options));
        if let (0, Some(StmtKind::PopControl { var, .. })) = (slot.loops, pop.first().map(|s| &s.kind)) {
            what = What::NumberIn(var.clone());
        }
        self.mark(slot, what, vec![], pushes.chain(pop));
    }

    fn mark<'s>(
        &mut self,
        slot: Slot,
        what: What,
        extents: AllocShape,
        statements: impl Iterator<Item = &'s mut Stmt>,
    ) {
        let first = self.slots.nest.len().checked_sub(slot.loops);
        let nest = first.and_then(|k| self.slots.nest[k..].iter().cloned().collect());
        let Some(nest) = nest else { return };
        let id = id_of(self.slots.pairs.len());
        let marked = statements.filter(|s| is_of_tape(&s.kind)).map(|s| s.id = id).count();
        self.slots.pairs.push(Pair {
            nest,
            slot,
            arms: self.slots.arms.clone(),
            what,
            extents,
            statements: marked,
        });
    }

    /// Guards statements by a test without which they need not run. If they pop from the tape, they must run: this is
    /// known when the arrays have been placed.
    pub(super) fn skip_unless(&mut self, test: Expr, block: Block) -> Stmt {
        self.slots.skips += 1;
        Stmt {
            id: SKIPPED,
            ..Stmt::guarded(test, block)
        }
    }

    /// Turns the marked statements of both sweeps into assignments, and removes the tests around statements that still
    /// use the tape. `split`: true if each sweep is a procedure of its own.
    pub(super) fn place_slots(&mut self, split: bool, forward: &mut Block, reverse: &mut Block) {
        let pairs = std::mem::take(&mut self.slots.pairs);
        self.place_arrays(&pairs, split, [&mut *forward, &mut *reverse]);
        let mut found = 0;
        for block in [forward, reverse] {
            visit::splice(block, &mut |s| {
                if s.id != SKIPPED {
                    return None;
                }
                found += 1;
                s.id = StmtId(0);
                let mut tape = false;
                visit::walk_block(std::slice::from_ref(s), &mut |x| tape |= is_of_tape(&x.kind));
                match &mut s.kind {
                    StmtKind::If { arms, .. } if tape => Some(arms.drain(..).flat_map(|a| a.body).collect()),
                    _ => None,
                }
            });
        }
        assert_eq!(found, self.slots.skips, "a test around what the tape holds is lost");
    }
}
