//! The parts of variables of derived type that are no such variables themselves.
//!
//! Zeros, pushes, pops and copies take a variable of derived type apart. A component of an array of types can be named in one reference only where it is
//! no array itself (`p%w`, but not `p%c`): other arrays of types take loops over their elements, nested ones where types with array components nest.
//! Allocatable components of derived type are taken apart, too, where they exist, polymorphic ones for each type that they may have. Pointers are leaves, whatever their type: what they point to is memory of its own. So are
//! allocatable components of a type that holds itself, which have no end.

use super::arrays::{element, shape_of};
use crate::normalize::downcasts;
use crate::normalize::downcasts::{possible_types, shown_as};
use crate::rules::{bound_of, is_allocated};
use adc_frontend::ir::*;

/// How many loop indices [`leaves`] needs at most for a variable of a type and rank.
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

/// What `visit` makes of the leaves of one or more variables of the same type, in order of their components or, where `reversed`, backwards. The first
/// variable gives the shape; scalars among the others stand for all elements. `None` when the elements have no names, as with some vector subscripts.
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
    /// No variable of derived type, or one that is not taken apart.
    Leaf(&'a [Expr]),
    /// An allocatable component of derived type, with what was made of what it holds.
    Held(&'a [Expr], Block),
    /// A procedure pointer.
    Procedure(&'a [Expr]),
}

/// Statements for the parts of the first of some variables, where that exists.
pub fn where_allocated(records: &[Expr], inside: Block) -> Block {
    match records.first() {
        Some(first) if !inside.is_empty() => vec![Stmt::guarded(is_allocated(first), inside)],
        _ => vec![],
    }
}

/// The same as [`leaves`] with a say in what stands around the parts of allocatable components.
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
        // arrays that are allocated are so with the same bounds
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

/// Polymorphic variables, taken apart for each type that they may have. All have that of the first.
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

/// The components of a derived type, and whether a variable of it must be taken element by element.
fn parts(program: &Program, ty: Ty, rank: u8) -> Option<(Vec<SymbolId>, bool)> {
    match ty {
        Ty::Derived(t) => {
            let components = program.components(t);
            Some((components, rank > 0 && !has_scalar_components(program, t)))
        }
        _ => None,
    }
}

/// Loops over all elements, from their first indices to their last, the first dimension innermost.
fn nest(indices: &[Expr], ends: Vec<(Expr, Expr)>, reversed: bool, mut body: Block) -> Block {
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

/// True for a pointer or an allocatable variable or component.
pub fn is_dynamic(program: &Program, symbol: SymbolId) -> bool {
    let v = program.symbols[symbol].variable();
    v.is_some_and(|v| v.attrs.pointer || v.attrs.allocatable)
}

/// True for an allocatable component of derived type that is taken apart.
pub fn is_allocatable_record(program: &Program, component: SymbolId) -> bool {
    let Some(v) = program.symbols[component].variable().filter(|v| v.attrs.allocatable) else {
        return false;
    };
    let types = types_of(program, v.ty.ty);
    !types.is_empty() && !types.into_iter().any(|t| holds_itself(program, t))
}

/// True for what holds pointers or allocatable components, or may.
pub fn is_holder(program: &Program, ty: Ty) -> bool {
    types_of(program, ty).into_iter().any(|t| !is_splittable(program, t))
}

/// The derived types that what is of a type may have.
pub fn types_of(program: &Program, ty: Ty) -> Vec<SymbolId> {
    match ty {
        Ty::Derived(t) => vec![t],
        Ty::Class(t) => possible_types(program, t),
        _ => vec![],
    }
}

/// True for a type with an allocatable component, at any depth, of its own type.
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

/// True for a procedure pointer.
fn is_procedure(program: &Program, symbol: SymbolId) -> bool {
    matches!(program.symbols[symbol].kind, SymbolKind::Procedure(_))
}

/// True for a designator that is a procedure pointer.
pub fn names_procedure(program: &Program, e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Procedure(_)) || named(e).is_some_and(|s| is_procedure(program, s))
}

/// What a designator without subscripts behind it is called: a variable or a component.
pub fn named(e: &Expr) -> Option<SymbolId> {
    match e.kind {
        ExprKind::Var(s) | ExprKind::Component(_, s) => Some(s),
        _ => None,
    }
}

/// True for a whole allocatable variable or component.
pub fn is_allocatable(program: &Program, e: &Expr) -> bool {
    named(e).is_some_and(|s| program.symbols[s].variable().is_some_and(|v| v.attrs.allocatable))
}

/// True for an allocatable text whose length goes with its value. Whether it exists is part of that value, too: assignments allocate and deallocate it.
pub fn is_text(program: &Program, e: &Expr) -> bool {
    let v = named(e).and_then(|s| program.symbols[s].variable());
    v.is_some_and(|v| v.attrs.allocatable && matches!(v.ty.len, Some(CharLen::Deferred)))
}

/// True for a pointer, not for what it points to.
pub fn is_pointer(program: &Program, e: &Expr) -> bool {
    named(e).is_some_and(|s| program.symbols[s].variable().is_some_and(|v| v.attrs.pointer))
}

/// True for a type with parts whose type is not known here.
pub fn is_open(program: &Program, ty: SymbolId) -> bool {
    let holds = |c: SymbolId| match program.symbols[c].ty() {
        Ty::Derived(t) => !is_dynamic(program, c) && is_open(program, t),
        Ty::Class(_) | Ty::Unlimited => !is_dynamic(program, c),
        _ => false,
    };
    program.components(ty).into_iter().any(holds)
}

/// True when the parts of a value that a path of components leads to are numbers and the like, or allocatable arrays of them: no pointers, no types that hold themselves.
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

/// True when a value can be assigned part by part: as [`holds_values`], but for pointers, which point to what others do.
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

/// No pointer or allocatable components.
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

/// True when a component of an array of the type is always an array of its own rank.
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
