! Unchanged: the argument of the cosine changes, so it is not the derivative of the sine before it.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(inout) :: x
  real(8), intent(out) :: y(2)
  y(1) = sin(x)
  x = x*x
  y(2) = cos(x)
end subroutine
