! A variable that does not depend on the independent has no derivative: here in the tangent.
! head: f(y)/(x)
! mode: tangent
subroutine f(a, x, y)
  real(8), intent(in) :: a(3), x
  real(8), intent(out) :: y
  real(8) :: c(3)
  c = a*a
  y = sum(c)*x
end subroutine
