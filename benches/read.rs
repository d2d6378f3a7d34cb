//! Speed of the front end on LAPACK's sources, which `scripts/corpus/lapack.sh fetch` downloads. Without them it reads
//! a generated program.
//!
//! `cargo bench --bench read` prints lines per second of each stage on one core, of all stages on one core and on all,
//! and of a syntax check of the same files by gfortran. Before that it prints the growth of memory with the number of
//! lines.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[allow(dead_code)] // other benchmarks take the rest
mod generate;

use adc_frontend::ast::File;
use adc_frontend::encoding::text_of;
use adc_frontend::ir::Program;
use adc_frontend::lines::{self, Includes, LineOptions};
use adc_frontend::parse::{self, ParseOptions};
use adc_frontend::resolve;
use adc_frontend::span::{FileId, Form, SourceMap};
use divan::counter::ItemsCount;
use divan::Bencher;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

struct Source {
    name: PathBuf,
    text: String,
    form: Form,
}

/// Files that belong together, such as those of one folder.
type Group = Vec<Source>;

fn groups() -> &'static [Group] {
    static GROUPS: OnceLock<Vec<Group>> = OnceLock::new();
    GROUPS.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
        let lapack = target.join("corpus/lapack/original");
        let folders = ["SRC", "BLAS/SRC", "TESTING/LIN", "TESTING/EIG", "TESTING/MATGEN"];
        let mut groups: Vec<Group> = folders.iter().map(|f| folder(&lapack.join(f))).collect();
        groups.retain(|g| !g.is_empty());
        if groups.is_empty() {
            groups.push(vec![generated(&target)]);
        }
        groups
    })
}

/// A program to use if LAPACK has not been downloaded.
fn generated(target: &Path) -> Source {
    let name = target.join("generated.f90");
    let text = generate::steps::program(100_000);
    std::fs::write(&name, &text).unwrap();
    Source {
        name,
        text,
        form: Form::Free,
    }
}

fn folder(folder: &Path) -> Group {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return vec![];
    };
    let mut paths: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    // gfortran must compile modules before their users
    paths.sort_by_key(|p| (!p.ends_with("la_constants.f90"), p.clone()));
    let source = |name: PathBuf| {
        let form = match name.extension()?.to_str()? {
            "f" => Form::Fixed,
            "f90" => Form::Free,
            _ => return None,
        };
        let text = text_of(std::fs::read(&name).unwrap());
        Some(Source { name, text, form })
    };
    paths.into_iter().filter_map(source).collect()
}

fn lines(groups: &[Group]) -> usize {
    groups.iter().flatten().map(|s| s.text.lines().count()).sum()
}

fn count() -> ItemsCount {
    ItemsCount::new(lines(groups()))
}

fn map(group: &[Source]) -> (SourceMap, Vec<FileId>) {
    let mut map = SourceMap::default();
    let add = |s: &Source| map.add(s.name.display().to_string(), s.text.clone(), s.form);
    let files = group.iter().map(add).collect();
    (map, files)
}

fn maps() -> Vec<(SourceMap, Vec<FileId>)> {
    groups().iter().map(|g| map(g)).collect()
}

fn trees((map, files): &(SourceMap, Vec<FileId>)) -> Vec<File> {
    let (options, includes) = (ParseOptions::default(), Includes::default());
    let tree = |&f| parse::parse_file(map, f, &options, &includes).0;
    files.iter().map(tree).collect()
}

fn program(trees: &[File]) -> Program {
    resolve::resolve(trees).0
}

fn main() {
    for part in [4, 2, 1] {
        memory(&groups()[0][..groups()[0].len() / part]);
    }
    divan::main();
}

/// Prints the memory for a part of the files, if the system reports it.
fn memory(part: &[Source]) {
    let input = map(part);
    let trees = trees(&input);
    let program = program(&trees);
    let pages = |statm: String| Some(statm.split(' ').nth(1)?.parse::<usize>().ok()? * 4096);
    if let Some(bytes) = std::fs::read_to_string("/proc/self/statm").ok().and_then(pages) {
        let n = part.iter().map(|s| s.text.lines().count()).sum::<usize>();
        println!("{n} lines, {} MB: {} bytes a line", bytes >> 20, bytes / n.max(1));
    }
    drop((trees, program));
}

/// Text to logical lines.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn assemble(bencher: Bencher) {
    let assemble = |(map, files): &(SourceMap, Vec<FileId>)| {
        let assemble = |&f| lines::assemble(map, f, &LineOptions::default(), &Includes::default()).0;
        files.iter().map(assemble).collect::<Vec<_>>()
    };
    let maps = maps();
    let run = || maps.iter().map(assemble).collect::<Vec<_>>();
    bencher.counter(count()).bench_local(run);
}

/// Text to syntax trees.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn parse(bencher: Bencher) {
    let maps = maps();
    let run = || maps.iter().map(trees).collect::<Vec<_>>();
    bencher.counter(count()).bench_local(run);
}

/// Syntax trees to programs.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn resolution(bencher: Bencher) {
    let trees: Vec<Vec<File>> = maps().iter().map(trees).collect();
    let run = || trees.iter().map(|t| program(t)).collect::<Vec<_>>();
    bencher.counter(count()).bench_local(run);
}

/// Text to programs on one core: the speed that matters most.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn whole_on_one_core(bencher: Bencher) {
    let run = || {
        let whole = |g: &Group| {
            let trees = trees(&map(g));
            let program = program(&trees);
            (trees, program)
        };
        groups().iter().map(whole).collect::<Vec<_>>()
    };
    bencher.counter(count()).bench_local(run);
}

/// The same with files parsed in parallel.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn whole(bencher: Bencher) {
    let run = || {
        let whole = |g: &Group| {
            let (mut map, files) = map(g);
            adc_frontend::load(&mut map, &files, &ParseOptions::default(), &mut |_, _, _| None)
        };
        groups().iter().map(whole).collect::<Vec<_>>()
    };
    bencher.counter(count()).bench_local(run);
}

/// For comparison.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn gfortran_syntax_only(bencher: Bencher) {
    let modules = tempfile::tempdir().unwrap();
    let check = |g: &Group| {
        let mut command = Command::new("gfortran");
        command.args(["-fsyntax-only", "-w"]).args(g.iter().map(|s| &s.name));
        command.current_dir(&modules).stderr(Stdio::null()).status().unwrap()
    };
    let run = || groups().iter().map(check).collect::<Vec<_>>();
    bencher.counter(count()).bench_local(run);
}
