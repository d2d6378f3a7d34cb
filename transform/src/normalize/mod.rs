//! Rewrites procedures into the shape that the derivative rules handle, without changing their results.
//!
//! [`PASSES`] lists the passes in their order, with the properties that each needs and establishes.
//!
//! The derivative rules, the analyses and the recording plan see only the normal form, so none of them handles jumps.
//! The tangent keeps the user's control flow.

mod allocatables;
pub mod arrays;
pub mod blocks;
mod commons;
pub(crate) mod contracted;
pub mod desugar;
pub mod directives;
pub(crate) mod downcasts;
pub mod elementwise;
pub mod existence;
mod extents;
mod externals;
pub(crate) mod extract;
mod failing;
mod forall;
pub(crate) mod gotos;
pub mod hoist;
mod impure;
mod inline;
pub mod jumps;
pub mod leaves;
mod masked;
pub mod moving;
mod objects;
mod once;
pub mod outputs;
pub(crate) mod partials;
mod passes;
mod properties;
pub mod reach;
pub mod records;
pub(crate) mod replaced;
pub(crate) mod results;
pub mod scopes;
pub mod selectors;
pub mod statement_functions;
mod statuses;
pub(crate) mod stop_on_input;
pub(crate) mod subexpressions;
pub mod temps;
mod thread_numbers;
mod threadprivate;
pub mod transfers;
pub(crate) mod values;

use crate::options::mode::Mode;
use crate::options::Options;
use adc_analysis::{CallGraph, Heads};
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::{Program, UnitId};
use adc_frontend::parallel;
pub use passes::{Pass, PASSES};
use passes::{State, Work};
pub use properties::Property;

/// Normalises all procedures that heads reach. Others stay unchanged: the rules never see them.
pub fn program(original: &Program, heads: &Heads, mode: Mode, options: &Options) -> (Program, Vec<Diagnostic>) {
    until(original, heads, mode, options, None)
}

/// Runs the passes up to `last`, or all of them.
pub fn until(
    original: &Program,
    heads: &Heads,
    mode: Mode,
    options: &Options,
    last: Option<&Pass>,
) -> (Program, Vec<Diagnostic>) {
    let calls = CallGraph::build(original);
    let reached = heads.reached(&calls);
    let (reach, (program, impure, moving)) = parallel::join(
        || reach::Reach::new(original, &calls, heads, options),
        || {
            let impure = impure::Impure::find(original, &calls);
            (original.clone(), impure, moving::Moving::of(original, &calls))
        },
    );
    let mut state = State {
        program,
        heads,
        mode,
        options,
        reached,
        reach,
        impure,
        moving,
        inherits: records::any_inherits(original),
        messages: vec![],
    };
    let count = last.and_then(|l| PASSES.iter().position(|p| p.name == l.name));
    let passes: Vec<&Pass> = PASSES[..count.map_or(PASSES.len(), |k| k + 1)]
        .iter()
        .filter(|p| p.is_for(mode, options.vector))
        .collect();
    let on_units = |p: &&Pass| matches!(p.work, Work::Unit(_));
    for run in passes.chunk_by(|a, b| on_units(a) && on_units(b)) {
        match run {
            [Pass {
                work: Work::Program(work),
                ..
            }] => work(&mut state),
            [Pass {
                work: Work::Accepted(work),
                ..
            }] => {
                if !any_error(&state.messages) {
                    work(&mut state);
                }
            }
            _ => {
                for u in state.reached.clone() {
                    on_unit(&mut state, run, u);
                }
            }
        }
    }
    (state.program, state.messages)
}

/// Runs passes on one procedure.
fn on_unit(state: &mut State, passes: &[&Pass], unit: UnitId) {
    let mut known: Vec<Property> = vec![];
    for p in passes {
        if let Work::Unit(work) = p.work {
            work(state, unit);
        }
        known.extend(p.establishes);
        if cfg!(debug_assertions) && !any_error(&state.messages) {
            for property in &known {
                let violation = property.violation(&state.program, unit);
                assert!(
                    violation.is_none(),
                    "after the pass `{}`, {property:?} does not hold: {}",
                    p.name,
                    violation.unwrap_or_default()
                );
            }
        }
    }
}
