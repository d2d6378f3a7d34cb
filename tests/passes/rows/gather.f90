! Increments of neighbours' elements are gathered at these elements.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = y(i) + 3*x(i) - x(i - 1)
  end do
end subroutine
