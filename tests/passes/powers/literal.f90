! Derivatives by the base and by the factor share a power.
! head: f(y)/(s, k)
subroutine f(s, k, y)
  real(8), intent(in) :: s, k
  real(8), intent(out) :: y
  y = k*s**1.2d0
end subroutine
