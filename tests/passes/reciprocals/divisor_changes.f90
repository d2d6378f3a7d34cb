! Unchanged: the divisor has another value in the second quotient.
! head: f(y)/(x)
subroutine f(r, x, y)
  real(8), intent(inout) :: r
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  y(1) = x(1)/r
  r = r**2
  y(2) = x(2)/r
end subroutine
