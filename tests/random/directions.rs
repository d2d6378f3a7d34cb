//! Random programs in many directions: their derivatives equal those in one direction.
//!
//! `ADC_RANDOM` and `ADC_RANDOM_FROM` choose programs, as for derivatives in one direction; `ADC_RANDOM_KEEP=folder`
//! keeps those of failures.

use super::{keep, number, program};
use crate::support::fixtures::adc;
use crate::support::numeric::{check_fixture, vector};
use crate::support::parallel;
use std::path::Path;

/// The first seed, and the number of programs, if none are chosen: recent families of constructs.
const FROM: u64 = 3_200_000;
const COUNT: u64 = 25;

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn random_programs_agree_in_many_directions() {
    let adc = adc();
    let (from, count) = (number("ADC_RANDOM_FROM", FROM), number("ADC_RANDOM", COUNT));
    let seeds: Vec<u64> = (from..from + count).collect();
    let verdicts = parallel::map(&seeds, |&seed| (seed, check(&adc, seed)));
    let refused = verdicts.iter().filter(|(_, v)| v.as_ref().is_ok_and(|r| *r)).count();
    let wrong: Vec<String> = verdicts
        .iter()
        .filter_map(|(seed, v)| Some(format!("seed {seed}: {}", v.as_ref().err()?)))
        .collect();
    let seeds: Vec<u64> = verdicts.iter().filter(|(_, v)| v.is_err()).map(|v| v.0).collect();
    println!("{count} programs, {refused} refused, wrong: {seeds:?}");
    let first = wrong.iter().take(3).cloned().collect::<Vec<_>>();
    assert!(
        wrong.is_empty(),
        "{} of {count} are wrong\n{}",
        wrong.len(),
        first.join("\n")
    );
}

/// True if a mode is refused, or the program is not valid.
fn check(adc: &Path, seed: u64) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let p = program::program(seed);
    let source = folder.path().join(if p.fixed { "head.f" } else { "head.f90" });
    std::fs::write(&source, p.text()).map_err(|e| e.to_string())?;
    match vector::check(adc, &source, &[]) {
        Ok(refused) => Ok(!refused.many.is_empty()),
        // a program that fails in one direction, too, is the business of other tests
        Err(_) if check_fixture(adc, &source, &[]).is_err() => Ok(true),
        Err(wrong) => {
            keep(seed, &source)?;
            Err(wrong)
        }
    }
}
