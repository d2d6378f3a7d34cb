//! Snapshots for people to review: results of analyses on fixtures, and output of the stages for a few small programs.
//! The generated code of each fixture is in the test of the fixture.

use crate::support::cli::Sandbox;
use crate::support::fixtures::fixtures;
use crate::support::numeric::spec::Spec;

/// Compares with `goldens/snapshots/NAME.snap`.
fn compare(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("goldens/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.to_string(), text));
}

/// A titled part of a snapshot.
fn part(title: &str, text: &str) -> String {
    format!("======== {title}\n{}\n\n", text.trim_end())
}

/// The result of an analysis on a fixture.
fn shown(name: &str, analysis: &str) -> String {
    let fixtures = fixtures();
    let source = fixtures.iter().find(|f| f.parent().unwrap().ends_with(name)).unwrap();
    let spec = Spec::read(source).unwrap();
    let file = source.file_name().unwrap().to_string_lossy().into_owned();
    let s = Sandbox::with(&[(&file, &std::fs::read_to_string(source).unwrap())]);
    let command = format!("adc analyze {file} --head '{}' --show {analysis}", spec.head);
    let outcome = s.works(&command);
    part(&command, &outcome.out)
}

/// Facts in the margin.
#[test]
fn activity() {
    for name in ["calls", "branches", "module_chain", "arithmetic_if", "partly_written"] {
        compare(&format!("activity@{name}"), &shown(name, "activity"));
    }
}

/// Decisions about adjoints.
#[test]
fn plans() {
    for name in ["flw2d1col", "calls", "output_levels", "checkpoint_region"] {
        let shows = ["liveness", "tbr", "adjoint-write", "tape"];
        let text: String = shows.iter().map(|show| shown(name, show)).collect();
        compare(&format!("plan@{name}"), &text);
    }
}

/// Figures 1 and 10 of the paper on linearity analysis; a polynomial through a call.
const DEPENDENCES: &str = "\
module forms
   implicit none
   real(8) :: stiffness
contains
   subroutine example(n, x, f)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: f
      real(8) :: a, t
      integer :: i
      a = 0.0d0
      f = 0.0d0
      do i = 1, n
         a = a + x(i)*x(i)
         t = sin(a)
         f = f + t
      end do
   end subroutine example

   subroutine shifted(n, x, b, c)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(inout) :: b(n), c(n)
      integer :: i
      do i = 2, n
         b(i) = 3*x(i)
         c(i) = b(i - 1) + b(i)*x(i)
      end do
   end subroutine shifted

   real(8) function square(d)
      real(8), intent(in) :: d
      square = d*d
   end function square

   subroutine energy(l, u, v, e, force)
      real(8), intent(in) :: l, u, v
      real(8), intent(out) :: e, force
      e = 0.5d0*stiffness*square(v - u)/l
      force = stiffness*(v - u)/l
   end subroutine energy
end module forms
";

/// Classes and degrees, of all procedures and of a head.
#[test]
fn dependences() {
    let s = Sandbox::with(&[("forms.f90", DEPENDENCES)]);
    let mut golden = part("forms.f90", DEPENDENCES);
    for options in [
        "--show linearity",
        "--show degree",
        "--show linearity --head 'energy(e, force)/(u, v)'",
        "--show degree --head 'energy(e, force)/(u, v)'",
    ] {
        let command = format!("adc analyze forms.f90 {options}");
        golden += &part(&command, &s.works(&command).out);
    }
    compare("dependences@forms", &golden);
}

/// Sums of functions of few independents, and counterexamples.
const SUMS: &str = "\
module sums
   implicit none
   real(8) :: weight = 100.0d0
contains
   ! extended Rosenbrock: temporaries, a parameter
   subroutine rosenbrock(n, x, f)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: f
      real(8) :: t
      integer :: i
      f = 0.0d0
      do i = 1, n - 1
         t = x(i + 1) - x(i)**2
         f = f + 100.0d0*t**2 + (1.0d0 - x(i))**2
      end do
   end subroutine rosenbrock

   ! Broyden's tridiagonal function: residuals in an array, then their squares; few neighbours in an inner loop
   subroutine broyden(n, x, f, g)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: f, g
      real(8) :: r(n), near
      integer :: i, j
      do i = 2, n - 1
         r(i) = (3.0d0 - 2.0d0*x(i))*x(i) - x(i - 1) - 2.0d0*x(i + 1) + 1.0d0
      end do
      f = 0.0d0
      do i = 3, n - 1
         f = f + r(i)*r(i) + sin(r(i - 1))
      end do
      g = sum((x(2:n) - x(1:n - 1))**2)
      do i = 3, n - 2
         near = 0.0d0
         do j = -2, 2
            near = near + x(i + j)
         end do
         g = g + near**2
      end do
      g = 0.5d0*g
   end subroutine broyden

   ! a sum that a procedure makes, of elements that another one computes
   subroutine chain(n, v, s)
      integer, intent(in) :: n
      real(8), intent(in) :: v(n)
      real(8), intent(inout) :: s
      real(8) :: e
      integer :: k
      do k = 1, n - 1
         call spring(weight, v(k), v(k + 1), e)
         s = s + e
      end do
   end subroutine chain

   subroutine spring(stiffness, a, b, e)
      real(8), intent(in) :: stiffness, a, b
      real(8), intent(out) :: e
      e = 0.5d0*stiffness*(b - a)**2
   end subroutine spring

   subroutine total(m, x, load, f)
      integer, intent(in) :: m
      real(8), intent(in) :: x(m), load(m)
      real(8), intent(out) :: f
      f = -dot_product(load, x)
      call chain(m, x, f)
   end subroutine total

   subroutine not_a_sum(n, x, f, g, h)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: f, g, h
      integer :: i
      f = 0.0d0
      g = 1.0d0
      h = maxval(x)
      do i = 1, n
         f = f + x(i)**2
         g = g*x(i)
      end do
      f = sqrt(f)
   end subroutine not_a_sum
end module sums
";

/// Dependents that are sums, with their elements.
#[test]
fn separability() {
    let s = Sandbox::with(&[("sums.f90", SUMS)]);
    let mut golden = part("sums.f90", SUMS);
    for options in ["", " --head 'total(f)/(x)'"] {
        let command = format!("adc analyze sums.f90 --show separability{options}");
        golden += &part(&command, &s.works(&command).out);
    }
    compare("separability@sums", &golden);
}

/// Figure 11 of the paper on linearity analysis: derivatives without original results. The forward sweep of an adjoint
/// does not depend on the option.
#[test]
fn without_results() {
    let s = Sandbox::with(&[("forms.f90", DEPENDENCES)]);
    let mut golden = part("forms.f90", DEPENDENCES);
    let head = "--head 'example(f)/(x)'";
    let made = |options: &str| {
        let command = format!("adc {options} forms.f90 {head} -o out.f90");
        s.works(&command);
        (command, s.text("out.f90"))
    };
    let code = |text: &str| -> Vec<String> {
        let lines = text.lines().skip_while(|l| l.starts_with('!'));
        lines.map(str::to_string).collect()
    };
    let (command, tangent) = made("--tangent --derivative-only");
    golden += &part(&command, &tangent);
    let (command, adjoint) = made("--reverse --derivative-only");
    golden += &part(&command, &adjoint);
    assert_eq!(code(&adjoint), code(&made("--reverse").1));
    compare("derivative_only@forms", &golden);
}

/// One program through all stages.
const STAGES: &str = "\
! a module, a loop, a branch, a call
module bits
   implicit none
   real(8) :: factor = 2.0d0
contains
   subroutine scale(n, v)   ! in place
      integer, intent(in) :: n
      real(8), intent(inout) :: v(n)
      integer :: i
      do i = 1, n
         if (v(i) > 0.0d0) v(i) = factor*v(i)**2
      end do
   end subroutine scale
end module bits

subroutine top(x, y)
   use bits, only: scale
   real(8) x(3), y, w(3)
   common /memory/ w
   w = sin(x)
   call scale(3, w)
   y = sum(w) + &
      x(1)
end subroutine top
";

#[test]
fn stages() {
    for stage in ["lines", "tokens", "ir", "cfg", "zones", "calls"] {
        let s = Sandbox::with(&[("program.f90", STAGES)]);
        let command = format!("adc dump program.f90 --stage {stage}");
        let outcome = s.works(&command);
        assert!(outcome.err.is_empty(), "{}", outcome.err);
        let golden = part("program.f90", STAGES) + &part(&command, &outcome.out);
        compare(&format!("stage@{stage}"), &golden);
    }
    let ast = Sandbox::with(&[("program.f90", STAGES)])
        .works("adc dump program.f90 --stage ast")
        .out;
    assert!(ast.contains("Subroutine") && ast.contains("scale"), "{ast}");
}

/// Every snapshot and every digest belongs to a fixture, and no fixture has both.
#[test]
fn snapshots_have_a_fixture() {
    let names: Vec<String> = fixtures()
        .iter()
        .map(|f| f.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens/snapshots");
    let digests = std::fs::read_to_string(folder.with_file_name("digests.txt")).unwrap();
    let digested: Vec<&str> = digests.lines().filter_map(|l| l.split(' ').next()).collect();
    for name in &digested {
        assert!(names.iter().any(|n| n == name), "the digest of {name} has no fixture");
    }
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().file_name().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".snap") else {
            continue;
        };
        assert!(!digested.contains(&name), "{name} has a snapshot and a digest");
        assert!(
            name.contains('@') || names.iter().any(|n| n == name),
            "{file} has no fixture"
        );
    }
}
