//! Divisions of derivatives by one divisor, made one division.
//!
//! ```text
//! t = vb/r                          inverse = 1.0/r
//! qb(3) = qb(3) + t                 t = vb*inverse
//! t = ub/r                 →        qb(3) = qb(3) + t
//! qb(2) = qb(2) + t                 t = ub*inverse
//!                                   qb(2) = qb(2) + t
//! ```
//!
//! A division takes as long as several multiplications, and a compiler must not do this, since `1/r` is rounded. So derivatives are others in their last digit; what the original computes, here or
//! once more, is left alone.
//!
//! In a sequence of assignments, and branches that hold nothing else, a real scalar is a divisor for as long as nothing in it is assigned to. Literals are not: to divide by them costs a compiler
//! nothing where that is exact.

use super::writes::Writes;
use super::Locals;
use adc_frontend::ir::visit::{has_call, mentions, rewrite_expr, walk_expr};
use adc_frontend::ir::*;

/// Where derivatives are divided by one divisor.
struct Group {
    divisor: Expr,
    places: Vec<usize>,
    /// What is divided: what is divided twice, a compiler divides once.
    divided: Vec<Expr>,
}

/// Shares divisions in a block, and in those inside.
pub(super) fn share(block: &mut Block, locals: &mut Locals) {
    for s in block.iter_mut() {
        s.kind.for_each_block_mut(&mut |b| share(b, locals));
    }
    let mut closed: Vec<Group> = vec![];
    let mut open: Vec<Group> = vec![];
    for (k, s) in block.iter().enumerate() {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            if locals.is_derivative(lhs) {
                divisors(
                    rhs,
                    locals,
                    &mut |divided, divisor| match open.iter_mut().find(|g| g.divisor.same(divisor)) {
                        Some(g) => {
                            if !g.divided.iter().any(|d| d.same(divided)) {
                                g.divided.push(divided.clone());
                            }
                            g.places.push(k);
                        }
                        None => open.push(Group {
                            divisor: divisor.clone(),
                            places: vec![k],
                            divided: vec![divided.clone()],
                        }),
                    },
                );
            }
        }
        let writes = Writes::of(s);
        let is_other = |g: &Group| {
            let assigns = |w: &Writes| mentions(&g.divisor, &|v| w.assigns(v));
            writes.as_ref().is_none_or(assigns)
        };
        let (ended, left): (Vec<Group>, Vec<Group>) = open.into_iter().partition(is_other);
        closed.extend(ended);
        open = left;
    }
    closed.extend(open);
    closed.retain(|g| g.divided.len() > 1);
    let mut before: Vec<(usize, Stmt)> = vec![];
    // one variable each: they overlap
    for (number, g) in closed.iter().enumerate() {
        let inverse = locals.inverse(g.divisor.ty, number);
        for &k in &g.places {
            if let StmtKind::Assign { rhs, .. } = &mut block[k].kind {
                rewrite_expr(rhs, &mut |e| {
                    if let Some((a, _)) = quotient(e, locals).filter(|(_, b)| b.same(&g.divisor)) {
                        *e = mul(a.clone(), inverse.clone());
                    }
                });
            }
        }
        let one = real("1.0", g.divisor.ty.kind().unwrap_or(8));
        before.push((g.places[0], assign(inverse, div(one, g.divisor.clone()))));
    }
    before.sort_by_key(|(k, _)| *k);
    for (k, s) in before.into_iter().rev() {
        block.insert(k, s);
    }
}

/// The divisors in an expression that may be shared.
fn divisors(e: &Expr, locals: &Locals, f: &mut dyn FnMut(&Expr, &Expr)) {
    walk_expr(e, &mut |x| {
        let known = quotient(x, locals)
            .filter(|(_, b)| literal_value(b).is_none() && !has_call(b) && !mentions(b, &|v| locals.is_shared(v)));
        known.into_iter().for_each(|(a, b)| f(a, b));
    });
}

/// A derivative divided by something real. A quotient of values is one of the original's, which a compiler has already.
fn quotient<'e>(e: &'e Expr, locals: &Locals) -> Option<(&'e Expr, &'e Expr)> {
    let ExprKind::Binary(BinaryOp::Div, a, b) = &e.kind else {
        return None;
    };
    let is_real = matches!(b.ty, Ty::Real(_)) && b.rank == 0 && e.ty == b.ty && a.ty == b.ty;
    let mut has_derivative = false;
    walk_expr(a, &mut |x| {
        has_derivative |= matches!(x.kind, ExprKind::Var(_)) && locals.is_derivative(x)
    });
    (is_real && has_derivative).then_some((a, b))
}
