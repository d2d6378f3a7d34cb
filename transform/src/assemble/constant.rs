//! Refuses statements outside all derivatives that change variables whose shadows cannot be set there
//! ([`crate::context::place`]).

use crate::assemble::generator::Generator;
use crate::context::place::Place;
use adc_frontend::codes;
use adc_frontend::ir::*;

impl Generator<'_> {
    /// True if a call of a procedure must become a call of its derivative: the shadows that it changes are read.
    /// Otherwise the tangent calls the procedure itself, and the adjoint has nothing to do.
    pub fn needs_derivative(&self, at: Place, target: UnitId) -> bool {
        self.is_active_unit(target) && self.is_derivative_wanted(at, target) && !self.is_passive_call(at, target)
    }

    /// Checks that calls in a statement that is not differentiated change no variables whose derivatives cannot be set
    /// there.
    pub(crate) fn check_constant(&mut self, at: Place, s: &Stmt) {
        if !self.is_constant(at) {
            return;
        }
        for target in self.called_by(s) {
            let moves = self.effects.moving.contains(&target);
            let hidden = self.facts.summaries.get(target).and_then(|summary| {
                let mut globals = summary.writes.iter().filter(|&z| !summary.is_interface(z));
                globals.find(|&z| self.facts.activity.zone_is_active(z) && !self.defines(at, z))
            });
            if !moves && hidden.is_none() {
                continue;
            }
            let name = self.primal.units[target].name.clone();
            let what = hidden.and_then(|z| self.facts.zones.members(z).first().copied());
            let what = match what {
                Some(v) => format!(
                    "`{}`, which this procedure does not access",
                    self.primal.symbols[v].name
                ),
                None => "pointers or allocations".to_string(),
            };
            self.refuse(
                codes::UNSUPPORTED_STATEMENT_AD,
                s.span,
                format!("`{name}` is called in a region without differentiation and changes {what}; the derivative cannot be set to zero here"),
            );
        }
    }
}
