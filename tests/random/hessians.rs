//! Random programs differentiated twice: products with Hessians are symmetric and agree with differences of gradients,
//! the gradient is that of the adjoint, and products in many directions are those in one.
//!
//! `ADC_RANDOM` and `ADC_RANDOM_FROM` choose programs, as for derivatives in one direction; `ADC_RANDOM_KEEP=folder`
//! keeps those of failures.

use super::{keep, number, program};
use crate::support::fixtures::adc;
use crate::support::numeric::check_fixture;
use crate::support::numeric::hessian::{self, Checks, Found};
use crate::support::parallel;
use std::collections::BTreeMap;
use std::path::Path;

/// The first seed, and the number of programs, if none are chosen.
const FROM: u64 = 3_400_000;
const COUNT: u64 = 16;

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn random_programs_agree_in_second_order() {
    let adc = adc();
    let (from, count) = (number("ADC_RANDOM_FROM", FROM), number("ADC_RANDOM", COUNT));
    let seeds: Vec<u64> = (from..from + count).collect();
    let verdicts = parallel::map(&seeds, |&seed| (seed, check(&adc, seed)));
    let mut numbers: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    let mut wrong = vec![];
    for (seed, verdict) in verdicts {
        match verdict {
            Ok(name) => numbers.entry(name).or_default().push(seed),
            Err(text) => {
                println!("wrong: {seed}");
                wrong.push(format!("seed {seed}: {text}"));
            }
        }
    }
    for (name, seeds) in &numbers {
        println!("{:6} {name}: {:?}", seeds.len(), &seeds[..seeds.len().min(12)]);
    }
    let shown = usize::try_from(number("ADC_RANDOM_SHOWN", 3)).unwrap_or(3);
    let first = wrong.iter().take(shown).cloned().collect::<Vec<_>>();
    assert!(
        wrong.is_empty(),
        "{} of {count} are wrong\n{}",
        wrong.len(),
        first.join("\n")
    );
    let refused = numbers.get("refused").map_or(0, Vec::len);
    assert!(
        refused * 4 <= seeds.len().max(24),
        "{refused} of {count} programs are refused"
    );
}

/// A word for what was found.
fn check(adc: &Path, seed: u64) -> Result<&'static str, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let p = program::program(seed);
    let source = folder.path().join(if p.fixed { "head.f" } else { "head.f90" });
    std::fs::write(&source, p.text()).map_err(|e| e.to_string())?;
    let checks = Checks {
        garbage: true,
        kinks: true,
    };
    match hessian::check_fixture(adc, &source, checks) {
        Ok((_, Some(_))) => Ok("refused in many directions"),
        Ok((Found::Curved, None)) => Ok("good"),
        Ok((Found::Straight, None)) => Ok("straight"),
        Ok((Found::Kink, None)) => Ok("kink"),
        Err(_) if !hessian::refused(adc, &source)?.is_empty() => Ok("refused"),
        // a program that fails in first order, too, is the business of other tests
        Err(_) if check_fixture(adc, &source, &[]).is_err() => Ok("not valid"),
        Err(wrong) => {
            keep(seed, &source)?;
            Err(wrong)
        }
    }
}
