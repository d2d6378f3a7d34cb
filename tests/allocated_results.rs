//! Heads that are functions with allocatable results: the adjoint of the result is an argument with a shape, which the
//! derivative must not allocate.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

const SOURCE: &str = "module m
  implicit none
contains
  function squares(x) result(r)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: r(:)
    r = x**2
  end function
  function head(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: head(:)
    allocate (head(size(x)))
    head = squares(x)*x
  end function
end module
";

/// Cubes: the gradient is `3*x**2*w`, in a second call as in the first, and the weights are zero afterwards.
const DRIVER: &str = "program main
  use m_b
  real(8) :: x(3) = [1, 2, 3], xb(3), w(3)
  integer :: k
  do k = 1, 2
    xb = -777
    w = [1, 10, 100]
    call head_b(x, xb, w)
    print '(6f8.1)', xb, w
  end do
end program
";

#[test]
fn their_adjoints_are_arguments() {
    let s = Sandbox::with(&[("m.f90", SOURCE)]);
    s.works("adc --reverse m.f90 --head 'head(head)/(x)' -o m_b.f90");
    let line = "     3.0   120.0  2700.0     0.0     0.0     0.0\n";
    assert_eq!(printed(&s, &["m.f90", "m_b.f90"], DRIVER), line.repeat(2));
}
