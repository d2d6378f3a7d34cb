! Increments of one element in an iteration are merged, though other increments may alias it.
! head: f(y)/(x)
subroutine f(n, ix, x, y)
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(2)
  integer :: i
  do i = 1, n
    y(1) = y(1) + x(i)*x(ix(i))
    y(2) = y(2) + x(i)**2
  end do
end subroutine
