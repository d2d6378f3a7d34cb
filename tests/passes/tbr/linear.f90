! A value that enters only linearly is not recorded.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = 2*x
  y = y + x
  y = y*x
end subroutine
