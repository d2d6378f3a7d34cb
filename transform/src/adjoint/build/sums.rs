//! Loops that increment one scalar, differentiated in primal order, in the forward sweep.
//!
//! ```text
//! forward sweep                              forward sweep
//!
//! do i = 1, n                                xp = 0
//!    seed = next(seed)                       do i = 1, n
//!    call pushreal8(t)                          seed = next(seed)
//!    t = draw(seed)*x                           t = draw(seed)*x
//!    f = f + t*t                                f = f + t*t
//! end do                                        tb = 2*t
//!                                →              xp = xp + draw(seed)*tb
//! reverse sweep                              end do
//!
//! do i = n, 1, -1                            reverse sweep
//!    tb = 2*t*fb
//!    call popreal8(t)                        xb = xb + fb*xp
//!    xb = xb + draw(seed)*tb
//! end do
//! ```
//!
//! Such a loop cannot be fused in the reverse order of its iterations ([`crate::adjoint::decide::fusion`]) if they
//! carry values that derivatives need, as a random number generator does. In primal order nothing must be restored: the
//! state is available. The derivative of the sum, `fb`, is known only in the reverse sweep, but it enters the
//! derivatives of the summands as a factor. So the loop runs with 1 in its place, accumulates the derivatives of its
//! inputs separately, and they are added times `fb` when the reverse sweep reaches the loop.
//!
//! **Condition.** Of the active variables that the loop writes
//!
//! 1. one, the *total*, is a scalar that is only incremented, `f = f + e`, and read nowhere else in the loop;
//! 2. the others are locals; none is read in an iteration before it is overwritten as a whole, nor after the loop.
//!
//! The reverse part of an iteration may leave primal variables changed (by restoring or recomputing them). Those that
//! the next iterations or the code after the loop read must be scalars. They are kept in variables beside the loop and
//! have their values again after it.
//!
//! **Proof.** Let `B_i` be the reverse part of iteration `i`, a linear map on derivatives. By 2, the derivatives of the
//! other variables are zero after the loop and, since each iteration overwrites them first, between any two `B_i`. By
//! 1, no `B_i` changes `fb`. So `B_i` maps `(fb, xb)` to `(fb, xb + p_i fb)`: the `B_i` commute, and together they add
//! `(p_1 + … + p_n) fb`, in whatever order they run. The last condition ensures that the forward parts read the same
//! values as in the primal. ∎
//!
//! The paper on linearity runs adjoints in forward order if dependences are linear and scalar. That requires condition
//! 1: see [`crate::adjoint::decide::fusion`].
//!
//! Ignored: several totals (each would need its own variables for its increments); arrays that inner loops fill element
//! by element; inputs other than plain arrays or scalars; calls with derivatives; loops in loops or branches, since the
//! accumulated derivatives would have to be recorded there.

use crate::adjoint::plan::region::Sum;
use crate::adjoint::plan::{Loop, Node, Order, Simple};
use crate::adjoint::Adjoint;
use crate::code::cost;
use crate::context::text::exposed;
use crate::context::Context;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Adjoint<'_, '_> {
    /// Returns the sum that a loop computes, if it is one. `l`: the plan of the loop.
    pub(super) fn sum_of(&self, s: &Stmt, l: &Loop) -> Option<Sum> {
        let text = self.g.texts.of(self.unit);
        let place = text.place(s.id)?;
        if self.g.choices.split.contains(&self.unit) || !l.has_plain_bounds() || !self.is_counted(s) {
            return None;
        }
        let mut written = ZoneSet::new();
        let whole = std::slice::from_ref(s);
        visit::walk_block(whole, &mut |x| {
            written.union_with(&self.g.facts.effects.of(x.id).writes);
        });
        let is_active = |z: &ZoneId| self.g.facts.activity.zone_is_active(*z);
        let found = exposed(self.g.facts, whole, &mut ZoneSet::new());
        let is_read = |z: ZoneId| found.contains(z) || text.is_exposed_after(place, z);
        let (mut totals, mut own) = (vec![], vec![]);
        for z in written.iter().filter(is_active) {
            let symbol = *self.g.facts.zones.members(z).iter().next()?;
            if self.is_total(whole, symbol) {
                totals.push(symbol);
            } else if self.is_own(symbol) && !is_read(z) {
                own.push(symbol);
            } else {
                return None;
            }
        }
        let [total] = totals.as_slice() else { return None };
        let mut out = Sum {
            total: *total,
            own,
            inputs: vec![],
            arrays: 0,
            has_small_arrays: true,
            live: ZoneSet::new(),
        };
        out.inputs = self.inputs(&l.body, &out)?;
        let variables = out.inputs.iter().filter_map(|&s| self.g.out.symbols[s].variable());
        for v in variables.filter(|v| !v.dims.is_empty()) {
            out.arrays += 1;
            out.has_small_arrays &= is_small(v);
        }
        (!out.inputs.is_empty()).then_some(out)
    }

    fn is_counted(&self, s: &Stmt) -> bool {
        let StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } = &s.kind
        else {
            return false;
        };
        matches!(self.g.primal.symbols[*var].ty(), Ty::Integer(_))
    }

    /// True for a scalar that statements only increment.
    fn is_total(&self, whole: &[Stmt], symbol: SymbolId) -> bool {
        let zones = &self.g.facts.zones;
        let Some(zone) = zones.single(symbol).filter(|_| self.is_plain(symbol, true)) else {
            return false;
        };
        let mut adds = true;
        visit::walk_block(whole, &mut |s| {
            let effects = self.g.facts.effects.of(s.id);
            if effects.reads.contains(zone) || effects.writes.contains(zone) {
                adds &= matches!(&s.kind, StmtKind::Assign { lhs, rhs } if is_var(lhs, symbol) && adds_to(rhs, symbol));
            }
        });
        adds
    }

    /// True for a local that shares its memory with nothing, and keeps no value between calls.
    fn is_own(&self, symbol: SymbolId) -> bool {
        let s = &self.g.primal.symbols[symbol];
        let local = |v: &Variable| v.storage == Storage::Local && !v.attrs.save && v.init.is_none();
        s.owner == Some(self.unit) && s.variable().is_some_and(local) && self.is_plain(symbol, false)
    }

    fn is_plain(&self, symbol: SymbolId, scalar: bool) -> bool {
        let v = self.g.primal.symbols[symbol].variable();
        let plain = |v: &Variable| {
            let a = &v.attrs;
            let fixed = |d: &Dim| matches!(d, Dim::Explicit(..) | Dim::Assumed(_));
            let shape = if scalar {
                v.dims.is_empty()
            } else {
                v.dims.iter().all(fixed)
            };
            shape
                && matches!(v.ty.ty, Ty::Real(_))
                && !(a.pointer || a.allocatable || a.target || a.optional || a.volatile)
        };
        v.is_some_and(plain) && self.g.is_alone(symbol)
    }

    /// The derivatives that adjoint statements increment, other than those of variables that the loop writes. `None` if
    /// some cannot be accumulated in plain variables.
    fn inputs(&self, nodes: &[Node], sum: &Sum) -> Option<Vec<SymbolId>> {
        let mut found = IndexSet::new();
        let mut plain = true;
        each_simple(nodes, &mut |s| {
            plain &= s.call.is_none() && s.revive.is_none();
            visit::walk_block(&s.adjoint, &mut |x| match &x.kind {
                StmtKind::Assign { lhs, .. } => {
                    found.extend(self.shadow_assigned(lhs, sum, &mut plain));
                }
                StmtKind::Do { .. } | StmtKind::If { .. } | StmtKind::Comment(_) | StmtKind::Continue => {}
                _ => plain = false,
            });
        });
        plain.then(|| found.into_iter().collect())
    }

    fn shadow_assigned(&self, lhs: &Expr, sum: &Sum, plain: &mut bool) -> Option<SymbolId> {
        let shadow = lhs.base_symbol()?;
        let primal = *self.g.primals.get(&shadow)?;
        if sum.own.contains(&primal) {
            return None;
        }
        let whole = |e: &Expr| matches!(e.kind, ExprKind::Var(_));
        let direct = match &lhs.kind {
            ExprKind::Index(base, _) => whole(base),
            _ => whole(lhs),
        };
        let v = self.g.out.symbols[shadow].variable();
        let own = self.g.out.symbols[shadow].owner == Some(self.derivative);
        let constant = |e: &Expr| int_value(e).is_some();
        let known = |d: &Dim| match d {
            Dim::Explicit(lo, hi) => own || lo.as_ref().is_none_or(constant) && constant(hi),
            Dim::Assumed(_) => own,
            _ => false,
        };
        *plain &= direct && primal != sum.total && self.is_plain(primal, false);
        *plain &= v.is_some_and(|v| v.dims.iter().all(known));
        Some(shadow)
    }
}

impl Sum {
    /// Scalars that the reverse part of an iteration leaves changed and that others read, so that they must be kept
    /// beside it. `None` if a variable other than a scalar changes.
    pub(crate) fn kept(&self, cx: &Context, body: &[Node]) -> Option<Vec<SymbolId>> {
        let zones = &cx.facts.zones;
        let mut changed = ZoneSet::new();
        left_changed(body, &mut changed);
        zones.close(&mut changed);
        changed.intersect_with(&self.live);
        changed.iter().map(|z| cx.scalar_alone(z)).collect()
    }
}

/// Zones that the reverse parts of iterations leave changed: restored or recomputed values, and indices of their loops.
fn left_changed(nodes: &[Node], out: &mut ZoneSet) {
    for n in nodes {
        match n {
            Node::Simple(s) => {
                out.extend(s.writes.iter().filter(|w| w.recorded).map(|w| w.zone));
                out.union_with(&s.again);
            }
            Node::Loop(l) => {
                if l.fused == Some(Order::Forward) {
                    left_changed(&l.body, out);
                    continue;
                }
                out.extend(l.index.map(|(z, _)| z));
                out.extend(l.bulk.iter().flat_map(|b| &b.values).map(|p| p.write.zone));
            }
            Node::Again(a) => {
                out.union_with(&a.writes);
            }
            Node::Region(r) => out.extend(r.face.writes.iter().map(|w| w.zone)),
            Node::Branch(_) => {}
        }
        n.blocks().into_iter().for_each(|b| left_changed(b, out));
    }
}

fn each_simple(nodes: &[Node], f: &mut dyn FnMut(&Simple)) {
    for n in nodes {
        match n {
            Node::Simple(s) => f(s),
            Node::Region(r) => f(&r.face),
            _ => {}
        }
        n.blocks().into_iter().for_each(|b| each_simple(b, f));
    }
}

fn is_var(e: &Expr, symbol: SymbolId) -> bool {
    matches!(e.peel().kind, ExprKind::Var(s) if s == symbol)
}

/// True for `f + e` and `f - e`, where nothing else mentions `f`.
fn adds_to(e: &Expr, total: SymbolId) -> bool {
    let is_it = |e: &Expr| is_var(e, total) || adds_to(e, total);
    let mentions = |e: &Expr| visit::mentions(e, &|s| s == total);
    match &e.peel().kind {
        ExprKind::Binary(BinaryOp::Add, a, b) => is_it(a) && !mentions(b) || is_it(b) && !mentions(a),
        ExprKind::Binary(BinaryOp::Sub, a, b) => is_it(a) && !mentions(b),
        _ => false,
    }
}

/// True for an array of so few elements that accumulating them costs little.
fn is_small(v: &Variable) -> bool {
    let extent = |d: &Dim| match d {
        Dim::Explicit(lo, hi) => Some(int_value(hi)? - lo.as_ref().map_or(Some(1), int_value)? + 1),
        _ => None,
    };
    let size: Option<i64> = v.dims.iter().map(extent).product();
    size.is_some_and(|n| n <= cost::SMALL_ARRAY)
}
