//! Silent copies: copies of procedures without their output.
//!
//! The adjoint runs callees of the head more than once: first in the forward sweep of the head, then, level by level,
//! from the snapshots of the reverse sweep. Output belongs to the first run only. A derivative procedure omits its own
//! output. If it calls a procedure of the user that prints, directly or by its callees, it calls a copy `foo_silent_b`
//! instead. Only the forward sweep of the head calls the original.
//!
//! If `--stop-on-input` replaces input, the copy also contains the message ([`crate::normalize::stop_on_input`]).
//! Output that is followed by the end of the program, with only output in between (`WRITE`, `STOP` of an error
//! handler), happens once, however often its procedure runs. It stays in place, and does not count as output here.
//!
//! A copy stands where a derivative would: in the derivative of its module or host, or by itself.

use crate::code::io;
use crate::code::io::is_input;
use crate::code::reread::Reread;
use crate::context::Context;
use adc_analysis::Analyses;
use adc_frontend::ir::visit::{has_call, walk_block};
use adc_frontend::ir::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Procedures that print, or call one that does.
pub(crate) fn printing(program: &Program, facts: &Analyses, reread: &Reread) -> BTreeSet<UnitId> {
    let mut last = BTreeSet::new();
    for (_, unit) in program.units.iter() {
        note_last_words(&unit.body, &mut last);
    }
    let prints =
        |u: UnitId, s: &Stmt| io::is_output(&s.kind) && !last.contains(&s.id) && !reread.repeats(program, u, &s.kind);
    facts.calls.doing(program, &prints)
}

/// Adds the output statements of a block, and of those in it, that are [`are_last_words`].
fn note_last_words(block: &Block, out: &mut BTreeSet<StmtId>) {
    for (k, s) in block.iter().enumerate() {
        if io::is_output(&s.kind) && are_last_words(&block[k..]) {
            out.insert(s.id);
        }
        s.kind.for_each_block(&mut |b| note_last_words(b, out));
    }
}

/// True for output that is certainly followed by the end of the program. A label does not matter: a jump to it bypasses
/// the output.
pub(crate) fn are_last_words(rest: &[Stmt]) -> bool {
    let goes_on = |s: &&Stmt| {
        let harmless = matches!(s.kind, StmtKind::Continue | StmtKind::Format(_) | StmtKind::Comment(_));
        harmless || io::is_output(&s.kind) && !io::may_branch(&s.kind)
    };
    rest.iter()
        .find(|s| !goes_on(s))
        .is_some_and(|s| matches!(s.kind, StmtKind::Stop { .. }))
}

impl Context<'_> {
    /// Finds the procedures that print, and those that only print, whose calls are omitted.
    pub(crate) fn find_output(&mut self) {
        let mut found = printing(self.primal, self.facts, &self.behaviour.reread);
        if self.options.stop_on_input {
            found.extend(self.facts.calls.doing(self.original, &|_, s| is_input(&s.kind)));
        }
        Arc::make_mut(&mut self.behaviour).printing = found.into_iter().collect();
        loop {
            let only_prints = |u: &UnitId| self.does_nothing_else(*u, &self.original.units[*u].body);
            let candidates = self
                .behaviour
                .printing
                .iter()
                .copied()
                .filter(|u| !self.behaviour.mute.contains(u));
            let more: Vec<UnitId> = candidates.filter(only_prints).collect();
            if more.is_empty() {
                break;
            }
            Arc::make_mut(&mut self.behaviour).mute.extend(more);
        }
    }

    /// True for statements of which nothing remains without output.
    fn does_nothing_else(&self, unit: UnitId, block: &Block) -> bool {
        block.iter().all(|s| {
            let mut calls = false;
            visit::stmt_exprs(&s.kind, &mut |e| calls |= has_call(e));
            let mut inside = true;
            s.kind
                .for_each_block(&mut |b| inside &= self.does_nothing_else(unit, b));
            !calls
                && inside
                && match &s.kind {
                    StmtKind::Io { .. } => self.is_first_output(unit, &s.kind) && !self.leaves_something(unit, s),
                    StmtKind::Call { .. } => self.is_mute(self.primal, &s.kind),
                    StmtKind::If { .. } | StmtKind::Select { .. } => true,
                    StmtKind::Continue | StmtKind::Format(_) | StmtKind::Comment(_) | StmtKind::Return(None) => true,
                    _ => false,
                }
        })
    }

    /// True for a call without effect.
    pub(crate) fn is_mute(&self, program: &Program, s: &StmtKind) -> bool {
        let StmtKind::Call { callee, args } = s else {
            return false;
        };
        let target = program.definition(callee.proc);
        callee.object.is_none()
            && target.is_some_and(|t| self.behaviour.mute.contains(&t))
            && !args.iter().filter_map(Arg::expr).any(has_call)
    }

    /// True for output that belongs to the first run, and for statements that open, position and close files for it.
    pub(crate) fn is_first_output(&self, unit: UnitId, s: &StmtKind) -> bool {
        io::is_output(s) && !self.behaviour.reread.repeats(self.primal, unit, s)
    }
}

/// True for an `IF` without effect: its arms are empty, and its tests have no effects.
pub(crate) fn does_nothing(arms: &[Arm]) -> bool {
    arms.iter()
        .all(|a| a.body.is_empty() && !a.cond.as_ref().is_some_and(has_call))
}

/// Removes the FORMATs of omitted output.
pub(crate) fn drop_unused_formats(block: &mut Block) {
    let mut used = vec![];
    walk_block(block, &mut |s| match &s.kind {
        StmtKind::Io { controls, .. } => used.extend(controls.iter().filter_map(|(_, c)| match c {
            IoControl::Label(l) => Some(*l),
            _ => None,
        })),
        StmtKind::AssignLabel(l, _) => used.push(*l),
        _ => {}
    });
    fn drop(block: &mut Block, used: &[u32]) {
        block.retain(|s| !matches!(s.kind, StmtKind::Format(_)) || s.label.is_some_and(|l| used.contains(&l)));
        for s in block {
            s.kind.for_each_block_mut(&mut |b| drop(b, used));
        }
    }
    drop(block, &used);
}
