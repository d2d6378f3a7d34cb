//! The shadow of a shared variable in the reverse sweep: how threads add to it.
//!
//! The first that holds:
//!
//! 1. **read**: the loop does not change it;
//! 2. **exclusive**: no two iterations name the same element;
//! 3. **sum**: a scalar to which iterations only add has a copy for each thread;
//! 4. **borders**: only iterations at most `w` apart share an element. Each thread runs a range of iterations; the last
//!    `w` of them, next to the range of another thread, when all threads have run the others;
//! 5. **copies**: if all iterations add to the same elements, each thread adds to an array of its own; also if
//!    procedures that the loop calls add to the shadow;
//! 6. **spans**: if iterations name elements of [spans](super::spans), the loop has two forms. Where the spans are apart,
//!    threads add plainly; otherwise, one thread runs the loop;
//! 7. **scattered**: if subscripts are known to the program only, so, too: where the loop adds more often than
//!    the array has elements, each thread adds to an array of its own; otherwise, one thread runs it;
//! 8. **atomic**: of arrays that cannot be copied, increments of single elements are atomic. The other uses stem from writes of the primal, whose
//!    elements no other iteration touches, by the premise.
//!
//! Sums of many iterations may differ in their last digits from those of one thread.

use super::apart::Index;
use super::spans::Span;
use super::uses::{Kind, Use};
use adc_frontend::ir::*;

/// How threads add to a shadow.
pub(super) enum Way<'i> {
    Read,
    Exclusive,
    Sum,
    /// With the greatest distance of iterations that share an element.
    Borders(i64),
    Copies,
    /// With the spans that must be apart.
    Spans(Vec<&'i Span>),
    Scattered,
    Atomic,
}

impl Way<'_> {
    /// The way in words.
    pub(super) fn text(&self) -> &'static str {
        match self {
            Way::Read => "only read",
            Way::Exclusive => "added to plainly: no two iterations name the same element",
            Way::Sum => "a sum of all threads",
            Way::Borders(_) => "added to plainly: iterations at the borders of ranges wait for other threads",
            Way::Copies => "an array for each thread",
            Way::Spans(_) => "added to plainly, if rows share no elements; otherwise, one thread runs the loop",
            Way::Scattered => "an array for each thread, if the loop adds often enough; otherwise, one thread runs it",
            Way::Atomic => "atomic",
        }
    }
}

/// The greatest distance at borders: ranges of iterations must be twice as long.
const WIDEST: i64 = 16;

/// The way for a shadow with these uses; `None` if there is none. `alone`: its memory has no other name. `constant`:
/// the primal loop does not change its variable, so that the procedures that it calls only add to the shadow.
pub(super) fn way<'i>(
    program: &Program,
    v: SymbolId,
    uses: &[Use],
    index: &'i Index,
    (alone, constant): (bool, bool),
) -> Option<Way<'i>> {
    if !uses.iter().any(|u| u.kind.writes()) {
        return Some(Way::Read);
    }
    let reach = index.reach(uses).filter(|_| alone);
    if reach == Some(0) {
        return Some(Way::Exclusive);
    }
    let is_number = matches!(program.symbols[v].ty(), Ty::Real(_) | Ty::Complex(_));
    let adds = |u: &Use| u.kind == Kind::Increment || constant && u.kind == Kind::Argument;
    let only_adds = uses.iter().all(adds);
    if only_adds && program.symbols[v].rank() == 0 && is_number {
        return Some(Way::Sum);
    }
    if let Some(w) = reach.filter(|&w| w <= WIDEST) {
        return Some(Way::Borders(w));
    }
    let fits = |u: &Use| match u.kind {
        Kind::Increment => u.designator.rank == 0 && !matches!(u.designator.kind, ExprKind::ComplexPart(..)),
        Kind::Argument => false,
        Kind::Read | Kind::Write | Kind::Tape => true,
    };
    let variable = program.symbols[v].variable()?;
    let has_size = !variable
        .dims
        .iter()
        .any(|d| matches!(d, Dim::AssumedSize(_) | Dim::AssumedRank));
    let can_be_copied = only_adds && has_size && is_number && !variable.attrs.pointer && !variable.dims.is_empty();
    let same = || uses.iter().all(|u| index.is_the_same(u.designator));
    let all_fit = uses.iter().all(fits);
    if let Some(spans) = index.spans_of(uses).filter(|s| alone && all_fit && !s.is_empty()) {
        return Some(Way::Spans(spans));
    }
    match (can_be_copied, all_fit) {
        (true, false) => Some(Way::Copies),
        (true, true) if same() => Some(Way::Copies),
        (true, true) => Some(Way::Scattered),
        (false, true) => Some(Way::Atomic),
        (false, false) => None,
    }
}

/// True for an increment of an element that the primal writes in this iteration: no other one touches it.
pub(super) fn is_exclusive(target: &Expr, uses: &[Use]) -> bool {
    uses.iter().any(|u| u.kind == Kind::Write && u.designator.same(target))
}
