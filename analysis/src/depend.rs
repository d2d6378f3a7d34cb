//! How a piece of code changes memory: what it writes, and from which earlier values the new ones are computed differentiably.
//!
//! `flows[z]` is given for every differentiable zone that may be written: the zones on whose values *before* the piece the value of `z` *after* it depends
//! through real or complex values. It holds `z` itself unless `z` is overwritten as a whole. Zones without an entry keep their values. So a piece is a
//! sparse relation between zones, and
//!
//! ```text
//! (A; B).flows[z] = ∪ A.of(s), s ∈ B.of(z)        of(z) = flows[z], or {z} where there is none
//! (A ⊔ B).flows[z] = A.of(z) ∪ B.of(z)
//! varied after  = { z : of(z) ∩ varied before ≠ ∅ }
//! useful before = ∪ of(z), z ∈ useful after
//! ```
//!
//! `must_writes` are united by sequence and intersected by alternatives.

use crate::{ZoneId, ZoneSet};
use std::collections::BTreeMap;

/// A change of memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dependence {
    /// May be written.
    pub writes: ZoneSet,
    /// Are overwritten as a whole.
    pub must_writes: ZoneSet,
    /// Sources of each differentiable zone that may be written.
    pub flows: BTreeMap<ZoneId, ZoneSet>,
}

impl Dependence {
    /// The zones on whose values before the value of a zone after depends.
    pub fn of(&self, zone: ZoneId) -> ZoneSet {
        self.flows
            .get(&zone)
            .cloned()
            .unwrap_or_else(|| ZoneSet::from_iter([zone]))
    }

    /// One write; `carries` says whether the zone is differentiable.
    pub(crate) fn write(&mut self, zone: ZoneId, from: &ZoneSet, kill: bool, carries: bool) {
        self.writes.insert(zone);
        if kill {
            self.must_writes.insert(zone);
        }
        if carries {
            let sources = self.flows.entry(zone).or_default();
            sources.union_with(from);
            if !kill {
                sources.insert(zone);
            }
        }
    }

    /// This piece, then another.
    pub fn then(&mut self, next: &Dependence) {
        let new = next.flows.iter().map(|(&z, sources)| {
            let mut all = ZoneSet::new();
            for s in sources.iter() {
                match self.flows.get(&s) {
                    Some(f) => {
                        all.union_with(f);
                    }
                    None => {
                        all.insert(s);
                    }
                }
            }
            (z, all)
        });
        let new: Vec<_> = new.collect();
        self.flows.extend(new);
        self.writes.union_with(&next.writes);
        self.must_writes.union_with(&next.must_writes);
    }

    /// This piece or another; true when that changed it.
    pub fn join(&mut self, other: &Dependence) -> bool {
        let mut changed = self.writes.union_with(&other.writes);
        changed |= self.must_writes.intersect_with(&other.must_writes);
        for (&z, sources) in &mut self.flows {
            match other.flows.get(&z) {
                Some(f) => changed |= sources.union_with(f),
                None => changed |= sources.insert(z),
            }
        }
        for (&z, f) in &other.flows {
            self.flows.entry(z).or_insert_with(|| {
                changed = true;
                let mut sources = f.clone();
                sources.insert(z);
                sources
            });
        }
        changed
    }

    /// Zones that are varied after, from those that are before.
    pub fn forward(&self, varied: &mut ZoneSet) {
        if self.flows.is_empty() {
            return;
        }
        let before = varied.clone();
        for (&z, sources) in &self.flows {
            if sources.intersects(&before) {
                varied.insert(z);
            } else {
                varied.remove(z);
            }
        }
    }

    /// Zones that are useful before, from those that are after.
    pub fn backward(&self, useful: &mut ZoneSet) {
        let wanted: Vec<_> = self.flows.iter().filter(|(&z, _)| useful.contains(z)).collect();
        for (&z, _) in &wanted {
            useful.remove(z);
        }
        for (_, sources) in wanted {
            useful.union_with(sources);
        }
    }

    /// Keeps only some zones, in writes and as sources.
    pub(crate) fn restrict(&mut self, keep: &dyn Fn(ZoneId) -> bool) {
        let filter = |set: &ZoneSet| -> ZoneSet { set.iter().filter(|&z| keep(z)).collect() };
        self.writes = filter(&self.writes);
        self.must_writes = filter(&self.must_writes);
        self.flows.retain(|&z, _| keep(z));
        for sources in self.flows.values_mut() {
            *sources = filter(sources);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::idset::Id;

    fn z(i: usize) -> ZoneId {
        Id::from_index(i)
    }

    fn set(ids: &[usize]) -> ZoneSet {
        ids.iter().map(|&i| z(i)).collect()
    }

    fn assign(to: usize, from: &[usize], kill: bool) -> Dependence {
        let mut d = Dependence::default();
        d.write(z(to), &set(from), kill, true);
        d
    }

    #[test]
    fn sequence_composes() {
        // b = a; c = b; b = 0
        let mut d = assign(2, &[1], true);
        d.then(&assign(3, &[2], true));
        d.then(&assign(2, &[], true));
        assert_eq!(d.of(z(3)), set(&[1]));
        assert_eq!(d.of(z(2)), set(&[]));
        assert_eq!(d.of(z(1)), set(&[1]));
        let mut varied = set(&[1, 2]);
        d.forward(&mut varied);
        assert_eq!(varied, set(&[1, 3]));
        let mut useful = set(&[2, 3]);
        d.backward(&mut useful);
        assert_eq!(useful, set(&[1]));
    }

    #[test]
    fn alternatives_keep_what_one_keeps() {
        let mut d = assign(2, &[1], true);
        assert!(d.join(&Dependence::default()));
        assert_eq!(d.of(z(2)), set(&[1, 2]));
        assert!(d.must_writes.is_empty());
        assert!(!d.join(&assign(2, &[1], true)));
        assert!(d.join(&assign(4, &[5], true)));
        assert_eq!(d.of(z(4)), set(&[4, 5]));
    }
}
