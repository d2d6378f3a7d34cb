! Terms that gathering would compute twice are stored in a row, which is added after the loop.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: d
  integer :: i
  do i = 2, n
    d = x(i) - x(i - 1)
    y(i) = y(i) + exp(d)*d
  end do
end subroutine
