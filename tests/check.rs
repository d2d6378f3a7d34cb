//! `adc check`: its verdicts, its exit status, and the places that it names.

use crate::support::cli::Sandbox;
use crate::support::json;
use crate::support::numeric::build;
use std::process::Command;

const COST: &str = "\
subroutine cost(n, x, y)
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   integer :: i
   y = 0
   do i = 1, n
      y = y + exp(x(i))*x(n + 1 - i)
   end do
end subroutine cost
";

const HEAD: &str = "--head 'cost(y)/(x)'";

#[test]
fn right_derivatives_are_accepted() {
    let s = Sandbox::with(&[("cost.f90", COST), ("inputs.nml", "&a n = 3, x = 0.1, 2*0.5 /\n")]);
    let out = s.works(&format!("adc check cost.f90 {HEAD}")).out;
    for part in [
        "assumed: n = 4",
        "Taylor",
        "dot product",
        "tape empty",
        "verdict: machine precision",
    ] {
        assert!(out.contains(part), "{out}");
    }
    let out = s
        .works(&format!("adc check cost.f90 {HEAD} --inputs inputs.nml --json"))
        .out;
    json::check(out.trim()).unwrap();
    assert!(
        out.contains("\"notes\":[]") && out.contains("\"verdict\":\"machine precision\""),
        "{out}"
    );
    let names: Vec<String> = s.contents().into_keys().collect();
    assert_eq!(names, ["cost.f90", "inputs.nml"], "a check leaves nothing behind");
}

/// Derivatives of the first call, which begins with the initial values, are compared with differences of it.
#[test]
fn procedures_that_keep_state() {
    let model = "\
subroutine top(n, x, y)
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: t
   integer :: i
   y = 0
   do i = 1, n
      call step(x(i), t)
      y = y + t
   end do
end subroutine top
subroutine step(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8), save :: memory = 0.0d0
   memory = 0.5d0*memory + sin(x)
   y = memory**2
end subroutine step
";
    let s = Sandbox::with(&[("top.f90", model)]);
    let out = s.works("adc check top.f90 --head 'top(y)/(x)'").out;
    assert!(
        out.contains("the head keeps state") && out.contains("verdict: machine precision"),
        "{out}"
    );
}

/// Arguments of a module procedure, a module variable, COMMON, a component and single precision in one head.
#[test]
fn all_storage() {
    let model = "\
module model
   implicit none
   type settings
      integer :: m
      real(8) :: rate
      real(8), allocatable :: table(:)
   end type settings
   real(8) :: total
contains
   subroutine run(s, x, z, r)
      type(settings), intent(in) :: s
      real(8), intent(inout) :: x(:, :)
      complex(8), intent(in) :: z
      real(4), intent(out) :: r(s%m)
      real(8) :: a(3)
      common /blk/ a
      total = sum(s%table)*s%rate + real(z*z)
      x = x*total
      r = real(a(2)*x(1, 1))
   end subroutine run
end module model
";
    let s = Sandbox::with(&[("model.f90", model)]);
    let head = "--head 'run(x, r, model%total)/(x, z, s%rate, s%table, blk%a)'";
    let out = s
        .works(&format!(
            "adc check model.f90 {head} --set s%m=4 --shape x=2,3 --shape s%table=0:2"
        ))
        .out;
    for part in ["x by s%table", "r by blk%a", "model%total by z"] {
        assert!(out.contains(part), "{out}");
    }
}

/// The exit status is 1 if nothing is compared, and the result says why.
#[test]
fn nothing_compared_is_no_success() {
    let flat = "subroutine f(x, y)\nreal(8) :: x, y\ny = int(x)\nend subroutine\n";
    let root = "subroutine f(x, y)\nreal(8) :: x, y\ny = sqrt(x - 10)\nend subroutine\n";
    let s = Sandbox::with(&[("flat.f90", flat), ("root.f90", root)]);
    for (file, note) in [("flat.f90", "the derivative is zero"), ("root.f90", "is not finite")] {
        let outcome = s.line(&format!("adc check -q {file} --head 'f(y)/(x)'"));
        assert_eq!(outcome.status, 1, "{outcome:?}");
        assert!(
            outcome.out.contains("verdict: not compared") && outcome.out.contains(note),
            "{outcome:?}"
        );
    }
    s.works("adc check root.f90 --head 'f(y)/(x)' --range x=11:12");
}

/// A fault in a file of the user is found, and its line is named; in the tangent, in the adjoint, and if it is missing.
#[test]
fn faults_are_named() {
    let s = Sandbox::with(&[("cost.f90", COST)]);
    s.works(&format!("adc --tangent --reverse cost.f90 {HEAD} -o made/"));
    let files = ["made/cost_d.f90", "made/cost_b.f90"];
    let given = files.map(|f| format!("--derivative {f}")).join(" ");
    let check = format!("adc check -q cost.f90 {HEAD} {given}");
    s.works(&check);
    for (file, target) in [(files[0], "yd = yd + "), (files[1], "xb(i) = ")] {
        let text = s.text(file);
        let at = text.lines().position(|l| l.contains(target)).unwrap();
        let line = text.lines().nth(at).unwrap();
        let wrong = line.replacen("= ", "= 2*", 1);
        s.file(file, text.replace(line, &wrong).as_bytes());
        let outcome = s.line(&check);
        assert_eq!(outcome.status, 1, "{outcome:?}");
        let place = format!("the first fault: {file}:{}: ", at + 1);
        assert!(outcome.out.contains(&place), "{place}\n{}", outcome.out);
        assert!(
            outcome.out.contains("it belongs to cost.f90:8: y = y + "),
            "{}",
            outcome.out
        );
        s.file(file, text.replace(line, "").as_bytes());
        let out = s.line(&check).out;
        assert!(out.contains("is missing") && out.contains(target.trim()), "{out}");
        s.file(file, text.as_bytes());
    }
}

/// The copy of the source writes the inputs of its first call, and the check reads them; a main program is left out.
#[test]
fn inputs_are_captured() {
    let main = "\
program main
   implicit none
   real(8) :: x(0:99), y
   integer :: i
   x = [(0.01d0*i, i = 1, 100)]
   call cost(100, x, y)
   x = 2
   call cost(100, x, y)
end program main
";
    let s = Sandbox::with(&[("cost.f90", COST), ("main.f90", main)]);
    s.works(&format!("adc check cost.f90 {HEAD} --capture captured/"));
    let mut compiler = build::gfortran();
    compiler.args("captured/adc_capture.f90 captured/cost.f90 main.f90 -J captured -o run.exe".split(' '));
    build::run(&mut compiler, &s.path("")).unwrap();
    build::run(&mut Command::new(s.path("run.exe")), &s.path("")).unwrap();
    let command = format!("adc check cost.f90 main.f90 {HEAD} --inputs cost.inputs --build built");
    let out = s.works(&command).out;
    assert!(!out.contains("assumed"), "{out}");
    let given = std::fs::read(s.path("built/adc_given_2_1")).unwrap();
    let numbers = given.chunks_exact(8).map(|c| f64::from_ne_bytes(c.try_into().unwrap()));
    let wanted: Vec<f64> = (1..=100).map(|i| 0.01 * f64::from(i)).collect();
    assert_eq!(numbers.collect::<Vec<_>>(), wanted);
}

/// Several heads are checked one by one; an input may be one of the second.
#[test]
fn several_heads() {
    let other = "subroutine other(k, x, y)\ninteger :: k\nreal(8) :: x(k), y\ny = sum(x**2)\nend subroutine\n";
    let s = Sandbox::with(&[("cost.f90", COST), ("other.f90", other)]);
    let command = format!("adc check cost.f90 other.f90 {HEAD} --head 'other(y)/(x)' --set k=3 --json");
    let out = s.works(&command).out;
    json::check(out.trim()).unwrap();
    assert!(
        out.contains("\"head\":\"cost\"") && out.contains("\"head\":\"other\""),
        "{out}"
    );
}

#[test]
fn inputs_without_a_variable_are_refused() {
    let s = Sandbox::with(&[("cost.f90", COST)]);
    let cases = [
        ("--set m=3", 1, "ADC0507", "`m`"),
        ("--range x=2:1", 2, "ADC0504", "--range x=2:1"),
        ("--set n=3 --set x=1,2", 1, "ADC0507", "2 values"),
        ("--fc no_such_compiler", 1, "ADC0507", "no_such_compiler"),
    ];
    for (option, status, code, part) in cases {
        let outcome = s.fails(&format!("adc check cost.f90 {HEAD} {option}"), status, &[code]);
        assert!(outcome.err.contains(part), "{outcome:?}");
    }
}
