//! Sums, products and comparisons of scalars, rounded as their type requires.

use super::call::kind_of;
use crate::ops::{binary, order};
use crate::stop::{fault, Step};
use crate::value::{fit, round, Scalar};
use adc_frontend::ir::{BinaryOp, Ty};
use std::cmp::Ordering;

/// Zero, false or no characters.
pub(super) fn zero(ty: Ty) -> Scalar {
    match ty {
        Ty::Integer(_) => Scalar::Int(0),
        Ty::Complex(_) => Scalar::Complex(0.0, 0.0),
        Ty::Logical(_) => Scalar::Logical(false),
        Ty::Character => Scalar::Text(Box::default()),
        _ => Scalar::Real(0.0),
    }
}

/// The sum of two values of a numeric type; of logicals the disjunction.
pub(super) fn add(a: &Scalar, b: &Scalar, ty: Ty) -> Step<Scalar> {
    let op = match ty {
        Ty::Logical(_) => BinaryOp::Or,
        _ => BinaryOp::Add,
    };
    binary(op, a, b, ty)
}

/// The product of two values of a numeric type; of logicals the conjunction.
pub(super) fn multiply(a: &Scalar, b: &Scalar, ty: Ty) -> Step<Scalar> {
    let k = kind_of(ty);
    let product = match (a, b) {
        (Scalar::Int(a), Scalar::Int(b)) => Scalar::Int(a.wrapping_mul(*b)),
        (Scalar::Real(a), Scalar::Real(b)) => Scalar::Real(a * b),
        (Scalar::Complex(ar, ai), Scalar::Complex(br, bi)) => Scalar::Complex(
            round(ar * br, k) - round(ai * bi, k),
            round(ar * bi, k) + round(ai * br, k),
        ),
        (Scalar::Logical(a), Scalar::Logical(b)) => Scalar::Logical(*a && *b),
        _ => return fault(format!("a product of {a:?} and {b:?}")),
    };
    fit(&product, ty)
}

/// True if two values are equal as `==` or `.eqv.` finds them.
pub(super) fn equal(a: &Scalar, b: &Scalar) -> Step<bool> {
    Ok(match (a, b) {
        (Scalar::Logical(a), Scalar::Logical(b)) => a == b,
        (Scalar::Complex(..), _) | (_, Scalar::Complex(..)) => a.complex()? == b.complex()?,
        _ => order(a, b)? == Some(Ordering::Equal),
    })
}

/// True for a real that is no number.
pub(super) fn is_nan(s: &Scalar) -> bool {
    matches!(s, Scalar::Real(r) if r.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_precision_of_their_kind() {
        let third = Scalar::Real(f64::from(1.0f32 / 3.0));
        let sum = add(&third, &third, Ty::Real(4));
        assert_eq!(sum, Ok(Scalar::Real(f64::from(1.0f32 / 3.0 + 1.0f32 / 3.0))));
        let big = Scalar::Int(127);
        assert_eq!(add(&big, &Scalar::Int(1), Ty::Integer(1)), Ok(Scalar::Int(-128)));
        let i = Scalar::Complex(0.0, 1.0);
        assert_eq!(multiply(&i, &i, Ty::Complex(8)), Ok(Scalar::Complex(-1.0, 0.0)));
    }
}
