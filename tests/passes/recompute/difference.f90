! A difference is recomputed in the reverse sweep instead of recorded.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: d
  integer :: i
  do i = 2, n
    d = x(i) - x(i - 1)
    y(i) = y(i)*y(i - 1) + d*d
  end do
end subroutine
