//! What a statement does that is no writing of variables, so that the forward sweep must not leave it out: input and output, ending the program, giving memory and taking it back,
//! drawing random numbers, calls of what nobody knows.
//!
//! Output of procedures below the head belongs to their first run, and is none here ([`crate::context::silent`]). What the adjoint of a call does again need not
//! be done in the forward sweep: a procedure that stops the program on an error stops it there.

use super::super::Adjoint;
use crate::context::observable::acts;
use crate::context::place::{moved_by, Place};
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// True for a statement that the forward sweep holds whatever it writes.
    pub(super) fn is_observable(&self, s: &Stmt) -> bool {
        let mut found = !moved_by(self.g.primal, s).is_empty() || acts(self.g.primal, s);
        let place = Place {
            unit: self.unit,
            stmt: s.id,
        };
        for target in self.g.called_by(s) {
            // what a hand-written adjoint does again, nobody knows
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
