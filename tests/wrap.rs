//! `adc wrap`: what it writes is compiled, and a program in C calls it.

use crate::support::cli::Sandbox;
use crate::support::json;
use std::process::Command;

const MODEL: &str = "\
module params
   implicit none
   real(8) :: kappa = 0.5d0
   real(8), allocatable :: table(:)
   real(8), private :: hidden = 0
end module params
module model
   use params
   implicit none
contains
   subroutine cost(n, x, w, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n), w(:)
      real(8), intent(out) :: y
      integer :: i
      y = 0
      do i = 1, n
         y = y + kappa*exp(x(i))*w(i)*table(i)
      end do
   end subroutine cost
end module model
";

/// The gradient and the tangent, and a difference: each line has two numbers that agree.
const MAIN: &str = "\
#include \"cost.h\"
#include <stdio.h>
int main(void) {
   int32_t n = 3;
   int64_t three[1] = {3}, none[1];
   double kappa, x[3] = {0.3, -0.2, 0.7}, w[3] = {1, 2, 3}, table[3] = {1, 0.5, 2};
   double xd[3] = {1, -2, 0.5}, xb[3], y, yd, yb = 1, up, down, h = 1e-6;
   adc_extents_params__table(none);
   adc_set_params__table(table, three);
   adc_get_params__kappa(&kappa);
   kappa += 1;
   adc_set_params__kappa(&kappa);
   cost_d_c(&n, x, xd, w, three, &y, &yd);
   cost_b_c(&n, x, xb, w, three, &y, &yb);
   printf(\"%.9e %.9e\\n\", yd, xb[0]*xd[0] + xb[1]*xd[1] + xb[2]*xd[2]);
   x[2] += h;
   cost_c(&n, x, w, three, &up);
   x[2] -= 2*h;
   cost_c(&n, x, w, three, &down);
   printf(\"%.6e %.6e\\n\", (up - down)/(2*h), xb[2]);
   printf(\"%.1f %d\\n\", kappa, (int)none[0]);
   return 0;
}
";

/// Runs a command in the folder; its output.
fn run(s: &Sandbox, program: &str, arguments: &[String]) -> String {
    let folder = s.path("made");
    let done = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{program} {arguments:?}: {said}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// The Fortran files that the description lists, before other members.
fn files(description: &str) -> Vec<String> {
    let list = description.split_once("\"runtime\":").unwrap().1;
    let list = list.split_once("\"read\"").unwrap().0;
    let words = list.split('"').filter(|w| w.ends_with(".f90"));
    words.map(str::to_string).collect()
}

#[test]
fn c_calls_a_head_and_its_derivatives() {
    let s = Sandbox::with(&[("model.f90", MODEL), ("made/main.c", MAIN)]);
    s.works("adc wrap model.f90 --head 'cost(y)/(x)' -o made");
    let description = s.text("made/cost.json");
    json::check(description.trim()).unwrap();
    assert!(!description.contains("hidden"), "private variables cannot be reached");
    let compiled: Vec<String> = ["-c".to_string()].into_iter().chain(files(&description)).collect();
    run(&s, "gfortran", &compiled);
    let stem = |f: &String| f.rsplit('/').next().unwrap().replace(".f90", ".o");
    let objects = files(&description).iter().map(stem).collect::<Vec<_>>();
    run(&s, "gcc", &["-Wall", "-Werror", "-c", "main.c"].map(String::from));
    let linked = ["-o", "main", "main.o"].map(String::from).into_iter().chain(objects);
    run(&s, "gfortran", &linked.collect::<Vec<_>>());
    let said = run(&s, &s.path("made/main").display().to_string(), &[]);
    let lines: Vec<Vec<&str>> = said.lines().map(|l| l.split(' ').collect()).collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[..2].iter().all(|l| l[0] == l[1]), "{said}");
    assert_ne!(lines[1][1], "0.000000e+00");
    assert_eq!(lines[2], ["1.5", "-1"], "state is set, and an array was not allocated");
}

/// Sources may be given before those whose modules they use; the description lists them in an order that compiles.
#[test]
fn sources_in_any_order() {
    let base = "module base\n   implicit none\n   real(8) :: gain = 2.0d0\nend module base\n";
    let middle = "\
module middle
   use base
   implicit none
   real(8), private :: kept = 1.0d0
contains
   subroutine step(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      kept = gain*sin(x)
      y = kept**2
   end subroutine step
end module middle
";
    let top = "\
subroutine top(x, y)
   use middle
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   call step(x, y)
end subroutine top
";
    for middle in [middle.to_string(), middle.replace(", private", "")] {
        let s = Sandbox::with(&[("base.f90", base), ("middle.f90", &middle), ("top.f90", top)]);
        s.works("adc wrap top.f90 middle.f90 base.f90 --head 'top(y)/(x)' -o made");
        let listed = files(&s.text("made/top.json"));
        let compiled: Vec<String> = ["-c".to_string()].into_iter().chain(listed).collect();
        run(&s, "gfortran", &compiled);
    }
}

/// The weight of a module variable is where the second derivative reads it: in the module of its own adjoint.
#[test]
fn weights_of_second_derivatives() {
    let model = "\
module model
   implicit none
   real(8) :: total
contains
   subroutine f(x)
      real(8), intent(in) :: x(2)
      total = x(1)**2*x(2)
   end subroutine f
end module model
";
    let s = Sandbox::with(&[("model.f90", model)]);
    s.works("adc wrap model.f90 --head 'f(model%total)/(x)' --reverse --hessian -o made");
    let description = s.text("made/f.json");
    let hessian = description.split("\"hessian\"").nth(1).unwrap();
    assert!(hessian.contains("\"model_hvb%totalb\""), "{hessian}");
}

#[test]
fn what_c_cannot_pass_is_refused() {
    let text = |declaration: &str| {
        format!(
            "subroutine f(a, x, y)\n{declaration} :: a\nreal(8), intent(in) :: x\nreal(8), intent(out) :: y\n\
             y = x**2\nend subroutine f\n"
        )
    };
    for declaration in [
        "character(len=*)",
        "integer, allocatable",
        "real(8), pointer",
        "real(16)",
    ] {
        let s = Sandbox::with(&[("f.f90", &text(declaration))]);
        let refused = s.fails("adc wrap f.f90 --head 'f(y)/(x)' -o made", 1, &["ADC0508"]);
        assert!(refused.err.contains("`a` of `f`"), "{}", refused.err);
        assert_eq!(s.contents().len(), 1, "nothing is written");
    }
}
