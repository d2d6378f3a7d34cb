//! Results of the activity analyses for the kernels and programs, as the table of `docs/explanation/activity.md`.
//!
//! `cargo bench --bench precision` prints it; with `ADC_BLESS=1` it is written into the page. `ADC_SUITE=folder` also
//! counts the subfolders of a folder, each with a `head.f` or `head.f90` whose directives name the head; these are only
//! printed.
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

#[allow(dead_code)] // what is measured is for another
mod suite;

use adc_analysis::activity::Method;
use adc_transform::Mode;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use suite::count::{Generated, Loaded};

const METHODS: [Method; 3] = [Method::All, Method::Vdg, Method::Dug];
/// Shorter programs of another suite are left out.
const LONG: usize = 60;

fn main() -> ExitCode {
    match tables() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("precision: {e}");
            ExitCode::FAILURE
        }
    }
}

fn tables() -> Result<(), String> {
    let mut table = String::from(
        "| | lines | active variables | derivative procedures | statements of the tangent | of the adjoint |\n|---|---:|---:|---:|---:|---:|\n",
    );
    for collection in ["kernels", "programs"] {
        for case in suite::cases(collection, &[])? {
            let loaded = Loaded::case(&case).map_err(|e| format!("{}: {e}", case.name))?;
            table += &row(&case.name, case.lines(), &loaded);
        }
    }
    println!("{table}");
    if std::env::var_os("ADC_BLESS").is_some() {
        suite::page::write("explanation/activity.md", &table)?;
    }
    if let Some(folder) = std::env::var_os("ADC_SUITE") {
        another(Path::new(&folder))?;
    }
    Ok(())
}

/// `all / vdg / dug` of each figure.
fn row(name: &str, lines: usize, loaded: &Loaded) -> String {
    let active = METHODS.map(|m| loaded.active(m).to_string()).join(" / ");
    let modes = [Mode::Tangent, Mode::Reverse].map(|mode| METHODS.map(|m| loaded.generated(m, mode).ok()));
    let each = |of: &[Option<Generated>; 3], what: fn(Generated) -> usize| {
        of.map(|g| g.map_or("refused".to_owned(), |g| what(g).to_string()))
            .join(" / ")
    };
    let [tangent, adjoint] = &modes;
    let procedures = each(adjoint, |g| g.procedures);
    let (tangent, adjoint) = (each(tangent, |g| g.statements), each(adjoint, |g| g.statements));
    format!("| {name} | {lines} | {active} | {procedures} | {tangent} | {adjoint} |\n")
}

/// The longer programs of another suite, and sums over all.
fn another(folder: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    folders.sort();
    let (mut sums, mut fewer, mut count, mut table) = ([0; 3], 0, 0, String::new());
    for f in folders {
        let Some(source) = ["head.f", "head.f90"].iter().map(|n| f.join(n)).find(|p| p.exists()) else {
            continue;
        };
        let name = f.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(loaded) = Loaded::read(&[&source], None) else {
            println!("{name}: not read");
            continue;
        };
        let text = std::fs::read(&source).map_err(|e| e.to_string())?;
        let lines = text.iter().filter(|b| **b == b'\n').count();
        let active = METHODS.map(|m| loaded.active(m));
        for (sum, n) in sums.iter_mut().zip(active) {
            *sum += n;
        }
        count += 1;
        fewer += usize::from(active[2] < active[1]);
        if lines >= LONG {
            table += &row(&name, lines, &loaded);
        }
    }
    println!("{table}");
    let mut text = String::new();
    let [all, vdg, dug] = sums;
    let _ = write!(
        text,
        "{count} programs: {all} / {vdg} / {dug} active variables; in {fewer} fewer by definitions and uses"
    );
    println!("{text}");
    Ok(())
}
