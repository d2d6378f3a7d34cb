//! Memory of allocatable components of variables that are assigned or deallocated.
//!
//! * `r = s`, with allocatable components `v`: `r%v` is deallocated; if `s%v` is allocated, `r%v` is allocated with its
//!   bounds and gets its value.
//! * `r = f(x)`: allocatable components of `r` are deallocated first.
//! * `deallocate(a)`: the same for the elements of `a`.

use super::arrays::{allocate_like, deallocate_if_allocated};
use super::leaves::{is_allocatable, is_holder, is_text, parts_of, where_allocated, Part};
use super::records::element_indices;
use super::temps::Temps;
use crate::normalize::downcasts::by_type;
use crate::rules::{bounds_of, is_allocated};
use adc_frontend::ir::*;

/// `ALLOCATE (a(bounds))`.
pub(super) fn allocation(a: &Expr, bounds: AllocShape) -> Stmt {
    allocation_of(None, a, bounds)
}

fn allocation_of(ty: Option<SymbolId>, a: &Expr, bounds: AllocShape) -> Stmt {
    Stmt::new(StmtKind::Allocate {
        ty: ty.map(|t| DeclType::plain(Ty::Derived(t))),
        objects: vec![(a.clone(), bounds)],
        options: vec![],
    })
}

/// `a = b` of allocatable components, if `a` is unallocated; `copy` are the statements that copy the value.
pub(super) fn copied(program: &Program, a: &Expr, b: &Expr, copy: Block) -> Block {
    if is_text(program, a) && a.rank == 0 {
        return vec![Stmt::guarded(is_allocated(b), copy)];
    }
    let made = match b.ty {
        Ty::Class(t) => by_type(program, b, t, &mut |t| {
            Some(vec![allocation_of(Some(t), a, bounds_of(b))])
        }),
        _ => None,
    };
    let made = made.unwrap_or_else(|| vec![allocate_like(a, b)]);
    vec![Stmt::guarded(is_allocated(b), [made, copy].concat())]
}

/// Statements that deallocate the allocatable components of a variable; [`super::records`] must continue with those of
/// derived type. `is_there`: the variable itself is known to be allocated if it is allocatable.
pub(super) fn deallocations(temps: &mut Temps, whole: &Expr, is_there: bool) -> Block {
    if !is_holder(temps.program, whole.ty) {
        return vec![];
    }
    let indices = element_indices(temps, whole);
    let program: &Program = temps.program;
    let inside = parts_of(
        program,
        std::slice::from_ref(whole),
        &indices,
        false,
        &mut |part| match part {
            Part::Leaf([e]) if is_allocatable(program, e) && !e.same(whole) => {
                vec![deallocate_if_allocated(e)]
            }
            // its own components are deallocated before it
            Part::Held([e], _) => vec![deallocate_if_allocated(e)],
            Part::Leaf(_) | Part::Held(..) | Part::Procedure(_) => vec![],
        },
    );
    let inside = inside.unwrap_or_default();
    match is_allocatable(program, whole) && !is_there {
        true => where_allocated(std::slice::from_ref(whole), inside),
        false => inside,
    }
}
