! Elemental procedures with arrays.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
module m
contains
  elemental real(8) function ff(a, b)
    real(8), intent(in) :: a, b
    ff = a*b + exp(a)
  end function
  elemental subroutine ss(a, b)
    real(8), intent(in) :: a
    real(8), intent(out) :: b
    b = a*a
  end subroutine
end module

subroutine head(x, y)
  use m
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(3)
  a = ff(x, 2d0)
  y(1) = sum(a) + ff(x(1), x(2))
  call ss(x, a)
  y(2) = sum(a*x)
end subroutine head
