//! Allocates polymorphic objects with an explicit type.
//!
//! * `o = b` for an allocatable `o`: `o` is deallocated, allocated with the type of `b`, and assigned as an object of
//!   that type.
//! * `allocate(o, source=b)` becomes `allocate(t :: o)`, and the assignment.
//! * `allocate(o, mold=b)` becomes `allocate(t :: o)`.
//! * `call move_alloc(a, b)` deallocates `b`; if `a` is allocated, it is copied to `b` and deallocated.
//!
//! If `b` may have several types, each gets a branch. Arrays of objects, `class(*)`, and assignments whose polymorphic
//! value reads the assigned object stay unchanged.

use super::arrays::{deallocate, deallocate_if_allocated};
use super::existence::{moved_arguments, pointers_follow};
use super::leaves::is_allocatable;
use super::temps::Temps;
use crate::normalize::downcasts::{by_type, shown_as};
use crate::rules::is_allocated;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::{reads, walk_block};
use adc_frontend::ir::*;

/// Rewrites the statements of a unit.
pub fn statements(program: &mut Program, unit: UnitId) {
    let mut any = false;
    walk_block(&program.units[unit].body, &mut |s| {
        any |= match &s.kind {
            StmtKind::Assign { lhs, .. } => is_object(lhs),
            StmtKind::Allocate { objects, .. } => objects.iter().any(|(o, _)| is_object(o)),
            StmtKind::CallIntrinsic { args, .. } => args.iter().filter_map(Arg::expr).any(is_object),
            _ => false,
        };
    });
    if !any {
        return;
    }
    let mut body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    visit::splice(&mut body, &mut |s| {
        let mut instead = match &s.kind {
            StmtKind::Assign { lhs, rhs } if is_object(lhs) && is_allocatable(temps.program, lhs) => {
                assigned(&mut temps, lhs, rhs)
            }
            StmtKind::Allocate {
                ty: None,
                objects,
                options,
            } => match objects.as_slice() {
                [(o, _)] if is_object(o) => allocated(&mut temps, o, options),
                _ => None,
            },
            StmtKind::CallIntrinsic { name, args, .. } if name.eq_ignore_ascii_case("move_alloc") => {
                let (from, to) = moved_arguments(args)?;
                let both = is_object(from) && is_object(to) && !pointers_follow(temps.program, from, to);
                both.then(|| moved(temps.program, from, to)).flatten()
            }
            _ => None,
        }?;
        instead.iter_mut().for_each(|r| r.span = s.span);
        Some(instead)
    });
    program.units[unit].body = body;
}

fn is_object(e: &Expr) -> bool {
    matches!(e.ty, Ty::Class(_)) && e.rank == 0
}

fn assigned(temps: &mut Temps, object: &Expr, value: &Expr) -> Option<Block> {
    let base = object.base_symbol()?;
    let mut out = vec![];
    let mut value = value.clone();
    if reads(&value, base) {
        if !matches!(value.ty, Ty::Derived(_)) {
            return None;
        }
        let t = temps.local_ref("record", DeclType::plain(value.ty), 0);
        out.push(assign(t.clone(), value));
        value = t;
    }
    let made = made(temps.program, object, &value, true, &[])?;
    out.push(deallocate_if_allocated(object));
    out.extend(made);
    Some(out)
}

fn allocated(temps: &mut Temps, object: &Expr, options: &[(SmolStr, Expr)]) -> Option<Block> {
    let is_model = |word: &SmolStr| word == "source" || word == "mold";
    let (word, model) = options.iter().find(|(w, _)| is_model(w))?;
    let others: Vec<(SmolStr, Expr)> = options.iter().filter(|(w, _)| !is_model(w)).cloned().collect();
    if word == "source" && !others.is_empty() {
        return None;
    }
    made(temps.program, object, model, word == "source", &others)
}

fn moved(program: &Program, from: &Expr, to: &Expr) -> Option<Block> {
    let mut body = made(program, to, from, true, &[])?;
    body.push(deallocate(from));
    Some(vec![
        deallocate_if_allocated(to),
        Stmt::guarded(is_allocated(from), body),
    ])
}

/// Allocates an object with the type of another object or of a value, and copies the value if `copied` is set.
fn made(program: &Program, object: &Expr, model: &Expr, copied: bool, options: &[(SmolStr, Expr)]) -> Option<Block> {
    let as_one = |t: SymbolId| -> Option<Block> {
        let mut out = vec![Stmt::new(StmtKind::Allocate {
            ty: Some(DeclType::plain(Ty::Derived(t))),
            objects: vec![(object.clone(), vec![])],
            options: options.to_vec(),
        })];
        if copied {
            out.push(assign(shown_as(program, object, t)?, shown_as(program, model, t)?));
        }
        Some(out)
    };
    match model.ty {
        _ if model.rank > 0 => None,
        Ty::Derived(t) => as_one(t),
        Ty::Class(t) if model.is_designator() => by_type(program, model, t, &mut |t| as_one(t)),
        _ => None,
    }
}
