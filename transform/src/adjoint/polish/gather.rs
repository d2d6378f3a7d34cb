//! What stands in rows is added to the arrays.
//!
//! The row of an increment has a value for each iteration. One loop adds the rows of all elements that stand in one line of an array, at constant distances from the index:
//!
//! ```text
//! do i = f, l;  ub(i+1) = ub(i+1) + rowb(i);  end do            rowb(f-2:f-1) = 0;  rowb(l+1:l+2) = 0
//! do i = f, l;  ub(i-1) = ub(i-1) - rowb(i);  end do     →      do i = f-1, l+1
//!                                                                  ub(i) = ub(i) + rowb(i-1) - rowb(i+1)
//!                                                               end do
//! ```
//!
//! It runs over all elements that any iteration adds to, so it stays within the array if there are iterations; where that is not known it is asked. At both ends some rows have no value for an element: there they
//! hold zeros. Where distances are not constant each element has a loop.

use super::rows::at;
use super::Locals;
use crate::adjoint::range::{shifted, Range};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// Elements further apart than this are not added in one loop.
const SPAN: i64 = 8;

/// The least and the greatest distance from the index.
type Span = (i64, i64);

/// An increment whose amounts stand in a row.
pub(super) struct Term {
    pub array: SymbolId,
    pub element: Expr,
    /// Which subscript has the index.
    pub dim: usize,
    pub op: BinaryOp,
    pub row: Expr,
    /// The subscript of the row in the iteration.
    pub place: Expr,
}

/// What one loop does for one array.
struct Part {
    array: SymbolId,
    /// None for one element, over which the loop of the increments runs.
    span: Option<Span>,
    body: Block,
}

/// What a row holds besides its own values.
struct End {
    row: Expr,
    /// How far its own values are from the index.
    place: i64,
    /// Zeros before the first of them.
    before: i64,
    /// Zeros behind the last.
    behind: i64,
}

/// The loops that add rows. `run` makes a loop.
pub(super) fn loops(
    terms: &[Term],
    range: &Range,
    locals: &mut Locals,
    run: &dyn Fn(Block, DoControl) -> Stmt,
) -> Block {
    let mut ends: BTreeMap<SymbolId, End> = BTreeMap::new();
    let mut parts = vec![];
    for line in lines(terms, range.var) {
        match line.distances(range.var) {
            Some((span, each)) => parts.push(together(&line, span, &each, range, locals, &mut ends)),
            None => apart(&line, &mut parts),
        }
    }
    let mut out = vec![];
    let mut guarded: Block = ends.values().flat_map(|end| zeros(end, range)).collect();
    for (span, body) in joined(parts) {
        let (lo, hi) = span.unwrap_or((0, 0));
        let control = DoControl::Count {
            var: range.var,
            lo: moved(range.first, lo),
            hi: moved(range.last, hi),
            step: None,
        };
        let target = if span.is_some() { &mut guarded } else { &mut out };
        target.push(run(body, control));
    }
    let known = int_value(range.first)
        .zip(int_value(range.last))
        .is_some_and(|(a, b)| a <= b);
    if known || guarded.is_empty() {
        guarded.extend(out);
        return guarded;
    }
    let any = binary(BinaryOp::Le, range.first.clone(), range.last.clone());
    out.insert(0, Stmt::guarded(any, guarded));
    out
}

/// Increments of elements of one array that differ in the subscript with the index only.
struct Line<'t> {
    array: SymbolId,
    terms: Vec<&'t Term>,
}

impl Line<'_> {
    /// How far the elements, and their places in the rows, are from the index, and over what the elements spread; none for a line that is not added in one loop.
    fn distances(&self, i: SymbolId) -> Option<(Span, Vec<(i64, i64)>)> {
        let own = |t: &&Term| Some((distance(at(&t.element, t.dim), i)?, distance(&t.place, i)?));
        let all: Vec<(i64, i64)> = self.terms.iter().map(own).collect::<Option<_>>()?;
        let from = || all.iter().map(|d| d.0);
        let (least, most) = (from().min()?, from().max()?);
        (least < most && most - least <= SPAN).then_some(((least, most), all))
    }
}

/// The terms by lines.
fn lines(terms: &[Term], i: SymbolId) -> Vec<Line<'_>> {
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
    let constant = |t: &Term| distance(at(&t.element, t.dim), i).is_some();
    let others = x.iter().zip(y).enumerate().all(|(k, (p, q))| k == a.dim || p.same(q));
    a.array == b.array && a.dim == b.dim && others && (a.element.same(&b.element) || constant(a) && constant(b))
}

/// One statement for a line; what more its rows have to hold comes to `ends`.
fn together(
    line: &Line,
    (least, most): Span,
    distances: &[(i64, i64)],
    range: &Range,
    locals: &mut Locals,
    ends: &mut BTreeMap<SymbolId, End>,
) -> Part {
    let i = var(locals.program(), range.var);
    let target = with_subscript(&line.terms[0].element, line.terms[0].dim, &i);
    let mut sum = target.clone();
    for (t, &(from, place)) in line.terms.iter().zip(distances) {
        let value = index(t.row.clone(), vec![Subscript::At(moved(&i, place - from))]);
        sum = binary(t.op, sum, value);
        if let Some(row) = t.row.base_symbol() {
            let end = ends.entry(row).or_insert_with(|| End {
                row: t.row.clone(),
                place,
                before: 0,
                behind: 0,
            });
            end.before = end.before.max(from - least);
            end.behind = end.behind.max(most - from);
            locals.widen(row, end.before.max(end.behind));
        }
    }
    Part {
        array: line.array,
        span: Some((least, most)),
        body: vec![assign(target, sum)],
    }
}

/// A loop for each element of a line.
fn apart(line: &Line, parts: &mut Vec<Part>) {
    let mut elements: Vec<(&Expr, Block)> = vec![];
    for t in &line.terms {
        let value = index(t.row.clone(), vec![Subscript::At(t.place.clone())]);
        let s = assign(t.element.clone(), binary(t.op, t.element.clone(), value));
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

/// The bodies of loops: parts of one span, for different arrays, stand in one.
fn joined(parts: Vec<Part>) -> Vec<(Option<Span>, Block)> {
    let mut out: Vec<(Option<Span>, Vec<SymbolId>, Block)> = vec![];
    for p in parts {
        let fits = |l: &&mut (Option<Span>, Vec<SymbolId>, Block)| l.0 == p.span && !l.1.contains(&p.array);
        match out.iter_mut().find(fits) {
            Some((_, arrays, body)) => {
                arrays.push(p.array);
                body.extend(p.body);
            }
            None => out.push((p.span, vec![p.array], p.body)),
        }
    }
    out.into_iter().map(|(span, _, body)| (span, body)).collect()
}

/// Zeros in a row before its first value and behind its last.
fn zeros(end: &End, range: &Range) -> Block {
    let mut out = vec![];
    let mut set = |from: i64, to: i64, last: &Expr| {
        let own = moved(last, end.place);
        let sub = match from == to {
            true => Subscript::At(moved(&own, from)),
            false => Subscript::range(Some(moved(&own, from)), Some(moved(&own, to)), None),
        };
        let target = index(end.row.clone(), vec![sub]);
        out.push(assign(target.clone(), zero(target.ty)));
    };
    if end.before > 0 {
        set(-end.before, -1, range.first);
    }
    if end.behind > 0 {
        set(1, end.behind, range.last);
    }
    out
}

/// How far a subscript is from the index, where that is a constant.
fn distance(e: &Expr, i: SymbolId) -> Option<i64> {
    let is_index = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if v == i);
    match &e.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) if is_index(a) => int_value(b),
        ExprKind::Binary(BinaryOp::Add, a, b) if is_index(b) => int_value(a),
        ExprKind::Binary(BinaryOp::Sub, a, b) if is_index(a) => int_value(b).map(|n| -n),
        _ => is_index(e).then_some(0),
    }
}

fn moved(e: &Expr, by: i64) -> Expr {
    match by {
        0 => e.clone(),
        1.. => shifted(e, BinaryOp::Add, &int(by)),
        _ => shifted(e, BinaryOp::Sub, &int(-by)),
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
