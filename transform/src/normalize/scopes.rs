//! Replaces constructs that declare names by plain statements.
//!
//! * `FORALL` becomes loops: see [`super::forall`].
//! * `DO CONCURRENT` becomes nested counted loops.
//! * `BLOCK` and `ASSOCIATE` disappear: see [`super::blocks`]. If a statement leaves one by its name, a `BLOCK` without
//!   declarations remains. The tangent keeps it; in the adjoint it disappears after [`super::jumps`] has made the jump
//!   structured.
//!
//! What was declared in the iteration of a parallel loop becomes private to its threads.
//!
//! Other constructs stay unchanged, and the rules refuse them with a location.

use super::moving::Moving;
use super::reach::Reach;
use super::temps::Temps;
use super::{blocks, forall};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::{
    any_designator, has_call, rewrite_symbols, rewrite_symbols_in, stmt_exprs, walk_block, walk_block_exprs,
    walk_designators,
};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Index, lower bound, upper bound, stride.
pub(super) type Ranges = Vec<(SymbolId, Expr, Expr, Option<Expr>)>;

/// Rewrites the whole body of a unit.
pub fn statements(program: &mut Program, unit: UnitId, reach: &Reach, moving: &Moving) {
    let mut any = false;
    walk_block(&program.units[unit].body, &mut |s| {
        any |= matches!(
            s.kind,
            StmtKind::Forall { .. }
                | StmtKind::Associate { .. }
                | StmtKind::Scope { .. }
                | StmtKind::Do {
                    control: DoControl::Concurrent { .. },
                    ..
                }
        );
    });
    if !any {
        return;
    }
    let body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    let body = block(&mut temps, reach, moving, body);
    program.units[unit].body = body;
}

fn block(temps: &mut Temps, reach: &Reach, moving: &Moving, stmts: Block) -> Block {
    let mut out = Vec::with_capacity(stmts.len());
    for mut s in stmts {
        // first of all: variables that are made for the statements inside are declared in the procedure
        if let StmtKind::Scope { locals, body, .. } = &mut s.kind {
            if let Some((flat, staying)) = blocks::scope(temps, locals, body) {
                *body = flat;
                *locals = staying;
            }
        }
        let before = variables_in_parallel(&s);
        // a FORALL inside another one is part of it
        if !matches!(s.kind, StmtKind::Forall { .. }) {
            s.kind
                .for_each_block_mut(&mut |b| *b = block(temps, reach, moving, std::mem::take(b)));
        }
        if let Some(before) = before {
            keep_private(temps.program, &mut s, &before);
        }
        let mut limits = vec![];
        if let StmtKind::Forall { ranges, body, .. }
        | StmtKind::Do {
            control: DoControl::Concurrent { ranges, .. },
            body,
            ..
        } = &mut s.kind
        {
            limits = held_limits(temps, reach, ranges, body);
        }
        let replaced = match &s.kind {
            StmtKind::Forall { ranges, mask, body } => forall::loops(temps, reach, ranges, mask.as_deref(), body),
            StmtKind::Do {
                name,
                control: DoControl::Concurrent { ranges, mask, .. },
                body,
            } => Some(nest(
                temps,
                name,
                ranges,
                mask.as_deref().map_or(&[], std::slice::from_ref),
                body.clone(),
            )),
            StmtKind::Scope { name, locals, body } => {
                let is_plain = locals.is_empty() && !is_left(name.as_ref(), body);
                is_plain.then(|| body.clone())
            }
            StmtKind::Associate { name, pairs, body } => {
                let named = is_left(name.as_ref(), body);
                blocks::associate(temps, moving, pairs, body).map(|body| leavable(name, named, body))
            }
            _ => None,
        };
        let mut replaced = match replaced {
            Some(replaced) => limits.into_iter().chain(replaced).collect::<Block>(),
            None => {
                out.append(&mut limits);
                out.push(s);
                continue;
            }
        };
        if let Some(first) = replaced.first_mut() {
            let mut lead = std::mem::take(&mut s.lead);
            lead.append(&mut first.lead);
            first.lead = lead;
            first.label = s.label.or(first.label);
        }
        for r in &mut replaced {
            if r.span.is_none() {
                r.span = s.span;
            }
        }
        out.extend(replaced);
    }
    out
}

/// The variables that the statements of a parallel loop name; `None` for another statement.
fn variables_in_parallel(s: &Stmt) -> Option<BTreeSet<SymbolId>> {
    let StmtKind::Directed { directive, body } = &s.kind else {
        return None;
    };
    let mut out = BTreeSet::new();
    walk_block_exprs(body, &mut |e| {
        if let ExprKind::Var(v) = e.kind {
            out.insert(v);
        }
    });
    matches!(directive.asks, Asks::Parallel(_)).then_some(out)
}

/// Makes the variables private that a parallel loop did not name before: they replace those of constructs in it.
fn keep_private(program: &Program, s: &mut Stmt, before: &BTreeSet<SymbolId>) {
    let new = variables_in_parallel(s).unwrap_or_default();
    let StmtKind::Directed { directive, .. } = &mut s.kind else {
        return;
    };
    if let Asks::Parallel(p) = &mut directive.asks {
        let local = |v: &Variable| v.storage == Storage::Local && !v.attrs.save;
        let is_own = |v: &SymbolId| program.symbols[*v].variable().is_some_and(local);
        let own = new.difference(before).copied().filter(is_own);
        let own: Vec<SymbolId> = own.filter(|v| p.roles.iter().all(|r| r.0 != *v)).collect();
        p.roles.extend(own.into_iter().map(|v| (v, Role::Private)));
    }
}

/// Replaces limits and strides by variables if the loops of the nest would evaluate them again with another value or
/// effect. Returns the assignments of the variables.
///
/// The construct evaluates its limits once, before its body.
fn held_limits(temps: &mut Temps, reach: &Reach, ranges: &mut Ranges, body: &Block) -> Block {
    let mut changed = vec![];
    walk_block(body, &mut |s| changed.extend(may_set(temps.program, s)));
    let changes = |e: &Expr| {
        any_designator(e, &|d| {
            changed
                .iter()
                .any(|c| c.base_symbol() == d.base_symbol() || reach.may_be(d, c))
        })
    };
    let mut out = vec![];
    for (_, lo, hi, step) in ranges {
        for e in [Some(lo), Some(hi), step.as_mut()].into_iter().flatten() {
            if has_call(e) || changes(e) {
                let limit = temps.local_ref("limit", DeclType::plain(e.ty), 0);
                out.push(assign(limit.clone(), std::mem::replace(e, limit)));
            }
        }
    }
    out
}

/// Variables that a statement may set: for statements other than assignments, loops and branches, all that it names.
fn may_set(program: &Program, s: &Stmt) -> Vec<Expr> {
    let mut found = vec![];
    match &s.kind {
        StmtKind::Assign { lhs, .. } => found.push(lhs.clone()),
        StmtKind::Do {
            control: DoControl::Count { var: index, .. },
            ..
        } => found.push(var(program, *index)),
        StmtKind::Do { .. } | StmtKind::If { .. } | StmtKind::Where { .. } | StmtKind::Forall { .. } => {}
        kind => stmt_exprs(kind, &mut |e| walk_designators(e, &mut |d| found.push(d.clone()))),
    }
    found
}

/// Wraps the statements that replace a construct in a BLOCK of its name, if a statement leaves the construct by that
/// name.
fn leavable(name: &Option<SmolStr>, named: bool, body: Block) -> Block {
    match named {
        true => vec![Stmt::new(StmtKind::Scope {
            name: name.clone(),
            locals: vec![],
            body,
        })],
        false => body,
    }
}

/// Checks whether a statement in the construct leaves it by its name.
fn is_left(name: Option<&SmolStr>, body: &Block) -> bool {
    let mut found = false;
    walk_block(body, &mut |s| {
        let left = match &s.kind {
            StmtKind::Exit(left) => left.as_ref(),
            _ => None,
        };
        found |= left.zip(name).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    });
    found
}

/// Nested loops over index ranges, the first range innermost, around a body that runs if all masks are true. The
/// indices become variables of the procedure.
pub(super) fn nest(
    temps: &mut Temps,
    name: &Option<SmolStr>,
    ranges: &Ranges,
    masks: &[Expr],
    mut body: Block,
) -> Block {
    for m in masks.iter().rev() {
        body = vec![Stmt::guarded(m.clone(), body)];
    }
    // new variables, since the indices have no value outside
    let fresh: Vec<(SymbolId, SymbolId)> = ranges.iter().map(|r| (r.0, own_index(temps, r.0))).collect();
    rewrite_symbols(&mut body, &mut |s| replace(s, &fresh));
    let last = ranges.len().saturating_sub(1);
    for (k, (v, lo, hi, step)) in ranges.iter().enumerate() {
        // limits of an inner FORALL may depend on indices of the outer one
        let limit = |e: &Expr| {
            let mut e = e.clone();
            rewrite_symbols_in(&mut e, &mut |s| replace(s, &fresh));
            e
        };
        let var = fresh.iter().find(|f| f.0 == *v).map_or(*v, |f| f.1);
        body = vec![Stmt::new(StmtKind::Do {
            name: if k == last { name.clone() } else { None },
            control: DoControl::count(var, limit(lo), limit(hi), step.as_ref().map(limit)),
            body,
        })];
    }
    body
}

pub(super) fn replace(s: &mut SymbolId, fresh: &[(SymbolId, SymbolId)]) {
    if let Some((_, new)) = fresh.iter().find(|f| f.0 == *s) {
        *s = *new;
    }
}

/// A variable of the procedure that replaces an index: the index itself if it already is one.
fn own_index(temps: &mut Temps, index: SymbolId) -> SymbolId {
    let symbol = &temps.program.symbols[index];
    if symbol.variable().is_some_and(|v| v.storage != Storage::Index) {
        return index;
    }
    let (name, ty) = (symbol.name.clone(), DeclType::plain(symbol.ty()));
    temps.local(&name, ty, 0)
}
