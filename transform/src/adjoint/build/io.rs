//! Nodes of input and output.
//!
//! Output stands in the forward sweep of the head. Procedures that the head calls have written theirs when their primal ran; the second run, from a
//! snapshot, leaves it out, but for what it does to variables: indices of implied DO have the values that they would have (by loops without a
//! body), and a status is that of success. Input is no second time what it was, and is refused there; so it is for active variables everywhere.

use super::super::plan::*;
use super::super::Adjoint;
use adc_analysis::ZoneSet;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::stmt_exprs;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// The nodes of an I/O statement.
    pub(super) fn io_nodes(&mut self, s: &Stmt) -> Vec<Node> {
        let StmtKind::Io {
            kind, controls, items, ..
        } = &s.kind
        else {
            return vec![self.passive_node(s)];
        };
        let internal = crate::files::is_internal(&s.kind);
        self.check_branches(s, controls);
        if *kind == IoKind::Read {
            for i in items.iter().filter(|i| self.active_designator(i)).collect::<Vec<_>>() {
                self.g.refuse_active_input(i);
            }
        }
        if !self.g.is_entry(self.unit) && !internal {
            match kind {
                IoKind::Write | IoKind::Print | IoKind::Flush => return self.left_out(s),
                _ => self.check_repeatable(s),
            }
        }
        let mut node = Simple::plain(s.clone());
        self.add_function_effects(&mut node, s);
        self.add_all_effects(&mut node, s);
        vec![Node::Simple(node)]
    }

    /// Branches taken by an I/O statement are not among the jumps that normalisation makes structured.
    fn check_branches(&mut self, s: &Stmt, controls: &[(Option<SmolStr>, IoControl)]) {
        let jumps = |(word, c): &(Option<SmolStr>, IoControl)| {
            let word = word.as_ref().map(|w| w.to_ascii_lowercase());
            matches!(c, IoControl::Label(_)) && matches!(word.as_deref(), Some("err" | "end" | "eor"))
        };
        if controls.iter().any(jumps) {
            self.g.refuse(
                codes::UNSUPPORTED_CONTROL,
                s.span,
                "the jump of ERR=, END= or EOR= cannot be reversed yet; use IOSTAT= and a test",
            );
        }
    }

    /// Output that the second run leaves out.
    fn left_out(&mut self, s: &Stmt) -> Vec<Node> {
        let StmtKind::Io { controls, items, .. } = &s.kind else {
            return vec![];
        };
        let mut effects = Simple::plain(s.clone());
        self.add_function_effects(&mut effects, s);
        if !effects.writes.is_empty() {
            self.g.refuse(
                codes::UNSUPPORTED_STATEMENT_AD,
                s.span,
                "a function in this output statement changes variables, and the adjoint, which runs the procedure a second time, leaves output out; call it in a statement of its own",
            );
        }
        let mut instead: Block = vec![];
        for (keyword, c) in controls {
            if let (Some(k), IoControl::Expr(e)) = (keyword, c) {
                if k.eq_ignore_ascii_case("iostat") {
                    instead.push(assign(e.clone(), int(0)));
                    self.g.messages.push(Diagnostic::warning(
                        codes::UNSUPPORTED_STATEMENT_AD,
                        s.span,
                        "the adjoint runs this procedure a second time, without its output, and takes this status as that of success",
                    ));
                }
            }
        }
        for i in items {
            instead.extend(self.index_loop(i));
        }
        let none = ZoneSet::new();
        instead.iter().map(|x| self.node(x, &none)).collect()
    }

    /// An implied DO reduced to its indices; nothing when no other statement can see them.
    fn index_loop(&self, item: &Expr) -> Option<Stmt> {
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
        let body: Block = items.iter().filter_map(|i| self.index_loop(i)).collect();
        if body.is_empty() && !self.is_read_outside_loops(*var) {
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
    fn is_read_outside_loops(&self, index: SymbolId) -> bool {
        let is_local = self.g.primal.symbols[index]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local);
        !is_local || reads_outside_loops(&self.g.primal.units[self.unit].body, index)
    }

    /// What the adjoint runs a second time must do the same as the first time.
    pub(super) fn check_repeatable(&mut self, s: &Stmt) {
        if self.g.is_entry(self.unit) {
            return;
        }
        let what = match &s.kind {
            StmtKind::Io { .. } => "this input or output statement",
            StmtKind::CallIntrinsic { id, .. } if id.row().class == Class::Subroutine => "this call",
            _ => return,
        };
        self.g.refuse(
            codes::UNSUPPORTED_STATEMENT_AD,
            s.span,
            format!(
                "{what} would not do the same when the adjoint runs the procedure a second time; move it out of the differentiated procedures"
            ),
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
