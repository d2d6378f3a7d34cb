//! The tests of fixtures: four for each folder of `tests/numeric`.
//!
//! | test | checks |
//! |---|---|
//! | `golden::NAME` | tangent, adjoint, adjoint without inlined calls equal a snapshot; long ones its digest ([`records`]) |
//! | `numeric::NAME` | their numbers, and the report of `--show tape` |
//! | `vector::NAME` | derivatives in many directions equal those in one |
//! | `hessian::NAME` | products with Hessians, or the code by which they are refused ([`hessians`]) |
//! | `options::NAME` | the numbers of derivatives made with other options, above all without optimisations |
//!
//! `numeric::NAME` is compiled by gfortran, and compared with the interpreter in which the others run where it has what
//! they need; then gfortran only reads them ([`support::numeric::interpreted`]).
//!
//! Each file of `tests/passes/PASS` has a test `pass::PASS::NAME` ([`passes`]); `pass::all_have_fixtures` checks that
//! no pass and no optimisation lacks them.
//!
//! A snapshot shows commands, messages and code without the header. `cargo test --test fixtures NAME` picks tests by a
//! part of their name.
#![allow(clippy::unwrap_used)]

mod hessians;
mod passes;
#[allow(dead_code, unused_imports)] // programs and their shrinking are for the other test binary
mod random;
mod records;
#[allow(dead_code)]
mod support;

use libtest_mimic::{Arguments, Conclusion, Failed, Trial};
use random::check::{check, check_apart, Verdict};
use random::options::{Variant, Variants};
use records::{digest, Records, LONGEST_GOLDEN};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use support::cli::Sandbox;
use support::fixtures::{adc, fixtures, name_of, without_header};
use support::numeric::build::kind_flags;
use support::numeric::check_both;
use support::numeric::interpreted::way_for;
use support::numeric::spec::{Mode, Spec};
use support::numeric::vector::Runs;
use support::tape::{compare_fixture, Told};

/// Signalling NaNs in all undefined variables, to detect their use.
const CAREFUL: &[&str] = &["-O0", "-fcheck=all", "-finit-real=snan", "-finit-derived", "-w"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let told = Arc::new(Mutex::new(vec![]));
    let digests = Arc::new(Records::of("goldens/digests.txt"));
    let refusals = Arc::new(Records::of("refused-in-many-directions.txt"));
    let mut trials = vec![];
    for source in fixtures() {
        let name = name_of(&source);
        let (own, verdicts) = (source.clone(), Arc::clone(&told));
        trials.push(Trial::test(format!("numeric::{name}"), move || {
            // before the lock, which would let one test wait for the other
            let verdict = numeric(&own)?;
            verdicts.lock().unwrap().push(verdict);
            Ok(())
        }));
        let (own, known) = (source.clone(), Arc::clone(&refusals));
        trials.push(Trial::test(format!("hessian::{name}"), move || {
            Ok(hessians::compare(&own, &known)?)
        }));
        let own = source.clone();
        let known = Arc::clone(&digests);
        trials.push(Trial::test(format!("golden::{name}"), move || golden(&own, &known)));
        let (own, known) = (source.clone(), Arc::clone(&refusals));
        trials.push(Trial::test(format!("vector::{name}"), move || {
            Ok(vector(&own, &known)?)
        }));
        trials.push(Trial::test(format!("options::{name}"), move || Ok(options(&source)?)));
    }
    for (name, source) in passes::all() {
        trials.push(Trial::test(name, move || caught(|| passes::compare(&source))));
    }
    trials.push(Trial::test("pass::all_have_fixtures", || {
        match passes::lacking().as_slice() {
            [] => Ok(()),
            lacking => Err(format!("too few fixtures, or none that stays as it is: {}", lacking.join(", ")).into()),
        }
    }));
    assert!(!trials.is_empty(), "no fixture found");
    let conclusion = libtest_mimic::run(&arguments, trials);
    let all = conclusion.num_filtered_out == 0;
    digests.bless(all);
    refusals.bless(all);
    let verdicts = told.lock().unwrap();
    if tells_little(&conclusion, &verdicts) {
        let _ = std::io::Write::write_all(
            &mut std::io::stderr(),
            format!("the report on the tape leaves most things open: {verdicts:?}\n").as_bytes(),
        );
        return ExitCode::from(101);
    }
    conclusion.exit_code()
}

/// True if the report on the tape leaves too many fixtures open to be useful; decided only over all fixtures.
fn tells_little(conclusion: &Conclusion, verdicts: &[Told]) -> bool {
    let told = verdicts.iter().filter(|v| **v != Told::Open).count();
    conclusion.num_filtered_out == 0 && verdicts.len() > 100 && 3 * told < 2 * verdicts.len()
}

/// Turns a panic into a failure.
fn caught(test: impl FnOnce()) -> Result<(), Failed> {
    catch_unwind(AssertUnwindSafe(test)).map_err(|why| match why.downcast_ref::<String>() {
        Some(text) => text.into(),
        None => "panicked".into(),
    })
}

/// The numbers of both derivatives, compiled.
fn numeric(source: &Path) -> Result<Told, String> {
    let kinds = kind_flags();
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let report = check_both(&adc(), source)?;
    compare_fixture(&adc(), source, &kinds, report.tape_bytes)
}

/// Compares derivatives in many directions with those in one. Those that are refused are known.
fn vector(source: &Path, known: &Records) -> Result<(), String> {
    let runs = Runs::of(&adc(), source, &[])?;
    runs.compare()?;
    let found = &runs.refused;
    for mode in [Mode::Tangent, Mode::Adjoint] {
        let refused = found
            .many
            .iter()
            .find(|(m, _)| *m == mode)
            .map(|(_, code)| code.as_str());
        known.compare(&format!("{}_{}v", name_of(source), mode.letter()), refused)?;
        if support::numeric::vector::is_wide(source, mode) {
            let lacks = found.drivers.contains(&mode).then_some("ADC0325");
            known.compare(&format!("{}_{}v4", name_of(source), mode.letter()), lacks)?;
        }
    }
    Ok(())
}

/// Compares derivatives made with other options.
fn options(source: &Path) -> Result<(), String> {
    let all = Variants::of_table().all();
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let name = source.file_name().ok_or("no file name")?;
    let copy = folder.path().join(name);
    std::fs::copy(source, &copy).map_err(|e| e.to_string())?;
    let way = way_for(source);
    let mut verdict = check(&adc(), &copy, &all, CAREFUL, way);
    if matches!(verdict, Verdict::Refused(_)) {
        // with everything active, or variables as a whole, even what must have no shadow has one
        let active_only = |v: &&Variant| {
            !v.options
                .iter()
                .any(|o| ["all", "activity", "vdg"].contains(&o.as_str()))
        };
        let some: Vec<Variant> = all.iter().filter(active_only).cloned().collect();
        verdict = check(&adc(), &copy, &some, CAREFUL, way);
    }
    match verdict {
        Verdict::Good | Verdict::Zero | Verdict::Kink => Ok(()),
        Verdict::Enlarged(distinct) => check_apart(&adc(), source, &distinct),
        Verdict::Wrong(kind, text) => Err(format!("{kind}: {text}")),
        other => Err(format!("{other:?}")),
    }
}

/// Compares the generated code with `goldens/snapshots/NAME.snap` if it is short, with its digest otherwise.
fn golden(source: &Path, digests: &Records) -> Result<(), Failed> {
    let text = generated(source);
    let name = name_of(source);
    if text.lines().count() > LONGEST_GOLDEN {
        return Ok(digests.compare(&name, Some(&digest(&text)))?);
    }
    caught(|| {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("goldens/snapshots");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, text));
    })
}

/// Commands, messages and code of both derivatives, and of the adjoint without inlined calls if that differs.
fn generated(source: &Path) -> String {
    let spec = Spec::read(source).unwrap();
    let file = source.file_name().unwrap().to_string_lossy().into_owned();
    let extension = source.extension().unwrap().to_string_lossy().into_owned();
    let s = Sandbox::with(&[(&file, &std::fs::read_to_string(source).unwrap())]);
    let mut external = String::new();
    for path in &spec.external {
        let name = path.file_name().unwrap().to_string_lossy();
        s.file(&name, &std::fs::read(path).unwrap());
        external += &format!(" --external {name}");
    }
    spec.options.iter().for_each(|o| external += &format!(" {o}"));
    let (mut all, mut made) = (String::new(), vec![]);
    for (mode, letter) in [
        ("--tangent", 'd'),
        ("--reverse", 'b'),
        ("--reverse --no-opt inline", 'b'),
    ] {
        let command = format!("adc {mode} {file} --head '{}'{external}", spec.head);
        let outcome = s.works(&command);
        let text = s.text(&format!("head_{letter}.{extension}"));
        let code = without_header(&text).to_string();
        if !made.contains(&code) {
            all += &format!("======== {command}\n{}{}\n\n", outcome.err, code.trim_end());
        }
        made.push(code);
    }
    all
}
