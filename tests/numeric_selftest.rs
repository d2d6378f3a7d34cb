//! The numeric checks themselves: they accept correct derivatives and reject each kind of wrong ones.

use std::path::{Path, PathBuf};

use crate::support::numeric::spec::Spec;
use crate::support::numeric::{blocks, check, Generated, Report};

/// Checks the hand-written derivatives of `selftest/NAME`, after the given replacements in their text.
fn check_edited(name: &str, edits: &[(&str, &str)]) -> Result<Report, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/selftest");
    let (stem, extension) = name.split_once('.').unwrap();
    let work = tempfile::tempdir().unwrap();
    let edited = |suffix: &str| -> PathBuf {
        let file = format!("{stem}{suffix}.{extension}");
        let mut text = std::fs::read_to_string(folder.join(&file)).unwrap();
        for (from, to) in edits {
            text = text.replace(from, to);
        }
        let path = work.path().join(file);
        std::fs::write(&path, text).unwrap();
        path
    };
    let source = edited("");
    let spec = Spec::read(&source)?;
    check(
        &source,
        &spec,
        &Generated {
            tangent: edited("_d"),
            adjoint: edited("_b"),
        },
        work.path(),
    )
}

#[track_caller]
fn refused(edits: &[(&str, &str)], message: &str) {
    let error = check_edited("module.f90", edits).unwrap_err();
    assert!(error.contains(message), "expected `{message}` in:\n{error}");
}

#[test]
fn accepts_what_is_right() {
    let report = check_edited("module.f90", &[]).unwrap();
    assert!(report.size > 0.1 && report.tape_bytes == 8, "{report:?}");
    assert!(
        report.differences < 1e-9 && report.dot < 1e-15 && report.primal == 0.0,
        "{report:?}"
    );
    let report = check_edited("common.f", &[]).unwrap();
    assert!(report.tape_bytes == 0, "{report:?}");
}

#[test]
fn refuses_a_wrong_tangent() {
    refused(&[("2*c*cd", "c*cd")], "tangent against differences");
}

#[test]
fn refuses_a_wrong_primal_result() {
    refused(
        &[("w(1) = c*c\n      wd(2)", "w(1) = c\n      wd(2)")],
        "primal results of the tangent code",
    );
}

#[test]
fn refuses_a_wrong_adjoint() {
    refused(&[("2*conjg(c)*wb(1)", "2*c*wb(1)")], "dot product");
}

#[test]
fn refuses_an_adjoint_that_is_added_to() {
    refused(&[("kb = sum(x**2*yb)", "kb = kb + sum(x**2*yb)")], "dot product");
}

#[test]
fn refuses_adjoints_of_dependents_that_are_left() {
    refused(&[("wb = 0\n", "\n")], "not zero on exit");
}

#[test]
fn refuses_garbage_that_counts() {
    refused(&[("yd = kd*x**2 +", "yd = yd - yd + kd*x**2 +")], "not finite");
    // in a shadow that no driver passes
    refused(
        &[
            ("real(8) :: kd", "real(8) :: kd, hd"),
            ("yd = kd*x**2 +", "yd = hd - hd + kd*x**2 +"),
        ],
        "not finite",
    );
    let hidden = [
        ("S, AD\n", "S, AD\n      REAL :: HD\n      COMMON /HID_D/ HD\n"),
        ("+ AD(2)\n", "+ AD(2) + HD - HD\n"),
    ];
    let error = check_edited("common.f", &hidden).unwrap_err();
    assert!(error.contains("not finite"), "{error}");
}

#[test]
fn refuses_a_second_call_that_gives_something_else() {
    let counted = [
        ("real(8) :: kd", "real(8) :: kd\n integer :: calls = 0"),
        ("yd = kd*x**2 +", "calls = calls + 1\n yd = (calls - 1)*kd*x**2 +"),
    ];
    refused(&counted, "a second call gives something else: jv");
}

#[test]
fn refuses_values_left_on_the_tape() {
    refused(&[("call popreal8(before)", "before = 3")], "tape is not empty");
    refused(
        &[("call popcontrol1b(branch)", "branch = 1")],
        "what was pushed last is control1b",
    );
}

#[test]
fn refuses_a_pop_of_another_kind() {
    refused(
        &[("call popreal8(before)", "call popinteger4(branch)")],
        "what was pushed last is real8",
    );
}

#[test]
fn refuses_a_zero_derivative() {
    let zero = [("F = S*A(1)*X**N + A(2)", "F = N"), ("F_D = ", "F_D = 0\nC     ")];
    let error = check_edited("common.f", &zero).unwrap_err();
    assert!(error.contains("zero in all components"), "{error}");
}

#[test]
fn refuses_an_index_out_of_bounds() {
    refused(&[("xb(1) = len", "xb(3) = len")], "above upper bound");
}

#[test]
fn tells_what_is_wrong_in_a_header() {
    let error = |text: &str| Spec::parse(text).unwrap_err();
    assert!(error("! head: f(y)/(x)\n! arg x real8\n").contains("`y` of the head line is not described"));
    assert!(error("! head: f(y)/(x)\n! arg x real9\n").contains("unknown type `real9`"));
    assert!(error("! head: f(y)/(x)\n! arg x real8(3) 1 2\n").contains("has 3 elements but 2 values"));
    assert!(error("! head: f(y)/(x)\n! arg x real8\n! arg y real8\n! before n 2\n").contains("`n` of a `before` line"));
    assert!(error("! head: f y\n").contains("should be like"));
    assert!(error("! head: f(y)/(n)\n! arg y real8\n! arg n integer\n").contains("neither real nor complex"));
}

#[test]
fn finds_the_members_of_a_shadow() {
    let fixed = "      COMMON /BLK_B/ AB(2,3),\n     &  CB\n      X = 1\n";
    assert_eq!(blocks::shadow_members(fixed, "blk_b").unwrap(), ["ab", "cb"]);
    let free = "  common /blk_b/ ab, &\n    & cb\n  x = 1\n";
    assert_eq!(blocks::shadow_members(free, "blk_b").unwrap(), ["ab", "cb"]);
    assert_eq!(blocks::shadow_members(free, "other_b"), None);
}
