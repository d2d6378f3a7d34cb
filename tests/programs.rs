//! The kernels and programs of `benches/` are differentiated and checked by their own drivers, and finer activity
//! analyses find no more active variables in them than coarser ones.

use std::path::{Path, PathBuf};

use crate::suite::build::{distance, drive, gradient, judge, Figures, Tools};
use crate::suite::count::Loaded;
use crate::suite::steps::STEPS;
use crate::suite::{cases, Case};
use crate::support::numeric::build::{flags, kind_flags, tape};
use crate::support::parallel;
use crate::support::tape::{compare, Told, Values};
use adc_analysis::activity::Method;

/// All cases.
fn all() -> Vec<Case> {
    let mut all = cases("programs", &[]).unwrap();
    all.extend(cases("kernels", &[]).unwrap());
    assert!(all.len() >= 19, "{} kernels and programs", all.len());
    all
}

/// Checks all cases, a few at a time, and fails with all errors.
fn check_all(check: impl Fn(&Case) -> Result<(), String> + Sync) {
    let failure = |case: &Case| Some(format!("{}: {}", case.name, check(case).err()?));
    let failures: Vec<String> = parallel::map(&all(), failure).into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Without optimisation, and with checks.
fn tools() -> Tools {
    let tape = tape().unwrap();
    let modules = format!("-I{}", tape.folder.display());
    let usual = flags(&["-O0", "-fcheck=bounds"]);
    Tools {
        adc: PathBuf::from(env!("CARGO_BIN_EXE_adc")),
        flags: [usual, vec![modules]].concat(),
        tape: tape.objects.clone(),
    }
}

#[test]
fn programs_are_differentiated_right() {
    let tools = tools();
    check_all(|case| {
        let work = tempfile::tempdir().map_err(|e| e.to_string())?;
        let kinds = kind_flags();
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        let (tangent, _) = tools.differentiate_with(case, "tangent", &kinds, work.path())?;
        let (adjoint, _) = tools.differentiate_with(case, "reverse", &kinds, work.path())?;
        let executable = tools.build(case, &[tangent, adjoint], work.path())?;
        let figures = drive(&executable, "dbc", 1, 0.0)?;
        judge(case, &figures)?;
        compare_tape(case, &figures)
    });
}

/// Kernels with a loop that is recorded block by block, for which the report gives a bound.
const BOUNDED: &[&str] = &["linloop"];

/// Sizes of the kernels for which the report predicts the tape, exactly except for [`BOUNDED`].
const SIZES: &[(&str, &[(&str, i64)])] = &[
    ("burgers", &[("n", 2000), ("nt", 400)]),
    ("column", &[("nc", 1000), ("nl", 40)]),
    ("edgeflux", &[]),
    ("gmm", &[("d", 10), ("k", 25), ("n", 1000)]),
    ("linloop", &[("n", 100_000)]),
    ("lorenz96", &[("n", 1000), ("nt", 200)]),
    ("mcpath", &[("npath", 2000), ("nstep", 50)]),
    ("rd_array", &[("n", 128), ("nt", 30)]),
    ("rd_loop", &[("n", 128), ("nt", 30)]),
    ("shallow", &[("nx", 96), ("ny", 96), ("nt", 30)]),
];

fn compare_tape(case: &Case, figures: &Figures) -> Result<(), String> {
    let Some((_, sizes)) = SIZES.iter().find(|(name, _)| *name == case.name) else {
        return Ok(());
    };
    let bytes = figures
        .get("tape_bytes")
        .ok_or("the driver did not say what the tape held")?;
    let name = |n: &str| sizes.iter().find(|s| s.0.eq_ignore_ascii_case(n)).map(|s| s.1);
    let values = Values {
        name: &name,
        size: &|_, _| None,
    };
    let sources: Vec<&Path> = case.sources.iter().map(PathBuf::as_path).collect();
    let adc = Path::new(env!("CARGO_BIN_EXE_adc"));
    #[allow(clippy::cast_possible_truncation)] // counted in bytes, below 2^53
    match compare(adc, &sources, &[], &case.head, &values, *bytes as i64)? {
        Told::Exact => Ok(()),
        Told::Bound if BOUNDED.contains(&case.name.as_str()) => Ok(()),
        told => Err(format!("the report on the tape is {told:?}")),
    }
}

/// `benches/table.rs` compares them for all programs.
#[test]
fn gradients_of_all_steps_agree() {
    let tools = tools();
    let case = &cases("programs", &["catchment".to_owned()]).unwrap()[0];
    let mut first: Option<Vec<f64>> = None;
    for step in STEPS {
        let work = tempfile::tempdir().unwrap();
        let (tangent, _) = tools.differentiate(case, "tangent", work.path()).unwrap();
        let (adjoint, _) = tools
            .differentiate_with(case, "reverse", &step.options(), work.path())
            .unwrap();
        let executable = tools.build(case, &[tangent, adjoint], work.path()).unwrap();
        let (gradient, figures) = gradient(&executable).unwrap();
        assert!(figures["tape_bytes"] > 0.0, "{}", step.name);
        let first = first.get_or_insert_with(|| gradient.clone());
        let distance = distance(&gradient, first);
        assert!(
            distance < 1e-10,
            "`{}` is {distance:.1e} from the first step",
            step.name
        );
    }
}

#[test]
fn finer_activity_analyses_find_no_more() {
    check_all(|case| {
        let loaded = Loaded::case(case)?;
        let [all, vdg, dug] = [Method::All, Method::Vdg, Method::Dug].map(|m| loaded.active(m));
        if dug == 0 || dug > vdg || vdg > all {
            return Err(format!("active variables: all {all}, vdg {vdg}, dug {dug}"));
        }
        Ok(())
    });
}
