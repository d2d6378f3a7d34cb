! The adjoint of the call does not read the argument, so no snapshot contains it.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  t = x**2
  call step(t, y)
  y = y*t
end subroutine
subroutine step(t, y)
  real(8), intent(inout) :: t
  real(8), intent(out) :: y
  y = 2*t
  t = t + 1
end subroutine
