//! The fixtures of `tests/numeric`. `ADC_FIXTURE=name` picks some by a part of their name, `ADC=path` another build of
//! the command.

use std::path::{Path, PathBuf};

use super::parallel;

/// `head.f`, `head.f90`... of each folder, in order.
pub fn fixtures() -> Vec<PathBuf> {
    let wanted = std::env::var("ADC_FIXTURE").unwrap_or_default();
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect()
    };
    let folders = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/numeric"));
    let folders = folders
        .iter()
        .filter(|f| f.is_dir() && f.to_string_lossy().contains(&wanted));
    let is_head = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == "head");
    let mut heads: Vec<PathBuf> = folders.flat_map(|f| files(f)).filter(is_head).collect();
    heads.sort();
    heads
}

/// The command.
pub fn adc() -> PathBuf {
    std::env::var_os("ADC").map_or(PathBuf::from(env!("CARGO_BIN_EXE_adc")), PathBuf::from)
}

/// Checks all fixtures, a few at a time, and fails with all errors.
pub fn check_all(check: impl Fn(&Path, &Path) -> Result<(), String> + Sync) {
    check_some(1, check);
}

/// The same for one of every `stride` fixtures.
pub fn check_some(stride: usize, check: impl Fn(&Path, &Path) -> Result<(), String> + Sync) {
    let fixtures: Vec<PathBuf> = fixtures().into_iter().step_by(stride).collect();
    assert!(!fixtures.is_empty(), "no fixture found");
    let adc = adc();
    let failure = |source: &PathBuf| {
        let error = check(&adc, source).err()?;
        Some(format!("{}:\n{error}\n", source.display()))
    };
    let failures: Vec<String> = parallel::map(&fixtures, failure).into_iter().flatten().collect();
    let counts = format!("{} of {} fixtures failed", failures.len(), fixtures.len());
    assert!(failures.is_empty(), "{counts}\n\n{}", failures.join("\n"));
}

/// The name of a fixture: its folder.
pub fn name_of(source: &Path) -> String {
    let folder = source.parent().and_then(Path::file_name);
    folder.unwrap_or_default().to_string_lossy().into_owned()
}

/// Generated text after the header, that is, after the list of procedures, whose comment lines are indented by two.
pub fn without_header(text: &str) -> &str {
    let is_of_list = |line: &str| !line.starts_with(' ') && line.get(1..).is_some_and(|rest| rest.starts_with("  "));
    let mut rest = text;
    let (mut listed, mut done) = (false, false);
    while let (false, Some((line, following))) = (done, rest.split_once('\n')) {
        let holds = line.get(2..).is_some_and(|l| l.starts_with("Holds modules"));
        done = listed && !is_of_list(line) && !holds;
        listed |= line.contains("Derivative procedures, with");
        if !done {
            rest = following;
        }
    }
    rest
}
