//! Transforms loops that scatter increments over an array, as adjoints of stencils do.
//!
//! ```text
//! do i = n, 1, -1                      do i = 1, n
//!    t = c*fb(i)                          t = c*fb(i)
//!    ub(i+1) = ub(i+1) + t                rowb(i) = t
//!    ub(i) = ub(i) - t            →       ub(i) = ub(i) - t
//! end do                               end do
//!                                      do i = 1, n;  ub(i+1) = ub(i+1) + rowb(i);  end do
//! ```
//!
//! An iteration increments elements that its neighbours also increment, so a compiler cannot vectorise the loop. The
//! summands are put into a row, and the rows are added after the loop ([`gather`]). Then all loops have independent
//! iterations. One element of each array is still incremented in place: `ub(i)` in the example. Increments commute; the
//! sums differ in their last digits.
//!
//! An innermost loop of stride 1 or -1 is transformed if
//!
//! 1. its statements are assignments, to scalars that each iteration sets before it reads them, to scalars that are
//!    only added to ([`lanes`]), and to arrays;
//! 2. an array that is incremented at different distances from the index is not mentioned otherwise;
//! 3. every other array that is assigned to is mentioned with lists of subscripts one of which is the index, or the
//!    index plus or minus an expression; two lists differ in a subscript without the index ([`Nest`]);
//! 4. all other variables in the subscripts and the bounds are unchanged, and no variable that is assigned to has two
//!    names;
//! 5. index and bounds are default integers, so that a bound can replace an index, and the iterations are not known to
//!    be few, from the bounds or from the sizes of arrays.
//!
//! So the remaining loop carries nothing from one iteration to another. It runs upwards, which compilers prefer, unless
//! code after it reads a scalar that it sets, and so needs the value of the last iteration ([`Unread`]). If all
//! elements in it are adjacent in memory and it is not known to be short, it is marked with a directive (`!GCC$
//! vector`) that lets gfortran use vector instructions at any optimisation level. Other compilers treat it as a
//! comment. A row has the bounds of the array's dimension, which must be known at the entry of the procedure.

use super::frame::{is_mark, Frame};
use super::gather::{self, Term};
use super::nest::Nest;
use super::scalars::{Scalars, Unread};
use super::view::{Carried, LoopView};
use super::writes::{increment, Writes};
use super::{lanes, peel, stencils, Locals, Treat};
use crate::options::Opt;
use adc_frontend::ir::visit::mentions;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Transforms the innermost loops of a block, after peeling ([`peel`]). `live`: scalars that are read after the block.
pub(super) fn spread(block: &mut Block, unread: &Unread, live: &Scalars, locals: &mut Locals, treat: Treat) {
    let peels = locals.has(Opt::Peel);
    unread.rewrite(block, &Nest::default(), &mut live.clone(), &mut |mut s, nest, after| {
        // the user has marked it
        let is_loop = matches!(s.kind, StmtKind::Do { .. });
        if s.lead.iter().any(is_mark) || is_loop && !locals.apply(Opt::Rows) {
            return vec![s];
        }
        let apart = peels.then(|| peel::apart(&s, nest, unread, after, locals, treat));
        if let Some(parts) = apart.flatten().filter(|_| locals.apply(Opt::Peel)) {
            return parts;
        }
        let added = treat(&mut s, nest, &|v| unread.of(v, after), locals);
        let mut out = vec![s];
        out.extend(added.into_iter().flatten());
        out
    });
}

/// An increment that is moved to a row.
struct Scattered {
    place: usize,
    array: SymbolId,
    /// The number of the subscript with the index.
    dim: usize,
    /// The number of its row among those of the loop.
    row: usize,
}

/// The contents of a row.
struct Amount {
    value: Expr,
    /// The subscript of the row.
    place: Expr,
    /// The statement that computes it.
    since: usize,
}

/// Marks one loop with independent iterations, as the user wrote it: no value changes.
pub(super) fn mark(
    s: &mut Stmt,
    nest: &Nest,
    is_unread: &dyn Fn(SymbolId) -> bool,
    locals: &mut Locals,
) -> Option<Block> {
    let view = LoopView::of(&s.kind, locals.program())?;
    let carried = view.carried(nest, locals)?;
    let is_independent = carried.arrays.is_empty() && carried.sums.is_empty();
    if !view.range.upwards || !is_independent || !is_unread(view.range.var) {
        return None;
    }
    let body = view.body;
    let marks = Frame::of(view, carried.several, locals.program()).marks(body);
    let is_marked = !marks.is_empty();
    s.lead.extend(marks);
    is_marked.then(Vec::new)
}

/// Transforms one loop, given its scalars that are not read after it; returns the statements after it, or `None` if the
/// loop stays as it is.
pub(super) fn of_loop(
    s: &mut Stmt,
    nest: &Nest,
    is_unread: &dyn Fn(SymbolId) -> bool,
    locals: &mut Locals,
) -> Option<Block> {
    let view = LoopView::of(&s.kind, locals.program())?;
    let Carried {
        mut arrays,
        scalars,
        sums,
        several,
    } = view.carried(nest, locals)?;
    let frame = Frame::of(view, several, locals.program());
    let stays = frame.is_short() || !frame.view.range.is_plain(locals.program());
    if stays && !arrays.is_empty() {
        return None;
    }
    let stencils::Rest { mut before, mut body } = stencils::take(&mut arrays, &frame);
    if !before.is_empty() {
        stencils::without_unread(&mut body, &|v| scalars.contains(&v) && is_unread(v));
    }
    let mut found: Vec<Scattered> = vec![];
    let mut amounts: Vec<Amount> = vec![];
    for (place, s) in body.iter().enumerate() {
        let Some((i, scattered)) = increment(s).and_then(|i| arrays.get(&i.array).map(|d| (i, d))) else {
            continue;
        };
        if i.element.same(&scattered.home) {
            continue;
        }
        let dim = scattered.dim;
        let known = amounts
            .iter()
            .position(|a| a.value.same(i.amount) && is_kept(&a.value, &body[a.since..place]));
        let row = known.unwrap_or(amounts.len());
        if known.is_none() {
            amounts.push(Amount {
                value: i.amount.clone(),
                place: gather::at(i.element, dim).clone(),
                since: place,
            });
        }
        found.push(Scattered {
            place,
            array: i.array,
            dim,
            row,
        });
    }
    // all rows are made before anything is changed
    let mut numbers: BTreeMap<(SymbolId, usize), usize> = BTreeMap::new();
    let mut lines = vec![];
    for k in 0..amounts.len() {
        let first = found.iter().find(|f| f.row == k)?;
        let number = numbers.entry((first.array, first.dim)).or_default();
        let line = locals.row(first.array, first.dim, *number)?;
        *number += 1;
        lines.push(line);
    }
    let mut terms = vec![];
    let mut changed = body.clone();
    let mut filled: BTreeSet<usize> = BTreeSet::new();
    for f in &found {
        let (Some(i), Some(amount)) = (increment(&body[f.place]), amounts.get(f.row)) else {
            return None;
        };
        let value = index(lines[f.row].clone(), vec![Subscript::At(amount.place.clone())]);
        terms.push(Term {
            array: f.array,
            element: i.element.clone(),
            dim: f.dim,
            op: i.op,
            amount: value.clone(),
        });
        changed[f.place] = match filled.insert(f.row) {
            true => assign(value, i.amount.clone()),
            false => Stmt::new(StmtKind::Continue),
        };
    }
    changed.retain(|s| !matches!(s.kind, StmtKind::Continue));
    let order = match scalars.into_iter().all(is_unread) {
        true => frame.upwards(0, 0),
        false => frame.view.control.clone(),
    };
    let after = gather::loops(&terms, &frame, locals);
    let id = s.id;
    let lead = std::mem::take(&mut s.lead);
    if !changed.is_empty() {
        // a reduction adds up in several partial sums anyway
        before.extend(match nest.is_shared() && !sums.is_empty() {
            true => vec![Stmt::repeat(order, changed)],
            false => lanes::run(&frame, changed, order, &sums, is_unread, locals),
        });
    }
    before.extend(after);
    Stmt::comes_from(&mut before, s.source());
    *s = before.remove(0);
    s.id = id;
    s.lead.splice(0..0, lead);
    Some(before)
}

/// True if statements do not change the value of an expression.
fn is_kept(e: &Expr, block: &[Stmt]) -> bool {
    block
        .iter()
        .all(|s| Writes::of(s).is_some_and(|w| !mentions(e, &|v| w.assigns(v))))
}
