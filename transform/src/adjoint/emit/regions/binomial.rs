//! Emits loops that are reversed with few snapshots. `build/regions/binomial` describes the result.

use super::super::loops::with_body;
use super::*;
use crate::adjoint::plan::region::{Binomial, Counter};
use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::walk_block_exprs;

/// The actions that `adc_steps_next` and `adc_steps_arrive` return.
#[derive(Clone, Copy)]
enum Action {
    Store = 1,
    Advance = 2,
    Restore = 3,
    Turn = 4,
    Done = 5,
}

/// Variables that receive the answers of the runtime.
struct Answer {
    action: Expr,
    step: Expr,
}

/// The index as a function of the number of an iteration.
struct Index {
    var: Expr,
    first: Expr,
    stride: Expr,
    /// The number of iterations.
    count: Expr,
    /// Statements before the loop that keep first value and stride.
    keep: Block,
    /// Variables that these set.
    variables: Vec<Expr>,
    /// True if only statements that name the index see it.
    is_plain: bool,
}

impl Adjoint<'_, '_> {
    pub(super) fn binomial(&mut self, r: &Region, b: &Binomial) -> Sweeps {
        let index = b.counter.as_ref().map(|c| self.index(c));
        let answer = self.answer();
        let snapshot = self.stored(r);
        prove(&snapshot.forward, &snapshot.reverse);
        let mut store = vec![self.runtime_call("adc_snapshot_begin", vec![])];
        store.extend(snapshot.forward);
        store.push(self.runtime_call("adc_snapshot_end", vec![]));
        let mut load = vec![self.runtime_call("adc_snapshot_load", vec![])];
        load.extend(snapshot.reverse);

        let upstream = self.recorded(r);
        let counted = b.counter.as_ref().and_then(|c| c.steps.clone()).zip(index.as_ref());
        let first = match counted {
            Some((steps, index)) => self.counted(r, b, &steps, index, &answer, store.clone()),
            None => self.uncounted(r, b, index.as_ref(), &answer, store.clone()),
        };
        let (keep, kept) = index
            .as_ref()
            .map(|i| (i.keep.clone(), i.variables.clone()))
            .unwrap_or_default();
        let pushes = kept.iter().map(|v| Stmt::new(StmtKind::Push(v.clone())));
        let pops = kept.iter().rev().map(|v| Stmt::new(StmtKind::Pop(v.clone())));
        let forward = [upstream.forward, keep, first.forward, pushes.collect()].concat();
        let mut reverse: Block = pops.chain(first.reverse).collect();
        reverse.push(self.turns(r, b, index.as_ref(), &answer, store, load));
        reverse.push(self.runtime_call("adc_steps_end", vec![]));
        reverse.extend(upstream.reverse);
        Sweeps {
            forward,
            reverse,
            inside: first.inside,
        }
    }

    /// The forward sweep of a loop whose last iteration is known and recorded.
    fn counted(
        &mut self,
        r: &Region,
        b: &Binomial,
        steps: &Expr,
        index: &Index,
        answer: &Answer,
        store: Block,
    ) -> Sweeps {
        let mut out = Sweeps::default();
        out.forward.push(assign(steps.clone(), index.count.clone()));
        let counts = vec![steps.clone(), integer(&b.snapshots), integer(&b.disk)];
        out.forward.push(self.runtime_call("adc_steps_begin", counts));
        let ends = binary(BinaryOp::Or, answer.is(Action::Turn), answer.is(Action::Done));
        let advance = self.unrecorded(&b.ahead);
        let body = vec![
            self.ask("adc_steps_next", answer),
            Stmt::when(ends, Stmt::new(StmtKind::Exit(None))),
            Stmt::choice(vec![
                Arm::new(Some(answer.is(Action::Store)), store),
                Arm::new(None, index.before(index.at(&answer.step), advance)),
            ]),
        ];
        out.forward.push(in_region(&r.face.forward, vec![forever(body)]));
        if let Some(last) = &b.last {
            let last = self.sequence(last);
            out.inside = last.inside;
            let some = binary(BinaryOp::Gt, steps.clone(), int(0));
            let forward = index.before(index.last(steps), copy(last.forward));
            if !forward.is_empty() {
                out.forward.push(Stmt::guarded(some.clone(), forward));
            }
            let reverse = index.before(index.last(steps), last.reverse);
            out.reverse.extend(between_ranks(self, "adc_mpi_return_to_loop"));
            out.reverse.push(Stmt::new(StmtKind::Pop(steps.clone())));
            out.reverse.push(Stmt::guarded(some, reverse));
        }
        if b.counter.as_ref().is_some_and(|c| c.live) {
            out.forward.push(index.at(steps));
        }
        out.forward.push(Stmt::new(StmtKind::Push(steps.clone())));
        if b.last.is_some() {
            out.forward.extend(between_ranks(self, "adc_mpi_leave_loop"));
        }
        out
    }

    /// The forward sweep of any other loop: no iteration of it is recorded.
    fn uncounted(&mut self, r: &Region, b: &Binomial, index: Option<&Index>, answer: &Answer, store: Block) -> Sweeps {
        let mut out = Sweeps::default();
        let StmtKind::Do { control, .. } = &b.stmt.kind else {
            return out;
        };
        let mut control = control.clone();
        if let (DoControl::Count { lo, step, .. }, Some(i)) = (&mut control, index) {
            **lo = i.first.clone();
            *step = (int_value(&i.stride) != Some(1)).then(|| Box::new(i.stride.clone()));
        }
        let counts = vec![integer(&b.snapshots), integer(&b.disk)];
        out.forward.push(self.runtime_call("adc_steps_begin_online", counts));
        let mut body = vec![
            self.ask("adc_steps_arrive", answer),
            Stmt::guarded(answer.is(Action::Store), store),
        ];
        body.extend(self.unrecorded(&b.ahead));
        body.extend(b.exit.clone().map(|e| Stmt::when(e, Stmt::new(StmtKind::Exit(None)))));
        let whole = with_body(&b.stmt, control, body);
        out.forward.push(in_region(&r.face.forward, vec![whole]));
        out.forward.push(self.runtime_call("adc_steps_last", vec![]));
        out.forward.extend(between_ranks(self, "adc_mpi_leave_loop"));
        out.reverse.extend(between_ranks(self, "adc_mpi_return_to_loop"));
        out
    }

    /// The reverse sweep, from the first iteration that is not recorded yet.
    fn turns(
        &mut self,
        r: &Region,
        b: &Binomial,
        index: Option<&Index>,
        answer: &Answer,
        store: Block,
        load: Block,
    ) -> Stmt {
        let at_step = |block: Block| match index {
            Some(i) => i.before(i.at(&answer.step), block),
            None => block,
        };
        let advance = at_step(copy(self.unrecorded(&b.again)));
        let turn = self.sequence(&r.body);
        prove(&turn.forward, &turn.reverse);
        let turn = at_step([copy(turn.forward), turn.reverse].concat());
        let body = vec![
            self.ask("adc_steps_next", answer),
            Stmt::when(answer.is(Action::Done), Stmt::new(StmtKind::Exit(None))),
            Stmt::choice(vec![
                Arm::new(Some(answer.is(Action::Store)), store),
                Arm::new(Some(answer.is(Action::Restore)), load),
                Arm::new(Some(answer.is(Action::Advance)), advance),
                Arm::new(None, turn),
            ]),
        ];
        in_region(&r.face.forward, vec![forever(body)])
    }

    /// Statements of a plan without adjoints.
    fn unrecorded(&mut self, plan: &[Node]) -> Block {
        let sweeps = profile::without(self, |a| a.sequence(plan));
        prove(&sweeps.forward, &sweeps.reverse);
        sweeps.forward
    }

    fn ask(&mut self, name: &'static str, answer: &Answer) -> Stmt {
        self.runtime_call(name, vec![answer.action.clone(), answer.step.clone()])
    }

    /// The variables for the answers. One pair serves all loops: an answer is not read after the code that it selects.
    fn answer(&mut self) -> Answer {
        let (action, step) = match self.temps.schedule.clone() {
            Some(found) => found,
            None => (self.integer_variable("action"), self.integer_variable("step")),
        };
        self.temps.schedule = Some((action.clone(), step.clone()));
        Answer { action, step }
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
        // compilers warn of divisions of constants with a remainder
        let count = match int_const(&self.g.out, &count) {
            Some(n) => int(n.max(0)),
            None => intrinsic("max", vec![int(0), integer(&count)], Ty::Integer(4), 0),
        };
        let is_plain = self.g.is_plain_local(self.unit, c.var) && self.g.primal.units[self.unit].contains.is_empty();
        Index {
            var: var(self.g.primal, c.var),
            count,
            first,
            stride,
            keep,
            variables,
            is_plain,
        }
    }
}

impl Index {
    /// Sets the index to its value in iteration `k`, counted from zero.
    fn at(&self, k: &Expr) -> Stmt {
        let way = mul(k.clone(), self.stride.clone());
        assign(self.var.clone(), add(self.first.clone(), way))
    }

    /// Sets the index to its value in the last of `steps` iterations.
    fn last(&self, steps: &Expr) -> Stmt {
        match (int_value(&self.first), int_value(&self.stride)) {
            (Some(first), Some(1)) => assign(self.var.clone(), add(steps.clone(), int(first - 1))),
            _ => self.at(&sub(steps.clone(), int(1))),
        }
    }

    /// Puts the statement that sets the index before a block, unless the block does not use it.
    fn before(&self, set: Stmt, mut block: Block) -> Block {
        let mut used = !self.is_plain;
        walk_block_exprs(&block, &mut |e| used |= e.same(&self.var));
        if used {
            block.insert(0, set);
        }
        block
    }
}

impl Answer {
    fn is(&self, action: Action) -> Expr {
        binary(BinaryOp::Eq, self.action.clone(), int(action as i64))
    }
}

/// A call for ranks that exchange messages, if there are any: they compare their places in schedules.
fn between_ranks(adjoint: &mut Adjoint, name: &'static str) -> Option<Stmt> {
    let exchanges = adjoint.g.models.messages.is_some();
    exchanges.then(|| adjoint.runtime_call(name, vec![]))
}

fn forever(body: Block) -> Stmt {
    Stmt::new(StmtKind::Do {
        name: None,
        control: DoControl::Forever,
        body,
    })
}
