! Few iterations: the array is small, whatever the test says.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(4)
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, 4
    if (x(i) > y) then
      y = y*y + x(i)
    end if
  end do
end subroutine
