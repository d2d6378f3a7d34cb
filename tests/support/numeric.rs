//! Checks derivatives by numbers: generated tangent and adjoint code is compiled with gfortran, run, and compared with
//! central differences and with each other.
//!
//! A fixture is a Fortran source whose leading comment describes its call (see [`spec`]). For each mode a driver is
//! generated ([`driver`]). Both are joined with the code ([`joined`]), compiled with all of gfortran's checks and run
//! ([`build`]). They print vectors, and this module compares them:
//!
//! * the tangent J v with central differences along v, at several steps, the best of which counts;
//! * the primal results of the tangent code with those of the original;
//! * the dot products ⟨w, J v⟩ and ⟨Jᵀ w, v⟩;
//! * derivatives must set all shadows that are not inputs (garbage on entry), a second call must give the same results
//!   as the first, and the adjoint must leave zero in the adjoints of variables that are only dependent, and an empty
//!   tape.
//!
//! If gfortran is missing, the check fails and says how to get it.

pub mod blocks;
pub mod build;
pub mod callers;
mod calls;
pub mod driver;
mod garbage;
mod header;
pub mod hessian;
pub mod interpreted;
pub mod joined;
pub mod sparse;
pub mod spec;
mod tools;
pub mod vector;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use build::Way;
use joined::Part;
use spec::{Mode, Spec};

/// The generated files of a fixture.
pub struct Generated {
    /// Output of `adc --tangent`.
    pub tangent: PathBuf,
    /// Output of `adc --reverse`.
    pub adjoint: PathBuf,
}

/// The numbers of one check, relative errors unless stated otherwise.
#[derive(Debug)]
pub struct Report {
    /// Tangent against central differences.
    pub differences: f64,
    /// Primal results of the tangent code against the original's.
    pub primal: f64,
    /// The two dot products.
    pub dot: f64,
    /// The largest component of J v: a check of zeros means little.
    pub size: f64,
    /// Peak of the tape in bytes.
    pub tape_bytes: u64,
}

/// Differentiates a fixture with `adc` in both modes, with further options such as `--no-opt tbr`, and checks it.
pub fn check_fixture(adc: &Path, source: &Path, options: &[&str]) -> Result<Report, String> {
    check_by(adc, source, options, &[], Way::Quick)
}

/// The same, compiled with further flags.
pub fn check_compiled(adc: &Path, source: &Path, options: &[&str], flags: &[&str]) -> Result<Report, String> {
    check_by(adc, source, options, flags, Way::Compiled)
}

/// The same, by gfortran and by the interpreter, which must agree.
pub fn check_both(adc: &Path, source: &Path) -> Result<Report, String> {
    check_by(adc, source, &[], &[], Way::Both)
}

/// How the texts of two modes from one run compare with those of two runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Both {
    /// They are equal.
    Apart,
    /// They share modules or differ in names.
    Shared,
}

/// Differentiates in both modes in one run. Where that gives another text, checks the derivatives.
pub fn both_modes(adc: &Path, source: &Path) -> Result<Both, String> {
    let spec = Spec::read(source)?;
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let made = |option, letter, more: &[&str]| {
        build::differentiate_as(adc, source, &spec, (option, letter), more, work.path())
    };
    let code = |file: &Path| -> Result<Vec<String>, String> {
        let text = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let lines = text.lines().filter(|l| !l.is_empty() && !l.starts_with(['!', 'C']));
        Ok(lines.map(str::to_owned).collect())
    };
    let generated = made("--reverse", 'j', &["--tangent"])?;
    let (adjoint, tangent) = (made("--reverse", 'b', &[])?, made("--tangent", 'd', &[])?);
    let mut one_by_one = code(&adjoint)?;
    one_by_one.extend(code(&tangent)?);
    if code(&generated)? == one_by_one {
        return Ok(Both::Apart);
    }
    let both = Generated {
        tangent: generated.clone(),
        adjoint: generated,
    };
    check_results(source, &spec, &both, work.path(), true, Way::Quick)?;
    Ok(Both::Shared)
}

fn check_by(adc: &Path, source: &Path, options: &[&str], flags: &[&str], way: Way) -> Result<Report, String> {
    let mut spec = Spec::read(source)?;
    spec.flags.extend(flags.iter().map(|f| (*f).to_owned()));
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let generate = |mode| build::differentiate(adc, source, &spec, mode, options, work.path());
    let generated = Generated {
        tangent: generate(Mode::Tangent)?,
        adjoint: generate(Mode::Adjoint)?,
    };
    let results = !options.contains(&"--derivative-only");
    check_results(source, &spec, &generated, work.path(), results, way)
}

/// Checks existing derivative code. `work` is the folder for drivers and executables.
pub fn check(source: &Path, spec: &Spec, generated: &Generated, work: &Path) -> Result<Report, String> {
    check_results(source, spec, generated, work, true, Way::Compiled)
}

/// `results`: the tangent has the original's results.
fn check_results(
    source: &Path,
    spec: &Spec,
    generated: &Generated,
    work: &Path,
    results: bool,
    way: Way,
) -> Result<Report, String> {
    let part = |mode, suffix, generated| Part {
        mode,
        suffix,
        generated,
        driver: None,
    };
    let parts = [
        part(Mode::Tangent, "d", generated.tangent.as_path()),
        part(Mode::Adjoint, "b", generated.adjoint.as_path()),
    ];
    let outputs = build::run_parts(source, spec, &parts, work, way)?;
    let [tangent, adjoint] = [0, 1].map(|i| parse_vectors(&outputs[i]));
    judge(spec, &tangent, &adjoint, results)
}

/// Vectors printed by a driver.
pub type Vectors = BTreeMap<String, Vec<f64>>;

/// Parses lines `@name count`, each followed by as many numbers, one per line; anything else is the program's own
/// output.
pub fn parse_vectors(output: &str) -> Vectors {
    let mut vectors = Vectors::new();
    let mut lines = output.lines();
    while let Some(line) = lines.next() {
        let Some(head) = line.trim().strip_prefix('@') else {
            continue;
        };
        let mut words = head.split_whitespace();
        let (Some(name), Some(count)) = (words.next(), words.next().and_then(|c| c.parse().ok())) else {
            continue;
        };
        let values = lines
            .by_ref()
            .take(count)
            .map(|l| l.trim().parse().unwrap_or(f64::NAN))
            .collect();
        vectors.insert(name.to_owned(), values);
    }
    vectors
}

/// Compares the vectors of the two drivers.
fn judge(spec: &Spec, tangent: &Vectors, adjoint: &Vectors, results: bool) -> Result<Report, String> {
    let get = |from: &Vectors, name: &str| {
        from.get(name)
            .cloned()
            .ok_or_else(|| format!("the driver did not print `{name}`: it ended early"))
    };
    let mut wrong = Vec::new();
    let jv = get(tangent, "jv")?;
    let size = jv.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if jv.iter().any(|x| !x.is_finite()) {
        wrong.push(format!("the tangent is not finite: {jv:?}"));
    }
    if size == 0.0 && !spec.zero {
        wrong.push("the tangent is zero in all components (write `! zero` in the fixture where that is right)".into());
    }

    let mut differences = f64::INFINITY;
    let mut closest = Vec::new();
    for (_, difference) in tangent.iter().filter(|(name, _)| name.starts_with("difference")) {
        let error = relative(&jv, difference);
        if error < differences || closest.is_empty() {
            differences = error;
            closest.clone_from(difference);
        }
    }
    if !within(differences, spec.tolerance.differences) {
        let what = "tangent against differences";
        wrong.push(format!(
            "{what}: relative error {differences:.1e}\n  tangent     {jv:?}\n  differences {closest:?}"
        ));
    }

    let (original, repeated) = (get(tangent, "original")?, get(tangent, "primal")?);
    let primal = relative(&original, &repeated);
    if results && !within(primal, spec.tolerance.primal) {
        let what = "primal results of the tangent code";
        wrong.push(format!(
            "{what}: relative error {primal:.1e}\n  original {original:?}\n  tangent  {repeated:?}"
        ));
    }

    let (v, w) = (spec.direction(), spec.weights());
    let jtw = get(adjoint, "jtw")?;
    let (forward, reverse) = (inner(&w, &jv), inner(&jtw, &v));
    let scale: f64 = w.iter().zip(&jv).map(|(a, b)| (a * b).abs()).sum();
    let dot = if forward == reverse {
        0.0
    } else {
        (forward - reverse).abs() / scale.max(f64::MIN_POSITIVE)
    };
    if !within(dot, spec.tolerance.dot) {
        let what = "dot product: <w, J v>";
        wrong.push(format!(
            "{what} = {forward:e}, <J^T w, v> = {reverse:e}\n  J v   {jv:?}\n  J^T w {jtw:?}"
        ));
    }

    let left = get(adjoint, "left")?;
    if left.iter().any(|x| *x != 0.0) {
        wrong.push(format!("the adjoints of the dependents are not zero on exit: {left:?}"));
    }
    for (of, what) in [(tangent, "jv"), (adjoint, "jtw")] {
        let (first, second) = (get(of, "first")?, get(of, what)?);
        let error = relative(&first, &second);
        if spec.before.is_empty() && !within(error, spec.tolerance.primal) {
            wrong.push(format!(
                "a second call gives something else: {what}: relative error {error:.1e}\n  first  {first:?}\n  second {second:?}"
            ));
        }
    }
    let tape = get(adjoint, "tape")?;
    let (bytes_left, tape_bytes) = (
        tape.first().copied().unwrap_or(-1.0),
        tape.get(1).copied().unwrap_or(0.0),
    );
    if bytes_left != 0.0 {
        wrong.push(format!(
            "the tape is not empty at the end ({bytes_left} bytes or some control bits)"
        ));
    }
    if wrong.is_empty() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // counted in bytes, below 2^53
        Ok(Report {
            differences,
            primal,
            dot,
            size,
            tape_bytes: tape_bytes as u64,
        })
    } else {
        Err(wrong.join("\n"))
    }
}

/// The codes of the errors in messages, each once.
fn error_codes(messages: &str) -> Vec<String> {
    let mut codes: Vec<String> = vec![];
    for line in messages.lines() {
        let code = line.strip_prefix("error[").and_then(|rest| rest.split(']').next());
        if let Some(code) = code.filter(|&c| codes.iter().all(|known| known != c)) {
            codes.push(code.to_owned());
        }
    }
    codes
}

/// NaN is never within a tolerance.
fn within(error: f64, tolerance: f64) -> bool {
    error <= tolerance
}

/// The inner product.
pub fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The largest difference of two vectors, relative to the largest component of either.
pub fn relative(a: &[f64], b: &[f64]) -> f64 {
    if a.len() != b.len() || a.iter().chain(b).any(|x| !x.is_finite()) {
        return f64::NAN;
    }
    let difference = a.iter().zip(b).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
    let size = a.iter().chain(b).fold(0.0, |m: f64, x| m.max(x.abs()));
    if difference == 0.0 {
        0.0
    } else {
        difference / size
    }
}
