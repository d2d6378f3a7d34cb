//! Programs in which the state of descriptors changes: inquiries about shape, bounds, length, allocation, association
//! or presence have other results later. They are generated from combinations (`program`), differentiated and checked
//! by numbers like random programs: tangents against differences, adjoints against tangents, each called twice in one
//! process, with an empty tape afterwards. In a second family (`targets`), pointers refer to memory that is freed.
//!
//! `ADC_DESCRIPTORS=2000` checks this number of combinations, `ADC_DESCRIPTORS_FROM=500` begins with this seed;
//! `ADC_DESCRIPTORS_KEEP=folder` keeps the files of failures. Each is differentiated with all optimisations, with one
//! `--checkpoint`, and with another set of options.

mod objects;
mod procedures;
mod program;
mod targets;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::random::check::{check, Verdict, STRICT};
use crate::random::options::{Variant, Variants};
use crate::support::fixtures::adc;
use crate::support::numeric::build::Way;
use crate::support::numeric::spec::Mode;
use crate::support::parallel;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// The sets of options with which the program of a seed is differentiated.
fn variants(seed: u64) -> Vec<Variant> {
    let mut all = Variants::of_table().chosen(seed);
    let (letters, how) = [("zn", "none"), ("zc", "calls"), ("za", "auto")][(seed % 3) as usize];
    let mut options = vec!["--checkpoint".to_string(), how.to_string()];
    if seed.is_multiple_of(2) {
        options.extend(["--no-opt", "inline"].map(str::to_string));
    }
    all.push(Variant {
        suffix: format!("b{letters}"),
        mode: Mode::Adjoint,
        options,
    });
    all
}

/// A family of programs.
struct Family {
    program: fn(u64) -> String,
    flags: Vec<&'static str>,
    /// How many of 100 programs may be refused: a refusal is not a failure, but proves nothing.
    refused: usize,
}

impl Family {
    fn verdict(&self, adc: &Path, folder: &Path, seed: u64) -> Verdict {
        let source = folder.join("head.f90");
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&source, (self.program)(seed)));
        match written {
            Ok(()) => check(adc, &source, &variants(seed), &self.flags, Way::Compiled),
            Err(e) => Verdict::Invalid(e.to_string()),
        }
    }

    #[allow(clippy::print_stdout)] // asked for with --nocapture
    fn check(&self) {
        let adc = adc();
        let (from, count) = (number("ADC_DESCRIPTORS_FROM", 1), number("ADC_DESCRIPTORS", 60));
        let scratch = tempfile::tempdir().unwrap();
        let work = std::env::var_os("ADC_DESCRIPTORS_KEEP").map_or(scratch.path().to_path_buf(), PathBuf::from);
        let seeds: Vec<u64> = (from..from + count).collect();
        let judge = |&seed: &u64| {
            let folder = work.join(format!("d{seed}"));
            let verdict = self.verdict(&adc, &folder, seed);
            if !matches!(verdict, Verdict::Wrong(..) | Verdict::Invalid(_)) {
                let _ = std::fs::remove_dir_all(&folder);
            }
            (seed, verdict)
        };
        let verdicts: BTreeMap<u64, Verdict> = parallel::map(&seeds, judge).into_iter().collect();
        let mut numbers: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for (&seed, v) in &verdicts {
            let name = match v {
                Verdict::Wrong(kind, _) => format!("WRONG {kind}"),
                Verdict::Refused(codes) => format!("refused {codes:?}"),
                Verdict::Invalid(_) => "invalid".into(),
                Verdict::Good | Verdict::Zero | Verdict::Kink | Verdict::Enlarged(_) => format!("{v:?}"),
            };
            numbers.entry(name).or_default().push(seed);
        }
        for (name, seeds) in &numbers {
            println!("{:6} {name}: {:?}", seeds.len(), &seeds[..seeds.len().min(12)]);
        }
        let failures: Vec<String> = verdicts
            .iter()
            .filter_map(|(seed, v)| match v {
                Verdict::Wrong(kind, text) => Some(format!("{seed}: {kind}\n{text}\n{}", (self.program)(*seed))),
                Verdict::Good
                | Verdict::Zero
                | Verdict::Kink
                | Verdict::Enlarged(_)
                | Verdict::Refused(_)
                | Verdict::Invalid(_) => None,
            })
            .collect();
        let first = failures.iter().take(5).cloned().collect::<String>();
        assert!(failures.is_empty(), "{} of {count} fail\n{first}", failures.len());
        let refused = verdicts.values().filter(|v| matches!(v, Verdict::Refused(_))).count();
        assert!(
            refused * 100 <= verdicts.len().max(80) * self.refused,
            "{refused} of {count} are refused"
        );
        let invalid = numbers.get("invalid").map_or(0, Vec::len);
        assert!(
            invalid * 20 <= verdicts.len(),
            "{invalid} of {count} are invalid by themselves"
        );
    }
}

#[test]
fn descriptors_are_as_they_were() {
    let family = Family {
        program: program::program,
        flags: STRICT.to_vec(),
        refused: 12,
    };
    family.check();
}

/// With the address sanitizer, which sees a read of freed memory even where an allocation gives the same address.
#[test]
fn pointers_to_freed_memory_are_not_followed() {
    let sanitized = ["-g", "-fsanitize=address"];
    let family = Family {
        program: targets::program,
        flags: [STRICT, &sanitized].concat(),
        refused: 60,
    };
    family.check();
}
