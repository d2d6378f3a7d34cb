//! Designators that a unit surely evaluates: what of a dimension they name is within its bounds.

use super::arrays::Scope;
use super::extent::{Bound, Extent};
use super::Section;
use crate::ZoneId;

/// Arrays with parts of them that exist if the unit is called.
#[derive(Default)]
pub(super) struct Witnesses {
    list: Vec<(ZoneId, Section)>,
}

impl Witnesses {
    /// Adds a designator. Where a dimension of it is empty, the others say nothing.
    pub fn add(&mut self, zone: ZoneId, section: Section) {
        self.list.push((zone, section));
    }

    /// What of a section surely exists, or is empty where it does not; the other dimensions become all.
    pub fn confirmed(&self, scope: &Scope, zone: ZoneId, mut section: Section) -> Section {
        loop {
            let wrong = (0..section.len()).find(|&k| !self.holds(scope, zone, k, &section));
            match wrong.and_then(|k| section.get_mut(k)) {
                Some(x) => *x = Extent::All,
                None => break,
            }
        }
        let Some(array) = scope.array(zone) else { return section };
        for (k, x) in section.iter_mut().enumerate() {
            let (first, last) = scope.declared(array, k);
            let whole = |a: &Bound, b: Option<Bound>| b.is_some_and(|b| a.same(&b));
            if matches!(x, Extent::Range(lo, hi) if whole(lo, first) && whole(hi, last)) {
                *x = Extent::All;
            }
        }
        section
    }

    fn holds(&self, scope: &Scope, zone: ZoneId, k: usize, section: &Section) -> bool {
        let (Some(Extent::Range(lo, hi)), Some(array)) = (section.get(k), scope.array(zone)) else {
            return section.get(k).is_some_and(Extent::is_all);
        };
        let (first, last) = scope.declared(array, k);
        let at_least = |a: &Bound, b: Option<Bound>| b.and_then(|b| a.beyond(&b)).is_some_and(|n| n >= 0);
        let at_most = |a: &Bound, b: Option<Bound>| b.and_then(|b| a.beyond(&b)).is_some_and(|n| n <= 0);
        if at_least(lo, first) && at_most(hi, last) {
            return true;
        }
        // the same bounds in some dimension of an array of which this part is named
        let mut named = vec![];
        for (z, other) in &self.list {
            let Some(b) = scope.array(*z) else { continue };
            for (m, x) in other.iter().enumerate() {
                let alike = (*z == zone && m == k) || scope.same_bounds((b, m), (array, k));
                let empty =
                    |(n, y): (usize, &Extent)| n != m && y.may_be_empty() && !section.iter().any(|own| own.same(y));
                if alike && !other.iter().enumerate().any(empty) {
                    named.push(x);
                }
            }
        }
        let whole = |x: &&Extent| matches!(x, Extent::Range(a, b) if a.same(lo) && b.same(hi));
        let exists = |bound: &Bound| {
            let is_end =
                |x: &&Extent| !x.may_be_empty() && matches!(x, Extent::Range(a, b) if a.same(bound) || b.same(bound));
            named.iter().copied().any(|x| is_end(&x))
        };
        named.iter().copied().any(|x| whole(&x)) || exists(lo) && exists(hi)
    }
}
