! Increments of two elements are merged separately.
! head: f(y)/(x)
subroutine f(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(2, n), x(2, n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + a(1, i)*x(1, i) + a(2, i)*x(2, i)
    y(i) = y(i) + x(1, i)*x(2, i)
  end do
end subroutine
