! In a loop, factors are recorded, summands are not.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(2)
  integer :: i
  do i = 1, n
    y(1) = y(1)*x(i)
    y(2) = y(2) + x(i)*y(1)
  end do
end subroutine
