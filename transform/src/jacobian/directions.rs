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
use crate::normalize::arrays::allocate_within;
use crate::rules::{bound_of, bounds_of, size_of};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Adds the Jacobian beside the tangent in many directions of the head; returns it.
pub(crate) fn beside(g: &mut Generator, head: UnitId) -> UnitId {
    if g.out.units[head].kind == UnitKind::Function {
        let span = g.out.units[head].span;
        let message = "the Jacobian of a function with loops, branches or calls cannot be generated yet";
        let message = Diagnostic::error(codes::UNSUPPORTED_DATA, span, message);
        g.messages.push(message.help("make the head a subroutine"));
        return head;
    }
    let shadows: Vec<SymbolId> = g.shadows.values().copied().collect();
    let suffix = g.options.suffix_jacobian.clone();
    let name = format!("{}{suffix}", g.primal.units[g.head.unit].name);
    let mut unit = g.unit_beside(head, &name, UnitKind::Subroutine);
    let known = std::mem::take(&mut unit.symbols);
    let args: Vec<SymbolId> = g.out.units[head].args.iter().flatten().copied().collect();
    let count = args.last().copied();
    let own: Vec<SymbolId> = args
        .iter()
        .copied()
        .filter(|s| !shadows.contains(s) && Some(*s) != count)
        .collect();
    // arguments, and what their declarations name
    let is_local = |s: &SymbolId| {
        let v = g.out.symbols[*s].variable();
        v.is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Result))
    };
    let stays = |s: &SymbolId| own.contains(s) || !args.contains(s) && !shadows.contains(s) && !is_local(s);
    unit.symbols = known.iter().copied().filter(stays).collect();
    unit.names.retain(|_, s| stays(s) || !known.contains(s));
    let j = g.out.units.alloc(unit);
    g.put_procedure(j, name.into());
    g.out.units[j].args = own.iter().copied().map(Some).collect();
    let Some(all) = matrices::declare(g, j) else {
        return head;
    };
    let callee = g.out.units[head].symbol.map(|s| g.procedure_in(j, head, s));
    let body = body(g, j, &all, &args, callee);
    g.out.units[j].body = body;
    g.import_all(j);
    j
}

fn body(g: &mut Generator, j: UnitId, all: &[Matrix], args: &[SymbolId], callee: Option<SymbolId>) -> Block {
    let Some(callee) = callee else { return vec![] };
    let integer = DeclType::plain(Ty::Integer(4));
    let nd = g.local(j, "nd", integer.clone(), 0);
    let independents = g.head.independents.clone();
    let total = independents.iter().map(|&x| {
        let x = var(&g.out, x);
        if x.rank == 0 {
            int(1)
        } else {
            size_of(&x, None)
        }
    });
    let total = total.reduce(add).unwrap_or_else(|| int(0));
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
    let mut loops_of = vec![];
    for x in &independents {
        let whole = var(&g.out, *x);
        let (at, loops) = nest(g, j, &whole);
        let subs = std::iter::once(Subscript::At(dir.clone())).chain(at.clone()).collect();
        let one = assign(
            index(blocks[x].clone(), subs),
            real("1.0", whole.ty.kind().unwrap_or(8)),
        );
        out.extend(loops.around(vec![next(), one]));
        loops_of.push((*x, at, loops));
    }
    let actual = |a: &SymbolId| {
        let of = g.shadows.iter().find(|(_, s)| *s == a).and_then(|(p, _)| blocks.get(p));
        match of {
            Some(block) => Arg::pos(block.clone()),
            None if Some(a) == args.last() => Arg::pos(nd.clone()),
            None => Arg::pos(var(&g.out, *a)),
        }
    };
    out.push(Stmt::new(StmtKind::Call {
        callee: Callee::direct(callee),
        args: args.iter().map(actual).collect(),
    }));
    out.push(assign(dir.clone(), int(0)));
    for (x, at, loops) in loops_of {
        let mut inner = vec![next()];
        for m in all.iter().filter(|m| m.independent == x) {
            let (matrix, of) = (var(&g.out, m.symbol), blocks[&m.dependent].clone());
            let every = || (1..of.rank).map(|_| Subscript::range(None, None, None));
            let to: Vec<Subscript> = every().chain(at.iter().cloned()).collect();
            let from = std::iter::once(Subscript::At(dir.clone())).chain(every()).collect();
            let to = if to.is_empty() { matrix } else { index(matrix, to) };
            inner.push(assign(to, index(of, from)));
        }
        out.extend(loops.around(inner));
    }
    out
}

/// The identity in the matrix of a variable that is independent and dependent.
pub(super) fn identity(g: &mut Generator, unit: UnitId, m: &Matrix) -> Block {
    let whole = var(&g.out, m.independent);
    let matrix = var(&g.out, m.symbol);
    let (at, loops) = nest(g, unit, &whole);
    let both: Vec<Subscript> = at.iter().chain(&at).cloned().collect();
    let to = if both.is_empty() { matrix } else { index(matrix, both) };
    loops.around(vec![assign(to, real("1.0", whole.ty.kind().unwrap_or(8)))])
}

/// Loops over the elements of an array, the first dimension innermost.
struct Loops(Vec<(SymbolId, Expr, Expr)>);

impl Loops {
    fn around(&self, body: Block) -> Block {
        self.0.iter().fold(body, |body, (variable, lo, hi)| {
            vec![Stmt::new(StmtKind::Do {
                name: None,
                control: DoControl::count(*variable, lo.clone(), hi.clone(), None),
                body,
            })]
        })
    }
}

/// Subscripts of an element, and the loops over all elements; none for a scalar.
fn nest(g: &mut Generator, unit: UnitId, whole: &Expr) -> (Vec<Subscript>, Loops) {
    let (mut at, mut loops) = (vec![], vec![]);
    for dim in 1..=i64::from(whole.rank) {
        let index = g.local(unit, "i", DeclType::plain(Ty::Integer(4)), 0);
        let bounds = (bound_of("lbound", whole, dim), bound_of("ubound", whole, dim));
        if let ExprKind::Var(v) = index.kind {
            loops.push((v, bounds.0, bounds.1));
        }
        at.push(Subscript::At(index));
    }
    (at, Loops(loops))
}
