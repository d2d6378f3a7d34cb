//! Every code of the registry has a page; its failing example gives that code, the corrected one gives no message.

use crate::support::cli::Sandbox;
use crate::support::pages;
use adc_frontend::codes;

/// The folder of the snapshots beside this file.
const SNAPSHOTS: &str = "diagnostics/snapshots";

#[test]
fn every_code_has_a_page() {
    let pages: Vec<(u16, String)> = pages::all().into_iter().map(|p| (p.number, p.title)).collect();
    let registry: Vec<(u16, String)> = codes::ALL.iter().map(|c| (c.number, c.title.to_string())).collect();
    assert_eq!(registry, pages, "left: frontend/src/codes.rs, right: docs/diagnostics");
}

#[test]
fn examples_fail_and_corrected_ones_work() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(SNAPSHOTS);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for page in pages::all() {
        let code = format!("ADC{:04}", page.number);
        if codes::is_internal(page.number) {
            assert!(page.examples.is_empty(), "{code}: a proof that fails is no example");
            continue;
        }
        let kinds: Vec<bool> = page.examples.iter().map(|e| e.fails).collect();
        assert!(kinds.contains(&true) && kinds.contains(&false), "{code}: {kinds:?}");
        let mut rendered = vec![];
        for example in &page.examples {
            let (outcome, files) = example.run();
            let (command, err) = (&example.command, &outcome.err);
            let errors = err.contains("error[");
            if example.fails {
                assert!(err.contains(&format!("[{code}]")), "{code}: `{command}` gives\n{err}");
                let status = match (errors, page.number) {
                    (false, _) => 0,
                    (true, codes::BAD_OPTION) => 2,
                    (true, _) => 1,
                };
                assert_eq!(outcome.status, status, "{code}: `{command}` gives\n{err}");
                assert_eq!(files.len(), if errors { 1 } else { 2 }, "{code}: {files:?}");
                rendered.push(format!("$ {command}\n{}", err.trim_end()));
            } else {
                assert!(
                    outcome.status == 0 && err.is_empty(),
                    "{code}: the corrected example `{command}` gives\n{err}\n{}",
                    example.source()
                );
                let outputs = match command.split(' ').nth(1) {
                    Some("check") => 0,
                    // two derivatives, the wrapper, its header and its description
                    Some("wrap") => 5,
                    _ => 1,
                };
                assert_eq!(files.len(), 1 + outputs, "{code}: {files:?}");
            }
        }
        let text = rendered.join("\n\n");
        settings.bind(|| insta::assert_snapshot!(code.clone(), text));
    }
}

#[test]
fn explain_prints_the_pages() {
    let sandbox = Sandbox::new();
    for code in codes::ALL {
        let page = std::fs::read_to_string(pages::folder().join(format!("ADC{:04}.md", code.number))).unwrap();
        assert_eq!(sandbox.works(&format!("adc explain ADC{:04}", code.number)).out, page);
    }
    let short = sandbox.works("adc explain 305").out;
    assert_eq!(short, sandbox.works("adc explain adc0305").out);
    for unknown in ["ADC9999", "what", "''"] {
        sandbox.fails(&format!("adc explain {unknown}"), 2, &["ADC0504"]);
    }
}

/// `docs/diagnostics/README.md` lists the registry. To regenerate it: `ADC_BLESS=1 cargo test --test main`.
#[test]
fn index_is_the_registry() {
    let groups = [
        (1, "Reading the source"),
        (2, "Names and types"),
        (3, "Differentiation"),
        (4, "Analyses"),
        (5, "Files and options"),
        (6, "Bugs in adc"),
    ];
    let mut text = String::from(INTRODUCTION);
    for (hundred, title) in groups {
        let rows: Vec<_> = codes::ALL.iter().filter(|c| c.number / 100 == hundred).collect();
        if rows.is_empty() {
            continue;
        }
        text += &format!("\n## {title}\n\n| Code | Meaning |\n|---|---|\n");
        for c in rows {
            text += &format!("| [ADC{0:04}](ADC{0:04}.md) | {1} |\n", c.number, c.title);
        }
    }
    let path = pages::folder().join("README.md");
    if std::env::var_os("ADC_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|t| t == text),
        "docs/diagnostics/README.md is not what the registry says; run the test with ADC_BLESS=1"
    );
}

const INTRODUCTION: &str = "\
# Diagnostics

Each message of `adc` has a code. `adc explain ADC0305` prints the page of a code: its meaning, an example that gives the
message, and the example corrected.

| severity | meaning |
|---|---|
| error | nothing is written |
| warning | the output is usable; read the message |
| note | a decision that `adc` took |

One run reports all errors, except consequences of other errors.

The first line of each example is the command that is run on it; the tests of `adc` run all of them. In commands without
a source, `model.f90` is a file with a procedure `f(x, y)`.

This page is generated from `frontend/src/codes.rs`.
";
