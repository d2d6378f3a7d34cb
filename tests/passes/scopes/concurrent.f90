! DO CONCURRENT becomes nested counted loops with new indices, and its mask a test.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n, n)
  real(8), intent(inout) :: y(n, n)
  integer :: i, j
  i = 3
  do concurrent (i = 1:n, j = 1:n, i /= j)
    y(i, j) = x(i, j)*x(j, i)
  end do
  y(1, 1) = i
end subroutine
