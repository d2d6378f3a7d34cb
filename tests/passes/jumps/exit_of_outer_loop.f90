! An EXIT of an outer loop sets a flag, which also ends the inner loop.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(4, 4)
  real(8), intent(inout) :: y
  integer :: i, j
  rows: do i = 1, 4
    do j = 1, 4
      if (x(i, j) < 0) exit rows
      y = y + x(i, j)**2
    end do
  end do rows
end subroutine
