//! Tangents of pushes and pops in adjoint code: value and derivative go to the tape one after the other.
//!
//! ```text
//! call pushreal8(t)        call pushreal8(t)            call popreal8(t)        call popreal8(td)
//!                          call pushreal8(td)                                   call popreal8(t)
//! ```
//!
//! So the tangent is adjoint code, too, and can be differentiated again. A value without a derivative comes with a zero.

use super::*;
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
        if !access.pops && !is_array {
            return Some(zero(value.ty));
        }
        // an element that is popped alone does not stand for the rest of its array
        let rank = if is_array { value.rank.max(1) } else { value.rank };
        let stem = if access.pops { "unused" } else { "nod" };
        self.g.stand_in(self.unit, value, stem, value.ty, rank, before, after)
    }
}
