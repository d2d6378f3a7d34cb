! Derivatives by the base and by the exponent share a power where the base is positive.
! head: f(y)/(x, p)
subroutine f(x, p, y)
  real(8), intent(in) :: x, p
  real(8), intent(out) :: y
  y = x**p
end subroutine
