! A value that iterations carry linearly does not prevent fusion: no derivative needs it.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: t
  integer :: i
  do i = 1, n
    t = sin(x(i))
    t = t*t
    y = 3*y + t*x(i)
  end do
end subroutine
