! Unchanged: the number of inner iterations is unknown before the outer loop, where the array would be allocated.
! head: f(y)/(x)
subroutine f(n, m, x, y)
  integer, intent(in) :: n, m(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: t
  integer :: i, k
  do i = 1, n
    t = x(i)
    do k = 1, m(i)
      t = 0.5d0*t*t
    end do
    y = y + t
  end do
end subroutine
