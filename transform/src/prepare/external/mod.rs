//! Procedures without source.
//!
//! Each that the head reaches and that is called with numbers gets a *model*: a unit with its dummy arguments, whose
//! body states the possible reads and writes of a call and their dependences ([`Model`](adc_frontend::ir::Model)). From
//! then on it is a procedure like any other for analyses, calls and snapshots. Only its derivative is not generated,
//! but called by the name that the user, or the runtime, gives to a hand-written one.
//!
//! A dummy procedure of the head is also such a procedure; its derivative is passed with it.
//!
//! The contents of a model come from a [`Description`]. Without one, they are the worst that such a procedure can do to
//! its arguments:
//!
//! | | read | written | depends on |
//! |---|---|---|---|
//! | argument of a subroutine | yes | perhaps, if the actual argument is a variable | all arguments |
//! | argument of a function | yes | no | |
//! | value of a function | | yes | all arguments |
//!
//! INTENT in an interface body narrows this. COMMON blocks and modules are assumed unaffected; messages say so.
//!
//! No model is made, so there is no derivative, in these cases: calls that differ in the types of arguments; arguments
//! of derived type, allocatable or pointers; procedures as arguments; alternate returns; functions whose value is an
//! array or a text.

pub(crate) mod globals;
pub(crate) mod interface;
pub(crate) mod known;
mod library;
mod make;
pub(crate) mod messages;
pub(crate) mod models;
mod shape;
mod shipped;
pub mod summary;
pub(crate) mod table;
mod tape;
mod write;

pub use crate::options::description::{Argument, Description};
pub use crate::prepare::external::make::modelled;
pub use crate::prepare::external::models::Models;
pub use crate::prepare::external::write::described;

use adc_frontend::diag::Diagnostic;

/// Reads a file with descriptions that begins at `base`: TOML or the format of Tapenade, distinguished by their
/// beginnings.
pub fn read(text: &str, base: u32, messages: &mut Vec<Diagnostic>) -> Vec<Description> {
    if library::is_library(text) {
        library::read(text, base, messages)
    } else {
        table::read(text, base, messages)
    }
}
