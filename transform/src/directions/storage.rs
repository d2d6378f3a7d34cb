//! Derivatives of variables outside of procedures: in modules, and in COMMON blocks.
//!
//! The number of directions is known at run time, so these derivatives are allocatable variables of modules:
//!
//! ```text
//! module m_d                     module m_dv
//!   real(8) :: xd(5)               real(8), allocatable :: xd(:, :)
//! ```
//!
//! A COMMON block cannot hold allocatable variables. Its shadow `/blk_d/` becomes a module `blk_dv` with the variables
//! of the first procedure that declares it; others must declare variables of the same types and shapes, and use those.
//!
//! With a constant number of directions (`--directions 8`), they are arrays of that extent instead, and nothing allocates
//! them.
//!
//! The derivative of the head first calls a procedure of each such module, which allocates what the caller has not
//! allocated for this number of directions, and sets that to zero.

use super::carriers::Directions;
use super::declare::count_named;
use crate::assemble::generator::Generator;
use crate::code::elsewhere;
use crate::normalize::arrays::{allocate_within, deallocate};
use crate::normalize::temps::new_variable;
use crate::rules::{is_allocated, size_of};
use adc_frontend::ast::fold;
use adc_frontend::codes;
use adc_frontend::consteval::int_const;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Variables that are allocated, with their dimensions for one direction, by module.
pub(super) type Allocated = IndexMap<UnitId, Vec<(SymbolId, Vec<Dim>)>>;

/// Turns shadows of COMMON blocks into modules.
pub(crate) fn modules_for_commons(g: &mut Generator) {
    let blocks: Vec<CommonId> = g.common_shadows().collect();
    for block in blocks {
        if refuse_records(g, block) {
            continue;
        }
        let uses = |u: &Unit| u.commons.iter().find(|c| c.common == block).cloned();
        let views: Vec<(UnitId, CommonUse)> = g.out.units.iter().filter_map(|(u, x)| Some((u, uses(x)?))).collect();
        let Some((_, view)) = views.first() else { continue };
        let module = Unit::new(g.out.commons[block].name.clone(), UnitKind::Module);
        let module = g.out.units.alloc(Unit {
            implicit_none: true,
            ..module
        });
        g.roots.insert(0, module);
        let made: Vec<SymbolId> = view.members.iter().filter_map(|&s| moved(g, module, s)).collect();
        for (unit, view) in &views {
            take_from(g, *unit, module, view, &made);
        }
    }
}

/// Refuses blocks with objects: their type is that of one procedure.
fn refuse_records(g: &mut Generator, block: CommonId) -> bool {
    let uses = g
        .out
        .units
        .iter()
        .flat_map(|(_, x)| &x.commons)
        .filter(|c| c.common == block);
    let is_record = |c: &&CommonUse| {
        c.members
            .iter()
            .any(|&s| matches!(g.out.symbols[s].ty(), Ty::Derived(_)))
    };
    let found = uses.filter(is_record).map(|c| c.span).next();
    if let Some(span) = found {
        let text = "the derivatives of objects in a COMMON block cannot be those of many directions yet";
        g.refuse(codes::UNSUPPORTED_DATA, span, text);
    }
    found.is_some()
}

/// A variable of the module like a member of the block.
fn moved(g: &mut Generator, module: UnitId, member: SymbolId) -> Option<SymbolId> {
    let v = elsewhere(&g.out, g.out.symbols[member].variable()?);
    let name = g.out.symbols[member].name.clone();
    let variable = Variable {
        storage: Storage::Module,
        ..v
    };
    Some(new_variable(&mut g.out, module, name, variable))
}

/// Lets a procedure use the variables of the module in place of the members of its block.
fn take_from(g: &mut Generator, unit: UnitId, module: UnitId, view: &CommonUse, made: &[SymbolId]) {
    let members = || view.members.iter().copied().zip(made.iter().copied());
    if view.members.len() != made.len() || !members().all(|(s, m)| is_alike(&g.out, s, m)) {
        let name = g.out.commons[view.common].name.clone();
        let text = format!("the derivatives of this COMMON block (`{name}`) cannot be those of many directions: procedures declare its members in different ways");
        return g.refuse(codes::UNSUPPORTED_DATA, view.span, text);
    }
    let pairs: IndexMap<SymbolId, SymbolId> = members().collect();
    g.out.units[unit].commons.retain(|c| c.common != view.common);
    for (&old, &new) in &pairs {
        let name = g.out.symbols[old].name.clone();
        let x = &mut g.out.units[unit];
        x.symbols.retain(|&s| s != old);
        x.names.shift_remove(&fold(&name));
        g.out.use_only(unit, module, new, name);
    }
    let mut open = vec![unit];
    while let Some(u) = open.pop() {
        visit::rewrite_unit_exprs(&mut g.out, u, &mut |e| {
            if let ExprKind::Var(s) = &mut e.kind {
                *s = pairs.get(s).copied().unwrap_or(*s);
            }
        });
        open.extend(g.out.units[u].contains.iter().copied());
    }
    g.replace_shadows(&pairs);
}

/// True for variables of one type and shape.
fn is_alike(program: &Program, a: SymbolId, b: SymbolId) -> bool {
    let (Some(v), Some(w)) = (program.symbols[a].variable(), program.symbols[b].variable()) else {
        return false;
    };
    let bounds = |d: &Dim| match d {
        Dim::Explicit(lo, hi) => Some((
            lo.as_ref().map_or(Some(1), |e| int_const(program, e))?,
            int_const(program, hi)?,
        )),
        _ => None,
    };
    let same = |(d, e): (&Dim, &Dim)| bounds(d).is_some() && bounds(d) == bounds(e);
    v.ty.ty == w.ty.ty && v.dims.len() == w.dims.len() && v.dims.iter().zip(&w.dims).all(same)
}

/// Makes a variable of a module allocatable; `None` for one that is a pointer or allocatable in any case.
pub(super) fn allocatable(v: &mut Variable) -> Option<Vec<Dim>> {
    if v.attrs.allocatable || v.attrs.pointer {
        return None;
    }
    v.attrs.allocatable = true;
    let rank = v.dims.len();
    Some(std::mem::replace(&mut v.dims, vec![Dim::Deferred; rank]))
}

/// Adds the procedures that allocate, and their calls from the derivatives of heads that use one of the variables.
/// `heads`: with their derivatives.
pub(super) fn allocate(g: &mut Generator, all: &Directions, heads: &[(UnitId, UnitId)], allocated: Allocated) {
    let mut procedures = vec![];
    for (module, variables) in allocated {
        let stem = format!("allocate_{}", g.out.units[module].name);
        let mut unit = Unit::new("", UnitKind::Subroutine);
        unit.parent = Some(module);
        unit.implicit_none = true;
        let unit = g.out.units.alloc(unit);
        let symbol = g.name_procedure(unit, Some(module), &stem);
        let nd = count_named(&mut g.out, unit, "nd".into());
        g.out.units[unit].args = vec![Some(nd)];
        let nd = var(&g.out, nd);
        let primals = variables.iter().map(|(s, _)| g.primals.get(s).copied());
        let primals: Vec<Option<SymbolId>> = primals.collect();
        let body = variables
            .into_iter()
            .flat_map(|(s, dims)| allocation(&g.out, s, dims, &nd));
        g.out.units[unit].body = body.collect();
        procedures.push((unit, symbol, primals));
    }
    for &(of, head) in heads {
        let Some(count) = all.argument(head) else { continue };
        let mut wanted = vec![];
        for (unit, symbol, primals) in &procedures {
            let lists = |p: SymbolId| g.head(of).listed().any(|l| l == p || g.is_same_member(l, p));
            if primals.iter().any(|p| p.is_none_or(|p| lists(p) || g.concerns(of, p))) {
                wanted.push((*unit, *symbol));
            }
        }
        let calls = wanted.into_iter().map(|(unit, symbol)| {
            let proc = g.procedure_in(head, unit, symbol);
            Stmt::new(StmtKind::Call {
                callee: Callee::direct(proc),
                args: vec![Arg::pos(var(&g.out, count))],
            })
        });
        let calls: Block = calls.collect();
        g.out.units[head].body.splice(0..0, calls);
    }
}

fn allocation(program: &Program, s: SymbolId, dims: Vec<Dim>, nd: &Expr) -> Block {
    let x = var(program, s);
    let has_other = binary(BinaryOp::Ne, size_of(&x, Some(1)), nd.clone());
    let free = Stmt::when(has_other, deallocate(&x));
    let bounds = dims.into_iter().filter_map(|d| match d {
        Dim::Explicit(lo, hi) => Some((lo, hi)),
        _ => None,
    });
    let shape = std::iter::once((None, nd.clone())).chain(bounds).collect();
    let mut make = vec![allocate_within(&x, shape)];
    if x.ty.is_differentiable() {
        make.push(assign(x.clone(), zero(x.ty)));
    }
    vec![
        Stmt::guarded(is_allocated(&x), vec![free]),
        Stmt::guarded(not(is_allocated(&x)), make),
    ]
}
