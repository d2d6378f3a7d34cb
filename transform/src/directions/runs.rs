//! Loops over directions, each around as many statements as possible.
//!
//! ```text
//! do dir                                           t = x*w
//!    td(dir) = w*xd(dir)                           do dir
//! end do                                              td = w*xd(dir)
//! t = x*w                                   →         yd(dir) = cos(t)*td
//! do dir                                           end do
//!    yd(dir) = cos(t)*td(dir)                      y = sin(t)
//! end do
//! y = sin(t)
//! ```
//!
//! Statements about values move before the statements about derivatives that wait for their loop. Then one loop
//! contains derivatives of many statements, and what lives in it stays in registers ([`super::alone`]).
//!
//! **Condition.** A statement moves if it mentions no derivative, calls nothing and does not jump, and writes no variable
//! that waiting statements read. A statement that writes memory with several names stays: a target, what a pointer
//! points at, variables in EQUIVALENCE.
//!
//! **Proof.** Waiting statements write derivatives only, which the moving one does not mention. So the two orders differ
//! only if a waiting statement reads what the moving one writes. It reads by names; memory that a pointer can reach has
//! the TARGET attribute, or is reached through a pointer. ∎

use super::carriers::{through_pointer, Carriers};
use super::writer::{Piece, Writer};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Puts loops over directions around the statements that need them.
pub(super) fn joined(w: &mut Writer, pieces: Vec<Piece>) -> Block {
    let mut out: Block = vec![];
    let mut waiting: Block = vec![];
    let mut reads: BTreeSet<SymbolId> = BTreeSet::new();
    for p in pieces {
        match p {
            Piece::PerDirection(s) => {
                if s.label.is_some() {
                    out.extend(around(w, std::mem::take(&mut waiting)));
                    reads.clear();
                }
                visit::walk_block_exprs(std::slice::from_ref(&s), &mut |e| {
                    if let ExprKind::Var(v) = e.kind {
                        reads.insert(v);
                    }
                });
                waiting.push(s);
            }
            Piece::Shared(mut s) => {
                match passes(w, &s, &reads) {
                    true => overtake(&mut s, &mut waiting),
                    false => {
                        out.extend(around(w, std::mem::take(&mut waiting)));
                        reads.clear();
                    }
                }
                out.push(s);
            }
        }
    }
    out.extend(around(w, waiting));
    out
}

/// The loop around statements.
pub(super) fn around(w: &mut Writer, mut body: Block) -> Option<Stmt> {
    // comments and a label stand before the loop
    let first = body.first_mut()?;
    let (lead, label) = (std::mem::take(&mut first.lead), first.label.take());
    Some(Stmt {
        lead,
        label,
        ..w.loop_over_directions(body)?
    })
}

/// A statement that moves to the front gets the comments there, and the label to which jumps lead.
fn overtake(s: &mut Stmt, waiting: &mut Block) {
    s.label = waiting.first_mut().and_then(|s| s.label.take());
    let mut lead: Vec<_> = waiting.iter_mut().flat_map(|s| std::mem::take(&mut s.lead)).collect();
    lead.append(&mut s.lead);
    s.lead = lead;
}

/// True for a statement that may run before those that wait.
fn passes(w: &Writer, s: &Stmt, reads: &BTreeSet<SymbolId>) -> bool {
    if reads.is_empty() || s.label.is_some() {
        return false;
    }
    let mut written = vec![];
    let program = &w.g.out;
    let has_one_name = |e: &Expr| {
        let Some(v) = e.base_symbol() else { return false };
        let is_aliased = program.symbols[v].variable().is_none_or(|x| x.attrs.target);
        !is_aliased && !through_pointer(program, e) && (!w.g.primal.symbols.contains(v) || w.g.is_alone(v))
    };
    let may_move = |e: &Expr| has_one_name(e) && e.base_symbol().is_some_and(|v| !reads.contains(&v));
    writes(w.carriers(), s, &mut written) && written.iter().all(may_move)
}

/// Adds the designators that a statement writes; false if it may have other effects.
fn writes(c: &Carriers, s: &Stmt, out: &mut Vec<Expr>) -> bool {
    let mut plain = true;
    visit::walk_block(std::slice::from_ref(s), &mut |s| {
        visit::stmt_exprs(&s.kind, &mut |e| plain &= !c.mentions(e) && !visit::has_call(e));
        match &s.kind {
            StmtKind::Assign { lhs, .. } | StmtKind::Pop(lhs) | StmtKind::PopControl { var: lhs, .. } => {
                out.push(lhs.clone());
            }
            StmtKind::Do {
                control: DoControl::Count { var, .. },
                ..
            } => out.push(expr(ExprKind::Var(*var), Ty::Integer(4), 0)),
            StmtKind::If { .. }
            | StmtKind::Select { .. }
            | StmtKind::Push(_)
            | StmtKind::PushControl { .. }
            | StmtKind::Comment(_)
            | StmtKind::Continue => {}
            _ => plain = false,
        }
    });
    plain
}
