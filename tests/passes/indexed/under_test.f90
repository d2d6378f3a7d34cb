! An array of the inner loop alone: one with a dimension for the outer loop, too, would have elements for iterations
! that the test skips.
! head: f(y)/(x)
subroutine f(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i, j, k
  real(8) :: t
  do i = 1, n
    t = x(i)
    do j = 1, m
      if (mod(j, 1000) == 1) then
        do k = 1, m
          t = x(i) + 0.1d0*t*t
        end do
      end if
    end do
    y(i) = t*t
  end do
end subroutine f
