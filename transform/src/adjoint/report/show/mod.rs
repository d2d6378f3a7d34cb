//! Formats reports as text.

mod margin;
mod tape;

pub use margin::{adjoint_write, liveness, tbr};
pub use tape::{tape, tape_notes};
