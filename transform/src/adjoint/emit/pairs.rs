//! Pairs of pushes and pops that are marked to become assignments: see [`super::slots`] and [`super::arrays`].

use crate::adjoint::plan::Slot;
use adc_frontend::ir::*;

/// A loop whose index is a subscript of arrays.
#[derive(Clone)]
pub(super) struct Index {
    pub var: SymbolId,
    pub first: Expr,
    pub last: Expr,
}

impl Index {
    fn is_that(&self, other: &Index) -> bool {
        self.var == other.var && self.first.same(&other.first) && self.last.same(&other.last)
    }
}

/// The push and the pop of a record.
pub(super) struct Pair {
    /// The loops whose indices are subscripts, outermost first.
    pub nest: Vec<Index>,
    pub slot: Slot,
    /// The surrounding arms: number of the branch, number of the arm.
    pub arms: Vec<(usize, usize)>,
    pub what: What,
    pub extents: AllocShape,
    /// The number of its statements.
    pub statements: usize,
}

/// What is recorded.
pub(super) enum What {
    /// The value of a designator.
    Value(Expr),
    /// The number of a branch, of this type.
    Number(Ty),
    /// The same outside of loops: the variable of the pop holds it from one sweep to the other.
    NumberIn(Expr),
}

impl What {
    pub fn ty(&self) -> Ty {
        match self {
            What::Value(e) | What::NumberIn(e) => e.ty,
            What::Number(ty) => *ty,
        }
    }
}

impl Pair {
    /// True if two pairs can share an array: they record the same designator in loops over the same indices, and never
    /// in the same iteration.
    pub fn goes_with(&self, other: &Pair) -> bool {
        let loops = || self.nest.iter().zip(&other.nest).all(|(a, b)| a.is_that(b));
        let same = match (&self.what, &other.what) {
            (What::Value(a), What::Value(b)) => a.same(b) && self.slot == other.slot && loops(),
            _ => false,
        };
        let mut around = self.arms.iter().zip(&other.arms).skip_while(|(a, b)| a == b);
        same && around.next().is_some_and(|(a, b)| a.0 == b.0)
    }
}

/// Ids of marked statements, from the last one down; lower ids belong to statements of the user.
const LAST: u32 = u32::MAX - 1;

pub(super) fn id_of(pair: usize) -> StmtId {
    StmtId(LAST - pair as u32)
}

/// The number of the pair to which a statement may belong.
pub(super) fn pair_of(s: &Stmt) -> Option<usize> {
    LAST.checked_sub(s.id.0).map(|k| k as usize)
}
