//! Effects of statements other than writes of variables: input and output, end of the program, allocation and
//! deallocation, random numbers, calls of unknown procedures. The forward sweep must not omit such statements.
//!
//! Output of procedures below the head belongs to their first run, so it does not count here
//! ([`crate::context::silent`]). The forward sweep may omit effects that the adjoint of a call repeats: a procedure
//! that stops the program on an error stops it there.

use super::super::Adjoint;
use crate::context::observable::acts;
use crate::context::place::{moved_by, Place};
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// True for a statement that the forward sweep contains, whatever it writes.
    pub(super) fn is_observable(&self, s: &Stmt) -> bool {
        let mut found = !moved_by(self.g.primal, s).is_empty() || acts(self.g.primal, s);
        let place = Place {
            unit: self.unit,
            stmt: s.id,
        };
        for target in self.g.called_by(s) {
            // it is unknown if a hand-written adjoint repeats the effects
            let runs_again = self.g.needs_derivative(place, target) && !self.g.models.contains(target);
            found |= self.g.choices.once.contains(&target)
                || self.g.changes_existence(target)
                || self.g.changes_association(target)
                || self.is_first_run() && self.g.behaviour.printing.contains(&target)
                || !runs_again && self.g.behaviour.observable.acting.contains(&target);
        }
        s.kind
            .for_each_block(&mut |b| found |= b.iter().any(|s| self.is_observable(s)));
        found
    }
}
