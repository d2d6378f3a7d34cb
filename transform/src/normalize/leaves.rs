//! The leaves of variables of derived type: parts that are not of derived type themselves.
//!
//! Zeros, pushes, pops and copies split a variable of derived type into its leaves. One reference can name a component
//! of all elements of an array of records only if the component is scalar (`p%w`, but not `p%c`). Other arrays of
//! records need loops over their elements, nested ones if types with array components nest.
//!
//! Allocatable components of derived type are also split if they are allocated, and polymorphic ones for each type that
//! they may have. Pointers are leaves of any type: their targets are separate memory. So are allocatable components of
//! a recursive type, whose nesting is unlimited.

use super::arrays::{element, shape_of};
use crate::normalize::downcasts;
use crate::normalize::downcasts::{possible_types, shown_as};
use crate::rules::{bound_of, is_allocated};
use adc_frontend::ir::*;

/// The number of loop indices that [`leaves`] needs at most for a variable of a type and rank.
pub fn depth(program: &Program, ty: Ty, rank: u8) -> usize {
    if let Ty::Class(t) = ty {
        let types = possible_types(program, t).into_iter();
        return types.map(|t| depth(program, Ty::Derived(t), rank)).max().unwrap_or(0);
    }
    let Some((components, looped)) = parts(program, ty, rank) else {
        return 0;
    };
    let (own, inner) = if looped { (rank as usize, 0) } else { (0, rank) };
    let of = |&c: &SymbolId| depth(program, program.symbols[c].ty(), inner.max(program.symbols[c].rank()));
    let held = components
        .iter()
        .filter(|&&c| !is_dynamic(program, c) || is_allocatable_record(program, c));
    own + held.map(of).max().unwrap_or(0)
}

/// The statements that `visit` returns for the leaves of one or more variables of the same type, in order of their
/// components, or in reverse order if `reversed`. The first variable determines the shape; scalars among the others
/// stand for all elements. `None` if the elements cannot be named, as with some vector subscripts.
pub fn leaves(
    program: &Program,
    records: &[Expr],
    indices: &[Expr],
    reversed: bool,
    visit: &mut dyn FnMut(&[Expr]) -> Block,
) -> Option<Block> {
    parts_of(program, records, indices, reversed, &mut |part| match part {
        Part::Leaf(leaf) => visit(leaf),
        Part::Held(records, inside) => where_allocated(records, inside),
        Part::Procedure(_) => vec![],
    })
}

/// A part of one or more variables of the same type.
pub enum Part<'a> {
    /// A part that is not of derived type, or is not split.
    Leaf(&'a [Expr]),
    /// An allocatable component of derived type, with the statements for its parts.
    Held(&'a [Expr], Block),
    /// A procedure pointer.
    Procedure(&'a [Expr]),
}

/// Guards statements for the parts of some variables by the allocation status of the first.
pub fn where_allocated(records: &[Expr], inside: Block) -> Block {
    match records.first() {
        Some(first) if !inside.is_empty() => vec![Stmt::guarded(is_allocated(first), inside)],
        _ => vec![],
    }
}

/// The same as [`leaves`], except that `visit` also wraps the statements for allocatable components.
pub fn parts_of(
    program: &Program,
    records: &[Expr],
    indices: &[Expr],
    reversed: bool,
    visit: &mut dyn FnMut(Part) -> Block,
) -> Option<Block> {
    let model = records.first()?;
    if let Ty::Class(t) = model.ty {
        return by_type(program, t, records, indices, reversed, visit);
    }
    let Some((components, looped)) = parts(program, model.ty, model.rank) else {
        return Some(visit(Part::Leaf(records)));
    };
    if looped {
        let (own, inner) = indices.split_at_checked(model.rank as usize)?;
        // allocatable arrays are allocated with the same bounds
        let by_bounds = records.iter().all(|r| is_allocatable(program, r));
        let at = own.iter().map(|i| Subscript::At(i.clone()));
        let elements: Option<Vec<Expr>> = match by_bounds {
            true => Some(records.iter().map(|r| index(r.clone(), at.clone().collect())).collect()),
            false => records.iter().map(|r| element(program, r, own)).collect(),
        };
        let body = parts_of(program, &elements?, inner, reversed, visit)?;
        let ends = match by_bounds {
            true => (1..=i64::from(model.rank))
                .map(|d| (bound_of("lbound", model, d), bound_of("ubound", model, d)))
                .collect(),
            false => shape_of(program, model).into_iter().map(|n| (int(1), n)).collect(),
        };
        return Some(nest(own, ends, reversed, body));
    }
    let mut out = vec![];
    let mut add = |c: SymbolId| -> Option<()> {
        let records: Vec<Expr> = records.iter().map(|r| component(program, r, c)).collect();
        if is_procedure(program, c) {
            out.extend(visit(Part::Procedure(&records)));
        } else if is_allocatable_record(program, c) {
            let inside = parts_of(program, &records, indices, reversed, visit)?;
            out.extend(visit(Part::Held(&records, inside)));
        } else if is_dynamic(program, c) {
            out.extend(visit(Part::Leaf(&records)));
        } else {
            out.extend(parts_of(program, &records, indices, reversed, visit)?);
        }
        Some(())
    };
    match reversed {
        false => components.iter().try_for_each(|&c| add(c))?,
        true => components.iter().rev().try_for_each(|&c| add(c))?,
    }
    Some(out)
}

/// Splits polymorphic variables for each type that they may have. All have the type of the first.
fn by_type(
    program: &Program,
    ty: SymbolId,
    records: &[Expr],
    indices: &[Expr],
    reversed: bool,
    visit: &mut dyn FnMut(Part) -> Block,
) -> Option<Block> {
    downcasts::by_type(program, records.first()?, ty, &mut |t| {
        let shown: Option<Vec<Expr>> = records.iter().map(|r| shown_as(program, r, t)).collect();
        parts_of(program, &shown?, indices, reversed, visit)
    })
}

/// The components of a derived type, and true if a variable of it must be split element by element.
fn parts(program: &Program, ty: Ty, rank: u8) -> Option<(Vec<SymbolId>, bool)> {
    match ty {
        Ty::Derived(t) => {
            let components = program.components(t);
            Some((components, rank > 0 && !has_scalar_components(program, t)))
        }
        _ => None,
    }
}

/// Loops over all elements, from the first indices to the last, the first dimension innermost.
pub(crate) fn nest(indices: &[Expr], ends: Vec<(Expr, Expr)>, reversed: bool, mut body: Block) -> Block {
    for (i, (lo, hi)) in indices.iter().zip(ends) {
        let ExprKind::Var(var) = i.kind else { continue };
        if body.is_empty() {
            return body;
        }
        let (lo, hi, step) = if reversed {
            (hi, lo, Some(int(-1)))
        } else {
            (lo, hi, None)
        };
        body = vec![Stmt::new(StmtKind::Do {
            name: None,
            control: DoControl::count(var, lo, hi, step),
            body,
        })];
    }
    body
}

/// Checks for a pointer or an allocatable variable or component.
pub fn is_dynamic(program: &Program, symbol: SymbolId) -> bool {
    let v = program.symbols[symbol].variable();
    v.is_some_and(|v| v.attrs.pointer || v.attrs.allocatable)
}

/// Checks for an allocatable component of derived type that is split.
pub fn is_allocatable_record(program: &Program, component: SymbolId) -> bool {
    let Some(v) = program.symbols[component].variable().filter(|v| v.attrs.allocatable) else {
        return false;
    };
    let types = types_of(program, v.ty.ty);
    !types.is_empty() && !types.into_iter().any(|t| holds_itself(program, t))
}

/// Checks for a type whose variables contain pointers or allocatable components, or may contain them.
pub fn is_holder(program: &Program, ty: Ty) -> bool {
    types_of(program, ty).into_iter().any(|t| !is_splittable(program, t))
}

/// The derived types that a variable of a type may have.
pub fn types_of(program: &Program, ty: Ty) -> Vec<SymbolId> {
    match ty {
        Ty::Derived(t) => vec![t],
        Ty::Class(t) => possible_types(program, t),
        _ => vec![],
    }
}

/// Checks for a recursive type: one with an allocatable component, at any depth, of its own type.
fn holds_itself(program: &Program, ty: SymbolId) -> bool {
    let held = |t: SymbolId| {
        let components = program.components(t).into_iter();
        let kept = components.filter_map(|c| program.symbols[c].variable().filter(|v| !v.attrs.pointer));
        kept.flat_map(|v| types_of(program, v.ty.ty))
    };
    let mut seen = vec![];
    let mut work: Vec<SymbolId> = held(ty).collect();
    while let Some(t) = work.pop() {
        if !seen.contains(&t) {
            seen.push(t);
            work.extend(held(t));
        }
    }
    seen.contains(&ty)
}

/// Checks for a procedure pointer.
fn is_procedure(program: &Program, symbol: SymbolId) -> bool {
    matches!(program.symbols[symbol].kind, SymbolKind::Procedure(_))
}

/// Checks for a designator of a procedure or procedure pointer.
pub fn names_procedure(program: &Program, e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Procedure(_)) || named(e).is_some_and(|s| is_procedure(program, s))
}

/// The last name of a designator without trailing subscripts: a variable or a component.
pub fn named(e: &Expr) -> Option<SymbolId> {
    match e.kind {
        ExprKind::Var(s) | ExprKind::Component(_, s) => Some(s),
        _ => None,
    }
}

/// Checks for a whole allocatable variable or component.
pub fn is_allocatable(program: &Program, e: &Expr) -> bool {
    named(e).is_some_and(|s| program.symbols[s].variable().is_some_and(|v| v.attrs.allocatable))
}

/// Checks for an allocatable string of deferred length. Its allocation status is part of its value, too: assignments
/// allocate and deallocate it.
pub fn is_text(program: &Program, e: &Expr) -> bool {
    let v = named(e).and_then(|s| program.symbols[s].variable());
    v.is_some_and(|v| v.attrs.allocatable && matches!(v.ty.len, Some(CharLen::Deferred)))
}

/// Checks for a pointer, as opposed to its target.
pub fn is_pointer(program: &Program, e: &Expr) -> bool {
    named(e).is_some_and(|s| program.symbols[s].variable().is_some_and(|v| v.attrs.pointer))
}

/// Checks for a type with parts of unknown type.
pub fn is_open(program: &Program, ty: SymbolId) -> bool {
    let holds = |c: SymbolId| match program.symbols[c].ty() {
        Ty::Derived(t) => !is_dynamic(program, c) && is_open(program, t),
        Ty::Class(_) | Ty::Unlimited => !is_dynamic(program, c),
        _ => false,
    };
    program.components(ty).into_iter().any(holds)
}

/// Checks whether the parts of a value that a path of components leads to are values: intrinsic types or allocatable
/// arrays of them, without pointers or recursive types.
pub fn holds_values(program: &Program, ty: Ty, path: &[SymbolId]) -> bool {
    let t = match ty {
        Ty::Derived(t) => t,
        Ty::Class(t) => {
            let mut types = possible_types(program, t).into_iter();
            return types.all(|t| holds_values(program, Ty::Derived(t), &[]));
        }
        Ty::Unlimited => return false,
        _ => return true,
    };
    let rest = path.get(1..).unwrap_or(&[]);
    let is_on_path = |c: &SymbolId| path.first().is_none_or(|p| p == c);
    let holds = |c: SymbolId| {
        program.symbols[c].variable().is_some_and(|v| {
            let is_record = matches!(v.ty.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited);
            let is_elsewhere =
                v.attrs.pointer || v.attrs.allocatable && is_record && !is_allocatable_record(program, c);
            !is_elsewhere && holds_values(program, v.ty.ty, rest)
        })
    };
    program.components(t).into_iter().filter(is_on_path).all(holds)
}

/// Checks whether a value can be assigned part by part: as [`holds_values`], except that pointers are allowed, which
/// get the same targets.
pub fn is_copied_by_parts(program: &Program, ty: Ty) -> bool {
    let is_one = |c: SymbolId| match program.symbols[c].variable() {
        None => true,
        Some(v) if v.attrs.pointer => v.ty.ty != Ty::Unlimited,
        Some(v) => {
            let is_record = matches!(v.ty.ty, Ty::Derived(_) | Ty::Class(_));
            let is_taken_apart = !v.attrs.allocatable || is_allocatable_record(program, c);
            !is_record && v.ty.ty != Ty::Unlimited || is_taken_apart && is_copied_by_parts(program, v.ty.ty)
        }
    };
    let types = types_of(program, ty);
    let known = !matches!(ty, Ty::Unlimited);
    known && types.into_iter().all(|t| program.components(t).into_iter().all(is_one))
}

/// Checks for a type without pointer or allocatable components.
pub fn is_splittable(program: &Program, ty: SymbolId) -> bool {
    let is_plain = |c: SymbolId| {
        !is_dynamic(program, c)
            && !is_procedure(program, c)
            && match program.symbols[c].ty() {
                Ty::Derived(t) => is_splittable(program, t),
                _ => true,
            }
    };
    program.components(ty).into_iter().all(is_plain)
}

/// Checks whether each component of an array of the type is an array of the same rank.
pub fn has_scalar_components(program: &Program, ty: SymbolId) -> bool {
    program.components(ty).into_iter().all(|c| {
        let symbol = &program.symbols[c];
        symbol.rank() == 0
            && !is_dynamic(program, c)
            && !is_procedure(program, c)
            && match symbol.ty() {
                Ty::Derived(t) => has_scalar_components(program, t),
                _ => true,
            }
    })
}

/// A component of a record designator.
pub fn component(program: &Program, record: &Expr, c: SymbolId) -> Expr {
    let rank = record.rank.max(program.symbols[c].rank());
    expr(
        ExprKind::Component(Box::new(record.clone()), c),
        program.symbols[c].ty(),
        rank,
    )
}
