! Unchanged: in one direction a tangent costs less without the entries.
! head: f(y)/(x)
! mode: tangent
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  t = sin(x)
  y = exp(t)*t
end subroutine
