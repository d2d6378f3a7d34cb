//! Dummy arrays that receive blocks of larger matrices, and are declared as if they owned whole columns: `b(ld, n)`
//! with `a(i, j)` of `a(ld, m)` as actual argument.
//!
//! Of the last column, such a block has only the rows that the procedure names: the others may lie beyond the end of
//! the larger matrix. So code that saves such an array must not save all of it.
//!
//! ```text
//! partial(d)  if some call passes an element a(s1, ..) of a matrix to d of rank r > 1, and one of s1, .., s(r-1)
//!             is not a lower bound of a,
//!             or passes to d an array that is partial, or a matrix of assumed size
//! ```
//!
//! `d` is of explicit shape. A dummy array that receives part of a work array of one dimension, or a plane of a field,
//! has all its declared elements.

use adc_analysis::calls::bind_call;
use adc_frontend::ir::visit::walk_calls;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Finds the partial dummy arrays.
pub(crate) fn find(program: &Program) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    loop {
        let known = found.len();
        for (_, unit) in program.units.iter() {
            walk_calls(&unit.body, &mut |r| {
                let Some(target) = program.definition(r.callee.proc) else {
                    return;
                };
                let formals = program.units[target].args.iter().copied();
                let bound = formals.zip(bind_call(program, target, r.callee, r.args));
                let pairs = bound.filter_map(|(f, a)| Some((f?, a?)));
                let new: Vec<SymbolId> = pairs
                    .filter(|(f, a)| is_explicit_matrix(program, *f) && is_partial(program, &found, *f, a))
                    .map(|(f, _)| f)
                    .collect();
                found.extend(new);
            });
        }
        if found.len() == known {
            return found;
        }
    }
}

fn is_explicit_matrix(program: &Program, s: SymbolId) -> bool {
    let v = program.symbols[s].variable();
    v.is_some_and(|v| v.dims.len() > 1 && matches!(v.dims.last(), Some(Dim::Explicit(..))))
}

fn is_partial(program: &Program, known: &BTreeSet<SymbolId>, formal: SymbolId, actual: &Expr) -> bool {
    match &actual.kind {
        ExprKind::Var(s) => {
            let dims = program.symbols[*s].variable().map_or(&[][..], |v| &v.dims);
            known.contains(s) || dims.len() > 1 && matches!(dims.last(), Some(Dim::AssumedSize(_)))
        }
        ExprKind::Index(base, subs) if actual.rank == 0 && base.rank > 1 => {
            let ExprKind::Var(array) = base.kind else { return false };
            let dims = program.symbols[array].variable().map_or(&[][..], |v| &v.dims);
            let rows = usize::from(program.symbols[formal].rank()).saturating_sub(1);
            let begins = |(dim, s): (&Dim, &Subscript)| {
                let first = match dim {
                    Dim::Explicit(lo, _) | Dim::Assumed(lo) | Dim::AssumedSize(lo) => {
                        lo.as_ref().map_or(Some(1), int_value)
                    }
                    Dim::Deferred | Dim::AssumedRank => None,
                };
                matches!(s, Subscript::At(x) if int_value(x).is_some() && int_value(x) == first)
            };
            known.contains(&array) || !dims.iter().zip(subs).take(rows).all(begins)
        }
        _ => false,
    }
}
