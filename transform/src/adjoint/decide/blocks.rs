//! Loops that are recorded block by block.
//!
//! ```text
//! forward sweep                              forward sweep
//!
//! do i = 1, n                                do first = 1, n, block
//!    call pushreal8(a)                          call pushreal8(a)
//!    a = a + x(i)**2                            do i = first, last
//!    t = sin(a)                        →           a = a + x(i)**2
//!    f = f + t*y(i)                             end do
//! end do                                     end do
//!
//! reverse sweep                              reverse sweep: the blocks from the last one, each of them
//!
//! do i = n, 1, -1                               call popreal8(a)
//!    t = sin(a)                                 do i = first, last
//!    ...                                           call pushreal8(a); a = a + x(i)**2
//!    call popreal8(a)                           end do
//!    ...                                        do i = last, first, -1
//! end do                                           t = sin(a); ...; call popreal8(a); ...
//!                                               end do
//! ```
//!
//! where `last = first + min(block - 1, n - first)`, which does not overflow for any bounds.
//!
//! A loop may carry a value that derivatives need. Then it can be run neither in reverse order
//! ([`crate::adjoint::decide::fusion`]) nor, if it increments more than one scalar, be differentiated in primal order
//! ([`crate::adjoint::build::sums`]). But the carried values may be cheap to recompute, while the reverse sweep
//! computes all that follows from them anyway. With about √n blocks of √n iterations the tape holds √n values in place
//! of n, and the records of one block stay in the cache.
//!
//! The transformation is correct if the loop can be run twice, for the same reason as for other regions: each block
//! starts from the values that were live there in the forward sweep, `live(block) ∩ out(loop)`, and is followed at once
//! by its reverse part. It is applied if all of these values are scalars, and their recurrence is cheap.
//!
//! Not applied inside other loops: inner loops run as often as blocks would pay, and are mostly short. Ignored: strides
//! other than one; carried arrays, for which a directive can request a reversal with snapshots
//! ([`crate::adjoint::build`]).

use crate::adjoint::plan::{Node, Write};
use crate::code::cost;
use crate::code::indices::Range;
use adc_frontend::ir::*;

/// True if only scalars are recorded, statement by statement.
pub(crate) fn records_scalars(nodes: &[Node]) -> bool {
    let whole = |t: &Expr| t.rank == 0 && matches!(t.kind, ExprKind::Var(_));
    let is_scalar = |w: &Write| !w.is_stored() || w.target.as_ref().is_some_and(whole);
    nodes.iter().all(|n| {
        let own = match n {
            Node::Simple(s) => s.call.is_none() && s.revive.is_none() && s.writes.iter().all(is_scalar),
            Node::Branch(_) | Node::Again(_) => true,
            Node::Loop(_) | Node::Region(_) => false,
        };
        own && n.blocks().into_iter().all(|b| records_scalars(b))
    })
}

/// True for a loop that counts up by one, in an integer of 4 or 8 bytes, and is not known to be short.
pub(crate) fn is_long(program: &Program, s: &Stmt) -> bool {
    let Some(range) = Range::of(&s.kind).filter(|r| r.upwards) else {
        return false;
    };
    let Range { var, first, last, .. } = range;
    let short = match (int_value(first), int_value(last)) {
        (Some(first), Some(last)) => last - first < cost::SHORT_LOOP,
        _ => first.same(last),
    };
    !short && matches!(program.symbols[var].ty(), Ty::Integer(4 | 8))
}
