//! Estimated costs of procedures and of their derivatives.
//!
//! The model is that of [`crate::code::cost`]: flops of one run with what it calls; an unknown loop has 100 iterations.
//! Ignored: recursive calls; in split adjoints, the forward sweep, which is a procedure of its own.

use crate::code::cost::Runs;
use crate::Derivative;
use adc_frontend::ir::{visit, Program, UnitId};
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
    let mut known = Known::new(&made.program);
    let both = made.units.iter().filter(|(u, _)| made.program.units[*u].is_procedure());
    let one = |&(unit, derivative): &(UnitId, UnitId)| Cost {
        unit,
        derivative,
        flops: known.cost(unit),
        derivative_flops: known.cost(derivative),
    };
    both.map(one).collect()
}

/// Flops of one run of the derivatives of all heads.
pub fn flops_of_heads(made: &Derivative) -> f64 {
    let mut known = Known::new(&made.program);
    made.heads.iter().map(|&head| known.cost(head)).sum()
}

struct Known<'p> {
    program: &'p Program,
    runs: Runs,
    flops: HashMap<UnitId, f64>,
}

impl Known<'_> {
    fn new(program: &Program) -> Known<'_> {
        Known {
            program,
            runs: Runs::new(program),
            flops: HashMap::new(),
        }
    }

    /// The cost of a unit; those of what it calls are found before.
    fn cost(&mut self, unit: UnitId) -> f64 {
        if let Some(&flops) = self.flops.get(&unit) {
            return flops;
        }
        self.flops.insert(unit, 0.0);
        let mut called = vec![];
        visit::walk_block(&self.program.units[unit].body, &mut |s| {
            let procedures = visit::called(s).into_iter();
            called.extend(procedures.filter_map(|p| self.program.definition(p)));
        });
        for callee in called {
            self.cost(callee);
        }
        let flops = self.runs.add(self.program, unit).flops;
        self.flops.insert(unit, flops);
        flops
    }
}
