//! The state while copies are made for the arguments of calls. The other modules of [`super`] read and extend it.

use crate::normalize::moving::Moving;
use crate::prepare::copies::Copies;
use crate::prepare::instances::pointers::Pointers;
use crate::prepare::instances::types::Types;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// A fact about a dummy argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Known {
    /// None that makes a difference.
    Nothing,
    /// The procedure that it denotes.
    Procedure(UnitId),
    /// The type that it has; for `class(*)` possibly an ancestor of it.
    Type(Ty),
    /// The rank that it has, and the type if it is polymorphic.
    Rank(u8, Option<Ty>),
    /// Absent: a procedure that is not passed.
    Absent,
}

/// The declared type and the binding of a dispatcher.
pub(crate) type Dispatched = (SymbolId, SmolStr);

/// The modules that a module needs: those that it uses, and those whose procedures its own call.
pub(crate) struct Modules {
    pub(crate) needed: BTreeMap<UnitId, BTreeSet<UnitId>>,
}

pub(crate) struct Instances<'p> {
    pub(crate) program: &'p mut Program,
    pub(crate) moving: Moving<'p>,
    pub(crate) heads: Vec<UnitId>,
    pub(crate) types: Types,
    pub(crate) pointers: Pointers,
    pub(crate) modules: Modules,
    pub(crate) copies: Copies,
    /// Copies, by their original and the facts about their arguments.
    pub(crate) made: BTreeMap<(UnitId, Vec<Known>), UnitId>,
    /// Procedures that dummy procedures of copies denote, and the facts about their arguments there; `None` if calls
    /// differ.
    pub(crate) given: BTreeMap<SymbolId, (UnitId, Option<Vec<Known>>)>,
    /// Dispatchers for types of objects, by their type and binding.
    pub(crate) dispatchers: BTreeMap<Dispatched, SymbolId>,
    /// Generated functions for intrinsic ones, by name.
    pub(crate) intrinsics: BTreeMap<SmolStr, UnitId>,
    /// Dummy procedures of copies that are absent.
    pub(crate) absent: BTreeSet<SymbolId>,
    pub(crate) reached: BTreeSet<UnitId>,
    pub(crate) open: Vec<UnitId>,
    /// Bodies of procedures before their calls were redirected: copies are made of these.
    pub(crate) written: BTreeMap<UnitId, Block>,
}
