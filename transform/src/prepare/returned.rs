//! Converts functions that return pointers to subroutines with an additional dummy argument.
//!
//! ```text
//! function pick(a) result(p)     →    subroutine pick(a, p)
//! q => pick(a)                   →    call pick(a, q)
//! y = sum(pick(a))               →    call pick(a, t);  y = sum(t)
//! ```
//!
//! The function is copied for this. If generated code calls the original procedure, the call is an association again
//! ([`written`]). The derivative has the pointer, and its shadow, as arguments.
//!
//! Left unchanged: functions with types or procedures of their own, and the head itself.

use crate::normalize::extract::{Extract, Taken};
use crate::normalize::temps::Temps;
use crate::prepare::copies::{is_simple, Copies};
use adc_analysis::{CallGraph, Heads};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::splice;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// True if a function returns a pointer that a copy could receive as an argument.
pub(crate) fn are_there(program: &Program) -> bool {
    program.units.iter().any(|(u, _)| returns_pointer(program, u))
}

fn returns_pointer(program: &Program, unit: UnitId) -> bool {
    let u = &program.units[unit];
    let is_pointer = |v: &Variable| v.attrs.pointer && !matches!(v.ty.ty, Ty::Character | Ty::Unlimited);
    let result = u.result.and_then(|r| program.symbols[r].variable());
    u.is_definition() && result.is_some_and(is_pointer) && is_simple(program, unit)
}

/// Redirects the calls of such functions that heads reach to copies.
pub(crate) fn pass(program: &mut Program, heads: &Heads, copies: &mut Copies) {
    let mut reached = heads.reached(&CallGraph::build(program));
    reached.retain(|&u| program.units[u].is_definition());
    let is_chosen = |p: &Program, e: &Expr| {
        let ExprKind::Call(callee, _) = &e.kind else {
            return false;
        };
        let target = p.definition(callee.proc);
        target.is_some_and(|u| !heads.has(u) && returns_pointer(p, u))
    };
    let calling: Vec<UnitId> = reached
        .iter()
        .copied()
        .filter(|&u| Extract::calls(program, u, &is_chosen, Taken::Association))
        .collect();
    let functions = reached
        .into_iter()
        .filter(|&u| !heads.has(u) && returns_pointer(program, u));
    let made: BTreeMap<UnitId, UnitId> = functions
        .collect::<Vec<_>>()
        .into_iter()
        .map(|u| (u, copy(program, copies, u)))
        .collect();
    for unit in calling.into_iter().chain(made.values().copied()) {
        calls_of(program, copies, &made, unit);
    }
}

fn copy(program: &mut Program, copies: &mut Copies, unit: UnitId) -> UnitId {
    let copy = copies.unit(program, unit);
    let origin = program.units[unit].shares.unwrap_or(unit);
    let u = &mut program.units[copy];
    u.shares = Some(origin);
    u.kind = UnitKind::Subroutine;
    let result = u.result.take();
    u.args.push(result);
    if let Some(v) = result.and_then(|r| program.symbols[r].variable_mut()) {
        v.storage = Storage::Dummy;
        v.attrs.intent = Some(Intent::Out);
    }
    copy
}

fn calls_of(program: &mut Program, copies: &mut Copies, made: &BTreeMap<UnitId, UnitId>, unit: UnitId) {
    let mut body = std::mem::take(&mut program.units[unit].body);
    splice(&mut body, &mut |s| {
        let StmtKind::PointerAssign { lhs, rhs } = &mut s.kind else {
            return None;
        };
        let ExprKind::Call(callee, args) = &mut rhs.kind else {
            return None;
        };
        let target = *made.get(&program.definition(callee.proc)?)?;
        let dummy = program.units[target].args.last().copied().flatten()?;
        let dummy = program.symbols[dummy].name.clone();
        let direct = is_own(program, unit, lhs) && !args.iter().filter_map(Arg::expr).any(|a| shares(a, lhs));
        let taken = match direct {
            true => lhs.clone(),
            false => {
                let stem = format!("{}_p", program.symbols[callee.proc].name);
                Temps::new(program, unit).pointer_ref(&stem, DeclType::plain(rhs.ty), rhs.rank)
            }
        };
        let is_last = args.len() + 1 == program.units[target].args.len() && args.iter().all(|a| a.keyword.is_none());
        args.push(Arg {
            keyword: (!is_last).then(|| dummy.clone()),
            value: ArgValue::Expr(taken.clone()),
        });
        callee.proc = copies.name_returning_pointer(program, callee.proc, target, dummy);
        let kind = StmtKind::Call {
            callee: callee.clone(),
            args: std::mem::take(args),
        };
        let mut out = vec![Stmt::at(kind, s.span)];
        if !direct {
            let lhs = lhs.clone();
            out.push(Stmt::at(StmtKind::PointerAssign { lhs, rhs: taken }, s.span));
        }
        Some(out)
    });
    program.renumber(&mut body);
    program.units[unit].body = body;
}

/// True for a whole local pointer, which the function can access only as an argument.
fn is_own(program: &Program, unit: UnitId, e: &Expr) -> bool {
    let ExprKind::Var(s) = e.kind else { return false };
    let symbol = &program.symbols[s];
    let is_local = |v: &Variable| v.storage == Storage::Local && !v.attrs.save;
    symbol.owner == Some(unit) && program.units[unit].contains.is_empty() && symbol.variable().is_some_and(is_local)
}

/// True if an expression reads the variable of a designator.
fn shares(e: &Expr, designator: &Expr) -> bool {
    designator.base_symbol().is_some_and(|s| visit::reads(e, s))
}

/// The association that the user wrote.
pub(crate) fn written(dummy: &SmolStr, callee: &Callee, mut args: Vec<Arg>) -> Option<Stmt> {
    let is_it = |a: &Arg| a.keyword.as_ref() == Some(dummy);
    let place = args.iter().position(is_it).unwrap_or(args.len().checked_sub(1)?);
    let ArgValue::Expr(lhs) = args.remove(place).value else {
        return None;
    };
    let rhs = expr(ExprKind::Call(callee.clone(), args), lhs.ty, lhs.rank);
    Some(Stmt::new(StmtKind::PointerAssign { lhs, rhs }))
}
