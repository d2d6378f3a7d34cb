! EQUIVALENCE of variables of a module, whole and in part, and of private ones.
! head: cost(y)/(x)
! arg n integer 6
! arg x real8(6)
! arg y real8(2)
module mm
  implicit none
  real(8) :: fld(6), hi(3)
  equivalence (fld(4), hi(1))
end module
module hidden
  implicit none
  private
  public :: work
  real(8) :: a(4), b(2)
  equivalence (a(2), b(1))
contains
  subroutine work(x, r)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: r
    a = x(1:4)
    b = b*a(4)
    r = product(a)
  end subroutine
end module
subroutine cost(n, x, y)
  use mm
  use hidden
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(2)
  fld = x
  y(1) = sum(hi**2)
  call work(x, y(2))
  hi(2) = y(2)*hi(1)
  y(2) = y(2)*fld(5) + sum(fld)
end subroutine
