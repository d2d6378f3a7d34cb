! Left alone: before it is assigned, the iteration needs the value that the one before has left.
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
