! Complex operators and functions.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8(7)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(7)
  complex(8) :: a, b, c(2)
  a = cmplx(x(1), x(2), kind=8)
  b = (1d0, 2d0)*a + conjg(a)
  c(1) = a*b/(b + 1)
  c(2) = exp(a)*sin(b) + cos(a) + log(b) + sqrt(a)
  y(1) = real(c(1)) + aimag(c(2))
  y(2) = abs(c(2)) + dble(c(1))
  c = c*a
  y(3) = real(sum(c)) + aimag(c(1)**2) + real(c(2)**a)
  a = x(1)
  b = (0d0,1d0)*x(2) + x(1)
  y(4) = abs(a*b) + real(a - b*x(1))
  c(1) = a**x(2)
  c(2) = x(1)**b
  y(5) = real(c(1) + c(2)) + aimag(b**(-3)) + aimag(c(2))
  y(6) = real(tan(b)) + real(sinh(b)) + aimag(cosh(b)) + aimag(tanh(b)) 
  y(7) = real(asin(b*0.3d0)) + real(acos(b*0.3d0)) + aimag(atan(b*0.3d0)) + real(asinh(b)) + real(acosh(b)) + real(atanh(b*0.3d0))
end subroutine head
