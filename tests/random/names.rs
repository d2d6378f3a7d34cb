//! Names as a dimension: renaming must not affect the differentiation of a program.
//!
//! The test takes a random program or a numeric fixture. Words in it get the names of shadows of others, of
//! temporaries, of intrinsic procedures and procedures of the tape that generated code calls, or are exchanged; modules
//! get entities that are never mentioned. The meaning of the program is unchanged, so the verdict on its derivatives
//! must be, too.
//!
//! `ADC_NAMES=500` checks this number of programs, `ADC_NAMES_FROM=1000` begins with this seed; every third seed takes
//! a fixture. `ADC_RANDOM_KEEP=folder` keeps failures.

use super::check::{check, Verdict};
use super::number;
use super::options::{Variant, Variants};
use super::program::program;
use super::rng::Rng;
use super::words::{declared, renamed, with_unmentioned, Declared, Role};
use crate::support::fixtures::{adc, fixtures};
use crate::support::numeric::build::Way;
use crate::support::numeric::spec::Spec;
use crate::support::parallel;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Stems of names that `adc` generates.
const STEMS: &[&str] = &[
    "temp",
    "tempb",
    "tempd",
    "tempb0",
    "temp0",
    "branch",
    "branch0",
    "ii",
    "ii1",
    "i0",
    "value",
    "held",
    "sinv",
    "expv",
    "cosv",
    "sqrtv",
    "rowb",
    "bits",
    "association",
    "kept",
    "first",
    "last",
    "stride",
    "trips",
    "trip",
    "limit",
    "record",
    "element",
    "item",
    "order",
    "block",
    "steps",
    "count",
    "arg",
    "arg0",
    "adto",
    "ad_from",
    "source",
    "status",
    "next_piece",
    "default_kinds",
    "inverse",
    "blank_b",
];

/// Intrinsic procedures in generated code.
const INTRINSICS: &[&str] = &[
    "size",
    "cos",
    "sin",
    "exp",
    "log",
    "sqrt",
    "merge",
    "sum",
    "shape",
    "spread",
    "matmul",
    "transpose",
    "abs",
    "sign",
    "real",
    "dble",
    "cmplx",
    "conjg",
    "aimag",
    "max",
    "min",
    "epsilon",
    "kind",
    "len",
    "lbound",
    "ubound",
    "allocated",
    "associated",
    "present",
    "dot_product",
    "reshape",
    "tiny",
    "huge",
    "int",
    "mod",
    "any",
    "all",
    "tan",
    "atan",
    "cosh",
    "sinh",
    "transfer",
    "storage_size",
];

/// Procedures of the tape.
const TAPE: &[&str] = &[
    "pushreal8",
    "popreal8",
    "pushreal4",
    "popreal4",
    "pushreal8array",
    "popreal8array",
    "pushinteger4",
    "popinteger4",
    "pushcontrol1b",
    "popcontrol1b",
    "pushcontrol2b",
    "popcontrol2b",
    "pushcontrol3b",
    "pushboolean",
    "popboolean",
    "pushcomplex16",
    "popcomplex16",
    "pushcomplex16array",
    "pushinteger4array",
];

/// Compilers reject invalid code; warnings are ignored here.
const FLAGS: &[&str] = &["-O0", "-fcheck=all", "-w"];

/// A program with other names.
struct Case {
    text: String,
    original: String,
    fixed: bool,
    variants: Vec<Variant>,
}

impl Case {
    /// The case of a seed; `None` if the program's names cannot be distinguished from those of linked code, or its
    /// lines become too long.
    fn of(seed: u64, fixtures: &[PathBuf], sets: &Variants) -> Option<Case> {
        let mut rng = Rng::new(seed ^ 0x6E61_6D65);
        let (original, fixed) = if seed.is_multiple_of(3) {
            let path = rng.pick(fixtures);
            let spec = Spec::read(&path).ok()?;
            let whole = spec.callers.is_none()
                && spec.link.is_empty()
                && spec.external_options().is_empty()
                && spec.flags.is_empty();
            let text = std::fs::read_to_string(&path).ok().filter(|_| whole)?;
            (text, path.extension().is_some_and(|e| e == "f"))
        } else {
            let p = program(seed);
            (p.text(), p.fixed)
        };
        let variants = sets.chosen(seed);
        let mut known = declared(&original, fixed)?;
        // directives are comments, in which words are not renamed
        let directives = original.lines().filter(|l| l.trim_start().starts_with("!$"));
        let words = directives.flat_map(|l| l.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
        known.header.extend(words.map(str::to_ascii_lowercase));
        let names = new_names(&known, &variants, &mut rng);
        let mut text = renamed(&original, fixed, &names);
        if !fixed && rng.chance(60) {
            let unmentioned = unmentioned(&text, &mut rng);
            text = with_unmentioned(&text, &unmentioned);
        }
        // neither `adc` nor the compiler rejects long lines in free form
        let fits = !fixed
            || text
                .lines()
                .all(|l| l.len() <= 72 || l.starts_with(['!', 'c', 'C', '*']));
        fits.then_some(Case {
            text,
            original,
            fixed,
            variants,
        })
    }

    fn verdict(&self, adc: &Path, folder: &Path, text: &str) -> Verdict {
        let source = folder.join(if self.fixed { "head.f" } else { "head.f90" });
        match std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&source, text)) {
            Ok(()) => check(adc, &source, &self.variants, FLAGS, Way::Compiled),
            Err(e) => Verdict::Invalid(e.to_string()),
        }
    }
}

/// New names for some of the words that a program declares.
fn new_names(known: &Declared, variants: &[Variant], rng: &mut Rng) -> BTreeMap<String, String> {
    let mut taken: BTreeSet<String> = known.words.clone();
    let mut suffixes: Vec<String> = variants.iter().map(|v| v.suffix.clone()).collect();
    suffixes.extend(["b", "d"].map(str::to_string));
    // names that drivers use
    for name in &known.header {
        for s in &suffixes {
            taken.insert(format!("{name}_{s}"));
            if !known.arguments.contains(name) {
                taken.insert(format!("{name}{s}"));
            }
        }
    }
    let mut out = BTreeMap::new();
    let all: Vec<&String> = known.names.keys().collect();
    for (name, &role) in &known.names {
        if known.header.contains(name) || !rng.chance(70) {
            continue;
        }
        let suffix = rng.pick(&suffixes);
        let other = out
            .get(rng.pick(&all))
            .cloned()
            .unwrap_or_else(|| rng.pick(&all).clone());
        let new = match rng.below(10) {
            0..=3 => format!("{other}{suffix}"),
            4 => format!(
                "{other}_{}",
                [suffix.as_str(), "fwd", "bwd", "inner_b", "of", "0"][rng.below(6)]
            ),
            5 | 6 => rng.pick(STEMS).to_string(),
            7 | 8 if role == Role::Inside => rng.pick(INTRINSICS).to_string(),
            9 if role == Role::Inside => rng.pick(TAPE).to_string(),
            _ => format!("{}{}", rng.pick(STEMS), rng.below(3)),
        };
        if taken.insert(new.clone()) {
            out.insert(name.clone(), new);
        }
    }
    out
}

/// Names for entities that are never mentioned, different from all in the text.
fn unmentioned(text: &str, rng: &mut Rng) -> Vec<String> {
    let all = [STEMS, INTRINSICS, TAPE].concat();
    let text = text.to_ascii_lowercase();
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let mut out: BTreeSet<String> = BTreeSet::new();
    for _ in 0..rng.below(12) {
        let name = rng.pick(&all);
        if !words.contains(name) {
            out.insert(name.to_string());
        }
    }
    out.into_iter().collect()
}

/// Checks for errors about a name that gfortran confuses with another one.
///
/// A function of a module in USE counts as the intrinsic of its name wherever it is passed as an argument or is a
/// pointer target, under any local name. The error then names the type of the intrinsic: the programs have reals of
/// kind 8, but `atan` has kind 4, and LEN takes a string.
///
/// A type whose constructor is called counts as an external function in the whole file, which here contains the program
/// and its derivatives.
fn is_taken_for_another(messages: &str) -> bool {
    let faults = [
        "Intrinsic \u{2018}",
        "(REAL(8)/CHARACTER(*))",
        "(REAL(8)/REAL(4))",
        "\u{2018}target\u{2019} argument of \u{2018}associated\u{2019} intrinsic",
        "is already being used as a FUNCTION",
    ];
    let mut errors = messages.lines().filter(|l| l.starts_with("Error: "));
    errors.any(|e| faults.iter().any(|f| e.contains(f)))
}

/// The error of a case, if any, and its result.
fn judged(adc: &Path, folder: &Path, case: &Case) -> (String, Option<String>) {
    let verdict = case.verdict(adc, folder, &case.text);
    let is_right = |v: &Verdict| matches!(v, Verdict::Good | Verdict::Zero | Verdict::Kink | Verdict::Enlarged(_));
    if is_right(&verdict) {
        return ("right".into(), None);
    }
    let before = case.verdict(adc, &folder.join("before"), &case.original);
    let codes = |v: &Verdict| match v {
        Verdict::Refused(codes) => codes
            .iter()
            .filter(|c| c.len() == 7)
            .cloned()
            .collect::<BTreeSet<String>>(),
        _ => BTreeSet::new(),
    };
    match (&verdict, &before) {
        (Verdict::Refused(_), Verdict::Refused(_)) if codes(&verdict) == codes(&before) => ("refused".into(), None),
        (Verdict::Invalid(_), _) | (_, Verdict::Invalid(_)) => ("invalid".into(), None),
        // an external procedure, or one of a reprinted module, has the name of another that the derivative needs
        (Verdict::Refused(_), _) if codes(&verdict).iter().all(|c| c == "ADC0319") => ("refused ADC0319".into(), None),
        (Verdict::Wrong(_, text), _) if is_taken_for_another(text) => ("taken for another by gfortran".into(), None),
        (Verdict::Wrong(kind, text), _) => (format!("WRONG {kind}"), Some(text.clone())),
        _ => ("CHANGED".into(), Some(format!("{before:?}\nbecame\n{verdict:?}"))),
    }
}

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn names_change_nothing() {
    let adc = adc();
    let from = number("ADC_NAMES_FROM", 1);
    let seeds: Vec<u64> = (from..from + number("ADC_NAMES", 45)).collect();
    let (fixtures, sets) = (fixtures(), Variants::of_table());
    let scratch = tempfile::tempdir().unwrap();
    let work = std::env::var_os("ADC_RANDOM_KEEP").map_or(scratch.path().to_path_buf(), PathBuf::from);
    let judge = |&seed: &u64| {
        let folder = work.join(format!("n{seed}"));
        let (what, wrong) = match Case::of(seed, &fixtures, &sets) {
            Some(case) => judged(&adc, &folder, &case),
            None => ("unfit".into(), None),
        };
        if wrong.is_none() {
            drop(std::fs::remove_dir_all(&folder));
        }
        (seed, what, wrong)
    };
    let mut found: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut failures = vec![];
    for (seed, what, wrong) in parallel::map(&seeds, judge) {
        failures.extend(wrong.map(|text| format!("seed {seed}: {what}\n{text}")));
        found.entry(what).or_default().push(seed);
    }
    for (name, seeds) in &found {
        println!("{:6} {name}: {:?}", seeds.len(), &seeds[..seeds.len().min(30)]);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let unfit: usize = ["invalid", "unfit", "taken for another by gfortran"]
        .iter()
        .filter_map(|k| found.get(*k))
        .map(Vec::len)
        .sum();
    assert!(
        unfit * 3 <= seeds.len().max(12),
        "{unfit} of {} programs are of no use",
        seeds.len()
    );
}
