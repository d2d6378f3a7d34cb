//! Differentiates one program in several ways, compiles all of it into one executable, runs it and compares the
//! numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::distinct::distinct;
use super::judge;
use super::options::Variant;
use crate::support::numeric::build::Way;
use crate::support::numeric::joined::{self, Part};
use crate::support::numeric::spec::{Mode, Spec};
use crate::support::numeric::{build, check_fixture, interpreted, parse_vectors, Vectors};

/// Result for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All agrees.
    Good,
    /// All agrees, but the derivative is zero: a weak check.
    Zero,
    /// The differences do not agree with each other: the program has a kink here, or is too steep.
    Kink,
    /// The derivatives replace modules of the program and cannot be linked together: not checked. These variants generate
    /// different code.
    Enlarged(Vec<Variant>),
    /// Diagnostics with these codes.
    Refused(BTreeSet<String>),
    /// The program itself is invalid: gfortran rejects it, or it stops.
    Invalid(String),
    /// The compiler has a bug: kind of failure, and details.
    Wrong(String, String),
}

/// The programs and the compiler finish quickly, or hang.
const LIMIT: Duration = Duration::from_secs(30);

/// Flags under which generated code has no warnings beyond those of the original.
pub const STRICT: &[&str] = &[
    "-O0",
    "-fcheck=all",
    "-finit-real=snan",
    "-finit-derived",
    "-Wall",
    "-std=f2008",
];

/// Checks the program of a source file, compiled with some flags or interpreted; all files are written beside it.
pub fn check(adc: &Path, source: &Path, variants: &[Variant], flags: &[&str], way: Way) -> Verdict {
    match attempt(adc, source, variants, flags, way) {
        Ok(v) | Err(v) => v,
    }
}

fn attempt(adc: &Path, source: &Path, variants: &[Variant], flags: &[&str], way: Way) -> Result<Verdict, Verdict> {
    let wrong = |kind: &str, text: String| Verdict::Wrong(kind.to_string(), text);
    let spec = Spec::read(source).map_err(Verdict::Invalid)?;
    let all = [build::flags(flags), spec.flags.clone()].concat();
    let flags: &[&str] = &all.iter().map(String::as_str).collect::<Vec<_>>();
    let folder = source.parent().unwrap_or(Path::new("."));
    let variants = &distinct(adc, source, &spec, variants)?;
    let mut generated = vec![];
    let mut refused: Option<BTreeSet<String>> = None;
    for v in variants {
        match differentiate(adc, source, &spec, v)? {
            Ok(path) => generated.push(path),
            Err(codes) => refused = refused.or(Some(codes)),
        }
    }
    if let Some(codes) = refused {
        return compile_alone(source, flags, folder).map(|()| Verdict::Refused(codes));
    }
    if generated.iter().any(|g| build::replaces(g, source)) {
        return Ok(Verdict::Enlarged(variants.clone()));
    }
    let sources = join(source, &spec, variants, &generated, folder)?;
    let suffixes: Vec<&str> = variants.iter().map(|v| v.suffix.as_str()).collect();
    let quick = match way {
        Way::Compiled | Way::Both => None,
        Way::Quick => interpreted::run(&spec, flags, &sources, &suffixes, folder).map_err(Verdict::Invalid)?,
    };
    let (outputs, warning) = match quick {
        Some(outputs) => (outputs, None),
        None => {
            let (executable, warning) = compile(source, &spec, &sources, flags, folder)?;
            let run = |suffix: &&str| {
                let output = build::run_within(LIMIT, Command::new(&executable).arg(suffix), folder)?;
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            };
            (suffixes.iter().map(run).collect(), warning)
        }
    };
    let mut results: BTreeMap<&str, Vectors> = BTreeMap::new();
    for (v, output) in variants.iter().zip(outputs) {
        match output {
            Ok(output) => {
                results.insert(v.suffix.as_str(), parse_vectors(&output));
            }
            Err(text) => {
                let ended = v.mode == Mode::Adjoint || text.contains("@difference3");
                return Err(if ended {
                    wrong(&format!("crash {}", v.suffix), text)
                } else {
                    Verdict::Invalid(text)
                });
            }
        }
    }
    let verdict = judge::judge(&spec, variants, &results)?;
    Ok(warning.unwrap_or(verdict))
}

/// Checks each of the variants in programs of its own.
pub fn check_apart(adc: &Path, source: &Path, variants: &[Variant]) -> Result<(), String> {
    variants.iter().try_for_each(|v| {
        let options: Vec<&str> = v.options.iter().map(String::as_str).collect();
        let report = check_fixture(adc, source, &options);
        report.map(|_| ()).map_err(|e| format!("{}: {e}", v.suffix))
    })
}

/// The generated file, or the codes of the errors.
pub fn differentiate(
    adc: &Path,
    source: &Path,
    spec: &Spec,
    v: &Variant,
) -> Result<Result<PathBuf, BTreeSet<String>>, Verdict> {
    let extension = source.extension().and_then(|e| e.to_str()).unwrap_or("f90");
    let output = source.with_file_name(format!("gen_{}.{extension}", v.suffix));
    let _ = std::fs::remove_file(&output);
    let suffix = if v.mode == Mode::Tangent {
        "--suffix-tangent"
    } else {
        "--suffix-reverse"
    };
    let mut command = build::alone(adc);
    command
        .args(["-q", "--message-format", "short", v.mode.option()])
        .arg(source)
        .arg("--head")
        .arg(&spec.head)
        .args(spec.external_options())
        .args(build::kind_flags());
    command
        .args([suffix, &format!("_{}", v.suffix)])
        .args(&v.options)
        .arg("-o")
        .arg(&output);
    let folder = source.parent().unwrap_or(Path::new("."));
    match build::run_within(LIMIT, &mut command, folder) {
        Ok(_) if output.exists() => Ok(Ok(output)),
        Ok(_) => Err(Verdict::Wrong("no output".into(), format!("{command:?}"))),
        Err(text) if text.contains("ended with exit status: 1") && !text.contains("panicked") => {
            if output.exists() {
                return Err(Verdict::Wrong("output in spite of an error".into(), text));
            }
            let is_code =
                |w: &&str| w.len() >= 7 && w.starts_with("ADC") && w[3..7].bytes().all(|b| b.is_ascii_digit());
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let codes: BTreeSet<String> = words.filter(is_code).map(str::to_string).collect();
            if codes.is_empty() {
                return Err(Verdict::Wrong("error without a code".into(), text));
            }
            let first = text.lines().find(|l| l.contains("ADC")).unwrap_or_default();
            let message = first.split_once("ADC").map_or(first, |(_, m)| m);
            Ok(Err(codes.into_iter().chain([format!("ADC{message}")]).collect()))
        }
        Err(text) if text.contains("did not end") => Err(Verdict::Wrong("hang".into(), text)),
        Err(text) => Err(Verdict::Wrong("panic".into(), text)),
    }
}

/// Checks that the program itself is valid.
fn compile_alone(source: &Path, flags: &[&str], folder: &Path) -> Result<(), Verdict> {
    let mut command = build::gfortran();
    command.args(flags).args(["-c", "-o", "/dev/null"]).arg(source);
    build::run(&mut command, folder).map(|_| ()).map_err(Verdict::Invalid)
}

/// Writes original, derivatives and drivers into one program.
fn join(
    source: &Path,
    spec: &Spec,
    variants: &[Variant],
    generated: &[PathBuf],
    folder: &Path,
) -> Result<Vec<PathBuf>, Verdict> {
    let parts = variants.iter().zip(generated).map(|(v, path)| Part {
        mode: v.mode,
        suffix: &v.suffix,
        generated: path,
        driver: None,
    });
    let parts: Vec<Part> = parts.collect();
    let extension = source.extension().and_then(|e| e.to_str()).unwrap_or("f90");
    joined::write(spec, Some(source), &parts, extension, folder).map_err(Verdict::Invalid)
}

/// Compiles a program, without warnings beyond those of the original.
fn compile(
    source: &Path,
    spec: &Spec,
    sources: &[PathBuf],
    flags: &[&str],
    folder: &Path,
) -> Result<(PathBuf, Option<Verdict>), Verdict> {
    let tape = build::tape_for(spec).map_err(Verdict::Invalid)?;
    let executable = folder.join("run.exe");
    let mut command = build::gfortran();
    command.args(flags).args(&spec.link).args(sources);
    tape.link(&mut command, &executable);
    match build::run(&mut command, folder) {
        Err(text) => {
            compile_alone(source, flags, folder)?;
            if text.contains("undefined reference") {
                return Err(Verdict::Wrong("link".into(), text));
            }
            let place = text.lines().filter_map(|l| l.strip_prefix("gen_")).next().unwrap_or("");
            let suffix = place.split('.').next().unwrap_or("");
            Err(Verdict::Wrong(format!("compile {suffix}"), text))
        }
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            Ok((executable, warnings(&text).err()))
        }
    }
}

/// Kinds of warnings that generated code has beyond those of the original.
fn warnings(text: &str) -> Result<(), Verdict> {
    let mut place = String::new();
    let (mut original, mut found) = (BTreeSet::new(), BTreeMap::new());
    for line in text.lines() {
        let is_place = line.ends_with(':')
            && line
                .trim_end_matches(':')
                .rsplit(':')
                .take(2)
                .all(|p| p.parse::<u32>().is_ok());
        if is_place {
            place = line.to_string();
        } else if let Some(message) = line.strip_prefix("Warning: ") {
            // fields of descriptors that gfortran does not set in NULLIFY, but reads before an assignment allocates
            if [".span", ".offset", ".dim["]
                .iter()
                .any(|field| message.contains(field))
            {
                continue;
            }
            let kind = match message.rsplit_once('[') {
                Some((_, k)) => k.trim_end_matches(']').to_string(),
                None => message
                    .chars()
                    .filter(|c| c.is_ascii_alphabetic() || *c == ' ')
                    .take(40)
                    .collect(),
            };
            if place.starts_with("original") {
                original.insert(kind);
            } else if place.starts_with("gen_") {
                found.entry(kind).or_insert(format!("{place} {message}"));
            }
        }
    }
    // a shadow that the interface requires and no statement uses is allowed; so is an intentionally rounding division
    let allowed = ["-Wunused-dummy-argument", "-Winteger-division"];
    found.retain(|kind, _| !original.contains(kind) && !allowed.contains(&kind.as_str()));
    match found.first_key_value() {
        None => Ok(()),
        Some((kind, _)) => {
            let all: Vec<String> = found.values().cloned().collect();
            let suffix = all[0]
                .trim_start_matches("gen_")
                .split('.')
                .next()
                .unwrap_or("")
                .to_string();
            Err(Verdict::Wrong(format!("warning {kind} {suffix}"), all.join("\n")))
        }
    }
}
