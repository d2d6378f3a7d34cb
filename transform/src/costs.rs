//! Estimated costs of procedures and of their derivatives.
//!
//! The model is that of [`crate::code::cost`]: flops of one run with what it calls; an unknown loop has 100 iterations.
//! Ignored: recursive calls; in split adjoints, the forward sweep, which is a procedure of its own.

use crate::code::cost::Runs;
use crate::Derivative;
use adc_analysis::CallGraph;
use adc_frontend::ir::UnitId;
use std::collections::HashMap;

/// The cost of a procedure and of its derivative, in flops.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// The procedure.
    pub unit: UnitId,
    /// Its derivative.
    pub derivative: UnitId,
    /// A run of the procedure.
    pub flops: f64,
    /// A run of the derivative.
    pub derivative_flops: f64,
}

/// The costs of all procedures that have a derivative.
pub fn costs(made: &Derivative) -> Vec<Cost> {
    let program = &made.program;
    let (mut runs, mut flops) = (Runs::default(), HashMap::new());
    // the costs of callees are known first
    for &unit in CallGraph::build(program).bottom_up().iter().flatten() {
        flops.insert(unit, runs.add(program, unit).flops);
    }
    let both = made.units.iter().filter(|(u, _)| program.units[*u].is_procedure());
    let one = |&(unit, derivative): &(UnitId, UnitId)| {
        Some(Cost {
            unit,
            derivative,
            flops: *flops.get(&unit)?,
            derivative_flops: *flops.get(&derivative)?,
        })
    };
    both.filter_map(one).collect()
}
