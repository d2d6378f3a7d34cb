//! Sets of ids: the one representation of sets in this crate.
//!
//! A set is a run of bits that begins at its first occupied word, so that sets of ids that lie close together (the zones of one unit, which are
//! numbered one after the other) stay small in programs with many thousands of zones. Two sets are equal when they hold the same ids, however their runs are
//! cut. Iteration is in increasing order of id: it may reach output.

use adc_frontend::ir::StmtId;
use bitvec::prelude::*;
use la_arena::{Idx, RawIdx};
use std::marker::PhantomData;

/// What can stand in an [`IdSet`]: ids that are small dense numbers.
pub trait Id: Copy {
    /// The number.
    fn index(self) -> usize;
    /// The id with a number.
    fn from_index(index: usize) -> Self;
}

impl<T> Id for Idx<T> {
    fn index(self) -> usize {
        self.into_raw().into_u32() as usize
    }

    fn from_index(index: usize) -> Self {
        Idx::from_raw(RawIdx::from_u32(index as u32))
    }
}

impl Id for StmtId {
    fn index(self) -> usize {
        self.0 as usize
    }

    fn from_index(index: usize) -> Self {
        StmtId(index as u32)
    }
}

const WORD: usize = u64::BITS as usize;

/// A set of ids.
pub struct IdSet<I> {
    /// Number of the first bit, a multiple of the word length.
    base: usize,
    bits: BitVec<u64>,
    ids: PhantomData<fn() -> I>,
}

impl<I: Id> IdSet<I> {
    /// The empty set.
    pub fn new() -> Self {
        IdSet {
            base: 0,
            bits: BitVec::new(),
            ids: PhantomData,
        }
    }

    /// Makes room for the bits `lo..hi`.
    fn cover(&mut self, lo: usize, hi: usize) {
        let lo = lo / WORD * WORD;
        if self.bits.is_empty() {
            self.base = lo;
        } else if lo < self.base {
            let mut wider: BitVec<u64> = BitVec::repeat(false, self.base - lo);
            wider.extend_from_bitslice(&self.bits);
            self.bits = wider;
            self.base = lo;
        }
        let len = (hi - self.base).next_multiple_of(WORD);
        if len > self.bits.len() {
            self.bits.resize(len, false);
        }
    }

    /// Adds an id; true when it was not there.
    pub fn insert(&mut self, id: I) -> bool {
        let i = id.index();
        self.cover(i, i + 1);
        !self.bits.replace(i - self.base, true)
    }

    /// Takes an id out; true when it was there.
    pub fn remove(&mut self, id: I) -> bool {
        self.contains(id) && self.bits.replace(id.index() - self.base, false)
    }

    /// True when the id is in the set.
    pub fn contains(&self, id: I) -> bool {
        id.index()
            .checked_sub(self.base)
            .and_then(|i| self.bits.get(i))
            .is_some_and(|b| *b)
    }

    /// Adds all ids of another set; true when one was new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        let Some(lo) = other.bits.first_one() else { return false };
        let hi = other.bits.last_one().unwrap_or(lo) + 1;
        self.cover(other.base + lo, other.base + hi);
        let mut changed = false;
        let shift = (other.base as isize - self.base as isize) / WORD as isize;
        let (first, last) = (lo / WORD, (hi - 1) / WORD);
        let mine = self.bits.as_raw_mut_slice();
        for (k, &word) in other.bits.as_raw_slice().iter().enumerate().take(last + 1).skip(first) {
            let slot = &mut mine[(k as isize + shift) as usize];
            changed |= word & !*slot != 0;
            *slot |= word;
        }
        changed
    }

    /// Takes all ids of another set out.
    pub fn subtract(&mut self, other: &Self) {
        let base = self.base;
        for (k, word) in self.bits.as_raw_mut_slice().iter_mut().enumerate() {
            *word &= !other.word(base / WORD + k);
        }
    }

    /// Keeps only the ids that another set has too; true when one was taken out.
    pub fn intersect_with(&mut self, other: &Self) -> bool {
        let base = self.base;
        let mut changed = false;
        for (k, word) in self.bits.as_raw_mut_slice().iter_mut().enumerate() {
            let kept = *word & other.word(base / WORD + k);
            changed |= kept != *word;
            *word = kept;
        }
        changed
    }

    /// True when the sets have an id in common.
    pub fn intersects(&self, other: &Self) -> bool {
        let words = self.bits.as_raw_slice();
        words
            .iter()
            .enumerate()
            .any(|(k, w)| w & other.word(self.base / WORD + k) != 0)
    }

    /// True when every id of this set is in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        let words = self.bits.as_raw_slice();
        words
            .iter()
            .enumerate()
            .all(|(k, w)| w & !other.word(self.base / WORD + k) == 0)
    }

    /// The word with a number in the whole space of ids.
    fn word(&self, number: usize) -> u64 {
        number
            .checked_sub(self.base / WORD)
            .and_then(|k| self.bits.as_raw_slice().get(k))
            .copied()
            .unwrap_or(0)
    }

    /// True when nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.bits.not_any()
    }

    /// How many ids are in it.
    pub fn len(&self) -> usize {
        self.bits.count_ones()
    }

    /// The ids in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.bits.iter_ones().map(|i| I::from_index(self.base + i))
    }
}

impl<I: Id> Default for IdSet<I> {
    fn default() -> Self {
        IdSet::new()
    }
}

impl<I> Clone for IdSet<I> {
    fn clone(&self) -> Self {
        IdSet {
            base: self.base,
            bits: self.bits.clone(),
            ids: PhantomData,
        }
    }
}

impl<I: Id> PartialEq for IdSet<I> {
    fn eq(&self, other: &Self) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }
}

impl<I: Id> Eq for IdSet<I> {}

impl<I: Id + std::fmt::Debug> std::fmt::Debug for IdSet<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<I: Id> FromIterator<I> for IdSet<I> {
    fn from_iter<T: IntoIterator<Item = I>>(iter: T) -> Self {
        let mut set = IdSet::new();
        set.extend(iter);
        set
    }
}

impl<I: Id> Extend<I> for IdSet<I> {
    fn extend<T: IntoIterator<Item = I>>(&mut self, iter: T) {
        for id in iter {
            self.insert(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ids: &[u32]) -> IdSet<StmtId> {
        ids.iter().map(|&i| StmtId(i)).collect()
    }

    fn ids(s: &IdSet<StmtId>) -> Vec<u32> {
        s.iter().map(|i| i.0).collect()
    }

    #[test]
    fn grows_on_both_sides() {
        let mut s = set(&[700]);
        assert!(s.insert(StmtId(3)));
        assert!(s.insert(StmtId(9000)));
        assert!(!s.insert(StmtId(700)));
        assert_eq!(ids(&s), [3, 700, 9000]);
        assert_eq!(s.len(), 3);
        assert!(s.contains(StmtId(3)) && !s.contains(StmtId(4)) && !s.contains(StmtId(90000)));
    }

    #[test]
    fn union_says_whether_it_changed() {
        let mut s = set(&[1000, 1001]);
        assert!(s.union_with(&set(&[5, 1001])));
        assert!(!s.union_with(&set(&[5, 1000])));
        assert!(!s.union_with(&set(&[])));
        assert!(s.union_with(&set(&[640, 64000])));
        assert_eq!(ids(&s), [5, 640, 1000, 1001, 64000]);
    }

    #[test]
    fn subtract_intersect_compare() {
        let mut s = set(&[1, 64, 128, 500]);
        s.subtract(&set(&[64, 500, 9999]));
        assert_eq!(s, set(&[128, 1]));
        assert!(s.intersects(&set(&[128])) && !s.intersects(&set(&[127, 129, 4000])));
        assert!(s.intersect_with(&set(&[128, 4000])));
        assert!(!s.intersect_with(&set(&[128])));
        assert_eq!(ids(&s), [128]);
        assert!(s.remove(StmtId(128)) && !s.remove(StmtId(128)));
        assert!(s.is_empty() && s == set(&[]));
        assert!(set(&[70]).is_subset(&set(&[1, 70])) && !set(&[1, 70]).is_subset(&set(&[70])));
    }
}
