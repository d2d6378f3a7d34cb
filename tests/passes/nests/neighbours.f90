! Unchanged: in a joint loop, the second statement would read elements of `wb` that the first one has not set yet.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: w(n)
  w = 0
  w(2:n) = 2*x(1:n - 1)
  y(1:n - 1) = 3*w(1:n - 1)
end subroutine
