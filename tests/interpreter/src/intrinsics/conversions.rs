//! Conversions between types and kinds, and the parts of complex numbers.

use super::call::Call;
use crate::stop::Step;
use crate::value::{Scalar, Value};

/// The value of a conversion.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    Some(match call.name {
        // what adc marks for itself has the value of its first argument
        "real" | "dble" | "int" | "int2" | "int8" | "long" | "logical" | "passive" | "with_partial" => {
            call.each(1, |x| Ok(x[0].clone()))
        }
        "nint" => call.of_real(f64::round),
        "floor" => call.of_real(f64::floor),
        "ceiling" => call.of_real(f64::ceil),
        "cmplx" | "dcmplx" | "complex" => call.each(2, |x| {
            let (re, im) = x[0].complex()?;
            let im = x.get(1).map_or(Ok(im), |y| y.real())?;
            Ok(Scalar::Complex(re, im))
        }),
        "aimag" => call.each(1, |x| Ok(Scalar::Real(x[0].complex()?.1))),
        "conjg" => call.of_complex(|(re, im)| (re, -im)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use adc_frontend::ir::Ty;

    #[test]
    fn rounding_goes_away_from_zero() {
        let arg = || vec![reals(&[3], &[2.5, -2.5, -0.2])];
        let to = Ty::Integer(4);
        let from = Ty::Real(8);
        assert_eq!(run("nint", arg(), from, to), Ok(Value::ints([3, -3, 0])));
        assert_eq!(run("floor", arg(), from, to), Ok(Value::ints([2, -3, -1])));
        assert_eq!(run("ceiling", arg(), from, to), Ok(Value::ints([3, -2, 0])));
        assert_eq!(run("int", arg(), from, to), Ok(Value::ints([2, -2, 0])));
    }

    #[test]
    fn complex_numbers_have_two_parts() {
        let z = run(
            "cmplx",
            vec![Value::int(3), Value::int(4)],
            Ty::Integer(4),
            Ty::Complex(4),
        );
        assert_eq!(z, Ok(Value::One(Scalar::Complex(3.0, 4.0))));
        let z = vec![Value::One(Scalar::Complex(3.0, 4.0))];
        let part = run("aimag", z, Ty::Complex(4), Ty::Real(4));
        assert_eq!(part, Ok(Value::One(Scalar::Real(4.0))));
    }
}
