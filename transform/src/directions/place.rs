//! The place of a refused statement: that of the statement of the original from which it comes.
//!
//! Generated statements of reverse sweeps have no place. Theirs is that of a statement of the same kind in the original
//! that calls the same procedure with the same arguments, or sets the same variable; otherwise that of the procedure.

use crate::assemble::generator::Generator;
use adc_frontend::ir::*;

/// The place of a statement of a derivative.
pub(crate) fn of(g: &Generator, unit: UnitId, s: &Stmt) -> Span {
    if !s.span.is_none() {
        return s.span;
    }
    let source = |d: UnitId| g.generated_units().into_iter().find(|x| x.1 == d).map(|x| x.0);
    let Some(primal) = source(unit) else {
        return g.out.units[unit].span;
    };
    let (calls, sets) = (call_in(s).and_then(|c| source(g.out.definition(c.0)?)), set_by(s));
    let sets = sets.map(|v| g.primals.get(&v).copied().unwrap_or(v));
    let mut found = None;
    visit::walk_block(&g.primal.units[primal].body, &mut |other| {
        if other.span.is_none() {
            return;
        }
        let fit = match (calls, call_in(other)) {
            (Some(callee), Some((proc, args))) if g.primal.definition(proc) == Some(callee) => {
                let given = call_in(s).map_or(&[][..], |c| c.1);
                let is_given = |a: &Arg| {
                    given
                        .iter()
                        .filter_map(Arg::expr)
                        .any(|e| a.expr().is_some_and(|x| x.same(e)))
                };
                args.iter().filter(|a| is_given(a)).count() + 1
            }
            (None, None) => usize::from(sets.is_some() && set_by(other) == sets && kind(s) == kind(other)),
            _ => 0,
        };
        if fit > found.map_or(0, |(best, _)| best) {
            found = Some((fit, other.span));
        }
    });
    found.map_or(g.primal.units[primal].span, |(_, span)| span)
}

/// The procedure that a statement calls, with its arguments.
fn call_in(s: &Stmt) -> Option<(SymbolId, &[Arg])> {
    if let StmtKind::Call { callee, args } = &s.kind {
        return Some((callee.proc, args));
    }
    let StmtKind::Assign { rhs, .. } = &s.kind else {
        return None;
    };
    let ExprKind::Call(callee, args) = &rhs.kind else {
        return None;
    };
    Some((callee.proc, args))
}

/// The variable that a statement sets or associates.
fn set_by(s: &Stmt) -> Option<SymbolId> {
    let (StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. }) = &s.kind else {
        return None;
    };
    lhs.base_symbol()
}

fn kind(s: &Stmt) -> std::mem::Discriminant<StmtKind> {
    std::mem::discriminant(&s.kind)
}
