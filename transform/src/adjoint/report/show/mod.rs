//! Formats reports as text.

mod margin;
mod tape;

pub use margin::{adjoint_write, liveness, tbr};
pub use tape::{amount, rows, tape, Row};
