//! Intrinsic operators on scalars.

use crate::stop::{fault, unsupported, Step};
use crate::value::{fit, Scalar};
use adc_frontend::ir::{BinaryOp, Ty, UnaryOp};
use std::cmp::Ordering;

/// A prefix operator.
pub fn unary(op: UnaryOp, a: &Scalar) -> Step<Scalar> {
    Ok(match (op, a) {
        (UnaryOp::Plus, a) => a.clone(),
        (UnaryOp::Minus, Scalar::Int(i)) => Scalar::Int(i.wrapping_neg()),
        (UnaryOp::Minus, Scalar::Real(r)) => Scalar::Real(-r),
        (UnaryOp::Minus, Scalar::Complex(re, im)) => Scalar::Complex(-re, -im),
        (UnaryOp::Not, Scalar::Logical(l)) => Scalar::Logical(!l),
        (op, a) => return unsupported(format!("{op:?} of {a:?}")),
    })
}

/// A binary operator with a result of type `ty`.
pub fn binary(op: BinaryOp, a: &Scalar, b: &Scalar, ty: Ty) -> Step<Scalar> {
    if op.is_arithmetic() {
        return fit(&arithmetic(op, a, b)?, ty);
    }
    if op.is_relational() {
        return Ok(Scalar::Logical(relation(op, a, b)?));
    }
    Ok(match op {
        BinaryOp::Concat => Scalar::Text([a.text()?, b.text()?].concat().into()),
        BinaryOp::And => Scalar::Logical(a.logical()? && b.logical()?),
        BinaryOp::Or => Scalar::Logical(a.logical()? || b.logical()?),
        BinaryOp::Eqv => Scalar::Logical(a.logical()? == b.logical()?),
        BinaryOp::Neqv => Scalar::Logical(a.logical()? != b.logical()?),
        _ => return unsupported(format!("{op:?}")),
    })
}

fn arithmetic(op: BinaryOp, a: &Scalar, b: &Scalar) -> Step<Scalar> {
    if op == BinaryOp::Pow {
        return power(a, b);
    }
    Ok(match (a, b) {
        (Scalar::Int(a), Scalar::Int(b)) => Scalar::Int(match op {
            BinaryOp::Add => a.wrapping_add(*b),
            BinaryOp::Sub => a.wrapping_sub(*b),
            BinaryOp::Mul => a.wrapping_mul(*b),
            _ if *b == 0 => return fault("an integer division by zero"),
            _ => a.wrapping_div(*b),
        }),
        (Scalar::Complex(..), _) | (_, Scalar::Complex(..)) => {
            let ((a, b), (c, d)) = (a.complex()?, b.complex()?);
            match op {
                BinaryOp::Add => Scalar::Complex(a + c, b + d),
                BinaryOp::Sub => Scalar::Complex(a - c, b - d),
                BinaryOp::Mul => Scalar::Complex(a * c - b * d, a * d + b * c),
                _ => quotient((a, b), (c, d)),
            }
        }
        _ => {
            let (a, b) = (a.real()?, b.real()?);
            Scalar::Real(match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                _ => a / b,
            })
        }
    })
}

/// Smith's quotient of complex numbers.
fn quotient((a, b): (f64, f64), (c, d): (f64, f64)) -> Scalar {
    if c.abs() >= d.abs() {
        let r = d / c;
        let den = c + d * r;
        Scalar::Complex((a + b * r) / den, (b - a * r) / den)
    } else {
        let r = c / d;
        let den = d + c * r;
        Scalar::Complex((a * r + b) / den, (b * r - a) / den)
    }
}

fn power(a: &Scalar, b: &Scalar) -> Step<Scalar> {
    Ok(match (a, b) {
        (Scalar::Int(a), Scalar::Int(n)) => Scalar::Int(match (*a, *n) {
            (0, n) if n < 0 => return fault("a negative power of zero"),
            (1, _) => 1,
            (-1, n) => 1 - 2 * (n & 1),
            (_, n) if n < 0 => 0,
            (a, n) => a.wrapping_pow(n as u32),
        }),
        (Scalar::Real(a), Scalar::Int(n)) => Scalar::Real(a.powi(*n as i32)),
        (Scalar::Complex(re, im), Scalar::Int(n)) => {
            let (mut base, mut left) = ((*re, *im), n.unsigned_abs());
            let mut out = (1.0, 0.0);
            let times = |x: (f64, f64), y: (f64, f64)| (x.0 * y.0 - x.1 * y.1, x.0 * y.1 + x.1 * y.0);
            while left > 0 {
                if left & 1 == 1 {
                    out = times(out, base);
                }
                base = times(base, base);
                left >>= 1;
            }
            if *n < 0 {
                quotient((1.0, 0.0), out)
            } else {
                Scalar::Complex(out.0, out.1)
            }
        }
        (Scalar::Complex(..), _) | (_, Scalar::Complex(..)) => {
            let ((re, im), (p, q)) = (a.complex()?, b.complex()?);
            if re == 0.0 && im == 0.0 {
                return Ok(Scalar::Complex(0.0, 0.0));
            }
            let (log, arg) = (re.hypot(im).ln(), im.atan2(re));
            let (size, angle) = ((p * log - q * arg).exp(), p * arg + q * log);
            Scalar::Complex(size * angle.cos(), size * angle.sin())
        }
        _ => Scalar::Real(a.real()?.powf(b.real()?)),
    })
}

/// The order of two values; `None` if one is no number.
pub fn order(a: &Scalar, b: &Scalar) -> Step<Option<Ordering>> {
    Ok(match (a, b) {
        (Scalar::Int(a), Scalar::Int(b)) => Some(a.cmp(b)),
        (Scalar::Text(a), Scalar::Text(b)) => Some(order_texts(a, b)),
        _ => a.real()?.partial_cmp(&b.real()?),
    })
}

fn relation(op: BinaryOp, a: &Scalar, b: &Scalar) -> Step<bool> {
    if let (Scalar::Complex(..), _) | (_, Scalar::Complex(..)) = (a, b) {
        let same = a.complex()? == b.complex()?;
        return match op {
            BinaryOp::Eq => Ok(same),
            BinaryOp::Ne => Ok(!same),
            _ => fault("complex numbers have no order"),
        };
    }
    let order = order(a, b)?;
    Ok(match op {
        BinaryOp::Eq => order == Some(Ordering::Equal),
        BinaryOp::Ne => order != Some(Ordering::Equal),
        BinaryOp::Lt => order == Some(Ordering::Less),
        BinaryOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::Gt => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

/// Compares characters, the shorter one padded with blanks.
pub fn order_texts(a: &[u8], b: &[u8]) -> Ordering {
    let at = |t: &[u8], i: usize| t.get(i).copied().unwrap_or(b' ');
    let unequal = (0..a.len().max(b.len())).map(|i| at(a, i).cmp(&at(b, i)));
    unequal.into_iter().find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_continue_texts() {
        assert_eq!(order_texts(b"ab", b"ab  "), Ordering::Equal);
        assert_eq!(order_texts(b"ab", b"ab\x01"), Ordering::Greater);
        assert_eq!(order_texts(b"", b"a"), Ordering::Less);
    }
}
