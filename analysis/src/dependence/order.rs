//! The order of two references: decides whether a loop writes an element before it reads it.
//!
//! A read at `(i, j, ..)` is *after* a write at `(i', j', ..)`, with `i` of the loop and `j` of the loops around both,
//! if for each element that both access the write runs first. Then the loop never overwrites an element that it has
//! already read. This is proved level by level:
//!
//! ```text
//! i before i'                      not at a common element: by the subscripts, i is after i', or they never meet
//! i = i', j before j'              the same for the inner loop, whose outer indices are fixed
//! i = i', j = j'                   the read is after the write in the text, or they never meet
//! ```
//!
//! Each level is proved by the tests of subscript pairs ([`super::subscripts`]), if possible. Otherwise the indices of
//! inner loops are expressed by those of the loops around them, `j = lo + s t` or `j = hi - t` with `t ≥ 0`, which
//! covers triangular loops. For `a i + f = a i' + g`, then, `f - g` is a sum of such `t` and a number, whose least or
//! greatest value is known:
//!
//! ```text
//! do k = 1, n - 1; do i = k + 1, n         a(k, k) and a(i', j'):   k = i' = k' + 1 + t   so k > k'
//!    l = a(i, k)/a(k, k)                   a(i, k) and a(i', j'):   k = j' = k' + 1 + t   so k > k'
//!    do j = k + 1, n
//!       a(i, j) = a(i, j) - l*a(k, j)
//! ```

use super::affine::Affine;
use super::subscripts::{Dimension, Range, Reference};
use adc_frontend::ir::visit::{jumps, walk_block};
use adc_frontend::ir::*;

/// True for a loop whose iterations run its statements in text order, as in a counted loop. EXIT and CYCLE skip
/// statements, which does not change the order.
pub(super) fn is_plain(s: &Stmt) -> bool {
    let mut plain = true;
    walk_block(std::slice::from_ref(s), &mut |s| {
        plain &= !jumps(&s.kind);
        if let StmtKind::Do { control, .. } = &s.kind {
            plain &= matches!(control, DoControl::Count { .. });
        }
    });
    plain
}

/// Two references, one of them a write, in a loop.
pub(super) struct Pair<'p> {
    read: &'p Reference<'p>,
    write: &'p Reference<'p>,
    /// The loops around each reference, from the loop under test inwards.
    around_read: Vec<&'p Range>,
    around_write: Vec<&'p Range>,
    /// Number of loops around both.
    common: usize,
    /// True for variables that may change within the loop.
    varies: &'p dyn Fn(SymbolId) -> bool,
}

impl<'p> Pair<'p> {
    pub(super) fn new(
        l: &'p Range,
        read: &'p Reference<'p>,
        write: &'p Reference<'p>,
        varies: &'p dyn Fn(SymbolId) -> bool,
    ) -> Pair<'p> {
        let around = |r: &'p Reference<'p>| [l].into_iter().chain(&r.inner).collect::<Vec<_>>();
        let (around_read, around_write) = (around(read), around(write));
        let both = around_read.iter().zip(&around_write);
        Pair {
            common: both.take_while(|(a, b)| a.stmt == b.stmt).count(),
            read,
            write,
            around_read,
            around_write,
            varies,
        }
    }

    /// True if the read is after the write.
    pub(super) fn is_in_order(&self) -> bool {
        let in_order =
            (0..self.common).all(|level| self.holds(level, true, |d, l| d.is_after(l)) || self.reaches(level, true));
        in_order && (self.read.place > self.write.place || self.is_apart_in_place())
    }

    /// True if the two never meet in one iteration of all loops around both.
    pub(super) fn is_apart_in_place(&self) -> bool {
        self.holds(self.common, false, |d, _| d.never_meets()) || self.reaches(self.common, false)
    }

    /// True if a test of pairs proves the level for a dimension: for the iterations of the loop at that level, or for
    /// one iteration of all loops around both.
    fn holds(&self, level: usize, iterates: bool, test: impl Fn(&Dimension, &Range) -> bool) -> bool {
        let (outer, l) = (&self.around_read[..level], self.around_read[level.min(self.common - 1)]);
        let varies = |v| (self.varies)(v) && outer.iter().all(|l| l.var != v);
        // for iterations of the last common loop, only the loops that are not common are further inside
        let inside = level.min(self.common - 1);
        let index = iterates.then_some(l.var);
        self.dimensions().any(|(f, g)| {
            let (f, g) = ((f, &self.read.inner[inside..]), (g, &self.write.inner[inside..]));
            Dimension::new(index, f, g, &varies).is_some_and(|d| test(&d, l))
        })
    }

    /// The same by the loop bounds.
    fn reaches(&self, level: usize, iterates: bool) -> bool {
        let ends = [End::First, End::Last];
        self.dimensions().any(|(f, g)| {
            let mut said = ends
                .iter()
                .map(|&end| self.reach(level, iterates, [f, g], end).unwrap_or(false));
            said.any(|s| s)
        })
    }

    fn dimensions(&self) -> impl Iterator<Item = (&'p Affine, &'p Affine)> {
        let both = self.read.subscripts.iter().zip(&self.write.subscripts);
        both.filter_map(|(f, g)| f.as_ref().zip(g.as_ref()))
    }

    fn reach(&self, level: usize, iterates: bool, [f, g]: [&Affine; 2], end: End) -> Option<bool> {
        let inside = level + usize::from(iterates);
        let mut counts = vec![];
        let mut f = self.without(
            f,
            &self.around_read,
            inside..self.around_read.len(),
            end,
            &mut counts,
            1,
        )?;
        let mut g = self.without(
            g,
            &self.around_write,
            inside..self.around_write.len(),
            end,
            &mut counts,
            -1,
        )?;
        let mut a = 0;
        if iterates {
            let l = self.around_read[level];
            a = f.coefficient(l.var);
            if a != 0 && a == g.coefficient(l.var) {
                f.terms.remove(&l.var);
                g.terms.remove(&l.var);
            } else {
                a = 0;
                f = self.without(&f, &self.around_read, level..inside, end, &mut counts, 1)?;
                g = self.without(&g, &self.around_write, level..inside, end, &mut counts, -1)?;
            }
        }
        let difference = f.plus(&g, -1)?;
        let difference = self.without(&difference, &self.around_read, 0..level, end, &mut counts, 1)?;
        let reach = Reach::of(difference.number()?, &counts);
        let step = self.around_read[level.min(self.common - 1)].step;
        Some(match a {
            0 => !reach.holds(0),
            // a (i' - i) is in reach
            _ => {
                let reach = reach.times(i128::from(a.signum()));
                let a = i128::from(a).abs();
                let (not_before, not_after) = (reach.most.is_some_and(|m| m < a), reach.least.is_some_and(|m| m > -a));
                match step {
                    Some(s) if s > 0 => not_before,
                    Some(s) if s < 0 => not_after,
                    _ => not_before && not_after,
                }
            }
        })
    }

    /// A subscript, with the indices of some of the loops around it expressed by those of the loops around these;
    /// `None` if it contains variables that may change.
    fn without(
        &self,
        sum: &Affine,
        around: &[&Range],
        loops: std::ops::Range<usize>,
        end: End,
        counts: &mut Vec<(i64, Option<i64>)>,
        sign: i64,
    ) -> Option<Affine> {
        let outside = &around[..loops.start];
        let mut sum = sum.clone();
        for k in loops.rev() {
            let Some(n) = sum.terms.remove(&around[k].var) else {
                continue;
            };
            let (bound, step, most) = around[k].counted_from(end)?;
            sum = sum.plus(bound, n)?;
            self.has_one_value(bound, &around[..k])?;
            counts.push((n.checked_mul(step)?.checked_mul(sign)?, most));
        }
        self.has_one_value(&sum, outside)?;
        Some(sum)
    }

    /// `None` for a sum with variables that may change, other than the indices of these loops.
    fn has_one_value(&self, sum: &Affine, around: &[&Range]) -> Option<()> {
        let mut variables = sum.terms.keys();
        let fixed = |v: &SymbolId| !(self.varies)(*v) || around.iter().any(|l| l.var == *v);
        variables.all(fixed).then_some(())
    }
}

/// The bound of a loop from which its index is counted.
#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

impl Range {
    /// The values of the index: a bound plus a factor times a count, which runs from zero to a maximum, if known.
    fn counted_from(&self, end: End) -> Option<(&Affine, i64, Option<i64>)> {
        let step = self.step.filter(|&s| s != 0)?;
        let length = self.greatest.zip(self.least).and_then(|(g, l)| g.checked_sub(l));
        match end {
            End::First => Some((self.first.as_ref()?, step, length.map(|n| n / step.abs()))),
            // the last value need not be the bound
            End::Last => Some((self.last.as_ref()?, -step.signum(), length)),
        }
    }
}

/// The range of a sum; `None` for an infinite end.
struct Reach {
    least: Option<i128>,
    most: Option<i128>,
}

impl Reach {
    /// The range of a number plus multiples of counts, which run from zero to a maximum, if known.
    fn of(number: i64, counts: &[(i64, Option<i64>)]) -> Reach {
        let number = i128::from(number);
        let mut all = Reach {
            least: Some(number),
            most: Some(number),
        };
        for &(n, most) in counts {
            let end = most.map(|m| i128::from(n) * i128::from(m));
            let side = if n < 0 { &mut all.least } else { &mut all.most };
            *side = side.zip(end).map(|(a, b)| a + b);
        }
        all
    }

    fn times(self, sign: i128) -> Reach {
        match sign {
            -1 => Reach {
                least: self.most.map(|m| -m),
                most: self.least.map(|m| -m),
            },
            _ => self,
        }
    }

    fn holds(&self, value: i128) -> bool {
        self.least.is_none_or(|l| l <= value) && self.most.is_none_or(|m| m >= value)
    }
}
