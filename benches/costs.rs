//! The figures of this machine for the cost model of the transformation (`transform/src/code/cost.rs`).
//!
//! `cargo bench --bench costs -- measure` prints nanoseconds of operations, calls and records, and how many flops each
//! is worth, beside the figure of the model. `ADC_BENCH_FLAGS` compiles with other options than `-O2`.
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

#[allow(dead_code)] // the rest is for derivatives
mod suite;

use std::path::Path;
use std::process::ExitCode;
use suite::build::{figures_of, tape_sources};

/// Names in the output of the program, and the figures of the model in flops.
const MODEL: [(&str, &str); 13] = [
    ("addition", "1"),
    ("division", "4"),
    ("square_root", "4"),
    ("exponential", "20"),
    ("sine", "20"),
    ("power", "20"),
    ("call", "100, with the work of the callee"),
    ("record", "16"),
    ("record_in_memory", "20"),
    ("record_of_array", "-"),
    ("record_of_array_in_memory", "-"),
    ("copy", "-"),
    ("copy_in_memory", "-"),
];

fn main() -> ExitCode {
    // `cargo bench` runs all benchmarks without arguments
    if !std::env::args().any(|a| a == "measure") {
        return ExitCode::SUCCESS;
    }
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("costs: {message}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<(), String> {
    let flags = std::env::var("ADC_BENCH_FLAGS").unwrap_or_else(|_| "-O2".into());
    let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/costs");
    let mut sources = tape_sources()?;
    sources.extend(["call.f90", "costs.f90"].map(|f| folder.join(f)));
    let measured = figures_of(&sources, &flags)?;
    let nanoseconds = |name: &str| {
        let found = measured.get(name).copied();
        found.ok_or_else(|| format!("the program printed no figure for {name}"))
    };
    let flop = nanoseconds("addition")?;
    println!("{:26} {:>8} {:>8}   model", "operation", "ns", "flops");
    for (name, model) in MODEL {
        let ns = nanoseconds(name)?;
        println!("{name:26} {ns:8.2} {:8.1}   {model}", ns / flop);
    }
    Ok(())
}
