//! Functions in WHERE that are evaluated once, whatever the mask, as all are that are not elemental: they become statements before the assignment, as elsewhere.
//!
//! Elemental ones stay: they are evaluated for the elements of the mask only.

use super::desugar::masked;
use super::hoist::{carries, is_user_function, reads_reals, Around, Hoist};
use crate::Mode;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{subexprs_mut, walk_expr};
use adc_frontend::ir::*;

impl Hoist<'_> {
    /// True when a masked assignment has a function that is evaluated once, whatever the mask.
    pub(super) fn calls_unmasked(&self, s: &Stmt) -> bool {
        let mut found = false;
        if let StmtKind::Assign { rhs, .. } = &s.kind {
            walk_expr(rhs, &mut |e| found |= self.is_unmasked(e));
        }
        s.kind
            .for_each_block(&mut |b| found |= b.iter().any(|s| self.calls_unmasked(s)));
        found
    }

    /// True for a reference to a function that is not elemental. The rules of the adjoint take no intrinsic ones either where there is a mask.
    fn is_unmasked(&self, e: &Expr) -> bool {
        let program: &Program = self.temps.program;
        match &e.kind {
            ExprKind::Call(callee, _) => {
                let target = program.definition(callee.proc).or(program.signature(callee.proc));
                is_user_function(program, callee) && !target.is_some_and(|t| program.units[t].prefix.elemental)
            }
            ExprKind::Intrinsic(id, ..) => {
                self.mode == Mode::Reverse && id.row().class == Class::Transformational && reads_reals(e)
            }
            _ => false,
        }
    }

    /// A WHERE whose assignments have such functions: they stand before the assignment, each of which has a WHERE of its own.
    pub(super) fn masked(&mut self, s: Stmt, out: &mut Block) {
        let Stmt {
            kind,
            label,
            lead,
            span,
            ..
        } = s;
        let StmtKind::Where { arms } = kind else { return };
        let first = out.len();
        for mut single in masked(&mut self.temps, arms) {
            let mut around = Around::default();
            if let StmtKind::Where { arms } = &mut single.kind {
                for a in arms.iter_mut().flat_map(|a| &mut a.body) {
                    if let StmtKind::Assign { rhs, .. } = &mut a.kind {
                        self.unmasked(rhs, &mut around);
                    }
                }
            }
            out.append(&mut around.before);
            out.push(single);
            out.append(&mut around.after);
        }
        for x in out.iter_mut().skip(first) {
            x.span = span;
        }
        if let Some(x) = out.get_mut(first) {
            x.lead = lead;
            x.label = label;
        }
    }

    /// Hoists the functions of an expression that are evaluated once, whatever the mask.
    fn unmasked(&mut self, e: &mut Expr, around: &mut Around) {
        if self.is_unmasked(e) {
            self.flow(e, around);
            if let ExprKind::Intrinsic(_, name, _) = &e.kind {
                let stem = format!("{name}_v");
                self.kept(e, &stem, around);
            }
        } else if carries(e) && !e.is_designator() {
            subexprs_mut(e, &mut |x| self.unmasked(x, around));
        }
    }
}
