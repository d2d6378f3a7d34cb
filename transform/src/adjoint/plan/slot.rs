//! Arrays and variables for records, in place of a call of the tape for each.

use crate::options::Options;
use adc_frontend::ir::Ty;

/// The array that holds a record: it has a dimension for each of the innermost loops around the record. Without loops,
/// it is a variable of the record's shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The number of these loops.
    pub loops: usize,
    /// How long the array holds its values.
    pub life: Life,
    /// For [`Life::Loops`]: true if the bounds of these loops stay the same in the outermost loop around them, so that
    /// the memory is allocated once for all of their runs.
    pub lasting: bool,
}

/// The time between the writing and the reading of such an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// One iteration of a surrounding loop: then the next iteration uses the array.
    Iteration,
    /// From the loops of the forward sweep to those of the reverse sweep, which run once in a run of the procedure.
    Run,
    /// The loops of one sweep: between them the array as a whole is on the tape.
    Loops,
}

/// The type of the elements of an array for numbers of a branch.
pub fn number_of_branch(bits: u8, options: &Options) -> Ty {
    Ty::Integer(if bits < 8 && !options.tapenade_tape { 1 } else { 4 })
}
