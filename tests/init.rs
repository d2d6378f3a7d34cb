//! `adc init`: projects that use what it writes.

use crate::support::cli::Sandbox;
use std::process::Command;

pub const PARAMS: &str = "module params\n   implicit none\n   real(8) :: kappa = 0.5d0\nend module params\n";

pub const MODEL: &str = "\
module model
   use params
   implicit none
contains
   subroutine cost(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y
      integer :: i
      y = 1
      do i = 1, 2
         y = y*x(i)**2*kappa
      end do
   end subroutine cost
end module model
";

pub const MAIN: &str = "\
program main
   use model_b
   implicit none
   real(8) :: x(2) = [1d0, 2d0], xb(2), y, yb
   yb = 1
   call cost_b(x, xb, y, yb)
   print '(2f8.3)', xb
end program main
";

const MAKEFILE: &str = "\
main:
include adc/adc.mk
model_b.f90: params.f90 model.f90
model_b.f90: ADCFLAGS = --head 'cost(y)/(x)' --reverse
main: params.o model.o model_b.o main.o $(ADC_TAPE)
\t$(FC) $^ -o $@
%.o: %.f90
\t$(FC) -c $<
model.o: params.o
model_b.o: model.o
main.o: model_b.o
";

/// Runs a command in the folder; its output.
fn run(s: &Sandbox, program: &str, arguments: &[&str]) -> String {
    let done = Command::new(program)
        .args(arguments)
        .current_dir(s.path("."))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{program} {arguments:?}: {said}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn make(s: &Sandbox) -> String {
    let adc = format!("ADC={}", env!("CARGO_BIN_EXE_adc"));
    run(s, "make", &[&adc])
}

/// The lines that `adc init make` prints are a whole makefile, also for parallel builds.
#[test]
fn printed_lines_for_make_are_enough() {
    let model = MODEL.replace("   use params\n", "").replace("*kappa", "*0.5d0");
    let s = Sandbox::with(&[("model.f90", &model), ("main.f90", MAIN)]);
    let said = s.works("adc init make").out;
    s.file("Makefile", said.as_bytes());
    let adc = format!("ADC={}", env!("CARGO_BIN_EXE_adc"));
    run(&s, "make", &["-j3", &adc]);
    let main = s.path("main").display().to_string();
    assert_eq!(run(&s, &main, &[]).trim(), "2.000   1.000");
}

#[test]
fn make_builds_and_builds_again_what_changed() {
    let s = Sandbox::with(&[
        ("params.f90", PARAMS),
        ("model.f90", MODEL),
        ("main.f90", MAIN),
        ("Makefile", MAKEFILE),
    ]);
    let said = s.works("adc init make").out;
    assert!(said.starts_with("include adc/adc.mk\n"), "{said}");
    make(&s);
    let main = s.path("main").display().to_string();
    assert_eq!(run(&s, &main, &[]).trim(), "2.000   1.000");
    assert!(make(&s).contains("up to date"));
    // the date of a file has to be newer
    std::thread::sleep(std::time::Duration::from_millis(1100));
    s.file("params.f90", PARAMS.replace("0.5", "1.0").as_bytes());
    let again = make(&s);
    assert!(
        again.contains("--reverse") && !again.contains("adc_tape.f90"),
        "{again}"
    );
    assert_eq!(run(&s, &main, &[]).trim(), "8.000   4.000");
}

#[test]
fn files_of_the_user_stay() {
    let s = Sandbox::with(&[("adc/adc-config.cmake", "# mine\n")]);
    let refused = s.fails("adc init cmake", 2, &["ADC0504"]);
    assert!(refused.err.contains("adc/adc-config.cmake"), "{}", refused.err);
    assert_eq!(s.text("adc/adc-config.cmake"), "# mine\n");
    assert_eq!(s.contents().len(), 1, "nothing else is written");
    s.works("adc init cmake --force");
    assert!(s
        .text("adc/adc-config.cmake")
        .contains("function(adc_add_derivative name)"));
    s.works("adc init cmake");
    s.works("adc init meson -o support");
    let rules = s.text("support/meson.build");
    assert!(
        rules.contains("  'adc_tape.f90',\n") && !rules.contains("@FILES@"),
        "{rules}"
    );
}

/// With the flags by which fpm builds for debugging: they refuse calls without interfaces.
const AS_FPM: &[&str] = &[
    "-c",
    "-fimplicit-none",
    "-Werror=implicit-interface",
    "-fcheck=all",
    "-g",
];

#[test]
fn derivatives_with_interfaces_pass_the_flags_of_fpm() {
    let external = "subroutine scale(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(inout) :: y
   integer :: i
   do i = 1, n
      y = sin(y)*x(i)
   end do
end subroutine scale
subroutine cost(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   y = 1
   call scale(n, x, y)
   call scale(n, x, y)
end subroutine cost
";
    let main = "program main
   use cost_b_interfaces
   implicit none
   real(8) :: x(2) = [1d0, 2d0], xb(2), y, yb
   yb = 1
   call cost_b(2, x, xb, y, yb)
   print '(2f9.5)', xb
end program main
";
    let s = Sandbox::with(&[("cost.f90", external), ("main.f90", main)]);
    s.works("adc init fpm");
    s.works("adc cost.f90 --head cost(y)/(x) --reverse --interfaces --no-opt inline --no-opt indexed -o cost_b.f90");
    let text = s.text("cost_b.f90");
    assert!(text.contains("use adc_tape, only: popreal8, pushreal8"), "{text}");
    let mut files: Vec<String> = std::fs::read_dir(s.path("adc"))
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .map(|f| format!("adc/{}", f.to_string_lossy()))
        .collect();
    files.retain(|f| f.ends_with(".f90"));
    files.sort();
    files.extend(["cost_b.f90", "main.f90"].map(str::to_string));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    // the user's own code calls without interfaces
    run(&s, "gfortran", &["-c", "cost.f90"]);
    run(&s, "gfortran", &[AS_FPM, &files].concat());
    let objects: Vec<String> = files
        .iter()
        .map(|f| f.rsplit('/').next().unwrap().replace(".f90", ".o"))
        .collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).chain(["cost.o"]).collect();
    run(&s, "gfortran", &[&objects[..], &["-o", "main"]].concat());
    let out = run(&s, &s.path("main").display().to_string(), &[]);
    let found: Vec<f64> = out.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let y = |x: [f64; 2]| (0..4).fold(1f64, |y, i| y.sin() * x[i % 2]);
    let h = 1e-6;
    let expected = [
        (y([1. + h, 2.]) - y([1. - h, 2.])) / (2. * h),
        (y([1., 2. + h]) - y([1., 2. - h])) / (2. * h),
    ];
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 2e-5, "{found:?} {expected:?}");
    }
}
