//! The part of an array that a dummy array denotes if it is passed an element: as many elements as it is declared with,
//! in memory order, from that element on (sequence association).
//!
//! Two of them are disjoint if the earlier one ends before the other begins. That is known under two conditions. Their
//! elements differ in one subscript, by a number or a size, in no later one, and not in those before it. And the
//! earlier one has no more elements than lie between them: numbers, or products of the same sizes. `u(1, j)` and `u(1,
//! j+1)` of `u(nx, ny)` are disjoint, for a dummy argument with `nx` elements.

use crate::assemble::overlap::Site;
use crate::code::indices::{disjoint, distance, moved, Sum};
use crate::context::Context;
use crate::normalize::results::shape_of_dummy;
use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::{has_call, mentions};
use adc_frontend::ir::*;

/// The overlap of two arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Common {
    Nothing,
    Something,
    /// Not known.
    Unknown,
}

/// A number of elements: a constant times some sizes.
struct Count<'e> {
    times: i64,
    sizes: Vec<&'e Expr>,
}

impl<'e> Count<'e> {
    fn of(program: &Program, e: &'e Expr) -> Count<'e> {
        if let Some(times) = int_const(program, e) {
            return Count { times, sizes: vec![] };
        }
        match &e.kind {
            ExprKind::Paren(x) => Count::of(program, x),
            ExprKind::Binary(BinaryOp::Mul, a, b) => Count::of(program, a).by(Count::of(program, b)),
            _ => Count {
                times: 1,
                sizes: vec![e],
            },
        }
    }

    fn by(mut self, other: Count<'e>) -> Count<'e> {
        self.times = self.times.saturating_mul(other.times);
        self.sizes.extend(other.sizes);
        self
    }

    /// True if it certainly does not exceed another one.
    fn fits_into(&self, other: &Count) -> bool {
        self.sizes.len() == other.sizes.len() && self.fits_into_part_of(other)
    }

    /// The same, if no size is zero.
    fn fits_into_part_of(&self, other: &Count) -> bool {
        let mut left = other.sizes.clone();
        let all = self.sizes.iter().all(|s| {
            let at = left.iter().position(|o| o.same(s));
            at.map(|k| left.swap_remove(k)).is_some()
        });
        all && self.times <= other.times
    }
}

impl Context<'_> {
    /// The overlap of two arguments of a call that are, or are parts of, one variable.
    pub(crate) fn in_common(&self, site: Site, (f, a): (SymbolId, &Expr), (g, b): (SymbolId, &Expr)) -> Common {
        if !self.is_part(f, a) && !self.is_part(g, b) {
            return if disjoint(a, b) {
                Common::Nothing
            } else {
                Common::Something
            };
        }
        let (ExprKind::Index(x, s), ExprKind::Index(y, t)) = (&a.kind, &b.kind) else {
            return Common::Something;
        };
        if disjoint(x, y) {
            return Common::Nothing;
        }
        let alike = |k: usize| match (&s[k], &t[k]) {
            (Subscript::At(p), Subscript::At(q)) => p.rank == 0 && q.rank == 0 && p.same(q),
            _ => false,
        };
        if !x.same(y) || a.rank > 0 || b.rank > 0 {
            return Common::Something;
        }
        let Some(dim) = (0..s.len()).rev().find(|&k| !alike(k)) else {
            return Common::Something;
        };
        let between = match (&s[dim], &t[dim]) {
            (Subscript::At(p), Subscript::At(q)) => self.between(p, q),
            _ => None,
        };
        let Some((is_first, steps)) = between else {
            return Common::Unknown;
        };
        let (earlier, actual) = if is_first { (f, a) } else { (g, b) };
        let array = x.base_symbol().filter(|_| matches!(x.kind, ExprKind::Var(_)));
        let sizes = array.and_then(|s| self.fixed_sizes(site.unit, s, dim));
        let (Some(count), Some(sizes), true) = (self.count(site, earlier, actual), sizes, (0..dim).all(alike)) else {
            // a matrix that begins in another row of the same one, and an argument that may be a row of it
            let rows = array.is_some_and(|s| self.is_block_of(site, s, f) || self.is_block_of(site, s, g));
            return if dim > 0 || rows {
                Common::Unknown
            } else {
                Common::Something
            };
        };
        let count = Count::of(self.primal, &count);
        let room = sizes.iter().fold(steps, |c, e| c.by(Count::of(self.primal, e)));
        match count.fits_into(&room) {
            true => Common::Nothing,
            // columns, of which less than one may be used
            false if dim > 0 && !room.fits_into_part_of(&count) => Common::Unknown,
            false => Common::Something,
        }
    }

    /// True for a matrix of assumed size whose columns have the same distance as those of an array: if it is passed an
    /// element of the array, it is a block of it.
    fn is_block_of(&self, site: Site, array: SymbolId, dummy: SymbolId) -> bool {
        let dims = |s: SymbolId| self.primal.symbols[s].variable().map_or(&[][..], |v| &v.dims);
        let [Dim::Explicit(None, leading), Dim::AssumedSize(_)] = dims(dummy) else {
            return false;
        };
        let [Dim::Explicit(None, own), _] = dims(array) else {
            return false;
        };
        let args = self.primal.units[site.target].args.iter().zip(site.bound);
        let mut given = args.filter(|(d, _)| d.is_some_and(|d| matches!(leading.kind, ExprKind::Var(s) if s == d)));
        given.any(|(_, a)| a.as_ref().is_some_and(|a| a.same(own)))
    }

    /// The distance of two subscripts, if it is a number or a size; and true if the first one is less. If a size is
    /// negative, its array has no elements.
    fn between<'e>(&self, p: &'e Expr, q: &'e Expr) -> Option<(bool, Count<'e>)> {
        if let Some(d) = distance(p, q) {
            let number = Count {
                times: d.checked_abs()?,
                sizes: vec![],
            };
            return Some((d < 0, number));
        }
        let (x, y) = (Sum::of(p), Sum::of(q));
        match (x.base, y.base) {
            (None, Some(size)) if x.constant == y.constant => Some((true, Count::of(self.primal, size))),
            (Some(size), None) if x.constant == y.constant => Some((false, Count::of(self.primal, size))),
            _ => None,
        }
    }

    /// True for a dummy array that is passed an element.
    pub(crate) fn is_part(&self, dummy: SymbolId, actual: &Expr) -> bool {
        actual.rank == 0 && self.primal.symbols[dummy].rank() > 0
    }

    /// The section that such an array denotes, if it is one: as far as declared sizes show, or for an array of one
    /// dimension, whose size does not matter.
    pub(crate) fn section_of(&self, site: Site, dummy: SymbolId, actual: &Expr) -> Option<Expr> {
        self.passed_section(site.stmt, dummy, actual).or_else(|| {
            let ExprKind::Index(base, subs) = &actual.kind else {
                return None;
            };
            let ([Subscript::At(first)], true) = (subs.as_slice(), self.is_part(dummy, actual)) else {
                return None;
            };
            let count = self.count(site, dummy, actual)?;
            let last = match int_value(first) {
                Some(n) => moved(&count, n - 1),
                None => moved(&add(first.clone(), count), -1),
            };
            let range = Subscript::range(Some(first.clone()), Some(last), None);
            Some(index((**base).clone(), vec![range]))
        })
    }

    /// The section that an element denotes if it is passed to an array, provided that all of it exists.
    pub(crate) fn passed_section(&self, stmt: StmtId, dummy: SymbolId, actual: &Expr) -> Option<Expr> {
        let leading = self.facts.sections.leading(stmt, dummy)?;
        let ExprKind::Index(base, subs) = &actual.kind else {
            return None;
        };
        if leading.len() == subs.len() && leading.iter().all(|x| x.is_all()) {
            return Some((**base).clone());
        }
        let others = subs.iter().skip(leading.len()).cloned();
        let all = leading.iter().map(|x| x.subscript()).chain(others);
        Some(index((**base).clone(), all.collect()))
    }

    /// The number of elements of a dummy argument. Unknown for `(*)`, for `(1)` or `(n, 1)`, which old programs write
    /// instead, and if its elements have another type.
    fn count(&self, site: Site, dummy: SymbolId, actual: &Expr) -> Option<Expr> {
        if !self.is_part(dummy, actual) {
            return Some(int(1));
        }
        let ty = self.primal.symbols[dummy].ty();
        if ty != actual.ty || ty == Ty::Character {
            return None;
        }
        let shape = shape_of_dummy(self.primal, site.target, site.bound, dummy)?;
        if shape.last().and_then(int_value) == Some(1) {
            return None;
        }
        let count = shape.into_iter().reduce(|a, b| match (int_value(&a), int_value(&b)) {
            (Some(a), Some(b)) => int(a * b),
            _ => mul(a, b),
        })?;
        (!has_call(&count)).then_some(count)
    }

    /// The sizes of the first dimensions of an array, if its declared bounds do not change.
    fn fixed_sizes(&self, unit: UnitId, array: SymbolId, dims: usize) -> Option<Vec<Expr>> {
        let written = &self.facts.summaries.get(unit)?.writes;
        let changes = |s: SymbolId| self.facts.zones.of(s).iter().any(|&z| written.contains(z));
        let v = self.primal.symbols[array].variable()?;
        let one = |d: &Dim| {
            let Dim::Explicit(lo, hi) = d else { return None };
            let size = match lo.as_ref().map_or(Some(1), int_value) {
                Some(lo) => moved(hi, 1 - lo),
                None => add(sub(hi.clone(), lo.clone()?), int(1)),
            };
            (!has_call(&size) && !mentions(&size, &changes)).then_some(size)
        };
        let of_user = !v.attrs.allocatable && !v.attrs.pointer;
        v.dims
            .iter()
            .take(dims)
            .map(one)
            .collect::<Option<Vec<Expr>>>()
            .filter(|_| of_user)
    }
}
