//! Random programs: generated, differentiated and checked by numbers; and mutated sources ([`mutated`]), which must
//! never make the compiler panic.
//!
//! `ADC_RANDOM=10000` checks this number of programs, `ADC_RANDOM_FROM=500` begins with this seed
//! ([`weights::FEATURES_FROM`] is the first seed with families of constructs, [`features`]); `ADC_RANDOM_KEEP=folder`
//! keeps the files of failures, `ADC_RANDOM_SHRINK=0` does not shrink them. Each program is differentiated with all
//! optimisations and with one other set of options ([`options`]); `ADC_RANDOM_ALL=1` takes all sets,
//! `ADC_RANDOM_OPTIONS="--no-opt tbr"` this one. `ADC_INTERPRETED=1` runs them in the interpreter.

pub mod check;
mod column;
mod constructs;
mod declare;
#[cfg(test)]
mod directions;
mod distinct;
mod expr;
mod features;
mod flow;
#[cfg(test)]
mod hessians;
mod judge;
mod kernel;
mod local;
mod loops;
mod mutate;
mod mutated;
mod names;
pub mod options;
mod patterns;
mod program;
pub mod rng;
mod scope;
mod shrink;
mod stmt;
mod strip;
mod tree;
mod unit;
mod weights;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::fixtures::adc;
use crate::support::numeric::build::Way;
use crate::support::parallel;
use check::Verdict;
use options::{Variant, Variants};
use weights::{FEATURES_FROM, FUEL_FROM, MORE_FEATURES_FROM, PARTS_FROM};

/// Copies a program to the folder that is asked for, if one is.
fn keep(seed: u64, source: &Path) -> Result<(), String> {
    let Some(folder) = std::env::var_os("ADC_RANDOM_KEEP").map(PathBuf::from) else {
        return Ok(());
    };
    let ending = source.extension().unwrap_or_default().to_string_lossy();
    let to = folder.join(format!("{seed}.{ending}"));
    let done = std::fs::create_dir_all(&folder).and_then(|()| std::fs::copy(source, &to));
    done.map(|_| ()).map_err(|e| format!("{}: {e}", to.display()))
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Compiled, so that what gfortran warns of counts; `ADC_INTERPRETED=1` checks many programs in less time.
fn way() -> Way {
    match std::env::var_os("ADC_INTERPRETED") {
        Some(_) => Way::Quick,
        None => Way::Compiled,
    }
}

/// Writes a program into a new folder and checks it.
fn check_in(adc: &Path, folder: &Path, p: &tree::Program, variants: &[Variant]) -> Verdict {
    let source = folder.join(if p.fixed { "head.f" } else { "head.f90" });
    match std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&source, p.text())) {
        Ok(()) => check::check(adc, &source, variants, check::STRICT, way()),
        Err(e) => Verdict::Invalid(e.to_string()),
    }
}

/// The requested seeds; by default some for statements and calls alone, some also for families of constructs, and some
/// for all of these.
fn seeds() -> Vec<u64> {
    let some = |from: u64, count: u64| from..from + count;
    if std::env::var_os("ADC_RANDOM_FROM").is_some() || std::env::var_os("ADC_RANDOM").is_some() {
        let from = number("ADC_RANDOM_FROM", 1);
        return some(from, number("ADC_RANDOM", 80)).collect();
    }
    let from = [1, FEATURES_FROM, MORE_FEATURES_FROM, FUEL_FROM, PARTS_FROM];
    from.into_iter().flat_map(|f| some(f, 50)).collect()
}

/// The verdicts on all programs, in the order of their seeds.
fn check_all(adc: &Path, sets: &Variants, seeds: &[u64], work: &Path) -> BTreeMap<u64, Verdict> {
    let verdict = |&seed: &u64| {
        let folder = work.join(format!("p{seed}"));
        let verdict = check_in(adc, &folder, &program::program(seed), &sets.chosen(seed));
        if !matches!(verdict, Verdict::Wrong(..) | Verdict::Invalid(_)) {
            let _ = std::fs::remove_dir_all(&folder);
        }
        (seed, verdict)
    };
    parallel::map(seeds, verdict).into_iter().collect()
}

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn random_programs_agree() {
    let adc = adc();
    let seeds = seeds();
    let scratch = tempfile::tempdir().unwrap();
    let work = std::env::var_os("ADC_RANDOM_KEEP").map_or(scratch.path().to_path_buf(), PathBuf::from);
    let sets = Variants::of_table();
    let verdicts = check_all(&adc, &sets, &seeds, &work);
    let mut numbers: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (&seed, v) in &verdicts {
        let names: Vec<String> = match v {
            Verdict::Good => vec!["good".into()],
            Verdict::Zero => vec!["zero".into()],
            Verdict::Kink => vec!["kink".into()],
            Verdict::Enlarged(_) => vec!["enlarged".into()],
            Verdict::Refused(codes) => codes.iter().map(|c| format!("refused {c}")).collect(),
            Verdict::Invalid(_) => vec!["invalid".into()],
            Verdict::Wrong(kind, _) => vec![format!("WRONG {kind}")],
        };
        for n in names {
            numbers.entry(n).or_default().push(seed);
        }
    }
    for (name, seeds) in &numbers {
        println!("{:6} {name}: {:?}", seeds.len(), &seeds[..seeds.len().min(12)]);
    }
    // one failure of each kind is enough to begin with
    let mut first: BTreeMap<&str, u64> = BTreeMap::new();
    for (&seed, v) in &verdicts {
        if let Verdict::Wrong(kind, _) = v {
            first.entry(kind).or_insert(seed);
        }
    }
    let kinds: Vec<&str> = first.keys().copied().collect();
    let failures = kinds.join(", ");
    let shrunk = usize::try_from(number("ADC_RANDOM_SHRINK", 8)).unwrap_or(0);
    let tasks: Vec<(&str, u64)> = first.into_iter().take(shrunk).collect();
    let shrink = |&(kind, seed): &(&str, u64)| {
        let folder = work.join(format!("shrink{seed}"));
        shrink::report(&adc, &folder, seed, kind, &sets.chosen(seed))
    };
    let report = parallel::map(&tasks, shrink).concat();
    let invalid = numbers.get("invalid").map_or(0, Vec::len);
    assert!(failures.is_empty(), "random programs fail: {failures}\n{report}");
    // a refusal is not a failure, but proves nothing
    let refused = verdicts.values().filter(|v| matches!(v, Verdict::Refused(_))).count();
    assert!(
        refused * 8 <= verdicts.len().max(80),
        "{refused} of {} programs are refused",
        verdicts.len()
    );
    assert!(
        invalid * 20 <= verdicts.len(),
        "{invalid} programs are invalid by themselves"
    );
}

/// Writes the program of a seed into a folder, for inspection.
#[test]
fn random_dump() {
    let Some(folder) = std::env::var_os("RANDOM_DUMP").map(PathBuf::from) else {
        return;
    };
    let p = program::program(number("RANDOM_SEED", 1));
    let name = if p.fixed { "head.f" } else { "head.f90" };
    std::fs::write(folder.join(name), p.text()).unwrap();
}
