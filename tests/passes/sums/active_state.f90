! Unchanged: the carried state is active; its derivative depends on later iterations.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: s
  integer :: i
  s = 1
  y = 0
  do i = 1, n
    s = s*x(i)
    y = y + s*s
  end do
end subroutine
