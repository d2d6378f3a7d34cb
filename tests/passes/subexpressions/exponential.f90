! The derivative of an exponential is the exponential, so a variable caches its value.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x*exp(-2*x)
end subroutine
