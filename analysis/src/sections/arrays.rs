//! Arrays and expressions in the terms of sections.

use super::extent::{Bound, Extent};
use super::{Input, Section};
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// A unit, for questions about its expressions.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub input: Input<'a>,
    /// All arrays that sections are of.
    pub arrays: &'a BTreeMap<ZoneId, SymbolId>,
    pub unit: UnitId,
    /// Zones that its statements and callees may write.
    pub written: &'a ZoneSet,
}

/// Arrays of an intrinsic type that cover a zone, by one of its names. If a zone has several names, all have the same
/// constant bounds.
pub(super) fn table(input: Input) -> BTreeMap<ZoneId, SymbolId> {
    let found = input
        .zones
        .iter()
        .filter_map(|(zone, _)| Some((zone, array_of(input, zone)?)));
    found.collect()
}

fn array_of(input: Input, zone: ZoneId) -> Option<SymbolId> {
    let zones = input.zones;
    if zones.aliases(&zone).len() > 1 || !zones[zone].exact {
        return None;
    }
    let members = zones.members(zone);
    let first = *members.first()?;
    let dims = |s: SymbolId| {
        let v = input.program.symbols[s].variable()?;
        let typed = matches!(v.ty.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_));
        let fixed = !v.attrs.pointer && !v.attrs.volatile;
        (typed && fixed && zones.single(s) == Some(zone)).then_some(&v.dims)
    };
    dims(first).filter(|d| !d.is_empty())?;
    if members.len() == 1 {
        return Some(first);
    }
    let constant = |e: &Expr| input.constants.integer(input.program, e);
    let bounds = |s: SymbolId| -> Option<Vec<(i64, i64)>> {
        let of = |d: &Dim| match d {
            Dim::Explicit(lo, hi) => Some((lo.as_ref().map_or(Some(1), constant)?, constant(hi)?)),
            Dim::Assumed(_) | Dim::Deferred | Dim::AssumedSize(_) | Dim::AssumedRank => None,
        };
        dims(s)?.iter().map(of).collect()
    };
    let same = bounds(first)?;
    members
        .iter()
        .all(|&s| bounds(s).as_ref() == Some(&same))
        .then_some(first)
}

impl<'a> Scope<'a> {
    /// The array that covers a zone: see [`table`].
    pub fn array(&self, zone: ZoneId) -> Option<SymbolId> {
        self.arrays.get(&zone).copied()
    }

    /// The declared bounds of a dimension, if they are constants or certainly keep their values in the unit.
    pub fn declared(&self, array: SymbolId, k: usize) -> (Option<Bound>, Option<Bound>) {
        let symbol = &self.input.program.symbols[array];
        let known = |e: &Expr| {
            let bound = self.bound(e)?;
            let here = symbol.owner == Some(self.unit) && self.is_stable(&bound);
            (bound.base.is_none() || here).then_some(bound)
        };
        let lower = |lo: &Option<Expr>| match lo {
            None => Some(Bound::constant(1)),
            Some(e) => known(e),
        };
        match symbol.variable().and_then(|v| v.dims.get(k)) {
            Some(Dim::Explicit(lo, hi)) => (lower(lo), known(hi)),
            Some(Dim::Assumed(lo) | Dim::AssumedSize(lo)) => (lower(lo), None),
            Some(Dim::Deferred | Dim::AssumedRank) | None => (None, None),
        }
    }

    /// True for a matrix of assumed size: it may be a block of a larger one, whose columns are longer.
    pub fn is_block(&self, array: SymbolId) -> bool {
        let v = self.input.program.symbols[array].variable();
        v.is_some_and(|v| v.dims.len() > 1 && matches!(v.dims.last(), Some(Dim::AssumedSize(_))))
    }

    /// A scalar integer expression as a bound; `None` if it cannot be evaluated elsewhere.
    pub fn bound(&self, e: &Expr) -> Option<Bound> {
        let constant = |e: &Expr| self.input.constants.integer(self.input.program, e);
        let e = e.peel();
        if e.rank > 0 || !matches!(e.ty, Ty::Integer(_)) {
            return None;
        }
        if let Some(n) = constant(e) {
            return Some(Bound::constant(n));
        }
        match &e.kind {
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                if let Some(n) = constant(b) {
                    return self.bound(a)?.plus(n);
                }
                if let Some(n) = constant(a) {
                    return self.bound(b)?.plus(n);
                }
            }
            ExprKind::Binary(BinaryOp::Sub, a, b) => {
                if let Some(n) = constant(b) {
                    return self.bound(a)?.plus(n.checked_neg()?);
                }
            }
            _ => {}
        }
        is_simple(e).then(|| Bound {
            base: Some(Box::new(e.clone())),
            offset: 0,
        })
    }

    /// True for a bound that keeps its value during a run of the unit and that its callers can express.
    pub fn is_stable(&self, bound: &Bound) -> bool {
        let Some(e) = &bound.base else { return true };
        let mut stable = true;
        visit::walk_expr(e, &mut |x| match &x.kind {
            ExprKind::Var(s) => stable &= self.is_fixed(*s),
            ExprKind::Index(..) | ExprKind::Component(..) => stable = false,
            _ => {}
        });
        stable
    }

    /// True for a scalar that is passed from outside and never changed.
    fn is_fixed(&self, s: SymbolId) -> bool {
        let (program, zones) = (self.input.program, self.input.zones);
        let (Some(v), Some(z)) = (program.symbols[s].variable(), zones.single(s)) else {
            return false;
        };
        let a = &v.attrs;
        let plain = v.dims.is_empty() && !(a.pointer || a.allocatable || a.volatile);
        let alone = zones[z].exact && zones.aliases(&z).len() == 1;
        let given = program.units[self.unit].args.contains(&Some(s)) || zones.is_visible_outside(self.unit, z);
        plain && alone && given && !self.written.contains(z)
    }

    /// The section that a designator names, and its array; `None` if it is not an array or not a part given by
    /// subscripts alone.
    pub fn named(&self, e: &Expr) -> Option<(ZoneId, Section)> {
        let (array, subs) = match &e.kind {
            ExprKind::Var(s) => (*s, None),
            ExprKind::Index(base, subs) => match base.kind {
                ExprKind::Var(s) => (s, Some(subs)),
                _ => return None,
            },
            _ => return None,
        };
        let zone = self.input.zones.single(array)?;
        self.array(zone)?;
        let rank = self.input.program.symbols[array].rank();
        let section = match subs {
            None => vec![Extent::All; usize::from(rank)],
            Some(subs) => subs
                .iter()
                .enumerate()
                .map(|(k, s)| self.extent(array, k, s).unwrap_or(Extent::All))
                .collect(),
        };
        Some((zone, section))
    }

    fn extent(&self, array: SymbolId, k: usize, s: &Subscript) -> Option<Extent> {
        match s {
            Subscript::At(e) => Some(Extent::point(self.bound(e)?)),
            Subscript::Range(None, None, _) | Subscript::Range(_, _, Some(_)) => None,
            Subscript::Range(lo, hi, None) => {
                let declared = self.declared(array, k);
                let lo = match lo {
                    Some(e) => self.bound(e)?,
                    None => declared.0?,
                };
                let hi = match hi {
                    Some(e) => self.bound(e)?,
                    None => declared.1?,
                };
                Some(Extent::Range(lo, hi))
            }
        }
    }
}

/// True for arithmetic on integer variables, without references to functions of the program.
fn is_simple(e: &Expr) -> bool {
    let mut simple = true;
    visit::walk_expr(e, &mut |x| {
        simple &= match &x.kind {
            ExprKind::Int(_)
            | ExprKind::Var(_)
            | ExprKind::Paren(_)
            | ExprKind::Index(..)
            | ExprKind::Component(..) => x.rank == 0 || matches!(x.kind, ExprKind::Var(_)),
            ExprKind::Unary(op, _) => matches!(op, UnaryOp::Plus | UnaryOp::Minus),
            ExprKind::Binary(op, ..) => op.is_arithmetic(),
            ExprKind::Intrinsic(id, ..) => matches!(id.row().name, "min" | "max" | "mod"),
            _ => false,
        }
    });
    simple
}
