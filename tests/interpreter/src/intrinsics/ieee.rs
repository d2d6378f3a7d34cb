//! Tests for what is no number, and functions of the module `ieee_arithmetic` with values of intrinsic types.

use super::call::Call;
use crate::stop::Step;
use crate::value::{Scalar, Value};
use adc_frontend::ir::Ty;

/// The value of a function.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    let test = |f: fn(f64) -> bool| call.each(1, |x| Ok(Scalar::Logical(f(x[0].real()?))));
    let single = call.type_of(0) == Ty::Real(4);
    Some(match call.name {
        "isnan" | "ieee_is_nan" => test(f64::is_nan),
        "ieee_is_finite" => test(f64::is_finite),
        "ieee_is_negative" => test(|x| x.is_sign_negative() && !x.is_nan()),
        "ieee_is_normal" if single => test(|x| x == 0.0 || (x as f32).is_normal()),
        "ieee_is_normal" => test(|x| x == 0.0 || x.is_normal()),
        "ieee_copy_sign" => call.of_reals(f64::copysign),
        "ieee_unordered" => call.each(2, |x| {
            let mut nan = false;
            for x in x {
                nan |= x.real()?.is_nan();
            }
            Ok(Scalar::Logical(nan))
        }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn nan_is_found() {
        let found = run(
            "ieee_is_nan",
            vec![reals(&[2], &[f64::NAN, 1.0])],
            Ty::Real(8),
            Ty::Logical(4),
        );
        assert_eq!(found, Ok(logicals(&[2], &[true, false])));
        assert_eq!(real("ieee_copy_sign", &[2.0, -0.0]), -2.0);
    }
}
