//! Absolute values, signs, remainders, extrema, choices.

use super::call::Call;
use crate::ops::order;
use crate::stop::{fault, Step};
use crate::value::{elementwise, fit, round, Scalar, Value};
use std::cmp::Ordering;

/// The value of a numeric function.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    let k = call.kind();
    Some(match call.name {
        "abs" => call.each(1, |x| {
            Ok(match x[0] {
                Scalar::Int(i) => Scalar::Int(i.wrapping_abs()),
                Scalar::Complex(re, im) => Scalar::Real(re.hypot(*im)),
                other => Scalar::Real(other.real()?.abs()),
            })
        }),
        "aint" => call.of_real(f64::trunc),
        "anint" => call.of_real(f64::round),
        "sign" => call.each(2, |x| {
            Ok(match (x[0], x[1]) {
                (Scalar::Int(a), Scalar::Int(b)) if *b < 0 => Scalar::Int(a.wrapping_abs().wrapping_neg()),
                (Scalar::Int(a), Scalar::Int(_)) => Scalar::Int(a.wrapping_abs()),
                (a, b) => Scalar::Real(a.real()?.copysign(b.real()?)),
            })
        }),
        "mod" => call.each(2, |x| match (x[0], x[1]) {
            (Scalar::Int(_), Scalar::Int(0)) => fault("`mod` by zero"),
            (Scalar::Int(a), Scalar::Int(p)) => Ok(Scalar::Int(a.wrapping_rem(*p))),
            (a, p) => Ok(Scalar::Real(a.real()? % p.real()?)),
        }),
        "modulo" => call.each(2, |x| match (x[0], x[1]) {
            (Scalar::Int(_), Scalar::Int(0)) => fault("`modulo` by zero"),
            (Scalar::Int(a), Scalar::Int(p)) => {
                let rest = a.wrapping_rem(*p);
                let other_sign = rest != 0 && (rest < 0) != (*p < 0);
                Ok(Scalar::Int(if other_sign { rest.wrapping_add(*p) } else { rest }))
            }
            (a, p) => Ok(Scalar::Real(modulo(a.real()?, p.real()?))),
        }),
        "dim" => call.each(2, |x| {
            Ok(match (x[0], x[1]) {
                (Scalar::Int(x), Scalar::Int(y)) if x > y => Scalar::Int(x.wrapping_sub(*y)),
                (Scalar::Int(_), Scalar::Int(_)) => Scalar::Int(0),
                (x, y) => {
                    let difference = round(x.real()? - y.real()?, k);
                    Scalar::Real(if difference <= 0.0 { 0.0 } else { difference })
                }
            })
        }),
        "dprod" => call.of_reals(|x, y| x * y),
        "hypot" => call.of_reals(f64::hypot),
        "max" => extreme(call, Ordering::Greater),
        "min" => extreme(call, Ordering::Less),
        "merge" => call.each(3, |x| match x {
            [yes, no, mask] => Ok(if mask.logical()? { (*yes).clone() } else { (*no).clone() }),
            _ => fault("`merge` has three arguments"),
        }),
        _ => return None,
    })
}

/// The remainder with the sign of the divisor.
fn modulo(a: f64, p: f64) -> f64 {
    let rest = a % p;
    if rest == 0.0 {
        0.0f64.copysign(p)
    } else if (rest < 0.0) != (p < 0.0) {
        rest + p
    } else {
        rest
    }
}

/// The argument that no other exceeds in one direction. As gfortran's code for variables: what is found stays only if
/// it is better than the next argument, so that the last of equals is taken, and where one of two is NaN the second.
fn extreme(call: &Call, direction: Ordering) -> Step<Value> {
    let values: Vec<&Value> = call.args.iter().flatten().collect();
    elementwise(&values, |all| {
        let mut found: Option<Scalar> = None;
        for x in all {
            let x = fit(x, call.ty)?;
            found = Some(match found {
                Some(best) if order(&best, &x)? == Some(direction) => best,
                _ => x,
            });
        }
        found.map_or_else(|| fault(format!("`{}` without arguments", call.name)), Ok)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::stop::Stop;
    use adc_frontend::ir::Ty;

    const INTEGER: Ty = Ty::Integer(4);

    fn integer(name: &str, a: i64, b: i64) -> Step<Value> {
        run(name, vec![Value::int(a), Value::int(b)], INTEGER, INTEGER)
    }

    #[test]
    fn remainders_have_their_signs() {
        assert_eq!(integer("mod", -7, 3), Ok(Value::int(-1)));
        assert_eq!(integer("modulo", -7, 3), Ok(Value::int(2)));
        assert_eq!(integer("modulo", 7, -3), Ok(Value::int(-2)));
        assert!(matches!(integer("mod", 1, 0), Err(Stop::Fault(_))));
        assert_eq!(real("modulo", &[-7.5, 2.0]), 0.5);
        assert_eq!(real("mod", &[-7.5, 2.0]), -1.5);
    }

    #[test]
    fn extrema_take_the_second_of_unordered_ones() {
        assert_eq!(real("max", &[f64::NAN, 1.0, 3.0, 2.0]), 3.0);
        assert!(real("min", &[2.0, f64::NAN]).is_nan());
        assert!(real("max", &[0.0, -0.0]).is_sign_negative());
        assert_eq!(integer("max", 3, -4), Ok(Value::int(3)));
    }

    #[test]
    fn signs_and_choices() {
        assert_eq!(integer("sign", 3, -1), Ok(Value::int(-3)));
        assert_eq!(real("sign", &[3.0, -0.0]), -3.0);
        assert_eq!(real("dim", &[1.0, 3.0]), 0.0);
        let args = vec![
            reals(&[2], &[1.0, 2.0]),
            reals(&[2], &[3.0, 4.0]),
            logicals(&[2], &[true, false]),
        ];
        assert_eq!(
            run("merge", args, Ty::Real(8), Ty::Real(8)),
            Ok(reals(&[2], &[1.0, 4.0]))
        );
    }
}
