//! Methods that the constructors of all kinds of nodes share: refusals, zeroing of shadows, two predicates.

use crate::adjoint::Adjoint;
use adc_analysis::Shadow;
use adc_frontend::codes;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    pub(crate) fn unsupported(&mut self, span: Span, what: &str) {
        self.refuse(codes::UNSUPPORTED_STATEMENT_AD, span, what);
    }

    /// Refuses a pointer whose association cannot be followed.
    pub(crate) fn unfollowed(&mut self, span: Span, what: &str) {
        self.refuse(codes::UNFOLLOWED_POINTER, span, what);
    }

    pub(crate) fn refuse(&mut self, code: u16, span: Span, what: &str) {
        let message = format!("{what} cannot be differentiated in reverse mode yet");
        self.g.refuse(code, span, message);
    }

    /// True where output belongs: in the first run of the head, and in procedures that run once.
    pub(crate) fn is_first_run(&self) -> bool {
        self.g.has_first_run(self.unit) && self.second_runs == 0
    }

    /// True for a variable that the procedure itself declares. Associate names and construct indices do not count: they
    /// exist only in their construct.
    pub(crate) fn is_local_name(&self, symbol: SymbolId) -> bool {
        self.g.primal.symbols[symbol].owner == Some(self.unit)
            && self.g.primal.units[self.unit].symbols.contains(&symbol)
    }

    pub(crate) fn zero_lhs(&mut self, lhs: &Expr) -> Block {
        if self.g.shadow_at(self.place(), lhs) == Shadow::None {
            return vec![];
        }
        let shadow = self.g.shadow_ref(lhs);
        self.g.zero_shadow(self.unit, lhs, shadow)
    }
}
