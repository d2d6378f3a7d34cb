//! The gamma function, its logarithm and the derivatives of that, by the asymptotic series after a shift.

use std::f64::consts::PI;

/// Bernoulli numbers of the orders 2, 4, and so on.
const BERNOULLI: [f64; 10] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
    -174_611.0 / 330.0,
];

/// From here on the asymptotic series has all digits.
const LARGE: f64 = 15.0;

/// Euler's constant.
pub(super) const EULER: f64 = 0.577_215_664_901_532_9;

/// `log(gamma(x)) - (x - 1/2) log(x) + x - log(2 pi)/2` of a large argument.
fn correction(x: f64) -> f64 {
    let terms = BERNOULLI.iter().enumerate().map(|(i, b)| {
        let k = 2 * i as i32 + 2;
        b / f64::from(k * (k - 1)) / x.powi(k - 1)
    });
    terms.rev().sum()
}

/// `sin(pi x)`, zero at all integers.
fn sin_pi(x: f64) -> f64 {
    let rest = x % 2.0;
    let near = rest.round();
    let sine = (PI * (rest - near)).sin();
    if near == 0.0 || near.abs() == 2.0 {
        sine
    } else {
        -sine
    }
}

/// The gamma function.
pub(super) fn gamma(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0 / x;
    }
    if x < 0.0 {
        return if x == x.trunc() {
            f64::NAN
        } else {
            -PI / (x * sin_pi(x) * gamma(-x))
        };
    }
    if x > 172.0 {
        return f64::INFINITY;
    }
    if x == x.trunc() && x < 23.0 {
        return (1..x as i64).map(|i| i as f64).product();
    }
    let mut z = x;
    let mut below = 1.0;
    while z < LARGE {
        below *= z;
        z += 1.0;
    }
    // the power overflows earlier than the result
    let half = z.powf(z / 2.0 - 0.25);
    half * (-z).exp() * half * ((2.0 * PI).sqrt() * correction(z).exp()) / below
}

/// `log(gamma(2 + t))` for `|t| <= 1/2`: the series of Abramowitz and Stegun, 6.1.33.
fn near_two(t: f64) -> f64 {
    let terms = (2..40).map(|k| zeta_minus_one(k) * (-t).powi(k) / f64::from(k));
    terms.rev().sum::<f64>() + t * (1.0 - EULER)
}

/// The zeta function minus 1, by the sum of Euler and Maclaurin.
fn zeta_minus_one(k: i32) -> f64 {
    const N: i32 = 12;
    let (n, s) = (f64::from(N), f64::from(k));
    let mut sum = n.powi(1 - k) / (s - 1.0) + n.powi(-k) / 2.0;
    let mut factor = s * n.powi(-k - 1);
    let mut factorial = 2.0;
    for (i, b) in BERNOULLI.iter().take(7).enumerate() {
        let m = 2.0 * i as f64 + 2.0;
        sum += b / factorial * factor;
        factor *= (s + m - 1.0) * (s + m) / (n * n);
        factorial *= (m + 1.0) * (m + 2.0);
    }
    sum + (2..N).rev().map(|i| f64::from(i).powi(-k)).sum::<f64>()
}

/// The logarithm of the absolute value of the gamma function.
pub(super) fn log_gamma(x: f64) -> f64 {
    if x.is_infinite() || x <= 0.0 && x == x.trunc() {
        f64::INFINITY
    } else if x < 0.0 {
        (PI / (x * sin_pi(x)).abs()).ln() - log_gamma(-x)
    } else if x < 0.5 {
        near_two(x) - x.ln_1p() - x.ln()
    } else if x < 1.5 {
        near_two(x - 1.0) - (x - 1.0).ln_1p()
    } else if x < 2.5 {
        near_two(x - 2.0)
    } else if x < LARGE {
        gamma(x).ln()
    } else {
        (x - 0.5) * (x.ln() - 1.0) + (correction(x) + ((2.0 * PI).ln() - 1.0) / 2.0)
    }
}

/// The derivative of order `n + 1` of the logarithm of the gamma function: 6.3.18, 6.4.11.
pub(super) fn polygamma(n: u32, x: f64) -> f64 {
    if x <= 0.0 && x == x.trunc() {
        return f64::NAN;
    }
    if x < -1000.0 && n == 0 {
        return polygamma(0, 1.0 - x) - PI * sin_pi(x + 0.5) / sin_pi(x);
    }
    let order = n as i32;
    let factorial: f64 = (1..=n).map(f64::from).product();
    let sign = if n.is_multiple_of(2) { -1.0 } else { 1.0 };
    let mut z = x;
    let mut sum = 0.0;
    while z < LARGE + f64::from(n) {
        sum += factorial / z.powi(order + 1);
        z += 1.0;
    }
    sum += factorial / 2.0 / z.powi(order + 1);
    sum += if n == 0 {
        -z.ln()
    } else {
        factorial / f64::from(n) / z.powi(order)
    };
    for (i, b) in BERNOULLI.iter().enumerate() {
        let k = 2 * i as u32 + 2;
        // (k + n - 1)!/k!
        let ratio: f64 = if n == 0 {
            1.0 / f64::from(k)
        } else {
            (k + 1..k + n).map(f64::from).product()
        };
        sum += b * ratio / z.powi(k as i32 + order);
    }
    sign * sum
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;

    #[test]
    fn known_values() {
        close(gamma(0.5), PI.sqrt());
        close(gamma(-0.5), -2.0 * PI.sqrt());
        close(gamma(30.0), 8.841_761_993_739_702e30);
        close(gamma(171.0), 7.257_415_615_307_999e306);
        assert_eq!(gamma(6.0), 120.0);
        assert!(gamma(-3.0).is_nan());
    }

    #[test]
    fn logarithms() {
        close(log_gamma(0.1), 2.252_712_651_734_206);
        close(log_gamma(1.001), -5.763_935_982_833_063e-4);
        close(log_gamma(7.5), gamma(7.5).ln());
        close(log_gamma(100.0), 359.134_205_369_575_4);
        close(log_gamma(-1.3), gamma(-1.3).abs().ln());
        assert_eq!(log_gamma(2.0), 0.0);
    }

    #[test]
    fn derivatives() {
        close(polygamma(0, 1.0), -EULER);
        close(polygamma(1, 1.0), PI * PI / 6.0);
        close(polygamma(1, 0.5), PI * PI / 2.0);
        close(polygamma(3, 1.0), PI.powi(4) / 15.0);
        close(polygamma(0, 0.5), -EULER - 4f64.ln());
    }
}
