! The last iteration, whose neighbour is the first element, is peeled.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, ip
  do i = 1, n
    ip = i + 1
    if (i == n) ip = 1
    y(i) = y(i) + x(i)*x(ip)
  end do
end subroutine
