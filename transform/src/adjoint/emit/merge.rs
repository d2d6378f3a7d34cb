//! Merges two statements into one: a shadow is set to zero, and a later statement of the same block sets or increments
//! it.
//!
//! ```text
//! xb = 0;  xb = 0        →  xb = 0
//! xb = 0;  xb = xb + e   →  xb = e
//! ```
//!
//! Statements between the two must not mention the variable, if the whole variable is set to zero. A zero of a part
//! must stand directly before. Variables that share memory are left alone.

use super::super::polish::added;
use super::super::Adjoint;
use adc_frontend::ir::visit::{stmt_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

impl Adjoint<'_, '_> {
    /// Merges zeros into later statements, also inside constructs.
    pub(super) fn merged_zeros(&self, block: Block) -> Block {
        let mut out: Vec<Option<Stmt>> = vec![];
        // by variable: the place where it was set to zero, if it has not been mentioned since
        let mut zeros: BTreeMap<SymbolId, usize> = BTreeMap::new();
        // the variable among them of which only a part is zero
        let mut part: Option<SymbolId> = None;
        for mut s in block {
            s.kind
                .for_each_block_mut(&mut |b| *b = self.merged_zeros(std::mem::take(b)));
            let merged = match &s.kind {
                StmtKind::Assign { lhs, rhs } => lhs.base_symbol().and_then(|base| {
                    let &k = zeros.get(&base)?;
                    let zero = out.get(k)?.as_ref()?;
                    Some((k, with_zero(zero, lhs, rhs)?))
                }),
                _ => None,
            };
            if let (Some((k, value)), StmtKind::Assign { rhs, .. }) = (merged, &mut s.kind) {
                out[k] = None;
                *rhs = value;
            }
            let is_simple = matches!(
                s.kind,
                StmtKind::Assign { .. } | StmtKind::Pop(_) | StmtKind::PopControl { .. } | StmtKind::Comment(_)
            );
            if !is_simple {
                zeros.clear();
            }
            stmt_exprs(&s.kind, &mut |e| {
                walk_expr(e, &mut |x| {
                    if let ExprKind::Var(v) = x.kind {
                        zeros.remove(&v);
                    }
                });
            });
            // the same designator may be another part later
            if let Some(v) = part.take() {
                zeros.remove(&v);
            }
            let generated = s.lead.is_empty() && s.trail.is_none() && s.label.is_none();
            if let StmtKind::Assign { lhs, rhs } = &s.kind {
                if let Some(base) = lhs.base_symbol().filter(|_| generated && is_zero(rhs)) {
                    if self.is_unshared(base) {
                        zeros.insert(base, out.len());
                        part = (!sets_all(&s)).then_some(base);
                    }
                }
            }
            out.push(Some(s));
        }
        out.into_iter().flatten().collect()
    }

    /// True for a shadow whose memory has no other name.
    fn is_unshared(&self, shadow: SymbolId) -> bool {
        self.g.primals.get(&shadow).is_some_and(|&p| self.g.is_alone(p))
    }
}

/// True for an assignment to a whole variable.
fn sets_all(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Assign { lhs, .. } if matches!(lhs.kind, ExprKind::Var(_)))
}

/// The value that `lhs = rhs` assigns if `zero`, the last statement before it that mentions its variable, is removed;
/// `None` if it cannot be.
fn with_zero(zero: &Stmt, lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let StmtKind::Assign { lhs: zeroed, .. } = &zero.kind else {
        return None;
    };
    match added(lhs, rhs) {
        _ if !zeroed.same(lhs) => None,
        _ if is_zero(rhs) => Some(rhs.clone()),
        Some((BinaryOp::Add, amount)) => Some(amount.clone()),
        _ => None,
    }
}
