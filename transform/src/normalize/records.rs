//! Replaces assignments of derived types by assignments of components.
//!
//! * `r = t(a, b)`, a structure constructor, in both modes: the rules do not handle constructors. `r` may be an array,
//!   all elements of which get that value.
//! * Inherited components have one name, `r%x`, though `r%parent%x` is allowed, too.
//! * `r = s` of variables, in the adjoint. Components without derivatives are then assigned like other passive
//!   variables, and pointers get the targets of those of `s`. Allocatable components are deallocated and allocated
//!   first: see [`super::allocatables`].
//! * `r = f(x)`, and `deallocate(r)`, in the adjoint: allocatable components are deallocated first.

use super::allocatables;
use super::arrays::{all_of, deallocate_if_allocated, shape_of, Filled};
use super::leaves::{
    component, depth, has_scalar_components, is_allocatable, is_copied_by_parts, is_pointer, is_splittable, is_text,
    parts_of, Part,
};
use super::reach::Reach;
use super::temps::{runs_again, Temps};
use crate::normalize::gotos::has_goto;
use crate::options::mode::Mode;
use crate::rules::{bounds_of, is_allocated};
use adc_frontend::ir::*;

/// Checks for a program with a type that extends another one.
pub fn any_inherits(program: &Program) -> bool {
    let extends = |s: &Symbol| matches!(&s.kind, SymbolKind::Type(t) if t.extends.is_some());
    program.symbols.iter().any(|(_, s)| extends(s))
}

/// Gives inherited components one name: `r%parent%x` is `r%x`.
pub fn parents(program: &mut Program, unit: UnitId) {
    let mut body = std::mem::take(&mut program.units[unit].body);
    visit::rewrite_block_exprs(&mut body, &mut |e| {
        let ExprKind::Component(base, _) = &mut e.kind else {
            return;
        };
        if let ExprKind::Component(record, parent) = &base.kind {
            let shows = matches!(record.ty, Ty::Derived(t) if !program.components(t).contains(parent));
            if shows && program.symbols[*parent].variable().is_some() {
                *base = record.clone();
            }
        }
    });
    program.units[unit].body = body;
}

/// Rewrites the whole body of a unit.
pub fn assignments(program: &mut Program, unit: UnitId, mode: Mode, reach: &Reach) {
    let is_record = |e: &Expr| matches!(e.ty, Ty::Derived(_) | Ty::Class(_));
    let mut any = false;
    visit::walk_block(&program.units[unit].body, &mut |s| {
        any |= match &s.kind {
            StmtKind::Assign { lhs, .. } => is_record(lhs),
            StmtKind::Deallocate { objects, .. } => objects.iter().any(is_record),
            _ => false,
        };
    });
    if !any {
        return;
    }
    let body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    temps.repeated = has_goto(&body);
    let body = block(&mut temps, body, mode, reach);
    program.units[unit].body = body;
}

fn block(temps: &mut Temps, stmts: Block, mode: Mode, reach: &Reach) -> Block {
    let mut out = Vec::with_capacity(stmts.len());
    for mut s in stmts {
        if matches!(s.kind, StmtKind::Where { .. }) {
            // statements of a WHERE assign whole arrays, and the adjoint handles only one of them
            out.push(s);
            continue;
        }
        let repeated = temps.repeated;
        temps.repeated |= runs_again(&s.kind);
        s.kind
            .for_each_block_mut(&mut |b| *b = block(temps, std::mem::take(b), mode, reach));
        temps.repeated = repeated;
        let mut before = vec![];
        let replaced = match (&s.kind, mode) {
            (StmtKind::Assign { lhs, rhs }, _) if matches!(rhs.peel().kind, ExprKind::Structure(..)) => {
                constructed(temps, reach, lhs, rhs.peel())
            }
            (StmtKind::Assign { lhs, rhs }, Mode::Reverse) if rhs.is_designator() => {
                copied(temps, reach, lhs, rhs, out.last())
            }
            (StmtKind::Assign { lhs, rhs }, Mode::Reverse) if matches!(rhs.kind, ExprKind::Call(..)) => {
                before = allocatables::deallocations(temps, lhs, false);
                None
            }
            (StmtKind::Deallocate { objects, options }, Mode::Reverse) => {
                let is_there = options.is_empty();
                before = objects
                    .iter()
                    .flat_map(|o| allocatables::deallocations(temps, o, is_there))
                    .collect();
                None
            }
            _ => None,
        };
        let mut replaced = match replaced {
            // components of derived type
            Some(replaced) => block(temps, replaced, mode, reach),
            None if before.is_empty() => {
                out.push(s);
                continue;
            }
            None => {
                let statement = Stmt {
                    lead: vec![],
                    label: None,
                    ..s.clone()
                };
                [block(temps, before, mode, reach), vec![statement]].concat()
            }
        };
        if let Some(first) = replaced.first_mut() {
            first.lead = std::mem::take(&mut s.lead);
            first.label = s.label;
        }
        for r in &mut replaced {
            r.span = s.span;
        }
        out.extend(replaced);
    }
    out
}

/// `a = b` of one derived type, both designators, component by component. `last`: the statement before.
fn copied(temps: &mut Temps, reach: &Reach, lhs: &Expr, rhs: &Expr, last: Option<&Stmt>) -> Option<Block> {
    let program: &Program = temps.program;
    let Ty::Derived(t) = lhs.ty else { return None };
    if rhs.ty != lhs.ty || rhs.rank > lhs.rank || !is_copied_by_parts(program, lhs.ty) || is_result(program, lhs) {
        return None;
    }
    let shares = reach.may_share(rhs, lhs);
    // a subscript must not change half way through
    if reach.is_read_in_subscripts(lhs, lhs) || reach.is_read_in_subscripts(lhs, rhs) {
        return None;
    }
    // element by element, an overlap matters; so does a change of a record that all elements get, and memory that is
    // deallocated first
    let by_element = rhs.rank != lhs.rank || lhs.rank > 0 && !has_scalar_components(program, t);
    if shares && (by_element || !is_splittable(program, t)) {
        return through_another(temps, lhs, rhs);
    }
    match last.and_then(|s| just_allocated(s, lhs)) {
        // with the bounds of the value, if it is a whole array
        Some(whole) if is_allocatable(program, rhs) => components(temps, &whole, rhs),
        Some(_) => components(temps, lhs, rhs),
        None => copied_apart(temps, lhs, rhs),
    }
}

/// The variable that the last statement has allocated, if it is assigned; its components are unallocated.
fn just_allocated(last: &Stmt, assigned: &Expr) -> Option<Expr> {
    let StmtKind::Allocate { objects, .. } = &last.kind else {
        return None;
    };
    let mut objects = objects.iter().map(|o| &o.0);
    let found = objects.find(|o| all_of(o).same(assigned))?;
    Some(found.clone())
}

/// The same, if neither is a part of the other.
fn copied_apart(temps: &mut Temps, lhs: &Expr, rhs: &Expr) -> Option<Block> {
    let mut out = allocatables::deallocations(temps, lhs, lhs.rank > 0);
    let to = match is_allocatable(temps.program, lhs) {
        // it has the shape of the value already
        true if lhs.rank > 0 => all_of(lhs),
        true => {
            out.push(Stmt::when(
                not(is_allocated(lhs)),
                allocatables::allocation(lhs, vec![]),
            ));
            lhs.clone()
        }
        false => lhs.clone(),
    };
    out.extend(components(temps, &to, rhs)?);
    Some(out)
}

/// Checks for a result, which a local variable is assigned to in the end, and which had no value before.
fn is_result(program: &Program, e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Var(s) if program.symbols[s].variable().is_some_and(|v| v.attrs.allocatable && v.storage == Storage::Result))
}

/// `t = b`, `a = t`.
fn through_another(temps: &mut Temps, lhs: &Expr, rhs: &Expr) -> Option<Block> {
    let ty = temps.program.declarable_type(rhs, temps.unit);
    let (mut out, mut after) = (vec![], vec![]);
    let t = match rhs.rank {
        0 => temps.local_ref("record", ty, 0),
        _ => {
            let shape = shape_of(temps.program, rhs);
            temps.array("record", ty, shape, Filled::Otherwise, &mut out, &mut after)
        }
    };
    temps.stands_for(&t, rhs);
    // its components are unallocated here: memory that they get is deallocated below
    out.extend(components(temps, &t, rhs)?);
    out.extend(copied_apart(temps, lhs, &t)?);
    out.extend(allocatables::deallocations(temps, &t, true));
    out.extend(after);
    Some(out)
}

fn components(temps: &mut Temps, lhs: &Expr, rhs: &Expr) -> Option<Block> {
    let pointed = |l: &Expr, r: &Expr| {
        let (lhs, rhs) = (l.clone(), r.clone());
        vec![Stmt::new(StmtKind::PointerAssign { lhs, rhs })]
    };
    let indices = element_indices(temps, lhs);
    let program: &Program = temps.program;
    parts_of(
        program,
        &[lhs.clone(), rhs.clone()],
        &indices,
        false,
        &mut |part| match part {
            Part::Procedure([l, r]) => pointed(l, r),
            Part::Leaf([l, r]) if is_pointer(program, l) => pointed(l, r),
            Part::Leaf([l, r]) if is_allocatable(program, l) => {
                allocatables::copied(program, l, r, vec![assign(all_of(l), r.clone())])
            }
            Part::Leaf([l, r]) => vec![assign(l.clone(), r.clone())],
            Part::Held([l, r], inside) => allocatables::copied(program, l, r, inside),
            Part::Leaf(_) | Part::Held(..) | Part::Procedure(_) => vec![],
        },
    )
}

/// Indices of loops over the elements of a variable.
pub(super) fn element_indices(temps: &mut Temps, whole: &Expr) -> Vec<Expr> {
    (0..depth(temps.program, whole.ty, whole.rank))
        .map(|_| temps.local_ref("ii", DeclType::plain(Ty::Integer(4)), 0))
        .collect()
}

/// `r = t(a, b)`: `r%x = a`, `r%y = b`. The values may read the old value of `r`.
fn constructed(temps: &mut Temps, reach: &Reach, lhs: &Expr, value: &Expr) -> Option<Block> {
    let ExprKind::Structure(ty, args) = &value.kind else {
        return None;
    };
    if value.rank > 0 || !is_copied_by_parts(temps.program, value.ty) || reach.is_read_in_subscripts(lhs, lhs) {
        return None;
    }
    let is_nameable = lhs.rank == 0 || has_scalar_components(temps.program, *ty);
    let may_be_absent = lhs.rank == 0 && is_allocatable(temps.program, lhs);
    if is_nameable && !may_be_absent && !reach.is_read_in(lhs, value) {
        return fill(temps, reach, lhs, *ty, args);
    }
    let t = temps.local_ref("record", DeclType::plain(lhs.ty), 0);
    let mut out = fill(temps, reach, &t, *ty, args)?;
    if is_splittable(temps.program, *ty) && !may_be_absent {
        out.extend(components(temps, lhs, &t)?);
        return Some(out);
    }
    out.push(assign(lhs.clone(), t.clone()));
    out.extend(allocatables::deallocations(temps, &t, true));
    Some(out)
}

fn fill(temps: &mut Temps, reach: &Reach, lhs: &Expr, ty: SymbolId, args: &[Arg]) -> Option<Block> {
    let mut out = vec![];
    for c in temps.program.components(ty) {
        if let Some(beginning) = association(temps.program, c) {
            if let Some(rhs) = given(temps.program, ty, args, c).ok()?.or(beginning) {
                let lhs = component(temps.program, lhs, c);
                out.push(Stmt::new(StmtKind::PointerAssign { lhs, rhs }));
            }
            continue;
        }
        let variable = temps.program.symbols[c].variable()?;
        let is_held = variable.attrs.allocatable;
        let value = match given(temps.program, ty, args, c).ok()? {
            Some(e) => Some(e),
            None if is_held => None,
            None => match &variable.init {
                Some(Init::Value(e)) => Some(e.clone()),
                _ => return None,
            },
        };
        let part = component(temps.program, lhs, c);
        if is_held {
            out.push(deallocate_if_allocated(&part));
        }
        match value {
            Some(value) if is_held && is_null(&value) => {}
            Some(value) if is_held => out.extend(held_value(temps, &part, &value)?),
            Some(value) => match &value.peel().kind {
                ExprKind::Structure(..) => out.extend(constructed(temps, reach, &part, value.peel())?),
                _ => out.push(assign(part, value)),
            },
            None if is_held => {}
            None => return None,
        }
    }
    Some(out)
}

/// The default target of a pointer component, which may be undefined; `None` for other components.
fn association(program: &Program, c: SymbolId) -> Option<Option<Expr>> {
    match &program.symbols[c].kind {
        SymbolKind::Procedure(p) => Some(p.init.clone()),
        SymbolKind::Variable(v) if v.attrs.pointer => Some(match &v.init {
            Some(Init::Pointer(e)) => Some(e.clone()),
            _ => None,
        }),
        _ => None,
    }
}

/// Assigns a value to an allocatable component. An allocatable value may be unallocated.
fn held_value(temps: &mut Temps, part: &Expr, value: &Expr) -> Option<Block> {
    let copy = assign(all_of(part), value.clone());
    if is_allocatable(temps.program, value) {
        return Some(allocatables::copied(temps.program, part, value, vec![copy]));
    }
    if value.rank != part.rank {
        return None;
    }
    if is_text(temps.program, part) {
        return (part.rank == 0).then_some(vec![copy]);
    }
    let bounds = match value.kind {
        ExprKind::Var(_) | ExprKind::Component(..) => bounds_of(value),
        _ => shape_of(temps.program, value).into_iter().map(|n| (None, n)).collect(),
    };
    Some(vec![allocatables::allocation(part, bounds), copy])
}

fn is_null(e: &Expr) -> bool {
    matches!(&e.peel().kind, ExprKind::Intrinsic(id, ..) if id.row().name == "null")
}

/// The value that a structure constructor gives to a component, perhaps as part of a parent; `None` for the default
/// value. An error if it cannot be named.
pub(super) fn given(program: &Program, ty: SymbolId, args: &[Arg], c: SymbolId) -> Result<Option<Expr>, ()> {
    let named = |s: SymbolId| {
        let name = &program.symbols[s].name;
        let is_it = |a: &&Arg| a.keyword.as_ref().is_some_and(|w| w.eq_ignore_ascii_case(name));
        args.iter().find(is_it).and_then(Arg::expr)
    };
    let place = program.components(ty).iter().position(|&x| x == c).ok_or(())?;
    let by_place = args.get(place).filter(|a| a.keyword.is_none());
    if let Some(e) = by_place.and_then(Arg::expr).or_else(|| named(c)) {
        return Ok(Some(e.clone()));
    }
    let parent = |t: SymbolId| match &program.symbols[t].kind {
        SymbolKind::Type(def) => def.extends,
        _ => None,
    };
    let mut parents = std::iter::successors(parent(ty), |&t| parent(t));
    let holds = |t: &SymbolId| program.components(*t).contains(&c);
    match parents.find_map(|t| Some(t).filter(holds).and_then(named)) {
        None => Ok(None),
        Some(whole) => match &whole.peel().kind {
            ExprKind::Structure(t, args) => given(program, *t, args, c),
            _ if whole.is_designator() => Ok(Some(component(program, whole, c))),
            _ => Err(()),
        },
    }
}
