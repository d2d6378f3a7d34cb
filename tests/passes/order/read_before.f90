! Unchanged: the previous iteration reads the overwritten element, and its adjoint needs it.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: v(n)
  integer :: i
  v = x
  do i = 1, n - 1
    v(i) = v(i)*v(i + 1)
  end do
  y = v(1)
end subroutine
