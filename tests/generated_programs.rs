//! The programs of the benchmarks are valid Fortran and have the claimed properties.

#[allow(dead_code)] // the benchmarks take the rest
#[path = "../benches/generate/mod.rs"]
pub mod generate;

use crate::support::source;
use adc_analysis::CallGraph;
use adc_frontend::ir::{Program, UnitId};
use adc_frontend::span::Form;
use std::process::Command;

const LINES: usize = 2_000;

fn read(text: &str) -> Program {
    source::read(text, Form::Free).0
}

#[test]
fn compilers_accept_them() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("layers.f90", generate::layers::program(LINES)),
        ("steps.f90", generate::steps::program(LINES)),
    ] {
        let lines = text.lines().count();
        assert!(lines.abs_diff(LINES) < LINES / 10, "{name} has {lines} lines");
        read(&text);
        std::fs::write(folder.path().join(name), text).unwrap();
        let mut gfortran = Command::new("gfortran");
        let checked = gfortran.args(["-fsyntax-only", "-w", name]).current_dir(&folder);
        let checked = checked.output().unwrap();
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn all_layers_are_reached() {
    let program = read(&generate::layers::program(LINES));
    let calls = CallGraph::build(&program);
    let procedures = program.units.iter().filter(|(_, u)| !u.name.starts_with("data"));
    let of_layer = |layer: usize| {
        let names = [format!("s{layer}_"), format!("f{layer}_")];
        procedures
            .clone()
            .filter(move |(_, u)| names.iter().any(|n| u.name.starts_with(n)))
    };
    let head = procedures.clone().find(|(_, u)| u.name == "head").unwrap().0;
    let reachable: Vec<UnitId> = calls.reachable([head]);
    assert_eq!(reachable.len(), procedures.clone().count());
    for layer in 2..=11 {
        for (u, _) in of_layer(layer) {
            let above = calls
                .callers(u)
                .iter()
                .any(|c| of_layer(layer - 1).any(|(a, _)| a == *c));
            assert!(above, "{} is not called from above", program.units[u].name);
        }
    }
    assert!(reachable.iter().any(|&u| calls.is_recursive(u)));
}

/// With several threads, procedures are processed independently.
#[test]
fn derivatives_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let text = generate::steps::program(LINES);
    std::fs::write(folder.path().join("steps.f90"), text).unwrap();
    let made = |mode: &str, threads: &str| {
        let mut adc = Command::new(env!("CARGO_BIN_EXE_adc"));
        adc.args([mode, "--head", "top(cost)/(x)", "-q", "steps.f90", "-o", "made.f90"]);
        adc.env("RAYON_NUM_THREADS", threads).current_dir(&folder);
        let outcome = adc.output().unwrap();
        assert!(outcome.status.success(), "{}", String::from_utf8_lossy(&outcome.stderr));
        std::fs::read_to_string(folder.path().join("made.f90")).unwrap()
    };
    for mode in ["--reverse", "--tangent"] {
        let alone = made(mode, "1");
        assert!(alone.lines().count() > LINES);
        for threads in ["2", "5"] {
            assert!(made(mode, threads) == alone, "{mode} with {threads} threads");
        }
    }
}
