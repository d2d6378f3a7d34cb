! Functions have a form for vectors.
! head: f(y)/(x, c)
subroutine f(n, x, c, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), c
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = c*exp(x(i))
  end do
end subroutine
