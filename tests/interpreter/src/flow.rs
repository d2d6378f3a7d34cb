//! Where a run goes on after a statement.

use adc_frontend::ast::SmolStr;

/// The way on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next statement.
    Next,
    /// After the construct of this name, or the innermost loop.
    Exit(Option<SmolStr>),
    /// The next iteration of the loop of this name, or of the innermost one.
    Cycle(Option<SmolStr>),
    /// A label.
    Goto(u32),
    /// The caller; the number of an alternate return, 0 without one.
    Return(i64),
}
