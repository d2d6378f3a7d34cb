//! Procedures that run once because of what they do: input, random numbers, the time.
//!
//! A second run would not do the same. So a procedure that does such things, itself or by what it calls, is split ([`crate::split`]), and so are all active procedures on the way to it from the head:
//! then each statement runs once, in the forward sweep, and what it read is recorded where the reverse sweep needs it after it was overwritten. Output stands in that forward sweep, too.
//!
//! ```text
//! once = greatest set U of active procedures that are not repeatable, each can be split, and each active caller is in U or is the head
//! ```
//!
//! A procedure that is not repeatable and not in the set is refused where it does such things (`adjoint/build/repeatable.rs`); so is a call from statements that a directive has run again.

use crate::generator::Generator;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

impl Generator<'_> {
    /// Finds the set. `whole`: procedures that turned out not to be splittable.
    pub(crate) fn choose_once(&mut self, active: &[UnitId], is_whole: &dyn Fn(UnitId) -> bool) {
        let repeatable = &self.behaviour.repeatable;
        let able = active
            .iter()
            .copied()
            .filter(|&u| !repeatable.does_the_same(u) && !is_whole(u) && self.can_be_split(u, true));
        let mut once: BTreeSet<UnitId> = able.collect();
        loop {
            let calls_once = |c: &UnitId| once.contains(c) || self.is_entry(*c) || !active.contains(c);
            let again = |u: &UnitId| !self.facts.calls.callers(*u).iter().all(calls_once);
            let Some(out) = once.iter().copied().find(again) else {
                break;
            };
            once.remove(&out);
        }
        self.split.extend(once.iter().copied());
        self.once = once;
    }

    /// True for a procedure whose forward sweep is the first and only run: the head, and those that are split for what they do.
    pub(crate) fn has_first_run(&self, unit: UnitId) -> bool {
        self.is_entry(unit) || self.once.contains(&unit)
    }
}
