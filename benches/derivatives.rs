//! Run times of primal, tangent and adjoint of the kernels and programs, and memory of the adjoint.
//!
//! `cargo bench --bench derivatives -- kernels` (or `programs`, and names of some of them) prints a table.
//! `ADC_BENCH_FLAGS='-O3 -march=native'` compiles with other options than `-O2`. Wrong derivatives are reported and
//! fail the run.
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

#[allow(dead_code)] // what is counted is for another
mod suite;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use suite::build::{drive, judge, mean, tape_sources, Figures, Tools};
use suite::Case;

/// Blocks of calls, and seconds of each.
const ROUNDS: u32 = 5;
const BLOCK: f64 = 0.05;

/// Measurements of a case.
struct Row {
    figures: Figures,
    /// Time of a hand-written adjoint relative to the primal.
    by_hand: Option<f64>,
    /// Additional peak memory of an adjoint call compared with a primal call.
    tape_mib: f64,
    /// Time of `adc --reverse`.
    adc_ms: f64,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let (collection, wanted) = match arguments.split_first() {
        Some((c, wanted)) if c == "kernels" || c == "programs" => (c.as_str(), wanted),
        // `cargo bench` runs all benchmarks without arguments
        None => return ExitCode::SUCCESS,
        Some((other, _)) => {
            eprintln!("derivatives: `{other}` is neither `kernels` nor `programs`");
            return ExitCode::FAILURE;
        }
    };
    match table(collection, wanted) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("derivatives: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the table. Returns false if derivatives are wrong.
fn table(collection: &str, wanted: &[String]) -> Result<bool, String> {
    let flags = std::env::var("ADC_BENCH_FLAGS").unwrap_or("-O2".into());
    let tools = Tools {
        adc: PathBuf::from(env!("CARGO_BIN_EXE_adc")),
        flags: flags.split_whitespace().map(str::to_owned).collect(),
        tape: tape_sources()?,
    };
    println!("gfortran {flags}\n");
    println!("| | lines | primal ms | tangent ms | adjoint ms | tangent/primal | adjoint/primal | by hand | tape MiB | adc ms | derivatives |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|");
    let (mut good, mut tangents, mut adjoints) = (true, vec![], vec![]);
    for case in suite::cases(collection, wanted)? {
        let work = tempfile::tempdir().map_err(|e| e.to_string())?;
        let (name, lines) = (&case.name, case.lines());
        let row = match measure(&tools, &case, work.path()) {
            Ok(row) => row,
            Err(e) => {
                good = false;
                println!("| {name} | {lines} | | | | | | | | | none |");
                eprintln!("{name}: {e}");
                continue;
            }
        };
        let get = |name: &str| row.figures.get(name).copied().unwrap_or(f64::NAN);
        let verdict = judge(&case, &row.figures);
        good &= verdict.is_ok();
        tangents.push(get("tangent_ratio"));
        adjoints.push(get("adjoint_ratio"));
        println!(
            "| {name} | {lines} | {:.3} | {:.3} | {:.3} | {:.2} | {:.2} | {} | {:.1} | {:.0} | {} |",
            1e3 * get("primal_s"),
            1e3 * get("tangent_s"),
            1e3 * get("adjoint_s"),
            get("tangent_ratio"),
            get("adjoint_ratio"),
            row.by_hand.map_or(String::new(), |r| format!("{r:.2}")),
            row.tape_mib,
            row.adc_ms,
            verdict.map_or_else(|e| e, |()| "right".to_owned()),
        );
    }
    let (tangent, adjoint) = (mean(&tangents), mean(&adjoints));
    println!("| geometric mean | | | | | {tangent:.2} | {adjoint:.2} | | | | |");
    Ok(good)
}

fn measure(tools: &Tools, case: &Case, work: &Path) -> Result<Row, String> {
    let (tangent, _) = tools.differentiate(case, "tangent", work)?;
    let (adjoint, time) = tools.differentiate(case, "reverse", work)?;
    let executable = tools.build(case, &[tangent, adjoint], work)?;
    let figures = drive(&executable, "pdbc", ROUNDS, BLOCK)?;
    let peak = |mode| {
        Ok::<_, String>(
            drive(&executable, mode, 1, 0.0)?
                .get("peak_kb")
                .copied()
                .unwrap_or(f64::NAN),
        )
    };
    Ok(Row {
        figures,
        tape_mib: (peak("b")? - peak("p")?) / 1024.0,
        adc_ms: 1e3 * time.as_secs_f64(),
        by_hand: by_hand(tools, case, work)?,
    })
}

/// A hand-written adjoint, if there is one, instead of the generated one.
fn by_hand(tools: &Tools, case: &Case, work: &Path) -> Result<Option<f64>, String> {
    let adjoint = case.folder.join("hand_b.f90");
    if !adjoint.exists() {
        return Ok(None);
    }
    // the driver names a tangent, but does not call it
    let tangent = work.join("no_tangent.f90");
    let name = case.procedure();
    let text = format!("subroutine {name}_d()\n  error stop 'no tangent'\nend subroutine {name}_d\n");
    std::fs::write(&tangent, text).map_err(|e| format!("{}: {e}", tangent.display()))?;
    let executable = tools.build(case, &[tangent, adjoint], work)?;
    Ok(drive(&executable, "pb", ROUNDS, BLOCK)?.get("adjoint_ratio").copied())
}
