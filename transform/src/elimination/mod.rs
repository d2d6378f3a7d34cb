//! Computational graphs of straight-line code, and Jacobians by elimination.
//!
//! ```text
//! assignments ─flatten→ graphs ─eliminate→ orders with their costs ─show→ text
//! ```
//!
//! | module | |
//! |---|---|
//! | `flatten`, `flat` | sequences of scalar assignments as graphs, split where operands are ambiguous |
//! | `place`, `escape` | memory of operands; values that others read: the dependents (section 6.2) |
//! | `graph`, `values` | vertices, edges with local partial derivatives, elimination of a vertex |
//! | `orders`, `search` | rules for the order, and a search for a better one |
//! | `drawn`, `dump` | graphs with names: `adc dump --stage graph` |
//! | `show` | the orders of a graph with their costs |

mod drawn;
mod dump;
mod escape;
mod flat;
mod flatten;
mod graph;
mod orders;
mod place;
mod search;
mod show;
#[cfg(test)]
mod tests;
mod values;

pub use dump::{dump, GraphFormat};
pub(crate) use flat::{Assigned, Divisor, Flat, Jacobian, Partial};
pub(crate) use graph::{Graph, Role, Vertex};
pub(crate) use orders::orders;
pub(crate) use place::{subscripts, variables, Place};
#[cfg(test)]
pub(crate) use search::Random;
pub(crate) use search::Wanted;
pub(crate) use show::{line, show};
pub(crate) use values::{Label, Value, Values};

use adc_analysis::Analyses;
use adc_frontend::ir::{Expr, Program, UnitId};
use escape::Escapes;
use flatten::{Facts, Flattener};

/// The graphs of a procedure, in which designators that `varies` accepts carry derivatives. `merges`: equal operations
/// on equal values are one vertex.
pub(crate) fn flattened(
    program: &Program,
    facts: &Analyses,
    unit: UnitId,
    varies: &dyn Fn(&Expr) -> bool,
    merges: bool,
) -> Vec<Flat> {
    let (Some(cfg), Some(chains)) = (facts.cfgs.get(&unit), facts.reaching.of(unit)) else {
        return vec![];
    };
    let escapes = Escapes::new(cfg, chains, &facts.code);
    let mut flattener = Flattener::new(Facts {
        program,
        zones: &facts.zones,
        escapes: &escapes,
        varies,
        merges,
    });
    flattener.block(&program.units[unit].body);
    flattener.done
}
