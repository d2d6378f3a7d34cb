! The adjoint of the call does not read the counter, which does not affect the result.
! head: f(y)/(x)
subroutine f(x, n, y)
  real(8), intent(in) :: x
  integer(4), intent(inout) :: n
  real(8), intent(out) :: y
  call step(x, n, y)
  y = y*n
end subroutine
subroutine step(x, n, y)
  real(8), intent(in) :: x
  integer(4), intent(inout) :: n
  real(8), intent(out) :: y
  y = x**2
  n = n*2
end subroutine
