! A statement function is replaced by its body in parentheses, and so is one in its body.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: square, quartic, a
  square(a) = a*a
  quartic(a) = square(square(a))
  y = 2*square(x + 1) - quartic(x)
end subroutine
