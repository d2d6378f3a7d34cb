//! The Taylor test: a tangent against differences at several steps.
//!
//! With the step h, the error of central differences falls with h² until rounding errors, which grow with 1/h, exceed
//! it. Extrapolation of two steps removes the term with h². Where the best error is too large, one-sided differences
//! tell whether the function has a kink or a jump at the inputs.

use super::verdict::{Class, Limits, ZERO};

/// Values at one step on both sides.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The step.
    pub step: f64,
    /// The values after it.
    pub plus: Vec<f64>,
    /// The values before it.
    pub minus: Vec<f64>,
}

/// The result of a test.
#[derive(Clone, Debug)]
pub struct Taylor {
    /// The verdict.
    pub class: Class,
    /// The least relative error.
    pub error: Option<f64>,
    /// The error at each step.
    pub errors: Vec<f64>,
    /// The power of the step with which the error falls.
    pub order: Option<f64>,
    /// What was found.
    pub note: Option<String>,
}

/// A relative difference of the two sides that no smooth function has at small steps.
const KINK: f64 = 1e-3;

/// Compares a tangent with differences of values.
pub fn test(tangent: &[f64], values: &[f64], sides: &[Sides], single: bool) -> Taylor {
    let nothing = |note: &str| Taylor {
        class: Class::NotCompared,
        error: None,
        errors: vec![],
        order: None,
        note: Some(note.to_string()),
    };
    if values.is_empty()
        || sides
            .iter()
            .any(|s| s.plus.len() != tangent.len() || s.minus.len() != tangent.len())
    {
        return nothing("no values, or of another number at displaced inputs");
    }
    if has_nan(values) {
        return nothing("the values are not finite: give inputs in the domain of the function, `--range` or `--set`");
    }
    if has_nan(tangent) {
        return Taylor {
            class: Class::Failed,
            note: Some("the tangent is not finite".into()),
            ..nothing("")
        };
    }
    let finite: Vec<&Sides> = sides
        .iter()
        .filter(|s| !has_nan(&s.plus) && !has_nan(&s.minus))
        .collect();
    let central: Vec<Vec<f64>> = finite
        .iter()
        .map(|s| quotient(&s.plus, &s.minus, 2.0 * s.step))
        .collect();
    if central.is_empty() {
        return nothing("the values are not finite at displaced inputs");
    }
    let noise = |step: f64| rounding(single) * largest(values).max(f64::MIN_POSITIVE) / step;
    let is_noise = |(d, s): (&Vec<f64>, &&Sides)| largest(d) <= noise(s.step);
    if largest(tangent) <= noise(1.0) && central.iter().zip(&finite).all(is_noise) {
        return nothing(ZERO);
    }
    let steps: Vec<f64> = finite.iter().map(|s| s.step).collect();
    let errors: Vec<f64> = central.iter().map(|d| distance(tangent, d)).collect();
    let extrapolated = central.windows(2).zip(steps.windows(2)).map(|(d, h)| {
        let factor = (h[0] / h[1]).powi(2);
        let better = d[0]
            .iter()
            .zip(&d[1])
            .map(|(coarse, fine)| (factor * fine - coarse) / (factor - 1.0));
        distance(tangent, &better.collect::<Vec<_>>())
    });
    let best = errors.iter().copied().chain(extrapolated).fold(f64::INFINITY, f64::min);
    let class = Limits::of_differences(single).class(best);
    let found = Taylor {
        class,
        error: Some(best),
        order: order(&errors, &steps),
        errors,
        note: None,
    };
    if !class.agrees()
        && central
            .iter()
            .zip(&finite)
            .any(|(d, s)| gap(tangent, d) <= noise(s.step))
    {
        let note = "the error is that of rounding in the differences";
        return Taylor {
            class: Class::Acceptable,
            note: Some(note.into()),
            ..found
        };
    }
    match class.agrees() {
        true => Taylor {
            note: crossed(values, &finite),
            ..found
        },
        false => explained(found, tangent, values, &finite, single),
    }
}

/// What one-sided differences say about a test that fails.
fn explained(found: Taylor, tangent: &[f64], values: &[f64], sides: &[&Sides], single: bool) -> Taylor {
    let wanted = if single { 1e-3 } else { 1e-6 };
    let close = |a: &f64, b: &f64| (a / wanted).ln().abs().total_cmp(&(b / wanted).ln().abs());
    let Some(k) = (0..sides.len()).min_by(|&a, &b| close(&sides[a].step, &sides[b].step)) else {
        return found;
    };
    let (after, before) = one_sided(values, sides[k]);
    if distance(&after, &before) < KINK {
        return found;
    }
    if k > 0 {
        let (coarse, _) = one_sided(values, sides[k - 1]);
        let growth = largest(&after) / largest(&coarse).max(f64::MIN_POSITIVE);
        if growth > 0.5 * sides[k - 1].step / sides[k].step {
            let note = "the function jumps at the inputs; choose others: `--range` or `--set`";
            return Taylor {
                class: Class::NotCompared,
                note: Some(note.into()),
                ..found
            };
        }
    }
    let scale = largest(&after).max(largest(&before));
    let is_side = |x: f64, side: f64| (x - side).abs() <= KINK * scale;
    let mut all = tangent.iter().zip(after.iter().zip(&before));
    match all.all(|(&x, (&a, &b))| is_side(x, a) || is_side(x, b)) {
        true => {
            let note = "a kink at the inputs: the tangent is the derivative of one side";
            Taylor {
                class: Class::Acceptable,
                note: Some(note.into()),
                ..found
            }
        }
        false => Taylor {
            note: Some("a kink at the inputs, and the tangent belongs to no side".into()),
            ..found
        },
    }
}

/// A kink between the inputs and a displaced point: there, the sides differ by more than curvature explains.
fn crossed(values: &[f64], sides: &[&Sides]) -> Option<String> {
    let gaps: Vec<f64> = sides
        .iter()
        .map(|s| {
            let (after, before) = one_sided(values, s);
            distance(&after, &before)
        })
        .collect();
    let at = (1..gaps.len())
        .find(|&k| gaps[k - 1] > KINK && gaps[k] * 20.0 * sides[k - 1].step < gaps[k - 1] * sides[k].step)?;
    Some(format!(
        "a kink between the steps {:.0e} and {:.0e}",
        sides[at].step,
        sides[at - 1].step
    ))
}

fn one_sided(values: &[f64], s: &Sides) -> (Vec<f64>, Vec<f64>) {
    (quotient(&s.plus, values, s.step), quotient(values, &s.minus, s.step))
}

fn quotient(a: &[f64], b: &[f64], h: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| (a - b) / h).collect()
}

/// The largest difference, relative to the largest component of either.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    if a.len() != b.len() || has_nan(a) || has_nan(b) {
        return f64::NAN;
    }
    let difference = gap(a, b);
    match difference == 0.0 {
        true => 0.0,
        false => difference / largest(a).max(largest(b)),
    }
}

/// A relative error that some operations may have.
pub fn rounding(single: bool) -> f64 {
    16.0 * if single { f64::from(f32::EPSILON) } else { f64::EPSILON }
}

/// The largest difference.
fn gap(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()))
}

/// The largest magnitude.
pub fn largest(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// True if a number is not finite.
pub fn has_nan(v: &[f64]) -> bool {
    v.iter().any(|x| !x.is_finite())
}

/// The power of the step, from the largest step to the one with the least error.
fn order(errors: &[f64], steps: &[f64]) -> Option<f64> {
    let best = (0..errors.len()).min_by(|&a, &b| errors[a].total_cmp(&errors[b]))?;
    let is_usable = best > 0 && errors[best] > 0.0 && errors[0] > 0.0;
    is_usable.then(|| (errors[0] / errors[best]).ln() / (steps[0] / steps[best]).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(f: impl Fn(f64) -> f64, x: f64) -> Vec<Sides> {
        let at = |h: f64| Sides {
            step: h,
            plus: vec![f(x + h)],
            minus: vec![f(x - h)],
        };
        (2..8).map(|k| at(10f64.powi(-k))).collect()
    }

    #[test]
    fn a_right_and_a_wrong_tangent() {
        let all = sides(f64::sin, 1.0);
        let right = test(&[1f64.cos()], &[1f64.sin()], &all, false);
        assert_eq!(right.class, Class::Machine, "{right:?}");
        assert!((right.order.unwrap() - 2.0).abs() < 0.2, "{right:?}");
        let wrong = test(&[1.01 * 1f64.cos()], &[1f64.sin()], &all, false);
        assert_eq!(wrong.class, Class::Failed);
    }

    #[test]
    fn kinks_and_jumps() {
        let kink = test(&[1.0], &[0.0], &sides(f64::abs, 0.0), false);
        assert_eq!(kink.class, Class::Acceptable);
        let neither = test(&[0.5], &[0.0], &sides(f64::abs, 0.0), false);
        assert_eq!(neither.class, Class::Failed);
        let jump = test(&[0.0], &[0.0], &sides(|x| if x > 0.0 { 1.0 } else { 0.0 }, 0.0), false);
        assert_eq!(jump.class, Class::NotCompared);
        let near = test(&[1.0], &[1e-5], &sides(f64::abs, 1e-5), false);
        assert!(near.class.agrees());
        assert!(near.note.unwrap().contains("a kink between"));
    }

    #[test]
    fn nothing_to_compare() {
        let zero = test(&[0.0], &[2.0], &sides(|_| 2.0, 1.0), false);
        assert_eq!(zero.class, Class::NotCompared);
        let nan = test(&[f64::NAN], &[f64::NAN], &sides(|x| (x - 5.0).sqrt(), 1.0), false);
        assert_eq!(nan.class, Class::NotCompared);
        assert_eq!(
            test(&[f64::NAN], &[0.84], &sides(f64::sin, 1.0), false).class,
            Class::Failed
        );
    }
}
