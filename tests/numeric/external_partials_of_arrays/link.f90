subroutine layer(n, x, a, y, dydx, dyda)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), a
   real(8), intent(out) :: y(n), dydx(n), dyda(n)
   y = x**2 + sin(a*x)
   dydx = 2*x + a*cos(a*x)
   dyda = x*cos(a*x)
end subroutine layer
