//! Procedures whose source is not given, with derivatives of the usual names, which depend on the suffix: of those nothing is said of, by the interfaces that messages show; and of those
//! described in Tapenade's format, which knows no others. Other described ones are fixtures like any, in `tests/numeric`.

use crate::support::cli::Sandbox;
use crate::support::numeric::{build, check_fixture};
use std::path::Path;
use std::process::Command;

/// The program is small, and the interface is what is active: all that can be.
const OPTIONS: &[&[&str]] = &[
    &[],
    &["--activity", "vdg"],
    &["--no-opt", "tbr"],
    &["--no-opt", "liveness"],
    &["--no-opt", "snapshot"],
    &["--no-opt", "adjoint-write"],
    &["--no-opt", "recompute"],
    &["--checkpoint", "none"],
    &["--checkpoint", "calls"],
];

#[test]
fn hand_written_derivatives_fit() {
    agree("assumed", OPTIONS);
}

/// With a description the interface does not depend on what is active.
#[test]
fn descriptions_in_the_format_of_tapenade() {
    agree("library", OPTIONS);
    agree("library", &[&["--no-opt", "activity"]]);
}

fn agree(fixture: &str, options: &[&[&str]]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/external/{fixture}/head.f90"));
    let adc = Path::new(env!("CARGO_BIN_EXE_adc"));
    for options in options {
        check_fixture(adc, &source, options).unwrap_or_else(|e| panic!("{options:?}: {e}"));
    }
}

#[test]
fn messages_show_the_interfaces() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/external/assumed/head.f90"));
    let s = Sandbox::with(&[("head.f90", &text.unwrap())]);
    let of = |mode: &str| s.works(&format!("adc {mode} head.f90 --head 'top(y, s)/(x)'")).err;
    let (tangent, adjoint) = (of("--tangent"), of("--reverse"));
    for shown in [
        "subroutine mix_d(t, td, u, ud), real(8) t, td, u(*), ud(*)",
        "subroutine smooth_d(u, ud, v, vd), real(8) u(:), ud(:), v(:), vd(:)",
        "real(8) function wave_d(t, td, a2, wave), real(8) t(*), td(*), wave; integer a2",
        "`report` is not given; it is taken to change no variable that carries a derivative",
    ] {
        assert!(tangent.contains(shown), "{shown}\n{tangent}");
    }
    for shown in [
        "subroutine mix_b(t, tb, u, ub), real(8) t, tb, u(*), ub(*)",
        "subroutine wave_b(t, tb, a2, waveb), real(8) t(*), tb(*), waveb; integer a2",
    ] {
        assert!(adjoint.contains(shown), "{shown}\n{adjoint}");
    }
}

/// The example of `docs/external.md`: the files in it, which begin with their names, its commands, and what they print.
#[test]
fn the_books_example_works() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let book = std::fs::read_to_string(project.join("docs/external.md")).unwrap();
    let blocks: Vec<(&str, &str)> = book
        .split("```")
        .skip(1)
        .step_by(2)
        .filter_map(|b| b.split_once('\n'))
        .collect();
    let of = |language: &'static str| blocks.iter().filter(move |b| b.0 == language).map(|b| b.1);
    let files = of("fortran").chain(of("toml")).map(|text| {
        let first = text.lines().next().unwrap_or_default();
        (first.trim_start_matches(['!', '#', ' ']), text)
    });
    let s = Sandbox::with(&files.collect::<Vec<_>>());
    let mut commands = of("sh").next().unwrap().lines();
    let outcome = s.works(commands.next().unwrap());
    assert!(outcome.err.is_empty(), "{}", outcome.err);
    let build = commands.next().unwrap().replace(
        "runtime-fortran",
        &project.join("runtime-fortran").display().to_string(),
    );
    let folder = s.path(".");
    let run =
        |line: &str| build::run(Command::new("sh").arg("-c").arg(line), &folder).unwrap_or_else(|e| panic!("{e}"));
    run(&build);
    let output = run(commands.next().unwrap());
    assert_eq!(String::from_utf8_lossy(&output.stdout), of("text").next().unwrap());
}
