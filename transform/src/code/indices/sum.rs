//! Expressions as a base plus a constant, and their sums with constants.

use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::rewrite_expr;
use adc_frontend::ir::*;

/// An integer expression as a base plus a constant: `n + 2`, `2 + n` and `n - 2` have the base `n`.
#[derive(Clone, Copy)]
pub(crate) struct Sum<'e> {
    /// The expression itself if it has no constant; `None` for a number.
    pub base: Option<&'e Expr>,
    /// Zero without a constant.
    pub constant: i64,
}

impl<'e> Sum<'e> {
    /// Takes one constant from an expression, on either side of it; parentheses around the sum do not matter.
    pub(crate) fn of(e: &'e Expr) -> Sum<'e> {
        match &e.kind {
            ExprKind::Paren(x) => Sum::of(x),
            ExprKind::Binary(BinaryOp::Add, a, b) if int_value(b).is_none() => match int_value(a) {
                Some(constant) => Sum {
                    base: Some(b),
                    constant,
                },
                None => Sum::trailing(e),
            },
            _ => Sum::trailing(e),
        }
    }

    /// Takes the constant at the end of an expression; `2 + n` and `(n + 2)` have none there. Generated sums have this
    /// form, and other expressions of the user keep theirs.
    pub(crate) fn trailing(e: &'e Expr) -> Sum<'e> {
        let (base, constant) = match &e.kind {
            ExprKind::Binary(BinaryOp::Add, a, b) => (&**a, int_value(b)),
            ExprKind::Binary(BinaryOp::Sub, a, b) => (&**a, int_value(b).map(|n| -n)),
            _ => match int_value(e) {
                Some(constant) => return Sum { base: None, constant },
                None => (e, None),
            },
        };
        Sum {
            base: Some(constant.map_or(e, |_| base)),
            constant: constant.unwrap_or(0),
        }
    }

    /// The difference from another sum with the same base.
    pub(crate) fn minus(&self, other: &Sum) -> Option<i64> {
        let same = match (self.base, other.base) {
            (None, None) => true,
            (Some(a), Some(b)) => a.same(b),
            _ => false,
        };
        self.constant.checked_sub(other.constant).filter(|_| same)
    }

    /// The sum with another constant; `None` on overflow.
    fn plus(self, by: i64) -> Option<Expr> {
        let constant = self.constant.checked_add(by).filter(|&c| c != i64::MIN)?;
        Some(match self.base {
            None => int(constant),
            Some(base) if constant < 0 => sub(base.clone(), int(-constant)),
            // without a zero
            Some(base) => add(base.clone(), int(constant)),
        })
    }
}

/// `e + by`, combined with a constant at the end of `e`: `n - 1` plus 1 is `n`.
pub(crate) fn moved(e: &Expr, by: i64) -> Expr {
    let general = || add(e.clone(), int(by));
    match by {
        0 => e.clone(),
        _ => Sum::trailing(e).plus(by).unwrap_or_else(general),
    }
}

/// `value + by` or `value - by`, where `by` need not be constant. Like [`moved`] if it is: `n - 1 + 1` becomes `n`.
pub(crate) fn shifted(value: &Expr, op: BinaryOp, by: &Expr) -> Expr {
    let sum = Sum::trailing(value);
    let is_bare = sum.base.is_some_and(|base| std::ptr::eq(base, value));
    let number = int_value(by).map(|n| if op == BinaryOp::Sub { -n } else { n });
    match number.filter(|_| !is_bare).and_then(|n| sum.plus(n)) {
        Some(sum) => sum,
        // a lone constant keeps its kind
        None if op == BinaryOp::Sub => sub(value.clone(), by.clone()),
        None => add(value.clone(), by.clone()),
    }
}

/// Replaces a variable by a value. Sums of an operand and a constant are then combined as by [`shifted`], for operands
/// that `combines` accepts: the value itself, or numbers.
pub(crate) fn substitute(e: &mut Expr, v: SymbolId, value: &Expr, combines: &dyn Fn(&Expr) -> bool) {
    rewrite_expr(e, &mut |x| match &x.kind {
        ExprKind::Var(w) if *w == v => *x = value.clone(),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, by) if int_value(by).is_some() && combines(a) => {
            *x = shifted(a, *op, by);
        }
        _ => {}
    });
}

/// `first + (i - 1)*stride`, the subscript at position `i` of a section. Unlike [`moved`], it keeps `first` and `i`
/// apart: `2 + (i - 1)`, as the user wrote the section.
pub(crate) fn nth(program: &Program, first: Expr, i: &Expr, stride: Expr) -> Expr {
    let unit = int_const(program, &stride) == Some(1);
    if unit && int_const(program, &first) == Some(1) {
        return i.clone();
    }
    let steps = sub(i.clone(), int(1));
    let steps = if unit { steps } else { mul(steps, stride) };
    add(first, steps)
}
