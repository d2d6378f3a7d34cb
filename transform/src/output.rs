//! Output that a second run leaves out: which statements that is about, and what they do to variables all the same.
//!
//! Files are opened, placed and closed for output, as input is refused wherever something runs twice.

use crate::context::Context;
use crate::generator::Generator;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::stmt_exprs;
use adc_frontend::ir::*;

/// True for output to somewhere else than a variable, and for what opens, places and closes files for it.
pub(crate) fn is_output(statement: &StmtKind) -> bool {
    let StmtKind::Io { kind, .. } = statement else {
        return false;
    };
    let prints = matches!(kind, IoKind::Write | IoKind::Print | IoKind::Flush);
    (prints || connects(statement)) && !crate::files::is_internal(statement)
}

/// True for input or output that goes on elsewhere where something goes wrong: `err=`, `end=`, `eor=`.
pub(crate) fn may_branch(statement: &StmtKind) -> bool {
    let StmtKind::Io { controls, .. } = statement else {
        return false;
    };
    let is_branch = |word: &str| ["err", "end", "eor"].iter().any(|w| word.eq_ignore_ascii_case(w));
    controls.iter().any(|(k, _)| k.as_ref().is_some_and(|k| is_branch(k)))
}

/// True for what opens, places and closes files.
pub(crate) fn connects(statement: &StmtKind) -> bool {
    use IoKind::{Backspace, Close, Endfile, Open, Rewind, Wait};
    matches!(
        statement,
        StmtKind::Io {
            kind: Open | Close | Rewind | Backspace | Endfile | Wait,
            ..
        }
    )
}

/// True for an inquiry after the length of a record, which asks for nothing but types.
pub(crate) fn asks_length(statement: &StmtKind) -> bool {
    control(statement, "iolength").is_some()
}

/// True when a statement gives the number of a unit to a variable that is there behind the procedure: what is written to the unit elsewhere needs it, and
/// a second run has no number.
pub(crate) fn gives_unit_away(program: &Program, unit: UnitId, statement: &StmtKind) -> bool {
    control(statement, "newunit").is_some_and(|e| is_left(program, unit, e))
}

/// The value of a control.
pub(crate) fn control<'s>(statement: &'s StmtKind, word: &str) -> Option<&'s Expr> {
    let StmtKind::Io { controls, .. } = statement else {
        return None;
    };
    controls.iter().find_map(|(k, c)| match c {
        IoControl::Expr(e) if k.as_ref()?.eq_ignore_ascii_case(word) => Some(e),
        _ => None,
    })
}

/// True when the value of a designator is there, for its caller or for others, when a call of a procedure has ended.
fn is_left(program: &Program, unit: UnitId, e: &Expr) -> bool {
    let is_result = |v: SymbolId| {
        let variable = program.symbols[v].variable();
        variable.is_some_and(|v| v.storage == Storage::Result)
    };
    e.base_symbol()
        .is_none_or(|v| is_result(v) || outlives(program, unit, v))
}

/// True when a variable is there when a call of a procedure has ended.
pub(crate) fn outlives(program: &Program, unit: UnitId, variable: SymbolId) -> bool {
    let symbol = &program.symbols[variable];
    let local = |v: &Variable| matches!(v.storage, Storage::Local | Storage::Result) && !v.attrs.save;
    symbol.owner != Some(unit) || !symbol.variable().is_some_and(local)
}

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

impl Generator<'_> {
    /// What stands for an output statement in a run without output: indices of implied DO have the values that they would have, a status is
    /// that of success, and a unit has some number.
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
                "the adjoint runs this procedure a second time, without its output, and takes this status as that of success",
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
            "a function in this output statement changes variables, and the adjoint, which runs the procedure a second time, leaves output out; call it in a statement of its own",
        );
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
