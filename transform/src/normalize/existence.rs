//! Replaces statements that allocate and deallocate memory by plain `ALLOCATE` and `DEALLOCATE` with bounds, and
//! assignments, so that only these need derivatives.
//!
//! * `allocate(a, source=b)` becomes `allocate(a(lbound(b):ubound(b)))`, `a(:) = b`.
//! * `allocate(a, mold=b)` becomes `allocate(a(lbound(b):ubound(b)))`.
//! * `allocate(p, q)` and `deallocate(p, q)` with pointers, or strings of deferred length, become one statement each.
//! * Either with `stat=` gets tests of the allocation status: see [`super::failing`].
//! * `call move_alloc(a, b)` deallocates `b`; if `a` is allocated, it is copied to `b` and deallocated. It stays if both
//!   are targets, since pointers to `a` then point to `b`.
//! * An allocatable result becomes a local variable, assigned to the result at the end of the procedure. This is done
//!   in the adjoint only: there the caller gives the result's adjoint its shape.
//!
//! Characters, whose length is allocated with them, stay unchanged. So do polymorphic objects, some of which
//! [`super::objects`] rewrites.

use super::arrays::{all_of, allocate_like, deallocate, deallocate_if_allocated, set, shape_of, Filled};
use super::leaves::{is_pointer, is_text};
use super::temps::{moved_variable, new_variable, Temps};
use super::{failing, replaced};
use crate::code::names::Namer;
use crate::rules::{bounds_of, is_allocated};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Rewrites the statements of a unit.
pub fn statements(program: &mut Program, unit: UnitId) {
    let mut any = false;
    visit::walk_block(&program.units[unit].body, &mut |s| {
        any |= matches!(
            s.kind,
            StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } | StmtKind::CallIntrinsic { .. }
        );
    });
    if !any {
        return;
    }
    let once = failing::made_once(program, unit);
    let mut body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    temps.splice(&mut body, &mut |temps, s| {
        let mut instead = plainly(temps, &once, &s.kind)?;
        instead.iter_mut().for_each(|r| r.span = s.span);
        Some(instead)
    });
    program.units[unit].body = body;
}

fn is_move(name: &str) -> bool {
    name.eq_ignore_ascii_case("move_alloc")
}

/// The statements that replace a statement; `None` if it stays.
fn plainly(temps: &mut Temps, once: &BTreeSet<SymbolId>, s: &StmtKind) -> Option<Block> {
    if let StmtKind::Allocate { ty, objects, options } = s {
        if failing::may_fail(temps, once, objects, options) {
            return failing::allocation(objects, options, &mut |o| {
                let one = StmtKind::Allocate {
                    ty: ty.clone(),
                    objects: vec![o.clone()],
                    options: options.clone(),
                };
                let from_value = match ty {
                    None => allocation(temps, std::slice::from_ref(o), options),
                    Some(_) => None,
                };
                from_value.unwrap_or_else(|| vec![Stmt::new(one)])
            });
        }
    }
    match s {
        StmtKind::Deallocate { objects, options } if !options.is_empty() => {
            failing::deallocation(temps.program, objects, options)
        }
        StmtKind::Allocate {
            ty: None,
            objects,
            options,
        } if !options.is_empty() => allocation(temps, objects, options),
        StmtKind::Allocate { objects, options, .. }
            if options.is_empty() && any_apart(temps.program, objects.iter().map(|o| &o.0)) =>
        {
            Some(one_by_one(s))
        }
        StmtKind::Deallocate { objects, options } if options.is_empty() && any_apart(temps.program, objects.iter()) => {
            Some(one_by_one(s))
        }
        StmtKind::CallIntrinsic { name, args, .. } if is_move(name) => moved(temps.program, args),
        _ => None,
    }
}

/// Checks for an object that needs a separate statement.
fn any_apart<'e>(program: &Program, mut objects: impl Iterator<Item = &'e Expr>) -> bool {
    objects.any(|o| is_pointer(program, o) || is_text(program, o))
}

/// One statement per object of `ALLOCATE` or `DEALLOCATE`: an object may be a component of another one.
pub fn one_by_one(s: &StmtKind) -> Block {
    let each: Vec<StmtKind> = match s {
        StmtKind::Allocate { ty, objects, .. } => {
            let one = |o: &(Expr, AllocShape)| StmtKind::Allocate {
                ty: ty.clone(),
                objects: vec![o.clone()],
                options: vec![],
            };
            objects.iter().map(one).collect()
        }
        StmtKind::Deallocate { objects, .. } => {
            let one = |o: &Expr| StmtKind::Deallocate {
                objects: vec![o.clone()],
                options: vec![],
            };
            objects.iter().map(one).collect()
        }
        _ => vec![],
    };
    each.into_iter().map(Stmt::new).collect()
}

/// `ALLOCATE` with `SOURCE=` or `MOLD=`.
fn allocation(temps: &mut Temps, objects: &[(Expr, AllocShape)], options: &[(SmolStr, Expr)]) -> Option<Block> {
    let is_model = |word: &SmolStr| word == "source" || word == "mold";
    let (word, model) = options.iter().find(|(w, _)| is_model(w))?;
    if !objects.iter().all(|(o, _)| is_plain(o.ty)) || model.ty == Ty::None {
        return None;
    }
    let rest: Vec<(SmolStr, Expr)> = options.iter().filter(|(w, _)| !is_model(w)).cloned().collect();
    let (mut out, mut after) = (vec![], vec![]);
    let mut value = model.clone();
    // a value other than a variable is evaluated once
    if word == "source" && !value.is_designator() && !value.is_literal() {
        let ty = DeclType::plain(value.ty);
        let t = match value.rank {
            0 => temps.local_ref("source", ty, 0),
            _ => {
                let shape = shape_of(temps.program, &value);
                temps.array("source", ty, shape, Filled::Otherwise, &mut out, &mut after)
            }
        };
        out.push(set(temps.program, &t, value));
        value = t;
    }
    let bounds = |o: &Expr, b: &AllocShape| {
        if b.is_empty() && o.rank > 0 {
            bounds_of(&value)
        } else {
            b.clone()
        }
    };
    out.push(Stmt::new(StmtKind::Allocate {
        ty: None,
        objects: objects.iter().map(|(o, b)| (o.clone(), bounds(o, b))).collect(),
        options: rest.clone(),
    }));
    if word == "source" {
        let copies: Block = objects.iter().map(|(o, _)| assign(all_of(o), value.clone())).collect();
        match rest.iter().find(|(w, _)| w == "stat") {
            Some((_, stat)) => out.push(Stmt::guarded(binary(BinaryOp::Eq, stat.clone(), int(0)), copies)),
            None => out.extend(copies),
        }
    }
    out.extend(after);
    Some(out)
}

/// The arguments of `CALL MOVE_ALLOC(from, to)`; `None` if it has others.
pub(crate) fn moved_arguments(args: &[Arg]) -> Option<(&Expr, &Expr)> {
    let named = |k: usize, word: &str| {
        let by_name = |a: &&Arg| a.keyword.as_ref().is_some_and(|w| w.eq_ignore_ascii_case(word));
        let by_place = args.get(k).filter(|a| a.keyword.is_none());
        by_place.or_else(|| args.iter().find(by_name)).and_then(Arg::expr)
    };
    let found = (named(0, "from")?, named(1, "to")?);
    (args.len() == 2).then_some(found)
}

/// True if pointers to the memory of the first argument of `MOVE_ALLOC` point to that of the second one afterwards: a
/// copy would leave them without a target.
pub(crate) fn pointers_follow(program: &Program, from: &Expr, to: &Expr) -> bool {
    let is_target = |e: &Expr| {
        let v = e.base_symbol().and_then(|s| program.symbols[s].variable());
        v.is_some_and(|v| v.attrs.target || v.attrs.pointer)
    };
    is_target(from) && is_target(to)
}

/// `CALL MOVE_ALLOC(from, to)`.
fn moved(program: &Program, args: &[Arg]) -> Option<Block> {
    let (from, to) = moved_arguments(args)?;
    if !is_plain(from.ty) || !is_plain(to.ty) || pointers_follow(program, from, to) {
        return None;
    }
    let copy = assign(all_of(to), from.clone());
    Some(vec![
        deallocate_if_allocated(to),
        Stmt::guarded(
            is_allocated(from),
            vec![allocate_like(to, from), copy, deallocate(from)],
        ),
    ])
}

fn is_plain(ty: Ty) -> bool {
    match ty {
        Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Derived(_) => true,
        Ty::Character | Ty::Class(_) | Ty::Unlimited | Ty::Typeless | Ty::None => false,
    }
}

/// Replaces an allocatable result by a local. The body has one end, and no jumps to it.
pub fn result(program: &mut Program, unit: UnitId) {
    let result = program.units[unit].result;
    let Some((r, v)) = result.and_then(|r| Some((r, program.symbols[r].variable()?.clone()))) else {
        return;
    };
    if !v.attrs.allocatable || !is_plain(v.ty.ty) {
        return;
    }
    let name = program.symbols[r].name.clone();
    let name = Namer::of_unit(program, unit).fresh(&name);
    let local = Variable {
        storage: Storage::Local,
        ..v.clone()
    };
    let local = moved_variable(program, unit, name, local, r);
    replaced::in_unit(program, unit, r, local);
    let mut value = r;
    if v.dims.is_empty() && matches!(v.ty.ty, Ty::Derived(_)) {
        // the caller's adjoint exists, and so does the record whose components are assigned
        let mut result = v;
        result.attrs.allocatable = false;
        let name = Namer::of_unit(program, unit).fresh(&program.symbols[r].name.clone());
        value = new_variable(program, unit, name, result);
        program.units[unit].result = Some(value);
    }
    let last = assign(var(program, value), var(program, local));
    program.units[unit].body.push(last);
}
