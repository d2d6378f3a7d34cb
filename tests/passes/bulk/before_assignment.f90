! Each iteration records a different element: one push before the loop records all, one pop after it restores them.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = x(i)*sin(y(i))
  end do
  y = y**2
end subroutine
