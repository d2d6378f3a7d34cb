! A recurrence reads no element that it overwrites later, so none is recorded.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: g(n)
  integer :: k
  g = x
  do k = 2, n
    g(k) = x(k)*g(k - 1)
  end do
  y = g(n)
end subroutine
