//! What procedures do, whatever is made of them: found in the first round, for all.

use crate::code::repeatable::Repeatable;
use crate::code::reread::Reread;
use crate::context::moves::Moved;
use crate::context::observable::Observable;
use adc_frontend::ir::*;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// What procedures do, whatever is made of them: it is found in the first round, for all.
#[derive(Clone, Default)]
pub(crate) struct Behaviour {
    /// Procedures that print: their calls are made silent in what runs more than once.
    pub printing: IndexSet<UnitId>,
    /// Those that do nothing else.
    pub mute: IndexSet<UnitId>,
    /// Procedures that do something besides writing variables.
    pub observable: Observable,
    /// Where input may run again.
    pub reread: Reread,
    /// Those that may do the same twice.
    pub repeatable: Repeatable,
    /// What procedures allocate and associate.
    pub moved: Moved,
    /// Dummy arrays that may be blocks of larger matrices: see [`crate::code::partial`].
    pub partial: BTreeSet<SymbolId>,
    /// Procedures that some call hands over.
    pub handed_over: BTreeSet<UnitId>,
}
