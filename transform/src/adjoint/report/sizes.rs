//! Formulas for expressions: bounds of loops, extents of arrays, sizes of pushed values.
//!
//! A formula refers to the values of variables at the entry of their procedure. So a variable that the procedure
//! changes has no formula, unless its only value comes from one assignment outside all constructs; then the formula of
//! that value replaces it.

use super::formula::{Atom, Formula};
use crate::assemble::generator::Generator;
use crate::context::Context;
use adc_analysis::show::words;
use adc_analysis::ZoneSet;
use adc_frontend::consteval::{int_const, length_const};
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The facts on which the formulas of one procedure depend.
///
/// In all methods, `around` are the indices of the loops around an expression, which its formula may mention.
pub(super) struct Sizes {
    written: ZoneSet,
    /// Values of variables with only one value.
    values: BTreeMap<SymbolId, Expr>,
    /// Indices of exactly one loop.
    indices: BTreeSet<SymbolId>,
    /// Bounds with which local arrays are allocated, if they are always the same.
    allocated: BTreeMap<SymbolId, AllocShape>,
}

impl Sizes {
    pub(super) fn of(cx: &Context, unit: UnitId) -> Sizes {
        let body = &cx.primal.units[unit].body;
        let mut written = ZoneSet::new();
        let mut writers: BTreeMap<_, usize> = BTreeMap::new();
        let mut allocated: BTreeMap<SymbolId, Vec<AllocShape>> = BTreeMap::new();
        let mut loops = BTreeMap::new();
        walk_block(body, &mut |s| {
            let writes = &cx.facts.effects.of(s.id).writes;
            written.union_with(writes);
            writes.iter().for_each(|z| *writers.entry(z).or_insert(0) += 1);
            if let StmtKind::Do {
                control: DoControl::Count { var, .. },
                ..
            } = &s.kind
            {
                *loops.entry(*var).or_insert(0_usize) += 1;
            }
            if let StmtKind::Allocate { objects, .. } = &s.kind {
                for (o, shape) in objects {
                    if let ExprKind::Var(v) = o.kind {
                        allocated.entry(v).or_default().push(shape.clone());
                    }
                }
            }
        });
        cx.facts.zones.close(&mut written);
        let is_local = |v: SymbolId| {
            cx.primal.symbols[v]
                .variable()
                .is_some_and(|v| v.storage == Storage::Local)
        };
        let mut values = BTreeMap::new();
        for s in body {
            let StmtKind::Assign { lhs, rhs } = &s.kind else {
                continue;
            };
            let ExprKind::Var(v) = lhs.kind else { continue };
            let zone = cx.facts.zones.single(v).filter(|z| writers.get(z) == Some(&1));
            if zone.is_some() && is_local(v) && matches!(lhs.ty, Ty::Integer(_)) {
                values.insert(v, rhs.clone());
            }
        }
        let allocated = allocated
            .into_iter()
            .filter(|a| is_local(a.0))
            .filter_map(|(v, mut all)| {
                let shape = all.pop()?;
                all.is_empty().then_some((v, shape))
            });
        Sizes {
            written,
            values,
            indices: loops.into_iter().filter(|l| l.1 == 1).map(|l| l.0).collect(),
            allocated: allocated.collect(),
        }
    }

    /// The value of an integer expression in the body.
    pub(super) fn value(&self, g: &Generator, e: &Expr, around: &[SymbolId]) -> Option<Formula> {
        let formula = |e: &Expr| self.value(g, e, around);
        if let Some(n) = int_const(&g.out, e) {
            return Some(n.into());
        }
        match &e.kind {
            ExprKind::Paren(x) | ExprKind::Unary(UnaryOp::Plus, x) => formula(x),
            ExprKind::Unary(UnaryOp::Minus, x) => Some(Formula::zero().minus(&formula(x)?)),
            ExprKind::Binary(BinaryOp::Add, a, b) => Some(formula(a)?.plus(&formula(b)?)),
            ExprKind::Binary(BinaryOp::Sub, a, b) => Some(formula(a)?.minus(&formula(b)?)),
            ExprKind::Binary(BinaryOp::Mul, a, b) => Some(formula(a)?.times(&formula(b)?)),
            ExprKind::Binary(BinaryOp::Div, a, b) => quotient(&formula(a)?, int_const(&g.out, b)?),
            ExprKind::Binary(BinaryOp::Pow, a, b) => {
                let (a, n) = (formula(a)?, int_const(&g.out, b)?);
                let n = usize::try_from(n).ok().filter(|n| *n <= 8)?;
                Some(std::iter::repeat_n(&a, n).fold(1.into(), |p, a| p.times(a)))
            }
            ExprKind::Var(v) if around.contains(v) => Some(named(g, *v)),
            ExprKind::Var(v) if self.values.contains_key(v) => formula(self.values.get(v)?),
            ExprKind::Intrinsic(id, _, args) => {
                let args: Vec<&Expr> = args.iter().filter_map(Arg::expr).collect();
                self.intrinsic(g, id.row().name, &args, around)
            }
            _ if e.is_designator() && e.rank == 0 && matches!(e.ty, Ty::Integer(_)) => {
                let mut subscripts = true;
                visit::subscripts(e, &mut |x| subscripts &= int_const(&g.out, x).is_some());
                let unchanged = !g.facts.zones.of_designator(e).iter().any(|&z| self.written.contains(z));
                let base = e.base_symbol().filter(|_| subscripts && unchanged)?;
                Some(Atom::Value(words::expression(&g.out, e), base).into())
            }
            _ => None,
        }
    }

    fn intrinsic(&self, g: &Generator, name: &str, args: &[&Expr], around: &[SymbolId]) -> Option<Formula> {
        let formula = |e: &Expr| self.value(g, e, around);
        let (first, rest) = args.split_first()?;
        let dim = || {
            rest.first()
                .and_then(|d| int_const(&g.out, d))
                .and_then(|d| usize::try_from(d - 1).ok())
        };
        match name {
            "max" => {
                let all: Option<Vec<Formula>> = args.iter().map(|a| formula(a)).collect();
                all?.into_iter().reduce(|a, b| a.or_larger(&b))
            }
            "int" => formula(first),
            "size" if rest.is_empty() => self.elements(g, first, around),
            "size" => self.extents(g, first, around).into_iter().nth(dim()?)?,
            "lbound" => Some(self.bounds(g, first, dim()?, around)?.0),
            "ubound" => {
                let (lower, extent) = self.bounds(g, first, dim()?, around)?;
                Some(lower.plus(&extent).minus(&1.into()))
            }
            _ => None,
        }
    }

    /// The number of iterations of a counted loop.
    pub(super) fn iterations(
        &self,
        g: &Generator,
        lo: &Expr,
        hi: &Expr,
        step: Option<&Expr>,
        around: &[SymbolId],
    ) -> Option<Formula> {
        let (lo, hi) = (self.value(g, lo, around)?, self.value(g, hi, around)?);
        let step = step.map_or(Some(1), |s| int_const(&g.out, s))?;
        quotient(&hi.minus(&lo).plus(&step.into()), step)
    }

    /// Lower bound and extent of a whole array in a dimension counted from zero.
    fn bounds(&self, g: &Generator, e: &Expr, dim: usize, around: &[SymbolId]) -> Option<(Formula, Formula)> {
        let symbol = match &e.kind {
            ExprKind::Var(s) | ExprKind::Component(_, s) => *s,
            _ => return Some((1.into(), self.extents(g, e, around).into_iter().nth(dim)??)),
        };
        // a bound in a declaration is evaluated at the entry, even if its variables change later
        let at_entry = Sizes {
            written: ZoneSet::new(),
            values: BTreeMap::new(),
            indices: BTreeSet::new(),
            allocated: BTreeMap::new(),
        };
        let lower = |lo: &Option<Expr>, sizes: &Sizes| match lo {
            None => Some(1.into()),
            Some(lo) => sizes.value(g, lo, &[]),
        };
        let unknown = |at: Formula| {
            let name = words::expression(&g.out, e);
            let base = e.base_symbol().unwrap_or(symbol);
            (at, Atom::Extent(name, base, dim as u8 + 1).into())
        };
        let between = |lo: Formula, hi: Formula| {
            let extent = hi.minus(&lo).plus(&1.into());
            Some((lo, extent))
        };
        match g.out.symbols[symbol].variable()?.dims.get(dim)? {
            Dim::Explicit(lo, hi) => between(lower(lo, &at_entry)?, at_entry.value(g, hi, &[])?),
            Dim::Assumed(lo) => Some(unknown(lower(lo, &at_entry)?)),
            Dim::Deferred => {
                let (once, shape) = (self.of_one_loop(around), self.allocated.get(&symbol));
                let allocated = shape.and_then(|shape| shape.get(dim)).and_then(|(lo, hi)| {
                    let lo = lo.as_ref().map_or(Some(1.into()), |lo| self.value(g, lo, &once));
                    between(lo?, self.value(g, hi, &once)?)
                });
                let lower = format!("lbound({}, {})", words::expression(&g.out, e), dim + 1);
                allocated.or_else(|| Some(unknown(Atom::Value(lower, symbol).into())))
            }
            Dim::AssumedSize(_) | Dim::AssumedRank => None,
        }
    }

    /// The indices that belong to exactly one loop, wherever they stand.
    fn of_one_loop(&self, around: &[SymbolId]) -> Vec<SymbolId> {
        around.iter().copied().filter(|i| self.indices.contains(i)).collect()
    }

    /// The extents of a designator.
    pub(super) fn extents(&self, g: &Generator, e: &Expr, around: &[SymbolId]) -> Vec<Option<Formula>> {
        let rank = usize::from(e.rank);
        let whole = |e: &Expr| (0..rank).map(|k| self.bounds(g, e, k, around).map(|b| b.1)).collect();
        match &e.kind {
            ExprKind::Var(_) => whole(e),
            ExprKind::Component(record, _) if record.rank > 0 => self.extents(g, record, around),
            ExprKind::Component(..) => whole(e),
            ExprKind::ComplexPart(x, _) | ExprKind::Paren(x) | ExprKind::Substring(x, ..) => self.extents(g, x, around),
            ExprKind::Index(base, subs) if base.rank as usize == subs.len() => {
                let mut out = vec![];
                for (k, s) in subs.iter().enumerate() {
                    match s {
                        Subscript::At(x) if x.rank == 0 => {}
                        Subscript::At(x) => out.extend(self.extents(g, x, around)),
                        Subscript::Range(lo, hi, step) => out.push(self.section(g, base, k, (lo, hi, step), around)),
                    }
                }
                out
            }
            // one element of each component of an array of derived type
            ExprKind::Index(base, _) => match &base.kind {
                ExprKind::Component(record, _) => self.extents(g, record, around),
                _ => vec![None; rank],
            },
            ExprKind::Intrinsic(id, _, args) if id.row().class == Class::Elemental => {
                let like = args.iter().filter_map(Arg::expr).find(|a| a.rank == e.rank);
                like.map_or_else(|| vec![None; rank], |a| self.extents(g, a, around))
            }
            ExprKind::Binary(_, a, b) => {
                let like = if a.rank == e.rank { a } else { b };
                self.extents(g, like, around)
            }
            _ => vec![None; rank],
        }
    }

    fn section(
        &self,
        g: &Generator,
        base: &Expr,
        dim: usize,
        (lo, hi, step): (&Bound, &Bound, &Bound),
        around: &[SymbolId],
    ) -> Option<Formula> {
        let declared = || self.bounds(g, base, dim, around);
        let step = step.as_ref().map_or(Some(1), |s| int_const(&g.out, s))?;
        if lo.is_none() && hi.is_none() && step.abs() == 1 {
            return Some(declared()?.1);
        }
        let end = |given: &Bound, first: bool| match given {
            Some(e) => self.value(g, e, around),
            None => {
                let (lower, extent) = declared()?;
                Some(if first == (step > 0) {
                    lower
                } else {
                    lower.plus(&extent).minus(&1.into())
                })
            }
        };
        let span = end(hi, false)?.minus(&end(lo, true)?);
        quotient(&span.plus(&step.into()), step)
    }

    /// The number of elements of a designator.
    fn elements(&self, g: &Generator, e: &Expr, around: &[SymbolId]) -> Option<Formula> {
        let extents = self.extents(g, e, around);
        extents
            .into_iter()
            .try_fold(1.into(), |n: Formula, x| Some(n.times(&x?)))
    }

    /// The bytes that a designator takes on the tape.
    pub(super) fn bytes(&self, g: &Generator, e: &Expr, around: &[SymbolId]) -> Formula {
        let unknown = || Atom::Unknown(format!("number of elements of {}", words::expression(&g.out, e))).into();
        let elements = self.elements(g, e, around).unwrap_or_else(unknown);
        let each = match e.ty {
            Ty::Complex(k) => (2 * i64::from(k)).into(),
            Ty::Character => self.characters(g, e),
            _ => i64::from(e.ty.kind().unwrap_or(0)).into(),
        };
        elements.times(&each)
    }

    fn characters(&self, g: &Generator, e: &Expr) -> Formula {
        if let Some(n) = length_const(&g.out, e) {
            return n.into();
        }
        Atom::Unknown(format!("length of {}", words::expression(&g.out, e))).into()
    }
}

/// The name of a variable, as a formula.
fn named(g: &Generator, v: SymbolId) -> Formula {
    Atom::Value(g.out.symbols[v].name.to_string(), v).into()
}

fn quotient(a: &Formula, by: i64) -> Option<Formula> {
    if by < 0 {
        return Formula::zero().minus(a).over(-by);
    }
    a.over(by)
}
