//! Replaces actual arguments by variables.

use super::{carries, has_vector_subscript, is_constant, strip};
use crate::normalize::arrays::{set, shape_of, Filled};
use crate::normalize::elementwise;
use crate::normalize::hoist::state::{Around, Hoist};
use crate::normalize::leaves::is_holder;
use adc_frontend::ir::visit::subscripts_mut;
use adc_frontend::ir::*;

impl Hoist<'_> {
    /// Hoists functions inside actual arguments, and replaces expressions that can carry a derivative by variables. For
    /// an elemental procedure, replaces all array expressions, so that their elements can be named.
    pub(super) fn arguments(&mut self, callee: &Callee, args: &mut [Arg], around: &mut Around) {
        let elementwise = elementwise::is_elementwise(self.temps.program, callee, args);
        for a in args {
            let Some(e) = a.expr_mut() else { continue };
            // a vector subscript passes a copy, and would pass one of the shadow; elements of records are passed one by
            // one
            let is_record = matches!(e.ty, Ty::Derived(_)) && !elementwise;
            let copied = (e.ty.is_differentiable() || is_record) && has_vector_subscript(e);
            let expanded = elementwise && e.rank > 0;
            if e.is_designator() && !copied {
                if expanded {
                    self.named_elements(e, around);
                }
                continue;
            }
            // a shadow is allocated like the argument, which needs a name
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

    /// Replaces arrays of indices in a designator by variables: elements of `a([2, 1])` can be named if elements of the
    /// subscript can.
    fn named_elements(&mut self, designator: &mut Expr, around: &mut Around) {
        subscripts_mut(designator, &mut |x| {
            if x.is_designator() {
                self.named_elements(x, around);
            } else if x.rank > 0 {
                self.kept(x, "elements", around);
            }
        });
    }

    /// Replaces an expression by a variable that is assigned before the statement.
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
