! Unchanged: an iteration may read the element that others increment.
! head: f(y)/(x)
subroutine f(n, k, ip, x, y)
  integer, intent(in) :: n, k, ip(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(ip(i)) = x(i)*y(k)
  end do
end subroutine
