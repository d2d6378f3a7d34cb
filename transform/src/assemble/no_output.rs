//! Replaces output in derivative procedures that must not print again.

use crate::assemble::generator::Generator;
use crate::code::io::control;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Generator<'_> {
    /// The substitute for an output statement in a run without output: indices of implied DO get their values, a status
    /// indicates success, and a unit gets some number.
    pub(crate) fn instead_of_output(&mut self, unit: UnitId, s: &Stmt) -> Block {
        let StmtKind::Io { items, .. } = &s.kind else {
            return vec![];
        };
        let mut instead: Block = vec![];
        if let Some(status) = control(&s.kind, "iostat") {
            instead.push(assign(status.clone(), int(0)));
            let d = Diagnostic::warning(
                codes::UNSUPPORTED_STATEMENT_AD,
                s.span,
                "the adjoint runs this procedure a second time, without its output, and assumes that this status means success",
            );
            if !self.messages.contains(&d) {
                self.messages.push(d);
            }
        }
        if let Some(number) = control(&s.kind, "newunit") {
            instead.push(assign(number.clone(), int(-2)));
        }
        for i in items {
            instead.extend(self.index_loop(unit, i));
        }
        instead
    }

    pub(crate) fn refuse_output_functions(&mut self, span: Span) {
        self.refuse(
            codes::UNSUPPORTED_STATEMENT_AD,
            span,
            "a function in this output statement changes variables, but the adjoint runs the procedure a second time without its output; call the function in a separate statement",
        );
    }
}
