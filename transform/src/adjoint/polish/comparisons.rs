//! Rewrites tests for the first or the last iteration of a loop in one spelling.
//!
//! ```text
//! ip = i + 1                               ip = i + 1
//! if (ip > n) ip = 1               →       if (i == n) ip = 1
//! if (i < n) then; A; else; B      →       if (i == n) then; B; else; A
//! ```
//!
//! While `first <= i <= last`, a comparison of `i + c` with a bound plus `k` is such a test for the following `d = k -
//! c`. A scalar that was set to `i + c` before counts as `i + c`.
//!
//! | | is the last | is not the last | is the first | is not the first |
//! |---|---|---|---|---|
//! | `i == b + d` | 0 | | 0 | |
//! | `i /= b + d` | | 0 | | 0 |
//! | `i > b + d` | -1 | | | 0 |
//! | `i >= b + d` | 0 | | | 1 |
//! | `i < b + d` | | 0 | 1 | |
//! | `i <= b + d` | | -1 | 0 | |

use super::peel::assignment;
use super::view::LoopView;
use crate::code::indices::{Range, Sum};
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::HashMap;

/// Rewrites the tests of a loop; `None` if nothing changes.
pub(super) fn spelled(s: &Stmt, program: &Program) -> Option<Stmt> {
    let view = LoopView::of(&s.kind, program)?;
    if !view.body.iter().any(|s| matches!(s.kind, StmtKind::If { .. })) {
        return None;
    }
    let body = view.body;
    let mut tests = Tests {
        view,
        offsets: HashMap::new(),
    };
    let mut changed = false;
    let body: Block = body
        .iter()
        .map(|s| {
            let new = tests.branch(s);
            changed |= new.is_some();
            tests.after(s);
            new.unwrap_or_else(|| s.clone())
        })
        .collect();
    let mut out = s.clone();
    if let StmtKind::Do { body: old, .. } = &mut out.kind {
        *old = body;
    }
    changed.then_some(out)
}

struct Tests<'l> {
    view: LoopView<'l>,
    /// Scalars that are the index plus a constant.
    offsets: HashMap<SymbolId, i64>,
}

impl Tests<'_> {
    /// Rewrites the tests of a branch, if they have another spelling.
    fn branch(&self, s: &Stmt) -> Option<Stmt> {
        let StmtKind::If { arms, .. } = &s.kind else {
            return None;
        };
        let mut s = s.clone();
        let StmtKind::If { arms: new, .. } = &mut s.kind else {
            return None;
        };
        let mut changed = false;
        for (k, a) in arms.iter().enumerate() {
            let Some((bound, is_it)) = a.cond.as_ref().and_then(|c| self.told(c)) else {
                continue;
            };
            let test = binary(BinaryOp::Eq, self.view.index.clone(), bound.clone());
            if is_it {
                changed |= a.cond.as_ref().is_some_and(|c| !c.same(&test));
                new[k].cond = Some(test);
                continue;
            }
            // the arms swapped, if there are only two
            let others = match &arms[k + 1..] {
                [] => None,
                [a] if a.cond.is_none() => Some(a),
                _ => continue,
            };
            new.truncate(k);
            new.push(Arm {
                cond: Some(test),
                body: others.map_or_else(Vec::new, |a| a.body.clone()),
                lead: others.map_or_else(Vec::new, |a| a.lead.clone()),
            });
            new.push(Arm {
                cond: None,
                ..a.clone()
            });
            changed = true;
            break;
        }
        if let StmtKind::If { arms, short, .. } = &mut s.kind {
            *short &= arms.len() == 1;
        }
        changed.then_some(s)
    }

    /// The bound at which a test selects an iteration, and the value of the test there.
    fn told(&self, test: &Expr) -> Option<(&Expr, bool)> {
        let ExprKind::Binary(op, a, b) = &test.kind else {
            return None;
        };
        let (op, c, b) = match (self.offset(a), self.offset(b)) {
            (Some(c), None) => (*op, c, b),
            (None, Some(c)) => (turned(*op)?, c, a),
            _ => return None,
        };
        let Range { first, last, .. } = self.view.range;
        let above = |bound: &Expr| {
            Sum::trailing(b.peel())
                .minus(&Sum::trailing(bound.peel()))?
                .checked_sub(c)
        };
        let at_last = match (op, above(last)) {
            (BinaryOp::Eq | BinaryOp::Ge, Some(0)) | (BinaryOp::Gt, Some(-1)) => Some(true),
            (BinaryOp::Ne | BinaryOp::Lt, Some(0)) | (BinaryOp::Le, Some(-1)) => Some(false),
            _ => None,
        };
        let at_first = match (op, above(first)) {
            (BinaryOp::Eq | BinaryOp::Le, Some(0)) | (BinaryOp::Lt, Some(1)) => Some(true),
            (BinaryOp::Ne | BinaryOp::Gt, Some(0)) | (BinaryOp::Ge, Some(1)) => Some(false),
            _ => None,
        };
        at_last.map(|is| (last, is)).or(at_first.map(|is| (first, is)))
    }

    /// The constant `c`, if an expression is the index plus `c`.
    fn offset(&self, e: &Expr) -> Option<i64> {
        let Sum { base, constant } = Sum::trailing(e.peel());
        let ExprKind::Var(v) = base?.kind else { return None };
        let of_base = match v == self.view.range.var {
            true => 0,
            false => *self.offsets.get(&v)?,
        };
        constant.checked_add(of_base)
    }

    /// Updates the known scalars after a statement.
    fn after(&mut self, s: &Stmt) {
        let set = assignment(s).filter(|(v, _)| is_name(s, *v));
        let offset = set.and_then(|(v, value)| Some((v, self.offset(value)?)));
        walk_block(std::slice::from_ref(s), &mut |s| {
            if let Some((v, _)) = assignment(s) {
                self.offsets.remove(&v);
            }
        });
        self.offsets.extend(offset);
    }
}

/// True for an assignment to a default integer by its name.
fn is_name(s: &Stmt, v: SymbolId) -> bool {
    matches!(&s.kind, StmtKind::Assign { lhs, rhs } if matches!(lhs.kind, ExprKind::Var(x) if x == v)
        && lhs.rank == 0 && lhs.ty == Ty::Integer(4) && rhs.ty == lhs.ty)
}

/// The comparison with its operands swapped.
fn turned(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq | BinaryOp::Ne => op,
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        _ => return None,
    })
}
