! An array that is declared with one element, but used beyond it, has assumed size.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(1)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n
    y = y + x(i)**2
  end do
end subroutine
