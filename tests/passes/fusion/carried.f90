! Unchanged: the cosine needs the value from the previous iteration, which is not computed yet in reverse order.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, n
    y = y*cos(y)*x(i)
  end do
end subroutine
