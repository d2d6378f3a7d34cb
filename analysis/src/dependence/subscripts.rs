//! Tests of subscripts: can two references to elements of an array, in different iterations of a loop, name the same element?
//!
//! With the loop's index `i` for the one and `i'` for the other reference, and the indices of loops further inside `j_k`, `j'_k`, which have nothing to do with each other, a dimension whose
//! subscripts are sums of these says
//!
//! ```text
//! a i + Σ p_k j_k + c  =  b i' + Σ q_k j'_k + c'            i ≠ i'
//! ```
//!
//! | test | when | no common element in different iterations if |
//! |---|---|---|
//! | ZIV | no index | `c ≠ c'` |
//! | strong SIV | `a = b`, no further index | the distance `(c' - c)/a` is 0, no integer, or further than the loop is long |
//! | GCD | any | the greatest common divisor of the coefficients does not divide `c' - c` |
//! | Banerjee | ranges are constants | `c' - c` is beyond what the sums can be, for `i < i'` and for `i > i'`; weak-zero and weak-crossing SIV are the cases of it with one or two terms |
//!
//! One dimension that says so is enough. Of dimensions whose subscripts are coupled no more is asked than of each alone.
//!
//! For the order of two references ([`super::order`]) the same is asked of one iteration, where `i = i'`, and of strong SIV which of two iterations comes first.
//!
//! Variables that the loop does not write must cancel.

use super::affine::Affine;
use adc_frontend::ir::{Expr, StmtId, SymbolId};

/// The values of an index.
#[derive(Clone, Debug)]
pub struct Range {
    /// The loop.
    pub stmt: StmtId,
    /// The index.
    pub var: SymbolId,
    /// The least value, if it is a constant.
    pub least: Option<i64>,
    /// The greatest value.
    pub greatest: Option<i64>,
    /// Neighbouring values differ by it.
    pub step: Option<i64>,
    /// The first value as a sum.
    pub first: Option<Affine>,
    /// The bound that no value is beyond.
    pub last: Option<Affine>,
}

/// A reference to an element.
#[derive(Clone, Debug)]
pub struct Reference<'e> {
    /// The expression that it is.
    pub designator: &'e Expr,
    /// The statement that it is in.
    pub stmt: StmtId,
    /// The subscripts as sums; none where they are something else.
    pub subscripts: Vec<Option<Affine>>,
    /// The loops around it, inside the one that is asked about.
    pub inner: Vec<Range>,
    /// The number of its statement in the order of the program.
    pub place: usize,
    /// It may write.
    pub writes: bool,
    /// It is what an assignment assigns to, and is not read.
    pub is_target: bool,
}

/// True when the two references never meet in different iterations of a loop. `varies`: what may have different values in the loop.
pub fn apart(l: &Range, a: &Reference, b: &Reference, varies: &dyn Fn(SymbolId) -> bool) -> bool {
    let dimensions = a.subscripts.iter().zip(&b.subscripts);
    dimensions.into_iter().any(|(f, g)| match (f, g) {
        (Some(f), Some(g)) => {
            Dimension::new(Some(l.var), (f, &a.inner), (g, &b.inner), varies).is_some_and(|d| d.is_apart(l))
        }
        _ => false,
    })
}

/// `a i - b i' + Σ n_k j_k = c`
pub(super) struct Dimension {
    a: i64,
    b: i64,
    /// Multiples of further indices, with the ranges of these.
    inner: Vec<(i64, Range)>,
    c: i64,
}

impl Dimension {
    /// Of a loop with an index, or of one iteration of it. The subscripts stand with the loops that are further inside.
    pub(super) fn new(
        index: Option<SymbolId>,
        (f, around_f): (&Affine, &[Range]),
        (g, around_g): (&Affine, &[Range]),
        varies: &dyn Fn(SymbolId) -> bool,
    ) -> Option<Dimension> {
        let mut inner = vec![];
        let mut fixed = Affine::default();
        let coefficient = |sum: &Affine| index.map_or(0, |v| sum.coefficient(v));
        for (sum, around, sign) in [(f, around_f, 1), (g, around_g, -1)] {
            let mut rest = sum.clone();
            index.and_then(|v| rest.terms.remove(&v));
            for r in around {
                if let Some(n) = rest.terms.remove(&r.var) {
                    inner.push((n.checked_mul(sign)?, r.clone()));
                }
            }
            if rest.terms.keys().any(|&v| varies(v)) {
                return None;
            }
            fixed = fixed.plus(&rest, sign)?;
        }
        Some(Dimension {
            a: coefficient(f),
            b: coefficient(g),
            inner,
            c: fixed.number()?.checked_neg()?,
        })
    }

    fn is_apart(&self, l: &Range) -> bool {
        if self.inner.is_empty() {
            match (self.a, self.b) {
                (0, 0) => return self.c != 0,
                (a, b) if a == b => return self.is_apart_by_distance(l),
                _ => {}
            }
        }
        self.divides_not() || self.is_out_of_reach(l) == Some(true)
    }

    /// True when the first reference never comes to an element in an earlier iteration than the second.
    pub(super) fn is_behind(&self, l: &Range) -> bool {
        let later = |s: i64| self.a != 0 && self.a == self.b && (self.c / self.a).signum() == s.signum();
        self.is_apart(l) || self.inner.is_empty() && l.step.is_some_and(later)
    }

    /// True when the references have no common element in one iteration.
    pub(super) fn never_meets(&self) -> bool {
        self.divides_not()
    }

    fn is_apart_by_distance(&self, l: &Range) -> bool {
        let distance = self.c / self.a;
        let length = l.greatest.zip(l.least).and_then(|(g, l)| g.checked_sub(l));
        self.c % self.a != 0
            || distance == 0
            || length.is_some_and(|n| distance.abs() > n)
            || l.step.is_some_and(|s| s != 0 && distance % s != 0)
    }

    fn divides_not(&self) -> bool {
        let all = self.inner.iter().map(|(n, _)| *n).chain([self.a, self.b]);
        let divisor = all.fold(0, gcd);
        match divisor {
            0 => self.c != 0,
            d => self.c % d != 0,
        }
    }

    /// Banerjee's test for both orders of the iterations; none where ranges are not known.
    fn is_out_of_reach(&self, l: &Range) -> Option<bool> {
        let (lo, hi) = (l.least?, l.greatest?);
        let (mut least, mut greatest) = (0i64, 0i64);
        for (n, r) in &self.inner {
            let ends = [n.checked_mul(r.least?)?, n.checked_mul(r.greatest?)?];
            if r.least? > r.greatest? {
                return Some(true);
            }
            least = least.checked_add(ends[0].min(ends[1]))?;
            greatest = greatest.checked_add(ends[0].max(ends[1]))?;
        }
        let step = l.step.map_or(1, i64::abs).max(1);
        if lo.checked_add(step)? > hi {
            return Some(true);
        }
        // a linear function is greatest and least at corners: of lo ≤ i < i' ≤ hi, and of the same with i and i' exchanged
        let corners = [(lo, lo + step), (lo, hi), (hi - step, hi)];
        let mut both = corners
            .iter()
            .flat_map(|&(x, y)| [((x, y), 0), ((y, x), 1)])
            .collect::<Vec<_>>();
        both.sort_by_key(|c| c.1);
        let reached = |order: usize| {
            let values = both.iter().filter(|c| c.1 == order).map(|((i, j), _)| {
                let x = self.a.checked_mul(*i)?;
                x.checked_sub(self.b.checked_mul(*j)?)
            });
            let values: Vec<i64> = values.collect::<Option<_>>()?;
            let from = values.iter().min()?.checked_add(least)?;
            let to = values.iter().max()?.checked_add(greatest)?;
            Some(from <= self.c && self.c <= to)
        };
        Some(!reached(0)? && !reached(1)?)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a.abs(),
        _ => gcd(b, a % b),
    }
}
