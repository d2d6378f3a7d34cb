//! The adjoint of one assignment.
//!
//! For `lhs = e` the adjoint of `lhs` is the seed of `e`; it is passed down the expression tree through the transposes
//! of the rules' maps, and each active operand receives an increment. Then the adjoint of `lhs` is set to zero, since
//! its old value is lost:
//!
//! ```text
//! xb = xb + M1^T lhsb;  yb = yb + M2^T lhsb;  lhsb = 0
//! ```
//!
//! If `lhs` is itself an operand, its own increment comes last and replaces the zero. If it may be the same element as
//! an operand that is spelled differently (`a(i) = 2*a(j)`), its adjoint is first moved into a temporary.

use super::Adjoint;
use crate::code::generated;
use crate::code::indices::disjoint;
use crate::normalize::arrays::{allocate, element, set, shape_of};
use crate::normalize::hoist::has_vector_subscript;
use crate::rules::{divisor, intrinsic_with, merge, real_part, terms, Map};
use adc_analysis::Shadow;
use adc_frontend::codes;
use adc_frontend::ir::visit::subexprs;
use adc_frontend::ir::*;

/// An increment of a shadow.
#[derive(Clone)]
struct Increment {
    /// The primal operand.
    operand: Expr,
    /// The value added to its shadow.
    value: Expr,
}

/// Increments so far, and the statements that compute shared seeds.
#[derive(Default)]
struct Flow {
    before: Block,
    increments: Vec<Increment>,
    mask: Option<Expr>,
}

impl Adjoint<'_, '_> {
    /// The adjoint statements of `lhs = rhs`, under a mask in a WHERE.
    pub(super) fn assignment(&mut self, lhs: &Expr, rhs: &Expr, mask: Option<&Expr>) -> Block {
        let shadow = self.g.shadow_at(self.place(), lhs);
        if shadow == Shadow::None || !lhs.ty.is_differentiable() {
            if shadow != Shadow::None && matches!(lhs.ty, Ty::Derived(_) | Ty::Class(_)) {
                self.g.refuse(
                    codes::UNSUPPORTED_EXPRESSION,
                    rhs.span,
                    "this assignment of a derived type cannot be differentiated yet",
                );
            }
            return vec![];
        }
        self.release_temps();
        let lhs_shadow = generated(&self.g.shadow_ref(lhs));
        let aliased = self.has_unlike_alias(lhs, rhs);
        let mut out = vec![];
        let seed = if aliased {
            self.kept(lhs_shadow.clone(), lhs, &mut out)
        } else {
            lhs_shadow.clone()
        };
        let mut flow = Flow {
            mask: mask.cloned(),
            ..Flow::default()
        };
        // the assignment itself may broadcast a scalar or widen a real
        let mut top = match rhs.rank < seed.rank {
            true => summed(seed.clone(), mask),
            false => seed.clone(),
        };
        if matches!(rhs.ty, Ty::Real(_)) {
            top = real_part(top);
        }
        if shadow == Shadow::Derivative {
            self.propagate(rhs, top, &mut flow);
        }
        let is_own = |i: &Increment| i.operand.same(lhs);
        let own = merged(flow.increments.iter().filter(|i| is_own(i)).cloned().collect());
        // `x(i) = x(i) + a*x(k)` leaves the adjoint of `x(i)` unchanged, whatever `k` is
        let stays = aliased && matches!(own.as_slice(), [(_, value)] if value.same(&seed));
        if aliased && !stays {
            out.push(self.masked(assign(lhs_shadow.clone(), zero(lhs.ty)), mask));
        }
        out.append(&mut flow.before);
        flow.increments.retain(|i| aliased && !stays || !is_own(i));
        for (operand, value) in merged(flow.increments) {
            if has_vector_subscript(&operand) {
                self.scattered(&operand, value, mask, &mut out);
                continue;
            }
            let target = generated(&self.g.shadow_ref(&operand));
            let value = self.g.narrowed(generated(&add(target.clone(), value)), target.ty);
            let scalar = target.rank == 0;
            let s = assign(target, value);
            out.push(if scalar { s } else { self.masked(s, mask) });
        }
        if !aliased {
            let last = match own.last() {
                None => Some(zero(lhs.ty)),
                Some((_, value)) if value.same(&lhs_shadow) => None,
                Some((_, value)) => Some(self.g.narrowed(generated(value), lhs.ty)),
            };
            if let Some(value) = last {
                out.push(self.masked(assign(lhs_shadow, value), mask));
            }
        }
        let allocated = std::mem::take(&mut self.temps.allocated);
        if !allocated.is_empty() {
            out.push(Stmt::new(StmtKind::Deallocate {
                objects: allocated,
                options: vec![],
            }));
        }
        out
    }

    /// A temporary with a value; it has the shape of `like`. If the shape is not constant, the temporary is allocated
    /// until the end of the adjoint of the assignment.
    fn kept(&mut self, value: Expr, like: &Expr, out: &mut Block) -> Expr {
        let t = self.temp(like, value.ty);
        let value = from_one(value);
        let allocatable = t.base_symbol().and_then(|s| self.g.out.symbols[s].variable());
        if allocatable.is_some_and(|v| v.attrs.allocatable) {
            self.temps.allocated.push(t.clone());
            let shape = shape_of(&self.g.out, like);
            out.push(allocate(&t, shape.iter().map(generated).collect()));
        }
        out.push(set(&self.g.out, &t, value));
        t
    }

    fn masked(&self, s: Stmt, mask: Option<&Expr>) -> Stmt {
        match mask {
            None => s,
            Some(m) => Stmt::new(StmtKind::Where {
                arms: vec![Arm {
                    cond: Some(generated(m)),
                    body: vec![s],
                    lead: vec![],
                }],
            }),
        }
    }

    /// Propagates an adjoint down an expression.
    fn propagate(&mut self, e: &Expr, seed: Expr, flow: &mut Flow) {
        if !e.ty.is_differentiable() {
            return;
        }
        if e.is_designator() {
            if self.g.is_varied(self.place(), e) {
                flow.increments.push(Increment {
                    operand: e.clone(),
                    value: seed,
                });
            }
            return;
        }
        if !self.g.has_varied(self.place(), e) {
            return;
        }
        if let ExprKind::Array(_, items) = &e.kind {
            self.constructor(items, seed, flow);
            return;
        }
        let all = match terms(self.g.primal, e) {
            Ok(t) => t,
            Err(why) => {
                let place = if why.span.is_none() { e.span } else { why.span };
                self.g.refuse(
                    codes::UNSUPPORTED_EXPRESSION,
                    place,
                    format!("{} cannot be differentiated yet", why.what),
                );
                return;
            }
        };
        let active: Vec<_> = all
            .into_iter()
            .filter(|t| t.child.ty.is_differentiable() && self.g.has_varied(self.place(), t.child))
            .collect();
        let divisor = divisor(e);
        let seed = match divisor {
            Some(b) => Map::Divide(b.clone()).transpose(seed, e, e),
            None => seed,
        };
        // a mask may exclude divisions by zero
        let may_fail = divisor.is_some() && flow.mask.is_some();
        let seed = if active.len() > 1 && seed.rank == 0 && costs(&seed) && !may_fail {
            self.kept(generated(&seed), &seed, &mut flow.before)
        } else {
            seed
        };
        for t in active {
            let mut adjoint = t.map.transpose(seed.clone(), t.child, e);
            if adjoint.rank > t.child.rank {
                adjoint = summed(adjoint, flow.mask.as_ref());
            } else if t.child.rank < e.rank && !t.map.moves_elements() {
                // a scalar seed stands for equal elements, and the scalar operand contributes to each of them
                adjoint = mul(crate::rules::size_of(&shaped_like(e), None), adjoint);
            }
            self.propagate(t.child, adjoint, flow);
        }
    }

    /// Gives the items of an array constructor their slices of the seed, which is first put into a variable.
    fn constructor(&mut self, items: &[Expr], seed: Expr, flow: &mut Flow) {
        let whole = match seed.rank {
            1 => self.kept(generated(&seed), &seed, &mut flow.before),
            _ => {
                // a scalar seed was broadcast: it applies to every element
                for i in items {
                    self.propagate(i, seed.clone(), flow);
                }
                return;
            }
        };
        let mut first = int(1);
        for i in items {
            if matches!(i.kind, ExprKind::ImpliedDo { .. }) {
                if self.g.has_varied(self.place(), i) {
                    self.g.refuse(
                        codes::UNSUPPORTED_EXPRESSION,
                        i.span,
                        "an implied DO with active values cannot be differentiated yet",
                    );
                }
                return;
            }
            let (piece, next) = if i.rank == 0 {
                (Subscript::At(first.clone()), add_int(first.clone(), int(1)))
            } else {
                let next = add_int(first.clone(), crate::rules::size_of(i, None));
                (
                    Subscript::range(Some(first.clone()), Some(sub(next.clone(), int(1))), None),
                    next,
                )
            };
            let mut part = index(whole.clone(), vec![piece]);
            if i.rank > 1 && self.g.has_varied(self.place(), i) {
                let shape = crate::rules::intrinsic("shape", vec![i.clone()], Ty::Integer(4), 1);
                part = crate::rules::intrinsic("reshape", vec![part, shape], i.ty, i.rank);
            }
            self.propagate(i, part, flow);
            first = next;
        }
    }

    /// An increment through a vector subscript, one index at a time: an element that is selected twice receives both
    /// increments.
    fn scattered(&mut self, operand: &Expr, value: Expr, mask: Option<&Expr>, out: &mut Block) {
        let value = match mask {
            Some(m) => merge(value, zero(operand.ty), m.clone()),
            None => value,
        };
        let narrowed = generated(&self.g.narrowed(value.clone(), operand.ty));
        let t = self.kept(narrowed, &value, out);
        let shadow = generated(&self.g.shadow_ref(operand));
        let ExprKind::Index(base, subs) = &shadow.kind else {
            return self.refuse_scatter(operand);
        };
        let mut loops = vec![];
        let mut target = vec![];
        let mut source = vec![];
        for s in subs {
            match s {
                Subscript::At(x) if x.rank > 0 => {
                    let ii = self.g.local(self.derivative, "ii", DeclType::plain(Ty::Integer(4)), 0);
                    let at = element(self.g.primal, x, std::slice::from_ref(&ii)).unwrap_or_else(|| {
                        let indices = self.kept(generated(x), x, out);
                        index(indices, vec![Subscript::At(ii.clone())])
                    });
                    let n = shape_of(self.g.primal, x).pop().unwrap_or_else(|| int(0));
                    loops.push((ii.clone(), n));
                    target.push(Subscript::At(generated(&at)));
                    source.push(Subscript::At(ii));
                }
                Subscript::At(_) => target.push(s.clone()),
                Subscript::Range(..) => {
                    target.push(s.clone());
                    source.push(Subscript::Range(None, None, None));
                }
            }
        }
        if loops.is_empty() {
            return self.refuse_scatter(operand);
        }
        let target = index((**base).clone(), target);
        let source = if t.rank == 0 { t } else { index(t, source) };
        let mut body = vec![assign(target.clone(), add(target, source))];
        for (ii, n) in loops {
            let ExprKind::Var(var) = ii.kind else { return };
            body = vec![Stmt::new(StmtKind::Do {
                name: None,
                control: DoControl::count(var, int(1), generated(&n), None),
                body,
            })];
        }
        out.extend(body);
    }

    fn refuse_scatter(&mut self, e: &Expr) {
        self.g.refuse(
            codes::UNSUPPORTED_EXPRESSION,
            e.span,
            "an active array with this vector subscript cannot be differentiated in reverse mode yet",
        );
    }

    /// True if an active operand may be in the same memory as `lhs` but is spelled differently.
    fn has_unlike_alias(&self, lhs: &Expr, rhs: &Expr) -> bool {
        if rhs.is_designator() || matches!(rhs.kind, ExprKind::Var(_)) {
            return self.g.is_varied(self.place(), rhs)
                && self.may_overlap(lhs, rhs)
                && !rhs.same(lhs)
                && !disjoint(lhs, rhs);
        }
        let mut found = false;
        subexprs(rhs, &mut |x| found |= self.has_unlike_alias(lhs, x));
        found
    }

    fn may_overlap(&self, a: &Expr, b: &Expr) -> bool {
        let zones = &self.g.facts.zones;
        let (x, y) = (zones.of_designator(a), zones.of_designator(b));
        x.is_empty() || y.is_empty() || x.iter().any(|&x| y.iter().any(|&y| zones.may_alias(x, y)))
    }
}

/// A whole array as a section, whose bounds begin at 1: an array that takes its shape by assignment takes its bounds
/// too.
fn from_one(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Var(_) if e.rank > 0 => {
            let all = (0..e.rank).map(|_| Subscript::Range(None, None, None)).collect();
            index(e, all)
        }
        _ => e,
    }
}

/// An operand with the shape of an array expression, or else the expression itself: a suitable argument for `size`.
fn shaped_like(e: &Expr) -> Expr {
    fn find(e: &Expr, rank: u8) -> Option<&Expr> {
        if e.is_designator() {
            return (e.rank == rank).then_some(e);
        }
        // operands inside an operand of another shape do not help
        let mut found = None;
        if e.rank == rank {
            subexprs(e, &mut |x| found = found.or_else(|| find(x, rank)));
        }
        found
    }
    find(e, e.rank).unwrap_or(e).clone()
}

/// Sums an array of adjoints for a scalar operand that was broadcast.
fn summed(e: Expr, mask: Option<&Expr>) -> Expr {
    let ty = e.ty;
    let mut args = vec![Arg::pos(e)];
    if let Some(m) = mask {
        args.push(Arg {
            keyword: Some("mask".into()),
            value: ArgValue::Expr(m.clone()),
        });
    }
    intrinsic_with("sum", args, ty, 0)
}

/// Merges increments of the same operand into one.
fn merged(increments: Vec<Increment>) -> Vec<(Expr, Expr)> {
    let mut out: Vec<(Expr, Expr)> = vec![];
    let mut places: ExprMap<usize> = ExprMap::default();
    for i in increments {
        match places.get(&i.operand) {
            Some(&k) => {
                let before = std::mem::replace(&mut out[k].1, int(0));
                out[k].1 = add(before, i.value);
            }
            None => {
                places.insert(&i.operand, out.len());
                out.push((i.operand, i.value));
            }
        }
    }
    out
}

/// True for a seed that is worth a variable if it is used twice.
fn costs(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(_, x) | ExprKind::Paren(x) => costs(x),
        _ => !e.is_designator() && !e.is_literal(),
    }
}

fn add_int(a: Expr, b: Expr) -> Expr {
    match (int_value(&a), int_value(&b)) {
        (Some(x), Some(y)) => int(x + y),
        _ => add(a, b),
    }
}
