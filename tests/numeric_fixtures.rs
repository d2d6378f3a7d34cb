//! Every fixture in `tests/numeric` is differentiated and checked by numbers, with all optimisations and without. `ADC_FIXTURE=name` picks fixtures by a part of
//! their name, `ADC=path` another build of the command.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use crate::random::check::{check, Verdict};
use crate::random::options::{Variant, Variants};
use crate::support::numeric::build::kind_flags;
use crate::support::numeric::check_fixture;
use crate::support::numeric::spec::Mode;
use crate::tape_report::{compare_fixture, Told};

/// `head.f`, `head.f90`... of each folder, in order.
pub fn fixtures() -> Vec<PathBuf> {
    let wanted = std::env::var("ADC_FIXTURE").unwrap_or_default();
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect()
    };
    let folders = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/numeric"));
    let folders = folders
        .iter()
        .filter(|f| f.is_dir() && f.to_string_lossy().contains(&wanted));
    let is_head = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == "head");
    let mut heads: Vec<PathBuf> = folders.flat_map(|f| files(f)).filter(is_head).collect();
    heads.sort();
    heads
}

/// The command.
fn adc() -> PathBuf {
    std::env::var_os("ADC").map_or(PathBuf::from(env!("CARGO_BIN_EXE_adc")), PathBuf::from)
}

/// Checks all fixtures, a few at a time, and fails with all that is wrong.
pub fn check_all(check: impl Fn(&Path, &Path) -> Result<(), String> + Sync) {
    check_some(1, check);
}

/// The same for one of so many fixtures.
pub fn check_some(stride: usize, check: impl Fn(&Path, &Path) -> Result<(), String> + Sync) {
    let fixtures: Vec<PathBuf> = fixtures().into_iter().step_by(stride).collect();
    assert!(!fixtures.is_empty(), "no fixture found");
    let adc = adc();
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let worker = || {
        while let Some(source) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = check(&adc, source) {
                failures
                    .lock()
                    .unwrap()
                    .push(format!("{}:\n{error}\n", source.display()));
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(worker);
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let counts = format!("{} of {} fixtures failed", failures.len(), fixtures.len());
    assert!(failures.is_empty(), "{counts}\n\n{}", failures.join("\n"));
}

#[test]
fn derivatives_agree() {
    let verdicts = Mutex::new(vec![]);
    let kinds = kind_flags();
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    check_all(|adc, source| {
        let report = check_fixture(adc, source, &[])?;
        verdicts
            .lock()
            .unwrap()
            .push(compare_fixture(adc, source, &kinds, report.tape_bytes)?);
        Ok(())
    });
    // the report on the tape is no use where it leaves most things open
    let verdicts = verdicts.into_inner().unwrap();
    let told = verdicts.iter().filter(|v| **v != Told::Open).count();
    let all = std::env::var_os("ADC_FIXTURE").is_none();
    assert!(!all || 3 * told >= 2 * verdicts.len(), "{told} told of {verdicts:?}");
}

/// Signalling NaNs in all variables that have no value, so that none is read.
const CAREFUL: &[&str] = &["-O0", "-fcheck=all", "-finit-real=snan", "-finit-derived", "-w"];

/// Derivatives made with and without optimisations are the same.
#[test]
fn derivatives_agree_without_optimisations() {
    let all = Variants::of_table().all();
    // where everything has a shadow, even what must have none
    let active_only = |v: &&Variant| !v.options.iter().any(|o| o == "all" || o == "activity");
    let some: Vec<Variant> = all.iter().filter(active_only).cloned().collect();
    check_all(|adc, source| {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let name = source.file_name().ok_or("no file name")?;
        let copy = folder.path().join(name);
        std::fs::copy(source, &copy).map_err(|e| e.to_string())?;
        let mut verdict = check(adc, &copy, &all, CAREFUL);
        if matches!(verdict, Verdict::Refused(_)) {
            verdict = check(adc, &copy, &some, CAREFUL);
        }
        match verdict {
            Verdict::Good | Verdict::Zero | Verdict::Kink => Ok(()),
            Verdict::Enlarged => {
                let mut adjoints = all.iter().filter(|v| v.mode == Mode::Adjoint);
                adjoints.try_for_each(|v| {
                    let options: Vec<&str> = v.options.iter().map(String::as_str).collect();
                    check_fixture(adc, source, &options).map(|_| ())
                })
            }
            Verdict::Wrong(kind, text) => Err(format!("{kind}: {text}")),
            other => Err(format!("{other:?}")),
        }
    });
}
