! The sine is needed for `c`, the cosine for `x`: they come into loops of their own.
! head: f(y)/(x, c)
subroutine f(n, x, c, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), c
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = c*sin(x(i))
  end do
end subroutine
