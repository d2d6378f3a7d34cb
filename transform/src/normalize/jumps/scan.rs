//! Finds the jumps of a list of statements, and simplifies lists and arms.

use super::*;

pub(super) fn is_jump(s: &Stmt) -> bool {
    matches!(
        s.kind,
        StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Goto(_) | StmtKind::Return(_)
    )
}

pub(super) fn has_jump(block: &[Stmt]) -> bool {
    block.iter().any(|s| {
        let mut found = is_jump(s);
        s.kind.for_each_block(&mut |b| found |= has_jump(b));
        found
    })
}

/// Checks whether control never reaches the end of a block.
pub(super) fn always_jumps(block: &[Stmt]) -> bool {
    match block.last() {
        None => false,
        Some(s) if is_jump(s) || matches!(s.kind, StmtKind::Stop { .. }) => true,
        Some(Stmt {
            kind: StmtKind::If { arms, .. },
            ..
        }) => arms.last().is_some_and(|a| a.cond.is_none()) && arms.iter().all(|a| always_jumps(&a.body)),
        _ => false,
    }
}

/// Labels that statements of the block, nested ones included, jump to.
pub(super) fn goto_targets(block: &[Stmt], out: &mut IndexSet<u32>) {
    for s in block {
        if let StmtKind::Goto(l) = s.kind {
            out.insert(l);
        }
        s.kind.for_each_block(&mut |b| goto_targets(b, out));
    }
}

/// Drops resets of flags that are reset before the whole block. Resets in loops stay, since an earlier iteration may
/// have set the flag.
pub(super) fn drop_resets(block: &mut Block, flags: &[SymbolId]) {
    block.retain(|s| match &s.kind {
        StmtKind::Assign { lhs, rhs } => {
            let is_flag = matches!(lhs.kind, ExprKind::Var(v) if flags.contains(&v));
            !(is_flag && matches!(&rhs.kind, ExprKind::Logical(t) if t == ".false."))
        }
        _ => true,
    });
    for s in block {
        if !matches!(s.kind, StmtKind::Do { .. }) {
            s.kind.for_each_block_mut(&mut |b| drop_resets(b, flags));
        }
    }
}

pub(super) fn drop_labels(block: &mut Block) {
    for s in block {
        // FORMATs keep their labels: output statements refer to them
        if !matches!(s.kind, StmtKind::Format(_)) {
            s.label = None;
        }
        s.kind.for_each_block_mut(&mut drop_labels);
    }
}

/// Replaces `IF (c) THEN; ELSE; rest` by the clearer `IF (.NOT. c) THEN; rest`.
pub(super) fn tidy(mut arms: Vec<Arm>) -> Vec<Arm> {
    if let [first, second] = arms.as_mut_slice() {
        if first.body.is_empty() && second.cond.is_none() {
            let cond = first.cond.take().map(negate);
            let second = std::mem::take(&mut second.body);
            return vec![Arm {
                cond,
                body: second,
                lead: vec![],
            }];
        }
    }
    if arms.len() > 1 && arms.last().is_some_and(|a| a.cond.is_none() && a.body.is_empty()) {
        arms.pop();
    }
    arms
}

pub(super) fn negate(cond: Expr) -> Expr {
    let flip = |op| match op {
        BinaryOp::Eq => Some(BinaryOp::Ne),
        BinaryOp::Ne => Some(BinaryOp::Eq),
        // not for `<` and similar operators: with a NaN both a test and its complement are false
        _ => None,
    };
    match cond.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => *inner,
        ExprKind::Binary(op, a, b) if flip(op).is_some() => binary(flip(op).unwrap_or(op), *a, *b),
        kind => not(Expr { kind, ..cond }),
    }
}
