//! Output that a second run leaves out: which statements that is about, and what they do to variables all the same.

use crate::generator::Generator;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::stmt_exprs;
use adc_frontend::ir::*;

/// True for output to somewhere else than a variable.
pub(crate) fn is_output(statement: &StmtKind) -> bool {
    let StmtKind::Io { kind, .. } = statement else {
        return false;
    };
    matches!(kind, IoKind::Write | IoKind::Print | IoKind::Flush) && !crate::files::is_internal(statement)
}

impl Generator<'_> {
    /// What stands for an output statement in a run without output: indices of implied DO have the values that they would have, and a status is
    /// that of success.
    pub(crate) fn instead_of_output(&mut self, unit: UnitId, s: &Stmt) -> Block {
        let StmtKind::Io { controls, items, .. } = &s.kind else {
            return vec![];
        };
        let mut instead: Block = vec![];
        for (keyword, c) in controls {
            if let (Some(k), IoControl::Expr(e)) = (keyword, c) {
                if k.eq_ignore_ascii_case("iostat") {
                    instead.push(assign(e.clone(), int(0)));
                    let d = Diagnostic::warning(
                        codes::UNSUPPORTED_STATEMENT_AD,
                        s.span,
                        "the adjoint runs this procedure a second time, without its output, and takes this status as that of success",
                    );
                    if !self.messages.contains(&d) {
                        self.messages.push(d);
                    }
                }
            }
        }
        for i in items {
            instead.extend(self.index_loop(unit, i));
        }
        instead
    }

    /// True when something stands for an output statement.
    pub(crate) fn leaves_something(&self, unit: UnitId, s: &Stmt) -> bool {
        let StmtKind::Io { controls, items, .. } = &s.kind else {
            return true;
        };
        let is_status = |k: &Option<SmolStr>| k.as_ref().is_some_and(|k| k.eq_ignore_ascii_case("iostat"));
        controls.iter().any(|(k, _)| is_status(k)) || items.iter().any(|i| self.index_loop(unit, i).is_some())
    }

    pub(crate) fn refuse_output_functions(&mut self, span: Span) {
        self.refuse(
            codes::UNSUPPORTED_STATEMENT_AD,
            span,
            "a function in this output statement changes variables, and the adjoint, which runs the procedure a second time, leaves output out; call it in a statement of its own",
        );
    }

    /// An implied DO reduced to its indices; nothing when no other statement can see them.
    fn index_loop(&self, unit: UnitId, item: &Expr) -> Option<Stmt> {
        let ExprKind::ImpliedDo {
            items,
            var,
            lo,
            hi,
            step,
        } = &item.kind
        else {
            return None;
        };
        let body: Block = items.iter().filter_map(|i| self.index_loop(unit, i)).collect();
        if body.is_empty() && !self.is_read_outside_loops(unit, *var) {
            return None;
        }
        Some(Stmt::new(StmtKind::Do {
            name: None,
            control: DoControl::Count {
                var: *var,
                lo: (**lo).clone(),
                hi: (**hi).clone(),
                step: step.as_deref().cloned(),
            },
            body,
        }))
    }

    /// True when a variable has a meaning beyond being the index of loops.
    fn is_read_outside_loops(&self, unit: UnitId, index: SymbolId) -> bool {
        let is_local = self.primal.symbols[index]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local);
        !is_local || reads_outside_loops(&self.primal.units[unit].body, index)
    }
}

fn reads_outside_loops(block: &Block, index: SymbolId) -> bool {
    block.iter().any(|s| {
        let own_loop = matches!(&s.kind, StmtKind::Do { control: DoControl::Count { var, .. }, .. } if *var == index);
        let mut found = false;
        stmt_exprs(&s.kind, &mut |e| found |= reads(e, index));
        if !own_loop {
            s.kind.for_each_block(&mut |b| found |= reads_outside_loops(b, index));
        }
        found
    })
}

/// True when an expression reads a variable other than as the index of an implied DO.
fn reads(e: &Expr, index: SymbolId) -> bool {
    if let ExprKind::ImpliedDo { var, lo, hi, step, .. } = &e.kind {
        if *var == index {
            return [lo, hi].into_iter().chain(step).any(|b| reads(b, index));
        }
    }
    if matches!(e.kind, ExprKind::Var(s) if s == index) {
        return true;
    }
    let mut found = false;
    visit::subexprs(e, &mut |x| found |= reads(x, index));
    found
}
