//! Sets of ids: the only representation of sets in this crate.
//!
//! A set is the list of its nonzero words with their numbers, in increasing order. The zones of one unit have
//! consecutive numbers, and so have the global ones, so a set of some of both is a handful of words, whatever the size
//! of the program. Iteration is in increasing order of id and may affect output.

use adc_frontend::ir::StmtId;
use la_arena::{Idx, RawIdx};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::marker::PhantomData;

/// Ids that an [`IdSet`] can contain: small dense numbers.
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

/// A word of a set: its number and its bits, at least one of them set.
type Word = (u32, u64);

/// A set of ids.
pub struct IdSet<I> {
    words: SmallVec<[Word; 2]>,
    ids: PhantomData<fn() -> I>,
}

fn locate<I: Id>(id: I) -> Word {
    let i = id.index();
    ((i / 64) as u32, 1 << (i % 64))
}

impl<I: Id> IdSet<I> {
    /// The empty set.
    pub fn new() -> Self {
        IdSet {
            words: SmallVec::new(),
            ids: PhantomData,
        }
    }

    fn find(&self, number: u32) -> Result<usize, usize> {
        match self.words.last() {
            Some(w) if w.0 < number => Err(self.words.len()),
            _ => self.words.binary_search_by_key(&number, |w| w.0),
        }
    }

    /// Adds an id; true if it is new.
    pub fn insert(&mut self, id: I) -> bool {
        let (number, bit) = locate(id);
        match self.find(number) {
            Ok(k) => {
                let new = self.words[k].1 & bit == 0;
                self.words[k].1 |= bit;
                new
            }
            Err(k) => {
                self.words.insert(k, (number, bit));
                true
            }
        }
    }

    /// Removes an id; true if it was present.
    pub fn remove(&mut self, id: I) -> bool {
        let (number, bit) = locate(id);
        let Ok(k) = self.find(number) else { return false };
        let there = self.words[k].1 & bit != 0;
        self.words[k].1 &= !bit;
        if self.words[k].1 == 0 {
            self.words.remove(k);
        }
        there
    }

    /// True if the id is in the set.
    pub fn contains(&self, id: I) -> bool {
        let (number, bit) = locate(id);
        self.find(number).is_ok_and(|k| self.words[k].1 & bit != 0)
    }

    /// Adds all ids of another set; true if one was new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        let mut changed = false;
        let mut k = 0;
        for (n, &(number, bits)) in other.words.iter().enumerate() {
            while self.words.get(k).is_some_and(|w| w.0 < number) {
                k += 1;
            }
            match self.words.get_mut(k) {
                Some(w) if w.0 == number => {
                    changed |= bits & !w.1 != 0;
                    w.1 |= bits;
                }
                // beyond the end: the rest as it is
                None => {
                    self.words.extend_from_slice(&other.words[n..]);
                    return true;
                }
                Some(_) => {
                    self.words.insert(k, (number, bits));
                    changed = true;
                }
            }
        }
        changed
    }

    /// Removes all ids of another set.
    pub fn subtract(&mut self, other: &Self) {
        self.mask(other, |mine, theirs| mine & !theirs);
    }

    /// Removes all ids from a number on.
    pub fn truncate(&mut self, end: usize) {
        while let Some(last) = self.words.last_mut() {
            let start = last.0 as usize * 64;
            if start + 64 <= end {
                return;
            }
            let below = end.saturating_sub(start);
            last.1 &= (1 << below) - 1;
            if last.1 != 0 {
                return;
            }
            self.words.pop();
        }
    }

    /// Keeps only the ids that are also in another set; true if one was removed.
    pub fn intersect_with(&mut self, other: &Self) -> bool {
        self.mask(other, |mine, theirs| mine & theirs)
    }

    /// Keeps some bits of each word; true if one was removed.
    fn mask(&mut self, other: &Self, keep: impl Fn(u64, u64) -> u64) -> bool {
        let mut changed = false;
        let mut theirs = other.words.iter().peekable();
        self.words.retain(|w| {
            while theirs.next_if(|t| t.0 < w.0).is_some() {}
            let kept = keep(w.1, theirs.peek().filter(|t| t.0 == w.0).map_or(0, |t| t.1));
            changed |= kept != w.1;
            w.1 = kept;
            kept != 0
        });
        changed
    }

    /// Calls `f` with the words that both sets have; returns true as soon as `f` does.
    fn any_common(&self, other: &Self, f: impl Fn(u64, u64) -> bool) -> bool {
        let (mut a, mut b) = (self.words.as_slice(), other.words.as_slice());
        while let (Some(x), Some(y)) = (a.first(), b.first()) {
            match x.0.cmp(&y.0) {
                Ordering::Less => a = &a[1..],
                Ordering::Greater => b = &b[1..],
                Ordering::Equal if f(x.1, y.1) => return true,
                Ordering::Equal => (a, b) = (&a[1..], &b[1..]),
            }
        }
        false
    }

    /// True if the sets have a common id.
    pub fn intersects(&self, other: &Self) -> bool {
        self.any_common(other, |x, y| x & y != 0)
    }

    /// True if every id of this set is in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        let mut theirs = other.words.iter().peekable();
        self.words.iter().all(|w| {
            while theirs.next_if(|t| t.0 < w.0).is_some() {}
            theirs.peek().is_some_and(|t| t.0 == w.0 && w.1 & !t.1 == 0)
        })
    }

    /// True if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Number of ids.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.1.count_ones() as usize).sum()
    }

    /// The ids in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.words.iter().flat_map(|&(number, bits)| {
            let rest = std::iter::successors(Some(bits), |b| Some(b & b.wrapping_sub(1)));
            let ones = rest.take_while(|&b| b != 0).map(u64::trailing_zeros);
            ones.map(move |bit| I::from_index(number as usize * 64 + bit as usize))
        })
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
            words: self.words.clone(),
            ids: PhantomData,
        }
    }
}

impl<I> PartialEq for IdSet<I> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<I> Eq for IdSet<I> {}

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
