//! Derivatives in many directions of small programs, and the messages about those that are refused.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

/// A dummy procedure of the head is an argument of its driver.
#[test]
fn drivers_pass_dummy_procedures_on() {
    let head = "\
subroutine h(g, x, y)
   implicit none
   external :: g
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   call g(x, y)
end subroutine h
";
    let square = "\
subroutine square(x, y)
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   y = x**2
end subroutine square
subroutine square_dv(x, xd, y, yd, nd)
   implicit none
   integer, intent(in) :: nd
   real(8), intent(in) :: x, xd(nd)
   real(8), intent(out) :: y, yd(nd)
   yd = 2*x*xd
   y = x**2
end subroutine square_dv
";
    let driver = "\
program driver
   implicit none
   external :: square, square_dv
   real(8) :: y, yd(7)
   integer :: k
   call h_dv(square, square_dv, 3d0, [(1d0*k, k=1, 7)], y, yd, 7)
   print '(8f6.1)', y, yd
end program driver
";
    let s = Sandbox::with(&[("h.f90", head), ("square.f90", square)]);
    s.line("adc --tangent --vector --directions 4 h.f90 --head 'h(y)/(x)' -o h_dv.f90");
    let found = printed(&s, &["square.f90", "h_dv.f90"], driver);
    assert_eq!(found.trim(), "9.0   6.0  12.0  18.0  24.0  30.0  36.0  42.0");
}

/// The caller may have allocated a component in some directions only.
#[test]
fn components_exist_in_some_directions() {
    let model = "\
module m
   implicit none
   type :: state
      real(8), allocatable :: t(:)
   end type state
contains
   subroutine f(s, y)
      type(state), intent(in) :: s
      real(8), intent(out) :: y(2)
      y(1) = sum(s%t**2)
      y(2) = s%t(1)*s%t(2)
   end subroutine f
end module m
";
    let driver = "\
program driver
   use m
   use m_bv
   implicit none
   type(state) :: s, sb(2)
   real(8) :: y(2), one(1, 2), two(2, 2)
   s%t = [1d0, 2d0]
   one = 1
   call f_bv(s, sb, y, one, 1)
   print '(2f5.1)', sb(1)%t
   two = reshape([1d0, 0d0, 0d0, 1d0], [2, 2])
   call f_bv(s, sb, y, two, 2)
   print '(4f5.1)', sb(1)%t, sb(2)%t
   deallocate (sb(1)%t)
   two = reshape([1d0, 0d0, 0d0, 1d0], [2, 2])
   call f_bv(s, sb, y, two, 2)
   print '(4f5.1)', sb(1)%t, sb(2)%t
end program driver
";
    let s = Sandbox::with(&[("m.f90", model)]);
    s.works("adc --reverse --vector m.f90 --head 'f(y)/(s)' -o m_bv.f90");
    let found = printed(&s, &["m.f90", "m_bv.f90"], driver);
    let both = ["2.0", "4.0", "2.0", "1.0"];
    let expected: Vec<&str> = ["4.0", "5.0"].into_iter().chain(both).chain(both).collect();
    assert_eq!(found.split_whitespace().collect::<Vec<_>>(), expected);
}

const OBJECTS: &str = "\
module m
   implicit none
   type :: cell
      real(8), allocatable :: v(:)
   end type cell
   type :: grid
      type(cell), allocatable :: cells(:)
   end type grid
contains
   subroutine square(c)
      type(cell), intent(inout) :: c
      c%v = c%v**2
   end subroutine square
   subroutine extend(v)
      real(8), allocatable, intent(inout) :: v(:)
      v = [v, v(1)]
   end subroutine extend
   subroutine objects(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      type(grid) :: g
      allocate (g%cells(1))
      g%cells(1)%v = x
      call square(g%cells(1))
      y = sum(g%cells(1)%v)
   end subroutine objects
   subroutine descriptors(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      type(cell) :: c
      c%v = x
      call extend(c%v)
      y = sum(c%v**2)
   end subroutine descriptors
   subroutine shared(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      real(8) :: a(4), b(2, 2)
      equivalence (a, b)
      a = 1
      a(1:3) = x**2
      y = b(1, 2)*b(2, 1)
   end subroutine shared
end module m
";

/// Refusals name the statement of the original and the reason, in adjoints, too.
#[test]
fn refusals_have_places_and_reasons() {
    let cases = [
        (
            "objects",
            "ADC0307",
            "an object in an allocatable or pointer component",
            "m.f90:24:7",
        ),
        (
            "descriptors",
            "ADC0307",
            "an argument that is allocatable or a pointer",
            "m.f90:32:7",
        ),
        ("shared", "ADC0309", "other elements would share memory", "m.f90:38:18"),
    ];
    let s = Sandbox::with(&[("m.f90", OBJECTS)]);
    for (head, code, why, place) in cases {
        for mode in ["--tangent", "--reverse", "--tangent --directions 4"] {
            let line = format!("adc {mode} --vector m.f90 --head '{head}(y)/(x)' -o out.f90");
            let err = s.fails(&line, 1, &[code]).err;
            assert!(err.contains(why) && err.contains(place), "{line}: {err}");
        }
    }
}

/// The adjoint text records the association of a pointer in an object.
#[test]
fn recorded_associations_are_refused_for_that_reason() {
    let source = "\
subroutine run(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y(3)
   type :: field
      real(8), pointer :: p(:) => null()
   end type field
   real(8), target :: local(3)
   type(field) :: f
   f%p => local
   f%p = x**2
   y = local*x
end subroutine run
";
    let s = Sandbox::with(&[("f.f90", source)]);
    let line = "adc --hessian --vector f.f90 --head 'run(y)/(x)' -o f_hv.f90";
    let err = s.fails(line, 1, &["ADC0307"]).err;
    let (why, place) = (
        "the association of a pointer cannot be recorded",
        "bits = transfer(kept, bits)",
    );
    assert!(err.contains(why) && err.contains(place), "{err}");
}

/// GOTO of the end of a loop becomes CYCLE: no label is left, and no shadow is set to zero twice.
#[test]
fn nothing_useless_is_left() {
    let source = "\
c     the loop ends at a label
      subroutine f(n, x, y)
      integer n, i
      double precision x(n), y
      y = 0
      do 30 i = 1, n
         y = y + x(i)**2
         if (x(i) .gt. 0.5d0) goto 30
         y = y - x(i)
   30 continue
      end
";
    let s = Sandbox::with(&[("f.f", source)]);
    for mode in ["--tangent --vector", "--tangent", "--reverse", "--hessian"] {
        s.works(&format!("adc {mode} f.f --head 'f(y)/(x)' -o out.f90"));
        let text = s.text("out.f90");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let (labels, jumps) = (text.contains("30  continue"), text.contains("goto 30"));
        assert_eq!(labels, jumps, "{mode}: {text}");
        let is_repeated = |w: &[&str]| w[0] == w[1] && w[0].ends_with("= 0.0d0");
        assert!(!lines.windows(2).any(is_repeated), "{mode}: {text}");
    }
}
