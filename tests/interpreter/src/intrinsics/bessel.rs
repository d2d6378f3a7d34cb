//! Bessel functions of integer order: the backward recurrence of Miller, Neumann's series, forward recurrence.

use super::gamma::EULER;
use crate::stop::{unsupported, Step};
use std::f64::consts::PI;

/// The recurrence takes as many steps as the argument is large.
const LARGEST: f64 = 1e5;

/// `J(k, x)` for `k` from 0 at least to `n`, where those that follow are negligible; `x` is positive.
fn all(n: usize, x: f64) -> Vec<f64> {
    let size = x as usize;
    let last = 2 * ((n.max(size) + 60 + 12 * (n.max(size) as f64).cbrt() as usize) / 2);
    let mut values = vec![0.0; last + 2];
    values[last] = 1e-300;
    for k in (1..=last).rev() {
        values[k - 1] = 2.0 * k as f64 / x * values[k] - values[k + 1];
        if values[k - 1].abs() > 1e100 {
            values[k - 1..].iter_mut().for_each(|v| *v *= 1e-200);
        }
    }
    let sum: f64 = values[0] + 2.0 * values.iter().skip(2).step_by(2).rev().sum::<f64>();
    values.iter_mut().for_each(|v| *v /= sum);
    values
}

/// The sign by which an order and its negative differ.
fn sign(n: i64) -> f64 {
    if n < 0 && n % 2 != 0 {
        -1.0
    } else {
        1.0
    }
}

/// The order as an index; other orders and arguments are not supported.
fn order(n: i64, x: f64) -> Step<usize> {
    match usize::try_from(n.unsigned_abs()) {
        Ok(order) if order < 10_000 && x.abs() < LARGEST => Ok(order),
        _ => unsupported(format!("the Bessel function of order {n} of {x}")),
    }
}

/// The function of the first kind.
pub(super) fn j(n: i64, x: f64) -> Step<f64> {
    if x.is_nan() {
        return Ok(x);
    }
    let k = order(n, x)?;
    if x == 0.0 {
        return Ok(if k == 0 { 1.0 } else { 0.0 });
    }
    let reflected = if x < 0.0 && k % 2 != 0 { -1.0 } else { 1.0 };
    // the recurrence overflows where the argument is small: there two terms of the series are exact
    let h = x.abs() / 2.0;
    if h < 1e-6 {
        let first: f64 = (1..=k).map(|i| h / i as f64).product();
        return Ok(sign(n) * reflected * first * (1.0 - h * h / (k as f64 + 1.0)));
    }
    Ok(sign(n) * reflected * all(k, x.abs())[k])
}

/// The function of the second kind.
pub(super) fn y(n: i64, x: f64) -> Step<f64> {
    if x.is_nan() || x < 0.0 {
        return Ok(f64::NAN);
    }
    if x == 0.0 {
        return Ok(f64::NEG_INFINITY);
    }
    let k = order(n, x)?;
    let (y0, y1) = if x < 2e-6 {
        let log = (x / 2.0).ln() + EULER;
        (2.0 / PI * log, -2.0 / (PI * x) + x / PI * (log - 0.5))
    } else {
        first_two(x)
    };
    if k == 0 {
        return Ok(y0);
    }
    let (mut before, mut found) = (y0, y1);
    for i in 1..k {
        (before, found) = (found, 2.0 * i as f64 / x * found - before);
        if found.is_infinite() {
            break;
        }
    }
    Ok(sign(n) * found)
}

/// The functions of the second kind of the orders 0 and 1: Abramowitz and Stegun, 9.1.88.
fn first_two(x: f64) -> (f64, f64) {
    let j = all(1, x);
    let log = (x / 2.0).ln() + EULER;
    let (mut even, mut odd) = (0.0, 0.0);
    for k in (1..(j.len() - 1) / 2).rev() {
        let i = k as f64;
        let alternating = if k % 2 == 0 { 1.0 } else { -1.0 };
        even += alternating * j[2 * k] / i;
        odd += alternating * (2.0 * i + 1.0) / (i * (i + 1.0)) * j[2 * k + 1];
    }
    (
        2.0 / PI * (log * j[0] - 2.0 * even),
        2.0 / PI * ((log - 1.0) * j[1] - odd - j[0] / x),
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;

    #[test]
    fn tabulated_values() {
        let first = |n, x| j(n, x).unwrap_or(f64::NAN);
        let second = |n, x| y(n, x).unwrap_or(f64::NAN);
        close(first(0, 1.0), 0.765_197_686_557_966_6);
        close(first(1, -1.0), -0.440_050_585_744_933_5);
        close(first(5, 0.1), 2.603_081_790_964_44e-9);
        close(first(0, 50.0), 0.055_812_327_669_251_82);
        close(second(0, 1.0), 0.088_256_964_215_676_96);
        close(second(1, 1.0), -0.781_212_821_300_288_7);
        close(second(3, 2.0), -1.127_783_776_840_427_7);
        assert_eq!(first(2, 0.0), 0.0);
    }
}
