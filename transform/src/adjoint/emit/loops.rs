//! Loops in both sweeps.

use super::*;

/// A loop in both sweeps, without its own index.
#[derive(Default)]
pub(super) struct Reversed {
    pub forward: Block,
    /// Variables that keep, after the loop, the information about its iterations for the reverse sweep.
    kept: Vec<Expr>,
    pub back: Option<Stmt>,
}

impl Reversed {
    /// Keeps a bound in a variable, from before the loop on; a constant needs none.
    fn keep(&mut self, variable: &Expr, bound: &mut Expr) {
        if int_value(variable).is_none() {
            let value = std::mem::replace(bound, variable.clone());
            self.forward.push(assign(variable.clone(), value));
            self.kept.push(variable.clone());
        }
    }
}

impl Adjoint<'_, '_> {
    pub(super) fn repeat(&mut self, l: &Loop) -> Sweeps {
        let body = self.with_index(l, |a| a.sequence(&l.body));
        let mut out = Sweeps {
            inside: body.inside,
            ..Sweeps::default()
        };
        let StmtKind::Do { control, .. } = &l.stmt.kind else {
            return out;
        };
        if !l.live && body.reverse.is_empty() {
            return out;
        }
        let mut loops = self.both_ways(l, control, body.forward, body.reverse);
        let index = l.index.filter(|_| l.index_recorded);
        let index = index.map(|(_, s)| var(self.g.primal, s));
        let push = |e: &Expr| Stmt::new(StmtKind::Push(e.clone()));
        let pop = |e: &Expr| Stmt::new(StmtKind::Pop(e.clone()));
        // the first loop that changes the index comes after the push of the index; if the forward sweep omits the loop,
        // that is the loop of the reverse sweep
        let (first, second) = match l.live {
            true => (&index, &None),
            false => (&None, &index),
        };
        out.forward.extend(first.iter().map(push));
        let (pushes, pops) = self.bulk(l, &mut loops.forward);
        let (in_front, after) = match &l.bulk {
            Some(b) if b.in_front => (pops, vec![]),
            _ => (vec![], pops),
        };
        out.forward.extend(pushes);
        out.forward.extend(loops.forward);
        out.forward.extend(loops.kept.iter().map(push));
        out.reverse.extend(loops.kept.iter().rev().map(pop));
        out.reverse.extend(second.iter().map(push));
        out.reverse.extend(in_front);
        out.reverse.extend(loops.back);
        out.reverse.extend(after);
        out.reverse.extend(index.iter().map(pop));
        out
    }

    /// Pushes and pops of the sections that [`crate::adjoint::decide::bulk`] records before a loop.
    fn bulk(&mut self, l: &Loop, run: &mut Block) -> (Block, Block) {
        let values = || l.bulk.iter().flat_map(|b| &b.values).map(|p| &p.write);
        let mut pairs: Vec<(Block, Block)> = vec![];
        for w in values() {
            let (mut push, mut pop) = (self.transfer(w, true), self.transfer(w, false));
            if w.slot.is_some() {
                self.pair(w, &mut push, &mut pop);
            }
            pairs.push((push, pop));
        }
        let (pushes, pops): (Vec<Block>, Vec<Block>) = pairs.into_iter().unzip();
        let mut pushes = pushes.concat();
        let pops = pops.into_iter().rev().flatten().collect();
        if let (Some(first), Some(run)) = (pushes.first_mut(), run.first_mut()) {
            first.lead = std::mem::take(&mut run.lead);
        }
        (pushes, pops)
    }

    /// Emits a loop over the two parts of an iteration.
    pub(super) fn both_ways(&mut self, l: &Loop, control: &DoControl, mut forward: Block, reverse: Block) -> Reversed {
        let mut out = Reversed::default();
        if l.fused == Some(Order::Reverse) {
            prove(&forward, &reverse);
            forward.extend(reverse);
            out.back = Some(reverse_loop(control, forward));
            return out;
        }
        if reverse.is_empty() {
            forward.extend(exit_statement(l));
            out.forward.push(with_body(&l.stmt, control.clone(), forward));
            return out;
        }
        let mut control = control.clone();
        match &l.bounds {
            Iterations::Again => {
                if l.live {
                    out.forward.push(with_body(&l.stmt, control.clone(), forward));
                }
                out.back = Some(reverse_loop(&control, reverse));
            }
            Iterations::Kept(first, last, stride) => {
                if let DoControl::Count { lo, hi, step, .. } = &mut control {
                    out.keep(first, lo);
                    out.keep(last, hi);
                    stride.iter().zip(step).for_each(|(kept, step)| out.keep(kept, step));
                }
                if l.live {
                    out.forward.push(with_body(&l.stmt, control.clone(), forward));
                }
                out.back = Some(reverse_loop(&control, reverse));
            }
            Iterations::Counted(count, kept) => {
                if let (Some((first, stride)), DoControl::Count { lo, step, .. }) = (kept, &mut control) {
                    out.keep(first, lo);
                    stride.iter().zip(step).for_each(|(kept, step)| out.keep(kept, step));
                }
                out.kept.push(count.clone());
                out.forward.push(assign(count.clone(), int(0)));
                forward.push(assign(count.clone(), add(count.clone(), int(1))));
                forward.extend(exit_statement(l));
                out.forward.push(with_body(&l.stmt, control.clone(), forward));
                out.back = Some(self.counted_back(&control, count, reverse));
            }
        }
        out
    }

    /// `count` iterations in reverse order; the index of a counted loop runs down from the last value that was reached.
    pub(super) fn counted_back(&mut self, control: &DoControl, count: &Expr, body: Block) -> Stmt {
        if let DoControl::Count { var: v, lo, step, .. } = control {
            let stride = step.as_deref().cloned().unwrap_or_else(|| int(1));
            let last = match (int_value(lo), int_value(&stride)) {
                (Some(first), Some(1)) => add(count.clone(), int(first - 1)),
                _ => add((**lo).clone(), mul(sub(count.clone(), int(1)), stride.clone())),
            };
            let control = DoControl::count(*v, generated(&last), generated(lo), Some(neg(stride)));
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
        let control = DoControl::count(v, int(1), count.clone(), None);
        Stmt::new(StmtKind::Do {
            name: None,
            control,
            body,
        })
    }
}

pub(super) fn exit_statement(l: &Loop) -> Option<Stmt> {
    Some(Stmt::when(l.exit.clone()?, Stmt::new(StmtKind::Exit(None))))
}

/// The loop over the same indices from the last to the first.
///
/// For a stride other than one the last index is `hi - modulo(hi - lo, step)`. For a loop without iterations, this lies
/// beyond `lo`, so the reversed loop has none either.
pub(super) fn reverse_loop(control: &DoControl, body: Block) -> Stmt {
    let DoControl::Count { var, lo, hi, step } = control else {
        return Stmt::new(StmtKind::Continue);
    };
    let (lo, hi) = (generated(lo), generated(hi));
    let step = step.as_deref().map_or_else(|| int(1), generated);
    let first = match int_value(&step) {
        Some(1) | Some(-1) => hi,
        _ => match (int_value(&lo), int_value(&hi), int_value(&step)) {
            (Some(l), Some(h), Some(s)) if s != 0 => int(h - modulo(h - l, s)),
            _ => {
                // both arguments of the same kind
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
    let control = DoControl::count(*var, first, lo, back);
    Stmt::new(StmtKind::Do {
        name: None,
        control,
        body,
    })
}

/// Fortran's `modulo`: the result has the sign of the divisor.
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
