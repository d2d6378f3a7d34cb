//! Products, maxima and minima that threads form of real values (`reduction(*:s)`), as loops that threads share and
//! short ones after them:
//!
//! ```text
//! !$omp parallel do reduction(*:s)     allocate(ss(1:n))
//! do i = 1, n                          !$omp parallel do private(s_1)
//!    s = s*f(x(i))                     do i = 1, n
//! end do                                  s_1 = 1
//!                                         s_1 = s_1*f(x(i))
//!                                         ss(i) = s_1
//!                                      end do
//!                                      do i = 1, n
//!                                         s = s*ss(i)
//!                                      end do
//!                                      deallocate(ss)
//! ```
//!
//! That is what the program computes with a thread for each iteration, so it holds for any statements about `s` in the
//! loop. Derivatives follow by the rules for both loops: the factors are in an array, and the derivative of a maximum
//! goes to the iteration that attained it. If two iterations do, the first one gets it where the loop says
//! `s = max(s, e)`, and the last one where it says `s = max(e, s)`, as on one thread.
//!
//! An array has one dimension more for the iterations: each iteration stores all elements.
//!
//! Kept as they are: sums, which need no order; integers and logicals, which have no derivative; allocatable arrays and
//! arrays of assumed size, and loops whose bounds call functions.

use super::named::mentions;
use super::openmp::OpenMp;
use super::private_names::{inquiry, replace};
use crate::ir::visit::{has_call, walk_expr};
use crate::ir::*;

impl OpenMp<'_, '_> {
    /// Rewrites such loops in a block.
    pub(super) fn reductions(&mut self, block: &mut Block) {
        for mut s in std::mem::take(block) {
            let (mut before, mut after) = (vec![], vec![]);
            if let StmtKind::Directed { directive, body } = &mut s.kind {
                if let (Asks::Parallel(p), [l]) = (&mut directive.asks, body.as_mut_slice()) {
                    let reduced = |r: &(SymbolId, Role)| match r.1 {
                        Role::Reduction(r @ (Reduction::Product | Reduction::Max | Reduction::Min)) => Some(r),
                        _ => None,
                    };
                    let all: Vec<(SymbolId, Reduction)> =
                        p.roles.iter().filter_map(|r| Some((r.0, reduced(r)?))).collect();
                    for (v, r) in all {
                        if mentions(std::slice::from_ref(l), v) {
                            self.reduction(l, p, (v, r), (&mut before, &mut after));
                        }
                    }
                }
            }
            s.kind.for_each_block_mut(&mut |b| self.reductions(b));
            for made in before.iter_mut().chain(&mut after) {
                self.made(made, s.span);
            }
            if let Some(first) = before.first_mut() {
                first.label = s.label.take();
                first.lead = std::mem::take(&mut s.lead);
            }
            block.append(&mut before);
            block.push(s);
            block.append(&mut after);
        }
    }

    /// Rewrites a loop. `around`: the statements before and after it.
    fn reduction(
        &mut self,
        l: &mut Stmt,
        p: &mut Parallel,
        (v, reduction): (SymbolId, Reduction),
        (before, after): (&mut Block, &mut Block),
    ) {
        let symbol = &self.r.p.symbols[v];
        let StmtKind::Do { control, body, .. } = &mut l.kind else {
            return;
        };
        let DoControl::Count { var: i, lo, hi, step } = control else {
            return;
        };
        let Some(variable) = symbol.variable() else { return };
        let attrs = &variable.attrs;
        let is_plain = variable.dims.is_empty() || !attrs.allocatable && self.copy(v).is_some();
        let fits = variable.ty.ty.is_differentiable() && is_plain && !attrs.pointer && variable.dims.len() < MOST;
        let known = |e: &Expr| !has_call(e) && !visit::mentions(e, &|x| x == v);
        if !fits || !known(lo) || !known(hi) || !step.as_deref().is_none_or(known) {
            return;
        }
        let ty = variable.ty.clone();
        let name = symbol.name.clone();
        let Some(one) = self.copy(v) else { return };
        let rank = one.dims.len();
        let own = self.declare(&format!("{name}_own"), one, l.span);
        let terms = self.terms(&format!("{name}_each"), (ty, rank + 1), l.span);
        let program = &self.r.p;
        let (whole, copy, all) = (var(program, v), var(program, own), var(program, terms));
        let last = is_last_argument(body, v);
        let huge = || inquiry("huge", vec![copy.clone()], copy.ty);
        let neutral = match reduction {
            Reduction::Max => neg(huge()),
            Reduction::Min => huge(),
            _ => int(1),
        };
        replace(body, v, own);
        let mut subscripts = vec![Subscript::Range(None, None, None); rank];
        subscripts.push(Subscript::At(var(program, *i)));
        let term = index(all.clone(), subscripts);
        body.insert(0, assign(copy.clone(), neutral));
        body.push(assign(term.clone(), copy));
        let (first, second) = if last {
            (term, whole.clone())
        } else {
            (whole.clone(), term)
        };
        let value = match reduction {
            Reduction::Max | Reduction::Min => Expr {
                rank: whole.rank,
                ..inquiry(reduction.name(), vec![first, second], whole.ty)
            },
            _ => mul(whole.clone(), second),
        };
        // a loop downwards has its bounds the other way round
        let down = step.as_deref().and_then(int_value).is_some_and(|s| s < 0);
        let known_direction = step.as_deref().is_none_or(|s| int_value(s).is_some());
        let either = |f: &str| match (known_direction, (f == "min") != down) {
            (true, true) => (**lo).clone(),
            (true, false) => (**hi).clone(),
            (false, _) => inquiry(f, vec![(**lo).clone(), (**hi).clone()], lo.ty),
        };
        let bound = |name: &str, k: u8| inquiry(name, vec![whole.clone(), int(i64::from(k) + 1)], Ty::Integer(4));
        let shape = (0..whole.rank).map(|k| (Some(bound("lbound", k)), bound("ubound", k)));
        before.push(Stmt::new(StmtKind::Allocate {
            ty: None,
            objects: vec![(
                all.clone(),
                shape.chain([(Some(either("min")), either("max"))]).collect(),
            )],
            options: vec![],
        }));
        after.push(Stmt::repeat(control.clone(), vec![assign(whole, value)]));
        after.push(Stmt::new(StmtKind::Deallocate {
            objects: vec![all],
            options: vec![],
        }));
        p.roles.retain(|r| r.0 != v);
        p.roles.extend([(own, Role::Private), (terms, Role::Shared)]);
        let span = l.span;
        if let StmtKind::Do { body, .. } = &mut l.kind {
            let count = body.len();
            self.made(&mut body[0], span);
            self.made(&mut body[count - 1], span);
        }
    }

    /// A new allocatable array.
    fn terms(&mut self, name: &str, (ty, rank): (DeclType, usize), span: Span) -> SymbolId {
        self.declare(
            name,
            Variable {
                ty,
                dims: vec![Dim::Deferred; rank],
                storage: Storage::Local,
                attrs: Attrs {
                    allocatable: true,
                    ..Attrs::default()
                },
                init: None,
            },
            span,
        )
    }
}

/// The most dimensions of an array.
const MOST: usize = 15;

/// True if the loop says `s = max(e, s)`.
fn is_last_argument(body: &Block, v: SymbolId) -> bool {
    let mut last = false;
    visit::walk_block_exprs(body, &mut |e| {
        walk_expr(e, &mut |x| {
            if let ExprKind::Intrinsic(id, _, args) = &x.kind {
                let is_it = |a: &Arg| {
                    a.expr()
                        .is_some_and(|e| e.is_designator() && e.base_symbol() == Some(v))
                };
                last |= matches!(id.name(), "max" | "min") && args.last().is_some_and(is_it);
            }
        });
    });
    last
}
