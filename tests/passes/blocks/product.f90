! A product is recorded at the borders of blocks; each block runs again before its reverse part.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 1
  do i = 1, n
    y = y*x(i)
  end do
end subroutine
