//! Procedures that run once because of what they do: input, random numbers, the time.
//!
//! A second run would not do the same. So a procedure that does such things, itself or by what it calls, is split ([`crate::context::split`]), and so are all active procedures on the way to it from the head:
//! then each statement runs once, in the forward sweep, and what it read is recorded where the reverse sweep needs it after it was overwritten. Output stands in that forward sweep, too.
//!
//! ```text
//! once = greatest set U of active procedures that are not repeatable, each can be split, and each active caller is in U or is the head
//! ```
//!
//! A procedure that prints and has to be split for another reason (`adjoint/targets`) is among them, too: so its output stays the output of a first run. That is no use where a directive has something run again.
//!
//! A procedure that is not repeatable and not in the set is refused where it does such things (`adjoint/build/repeatable.rs`); so is a call from statements that a directive has run again.

use crate::context::Context;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

impl Context<'_> {
    /// Finds the set. `whole`: procedures that turned out not to be splittable.
    pub(crate) fn choose_once(&self, active: &[UnitId], is_whole: &dyn Fn(UnitId) -> bool) -> BTreeSet<UnitId> {
        let repeatable = &self.behaviour.repeatable;
        let printing = |u: UnitId| self.choices.forced.contains(&u) && self.behaviour.printing.contains(&u);
        let again = self.is_told_to_repeat();
        let wanted = |u: UnitId| !repeatable.does_the_same(u) || !again && printing(u);
        let able = active
            .iter()
            .copied()
            .filter(|&u| wanted(u) && !is_whole(u) && self.can_be_split(u, true));
        let mut once: BTreeSet<UnitId> = able.collect();
        loop {
            let calls_once = |c: &UnitId| once.contains(c) || self.is_entry(*c) || !active.contains(c);
            let again = |u: &UnitId| !self.facts.calls.callers(*u).iter().all(calls_once);
            let Some(out) = once.iter().copied().find(again) else {
                break;
            };
            once.remove(&out);
        }
        once
    }

    /// True where a directive below the head has statements run again, or calls joint.
    fn is_told_to_repeat(&self) -> bool {
        let mut found = false;
        for u in self.facts.calls.reachable(self.head.unit) {
            walk_block(&self.primal.units[u].body, &mut |s| {
                if let StmtKind::Directed { directive, .. } = &s.kind {
                    found |= directive.asks.runs_again() || matches!(directive.asks, Asks::Joint);
                }
            });
        }
        found
    }

    /// True for a procedure whose forward sweep is the first and only run: the head, and those that are split for what they do.
    pub(crate) fn has_first_run(&self, unit: UnitId) -> bool {
        self.is_entry(unit) || self.choices.once.contains(&unit)
    }
}
