! Unchanged: the adjoint needs the element before with the value from the previous iteration, so pops stay separate.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = y(i)*y(i - 1)*x(i)
  end do
end subroutine
