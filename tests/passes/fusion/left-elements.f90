! Unchanged: the array keeps one element from the previous iteration, and the cosine needs it.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: u(3)
  integer :: i
  u = 1
  do i = 1, n
    u(1) = x(i)*y
    if (x(i) > 0) u(2) = u(1)*u(1)
    u(3) = u(1)*x(i)
    y = y + cos(u(2))*u(3)
  end do
end subroutine
