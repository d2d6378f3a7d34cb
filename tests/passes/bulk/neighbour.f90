! Left alone: the element before is needed as the iteration before has left it, so elements come back one by one.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = y(i)*y(i - 1)*x(i)
  end do
end subroutine
