//! Storage association: variables on the same storage by COMMON and EQUIVALENCE.
//!
//! Byte offsets are computed if sizes are constants. Overlapping members of a block in different units are united,
//! whatever their names. If a size is unknown, or if the compiler may have padded the views of a block differently, all
//! members of the block are united. An EQUIVALENCE unites the variables it names; if a member of a block is among them,
//! also all members that its variables overlap.
//!
//! Ignored: nothing; the answer may be coarser than the truth.

use adc_frontend::consteval::{const_bounds, int_const};
use adc_frontend::ir::*;
use petgraph::unionfind::UnionFind;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// The members of a block in a unit.
type View = (UnitId, Vec<SymbolId>);

/// Variables united by storage.
pub(crate) struct Storages {
    sets: UnionFind<usize>,
    /// Variables that may cover only part of the storage that they share.
    partial: BTreeSet<SymbolId>,
}

fn raw(s: SymbolId) -> usize {
    s.into_raw().into_u32() as usize
}

impl Storages {
    pub(crate) fn build(program: &Program) -> Storages {
        let mut st = Storages {
            sets: UnionFind::new(program.symbols.len()),
            partial: BTreeSet::new(),
        };
        for (_, unit) in program.units.iter() {
            for set in &unit.equivalences {
                st.unite_partly(set.iter().filter_map(Expr::base_symbol));
            }
        }
        let mut views: BTreeMap<CommonId, Vec<View>> = BTreeMap::new();
        for (u, unit) in program.units.iter() {
            let mut of_unit: BTreeMap<CommonId, Vec<SymbolId>> = BTreeMap::new();
            for part in unit.commons.iter().filter(|part| !part.members.is_empty()) {
                of_unit.entry(part.common).or_default().extend(&part.members);
            }
            for (c, members) in of_unit {
                views.entry(c).or_default().push((u, members));
            }
        }
        for views in views.into_values() {
            st.common(program, views);
        }
        st
    }

    /// A number for the storage of a variable, equal for variables on the same one.
    pub(crate) fn class(&self, s: SymbolId) -> usize {
        self.sets.find(raw(s))
    }

    /// True if a variable covers all of the storage that it shares.
    pub(crate) fn is_whole(&self, s: SymbolId) -> bool {
        !self.partial.contains(&s)
    }

    fn unite_partly(&mut self, symbols: impl Iterator<Item = SymbolId>) {
        let list: Vec<_> = symbols.collect();
        for s in &list {
            self.sets.union(raw(list[0]), raw(*s));
        }
        if list.len() > 1 {
            self.partial.extend(list);
        }
    }

    /// Unites variables at the same place of a block.
    fn common(&mut self, program: &Program, views: Vec<View>) {
        let equivalenced = |u: UnitId, members: &[SymbolId]| {
            let mut named = program.units[u]
                .equivalences
                .iter()
                .flatten()
                .filter_map(Expr::base_symbol);
            named.any(|s| members.contains(&s))
        };
        let plain = !views.iter().any(|(u, m)| equivalenced(*u, m));
        if plain && views.len() == 1 {
            return;
        }
        // the same types and shapes in every view: member by member
        let keys: Vec<Option<Vec<_>>> = views
            .iter()
            .map(|(_, m)| m.iter().map(|&s| layout_key(program, s)).collect())
            .collect();
        if plain && keys.iter().all(|k| k.is_some() && *k == keys[0]) {
            for (_, members) in &views[1..] {
                for (a, b) in views[0].1.iter().zip(members) {
                    self.sets.union(raw(*a), raw(*b));
                }
            }
            return;
        }
        let mut intervals = vec![];
        let known = views.iter().all(|(u, m)| place(program, *u, m, &mut intervals));
        if !known {
            self.unite_partly(views.into_iter().flat_map(|(_, m)| m));
            return;
        }
        intervals.sort();
        self.overlaps(&intervals);
    }

    /// Unites overlapping intervals, which are sorted by their start.
    fn overlaps(&mut self, intervals: &[(i64, i64, SymbolId)]) {
        let mut group: Vec<(i64, i64, SymbolId)> = vec![];
        let mut end = i64::MIN;
        for &(lo, hi, s) in intervals {
            if lo >= end {
                self.close(&group);
                group.clear();
            }
            end = if group.is_empty() { hi } else { end.max(hi) };
            group.push((lo, hi, s));
        }
        self.close(&group);
    }

    fn close(&mut self, group: &[(i64, i64, SymbolId)]) {
        let Some(&(lo, hi, first)) = group.first() else { return };
        let exact = group.iter().all(|g| (g.0, g.1) == (lo, hi));
        for &(_, _, s) in group {
            self.sets.union(raw(first), raw(s));
            if !exact {
                self.partial.insert(s);
            }
        }
    }
}

/// Byte intervals of a view's members and of the variables equivalenced to them; false if one is unknown.
fn place(program: &Program, unit: UnitId, members: &[SymbolId], out: &mut Vec<(i64, i64, SymbolId)>) -> bool {
    let mut at: BTreeMap<SymbolId, i64> = BTreeMap::new();
    let mut offset = 0;
    for &s in members {
        let (Some(size), Some(align)) = (size_of(program, s), alignment(program, s)) else {
            return false;
        };
        if offset % align != 0 {
            // compilers differ in whether they pad here
            return false;
        }
        at.insert(s, offset);
        offset += size;
    }
    let sets = &program.units[unit].equivalences;
    let mut grew = true;
    while grew {
        grew = false;
        for set in sets {
            let known = set.iter().find_map(|d| Some((d, *at.get(&d.base_symbol()?)?)));
            let Some((anchor, base)) = known else { continue };
            let Some(point) = designator_offset(program, anchor).map(|o| base + o) else {
                return false;
            };
            for d in set {
                let Some(s) = d.base_symbol() else { continue };
                let Some(o) = designator_offset(program, d) else {
                    return false;
                };
                if let Entry::Vacant(slot) = at.entry(s) {
                    slot.insert(point - o);
                    grew = true;
                }
            }
        }
    }
    for (s, lo) in at {
        let Some(size) = size_of(program, s) else { return false };
        out.push((lo, lo + size, s));
    }
    true
}

/// The properties that must agree for two members to have the same bytes if all members before them do: type, length of
/// a character, number of elements.
fn layout_key(program: &Program, s: SymbolId) -> Option<(Ty, i64, i64)> {
    let v = program.symbols[s].variable()?;
    if v.attrs.pointer || v.attrs.allocatable {
        return None;
    }
    Some((v.ty.ty, char_length(program, v)?, count(program, v)?))
}

fn char_length(program: &Program, v: &Variable) -> Option<i64> {
    match (&v.ty.ty, &v.ty.len) {
        (Ty::Character, Some(CharLen::Expr(e))) => int_const(program, e),
        (Ty::Character, Some(CharLen::Assumed | CharLen::Deferred)) => None,
        _ => Some(1),
    }
}

fn count(program: &Program, v: &Variable) -> Option<i64> {
    let mut n: i64 = 1;
    for d in &v.dims {
        let (lo, hi) = const_bounds(program, d)?;
        n = n.checked_mul((hi - lo + 1).max(0))?;
    }
    Some(n)
}

/// Bytes of one element.
fn element_size(program: &Program, v: &Variable) -> Option<i64> {
    match v.ty.ty {
        Ty::Integer(k) | Ty::Logical(k) => Some(k.into()),
        Ty::Real(10) => Some(16),
        Ty::Real(k) => Some(k.into()),
        Ty::Complex(10) => Some(32),
        Ty::Complex(k) => Some(2 * i64::from(k)),
        Ty::Character => char_length(program, v),
        Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited | Ty::Typeless | Ty::None => None,
    }
}

fn alignment(program: &Program, s: SymbolId) -> Option<i64> {
    let v = program.symbols[s].variable()?;
    match v.ty.ty {
        Ty::Complex(_) => element_size(program, v).map(|n| n / 2),
        Ty::Character => Some(1),
        _ => element_size(program, v),
    }
}

/// Size of a variable in bytes, if its type and shape are constant.
pub(crate) fn size_of(program: &Program, s: SymbolId) -> Option<i64> {
    let v = program.symbols[s].variable()?;
    if v.attrs.pointer || v.attrs.allocatable {
        return None;
    }
    count(program, v)?.checked_mul(element_size(program, v)?)
}

/// Offset in bytes of a designator from the start of its variable.
fn designator_offset(program: &Program, d: &Expr) -> Option<i64> {
    match &d.kind {
        ExprKind::Var(_) => Some(0),
        ExprKind::Paren(e) => designator_offset(program, e),
        ExprKind::Substring(base, lo, _) => {
            let lo = lo.as_ref().map_or(Some(1), |e| int_const(program, e))?;
            Some(designator_offset(program, base)? + lo - 1)
        }
        ExprKind::Index(base, subs) => {
            let ExprKind::Var(s) = base.kind else { return None };
            let v = program.symbols[s].variable()?;
            let (mut offset, mut stride) = (0_i64, 1_i64);
            for (k, sub) in subs.iter().enumerate() {
                let Subscript::At(e) = sub else { return None };
                let at = int_const(program, e)?;
                // FORTRAN 66 style: one subscript for an array of any rank
                let (lo, hi) = const_bounds(program, v.dims.get(k)?)?;
                offset += (at - lo) * stride;
                stride = stride.checked_mul(hi - lo + 1)?;
            }
            offset.checked_mul(element_size(program, v)?)
        }
        _ => None,
    }
}
