//! The pages of `docs/diagnostics`: prose, and failing and working examples.
//!
//! An example is a fenced block. Its language is `fortran` or `fortran-fixed`, whose first line is a comment with the
//! command to run on it, `toml`, a project file or a description of external procedures that begins likewise, or `sh`,
//! the command alone; the word after the language is `fail` or `ok`. The source is written to the file that the command names
//! (`model.f90`, `model.f`, ..., `external.toml`; `old.toml` in the folder of `--interface-dir`; `adc.toml` if it names no file of TOML); commands of `sh` and `toml` blocks find a correct `model.f90`.

use super::book;
use super::cli::{Outcome, Sandbox};
use std::path::{Path, PathBuf};

/// The source for `sh` blocks.
pub const MODEL: &str = "\
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   y = 2*x
end subroutine f
";

/// One page.
pub struct Page {
    /// Number of the code.
    pub number: u16,
    /// The title after the code.
    pub title: String,
    /// The examples.
    pub examples: Vec<Example>,
}

/// One fenced block.
pub struct Example {
    /// Set for a failing example.
    pub fails: bool,
    /// The command.
    pub command: String,
    /// Its input files and their texts.
    files: Vec<(String, String)>,
}

/// The folder of the pages.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics")
}

/// All pages, in order.
pub fn all() -> Vec<Page> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("ADC")))
        .collect();
    files.sort();
    files.iter().map(|f| read(f)).collect()
}

fn read(path: &Path) -> Page {
    let name = path.display();
    let text = std::fs::read_to_string(path).unwrap();
    let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
    let first = text.lines().next().unwrap_or_default();
    let title = first
        .strip_prefix(&format!("# {stem}: "))
        .unwrap_or_else(|| panic!("{name}: the first line should be `# {stem}: title`"));
    let mut examples = vec![];
    for (head, body) in book::blocks(&text) {
        let (language, kind) = head
            .split_once(' ')
            .unwrap_or_else(|| panic!("{name}: ```{head} should say fail or ok"));
        assert!(matches!(kind, "fail" | "ok"), "{name}: ```{head}");
        let command = match language {
            "sh" => body.trim().to_string(),
            "fortran" | "fortran-fixed" | "toml" => {
                let line = body.lines().next().unwrap_or_default();
                line.trim_start_matches(['!', 'C', '#', ' ']).to_string()
            }
            _ => panic!("{name}: unknown language in ```{head}"),
        };
        let file = command
            .split(' ')
            .find(|w| w.starts_with("model."))
            .unwrap_or("model.f90");
        let is_source = language.starts_with("fortran");
        let text = if is_source { body } else { MODEL };
        let mut files = vec![(file.to_string(), text.to_string())];
        if language == "toml" {
            let given = command.split(' ').find(|w| w.ends_with(".toml")).map(String::from);
            let folder = command
                .split_once("--interface-dir ")
                .map(|(_, f)| format!("{f}/old.toml"));
            let name = given.or(folder).unwrap_or("adc.toml".into());
            files.push((name, body.to_string()));
        }
        examples.push(Example {
            fails: kind == "fail",
            command,
            files,
        });
    }
    Page {
        number: stem.trim_start_matches("ADC").parse().unwrap(),
        title: title.to_string(),
        examples,
    }
}

impl Example {
    /// Runs it in a temporary folder; also returns the names of the files that exist afterwards.
    pub fn run(&self) -> (Outcome, Vec<String>) {
        let files: Vec<(&str, &str)> = self.files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
        let sandbox = Sandbox::with(&files);
        let outcome = sandbox.line(&self.command);
        let is_result = |n: &String| !n.ends_with(".toml") && !n.starts_with("kept/");
        let names = sandbox.contents().into_keys().filter(is_result);
        (outcome, names.collect())
    }

    /// The text of its source.
    pub fn source(&self) -> &str {
        &self.files[0].1
    }
}
