! Divisions by powers of one variable share its inverse.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  y(1) = x(1)/x(3)
  y(2) = x(2)/(x(3)*x(3))
  y(3) = x(1)*x(2)/x(3)**3
end subroutine
