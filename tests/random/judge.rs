//! Compares the numbers of all variants of a derivative.
#![allow(clippy::neg_cmp_op_on_partial_ord)] // a NaN must count as wrong

use std::collections::BTreeMap;

use super::check::Verdict;
use super::options::Variant;
use crate::support::numeric::spec::{Mode, Spec};
use crate::support::numeric::{inner, relative, Vectors};

/// The verdict on the output of the drivers; the first tangent is the reference.
pub fn judge(spec: &Spec, variants: &[Variant], results: &BTreeMap<&str, Vectors>) -> Result<Verdict, Verdict> {
    let get = |variant: &str, name: &str| {
        let found = results.get(variant).and_then(|r| r.get(name)).cloned();
        found.ok_or_else(|| Verdict::Wrong("driver".into(), format!("{variant}: no `{name}` was printed")))
    };
    let wrong = |kind: &str, text: String| Err(Verdict::Wrong(kind.to_string(), text));
    let single = spec.tolerance.dot > 1e-6;
    let exact = spec.tolerance.dot.max(if single { 2e-4 } else { 1e-10 });

    let of = |mode: Mode| {
        variants
            .iter()
            .filter(move |v| v.mode == mode)
            .map(|v| v.suffix.as_str())
    };
    let original = get("d", "original")?;
    if original.iter().any(|x| !x.is_finite()) {
        return Err(Verdict::Invalid(format!("not finite: {original:?}")));
    }
    let jv = get("d", "jv")?;
    let differences: Vec<Vec<f64>> = (1..=spec.steps.len())
        .map(|k| get("d", &format!("difference{k}")))
        .collect::<Result<_, _>>()?;
    for variant in variants.iter().filter(|v| v.has_primal()).map(|v| v.suffix.as_str()) {
        let primal = get(variant, "primal")?;
        if !(close(&original, &primal) <= if single { 1e-5 } else { 1e-12 }) {
            return wrong(
                &format!("primal {variant}"),
                format!("original {original:?}\ntangent  {primal:?}"),
            );
        }
    }
    // rounding errors of the differences are relative to the function's values
    let best = differences.iter().map(|d| close(&jv, d)).fold(f64::INFINITY, f64::min);
    let tolerance = spec.tolerance.differences.max(if single { 3e-2 } else { 2e-6 });
    let is_zero = jv.iter().all(|x| *x == 0.0);
    let mut verdict = if is_zero { Verdict::Zero } else { Verdict::Good };
    if !(best <= tolerance) {
        let spread = differences
            .windows(2)
            .map(|w| close(&w[0], &w[1]))
            .fold(f64::INFINITY, f64::min);
        if spread.is_nan() || spread > tolerance / 3.0 {
            verdict = Verdict::Kink;
        } else {
            let list: Vec<String> = differences.iter().map(|d| format!("difference {d:?}")).collect();
            return wrong("differences d", format!("tangent    {jv:?}\n{}", list.join("\n")));
        }
    }
    for variant in of(Mode::Tangent) {
        let other = get(variant, "jv")?;
        if !(close(&jv, &other) <= exact) {
            return wrong(
                &format!("tangents differ {variant}"),
                format!("default {jv:?}\n{variant:7} {other:?}"),
            );
        }
    }
    for variant in variants {
        let what = if variant.mode == Mode::Tangent { "jv" } else { "jtw" };
        let (first, second) = (get(&variant.suffix, "first")?, get(&variant.suffix, what)?);
        if spec.before.is_empty() && !(close(&first, &second) <= exact) {
            return wrong(
                &format!("second call {}", variant.suffix),
                format!("first  {first:?}\nsecond {second:?}"),
            );
        }
    }
    let (v, w) = (spec.direction(), spec.weights());
    let forward = inner(&w, &jv);
    for variant in of(Mode::Adjoint) {
        let jtw = get(variant, "jtw")?;
        let reverse = inner(&jtw, &v);
        let size = w.iter().zip(&jv).map(|(a, b)| (a * b).abs()).sum::<f64>()
            + jtw.iter().zip(&v).map(|(a, b)| (a * b).abs()).sum::<f64>();
        if !((forward - reverse).abs() <= exact * size.max(1e-3)) {
            return wrong(
                &format!("dot {variant}"),
                format!("<w, J v> = {forward:e}, <J^T w, v> = {reverse:e}\nJ v {jv:?}\nJ^T w {jtw:?}"),
            );
        }
        let left = get(variant, "left")?;
        if left.iter().any(|x| *x != 0.0) {
            return wrong(&format!("left {variant}"), format!("{left:?}"));
        }
        let tape = get(variant, "tape")?;
        if tape.first() != Some(&0.0) {
            return wrong(&format!("tape {variant}"), format!("{tape:?}"));
        }
    }
    Ok(verdict)
}

/// The largest difference, relative to the largest component but not to less than a thousandth.
fn close(a: &[f64], b: &[f64]) -> f64 {
    let size = a.iter().chain(b).fold(0.0, |m: f64, x| m.max(x.abs()));
    relative(a, b) * (size / size.max(1e-3))
}
