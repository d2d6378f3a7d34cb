! Unchanged: the adjoint of each statement needs the value that it overwrites.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  y = y*x
  y = sin(y)
  y = y**2
end subroutine
