! If all divide by the same power, its inverse is shared.
! head: f(y)/(x)
subroutine f(a, x, y)
  real(8), intent(in) :: a, x(2)
  real(8), intent(out) :: y(2)
  y(1) = x(1)/(a*a)
  y(2) = x(2)/(a*a)
end subroutine
