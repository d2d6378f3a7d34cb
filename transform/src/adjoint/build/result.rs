//! Proposes adjoints of assignments in terms of their results:
//!
//! ```text
//! y = a/b          ab = ab + yb/b;  bb = bb - (a/b)*(yb/b)     →     bb = bb - y*(yb/b)
//! y = sqrt(x)      xb = xb + 0.5*sqrt(x)/x*yb                  →     xb = xb + 0.5*y/y**2*yb
//! ```
//!
//! Where an adjoint contains the right-hand side, the value of the variable *after* the statement takes its place:
//! quotients, `exp`, `tanh`, and all that the table of intrinsics differentiates by its value. Whether that is better is
//! decided by [`crate::adjoint::decide::results`].
//!
//! Ignored: arrays, and conversions, which round.

use crate::adjoint::plan::ByResult;
use crate::adjoint::Adjoint;
use crate::code::generated;
use crate::rules::linear;
use adc_frontend::ir::visit::{subexprs, subexprs_mut, walk_expr};
use adc_frontend::ir::*;

/// The adjoint of `lhs = rhs` by its result, if it contains the right-hand side.
pub(super) fn by_result(of: &Adjoint, lhs: &Expr, rhs: &Expr, adjoint: &[Stmt]) -> Option<ByResult> {
    let is_number = matches!(lhs.ty, Ty::Real(_) | Ty::Complex(_)) && lhs.ty == rhs.ty && lhs.rank == 0;
    let is_computed = matches!(
        rhs.kind,
        ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Intrinsic(..)
    );
    if !is_number || !is_computed || linear::value(rhs).is_some() {
        return None;
    }
    let &[zone] = of.g.facts.zones.of_designator(lhs) else {
        return None;
    };
    let result = Replacement {
        lhs: generated(lhs),
        rhs,
        root_of: root_of(rhs),
    };
    let (mut adjoint, mut replaced, mut named) = (adjoint.to_vec(), 0, 0);
    for s in &mut adjoint {
        let StmtKind::Assign {
            lhs: shadow,
            rhs: value,
        } = &mut s.kind
        else {
            return None;
        };
        replaced += result.put_into(value);
        for e in [&*shadow, &*value] {
            walk_expr(e, &mut |e| named += usize::from(e.same(lhs)));
        }
    }
    // the others would be operands, with their values from before the statement
    if replaced == 0 || named != replaced {
        return None;
    }
    let zones = &of.g.facts.zones;
    let mut others: Vec<Expr> = vec![];
    let mut note = |e: &Expr| {
        let may_be_it = zones.of_designator(e).iter().any(|&z| zones.may_alias(z, zone));
        if may_be_it && !e.same(lhs) {
            others.push(e.clone());
        }
    };
    for s in &adjoint {
        if let StmtKind::Assign {
            lhs: shadow,
            rhs: value,
        } = &s.kind
        {
            designators(shadow, &mut note);
            designators(value, &mut note);
        }
    }
    let mut is_operand = false;
    walk_expr(rhs, &mut |e| is_operand |= e.same(lhs));
    Some(ByResult {
        zone,
        needs: of.reads_of(&adjoint),
        adjoint,
        others,
        is_operand,
    })
}

/// An assignment whose left-hand side replaces the right-hand side.
struct Replacement<'r> {
    lhs: Expr,
    rhs: &'r Expr,
    /// For a square root, its argument.
    root_of: Option<&'r Expr>,
}

impl Replacement<'_> {
    /// Puts the result into an expression; the number of times it then stands there.
    fn put_into(&self, e: &mut Expr) -> usize {
        if e.same(self.rhs) {
            *e = self.lhs.clone();
            return 1;
        }
        // the table guards a division by the argument of the root: `merge(1, x, x == 0)`
        if let (Some(x), ExprKind::Intrinsic(_, name, args)) = (self.root_of, &mut e.kind) {
            if let ("merge", [one, other, test]) = (&**name, args.as_mut_slice()) {
                let is_argument = other.expr().is_some_and(|o| o.same(x));
                if is_argument && one.expr().is_some_and(|e| matches!(e.kind, ExprKind::Real(_))) {
                    let square = binary(BinaryOp::Pow, self.lhs.clone(), int(2));
                    let is_zero = binary(BinaryOp::Eq, self.lhs.clone(), zero(self.lhs.ty));
                    (*other, *test) = (Arg::pos(square), Arg::pos(is_zero));
                    return 2;
                }
            }
        }
        let mut replaced = 0;
        subexprs_mut(e, &mut |x| replaced += self.put_into(x));
        // parentheses around a name say nothing
        if let ExprKind::Paren(inner) = &e.kind {
            if inner.same(&self.lhs) {
                *e = self.lhs.clone();
            }
        }
        replaced
    }
}

/// The argument of a square root.
fn root_of(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Intrinsic(_, name, args) if &**name == "sqrt" => args.first()?.expr(),
        _ => None,
    }
}

/// The designators in an expression, and those in their subscripts; not the names that they begin with.
fn designators(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    if e.base_symbol().is_some() {
        f(e);
        inside(e, f);
    } else {
        subexprs(e, &mut |x| designators(x, f));
    }
}

/// The designators in the subscripts of one.
fn inside(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    let mut is_base = true;
    subexprs(e, &mut |x| match std::mem::take(&mut is_base) {
        true => inside(x, f),
        false => designators(x, f),
    });
}
