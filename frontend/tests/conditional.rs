//! Sentinels of conditional compilation. The module is private, so its source is compiled here, too.

#[path = "../src/lines/conditional.rs"]
mod source;

use source::{fixed_statement, free_sentinel};

#[test]
fn sentinels_of_free_form() {
    for (line, goes_on, end) in [
        ("!$ y = 1", false, Some(2)),
        ("  !$ y = 1", false, Some(4)),
        ("!$y = 1", false, None),
        ("!$& + 1", true, Some(2)),
        ("!$& + 1", false, None),
        ("!$ & + 1", true, Some(2)),
        ("!$omp& private(i)", true, None),
        ("!$", false, None),
        ("!$   ", false, None),
        ("y = 1 !$ no", false, None),
    ] {
        assert_eq!(free_sentinel(line, goes_on), end, "{line}");
    }
}

#[test]
fn sentinels_of_fixed_form() {
    let of = |line: &str| fixed_statement(line);
    assert_eq!(of("!$    y = 1").as_deref(), Some("      y = 1"));
    assert_eq!(of("C$ 10 y = 1").as_deref(), Some("   10 y = 1"));
    assert_eq!(of("*$   & + 1").as_deref(), Some("     & + 1"));
    assert_eq!(of("c$\ty = 1").as_deref(), Some("  \ty = 1"));
    for other in ["C$omp parallel", "c$ad ii-loop", "!$", "C    y = 1", " !$   y = 1"] {
        assert_eq!(of(other), None, "{other}");
    }
}
