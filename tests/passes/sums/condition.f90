! A test controls the sum: an iteration that does not add has no derivative.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: pay
  integer(4) :: i, seed
  seed = 1
  y = 0
  do i = 1, n
    seed = mod(seed*75, 65537)
    pay = seed*x - x**2
    if (pay > 0) y = y + pay
  end do
end subroutine
