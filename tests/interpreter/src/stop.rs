//! Reasons for which a run ends early.

use std::fmt;

/// The reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program uses what this interpreter lacks: it says nothing about the program, which a compiler has to run.
    Unsupported(String),
    /// The program does what Fortran forbids: an index out of bounds, a pointer without a target.
    Fault(String),
    /// `STOP` or the end of the main program; true for `ERROR STOP`.
    Ended(bool),
}

/// The result of a step of a run.
pub type Step<T> = Result<T, Stop>;

/// A step that is not supported.
pub fn unsupported<T>(what: impl Into<String>) -> Step<T> {
    Err(Stop::Unsupported(what.into()))
}

/// A step that the program must not take.
pub fn fault<T>(what: impl Into<String>) -> Step<T> {
    Err(Stop::Fault(what.into()))
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Unsupported(what) => write!(f, "the interpreter lacks {what}"),
            Stop::Fault(what) => write!(f, "{what}"),
            Stop::Ended(true) => write!(f, "ERROR STOP"),
            Stop::Ended(false) => write!(f, "STOP"),
        }
    }
}
