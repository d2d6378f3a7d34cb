! A complex number that is written as a whole, and then in parts: its adjoint is not zero when the parts' are set to zero.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(2)
  complex(8) :: z, w
  z = cmplx(x(1), x(2), 8)
  w = cmplx(-x(3), x(4), 8)
  y(1) = abs(z/w)
  z%re = x(3)
  w%im = z%im*z%re
  y(2) = z%im*w%re**2 + w%im
end subroutine head
