//! Simplifies adjoints of scalars that live in one iteration.
//!
//! ```text
//! tb = 0
//! do i = n, 1, -1                do i = n, 1, -1
//!    tb = tb + 2*t*fb               tb = 2*t*fb
//!    xb(i) = xb(i) + a*tb    →      xb(i) = xb(i) + a*tb
//!    tb = 0                      end do
//! end do
//! ```
//!
//! Two analyses over the statements, which follow the structure of the sweep. The first runs forward and finds the
//! scalars that are zero, `Z`:
//!
//! ```text
//! v = 0          Z ∪ {v}                         v = v + e, v ∈ Z       becomes v = e
//! v%re = e       Z \ {v}, where e is not 0
//! other          Z \ {scalars that the statement mentions}
//! branch         the arms' intersection
//! loop           the greatest Z' ⊆ Z that the body keeps
//! loop with EXIT or CYCLE     Z \ {scalars that the loop mentions}
//! ```
//!
//! The second runs backward and finds the live scalars: those that are read before they are assigned to (none after the
//! sweep). Assignments to other scalars are removed. Where a statement jumps, those are live that are live where it
//! leads; for RETURN and named loops, all. Without the carried scalars, a compiler can vectorise the loop.

use super::nest::Nest;
use super::writes::added;
use adc_analysis::IdSet;
use adc_frontend::ir::visit::{ends_loop, has_call, has_jumps, jumps, stmt_exprs, walk_block_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::HashMap;
/// Sets are copied for each branch and loop, so they are bit sets.
pub(super) type Scalars = IdSet<SymbolId>;

/// The last state at the start of each loop, and the result. Loops are analysed until nothing changes, and so are inner
/// loops: without the memo the time would double with each level.
type Memo = HashMap<*const Stmt, (Scalars, Scalars)>;

/// Simplifies the assignments to scalars that only the sweep uses.
pub(super) fn simplify(own: &Scalars, sweep: &mut Block) {
    if own.is_empty() {
        return;
    }
    Zeros { own }.block(sweep, &mut Scalars::new(), true, &mut Memo::new());
    Unread { own }.simplify(sweep, &mut Scalars::new());
}

/// The scalar that a statement assigns to, and the value.
fn assigned<'s>(own: &Scalars, s: &'s Stmt) -> Option<(SymbolId, &'s Expr)> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    match lhs.kind {
        ExprKind::Var(v) if own.contains(v) => Some((v, rhs)),
        _ => None,
    }
}

/// Scalars that a statement mentions, its blocks excepted.
fn mentioned(own: &Scalars, s: &StmtKind, f: &mut dyn FnMut(SymbolId)) {
    stmt_exprs(s, &mut |e| {
        walk_expr(e, &mut |x| {
            if let ExprKind::Var(v) = x.kind {
                if own.contains(v) {
                    f(v);
                }
            }
        });
    });
}

/// Scalars that a statement mentions, its blocks included.
fn mentioned_inside(own: &Scalars, s: &Stmt, f: &mut dyn FnMut(SymbolId)) {
    walk_block_exprs(std::slice::from_ref(s), &mut |x| {
        if let ExprKind::Var(v) = x.kind {
            if own.contains(v) {
                f(v);
            }
        }
    });
}

/// Finds the scalars that are zero.
struct Zeros<'o> {
    own: &'o Scalars,
}

impl Zeros<'_> {
    /// `zero`: on entry, before the block; on exit, after it. `rewrites`: increments of zero become assignments.
    fn block(&self, block: &mut Block, zero: &mut Scalars, rewrites: bool, memo: &mut Memo) {
        for s in block {
            self.statement(s, zero, rewrites, memo);
        }
    }

    fn statement(&self, s: &mut Stmt, zero: &mut Scalars, rewrites: bool, memo: &mut Memo) {
        let place = std::ptr::from_ref(s);
        if let Some((v, rhs)) = assigned(self.own, s) {
            if is_zero(rhs) {
                zero.insert(v);
                return;
            }
            let was_zero = zero.remove(v);
            if let (true, StmtKind::Assign { lhs, rhs }) = (rewrites && was_zero, &mut s.kind) {
                let increment = added(lhs, rhs).map(|(op, amount)| match op {
                    BinaryOp::Sub => neg(amount.clone()),
                    _ => amount.clone(),
                });
                increment.into_iter().for_each(|e| *rhs = e);
            }
            return;
        }
        match &mut s.kind {
            // calls in an expression cannot see the scalars, and an expression changes only scalars passed as arguments
            StmtKind::Assign { lhs, rhs } if !has_call(lhs) && !has_call(rhs) => {
                // `v%re = e`
                if let (Some(v), false) = (lhs.base_symbol(), is_zero(rhs)) {
                    zero.remove(v);
                }
            }
            StmtKind::If { arms, .. } => {
                let mut after: Option<Scalars> = arms.iter().all(|a| a.cond.is_some()).then(|| zero.clone());
                for a in arms {
                    let mut inside = zero.clone();
                    self.block(&mut a.body, &mut inside, rewrites, memo);
                    after = Some(match after {
                        Some(mut b) => {
                            b.intersect_with(&inside);
                            b
                        }
                        None => inside,
                    });
                }
                *zero = after.unwrap_or_default();
            }
            StmtKind::Do { body, .. } if has_jumps(body) => {
                walk_block_exprs(body, &mut |e| {
                    e.base_symbol().into_iter().for_each(|v| {
                        zero.remove(v);
                    });
                });
                self.block(body, &mut zero.clone(), rewrites, memo);
            }
            StmtKind::Do { body, .. } => {
                if let Some((_, after)) = memo.get(&place).filter(|m| !rewrites && m.0 == *zero) {
                    *zero = after.clone();
                    return;
                }
                let before = zero.clone();
                let mut own = Memo::new();
                let known = if rewrites { &mut own } else { &mut *memo };
                loop {
                    let mut inside = zero.clone();
                    self.block(body, &mut inside, false, known);
                    if !zero.intersect_with(&inside) {
                        break;
                    }
                }
                match rewrites {
                    true => self.block(body, &mut zero.clone(), true, memo),
                    false => {
                        memo.insert(place, (before, zero.clone()));
                    }
                }
            }
            StmtKind::Directed { body, .. } => self.block(body, zero, rewrites, memo),
            _ => mentioned_inside(self.own, s, &mut |v| {
                zero.remove(v);
            }),
        }
    }
}

fn is_branch(s: &Stmt) -> bool {
    s.label.is_none() && matches!(s.kind, StmtKind::If { .. })
}

/// True for a branch without effect, whatever its tests yield.
fn is_empty(s: &Stmt) -> bool {
    let StmtKind::If { arms, .. } = &s.kind else {
        return false;
    };
    arms.iter()
        .all(|a| a.body.is_empty() && !a.cond.as_ref().is_some_and(has_call))
}

/// The scalars that are live where unnamed EXIT and CYCLE lead.
#[derive(Default)]
struct Ends {
    exit: Option<Scalars>,
    cycle: Option<Scalars>,
}

/// Finds the values of scalars that nothing reads.
pub(super) struct Unread<'o> {
    /// The scalars considered: only the sweep reads them.
    pub own: &'o Scalars,
}

impl Unread<'_> {
    /// True for a scalar that is not live.
    pub fn of(&self, v: SymbolId, live: &Scalars) -> bool {
        self.own.contains(v) && !live.contains(v)
    }

    /// Replaces each loop by the result of `f`, inner loops first; `f` receives the loops around it, and the scalars
    /// that are live after it. `live`: on entry, after the block; on exit, before it.
    pub fn rewrite(
        &self,
        block: &mut Block,
        nest: &Nest,
        live: &mut Scalars,
        f: &mut dyn FnMut(Stmt, &Nest, &Scalars) -> Block,
    ) {
        self.rewrite_inside(block, nest, live, &Ends::default(), f);
    }

    fn rewrite_inside(
        &self,
        block: &mut Block,
        nest: &Nest,
        live: &mut Scalars,
        ends: &Ends,
        f: &mut dyn FnMut(Stmt, &Nest, &Scalars) -> Block,
    ) {
        let mut all = vec![];
        for mut s in std::mem::take(block).into_iter().rev() {
            let mut holds = false;
            s.kind.for_each_block(&mut |b| holds |= !b.is_empty());
            let is_loop = matches!(s.kind, StmtKind::Do { .. });
            if !holds && !is_loop {
                self.look(&s, live, ends, &mut Memo::new());
                all.push(vec![s]);
                continue;
            }
            let after = live.clone();
            self.look(&s, live, ends, &mut Memo::new());
            let mut inside = after.clone();
            if !matches!(s.kind, StmtKind::If { .. }) {
                // live in the next iteration
                inside.union_with(live);
            }
            let inner = nest.inside(&s);
            let own = is_loop.then(|| Ends {
                exit: Some(after.clone()),
                cycle: Some(inside.clone()),
            });
            let ends = own.as_ref().unwrap_or(ends);
            s.kind
                .for_each_block_mut(&mut |b| self.rewrite_inside(b, &inner, &mut inside.clone(), ends, f));
            all.push(if is_loop { f(s, nest, &after) } else { vec![s] });
        }
        block.extend(all.into_iter().rev().flatten());
    }

    /// Removes assignments to scalars that are not live. `live`: on entry, after the block; on exit, before it.
    pub fn simplify(&self, block: &mut Block, live: &mut Scalars) {
        self.simplify_block(block, live, &Ends::default());
    }

    fn simplify_block(&self, block: &mut Block, live: &mut Scalars, ends: &Ends) {
        let mut kept = vec![];
        for mut s in std::mem::take(block).into_iter().rev() {
            if self.is_dead(&s, live) {
                continue;
            }
            let after = is_branch(&s).then(|| live.clone());
            self.simplify_inside(&mut s, live, ends);
            match after {
                // an empty branch: its tests need nothing
                Some(after) if is_empty(&s) => *live = after,
                _ => kept.push(s),
            }
        }
        kept.reverse();
        *block = kept;
    }

    fn simplify_inside(&self, s: &mut Stmt, live: &mut Scalars, ends: &Ends) {
        match &mut s.kind {
            StmtKind::If { arms, .. } => {
                let after = live.clone();
                if arms.iter().any(|a| a.cond.is_none()) {
                    *live = Scalars::new();
                }
                for a in arms.iter_mut() {
                    let mut inside = after.clone();
                    self.simplify_block(&mut a.body, &mut inside, ends);
                    live.union_with(&inside);
                }
            }
            StmtKind::Do { body, control, .. } => {
                let exit = Some(live.clone());
                self.around(body, control, live, &mut Memo::new());
                let cycle = Some(live.clone());
                self.simplify_block(body, &mut live.clone(), &Ends { exit, cycle });
            }
            StmtKind::Directed { body, .. } => self.simplify_block(body, live, ends),
            _ => return self.look(s, live, ends, &mut Memo::new()),
        }
        mentioned(self.own, &s.kind, &mut |v| {
            live.insert(v);
        });
    }

    /// True for an assignment to a scalar that nothing reads.
    fn is_dead(&self, s: &Stmt, live: &Scalars) -> bool {
        matches!(assigned(self.own, s), Some((v, rhs)) if !live.contains(v) && !has_call(rhs))
    }

    /// `live`: on entry, after the statements; on exit, before them.
    pub fn before(&self, block: &[Stmt], live: &mut Scalars) {
        self.look_at(block, live, &Ends::default(), &mut Memo::new());
    }

    /// `live`: on entry, after the statement; on exit, before it.
    pub fn statement(&self, s: &Stmt, live: &mut Scalars) {
        self.look(s, live, &Ends::default(), &mut Memo::new());
    }

    fn look_at(&self, block: &[Stmt], live: &mut Scalars, ends: &Ends, memo: &mut Memo) {
        for s in block.iter().rev() {
            if !self.is_dead(s, live) {
                self.look(s, live, ends, memo);
            }
        }
    }

    fn look(&self, s: &Stmt, live: &mut Scalars, ends: &Ends, memo: &mut Memo) {
        if let Some((v, rhs)) = assigned(self.own, s) {
            live.remove(v);
            self.reads(rhs, live);
            return;
        }
        match &s.kind {
            StmtKind::If { arms, .. } => {
                let after = live.clone();
                if arms.iter().any(|a| a.cond.is_none()) {
                    *live = Scalars::new();
                }
                for a in arms {
                    let mut inside = after.clone();
                    self.look_at(&a.body, &mut inside, ends, memo);
                    live.union_with(&inside);
                }
            }
            StmtKind::Do { body, control, .. } => {
                let place = std::ptr::from_ref(s);
                if let Some((_, before)) = memo.get(&place).filter(|m| m.0 == *live) {
                    *live = before.clone();
                } else {
                    let after = live.clone();
                    self.around(body, control, live, memo);
                    memo.insert(place, (after, live.clone()));
                }
            }
            StmtKind::Directed { body, .. } => self.look_at(body, live, ends, memo),
            StmtKind::Exit(None) => *live = ends.exit.as_ref().unwrap_or(self.own).clone(),
            StmtKind::Cycle(None) => *live = ends.cycle.as_ref().unwrap_or(self.own).clone(),
            jump if jumps(jump) || ends_loop(jump) => *live = self.own.clone(),
            _ => mentioned_inside(self.own, s, &mut |v| {
                live.insert(v);
            }),
        }
        mentioned(self.own, &s.kind, &mut |v| {
            live.insert(v);
        });
    }

    /// `live`: on entry, after a loop; on exit, after each of its iterations.
    fn around(&self, body: &[Stmt], control: &DoControl, live: &mut Scalars, memo: &mut Memo) {
        let exit = live.clone();
        match control {
            // the loop sets its index
            DoControl::Count { var, .. } => {
                live.remove(*var);
            }
            // each iteration ends before a test
            DoControl::While(test) => self.reads(test, live),
            _ => {}
        }
        let mut ends = Ends {
            exit: Some(exit),
            cycle: None,
        };
        loop {
            let mut inside = live.clone();
            ends.cycle = Some(inside.clone());
            self.look_at(body, &mut inside, &ends, memo);
            if let DoControl::Count { var, .. } = control {
                inside.remove(*var);
            }
            if !live.union_with(&inside) {
                break;
            }
        }
    }

    fn reads(&self, e: &Expr, live: &mut Scalars) {
        walk_expr(e, &mut |x| {
            if let ExprKind::Var(v) = x.kind {
                if self.own.contains(v) {
                    live.insert(v);
                }
            }
        });
    }
}
