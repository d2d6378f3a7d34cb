! Both parts of an iteration run together: the number of the branch and the value that it overwrites are variables.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  real(8) :: t
  do i = 1, n
    t = x(i)
    if (t < 1) t = t*sin(t)
    t = t*exp(t)
    y = y + t*t
  end do
end subroutine
