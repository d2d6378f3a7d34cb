//! The behaviour of procedures, independent of how they are differentiated. It is found once, in the first round
//! ([`super::find`]), and read through [`super::Context`].

use crate::code::repeatable::Repeatable;
use crate::code::reread::Reread;
use crate::context::moves::Moved;
use crate::context::observable::Observable;
use adc_frontend::ir::*;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// The behaviour of procedures, found in the first round for all rounds.
#[derive(Clone, Default)]
pub(crate) struct Behaviour {
    /// Procedures that print: their calls are made silent in code that runs more than once.
    pub printing: IndexSet<UnitId>,
    /// Those that only print.
    pub mute: IndexSet<UnitId>,
    /// Procedures with effects other than writes of variables.
    pub observable: Observable,
    /// Input that may run again.
    pub reread: Reread,
    /// Procedures that may run twice with the same effect.
    pub repeatable: Repeatable,
    /// Objects that procedures allocate and associate.
    pub moved: Moved,
    /// Dummy arrays that may be blocks of larger matrices: see [`crate::code::partial`].
    pub partial: BTreeSet<SymbolId>,
    /// Procedures that some call passes as an argument.
    pub handed_over: BTreeSet<UnitId>,
}
