! A loop that adds to one scalar is differentiated in the forward sweep, so its carried state is not recorded.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer(4) :: i, seed
  seed = 1
  y = 0
  do i = 1, n
    seed = mod(seed*75, 65537)
    y = y + (seed*x)**2
  end do
end subroutine
