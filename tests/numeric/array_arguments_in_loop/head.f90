! Array expressions as arguments in a loop, of changing shape.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
module m
contains
subroutine foo(n, a, r)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: r
  r = r + sum(a*a*a)
end subroutine
  function twice(a) result(r)
    real(8), intent(in) :: a(3)
    real(8) :: r(3)
    r = 2*a*a(3:1:-1)
  end function
end module

subroutine head(x, y)
  use m
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  integer :: i
  real(8) :: t(3)
  y = 0
  do i = 1, 3
    call foo(i, x(1:i)*i, y(1))
    t = twice(x*i)
    y(2) = y(2)*0.5d0 + sum(twice(t*x))
  end do
end subroutine head
