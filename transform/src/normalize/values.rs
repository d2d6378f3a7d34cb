//! Copies dummy arguments with VALUE that a procedure changes into locals.
//!
//! The procedure changes a copy that the caller never sees. But the shadow of the argument belongs to the caller, and
//! must stay unchanged (tangent) or only be incremented (adjoint). So the body works on a local that starts with the
//! value, and reads the argument once.

use super::leaves::types_of;
use super::replaced;
use super::temps::Temps;
use crate::normalize::moving::may_change;
use crate::rules::is_present;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

/// Rewrites the bodies of a unit and of its internal procedures.
pub fn copies(program: &mut Program, unit: UnitId) -> Vec<Diagnostic> {
    let inside = with_internals(program, unit);
    let mut messages = vec![];
    for s in changed(program, unit, &inside) {
        match program.symbols[s].variable().cloned() {
            Some(v) if !is_passed_on(program, &inside, s, &v) => copy(program, unit, s, v),
            _ => messages.push(Diagnostic::error(
                codes::UNSUPPORTED_DATA,
                program.symbols[s].span,
                format!(
                    "the argument `{}` has the VALUE attribute and is changed, but only callers know its type or presence; change a local copy instead",
                    program.symbols[s].name
                ),
            )),
        }
    }
    messages
}

/// A unit and its internal procedures.
fn with_internals(program: &Program, unit: UnitId) -> Vec<UnitId> {
    let internals = program.units[unit].contains.iter().copied();
    std::iter::once(unit).chain(internals).collect()
}

/// Dummy arguments with VALUE that carry derivatives and are changed.
fn changed(program: &Program, unit: UnitId, inside: &[UnitId]) -> Vec<SymbolId> {
    let is_changed = |s: SymbolId| inside.iter().any(|&u| may_change(&program.units[u].body, s));
    let args = program.units[unit].args.iter().flatten().copied();
    let found = args.filter(|&s| {
        let value = |v: &Variable| v.attrs.value && holds_reals(program, v.ty.ty);
        program.symbols[s].variable().is_some_and(value) && is_changed(s)
    });
    found.collect()
}

fn copy(program: &mut Program, unit: UnitId, s: SymbolId, v: Variable) {
    let name = program.symbols[s].name.clone();
    let own = Temps::new(program, unit).local(&name, v.ty, 0);
    let argument = var(program, s);
    let asked = is_present(&argument);
    replaced::in_unit(program, unit, s, own);
    let mut begin = assign(var(program, own), argument);
    if v.attrs.optional {
        begin = Stmt::when(asked, begin);
    }
    program.units[unit].body.insert(0, begin);
}

/// Checks for an argument that no local can replace: one of unknown type, or an optional one that is passed to another
/// procedure.
fn is_passed_on(program: &Program, inside: &[UnitId], s: SymbolId, v: &Variable) -> bool {
    if matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited) {
        return true;
    }
    let mut passed = false;
    for &u in inside {
        visit::walk_calls(&program.units[u].body, &mut |r| {
            let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(x) if x == s);
            passed |= r.args.iter().filter_map(Arg::expr).any(is_it);
        });
    }
    v.attrs.optional && passed
}

/// Checks for real and complex types, and records that contain them.
pub(crate) fn holds_reals(program: &Program, ty: Ty) -> bool {
    holds_others(program, ty, &mut vec![])
}

/// The same, where some records have been seen.
fn holds_others(program: &Program, ty: Ty, seen: &mut Vec<SymbolId>) -> bool {
    let mut in_record = |t: SymbolId| {
        if seen.contains(&t) {
            return false;
        }
        seen.push(t);
        let parts = program.components(t).into_iter();
        parts
            .map(|c| program.symbols[c].ty())
            .any(|ty| holds_others(program, ty, seen))
    };
    ty.is_differentiable() || types_of(program, ty).into_iter().any(&mut in_record)
}
