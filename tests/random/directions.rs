//! Random programs in many directions: their derivatives equal those in one direction.
//!
//! `ADC_RANDOM` and `ADC_RANDOM_FROM` choose programs, as for derivatives in one direction.

use super::{number, program};
use crate::support::numeric::{check_fixture, vector};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// The first seed, and the number of programs, if none are chosen: recent families of constructs.
const FROM: u64 = 3_200_000;
const COUNT: u64 = 40;

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn random_programs_agree_in_many_directions() {
    let adc = std::env::var_os("ADC").map_or(PathBuf::from(env!("CARGO_BIN_EXE_adc")), PathBuf::from);
    let (from, count) = (number("ADC_RANDOM_FROM", FROM), number("ADC_RANDOM", COUNT));
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(vec![]);
    let seeds: Vec<u64> = (from..from + count).collect();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(&seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = check(&adc, seed);
                    verdicts.lock().unwrap().push((seed, verdict));
                }
            });
        }
    });
    let verdicts = verdicts.into_inner().unwrap();
    let refused = verdicts.iter().filter(|(_, v)| v.as_ref().is_ok_and(|r| *r)).count();
    let wrong: Vec<String> = verdicts
        .iter()
        .filter_map(|(seed, v)| Some(format!("seed {seed}: {}", v.as_ref().err()?)))
        .collect();
    println!("{count} programs, {refused} refused");
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
        Ok(refused) => Ok(!refused.is_empty()),
        // a program that fails in one direction, too, is the business of other tests
        Err(_) if check_fixture(adc, &source, &[]).is_err() => Ok(true),
        Err(wrong) => Err(wrong),
    }
}
