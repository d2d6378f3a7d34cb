! Each iteration sets the derivative of a scalar instead of incrementing it and setting it to zero.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: t
  integer :: i
  do i = 1, n
    t = 2*x(i)
    y = y + t*x(i)
  end do
end subroutine
