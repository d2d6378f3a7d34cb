! CYCLE before the rest of a loop body becomes a branch around the rest.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(9)
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, 9
    if (x(i) < 0) cycle
    y = y + x(i)
  end do
end subroutine
