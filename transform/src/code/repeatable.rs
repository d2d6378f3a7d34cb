//! Procedures and statements whose second run may have other effects: input, random numbers, the time.

use crate::code::io::{asks_length, gives_unit_away, is_internal, is_output};
use crate::code::reread::Reread;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Procedures whose second run may have other effects than the first.
#[derive(Clone, Debug, Default)]
pub struct Repeatable {
    pub(crate) not: BTreeSet<UnitId>,
    /// Those of them that do nothing of that kind but exchange messages.
    pub(crate) only_exchange: BTreeSet<UnitId>,
}

impl Repeatable {
    /// True for a procedure whose second run has the same effect as the first.
    pub fn does_the_same(&self, unit: UnitId) -> bool {
        !self.not.contains(&unit)
    }

    /// Finds them. `unknown`: procedures that may have effects other than writes of variables that can be saved;
    /// `exchanges`: those of them whose effects are messages.
    pub fn find(
        program: &Program,
        calls: &adc_analysis::CallGraph,
        reread: &Reread,
        unknown: &dyn Fn(UnitId) -> bool,
        exchanges: &dyn Fn(UnitId) -> bool,
    ) -> Repeatable {
        let by_itself = |u: UnitId, s: &Stmt| changing(program, u, s, reread.repeats(program, u, &s.kind)).is_some();
        let not = calls.doing(program, &|u, s| unknown(u) || by_itself(u, s));
        let others = calls.doing(program, &|u, s| unknown(u) && !exchanges(u) || by_itself(u, s));
        Repeatable {
            only_exchange: not.difference(&others).copied().collect(),
            not,
        }
    }
}

/// The part of a statement, without its blocks, that may have another effect in the next run. `rereads`: input has the
/// same effect.
pub(crate) fn changing(program: &Program, unit: UnitId, s: &Stmt, rereads: bool) -> Option<(String, Span)> {
    let mut found = match &s.kind {
        StmtKind::Io { .. } if gives_unit_away(program, unit, &s.kind) => Some((
            "this statement, which passes on the number of a unit,".to_string(),
            s.span,
        )),
        StmtKind::Io { .. } if !rereads && !is_internal(&s.kind) && !is_output(&s.kind) && !asks_length(&s.kind) => {
            Some(("this input or output statement".to_string(), s.span))
        }
        StmtKind::CallIntrinsic { id, .. } if id.row().class == Class::Subroutine => {
            Some(("this call".to_string(), s.span))
        }
        _ => None,
    };
    stmt_exprs(&s.kind, &mut |e| {
        walk_expr(e, &mut |x| match &x.kind {
            ExprKind::Intrinsic(id, name, _) if id.row().class == Class::Impure => {
                found = Some((format!("`{name}`"), x.span));
            }
            _ => {}
        });
    });
    found
}

/// True for a statement, without its blocks, that may have another effect in the next run.
pub(crate) fn changes_by_itself(program: &Program, unit: UnitId, s: &Stmt) -> bool {
    changing(program, unit, s, false).is_some()
}
