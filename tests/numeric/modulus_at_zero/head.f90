! A modulus, a norm and a product at zero: nothing is divided by zero, even where a program stops when something is.
! head: head(y)/(x)
! arg x real8(4) 0 0 0.5 2
! arg y real8(3)
! flags -ffpe-trap=zero,invalid
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(3)
  complex(8) :: z
  z = cmplx(x(1), x(2), 8)
  y(1) = abs(z)*x(1) + x(3)
  y(2) = norm2(x(1:2))*x(2) + norm2(x(3:4))
  y(3) = product(x(2:4))
end subroutine head
