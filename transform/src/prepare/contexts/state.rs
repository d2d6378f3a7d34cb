//! What is known while copies are made for what calls hand over.

use crate::normalize::moving::Moving;
use crate::prepare::contexts::pointers::Pointers;
use crate::prepare::contexts::types::Types;
use crate::prepare::copies::Copies;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a dummy argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Known {
    /// Nothing that makes a difference.
    Nothing,
    /// The procedure that it is.
    Procedure(UnitId),
    /// The type that it has; of `class(*)` perhaps what it extends.
    Type(Ty),
    /// The rank that it has, and the type, if it is polymorphic.
    Rank(u8, Option<Ty>),
    /// That there is none: a procedure that is not given.
    Absent,
}

/// A procedure for a binding of a type.
pub(crate) type Dispatched = (SymbolId, SmolStr);

/// The modules that a module needs: those that it uses, and whose procedures its own call.
pub(crate) struct Modules {
    pub(crate) needed: BTreeMap<UnitId, BTreeSet<UnitId>>,
}

pub(crate) struct Contexts<'p> {
    pub(crate) program: &'p mut Program,
    pub(crate) moving: Moving<'p>,
    pub(crate) head: UnitId,
    pub(crate) types: Types,
    pub(crate) pointers: Pointers,
    pub(crate) modules: Modules,
    pub(crate) copies: Copies,
    /// Copies, by what they are copies of and what is known of their arguments.
    pub(crate) made: BTreeMap<(UnitId, Vec<Known>), UnitId>,
    /// Procedures that dummy procedures of copies are, and what they are called with there; nothing where calls differ.
    pub(crate) given: BTreeMap<SymbolId, (UnitId, Option<Vec<Known>>)>,
    /// Procedures that ask for the types of objects, by what they are called for.
    pub(crate) dispatchers: BTreeMap<Dispatched, SymbolId>,
    /// Functions that stand for intrinsic ones, by their names.
    pub(crate) intrinsics: BTreeMap<SmolStr, UnitId>,
    /// Dummy procedures of copies that are not given.
    pub(crate) absent: BTreeSet<SymbolId>,
    pub(crate) reached: BTreeSet<UnitId>,
    pub(crate) open: Vec<UnitId>,
    /// Bodies of procedures as they were before their calls were settled: copies are made of these.
    pub(crate) written: BTreeMap<UnitId, Block>,
}
