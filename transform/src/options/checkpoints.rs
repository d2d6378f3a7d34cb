//! Checkpoints that a file of the user chooses for single calls. [`crate::prepare::checkpoints`] reads the file and
//! finds the calls.

use adc_frontend::span::Span;
use std::collections::BTreeMap;

/// The chosen calls, by the beginnings of their text. A statement of the normal form keeps the place of its call, so no
/// pass has to carry the choice along.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checkpoints {
    /// The calls.
    pub calls: BTreeMap<u32, Chosen>,
}

/// The calls that an adjoint measures, by the beginnings of their text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// The calls.
    pub calls: BTreeMap<u32, Site>,
    /// All calls are joint, of procedures that are split: so the sweeps of split procedures are measured without the
    /// tape of split calls.
    pub apart: bool,
}

/// A call that is measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its number, from 1.
    pub number: u32,
    /// The procedure that contains it, the callee, the number of the call among those of this callee in it, and how
    /// many there are: `step|flux|2|3`.
    pub name: String,
    /// The file and the line.
    pub place: String,
}

/// The choice for one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// True for a split call, false for a joint one.
    pub split: bool,
    /// The entry of the file.
    pub span: Span,
}

impl Checkpoints {
    /// The choice for the call that begins at a place.
    pub fn at(&self, place: u32) -> Option<Chosen> {
        self.calls.get(&place).copied()
    }
}
