//! `adc analyze --show tape` predicts the maximal size of the tape: the prediction is compared with the counts of the
//! tape when derivatives run.

use crate::support::cli::Sandbox;
use crate::support::fixtures::{check_all, name_of};
use crate::support::numeric::check_compiled;
use crate::support::tape::compare_fixture;

/// Fixtures whose calls can be split.
const SPLIT: &[&str] = &["calls", "contexts", "saved_locals", "optional_function", "nested_types"];

/// With and without split calls.
#[test]
fn split_calls_are_in_the_account() {
    check_all(|adc, source| {
        if !SPLIT.contains(&name_of(source).as_str()) {
            return Ok(());
        }
        for kind in ["none", "calls"] {
            let options = ["--checkpoint", kind];
            let report = check_compiled(adc, source, &options, &[])?;
            compare_fixture(adc, source, &options, report.tape_bytes)?;
        }
        Ok(())
    });
}

/// The page about the report shows its actual output.
#[test]
fn the_page_is_true() {
    let page = include_str!("../docs/reference/tape-report.md");
    let block = |kind: &str| {
        let (_, rest) = page.split_once(&format!("```{kind}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let s = Sandbox::with(&[("heat.f90", block("fortran"))]);
    let outcome = s.works("adc analyze heat.f90 --head 'heat(cost)/(u, k)' --show tape");
    assert_eq!(outcome.out.trim_end(), block("text").trim_end());
}
