//! Jacobians: `foo_j(n, x, y, y_x)`.
//!
//! ```text
//! head ─unroll→ assignments ─flatten, eliminate→ foo_j: the head's statements and the entries
//! any other head ─tangent, directions→ foo_dv; foo_j: identity as directions, foo_dv, transposed
//! ```
//!
//! | module | |
//! |---|---|
//! | `matrices` | the arguments `y_x` |
//! | `unrolled` | loops with constant bounds and arrays, written out |
//! | `straight` | heads that are one graph, and their Jacobian by elimination |
//! | `directions` | the Jacobian by a derivative in as many directions as the independents have elements |

mod directions;
mod matrices;
mod sparse;
mod straight;
mod unrolled;

pub(crate) use directions::beside as dense;
pub(crate) use sparse::{beside as sparse, unfit as unfit_for_sparse};
pub(crate) use straight::Straight;
pub(crate) use unrolled::unrolled;
