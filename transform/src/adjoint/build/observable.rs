//! What a statement does that is no writing of variables, so that the forward sweep must not leave it out: input and output, ending the program, giving memory and taking it back,
//! drawing random numbers, calls of what nobody knows.
//!
//! Output of procedures below the head belongs to their first run, and is none here ([`crate::silent`]). What the adjoint of a call does again need not
//! be done in the forward sweep: a procedure that stops the program on an error stops it there.

use super::super::Adjoint;
use crate::context::Context;
use crate::output::{asks_length, is_output, outlives};
use crate::place::{moved_by, Place};
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Procedures that do something observable, or call one that does.
#[derive(Clone, Debug, Default)]
pub struct Observable {
    /// Other than output.
    acting: BTreeSet<UnitId>,
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

/// True for a statement that does something observable by itself, or by a procedure that is not given.
fn acts(program: &Program, s: &Stmt) -> bool {
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
            StmtKind::Io { .. } => !crate::files::is_internal(&s.kind) && !asks_length(&s.kind),
            StmtKind::Stop { .. } | StmtKind::Pause(_) => true,
            StmtKind::Model(m) => m.acts,
            StmtKind::Call { callee, .. } => program.definition(callee.proc).is_none(),
            StmtKind::CallIntrinsic { id, .. } => id.row().class == Class::Subroutine,
            _ => false,
        }
}

impl Context<'_> {
    /// True for a statement, what is in it excepted, that does nothing but write variables.
    pub(crate) fn only_writes(&self, s: &Stmt) -> bool {
        let quiet = |u: &UnitId| {
            let observed = self.behaviour.printing.contains(u) || self.behaviour.observable.acting.contains(u);
            !observed && !self.changes_existence(*u) && !self.changes_association(*u)
        };
        moved_by(self.primal, s).is_empty() && !acts(self.primal, s) && self.called_by(s).iter().all(quiet)
    }
}

impl Adjoint<'_, '_> {
    /// True for a statement that the forward sweep holds whatever it writes.
    pub(super) fn is_observable(&self, s: &Stmt) -> bool {
        let mut found = !moved_by(self.g.primal, s).is_empty() || acts(self.g.primal, s);
        let place = Place {
            unit: self.unit,
            stmt: s.id,
        };
        for target in self.g.called_by(s) {
            // what a hand-written adjoint does again, nobody knows
            let runs_again = self.g.needs_derivative(place, target) && !self.g.models.contains(target);
            found |= self.g.choices.once.contains(&target)
                || self.g.changes_existence(target)
                || self.g.changes_association(target)
                || self.is_first_run() && self.g.behaviour.printing.contains(&target)
                || !runs_again && self.g.behaviour.observable.acting.contains(&target);
        }
        s.kind
            .for_each_block(&mut |b| found |= b.iter().any(|s| self.is_observable(s)));
        found
    }
}
