! Unchanged: an array would have elements for all iterations, however seldom one records.
! head: f(y)/(x)
subroutine f(n, ip, x, y)
  integer, intent(in) :: n, ip(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (x(i) > y(ip(i))) then
      y(ip(i)) = y(ip(i))**2 + x(i)
    end if
  end do
end subroutine
