//! Estimated costs of procedures and of their derivatives.
//!
//! The model is that of [`crate::code::cost`]: flops of one run with what it calls; an unknown loop has 100 iterations.
//! Ignored: recursive calls; in split adjoints, the forward sweep, which is a procedure of its own.

use crate::code::cost::{Run, Runs, PRICE_OF_BYTE};
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

impl Derivative {
    /// The cost of one run of the derivatives of all heads, in flops, with a price for the memory of the tape.
    pub fn cost(&self) -> f64 {
        let mut known = Known::new(&self.program);
        let cost = |run: Run| run.cost() + PRICE_OF_BYTE * run.most;
        self.heads.iter().map(|&head| cost(known.run(head))).sum()
    }

    /// The statements of the procedures that have a derivative.
    pub fn statements(&self) -> usize {
        let mut count = 0;
        for &(u, _) in &self.units {
            visit::walk_block(&self.program.units[u].body, &mut |_| count += 1);
        }
        count
    }
}

struct Known<'p> {
    program: &'p Program,
    runs: Runs,
    found: HashMap<UnitId, Run>,
}

impl Known<'_> {
    fn new(program: &Program) -> Known<'_> {
        Known {
            program,
            runs: Runs::new(program),
            found: HashMap::new(),
        }
    }

    fn cost(&mut self, unit: UnitId) -> f64 {
        self.run(unit).flops
    }

    /// A run of a unit; those of what it calls are found before.
    fn run(&mut self, unit: UnitId) -> Run {
        if let Some(&run) = self.found.get(&unit) {
            return run;
        }
        self.found.insert(unit, Run::default());
        let mut called = vec![];
        visit::walk_block(&self.program.units[unit].body, &mut |s| {
            let procedures = visit::called(s).into_iter();
            called.extend(procedures.filter_map(|p| self.program.definition(p)));
        });
        for callee in called {
            self.run(callee);
        }
        let run = self.runs.add(self.program, unit);
        self.found.insert(unit, run);
        run
    }
}
