! The number of steps is not known before them: the tape takes an array for each, of two dimensions for the short loop.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i, k
  do while (sum(y) < 10)
    do i = 2, n
      do k = 1, 3
        t = x(i)*y(i-1)
        y(i) = y(i) + k*t*t
      end do
    end do
  end do
end subroutine
