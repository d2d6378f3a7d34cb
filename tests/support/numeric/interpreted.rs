//! Runs programs by the interpreter, where it has what they need: gfortran takes a thousand times as long to compile
//! one as the program runs.
//!
//! gfortran reads each program all the same, without making code: that it is valid Fortran is part of what the tests
//! check. `ADC_COMPILED=1` leaves all programs to gfortran, as flags and compilers of your own do (`ADC_FLAGS`, `FC`).
//! One fixture in eight is compiled as well, and both must show the same ([`way_for`]).

use std::path::{Path, PathBuf};

use adc_interpreter::source::{read, Source};
use adc_interpreter::stop::Stop;
use adc_interpreter::{undefined, Shown};

use super::build::Way;
use super::spec::Spec;
use super::{build, parse_vectors, tools};

/// The largest difference from compiled code in double precision, relative to the largest element: functions of the
/// library differ in their last digits.
const TOLERANCE: f64 = 1e-10;

/// The way to run a fixture: by its text, one in eight is compiled, too.
pub fn way_for(source: &Path) -> Way {
    let text = std::fs::read(source).unwrap_or_default();
    let sum: u64 = text.into_iter().map(u64::from).sum();
    if (sum / 2).is_multiple_of(8) {
        Way::Both
    } else {
        Way::Quick
    }
}

/// What one run of each driver printed, with what gfortran says of the program; `None` if a compiler has to run it.
pub fn run(
    spec: &Spec,
    flags: &[&str],
    sources: &[PathBuf],
    suffixes: &[&str],
    folder: &Path,
) -> Result<Option<Vec<Result<String, String>>>, String> {
    let Some(outputs) = outputs(spec, sources, suffixes)? else {
        return Ok(None);
    };
    let files: Vec<&PathBuf> = spec.link.iter().chain(sources).collect();
    // of a program that is not valid, a compiler says better what is wrong
    Ok(build::is_valid(flags, &files, folder).ok().map(|_| outputs))
}

/// The same without gfortran.
pub fn outputs(
    spec: &Spec,
    sources: &[PathBuf],
    suffixes: &[&str],
) -> Result<Option<Vec<Result<String, String>>>, String> {
    // who chooses a compiler or its flags wants programs compiled
    let chosen = ["ADC_COMPILED", "ADC_FLAGS", "FC"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    if chosen || !spec.flags.is_empty() {
        return Ok(None);
    }
    let is_text = |f: &PathBuf| f.extension().is_some_and(|e| e != "o" && e != "a");
    if !spec.link.iter().all(is_text) {
        return Ok(None);
    }
    let files: Vec<&PathBuf> = spec.link.iter().chain(sources).collect();
    let mut texts = vec![tools::TEXT.to_owned()];
    for file in &files {
        texts.push(super::joined::read(file)?);
    }
    let names = std::iter::once(Path::new("driver_tools.f90")).chain(files.iter().map(|f| f.as_path()));
    let names: Vec<(String, bool)> = names.map(|f| (f.display().to_string(), build::is_fixed(f))).collect();
    let all: Vec<Source> = names
        .iter()
        .zip(&texts)
        .map(|((name, fixed), text)| Source {
            name,
            text,
            fixed: *fixed,
        })
        .collect();
    let Ok(program) = read(&all) else {
        return Ok(None);
    };
    if !undefined(&program).is_empty() {
        return Ok(None);
    }
    let mut outputs = vec![];
    for suffix in suffixes {
        match adc_interpreter::run(&program, &[suffix]) {
            Ok(shown) => outputs.push(Ok(printed(&shown))),
            Err(ended) if matches!(ended.why, Stop::Unsupported(_)) => return Ok(None),
            Err(ended) => outputs.push(Err(format!(
                "{suffix}: {}, says the interpreter (ADC_COMPILED=1 compiles)\n{}",
                ended.why,
                printed(&ended.shown)
            ))),
        }
    }
    Ok(Some(outputs))
}

/// Compares what a compiled driver printed with what the interpreter found, but for differences, in which rounding
/// errors are magnified, and for bytes of the tape.
pub fn compare(spec: &Spec, compiled: &str, interpreted: &str) -> Result<(), String> {
    let tolerance = TOLERANCE.max(spec.tolerance.primal);
    let (compiled, interpreted) = (parse_vectors(compiled), parse_vectors(interpreted));
    if !compiled.keys().eq(interpreted.keys()) {
        return Err("the interpreter shows other vectors than the compiled program".into());
    }
    for (name, expected) in &compiled {
        let found = &interpreted[name];
        if name == "tape" && expected.first() != found.first() {
            return Err(format!(
                "bytes left on the tape: compiled {expected:?}, interpreted {found:?}"
            ));
        }
        if name.starts_with("difference") || name == "tape" {
            continue;
        }
        let size = expected
            .iter()
            .filter(|v| v.is_finite())
            .fold(0.0_f64, |m, v| m.max(v.abs()));
        let is_near = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= tolerance * size;
        if expected.len() != found.len() || !expected.iter().zip(found).all(is_near) {
            return Err(format!("{name}: compiled {expected:?}\ninterpreted {found:?}"));
        }
    }
    Ok(())
}

/// The text that compiled drivers print.
fn printed(shown: &Shown) -> String {
    let mut out = String::new();
    for (name, values) in shown {
        out += &format!("@{name} {}\n", values.len());
        values.iter().for_each(|v| out += &format!("{v:e}\n"));
    }
    out
}
