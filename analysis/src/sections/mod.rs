//! Sections: which part of an array the call of a procedure may write, where MOD says only that it may write some of it.
//!
//! For each unit `p` and each array `z` in MOD(p), dimension by dimension, over what has the same value as at the entry of `p` whenever it runs: scalar integers among its
//! dummy arguments, and global ones, that neither it nor what it calls writes; and constants.
//!
//! ```text
//! SECT(p, z)  = ⊔ over statements I of p that may write z:  over(loops around I, sect(I, z))
//! sect(I, z)  = the subscripts of the left side                 of an assignment
//!             = SECT(q, z), in terms of p                       of a call of q that knows z by name
//!             = SECT(q, d), in terms of p and of z              of a call of q whose dummy argument d is all of z, with the same shape
//!             = the subscripts of the actual argument           of a call that is given a section, or an element for a scalar
//!             = what the element stands for                     of a call that is given an element for an array ([`sequence`])
//!             = all                                             of anything else
//! over(do v = lo, hi; v + c) = lo + c : hi + c                  strides 1 and -1
//! a ⊔ b       = a where both are the same, the hull where their bounds differ by constants, otherwise all
//! ```
//!
//! Callees first; what may call itself writes all. `sect(I, z)` of calls is kept for each statement, since callers save it.
//!
//! **A section must exist.** Whoever saves `z(:, i)` before a call evaluates it whether the callee comes to the statement that writes it or not, so `i` must be within the bounds.
//! A dimension that is not all is kept only if it is within the declared bounds for sure, or if it is *witnessed*: if the call surely evaluates a designator with this part of a dimension,
//! of `z` or of an array with the same bounds in a dimension. What is under a test, behind a place where the program may end, or in the second operand of `.and.` is no witness. A loop
//! that may have no iterations is one for sections that are empty then: its range must be among the dimensions of the section.
//!
//! A range that leaves out a few elements of a dimension, such as `2:n - 1`, counts as all where that exists, too: what is saved is then in one piece, and what is saved of a whole
//! array serves all of it.
//!
//! What is ignored: arrays of derived type and components (all is written); loops of other strides; subscripts that are computed in the procedure; bounds of allocatable arrays; that the
//! array of a witness may have no elements at all.

mod arrays;
mod collect;
mod extent;
mod sequence;
mod translate;
mod witness;

pub use extent::{Bound, Extent};

use crate::constants::Constants;
use crate::effects::EffectsTable;
use crate::summary::Summaries;
use crate::{CallGraph, ZoneId, Zones};
use adc_frontend::ir::*;
use la_arena::ArenaMap;
use std::collections::{BTreeMap, BTreeSet};

/// A part of an array, dimension by dimension.
pub type Section = Vec<Extent>;

/// The sections of a program; arrays that are not there may be written anywhere.
#[derive(Clone, Debug, Default)]
pub struct Sections {
    units: ArenaMap<UnitId, BTreeMap<ZoneId, Section>>,
    calls: BTreeMap<StmtId, BTreeMap<ZoneId, Section>>,
    /// For dummy arguments that are passed an element.
    passed: BTreeMap<(StmtId, SymbolId), Section>,
    /// Units in which the program may end.
    ending: BTreeSet<UnitId>,
}

/// What sections are found from.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub program: &'a Program,
    pub zones: &'a Zones,
    pub calls: &'a CallGraph,
    pub constants: &'a Constants,
    pub summaries: &'a Summaries,
    pub effects: &'a EffectsTable,
}

impl Sections {
    /// Finds all sections.
    pub(crate) fn build(input: Input) -> Sections {
        let mut all = Sections::default();
        let arrays = arrays::table(input);
        for &unit in input.calls.bottom_up().iter().flatten() {
            let found = collect::unit(input, &arrays, &all, unit);
            all.calls.extend(found.calls);
            all.passed.extend(found.passed);
            if found.may_end {
                all.ending.insert(unit);
            }
            if !input.calls.is_recursive(unit) {
                all.units.insert(unit, found.written);
            }
        }
        all
    }

    /// The part of an array that a unit may write, over variables of the unit.
    pub fn of(&self, unit: UnitId, zone: ZoneId) -> Option<&Section> {
        self.units.get(unit)?.get(&zone)
    }

    /// The part of an array that the calls in a statement may write, and nothing else in it does, over variables of the statement's unit.
    pub fn at(&self, stmt: StmtId, zone: ZoneId) -> Option<&Section> {
        self.calls.get(&stmt)?.get(&zone)
    }

    /// The first dimensions of what a dummy argument is that calls in a statement pass an element; in the others, it has the index of the element. Sure to be within the bounds of the array.
    pub fn leading(&self, stmt: StmtId, formal: SymbolId) -> Option<&Section> {
        self.passed.get(&(stmt, formal))
    }

    /// The arrays of which a unit may write a section only, in order of their zones.
    pub fn of_unit(&self, unit: UnitId) -> impl Iterator<Item = (ZoneId, &Section)> {
        let found = self.units.get(unit).into_iter().flatten();
        found.map(|(&z, s)| (z, s))
    }
}
