! A variable that does not influence the dependent has no derivative.
! head: f(y)/(x)
subroutine f(x, y, d)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y, d
  y = x(1)*x(2)
  d = x(1)**2
end subroutine
