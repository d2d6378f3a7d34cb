! TRANSFER between reals, and between complex numbers and their parts: scalars, arrays, sections, with a size.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8) :: z(2,2)
  real(8) :: w(4)
  complex(8) :: c, u(2), v(0:3)
  real(8) :: h(-1:2)
  z = reshape(transfer(x*x, w), [2,2])
  w = transfer(z, w, 4)
  w = transfer(w, w)
  c = cmplx(w(1), x(2), 8)*w(2)
  z(:,1) = transfer(c, w)
  y = z(1,1)*z(2,1) + w(1)*w(2)*w(3) + w(4)*transfer(x(1), y) + transfer(w(2:3), y)*x(2)
  u = transfer(x, u)*c
  h = transfer(u, h)
  v(1:2) = transfer(h, v, 2)
  v(0::3) = transfer(h(2:-1:-1), v)
  c = transfer(h(1:2), c)*v(0)
  w(1:2) = transfer(v(0::3), w, 2)
  y = y + h(0)*sum(h*w) + real(c*v(2)) + aimag(v(3)) + transfer(u(2:1:-1), y)
end subroutine
