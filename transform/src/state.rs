//! Locals that keep their value between calls.
//!
//! A derivative procedure has saved variables of its own: the primal's cannot be reached from outside. In the head that is right, as its state is a constant of
//! the derivative. In a procedure that the head calls, a value that carries a derivative from one call to the next would lose it, and so is refused; one that carries
//! none starts from its initial value in the derivative program, of which the user is told.

use crate::generator::Generator;
use crate::Mode;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Generator<'_> {
    /// Checks the saved locals of all active procedures but the head.
    pub fn check_saved_state(&mut self) {
        let units: Vec<UnitId> = self.units.keys().copied().filter(|&u| !self.is_entry(u)).collect();
        for u in units {
            let Some(summary) = self.facts.summaries.get(u) else {
                continue;
            };
            for &s in &self.primal.units[u].symbols {
                let symbol = &self.primal.symbols[s];
                let saved = symbol
                    .variable()
                    .is_some_and(|v| v.storage == Storage::Local && v.attrs.save);
                let carried = self
                    .facts
                    .zones
                    .of(s)
                    .is_some_and(|z| summary.reads.contains(z) && summary.change.writes.contains(z));
                if !saved || !carried {
                    continue;
                }
                let (name, unit) = (&symbol.name, &self.primal.units[u].name);
                if self.is_active(u, s) {
                    self.messages.push(
                        Diagnostic::error(
                            codes::STATE_BETWEEN_CALLS,
                            symbol.span,
                            format!("`{name}` carries a derivative from one call of `{unit}` to the next"),
                        )
                        .help("make it an argument or a module variable"),
                    );
                } else if self.mode == Mode::Tangent {
                    self.messages.push(Diagnostic::warning(
                        codes::STATE_BETWEEN_CALLS,
                        symbol.span,
                        format!(
                            "`{name}` keeps its value between calls of `{unit}`; the derivative has a copy of its own, which starts from the initial value"
                        ),
                    ));
                }
            }
        }
    }
}
