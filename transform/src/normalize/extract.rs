//! Moves references to some functions to separate statements before the statement that contains them.
//!
//! In a `DO WHILE`, that is the beginning of its body; for an `ELSE IF`, a nested block in the `ELSE`:
//!
//! | | becomes |
//! |---|---|
//! | `if (f(x) > 0) ...` | `t = f(x)`, `if (t > 0) ...` |
//! | `do while (f(x) > 0)` | `do`, `t = f(x)`, `if (.not. t > 0) exit` |
//! | `if (a) ... else if (f(x) > 0) ...` | `if (a) ... else`, `t = f(x)`, `if (t > 0) ...` |
//! | `where (m) a = f(x)*a` | `t = f(x)`, `where (m) a = t*a` |
//!
//! An array has the shape that its function gives it ([`Temps::value_of`]). In a loop it is deallocated after the
//! statement that uses it. If a construct uses it, which may have many exits, it is deallocated before it is allocated
//! again instead.
//!
//! References in FORALL, in WHERE constructs of several assignments, and in implied DO stay.

use super::arrays::deallocate_if_allocated;
use super::leaves::is_allocatable;
use super::temps::{runs_again, Temps};
use crate::normalize::gotos::has_goto;
use adc_frontend::ir::visit::{stmt_exprs, stmt_exprs_mut, subexprs_mut, walk_block, walk_expr};
use adc_frontend::ir::*;

/// The use that a statement makes of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Taken {
    /// `t = f(x)`.
    Value,
    /// `t => f(x)`.
    Association,
}

/// Selects the references that become statements.
type Chosen<'c> = dyn Fn(&Program, &Expr) -> bool + 'c;

pub(crate) struct Extract<'a> {
    temps: Temps<'a>,
    chosen: &'a Chosen<'a>,
    taken: Taken,
    /// Selects the statements that are rewritten.
    concerns: &'a dyn Fn(&StmtKind) -> bool,
    /// Deallocations of the values for the current statement.
    after: Block,
}

impl Extract<'_> {
    /// Rewrites the whole body of a unit. Returns true if it changed anything.
    pub fn calls(program: &mut Program, unit: UnitId, chosen: &Chosen, taken: Taken) -> bool {
        Extract::all(program, unit, chosen, (taken, &|_| true))
    }

    /// Rewrites the conditions, selectors and bounds of constructs of a unit.
    pub fn from_tests(program: &mut Program, unit: UnitId, chosen: &Chosen) {
        let tests = |s: &StmtKind| {
            matches!(
                s,
                StmtKind::If { .. } | StmtKind::Select { .. } | StmtKind::Do { .. } | StmtKind::Where { .. }
            )
        };
        Extract::all(program, unit, chosen, (Taken::Value, &tests));
    }

    fn all(
        program: &mut Program,
        unit: UnitId,
        chosen: &Chosen,
        (taken, concerns): (Taken, &dyn Fn(&StmtKind) -> bool),
    ) -> bool {
        let mut any = false;
        walk_block(&program.units[unit].body, &mut |s| {
            if !concerns(&s.kind) {
                return;
            }
            stmt_exprs(&s.kind, &mut |e| any |= is_in(program, chosen, e));
        });
        if any {
            let body = std::mem::take(&mut program.units[unit].body);
            let mut x = Extract {
                temps: Temps::new(program, unit),
                chosen,
                taken,
                concerns,
                after: vec![],
            };
            x.temps.repeated = has_goto(&body);
            let body = x.block(body);
            program.units[unit].body = body;
        }
        any
    }

    fn is_in(&self, e: &Expr) -> bool {
        is_in(self.temps.program, self.chosen, e)
    }

    fn block(&mut self, stmts: Block) -> Block {
        let mut out = Vec::with_capacity(stmts.len());
        for mut s in stmts {
            if let StmtKind::If { arms, .. } = &mut s.kind {
                self.nest(arms);
            }
            if !matches!(s.kind, StmtKind::Where { .. } | StmtKind::Forall { .. }) {
                let repeated = self.temps.repeated;
                self.temps.repeated |= runs_again(&s.kind);
                s.kind.for_each_block_mut(&mut |b| *b = self.block(std::mem::take(b)));
                self.temps.repeated = repeated;
            }
            if let StmtKind::If { short, arms, .. } = &mut s.kind {
                *short &= arms.iter().all(|a| a.body.len() == 1);
            }
            let mut before = vec![];
            self.after.clear();
            if (self.concerns)(&s.kind) {
                self.statement(&mut s.kind, &mut before);
            }
            let mut after = std::mem::take(&mut self.after);
            let mut is_construct = visit::jumps(&s.kind);
            s.kind.for_each_block(&mut |_| is_construct = true);
            if is_construct {
                let deallocations = after.drain(..).filter_map(|d| match d.kind {
                    StmtKind::Deallocate { objects, .. } => objects.first().map(deallocate_if_allocated),
                    _ => None,
                });
                before.splice(0..0, deallocations.collect::<Block>());
            }
            before.iter_mut().chain(&mut after).for_each(|b| b.span = s.span);
            if let Some(first) = before.first_mut() {
                first.lead = std::mem::take(&mut s.lead);
                first.label = s.label.take();
            }
            out.append(&mut before);
            out.push(s);
            out.append(&mut after);
        }
        out
    }

    /// Nests the arms from the first `ELSE IF` with such a reference in its test into an `IF` in the `ELSE`.
    fn nest(&self, arms: &mut Vec<Arm>) {
        let tests = arms.iter().skip(1).map(|a| a.cond.as_ref());
        let has_one = |c: Option<&Expr>| c.is_some_and(|c| self.is_in(c));
        if let Some(k) = tests.into_iter().position(has_one) {
            let rest = arms.split_off(k + 1);
            arms.push(Arm::new(None, vec![Stmt::choice(rest)]));
        }
    }

    fn statement(&mut self, s: &mut StmtKind, before: &mut Block) {
        match (s, self.taken) {
            // the normal form itself
            (StmtKind::Assign { lhs, rhs }, Taken::Value)
            | (StmtKind::PointerAssign { lhs, rhs }, Taken::Association)
                if matches!(rhs.kind, ExprKind::Call(..)) || (self.chosen)(self.temps.program, rhs) =>
            {
                self.inside(lhs, before);
                self.inside(rhs, before);
            }
            (
                StmtKind::Do {
                    control: control @ DoControl::While(_),
                    body,
                    ..
                },
                _,
            ) => {
                let DoControl::While(test) = control else { return };
                if !self.is_in(test) {
                    return;
                }
                let (mut test, mut head) = (test.clone(), vec![]);
                let repeated = std::mem::replace(&mut self.temps.repeated, true);
                self.take(&mut test, &mut head);
                self.temps.repeated = repeated;
                let after = std::mem::take(&mut self.after);
                if !after.is_empty() {
                    let goes_on = self.temps.local_ref("goes_on", DeclType::plain(test.ty), 0);
                    head.push(assign(goes_on.clone(), std::mem::replace(&mut test, goes_on)));
                    head.extend(after);
                }
                head.push(Stmt::when(not(test), Stmt::new(StmtKind::Exit(None))));
                head.append(body);
                *body = head;
                *control = DoControl::Forever;
            }
            (StmtKind::Where { arms }, _) => {
                // a later assignment may depend on an earlier one
                if let [Arm { cond, body, .. }] = arms.as_mut_slice() {
                    if let [Stmt {
                        kind: StmtKind::Assign { rhs, .. },
                        ..
                    }] = body.as_mut_slice()
                    {
                        cond.iter_mut().for_each(|c| self.take(c, before));
                        self.take(rhs, before);
                    }
                }
            }
            (StmtKind::Forall { .. }, _) => {}
            (
                StmtKind::Do {
                    control: DoControl::Concurrent { .. },
                    ..
                },
                _,
            ) => {}
            (StmtKind::If { arms, .. }, _) => {
                if let Some(test) = arms.first_mut().and_then(|a| a.cond.as_mut()) {
                    self.take(test, before);
                }
            }
            (StmtKind::Assign { lhs, rhs }, _) => {
                let was_value = matches!(rhs.kind, ExprKind::Call(..));
                self.take(lhs, before);
                self.take(rhs, before);
                if was_value {
                    without_bounds(self.temps.program, lhs, rhs);
                }
            }
            (other, _) => stmt_exprs_mut(other, &mut |e| self.take(e, before)),
        }
    }

    /// Replaces references in an expression by variables.
    fn take(&mut self, e: &mut Expr, before: &mut Block) {
        if !self.is_in(e) || matches!(e.kind, ExprKind::ImpliedDo { .. }) {
            return;
        }
        self.inside(e, before);
        if !(self.chosen)(self.temps.program, e) {
            return;
        }
        let ty = DeclType::plain(e.ty);
        let value = match (&e.kind, self.taken) {
            (ExprKind::Intrinsic(_, name, _), _) => self.temps.local_ref(&format!("{name}_v"), ty, e.rank),
            (ExprKind::Call(callee, _), Taken::Value) => self.temps.value_of(e, callee, before, &mut self.after),
            (ExprKind::Call(callee, _), Taken::Association) => {
                let stem = &self.temps.program.symbols[callee.proc].name;
                self.temps.pointer_ref(&format!("{stem}_p"), ty, e.rank)
            }
            _ => return,
        };
        let call = std::mem::replace(e, value.clone());
        before.push(match self.taken {
            Taken::Value => assign(value, call),
            Taken::Association => Stmt::new(StmtKind::PointerAssign { lhs: value, rhs: call }),
        });
    }

    fn inside(&mut self, e: &mut Expr, before: &mut Block) {
        subexprs_mut(e, &mut |x| self.take(x, before));
    }
}

fn is_in(program: &Program, chosen: &Chosen, e: &Expr) -> bool {
    let mut found = false;
    walk_expr(e, &mut |x| {
        found |= chosen(program, x);
    });
    found
}

/// Hides the bounds of the variable that replaces a function value, since a function value has none. They matter where
/// an assignment gives an allocatable array its bounds.
pub(super) fn without_bounds(program: &Program, lhs: &Expr, value: &mut Expr) {
    let plain = !matches!(value.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited);
    if plain && value.rank > 0 && matches!(value.kind, ExprKind::Var(_)) && is_allocatable(program, lhs) {
        value.kind = ExprKind::Paren(Box::new(value.clone()));
    }
}
