! Unchanged: the reverse sweep restores the subscript in between, so that it selects another element.
! head: f(y)/(x)
subroutine f(n, ix, x, y)
  integer, intent(in) :: n
  integer(4), intent(in) :: ix(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(2)
  integer(4) :: k
  k = 1
  do while (k < n)
    y(1) = y(1) + 2*x(k)
    k = ix(k)
    y(2) = y(2) + 3*x(k)
  end do
end subroutine
