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
//! 1. its statements are assignments, to scalars that each iteration sets before it reads them, and to arrays;
//! 2. an array that is incremented at different distances from the index is not mentioned otherwise;
//! 3. every other array that is assigned to is mentioned with only one list of subscripts, one of which is the index,
//!    or the index plus or minus an expression;
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

use super::frame::{is_mark, steps, Frame};
use super::gather::{self, Term};
use super::scalars::{Scalars, Unread};
use super::writes::{increment, Increment, Writes};
use super::{peel, stencils, Locals, Treat};
use crate::adjoint::plan::range::Range;
use crate::options::Opt;
use adc_frontend::ir::visit::{mentions, walk_block_exprs};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Transforms the innermost loops of a block, after peeling ([`peel`]). `live`: scalars that are read after the block.
pub(super) fn spread(block: &mut Block, unread: &Unread, live: &Scalars, locals: &mut Locals, treat: Treat) {
    let peels = locals.has(Opt::Peel);
    unread.rewrite(block, &mut live.clone(), &mut |mut s, after| {
        // the user has marked it
        let is_loop = matches!(s.kind, StmtKind::Do { .. });
        if s.lead.iter().any(is_mark) || is_loop && !locals.apply(Opt::Rows) {
            return vec![s];
        }
        let apart = peels.then(|| peel::apart(&s, unread, after, locals, treat));
        if let Some(parts) = apart.flatten().filter(|_| locals.apply(Opt::Peel)) {
            return parts;
        }
        let added = treat(&mut s, &|v| unread.of(v, after), locals);
        let mut out = vec![s];
        out.extend(added.into_iter().flatten());
        out
    });
}

/// An array that is incremented at different distances from the index.
pub(super) struct Scatter {
    /// The number of the subscript with the index.
    pub dim: usize,
    /// The element that is still incremented in place.
    pub home: Expr,
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
pub(super) fn mark(s: &mut Stmt, is_unread: &dyn Fn(SymbolId) -> bool, locals: &mut Locals) -> Option<Block> {
    let (Some(range), StmtKind::Do { body, control, .. }) = (Range::of(&s.kind), &s.kind) else {
        return None;
    };
    let DoControl::Count { step, .. } = control else {
        return None;
    };
    let upwards = step.as_ref().is_none_or(|e| int_value(e) == Some(1));
    let Carried { arrays, .. } = carried(body, &range, locals)?;
    if !upwards || !arrays.is_empty() || !is_unread(range.var) {
        return None;
    }
    let mark = Frame::of(range, body, locals.program()).mark(body)?;
    s.lead.push(mark);
    Some(vec![])
}

/// Transforms one loop, given its scalars that are not read after it; returns the statements after it, or `None` if the
/// loop stays as it is.
pub(super) fn of_loop(s: &mut Stmt, is_unread: &dyn Fn(SymbolId) -> bool, locals: &mut Locals) -> Option<Block> {
    let (Some(range), StmtKind::Do { body, control, .. }) = (Range::of(&s.kind), &s.kind) else {
        return None;
    };
    let Carried { mut arrays, scalars } = carried(body, &range, locals)?;
    let frame = Frame::of(range, body, locals.program());
    let stays = frame.is_short() || !frame.range.is_plain(locals.program());
    if stays && !arrays.is_empty() {
        return None;
    }
    let stencils::Rest { mut before, mut body } = stencils::take(body, &mut arrays, &frame);
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
                place: at(i.element, dim).clone(),
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
        false => control.clone(),
    };
    let after = gather::loops(&terms, &frame, locals);
    let id = s.id;
    let lead = std::mem::take(&mut s.lead);
    if !changed.is_empty() {
        before.push(frame.run(changed, order));
    }
    before.extend(after);
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

/// A subscript of an element.
pub(super) fn at(element: &Expr, dim: usize) -> &Expr {
    match &element.kind {
        ExprKind::Index(_, subs) => match &subs[dim] {
            Subscript::At(e) => e,
            Subscript::Range(..) => element,
        },
        _ => element,
    }
}

/// Dependences that iterations carry.
struct Carried {
    /// Arrays that are incremented at different distances from the index.
    arrays: BTreeMap<SymbolId, Scatter>,
    /// Scalars that each iteration sets.
    scalars: Vec<SymbolId>,
}

/// Finds them; `None` for a loop that carries anything else.
fn carried(body: &Block, range: &Range, locals: &Locals) -> Option<Carried> {
    let mut assigned = BTreeSet::new();
    if body.is_empty() {
        return None;
    }
    for s in body {
        if !matches!(s.kind, StmtKind::Assign { .. }) {
            return None;
        }
        assigned.extend(Writes::of(s)?.assigned());
    }
    let is_fixed = |e: &Expr| !mentions(e, &|v| assigned.contains(&v));
    if assigned.contains(&range.var) || !is_fixed(range.first) || !is_fixed(range.last) {
        return None;
    }
    let mut out = Carried {
        arrays: BTreeMap::new(),
        scalars: vec![],
    };
    for &v in &assigned {
        match subscripts(body, v)? {
            Uses::Scalar => {
                if !is_set_first(body, v) || locals.has_two_names(v) {
                    return None;
                }
                out.scalars.push(v);
            }
            Uses::Array(uses) => {
                if locals.is_shared(v) {
                    return None;
                }
                let same = uses.iter().all(|u| u.same(uses[0]));
                if same && stays(uses[0], &is_fixed) && is_own(uses[0], range.var) {
                    continue;
                }
                let dim = scatter(body, v, range, &is_fixed)?;
                let home = most_frequent(&uses, range.var)?.clone();
                out.arrays.insert(v, Scatter { dim, home });
            }
        }
    }
    Some(out)
}

/// Among the elements that are named most often, the one at the index; otherwise the first of them.
fn most_frequent<'b>(elements: &[&'b Expr], i: SymbolId) -> Option<&'b Expr> {
    let count = |e: &Expr| elements.iter().filter(|x| x.same(e)).count();
    let most = elements.iter().map(|e| count(e)).max()?;
    let mut candidates = elements.iter().copied().filter(|e| count(e) == most);
    let first = candidates.clone().next();
    candidates.find(|e| is_at(e, i)).or(first)
}

/// True for `a(i)`, `a(j, i)`.
fn is_at(element: &Expr, i: SymbolId) -> bool {
    let is_index = |s: &Subscript| matches!(s, Subscript::At(e) if matches!(e.kind, ExprKind::Var(v) if v == i));
    matches!(&element.kind, ExprKind::Index(_, subs) if subs.iter().any(is_index))
}

/// True for an element that no two iterations share.
fn is_own(element: &Expr, i: SymbolId) -> bool {
    match &element.kind {
        ExprKind::Index(_, subs) => subs.iter().any(|s| matches!(s, Subscript::At(e) if steps(e, i))),
        _ => false,
    }
}

/// True for an element whose subscripts depend on no variable that is assigned to.
fn stays(element: &Expr, is_fixed: &dyn Fn(&Expr) -> bool) -> bool {
    match &element.kind {
        ExprKind::Index(_, subs) => subs.iter().all(|s| matches!(s, Subscript::At(e) if is_fixed(e))),
        _ => false,
    }
}

/// The mentions of a variable.
enum Uses<'b> {
    /// Without subscripts.
    Scalar,
    /// The elements that are named.
    Array(Vec<&'b Expr>),
}

/// `None` for a variable that is mentioned both as a whole and by elements, or without plain subscripts.
fn subscripts(body: &Block, v: SymbolId) -> Option<Uses<'_>> {
    let mut elements = vec![];
    let mut mentioned = 0;
    let mut whole_array = false;
    walk_block_exprs(body, &mut |e| match &e.kind {
        ExprKind::Var(x) if *x == v => {
            mentioned += 1;
            whole_array |= e.rank > 0;
        }
        ExprKind::Index(base, subs) if matches!(base.kind, ExprKind::Var(x) if x == v) => {
            // the walk also visits the variable inside
            let plain = e.rank == 0 && subs.iter().all(|s| matches!(s, Subscript::At(_)));
            if plain {
                elements.push(e);
            }
        }
        _ => {}
    });
    if elements.is_empty() && !whole_array {
        return Some(Uses::Scalar);
    }
    (elements.len() == mentioned).then_some(Uses::Array(elements))
}

/// True if a scalar is assigned as a whole before anything reads it.
fn is_set_first(body: &Block, v: SymbolId) -> bool {
    for s in body {
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return false;
        };
        if mentions(rhs, &|x| x == v) {
            return false;
        }
        if matches!(lhs.kind, ExprKind::Var(x) if x == v) {
            return true;
        }
        if mentions(lhs, &|x| x == v) {
            return false;
        }
    }
    false
}

/// The dimension in which all mentions of an array, which are increments, have distances from the index.
fn scatter(body: &Block, array: SymbolId, range: &Range, is_fixed: &dyn Fn(&Expr) -> bool) -> Option<usize> {
    let with_index = |e: &Expr| mentions(e, &|v| v == range.var);
    let mut dim = None;
    for s in body {
        let mut mentioned = false;
        walk_block_exprs(std::slice::from_ref(s), &mut |e| {
            mentioned |= matches!(e.kind, ExprKind::Var(v) if v == array)
        });
        if !mentioned {
            continue;
        }
        let Increment { element, .. } = increment(s).filter(|i| i.array == array)?;
        let ExprKind::Index(_, subs) = &element.kind else {
            return None;
        };
        let mut own = None;
        for (k, sub) in subs.iter().enumerate() {
            let Subscript::At(e) = sub else { return None };
            if with_index(e) {
                // one subscript only, which a row can follow
                if own.replace(k).is_some() {
                    return None;
                }
            }
            if !is_fixed(e) {
                return None;
            }
        }
        let own = own?;
        range.section(element)?;
        if *dim.get_or_insert(own) != own {
            return None;
        }
    }
    dim
}
