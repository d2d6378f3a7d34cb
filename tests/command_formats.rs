//! The formats of messages for programs: gcc, JSON, SARIF; texts generated from the command line.

use crate::support::cli::Sandbox;
use serde_json::Value;

/// The second line begins with a character of two bytes.
const WRONG: &str = "subroutine f(x, y)
   ! caf\u{e9}
   implicit none
   real(8) :: x, y, total
   y = totl*x
end subroutine f
";

fn run(format: &str) -> String {
    let s = Sandbox::with(&[("model.f90", WRONG)]);
    let command = format!("adc --reverse model.f90 --head 'f(y)/(x)' --message-format {format}");
    s.fails(&command, 1, &[]).err
}

#[test]
fn gcc_s_lines() {
    let expected = "\
model.f90:5:8: error: `totl` is not declared, and IMPLICIT NONE is in force [ADC0201]
model.f90:5:8: note: did you mean `total`?
";
    assert_eq!(run("gcc"), expected);
    let s = Sandbox::new();
    let unplaced = s.fails("adc --reverse none.f90 --message-format gcc", 1, &[]).err;
    assert_eq!(
        unplaced,
        "adc: error: cannot read `none.f90`: the file does not exist [ADC0501]\n"
    );
}

/// Every line of this format is one that the problem matcher of `editors/` takes apart.
#[test]
fn the_problem_matcher_fits() {
    let tasks: Value = serde_json::from_str(include_str!("../editors/vscode-tasks.json")).unwrap();
    let of = |k: usize| &tasks["tasks"][k]["problemMatcher"]["pattern"];
    assert_eq!(of(0), of(1));
    assert_eq!(
        of(0)["regexp"],
        "^(.+?):(\\d+):(\\d+): (error|warning|note): (.*?)(?: \\[(ADC\\d{4})\\])?$"
    );
    for line in run("gcc").lines() {
        let parts: Vec<&str> = line.splitn(5, ':').collect();
        let [file, l, c, severity, text] = parts.as_slice() else {
            panic!("{line}")
        };
        assert_eq!(*file, "model.f90");
        assert!(l.parse::<u32>().is_ok() && c.parse::<u32>().is_ok(), "{line}");
        assert!(
            [" error", " warning", " note"].contains(severity) && text.starts_with(' '),
            "{line}"
        );
    }
}

#[test]
fn json_with_ends_and_offsets() {
    let line = run("json");
    let message: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(
        [
            &message["line"],
            &message["column"],
            &message["end_line"],
            &message["end_column"]
        ],
        [5, 8, 5, 12]
    );
    let at = |key: &str| message[key].as_u64().unwrap() as usize;
    assert_eq!(&WRONG[at("offset")..at("end_offset")], "totl");
    // lines of a preprocessed file have moved
    let s = Sandbox::with(&[("model.F90", WRONG)]);
    let moved = s
        .fails(
            "adc --reverse model.F90 --head 'f(y)/(x)' --message-format json",
            1,
            &[],
        )
        .err;
    assert!(
        moved.contains("\"end_column\":12") && !moved.contains("offset"),
        "{moved}"
    );
}

#[test]
fn sarif_is_one_log() {
    let text =
        "subroutine f(x, y)\n   implicit none\n   real(8) :: x, y\n   y = x ; call g('\u{e9}\u{e9}', nope)\nend\n";
    let s = Sandbox::with(&[("a model.f90", text)]);
    let err = s
        .fails(
            "adc --reverse 'a model.f90' --head 'f(y)/(x)' --message-format sarif",
            1,
            &[],
        )
        .err;
    let log: Value = serde_json::from_str(&err).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let result = &run["results"][0];
    assert_eq!([&result["ruleId"], &result["level"]], ["ADC0201", "error"]);
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "ADC0201");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20model.f90");
    let region = &place["region"];
    // characters, and bytes
    assert_eq!(
        [&region["startLine"], &region["startColumn"], &region["endColumn"]],
        [4, 25, 29]
    );
    let (at, length) = (
        region["byteOffset"].as_u64().unwrap(),
        region["byteLength"].as_u64().unwrap(),
    );
    assert_eq!(&text[at as usize..(at + length) as usize], "nope");

    let fine = Sandbox::with(&[("model.f90", crate::support::pages::MODEL)]);
    let empty = fine
        .works("adc --reverse model.f90 --head 'f(y)/(x)' --message-format sarif")
        .err;
    let log: Value = serde_json::from_str(&empty).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 0);
}

#[test]
fn completions_and_man_pages() {
    let s = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = s.works(&format!("adc completions {shell}")).out;
        for word in ["checkpoint", "analyze", "message-format"] {
            assert!(script.contains(word), "{shell}: no {word}");
        }
    }
    let page = s.works("adc man").out;
    assert!(page.contains(".TH adc 1") && page.contains("\\-\\-reverse"), "{page}");
    s.works("adc man -o pages");
    let names = s.contents().into_keys().collect::<Vec<_>>();
    assert!(
        names.contains(&"pages/adc.1".to_string()) && names.contains(&"pages/adc-check.1".to_string()),
        "{names:?}"
    );
    assert_eq!(s.text("pages/adc.1"), page);
}

/// The commit and its date, where the source has some.
#[test]
fn version_names_a_commit() {
    let version = Sandbox::new().works("adc --version").out;
    let rest = version
        .trim()
        .strip_prefix(concat!("adc ", env!("CARGO_PKG_VERSION")))
        .unwrap();
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        let output = command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        let text = String::from_utf8(output.ok().filter(|o| o.status.success())?.stdout).ok()?;
        Some(text.trim_end().to_string())
    };
    let top = git(&["rev-parse", "--show-toplevel"]);
    if top.is_some_and(|t| std::path::Path::new(&t).join("src/bin/adc/commit.txt").exists()) {
        // the command may be older than the last commit
        let commit = rest.trim_start_matches(" (").split(' ').next().unwrap();
        let known = git(&["log", "-1", "--format= (%h %cs)", "--abbrev=8", commit]);
        assert_eq!(known.as_deref(), Some(rest));
    } else {
        assert!(rest.is_empty() || rest.starts_with(" ("), "{version}");
    }
}
