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
mod shape;
mod shipped;
mod table;

pub use crate::options::description::{Argument, Description};
pub use crate::prepare::external::make::modelled;

use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::UnitId;
use indexmap::{IndexMap, IndexSet};

/// Reads a file with descriptions that begins at `base`: TOML, or the format of Tapenade, told apart by their beginnings.
pub fn read(text: &str, base: u32, messages: &mut Vec<Diagnostic>) -> Vec<Description> {
    if library::is_library(text) {
        library::read(text, base, messages)
    } else {
        table::read(text, base, messages)
    }
}

/// What the units that stand for procedures without source are made from; without a description, from nothing but calls.
#[derive(Clone, Debug, Default)]
pub struct Models {
    units: IndexMap<UnitId, Option<Description>>,
    /// Given procedures whose bodies say no more than what they read and write, which carries no derivative.
    closed: IndexSet<UnitId>,
    /// Those without source that the user takes as passive.
    assumed_passive: IndexSet<UnitId>,
}

impl Models {
    /// True where all sources are given.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// True for a unit that stands for a procedure without source.
    pub fn contains(&self, unit: UnitId) -> bool {
        self.units.contains_key(&unit)
    }

    /// What is known of the procedure that a unit stands for.
    pub fn description(&self, unit: UnitId) -> Option<&Description> {
        self.units.get(&unit)?.as_ref()
    }

    /// True where nothing depends differentiably on anything.
    pub fn is_passive(&self, unit: UnitId) -> bool {
        self.closed.contains(&unit)
            || self.assumed_passive.contains(&unit)
            || self.description(unit).is_some_and(|d| d.passive)
    }

    /// Takes a given procedure as passive, whatever is assumed of variables.
    pub(crate) fn close(&mut self, unit: UnitId) {
        self.closed.insert(unit);
    }

    /// True where nothing is known.
    pub fn is_assumed(&self, unit: UnitId) -> bool {
        self.units.get(&unit).is_some_and(Option::is_none) && !self.assumed_passive.contains(&unit)
    }
}
