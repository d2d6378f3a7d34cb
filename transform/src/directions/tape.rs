//! Values on the tape, for all directions.
//!
//! ```text
//! call pushreal8(td)                        call pushreal8array(td, nd)
//! call pushreal8array(td(1:n), n)           call pushreal8array(td(:, 1:n), nd*n)
//!
//! call popreal8array(sd%a, size(sd%a))      allocate (alld(nd, size(sd(1)%a)))
//!                                           call popreal8array(alld, size(alld))
//!                                           do dir = 1, nd
//!                                              sd(dir)%a = alld(dir, :)
//!                                           end do
//!                                           deallocate (alld)
//! ```
//!
//! **Proof.** The directions of an element are neighbours on the tape, whatever is pushed or popped. So a pop finds the
//! directions that a push of another designator has left: the first n elements of an array for nd directions are its
//! first n*nd numbers. ∎

use super::at;
use super::writer::Writer;
use crate::normalize::arrays::{allocate, counts_elements, deallocate, shape_of};
use adc_frontend::ir::*;

/// A push or pop for all directions; `None` if an element of a component stands for the rest of its array.
pub(super) fn call(w: &mut Writer, pops: bool, callee: Callee, args: &[Arg], span: Span) -> Option<Block> {
    let value = args.first()?.expr()?;
    let count = match args.get(1) {
        Some(count) => Some(count.expr()?),
        None => None,
    };
    if let Some(memory) = memory(w, value, count.is_some()) {
        let kind = moved(w, pops, callee, memory, value, count);
        return Some(vec![Stmt::at(kind, span)]);
    }
    if count.is_some() != (value.rank > 0) {
        return None;
    }
    let (t, begin, end) = temporary(w, value)?;
    let tape = Stmt::at(moved(w, pops, callee, t.clone(), value, count), span);
    let direction = w.direction();
    let sections = (0..value.rank).map(|_| Subscript::range(None, None, None));
    let part = index(
        t,
        std::iter::once(Subscript::At(direction.clone()))
            .chain(sections)
            .collect(),
    );
    let mut one = value.clone();
    at::at(w.carriers(), &mut one, &direction);
    let body = match pops {
        true => assign(one, part),
        false => assign(part, one),
    };
    let copies = w.loop_over_directions(vec![body])?;
    let inner = match pops {
        true => [tape, copies],
        false => [copies, tape],
    };
    Some(begin.into_iter().chain(inner).chain(end).collect())
}

/// The memory of a value for all directions, or its first number; `None` if no designator names it.
fn memory(w: &Writer, value: &Expr, is_array: bool) -> Option<Expr> {
    match &value.kind {
        // an element stands for the rest of its array
        ExprKind::Index(base, _) if is_array && value.rank == 0 => {
            let mut first = value.clone();
            matches!(base.kind, ExprKind::Var(_)).then(|| at::at(w.carriers(), &mut first, &int(1)))?;
            Some(first)
        }
        _ => at::all(w.carriers(), value),
    }
}

/// The push or pop of a value in the memory for all directions.
fn moved(w: &Writer, pops: bool, callee: Callee, memory: Expr, value: &Expr, count: Option<&Expr>) -> StmtKind {
    if let Some(count) = count.filter(|count| !is_whole(w, value, count)) {
        let mut count = count.clone();
        at::inquiries(w.carriers(), &mut count);
        let args = vec![Arg::pos(memory), Arg::pos(mul(w.count(), count))];
        return StmtKind::Call { callee, args };
    }
    match pops {
        true => StmtKind::Pop(memory),
        false => StmtKind::Push(memory),
    }
}

/// A temporary for all directions of a value, with the statements that begin and end it.
fn temporary(w: &mut Writer, value: &Expr) -> Option<(Expr, Option<Stmt>, Option<Stmt>)> {
    if value.rank == 0 {
        return Some((w.result_like(value)?, None, None));
    }
    let mut first = value.clone();
    at::at(w.carriers(), &mut first, &int(1));
    let shape = std::iter::once(w.count()).chain(shape_of(&w.g.out, &first)).collect();
    let t = w.g.local(w.unit, "alld", DeclType::plain(value.ty), value.rank + 1);
    let v = w.g.out.symbols[t.base_symbol()?].variable_mut()?;
    v.attrs.allocatable = true;
    Some((t.clone(), Some(allocate(&t, shape)), Some(deallocate(&t))))
}

/// True if a designator, or its primal, has a number of elements.
fn is_whole(w: &Writer, e: &Expr, count: &Expr) -> bool {
    let mut of_primal = e.clone();
    visit::rewrite_symbols_in(&mut of_primal, &mut |s| *s = w.g.primals.get(s).copied().unwrap_or(*s));
    let counts = |x: &Expr| counts_elements(&w.g.out, count, x);
    counts(e) || counts(&of_primal)
}
