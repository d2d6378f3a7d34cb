//! Procedures without source in many directions: hand-written derivatives of the usual names, and those that cannot be
//! called once per direction. Described procedures are ordinary fixtures, in `tests/numeric`.

use crate::support::cli::Sandbox;
use crate::support::numeric::vector;
use std::path::Path;

/// Derivatives of one direction, whose interfaces messages show or a description in Tapenade's format determines.
#[test]
fn derivatives_of_one_direction_fit() {
    let adc = Path::new(env!("CARGO_BIN_EXE_adc"));
    for fixture in ["assumed", "library"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/external/{fixture}/head.f90"));
        let refused = vector::check(adc, &source, &[]).unwrap_or_else(|e| panic!("{fixture}: {e}"));
        assert!(refused.many.is_empty(), "{fixture}: {:?}", refused.many);
    }
}

const HEAD: &str = "\
subroutine head(n, x, y)
   integer :: n
   real(8) :: x(n), y(n), c
   common /state/ c
   y = 2*x
   call scale(n, x, y)
   y = y + x
end subroutine head
";

const DESCRIBED: &str = "[scale]\narguments = [\"n\", \"x\", \"y\"]\nwrites = [\"y\"]\n";

fn with(more: &str, other: &str) -> Sandbox {
    let described = format!("{DESCRIBED}{more}\n");
    Sandbox::with(&[("head.f90", HEAD), ("other.f90", other), ("scale.toml", &described)])
}

fn line(mode: &str, files: &str) -> String {
    format!("adc {mode} --vector {files} --head 'head(y)/(x)' --external scale.toml -o out.f90")
}

#[test]
fn names_come_from_descriptions_and_sources() {
    let call = |s: &Sandbox| -> String {
        let text = s.text("out.f90");
        let mut lines = text.lines().filter(|l| l.contains("call scale"));
        lines.next_back().unwrap_or_default().trim().to_string()
    };
    let s = with("", "subroutine scale_bv()\nend subroutine");
    for (mode, files, expected) in [
        ("--tangent", "head.f90", "call scale_d(n, x, xd(dir, :), y, yd(dir, :))"),
        ("--reverse", "head.f90", "call scale_b(n, x, xb(dir, :), y, yb(dir, :))"),
        (
            "--tangent",
            "head.f90 other.f90",
            "call scale_d(n, x, xd(dir, :), y, yd(dir, :))",
        ),
        ("--reverse", "head.f90 other.f90", "call scale_bv(n, x, xb, y, yb, nd)"),
    ] {
        s.works(&line(mode, files));
        assert_eq!(call(&s), expected, "{mode} {files}");
    }
    let s = with("vector-tangent = \"scales\"", "");
    s.works(&line("--tangent", "head.f90"));
    assert_eq!(call(&s), "call scales(n, x, xd, y, yd, nd)");
    // in one direction, names for many have no meaning
    s.works(&line("--tangent", "head.f90").replace("--vector", ""));
    assert_eq!(call(&s), "call scale_d(n, x, xd, y, yd)");
}

/// An unknown procedure that the head gets as an argument comes with a derivative in many directions.
#[test]
fn dummy_procedures_have_derivatives_in_many_directions() {
    let text = "\
subroutine head(f, x, y)
   external :: f
   real(8) :: x(3), y(3)
   y = x**2
   call f(x, y)
end subroutine head
";
    let s = Sandbox::with(&[("head.f90", text)]);
    for (mode, d) in [("--tangent", 'd'), ("--reverse", 'b')] {
        s.works(&format!("adc {mode} --vector head.f90 --head 'head(y)/(x)' -o out.f90"));
        let text = s.text("out.f90");
        for part in [
            format!("(f, f_{d}v, x, x{d}, y, y{d}, nd)"),
            format!("call f_{d}v(x, x{d}, y, y{d}, nd)"),
        ] {
            assert!(text.contains(&part), "{part}\n{text}");
        }
    }
}

#[test]
fn effects_that_happen_once_are_refused() {
    let pops = "subroutine scale_b(n, x, xb, y, yb)\ninteger :: n\nreal(8) :: x(n), xb(n), y(n), yb(n)\ncall popreal8array(y, n)\nend subroutine";
    let balanced = pops.replace("call pop", "call pushreal8array(y, n)\ncall pop");
    for (mode, more, other, why) in [
        ("--tangent", "side-effects = true", "", "it has side effects"),
        ("--reverse", "side-effects = true", "", "it has side effects"),
        (
            "--tangent",
            "writes-globals = [\"state%c\"]",
            "",
            "it changes COMMON blocks",
        ),
        ("--reverse", "", pops, "it pops values"),
    ] {
        let s = with(more, other);
        let said = s.fails(&line(mode, "head.f90 other.f90"), 1, &["ADC0307"]).err;
        assert!(said.contains(why) && said.contains("call scale(n, x, y)"), "{said}");
        assert!(said.contains("`vector-"), "{said}");
        let key = if mode == "--tangent" {
            "vector-tangent"
        } else {
            "vector-adjoint"
        };
        let s = with(&format!("{more}\n{key} = \"scales\""), other);
        s.works(&line(mode, "head.f90 other.f90"));
    }
    with("", &balanced).works(&line("--reverse", "head.f90 other.f90"));
}

/// An element stands for the rest of an array whose size the procedure does not know.
#[test]
fn arrays_of_unknown_size_are_refused() {
    let s = with("", "");
    let text = HEAD.replace("x(n), y(n)", "x(*), y(n)").replace("2*x", "2*x(1)");
    let text = text
        .replace("y + x\n", "y + x(2)\n")
        .replace("(n, x, y)\n   y", "(n, x(2), y)\n   y");
    std::fs::write(s.path("head.f90"), text).unwrap();
    let said = s.fails(&line("--tangent", "head.f90"), 1, &["ADC0307"]).err;
    assert!(said.contains("whose size is unknown here"), "{said}");
    std::fs::write(
        s.path("scale.toml"),
        format!("{DESCRIBED}vector-tangent = \"scales\"\n"),
    )
    .unwrap();
    s.works(&line("--tangent", "head.f90"));
}

#[test]
fn keys_are_checked() {
    let s = with("vector-module = \"m\"", "");
    s.fails(&line("--tangent", "head.f90"), 1, &["ADC0506"]);
    with("module = \"k\"\nvector-module = \"m\"", "").works(&line("--tangent", "head.f90"));
    with("scalars = [\"z\"]", "").fails(&line("--tangent", "head.f90"), 1, &["ADC0506"]);
}
