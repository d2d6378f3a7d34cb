! Unchanged: all iterations increment the derivative of `x`, which is zero only before the last one.
! head: f(y)/(x)
subroutine f(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), x
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, n
    y = y + a(i)*x
  end do
end subroutine
