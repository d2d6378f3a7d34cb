//! Constructs with names of their own become plain statements.
//!
//! * `FORALL` becomes loops. Where the assigned variable is read at other elements than the one that is assigned, its old value is kept in a copy.
//! * `DO CONCURRENT` becomes nested counted loops.
//! * `BLOCK` and `ASSOCIATE` disappear: see [`super::blocks`]. Of one that is left by its name a `BLOCK` without declarations stays, which the tangent keeps, and which disappears in the
//!   adjoint when [`super::jumps`] has made the jump structured.
//!
//! What does not fit stays as it is, for the rules to refuse it at its place.

use super::arrays::shape_of;
use super::blocks;
use super::hoist::reallocation;
use super::temps::{new_variable, Temps};
use crate::generator::elsewhere;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::{
    reads, reads_in_subscripts, rewrite_symbols, rewrite_symbols_in, subscripts_mut, walk_block,
};
use adc_frontend::ir::*;

type Ranges = Vec<(SymbolId, Expr, Expr, Option<Expr>)>;

/// Rewrites the whole body of a unit.
pub fn statements(program: &mut Program, unit: UnitId) {
    let mut any = false;
    walk_block(&program.units[unit].body, &mut |s| {
        any |= matches!(
            s.kind,
            StmtKind::Forall { .. }
                | StmtKind::Associate { .. }
                | StmtKind::Scope { .. }
                | StmtKind::Do {
                    control: DoControl::Concurrent { .. },
                    ..
                }
        );
    });
    if !any {
        return;
    }
    let body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    let body = block(&mut temps, body);
    program.units[unit].body = body;
}

fn block(temps: &mut Temps, stmts: Block) -> Block {
    let mut out = Vec::with_capacity(stmts.len());
    for mut s in stmts {
        // FORALLs inside one belong to it
        if !matches!(s.kind, StmtKind::Forall { .. }) {
            s.kind.for_each_block_mut(&mut |b| *b = block(temps, std::mem::take(b)));
        }
        let replaced = match &s.kind {
            StmtKind::Forall { ranges, mask, body } => forall(temps, ranges, mask.as_ref(), body),
            StmtKind::Do {
                name,
                control: DoControl::Concurrent { ranges, mask, .. },
                body,
            } => Some(concurrent(temps, name, ranges, mask.as_ref(), body)),
            StmtKind::Scope { name, locals, body } => {
                let named = is_left(name.as_ref(), body);
                (!named || !locals.is_empty())
                    .then(|| blocks::scope(temps, locals, body))
                    .flatten()
                    .map(|body| leavable(name, named, body))
            }
            StmtKind::Associate { name, pairs, body } => {
                let named = is_left(name.as_ref(), body);
                blocks::associate(temps, pairs, body).map(|body| leavable(name, named, body))
            }
            _ => None,
        };
        let Some(mut replaced) = replaced else {
            out.push(s);
            continue;
        };
        if let Some(first) = replaced.first_mut() {
            let mut lead = std::mem::take(&mut s.lead);
            lead.append(&mut first.lead);
            first.lead = lead;
            first.label = s.label.or(first.label);
        }
        for r in &mut replaced {
            if r.span.is_none() {
                r.span = s.span;
            }
        }
        out.extend(replaced);
    }
    out
}

/// Statements in place of a construct; where its name is wanted, in one that has it.
fn leavable(name: &Option<SmolStr>, named: bool, body: Block) -> Block {
    match named {
        true => vec![Stmt::new(StmtKind::Scope {
            name: name.clone(),
            locals: vec![],
            body,
        })],
        false => body,
    }
}

/// True for a construct with a name that a statement in it leaves.
fn is_left(name: Option<&SmolStr>, body: &Block) -> bool {
    let mut found = false;
    walk_block(body, &mut |s| {
        let left = match &s.kind {
            StmtKind::Exit(left) => left.as_ref(),
            _ => None,
        };
        found |= left.zip(name).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    });
    found
}

/// Nested loops over index ranges around a body, the indices made variables of the procedure.
fn nest(temps: &mut Temps, name: &Option<SmolStr>, ranges: &Ranges, mask: Option<&Expr>, body: Block) -> Block {
    let mut body = match mask {
        Some(m) => vec![Stmt::guarded(m.clone(), body)],
        None => body,
    };
    // indices of their own: outside they have no value
    let fresh: Vec<(SymbolId, SymbolId)> = ranges.iter().map(|r| (r.0, own_index(temps, r.0))).collect();
    rewrite_symbols(&mut body, &mut |s| replace(s, &fresh));
    let last = ranges.len().saturating_sub(1);
    for (k, (v, lo, hi, step)) in ranges.iter().enumerate() {
        // limits of an inner FORALL may depend on the outer one's indices
        let limit = |e: &Expr| {
            let mut e = e.clone();
            rewrite_symbols_in(&mut e, &mut |s| replace(s, &fresh));
            e
        };
        let var = fresh.iter().find(|f| f.0 == *v).map_or(*v, |f| f.1);
        body = vec![Stmt::new(StmtKind::Do {
            name: if k == last { name.clone() } else { None },
            control: DoControl::Count {
                var,
                lo: limit(lo),
                hi: limit(hi),
                step: step.as_ref().map(limit),
            },
            body,
        })];
    }
    body
}

pub(super) fn replace(s: &mut SymbolId, fresh: &[(SymbolId, SymbolId)]) {
    if let Some((_, new)) = fresh.iter().find(|f| f.0 == *s) {
        *s = *new;
    }
}

/// A variable of the procedure in place of an index: the index itself when it is one.
fn own_index(temps: &mut Temps, index: SymbolId) -> SymbolId {
    let symbol = &temps.program.symbols[index];
    if symbol.variable().is_some_and(|v| v.storage != Storage::Index) {
        return index;
    }
    let (name, ty) = (symbol.name.clone(), DeclType::plain(symbol.ty()));
    temps.local(&name, ty, 0)
}

fn concurrent(temps: &mut Temps, name: &Option<SmolStr>, ranges: &Ranges, mask: Option<&Expr>, body: &Block) -> Block {
    nest(temps, name, ranges, mask, body.clone())
}

/// The assignments of a FORALL, those of FORALLs inside it included, each with its ranges (inner ones first) and mask.
fn assignments(ranges: &Ranges, mask: Option<&Expr>, body: &Block) -> Option<Vec<(Ranges, Option<Expr>, Stmt)>> {
    let mut out = vec![];
    for s in body {
        match &s.kind {
            StmtKind::Assign { .. } => out.push((ranges.clone(), mask.cloned(), s.clone())),
            StmtKind::Forall {
                ranges: inner,
                mask: own,
                body,
            } => {
                let all = inner.iter().chain(ranges).cloned().collect();
                let both = match (mask, own) {
                    (Some(m), Some(o)) => Some(binary(BinaryOp::And, m.clone(), o.clone())),
                    (m, o) => o.clone().or(m.cloned()),
                };
                out.extend(assignments(&all, both.as_ref(), body)?);
            }
            _ => return None,
        }
    }
    Some(out)
}

/// One nest of loops for each assignment: all elements of one are assigned before the next begins.
fn forall(temps: &mut Temps, ranges: &Ranges, mask: Option<&Expr>, body: &Block) -> Option<Block> {
    let all = assignments(ranges, mask, body)?;
    let assigned: Vec<SymbolId> = all
        .iter()
        .map(|(_, _, s)| match &s.kind {
            StmtKind::Assign { lhs, .. } => lhs.base_symbol(),
            _ => None,
        })
        .collect::<Option<_>>()?;
    // masks and limits are evaluated before anything is assigned
    let mut tests = all.iter().flat_map(|(ranges, mask, _)| {
        let limits = ranges.iter().flat_map(|r| [Some(&r.1), Some(&r.2), r.3.as_ref()]);
        limits.chain([mask.as_ref()]).flatten()
    });
    if assigned.len() > 1 && tests.any(|m| assigned.iter().any(|&s| reads(m, s))) {
        return None;
    }
    let mut out = vec![];
    for ((ranges, mask, s), &base) in all.iter().zip(&assigned) {
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return None;
        };
        let (mut lhs, mut rhs, mut mask) = (lhs.clone(), rhs.clone(), mask.clone());
        let other = reads_elsewhere(&rhs, &lhs)
            || reads_in_subscripts(&lhs, base)
            || mask.as_ref().is_some_and(|m| reads(m, base));
        if other {
            let copy = copy_of(temps, base, &mut out)?;
            let mut renamed = |e: &mut Expr| rewrite_symbols_in(e, &mut |s| replace(s, &[(base, copy)]));
            renamed(&mut rhs);
            mask.iter_mut().for_each(&mut renamed);
            subscripts_mut(&mut lhs, &mut renamed);
        }
        let statement = Stmt {
            kind: StmtKind::Assign { lhs, rhs },
            label: None,
            ..s.clone()
        };
        out.extend(nest(temps, &None, ranges, mask.as_ref(), vec![statement]));
    }
    Some(out)
}

/// True when the variable of `lhs` is read in another way than as `lhs`.
fn reads_elsewhere(e: &Expr, lhs: &Expr) -> bool {
    if e.same(lhs) {
        return false;
    }
    if matches!(e.kind, ExprKind::Var(s) if Some(s) == lhs.base_symbol()) {
        return true;
    }
    let mut found = false;
    visit::subexprs(e, &mut |x| found |= reads_elsewhere(x, lhs));
    found
}

/// The value that a variable has now; `None` when it is not known how large it is.
fn copy_of(temps: &mut Temps, s: SymbolId, out: &mut Block) -> Option<SymbolId> {
    let own = temps.program.symbols[s].owner == Some(temps.unit);
    let declared = temps.program.symbols[s].variable()?;
    // the names in a declaration of another unit need not be seen here
    let v = if own {
        declared.clone()
    } else {
        elsewhere(temps.program, declared)
    };
    if matches!(v.ty.ty, Ty::Character | Ty::Class(_) | Ty::Unlimited) || v.attrs.pointer {
        return None;
    }
    if matches!(v.dims.last(), Some(Dim::AssumedSize(_) | Dim::AssumedRank)) {
        return None;
    }
    let stem = format!("{}_old", temps.program.symbols[s].name);
    let copy = if v
        .dims
        .iter()
        .all(|d| matches!(d, Dim::Explicit(..)) && (own || is_constant(d)))
    {
        let name = temps.names.fresh(&stem);
        new_variable(
            temps.program,
            temps.unit,
            name,
            Variable {
                storage: Storage::Local,
                attrs: Attrs::default(),
                init: None,
                ..v
            },
        )
    } else {
        temps.local(&stem, DeclType::plain(v.ty.ty), v.dims.len() as u8)
    };
    let (copied, original) = (var(temps.program, copy), var(temps.program, s));
    if temps.program.symbols[copy].variable()?.attrs.allocatable {
        // by statements: what an assignment allocates cannot be saved before it
        let shape = shape_of(temps.program, &original);
        out.extend(reallocation(&copied, &original, shape));
    }
    out.push(assign(copied, original));
    Some(copy)
}

/// Bounds that are literals.
fn is_constant(d: &Dim) -> bool {
    matches!(d, Dim::Explicit(lo, hi) if int_value(hi).is_some() && lo.as_ref().is_none_or(|l| int_value(l).is_some()))
}
