//! Estimated costs.

use crate::place::Place;
use crate::step::Step;

/// The estimated cost of a procedure and of its derivative: flops of one run, with what it calls. A loop whose number of
/// iterations is not known counts as 100 of them.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Cost {
    /// The procedure.
    pub procedure: String,
    /// Where it begins.
    pub place: Option<Place>,
    /// Its derivative.
    pub derivative: String,
    /// A run of the procedure.
    pub flops: f64,
    /// A run of the derivative. In split adjoints, the forward sweep is a procedure of its own.
    pub derivative_flops: f64,
}

/// The costs of what a step made.
pub(crate) fn costs(step: &Step) -> Vec<Cost> {
    let program = &step.made.program.program;
    let all = adc_transform::costs(&step.made.program);
    let one = |c: adc_transform::Cost| Cost {
        procedure: program.units[c.unit].name.to_string(),
        place: Place::of(program.units[c.unit].span, &step.read.map),
        derivative: program.units[c.derivative].name.to_string(),
        flops: c.flops,
        derivative_flops: c.derivative_flops,
    };
    all.into_iter().map(one).collect()
}
