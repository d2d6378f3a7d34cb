//! Sequence association: the section of an array that a dummy argument covers when it is passed one of the array's
//! elements. It covers as many elements as it is declared with, in memory order, from that one on.
//!
//! ```text
//! q(n, m), a(n) given q(1, j)                    q(:, j)
//! q(4, 2, m), a(2, 4) given q(1, 1, j)           q(:, :, j)
//! q(8, m), a(3) given q(4, j)                    q(4:6, j)
//! ```
//!
//! Dimension by dimension: a dimension that begins with the element is covered entirely if its extent is the next one
//! of the dummy argument, or divides it; the last dimension needed may be a range within its bounds. All later
//! dimensions are a single index. The section is unknown for dummy arguments `a(*)`, for `a(1)` and `a(lda, 1)`, which
//! old programs write instead, and for elements of another type.

use super::extent::{Bound, Extent};
use super::translate::Call;
use adc_frontend::ir::*;

impl Call<'_, '_> {
    /// The first dimensions of such a section; in the others it has the index of the element.
    pub fn leading(&self, formal: SymbolId, actual: &Expr) -> Option<Vec<Extent>> {
        let ExprKind::Index(base, subs) = &actual.kind else {
            return None;
        };
        let ExprKind::Var(array) = base.kind else { return None };
        let ty = self.scope.input.program.symbols[formal].ty();
        if actual.rank > 0 || ty != actual.ty || ty == Ty::Character {
            return None;
        }
        let mut left = self.extents(formal)?;
        let mut out = vec![];
        for (k, at) in subs.iter().enumerate() {
            let Subscript::At(at) = at else { return None };
            let at = self.scope.bound(at)?;
            let (Some(lower), Some(upper)) = self.scope.declared(array, k) else {
                return None;
            };
            let next = left.first_mut()?;
            let rest = size(&lower, &upper).and_then(|size| without(next, &size));
            match rest.filter(|_| at.same(&lower)) {
                Some(rest) => {
                    out.push(Extent::All);
                    match rest {
                        Some(rest) => *next = Bound::constant(rest),
                        None => drop(left.remove(0)),
                    }
                }
                None => {
                    // constants, or over the same variable: a sum of two variables is not a bound
                    let last = match (&at.base, &next.base) {
                        (_, None) => at.plus(next.offset.checked_sub(1)?)?,
                        (None, Some(_)) => next.plus(at.offset.checked_sub(1)?)?,
                        (Some(_), Some(_)) => return None,
                    };
                    let within =
                        at.beyond(&lower).is_some_and(|n| n >= 0) && upper.beyond(&last).is_some_and(|n| n >= 0);
                    if left.len() > 1 || !within {
                        return None;
                    }
                    out.push(Extent::Range(at, last));
                    left.clear();
                }
            }
            if left.is_empty() {
                return Some(out);
            }
        }
        None
    }

    /// The extents of a dummy argument over variables of the caller; consecutive constants are multiplied, ones are
    /// dropped.
    fn extents(&self, formal: SymbolId) -> Option<Vec<Bound>> {
        let dims = &self.scope.input.program.symbols[formal].variable()?.dims;
        let mut out: Vec<Bound> = vec![];
        for (k, dim) in dims.iter().enumerate() {
            let Dim::Explicit(lower, upper) = dim else { return None };
            let lower = match lower {
                None => Bound::constant(1),
                Some(e) => self.given(e)?,
            };
            let size = size(&lower, &self.given(upper)?)?;
            let number = size.base.is_none().then_some(size.offset);
            match (out.last_mut(), number) {
                (_, Some(1)) if k + 1 < dims.len() => {}
                (_, Some(n)) if n <= 1 => return None,
                (Some(Bound { base: None, offset }), Some(n)) => *offset = offset.checked_mul(n)?,
                _ => out.push(size),
            }
        }
        Some(out)
    }
}

/// The extent of a dimension.
fn size(lower: &Bound, upper: &Bound) -> Option<Bound> {
    match &lower.base {
        None => upper.plus(1i64.checked_sub(lower.offset)?),
        Some(_) => Some(Bound::constant(upper.beyond(lower)?.checked_add(1)?)),
    }
}

/// The quotient of a number of elements by a dimension: `Some(None)` if they are equal; `None` if it does not divide,
/// or not for certain.
#[allow(clippy::option_option)]
fn without(elements: &Bound, size: &Bound) -> Option<Option<i64>> {
    match (&elements.base, &size.base) {
        _ if elements.same(size) => Some(None),
        (None, None) if size.offset > 0 && elements.offset % size.offset == 0 => {
            Some(Some(elements.offset / size.offset))
        }
        _ => None,
    }
}
