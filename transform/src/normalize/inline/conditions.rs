//! Conditions for inlining.

use super::Leaf;
use adc_frontend::consteval::const_bounds;
use adc_frontend::ir::visit::{has_call, mentions, stmt_exprs, subscripts, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

impl Leaf {
    /// The variable that can replace the result.
    pub(super) fn takes_result(&self, program: &Program, to: &Expr, args: &[Arg]) -> Option<SymbolId> {
        let ExprKind::Var(to) = to.kind else { return None };
        let (v, r) = (
            program.symbols[to].variable()?,
            program.symbols[program.units[self.unit].result?].variable()?,
        );
        let given = args.iter().filter_map(Arg::expr).any(|e| mentions(e, &|s| s == to));
        let plain = v.storage == Storage::Local && is_plain(v) && v.dims.is_empty() && r.dims.is_empty();
        (plain && v.ty.ty == r.ty.ty && !given && !self.named.contains(&to)).then_some(to)
    }

    /// The replacement of a dummy argument; `None` if there is none.
    pub(super) fn passed(&self, program: &Program, dummy: SymbolId, actual: &Expr) -> Option<Passed> {
        let v = program.symbols[dummy].variable().filter(|v| is_plain(v))?;
        if actual.ty != v.ty.ty || usize::from(actual.rank) != v.dims.len() {
            return None;
        }
        let is_written = self.written.contains(&dummy);
        if is_written && is_read_only(program, actual) {
            return None;
        }
        let mut steady = !has_call(actual);
        subscripts(actual, &mut |e| {
            walk_expr(e, &mut |x| {
                if matches!(x.kind, ExprKind::Var(_)) {
                    steady &= !self.moves_subscripts && matches!(x.ty, Ty::Integer(_) | Ty::Derived(_));
                }
            });
        });
        if v.dims.is_empty() {
            let is_index =
                |s: &Stmt| matches!(s.kind, StmtKind::Do { control: DoControl::Count { var, .. }, .. } if var == dummy);
            let mut counts = false;
            walk_block(&self.body, &mut |s| counts |= is_index(s));
            return match &actual.kind {
                _ if counts => None,
                ExprKind::Var(s) if program.symbols[*s].variable().is_none() => Some(Passed::Value(actual.clone())),
                ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Component(..) if steady => {
                    Some(Passed::Place(actual.clone()))
                }
                _ if is_written => None,
                // a constant, too: compilers refuse log(0.d0) and mod(7, 0), even in unreachable code
                _ => Some(Passed::Value(actual.clone())),
            };
        }
        let ExprKind::Var(array) = actual.kind else { return None };
        let given = program.symbols[array].variable()?;
        let same = given.dims.iter().zip(&v.dims).all(|(a, b)| same_bounds(program, a, b));
        same.then(|| Passed::Place(actual.clone()))
    }
}

/// Checks for variables that compilers let no statement assign. Old code passes them without an interface to procedures
/// that do.
fn is_read_only(program: &Program, e: &Expr) -> bool {
    let variable = e.base_symbol().and_then(|s| program.symbols[s].variable());
    variable.is_some_and(|v| v.attrs.protected || v.attrs.intent == Some(Intent::In))
}

/// The replacement of a dummy argument.
pub(super) enum Passed {
    /// A variable, or a part of one.
    Place(Expr),
    /// A value, computed in place of the call.
    Value(Expr),
}

/// The number of successive values that each scalar gets at most. A constant does not count that nothing precedes, such as
/// a result that a branch may replace: the tape would not contain it.
pub(super) fn most_values(block: &Block) -> BTreeMap<SymbolId, usize> {
    successive(block, &BTreeSet::new())
}

/// `before`: the scalars that have values at the begin of the block.
fn successive(block: &Block, before: &BTreeSet<SymbolId>) -> BTreeMap<SymbolId, usize> {
    let mut all: BTreeMap<SymbolId, usize> = BTreeMap::new();
    let mut before = before.clone();
    for s in block {
        let mut here: BTreeMap<SymbolId, usize> = BTreeMap::new();
        let times = 1 + usize::from(matches!(s.kind, StmtKind::Do { .. }));
        s.kind.for_each_block(&mut |b| {
            for (s, n) in successive(b, &before) {
                let most = here.entry(s).or_default();
                *most = (*most).max(n * times);
            }
        });
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            if let ExprKind::Var(s) = lhs.kind {
                let counts = before.contains(&s) || !rhs.is_literal();
                *here.entry(s).or_default() += usize::from(counts);
            }
        }
        for (s, n) in here {
            if n > 0 {
                before.insert(s);
            }
            *all.entry(s).or_default() += n;
        }
    }
    all
}

/// Checks for a statement that can be inlined, ignoring its blocks.
pub(super) fn is_simple(s: &Stmt) -> bool {
    let mut all = matches!(
        s.kind,
        StmtKind::Assign { .. }
            | StmtKind::If { .. }
            | StmtKind::Select { .. }
            | StmtKind::Do {
                control: DoControl::Count { .. },
                ..
            }
            | StmtKind::Continue
    );
    stmt_exprs(&s.kind, &mut |e| {
        walk_expr(e, &mut |x| {
            let value = matches!(
                x.ty,
                Ty::Integer(_) | Ty::Real(_) | Ty::Logical(_) | Ty::Complex(_) | Ty::Derived(_)
            );
            let other = matches!(
                x.kind,
                ExprKind::Call(..)
                    | ExprKind::Procedure(_)
                    | ExprKind::ImpliedDo { .. }
                    | ExprKind::Structure(..)
                    | ExprKind::Array(Some(_), _)
            );
            all &= value && !other;
        });
    });
    all
}

/// Checks for a local variable or the result of a procedure.
pub(super) fn is_local(program: &Program, unit: UnitId, s: SymbolId) -> bool {
    let symbol = &program.symbols[s];
    let own = symbol.owner == Some(unit);
    own && symbol
        .variable()
        .is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Result))
}

pub(super) fn is_plain(v: &Variable) -> bool {
    let a = &v.attrs;
    let special =
        a.allocatable || a.pointer || a.target || a.save || a.optional || a.value || a.volatile || a.asynchronous;
    let kept = matches!(v.storage, Storage::Local | Storage::Result) && matches!(v.ty.ty, Ty::Derived(_));
    !special
        && !kept
        && matches!(
            v.ty.ty,
            Ty::Integer(_) | Ty::Real(_) | Ty::Logical(_) | Ty::Complex(_) | Ty::Derived(_)
        )
}

/// Checks whether a dimension of the actual argument certainly equals that of the dummy argument.
fn same_bounds(program: &Program, given: &Dim, dummy: &Dim) -> bool {
    match (given, dummy) {
        (Dim::Explicit(None, _) | Dim::Assumed(None), Dim::Assumed(None)) => true,
        _ => const_bounds(program, given).is_some_and(|b| const_bounds(program, dummy) == Some(b)),
    }
}

/// Checks whether two members of a COMMON block have the same type and shape.
pub(super) fn same_memory(program: &Program, a: SymbolId, b: SymbolId) -> bool {
    let (Some(a), Some(b)) = (program.symbols[a].variable(), program.symbols[b].variable()) else {
        return false;
    };
    let dims = || a.dims.iter().zip(&b.dims);
    let shapes = a.dims.len() == b.dims.len()
        && dims().all(|(x, y)| const_bounds(program, x).is_some_and(|k| const_bounds(program, y) == Some(k)));
    a.ty.ty == b.ty.ty && shapes && is_plain(a) && is_plain(b)
}
