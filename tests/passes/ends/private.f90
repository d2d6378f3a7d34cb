! An iteration records its own `t`, which the statement after the loop needs from before it.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  t = x(1)*x(2)
  y(1) = t*t
  do i = 2, n
    t = x(i)*y(i-1)
    y(i) = y(i) + t*sin(t)
  end do
end subroutine
