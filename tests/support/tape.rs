//! Compares the report of `adc analyze --show tape` with the counts of the tape when derivatives run.

use super::formula::value;
use super::numeric::spec::{Kind, Spec};
use std::path::Path;
use std::process::Command;

/// A report on a head, compared with the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// The report is exact.
    Exact,
    /// The report is a correct bound.
    Bound,
    /// The size is known only at run time.
    Open,
}

/// Values of names, and extents of arrays.
pub struct Values<'v> {
    /// Values of scalars.
    pub name: &'v dyn Fn(&str) -> Option<i64>,
    /// Extents of arrays, by dimension.
    pub size: &'v dyn Fn(&str, i64) -> Option<i64>,
}

/// Least and greatest number of control bits in a word of the tape.
const WORD: (i64, i64) = (55, 62);

/// Compares the peak in a report with the bytes that were on the tape.
pub fn compare(
    adc: &Path,
    sources: &[&Path],
    options: &[&str],
    head: &str,
    values: &Values,
    bytes: i64,
) -> Result<Told, String> {
    let output = Command::new(adc)
        .arg("analyze")
        .args(sources)
        .args(options)
        .args(["--show", "tape", "--head", head])
        .output()
        .map_err(|e| e.to_string())?;
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let peak = report.lines().find_map(|l| l.strip_prefix("  peak:  "));
    let peak = peak.ok_or_else(|| {
        format!(
            "no peak in the report:\n{report}{}",
            String::from_utf8_lossy(&output.stderr)
        )
    })?;
    let (at_most, sizes) = match peak.strip_prefix("at most ") {
        Some(rest) => (true, rest),
        None => (false, peak),
    };
    let (formula, control) = sizes.split_once(" bytes").unwrap_or((sizes, ""));
    let control = control
        .trim_start_matches(" and ")
        .trim_end_matches('s')
        .trim_end_matches(" bit");
    let of = |text: &str| value(if text.is_empty() { "0" } else { text }, values.name, values.size);
    let (Some(told), Some(bits)) = (of(formula), of(control)) else {
        return Ok(Told::Open);
    };
    // control bits count once their word is full
    let words = |size: i64| 8 * (bits / size);
    let most = told + words(WORD.0);
    let least = told + words(WORD.1) - if bits > 0 { 8 } else { 0 };
    if bytes > most || bytes < least && !at_most {
        return Err(format!(
            "the tape held {bytes} bytes, but the report says {told} and {bits} bits:\n{report}"
        ));
    }
    Ok(if at_most { Told::Bound } else { Told::Exact })
}

/// The same for a fixture, whose comment gives the arguments.
pub fn compare_fixture(adc: &Path, source: &Path, options: &[&str], bytes: u64) -> Result<Told, String> {
    let spec = Spec::read(source)?;
    let var = |name: &str| spec.vars.iter().find(|v| v.name.eq_ignore_ascii_case(name));
    let name = |name: &str| {
        let v = var(name).filter(|v| matches!(v.kind, Kind::Integer(_)) && v.shape.is_empty())?;
        v.values.first()?.parse().ok()
    };
    let size = |name: &str, dim: i64| {
        let (low, high) = var(name)?.shape.get(usize::try_from(dim - 1).ok()?)?;
        Some(high - low + 1)
    };
    let external = spec.external_options();
    let options: Vec<&str> = options
        .iter()
        .copied()
        .chain(external.iter().map(String::as_str))
        .collect();
    let values = Values {
        name: &name,
        size: &size,
    };
    compare(
        adc,
        &[source],
        &options,
        &spec.head,
        &values,
        i64::try_from(bytes).unwrap_or(i64::MAX),
    )
}
