! TRANSFER between reals, and of the parts of complex numbers.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8) :: z(2,2)
  real(8) :: w(4)
  complex(8) :: c
  z = reshape(transfer(x*x, w), [2,2])
  w = transfer(z, w, 4)
  w = transfer(w, w)
  c = cmplx(w(1), x(2), 8)*w(2)
  z(:,1) = transfer(c, w)
  y = z(1,1)*z(2,1) + w(1)*w(2)*w(3) + w(4)*transfer(x(1), y) + transfer(w(2:3), y)*x(2)
end subroutine
