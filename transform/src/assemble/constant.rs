//! Refuses statements outside all derivatives that change variables whose shadows cannot be set there
//! ([`crate::context::place`]).

use crate::assemble::generator::Generator;
use crate::context::place::Place;
use crate::prepare::messages::name_in_program;
use adc_frontend::codes;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Routines of MPI that make persistent requests.
const PERSISTENT: [&str; 5] = [
    "mpi_send_init",
    "mpi_ssend_init",
    "mpi_bsend_init",
    "mpi_rsend_init",
    "mpi_recv_init",
];

impl Generator<'_> {
    /// True if a call of a procedure must become a call of its derivative: the shadows that it changes are read.
    /// Otherwise the tangent calls the procedure itself, and the adjoint has nothing to do.
    pub fn needs_derivative(&self, at: Place, target: UnitId) -> bool {
        self.is_active_unit(target) && self.is_derivative_wanted(at, target) && !self.is_passive_call(at, target)
    }

    /// Checks that a procedure that is called unchanged makes no persistent request of a message that carries a
    /// derivative: the runtime would not know it when it is started.
    pub(crate) fn check_requests(&mut self, target: UnitId, span: Span) {
        let of_messages = |s: &SymbolId| {
            self.facts
                .zones
                .of(*s)
                .iter()
                .any(|&z| self.facts.activity.zone_is_active(z))
        };
        if !self.models.messages.iter().any(of_messages) || self.models.contains(target) {
            return;
        }
        let Some(routine) = self.made_requests(target, &mut BTreeSet::new()) else {
            return;
        };
        let name = &self.primal.units[target].name;
        let message = format!("`{name}` makes a persistent request with `{routine}`, and has no derivative of its own");
        let help = format!(
            "call `{routine}` in the procedure that calls `{name}`, or state by `--assume-external-passive` that these messages carry none"
        );
        self.refuse_with_help(codes::UNSUPPORTED_MESSAGE, span, message, &help);
    }

    /// The routine with which a procedure, or one that it calls, makes a persistent request.
    fn made_requests(&self, unit: UnitId, seen: &mut BTreeSet<UnitId>) -> Option<&'static str> {
        if !seen.insert(unit) {
            return None;
        }
        let mut called = vec![];
        visit::walk_calls(&self.primal.units[unit].body, &mut |r| called.push(r.callee.proc));
        let of_init = |&p: &SymbolId| {
            let name = name_in_program(&self.primal.symbols[p].name);
            PERSISTENT.into_iter().find(|n| *n == name)
        };
        called.iter().find_map(of_init).or_else(|| {
            let inner: Vec<UnitId> = called.iter().filter_map(|p| self.primal.definition(*p)).collect();
            inner.into_iter().find_map(|u| self.made_requests(u, seen))
        })
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
