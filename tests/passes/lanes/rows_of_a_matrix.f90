! Unchanged: the elements of a row are no neighbours in memory.
! head: f(y)/(a, c)
subroutine f(n, a, c, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), c
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = c*a(1, i)
  end do
end subroutine
