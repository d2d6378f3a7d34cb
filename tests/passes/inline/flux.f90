! A small procedure that a loop calls is inlined.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: q
  integer :: i
  do i = 1, n - 1
    call flux(x(i), x(i + 1), q)
    y(i) = y(i) - q
  end do
end subroutine
subroutine flux(a, b, q)
  real(8), intent(in) :: a, b
  real(8), intent(out) :: q
  real(8) :: d
  d = b - a
  q = 0.5d0*d*d
end subroutine
