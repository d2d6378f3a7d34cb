//! Expensive functions that a statement and its partial derivatives share, evaluated once.
//!
//! ```text
//! partial = exp(-u)               expv = exp(-u)
//! y = 1.0/(1.0 + exp(-u))    →    partial = expv
//!                                 y = 1.0/(1.0 + expv)
//! ```
//!
//! The normal form of adjoints may have put `expv = exp(-u)` in front already, for the plan ([`crate::normalize`]'s
//! `subexpressions`); then this variable is read. No other statement names such a variable, so its value is that of the
//! function up to the next statement.
//!
//! Ignored: functions that several statements compute.

use crate::normalize::subexpressions::{is_dear, variable_for};
use crate::normalize::temps::Temps;
use adc_frontend::ir::*;
use std::collections::{BTreeSet, HashMap};

/// Variables that hold a function, in front of the statement.
pub(super) type Holders = Vec<(Expr, Expr)>;

/// Shares functions among the statements before an assignment, which assign to variables that nothing else reads, and
/// its right side. New holders come first.
pub(super) fn share(temps: &mut Temps, before: &mut Block, rhs: &mut Expr, holders: &Holders) {
    let mut found: ExprMap<usize> = ExprMap::default();
    let mut order: Vec<Expr> = vec![];
    let mut count = |e: &Expr| {
        functions(e, &mut |f| {
            let known = found.get(f).copied().unwrap_or(0);
            found.insert(f, known + 1);
            if known == 0 {
                order.push(f.clone());
            }
        });
    };
    for s in before.iter() {
        visit::stmt_exprs(&s.kind, &mut |e| count(e));
    }
    count(rhs);
    let is_held = |f: &Expr| holders.iter().any(|h| h.1.same(f));
    order.retain(|f| is_held(f) || found.get(f).is_some_and(|n| *n > 1));
    let mut made: Holders = vec![];
    let mut front = vec![];
    for f in order {
        let mut value = f.clone();
        replace(&mut value, &made);
        let variable = match holders.iter().find(|h| h.1.same(&f)) {
            Some((variable, _)) => variable.clone(),
            None => {
                let holding = holding(temps, before, &f);
                front.push(assign(holding.clone(), value.clone()));
                holding
            }
        };
        made.push((variable, value));
    }
    for s in before.iter_mut() {
        visit::stmt_exprs_mut(&mut s.kind, &mut |e| replace(e, &made));
    }
    replace(rhs, &made);
    drop_unread(&mut front, before, rhs);
    before.splice(0..0, front);
}

/// Drops holders that nothing reads: those of functions inside functions that are held.
fn drop_unread(front: &mut Block, before: &Block, rhs: &Expr) {
    let reads = |e: &Expr, v: SymbolId| visit::mentions(e, &|s| s == v);
    for k in (0..front.len()).rev() {
        let StmtKind::Assign { lhs, .. } = &front[k].kind else {
            continue;
        };
        let Some(v) = lhs.base_symbol() else { continue };
        let mut is_read = reads(rhs, v);
        for s in front[k + 1..].iter().chain(before) {
            visit::stmt_exprs(&s.kind, &mut |e| is_read |= reads(e, v));
        }
        if !is_read {
            front.remove(k);
        }
    }
}

/// Lets variables that are copies of holders, `partial = expv`, be these. `own`: variables of preaccumulation and
/// holders that only it reads.
pub(super) fn merge_copies(block: &mut Block, own: &BTreeSet<SymbolId>) {
    let mut assigned: HashMap<SymbolId, usize> = HashMap::new();
    let mut copies: HashMap<SymbolId, Expr> = HashMap::new();
    visit::walk_block(block, &mut |s| {
        let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
        let ExprKind::Var(v) = lhs.kind else { return };
        *assigned.entry(v).or_default() += 1;
        if matches!(rhs.kind, ExprKind::Var(of) if own.contains(&v) && own.contains(&of)) {
            copies.insert(v, rhs.clone());
        }
    });
    let is_once = |s: &SymbolId| assigned.get(s) == Some(&1);
    copies.retain(|v, of| is_once(v) && of.base_symbol().as_ref().is_some_and(is_once));
    if copies.is_empty() {
        return;
    }
    let is_copy = |s: &Stmt| {
        let StmtKind::Assign { lhs, .. } = &s.kind else {
            return false;
        };
        matches!(lhs.kind, ExprKind::Var(v) if copies.contains_key(&v))
    };
    visit::retain_statements(block, &|s| !is_copy(s));
    visit::rewrite_block_exprs(block, &mut |e| {
        while let ExprKind::Var(v) = e.kind {
            let Some(of) = copies.get(&v) else { break };
            *e = of.clone();
        }
    });
}

/// A variable for the value of a function: that of the statement that assigns it, which is dropped, or a new one.
fn holding(temps: &mut Temps, before: &mut Block, f: &Expr) -> Expr {
    let assigns = |s: &Stmt| matches!(&s.kind, StmtKind::Assign { rhs, .. } if rhs.same(f));
    if let Some(k) = before.iter().position(assigns) {
        if let StmtKind::Assign { lhs, .. } = before.remove(k).kind {
            return lhs;
        }
    }
    variable_for(temps, f)
}

/// The expensive functions in an expression, inner ones first.
fn functions(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    visit::subexprs(e, &mut |x| functions(x, f));
    if is_dear(e) {
        f(e);
    }
}

/// Replaces functions by their variables, inner ones first.
fn replace(e: &mut Expr, made: &Holders) {
    visit::rewrite_expr(e, &mut |x| {
        if let Some((variable, _)) = made.iter().find(|m| m.1.same(x)) {
            *x = variable.clone();
        }
    });
}
