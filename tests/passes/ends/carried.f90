! Unchanged: an iteration reads what the one before it has set.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  t = 1
  do i = 1, n
    t = t*x(i)
    y(i) = y(i) + t*t
  end do
end subroutine
