! Unchanged: the value decides whether the program stops.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  t = x**2
  y = t*x
  if (y > 100) stop
end subroutine
