! An operand that is overwritten before the derivative of the result needs it is copied.
! head: f(y,x)/(x)
! preaccumulate: always
subroutine f(x, y)
  real(8), intent(inout) :: x
  real(8), intent(out) :: y
  real(8) :: t
  t = sin(x)
  x = 2*t
  y = exp(t)*t + x
end subroutine
