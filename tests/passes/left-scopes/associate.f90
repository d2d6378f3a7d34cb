! The BLOCK that remains of an ASSOCIATE disappears, too: here in a loop.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(4)
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, 4
    one: associate (a => x(i))
      if (a < 0) exit one
      y = y + a**2
    end associate one
    y = 2*y
  end do
end subroutine
