//! Procedures whose source is not given.
//!
//! Each that the head reaches and that is called with numbers gets a *model*: a unit with its dummy arguments, whose body says what a call may read and write and what
//! depends on what ([`Model`](adc_frontend::ir::Model)). From then on it is a procedure like any other to analyses, calls and snapshots; only its derivative is not made here, but
//! called by the name that the user, or the runtime, gives to a hand-written one.
//!
//! A dummy procedure of the head is such a procedure, too; its derivative is handed over with it.
//!
//! What a model says comes from a [`Description`], or, where there is none, is the worst that such a procedure can do to its arguments:
//!
//! | | read | written | depends on |
//! |---|---|---|---|
//! | argument of a subroutine | yes | perhaps, where it is passed a variable | all arguments |
//! | argument of a function | yes | no | |
//! | value of a function | | yes | all arguments |
//!
//! INTENT in an interface body sharpens it. COMMON blocks and modules are taken as not touched; so say the messages.
//!
//! No model, and so no derivative: where calls differ in the types of arguments; arguments of derived type, allocatable or pointers; procedures as arguments; alternate
//! returns; functions whose value is an array or a text.

pub(crate) mod globals;
pub(crate) mod interface;
pub(crate) mod known;
mod library;
mod make;
pub(crate) mod models;
mod shape;
mod shipped;
mod table;

pub use crate::options::description::{Argument, Description};
pub use crate::prepare::external::make::modelled;
pub use crate::prepare::external::models::Models;

use adc_frontend::diag::Diagnostic;

/// Reads a file with descriptions that begins at `base`: TOML, or the format of Tapenade, told apart by their beginnings.
pub fn read(text: &str, base: u32, messages: &mut Vec<Diagnostic>) -> Vec<Description> {
    if library::is_library(text) {
        library::read(text, base, messages)
    } else {
        table::read(text, base, messages)
    }
}
