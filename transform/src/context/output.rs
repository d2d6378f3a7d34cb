//! Output that a second run omits: the statements concerned, and their remaining effects on variables.
//!
//! Such statements open, position and close files only for output, as input is refused in code that runs twice.

use crate::code::io::{control, is_left};
use crate::context::Context;
use adc_frontend::ir::visit::stmt_exprs;
use adc_frontend::ir::*;

impl Context<'_> {
    /// True if an omitted output statement would set a variable that outlives the procedure: something must replace it.
    pub(crate) fn leaves_something(&self, unit: UnitId, s: &Stmt) -> bool {
        let StmtKind::Io { items, .. } = &s.kind else {
            return true;
        };
        let mut set = ["iostat", "newunit"].into_iter().filter_map(|w| control(&s.kind, w));
        set.any(|e| is_left(self.primal, unit, e)) || items.iter().any(|i| self.index_loop(unit, i).is_some())
    }

    /// An implied DO reduced to its indices; `None` if no other statement can see them.
    pub(crate) fn index_loop(&self, unit: UnitId, item: &Expr) -> Option<Stmt> {
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
            control: DoControl::count(*var, (**lo).clone(), (**hi).clone(), step.as_deref().cloned()),
            body,
        }))
    }

    /// True if a variable is used other than as the index of loops.
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

/// True if an expression reads a variable other than as the index of an implied DO.
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
