! Residuals of the human heart dipole problem of the MINPACK-2 collection.
! multiplications: forward 240, reverse 172, Markowitz 194; single use 148; at most 148, 48
subroutine human_heart_dipole(x, f)
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: f(8)
  real(8), parameter :: sum = 1.0d0
  real(8) :: q57, q68, c5, c7, c6, c8
  f(1) = x(1) + x(2) - sum
  f(2) = x(3) + x(4) - sum
  f(3) = x(5)*x(1) + x(6)*x(2) - x(7)*x(3) - x(8)*x(4) - sum
  f(4) = x(7)*x(1) + x(8)*x(2) + x(5)*x(3) + x(6)*x(4) - sum
  q57 = x(5)**2 - x(7)**2
  q68 = x(6)**2 - x(8)**2
  f(5) = x(1)*q57 - 2*x(3)*x(5)*x(7) + x(2)*q68 - 2*x(4)*x(6)*x(8) - sum
  f(6) = x(3)*q57 - 2*x(1)*x(5)*x(7) + x(4)*q68 - 2*x(2)*x(6)*x(8) - sum
  c5 = x(5)*(x(5)**2 - 3*x(7)**2)
  c7 = x(7)*(x(7)**2 - 3*x(5)**2)
  c6 = x(6)*(x(6)**2 - 3*x(8)**2)
  c8 = x(8)*(x(8)**2 - 3*x(6)**2)
  f(7) = x(1)*c5 + x(3)*c7 + x(2)*c6 + x(4)*c8 - sum
  f(8) = x(3)*c5 - x(1)*c7 + x(4)*c6 - x(2)*c8 - sum
end subroutine human_heart_dipole
