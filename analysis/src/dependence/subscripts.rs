//! Tests of subscripts: whether two references to array elements, in different iterations of a loop, can access the
//! same element.
//!
//! Let `i` and `i'` be the loop's index for the two references, and `j_k`, `j'_k` the indices of loops further inside,
//! which are independent of each other. A dimension whose subscripts are affine in these requires
//!
//! ```text
//! a i + Σ p_k j_k + c  =  b i' + Σ q_k j'_k + c'            i ≠ i'
//! ```
//!
//! | test | when | no common element in different iterations if |
//! |---|---|---|
//! | ZIV | no index | `c ≠ c'` |
//! | strong SIV | `a = b`, no further index | the distance `(c' - c)/a` is 0, no integer, or exceeds the loop |
//! | GCD | any | the greatest common divisor of the coefficients does not divide `c' - c` |
//! | Banerjee | ranges are constants | `c' - c` is outside the range of the sums, for `i < i'` and for `i > i'` |
//!
//! Weak-zero and weak-crossing SIV are the cases of Banerjee's test with one or two terms.
//!
//! One dimension that proves independence is enough. Dimensions with coupled subscripts are tested one by one.
//!
//! For the order of two references ([`super::order`]) the same tests are applied to one iteration, where `i = i'`, and
//! strong SIV decides which of two iterations comes first.
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
    /// The difference of neighbouring values.
    pub step: Option<i64>,
    /// The first value as a sum.
    pub first: Option<Affine>,
    /// The bound that no value exceeds.
    pub last: Option<Affine>,
}

/// A reference to an element.
#[derive(Clone, Debug)]
pub struct Reference<'e> {
    /// Its expression.
    pub designator: &'e Expr,
    /// Its statement.
    pub stmt: StmtId,
    /// The subscripts in affine form; `None` if they are not affine.
    pub subscripts: Vec<Option<Affine>>,
    /// The loops around it, inside the loop under test.
    pub inner: Vec<Range>,
    /// The number of its statement in text order.
    pub place: usize,
    /// True if it may write.
    pub writes: bool,
    /// True for the target of an assignment, which is not read.
    pub is_target: bool,
}

/// True if the two references never meet in different iterations of a loop. `varies`: variables that may change within
/// the loop.
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
    /// For a loop with an index, or for one iteration of it. The subscripts come with the loops further inside.
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

    /// True if the first reference never accesses an element in an earlier iteration than the second.
    pub(super) fn is_after(&self, l: &Range) -> bool {
        let later = |s: i64| self.a != 0 && self.a == self.b && (self.c / self.a).signum() == s.signum();
        self.is_apart(l) || self.inner.is_empty() && l.step.is_some_and(later)
    }

    /// True if the references have no common element in one iteration.
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

    /// Banerjee's test for both orders of the iterations; `None` if ranges are unknown.
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
        // a linear function has its extrema at corners: of lo ≤ i < i' ≤ hi, and of the same with i and i' exchanged
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
