//! Procedures that run once because of their effects: input, random numbers, the time.
//!
//! A second run would have other results. So a procedure with such effects, by itself or by its callees, is split
//! ([`crate::context::split`]), and so are all active procedures on the way to it from the head. Then each statement
//! runs once, in the forward sweep, and values from input are recorded if the reverse sweep needs them after they are
//! overwritten. Output also stands in that forward sweep.
//!
//! ```text
//! once = greatest set U of active procedures such that each is not repeatable, each can be split,
//!        and each of its active callers is in U or is the head
//! ```
//!
//! A procedure that prints and must be split for another reason (`adjoint/decide/targets`) is also in the set: so its output
//! remains that of a first run. This does not help if a directive makes code run again.
//!
//! A procedure that is not repeatable and not in the set is refused at the statement with such effects
//! (`adjoint/build/repeatable.rs`); so is a call from statements that a directive makes run again.

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

    /// True if a directive below a head makes statements run again, or calls joint.
    fn is_told_to_repeat(&self) -> bool {
        let mut found = false;
        for u in self.reached() {
            walk_block(&self.primal.units[u].body, &mut |s| {
                if let StmtKind::Directed { directive, .. } = &s.kind {
                    found |= directive.asks.runs_again() || matches!(directive.asks, Asks::Joint);
                }
            });
        }
        found
    }

    /// True for a procedure whose forward sweep is the first and only run: the head, and procedures that are split
    /// because of their effects.
    pub(crate) fn has_first_run(&self, unit: UnitId) -> bool {
        self.is_entry(unit) || self.choices.once.contains(&unit)
    }
}
