//! Packs the texts that the command carries, and finds the commit for `adc --version`.

use std::path::Path;
use std::process::Command;

/// The commit and its date, in archives that `git archive` made.
const COMMIT: &str = "src/bin/adc/commit.txt";

/// The folders of texts that the command carries, and how their names end.
const CARRIED: [(&str, &str); 4] = [
    ("docs/diagnostics", ".md"),
    ("runtime-fortran", ".f90"),
    ("runtime-fortran/mpi", ".f90"),
    ("runtime-fortran/template", ""),
];

/// Files that the command makes from their templates, and what makes files before that.
const LEFT_OUT: [&str; 6] = [
    "runtime-fortran/adc_patterns.f90",
    "runtime-fortran/adc_tape.f90",
    "runtime-fortran/adc_tapeparts.f90",
    "runtime-fortran/template/adc_mpi.f90.in",
    "runtime-fortran/template/calls.awk",
    "runtime-fortran/template/expand.awk",
];

fn main() {
    carry();
    println!("cargo::rerun-if-changed={COMMIT}");
    // the date of the commit, not that of the build: the same source gives the same command
    let commit = archived()
        .or_else(checked_out)
        .map_or(String::new(), |c| format!(" ({c})"));
    println!("cargo::rustc-env=ADC_COMMIT={commit}");
}

/// The commit that `git archive` wrote.
fn archived() -> Option<String> {
    let text = std::fs::read_to_string(COMMIT).ok()?;
    (!text.starts_with("$Format")).then(|| text.trim().to_string())
}

/// The commit of a clone. A source inside of another repository has none.
fn checked_out() -> Option<String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let own = std::env::current_dir().ok()?.canonicalize().ok()?;
    if Path::new(&top).canonicalize().ok()? != own {
        return None;
    }
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    git(&["log", "-1", "--format=%h %cs", "--abbrev=8"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}

/// Packs the texts that the command carries, so that `src/carried.rs` can unpack them: a name, a null, its text, a
/// null, and so on.
fn carry() {
    println!("cargo::rerun-if-changed=docs/diagnostics");
    println!("cargo::rerun-if-changed=runtime-fortran/template");
    println!("cargo::rerun-if-changed=runtime-fortran/mpi");
    // it names the files of `runtime-fortran`, where builds write, too
    println!("cargo::rerun-if-changed=src/bin/adc/runtime.rs");
    let mut names = Vec::new();
    for (folder, ending) in CARRIED {
        let here = files(folder, ending).into_iter().map(|name| format!("{folder}/{name}"));
        names.extend(here.filter(|name| !LEFT_OUT.contains(&name.as_str())));
    }
    let mut all = Vec::new();
    for name in names {
        println!("cargo::rerun-if-changed={name}");
        match std::fs::read(&name) {
            Ok(text) => all.extend([name.as_bytes(), b"\0", &text, b"\0"].concat()),
            Err(e) => println!("cargo::error=cannot read {name}: {e}"),
        }
    }
    let target = std::env::var_os("OUT_DIR")
        .map(std::path::PathBuf::from)
        .unwrap_or_default();
    let packed = miniz_oxide::deflate::compress_to_vec(&all, 10);
    if let Err(e) = std::fs::write(target.join("carried"), packed) {
        println!("cargo::error=cannot write the texts of the command: {e}");
    }
}

/// The files of a folder whose names end so, in order.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let found = match std::fs::read_dir(folder) {
        Ok(found) => found.filter_map(Result::ok),
        Err(e) => {
            println!("cargo::error=cannot read {folder}: {e}");
            return Vec::new();
        }
    };
    let mut names: Vec<String> = found
        .filter(|f| f.path().is_file())
        .filter_map(|f| f.file_name().into_string().ok())
        .filter(|name| name.ends_with(ending))
        .collect();
    names.sort();
    names
}
