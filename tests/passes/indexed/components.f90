! Components of an element are recorded in arrays like variables.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  type point
    real(8) :: at, speed
  end type
  type(point) :: p
  integer :: i
  p%at = 0
  do i = 1, n
    p%speed = x(i)*y
    p%at = p%at + p%speed**2
    y = y*p%at
  end do
end subroutine
