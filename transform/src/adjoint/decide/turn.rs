//! Finds branches at which an iteration turns. If the forward and reverse part of an iteration stand in one loop
//! ([`crate::adjoint::decide::fusion`]), its last branch is followed directly by its own adjoint.
//!
//! ```text
//! if (t(i) > 5) then                               if (t(i) > 5) then
//!   s = tanh(t(i));  push(0)                         s = tanh(t(i))
//! else                                       →       tb(i) = (1 - s**2)*tb(i)
//!   push(1)                                        end if
//! end if
//! pop(k);  if (k == 0) tb(i) = (1 - s**2)*tb(i)
//! ```
//!
//! One branch does both, without a number for its arms. So does the last branch in each of its arms. Branches whose
//! tests are evaluated again have no number anyway.

use crate::adjoint::plan::{Node, Order};

/// Marks these branches in the plan of a procedure.
pub(crate) fn solve(nodes: &mut [Node]) {
    for n in nodes {
        if let Node::Loop(l) = n {
            if l.fused == Some(Order::Reverse) {
                turns(&mut l.body);
            }
        }
        n.blocks_mut().into_iter().for_each(|b| solve(b));
    }
}

fn turns(nodes: &mut [Node]) {
    let is_silent = |n: &Node| matches!(n, Node::Simple(s) if !s.live && s.adjoint.is_empty() && s.call.is_none());
    if let Some(Node::Branch(b)) = nodes.iter_mut().rev().find(|n| !is_silent(n)) {
        b.turns = !b.again;
        b.arms.iter_mut().for_each(|a| turns(a));
    }
}
