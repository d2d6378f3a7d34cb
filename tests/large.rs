//! Programs that are large in one respect, and files without an end: the command does its work or reports why not, and
//! always terminates. `cargo bench --bench shapes` measures its time.

use crate::generated_programs::generate::shapes::{all, Shape, HEAD};
use crate::support::cli::Sandbox;
use crate::support::pages::MODEL;

/// Runs both modes on a program: true if the derivative was made, false if the program was refused at a place in it.
fn is_made(shape: &Shape, n: usize) -> bool {
    let s = Sandbox::with(&[("shape.f90", &(shape.program)(n))]);
    let run = |mode| {
        let outcome = s.adc(&[mode, "shape.f90", "--head", HEAD, "--quiet", "-o", "out.f90"]);
        // a panic has another status, a stack overflow has none
        let status = outcome.status;
        assert!(
            matches!(status, 0 | 1),
            "{} of {n}, {mode}: status {status}\n{}",
            shape.name,
            outcome.err
        );
        let is_placed = outcome.err.contains("error[ADC") && outcome.err.contains("shape.f90:");
        assert!(
            status == 0 || is_placed,
            "{} of {n}, {mode}:\n{}",
            shape.name,
            outcome.err
        );
        status == 0
    };
    let made = [run("--tangent"), run("--reverse")];
    assert_eq!(made[0], made[1], "{} of {n}", shape.name);
    made[0]
}

#[test]
fn all_shapes_are_differentiated() {
    for shape in all() {
        assert!(is_made(&shape, 24), "{} is refused", shape.name);
    }
}

/// Depths that would overflow an unprotected stack, and lengths at which superlinear time would take minutes.
#[test]
fn deep_and_long_ones_end() {
    const DEEP: &[&str] = &[
        "parentheses",
        "nested_sums",
        "nested_intrinsics",
        "nested_functions",
        "nested_subscripts",
        "powers",
        "signs",
        "nested_constructors",
        "nested_ifs",
        "nested_else",
        "nested_loops",
        "nested_blocks",
    ];
    const LONG: &[&str] = &[
        "terms",
        "factors",
        "quotients",
        "conditions",
        "concatenation",
        "chain",
        "else_if",
        "gotos_out",
        "exits",
        "nested_types",
    ];
    for shape in all() {
        if DEEP.contains(&shape.name) {
            is_made(&shape, 20_000);
        }
        if LONG.contains(&shape.name) {
            assert!(is_made(&shape, 300), "{} is refused", shape.name);
        }
    }
}

#[test]
fn files_without_an_end() {
    let including = |name: &str| MODEL.replace("   y = 2*x\n", &format!("   include '{name}'\n   y = 2*x\n"));
    let s = Sandbox::with(&[
        ("zero.f90", &including("/dev/zero")),
        ("pipe.f90", &including("pipe")),
        ("large.f90", &including("large")),
    ]);
    let made = std::process::Command::new("mkfifo")
        .arg(s.path("pipe"))
        .status()
        .unwrap();
    assert!(made.success());
    // it takes no room on the disk
    std::fs::File::create(s.path("large"))
        .unwrap()
        .set_len(300 << 20)
        .unwrap();
    for (file, why) in [
        ("zero", "not a regular file"),
        ("pipe", "not a regular file"),
        ("large", "larger than 256 MB"),
    ] {
        let outcome = s.line(&format!("adc --reverse {file}.f90 --head 'f(y)/(x)'"));
        assert_eq!(outcome.status, 1, "{}", outcome.err);
        assert!(
            outcome.err.contains("[ADC0501]") && outcome.err.contains(why),
            "{}",
            outcome.err
        );
        assert!(
            outcome.err.contains(&format!("{file}.f90:")),
            "without its place:\n{}",
            outcome.err
        );
    }
    for (file, why) in [
        ("/dev/zero", "not a regular file"),
        ("pipe", "not a regular file"),
        ("large", "larger than 256 MB"),
    ] {
        let outcome = s.line(&format!("adc --reverse {file} --head 'f(y)/(x)'"));
        assert_eq!(outcome.status, 1, "{}", outcome.err);
        assert!(
            outcome.err.contains("[ADC0501]") && outcome.err.contains(why),
            "{}",
            outcome.err
        );
    }
}
