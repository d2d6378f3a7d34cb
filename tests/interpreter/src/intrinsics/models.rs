//! The models of numbers: kinds, limits, and the parts of reals.

use super::call::{kind_of, Call};
use crate::stop::{unsupported, Step};
use crate::value::{fit, round, Scalar, Value};
use adc_frontend::consteval::{selected_int_kind, selected_real_kind};
use adc_frontend::ir::Ty;

/// The value of an inquiry about a model, or of a function of the parts of a real.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    let kind = kind_of(call.type_of(0));
    Some(match call.name {
        "kind" | "huge" | "tiny" | "epsilon" | "digits" | "precision" | "range" | "radix" | "maxexponent"
        | "minexponent" | "bit_size" => {
            limit(call.name, call.type_of(0)).and_then(|s| Ok(Value::One(fit(&s, call.ty)?)))
        }
        "selected_int_kind" => call
            .arg(0)
            .and_then(|digits| Ok(Value::int(selected_int_kind(digits.one()?.int()?)))),
        "selected_real_kind" => selected_real(call),
        "selected_char_kind" => selected_char_kind(call),
        "exponent" => call.each(1, |x| {
            let x = x[0].real()?;
            Ok(Scalar::Int(if x.is_finite() {
                parts(x).1
            } else {
                i64::from(i32::MAX)
            }))
        }),
        "fraction" => call.of_real(|x| if x.is_infinite() { f64::NAN } else { parts(x).0 }),
        "scale" => call.each(2, |x| Ok(Scalar::Real(scale(x[0].real()?, x[1].int()?)))),
        "set_exponent" => call.each(2, |x| {
            let x0 = x[0].real()?;
            let fraction = if x0.is_infinite() { f64::NAN } else { parts(x0).0 };
            Ok(Scalar::Real(scale(fraction, x[1].int()?)))
        }),
        "spacing" => call.of_real(|x| spacing(x, kind)),
        "rrspacing" => call.of_real(|x| {
            if x.is_infinite() {
                f64::NAN
            } else {
                scale(parts(x).0.abs(), digits(kind))
            }
        }),
        "nearest" => call.of_reals(|x, s| nearest(x, s, kind)),
        _ => return None,
    })
}

/// Binary digits of the fraction of a real.
fn digits(kind: u8) -> i64 {
    if kind == 4 {
        24
    } else {
        53
    }
}

/// A limit of the numbers of a type.
fn limit(name: &str, ty: Ty) -> Step<Scalar> {
    Ok(match (name, ty) {
        ("kind", _) => Scalar::Int(i64::from(kind_of(ty))),
        ("huge", Ty::Integer(k)) => Scalar::Int(largest(k)),
        ("digits", Ty::Integer(k)) => Scalar::Int(i64::from(k) * 8 - 1),
        ("bit_size", Ty::Integer(k)) => Scalar::Int(i64::from(k) * 8),
        ("range", Ty::Integer(1)) => Scalar::Int(2),
        ("range", Ty::Integer(2)) => Scalar::Int(4),
        ("range", Ty::Integer(4)) => Scalar::Int(9),
        ("range", Ty::Integer(8)) => Scalar::Int(18),
        ("radix", Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_)) => Scalar::Int(2),
        ("huge", Ty::Real(4)) => Scalar::Real(f64::from(f32::MAX)),
        ("huge", Ty::Real(8)) => Scalar::Real(f64::MAX),
        ("tiny", Ty::Real(4)) => Scalar::Real(f64::from(f32::MIN_POSITIVE)),
        ("tiny", Ty::Real(8)) => Scalar::Real(f64::MIN_POSITIVE),
        ("epsilon", Ty::Real(4)) => Scalar::Real(f64::from(f32::EPSILON)),
        ("epsilon", Ty::Real(8)) => Scalar::Real(f64::EPSILON),
        ("digits", Ty::Real(k @ (4 | 8))) => Scalar::Int(digits(k)),
        ("precision", Ty::Real(4) | Ty::Complex(4)) => Scalar::Int(6),
        ("precision", Ty::Real(8) | Ty::Complex(8)) => Scalar::Int(15),
        ("range", Ty::Real(4) | Ty::Complex(4)) => Scalar::Int(37),
        ("range", Ty::Real(8) | Ty::Complex(8)) => Scalar::Int(307),
        ("maxexponent", Ty::Real(4)) => Scalar::Int(128),
        ("maxexponent", Ty::Real(8)) => Scalar::Int(1024),
        ("minexponent", Ty::Real(4)) => Scalar::Int(-125),
        ("minexponent", Ty::Real(8)) => Scalar::Int(-1021),
        _ => return unsupported(format!("`{name}` of type {ty:?}")),
    })
}

/// The largest integer of a kind.
pub(super) fn largest(kind: u8) -> i64 {
    match kind {
        1 => i64::from(i8::MAX),
        2 => i64::from(i16::MAX),
        4 => i64::from(i32::MAX),
        _ => i64::MAX,
    }
}

fn selected_real(call: &Call) -> Step<Value> {
    let arg = |i: usize, default: i64| call.maybe(i).map_or(Ok(default), |v| v.one()?.int());
    Ok(Value::int(selected_real_kind(arg(0, 0)?, arg(1, 0)?, arg(2, 2)?)))
}

fn selected_char_kind(call: &Call) -> Step<Value> {
    let name = call.arg(0)?.one()?.text()?.trim_ascii_end().to_ascii_lowercase();
    Ok(Value::int(match name.as_slice() {
        b"ascii" | b"default" => 1,
        b"iso_10646" => 4,
        _ => -1,
    }))
}

/// The fraction in `[1/2, 1)` of a finite number and the exponent; zeros for zero.
fn parts(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    // subnormal numbers become normal
    let (normal, shift) = if x.abs() < f64::MIN_POSITIVE {
        (scale(x, 64), 64)
    } else {
        (x, 0)
    };
    let bits = normal.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64 - 1022;
    let fraction = f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52);
    (fraction, exponent - shift)
}

/// `x 2**i`, rounded once where it is subnormal.
fn scale(x: f64, i: i64) -> f64 {
    let mut i = i.clamp(-3000, 3000) as i32;
    let mut x = x;
    while i > 1000 {
        x *= 2f64.powi(1000);
        i -= 1000;
    }
    // all steps but the last one leave a margin to the subnormal numbers: their results are exact
    while i < -900 && x.abs() > 2f64.powi(-100) {
        x *= 2f64.powi(-900);
        i += 900;
    }
    if i < -1000 {
        return x * f64::MIN_POSITIVE * 2f64.powi(i + 1022);
    }
    x * 2f64.powi(i)
}

/// The distance of neighbours, that of the smallest normal number at least.
fn spacing(x: f64, kind: u8) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let smallest = if kind == 4 { -126 } else { -1022 };
    if x == 0.0 {
        return scale(1.0, smallest);
    }
    scale(1.0, (parts(x).1 - digits(kind)).max(smallest))
}

/// The neighbour in the direction of a sign.
fn nearest(x: f64, s: f64, kind: u8) -> f64 {
    let up = s.is_sign_positive();
    if kind == 4 {
        let x = round(x, 4) as f32;
        f64::from(if up { x.next_up() } else { x.next_down() })
    } else if up {
        x.next_up()
    } else {
        x.next_down()
    }
}

#[cfg(test)]
mod tests {
    use super::super::function;
    use super::super::testing::*;
    use super::*;

    #[test]
    fn limits_follow_the_type() {
        let ask = |name, of, ty| function(name, &[None], &[Some(of)], ty);
        let integer = Ty::Integer(4);
        assert_eq!(ask("huge", integer, integer), Some(Ok(Value::int(2_147_483_647))));
        assert_eq!(ask("kind", Ty::Complex(8), integer), Some(Ok(Value::int(8))));
        assert_eq!(ask("digits", Ty::Real(4), integer), Some(Ok(Value::int(24))));
        let epsilon = ask("epsilon", Ty::Real(8), Ty::Real(8));
        assert_eq!(epsilon, Some(Ok(Value::One(Scalar::Real(f64::EPSILON)))));
    }

    #[test]
    fn parts_of_numbers() {
        assert_eq!(parts(6.0), (0.75, 3));
        assert_eq!(parts(-0.5), (-0.5, 0));
        assert_eq!(parts(5e-324), (0.5, -1073));
        assert_eq!(scale(0.75, 3), 6.0);
        assert_eq!(scale(1.0, -1074), 5e-324);
        assert_eq!(scale(1.0, 1023), 2f64.powi(1023));
        assert_eq!(real("spacing", &[1.0]), f64::EPSILON);
        assert_eq!(real("rrspacing", &[-3.0]), 0.75 * 2f64.powi(53));
        assert_eq!(real("nearest", &[1.0, -1.0]), 1.0 - f64::EPSILON / 2.0);
    }
}
