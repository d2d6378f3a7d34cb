//! Adds rows to the arrays that they belong to.
//!
//! The row of an increment has a value for each iteration. One loop adds the rows of all elements in one line of an
//! array that have constant distances from the index:
//!
//! ```text
//! do i = f, l;  ub(i+1) = ub(i+1) + rowb(i);  end do            rowb(f-2:f-1) = 0;  rowb(l+1:l+2) = 0
//! do i = f, l;  ub(i-1) = ub(i-1) - rowb(i);  end do     →      do i = f-1, l+1
//!                                                                  ub(i) = ub(i) + rowb(i-1) - rowb(i+1)
//!                                                               end do
//! ```
//!
//! The loop runs over all elements that any iteration increments, so it stays within the array if there are iterations;
//! if that is unknown, a test precedes. At both ends some rows have no value for an element: there they contain zeros.
//! If distances are not constant, each element has its own loop.

use super::frame::Frame;
use super::view::LoopView;
use super::Locals;
use crate::code::cost;
use crate::code::indices::{from_index, moved, substitute, Range};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// The least and the greatest distance from the index.
pub(super) type Reach = (i64, i64);

/// An increment that is separated from its iteration.
#[derive(Clone)]
pub(super) struct Term {
    pub array: SymbolId,
    pub element: Expr,
    /// The number of the subscript with the index.
    pub dim: usize,
    pub op: BinaryOp,
    /// The summand of the iteration: an element of a row, if it is stored there.
    pub amount: Expr,
}

impl Term {
    /// The distance of the element from the index, if it is constant.
    fn distance(&self, i: SymbolId) -> Option<i64> {
        from_index(at(&self.element, self.dim), i)
    }

    /// The increment, as in the iteration.
    pub(super) fn increment(&self) -> Stmt {
        let sum = binary(self.op, self.element.clone(), self.amount.clone());
        assign(self.element.clone(), sum)
    }
}

/// The statements of one loop for one array.
struct Part {
    array: SymbolId,
    /// The distances of the elements from the index, if there are several.
    span: Option<Reach>,
    body: Block,
}

/// Zeros that a row needs besides its own values.
struct Margins {
    row: Expr,
    /// The distance of its own values from the index.
    place: i64,
    /// Number of zeros before the first of them.
    before: i64,
    /// Number of zeros after the last of them.
    after: i64,
}

/// The loops that add rows.
pub(super) fn loops(terms: &[Term], frame: &Frame, locals: &mut Locals) -> Block {
    let range = &frame.view.range;
    let mut margins: BTreeMap<SymbolId, Margins> = BTreeMap::new();
    let mut parts = vec![];
    for line in lines(terms, range.var) {
        let span = line.span(range.var).filter(|(a, b)| a < b && b - a <= cost::ROWS_APART);
        match span {
            Some(span) if line.terms.iter().all(|t| place(t, range.var).is_some()) => {
                parts.push(together(&line, span, &frame.view, locals, &mut margins))
            }
            _ => apart(&line, &mut parts),
        }
    }
    let mut out = vec![];
    let mut guarded: Block = margins.values().flat_map(|row| zeros(row, range)).collect();
    for (span, parts) in joined(parts, |p| (p.span, p.array)) {
        let body = parts.into_iter().flat_map(|p| p.body).collect();
        let (lo, hi) = span.unwrap_or((0, 0));
        let target = if span.is_some() { &mut guarded } else { &mut out };
        target.push(frame.run(body, frame.upwards(lo, hi)));
    }
    if frame.is_long() || guarded.is_empty() {
        guarded.extend(out);
        return guarded;
    }
    let any = binary(BinaryOp::Le, range.first.clone(), range.last.clone());
    out.insert(0, Stmt::guarded(any, guarded));
    out
}

/// Increments of elements of one array that differ only in the subscript with the index.
pub(super) struct Line<'t> {
    pub array: SymbolId,
    pub terms: Vec<&'t Term>,
}

impl Line<'_> {
    /// The least and the greatest distance of the elements from the index, if the distances are constant.
    pub(super) fn span(&self, i: SymbolId) -> Option<Reach> {
        let all: Vec<i64> = self.terms.iter().map(|t| t.distance(i)).collect::<Option<_>>()?;
        Some((*all.iter().min()?, *all.iter().max()?))
    }

    /// The increment of one element, for a value of its subscript, by the terms at the wanted distances; `None` if
    /// there is no such term.
    pub(super) fn sum(&self, range: &Range, subscript: &Expr, is_wanted: &dyn Fn(i64) -> bool) -> Option<Stmt> {
        let terms = self.terms.iter().map(|t| (t, t.distance(range.var)));
        let mut wanted = terms
            .filter_map(|(t, d)| Some((t, d.filter(|&d| is_wanted(d))?)))
            .peekable();
        let (first, _) = wanted.peek()?;
        let target = with_subscript(&first.element, first.dim, subscript);
        let sum = wanted.fold(target.clone(), |sum, (t, d)| {
            let mut amount = t.amount.clone();
            let i = moved(subscript, -d);
            substitute(&mut amount, range.var, &i, &|e| e.same(&i));
            binary(t.op, sum, amount)
        });
        Some(assign(target, sum))
    }
}

/// Groups the terms by lines.
pub(super) fn lines(terms: &[Term], i: SymbolId) -> Vec<Line<'_>> {
    let mut out: Vec<Line> = vec![];
    for t in terms {
        match out.iter_mut().find(|line| line.terms.iter().all(|f| in_line(f, t, i))) {
            Some(line) => line.terms.push(t),
            None => out.push(Line {
                array: t.array,
                terms: vec![t],
            }),
        }
    }
    out
}

fn in_line(a: &Term, b: &Term, i: SymbolId) -> bool {
    let (ExprKind::Index(_, x), ExprKind::Index(_, y)) = (&a.element.kind, &b.element.kind) else {
        return false;
    };
    let constant = |t: &Term| t.distance(i).is_some();
    let others = x.iter().zip(y).enumerate().all(|(k, (p, q))| k == a.dim || p.same(q));
    a.array == b.array && a.dim == b.dim && others && (a.element.same(&b.element) || constant(a) && constant(b))
}

/// The distance of a term's amount in its row from the index, if it is constant.
fn place(term: &Term, i: SymbolId) -> Option<i64> {
    from_index(at(&term.amount, 0), i)
}

/// One statement for a line; the zeros that its rows need are added to `margins`.
fn together(
    line: &Line,
    (least, most): Reach,
    view: &LoopView,
    locals: &mut Locals,
    margins: &mut BTreeMap<SymbolId, Margins>,
) -> Part {
    let LoopView { range, index, .. } = view;
    for t in &line.terms {
        let (ExprKind::Index(array, _), Some(row_of), Some(from), Some(place)) = (
            &t.amount.kind,
            t.amount.base_symbol(),
            t.distance(range.var),
            place(t, range.var),
        ) else {
            continue;
        };
        let row = margins.entry(row_of).or_insert_with(|| Margins {
            row: (**array).clone(),
            place,
            before: 0,
            after: 0,
        });
        row.before = row.before.max(from - least);
        row.after = row.after.max(most - from);
        locals.widen(row_of, row.before.max(row.after));
    }
    Part {
        array: line.array,
        span: Some((least, most)),
        body: line.sum(range, index, &|_| true).into_iter().collect(),
    }
}

/// A loop for each element of a line.
fn apart(line: &Line, parts: &mut Vec<Part>) {
    let mut elements: Vec<(&Expr, Block)> = vec![];
    for t in &line.terms {
        let s = t.increment();
        match elements.iter_mut().find(|(e, _)| e.same(&t.element)) {
            Some((_, body)) => body.push(s),
            None => elements.push((&t.element, vec![s])),
        }
    }
    parts.extend(elements.into_iter().map(|(_, body)| Part {
        array: line.array,
        span: None,
        body,
    }));
}

/// Groups items of the same span, for different arrays, into loops. `place` returns both.
pub(super) fn joined<T>(all: Vec<T>, place: impl Fn(&T) -> (Option<Reach>, SymbolId)) -> Vec<(Option<Reach>, Vec<T>)> {
    let mut out: Vec<(Option<Reach>, Vec<T>)> = vec![];
    for x in all {
        let (span, array) = place(&x);
        let fits = |l: &&mut (Option<Reach>, Vec<T>)| l.0 == span && l.1.iter().all(|other| place(other).1 != array);
        match out.iter_mut().find(fits) {
            Some((_, together)) => together.push(x),
            None => out.push((span, vec![x])),
        }
    }
    out
}

/// Sets a row to zero before its first value and after its last.
fn zeros(row: &Margins, range: &Range) -> Block {
    let mut out = vec![];
    let mut set = |from: i64, to: i64, last: &Expr| {
        let own = moved(last, row.place);
        let sub = match from == to {
            true => Subscript::At(moved(&own, from)),
            false => Subscript::range(Some(moved(&own, from)), Some(moved(&own, to)), None),
        };
        let target = index(row.row.clone(), vec![sub]);
        out.push(assign(target.clone(), zero(target.ty)));
    };
    if row.before > 0 {
        set(-row.before, -1, range.first);
    }
    if row.after > 0 {
        set(1, row.after, range.last);
    }
    out
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

fn with_subscript(element: &Expr, dim: usize, sub: &Expr) -> Expr {
    let mut out = element.clone();
    if let ExprKind::Index(_, subs) = &mut out.kind {
        if let Some(s) = subs.get_mut(dim) {
            *s = Subscript::At(sub.clone());
        }
    }
    out
}
