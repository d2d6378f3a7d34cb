//! Runs iterations side by side, so that their functions are computed by vector instructions.
//!
//! ```text
//! do i = m, 1, -1                          do i = 1, m - 7, 8
//!    do k = 1, 4                              do k = 1, 4
//!       s = sin(w(i))                            do lane = 0, 7
//!       ws(k) = w(i)                                s = sin(w(i+lane))
//!       w(i) = p*s                                  ws(lane, k) = w(i+lane)
//!    end do                                      end do
//!    do k = 4, 1, -1                 →        end do
//!       w(i) = ws(k)                          do k = 4, 1, -1
//!       wb(i) = p*cos(w(i))*wb(i)                do lane = 0, 7
//!    end do                                         wb(i+lane) = p*cos(w(i+lane))*wb(i+lane)
//! end do                                            ...
//! ```
//!
//! Compilers vectorise innermost loops. Here these carry values from one iteration to the next; it is the loop around
//! them whose iterations are independent. Eight of them take each statement together. Another obstacle are the sine and
//! the cosine of one value in one loop: GCC computes both by one function, which has no vector form. They come into
//! loops of their own.
//!
//! A loop is treated if
//!
//! 1. it consists of assignments, and of loops of stride 1 or -1 whose bounds it does not change;
//! 2. it evaluates a function that has a vector form ([`functions`]), and nothing that has none; and contains an inner
//!    loop, a sum, or both a sine and a cosine (those of one statement are separated by a new variable);
//! 3. each variable that it assigns to is private ([`private`]) and not read afterwards, a derivative that is only added
//!    to, or an array whose elements belong to one iteration each: two lists of subscripts have the same subscript with
//!    the index, or differ in one without it;
//! 4. elements of successive iterations are neighbours in memory, and it is not known to be short.
//!
//! A private array, and a scalar whose value one of the new loops leaves to another one, become arrays with an element for each of the
//! eight. The iterations that are left at the end run as they are.

use super::frame::{is_mark, Frame};
use super::lanes::{functions, Lanes};
use super::nest::{changed, Nest};
use super::private::exposed;
use super::scalars::{Scalars, Unread};
use super::view::{stays, LoopView, Uses};
use super::writes::is_sum;
use super::Locals;
use crate::code::cost;
use crate::code::indices::{Range, Step};
use crate::options::Opt;
use adc_frontend::consteval::const_bounds;
use adc_frontend::ir::visit::{mentions, rewrite_expr, stmt_exprs_mut, walk_block, walk_block_exprs};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Transforms the loops of a block. `live`: scalars that are read after it; `after`: statements that run after it.
pub(super) fn run(block: &mut Block, after: &Block, unread: &Unread, live: &Scalars, locals: &mut Locals) {
    let mut counts: BTreeMap<SymbolId, usize> = BTreeMap::new();
    for b in [&*block, after] {
        count(b, &mut counts);
    }
    unread.rewrite(block, &Nest::default(), &mut live.clone(), &mut |s, nest, after| {
        let is_marked = s.lead.iter().any(is_mark);
        let new = (!is_marked).then(|| of_loop(&s, nest, &counts, &|v| unread.of(v, after), locals));
        match new.flatten() {
            Some(mut new) => {
                Stmt::comes_from(&mut new, s.source());
                new[0].id = s.id;
                new[0].lead.splice(0..0, s.lead);
                new
            }
            None => vec![s],
        }
    });
}

fn count(block: &Block, into: &mut BTreeMap<SymbolId, usize>) {
    walk_block_exprs(block, &mut |e| {
        if let ExprKind::Var(v) = e.kind {
            *into.entry(v).or_default() += 1;
        }
    });
}

/// The variables that iterations assign to, apart from elements that belong to one each.
struct Assigned {
    private: Vec<SymbolId>,
    sums: Vec<SymbolId>,
    /// True if an array is named by several lists of subscripts.
    several: bool,
}

/// A part of the new loop over eight iterations.
enum Piece {
    /// Assignments, which all of them take together.
    Together(Block),
    Loop(DoControl, Vec<Piece>),
}

fn of_loop(
    s: &Stmt,
    nest: &Nest,
    counts: &BTreeMap<SymbolId, usize>,
    is_unread: &dyn Fn(SymbolId) -> bool,
    locals: &mut Locals,
) -> Option<Block> {
    let view = LoopView::of(&s.kind, locals.program())?;
    let body = view.body;
    let functions = functions(body)?;
    if nest.is_shared() || functions.is_empty() || !view.range.is_plain(locals.program()) || !is_plain(body, locals) {
        return None;
    }
    let has_loops = body.iter().any(|s| matches!(s.kind, StmtKind::Do { .. }));
    let assigned = assigned(&view, nest, locals)?;
    if !has_loops && assigned.sums.is_empty() && !has_both(&functions) {
        return None;
    }
    let mut own = BTreeMap::new();
    count(body, &mut own);
    let is_left = |v: SymbolId| match locals.program().symbols[v].rank() {
        0 => is_unread(v),
        _ => own.get(&v) == counts.get(&v),
    };
    // indices of inner loops end with the same values
    let private = assigned.private.iter().copied().all(is_left);
    if !private || !is_unread(view.range.var) {
        return None;
    }
    let frame = Frame::of(view, assigned.several, locals.program());
    if !frame.is_for_vectors(body) || !locals.apply(Opt::Lanes) {
        return None;
    }
    let mut lanes = Lanes::of(&frame, &assigned.sums, body, locals);
    let mut private = assigned.private;
    let pieces = pieces(&cosines_apart(body, &mut private, locals));
    lanes.private = expanded(&private, &pieces, locals)?;
    let block = together(&pieces, &lanes);
    Some(lanes.finish(block, body.clone()))
}

/// True if the statements are assignments of real numbers and integers without calls, and loops whose bounds none of
/// them changes.
fn is_plain(body: &Block, locals: &Locals) -> bool {
    let Some(changed) = changed(body) else { return false };
    let mut plain = true;
    walk_block(body, &mut |s| {
        plain &= match (Range::of(&s.kind), &s.kind) {
            (Some(r), _) => r.is_plain(locals.program()) && r.has_fixed_bounds(&|v| changed.contains(&v)),
            (None, StmtKind::Assign { lhs, .. }) => lhs.rank == 0 && !matches!(lhs.ty, Ty::Complex(_)),
            (None, _) => false,
        };
    });
    plain
}

/// The indices of the loops in a block.
fn indices(block: &Block) -> BTreeSet<SymbolId> {
    let mut all = BTreeSet::new();
    walk_block(block, &mut |s| all.extend(Range::of(&s.kind).map(|r| r.var)));
    all
}

/// Sorts the variables that iterations assign to; `None` if an iteration may depend on another one.
fn assigned(view: &LoopView, nest: &Nest, locals: &Locals) -> Option<Assigned> {
    let LoopView { range, body, .. } = view;
    let (all, exposed) = exposed(body, locals.program());
    let indices = indices(body);
    let moves = |v: SymbolId| all.contains(&v) || indices.contains(&v);
    if moves(range.var) || !range.is_fixed(&moves) || indices.iter().any(|&v| locals.has_two_names(v)) {
        return None;
    }
    let mut out = Assigned {
        private: vec![],
        sums: vec![],
        several: false,
    };
    let is_kept = |e: &Expr| !mentions(e, &|v| all.contains(&v));
    let has_index = |e: &Expr| mentions(e, &|v| v == range.var);
    let is_own = |e: &Expr| Step::of(e, range.var).is_some() && !mentions(e, &moves);
    let elsewhere = |e: &Expr| !has_index(e) && !mentions(e, &|v| indices.contains(&v));
    for &v in &all {
        let uses = view.uses(v)?;
        let shares = |u: &&Expr| match &u.kind {
            ExprKind::Index(_, subs) => subs.iter().any(|s| matches!(s, Subscript::At(e) if has_index(e))),
            _ => false,
        };
        match uses {
            Uses::Scalar if locals.has_two_names(v) => return None,
            Uses::Scalar if !exposed.contains(&v) => out.private.push(v),
            Uses::Scalar if locals.is_adjoint(v) && is_sum(body, v) => out.sums.push(v),
            Uses::Scalar => return None,
            Uses::Array(uses) if !uses.iter().any(shares) => {
                let is_small = || dims(v, locals).is_some();
                if exposed.contains(&v) || locals.has_two_names(v) || !is_small() {
                    return None;
                }
                out.private.push(v);
            }
            Uses::Array(uses) => {
                if locals.is_shared(v) || !uses.iter().all(|u| stays(u, &is_kept)) {
                    return None;
                }
                for (k, a) in uses.iter().enumerate() {
                    for b in &uses[..=k] {
                        let are_own = || own(a, &is_own) && own(b, &is_own);
                        let apart = || are_own() && nest.are_apart(a, b, &elsewhere, locals);
                        if !(same_at(a, b, &is_own) || apart()) {
                            return None;
                        }
                    }
                }
                out.several |= !uses.iter().all(|u| u.same(uses[0]));
            }
        }
    }
    Some(out)
}

/// True for an element with a subscript that belongs to one iteration.
fn own(e: &Expr, is_own: &dyn Fn(&Expr) -> bool) -> bool {
    same_at(e, e, is_own)
}

/// True for elements with a common subscript that belongs to one iteration.
fn same_at(a: &Expr, b: &Expr, is_own: &dyn Fn(&Expr) -> bool) -> bool {
    let (ExprKind::Index(_, p), ExprKind::Index(_, q)) = (&a.kind, &b.kind) else {
        return false;
    };
    p.iter().zip(q).any(|pair| match pair {
        (Subscript::At(p), Subscript::At(q)) => p.same(q) && is_own(p),
        _ => false,
    })
}

/// The constant bounds of an array.
fn dims(v: SymbolId, locals: &Locals) -> Option<Vec<(i64, i64)>> {
    let program = locals.program();
    let variable = program.symbols[v].variable()?;
    let attrs = &variable.attrs;
    if variable.storage != Storage::Local || attrs.allocatable || attrs.pointer {
        return None;
    }
    variable.dims.iter().map(|d| const_bounds(program, d)).collect()
}

/// The statements, with the cosines of those that also contain a sine in statements of their own. `private` gets the new
/// variables.
fn cosines_apart(block: &Block, private: &mut Vec<SymbolId>, locals: &mut Locals) -> Block {
    let mut out = vec![];
    for s in block {
        let mut s = s.clone();
        if let StmtKind::Do { body, .. } = &mut s.kind {
            *body = cosines_apart(body, private, locals);
        } else if functions(std::slice::from_ref(&s)).is_some_and(|f| has_both(&f)) {
            let mut known: Vec<(Expr, Expr)> = vec![];
            stmt_exprs_mut(&mut s.kind, &mut |e| {
                rewrite_expr(e, &mut |x| {
                    if !matches!(&x.kind, ExprKind::Intrinsic(id, ..) if id.row().name == "cos") {
                        return;
                    }
                    let found = known.iter().find(|k| k.0.same(x)).map(|k| k.1.clone());
                    let value = found.unwrap_or_else(|| {
                        let new = locals.new_local("cosv", x.ty, vec![]);
                        private.push(new);
                        known.push((x.clone(), var(locals.program(), new)));
                        var(locals.program(), new)
                    });
                    *x = value;
                });
            });
            for (value, name) in known {
                out.push(Stmt {
                    origin: s.source(),
                    ..assign(name, value)
                });
            }
        }
        out.push(s);
    }
    out
}

fn has_both(functions: &BTreeSet<&str>) -> bool {
    functions.contains("sin") && functions.contains("cos")
}

/// Divides statements into those that can be taken together: no sine beside a cosine, except in one statement.
fn pieces(block: &Block) -> Vec<Piece> {
    let mut out = vec![];
    let mut together: Block = vec![];
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for s in block {
        if let StmtKind::Do { control, body, .. } = &s.kind {
            if !together.is_empty() {
                out.push(Piece::Together(std::mem::take(&mut together)));
            }
            seen.clear();
            out.push(Piece::Loop(control.clone(), pieces(body)));
            continue;
        }
        let own = functions(std::slice::from_ref(s)).unwrap_or_default();
        seen.extend(&own);
        if has_both(&seen) && !together.is_empty() {
            out.push(Piece::Together(std::mem::take(&mut together)));
            seen = own;
        }
        together.push(s.clone());
    }
    if !together.is_empty() {
        out.push(Piece::Together(together));
    }
    out
}

/// True if one of the loops over lanes reads a value of a variable that another one has assigned.
fn is_passed_on(pieces: &[Piece], v: SymbolId, program: &Program) -> bool {
    pieces.iter().any(|p| match p {
        Piece::Together(block) => exposed(block, program).1.contains(&v),
        Piece::Loop(_, inner) => is_passed_on(inner, v, program),
    })
}

/// Arrays with a first dimension of lanes, for the private variables that need one.
fn expanded(private: &[SymbolId], pieces: &[Piece], locals: &mut Locals) -> Option<BTreeMap<SymbolId, Expr>> {
    let mut out = BTreeMap::new();
    for &v in private {
        let of_lanes = Dim::Explicit(Some(int(0)), int(cost::LANES - 1));
        let mut all = vec![of_lanes];
        let symbol = &locals.program().symbols[v];
        let (rank, ty, stem) = (symbol.rank(), symbol.ty(), symbol.name.to_string());
        if rank == 0 && !is_passed_on(pieces, v, locals.program()) {
            continue;
        }
        let bounds = dims(v, locals)?;
        all.extend(bounds.into_iter().map(|(lo, hi)| Dim::Explicit(Some(int(lo)), int(hi))));
        let new = locals.new_local(&format!("{stem}s"), ty, all);
        out.insert(v, var(locals.program(), new));
    }
    Some(out)
}

/// The statements for eight iterations.
fn together(pieces: &[Piece], lanes: &Lanes) -> Block {
    let one = |p: &Piece| match p {
        Piece::Together(block) => lanes.each(block),
        Piece::Loop(control, inner) => Stmt::repeat(control.clone(), together(inner, lanes)),
    };
    pieces.iter().map(one).collect()
}
