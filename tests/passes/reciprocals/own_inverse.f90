! An inverse that the program computes is the factor.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: v, r
  r = 1 + x(1)**2
  v = 1/r
  y = v*x(1) + x(2)/r
end subroutine
