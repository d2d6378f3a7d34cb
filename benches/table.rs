//! Cost of the adjoints of the kernels and programs, step by step, as the tables of `docs/explanation/adjoint-cost.md`.
//!
//! `cargo bench --bench table -- all` (or names of some) prints them; for all, with `ADC_BLESS=1`, they are written
//! into the page. `ADC_BENCH_FLAGS` compiles with these options instead of the two sets below. Wrong gradients, and
//! gradients that differ between steps, are an error.
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

#[allow(dead_code)] // what is active is for another
mod suite;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use suite::build::{distance, drive, gradient, judge, tape_objects, Tools};
use suite::count::count;
use suite::steps::STEPS;
use suite::Case;

const FLAGS: [&str; 2] = ["-O2", "-O3 -march=native"];
/// Number of runs of the executables of all steps in turn, and seconds for which primal and adjoint are called in each
/// run.
const ROUNDS: usize = 7;
const BLOCK: f64 = 0.05;
/// Largest relative distance between gradients of different steps.
const TOLERANCE: f64 = 1e-10;

/// One figure for each step.
type Steps = [f64; STEPS.len()];

/// Measurements of a case.
struct Row {
    name: String,
    lines: usize,
    statements: Steps,
    tape_kib: Steps,
    times: Vec<Times>,
}

/// Measurements with one set of flags.
struct Times {
    primal_ms: f64,
    /// Time of the adjoint relative to the primal.
    ratio: Steps,
}

/// A step's adjoint of a case.
struct Adjoint {
    file: PathBuf,
    statements: f64,
    /// The first step with the same text, whose measurements apply here.
    same_as: usize,
}

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    // `cargo bench` runs all benchmarks without arguments
    if names.is_empty() {
        return ExitCode::SUCCESS;
    }
    match tables(&names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("table: {e}");
            ExitCode::FAILURE
        }
    }
}

fn tables(names: &[String]) -> Result<(), String> {
    let all = names == ["all"];
    let flags = match std::env::var("ADC_BENCH_FLAGS") {
        Ok(flags) => vec![flags],
        Err(_) => FLAGS.map(str::to_owned).to_vec(),
    };
    let wanted = if all { &[] } else { names };
    let mut rows = vec![];
    for collection in ["kernels", "programs"] {
        for case in suite::cases(collection, wanted)? {
            eprintln!("{}", case.name);
            rows.push(measure(&case, &flags).map_err(|e| format!("{}: {e}", case.name))?);
        }
    }
    let text = print(&rows, &flags);
    println!("{text}");
    if all && std::env::var_os("ADC_BLESS").is_some() {
        suite::page::write("explanation/adjoint-cost.md", &text)?;
    }
    Ok(())
}

fn measure(case: &Case, flags: &[String]) -> Result<Row, String> {
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let adc = PathBuf::from(env!("CARGO_BIN_EXE_adc"));
    let mut tools = Tools {
        adc,
        flags: vec![],
        tape: vec![],
    };
    let (tangent, _) = tools.differentiate(case, "tangent", work.path())?;
    let adjoints = adjoints(&tools, case, work.path())?;
    let (mut times, mut tape_kib) = (vec![], [0.0; STEPS.len()]);
    for set in flags {
        let folder = subfolder(work.path(), &set.replace(' ', ""))?;
        tools.flags = set.split_whitespace().map(str::to_owned).collect();
        tools.tape = tape_objects(&tools.flags, &folder)?;
        tools.flags.extend(["-I".to_owned(), folder.display().to_string()]);
        let mut executables = vec![];
        for (i, adjoint) in adjoints.iter().enumerate() {
            if adjoint.same_as == i {
                let folder = subfolder(&folder, &format!("step{i}"))?;
                let executable = tools.build(case, &[tangent.clone(), adjoint.file.clone()], &folder)?;
                executables.push(Some(executable));
            } else {
                executables.push(None);
            }
        }
        tape_kib = check(case, &adjoints, &executables)?;
        times.push(time(&adjoints, &executables)?);
    }
    Ok(Row {
        name: case.name.clone(),
        lines: case.lines(),
        statements: std::array::from_fn(|i| adjoints[i].statements),
        tape_kib,
        times,
    })
}

/// The adjoints of all steps.
fn adjoints(tools: &Tools, case: &Case, work: &Path) -> Result<Vec<Adjoint>, String> {
    let (mut adjoints, mut texts) = (vec![], vec![]);
    for (i, step) in STEPS.iter().enumerate() {
        let folder = subfolder(work, &format!("text{i}"))?;
        let (file, _) = tools.differentiate_with(case, "reverse", &step.options(), &folder)?;
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let generated = count(&text, case.form());
        // the comment at the top has the options
        let code: Vec<String> = text
            .lines()
            .filter(|l| !l.starts_with(['!', 'C']))
            .map(str::to_owned)
            .collect();
        texts.push(code);
        adjoints.push(Adjoint {
            file,
            #[allow(clippy::cast_precision_loss)] // some thousands
            statements: generated.statements as f64,
            same_as: texts.iter().position(|t| t == &texts[i]).unwrap_or(i),
        });
    }
    Ok(adjoints)
}

/// Compares derivatives with differences and with each other. Returns the peak of the tape of each step, in KiB.
fn check(case: &Case, adjoints: &[Adjoint], executables: &[Option<PathBuf>]) -> Result<Steps, String> {
    let (mut tape, mut first) = ([0.0; STEPS.len()], vec![]);
    for (i, adjoint) in adjoints.iter().enumerate() {
        let Some(executable) = &executables[i] else {
            tape[i] = tape[adjoint.same_as];
            continue;
        };
        let (gradient, figures) = gradient(executable)?;
        tape[i] = figures.get("tape_bytes").ok_or("the driver did not say tape_bytes")? / 1024.0;
        if i == 0 {
            judge(case, &drive(executable, "dbc", 1, 0.0)?)?;
            first = gradient;
            continue;
        }
        let distance = distance(&gradient, &first);
        if distance.is_nan() || distance > TOLERANCE {
            return Err(format!("`{}` is {distance:.1e} from the first step", STEPS[i].name));
        }
    }
    Ok(tape)
}

/// Runs the executables in turn, so that slow changes of the machine affect all of them alike.
fn time(adjoints: &[Adjoint], executables: &[Option<PathBuf>]) -> Result<Times, String> {
    let mut primals = vec![];
    let mut ratios = vec![vec![]; STEPS.len()];
    for _ in 0..ROUNDS {
        let (mut primal, mut adjoint) = (vec![], vec![]);
        for executable in executables.iter() {
            let Some(executable) = executable else {
                adjoint.push(adjoint[adjoints[adjoint.len()].same_as]);
                continue;
            };
            let figures = drive(executable, "pb", 1, BLOCK)?;
            let figure = |name: &str| {
                figures
                    .get(name)
                    .copied()
                    .ok_or(format!("the driver did not say {name}"))
            };
            primal.push(figure("primal_s")?);
            adjoint.push(figure("adjoint_s")?);
        }
        let primal = median(&primal);
        primals.push(primal);
        for (i, time) in adjoint.iter().enumerate() {
            ratios[i].push(time / primal);
        }
    }
    Ok(Times {
        primal_ms: 1e3 * median(&primals),
        ratio: std::array::from_fn(|i| median(&ratios[i])),
    })
}

fn subfolder(of: &Path, name: &str) -> Result<PathBuf, String> {
    let folder = of.join(name);
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}

/// The tables of times, one for each set of flags, of the tape and of statements.
fn print(rows: &[Row], flags: &[String]) -> String {
    let mut text = String::new();
    for (f, set) in flags.iter().enumerate() {
        let _ = writeln!(text, "Time of the adjoint over that of the primal, gfortran {set}:\n");
        text += &heading("lines | primal, ms");
        let mut means = [1.0; STEPS.len()];
        for row in rows {
            let times = &row.times[f];
            let shown = times.ratio.map(|r| format!("{r:.2}"));
            let before = format!("{} | {:.2}", row.lines, times.primal_ms);
            text += &line(&row.name, &before, &shown, times.ratio[1] / times.ratio[0]);
            for (mean, ratio) in means.iter_mut().zip(times.ratio) {
                *mean *= ratio.powf(1.0 / count_of(rows));
            }
        }
        text += &line(
            "geometric mean",
            " | ",
            &means.map(|m| format!("{m:.2}")),
            means[1] / means[0],
        );
        text.push('\n');
    }
    text += "Peak of the tape, KiB:\n\n";
    text += &counts(rows, |row| row.tape_kib);
    text += "\nStatements of the adjoint:\n\n";
    text += &counts(rows, |row| row.statements);
    text
}

/// A table of one figure per step, with sums.
fn counts(rows: &[Row], of: impl Fn(&Row) -> Steps) -> String {
    let mut text = heading("lines");
    let mut sums = [0.0; STEPS.len()];
    let show = |steps: Steps| steps.map(|s| format!("{s:.0}"));
    for row in rows {
        let steps = of(row);
        text += &line(&row.name, &row.lines.to_string(), &show(steps), steps[1] / steps[0]);
        for (sum, step) in sums.iter_mut().zip(steps) {
            *sum += step;
        }
    }
    text + &line("sum", "", &show(sums), sums[1] / sums[0])
}

fn heading(before: &str) -> String {
    let [first, second, rest @ ..] = STEPS.map(|s| s.name);
    let columns = before.split('|').count() + STEPS.len() + 1;
    let rest = rest.join(" | ");
    format!(
        "| | {before} | {first} | {second} | better by | {rest} |\n|---|{}\n",
        "---:|".repeat(columns)
    )
}

/// A row; `second` is the second step's figure as a share of the first.
fn line(name: &str, before: &str, steps: &[String; STEPS.len()], second: f64) -> String {
    let better = if second.is_finite() {
        format!("{:.0} %", 100.0 * (1.0 - second)).replace("-0 %", "0 %")
    } else {
        String::new()
    };
    let [a, b, rest @ ..] = steps;
    format!("| {name} | {before} | {a} | {b} | {better} | {} |\n", rest.join(" | "))
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len().is_multiple_of(2) {
        0.5 * (values[half - 1] + values[half])
    } else {
        values[half]
    }
}

#[allow(clippy::cast_precision_loss)] // few
fn count_of(rows: &[Row]) -> f64 {
    rows.len() as f64
}
