//! Actual arguments that become variables.

use super::{carries, has_vector_subscript, is_constant, strip};
use crate::normalize::arrays::{set, shape_of, Filled};
use crate::normalize::elementwise;
use crate::normalize::hoist::state::{Around, Hoist};
use crate::normalize::leaves::is_holder;
use adc_frontend::ir::visit::subscripts_mut;
use adc_frontend::ir::*;

impl Hoist<'_> {
    /// Actual arguments: functions inside them are hoisted, and expressions with a value that can carry a derivative become variables; for an elemental procedure
    /// all array expressions, so that they have elements.
    pub(super) fn arguments(&mut self, callee: &Callee, args: &mut [Arg], around: &mut Around) {
        let elementwise = elementwise::is_elementwise(self.temps.program, callee, args);
        for a in args {
            let Some(e) = a.expr_mut() else { continue };
            // a vector subscript makes a copy of what is passed, and would of its shadow; elements of records are passed one by one
            let is_record = matches!(e.ty, Ty::Derived(_)) && !elementwise;
            let copied = (e.ty.is_differentiable() || is_record) && has_vector_subscript(e);
            let expanded = elementwise && e.rank > 0;
            if e.is_designator() && !copied {
                if expanded {
                    self.named_elements(e, around);
                }
                continue;
            }
            // what a shadow is allocated like has to have a name
            let has_memory = is_holder(self.temps.program, e.ty);
            if !expanded && (!carries(e) || !has_memory && is_constant(self.temps.program, e)) {
                continue;
            }
            self.flow(e, around);
            if !e.is_designator() || copied {
                self.kept(e, "arg", around);
            }
        }
    }

    /// Makes variables of the arrays of indices in a designator: the elements of `a([2, 1])` have names where those of the subscript have.
    fn named_elements(&mut self, designator: &mut Expr, around: &mut Around) {
        subscripts_mut(designator, &mut |x| {
            if x.is_designator() {
                self.named_elements(x, around);
            } else if x.rank > 0 {
                self.kept(x, "elements", around);
            }
        });
    }

    /// Replaces an expression by a variable that is assigned before.
    pub(in crate::normalize) fn kept(&mut self, e: &mut Expr, stem: &str, around: &mut Around) {
        let ty = self.temps.program.declarable_type(e, self.temps.unit);
        let Around { before, after } = around;
        let lhs = if e.rank == 0 {
            self.temps.local_ref(stem, ty, 0)
        } else {
            let shape = shape_of(self.temps.program, e);
            self.temps.array(stem, ty, shape, Filled::Otherwise, before, after)
        };
        self.temps.stands_for(&lhs, e);
        let value = std::mem::replace(e, lhs.clone());
        before.push(set(self.temps.program, &lhs, strip(value)));
    }
}
