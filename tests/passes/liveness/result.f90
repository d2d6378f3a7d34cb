! The value of the dependent is not needed, so its computation is dropped.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  t = x**2
  y = 3*t + x
end subroutine
