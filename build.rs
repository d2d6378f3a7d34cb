//! Gathers the pages of `docs/diagnostics` for `adc explain`.

use std::fmt::Write;
use std::path::Path;

fn main() {
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
