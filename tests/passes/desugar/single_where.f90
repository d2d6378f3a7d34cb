! Unchanged: a single masked assignment evaluates its mask once, before it assigns.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(5)
  real(8), intent(inout) :: y(5)
  where (y > 1) y = x*y
end subroutine
