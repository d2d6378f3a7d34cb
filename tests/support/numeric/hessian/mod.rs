//! Checks products with Hessians.
//!
//! Drivers run: one calls the adjoint at points along a direction, another calls the second derivative. With H for
//! the Hessian of the weighted sum of the dependents, and directions u and v:
//!
//! * H v is compared with central differences of the gradient, at several steps, the best of which counts;
//! * the gradient of the second derivative must be that of the adjoint;
//! * ⟨u, H v⟩ = ⟨v, H u⟩;
//! * all shadows that are no inputs contain garbage on entry, a second call must give the same results as the first, and
//!   the tape must be empty after each.
//!
//! A third driver calls the second derivative in many directions, whose products must be those in one.

mod driver;
pub mod sparse;

use super::joined::Part;
use super::spec::{Mode, Spec};
use super::{build, error_codes, inner, interpreted, parse_vectors, within, Vectors};
pub use driver::{declared_in, module_with};
use driver::{gradients, products, steps, Way, DIRECTIONS};
use std::path::{Path, PathBuf};

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The products are right.
    Curved,
    /// They are zero, and right.
    Straight,
    /// Differences of gradients do not agree with each other; all else is right.
    Kink,
}

/// The checks that apply.
#[derive(Clone, Copy)]
pub struct Checks {
    /// Shadows that are no inputs begin with garbage, not with zeros.
    pub garbage: bool,
    /// Differences of gradients that do not agree with each other mean a kink.
    pub kinks: bool,
}

/// The codes of the errors with which `adc` refuses to differentiate a fixture twice; none if it does not.
pub fn refused(adc: &Path, source: &Path) -> Result<Vec<String>, String> {
    let spec = Spec::read(source)?;
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let made = differentiate(adc, source, &spec, Way::One, work.path());
    Ok(made.err().map_or_else(Vec::new, |text| error_codes(&text)))
}

fn differentiate(adc: &Path, source: &Path, spec: &Spec, way: Way, work: &Path) -> Result<PathBuf, String> {
    let (letter, options): (char, &[&str]) = match way {
        Way::One => ('h', &[]),
        Way::Many => ('w', &["--vector", "--suffix-hessian", "_hw"]),
    };
    build::differentiate_as(adc, source, spec, ("--hessian", letter), options, work)
}

/// Differentiates a fixture twice, and checks the products. Returns the code by which `adc` refuses many directions, too.
pub fn check_fixture(adc: &Path, source: &Path, checks: Checks) -> Result<(Found, Option<String>), String> {
    let spec = Spec::read(source)?;
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let adjoint = build::differentiate(adc, source, &spec, Mode::Adjoint, &[], work.path())?;
    let second = differentiate(adc, source, &spec, Way::One, work.path())?;
    let many = differentiate(adc, source, &spec, Way::Many, work.path());
    let read = |path: &Path| -> Result<String, String> {
        let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let part = |suffix, generated, driver: String| Part {
        mode: Mode::Adjoint,
        suffix,
        generated,
        driver: Some(driver),
    };
    let of_way = |way: Way, path| -> Result<Part, String> {
        let text = products(way, &spec, &read(path)?, checks.garbage);
        Ok(part(way.suffix(), path, text))
    };
    let mut parts = vec![
        part("b", adjoint.as_path(), gradients(&spec, &read(&adjoint)?)),
        of_way(Way::One, second.as_path())?,
    ];
    // callers are written for one direction
    if let (Ok(path), None) = (&many, &spec.callers) {
        parts.push(of_way(Way::Many, path)?);
    }
    let outputs = build::run_parts(source, &spec, &parts, work.path(), interpreted::way_for(source))?;
    let outputs: Vec<Vectors> = outputs.iter().map(|o| parse_vectors(o)).collect();
    let found = judge(&spec, &outputs[0], &outputs[1], checks.kinks)?;
    if let Some(many) = outputs.get(2) {
        compare(&spec, &outputs[1], many)?;
    }
    let code = |text: String| error_codes(&text).into_iter().next().ok_or(text);
    Ok((found, many.err().map(code).transpose()?))
}

/// Compares products in many directions with those in one.
fn compare(spec: &Spec, one: &Vectors, many: &Vectors) -> Result<(), String> {
    let of = |from: &Vectors, name: &str| from.get(name).cloned().unwrap_or_default();
    let zero = vec![0.0; spec.direction().len()];
    let expected = [of(one, "hv"), of(one, "hu"), zero];
    let tolerance = spec.tolerance.dot.max(1e-10);
    let floor = 1e-3 * largest(&of(one, "gradient"));
    let mut pairs = vec![("gradient".to_owned(), of(one, "gradient"))];
    let calls: &[&str] = match spec.before.is_empty() {
        true => &["first", "many"],
        false => &["many"],
    };
    for call in calls {
        pairs.extend(
            (1..=DIRECTIONS)
                .zip(&expected)
                .map(|(k, e)| (format!("{call}{k}"), e.clone())),
        );
    }
    for (name, expected) in pairs {
        let found = of(many, &name);
        let e = error(&found, &expected, floor);
        if !within(e, tolerance) {
            return Err(format!(
                "many directions, {name}: relative error {e:.1e}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    match of(many, "tape").as_slice() {
        [left] if *left == 0.0 => Ok(()),
        _ => Err("many directions: the tape is not empty".into()),
    }
}

fn largest(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// The largest difference, relative to the largest component, but not to less than `floor`.
fn error(a: &[f64], b: &[f64], floor: f64) -> f64 {
    if a.len() != b.len() || a.iter().chain(b).any(|x| !x.is_finite()) {
        return f64::NAN;
    }
    let difference = a.iter().zip(b).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
    if difference == 0.0 {
        return 0.0;
    }
    difference / largest(a).max(largest(b)).max(floor)
}

/// Compares the vectors of the two programs.
fn judge(spec: &Spec, first: &Vectors, second: &Vectors, kinks: bool) -> Result<Found, String> {
    let get = |from: &Vectors, name: &str| -> Result<Vec<f64>, String> {
        let found = from.get(name).cloned();
        found.ok_or_else(|| format!("the driver did not print `{name}`: it ended early"))
    };
    let (hv, hu, gradient) = (get(second, "hv")?, get(second, "hu")?, get(first, "gradient")?);
    let floor = 1e-3 * largest(&gradient);
    // relative to the products, or to the gradient if they are much smaller
    let error = |a: &[f64], b: &[f64]| error(a, b, floor);
    let mut wrong = vec![];
    let mut check = |what: &str, error: f64, most: f64, a: &[f64], b: &[f64]| {
        if !within(error, most) {
            wrong.push(format!("{what}: relative error {error:.1e}\n  {a:?}\n  {b:?}"));
        }
    };
    let differences: Vec<Vec<f64>> = (1..=steps(spec).len())
        .map(|i| get(first, &format!("difference{i}")))
        .collect::<Result<_, _>>()?;
    let mut best = (f64::INFINITY, vec![]);
    for difference in &differences {
        let e = error(&hv, difference);
        if e < best.0 || best.1.is_empty() {
            best = (e, difference.clone());
        }
    }
    let tolerance = &spec.tolerance;
    let most = 10.0 * tolerance.differences;
    let spread = differences
        .windows(2)
        .map(|w| error(&w[0], &w[1]))
        .fold(f64::INFINITY, f64::min);
    let is_kink = kinks && !within(best.0, most) && !within(spread, most / 3.0);
    if !is_kink {
        check("products against differences of gradients", best.0, most, &hv, &best.1);
    }
    let again = get(second, "gradient")?;
    check(
        "the gradient",
        error(&gradient, &again),
        tolerance.dot,
        &gradient,
        &again,
    );
    let (v, u) = (spec.direction(), spec.other_direction());
    let scale: f64 = u.iter().zip(&hv).map(|(a, b)| (a * b).abs()).sum();
    let (uhv, vhu) = (inner(&u, &hv), inner(&v, &hu));
    let difference = (uhv - vhu).abs();
    let symmetry = if difference == 0.0 {
        0.0
    } else {
        difference / scale.max(floor)
    };
    check("symmetry", symmetry, 10.0 * tolerance.dot, &[uhv], &[vhu]);
    if spec.before.is_empty() {
        let one = get(second, "first")?;
        check("a second call", error(&one, &hv), tolerance.dot, &one, &hv);
    }
    let left = get(second, "tape")?;
    check("the tape is not empty", largest(&left), 0.0, &left, &[]);
    match wrong.is_empty() {
        true if is_kink => Ok(Found::Kink),
        true if largest(&hv) == 0.0 => Ok(Found::Straight),
        true => Ok(Found::Curved),
        false => Err(wrong.join("\n")),
    }
}
