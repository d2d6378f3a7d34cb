! A running sum is recorded at the borders of blocks; each block runs again before its reverse part.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(2)
  real(8) :: a
  integer :: i
  a = 0
  do i = 1, n
    a = a + x(i)
    y(1) = y(1) + a*a
    y(2) = y(2) + sin(a)
  end do
end subroutine
