//! Groups that have begun, and their assignments: see [`super`].

use super::pieces::{are_disjoint, Slab};
use crate::cfg::Item;
use crate::ZoneId;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// An assignment of a group.
#[derive(Clone)]
pub(super) struct Member {
    pub(super) item: Item,
    pub(super) slab: Slab,
    /// True if it has an index of each open loop.
    pub(super) is_indexed: bool,
    /// The statement of the block, or of an arm, in which it stands.
    pub(super) place: Item,
    /// The arms around it, with their tests.
    pub(super) arms: Vec<(StmtId, usize)>,
    /// Where the group has begun on the way to it.
    pub(super) begins: Vec<Item>,
}

impl Member {
    /// True if at most one of the two runs, whatever has run before.
    pub(super) fn excludes(&self, other: &Member) -> bool {
        let apart = |a: &(StmtId, usize)| other.arms.iter().any(|b| a.0 == b.0 && a.1 != b.1);
        self.slab == other.slab && self.arms.iter().any(apart)
    }
}

/// A group that has begun.
#[derive(Clone)]
pub(super) struct Group {
    pub(super) array: SymbolId,
    /// Where it begins: assignments, or headers of loops, one on each way.
    pub(super) begins: Vec<Item>,
    /// What has been covered.
    pub(super) slabs: Vec<Slab>,
    pub(super) members: Vec<Member>,
}

impl Group {
    /// The assignments that come first to their elements.
    pub(super) fn firsts(&self) -> impl Iterator<Item = &Member> {
        let is_first = |k: usize, m: &Member| {
            let others = self.members.iter().enumerate();
            let mut others = others.filter(|&(j, o)| j < k || j > k && o.place == m.place);
            m.is_indexed && others.all(|(_, o)| m.excludes(o) || are_disjoint(&m.slab, &o.slab))
        };
        let members = self.members.iter().enumerate();
        members.filter(move |&(k, m)| is_first(k, m)).map(|(_, m)| m)
    }
}

/// What groups have covered after one of two arms.
pub(super) fn joined(a: BTreeMap<ZoneId, Group>, mut b: BTreeMap<ZoneId, Group>) -> BTreeMap<ZoneId, Group> {
    let both = a.into_iter().filter_map(|(zone, mut x)| {
        let y = b.remove(&zone).filter(|y| y.array == x.array)?;
        x.slabs.retain(|s| y.slabs.contains(s));
        let known: Vec<Item> = x.members.iter().map(|m| m.item).collect();
        x.members
            .extend(y.members.into_iter().filter(|m| !known.contains(&m.item)));
        let new = y.begins.into_iter().filter(|at| !x.begins.contains(at));
        x.begins.extend(new.collect::<Vec<_>>());
        Some((zone, x))
    });
    both.filter(|(_, g)| !g.slabs.is_empty()).collect()
}
