//! The error function, by its power series below 1 and by a continued fraction above.

use std::f64::consts::FRAC_2_SQRT_PI;

/// `exp(sign x**2)`: the square is split, because its last digits matter.
fn exp_of_square(x: f64, sign: f64) -> f64 {
    let high = f64::from(x as f32);
    (sign * high * high).exp() * (sign * (x - high) * (x + high)).exp()
}

/// The series of Abramowitz and Stegun, 7.1.6: its terms have one sign.
fn series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    let mut n = 1.0;
    while term.abs() > 1e-18 * sum.abs() {
        term *= 2.0 * x * x / (2.0 * n + 1.0);
        sum += term;
        n += 1.0;
    }
    FRAC_2_SQRT_PI * (-x * x).exp() * sum
}

/// `exp(x**2) erfc(x)` for `x >= 1`: 7.1.14.
fn fraction(x: f64) -> f64 {
    let mut below = x;
    for n in (1..400).rev() {
        below = x + f64::from(n) / 2.0 / below;
    }
    FRAC_2_SQRT_PI / 2.0 / below
}

/// The error function.
pub(super) fn erf(x: f64) -> f64 {
    if x.is_nan() || x.abs() < 1.0 {
        series(x)
    } else {
        (1.0 - erfc(x.abs())).copysign(x)
    }
}

/// One minus the error function.
pub(super) fn erfc(x: f64) -> f64 {
    if x > 30.0 {
        0.0
    } else if x >= 1.0 {
        exp_of_square(x, -1.0) * fraction(x)
    } else {
        1.0 - erf(x)
    }
}

/// `exp(x**2) erfc(x)`.
pub(super) fn erfc_scaled(x: f64) -> f64 {
    if x >= 1.0 {
        fraction(x)
    } else if x < -30.0 {
        f64::INFINITY
    } else {
        exp_of_square(x, 1.0) * erfc(x)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;

    #[test]
    fn tabulated_values() {
        close(erf(0.5), 0.520_499_877_813_046_5);
        close(erf(-1.5), -0.966_105_146_475_310_7);
        close(erfc(1.0), 0.157_299_207_050_285_13);
        close(erfc(5.0), 1.537_459_794_428_034_8e-12);
        close(erfc_scaled(10.0), 0.056_140_992_743_822_59);
        assert_eq!((erf(0.0), erfc(0.0), erfc(40.0)), (0.0, 1.0, 0.0));
        assert!(erf(f64::NAN).is_nan());
    }
}
