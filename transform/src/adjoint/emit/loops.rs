//! Loops in both sweeps.

use super::*;

impl Adjoint<'_, '_> {
    pub(super) fn repeat(&mut self, l: &Loop) -> Sweeps {
        let around = self.swept.clone();
        self.swept.union_with(&l.swept);
        let body = self.sequence(&l.body);
        self.swept = around;
        let mut out = Sweeps {
            inside: body.inside,
            ..Sweeps::default()
        };
        let index = l.index.filter(|_| l.index_recorded);
        let index = index.map(|(_, s)| var(self.g.primal, s));
        if let Some(i) = &index {
            let push = Stmt::new(StmtKind::Push(i.clone()));
            // else only the backward sweep changes it
            match (l.live, body.backward.is_empty()) {
                (true, _) => out.forward.push(push),
                (false, false) => out.backward.push(push),
                (false, true) => return out,
            }
        }
        let StmtKind::Do { control, .. } = &l.stmt.kind else {
            return out;
        };
        let mut inner = body.forward;
        if l.independent {
            prove(&inner, &body.backward);
            inner.extend(body.backward);
            let mut fused = with_body(&l.stmt, control.clone(), inner);
            fused.lead = vec![];
            out.backward.push(without_name(fused));
            return out;
        }
        if body.backward.is_empty() {
            inner.extend(exit_statement(l));
            if l.live {
                out.forward.push(with_body(&l.stmt, control.clone(), inner));
            }
        } else {
            match &l.bounds {
                Iterations::Again => {
                    if l.live {
                        out.forward.push(with_body(&l.stmt, control.clone(), inner));
                    }
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
                    if l.live {
                        out.forward.push(with_body(&l.stmt, kept.clone(), inner));
                    }
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
        out.backward.extend(index.map(|i| Stmt::new(StmtKind::Pop(i))));
        out
    }

    /// `count` iterations backwards; the index of a counted loop runs down from the last one that was reached.
    pub(super) fn counted_back(&mut self, control: &DoControl, count: &Expr, body: Block) -> Stmt {
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

/// A loop without the name that the one in the forward sweep has.
fn without_name(mut s: Stmt) -> Stmt {
    if let StmtKind::Do { name, .. } = &mut s.kind {
        *name = None;
    }
    s
}

pub(super) fn exit_statement(l: &Loop) -> Option<Stmt> {
    Some(Stmt::when(l.exit.clone()?, Stmt::new(StmtKind::Exit(None))))
}

/// The loop over the same indices from the last to the first.
///
/// For a stride other than one the last index is `hi - modulo(hi - lo, step)`, which for a loop without iterations lies beyond `lo`, so that the reversed loop
/// has none either.
pub(super) fn reverse_loop(control: &DoControl, body: Block) -> Stmt {
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
pub(super) fn modulo(a: i64, p: i64) -> i64 {
    ((a % p) + p) % p
}

pub(super) fn with_body(stmt: &Stmt, control: DoControl, body: Block) -> Stmt {
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
