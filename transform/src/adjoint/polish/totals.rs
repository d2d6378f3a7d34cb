//! Keeps increments to an element that a loop does not change in a scalar.
//!
//! ```text
//! do i = n, k + 1, -1                        sumb = 0.0
//!    ab(i, k) = ab(i, k) - a(k, j)*t         do i = n, k + 1, -1
//!    ab(k, j) = ab(k, j) - a(i, k)*t    →       ab(i, k) = ab(i, k) - a(k, j)*t
//! end do                                        sumb = sumb - a(i, k)*t
//!                                            end do
//!                                            if (k + 1 <= n) ab(k, j) = ab(k, j) + sumb
//! ```
//!
//! A compiler cannot do this unless it knows that `ab(i, k)` is another element; so each iteration waits for the store
//! of the one before. Increments commute. The increments of an element in a loop become those of a scalar, which is
//! added to the element after the loop, if
//!
//! 1. no variable in the element's subscripts is changed in the loop;
//! 2. every other mention of the array in the loop is an increment, too, of whatever element, or of an element that
//!    certainly differs: by a constant, or by the ranges of the enclosing indices ([`Nest`]);
//! 3. no statement of the procedure has another name for the array's memory;
//! 4. the loop consists of assignments, branches, loops and accesses of the tape, and EXIT or CYCLE of inner loops;
//! 5. the array has derivatives: sums of the primal keep their order.
//!
//! Without iterations, the element may not exist. So the scalar is added under a test, unless there certainly are
//! iterations, or a neighbouring statement names the element. The sum may differ in its last digits.

use super::nest::{changed, Nest};
use super::view::stays;
use super::writes::increment;
use super::Locals;
use crate::code::indices::Range;
use crate::options::Opt;
use adc_frontend::ir::visit::{has_call, is_left, mentions, stmt_exprs, subexprs, walk_block, walk_expr};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Scalars in use by enclosing loops, by type.
type Taken = BTreeMap<Ty, usize>;

/// Keeps increments in scalars over the outermost loops where that is possible.
pub(super) fn keep(block: &mut Block, locals: &mut Locals) {
    in_block(block, &Nest::default(), &Taken::new(), locals);
}

fn in_block(block: &mut Block, nest: &Nest, taken: &Taken, locals: &mut Locals) {
    let mut at = 0;
    while at < block.len() {
        let inner = nest.inside(&block[at]);
        let mut taken = taken.clone();
        let totals = of_loop(block, at, nest, &inner, &mut taken, locals);
        let s = &mut block[at];
        s.kind.for_each_block_mut(&mut |b| in_block(b, &inner, &taken, locals));
        block.splice(at + 1..at + 1, totals.iter().map(Total::added));
        block.splice(at..at, totals.iter().map(Total::begun));
        at += 2 * totals.len() + 1;
    }
}

/// Replaces elements by scalars in the loop at a place of a block, if there is one.
fn of_loop(
    block: &mut Block,
    at: usize,
    nest: &Nest,
    inside: &Nest,
    taken: &mut Taken,
    locals: &mut Locals,
) -> Vec<Total> {
    let mut totals = vec![];
    let StmtKind::Do { body, control, .. } = &block[at].kind else {
        return totals;
    };
    let Some(mut changed) = changed(body) else {
        return totals;
    };
    if let DoControl::Count { var, .. } = control {
        changed.insert(*var);
    }
    for element in candidates(body, &changed, inside, locals) {
        let guard = match exists(&element, block, at, &changed, nest, locals) {
            Exists::Certainly => None,
            Exists::If(test) => Some(test),
            Exists::Unknown => continue,
        };
        if !locals.apply(Opt::Totals) {
            continue;
        }
        let number = taken.entry(element.ty).or_default();
        let scalar = locals.total(element.ty, *number);
        *number += 1;
        let mut span = block[at].source();
        replace(&mut block[at], &element, &scalar, &mut span);
        totals.push(Total {
            element,
            scalar,
            guard,
            span,
        });
    }
    totals
}

/// A scalar in place of an element.
struct Total {
    element: Expr,
    scalar: Expr,
    /// A test that the element exists.
    guard: Option<Expr>,
    /// Where the user's statement is.
    span: Span,
}

impl Total {
    fn begun(&self) -> Stmt {
        Stmt {
            origin: self.span,
            ..assign(self.scalar.clone(), zero(self.scalar.ty))
        }
    }

    fn added(&self) -> Stmt {
        let sum = add(self.element.clone(), self.scalar.clone());
        let sum = Stmt {
            origin: self.span,
            ..assign(self.element.clone(), sum)
        };
        let Some(test) = &self.guard else { return sum };
        Stmt {
            origin: self.span,
            ..Stmt::when(test.clone(), sum)
        }
    }
}

/// The elements that a loop increments and that can be kept in scalars, each once.
fn candidates(body: &Block, changed: &BTreeSet<SymbolId>, inside: &Nest, locals: &Locals) -> Vec<Expr> {
    let is_fixed = |e: &Expr| !mentions(e, &|v| changed.contains(&v));
    let mut found: Vec<Expr> = vec![];
    walk_block(body, &mut |s| {
        let Some(i) = increment(s) else { return };
        if stays(i.element, &is_fixed) && !found.iter().any(|e| e.same(i.element)) {
            found.push(i.element.clone());
        }
    });
    found.retain(|e| {
        let is_alone = e.base_symbol().is_some_and(|a| !locals.has_two_names(a));
        is_alone && locals.is_derivative(e) && is_only_added(e, body, inside, locals)
    });
    found
}

/// True if statements mention the array of an element only in increments, and in elements that differ from it.
fn is_only_added(element: &Expr, block: &[Stmt], nest: &Nest, locals: &Locals) -> bool {
    let array = element.base_symbol();
    block.iter().all(|s| {
        let own = increment(s).filter(|i| Some(i.array) == array);
        let mut apart = true;
        if own.is_none() {
            stmt_exprs(&s.kind, &mut |e| apart &= keeps_away(element, e, nest, locals));
        }
        let inner = nest.inside(s);
        s.kind
            .for_each_block(&mut |b| apart &= is_only_added(element, b, &inner, locals));
        apart
    })
}

/// True if an expression does not mention an element of an array.
fn keeps_away(element: &Expr, e: &Expr, nest: &Nest, locals: &Locals) -> bool {
    let array = element.base_symbol();
    match &e.kind {
        ExprKind::Index(base, subs) if matches!(base.kind, ExprKind::Var(v) if Some(v) == array) => {
            let is_plain = |s: &Subscript| !matches!(s, Subscript::At(e) if mentions(e, &|v| Some(v) == array));
            nest.are_apart(element, e, &|_| true, locals) && subs.iter().all(is_plain)
        }
        ExprKind::Var(v) => Some(*v) != array,
        _ => {
            let mut all = true;
            subexprs(e, &mut |x| all &= keeps_away(element, x, nest, locals));
            all
        }
    }
}

/// Whether an element exists where a loop begins.
enum Exists {
    Certainly,
    /// If this is true.
    If(Expr),
    Unknown,
}

/// Asks about an element that the loop at a place of a block increments.
fn exists(
    element: &Expr,
    block: &Block,
    at: usize,
    changed: &BTreeSet<SymbolId>,
    nest: &Nest,
    locals: &Locals,
) -> Exists {
    let is_named = named_by(element, block[at + 1..].iter()) || named_by(element, block[..at].iter().rev());
    if is_named {
        return Exists::Certainly;
    }
    let (Some(range), StmtKind::Do { body, .. }) = (Range::of(&block[at].kind), &block[at].kind) else {
        return Exists::Unknown;
    };
    let is_kept = |e: &Expr| !mentions(e, &|v| changed.contains(&v)) && !has_call(e);
    if !is_kept(range.first) || !is_kept(range.last) {
        return Exists::Unknown;
    }
    let is_always = is_always_added(element, body, &nest.inside(&block[at]), locals);
    match is_always && nest.has_values(&range, locals) {
        true => Exists::Certainly,
        false if is_always => Exists::If(binary(BinaryOp::Le, range.first.clone(), range.last.clone())),
        false => Exists::Unknown,
    }
}

/// True if statements certainly increment an element: also in loops that certainly have iterations.
fn is_always_added(element: &Expr, block: &Block, nest: &Nest, locals: &Locals) -> bool {
    !block.iter().any(is_left)
        && block.iter().any(|s| {
            let is_own = increment(s).is_some_and(|i| i.element.same(element));
            let (Some(range), StmtKind::Do { body, .. }) = (Range::of(&s.kind), &s.kind) else {
                return is_own;
            };
            nest.has_values(&range, locals) && is_always_added(element, body, &nest.inside(s), locals)
        })
}

/// True if an assignment names an element before the operands of its subscripts change.
fn named_by<'s>(element: &Expr, statements: impl Iterator<Item = &'s Stmt>) -> bool {
    for s in statements {
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return false;
        };
        let mut found = false;
        for e in [lhs, rhs] {
            walk_expr(e, &mut |x| found |= x.same(element));
        }
        if found {
            return true;
        }
        let target = lhs.base_symbol();
        if mentions(element, &|v| Some(v) == target && target != element.base_symbol()) {
            return false;
        }
    }
    false
}

/// Replaces the increments of an element by those of a scalar; `span` becomes that of one of them.
fn replace(s: &mut Stmt, element: &Expr, total: &Expr, span: &mut Span) {
    let is_own = increment(s).is_some_and(|i| i.element.same(element));
    if let (true, StmtKind::Assign { lhs, rhs }) = (is_own, &mut s.kind) {
        if let ExprKind::Binary(_, before, _) = &mut rhs.kind {
            **before = total.clone();
        }
        *lhs = total.clone();
        *span = s.source();
    }
    s.kind
        .for_each_block_mut(&mut |b| b.iter_mut().for_each(|s| replace(s, element, total, span)));
}
