! The derivative of the sine is the cosine, which the next statement computes; a variable caches it before the sine.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y(2)
  y(1) = sin(x)
  y(2) = cos(x)
end subroutine
