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

    /// What of a section surely exists, or is empty where it does not; the other dimensions become all. So do those that are all but for a few elements, where the rest allows it.
    pub fn confirmed(&self, scope: &Scope, zone: ZoneId, section: Section) -> Section {
        let Some(array) = scope.array(zone) else { return section };
        let exact = self.existing(scope, zone, section);
        let mut rough = exact.clone();
        for (k, x) in rough.iter_mut().enumerate() {
            if left_out(x, scope.declared(array, k)).is_some() {
                *x = Extent::All;
            }
        }
        let kept = self.existing(scope, zone, rough.clone());
        let serves = kept.iter().zip(&rough).all(|(a, b)| a.same(b));
        if serves {
            kept
        } else {
            exact
        }
    }

    fn existing(&self, scope: &Scope, zone: ZoneId, mut section: Section) -> Section {
        loop {
            let wrong = (0..section.len()).find(|&k| !self.holds(scope, zone, k, &section));
            match wrong.and_then(|k| section.get_mut(k)) {
                Some(x) => *x = Extent::All,
                None => return section,
            }
        }
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
                // where another dimension of it is empty, nothing is named; then the section must be empty, too
                let is_empty_with = |n: usize, y: &Extent| {
                    let whole = left_out(y, scope.declared(b, n)) == Some(Few::None);
                    let mut own = section.iter().enumerate();
                    own.any(|(l, x)| {
                        x.same(y)
                            || whole && x.is_all() && ((*z, n) == (zone, l) || scope.same_bounds((b, n), (array, l)))
                    })
                };
                let silent = |(n, y): (usize, &Extent)| n != m && y.may_be_empty() && !is_empty_with(n, y);
                if alike && !other.iter().enumerate().any(silent) {
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

/// How many elements at the ends of a dimension a range leaves out, if that does not grow with the dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Few {
    None,
    /// Some; of a dimension of constant extent, less than half.
    Some,
}

fn left_out(x: &Extent, declared: (Option<Bound>, Option<Bound>)) -> Option<Few> {
    let (Extent::Range(lo, hi), (Some(first), Some(last))) = (x, declared) else {
        return None;
    };
    let (below, above) = (lo.beyond(&first)?, last.beyond(hi)?);
    let count = below.max(0).saturating_add(above.max(0));
    let extent = last.beyond(&first).map(|n| n.saturating_add(1));
    match count {
        0 if below == 0 && above == 0 => Some(Few::None),
        _ => extent.is_none_or(|n| count.saturating_mul(2) < n).then_some(Few::Some),
    }
}
