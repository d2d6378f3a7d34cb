! An index that a branch changes is recomputed, too.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer(4) :: i, ip
  do i = 1, n
    ip = i + 1
    if (ip > n) ip = 1
    y(i) = y(ip)*y(i)*x(ip)
  end do
end subroutine
