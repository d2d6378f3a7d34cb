//! Writes the two sweeps from a plan.
//!
//! | primal | forward sweep | backward sweep |
//! |---|---|---|
//! | statement | push what is recorded; statement | pop; adjoint statements |
//! | branch | tests; the number of the arm is pushed at its end, unless the tests can be evaluated again | pop the number; the arm's backward part |
//! | counted loop | loop | the loop in reverse, from the last index to the first |
//! | other loop, loop left early | loop that counts; push the count | that many iterations |
//!
//! A construct whose backward part is empty leaves none behind, and pushes no control either.

use super::plan::{Branch, Iterations, Loop, Node, Simple};
use super::Adjoint;
use crate::balance;
use crate::generator::{generated, mentions};
use crate::rules::intrinsic;
use adc_frontend::ir::*;

/// Forward and backward part, each in order of execution.
#[derive(Default)]
struct Sweeps {
    forward: Block,
    backward: Block,
}

impl Adjoint<'_, '_> {
    /// The statements of the adjoint procedure.
    pub fn body(mut self, plan: &[Node]) -> Block {
        let sweeps = self.sequence(plan);
        let balanced = balance::verify(&sweeps.forward, &sweeps.backward);
        assert!(balanced.is_ok(), "the sweeps do not match: {balanced:?}");
        let mut out = self.initial_pointers();
        out.extend(self.first_values(&sweeps.forward, &sweeps.backward));
        out.extend(sweeps.forward);
        let turn = self.g.turn_zeros(self.unit);
        if !turn.is_empty() || !sweeps.backward.is_empty() {
            out.push(Stmt::new(StmtKind::Comment("backward sweep".into())));
        }
        out.extend(turn);
        let last = self.g.final_zeros(self.unit);
        let needed: Vec<Stmt> = last.into_iter().filter(|z| !is_done(&sweeps.backward, z)).collect();
        out.extend(sweeps.backward);
        out.extend(needed);
        out
    }

    fn sequence(&mut self, nodes: &[Node]) -> Sweeps {
        let mut forward = vec![];
        let mut backwards = vec![];
        for n in nodes {
            let s = match n {
                Node::Simple(s) => self.simple(s),
                Node::Branch(b) => self.branch(b),
                Node::Loop(l) => self.repeat(l),
            };
            forward.extend(s.forward);
            backwards.push(s.backward);
        }
        Sweeps {
            forward,
            backward: backwards.into_iter().rev().flatten().collect(),
        }
    }

    fn simple(&mut self, s: &Simple) -> Sweeps {
        let mut out = Sweeps::default();
        for w in s.writes.iter().filter(|w| w.recorded) {
            if let Some(target) = &w.target {
                out.forward.extend(self.transfer(target, true));
            }
        }
        if let Some(r) = &s.revive {
            out.forward.extend(r.before.iter().cloned());
            out.backward.extend(r.after.iter().cloned());
        }
        if let Some(f) = &s.forward {
            let mut f = f.clone();
            if let Some(first) = out.forward.first_mut() {
                first.lead = std::mem::take(&mut f.lead);
            }
            out.forward.push(f);
        }
        for w in s.writes.iter().rev().filter(|w| w.recorded) {
            if let Some(target) = &w.target {
                out.backward.extend(self.transfer(target, false));
            }
        }
        out.backward.extend(s.adjoint.iter().cloned());
        out
    }

    /// Pushes or pops a designator, component by component where it is of derived type.
    fn transfer(&mut self, target: &Expr, push: bool) -> Block {
        self.g.leaves_of(self.unit, target, !push, &mut |leaf| {
            let leaf = leaf.clone();
            Some(Stmt::new(if push {
                StmtKind::Push(leaf)
            } else {
                StmtKind::Pop(leaf)
            }))
        })
    }

    // ---- branches

    fn branch(&mut self, b: &Branch) -> Sweeps {
        let arms: Vec<Sweeps> = b.arms.iter().map(|a| self.sequence(a)).collect();
        let has_backward = arms.iter().any(|a| !a.backward.is_empty());
        let mut forward: Vec<Block> = vec![];
        let mut backward: Vec<Block> = vec![];
        for a in arms {
            forward.push(a.forward);
            backward.push(a.backward);
        }
        if !has_backward {
            return Sweeps {
                forward: vec![with_bodies(&b.stmt, forward, None)],
                backward: vec![],
            };
        }
        if b.again {
            return Sweeps {
                forward: vec![with_bodies(&b.stmt, forward, None)],
                backward: vec![again(&b.stmt, backward)],
            };
        }
        // one number for each arm, and one for none of them
        let count = forward.len() + usize::from(!b.total);
        let bits = (usize::BITS - (count - 1).leading_zeros()).max(1) as u8;
        let control = |k: usize| Stmt::new(StmtKind::PushControl { value: k as u32, bits });
        for (k, f) in forward.iter_mut().enumerate() {
            f.push(control(k));
        }
        let none = (!b.total).then(|| vec![control(count - 1)]);
        let branch = self.branch_variable();
        let mut out = vec![Stmt::new(StmtKind::PopControl {
            var: branch.clone(),
            bits,
        })];
        out.extend(dispatch(&branch, backward, b.total));
        Sweeps {
            forward: vec![with_bodies(&b.stmt, forward, none)],
            backward: out,
        }
    }

    fn branch_variable(&mut self) -> Expr {
        if let Some(b) = &self.temps.branch {
            return b.clone();
        }
        let b = self
            .g
            .local(self.derivative, "branch", DeclType::plain(Ty::Integer(4)), 0);
        self.temps.branch = Some(b.clone());
        b
    }

    // ---- loops

    fn repeat(&mut self, l: &Loop) -> Sweeps {
        let body = self.sequence(&l.body);
        let mut out = Sweeps::default();
        let index = l.index.map(|(_, s)| var(self.g.primal, s));
        if let (true, Some(i)) = (l.index_recorded, &index) {
            out.forward.push(Stmt::new(StmtKind::Push(i.clone())));
        }
        let StmtKind::Do { control, .. } = &l.stmt.kind else {
            return out;
        };
        let mut inner = body.forward;
        if body.backward.is_empty() {
            inner.extend(exit_statement(l));
            out.forward.push(with_body(&l.stmt, control.clone(), inner));
        } else {
            match &l.bounds {
                Iterations::Again => {
                    out.forward.push(with_body(&l.stmt, control.clone(), inner));
                    out.backward.push(reverse_loop(control, body.backward));
                }
                Iterations::Kept(first, last, stride) => {
                    let DoControl::Count { var: v, lo, hi, step } = control else {
                        return out;
                    };
                    out.forward.push(assign(first.clone(), lo.clone()));
                    out.forward.push(assign(last.clone(), hi.clone()));
                    if let (Some(kept), Some(step)) = (stride, step) {
                        if int_value(kept).is_none() {
                            out.forward.push(assign(kept.clone(), step.clone()));
                        }
                    }
                    let kept = DoControl::Count {
                        var: *v,
                        lo: first.clone(),
                        hi: last.clone(),
                        step: stride.clone(),
                    };
                    out.forward.push(with_body(&l.stmt, kept.clone(), inner));
                    let variables: Vec<Expr> = [Some(first), Some(last), stride.as_ref()]
                        .into_iter()
                        .flatten()
                        .filter(|e| int_value(e).is_none())
                        .cloned()
                        .collect();
                    out.forward
                        .extend(variables.iter().map(|e| Stmt::new(StmtKind::Push(e.clone()))));
                    out.backward
                        .extend(variables.iter().rev().map(|e| Stmt::new(StmtKind::Pop(e.clone()))));
                    out.backward.push(reverse_loop(&kept, body.backward));
                }
                Iterations::Counted(count, kept) => {
                    let mut control = control.clone();
                    let mut variables = vec![];
                    if let (Some((first, stride)), DoControl::Count { lo, step, .. }) = (kept, &mut control) {
                        out.forward
                            .push(assign(first.clone(), std::mem::replace(lo, first.clone())));
                        variables.push(first.clone());
                        if let (Some(kept), Some(step)) = (stride, step) {
                            if int_value(kept).is_none() {
                                out.forward
                                    .push(assign(kept.clone(), std::mem::replace(step, kept.clone())));
                                variables.push(kept.clone());
                            }
                        }
                    }
                    variables.push(count.clone());
                    out.forward.push(assign(count.clone(), int(0)));
                    inner.push(assign(count.clone(), add(count.clone(), int(1))));
                    inner.extend(exit_statement(l));
                    out.forward.push(with_body(&l.stmt, control.clone(), inner));
                    let pushes = variables.iter().map(|v| Stmt::new(StmtKind::Push(v.clone())));
                    out.forward.extend(pushes);
                    let pops = variables.iter().rev().map(|v| Stmt::new(StmtKind::Pop(v.clone())));
                    out.backward.extend(pops);
                    out.backward.push(self.counted_back(&control, count, body.backward));
                }
            }
        }
        if let (true, Some(i)) = (l.index_recorded, index) {
            out.backward.push(Stmt::new(StmtKind::Pop(i)));
        }
        out
    }

    /// `count` iterations backwards; the index of a counted loop runs down from the last one that was reached.
    fn counted_back(&mut self, control: &DoControl, count: &Expr, body: Block) -> Stmt {
        if let DoControl::Count { var: v, lo, step, .. } = control {
            let stride = step.clone().unwrap_or_else(|| int(1));
            let last = match (int_value(lo), int_value(&stride)) {
                (Some(first), Some(1)) => add(count.clone(), int(first - 1)),
                _ => add(lo.clone(), mul(sub(count.clone(), int(1)), stride.clone())),
            };
            let control = DoControl::Count {
                var: *v,
                lo: generated(&last),
                hi: generated(lo),
                step: Some(neg(stride)),
            };
            return Stmt::new(StmtKind::Do {
                name: None,
                control,
                body,
            });
        }
        let i = self
            .g
            .local(self.derivative, "iteration", DeclType::plain(Ty::Integer(4)), 0);
        let ExprKind::Var(v) = i.kind else {
            return Stmt::new(StmtKind::Continue);
        };
        let control = DoControl::Count {
            var: v,
            lo: int(1),
            hi: count.clone(),
            step: None,
        };
        Stmt::new(StmtKind::Do {
            name: None,
            control,
            body,
        })
    }
}

/// True when a block ends with this assignment already, but for statements that have nothing to do with its variable.
fn is_done(block: &[Stmt], wanted: &Stmt) -> bool {
    let StmtKind::Assign { lhs: zeroed, .. } = &wanted.kind else {
        return false;
    };
    for s in block.iter().rev() {
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return false;
        };
        if lhs.same(zeroed) {
            return is_zero(rhs);
        }
        let base = zeroed.base_symbol();
        if mentions(lhs, &|x| Some(x) == base) || mentions(rhs, &|x| Some(x) == base) {
            return false;
        }
    }
    false
}

fn exit_statement(l: &Loop) -> Option<Stmt> {
    let cond = l.exit.clone()?;
    let body = vec![Stmt::new(StmtKind::Exit(None))];
    Some(Stmt::new(StmtKind::If {
        name: None,
        arms: vec![Arm {
            cond: Some(cond),
            body,
            lead: vec![],
        }],
        short: true,
    }))
}

/// The loop over the same indices from the last to the first.
///
/// For a stride other than one the last index is `hi - modulo(hi - lo, step)`, which for a loop without iterations lies beyond `lo`, so that the reversed loop
/// has none either.
fn reverse_loop(control: &DoControl, body: Block) -> Stmt {
    let DoControl::Count { var, lo, hi, step } = control else {
        return Stmt::new(StmtKind::Continue);
    };
    let (lo, hi) = (generated(lo), generated(hi));
    let step = step.as_ref().map_or_else(|| int(1), generated);
    let first = match int_value(&step) {
        Some(1) | Some(-1) => hi,
        _ => match (int_value(&lo), int_value(&hi), int_value(&step)) {
            (Some(l), Some(h), Some(s)) if s != 0 => int(h - modulo(h - l, s)),
            _ => {
                // both arguments of one kind
                let span = sub(hi.clone(), lo.clone());
                let kind = span.ty.kind().max(step.ty.kind()).unwrap_or(4);
                let of_kind = |e: Expr| {
                    if e.ty == Ty::Integer(kind) {
                        return e;
                    }
                    intrinsic("int", vec![e, int(i64::from(kind))], Ty::Integer(kind), 0)
                };
                let rest = intrinsic(
                    "modulo",
                    vec![of_kind(span), of_kind(step.clone())],
                    Ty::Integer(kind),
                    0,
                );
                sub(hi, rest)
            }
        },
    };
    let back = match int_value(&step) {
        Some(-1) => None,
        Some(n) => Some(int(-n)),
        None => Some(neg(step)),
    };
    let control = DoControl::Count {
        var: *var,
        lo: first,
        hi: lo,
        step: back,
    };
    Stmt::new(StmtKind::Do {
        name: None,
        control,
        body,
    })
}

/// Fortran's `modulo`: of the sign of the divisor.
fn modulo(a: i64, p: i64) -> i64 {
    ((a % p) + p) % p
}

fn with_body(stmt: &Stmt, control: DoControl, body: Block) -> Stmt {
    let mut s = stmt.clone();
    if let StmtKind::Do { name, .. } = &stmt.kind {
        s.kind = StmtKind::Do {
            name: name.clone(),
            control,
            body,
        };
    }
    s
}

/// A branch with its bodies put in; `none` is what runs when no arm does.
fn with_bodies(stmt: &Stmt, bodies: Vec<Block>, none: Option<Block>) -> Stmt {
    let mut s = stmt.clone();
    match &mut s.kind {
        StmtKind::If { arms, .. } => {
            for (a, b) in arms.iter_mut().zip(bodies) {
                a.body = b;
            }
            if let Some(body) = none {
                arms.push(Arm {
                    cond: None,
                    body,
                    lead: vec![],
                });
            }
        }
        StmtKind::Select { cases, .. } => {
            for (c, b) in cases.iter_mut().zip(bodies) {
                c.body = b;
            }
            if let Some(body) = none {
                cases.push(Case {
                    values: None,
                    body,
                    lead: vec![],
                });
            }
        }
        _ => {}
    }
    s
}

/// The same branch in the backward sweep, its tests evaluated again. It has no name: the one of the forward sweep is taken, and nothing refers to it here.
fn again(stmt: &Stmt, bodies: Vec<Block>) -> Stmt {
    let mut s = with_bodies(stmt, bodies, None);
    s.lead = vec![];
    s.trail = None;
    s.span = Span::NONE;
    match &mut s.kind {
        StmtKind::If { name, arms, .. } => {
            *name = None;
            // arms at the end that do nothing
            while arms.len() > 1 && arms.last().is_some_and(|a| a.body.is_empty()) {
                arms.pop();
            }
            arms.iter_mut().for_each(|a| a.lead = vec![]);
        }
        StmtKind::Select { name, cases, .. } => {
            *name = None;
            cases.iter_mut().for_each(|c| c.lead = vec![]);
        }
        _ => {}
    }
    s
}

/// `IF (branch == 0) ... ELSE IF (branch == 1) ...` over the arms that have a backward part.
fn dispatch(branch: &Expr, bodies: Vec<Block>, total: bool) -> Block {
    let count = bodies.len();
    let mut arms: Vec<Arm> = vec![];
    let all = total && bodies.iter().all(|b| !b.is_empty());
    for (k, body) in bodies.into_iter().enumerate() {
        if body.is_empty() {
            continue;
        }
        let last = all && k + 1 == count && k > 0;
        let cond = (!last).then(|| binary(BinaryOp::Eq, branch.clone(), int(k as i64)));
        arms.push(Arm {
            cond,
            body,
            lead: vec![],
        });
    }
    if arms.is_empty() {
        return vec![];
    }
    vec![Stmt::new(StmtKind::If {
        name: None,
        arms,
        short: false,
    })]
}
