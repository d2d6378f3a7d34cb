//! Designators that a unit certainly evaluates: the parts of dimensions that they name are within bounds.

use super::arrays::Scope;
use super::extent::{Bound, Extent};
use super::Section;
use crate::ZoneId;
use std::collections::BTreeMap;

/// Limit on the designators kept for one array. More add little information, and each is compared with those before it.
const MOST: usize = 64;

/// Arrays with parts of them that exist if the unit is called.
#[derive(Default)]
pub(super) struct Witnesses {
    arrays: BTreeMap<ZoneId, Named>,
}

/// An array.
#[derive(Default)]
struct Named {
    bounds: Vec<Bounds>,
    /// Designators. If a dimension of one is empty, its others prove nothing.
    sections: Vec<Section>,
}

/// First and last index of a dimension, as far as they are known.
type Bounds = (Option<Bound>, Option<Bound>);

impl Witnesses {
    /// Adds a designator.
    pub fn add(&mut self, scope: &Scope, zone: ZoneId, section: Section) {
        let Some(array) = scope.array(zone).filter(|_| !section.iter().all(Extent::is_all)) else {
            return;
        };
        let named = self.arrays.entry(zone).or_insert_with(|| Named {
            bounds: (0..section.len()).map(|k| scope.declared(array, k)).collect(),
            sections: vec![],
        });
        let same = |s: &Section| s.iter().zip(&section).all(|(a, b)| a.same(b));
        if named.sections.len() < MOST && !named.sections.iter().any(same) {
            named.sections.push(section);
        }
    }

    /// The parts of a section that certainly exist, or are empty; the other dimensions become `all`. So do dimensions
    /// that lack only a few elements, if the others allow it. `vague`: some dimension is `all` only for lack of
    /// information.
    pub fn confirmed(&self, scope: &Scope, zone: ZoneId, section: Section, vague: bool) -> Section {
        let Some(array) = scope.array(zone) else { return section };
        let mut bounds: Vec<Bounds> = (0..section.len()).map(|k| scope.declared(array, k)).collect();
        let is_block = scope.is_block(array);
        if is_block {
            // of its last column, only the named part certainly exists
            bounds.iter_mut().for_each(|b| b.1 = None);
        }
        let exact = self.existing(zone, &bounds, section.clone());
        let mut rough = exact.clone();
        for (x, declared) in rough.iter_mut().zip(&bounds) {
            if left_out(x, declared).is_some() {
                *x = Extent::All;
            }
        }
        let kept = self.existing(zone, &bounds, rough.clone());
        let serves = kept.iter().zip(&rough).all(|(a, b)| a.same(b));
        let mut found = if serves { kept } else { exact };
        let leading_all = |s: &Section| s.iter().rev().skip(1).any(Extent::is_all);
        if is_block && (vague || !leading_all(&section)) && leading_all(&found) {
            found.fill(Extent::All);
        }
        found
    }

    fn existing(&self, zone: ZoneId, bounds: &[Bounds], mut section: Section) -> Section {
        loop {
            let wrong = (0..section.len()).find(|&k| !self.holds(zone, k, bounds, &section));
            match wrong.and_then(|k| section.get_mut(k)) {
                Some(x) => *x = Extent::All,
                None => return section,
            }
        }
    }

    fn holds(&self, zone: ZoneId, k: usize, bounds: &[Bounds], section: &Section) -> bool {
        let (Some(Extent::Range(lo, hi)), Some((first, last))) = (section.get(k), bounds.get(k)) else {
            return section.get(k).is_some_and(Extent::is_all);
        };
        let beyond = |a: &Bound, b: &Option<Bound>| b.as_ref().and_then(|b| a.beyond(b));
        if beyond(lo, first).is_some_and(|n| n >= 0) && beyond(hi, last).is_some_and(|n| n <= 0) {
            return true;
        }
        // the same bounds in some dimension of an array of which this part, or an end of it, is named
        let is_whole = |x: &Extent| matches!(x, Extent::Range(a, b) if a.same(lo) && b.same(hi));
        let has = |x: &Extent, end: &Bound| {
            !x.may_be_empty() && matches!(x, Extent::Range(a, b) if a.same(end) || b.same(end))
        };
        let (mut whole, mut lower, mut upper) = (false, false, false);
        for (z, array) in &self.arrays {
            for other in &array.sections {
                for (m, x) in other.iter().enumerate() {
                    let says = (is_whole(x), has(x, lo), has(x, hi));
                    if says == (false, false, false) {
                        continue;
                    }
                    let alike = |n: usize, l: usize| (*z, n) == (zone, l) || same_bounds(&array.bounds[n], &bounds[l]);
                    // if another dimension is empty, the designator names nothing; then the section must be empty, too
                    let is_empty_with = |n: usize, y: &Extent| {
                        let all = left_out(y, &array.bounds[n]) == Some(Few::None);
                        let mut own = section.iter().enumerate();
                        own.any(|(l, own)| own.same(y) || all && own.is_all() && alike(n, l))
                    };
                    let mut others = other.iter().enumerate().filter(|(n, y)| *n != m && y.may_be_empty());
                    if alike(m, k) && others.all(|(n, y)| is_empty_with(n, y)) {
                        whole |= says.0;
                        lower |= says.1;
                        upper |= says.2;
                    }
                }
            }
        }
        whole || lower && upper
    }
}

fn same_bounds(a: &Bounds, b: &Bounds) -> bool {
    let same = |x: &Option<Bound>, y: &Option<Bound>| x.as_ref().zip(y.as_ref()).is_some_and(|(x, y)| x.same(y));
    same(&a.0, &b.0) && same(&a.1, &b.1)
}

/// Number of elements at the ends of a dimension that a range omits, if it is independent of the size of the dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Few {
    None,
    /// Some; for a dimension of constant extent, less than half.
    Some,
}

fn left_out(x: &Extent, declared: &Bounds) -> Option<Few> {
    let (Extent::Range(lo, hi), (Some(first), Some(last))) = (x, declared) else {
        return None;
    };
    let (below, above) = (lo.beyond(first)?, last.beyond(hi)?);
    let count = below.max(0).saturating_add(above.max(0));
    let extent = last.beyond(first).map(|n| n.saturating_add(1));
    match count {
        0 if below == 0 && above == 0 => Some(Few::None),
        _ => extent.is_none_or(|n| count.saturating_mul(2) < n).then_some(Few::Some),
    }
}
