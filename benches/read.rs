//! How fast the front end reads LAPACK's sources on one core: `scripts/corpus/lapack.sh fetch` gets them. Without them it reads a
//! generated program.
//!
//! `cargo bench --bench read` prints lines per second of each stage and of all together, for comparison what gfortran takes for checking
//! the syntax of the same files, and how memory grows with the number of files.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[allow(dead_code)] // the other benchmark differentiates what is generated
mod generate;

use adc_frontend::ast::File;
use adc_frontend::lines::{self, Includes, LineOptions};
use adc_frontend::parse::{self, ParseOptions};
use adc_frontend::span::{FileId, Form, SourceMap};
use divan::counter::ItemsCount;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

struct Source {
    name: PathBuf,
    text: String,
    form: Form,
}

fn sources() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
        let lapack = target.join("corpus/lapack/original");
        let mut files = vec![];
        for folder in ["SRC", "BLAS/SRC"] {
            gather(&lapack.join(folder), &mut files);
        }
        if files.is_empty() {
            files.push(generated(&target));
        }
        files
    })
}

/// A program for those who have not downloaded LAPACK.
fn generated(target: &Path) -> Source {
    let name = target.join("generated.f90");
    let text = generate::program(100_000);
    std::fs::write(&name, &text).unwrap();
    Source {
        name,
        text,
        form: Form::Free,
    }
}

fn gather(folder: &Path, into: &mut Vec<Source>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    // modules come before their users
    paths.sort_by_key(|p| (!p.ends_with("la_constants.f90"), p.clone()));
    for path in paths {
        let form = match path.extension().and_then(|e| e.to_str()) {
            Some("f") => Form::Fixed,
            Some("f90") => Form::Free,
            _ => continue,
        };
        let text = std::fs::read_to_string(&path).unwrap();
        into.push(Source { name: path, text, form });
    }
}

fn lines(sources: &[Source]) -> usize {
    sources.iter().map(|s| s.text.lines().count()).sum()
}

fn map(sources: &[Source]) -> (SourceMap, Vec<FileId>) {
    let mut map = SourceMap::default();
    let files = sources
        .iter()
        .map(|s| map.add(s.name.display().to_string(), s.text.clone(), s.form))
        .collect();
    (map, files)
}

fn trees(map: &mut SourceMap, files: &[FileId]) -> Vec<File> {
    let options = ParseOptions::default();
    files
        .iter()
        .map(|&f| parse::parse(map, f, &options, &mut |_, _, _| None).0)
        .collect()
}

fn main() {
    let (sources, n) = (sources(), lines(sources()));
    println!("{} files, {n} lines", sources.len());
    let start = Instant::now();
    let status = std::process::Command::new("gfortran")
        .args(["-fsyntax-only", "-w"])
        .args(sources.iter().map(|s| &s.name))
        .current_dir(std::env::temp_dir())
        .status();
    if status.is_ok() {
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "gfortran -fsyntax-only: {seconds:.2} s, {:.0} lines/s",
            n as f64 / seconds
        );
    }
    divan::main();
}

/// Text to logical lines.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn assemble(bencher: divan::Bencher) {
    let (map, files) = map(sources());
    bencher.counter(ItemsCount::new(lines(sources()))).bench_local(|| {
        files
            .iter()
            .map(|&f| lines::assemble(&map, f, &LineOptions::default(), &Includes::default()).0)
            .collect::<Vec<_>>()
    });
}

/// Text to syntax trees.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn parse_files(bencher: divan::Bencher) {
    let (mut map, files) = map(sources());
    bencher
        .counter(ItemsCount::new(lines(sources())))
        .bench_local(|| trees(&mut map, &files));
}

/// Syntax trees to the program.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn resolve(bencher: divan::Bencher) {
    let (mut map, files) = map(sources());
    let trees = trees(&mut map, &files);
    bencher
        .counter(ItemsCount::new(lines(sources())))
        .bench_local(|| adc_frontend::resolve::resolve(&trees));
}

/// Text to the program, on one core: what has to be fast.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn whole(bencher: divan::Bencher) {
    bencher
        .counter(ItemsCount::new(lines(sources())))
        .with_inputs(|| map(sources()))
        .bench_local_values(|(mut map, files)| {
            adc_frontend::load(&mut map, &files, &ParseOptions::default(), &mut |_, _, _| None)
        });
}
