//! Tangents of pushes and pops in adjoint code: value and derivative go to the tape one after the other.
//!
//! ```text
//! call pushreal8(t)        call pushreal8(t)            call popreal8(t)        call popreal8(td)
//!                          call pushreal8(td)                                   call popreal8(t)
//! ```
//!
//! So the tangent is adjoint code, too, and can be differentiated again. A value without a derivative comes with a zero.

use super::*;
use crate::normalize::arrays::counts_elements;
use crate::prepare::external::models::TapeAccess;

impl Tangent<'_, '_> {
    pub(super) fn tape(&mut self, access: TapeAccess, callee: &Callee, args: &[Arg], s: &Stmt, out: &mut Block) {
        let Some(value) = args.first().and_then(Arg::expr) else {
            return;
        };
        let (mut before, mut after) = (vec![], vec![]);
        let Some(derivative) = self.on_tape(access, value, args.len() > 1, &mut before, &mut after) else {
            let text = "this value on the tape cannot be differentiated; assign it to a variable before";
            self.g.refuse(codes::UNSUPPORTED_EXPRESSION, value.span, text);
            return;
        };
        let own = Stmt {
            id: s.id,
            ..Stmt::at(s.kind.clone(), s.span)
        };
        let mut args = args.to_vec();
        args[0].value = ArgValue::Expr(derivative);
        let callee = callee.clone();
        let other = Stmt::at(StmtKind::Call { callee, args }, s.span);
        out.extend(before);
        out.extend(if access.pops { [other, own] } else { [own, other] });
        out.extend(after);
    }

    /// Zeroes the shadow of an array that is popped without derivatives. Its old derivative may have been that of other
    /// values, and analyses do not know how much of the array is overwritten.
    pub(super) fn zeros_after_pop(&mut self, args: &[Arg], span: Span) -> Block {
        let (Some(value), Some(count)) = (args.first().and_then(Arg::expr), args.get(1).and_then(Arg::expr)) else {
            return vec![];
        };
        let zones = self.g.facts.zones.of_designator(value);
        let is_wanted = zones.iter().any(|&z| self.g.is_wanted(self.stmt, z));
        if !is_wanted || !self.active_designator(value) {
            return vec![];
        }
        if !counts_elements(self.g.primal, count, value) {
            let text = "this call pops a part of an array whose derivative is needed; pop all of it";
            self.g.refuse(codes::UNSUPPORTED_EXPRESSION, span, text);
            return vec![];
        }
        let shadow = self.g.shadow_ref(value);
        self.g.zero_shadow(self.unit, value, shadow)
    }

    /// The derivative that is pushed after a value, or the variable that is popped before it.
    fn on_tape(
        &mut self,
        access: TapeAccess,
        value: &Expr,
        is_array: bool,
        before: &mut Block,
        after: &mut Block,
    ) -> Option<Expr> {
        if self.active_designator(value) {
            return Some(self.g.shadow_ref(value));
        }
        if !access.pops && !value.is_designator() && self.g.has_varied(self.place(), value) {
            // an expression, such as an array constructor, has the derivative of an assignment
            return self.d(value).map(|d| self.g.narrowed(generated(&d), value.ty));
        }
        // in many directions, there is a zero for each
        if !access.pops && !is_array && !self.g.options.vector {
            return Some(zero(value.ty));
        }
        // an element that is popped alone does not stand for the rest of its array
        let rank = if is_array { value.rank.max(1) } else { value.rank };
        let stem = if access.pops { "unused" } else { "nod" };
        let t = self.g.stand_in(self.unit, value, stem, value.ty, rank, before, after)?;
        self.g.on_tape.extend(t.base_symbol());
        Some(t)
    }
}
