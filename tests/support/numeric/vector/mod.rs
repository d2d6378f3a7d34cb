//! Compares derivatives for many directions with those for one.
//!
//! The directions are multiples of the one of the fixture, by zero and by powers of two: derivatives are linear, so that the
//! results are the same multiples, to the last digit but for other orders of sums. Each direction has a factor of its
//! own, so a mix of directions is found.
//!
//! One of the two modes, by the text of the fixture, has code of constant width, and a driver that calls it in blocks.

mod driver;

use super::joined::Part;
use super::spec::{Mode, Spec};
use super::{build, error_codes, interpreted, parse_vectors, relative, Vectors};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest relative error of a multiple.
const TOLERANCE: f64 = 1e-12;

/// The numbers of directions.
const COUNTS: [usize; 4] = [1, 3, 8, 17];

/// The constant width: all numbers of directions but one need a block that is not full.
const WIDTH: &str = "4";

/// Modes that are refused, with the code of the error.
#[derive(Default)]
pub struct Refusals {
    /// For many directions.
    pub many: Vec<(Mode, String)>,
    /// For blocks of directions: there is no driver.
    pub drivers: Vec<Mode>,
}

/// Checks whether a fixture in a mode has constant width.
pub fn is_wide(source: &Path, mode: Mode) -> bool {
    let text = std::fs::read(source).unwrap_or_default();
    let sum: u64 = text.into_iter().map(u64::from).sum();
    sum.is_multiple_of(2) == (mode == Mode::Tangent)
}

/// What the drivers of a fixture printed: in one direction, and in many.
pub struct Runs {
    spec: Spec,
    /// Modes that are refused.
    pub refused: Refusals,
    /// The modes that are not refused for many directions.
    modes: Vec<Mode>,
    /// By the suffix of the derivative.
    outputs: BTreeMap<&'static str, Vectors>,
}

/// Differentiates a fixture in both modes, for one direction and for many, and compares the results for each number of
/// directions.
pub fn check(adc: &Path, source: &Path, options: &[&str]) -> Result<Refusals, String> {
    let runs = Runs::of(adc, source, options)?;
    runs.compare().map(|()| runs.refused)
}

impl Runs {
    /// Runs them in one program.
    pub fn of(adc: &Path, source: &Path, options: &[&str]) -> Result<Runs, String> {
        let spec = Spec::read(source)?;
        let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
        let folder = work.path().join("vector");
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let mut refused = Refusals::default();
        let mut made = vec![];
        let mut modes = vec![];
        for (mode, single, several) in [(Mode::Tangent, "d", "dv"), (Mode::Adjoint, "b", "bv")] {
            let many = differentiate(adc, source, &spec, mode, options, &folder, &mut refused)?;
            if many.is_some() {
                let one = build::differentiate(adc, source, &spec, mode, options, work.path())?;
                made.push((mode, single, one, None));
            }
            if let Some((file, text)) = many {
                made.push((mode, several, file, Some(driver::write(&spec, mode, &text))));
                modes.push(mode);
            }
        }
        let mut outputs = BTreeMap::new();
        if !made.is_empty() {
            let parts: Vec<Part> = made
                .iter()
                .map(|(mode, suffix, generated, driver)| Part {
                    mode: *mode,
                    suffix,
                    generated,
                    driver: driver.clone(),
                })
                .collect();
            let printed = build::run_parts(source, &spec, &parts, work.path(), interpreted::way_for(source))?;
            let suffixes = made.iter().map(|m| m.1);
            outputs = suffixes.zip(printed.iter().map(|o| parse_vectors(o))).collect();
        }
        Ok(Runs {
            spec,
            refused,
            modes,
            outputs,
        })
    }

    /// Compares the results in many directions with those in one.
    pub fn compare(&self) -> Result<(), String> {
        let mut wrong = vec![];
        for &mode in &self.modes {
            let suffixes = match mode {
                Mode::Tangent => ["d", "dv"],
                Mode::Adjoint => ["b", "bv"],
            };
            let [Some(single), Some(many)] = suffixes.map(|s| self.outputs.get(s)) else {
                return Err("a derivative was not run".into());
            };
            wrong.extend(COUNTS.iter().flat_map(|&n| compare(&self.spec, mode, single, many, n)));
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong.join("\n")),
        }
    }
}

/// The derivative in many directions, and its text; of constant width in one of the modes, if that has a driver.
/// `None` if it is refused.
fn differentiate(
    adc: &Path,
    source: &Path,
    spec: &Spec,
    mode: Mode,
    options: &[&str],
    folder: &Path,
    refused: &mut Refusals,
) -> Result<Option<(PathBuf, String)>, String> {
    let all = [options, &["--vector"]].concat();
    let wide = [all.as_slice(), &["--directions", WIDTH]].concat();
    let read = |many: &PathBuf| std::fs::read_to_string(many).map_err(|e| e.to_string());
    let mut made = match is_wide(source, mode) {
        true => build::differentiate(adc, source, spec, mode, &wide, folder),
        false => build::differentiate(adc, source, spec, mode, &all, folder),
    };
    if let Ok(file) = &made {
        if is_wide(source, mode) && !has_driver(spec, mode, &read(file)?) {
            refused.drivers.push(mode);
            made = build::differentiate(adc, source, spec, mode, &all, folder);
        }
    }
    match made {
        Ok(many) => {
            let text = read(&many)?;
            Ok(Some((many, text)))
        }
        Err(text) => {
            let code = error_codes(&text).into_iter().next().ok_or(text)?;
            refused.many.push((mode, code));
            Ok(None)
        }
    }
}

/// Checks for a driver in code of constant width.
fn has_driver(spec: &Spec, mode: Mode, text: &str) -> bool {
    let begin = format!("subroutine {}_{}v(", spec.procedure, mode.letter()).to_lowercase();
    text.to_lowercase().contains(&begin)
}

/// The factor of a direction, counted from 1.
fn factor(k: usize) -> f64 {
    if k % 7 == 3 {
        return 0.0;
    }
    let powers = [1.0, 2.0, 0.5, 4.0, 0.25];
    let size = powers[k % powers.len()] * if k > powers.len() { 8.0 } else { 1.0 };
    if k.is_multiple_of(2) {
        -size
    } else {
        size
    }
}

fn compare(spec: &Spec, mode: Mode, single: &Vectors, many: &Vectors, n: usize) -> Vec<String> {
    let name = match mode {
        Mode::Tangent => "jv",
        Mode::Adjoint => "jtw",
    };
    let mut wrong = vec![];
    let Some(one) = single.get(name) else {
        return vec![format!("the driver did not print `{name}`")];
    };
    if one.iter().any(|x| !x.is_finite()) {
        return vec![];
    }
    let tolerance = TOLERANCE.max(spec.tolerance.primal);
    for call in ["first", name] {
        for k in 1..=n {
            let expected: Vec<f64> = one.iter().map(|x| x * factor(k)).collect();
            let found = many.get(&format!("{call}{k}of{n}")).cloned().unwrap_or_default();
            let error = relative(&found, &expected);
            let skipped = call == "first" && !spec.before.is_empty();
            if !(super::within(error, tolerance) || skipped || wrong.len() > 3) {
                wrong.push(format!(
                    "{call}, direction {k} of {n}: relative error {error:.1e}\n  found    {found:?}\n  expected {expected:?}"
                ));
            }
        }
    }
    if mode == Mode::Tangent {
        let same = |name: &str, of: &Vectors| of.get(name).cloned().unwrap_or_default();
        let error = relative(&same("primal", single), &same(&format!("primal0of{n}"), many));
        if !super::within(error, tolerance) {
            wrong.push("the values differ from those of the tangent in one direction".into());
        }
        return wrong;
    }
    if many
        .get(&format!("left0of{n}"))
        .is_none_or(|l| l.iter().any(|x| *x != 0.0))
    {
        wrong.push(format!(
            "adjoints of the dependents are not zero on exit: {:?}",
            many.get(&format!("left0of{n}"))
        ));
    }
    if many.get(&format!("tape0of{n}")).and_then(|t| t.first()) != Some(&0.0) {
        wrong.push("the tape is not empty at the end".into());
    }
    wrong
}
