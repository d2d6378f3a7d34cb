//! Functions in WHERE. Those that are not elemental are evaluated once, for any mask: they become statements before the
//! assignment, as elsewhere.
//!
//! Elemental ones are evaluated only for the elements of the mask. They get a loop with a test before the assignment,
//! since their derivatives are not elemental:
//!
//! ```text
//! where (m) a = b*f(a)      do i = 1, size(m);  if (m(i)) f_v(i) = f(a(i));  end do
//!                           where (m) a = b*f_v
//! ```

use super::arrays::{element, shape_of, Filled};
use super::desugar::masked;
use super::elementwise::{element_of, is_elementwise, nest};
pub(crate) use super::hoist::carries;
use crate::normalize::hoist::state::{is_user_function, reads_reals, Around, Hoist};
use crate::options::mode::Mode;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{has_call, subexprs_mut, walk_designators, walk_expr};
use adc_frontend::ir::*;

impl Hoist<'_> {
    /// Checks whether a masked assignment contains a function that is evaluated once for any mask or needs a loop, or
    /// whether the assignment itself must be rewritten.
    pub(super) fn is_dissolved(&self, s: &Stmt) -> bool {
        let mut found = false;
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            found = self.is_of_records(lhs) || self.mode == Mode::Reverse && self.is_self_indexed(lhs);
            walk_expr(rhs, &mut |e| found |= self.is_unmasked(e) || self.is_pointwise(e));
        }
        s.kind
            .for_each_block(&mut |b| found |= b.iter().any(|s| self.is_dissolved(s)));
        found
    }

    /// Checks for a variable that the adjoint assigns component by component.
    fn is_of_records(&self, lhs: &Expr) -> bool {
        self.mode == Mode::Reverse && matches!(lhs.ty, Ty::Derived(_))
    }

    /// Checks for a reference to a function that is evaluated once: not elemental, or without array arguments. Under a
    /// mask, the rules of the adjoint do not handle transformational intrinsics either.
    fn is_unmasked(&self, e: &Expr) -> bool {
        let program: &Program = self.temps.program;
        match &e.kind {
            ExprKind::Call(callee, args) => is_user_function(program, callee) && !is_elementwise(program, callee, args),
            ExprKind::Intrinsic(id, ..) => {
                let needs_variable = self.mode == Mode::Reverse || has_call(e);
                needs_variable && id.row().class == Class::Transformational && reads_reals(e)
            }
            _ => false,
        }
    }

    /// Checks for a reference to an elemental function through which a derivative may flow.
    fn is_pointwise(&self, e: &Expr) -> bool {
        let program: &Program = self.temps.program;
        match &e.kind {
            ExprKind::Call(callee, args) => {
                let is_user = is_user_function(program, callee) && is_elementwise(program, callee, args);
                is_user && carries(e)
            }
            _ => false,
        }
    }

    /// Rewrites a WHERE whose assignments contain such functions: each assignment gets a separate WHERE, after the
    /// statements for its functions.
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
                for arm in arms {
                    let mask = arm.cond.clone();
                    for a in &mut arm.body {
                        if let StmtKind::Assign { lhs, rhs } = &mut a.kind {
                            if self.mode == Mode::Reverse {
                                self.self_index(lhs, &mut around);
                            }
                            self.unmasked(rhs, &mut around);
                            mask.iter().for_each(|m| self.pointwise(rhs, m, &mut around));
                        }
                    }
                }
            }
            out.append(&mut around.before);
            let single = self.records(&single).unwrap_or(single);
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

    /// A masked assignment of records as loops with a test; `None` if an assigned element may be read elsewhere.
    fn records(&mut self, s: &Stmt) -> Option<Stmt> {
        let StmtKind::Where { arms } = &s.kind else { return None };
        let [Arm {
            cond: Some(mask), body, ..
        }] = arms.as_slice()
        else {
            return None;
        };
        let [Stmt {
            kind: StmtKind::Assign { lhs, rhs },
            ..
        }] = body.as_slice()
        else {
            return None;
        };
        let is_read = |e: &Expr| {
            let mut found = false;
            walk_designators(e, &mut |d| found |= !d.same(lhs) && self.may_be(d, lhs));
            found || has_call(e)
        };
        if !self.is_of_records(lhs) || is_read(mask) || is_read(rhs) {
            return None;
        }
        let shape = shape_of(self.temps.program, mask);
        let at = self.indices(&shape);
        let of = |e: &Expr| element_of(self.temps.program, e, &at);
        let one = Stmt::when(of(mask)?, assign(of(lhs)?, of(rhs)?));
        nest(&at, shape, one)
    }

    fn indices(&mut self, shape: &[Expr]) -> Vec<Expr> {
        let integer = || DeclType::plain(Ty::Integer(4));
        shape.iter().map(|_| self.temps.local_ref("ii", integer(), 0)).collect()
    }

    /// Hoists the functions of an expression that are evaluated once for any mask.
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

    /// Replaces the elemental functions of an expression by variables, which loops before the statement set where a
    /// mask is true.
    fn pointwise(&mut self, e: &mut Expr, mask: &Expr, around: &mut Around) {
        if !self.is_pointwise(e) {
            if !e.is_designator() {
                subexprs_mut(e, &mut |x| self.pointwise(x, mask, around));
            }
            return;
        }
        let ExprKind::Call(callee, _) = &e.kind else { return };
        let stem = format!("{}_v", self.temps.program.symbols[callee.proc].name);
        let shape = shape_of(self.temps.program, mask);
        let at = self.indices(&shape);
        let program: &Program = self.temps.program;
        let (Some(test), Some(value)) = (element_of(program, mask, &at), element_of(program, e, &at)) else {
            return;
        };
        let ty = DeclType::plain(e.ty);
        let Around { before, after } = around;
        let t = self
            .temps
            .array(&stem, ty, shape.clone(), Filled::Otherwise, before, after);
        let Some(target) = element(self.temps.program, &t, &at) else {
            return;
        };
        let one = Stmt::when(test, assign(target, value));
        let all = nest(&at, shape, one).into_iter().collect();
        let all = self.block(all);
        around.before.extend(all);
        *e = t;
    }
}
