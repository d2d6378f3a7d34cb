//! Replaces names that BLOCK and ASSOCIATE declare by names of the procedure.
//!
//! * A variable of a `BLOCK` becomes a variable of the procedure. Its components get the default values of their type
//!   at the beginning of the block.
//! * One with SAVE or an initial value keeps it: nothing begins anew.
//! * A variable that is allocatable, or has bounds known only in the block, becomes an allocatable variable. At the
//!   beginning of the block it is deallocated, if it is still allocated, and allocated: a block has many exits.
//! * A constant of a `BLOCK` becomes a constant of the procedure.
//! * A type of a `BLOCK` becomes a type of the procedure, unless its components depend on other declarations of the
//!   block.
//! * The associate name of a variable becomes the variable, with subscripts evaluated at the beginning of the
//!   construct. Subscripts of a section's name become subscripts of the section: with `row => a(2, 1:n:2)`, `row(i)` is
//!   `a(2, 1 + (i-1)*2)`.
//! * The associate name of a value becomes a variable, allocatable if it is an array.

use super::arrays::{all_of, allocate, deallocate_if_allocated, lower_bound, set, shape_of};
use super::leaves::{component, is_allocatable};
use super::moving::Moving;
use super::outputs;
use super::scopes::replace;
use super::selectors::{keep, settle};
use super::temps::{moved_variable, Temps};
use crate::code::indices::nth;
use crate::code::plain_kind;
use adc_frontend::consteval::{const_bounds, int_const, kind_of_literal, LiteralKind};
use adc_frontend::ir::visit::{declared_exprs_mut, mentions, rewrite_block_exprs, rewrite_symbols, rewrite_symbols_in};
use adc_frontend::ir::*;

/// The statements of a BLOCK, and its locals that must stay in it; `None` if all must.
pub(super) fn scope(temps: &mut Temps, locals: &[SymbolId], body: &Block) -> Option<(Block, Vec<SymbolId>)> {
    let staying = staying(temps.program, locals);
    let mut fresh: Vec<(SymbolId, SymbolId)> = vec![];
    let mut out = vec![];
    for &l in locals.iter().filter(|l| !staying.contains(l)) {
        if matches!(temps.program.symbols[l].kind, SymbolKind::Type(_)) {
            own_type(temps, l);
            continue;
        }
        let own = own_name(temps, l, &fresh, &mut out)?;
        fresh.push((l, own));
    }
    for &l in &staying {
        let mut kind = temps.program.symbols[l].kind.clone();
        declared_exprs_mut(&mut kind, &mut |e| {
            rewrite_symbols_in(e, &mut |s| replace(s, &fresh));
        });
        temps.program.symbols[l].kind = kind;
    }
    // DATA statements of blocks are kept with those of the procedure
    for o in temps.program.units[temps.unit]
        .data
        .iter_mut()
        .flat_map(|d| &mut d.objects)
    {
        rewrite_symbols_in(o, &mut |s| replace(s, &fresh));
    }
    let mut body = body.clone();
    rewrite_symbols(&mut body, &mut |s| replace(s, &fresh));
    let (program, unit) = (&*temps.program, temps.unit);
    rewrite_block_exprs(&mut body, &mut |e| {
        let (ExprKind::Real(text) | ExprKind::Int(text) | ExprKind::Logical(text)) = &e.kind else {
            return;
        };
        // the block, or a USE in it, may have declared the name of the kind
        if let LiteralKind::Named(name) = kind_of_literal(text) {
            let known = program.lookup(unit, name).map(|s| int_const(program, &var(program, s)));
            if known.flatten() != e.ty.kind().map(i64::from) {
                plain_kind(e);
            }
        }
    });
    out.extend(body);
    Some((out, staying))
}

/// Locals that cannot be declared in the procedure, and those whose declarations name such ones.
fn staying(program: &Program, locals: &[SymbolId]) -> Vec<SymbolId> {
    let mut staying: Vec<SymbolId> = vec![];
    loop {
        let stays = |l: SymbolId| match &program.symbols[l].kind {
            SymbolKind::Constant(_) => false,
            SymbolKind::Type(_) => !is_apart(program, l, locals),
            SymbolKind::Variable(v) => {
                let a = &v.attrs;
                let has_length = v.ty.lengths().any(|e| int_const(program, e).is_none());
                let is_text =
                    v.ty.len.is_some() && (has_length || a.allocatable || !v.dims.iter().all(|d| is_known(program, d)));
                let is_open = matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited) && !a.allocatable && !a.pointer;
                let of_staying = matches!(v.ty.ty, Ty::Derived(t) | Ty::Class(t) if staying.contains(&t));
                is_text || is_open || of_staying
            }
            _ => true,
        };
        let names = |l: SymbolId| {
            let mut found = false;
            let mut kind = program.symbols[l].kind.clone();
            declared_exprs_mut(&mut kind, &mut |e| found |= mentions(e, &|s| staying.contains(&s)));
            found
        };
        let more = locals.iter().copied().filter(|l| !staying.contains(l));
        let more: Vec<SymbolId> = more.filter(|&l| stays(l) || names(l)).collect();
        if more.is_empty() {
            return staying;
        }
        staying.extend(more);
    }
}

/// Checks for a type whose declaration names no locals of its BLOCK except types.
fn is_apart(program: &Program, ty: SymbolId, locals: &[SymbolId]) -> bool {
    let is_local = |s: SymbolId| locals.contains(&s);
    let SymbolKind::Type(def) = &program.symbols[ty].kind else {
        return false;
    };
    def.bindings.is_empty()
        && def.components.iter().all(|&c| {
            let Some(v) = program.symbols[c].variable() else {
                return false;
            };
            let mut exprs: Vec<&Expr> = v.specification().collect();
            match &v.init {
                Some(Init::Value(e) | Init::Pointer(e)) => exprs.push(e),
                None => {}
            }
            if let KindSpelling::Expr(e) = &v.ty.spelling {
                exprs.push(e);
            }
            v.ty.len.is_none() && !exprs.into_iter().any(|e| mentions(e, &is_local))
        })
}

/// Moves a type of a BLOCK to the procedure, perhaps under another name.
fn own_type(temps: &mut Temps, ty: SymbolId) {
    let stem = temps.program.symbols[ty].name.clone();
    let name = temps.names().fresh(&stem);
    let unit = &mut temps.program.units[temps.unit];
    unit.names.insert(adc_frontend::ast::fold(&name), ty);
    if !unit.symbols.contains(&ty) {
        unit.symbols.push(ty);
    }
    temps.program.symbols[ty].name = name;
}

/// A name of the procedure for a name of a BLOCK. Adds to `begin` the statements that initialise it.
fn own_name(temps: &mut Temps, local: SymbolId, fresh: &[(SymbolId, SymbolId)], begin: &mut Block) -> Option<SymbolId> {
    let symbol = temps.program.symbols[local].clone();
    let name = temps.names().fresh(&symbol.name);
    let renamed = |e: &mut Expr| rewrite_symbols_in(e, &mut |s| replace(s, fresh));
    let mut v = match symbol.kind {
        SymbolKind::Variable(v) => v,
        SymbolKind::Constant(mut c) => {
            renamed(&mut c.value);
            let bounds = c.dims.iter_mut().flat_map(Dim::bounds_mut);
            bounds.chain(c.ty.lengths_mut()).for_each(renamed);
            let folded = adc_frontend::ast::fold(&name);
            let constant = Symbol {
                name,
                owner: Some(temps.unit),
                kind: SymbolKind::Constant(c),
                ..symbol
            };
            let constant = temps.program.add_symbol(constant);
            temps.program.units[temps.unit].names.insert(folded, constant);
            return Some(constant);
        }
        _ => return None,
    };
    v.storage = Storage::Local;
    if let KindSpelling::Expr(e) = &v.ty.spelling {
        // a USE in the block may have provided the name of the kind
        let (program, unit) = (&*temps.program, temps.unit);
        if mentions(e, &|s| program.lookup(unit, &program.symbols[s].name) != Some(s)) {
            v.ty.spelling = DeclType::plain(v.ty.ty).spelling;
        }
    }
    v.specification_mut().for_each(renamed);
    // an initial value implies SAVE
    v.attrs.save |= v.init.is_some();
    if let Some(Init::Value(e) | Init::Pointer(e)) = &mut v.init {
        renamed(e);
    }
    let is_automatic = !v.attrs.allocatable && !v.dims.iter().all(|d| is_known(temps.program, d));
    let dims = v.dims.clone();
    if is_automatic {
        v.attrs.allocatable = true;
        v.dims = vec![Dim::Deferred; dims.len()];
    }
    let is_allocatable = v.attrs.allocatable;
    let is_saved = v.attrs.save;
    let is_pointer = v.attrs.pointer;
    let own = moved_variable(temps.program, temps.unit, name, v, local);
    let whole = var(temps.program, own);
    if is_saved {
        return Some(own);
    }
    if is_allocatable {
        begin.push(deallocate_if_allocated(&whole));
    }
    if is_automatic {
        let bounds = dims.into_iter().map(|d| match d {
            Dim::Explicit(lo, hi) => Some((lo, hi)),
            _ => None,
        });
        begin.push(Stmt::new(StmtKind::Allocate {
            ty: None,
            objects: vec![(whole, bounds.collect::<Option<_>>()?)],
            options: vec![],
        }));
    } else if !is_allocatable && !is_pointer && outputs::begins_anew(temps.program, whole.ty) {
        begin.extend(outputs::components(temps, &whole)?);
    }
    Some(own)
}

/// Checks for constant bounds, or none.
fn is_known(program: &Program, d: &Dim) -> bool {
    !matches!(d, Dim::Explicit(..)) || const_bounds(program, d).is_some()
}

/// Calls `f` on all statements of a block and of its nested blocks.
fn statements_mut(body: &mut Block, f: &mut dyn FnMut(&mut Stmt)) {
    for s in body {
        f(s);
        s.kind.for_each_block_mut(&mut |b| statements_mut(b, f));
    }
}

/// The statements of an ASSOCIATE; `None` if it must stay.
pub(super) fn associate(temps: &mut Temps, moving: &Moving, pairs: &[(SymbolId, Expr)], body: &Block) -> Option<Block> {
    if pairs
        .iter()
        .any(|(_, e)| matches!(e.ty, Ty::Class(_) | Ty::Unlimited | Ty::Character))
    {
        return None;
    }
    let mut before = vec![];
    let mut values: Vec<(SymbolId, Expr)> = vec![];
    for (s, e) in pairs {
        let mut e = e.clone();
        if e.is_designator() {
            before.extend(keep(temps, moving, &mut e, [body].into_iter())?);
            before.extend(settle(temps, &mut e, &|_, _| false)?);
            values.push((*s, e));
            continue;
        }
        let name = temps.program.symbols[*s].name.clone();
        let t = temps.local_ref(&name, DeclType::plain(e.ty), e.rank);
        if e.rank > 0 {
            before.push(deallocate_if_allocated(&t));
            before.push(allocate(&t, shape_of(temps.program, &e)));
        }
        before.push(set(temps.program, &t, e));
        values.push((*s, t));
    }
    let mut body = body.clone();
    let program: &Program = temps.program;
    let mut complete = true;
    // an associate name is not allocatable, except in SELECT RANK: an assignment to it keeps its shape
    statements_mut(&mut body, &mut |s| {
        if let StmtKind::Assign { lhs, .. } = &mut s.kind {
            let ExprKind::Var(name) = lhs.kind else { return };
            if let Some((_, value)) = values.iter().find(|v| v.0 == name) {
                if value.rank > 0 && is_allocatable(program, value) && !is_allocatable(program, lhs) {
                    *lhs = all_of(lhs);
                }
            }
        }
    });
    rewrite_block_exprs(&mut body, &mut |e| match &e.kind {
        ExprKind::Var(s) => {
            if let Some((_, value)) = values.iter().find(|v| v.0 == *s) {
                let span = e.span;
                *e = Expr { span, ..value.clone() };
            }
        }
        ExprKind::Index(section, subs) if !takes_subscripts(program, section) => match within(program, section, subs) {
            Some(part) => *e = Expr { span: e.span, ..part },
            None => complete = false,
        },
        _ => {}
    });
    before.extend(body);
    complete.then_some(before)
}

/// Checks for an expression to which subscripts can be appended: a variable, or a component that is itself an array.
pub(crate) fn takes_subscripts(program: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Component(record, c) => record.rank == 0 || program.symbols[*c].rank() > 0,
        ExprKind::Index(..) | ExprKind::ComplexPart(..) => false,
        _ => true,
    }
}

/// The part of a section that subscripts of the section select; `None` if no designator names it.
pub(crate) fn within(program: &Program, section: &Expr, subs: &[Subscript]) -> Option<Expr> {
    match &section.kind {
        ExprKind::Component(record, c) if record.rank > 0 => {
            Some(component(program, &within(program, record, subs)?, *c))
        }
        ExprKind::ComplexPart(x, imaginary) => {
            let part = within(program, x, subs)?;
            let rank = part.rank;
            Some(expr(
                ExprKind::ComplexPart(Box::new(part), *imaginary),
                section.ty,
                rank,
            ))
        }
        ExprKind::Index(base, own) => {
            if let ExprKind::Component(record, c) = &base.kind {
                if record.rank > 0 {
                    let record = within(program, record, subs)?;
                    return Some(index(component(program, &record, *c), own.clone()));
                }
            }
            let mut inner = subs.iter();
            let all: Option<Vec<Subscript>> = own
                .iter()
                .enumerate()
                .map(|(k, s)| match s {
                    Subscript::At(_) => Some(s.clone()),
                    Subscript::Range(lo, hi, step) => {
                        let first = lo.as_deref().cloned();
                        let first = first.unwrap_or_else(|| lower_bound(program, base, k));
                        let stride = step.as_deref().cloned().unwrap_or_else(|| int(1));
                        let at = |i: &Expr| nth(program, first.clone(), i, stride.clone());
                        Some(match inner.next()? {
                            Subscript::At(i) => Subscript::At(at(i)),
                            Subscript::Range(None, None, None) => s.clone(),
                            Subscript::Range(from, to, None) => {
                                let moved = |end: &Bound| end.as_deref().map(at).map(Box::new);
                                Subscript::Range(moved(from).or(lo.clone()), moved(to).or(hi.clone()), step.clone())
                            }
                            // with its own stride, a section may begin at either end
                            Subscript::Range(Some(from), Some(to), Some(by)) => {
                                let by = mul(stride.clone(), (**by).clone());
                                Subscript::range(Some(at(from)), Some(at(to)), Some(by))
                            }
                            Subscript::Range(..) => return None,
                        })
                    }
                })
                .collect();
            Some(index((**base).clone(), all?))
        }
        _ => Some(index(section.clone(), subs.to_vec())),
    }
}
