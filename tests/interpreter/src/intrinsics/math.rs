//! Elementary and special functions of reals; those of complex arguments are in [`super::complex`].

use super::call::Call;
use super::{bessel, complex, error_function, gamma};
use crate::stop::{unsupported, Step};
use crate::value::{Scalar, Value};
use adc_frontend::ir::Ty;
use std::f64::consts::FRAC_PI_2;

/// A function of reals of kind 8, and that of kind 4.
type Pair = (fn(f64) -> f64, fn(f32) -> f32);

/// The functions that the mathematical library has for both kinds: it rounds them differently.
fn of_library(name: &str) -> Option<Pair> {
    Some(match name {
        "sqrt" => (f64::sqrt, f32::sqrt),
        "exp" => (f64::exp, f32::exp),
        "log" => (f64::ln, f32::ln),
        "log10" => (f64::log10, f32::log10),
        "sin" => (f64::sin, f32::sin),
        "cos" => (f64::cos, f32::cos),
        "tan" => (f64::tan, f32::tan),
        "asin" => (f64::asin, f32::asin),
        "acos" => (f64::acos, f32::acos),
        "atan" => (f64::atan, f32::atan),
        "sinh" => (f64::sinh, f32::sinh),
        "cosh" => (f64::cosh, f32::cosh),
        "tanh" => (f64::tanh, f32::tanh),
        _ => return None,
    })
}

/// Other functions of a real.
fn of_real(name: &str) -> Option<fn(f64) -> f64> {
    Some(match name {
        "asinh" => f64::asinh,
        "acosh" => acosh,
        "atanh" => f64::atanh,
        "sind" => sind,
        "cosd" => cosd,
        "tand" => |x| sind(x) / cosd(x),
        "asind" => |x| x.asin().to_degrees(),
        "acosd" => |x| x.acos().to_degrees(),
        "atand" => |x| x.atan().to_degrees(),
        // gfortran's formula: its error is large near multiples of pi
        "cotan" => |x| -(x + FRAC_PI_2).tan(),
        "cotand" => |x| cosd(x) / sind(x),
        "erf" => error_function::erf,
        "erfc" => error_function::erfc,
        "erfc_scaled" => error_function::erfc_scaled,
        "gamma" => gamma::gamma,
        "log_gamma" => gamma::log_gamma,
        "adc_digamma" => |x| gamma::polygamma(0, x),
        _ => return None,
    })
}

/// The value of a mathematical function.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    if let (Ty::Complex(_), Some(f)) = (call.type_of(0), complex::function(call.name)) {
        return Some(call.of_complex(f));
    }
    // `atan(y, x)` is `atan2(y, x)`
    if call.name == "atan2" || call.name == "atan" && call.maybe(1).is_some() {
        return Some(match call.kind() {
            4 => call.of_reals(|y, x| f64::from((y as f32).atan2(x as f32))),
            _ => call.of_reals(f64::atan2),
        });
    }
    if let Some((double, single)) = of_library(call.name) {
        return Some(match call.kind() {
            4 => call.of_real(|x| f64::from(single(x as f32))),
            _ => call.of_real(double),
        });
    }
    if let Some(f) = of_real(call.name) {
        return Some(call.of_real(f));
    }
    Some(match call.name {
        "atan2d" => call.of_reals(|y, x| y.atan2(x).to_degrees()),
        "adc_polygamma" => call.each(2, |x| match x[0].int()? {
            n @ 0..=100 => Ok(Scalar::Real(gamma::polygamma(n as u32, x[1].real()?))),
            n => unsupported(format!("the polygamma function of order {n}")),
        }),
        "bessel_j0" => with_order(call, 0, bessel::j),
        "bessel_j1" => with_order(call, 1, bessel::j),
        "bessel_y0" => with_order(call, 0, bessel::y),
        "bessel_y1" => with_order(call, 1, bessel::y),
        "bessel_jn" => call.each(2, |x| Ok(Scalar::Real(bessel::j(x[0].int()?, x[1].real()?)?))),
        "bessel_yn" => call.each(2, |x| Ok(Scalar::Real(bessel::y(x[0].int()?, x[1].real()?)?))),
        "bessel_jn(n1:n2)" => orders(call, bessel::j),
        "bessel_yn(n1:n2)" => orders(call, bessel::y),
        _ => return None,
    })
}

/// The cosine of an angle in degrees, exact at multiples of 30.
fn cosd(degrees: f64) -> f64 {
    sind(90.0 - degrees.abs() % 360.0)
}

/// A Bessel function of a given order.
fn with_order(call: &Call, n: i64, f: fn(i64, f64) -> Step<f64>) -> Step<Value> {
    call.each(1, |x| Ok(Scalar::Real(f(n, x[0].real()?)?)))
}

/// A Bessel function of all orders in a range.
fn orders(call: &Call, f: fn(i64, f64) -> Step<f64>) -> Step<Value> {
    let bound = |i: usize| call.arg(i)?.one()?.int();
    let x = call.arg(2)?.one()?.real()?;
    Value::ints(bound(0)?..=bound(1)?).map(|n| crate::value::fit(&Scalar::Real(f(n.int()?, x)?), call.ty))
}

/// The inverse of `cosh`, accurate near 1.
fn acosh(x: f64) -> f64 {
    if x > 1e9 {
        return x.ln() + std::f64::consts::LN_2;
    }
    let t = x - 1.0;
    (t + (t * (2.0 + t)).sqrt()).ln_1p()
}

/// The sine of an angle in degrees, exact at multiples of 30.
fn sind(degrees: f64) -> f64 {
    let x = degrees.abs() % 360.0;
    let (x, sign) = if x >= 180.0 { (x - 180.0, -1.0) } else { (x, 1.0) };
    let x = if x > 90.0 { 180.0 - x } else { x };
    let sine = if x == 30.0 {
        0.5
    } else if x > 45.0 {
        (90.0 - x).to_radians().cos()
    } else {
        x.to_radians().sin()
    };
    sine * sign * 1.0f64.copysign(degrees)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn kinds_round_differently() {
        let x = Value::One(Scalar::Real(0.5));
        let found = run("sin", vec![x], Ty::Real(4), Ty::Real(4));
        assert_eq!(found, Ok(Value::One(Scalar::Real(f64::from(0.5f32.sin())))));
        assert_eq!(real("sin", &[0.5]), 0.5f64.sin());
        assert_eq!(real("atan", &[1.0, -1.0]), 1.0f64.atan2(-1.0));
    }

    #[test]
    fn degrees_are_exact() {
        assert_eq!(real("sind", &[30.0]), 0.5);
        assert_eq!(real("cosd", &[90.0]), 0.0);
        assert_eq!(real("cosd", &[-120.0]), -0.5);
        assert_eq!(real("sind", &[-270.0]), 1.0);
        close(real("tand", &[40.0]), 0.839_099_631_177_28);
    }

    #[test]
    fn inverse_hyperbolic_functions() {
        close(real("acosh", &[1.5f64.cosh()]), 1.5);
        close(real("asinh", &[-0.3f64.sinh()]), -0.3);
        close(real("atanh", &[0.3f64.tanh()]), 0.3);
        assert!(real("acosh", &[0.5]).is_nan());
    }
}
