! Residuals of the combustion of propane, full formulation, of the MINPACK-2 collection.
! multiplications: forward 151, reverse 90, Markowitz 111; single use 88; at most 88, 24
subroutine propane_combustion(x, f)
  implicit none
  real(8), intent(in) :: x(11)
  real(8), intent(out) :: f(11)
  real(8), parameter :: p = 40.0d0, r = 10.0d0
  real(8) :: root
  root = sqrt(p/x(11))
  f(1) = x(1) + x(4) - 3.0d0
  f(2) = 2*x(1) + x(2) + x(4) + x(7) + x(8) + x(9) + 2*x(10) - r
  f(3) = 2*x(2) + 2*x(5) + x(6) + x(7) - 8.0d0
  f(4) = 2*x(3) + x(9) - 4*r
  f(5) = x(2)*x(4) - x(1)*x(5)
  f(6) = sqrt(x(2)*x(4)) - sqrt(x(1))*root*x(6)
  f(7) = sqrt(x(1)*x(2)) - sqrt(x(4))*x(7)*root
  f(8) = x(1) - x(4)*x(8)*p/x(11)
  f(9) = x(1)*sqrt(x(3)) - x(4)*x(9)*root
  f(10) = x(1)**2 - x(4)**2*x(10)*p/x(11)
  f(11) = x(11) - x(1) - x(2) - x(3) - x(4) - x(5) - x(6) - x(7) - x(8) - x(9) - x(10)
end subroutine propane_combustion
