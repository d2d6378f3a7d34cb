//! Sections: the part of an array that a call of a procedure may write, while MOD only says that it may write some of
//! it.
//!
//! For each unit `p` and each array `z` in MOD(p), dimension by dimension, in terms of constants and of scalar integers
//! that keep their value from the entry of `p` on: dummy arguments and global variables that neither `p` nor its
//! callees write.
//!
//! ```text
//! SECT(p, z)  = ⊔ over statements I of p that may write z:  over(loops around I, sect(I, z))
//! sect(I, z)  = the subscripts of the left side        of an assignment
//!             = SECT(q, z), in terms of p              of a call of q that knows z by name
//!             = SECT(q, d), in terms of p and of z     of a call of q whose dummy d is all of z, with the same shape
//!             = the subscripts of the actual argument  of a call that is passed a section, or an element for a scalar
//!             = the elements from it on ([`sequence`]) of a call that is passed an element for an array
//!             = all                                    of anything else
//! over(do v = lo, hi; v + c) = lo + c : hi + c         strides 1 and -1
//! a ⊔ b       = a if both are the same, the hull if their bounds differ by constants, otherwise all
//! ```
//!
//! Callees first; recursive units write all. `sect(I, z)` of calls is kept for each statement, since callers save it.
//!
//! **A section must exist.** To save `z(:, i)` before a call means to evaluate it whether or not the callee reaches the
//! statement that writes it, so `i` must be within the bounds. A dimension is kept as a proper part only if it is
//! certainly within the declared bounds, or if it is *witnessed*: the call certainly evaluates a designator with this
//! part of a dimension, of `z` or of an array with the same bounds in a dimension. Designators under a test, after a
//! place where the program may end, or in the second operand of `.and.` are no witnesses. A loop that may have no
//! iterations is a witness for sections that are empty in that case: its range must be among the dimensions of the
//! section.
//!
//! A range that omits a few elements of a dimension, such as `2:n - 1`, counts as all if the whole dimension exists:
//! then the saved section is contiguous, and one snapshot of the whole array serves all of it.
//!
//! Ignored: arrays of derived type and components (all is written); loops of other strides; subscripts that are
//! computed in the procedure; bounds of allocatable arrays; the array of a witness may have no elements at all.

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

/// The sections of a program; arrays without an entry may be written anywhere.
#[derive(Clone, Debug, Default)]
pub struct Sections {
    units: ArenaMap<UnitId, BTreeMap<ZoneId, Section>>,
    calls: BTreeMap<StmtId, BTreeMap<ZoneId, Section>>,
    /// For dummy arguments that receive an element.
    passed: BTreeMap<(StmtId, SymbolId), Section>,
    /// Units in which the program may end.
    ending: BTreeSet<UnitId>,
}

/// The inputs of the analysis.
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

    /// The part of an array that the calls in a statement may write, if the statement writes it in no other way, over
    /// variables of the statement's unit.
    pub fn at(&self, stmt: StmtId, zone: ZoneId) -> Option<&Section> {
        self.calls.get(&stmt)?.get(&zone)
    }

    /// The first dimensions of the section that a dummy argument covers if calls in a statement pass it an element; in
    /// the other dimensions, it has the index of the element. Certainly within the bounds of the array.
    pub fn leading(&self, stmt: StmtId, formal: SymbolId) -> Option<&Section> {
        self.passed.get(&(stmt, formal))
    }

    /// The arrays of which a unit may write only a section, in order of their zones.
    pub fn of_unit(&self, unit: UnitId) -> impl Iterator<Item = (ZoneId, &Section)> {
        let found = self.units.get(unit).into_iter().flatten();
        found.map(|(&z, s)| (z, s))
    }
}
