//! Elements that no two iterations of a loop share.
//!
//! Two designators of one variable are apart if in one dimension both have subscripts `±i + r` with the same sign and
//! the same rest: different iterations name different elements. If the rests differ by a constant, only iterations at
//! that distance share an element. The rest may contain variables that the loop does not change. Subscripts that the
//! [premise](super::premise) tells apart are another such pair.

use super::premise::Premise;
use super::spans::Span;
use super::uses::{mentions_of, Use};
use adc_analysis::dependence::affine::Affine;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// The lists of subscripts of a designator, outermost part first, each with the components before it.
fn lists(e: &Expr) -> Vec<(Vec<SymbolId>, &[Subscript])> {
    let mut parts = vec![];
    let mut at = e;
    let mut path = vec![];
    loop {
        match &at.kind {
            ExprKind::Index(base, subs) => {
                parts.push((path.len(), subs.as_slice()));
                at = base;
            }
            ExprKind::Component(base, c) => {
                path.push(*c);
                at = base;
            }
            ExprKind::ComplexPart(base, _) | ExprKind::Paren(base) | ExprKind::Substring(base, ..) => at = base,
            _ => break,
        }
    }
    // the components between the variable and the subscripts
    let all = path.len();
    let lists = parts.into_iter().map(|(after, subs)| {
        let mut before: Vec<SymbolId> = path[after.min(all)..].to_vec();
        before.reverse();
        (before, subs)
    });
    let mut out: Vec<_> = lists.collect();
    out.reverse();
    out
}

/// What is known about the index in a loop.
pub(super) struct Index<'l> {
    pub var: SymbolId,
    /// The indices of loops in it that have the same range in all iterations.
    pub inner: &'l [SymbolId],
    /// Variables that the loop changes.
    pub changed: &'l dyn Fn(SymbolId) -> bool,
    /// What tells the iterations of the primal apart.
    pub premise: &'l Premise,
    /// The spans of loops in it.
    pub spans: &'l [Span],
}

impl Index<'_> {
    /// The place of a subscript, `±i + rest`: the sign and the rest.
    fn place(&self, sub: &Subscript) -> Option<(i64, Affine)> {
        let Subscript::At(e) = sub else { return None };
        let mut form = Affine::of(&self.premise.value(e), &int_value)?;
        let factor = form.coefficient(self.var);
        form.terms.remove(&self.var);
        let fixed = !form.terms.keys().any(|&v| (self.changed)(v));
        (matches!(factor, 1 | -1) && fixed).then_some((factor, form))
    }

    /// The distances of iterations in which two designators of one variable may share an element: none, or a constant.
    fn distance(&self, a: &Expr, b: &Expr) -> Distance {
        let (p, q) = (lists(a), lists(b));
        for ((of_p, x), (of_q, y)) in p.iter().zip(&q) {
            if of_p != of_q || x.len() != y.len() {
                break;
            }
            for (s, t) in x.iter().zip(*y) {
                if let (Subscript::At(s), Subscript::At(t)) = (s, t) {
                    if self.premise.tell_apart(s, t) {
                        return Distance::Constant(0);
                    }
                }
                let (Some((f, r)), Some((g, o))) = (self.place(s), self.place(t)) else {
                    continue;
                };
                if let (true, Some(d)) = (f == g, o.distance(&r)) {
                    return Distance::Constant(d * f);
                }
            }
        }
        Distance::Unknown
    }

    /// The greatest distance between iterations that share an element, over all pairs of uses of which one writes; zero
    /// if no two iterations do. `None` if it is unknown.
    pub(super) fn reach(&self, uses: &[Use]) -> Option<i64> {
        let mut most = 0;
        for (k, a) in uses.iter().enumerate() {
            for b in &uses[..=k] {
                if !a.kind.writes() && !b.kind.writes() {
                    continue;
                }
                match self.distance(a.designator, b.designator) {
                    Distance::Constant(d) => most = most.max(d.checked_abs()?),
                    Distance::Unknown => return None,
                }
            }
        }
        Some(most)
    }

    /// The spans that must be apart so that no two iterations share an element; `None` if that is not enough.
    pub(super) fn spans_of(&self, uses: &[Use]) -> Option<Vec<&Span>> {
        let mut out: Vec<&Span> = vec![];
        for (k, a) in uses.iter().enumerate() {
            for b in &uses[..=k] {
                let writes = a.kind.writes() || b.kind.writes();
                if !writes || matches!(self.distance(a.designator, b.designator), Distance::Constant(0)) {
                    continue;
                }
                let span = self.span(a.designator, b.designator)?;
                if out.iter().all(|s| s.var != span.var) {
                    out.push(span);
                }
            }
        }
        Some(out)
    }

    /// The span whose elements both designators name.
    fn span(&self, a: &Expr, b: &Expr) -> Option<&Span> {
        let (p, q) = (lists(a), lists(b));
        let ((of_p, x), (of_q, y)) = p.first().zip(q.first())?;
        if of_p != of_q || x.len() != y.len() {
            return None;
        }
        let both = |span: &Span| x.iter().zip(*y).any(|(s, t)| span.has(s) && span.has(t));
        self.spans.iter().find(|s| both(s))
    }

    /// True for a designator that names the same elements in all iterations, by constants and the indices of inner
    /// loops.
    pub(super) fn is_the_same(&self, e: &Expr) -> bool {
        let is_kept = |v: &SymbolId| *v != self.var && (self.inner.contains(v) || !(self.changed)(*v));
        let of = |s: &Subscript| match s {
            Subscript::At(e) => Affine::of(e, &int_value).is_some_and(|a| a.terms.keys().all(is_kept)),
            Subscript::Range(..) => true,
        };
        lists(e).iter().all(|(_, subs)| subs.iter().all(of))
    }

    /// True for a variable that a single iteration names, in a case of a SELECT CASE of the index: one of a section.
    pub(super) fn is_in_one_iteration(&self, v: SymbolId, body: &Block) -> bool {
        let mut values = BTreeSet::new();
        let mut inside = 0;
        visit::walk_block(body, &mut |s| {
            let StmtKind::Select { expr, cases, .. } = &s.kind else {
                return;
            };
            if !matches!(expr.kind, ExprKind::Var(i) if i == self.var) {
                return;
            }
            for c in cases {
                let n = mentions_of(&c.body, v);
                inside += n;
                match c.values.as_deref() {
                    _ if n == 0 => {}
                    Some([CaseValue::Value(e)]) => drop(values.insert(int_value(e))),
                    _ => drop(values.insert(None)),
                }
            }
        });
        values.len() == 1 && !values.contains(&None) && inside == mentions_of(body, v)
    }

    /// True for a designator whose elements no two iterations share.
    pub(super) fn is_own(&self, e: &Expr) -> bool {
        matches!(self.distance(e, e), Distance::Constant(0))
    }
}

enum Distance {
    Constant(i64),
    Unknown,
}
