! Unchanged: the test may hold in any iteration, or in none.
! head: f(y)/(x)
subroutine f(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, ip
  do i = 1, n
    ip = i + 1
    if (i == m) ip = 1
    y(i) = y(i) + x(i)*x(ip)
  end do
end subroutine
