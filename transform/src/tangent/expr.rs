//! Tangents of expressions, by the linear maps of their operations.

use super::*;

impl Tangent<'_, '_> {
    /// The derivative of an expression; `None` if it is zero.
    pub(super) fn d(&mut self, e: &Expr) -> Option<Expr> {
        if !e.ty.is_differentiable() {
            return None;
        }
        if e.is_designator() {
            return self.g.is_varied(self.place(), e).then(|| self.g.shadow_ref(e));
        }
        if !self.g.has_varied(self.place(), e) {
            return None;
        }
        if let ExprKind::Array(ty, items) = &e.kind {
            let derivatives: Vec<Option<Expr>> = items.iter().map(|i| self.d(i)).collect();
            if derivatives.iter().all(Option::is_none) {
                return None;
            }
            let values = items
                .iter()
                .zip(derivatives)
                .map(|(i, d)| match d {
                    // it needs the shape of the item
                    Some(d) if d.rank < i.rank => rules::broadcast(rules::convert(d, e.ty), i),
                    Some(d) => rules::convert(d, e.ty),
                    None => zeros_like(i, e.ty),
                })
                .collect();
            return Some(expr(ExprKind::Array(ty.clone(), values), e.ty, 1));
        }
        if let ExprKind::ImpliedDo {
            items,
            var,
            lo,
            hi,
            step,
        } = &e.kind
        {
            let values: Vec<Expr> = items
                .iter()
                .map(|i| self.d(i).unwrap_or_else(|| zeros_like(i, i.ty)))
                .collect();
            let kind = ExprKind::ImpliedDo {
                items: values,
                var: *var,
                lo: lo.clone(),
                hi: hi.clone(),
                step: step.clone(),
            };
            return Some(expr(kind, e.ty, e.rank));
        }
        if let ExprKind::Call(c, _) = &e.kind {
            // a passive function: its arguments may have a derivative, its value has none
            let target = self.g.primal.definition(c.proc);
            if target.is_some_and(|t| !self.g.is_active_unit(t) || self.g.is_passive_call(self.place(), t)) {
                return None;
            }
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
                return None;
            }
        };
        // one of two operands is chosen: a single selection suffices
        if let [Term {
            child: a,
            map: Map::Select(mask),
        }, Term {
            child: b,
            map: Map::Select(_),
        }] = all.as_slice()
        {
            let (da, db) = (self.d(a), self.d(b));
            if da.is_none() && db.is_none() {
                return None;
            }
            let or_zero = |d: Option<Expr>| d.unwrap_or_else(|| zero(e.ty));
            return Some(rules::merge(or_zero(da), or_zero(db), mask.clone()));
        }
        let mut sum: Option<Expr> = None;
        for t in all {
            let Some(d) = self.d(t.child) else { continue };
            let term = t.map.apply(d, t.child);
            sum = Some(match sum {
                None => term,
                Some(s) => add(s, term),
            });
        }
        match rules::divisor(e) {
            Some(b) => sum.map(|s| Map::Divide(b.clone()).apply(s, e)),
            None => sum,
        }
    }
}

/// Zeros of a type, in the shape of an item of a constructor.
fn zeros_like(item: &Expr, ty: Ty) -> Expr {
    let ExprKind::ImpliedDo {
        items,
        var,
        lo,
        hi,
        step,
    } = &item.kind
    else {
        return rules::broadcast(rules::convert(zero(ty), ty), item);
    };
    let kind = ExprKind::ImpliedDo {
        items: items.iter().map(|i| zeros_like(i, ty)).collect(),
        var: *var,
        lo: lo.clone(),
        hi: hi.clone(),
        step: step.clone(),
    };
    expr(kind, item.ty, item.rank)
}
