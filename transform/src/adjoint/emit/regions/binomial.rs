//! Loops that are reversed with few snapshots: see [`crate::adjoint::build`].

use super::super::loops::with_body;
use super::*;
use crate::adjoint::region::{Binomial, Counter};

/// What `adc_steps_next` says.
#[derive(Clone, Copy)]
enum Action {
    Store = 1,
    Advance = 2,
    Restore = 3,
    Turn = 4,
    Done = 5,
}

/// The answers of the runtime.
struct Answer {
    action: Expr,
    step: Expr,
}

impl Adjoint<'_, '_> {
    pub(super) fn binomial(&mut self, r: &Region, b: &Binomial) -> Sweeps {
        let ahead = self.sequence(&b.ahead);
        let last = b.last.as_ref().map(|l| self.sequence(l));
        let again = self.sequence(&b.again);
        let turn = self.sequence(&r.body);
        let snapshot = self.snapshot(r);
        prove(&ahead.forward, &vec![]);
        prove(&again.forward, &vec![]);
        prove(&turn.forward, &turn.backward);
        prove(&snapshot.forward, &snapshot.backward);
        let answer = self.answer();
        let index = b.counter.as_ref().map(|c| self.index(c));
        let at = |k: Expr| index.iter().map(|i| i.at(k.clone())).collect::<Block>();
        let store = self.bracketed("adc_snapshot_begin", snapshot.forward, "adc_snapshot_end");

        let upstream = self.recorded(r);
        let mut forward = upstream.forward;
        forward.extend(index.iter().flat_map(|i| i.keep.clone()));
        let counts = vec![integer(&generated(&b.snapshots)), integer(&generated(&b.disk))];
        let mut recorded = Sweeps::default();
        if let (Some(last), Some(index), Some(steps)) = (last, &index, b.counter.as_ref().and_then(|c| c.steps.clone()))
        {
            forward.push(assign(steps.clone(), index.count.clone()));
            forward.push(self.call("adc_steps_begin", [vec![steps.clone()], counts].concat()));
            let mut body = vec![self.ask("adc_steps_next", &answer)];
            let ends = [Action::Turn, Action::Done].map(|a| answer.is(a));
            let [turns, done] = ends;
            body.push(Stmt::when(
                binary(BinaryOp::Or, turns, done),
                Stmt::new(StmtKind::Exit(None)),
            ));
            let advance = [at(answer.step.clone()), ahead.forward].concat();
            body.push(Stmt::choice(vec![
                Arm::new(Some(answer.is(Action::Store)), store.clone()),
                Arm::new(None, advance),
            ]));
            forward.push(in_region(&r.face.forward, vec![forever(body)]));
            // the last iteration, across what follows
            let some = binary(BinaryOp::Gt, steps.clone(), int(0));
            let place = vec![index.last(&steps)];
            let runs = copy(last.forward);
            if !runs.is_empty() {
                forward.push(Stmt::guarded(some.clone(), [place.clone(), runs].concat()));
            }
            let turned = [place, last.backward].concat();
            recorded.backward.push(Stmt::guarded(some, turned));
            if b.counter.as_ref().is_some_and(|c| c.live) {
                forward.extend(at(steps.clone()));
            }
            recorded.forward.push(Stmt::new(StmtKind::Push(steps.clone())));
            recorded.backward.insert(0, Stmt::new(StmtKind::Pop(steps)));
        } else {
            forward.push(self.call("adc_steps_begin_online", counts));
            let mut body = vec![self.ask("adc_steps_arrive", &answer)];
            body.push(Stmt::guarded(answer.is(Action::Store), store.clone()));
            body.extend(ahead.forward);
            body.extend(b.exit.clone().map(|e| Stmt::when(e, Stmt::new(StmtKind::Exit(None)))));
            let StmtKind::Do { control, .. } = &b.stmt.kind else {
                return Sweeps::default();
            };
            let control = match (control.clone(), &index) {
                (DoControl::Count { var, hi, .. }, Some(i)) => DoControl::Count {
                    var,
                    hi,
                    lo: i.first.clone(),
                    step: (int_value(&i.stride) != Some(1)).then(|| i.stride.clone()),
                },
                (control, _) => control,
            };
            forward.push(in_region(&r.face.forward, vec![with_body(&b.stmt, control, body)]));
            forward.push(self.call("adc_steps_last", vec![]));
        }
        forward.extend(recorded.forward);
        let kept = index.iter().flat_map(|i| i.variables.clone());
        forward.extend(kept.clone().map(|v| Stmt::new(StmtKind::Push(v))));

        let mut backward: Block = kept.rev().map(|v| Stmt::new(StmtKind::Pop(v))).collect();
        backward.extend(recorded.backward);
        let load = [vec![self.call("adc_snapshot_load", vec![])], snapshot.backward].concat();
        let place = at(answer.step.clone());
        let advance = [place.clone(), copy(again.forward)].concat();
        let turned = [place, copy(turn.forward), turn.backward].concat();
        let body = vec![
            self.ask("adc_steps_next", &answer),
            Stmt::when(answer.is(Action::Done), Stmt::new(StmtKind::Exit(None))),
            Stmt::choice(vec![
                Arm::new(Some(answer.is(Action::Store)), store),
                Arm::new(Some(answer.is(Action::Restore)), load),
                Arm::new(Some(answer.is(Action::Advance)), advance),
                Arm::new(None, turned),
            ]),
        ];
        backward.push(in_region(&r.face.forward, vec![forever(body)]));
        backward.push(self.call("adc_steps_end", vec![]));
        backward.extend(upstream.backward);
        Sweeps { forward, backward }
    }

    fn bracketed(&mut self, begin: &'static str, inner: Block, end: &'static str) -> Block {
        let mut out = vec![self.call(begin, vec![])];
        out.extend(inner);
        out.push(self.call(end, vec![]));
        out
    }

    fn answer(&mut self) -> Answer {
        if let Some((action, step)) = self.temps.schedule.clone() {
            return Answer { action, step };
        }
        let answer = Answer {
            action: self.integer_variable("action"),
            step: self.integer_variable("step"),
        };
        self.temps.schedule = Some((answer.action.clone(), answer.step.clone()));
        answer
    }

    fn ask(&mut self, name: &'static str, answer: &Answer) -> Stmt {
        self.call(name, vec![answer.action.clone(), answer.step.clone()])
    }

    fn index(&self, c: &Counter) -> Index {
        let (first, stride) = c.kept.clone().unwrap_or_else(|| (c.lo.clone(), c.step.clone()));
        let mut keep = vec![];
        let mut variables = vec![];
        if c.kept.is_some() {
            for (v, value) in [(&first, &c.lo), (&stride, &c.step)] {
                if int_value(v).is_none() {
                    keep.push(assign(v.clone(), value.clone()));
                    variables.push(v.clone());
                }
            }
        }
        let count = match (int_value(&first), int_value(&stride)) {
            (Some(lo), Some(1)) => sub(c.hi.clone(), int(lo - 1)),
            (_, Some(1)) => add(sub(c.hi.clone(), first.clone()), int(1)),
            _ => div(add(sub(c.hi.clone(), first.clone()), stride.clone()), stride.clone()),
        };
        Index {
            var: var(self.g.primal, c.var),
            count: intrinsic("max", vec![int(0), integer(&count)], Ty::Integer(4), 0),
            first,
            stride,
            keep,
            variables,
        }
    }
}

/// How the index follows from the number of an iteration.
struct Index {
    var: Expr,
    first: Expr,
    stride: Expr,
    /// The number of iterations.
    count: Expr,
    /// Statements before the loop.
    keep: Block,
    /// What these set.
    variables: Vec<Expr>,
}

impl Index {
    /// Sets it to what it is in iteration `k`, counted from zero.
    fn at(&self, k: Expr) -> Stmt {
        assign(self.var.clone(), add(self.first.clone(), mul(k, self.stride.clone())))
    }

    /// Sets it to what it is in the last of some iterations.
    fn last(&self, steps: &Expr) -> Stmt {
        match (int_value(&self.first), int_value(&self.stride)) {
            (Some(first), Some(1)) => assign(self.var.clone(), add(steps.clone(), int(first - 1))),
            _ => self.at(sub(steps.clone(), int(1))),
        }
    }
}

impl Answer {
    fn is(&self, action: Action) -> Expr {
        binary(BinaryOp::Eq, self.action.clone(), int(action as i64))
    }
}

fn forever(body: Block) -> Stmt {
    Stmt::new(StmtKind::Do {
        name: None,
        control: DoControl::Forever,
        body,
    })
}
