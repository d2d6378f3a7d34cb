! Unchanged: t would be recorded for the derivative of the exponential alone.
! head: f(y)/(x)
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  real(8) :: t
  do i = 1, n
    t = exp(x(i))
    y = y + t
  end do
end subroutine f
