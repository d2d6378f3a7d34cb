//! The old idiom for assumed size: `W(1)`, `A(LDA, 1)` becomes `W(*)`, `A(LDA, *)`.
//!
//! A dummy array whose last extent is the literal 1 has assumed size in either of two cases:
//!
//! * A reference gives it a last subscript other than 1.
//! * It, or an element of it, is passed to a dummy array that has more than one element or assumed size.
//!
//! An array that is used as a whole in another way (`w = 0`, `size(w)`) stays unchanged: there its extent counts.

use adc_analysis::calls::bind_call;
use adc_frontend::ir::visit::{subexprs, walk_block, walk_calls};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Declares such arrays with assumed size.
pub fn assume_size(program: &mut Program, units: &[UnitId]) {
    let candidates: BTreeSet<SymbolId> = units
        .iter()
        .flat_map(|&u| program.units[u].args.iter().flatten().copied())
        .filter(|&s| ends_in_one(program, s))
        .collect();
    if candidates.is_empty() {
        return;
    }
    let mut uses = Uses::default();
    for (_, unit) in program.units.iter() {
        walk_block(&unit.body, &mut |s| {
            visit::stmt_exprs(&s.kind, &mut |e| {
                uses.look_at(e, matches!(s.kind, StmtKind::Call { .. }))
            });
        });
    }
    let in_declarations = program.symbols.iter().filter_map(|(_, s)| s.variable());
    in_declarations
        .flat_map(|v| v.dims.iter().flat_map(Dim::bounds))
        .for_each(|e| uses.look_at(e, false));
    for (_, unit) in program.units.iter() {
        walk_calls(&unit.body, &mut |r| {
            let with_shape = passed(program, r.callee, r.args, &|d| {
                matches!(d, Dim::Assumed(_) | Dim::Deferred | Dim::AssumedRank)
            });
            uses.whole.extend(with_shape);
        });
    }
    loop {
        let mut more = BTreeSet::new();
        for (_, unit) in program.units.iter() {
            walk_calls(&unit.body, &mut |r| more.extend(passed_on(program, r.callee, r.args)));
        }
        more.extend(uses.beyond.iter().copied());
        more.retain(|s| candidates.contains(s) && !uses.whole.contains(s) && ends_in_one(program, *s));
        if more.is_empty() {
            return;
        }
        for s in more {
            if let Some(last) = program.symbols[s].variable_mut().and_then(|v| v.dims.last_mut()) {
                *last = Dim::AssumedSize(None);
            }
        }
    }
}

/// The ways arrays are referenced.
#[derive(Default)]
struct Uses {
    /// Arrays with a last subscript other than 1.
    beyond: BTreeSet<SymbolId>,
    /// Arrays used as a whole, other than as an argument.
    whole: BTreeSet<SymbolId>,
}

impl Uses {
    /// Records the references in an expression. `passes`: the expression is itself an argument.
    fn look_at(&mut self, e: &Expr, passes: bool) {
        match &e.kind {
            ExprKind::Var(s) if !passes => {
                self.whole.insert(*s);
            }
            ExprKind::Index(base, subs) => {
                if let ExprKind::Var(s) = base.kind {
                    match subs.last() {
                        Some(Subscript::At(x)) if int_value(x) == Some(1) => {}
                        Some(Subscript::Range(_, None, _)) => drop(self.whole.insert(s)),
                        _ => drop(self.beyond.insert(s)),
                    }
                    for s in subs {
                        match s {
                            Subscript::At(x) => self.look_at(x, false),
                            Subscript::Range(a, b, c) => {
                                a.iter().chain(b).chain(c).for_each(|x| self.look_at(x, false));
                            }
                        }
                    }
                    return;
                }
                subexprs(e, &mut |x| self.look_at(x, false));
            }
            ExprKind::Call(..) => subexprs(e, &mut |x| self.look_at(x, true)),
            _ => subexprs(e, &mut |x| self.look_at(x, false)),
        }
    }
}

/// Arrays that a call passes, as a whole or by an element, to a dummy array with more than one element or assumed size.
fn passed_on(program: &Program, callee: &Callee, args: &[Arg]) -> Vec<SymbolId> {
    let is_one = |e: &Expr| int_value(e) == Some(1);
    let is_larger = |d: &Dim| match d {
        Dim::Explicit(lo, hi) => !is_one(hi) || !lo.as_ref().is_none_or(is_one),
        Dim::AssumedSize(_) => true,
        Dim::Assumed(_) | Dim::Deferred | Dim::AssumedRank => false,
    };
    passed(program, callee, args, &is_larger)
}

/// Arrays that a call passes, as a whole or by an element, to a dummy array with a last dimension that `is_asked`
/// accepts.
fn passed(program: &Program, callee: &Callee, args: &[Arg], is_asked: &dyn Fn(&Dim) -> bool) -> Vec<SymbolId> {
    let Some(target) = program.definition(callee.proc) else {
        return vec![];
    };
    let formals = program.units[target].args.iter().copied();
    let bound = formals.zip(bind_call(program, target, callee, args));
    let pairs = bound.filter_map(|(f, a)| Some((f?, a?)));
    let last = |f: SymbolId| program.symbols[f].variable().and_then(|v| v.dims.last());
    pairs
        .filter(|(f, _)| last(*f).is_some_and(is_asked))
        .filter_map(|(_, a)| match &a.kind {
            ExprKind::Var(s) => Some(*s),
            ExprKind::Index(base, _) if a.rank == 0 => base.base_symbol(),
            _ => None,
        })
        .collect()
}

/// Checks for a dummy array whose last extent is the literal 1.
fn ends_in_one(program: &Program, s: SymbolId) -> bool {
    let Some(v) = program.symbols[s].variable() else {
        return false;
    };
    let is_one = |e: &Expr| int_value(e) == Some(1);
    v.storage == Storage::Dummy
        && matches!(v.dims.last(), Some(Dim::Explicit(lo, hi)) if is_one(hi) && lo.as_ref().is_none_or(is_one))
}
