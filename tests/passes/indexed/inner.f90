! Values that an inner loop records are stored in an array for the current iteration of the outer loop.
! head: f(y)/(x)
subroutine f(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: t
  integer :: i, k
  do i = 1, n
    t = x(i)
    do k = 1, m
      t = 0.5d0*t*t
    end do
    y = y + t
  end do
end subroutine
