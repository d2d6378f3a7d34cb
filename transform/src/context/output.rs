//! Output that a second run leaves out: which statements that is about, and what they do to variables all the same.
//!
//! Files are opened, placed and closed for output, as input is refused wherever something runs twice.

use crate::code::io::{control, is_left};
use crate::context::Context;
use adc_frontend::ir::visit::stmt_exprs;
use adc_frontend::ir::*;

impl Context<'_> {
    /// True when something stands for an output statement that is not forgotten when the procedure ends.
    pub(crate) fn leaves_something(&self, unit: UnitId, s: &Stmt) -> bool {
        let StmtKind::Io { items, .. } = &s.kind else {
            return true;
        };
        let mut set = ["iostat", "newunit"].into_iter().filter_map(|w| control(&s.kind, w));
        set.any(|e| is_left(self.primal, unit, e)) || items.iter().any(|i| self.index_loop(unit, i).is_some())
    }

    /// An implied DO reduced to its indices; nothing when no other statement can see them.
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
