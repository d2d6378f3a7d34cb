//! Gathers the pages of `docs/diagnostics` for `adc explain`, and the commit for `adc --version`.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The commit and its date, in archives that `git archive` made.
const COMMIT: &str = "src/bin/adc/commit.txt";

fn main() {
    pages();
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

fn pages() {
    let folder = Path::new("docs/diagnostics");
    println!("cargo::rerun-if-changed=docs/diagnostics");
    let mut pages: Vec<_> = std::fs::read_dir(folder)
        .map(|d| d.filter_map(Result::ok).map(|e| e.path()).collect())
        .unwrap_or_default();
    pages.sort();
    let mut out = String::from("/// Number and text of every page.\nconst PAGES: &[(u16, &str)] = &[\n");
    for p in pages {
        let stem = p
            .file_stem()
            .map(|s| s.to_string_lossy().into_owned())
            .unwrap_or_default();
        let Some(number) = stem.strip_prefix("ADC").and_then(|n| n.parse::<u16>().ok()) else {
            continue;
        };
        let full = std::env::current_dir().unwrap_or_default().join(&p);
        let _ = writeln!(out, "    ({number}, include_str!({:?})),", full.display().to_string());
    }
    out.push_str("];\n");
    let target = std::env::var_os("OUT_DIR")
        .map(std::path::PathBuf::from)
        .unwrap_or_default();
    if let Err(e) = std::fs::write(target.join("pages.rs"), out) {
        println!("cargo::error=cannot write the pages of diagnostics: {e}");
    }
}
