! Unchanged: the iteration needs the value from the previous iteration before the assignment.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: d
  integer :: i
  d = 1
  do i = 2, n
    y(i) = y(i)*y(i - 1)*d
    d = x(i) - x(i - 1)
  end do
end subroutine
