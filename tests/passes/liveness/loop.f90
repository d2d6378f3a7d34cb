! A loop that no derivative needs is dropped as a whole.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, n
    y = y + x(i)**2
  end do
end subroutine
