//! Models: the units that represent procedures without source, with their descriptions. Part of
//! [`crate::context::Context`].

use crate::options::description::Description;
use adc_frontend::ir::{Model, Program, StmtKind, SymbolId, UnitId};
use indexmap::{IndexMap, IndexSet};

/// The descriptions of the units that represent procedures without source; those without a description come from calls
/// alone.
#[derive(Clone, Debug, Default)]
pub struct Models {
    pub(crate) units: IndexMap<UnitId, Option<Description>>,
    /// Procedures with source that are replaced by their reads and writes, without derivatives.
    closed: IndexSet<UnitId>,
    /// Procedures without source that the user declares passive.
    pub(crate) assumed_passive: IndexSet<UnitId>,
    /// Dummy procedures of the head: their derivatives are passed with them.
    pub(crate) given: IndexSet<UnitId>,
    /// Procedures of the tape.
    pub(crate) tape: IndexMap<UnitId, TapeAccess>,
    /// The variable that stands for messages, if some procedure sends or receives some.
    pub messages: Option<SymbolId>,
}

/// The effect of a procedure of the tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TapeAccess {
    /// The hidden variable for the contents of the tape, of the procedure's kind of values.
    pub contents: SymbolId,
    /// True for a pop.
    pub pops: bool,
}

impl Models {
    /// True if all sources are available.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// True for a unit that represents a procedure without source.
    pub fn contains(&self, unit: UnitId) -> bool {
        self.units.contains_key(&unit)
    }

    /// The description of the procedure that a unit represents.
    pub fn description(&self, unit: UnitId) -> Option<&Description> {
        self.units.get(&unit)?.as_ref()
    }

    /// True for a dummy procedure of the head.
    pub(crate) fn is_given(&self, unit: UnitId) -> bool {
        self.given.contains(&unit)
    }

    /// The effect of a procedure of the tape; `None` for other procedures.
    pub(crate) fn tape_access(&self, unit: UnitId) -> Option<TapeAccess> {
        self.tape.get(&unit).copied()
    }

    /// True if no output depends differentiably on anything, or if calls have no derivative for another reason: see
    /// [`Description::has_no_derivative`].
    pub fn is_passive(&self, unit: UnitId) -> bool {
        self.closed.contains(&unit)
            || self.assumed_passive.contains(&unit)
            || self.description(unit).is_some_and(Description::has_no_derivative)
    }

    /// Declares a procedure with source passive, even if all real variables are assumed active.
    pub(crate) fn close(&mut self, unit: UnitId) {
        self.closed.insert(unit);
    }

    /// The procedures that send or receive messages.
    pub(crate) fn exchanging(&self) -> impl Iterator<Item = UnitId> + '_ {
        let described = self
            .units
            .iter()
            .filter(|(_, d)| d.as_ref().is_some_and(|d| d.exchanges));
        described.map(|(u, _)| *u)
    }

    /// True if there is no description.
    pub fn is_assumed(&self, unit: UnitId) -> bool {
        self.units.get(&unit).is_some_and(Option::is_none) && !self.assumed_passive.contains(&unit)
    }
}

/// The model of a unit.
pub(crate) fn model_of(program: &mut Program, unit: UnitId) -> Option<&mut Model> {
    program.units[unit].body.iter_mut().find_map(|s| match &mut s.kind {
        StmtKind::Model(m) => Some(&mut **m),
        _ => None,
    })
}
