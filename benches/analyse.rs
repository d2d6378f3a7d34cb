//! Run time of the analyses, phase by phase, and its growth: over generated programs of 1,000 to 300,000 lines, and
//! over LAPACK's double-precision sources if `scripts/corpus/lapack.sh fetch` has downloaded them. One thread.
//!
//! `cargo bench --bench analyse` prints tables: medians of several runs in milliseconds, sizes of the graphs, and the
//! exponent with which times grow with the number of lines. `ADC_BENCH_LINES=1000,30000` sets other lengths.
//! `ADC_PLOT=file.svg` draws the curve. `ADC_BENCH_WRITE=big.f90` writes the longest program.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod cost;
#[allow(dead_code)] // other benchmarks take the rest
mod generate;

use adc_analysis::Method;
use adc_frontend::parallel::with_stack;
use adc_frontend::span::Form;
use cost::{Case, Source};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const LENGTHS: [usize; 6] = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000];
/// Growth is measured from here on: below, start-up dominates.
const LONG: f64 = 3_000.0;

fn lengths() -> Vec<usize> {
    let Ok(list) = std::env::var("ADC_BENCH_LINES") else {
        return LENGTHS.to_vec();
    };
    list.split(',').map(|n| n.parse().unwrap()).collect()
}

fn main() {
    // phases that run in parallel cannot be timed separately
    std::env::set_var("RAYON_NUM_THREADS", "1");
    with_stack(64 << 20, None, measure).unwrap();
}

fn measure() {
    let mut cases = vec![];
    for lines in lengths() {
        let text = generate::layers::program(lines);
        if let Some(path) = std::env::var_os("ADC_BENCH_WRITE") {
            std::fs::write(path, &text).unwrap();
        }
        let source = Source {
            name: "generated.f90".to_string(),
            text,
            form: Form::Free,
        };
        cases.push(Case::measure(vec![source], generate::layers::HEAD));
    }
    report("Generated programs", &cases);
    growth(&cases);
    if let Some(path) = std::env::var_os("ADC_PLOT") {
        std::fs::write(path, cost::plot::curve(&cases)).unwrap();
    }
    for head in ["dgesvx(x rcond)/(a b)", "dgesdd(s u vt)/(a)"] {
        match lapack() {
            Some(sources) => report(&format!("LAPACK, {head}"), &[Case::measure(sources, head)]),
            None => println!("\n{head}: LAPACK is not there, scripts/corpus/lapack.sh fetch gets it"),
        }
    }
}

/// The library's double-precision files, and those without a precision.
fn lapack() -> Option<Vec<Source>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let mut files = BTreeMap::new();
    for folder in ["SRC", "BLAS/SRC"] {
        let entries = std::fs::read_dir(target.join("corpus/lapack/original").join(folder)).ok()?;
        let entries = entries.map(|e| e.unwrap());
        // some stand in both
        files.extend(entries.map(|e| (e.file_name().into_string().unwrap(), e.path())));
    }
    let source = |(name, path): (String, PathBuf)| {
        let other_precision = name.starts_with(['c', 's', 'z']) && !name.starts_with("second");
        if other_precision || !name.ends_with(".f") {
            return None;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        Some(Source {
            name,
            text,
            form: Form::Fixed,
        })
    };
    Some(files.into_iter().filter_map(source).collect())
}

/// The name of a row, and its entry for a case.
type Row<'a> = (&'a str, &'a dyn Fn(&Case) -> String);

/// A table in Markdown: the names of the rows, and a column for each case.
fn table(title: &str, cases: &[Case], rows: &[Row]) {
    let row = |name: &str, cell: &dyn Fn(&Case) -> String| {
        let cells: Vec<String> = cases.iter().map(|c| format!("{:>8}", cell(c))).collect();
        println!("| {name:26} | {} |", cells.join(" | "));
    };
    println!("\n{title}\n");
    row("lines", &|c| c.lines.to_string());
    row("---", &|_| "---:".to_string());
    rows.iter().for_each(|(name, cell)| row(name, cell));
}

fn ms(seconds: f64) -> String {
    match seconds * 1e3 {
        t if t < 10.0 => format!("{t:.2}"),
        t => format!("{t:.0}"),
    }
}

fn report(title: &str, cases: &[Case]) {
    let phases = cost::phases();
    for (method, name) in [(Method::Vdg, "VDG"), (Method::Dug, "DUG")] {
        let cells: Vec<_> = phases
            .iter()
            .map(|&(p, what)| (what, move |c: &Case| ms(c.of(method).phase(p))))
            .collect();
        let mut rows: Vec<Row> = vec![];
        rows.extend(cells.iter().map(|(what, f)| (*what, f as &dyn Fn(&Case) -> String)));
        let whole = |c: &Case| ms(c.of(method).whole());
        rows.push(("whole analysis", &whole));
        table(&format!("{title}: milliseconds with the {name}"), cases, &rows);
    }
    let ratio =
        |f: fn(&cost::Run) -> f64| move |c: &Case| format!("{:.2}", f(c.of(Method::Dug)) / f(c.of(Method::Vdg)));
    let (whole, activity) = (ratio(cost::Run::whole), ratio(cost::Run::activity));
    let graph = |method, f: fn((usize, usize)) -> usize| move |c: &Case| f(c.of(method).graph).to_string();
    table(
        &format!("{title}: sizes"),
        cases,
        &[
            ("procedures", &|c| c.units.to_string()),
            ("call sites", &|c| c.calls.to_string()),
            ("dummy arguments", &|c| c.formals.to_string()),
            ("actual arguments", &|c| c.actuals.to_string()),
            ("PSG nodes", &|c| c.psg.0.nodes.to_string()),
            ("PSG joins", &|c| c.psg.0.joins.to_string()),
            ("PSG edges", &|c| c.psg.0.edges.to_string()),
            ("PSG nodes, globals", &|c| c.psg.1.nodes.to_string()),
            ("PSG joins, globals", &|c| c.psg.1.joins.to_string()),
            ("PSG edges, globals", &|c| c.psg.1.edges.to_string()),
            ("VDG nodes", &graph(Method::Vdg, |g| g.0)),
            ("VDG edges", &graph(Method::Vdg, |g| g.1)),
            ("DUG nodes", &graph(Method::Dug, |g| g.0)),
            ("DUG edges", &graph(Method::Dug, |g| g.1)),
            ("DUG/VDG, whole analysis", &whole),
            ("DUG/VDG, activity only", &activity),
            ("peak memory, MB", &|c| c.memory.to_string()),
        ],
    );
}

/// Prints the exponent with which times grow with the number of lines: the slope of the line through the logarithms.
fn growth(cases: &[Case]) {
    let long: Vec<&Case> = cases.iter().filter(|c| c.lines as f64 > 0.9 * LONG).collect();
    if long.len() < 2 {
        return;
    }
    let power = |time: &dyn Fn(&Case) -> f64| cost::slope(long.iter().map(|c| (c.lines as f64, time(c))));
    println!("\nPower of the number of lines, from {LONG} lines on\n");
    println!("| phase                      |  VDG |  DUG |\n| --- | ---: | ---: |");
    let row = |name: &str, f: &dyn Fn(&cost::Run) -> f64| {
        let of = |method| power(&|c| f(c.of(method)));
        println!("| {name:26} | {:.2} | {:.2} |", of(Method::Vdg), of(Method::Dug));
    };
    for (phase, what) in cost::phases() {
        row(what, &|r| r.phase(phase));
    }
    row("whole analysis", &|r| r.whole());
}
