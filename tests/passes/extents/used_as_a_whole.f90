! Unchanged: the sum over the whole array needs its extent, which a dummy argument of assumed size lacks.
! head: f(y)/(x)
subroutine f(k, x, y)
  integer, intent(in) :: k
  real(8), intent(in) :: x(1)
  real(8), intent(out) :: y
  y = x(k)**2 + sum(x)
end subroutine
