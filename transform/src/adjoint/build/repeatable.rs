//! What the adjoint runs a second time must do the same as the first time: procedures below the head, and in the head the statements of regions. It must not read
//! input, ask for the time, or draw random numbers.
//!
//! Active procedures are looked at statement by statement, when they are planned; of passive ones it is known what they do ([`Repeatable`]). Output belongs to the first run
//! and is left out of the second ([`crate::silent`]).

use super::super::Adjoint;
use crate::files::is_internal;
use crate::output::{asks_length, gives_unit_away, is_output};
use adc_frontend::codes;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Procedures whose second run need not do what the first did.
#[derive(Clone, Debug, Default)]
pub struct Repeatable {
    not: BTreeSet<UnitId>,
}

impl Repeatable {
    /// Finds them.
    pub fn find(program: &Program, calls: &adc_analysis::CallGraph) -> Repeatable {
        Repeatable {
            not: calls.doing(program, &|u, s| changing(program, u, s).is_some()),
        }
    }
}

/// What in a statement, its blocks excepted, need not do the same the next time.
fn changing(program: &Program, unit: UnitId, s: &Stmt) -> Option<(String, Span)> {
    let mut found = match &s.kind {
        StmtKind::Io { .. } if gives_unit_away(program, unit, &s.kind) => {
            Some(("this, which gives the number of a unit away,".to_string(), s.span))
        }
        StmtKind::Io { .. } if !is_internal(&s.kind) && !is_output(&s.kind) && !asks_length(&s.kind) => {
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

impl Adjoint<'_, '_> {
    /// True for a statement that does the same the second time, its blocks excepted.
    pub(super) fn is_repeatable(&self, s: &Stmt) -> bool {
        let by_call = || {
            self.g
                .called_by(s)
                .iter()
                .any(|t| self.g.behaviour.repeatable.not.contains(t))
        };
        changing(self.g.primal, self.unit, s).is_none() && !by_call()
    }

    /// Refuses a statement that would do something else the second time, where there is one.
    pub(super) fn check_repeatable(&mut self, s: &Stmt) {
        if self.is_first_run() {
            return;
        }
        let by_call = || {
            let mut called = self.g.called_by(s).into_iter();
            let other = called.find(|t| self.g.behaviour.repeatable.not.contains(t) && !self.g.is_active_unit(*t))?;
            let name = &self.g.primal.units[other].name;
            Some((format!("`{name}` reads input or has other effects, and"), s.span))
        };
        if let Some((what, span)) = changing(self.g.primal, self.unit, s).or_else(by_call) {
            self.g.refuse(
                codes::UNSUPPORTED_STATEMENT_AD,
                span,
                format!(
                    "{what} would not do the same when the adjoint runs this a second time; move it out of what is differentiated"
                ),
            );
        }
    }
}
