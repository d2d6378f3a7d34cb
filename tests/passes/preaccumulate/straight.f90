! Unchanged: outside of loops, few values are recorded.
! head: f(y)/(y)
subroutine f(y)
  real(8), intent(inout) :: y
  real(8) :: g, h
  g = exp(-y*y)
  h = sin(y)*g
  y = y + 0.1d0*h
  y = y*y
end subroutine
