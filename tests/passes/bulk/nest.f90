! A loop nest records a section of two dimensions.
! head: f(w)/(x)
subroutine f(n, m, x, w)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: w(n, m)
  integer :: i, j
  do j = 2, m
    do i = 1, n
      w(i, j) = x(i)*w(i, j)**2
    end do
  end do
  w = w**2
end subroutine
