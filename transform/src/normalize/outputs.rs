//! The effects of `intent(out)` on entry to a procedure: allocatable arguments are deallocated, and components get the
//! default values of their type. In the adjoint these arguments are `inout`, so statements do this.

use super::arrays::deallocate_if_allocated;
use super::leaves::{depth, is_allocatable, named, parts_of, Part};
use super::records::given;
use super::temps::Temps;
use crate::normalize::downcasts::possible_types;
use adc_analysis::path_of;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::IndexSet;

/// Adds the statements to a unit.
pub fn begin(program: &mut Program, unit: UnitId) -> Vec<Diagnostic> {
    let mut messages = vec![];
    let mut begin = vec![];
    for dummy in program.units[unit].args.clone().into_iter().flatten() {
        let Some(v) = program.symbols[dummy].variable() else {
            continue;
        };
        let a = &v.attrs;
        if a.intent != Some(Intent::Out) || a.optional || a.pointer {
            continue;
        }
        let whole = var(program, dummy);
        if a.allocatable {
            begin.push(deallocate_if_allocated(&whole));
        } else if begins_anew(program, v.ty.ty) {
            match components(&mut Temps::new(program, unit), &whole) {
                Some(statements) => begin.extend(statements),
                None => messages.push(Diagnostic::error(
                    codes::UNSUPPORTED_DATA,
                    program.symbols[dummy].span,
                    format!(
                        "the adjoint cannot set the initial values of the components of `{}` yet",
                        program.symbols[dummy].name
                    ),
                )),
            }
        }
    }
    program.units[unit].body.splice(0..0, begin);
    messages
}

/// Checks for a type with a component that is allocatable or has a default value.
pub fn begins_anew(program: &Program, ty: Ty) -> bool {
    needs_beginning(program, ty, &mut IndexSet::new())
}

fn needs_beginning(program: &Program, ty: Ty, seen: &mut IndexSet<SymbolId>) -> bool {
    let t = match ty {
        Ty::Derived(t) => t,
        Ty::Class(t) => {
            let mut types = possible_types(program, t).into_iter();
            return types.any(|t| needs_beginning(program, Ty::Derived(t), seen));
        }
        _ => return false,
    };
    seen.insert(t)
        && program.components(t).into_iter().any(|c| {
            if let SymbolKind::Procedure(p) = &program.symbols[c].kind {
                return p.init.is_some();
            }
            let v = program.symbols[c].variable();
            v.is_some_and(|v| v.init.is_some() || v.attrs.allocatable || needs_beginning(program, v.ty.ty, seen))
        })
}

/// Statements that give the components of a variable their initial state; `None` if they cannot be named.
pub(super) fn components(temps: &mut Temps, whole: &Expr) -> Option<Block> {
    let program: &Program = temps.program;
    let is_open = match whole.ty {
        Ty::Derived(t) => super::leaves::is_open(program, t),
        Ty::Class(t) => possible_types(program, t)
            .into_iter()
            .any(|t| super::leaves::is_open(program, t)),
        _ => false,
    };
    if is_open {
        return None;
    }
    let levels = depth(temps.program, whole.ty, whole.rank);
    let indices: Vec<Expr> = (0..levels)
        .map(|_| temps.local_ref("ii", DeclType::plain(Ty::Integer(4)), 0))
        .collect();
    let program: &Program = temps.program;
    let mut complete = true;
    let statements = parts_of(program, std::slice::from_ref(whole), &indices, false, &mut |part| {
        let leaf = match part {
            Part::Leaf([leaf]) => leaf,
            Part::Held([record], _) => return vec![deallocate_if_allocated(record)],
            Part::Procedure([pointer]) => return association(program, pointer),
            Part::Leaf(_) | Part::Held(..) | Part::Procedure(_) => return vec![],
        };
        if is_allocatable(program, leaf) {
            return vec![deallocate_if_allocated(leaf)];
        }
        match beginning(program, &path_of(leaf)) {
            Ok(Some(Init::Value(e))) => vec![assign(leaf.clone(), e)],
            Ok(Some(Init::Pointer(rhs))) => vec![Stmt::new(StmtKind::PointerAssign { lhs: leaf.clone(), rhs })],
            Ok(None) => vec![],
            Err(()) => {
                complete = false;
                vec![]
            }
        }
    })?;
    complete.then_some(statements)
}

/// The initial association of a procedure pointer.
fn association(program: &Program, pointer: &Expr) -> Block {
    let init = named(pointer).and_then(|s| match &program.symbols[s].kind {
        SymbolKind::Procedure(p) => p.init.clone(),
        _ => None,
    });
    let lhs = pointer.clone();
    let begun = init.map(|rhs| Stmt::new(StmtKind::PointerAssign { lhs, rhs }));
    begun.into_iter().collect()
}

/// The default value of a component; that of the outermost component on its path that has one.
fn beginning(program: &Program, path: &[SymbolId]) -> Result<Option<Init>, ()> {
    for (k, &c) in path.iter().enumerate() {
        match program.symbols[c].variable().and_then(|v| v.init.clone()) {
            None => {}
            Some(Init::Value(e)) => return within(program, e, path.get(k + 1..).unwrap_or(&[])),
            Some(pointer) => return Ok(Some(pointer)),
        }
    }
    Ok(None)
}

/// The part of a value for the component that a path leads to.
fn within(program: &Program, value: Expr, path: &[SymbolId]) -> Result<Option<Init>, ()> {
    let Some((&c, rest)) = path.split_first() else {
        return Ok(Some(Init::Value(value)));
    };
    let ExprKind::Structure(t, args) = &value.peel().kind else {
        return Err(());
    };
    match given(program, *t, args, c)? {
        Some(e) => within(program, e, rest),
        None => beginning(program, path),
    }
}
