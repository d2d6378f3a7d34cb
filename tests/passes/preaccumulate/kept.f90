! A value on which several others depend stays a variable: fewer entries.
! head: f(y,x)/(x)
! preaccumulate: always
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y
  real(8) :: t, u, v, w
  integer :: i
  do i = 1, n
    t = sin(x(i))
    u = t*t
    v = exp(u)
    w = v + x(i)
    x(i) = w*u
    y = y + v*w
  end do
end subroutine
