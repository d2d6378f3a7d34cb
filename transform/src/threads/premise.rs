//! Subscripts that tell iterations apart, by the premise that the primal has no race.
//!
//! If each iteration `e` of the primal updates `w(s(e))` and `w(t(e))`, two iterations with `s(e) = s(e')`, or with
//! `s(e) = t(e')`, would write the same element. So no two iterations share an element of any array by these subscripts:
//!
//! ```text
//! do e = first(color), last(color)        ! threads share this loop
//!    f = q(left(e)) - q(right(e))
//!    r(left(e)) = r(left(e)) + f          ! written in all iterations: left and right tell them apart
//!    r(right(e)) = r(right(e)) - f        ! so the adjoint adds to qb(left(e)) and to qb(right(e)) plainly
//! end do
//! ```
//!
//! Of elements with more subscripts, the others must be the same in all iterations: constants, variables that the loop
//! does not change, and indices of loops inside with constant bounds, which are the same wherever the loop names them.
//!
//! Only updates of real and complex elements count, whose new value depends on the old one. Programs write the same value
//! from several iterations, `seen(left(e)) = .true.`, `root(left(e)) = sqrt(x(left(e)))`, and rely on that.
//!
//! Subscripts are compared with the definitions of private variables in place: `n = left(e)`. Writes under a condition
//! tell nothing, and so do loops that are left, or whose iterations are.

use super::uses::{indices, loops_over, mentions_of};
use adc_frontend::ir::visit::{has_jumps, mentions, rewrite_expr, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// What the iterations of a parallel loop of the primal have for themselves.
#[derive(Default)]
pub(super) struct Premise {
    /// Private variables that an iteration sets once, with their values.
    values: BTreeMap<SymbolId, Expr>,
    /// Subscripts of the same dimension of one variable, in elements that each iteration writes.
    groups: Vec<Group>,
}

struct Group {
    /// The element without the subscript.
    rest: Rest,
    subscripts: Vec<Expr>,
}

/// A designator without one of its subscripts: the array, the dimension, and the others.
type Rest = (Expr, usize, Vec<Expr>);

impl Premise {
    /// What follows from the statements of a loop over `index`. `written`: variables that it changes.
    pub(super) fn of(body: &Block, index: SymbolId, p: &Parallel, written: &dyn Fn(SymbolId) -> bool) -> Premise {
        let mut out = Premise::default();
        if has_jumps(body) {
            return out;
        }
        let inner: Vec<SymbolId> = indices(body).into_iter().filter(|&k| has_one_range(k, body)).collect();
        let of = Iteration {
            body,
            index,
            p,
            steady: &|v| v == index || inner.contains(&v) || !written(v),
        };
        out.values_in(body, &of);
        out.writes_in(body, &of);
        out
    }

    /// A subscript with the definitions of private variables in place.
    pub(super) fn value(&self, e: &Expr) -> Expr {
        let mut out = e.clone();
        rewrite_expr(&mut out, &mut |x| {
            if let ExprKind::Var(v) = x.kind {
                if let Some(value) = self.values.get(&v) {
                    *x = value.clone();
                }
            }
        });
        out
    }

    /// True if the first subscript of one iteration never equals the second one of another.
    pub(super) fn tell_apart(&self, a: &Expr, b: &Expr) -> bool {
        let has = |g: &Group, e: &Expr| g.subscripts.iter().any(|s| s.same(e));
        let (a, b) = (self.value(a), self.value(b));
        self.groups.iter().any(|g| has(g, &a) && has(g, &b))
    }

    /// Variables that the statements set once, by values that do not change in the iteration.
    fn values_in(&mut self, block: &Block, of: &Iteration) {
        for s in block {
            if let Some(inside) = always_runs(s) {
                self.values_in(inside, of);
                continue;
            }
            let StmtKind::Assign { lhs, rhs } = &s.kind else {
                continue;
            };
            let is_integer = lhs.is_name() && lhs.rank == 0 && matches!(lhs.ty, Ty::Integer(_));
            let Some(v) = lhs.base_symbol().filter(|_| is_integer) else {
                continue;
            };
            let value = self.value(rhs);
            let fits = !visit::has_call(&value) && !mentions(&value, &|x| !(of.steady)(x));
            if fits && is_set_once(v, of.body) && mentions_of(block, v) == mentions_of(of.body, v) {
                self.values.insert(v, value);
            }
        }
    }

    /// The elements that each iteration writes.
    fn writes_in(&mut self, block: &Block, of: &Iteration) {
        for s in block {
            if let Some(inside) = always_runs(s) {
                self.writes_in(inside, of);
            } else if let StmtKind::Assign { lhs, rhs } = &s.kind {
                let updates = reads(rhs, lhs) && matches!(lhs.ty, Ty::Real(_) | Ty::Complex(_));
                let shared = lhs.base_symbol().is_some_and(|v| of.p.role(v) == Role::Shared);
                if let (true, ExprKind::Index(array, subs)) = (shared && updates, &lhs.kind) {
                    self.write(array, subs, of);
                }
            }
        }
    }

    fn write(&mut self, array: &Expr, subs: &[Subscript], of: &Iteration) {
        let known = |e: &Expr| !visit::has_call(e) && !mentions(e, &|v| !(of.steady)(v));
        let moves = |e: &Expr| mentions(e, &|v| v == of.index);
        let mut all = vec![];
        for s in subs {
            let Subscript::At(e) = s else { return };
            all.push(self.value(e));
        }
        let in_place = array.is_name() || known(array) && !moves(array);
        if !in_place || !all.iter().all(known) {
            return;
        }
        let moving: Vec<usize> = (0..all.len()).filter(|&k| moves(&all[k])).collect();
        let &[dim] = moving.as_slice() else { return };
        let own = all.remove(dim);
        let rest = (array.clone(), dim, all);
        match self.groups.iter_mut().find(|g| same_rest(&g.rest, &rest)) {
            Some(g) if g.subscripts.iter().any(|s| s.same(&own)) => {}
            Some(g) => g.subscripts.push(own),
            None => self.groups.push(Group {
                rest,
                subscripts: vec![own],
            }),
        }
    }
}

/// An iteration of the primal loop.
struct Iteration<'p> {
    body: &'p Block,
    index: SymbolId,
    p: &'p Parallel,
    /// True for variables with the same value in the whole iteration, or in all iterations of a loop in it.
    steady: &'p dyn Fn(SymbolId) -> bool,
}

fn same_rest(a: &Rest, b: &Rest) -> bool {
    a.0.same(&b.0) && a.1 == b.1 && a.2.len() == b.2.len() && a.2.iter().zip(&b.2).all(|(s, t)| s.same(t))
}

/// True if an expression reads a designator.
fn reads(e: &Expr, designator: &Expr) -> bool {
    let mut found = false;
    walk_expr(e, &mut |x| found |= x.same(designator));
    found
}

/// The statements of a loop that has iterations.
fn always_runs(s: &Stmt) -> Option<&Block> {
    let StmtKind::Do { control, body, .. } = &s.kind else {
        return None;
    };
    range(control).map(|_| body)
}

/// The index and the constant bounds of a loop that has iterations.
fn range(control: &DoControl) -> Option<(SymbolId, i64, i64)> {
    let DoControl::Count { var, lo, hi, step } = control else {
        return None;
    };
    let (lo, hi) = (int_value(lo)?, int_value(hi)?);
    let step = step.as_deref().map_or(Some(1), int_value)?;
    (step == 1 && lo <= hi).then_some((*var, lo, hi))
}

/// True for the index of loops with the same constant bounds, outside of which the statements do not name it.
fn has_one_range(k: SymbolId, body: &Block) -> bool {
    let Some(loops) = loops_over(body, k) else { return false };
    let mut ranges = loops.into_iter().map(|l| range(l.0));
    let first = ranges.next().flatten();
    first.is_some() && ranges.all(|r| r == first)
}

/// True if a single statement sets a scalar, and no call may.
fn is_set_once(v: SymbolId, body: &Block) -> bool {
    let mut sets = 0;
    walk_block(body, &mut |s| {
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            sets += usize::from(lhs.base_symbol() == Some(v));
        } else if !matches!(s.kind, StmtKind::Do { .. } | StmtKind::If { .. }) {
            // arguments and others that may change it
            visit::stmt_exprs(&s.kind, &mut |e| sets += 2 * usize::from(mentions(e, &|w| w == v)));
        } else if DoControl::index_of(&s.kind) == Some(v) {
            sets += 2;
        }
    });
    let mut passed = false;
    visit::walk_calls(body, &mut |r| {
        passed |= r.args.iter().filter_map(Arg::expr).any(|e| e.base_symbol() == Some(v));
    });
    sets == 1 && !passed
}
