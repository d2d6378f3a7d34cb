//! What became of parallel loops.

use crate::place::Place;
use crate::step::Step;

/// A parallel loop of the sources, and what became of it in a derivative.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParallelLoop {
    /// The place of its directive.
    pub place: Option<Place>,
    /// The derivative of its procedure.
    pub derivative: String,
    /// The loops of the derivative that threads share, or the reason why one thread runs them.
    pub outcome: Result<Vec<SharedLoop>, String>,
}

/// A loop of a derivative that threads share.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SharedLoop {
    /// True for a loop of the reverse sweep.
    pub is_reverse: bool,
    /// True if each thread runs a range of successive iterations.
    pub has_ranges: bool,
    /// How threads add to derivatives, and which variables each thread has for itself: names and descriptions.
    pub variables: Vec<(String, String)>,
}

/// The parallel loops of a step.
pub(crate) fn loops(step: &Step) -> Vec<ParallelLoop> {
    let made = &step.made.program;
    let shared = |l: &adc_transform::SharedLoop| SharedLoop {
        is_reverse: l.is_reverse,
        has_ranges: l.has_ranges,
        variables: l
            .variables
            .iter()
            .map(|(v, way)| (v.to_string(), way.clone()))
            .collect(),
    };
    let all = made.loops.iter().map(|l| ParallelLoop {
        place: Place::of(l.span, &step.read.map),
        derivative: made.program.units[l.derivative].name.to_string(),
        outcome: l
            .outcome
            .as_ref()
            .map(|all| all.iter().map(shared).collect())
            .map_err(Clone::clone),
    });
    all.collect()
}
