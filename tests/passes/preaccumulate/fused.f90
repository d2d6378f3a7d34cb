! Unchanged: nothing is recorded, since both sweeps of an iteration stand in one loop.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: g, h
  integer :: i
  do i = 1, n
    g = exp(-x(i)*x(i))
    h = sin(x(i))*g
    y(i) = x(i) + 0.1d0*h
  end do
end subroutine
