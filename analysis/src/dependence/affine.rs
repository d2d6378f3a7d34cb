//! Integer expressions as sums: `2*i - j + n + 3`.

use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// A constant plus multiples of variables, with nonzero factors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Affine {
    /// The constant term.
    pub constant: i64,
    /// Multiples.
    pub terms: BTreeMap<SymbolId, i64>,
}

impl Affine {
    /// The affine form of an expression, if it has one. `value` gives the values of constants.
    pub fn of(e: &Expr, value: &dyn Fn(&Expr) -> Option<i64>) -> Option<Affine> {
        if e.rank > 0 || !matches!(e.ty, Ty::Integer(_)) {
            return None;
        }
        if let Some(constant) = value(e) {
            return Some(Affine::constant(constant));
        }
        match &e.kind {
            ExprKind::Var(v) => Some(Affine {
                constant: 0,
                terms: BTreeMap::from([(*v, 1)]),
            }),
            ExprKind::Paren(a) | ExprKind::Unary(UnaryOp::Plus, a) => Affine::of(a, value),
            ExprKind::Unary(UnaryOp::Minus, a) => Affine::of(a, value)?.times(-1),
            ExprKind::Binary(BinaryOp::Add, a, b) => Affine::of(a, value)?.plus(&Affine::of(b, value)?, 1),
            ExprKind::Binary(BinaryOp::Sub, a, b) => Affine::of(a, value)?.plus(&Affine::of(b, value)?, -1),
            ExprKind::Binary(BinaryOp::Mul, a, b) => match (value(a), value(b)) {
                (Some(n), _) => Affine::of(b, value)?.times(n),
                (_, Some(n)) => Affine::of(a, value)?.times(n),
                (None, None) => None,
            },
            _ => None,
        }
    }

    /// A number.
    pub fn constant(constant: i64) -> Affine {
        Affine {
            constant,
            ..Affine::default()
        }
    }

    /// The factor of a variable.
    pub fn coefficient(&self, v: SymbolId) -> i64 {
        self.terms.get(&v).copied().unwrap_or(0)
    }

    /// The value, if it contains no variable.
    pub fn number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor other`; `None` on overflow.
    pub fn plus(&self, other: &Affine, factor: i64) -> Option<Affine> {
        let mut out = self.clone();
        out.constant = out.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (&v, n) in &other.terms {
            let sum = out.coefficient(v).checked_add(n.checked_mul(factor)?)?;
            out.terms.insert(v, sum);
        }
        out.terms.retain(|_, n| *n != 0);
        Some(out)
    }

    /// `self - other`, if it is constant.
    pub fn distance(&self, other: &Affine) -> Option<i64> {
        self.plus(other, -1)?.number()
    }

    fn times(&self, factor: i64) -> Option<Affine> {
        Affine::default().plus(self, factor)
    }
}
