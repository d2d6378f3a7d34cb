//! Assignments of derived types become assignments of components.
//!
//! * `r = t(a, b)`, a structure constructor, in both modes: the rules know no constructors. `r` may be an array, all elements of which get that value.
//! * inherited components have one name, `r%x`, though they can be written `r%parent%x`, too.
//! * `r = s` of variables, in the adjoint: components that carry no derivative are then passive assignments like any other.

use super::leaves::{component, depth, has_scalar_components, is_splittable, leaves};
use super::temps::Temps;
use crate::Mode;
use adc_frontend::ir::visit::{reads, reads_in_subscripts};
use adc_frontend::ir::*;

/// True for a program with types that have a parent.
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
pub fn assignments(program: &mut Program, unit: UnitId, mode: Mode) {
    let mut any = false;
    visit::walk_block(&program.units[unit].body, &mut |s| {
        any |= matches!(&s.kind, StmtKind::Assign { lhs, .. } if matches!(lhs.ty, Ty::Derived(_)));
    });
    if !any {
        return;
    }
    let body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    let body = block(&mut temps, body, mode);
    program.units[unit].body = body;
}

fn block(temps: &mut Temps, stmts: Block, mode: Mode) -> Block {
    let mut out = Vec::with_capacity(stmts.len());
    for mut s in stmts {
        if matches!(s.kind, StmtKind::Where { .. }) {
            // the statements of a WHERE are assignments to whole arrays, and for the adjoint there is one
            out.push(s);
            continue;
        }
        s.kind
            .for_each_block_mut(&mut |b| *b = block(temps, std::mem::take(b), mode));
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            out.push(s);
            continue;
        };
        let replaced = match &rhs.peel().kind {
            ExprKind::Structure(..) => constructed(temps, lhs, rhs.peel()),
            _ if mode == Mode::Reverse && is_plain_copy(temps.program, lhs, rhs) => components(temps, lhs, rhs),
            _ => None,
        };
        let Some(replaced) = replaced else {
            out.push(s);
            continue;
        };
        // components of derived type
        let mut replaced = block(temps, replaced, mode);
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

/// `a = b` of one derived type, both designators, where components can be taken one by one.
fn is_plain_copy(program: &Program, lhs: &Expr, rhs: &Expr) -> bool {
    let Ty::Derived(t) = lhs.ty else { return false };
    let Some(base) = lhs.base_symbol() else { return false };
    rhs.is_designator()
        && rhs.rank <= lhs.rank
        && is_splittable(program, t)
        // element by element, an overlap would matter
        && (lhs.rank == 0 || has_scalar_components(program, t) || rhs.base_symbol() != Some(base))
        && !whole_allocatable(program, lhs)
        // a subscript must not change half way through, nor a broadcast record
        && !reads_in_subscripts(lhs, base)
        && !reads_in_subscripts(rhs, base)
        && (rhs.rank == lhs.rank || rhs.base_symbol() != Some(base))
}

fn whole_allocatable(program: &Program, e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Var(s) if program.symbols[s].variable().is_some_and(|v| v.attrs.allocatable))
}

fn components(temps: &mut Temps, lhs: &Expr, rhs: &Expr) -> Option<Block> {
    let indices: Vec<Expr> = (0..depth(temps.program, lhs.ty, lhs.rank))
        .map(|_| temps.local_ref("ii", DeclType::plain(Ty::Integer(4)), 0))
        .collect();
    leaves(
        temps.program,
        &[lhs.clone(), rhs.clone()],
        &indices,
        false,
        &mut |parts| match parts {
            [l, r] => vec![assign(l.clone(), r.clone())],
            _ => vec![],
        },
    )
}

/// `r = t(a, b)`: `r%x = a`, `r%y = b`. The values may read what `r` was.
fn constructed(temps: &mut Temps, lhs: &Expr, value: &Expr) -> Option<Block> {
    let ExprKind::Structure(ty, args) = &value.kind else {
        return None;
    };
    let base = lhs.base_symbol()?;
    if value.rank > 0 || !is_splittable(temps.program, *ty) || reads_in_subscripts(lhs, base) {
        return None;
    }
    let nameable = lhs.rank == 0 || has_scalar_components(temps.program, *ty);
    if nameable && !reads(value, base) {
        return fill(temps, lhs, *ty, args);
    }
    let t = temps.local_ref("record", DeclType::plain(lhs.ty), 0);
    let mut out = fill(temps, &t, *ty, args)?;
    out.extend(components(temps, lhs, &t)?);
    Some(out)
}

fn fill(temps: &mut Temps, lhs: &Expr, ty: SymbolId, args: &[Arg]) -> Option<Block> {
    let mut out = vec![];
    for c in temps.program.components(ty) {
        let value = match given(temps.program, ty, args, c).ok()? {
            Some(e) => e,
            None => match &temps.program.symbols[c].variable()?.init {
                Some(Init::Value(e)) => e.clone(),
                _ => return None,
            },
        };
        let part = component(temps.program, lhs, c);
        match &value.peel().kind {
            ExprKind::Structure(..) => out.extend(constructed(temps, &part, value.peel())?),
            _ => out.push(assign(part, value)),
        }
    }
    Some(out)
}

/// The value that a structure constructor gives to a component, perhaps as part of a parent; none where that has its default. An error where it cannot be named.
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
