//! The writes of a call, in terms of its caller.

use super::arrays::Scope;
use super::extent::{Bound, Extent};
use super::{Section, Sections};
use crate::calls::bind_call;
use crate::ZoneId;
use adc_frontend::ir::*;

/// A call of a unit, for questions about its writes.
pub(super) struct Call<'s, 'a> {
    pub(super) scope: &'s Scope<'a>,
    known: &'s Sections,
    target: UnitId,
    /// The actual argument of each dummy argument.
    actuals: Vec<Option<&'s Expr>>,
}

impl<'s, 'a> Call<'s, 'a> {
    pub fn new(scope: &'s Scope<'a>, known: &'s Sections, target: UnitId, callee: &'s Callee, args: &'s [Arg]) -> Self {
        Call {
            scope,
            known,
            target,
            actuals: bind_call(scope.input.program, target, callee, args),
        }
    }

    /// The zones of the caller that the call may write, each with its section if known.
    pub fn written(&self) -> Vec<(ZoneId, Option<Section>)> {
        let input = self.scope.input;
        let Some(summary) = input.summaries.get(self.target) else {
            return vec![];
        };
        let mut out = vec![];
        for z in summary.writes.iter().filter(|&z| !summary.result.contains(z)) {
            let Some(&place) = summary.formals.get(&z) else {
                out.push((z, self.by_name(z)));
                continue;
            };
            let formal = input.program.units[self.target].args.get(place).copied().flatten();
            let actual = self.actuals.get(place).copied().flatten();
            if let (Some(formal), Some(actual)) = (formal, actual) {
                let bound = input.zones.bound(input.program, formal, actual);
                let section = self.by_argument(z, formal, actual);
                let paired = bound.iter().filter(|(f, _)| *f == z);
                out.extend(paired.map(|&(_, a)| (a, section.clone())));
            }
        }
        out
    }

    fn by_name(&self, zone: ZoneId) -> Option<Section> {
        self.scope.array(zone)?;
        let known = self.known.of(self.target, zone)?;
        Some(known.iter().map(|x| self.extent(x, 0).unwrap_or(Extent::All)).collect())
    }

    fn by_argument(&self, zone: ZoneId, formal: SymbolId, actual: &Expr) -> Option<Section> {
        let rank = self.scope.input.program.symbols[formal].rank();
        match actual.kind {
            ExprKind::Index(..) if actual.rank > 0 || rank == 0 => Some(self.scope.named(actual)?.1),
            ExprKind::Index(..) => {
                let mut section = self.leading(formal, actual)?;
                let element = self.scope.named(actual)?.1;
                section.extend(element.into_iter().skip(section.len()));
                Some(section)
            }
            ExprKind::Var(array) if rank > 0 => {
                self.scope.named(actual)?;
                let known = self.known.of(self.target, zone)?;
                let shifts = self.shifts(formal, array)?;
                let extents = known.iter().zip(shifts);
                let translated = extents.map(|(x, n)| n.and_then(|n| self.extent(x, n)).unwrap_or(Extent::All));
                Some(translated.collect())
            }
            _ => None,
        }
    }

    /// The offset from an index of the dummy argument to one of the array, dimension by dimension; `None` if their
    /// shapes differ.
    fn shifts(&self, formal: SymbolId, array: SymbolId) -> Option<Vec<Option<i64>>> {
        let program = self.scope.input.program;
        let dims = &program.symbols[formal].variable()?.dims;
        let rank = program.symbols[array].variable()?.dims.len();
        if dims.len() != rank {
            return None;
        }
        let mut out = vec![];
        for (k, dim) in dims.iter().enumerate() {
            let actual = self.scope.declared(array, k);
            let lower = |lo: &Option<Expr>| match lo {
                None => Some(Bound::constant(1)),
                Some(e) => self.given(e),
            };
            let (lo, hi) = match dim {
                Dim::Assumed(lo) => (lower(lo), None),
                Dim::Explicit(lo, hi) => (lower(lo), self.given(hi)),
                Dim::AssumedSize(lo) => (lower(lo), None),
                Dim::Deferred | Dim::AssumedRank => return None,
            };
            let shift = lo.zip(actual.0).and_then(|(f, a)| a.beyond(&f));
            // elements are contiguous: all extents but the last one must be the same
            if matches!(dim, Dim::Explicit(..)) && k + 1 < rank {
                let upper = hi.zip(actual.1).and_then(|(f, a)| a.beyond(&f));
                if shift.is_none() || shift != upper {
                    return None;
                }
            }
            out.push(shift);
        }
        Some(out)
    }

    /// An expression over the callee's arguments, in terms of the caller.
    pub(super) fn given(&self, e: &Expr) -> Option<Bound> {
        self.bound(&self.own(e)?)
    }

    /// The sections that dummy arguments cover if they are passed an element: see [`Self::leading`].
    pub fn passed_elements(&self) -> Vec<(SymbolId, Option<Section>)> {
        let program = self.scope.input.program;
        let formals = program.units[self.target].args.iter().copied();
        let pairs = formals.zip(&self.actuals).filter_map(|(f, a)| f.zip(*a));
        let of_arrays = pairs.filter(|(f, a)| a.rank == 0 && program.symbols[*f].rank() > 0);
        of_arrays.map(|(f, a)| (f, self.leading(f, a))).collect()
    }

    /// An expression of the callee as a bound.
    fn own(&self, e: &Expr) -> Option<Bound> {
        let scope = Scope {
            unit: self.target,
            ..*self.scope
        };
        scope.bound(e)
    }

    fn extent(&self, x: &Extent, shift: i64) -> Option<Extent> {
        match x {
            Extent::All => None,
            Extent::Range(lo, hi) => Some(Extent::Range(
                self.bound(lo)?.plus(shift)?,
                self.bound(hi)?.plus(shift)?,
            )),
        }
    }

    /// A bound over variables of the callee as one over variables of the caller.
    fn bound(&self, b: &Bound) -> Option<Bound> {
        match &b.base {
            None => Some(b.clone()),
            Some(e) => self.scope.bound(&self.expr(e)?)?.plus(b.offset),
        }
    }

    fn expr(&self, e: &Expr) -> Option<Expr> {
        let mut out = e.clone();
        match &mut out.kind {
            ExprKind::Int(_) => {}
            ExprKind::Var(s) => return self.variable(*s),
            ExprKind::Paren(a) | ExprKind::Unary(_, a) => **a = self.expr(a)?,
            ExprKind::Binary(_, a, b) => {
                **a = self.expr(a)?;
                **b = self.expr(b)?;
            }
            ExprKind::Intrinsic(_, _, args) => {
                for a in args.iter_mut().filter_map(Arg::expr_mut) {
                    *a = self.expr(a)?;
                }
            }
            _ => return None,
        }
        Some(out)
    }

    fn variable(&self, s: SymbolId) -> Option<Expr> {
        let input = self.scope.input;
        let dummies = &input.program.units[self.target].args;
        let Some(place) = dummies.iter().position(|d| *d == Some(s)) else {
            // a member of a COMMON block has a name in each unit
            let zone = input.zones.single(s)?;
            let here = input.zones.symbol_in(input.program, self.scope.unit, zone);
            let symbol = &input.program.symbols[here];
            let common = symbol
                .variable()
                .is_some_and(|v| matches!(v.storage, Storage::Common(_)));
            let known = !common || symbol.owner == Some(self.scope.unit);
            return (known && symbol.ty() == input.program.symbols[s].ty()).then(|| var(input.program, here));
        };
        let actual = self.actuals.get(place).copied().flatten()?;
        let fits = actual.rank == 0 && actual.ty == input.program.symbols[s].ty();
        let is_name = matches!(actual.kind, ExprKind::Var(_) | ExprKind::Int(_));
        fits.then(|| match is_name {
            true => actual.clone(),
            false => expr(ExprKind::Paren(Box::new(actual.clone())), actual.ty, 0),
        })
    }
}
