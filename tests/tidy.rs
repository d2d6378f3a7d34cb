//! Rules of the project that a test can check: dependencies between crates, lengths of files, documentation.

use adc_frontend::codes;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Limit on the lines of a Rust file.
const LONGEST: usize = 800;
/// Files with more lines are listed.
const LONG: usize = 400;
/// Limit on the columns of a line of prose in the book.
const COLUMNS: usize = 120;
/// Limit on the words of a sentence in the book.
const WORDS: usize = 40;
/// Pages of the book that a test generates from a table.
const GENERATED: [&str; 2] = ["docs/reference/intrinsics.md", "docs/diagnostics/README.md"];

/// The folder of the command.
const COMMAND: &str = "src/bin/adc/";
/// Tests that are part of a library, since they use its internals.
const TESTS: &str = "transform/src/random_lines/";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files of the repository, including uncommitted ones, as paths from its root.
fn files(extensions: &[&str]) -> Vec<String> {
    fn gather(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                let is_fuzzer_s = ["fuzz/corpus", "fuzz/artifacts"].iter().any(|f| path.ends_with(f));
                let is_product = name == "build" && !path.to_string_lossy().contains("/src/");
                if !is_fuzzer_s && !is_product && !matches!(name.as_str(), "target" | ".git") {
                    gather(&path, into);
                }
            } else if name != ".git" {
                into.push(path);
            }
        }
    }
    let mut all = vec![];
    gather(root(), &mut all);
    let mut names: Vec<String> = all
        .iter()
        .filter(|p| {
            extensions.is_empty()
                || p.extension()
                    .is_some_and(|e| extensions.contains(&&*e.to_string_lossy()))
        })
        .map(|p| p.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

fn text(file: &str) -> String {
    String::from_utf8_lossy(&std::fs::read(root().join(file)).unwrap()).into_owned()
}

/// Fails with all violations.
#[track_caller]
fn none(what: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{what}:\n  {}", wrong.join("\n  "));
}

/// Names of the dependencies in a section of a manifest.
fn dependencies(manifest: &str, section: &str) -> Vec<String> {
    let text = text(manifest);
    let lines = text.lines().skip_while(|l| l.trim() != format!("[{section}]")).skip(1);
    lines
        .take_while(|l| !l.starts_with('['))
        .filter_map(|l| l.split(['=', '.', ' ']).next())
        .filter(|n| !n.is_empty() && !n.starts_with('#'))
        .map(str::to_string)
        .collect()
}

#[test]
fn crates_depend_downwards() {
    let shared = ["la-arena", "smol_str", "indexmap"];
    let allowed: [(&str, &[&str]); 6] = [
        ("frontend", &["logos", "lalrpop-util", "rayon"]),
        ("analysis", &["adc-frontend", "petgraph", "bitvec", "smallvec"]),
        ("transform", &["adc-frontend", "adc-analysis", "toml"]),
        ("unparse", &["adc-frontend"]),
        ("tests/interpreter", &["adc-frontend"]),
        (
            ".",
            &[
                "adc-frontend",
                "adc-analysis",
                "adc-transform",
                "adc-unparse",
                "clap",
                "clap_complete",
                "clap_mangen",
                "codespan-reporting",
                "lsp-server",
                "lsp-types",
                "mimalloc",
                "miniz_oxide",
                "serde",
                "serde_json",
                "siphasher",
                "tempfile",
                "toml",
            ],
        ),
    ];
    let mut wrong = vec![];
    for (folder, own) in allowed {
        let manifest = format!("{folder}/Cargo.toml");
        for d in dependencies(&manifest, "dependencies") {
            if !shared.contains(&d.as_str()) && !own.contains(&d.as_str()) {
                wrong.push(format!("{manifest}: {d}"));
            }
        }
        for d in dependencies(&manifest, "dev-dependencies") {
            let in_tests = [("analysis", "adc-unparse"), (".", "adc-interpreter")];
            if d.starts_with("adc-") && !own.contains(&d.as_str()) && !in_tests.contains(&(folder, d.as_str())) {
                wrong.push(format!("{manifest}: {d} in its tests"));
            }
        }
    }
    none("dependencies that the layers do not have", &wrong);
}

#[test]
fn libraries_stay_where_they_are() {
    let homes: [(&str, &[&str]); 17] = [
        (
            "serde",
            &[
                "src/bin/adc/report/",
                "src/bin/adc/interfaces/",
                "src/bin/adc/read_log.rs",
            ],
        ),
        ("siphasher", &["src/bin/adc/fingerprint.rs"]),
        ("logos", &["frontend/src/"]),
        ("lalrpop_util", &["frontend/src/"]),
        ("rayon", &["frontend/src/parallel.rs"]),
        ("petgraph", &["analysis/src/"]),
        ("smallvec", &["analysis/src/idset.rs"]),
        ("bitvec", &["analysis/src/activity/"]),
        ("codespan_reporting", &["src/excerpt.rs", "src/render.rs"]),
        (
            "toml",
            &[
                "transform/src/prepare/external/",
                "transform/src/prepare/checkpoints/",
                "src/bin/adc/project/",
            ],
        ),
        ("clap_complete", &["src/bin/adc/args.rs", "src/bin/adc/generated.rs"]),
        ("clap_mangen", &["src/bin/adc/generated.rs"]),
        ("lsp_server", &["src/bin/adc/lsp/"]),
        ("lsp_types", &["src/bin/adc/lsp/"]),
        (
            "serde_json",
            &[
                "src/bin/adc/lsp/",
                "src/bin/adc/report/",
                "src/bin/adc/interfaces/",
                "tests/lsp.rs",
                "tests/report.rs",
                "tests/command_formats.rs",
            ],
        ),
        (
            "clap",
            &[
                "src/bin/adc/args.rs",
                "src/bin/adc/check_args.rs",
                "src/bin/adc/command_first.rs",
                "src/bin/adc/generated.rs",
                "src/bin/adc/main.rs",
                "src/bin/adc/project/",
            ],
        ),
        (
            "insta",
            &["tests/", "frontend/tests/", "unparse/tests/", "analysis/tests/"],
        ),
    ];
    let mut wrong = vec![];
    for file in files(&["rs"]).iter().filter(|f| *f != "tests/tidy.rs") {
        let text = text(file);
        for (library, places) in &homes {
            let named = text.contains(&format!("{library}::")) || text.contains(&format!("use {library};"));
            if named && !places.iter().any(|p| file.starts_with(p)) {
                wrong.push(format!("{file} uses {library}"));
            }
        }
    }
    none("libraries outside of their places", &wrong);
}

/// The command can do nothing that other users of the library cannot.
#[test]
fn command_uses_only_the_library() {
    let mut wrong = vec![];
    for file in files(&["rs"]).iter().filter(|f| f.starts_with(COMMAND)) {
        let text = text(file);
        for word in ["adc_frontend", "adc_analysis", "adc_transform", "adc_unparse"] {
            if text.contains(word) {
                wrong.push(format!("{file}: {word}"));
            }
        }
    }
    none("other crates in the command", &wrong);
}

#[test]
fn libraries_do_no_input_or_output() {
    let mut wrong = vec![];
    for file in files(&["rs"]) {
        let is_core = [
            "frontend/src/",
            "analysis/src/",
            "transform/src/",
            "unparse/src/",
            "src/",
        ]
        .iter()
        .any(|p| file.starts_with(p) && !file.starts_with(COMMAND) && !file.starts_with(TESTS));
        let text = text(&file);
        for word in [
            "std::fs",
            "std::env",
            "std::process",
            "std::net",
            "println!",
            "std::time",
        ] {
            if is_core && text.contains(word) {
                wrong.push(format!("{file}: {word}"));
            }
        }
    }
    none("input or output in a library", &wrong);
}

#[test]
#[allow(clippy::print_stderr)] // the list is for people
fn files_are_short_and_say_what_they_are_for() {
    let (mut wrong, mut long) = (vec![], vec![]);
    for file in files(&["rs"]) {
        let text = text(&file);
        let lines = text.lines().count();
        if lines > LONGEST {
            wrong.push(format!("{file}: {lines} lines; at most {LONGEST}"));
        } else if lines > LONG {
            long.push(format!("{lines} {file}"));
        }
        if !text.starts_with("//!") {
            wrong.push(format!("{file}: no opening `//!`"));
        }
    }
    long.sort();
    eprintln!("files of more than {LONG} lines:\n  {}", long.join("\n  "));
    none("files", &wrong);
}

#[test]
fn nothing_is_left_undone() {
    let words: Vec<String> = [
        ("todo", "!"),
        ("unimplemented", "!"),
        ("dbg", "!"),
        ("#[ignor", "e"),
        ("#[should_pani", "c"),
    ]
    .iter()
    .map(|(a, b)| format!("{a}{b}"))
    .collect();
    let mut wrong = vec![];
    for file in files(&["rs", "lalrpop"]) {
        let text = text(&file);
        for (n, line) in text.lines().enumerate() {
            if words.iter().any(|w| line.contains(w.as_str())) {
                wrong.push(format!("{file}:{}: {}", n + 1, line.trim()));
            }
        }
    }
    none("unfinished", &wrong);
}

/// Paths of a particular machine are meaningless to others.
#[test]
fn no_paths_of_a_machine() {
    let starts: Vec<String> = ["/wor", "/ho", "/Use", "/roo"]
        .iter()
        .zip(["k/", "me/", "rs/", "t/"])
        .map(|(a, b)| format!("{a}{b}"))
        .collect();
    let mut wrong = vec![];
    for file in files(&[]) {
        let text = text(&file);
        for (n, line) in text.lines().enumerate() {
            for start in &starts {
                let Some(at) = line.find(start.as_str()) else { continue };
                // `a/work/b` and `..../home/` are not absolute paths
                let before = line[..at].chars().next_back();
                if before.is_none_or(|c| matches!(c, ' ' | '"' | '\'' | '`' | '=' | '(' | ':')) {
                    wrong.push(format!("{file}:{}: {}", n + 1, line.trim()));
                }
            }
        }
    }
    none("paths of a machine", &wrong);
}

#[test]
fn codes_are_documented_and_used() {
    let mut wrong = vec![];
    let sources: Vec<String> = files(&["rs"])
        .iter()
        .filter(|f| f.contains("src/") && !f.ends_with("codes.rs"))
        .map(|f| text(f))
        .collect();
    let registry = text("frontend/src/codes.rs");
    for code in codes::ALL {
        if !root()
            .join(format!("docs/diagnostics/ADC{:04}.md", code.number))
            .exists()
        {
            wrong.push(format!("ADC{:04} has no page", code.number));
        }
        let row = registry
            .lines()
            .find(|l| l.trim().starts_with(&format!("{} ", code.number)));
        let name = row.and_then(|l| l.split_whitespace().nth(1)).unwrap_or_default();
        if !sources.iter().any(|s| s.contains(&format!("codes::{name}"))) {
            wrong.push(format!("{name} is never said"));
        }
    }
    none("diagnostics", &wrong);
}

/// Links of the Markdown files to other files of the repository.
#[test]
fn links_lead_somewhere() {
    let mut wrong = vec![];
    for file in files(&["md"]) {
        let folder = Path::new(&file).parent().unwrap().to_path_buf();
        for link in text(&file).split("](").skip(1).filter_map(|l| l.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            let is_path = !target.is_empty() && !target.contains("://") && !target.contains([' ', ',', '*', '\n']);
            if is_path && !root().join(&folder).join(target).exists() {
                wrong.push(format!("{file}: {link}"));
            }
        }
    }
    none("links to nothing", &wrong);
}

/// The prose of a Markdown text: paragraphs, list items, headings and table cells, as words with their line numbers.
/// Code is left out; inline code counts as one word.
fn paragraphs(text: &str) -> Vec<Vec<(usize, String)>> {
    let mut all: Vec<Vec<(usize, String)>> = vec![vec![]];
    let (mut fenced, mut indented, mut after_blank) = (false, false, true);
    for (n, line) in (1..).zip(text.lines()) {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        indented = line.starts_with("    ") && (indented || after_blank) || indented && line.is_empty();
        after_blank = line.is_empty();
        if fenced || is_fence || indented || line.starts_with("<!--") {
            all.push(vec![]);
            continue;
        }
        let start = line.trim_start();
        let is_item =
            start.starts_with("* ") || start.starts_with(|c: char| c.is_ascii_digit()) && start.contains(". ");
        if start.is_empty() || is_item || start.starts_with(['#', '|']) {
            all.push(vec![]);
        }
        // code between backquotes and targets of links do not count as words
        let visible: String = line
            .split('`')
            .enumerate()
            .map(|(k, piece)| if k % 2 == 0 { piece } else { "code" })
            .collect();
        let mut pieces = visible.split("](");
        let first = pieces.next().unwrap_or_default().to_string();
        let visible = pieces.fold(first, |a, b| a + b.split_once(')').map_or(b, |(_, rest)| rest));
        for (k, cell) in visible.split('|').enumerate() {
            if k > 0 {
                all.push(vec![]);
            }
            let words = cell.split_whitespace().filter(|w| w.contains(char::is_alphanumeric));
            all.last_mut().unwrap().extend(words.map(|w| (n, w.to_string())));
        }
        if start.starts_with('#') {
            all.push(vec![]);
        }
    }
    all
}

/// Pages of the book have short lines and short sentences; a table may be wide.
#[test]
fn the_book_reads_easily() {
    let mut wrong = vec![];
    for file in files(&["md"]) {
        if !file.starts_with("docs/") || GENERATED.contains(&file.as_str()) {
            continue;
        }
        let text = text(&file);
        let mut fenced = false;
        for (n, line) in (1..).zip(text.lines()) {
            fenced ^= line.starts_with("```");
            let is_prose = !fenced && !line.starts_with('|') && !line.starts_with("    ");
            let columns = line.chars().count();
            if is_prose && columns > COLUMNS {
                wrong.push(format!("{file}:{n}: a line of {columns} columns; at most {COLUMNS}"));
            }
        }
        for paragraph in paragraphs(&text) {
            let ends = |w: &str| w.trim_end_matches([')', '*', '"', ']']).ends_with(['.', '?', '!']);
            for sentence in paragraph.split_inclusive(|(_, w)| ends(w)) {
                if sentence.len() > WORDS {
                    let (line, words) = (sentence[0].0, sentence.len());
                    let start: Vec<&str> = sentence.iter().take(6).map(|(_, w)| w.as_str()).collect();
                    wrong.push(format!(
                        "{file}:{line}: a sentence of {words} words; at most {WORDS}: {} ...",
                        start.join(" ")
                    ));
                }
            }
        }
    }
    none("split these lines and sentences of the book", &wrong);
}

/// Code, cells and targets of links are not part of a sentence; the lines of a paragraph are.
#[test]
fn sentences_are_found() {
    let text =
        "A `b c d` [e](f g.md)\nh.\n\n    code here\n\n* item\n  goes on\n\n```x\ncode\n```\n| one | two words |\n";
    let found: Vec<String> = paragraphs(text)
        .iter()
        .filter(|p| !p.is_empty())
        .map(|p| p.iter().map(|(_, w)| w.as_str()).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(found, ["A code [e h.", "item goes on", "one", "two words"]);
    assert_eq!(paragraphs("a\n\nb\nc").last().unwrap()[1], (4, "c".to_string()));
}

#[test]
fn every_dependency_says_why_it_is_here() {
    let mut wrong = vec![];
    for file in files(&["toml"]).iter().filter(|f| f.ends_with("Cargo.toml")) {
        let mut in_dependencies = false;
        for line in text(file).lines() {
            if line.starts_with('[') {
                in_dependencies = line.contains("dependencies");
            } else if in_dependencies && line.contains('=') && !line.contains('#') {
                let own = line.starts_with("adc-") || line.contains(".workspace");
                if !own {
                    wrong.push(format!("{file}: {line}"));
                }
            }
        }
    }
    none("dependencies without a comment", &wrong);
}

/// Generated and downloaded files stay out of the repository: what is in it is text.
#[test]
fn no_build_products_are_committed() {
    let listed = Command::new("git").args(["ls-files"]).current_dir(root()).output();
    // an unpacked archive has no git
    let Ok(listed) = listed else { return };
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    let wrong: Vec<String> = names
        .lines()
        .filter(|n| {
            let is_product = [".mod", ".o", ".exe", ".a", ".snap.new"].iter().any(|e| n.ends_with(e));
            // a file that was deleted is listed until the next commit
            is_product || std::fs::read(root().join(n)).is_ok_and(|bytes| bytes.contains(&0))
        })
        .map(str::to_string)
        .collect();
    none("build products and downloads", &wrong);
}
