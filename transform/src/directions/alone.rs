//! Temporaries that live in one iteration of a loop over directions.
//!
//! A local becomes a scalar if only loops over directions name it, and each of them sets it before reading it.

use super::carriers::Directions;
use crate::assemble::generator::Generator;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Makes such locals of a procedure scalars. `index` is that of its loops over directions.
pub(super) fn scalars(g: &mut Generator, all: &Directions, (unit, index): (UnitId, SymbolId)) {
    let found = candidates(g, all, unit);
    if found.is_empty() {
        return;
    }
    let mut body = std::mem::take(&mut g.out.units[unit].body);
    let mut uses: IndexMap<SymbolId, usize> = IndexMap::new();
    visit::walk_block_exprs(&body, &mut |e| count(&found, e, &mut uses));
    let mut private: IndexMap<SymbolId, usize> = IndexMap::new();
    visit::walk_block(&body, &mut |s| {
        let Some(inside) = over_directions(index, s) else {
            return;
        };
        for &v in &found {
            if is_set_first(inside, v) {
                let mut here = IndexMap::new();
                visit::walk_block_exprs(inside, &mut |e| count(&found, e, &mut here));
                *private.entry(v).or_default() += here.get(&v).copied().unwrap_or(0);
            }
        }
    });
    let chosen: IndexSet<SymbolId> = found
        .iter()
        .copied()
        .filter(|v| uses.get(v) == private.get(v))
        .collect();
    make_scalars(g, &mut body, &chosen);
    g.out.units[unit].body = body;
}

/// Makes locals scalars of which a procedure names elements only.
pub(super) fn make_scalars(g: &mut Generator, body: &mut Block, chosen: &IndexSet<SymbolId>) {
    visit::rewrite_block_exprs(body, &mut |e| {
        if let ExprKind::Index(base, subs) = &e.kind {
            if let (ExprKind::Var(s), [Subscript::At(_)]) = (&base.kind, subs.as_slice()) {
                if chosen.contains(s) {
                    *e = expr(ExprKind::Var(*s), e.ty, 0);
                }
            }
        }
    });
    for &s in chosen {
        if let Some(v) = g.out.symbols[s].variable_mut() {
            v.dims.clear();
        }
    }
}

/// Locals with no dimension but that of directions.
pub(super) fn candidates(g: &Generator, all: &Directions, unit: UnitId) -> IndexSet<SymbolId> {
    let fits = |&s: &SymbolId| {
        let symbol = &g.out.symbols[s];
        let plain = |v: &Variable| {
            let a = &v.attrs;
            v.storage == Storage::Local
                && v.dims.len() == 1
                && v.init.is_none()
                && v.ty.ty.is_differentiable()
                && !(a.allocatable || a.pointer || a.save || a.target)
        };
        symbol.owner == Some(unit) && symbol.variable().is_some_and(plain)
    };
    // internal procedures may name them
    let is_host = !g.out.units[unit].contains.is_empty();
    all.carriers.iter().filter(fits).filter(|_| !is_host).collect()
}

/// Counts mentions.
fn count(found: &IndexSet<SymbolId>, e: &Expr, uses: &mut IndexMap<SymbolId, usize>) {
    if let ExprKind::Var(s) = e.kind {
        if found.contains(&s) {
            *uses.entry(s).or_default() += 1;
        }
    }
}

/// The body of a loop over directions.
pub(super) fn over_directions(index: SymbolId, s: &Stmt) -> Option<&Block> {
    let StmtKind::Do {
        control: DoControl::Count { var, .. },
        body,
        ..
    } = &s.kind
    else {
        return None;
    };
    (*var == index).then_some(body)
}

/// True if the first statement that names a variable sets it.
fn is_set_first(body: &Block, v: SymbolId) -> bool {
    for s in body {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            if visit::reads(rhs, v) {
                return false;
            }
            if lhs.base_symbol() == Some(v) {
                return matches!(lhs.kind, ExprKind::Index(..));
            }
        }
        let mut found = false;
        visit::walk_block_exprs(std::slice::from_ref(s), &mut |e| {
            found |= matches!(e.kind, ExprKind::Var(x) if x == v)
        });
        if found {
            return false;
        }
    }
    false
}
