//! Estimated sizes: iterations of loops, and elements of arrays.
//!
//! A size is
//!
//! * a constant,
//! * the value of a dummy argument to which each call in the program passes the same constant,
//! * a value that the user gives ([`crate::options::Options::assume`]),
//! * or computed from such values.
//!
//! Everything else counts as [`TRIPS`]. Estimates steer decisions, and prove nothing: a head may be called with other
//! values, and a variable of the user's name may have another value elsewhere.

use crate::code::cost::TRIPS;
use adc_analysis::calls::bind_args;
use adc_frontend::consteval::int_const;
use adc_frontend::intrinsics::{Class, ResultRank};
use adc_frontend::ir::*;
use std::collections::HashMap;

/// Dummy arguments to which each call passes the same constant, with its value.
pub(crate) type Passed = HashMap<SymbolId, i64>;

/// The constants that the calls of a program pass. They may pass them on.
pub(crate) fn passed(program: &Program) -> Passed {
    let mut known = Passed::new();
    loop {
        let estimate = Estimate {
            program,
            passed: &known,
            given: &[],
        };
        let mut found: HashMap<SymbolId, Option<i64>> = HashMap::new();
        for (_, unit) in program.units.iter() {
            visit::walk_calls(&unit.body, &mut |r| {
                let Some(callee) = program.definition(r.callee.proc) else {
                    return;
                };
                let bound = bind_args(program, callee, r.args);
                for (dummy, e) in program.units[callee].args.iter().zip(bound) {
                    let (Some(dummy), Some(e)) = (dummy, e) else { continue };
                    if matches!(program.symbols[*dummy].ty(), Ty::Integer(_)) && e.rank == 0 {
                        let value = estimate.value(e);
                        let one = found.entry(*dummy).or_insert(value);
                        *one = one.filter(|v| Some(*v) == value);
                    }
                }
            });
        }
        let next: Passed = found.into_iter().filter_map(|(s, v)| Some((s, v?))).collect();
        if next.len() == known.len() {
            return next;
        }
        known = next;
    }
}

/// What is known about the sizes of a program.
#[derive(Clone, Copy)]
pub(crate) struct Estimate<'a> {
    pub(crate) program: &'a Program,
    pub(crate) passed: &'a Passed,
    /// Values of variables and components, by their names.
    pub(crate) given: &'a [(String, i64)],
}

impl Estimate<'_> {
    /// The value of an integer expression, if it is known.
    pub(crate) fn value(&self, e: &Expr) -> Option<i64> {
        if let Some(n) = int_const(self.program, e) {
            return Some(n);
        }
        match &e.kind {
            ExprKind::Var(_) | ExprKind::Component(..) => {
                let passed = match e.kind {
                    ExprKind::Var(s) => self.passed.get(&s).copied(),
                    _ => None,
                };
                passed.or_else(|| self.by_name(e))
            }
            ExprKind::Paren(inner) => self.value(inner),
            ExprKind::Unary(UnaryOp::Minus, inner) => self.value(inner)?.checked_neg(),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    BinaryOp::Div => a.checked_div(b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn by_name(&self, e: &Expr) -> Option<i64> {
        if self.given.is_empty() {
            return None;
        }
        let name = self.name(e)?;
        let given = self.given.iter().find(|(n, _)| n.eq_ignore_ascii_case(&name));
        given.map(|g| g.1)
    }

    /// A variable or component as the user writes it: `n`, `mesh%nrow`.
    pub(crate) fn name(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Var(s) => Some(self.program.symbols[*s].name.to_string()),
            ExprKind::Component(base, _) if e.rank == 0 && !matches!(base.kind, ExprKind::Index(..)) => {
                self.name(base)?;
                Some(adc_frontend::dump::expr_text(self.program, e))
            }
            _ => None,
        }
    }

    /// The iterations of a loop. A stride that is not known is ignored.
    pub(crate) fn trips(&self, control: &DoControl) -> f64 {
        let DoControl::Count { lo, hi, step, .. } = control else {
            return TRIPS;
        };
        let stride = self.stride(step.as_deref()).unwrap_or(1);
        let known = self.iterations(lo, hi, stride);
        known.unwrap_or(TRIPS / stride.unsigned_abs() as f64)
    }

    /// The iterations of a loop whose bounds and stride are known.
    pub(crate) fn known_trips(&self, control: &DoControl) -> Option<f64> {
        let DoControl::Count { lo, hi, step, .. } = control else {
            return None;
        };
        self.iterations(lo, hi, self.stride(step.as_deref())?)
    }

    fn iterations(&self, lo: &Expr, hi: &Expr, stride: i64) -> Option<f64> {
        let (lo, hi) = (self.value(lo)?, self.value(hi)?);
        Some((hi.saturating_sub(lo).saturating_add(stride) / stride).max(0) as f64)
    }

    /// A known stride other than zero.
    fn stride(&self, step: Option<&Expr>) -> Option<i64> {
        step.map_or(Some(1), |s| self.value(s)).filter(|s| *s != 0)
    }

    /// The elements of an expression; 1 for a scalar.
    pub(crate) fn elements(&self, e: &Expr) -> f64 {
        match e.rank {
            0 => 1.0,
            _ => self.shape(e).into_iter().product(),
        }
    }

    /// The elements of a variable or component, or of a section of it.
    pub(crate) fn elements_of(&self, symbol: SymbolId, section: Option<&[Subscript]>) -> f64 {
        self.shape_of(symbol, section).into_iter().product()
    }

    /// The extents of an expression in each dimension.
    fn shape(&self, e: &Expr) -> Vec<f64> {
        let found = match &e.kind {
            _ if e.rank == 0 => vec![],
            ExprKind::Var(s) => self.shape_of(*s, None),
            ExprKind::Component(record, c) => match record.rank {
                0 => self.shape_of(*c, None),
                _ => self.shape(record),
            },
            ExprKind::Index(base, subs) => match &base.kind {
                ExprKind::Var(s) => self.shape_of(*s, Some(subs)),
                ExprKind::Component(record, c) if record.rank == 0 => self.shape_of(*c, Some(subs)),
                ExprKind::Component(record, _) => self.shape(record),
                _ => vec![],
            },
            ExprKind::Intrinsic(id, _, args) if id.row().class != Class::Elemental => {
                self.shape_of_result(id.row().rank, args).unwrap_or_default()
            }
            ExprKind::Call(..) => vec![],
            _ => {
                let mut shape = None;
                visit::subexprs(e, &mut |x| {
                    if x.rank == e.rank && shape.is_none() {
                        shape = Some(self.shape(x));
                    }
                });
                shape.unwrap_or_default()
            }
        };
        match found.len() == usize::from(e.rank) {
            true => found,
            false => vec![TRIPS; usize::from(e.rank)],
        }
    }

    /// The shape of the result of a transformational function. A dimension that is given by name or not constant counts
    /// as the last one.
    fn shape_of_result(&self, rank: ResultRank, args: &[Arg]) -> Option<Vec<f64>> {
        let shape = |k: usize| Some(self.shape(args.get(k)?.expr()?));
        let dimension = |k: usize| {
            let given = args.get(k).and_then(|a| self.value(a.expr()?));
            given.and_then(|d| usize::try_from(d - 1).ok())
        };
        match rank {
            ResultRank::Like(k) => shape(k.into()),
            ResultRank::Matrix => shape(0).map(|s| s.into_iter().rev().collect()),
            ResultRank::Matmul => {
                let (mut left, right) = (shape(0)?, shape(1)?);
                left.pop();
                left.extend(right.into_iter().skip(1));
                Some(left)
            }
            ResultRank::Spread => {
                let mut source = shape(0)?;
                let copies = args.get(2).and_then(|a| self.value(a.expr()?));
                let at = dimension(1).unwrap_or(source.len()).min(source.len());
                source.insert(at, copies.map_or(TRIPS, |n| n as f64));
                Some(source)
            }
            ResultRank::Reduction => {
                let mut array = shape(0)?;
                let last = array.len().checked_sub(1)?;
                array.remove(dimension(1).unwrap_or(last).min(last));
                Some(array)
            }
            _ => None,
        }
    }

    fn shape_of(&self, symbol: SymbolId, section: Option<&[Subscript]>) -> Vec<f64> {
        let value = |e: &Expr| self.value(e);
        let extent = |lo: Option<i64>, hi: Option<i64>| {
            let both = lo.zip(hi);
            both.map_or(TRIPS, |(lo, hi)| hi.saturating_sub(lo).saturating_add(1).max(0) as f64)
        };
        let dims = self.program.symbols[symbol].variable().map_or(&[][..], |v| &v.dims);
        let of_dim = |(k, d): (usize, &Dim)| {
            let (first, last) = match d {
                Dim::Explicit(lo, hi) => (lo.as_ref().map_or(Some(1), value), value(hi)),
                Dim::Assumed(_) | Dim::Deferred | Dim::AssumedSize(_) | Dim::AssumedRank => (None, None),
            };
            match section.and_then(|s| s.get(k)) {
                None => Some(extent(first, last)),
                Some(Subscript::At(e)) => (e.rank > 0).then(|| self.elements(e)),
                Some(Subscript::Range(lo, hi, step)) => {
                    let stride = step
                        .as_ref()
                        .and_then(|s| self.value(s))
                        .filter(|s| *s != 0)
                        .unwrap_or(1);
                    let (lo, hi) = (lo.as_deref().map_or(first, value), hi.as_deref().map_or(last, value));
                    Some(extent(lo, hi) / stride.unsigned_abs() as f64)
                }
            }
        };
        dims.iter().enumerate().filter_map(of_dim).collect()
    }
}
