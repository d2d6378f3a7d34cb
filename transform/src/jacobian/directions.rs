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
//!
//! If the independents have constant shapes, and few elements, the number of directions is constant in `foo_dv`, too.
//! Then derivatives of arguments with constant shapes are on the stack, and those of scalars have a constant place.

use super::matrices::{self, Matrix};
use crate::assemble::generator::Generator;
use crate::directions::{entity, section};
use crate::normalize::arrays::allocate_within;
use crate::normalize::leaves::nest;
use crate::rules::{bound_of, bounds_of};
use adc_frontend::consteval::const_bounds;
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
    let independents = g.heads.first().independents.clone();
    let width = g.options.directions.map(|n| int(n.into()));
    let mut out = vec![];
    let nd = width.clone().unwrap_or_else(|| {
        let nd = g.local(j, "nd", integer.clone(), 0);
        out.push(assign(nd.clone(), matrices::total(&g.out, &independents)));
        nd
    });
    // derivatives of the arguments
    let mut blocks: IndexMap<SymbolId, Expr> = IndexMap::new();
    for (&primal, &shadow) in &g.shadows.clone() {
        if !args.contains(&shadow) {
            continue;
        }
        let whole = var(&g.out, primal);
        let stem = g.out.symbols[shadow].name.clone();
        let mut block = g.local(j, &stem, DeclType::plain(whole.ty), whole.rank + 1);
        match width.as_ref().and_then(|n| constant_shape(&g.out, primal, n)) {
            Some(dims) => block = with_dims(g, &block, dims),
            None => {
                let mut bounds = vec![(None, nd.clone())];
                bounds.extend(bounds_of(&whole));
                out.push(allocate_within(&block, bounds));
            }
        }
        out.push(assign(block.clone(), zero(whole.ty)));
        blocks.insert(primal, block);
    }
    let mut place = Place::new(g, j, &independents);
    out.extend(place.begin());
    let mut all_indices = vec![];
    for x in &independents {
        let whole = var(&g.out, *x);
        let indices = indices(g, j, &whole);
        let (mut inner, dir) = place.next();
        let subs = std::iter::once(&dir)
            .chain(&indices)
            .cloned()
            .map(Subscript::At)
            .collect();
        inner.push(assign(index(blocks[x].clone(), subs), one(&whole)));
        out.extend(over(&whole, &indices, inner));
        all_indices.push((*x, indices));
    }
    let count = args.last().filter(|_| width.is_none());
    let actual = |a: &SymbolId| {
        let of = g.shadows.iter().find(|(_, s)| *s == a).and_then(|(p, _)| blocks.get(p));
        match of {
            Some(block) => Arg::pos(block.clone()),
            None if Some(a) == count => Arg::pos(nd.clone()),
            None => Arg::pos(entity(&g.out, *a)),
        }
    };
    out.push(Stmt::new(StmtKind::Call {
        callee: Callee::direct(callee),
        args: args.iter().map(actual).collect(),
    }));
    out.extend(place.begin());
    for (x, indices) in all_indices {
        let (mut inner, dir) = place.next();
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

/// The direction of the current element: a variable that counts, or a number if all independents are scalars.
enum Place {
    Variable(Expr),
    Number(i64),
}

impl Place {
    fn new(g: &mut Generator, j: UnitId, independents: &[SymbolId]) -> Place {
        match independents.iter().all(|&x| g.out.symbols[x].rank() == 0) {
            true => Place::Number(0),
            false => Place::Variable(g.local(j, "dir", DeclType::plain(Ty::Integer(4)), 0)),
        }
    }

    /// Statements before the first element.
    fn begin(&mut self) -> Option<Stmt> {
        match self {
            Place::Variable(dir) => Some(assign(dir.clone(), int(0))),
            Place::Number(n) => {
                *n = 0;
                None
            }
        }
    }

    /// Statements before the next element, and its direction.
    fn next(&mut self) -> (Block, Expr) {
        match self {
            Place::Variable(dir) => (vec![assign(dir.clone(), add(dir.clone(), int(1)))], dir.clone()),
            Place::Number(n) => {
                *n += 1;
                (vec![], int(*n))
            }
        }
    }
}

/// The shape of a variable's derivatives, if that of the variable is constant.
fn constant_shape(program: &Program, s: SymbolId, width: &Expr) -> Option<Vec<Dim>> {
    let own = &program.symbols[s].variable()?.dims;
    let is_constant = own.iter().all(|d| const_bounds(program, d).is_some());
    let first = Dim::Explicit(None, width.clone());
    is_constant.then(|| std::iter::once(first).chain(own.iter().cloned()).collect())
}

/// A local variable with a shape.
fn with_dims(g: &mut Generator, local: &Expr, dims: Vec<Dim>) -> Expr {
    let Some(s) = local.base_symbol() else {
        unreachable!("a local is a variable")
    };
    if let Some(v) = g.out.symbols[s].variable_mut() {
        v.dims = dims;
        v.attrs.allocatable = false;
    }
    var(&g.out, s)
}

/// Elements of independents up to which the number of directions is constant.
const FEW: i64 = 64;

/// The number of directions, if it is constant and small.
pub(crate) fn width(program: &Program, independents: &[SymbolId]) -> Option<u16> {
    let extent = |d: &Dim| const_bounds(program, d).map(|(lo, hi)| (hi - lo + 1).max(0));
    let count = |&s: &SymbolId| {
        let dims = &program.symbols[s].variable()?.dims;
        dims.iter().map(extent).product::<Option<i64>>()
    };
    let all = independents.iter().map(count).sum::<Option<i64>>()?;
    (1..=FEW).contains(&all).then(|| u16::try_from(all).ok()).flatten()
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
