! Unchanged: the iterations carry an array.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(2)
  real(8) :: a(2)
  integer :: i
  a = 0
  do i = 1, n
    a(1) = a(2) + x(i)
    a(2) = a(1)*x(i)
    y(1) = y(1) + a(1)**2
    y(2) = y(2) + sin(a(2))
  end do
end subroutine
