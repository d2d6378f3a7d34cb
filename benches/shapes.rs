//! Growth of the time of each stage with programs that are large in one respect: see [`generate::shapes`].
//!
//! `cargo bench --bench shapes` prints a table for each stage: milliseconds by size, and the exponent of their growth
//! with the size. Names after `--` choose shapes; `ADC_BENCH_SIZES=1000,50000` sets other sizes.
//! `ADC_BENCH_WRITE=folder` also writes the programs. Larger sizes of a shape are skipped once one takes longer than
//! `ADC_BENCH_LIMIT` seconds.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[allow(dead_code)] // other benchmarks take the rest
mod generate;

use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::Program;
use adc_frontend::parallel::with_stack;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{Form, SourceMap};
use adc_transform::head::{resolve, HeadText};
use adc_transform::{differentiate, facts_of, normalised, Mode, Options};
use generate::shapes::{all, Shape, HEAD};
use std::time::Instant;

const SIZES: [usize; 4] = [1_000, 4_000, 16_000, 50_000];
/// Seconds after which larger sizes of a shape are skipped.
const LIMIT: f64 = 30.0;
/// Shorter times, in seconds, are dominated by start-up.
const SHORT: f64 = 0.01;
/// Deep expressions take stack, as in the command.
const STACK: usize = 256 << 20;
const STAGES: [&str; 7] = [
    "parsing and resolution",
    "normal form, tangent",
    "normal form, adjoint",
    "analyses, adjoint",
    "tangent, all",
    "adjoint, all",
    "printing, adjoint",
];

/// Seconds of each stage; `None` if the program is refused.
type Times = Option<[f64; STAGES.len()]>;

fn main() {
    // stages that run in parallel cannot be compared
    std::env::set_var("RAYON_NUM_THREADS", "1");
    with_stack(STACK, None, measure).unwrap();
}

fn sizes() -> Vec<usize> {
    let Ok(list) = std::env::var("ADC_BENCH_SIZES") else {
        return SIZES.to_vec();
    };
    list.split(',').map(|n| n.parse().unwrap()).collect()
}

fn measure() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let limit = std::env::var("ADC_BENCH_LIMIT").map_or(LIMIT, |s| s.parse().unwrap());
    let shapes = all()
        .into_iter()
        .filter(|s| chosen.is_empty() || chosen.iter().any(|c| c == s.name));
    for shape in shapes {
        let mut cases: Vec<(usize, Times)> = vec![];
        let mut sizes: Vec<usize> = sizes().into_iter().filter(|&n| n <= shape.largest).collect();
        if sizes.len() < 2 {
            sizes = vec![shape.largest / 4, shape.largest];
        }
        for n in sizes {
            let times = times(&shape, n);
            cases.push((n, times));
            if times.is_none_or(|t| t.iter().sum::<f64>() > limit) {
                break;
            }
        }
        report(&shape, &cases);
    }
}

fn times(shape: &Shape, n: usize) -> Times {
    let text = (shape.program)(n);
    if let Some(folder) = std::env::var_os("ADC_BENCH_WRITE") {
        let path = std::path::Path::new(&folder).join(format!("{}_{n}.f90", shape.name));
        std::fs::write(path, &text).unwrap();
    }
    let mut times = [0.0; STAGES.len()];
    let (program, messages) = timed(&mut times[0], || read(&text));
    if any_error(&messages) {
        return None;
    }
    let head = resolve(&program, &[HeadText::parse(HEAD).unwrap()], &mut vec![]).unwrap();
    let options = Options::default();
    timed(&mut times[1], || normalised(&program, &head, Mode::Tangent, &options));
    let (primal, _) = timed(&mut times[2], || normalised(&program, &head, Mode::Reverse, &options));
    timed(&mut times[3], || facts_of(&primal, &head, &options));
    timed(&mut times[4], || {
        differentiate(&program, &head, Mode::Tangent, &options)
    })
    .0?;
    let adjoint = timed(&mut times[5], || {
        differentiate(&program, &head, Mode::Reverse, &options)
    })
    .0?;
    timed(&mut times[6], || {
        adc_unparse::unparse(&adjoint.program, &adjoint.roots, Form::Free, &[]).unwrap()
    });
    Some(times)
}

fn timed<T>(seconds: &mut f64, run: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = run();
    *seconds = begin.elapsed().as_secs_f64();
    result
}

fn read(text: &str) -> (Program, Vec<Diagnostic>) {
    let mut map = SourceMap::default();
    let file = map.add("shape.f90", text, Form::Free);
    let (_, program, messages) = adc_frontend::load(&mut map, &[file], &ParseOptions::default(), &mut |_, _, _| None);
    (program, messages)
}

fn report(shape: &Shape, cases: &[(usize, Times)]) {
    println!("\n{}: {}\n", shape.name, shape.unit);
    let row = |name: &str, cells: Vec<String>, power: String| {
        let cells: Vec<String> = cells.iter().map(|c| format!("{c:>8}")).collect();
        println!("| {name:24} | {} | {power:>5} |", cells.join(" | "));
    };
    row(
        "milliseconds",
        cases.iter().map(|c| c.0.to_string()).collect(),
        "power".to_string(),
    );
    row(
        "---",
        cases.iter().map(|_| "---:".to_string()).collect(),
        "---:".to_string(),
    );
    for (k, stage) in STAGES.iter().enumerate() {
        let cell = |t: &Times| t.map_or("refused".to_string(), |t| format!("{:.1}", t[k] * 1e3));
        let known: Vec<(f64, f64)> = cases
            .iter()
            .filter_map(|(n, t)| Some((*n as f64, t.as_ref()?[k])))
            .collect();
        row(stage, cases.iter().map(|c| cell(&c.1)).collect(), power(&known));
    }
}

/// The exponent of the growth of a time with the size, from the first size at which start-up no longer dominates.
fn power(times: &[(f64, f64)]) -> String {
    let long: Vec<(f64, f64)> = times.iter().copied().filter(|t| t.1 > SHORT).collect();
    match (long.first(), long.last()) {
        (Some(a), Some(b)) if a.0 < b.0 => format!("{:.2}", (b.1 / a.1).ln() / (b.0 / a.0).ln()),
        _ => String::new(),
    }
}
