//! Splits groups of DATA, so that each initialises one variable: then a variable can move with its initial values.
//!
//! ```text
//! data (x(i), i = 1, 3), a /3*0.0, 2.0/      data x /3*0.0/
//!                                            data a /2.0/
//! ```
//!
//! An implied DO becomes the elements that it names, or the array if these are all of its elements in their order. A
//! group stays as it is if a bound or a count is not constant, or if it names more than [`MOST`] elements.

use adc_frontend::consteval::{const_bounds, int_const};
use adc_frontend::ir::visit::{mentions, rewrite_expr};
use adc_frontend::ir::*;
use std::collections::VecDeque;

/// The number of elements up to which implied DO are written as elements.
const MOST: usize = 4096;

/// Splits the groups of a unit that initialise certain variables.
pub fn split(program: &mut Program, unit: UnitId, is_wanted: &dyn Fn(SymbolId) -> bool) {
    let groups = std::mem::take(&mut program.units[unit].data);
    let mut out = vec![];
    for group in groups {
        let wanted = group.objects.iter().any(|e| mentions(e, is_wanted));
        let single = matches!(group.objects.as_slice(), [one] if !matches!(one.kind, ExprKind::ImpliedDo { .. }));
        match parts(program, &group).filter(|_| wanted && !single) {
            Some(parts) => out.extend(parts),
            None => out.push(group),
        }
    }
    program.units[unit].data = out;
}

/// The groups of single variables, in order.
fn parts(program: &Program, group: &DataSet) -> Option<Vec<DataSet>> {
    let mut objects = vec![];
    for o in &group.objects {
        let first = objects.len();
        items(program, o, &mut objects)?;
        if let Some(whole) = whole(program, &objects[first..]) {
            objects.splice(first.., [whole]);
        }
    }
    let mut values: VecDeque<(i64, Expr)> = VecDeque::new();
    for (count, value) in &group.values {
        let count = count.as_ref().map_or(Some(1), |c| int_const(program, c))?;
        values.push_back((count, value.clone()));
    }
    let mut out: Vec<DataSet> = vec![];
    for object in objects {
        let mut taken = vec![];
        let mut wanted = size(program, &object)?;
        while wanted > 0 {
            let (count, value) = values.front_mut()?;
            let n = wanted.min(*count);
            (wanted, *count) = (wanted - n, *count - n);
            taken.push(((n > 1).then(|| int(n)), value.clone()));
            if *count == 0 {
                values.pop_front();
            }
        }
        match out
            .last_mut()
            .filter(|d| d.objects[0].base_symbol() == object.base_symbol())
        {
            Some(d) => {
                d.objects.push(object);
                d.values.extend(taken);
            }
            None => out.push(DataSet {
                objects: vec![object],
                values: taken,
                span: group.span,
            }),
        }
    }
    Some(out)
}

/// The designators that an object of DATA stands for.
fn items(program: &Program, object: &Expr, out: &mut Vec<Expr>) -> Option<()> {
    let ExprKind::ImpliedDo {
        items: inner,
        var,
        lo,
        hi,
        step,
    } = &object.kind
    else {
        out.push(object.clone());
        return (out.len() <= MOST).then_some(());
    };
    let (mut at, last) = (int_const(program, lo)?, int_const(program, hi)?);
    let step = step.as_ref().map_or(Some(1), |e| int_const(program, e))?;
    if step == 0 {
        return None;
    }
    while (step > 0 && at <= last) || (step < 0 && at >= last) {
        for item in inner {
            let mut item = item.clone();
            rewrite_expr(&mut item, &mut |e| {
                if matches!(e.kind, ExprKind::Var(v) if v == *var) {
                    *e = int(at);
                }
            });
            items(program, &item, out)?;
        }
        at += step;
    }
    Some(())
}

/// The array that elements are all elements of, in their order.
fn whole(program: &Program, elements: &[Expr]) -> Option<Expr> {
    let ExprKind::Index(array, _) = &elements.first()?.kind else {
        return None;
    };
    let ExprKind::Var(s) = array.kind else { return None };
    let bounds = bounds(program, s)?;
    let places: Option<Vec<i64>> = elements.iter().map(|e| place(program, e, s, &bounds)).collect();
    let count = bounds.iter().map(|(lo, hi)| hi - lo + 1).product::<i64>();
    places?.into_iter().eq(0..count).then(|| (**array).clone())
}

/// The place of an element in the order of storage.
fn place(program: &Program, e: &Expr, s: SymbolId, bounds: &[(i64, i64)]) -> Option<i64> {
    let ExprKind::Index(array, subscripts) = &e.kind else {
        return None;
    };
    let is_it = matches!(array.kind, ExprKind::Var(v) if v == s) && subscripts.len() == bounds.len();
    let (mut at, mut stride) = (0, 1);
    for (subscript, (lo, hi)) in subscripts.iter().zip(bounds) {
        let Subscript::At(i) = subscript else { return None };
        at += (int_const(program, i)? - lo) * stride;
        stride *= hi - lo + 1;
    }
    is_it.then_some(at)
}

fn bounds(program: &Program, s: SymbolId) -> Option<Vec<(i64, i64)>> {
    let dims = &program.symbols[s].variable()?.dims;
    dims.iter().map(|d| const_bounds(program, d)).collect()
}

/// The number of values that an object takes.
fn size(program: &Program, object: &Expr) -> Option<i64> {
    if object.rank == 0 {
        return Some(1);
    }
    let ExprKind::Var(s) = object.kind else { return None };
    let extents = bounds(program, s)?.into_iter().map(|(lo, hi)| (hi - lo + 1).max(0));
    Some(extents.product())
}
