//! `adc check`: the inputs of its drivers. Initial values, private variables, inputs that a program has captured.

use crate::check::{CELLS, COST, FLUX, HEAD};
use crate::support::cli::Sandbox;
use crate::support::numeric::build;
use std::process::Command;

/// Components keep the initial values that their type gives, in each call.
#[test]
fn initial_values_of_components() {
    let model = "\
module model
   implicit none
   type settings
      integer :: power = 3
      real(8) :: scale = 1d30
      real(8) :: rate
   end type settings
contains
   subroutine f(s, x, y)
      type(settings), intent(inout) :: s
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      y = s%rate*x**s%power*s%scale
      s%power = 1
   end subroutine f
end module model
";
    let s = Sandbox::with(&[("model.f90", model)]);
    let out = s.works("adc check model.f90 --head 'f(y)/(x)' --build built").out;
    assert!(!out.contains("assumed") && !out.contains("keeps state"), "{out}");
    s.works("adc check model.f90 --head 'f(y)/(x)' --set s%power=2 --range s%scale=0.1:0.2");
}

const RATES: &str = "\
module rates
   implicit none
   real(8) :: temperature = 600, pressure = 1.0d9, tiny_share = 1.0d-9
   real(8), private :: k
contains
   subroutine update()
      k = 1.0d6*exp(-5.0d4/(8.314d0*temperature))
   end subroutine update
   subroutine react(c, w, steps)
      real(8), intent(in) :: c
      real(8), intent(out) :: w
      integer, intent(out) :: steps
      steps = 3
      w = k*c**2
   end subroutine react
   subroutine whole(c, w)
      real(8), intent(in) :: c
      real(8), intent(out) :: w
      integer :: steps
      call update
      call react(c, w, steps)
      w = w*(1 + (pressure/2.0d9)**2)*exp(tiny_share/1.0d-9)
   end subroutine whole
end module rates
";

/// Independents of modules keep the values that they are initialized with, and steps are proportional to very large and
/// very small values. Names may be given without their module.
#[test]
fn initial_values_of_modules() {
    let s = Sandbox::with(&[("rates.f90", RATES)]);
    let head = "--head 'whole(w)/(c, temperature, pressure, tiny_share)'";
    let out = s.works(&format!("adc check -q rates.f90 {head}")).out;
    assert!(!out.contains("is zero"), "{out}");
    s.works(&format!(
        "adc check -q rates.f90 {head} --set temperature=700 --range pressure=1e4:1e5"
    ));
    let block = "\
subroutine f(x, y)
   real(8) :: x, y, rate(2), other
   common /rates/ rate, other
   y = x*rate(1)/rate(2) + exp(-other)
end subroutine f
block data
   real(8) :: rate(2), other
   common /rates/ rate, other
   data rate /3.0d-8, 2.0d-8/
end block data
";
    s.file("block.f90", block.as_bytes());
    let out = s
        .works("adc check -q block.f90 --head 'f(y)/(x, rate, other)' --set other=1 --build built")
        .out;
    assert!(!out.contains("is zero"), "{out}");
}

/// No option sets a private variable: the message says what to check in place of its user. Outputs are not assumed.
#[test]
fn private_inputs_are_named() {
    let s = Sandbox::with(&[("rates.f90", RATES)]);
    let out = s.line("adc check -q rates.f90 --head 'react(w)/(c)'").out;
    assert!(
        out.contains("private or protected") && out.contains("rates%k; check a procedure that sets them"),
        "{out}"
    );
    assert!(!out.contains("--set") && !out.contains("assumed"), "{out}");
    let err = s
        .fails("adc check rates.f90 --head 'react(w)/(c)' --set k=2", 1, &["ADC0507"])
        .err;
    assert!(
        err.contains("`rates%k` is private") && err.contains("calls `react`"),
        "{err}"
    );
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
    compiler.args("captured/cost.f90 main.f90 captured/adc_capture.f90 -J captured -o run.exe".split(' '));
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

/// Inputs in arrays of objects and in modules are captured; private variables are not, and the message says so. Modules
/// that are written again, with shadows, are no part of a capture.
#[test]
fn state_is_captured() {
    let hidden = "\
module hidden
   implicit none
   private
   public :: f, scale
   real(8) :: k = 2, scale = 3
contains
   subroutine f(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      y = k*x*scale
   end subroutine f
end module hidden
";
    let main = "\
program main
   use cells
   use hidden, only: f, scale
   implicit none
   interface
      subroutine flux(g, p, x, y)
         import :: grid, cell
         type(grid), intent(in) :: g
         type(cell), intent(inout) :: p(:)
         real(8), intent(in) :: x
         real(8), intent(out) :: y
      end subroutine flux
   end interface
   type(grid) :: g
   type(cell) :: p(2)
   real(8) :: y
   integer :: i
   scale = 5
   call f(1.0d0, y)
   allocate (table(-1:1), g%cells(2, 2))
   table = [1, 2, 3]
   do i = 1, 4
      allocate (g%cells(1 + (i - 1)/2, 1 + mod(i - 1, 2))%q(3))
      g%cells(1 + (i - 1)/2, 1 + mod(i - 1, 2))%q = i
      g%cells(1 + (i - 1)/2, 1 + mod(i - 1, 2))%w = 0.5d0*i
   end do
   do i = 1, 2
      allocate (p(i)%q(1))
      p(i)%q = 0
      p(i)%w = i
   end do
   call flux(g, p, 0.25d0, y)
end program main
";
    let files = [
        ("cells.f90", CELLS),
        ("flux.f90", FLUX),
        ("hidden.f90", hidden),
        ("main.f90", main),
    ];
    let s = Sandbox::with(&files);
    let captures = [
        (
            "cells.f90 flux.f90",
            "flux(y,p%w)/(x,g%cells%q,g%cells%w,p%w)",
            "cells.f90 got/flux.f90 hidden.f90",
        ),
        (
            "hidden.f90",
            "f(y)/(x,hidden%scale)",
            "cells.f90 flux.f90 got/hidden.f90",
        ),
    ];
    for (sources, head, compiled) in captures {
        let said = s
            .works(&format!("adc check -q {sources} --head '{head}' --capture got"))
            .out;
        assert_eq!(
            said.contains("not captured: hidden%k"),
            sources == "hidden.f90",
            "{said}"
        );
        let mut compiler = build::gfortran();
        compiler.args(format!("{compiled} main.f90 got/adc_capture.f90 -J got -o run.exe").split(' '));
        build::run(&mut compiler, &s.path("")).unwrap();
        build::run(&mut Command::new(s.path("run.exe")), &s.path("")).unwrap();
        let name = head.split('(').next().unwrap();
        let checked = s.works(&format!(
            "adc check -q {sources} --head '{head}' --inputs {name}.inputs --build built"
        ));
        assert!(!checked.out.contains("assumed"), "{checked:?}");
    }
    // in the order of storage: object (2, 1) before (1, 2)
    let inputs = s.text("flux.inputs");
    let w = inputs.split("&values g%cells%w =").nth(1).unwrap();
    let w: Vec<f64> = w
        .split('/')
        .next()
        .unwrap()
        .split_whitespace()
        .map(|x| x.parse().unwrap())
        .collect();
    assert_eq!(w, [0.5, 1.5, 1.0, 2.0]);
    assert!(
        inputs.contains("&shapes cells%table = -1:1") && !inputs.contains("unused"),
        "{inputs}"
    );
}
