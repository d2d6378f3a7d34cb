//! Variables that plain statements assign to.

use adc_frontend::ir::visit::{has_call, mentions, stmt_exprs, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Variables in assignments, and in branches that contain nothing else.
pub(super) struct Writes {
    assigned: BTreeSet<SymbolId>,
    mentioned: BTreeSet<SymbolId>,
}

impl Writes {
    /// `None` for statements with other effects: calls, loops, accesses of the tape.
    pub(super) fn of(s: &Stmt) -> Option<Writes> {
        let mut out = Writes {
            assigned: BTreeSet::new(),
            mentioned: BTreeSet::new(),
        };
        let mut plain = true;
        walk_block(std::slice::from_ref(s), &mut |s| {
            match &s.kind {
                StmtKind::Assign { lhs, .. } => out.assigned.extend(lhs.base_symbol()),
                StmtKind::If { .. } | StmtKind::Comment(_) => {}
                _ => plain = false,
            }
            stmt_exprs(&s.kind, &mut |e| {
                plain &= !has_call(e);
                walk_expr(e, &mut |x| {
                    if let ExprKind::Var(v) = x.kind {
                        out.mentioned.insert(v);
                    }
                });
            });
        });
        plain.then_some(out)
    }

    pub(super) fn assigns(&self, v: SymbolId) -> bool {
        self.assigned.contains(&v)
    }

    pub(super) fn mentions(&self, v: SymbolId) -> bool {
        self.mentioned.contains(&v)
    }

    /// The variables that are assigned to, in whole or in part.
    pub(super) fn assigned(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.assigned.iter().copied()
    }
}

/// True for a scalar that assignments, also in loops, only add to.
pub(super) fn is_sum(block: &[Stmt], v: SymbolId) -> bool {
    let reads = |e: &Expr| mentions(e, &|x| x == v);
    block.iter().all(|s| {
        if let StmtKind::Do { body, .. } = &s.kind {
            return is_sum(body, v);
        }
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return false;
        };
        match matches!(lhs.kind, ExprKind::Var(x) if x == v) {
            true => added(lhs, rhs).is_some(),
            false => !reads(lhs) && !reads(rhs),
        }
    })
}

/// `array(subs) = array(subs) + amount`, or minus.
pub(super) struct Increment<'s> {
    pub array: SymbolId,
    pub element: &'s Expr,
    pub op: BinaryOp,
    pub amount: &'s Expr,
}

/// Returns the increment of an element, if a statement is one.
pub(super) fn increment(s: &Stmt) -> Option<Increment<'_>> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let ExprKind::Index(base, _) = &lhs.kind else {
        return None;
    };
    let ExprKind::Var(array) = base.kind else { return None };
    let (op, amount) = added(lhs, rhs)?;
    (lhs.rank == 0 && amount.ty == lhs.ty).then_some(Increment {
        array,
        element: lhs,
        op,
        amount,
    })
}

/// The operator and the amount of `target = target + amount`, or minus, if the amount does not mention the variable.
pub(in crate::adjoint) fn added<'e>(target: &Expr, rhs: &'e Expr) -> Option<(BinaryOp, &'e Expr)> {
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), before, amount) = &rhs.kind else {
        return None;
    };
    let own = target.base_symbol()?;
    (before.same(target) && !mentions(amount, &|v| v == own)).then_some((*op, amount))
}
