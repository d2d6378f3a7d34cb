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
