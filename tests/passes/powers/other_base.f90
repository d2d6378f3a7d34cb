! Unchanged: the base has another value in the second power.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  real(8) :: s
  s = x(1)
  y(1) = s**1.2d0
  s = x(2)
  y(2) = s**2.2d0
end subroutine
