//! Functions that change variables are called in statements of their own.
//!
//! Derivatives evaluate expressions again, and the adjoint runs them backwards; a function with effects has a derivative as the statement `t = f(x)`, and only there. So such a
//! reference inside an expression becomes a variable that is assigned before: before the statement; in a `DO WHILE` at the beginning of its body; before an `ELSE IF` in a block of its own, in the
//! `ELSE`.
//!
//! | | becomes |
//! |---|---|
//! | `if (f(x) > 0) ...` | `t = f(x)`, `if (t > 0) ...` |
//! | `do while (f(x) > 0)` | `do`, `t = f(x)`, `if (.not. t > 0) exit` |
//! | `if (a) ... else if (f(x) > 0) ...` | `if (a) ... else`, `t = f(x)`, `if (t > 0) ...` |
//!
//! The standard forbids a function to change what else is in the same statement, so the order does not matter, and leaves open whether the second operand of `.and.` is evaluated; here it is. Left where they are, and refused later if they matter: array functions, and those in WHERE, FORALL
//! and constructors with an implied DO.

use super::temps::Temps;
use adc_analysis::CallGraph;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, stmt_exprs_mut, subexprs_mut, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Procedures that may change something besides their own variables, as far as their text shows it.
pub struct Impure(BTreeSet<UnitId>);

impl Impure {
    /// Looks at all procedures.
    pub fn find(program: &Program, calls: &CallGraph) -> Impure {
        let changes = |u: UnitId, s: &Stmt| !program.units[u].prefix.pure_ && changes_others(program, u, s);
        Impure(calls.doing(program, &changes))
    }

    /// True for a reference to one of them.
    pub fn is_among(&self, program: &Program, callee: &Callee) -> bool {
        program.definition(callee.proc).is_some_and(|u| self.0.contains(&u))
    }

    fn is_in(&self, program: &Program, e: &Expr) -> bool {
        let mut found = false;
        walk_expr(e, &mut |x| {
            found |= matches!(&x.kind, ExprKind::Call(c, _) if self.is_among(program, c));
        });
        found
    }
}

fn changes_others(program: &Program, unit: UnitId, s: &Stmt) -> bool {
    let is_other = |v: SymbolId| {
        let symbol = &program.symbols[v];
        let own =
            |v: &Variable| matches!(v.storage, Storage::Local | Storage::Result | Storage::Index) && !v.attrs.save;
        symbol.owner != Some(unit) || !symbol.variable().is_some_and(own)
    };
    let written: Vec<Option<SymbolId>> = match &s.kind {
        StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. } => vec![lhs.base_symbol()],
        StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } => vec![Some(*var)],
        // what is passed on may be changed
        StmtKind::Call { args, .. } | StmtKind::CallIntrinsic { args, .. } => {
            args.iter().filter_map(Arg::expr).map(Expr::base_symbol).collect()
        }
        StmtKind::Allocate { objects, .. } => objects.iter().map(|o| o.0.base_symbol()).collect(),
        StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
            objects.iter().map(Expr::base_symbol).collect()
        }
        StmtKind::Io { .. } => return true,
        _ => vec![],
    };
    let mut impure = written.into_iter().flatten().any(is_other);
    stmt_exprs(&s.kind, &mut |e| {
        walk_expr(e, &mut |x| {
            impure |= matches!(&x.kind, ExprKind::Intrinsic(id, ..) if id.row().class == Class::Impure);
        });
    });
    impure
}

/// Rewrites the whole body of a unit.
pub fn functions(program: &mut Program, unit: UnitId, impure: &Impure) {
    let mut any = false;
    walk_block(&program.units[unit].body, &mut |s| {
        stmt_exprs(&s.kind, &mut |e| any |= impure.is_in(program, e));
    });
    if !any {
        return;
    }
    let body = std::mem::take(&mut program.units[unit].body);
    let mut x = Extract {
        temps: Temps::new(program, unit),
        impure,
    };
    let body = x.block(body);
    program.units[unit].body = body;
}

struct Extract<'a> {
    temps: Temps<'a>,
    impure: &'a Impure,
}

impl Extract<'_> {
    fn block(&mut self, stmts: Block) -> Block {
        let mut out = Vec::with_capacity(stmts.len());
        for mut s in stmts {
            if let StmtKind::If { arms, .. } = &mut s.kind {
                self.nest(arms);
            }
            s.kind.for_each_block_mut(&mut |b| *b = self.block(std::mem::take(b)));
            let mut before = vec![];
            self.statement(&mut s.kind, &mut before);
            before.iter_mut().for_each(|b| b.span = s.span);
            if let Some(first) = before.first_mut() {
                first.lead = std::mem::take(&mut s.lead);
                first.label = s.label.take();
            }
            out.append(&mut before);
            out.push(s);
        }
        out
    }

    /// The arms from the first on, but for the first of all, whose test has effects: an `IF` of their own in the `ELSE`.
    fn nest(&self, arms: &mut Vec<Arm>) {
        let tests = arms.iter().skip(1).map(|a| a.cond.as_ref());
        let is_impure = |c: Option<&Expr>| c.is_some_and(|c| self.impure.is_in(self.temps.program, c));
        if let Some(k) = tests.into_iter().position(is_impure) {
            let rest = arms.split_off(k + 1);
            arms.push(Arm::new(None, vec![Stmt::choice(rest)]));
        }
    }

    fn statement(&mut self, s: &mut StmtKind, before: &mut Block) {
        match s {
            StmtKind::Assign { lhs, rhs } => {
                self.inside(lhs, before);
                match &mut rhs.kind {
                    // the normal form itself
                    ExprKind::Call(_, args) => args
                        .iter_mut()
                        .filter_map(Arg::expr_mut)
                        .for_each(|a| self.take(a, before)),
                    _ => self.take(rhs, before),
                }
            }
            StmtKind::Do {
                control: control @ DoControl::While(_),
                body,
                ..
            } => {
                let DoControl::While(test) = control else { return };
                if !self.impure.is_in(self.temps.program, test) {
                    return;
                }
                let (mut test, mut head) = (test.clone(), vec![]);
                self.take(&mut test, &mut head);
                head.push(Stmt::when(not(test), Stmt::new(StmtKind::Exit(None))));
                head.append(body);
                *body = head;
                *control = DoControl::Forever;
            }
            StmtKind::Where { .. } | StmtKind::Forall { .. } => {}
            StmtKind::Do {
                control: DoControl::Concurrent { .. },
                ..
            } => {}
            StmtKind::If { arms, .. } => {
                if let Some(test) = arms.first_mut().and_then(|a| a.cond.as_mut()) {
                    self.take(test, before);
                }
            }
            other => stmt_exprs_mut(other, &mut |e| self.take(e, before)),
        }
    }

    /// Replaces references in an expression by variables.
    fn take(&mut self, e: &mut Expr, before: &mut Block) {
        if !self.impure.is_in(self.temps.program, e) {
            return;
        }
        match &mut e.kind {
            ExprKind::ImpliedDo { .. } => {}
            ExprKind::Call(callee, _) if e.rank == 0 && self.impure.is_among(self.temps.program, callee) => {
                self.inside(e, before);
                let ExprKind::Call(callee, _) = &e.kind else { return };
                let symbol = &self.temps.program.symbols[callee.proc];
                let (stem, ty) = (format!("{}_v", symbol.name), DeclType::plain(e.ty));
                if matches!(ty.ty, Ty::Character) {
                    return;
                }
                let value = self.temps.local_ref(&stem, ty, 0);
                let call = std::mem::replace(e, value.clone());
                before.push(assign(value, call));
            }
            _ => self.inside(e, before),
        }
    }

    fn inside(&mut self, e: &mut Expr, before: &mut Block) {
        subexprs_mut(e, &mut |x| self.take(x, before));
    }
}
