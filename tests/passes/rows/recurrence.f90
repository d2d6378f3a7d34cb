! Unchanged: the next iteration reads the element before, which the current one increments.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  y = x
  do i = 2, n
    y(i) = y(i) + 0.5d0*y(i - 1)
  end do
end subroutine
