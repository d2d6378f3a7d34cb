! The loops run once: their records stay in arrays from one sweep to the other.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i, k
  do i = 2, n
    do k = 1, 3
      t = x(i)*y(i-1)
      y(i) = y(i) + k*t*t
    end do
    y(i) = y(i)*y(i)
  end do
end subroutine
