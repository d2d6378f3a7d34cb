//! Effects of statements other than writes of variables, for which the forward sweep must keep them.

use crate::code::io::{asks_length, is_output, outlives};
use crate::context::place::moved_by;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Procedures with such effects, by themselves or by a callee.
#[derive(Clone, Debug, Default)]
pub struct Observable {
    /// Those with effects other than output.
    pub(crate) acting: BTreeSet<UnitId>,
}

impl Observable {
    /// Finds them.
    pub fn find(program: &Program, calls: &adc_analysis::CallGraph) -> Observable {
        let does = |u: UnitId, s: &Stmt| {
            let moves = moved_by(program, s).into_iter().any(|m| outlives(program, u, m));
            moves || acts(program, s) && !is_output(&s.kind)
        };
        Observable {
            acting: calls.doing(program, &does),
        }
    }
}

/// True for a statement with such an effect, by itself or by a procedure that is not in the program.
pub(crate) fn acts(program: &Program, s: &Stmt) -> bool {
    let mut unknown = false;
    stmt_exprs(&s.kind, &mut |e| {
        walk_expr(e, &mut |x| {
            unknown |= match &x.kind {
                ExprKind::Call(c, _) => program.definition(c.proc).is_none(),
                ExprKind::Intrinsic(id, ..) => id.row().class == Class::Impure,
                _ => false,
            };
        });
    });
    unknown
        || match &s.kind {
            StmtKind::Io { .. } => !crate::code::io::is_internal(&s.kind) && !asks_length(&s.kind),
            StmtKind::Stop { .. } | StmtKind::Pause(_) => true,
            StmtKind::Model(m) => m.acts,
            StmtKind::Call { callee, .. } => program.definition(callee.proc).is_none(),
            StmtKind::CallIntrinsic { id, .. } => id.row().class == Class::Subroutine,
            _ => false,
        }
}
