//! The Jacobian by a tangent in as many directions as the independents have elements.
//!
//! ```text
//! subroutine foo_j(n, x, y, y_x)
//!   nd = size(x)
//!   allocate (xd(nd, lbound(x, 1):ubound(x, 1)), yd(nd, ...))
//!   xd = 0.0d0
//!   dir = 0
//!   do i = lbound(x, 1), ubound(x, 1)
//!     dir = dir + 1
//!     xd(dir, i) = 1.0d0
//!   end do
//!   call foo_dv(n, x, xd, y, yd, nd)
//!   dir = 0
//!   do i = lbound(x, 1), ubound(x, 1)
//!     dir = dir + 1
//!     y_x(:, i) = yd(dir, :)
//!   end do
//! end subroutine
//! ```

use super::matrices::{self, Matrix};
use crate::assemble::generator::Generator;
use crate::directions::{entity, section};
use crate::normalize::arrays::allocate_within;
use crate::normalize::leaves::nest;
use crate::rules::{bound_of, bounds_of};
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Adds the Jacobian beside the tangent in many directions of the head; returns it.
pub(crate) fn beside(g: &mut Generator, head: UnitId) -> UnitId {
    let (j, args) = matrices::driver(g, head);
    let Some(all) = matrices::declare(g, j) else {
        return head;
    };
    let Some(callee) = g.out.units[head].symbol else {
        unreachable!("the derivative of the head is called by its name")
    };
    let callee = g.procedure_in(j, head, callee);
    let body = body(g, j, &all, &args, callee);
    g.out.units[j].body = body;
    super::name_value(g, j);
    g.import_all(j);
    j
}

fn body(g: &mut Generator, j: UnitId, all: &[Matrix], args: &[SymbolId], callee: SymbolId) -> Block {
    let integer = DeclType::plain(Ty::Integer(4));
    let nd = g.local(j, "nd", integer.clone(), 0);
    let independents = g.heads.first().independents.clone();
    let total = matrices::total(&g.out, &independents);
    let mut out = vec![assign(nd.clone(), total)];
    // derivatives of the arguments
    let mut blocks: IndexMap<SymbolId, Expr> = IndexMap::new();
    for (&primal, &shadow) in &g.shadows.clone() {
        if !args.contains(&shadow) {
            continue;
        }
        let whole = var(&g.out, primal);
        let stem = g.out.symbols[shadow].name.clone();
        let block = g.local(j, &stem, DeclType::plain(whole.ty), whole.rank + 1);
        let mut bounds = vec![(None, nd.clone())];
        bounds.extend(bounds_of(&whole));
        out.push(allocate_within(&block, bounds));
        out.push(assign(block.clone(), zero(whole.ty)));
        blocks.insert(primal, block);
    }
    let dir = g.local(j, "dir", integer, 0);
    let next = || assign(dir.clone(), add(dir.clone(), int(1)));
    out.push(assign(dir.clone(), int(0)));
    let mut all_indices = vec![];
    for x in &independents {
        let whole = var(&g.out, *x);
        let indices = indices(g, j, &whole);
        let subs = std::iter::once(&dir)
            .chain(&indices)
            .cloned()
            .map(Subscript::At)
            .collect();
        let one = assign(index(blocks[x].clone(), subs), one(&whole));
        out.extend(over(&whole, &indices, vec![next(), one]));
        all_indices.push((*x, indices));
    }
    let actual = |a: &SymbolId| {
        let of = g.shadows.iter().find(|(_, s)| *s == a).and_then(|(p, _)| blocks.get(p));
        match of {
            Some(block) => Arg::pos(block.clone()),
            None if Some(a) == args.last() => Arg::pos(nd.clone()),
            None => Arg::pos(entity(&g.out, *a)),
        }
    };
    out.push(Stmt::new(StmtKind::Call {
        callee: Callee::direct(callee),
        args: args.iter().map(actual).collect(),
    }));
    out.push(assign(dir.clone(), int(0)));
    for (x, indices) in all_indices {
        let mut inner = vec![next()];
        for m in all.iter().filter(|m| m.independent == x) {
            let of = &blocks[&m.dependent];
            let every = (1..of.rank).map(|_| Subscript::range(None, None, None));
            let to = every.chain(indices.iter().cloned().map(Subscript::At)).collect();
            inner.push(assign(m.at(&g.out, to), section(of, Subscript::At(dir.clone()))));
        }
        out.extend(over(&var(&g.out, x), &indices, inner));
    }
    out
}

/// The identity in the matrix of a variable that is independent and dependent.
pub(super) fn identity(g: &mut Generator, unit: UnitId, m: &Matrix) -> Block {
    let whole = var(&g.out, m.independent);
    let indices = indices(g, unit, &whole);
    let both = indices.iter().chain(&indices).cloned().map(Subscript::At).collect();
    let diagonal = assign(m.at(&g.out, both), one(&whole));
    over(&whole, &indices, vec![diagonal])
}

fn one(like: &Expr) -> Expr {
    real("1.0", like.ty.kind().unwrap_or(8))
}

/// New indices for the elements of an array; none for a scalar.
fn indices(g: &mut Generator, unit: UnitId, whole: &Expr) -> Vec<Expr> {
    let integer = DeclType::plain(Ty::Integer(4));
    (0..whole.rank)
        .map(|_| g.local(unit, "i", integer.clone(), 0))
        .collect()
}

/// Statements in loops over the elements of an array.
fn over(whole: &Expr, indices: &[Expr], body: Block) -> Block {
    let ends = |dim: i64| (bound_of("lbound", whole, dim), bound_of("ubound", whole, dim));
    nest(indices, (1..=i64::from(whole.rank)).map(ends).collect(), false, body)
}
