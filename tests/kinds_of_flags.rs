//! A generated file compiles only with the default kinds for which it was made.

use crate::support::cli::Sandbox;
use std::process::Command;

/// Records a value of the type before each statement that overwrites it.
fn program(ty: &str, declarations: &str) -> String {
    let body = "do i = 1, n\nif (x(i) > 0.3) t = t*x(i)\nt = sin(t*x(i))\nend do\ny = t\nend\n";
    format!("subroutine f(n, x, y)\n{declarations}\ninteger(4) :: n, i\n{ty} :: x(n), y, t\nt = 1\n{body}")
}

fn compiles(s: &Sandbox, flags: &[&str]) -> bool {
    let mut gfortran = Command::new("gfortran");
    gfortran.args(["-c", "out.f90"]).args(flags);
    gfortran.current_dir(s.path("."));
    gfortran.output().unwrap().status.success()
}

#[test]
fn other_kinds_do_not_compile() {
    const REAL: &str = "-fdefault-real-8";
    const BOTH: [&str; 2] = [REAL, "-fdefault-double-8"];
    let of_double = "integer, parameter :: wp = kind(1.0d0)";
    let cases = [
        ("real", "", false, false),
        ("double precision", "", false, true),
        ("real(wp)", of_double, false, true),
        ("real(8)", "", true, true),
        ("real(4)", "", true, true),
    ];
    for (ty, declarations, with_real, with_both) in cases {
        let s = Sandbox::new();
        s.file("f.f90", program(ty, declarations).as_bytes());
        s.works("adc --reverse f.f90 --head 'f(y)/(x)' -o out.f90");
        assert!(compiles(&s, &[]), "{ty}");
        assert_eq!(compiles(&s, &[REAL]), with_real, "{ty} {REAL}");
        assert_eq!(compiles(&s, &BOTH), with_both, "{ty} {BOTH:?}");
        s.works(&format!("adc --reverse f.f90 --head 'f(y)/(x)' {REAL} -o out.f90"));
        assert!(compiles(&s, &[REAL]), "{ty}, told of {REAL}");
    }
}

#[test]
fn integers_are_of_four_bytes() {
    let s = Sandbox::new();
    let text = "subroutine f(x, y, k)\nreal(8) :: x, y\ninteger :: k\ny = x**k\nk = k + int(x)\ny = y*x**k\nend\n";
    s.file("f.f90", text.as_bytes());
    s.works("adc --reverse f.f90 --head 'f(y)/(x)' --no-opt indexed -o out.f90");
    assert!(compiles(&s, &[]));
    assert!(!compiles(&s, &["-fdefault-integer-8"]));
}

#[test]
fn a_variable_may_be_named_kind() {
    let s = Sandbox::new();
    let text = program("real", "real :: kind(3)").replace("t = 1\n", "kind = 2\nt = kind(2)\n");
    s.file("f.f90", text.as_bytes());
    s.works("adc --reverse f.f90 --head 'f(y)/(x)' -o out.f90");
    assert!(compiles(&s, &[]));
}

/// A check compiles the sources with the macros, the form and the flags with which `adc` reads them.
#[test]
fn checks_are_compiled_with_the_flags() {
    let s = Sandbox::new();
    let text = "\
subroutine f(x, y)
#ifdef FACTOR
real :: x, y, t
t = FACTOR*x
y = sin(t)*t
#endif
end
";
    s.file("g.f", text.as_bytes());
    s.works("adc check g.f --head 'f(y)/(x)' --cpp --form free -D FACTOR=2 -fdefault-real-8");
    let long = format!("      y = x{}*x*x\n", " ".repeat(80));
    let text = format!("      subroutine f(x, y)\n      real x, y\n{long}      end\n");
    s.file("f.f", text.as_bytes());
    s.works("adc check f.f --head 'f(y)/(x)' -ffixed-line-length-132");
}

#[test]
fn quadruple_precision_is_checked() {
    let s = Sandbox::new();
    let text = "subroutine f(x, q, y)\nreal(8) :: x, y\nreal(16) :: q(2)\ny = x*q(1)**2/q(2)\nend\n";
    s.file("f.f90", text.as_bytes());
    let out = s.works("adc check f.f90 --head 'f(y)/(x, q)'").out;
    assert!(out.contains("y by q"), "{out}");
}
