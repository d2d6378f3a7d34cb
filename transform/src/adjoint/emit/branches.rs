//! Branches in both sweeps.

use super::*;
use crate::adjoint::plan::branches::{again, with_bodies, without_idle_end};

impl Adjoint<'_, '_> {
    pub(super) fn branch(&mut self, b: &Branch) -> Sweeps {
        let arms = self.in_arms(&b.arms, |a, nodes| a.sequence(nodes));
        let has_reverse = arms.iter().any(|a| !a.reverse.is_empty());
        let mut forward: Vec<Block> = vec![];
        let mut reverse: Vec<Block> = vec![];
        let mut inside = vec![];
        for a in arms {
            inside.extend(a.inside);
            forward.push(a.forward);
            reverse.push(a.reverse);
        }
        if !has_reverse || b.again {
            let mut out = Sweeps {
                inside,
                ..Sweeps::default()
            };
            if b.live {
                let mut run = with_bodies(&b.stmt, forward, None);
                if !b.is_observable {
                    without_idle_end(&mut run);
                }
                out.forward.push(run);
            }
            if has_reverse {
                out.reverse.push(again(&b.stmt, reverse));
            }
            return out;
        }
        if b.turns {
            let in_arm = |(f, b): (Block, Block)| {
                prove(&f, &b);
                [f, b].concat()
            };
            let both = forward.into_iter().zip(reverse).map(in_arm).collect();
            let mut run = with_bodies(&b.stmt, both, None);
            without_idle_end(&mut run);
            return Sweeps {
                reverse: vec![run],
                inside,
                ..Sweeps::default()
            };
        }
        // one number for each arm, and one for the case that no arm runs
        let count = forward.len() + usize::from(!b.total);
        let bits = (usize::BITS - (count - 1).leading_zeros()).max(1) as u8;
        let control = |k: usize| Stmt::new(StmtKind::PushControl { value: k as u32, bits });
        for (k, f) in forward.iter_mut().enumerate() {
            f.push(control(k));
        }
        let mut none = (!b.total).then(|| vec![control(count - 1)]);
        let branch = self.branch_variable(b.slot.is_some_and(|s| s.loops == 0));
        let mut out = vec![Stmt::new(StmtKind::PopControl {
            var: branch.clone(),
            bits,
        })];
        if let Some(slot) = b.slot {
            let numbers = forward
                .iter_mut()
                .filter_map(|f| f.last_mut())
                .chain(none.iter_mut().flatten());
            self.pair_of_branch(slot, bits, numbers, &mut out);
        }
        out.extend(dispatch(&branch, reverse, b.total));
        Sweeps {
            forward: vec![with_bodies(&b.stmt, forward, none)],
            reverse: out,
            inside,
        }
    }

    /// A variable for the number of a branch: one for all that are popped, or one of its own for a branch.
    pub(super) fn branch_variable(&mut self, own: bool) -> Expr {
        if let Some(b) = self.temps.branch.as_ref().filter(|_| !own) {
            return b.clone();
        }
        let b = self
            .g
            .local(self.derivative, "branch", DeclType::plain(Ty::Integer(4)), 0);
        if !own {
            self.temps.branch = Some(b.clone());
        }
        b
    }
}

/// `IF (branch == 0) ... ELSE IF (branch == 1) ...` over the arms that have a reverse part.
pub(super) fn dispatch(branch: &Expr, bodies: Vec<Block>, total: bool) -> Block {
    let count = bodies.len();
    let mut arms: Vec<Arm> = vec![];
    let all = total && bodies.iter().all(|b| !b.is_empty());
    for (k, body) in bodies.into_iter().enumerate() {
        if body.is_empty() {
            continue;
        }
        let last = all && k + 1 == count && k > 0;
        let cond = (!last).then(|| binary(BinaryOp::Eq, branch.clone(), int(k as i64)));
        arms.push(Arm::new(cond, body));
    }
    if arms.is_empty() {
        return vec![];
    }
    vec![Stmt::choice(arms)]
}
