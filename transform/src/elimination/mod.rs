//! Computational graphs of straight-line code, and Jacobians by elimination.
//!
//! ```text
//! assignments ─flatten→ graphs ─eliminate→ orders with their costs ─show→ text
//! ```
//!
//! | module | |
//! |---|---|
//! | `flatten` | sequences of scalar assignments as graphs, split where operands are ambiguous |
//! | `place`, `escape` | memory of operands; values that others read: the dependents (section 6.2) |
//! | `graph`, `values` | vertices, edges with local partial derivatives, elimination of a vertex |
//! | `orders`, `search` | rules for the order, and a search for a better one |
//! | `show` | `adc analyze --show elimination` |

mod escape;
mod flatten;
mod graph;
mod orders;
mod place;
mod search;
mod show;
#[cfg(test)]
mod tests;
mod values;

pub use show::show;
