//! The parts of arrays that assignments cover, and whether they make a whole: see [`super`].

use super::super::{Finder, Loop};
use crate::dependence::affine::Affine;
use adc_frontend::ir::*;

/// The part of a dimension that a subscript selects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Full,
    Range(Affine, Affine),
    /// The index of a loop that is open, plus other terms.
    Index(SymbolId, Affine),
}

/// What an assignment covers.
pub(super) type Slab = Vec<Piece>;

impl Finder<'_> {
    /// Turns a slab of the iterations of a loop into that of the loop; false if the loop may leave it as it is.
    pub(super) fn run(
        &self,
        slab: &mut Slab,
        array: SymbolId,
        l: &Loop,
        bounds: Option<&(Affine, Affine)>,
        runs: bool,
    ) -> bool {
        let mut places = (0..slab.len()).filter(|&k| matches!(slab[k], Piece::Index(v, _) if v == l.var));
        let (at, more) = (places.next(), places.next());
        let (Some(at), None) = (at, more) else {
            return at.is_none() && runs;
        };
        let Piece::Index(_, rest) = &slab[at] else { return false };
        let all = if *rest == Affine::default() && self.covers(array, at, l) {
            Some(Piece::Full)
        } else {
            bounds.and_then(|(lo, hi)| Some(Piece::Range(lo.plus(rest, 1)?, hi.plus(rest, 1)?)))
        };
        let known = all.is_some();
        slab[at] = all.unwrap_or(Piece::Full);
        known
    }

    /// The least and the greatest index of a loop, if it runs over all between them.
    pub(super) fn bounds(&self, l: &Loop) -> Option<(Affine, Affine)> {
        match l.step.map_or(Some(1), |e| self.integer(e)) {
            Some(1) => self.fixed(l.lo).zip(self.fixed(l.hi)),
            Some(-1) => self.fixed(l.hi).zip(self.fixed(l.lo)),
            _ => None,
        }
    }

    /// True if slabs cover the wanted part of an array from its dimension `k`; `None` and what is missing in `wanted`
    /// stand for whole dimensions.
    pub(super) fn covered(&self, array: SymbolId, slabs: &[&Slab], wanted: &[Option<Piece>]) -> bool {
        let rank = self.input.program.symbols[array].variable().map_or(0, |v| v.dims.len());
        rank > 0 && self.covered_from(array, 0..rank, slabs, wanted)
    }

    fn covered_from(
        &self,
        array: SymbolId,
        mut dims: std::ops::Range<usize>,
        slabs: &[&Slab],
        wanted: &[Option<Piece>],
    ) -> bool {
        if slabs.is_empty() {
            return false;
        }
        let Some(k) = dims.next() else { return true };
        let serve = |fits: &dyn Fn(&Piece) -> bool| {
            let those: Vec<&Slab> = slabs.iter().copied().filter(|s| fits(&s[k])).collect();
            self.covered_from(array, dims.clone(), &those, wanted)
        };
        let want = wanted.get(k).and_then(Option::as_ref);
        if serve(&|p| includes(p, want)) {
            return true;
        }
        // what is read exists, so it is not below the lower bound of the array, nor above the upper one
        let limits = self.limits(array, k);
        let [lower, upper] = limits.as_ref().map_or([None, None], |[lo, hi]| [Some(lo), Some(hi)]);
        let (first, last) = match want {
            Some(Piece::Range(first, last)) => (Some(first), Some(last)),
            _ => (lower, upper),
        };
        let begins = |lo: &Affine| Some(lo) == lower || first.is_some_and(|first| is_most(lo, first));
        let ends = |hi: &Affine| Some(hi) == upper || last.is_some_and(|last| is_most(last, hi));
        let mut pieces: Vec<(&Affine, &Affine)> = vec![];
        for s in slabs {
            if let Piece::Range(lo, hi) = &s[k] {
                if !pieces.contains(&(lo, hi)) && serve(&|p| includes(p, Some(&s[k]))) {
                    pieces.push((lo, hi));
                }
            }
        }
        let starts: Vec<&Affine> = pieces.iter().map(|p| p.0).filter(|lo| begins(lo)).collect();
        starts.into_iter().any(|start| {
            let mut left = pieces.clone();
            let mut from = start.clone();
            while let Some(at) = left.iter().position(|p| *p.0 == from) {
                let (_, hi) = left.swap_remove(at);
                if ends(hi) {
                    return true;
                }
                let Some(next) = hi.plus(&Affine::constant(1), 1) else {
                    return false;
                };
                from = next;
            }
            false
        })
    }

    /// The declared bounds of a dimension, if they are known and have their values throughout the unit.
    pub(super) fn limits(&self, array: SymbolId, k: usize) -> Option<[Affine; 2]> {
        let Some(Dim::Explicit(lo, hi)) = self.dim(array, k) else {
            return None;
        };
        let lo = lo.as_ref().map_or(Some(Affine::constant(1)), |e| self.fixed(e));
        let limits = [lo?, self.fixed(hi)?];
        // the bounds of a host's array were evaluated at the entry of the host
        let own = self.input.program.symbols[array].owner == Some(self.unit);
        (own || limits.iter().all(|l| l.number().is_some())).then_some(limits)
    }

    pub(super) fn affine(&self, e: &Expr) -> Option<Affine> {
        Affine::of(e, &|e| self.integer(e))
    }

    /// The sum that an expression is, if the unit writes none of its variables.
    pub(super) fn fixed(&self, e: &Expr) -> Option<Affine> {
        self.affine(e).filter(|a| self.is_fixed(a))
    }

    pub(super) fn is_fixed(&self, a: &Affine) -> bool {
        let mut zones = a.terms.keys().flat_map(|&v| self.input.zones.of(v));
        !zones.any(|&z| self.written.contains(z))
    }
}

/// True for a sum that is certainly not greater than another.
fn is_most(a: &Affine, b: &Affine) -> bool {
    b.distance(a).is_some_and(|d| d >= 0)
}

/// True if a piece contains another; `None` stands for the whole dimension.
pub(super) fn includes(piece: &Piece, want: Option<&Piece>) -> bool {
    match (piece, want) {
        (Piece::Full, _) => true,
        (_, None) => false,
        (Piece::Range(lo, hi), Some(Piece::Range(first, last))) => is_most(lo, first) && is_most(last, hi),
        (piece, Some(want)) => piece == want,
    }
}

/// True if no element can be in both.
pub(super) fn are_disjoint(a: &Slab, b: &Slab) -> bool {
    let apart = |(a, b): (&Piece, &Piece)| match (a, b) {
        (Piece::Range(lo, hi), Piece::Range(first, last)) => {
            let before = |hi: &Affine, lo: &Affine| hi.number().zip(lo.number()).is_some_and(|(hi, lo)| hi < lo);
            before(hi, first) || before(last, lo)
        }
        _ => false,
    };
    a.iter().zip(b).any(apart)
}
