! In the loop of a state, one entry is recorded in place of the values that its partial derivatives need.
! head: f(y)/(y)
subroutine f(n, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: y
  real(8) :: g, h
  integer :: i
  do i = 1, n
    g = exp(-y*y)
    h = sin(y)*g
    y = y + 0.1d0*h
  end do
end subroutine
