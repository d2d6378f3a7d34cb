//! Jacobians: `foo_j(n, x, y, y_x)`.
//!
//! ```text
//! head ─unroll, merge→ assignments ─flatten, eliminate→ foo_j: the head's statements and the entries
//! any other head ─tangent, directions→ foo_dv; foo_j: identity as directions, foo_dv, transposed
//! sparse: head ─tangent, rows→ foo_js: the head's statements, which store entries
//!         any other head ─tangent, directions, patterns→ foo_dv, foo_p; foo_js: colours as directions, foo_dv, recovered
//! ```
//!
//! | module | |
//! |---|---|
//! | `matrices` | the arguments `y_x` |
//! | `unrolled` | loops with constant bounds and arrays, written out |
//! | `merged` | branches as merges |
//! | `straight` | heads that are one graph, and their Jacobian by elimination |
//! | `directions` | the Jacobian by a derivative in as many directions as the independents have elements |
//! | `sparse` | the nonzeros by coloured directions |
//! | `weights` | some of them by an adjoint for coloured weights |
//! | `rows`, `stores` | heads whose tangents are sums of seeds; statements that store their rows |
//! | `forms` | derivatives of scalars as sums of multiples of seeds |
//! | `places` | rows and columns of elements |

use crate::assemble::generator::Generator;
use adc_frontend::consteval::const_bounds;
use adc_frontend::ir::{visit, Dim, Program, SymbolId, UnitId};

mod directions;
mod forms;
mod matrices;
mod merged;
mod places;
mod ranks;
mod rows;
mod sparse;
mod stores;
mod straight;
mod unrolled;
mod weights;

pub(crate) use directions::{beside as dense, width};
pub(crate) use ranks::refused as between_ranks;
pub(crate) use rows::stored as by_rows;
pub(crate) use sparse::{beside as sparse, unfit as unfit_for_sparse};
pub(crate) use straight::Straight;
pub(crate) use unrolled::unrolled;

/// Names the value of a head that is a function by the argument that has it in a Jacobian.
fn name_value(g: &mut Generator, jacobian: UnitId) {
    let head = g.heads.first().unit;
    if let (Some(&value), Some(result)) = (g.values.get(&head), g.primal.units[head].result) {
        visit::rename(&mut g.out.units[jacobian].body, result, value);
    }
}

/// The number of elements of a variable, if it is constant.
fn count(program: &Program, s: SymbolId) -> Option<usize> {
    let dims = &program.symbols[s].variable()?.dims;
    let extent = |d: &Dim| const_bounds(program, d).and_then(|(lo, hi)| usize::try_from(hi - lo + 1).ok());
    dims.iter().map(extent).product()
}
