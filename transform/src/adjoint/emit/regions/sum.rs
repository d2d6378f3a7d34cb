//! Emits loops that are differentiated in primal order: see [`crate::adjoint::build::sums`].

use super::*;
use crate::adjoint::plan::region::Sum;
use crate::normalize::temps::new_variable;
use crate::rules::bound_of;

impl Adjoint<'_, '_> {
    pub(super) fn summed(&mut self, r: &Region, sum: &Sum) -> Sweeps {
        let mut inside = vec![];
        let total = var(self.g.primal, sum.total);
        let total = self.g.shadow_ref(&total);
        let mut both: Block = r
            .body
            .iter()
            .filter_map(|n| self.at_once(n, sum, &total, &r.body, &mut inside))
            .collect();
        assert!(both.len() == r.body.len(), "a sum is no loop, or keeps what it cannot");
        let recorded = self.recorded(r);
        let collected: Vec<(Expr, Expr)> = sum.inputs.iter().map(|&s| self.collected(s)).collect();
        with_unit_derivative(&mut both, &total, &collected);
        let mut run: Block = sum
            .own
            .iter()
            .flat_map(|&s| self.g.zero_variable(self.unit, s))
            .collect();
        run.extend(collected.iter().map(|(_, c)| assign(c.clone(), zero(c.ty))));
        run.extend(both);
        let mut forward = recorded.forward;
        let mut read: BTreeSet<SymbolId> = collected.iter().filter_map(|(_, c)| c.base_symbol()).collect();
        let zones = &self.g.facts.zones;
        let is_live = |&v: &SymbolId| zones.of(v).iter().any(|&z| zones.is_among(z, &sum.live));
        visit::walk_block_exprs(&run, &mut |e| {
            if let ExprKind::Var(v) = e.kind {
                read.extend(Some(v).filter(is_live));
            }
        });
        forward.extend(self.polished_before(run, &read.into_iter().collect()));
        let scaled = |(shadow, c): &(Expr, Expr)| {
            let more = mul(total.clone(), c.clone());
            assign(shadow.clone(), add(shadow.clone(), more))
        };
        // a total with a zero adjoint adds nothing, even where the derivatives are not finite
        let asked = binary(BinaryOp::Ne, total.clone(), zero(total.ty));
        let mut reverse = vec![Stmt::guarded(asked, collected.iter().map(scaled).collect())];
        reverse.extend(recorded.reverse);
        Sweeps {
            forward,
            reverse,
            inside,
        }
    }

    /// The loop, each iteration followed by its reverse part.
    fn at_once(
        &mut self,
        n: &Node,
        sum: &Sum,
        total: &Expr,
        all: &[Node],
        inside: &mut Vec<lemma::Facts>,
    ) -> Option<Stmt> {
        let Node::Loop(l) = n else { return None };
        let StmtKind::Do { control, .. } = &l.stmt.kind else {
            return None;
        };
        let parts = self.with_index(l, |a| a.sequence(&l.body));
        prove(&parts.forward, &parts.reverse);
        inside.extend(parts.inside);
        let mut body = parts.forward;
        let mut restored = vec![];
        for s in sum.kept(self.g, all)? {
            let v = var(self.g.primal, s);
            let name = format!("{}_kept", self.g.primal.symbols[s].name);
            let copy = self.g.local(self.derivative, &name, DeclType::plain(v.ty), 0);
            body.push(assign(copy.clone(), v.clone()));
            restored.push(assign(v, copy));
        }
        body.extend(self.where_it_adds(parts.reverse, total));
        body.extend(restored);
        Some(loops::with_body(&l.stmt, control.clone(), body))
    }

    /// Guards the tail of the reverse part of an iteration that adds to the total under a test: it runs only if the
    /// test held, by `if (payb /= 0)`. Otherwise all derivatives are zero, and no one reads its other results.
    fn where_it_adds(&mut self, mut reverse: Block, total: &Expr) -> Block {
        let asks = |s: &Stmt| {
            let mut found = false;
            visit::walk_block_exprs(std::slice::from_ref(s), &mut |e| found |= e.same(total));
            found
        };
        let Some(last) = reverse.iter().rposition(asks) else {
            return reverse;
        };
        let rest = reverse.split_off(last + 1);
        let under_test = matches!(reverse.last().map(|s| &s.kind), Some(StmtKind::If { .. }));
        let repeats = rest.iter().any(|s| matches!(s.kind, StmtKind::Do { .. }));
        let some = nonzero(&reverse, total).filter(|_| under_test && repeats);
        match some {
            Some(some) => reverse.push(self.skip_unless(some, rest)),
            None => reverse.extend(rest),
        }
        reverse
    }

    /// A shadow, and a variable of its shape in which the loop accumulates its increments.
    fn collected(&mut self, shadow: SymbolId) -> (Expr, Expr) {
        let whole = var(&self.g.out, shadow);
        let symbol = &self.g.out.symbols[shadow];
        let (name, known) = (symbol.name.clone(), symbol.variable());
        let end = |name: &str, dim: usize| bound_of(name, &whole, dim as i64 + 1);
        let bounds = |(k, d): (usize, &Dim)| match d {
            Dim::Assumed(_) => Dim::Explicit(Some(end("lbound", k)), end("ubound", k)),
            d => d.clone(),
        };
        let variable = Variable {
            ty: DeclType::plain(whole.ty),
            dims: known.map_or_else(Vec::new, |v| v.dims.iter().enumerate().map(bounds).collect()),
            storage: Storage::Local,
            attrs: Attrs::default(),
            init: None,
        };
        let name = self.g.namer(self.derivative).fresh(&format!("{name}_sum"));
        let new = new_variable(&mut self.g.out, self.derivative, name, variable);
        (whole, var(&self.g.out, new))
    }
}

/// Tests if statements have given a nonzero derivative to some variable other than the total; `None` if such a variable
/// is no scalar.
fn nonzero(block: &Block, total: &Expr) -> Option<Expr> {
    let mut seeded: Vec<&Expr> = vec![];
    visit::walk_block(block, &mut |s| {
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            let known = seeded.iter().any(|e| e.same(lhs));
            if lhs.ty.is_differentiable() && !lhs.same(total) && !known {
                seeded.push(lhs);
            }
        }
    });
    let scalars = seeded.iter().all(|e| matches!(e.kind, ExprKind::Var(_)) && e.rank == 0);
    let tests = seeded.into_iter().map(|e| binary(BinaryOp::Ne, e.clone(), zero(e.ty)));
    tests.reduce(|a, b| binary(BinaryOp::Or, a, b)).filter(|_| scalars)
}

/// Replaces the derivative of the total by 1, and those of the inputs by other variables.
fn with_unit_derivative(block: &mut Block, total: &Expr, collected: &[(Expr, Expr)]) {
    let one = real("1.0", total.ty.kind().unwrap_or(8));
    let unit = |e: &Expr| if e.same(total) { one.clone() } else { e.clone() };
    // factors first: they disappear
    visit::rewrite_block_exprs(block, &mut |e| match &e.kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) if a.same(total) || b.same(total) => *e = mul(unit(a), unit(b)),
        _ => {}
    });
    visit::rewrite_block_exprs(block, &mut |e| {
        if let Some((_, c)) = collected.iter().find(|(s, _)| e.same(s)) {
            *e = c.clone();
        } else {
            *e = unit(e);
        }
    });
}
