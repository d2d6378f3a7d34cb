! Array statements of one shape share a loop nest.
! head: f(y)/(x)
subroutine f(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t(n)
  t = a*x
  y = t*x
end subroutine
