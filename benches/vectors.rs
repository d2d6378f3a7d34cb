//! Times of derivatives in many directions, per direction, relative to derivatives in one.
//!
//! `cargo bench --bench vectors -- kernels` (or `programs`, and names of some of them) prints a table: tangents in 16
//! directions, adjoints for 8 weights, products of Hessians with 8 directions, relative to the tangent and the adjoint.
//! `wide` is code of constant width (`--directions`). The head is the driver's `prim`, so that no call needs a list of
//! arguments. `ADC_BENCH_FLAGS='-O3 -march=native'` compiles with other options than `-O2`; `ADC_BENCH_WIDTHS='8 8'` sets
//! the widths of tangents and adjoints. A derivative that differs from that in one direction fails the run.
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

#[allow(dead_code)] // what is counted and judged is for others
mod suite;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use suite::build::{drive_with, mean, tape_sources, Figures, Tools};
use suite::Case;

/// Directions of tangents, and weights of adjoints.
const COUNTS: [&str; 2] = ["16", "8"];
/// Rounds, and milliseconds of each.
const TIMES: [&str; 2] = ["5", "50"];
/// The largest relative difference: sums may have another order.
const TOLERANCE: f64 = 1e-9;
/// Columns: name, derivative, relative to which one.
const COLUMNS: [(&str, &str, &str); 5] = [
    ("tangents", "dv", "d"),
    ("wide tangents", "dw", "d"),
    ("adjoints", "bv", "b"),
    ("wide adjoints", "bw", "b"),
    ("Hessian", "hv", "b"),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    // `cargo bench` runs all benchmarks without arguments
    let Some((collection, wanted)) = arguments.split_first() else {
        return ExitCode::SUCCESS;
    };
    match table(collection, wanted) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("vectors: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the table. Returns false if derivatives are wrong.
fn table(collection: &str, wanted: &[String]) -> Result<bool, String> {
    let flags = std::env::var("ADC_BENCH_FLAGS").unwrap_or("-O2".into());
    let tools = Tools {
        adc: PathBuf::from(env!("CARGO_BIN_EXE_adc")),
        // a driver passes arrays to scalars
        flags: flags
            .split_whitespace()
            .chain(["-w", "-fallow-argument-mismatch", "-cpp"])
            .map(str::to_owned)
            .collect(),
        tape: tape_sources()?,
    };
    println!("gfortran {flags}; {} directions, {} weights\n", COUNTS[0], COUNTS[1]);
    println!("| | tangent ms | adjoint ms | {} | |", COLUMNS.map(|c| c.0).join(" | "));
    println!("|---|---:|---:|{}---|", "---:|".repeat(COLUMNS.len()));
    let mut good = true;
    let mut columns = vec![vec![]; COLUMNS.len()];
    for case in suite::cases(collection, wanted)? {
        let work = tempfile::tempdir().map_err(|e| e.to_string())?;
        let (figures, refused) = match measure(&tools, &case, work.path()) {
            Ok(found) => found,
            Err(e) => {
                good = false;
                eprintln!("{}: {e}", case.name);
                continue;
            }
        };
        let milliseconds = |name| figures.get(name).map_or(String::new(), |t| format!("{:.3}", 1e3 * t));
        let ratios = COLUMNS.map(|(_, name, of)| Some(figures.get(name)? / figures.get(of)?));
        for (all, ratio) in columns.iter_mut().zip(ratios) {
            all.extend(ratio);
        }
        let is_right = figures.get("error").is_some_and(|e| *e <= TOLERANCE);
        good &= is_right;
        let notes = if is_right { refused.join(", ") } else { "wrong".into() };
        println!(
            "| {} | {} | {} | {} | {notes} |",
            case.name,
            milliseconds("d"),
            milliseconds("b"),
            ratios
                .map(|r| r.map_or(String::new(), |r| format!("{r:.2}")))
                .join(" | "),
        );
    }
    let means: Vec<String> = columns.iter().map(|c| format!("{:.2}", mean(c))).collect();
    println!("| geometric mean | | | {} | |", means.join(" | "));
    Ok(good)
}

/// The figures of a case, and what there is no figure of.
fn measure(tools: &Tools, case: &Case, work: &Path) -> Result<(Figures, Vec<String>), String> {
    let case = &with_head_prim(case, work)?;
    let widths = std::env::var("ADC_BENCH_WIDTHS").unwrap_or(COUNTS.join(" "));
    let Some((of_tangents, of_adjoints)) = widths.split_once(' ') else {
        return Err(format!("`{widths}` is not two widths"));
    };
    let kinds: [(&str, &str, &[&str]); 7] = [
        ("ONE_D", "tangent", &["--suffix-tangent", "_d"]),
        ("MANY_D", "tangent", &["--vector"]),
        (
            "WIDE_D",
            "tangent",
            &[
                "--vector",
                "--suffix-vector-tangent",
                "_dw",
                "--directions",
                of_tangents,
            ],
        ),
        ("ONE_B", "reverse", &["--suffix-reverse", "_b"]),
        ("MANY_B", "reverse", &["--vector"]),
        (
            "WIDE_B",
            "reverse",
            &[
                "--vector",
                "--suffix-vector-reverse",
                "_bw",
                "--directions",
                of_adjoints,
            ],
        ),
        ("MANY_H", "hessian", &["--vector"]),
    ];
    let suffixes = ["_d", "_dv", "_dw", "_b", "_bv", "_bw", "_hv"];
    // what the module uses
    let mut with_harness = case.clone();
    let harness = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/harness.f90");
    with_harness.sources.push(harness.into());
    let (mut made, mut flags, mut refused) = (vec![], vec![format!("-DPRIMAL={MODULE}")], vec![]);
    for ((name, mode, options), suffix) in kinds.into_iter().zip(suffixes) {
        let folder = work.join(name);
        std::fs::create_dir(&folder).map_err(|e| e.to_string())?;
        let output = tools
            .differentiate_with(&with_harness, mode, options, &folder)
            .map(|(file, _)| file);
        let has_driver = |f: &PathBuf| {
            let text = std::fs::read_to_string(f).unwrap_or_default();
            text.contains(&format!("subroutine prim{suffix}("))
        };
        match output.ok().filter(has_driver) {
            Some(file) => {
                made.push(file);
                flags.push(format!("-D{name}={MODULE}{suffix}"));
            }
            None => refused.push(format!("no prim{suffix}")),
        }
    }
    let tools = Tools {
        adc: tools.adc.clone(),
        flags: [tools.flags.as_slice(), &flags].concat(),
        tape: tools.tape.clone(),
    };
    let executable = tools.build(case, &made, work)?;
    Ok((drive_with(&executable, &[COUNTS, TIMES].concat())?, refused))
}

/// The module in a driver with `prim`, under a name that is the same for all.
const MODULE: &str = "vectors_of_case";

/// The case with the driver's `prim` as its head: among the sources is a module with it, and what calls derivatives is not.
fn with_head_prim(case: &Case, work: &Path) -> Result<Case, String> {
    let driver = case.folder.join("drive.f90");
    let text = std::fs::read_to_string(&driver).map_err(|e| format!("{}: {e}", driver.display()))?;
    let mut module = String::new();
    let mut name = String::new();
    let mut dropped: Option<String> = None;
    for line in text.lines() {
        let words: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || c == '(')
            .filter(|w| !w.is_empty())
            .collect();
        match words.as_slice() {
            ["module", found] => {
                name = (*found).to_owned();
                module.push_str(&format!("module {MODULE}\n"));
                continue;
            }
            ["end", "module", ..] => {
                module.push_str(&format!("end module {MODULE}\n"));
                break;
            }
            ["subroutine", procedure @ ("tang" | "adjo"), ..] => dropped = Some((*procedure).to_owned()),
            _ => {}
        }
        if dropped.is_none() {
            // sizes are known: the driver of constant width copies them
            module.push_str(&line.replace("x(*)", "x(nx)").replace("y(*)", "y(ny)"));
            module.push('\n');
        }
        if matches!((words.as_slice(), &dropped), (["end", "subroutine", p, ..], Some(d)) if p == d) {
            dropped = None;
        }
    }
    if name.is_empty() {
        return Err(format!("{}: no module", driver.display()));
    }
    let folder = work.join("case");
    std::fs::create_dir(&folder).map_err(|e| e.to_string())?;
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok::<_, String>(path)
    };
    let many = include_str!("many.f90");
    let head = write("head.f90", &module)?;
    write("drive.f90", many)?;
    let mut sources = case.sources.clone();
    sources.push(head);
    Ok(Case {
        name: case.name.clone(),
        folder,
        head: "prim(y)/(x)".into(),
        sources,
        ..case.clone()
    })
}
