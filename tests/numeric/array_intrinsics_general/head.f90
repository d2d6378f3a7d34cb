! Array intrinsics with dim, mask, back, shapes.
! head: head(y)/(x)
! arg x real8(6)
! arg y real8(18)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(18)
  complex(8) :: z(3)
  real(8) :: a(2,3), b(3,2), c(2,3,2), v(3), w(2)
  integer :: k(2), l(1), i
  a = reshape(x, [2,3])
  b = reshape(x**2, [3,2], order=[2,1])
  c = spread(a, 3, 2)
  c(:,:,2) = c(:,:,2)*2*a
  y(1) = sum(product(c, dim=3)) + sum(sum(c, 1, c > 0.6d0))
  k = maxloc(a)
  y(2) = a(k(1),k(2))*x(1) + x(minloc(x, 1))**2
  l = findloc(x > 0.9d0, .true.)
  y(3) = x(max(1,l(1)))**3
  v = matmul(x(1:2), a)
  w = matmul(a, x(4:6))
  y(4) = dot_product(v, x(1:3)) + sum(w**2)
  y(5) = sum(merge(a, transpose(b), a > 0.8d0)**2)
  y(6) = sum(maxval(c, dim=2)*minval(c, dim=2, mask=c>0.1d0))
  y(7) = sum(cshift(a, [1,2], dim=2)*a) + sum(eoshift(a, [1,-1], boundary=[x(1), x(2)], dim=2)*a)
  y(8) = sum(unpack(x, a > 0.95d0, a*x(1))**2)
  y(9) = sum(pack(a, a > 0.7d0, [(x(i), i=1,6)])**2*[(i, i=1,6)])
  y(10) = norm2(x) + sum(norm2(a, 2)) + sum(norm2(a, dim=1)**3)
  y(11) = sum(product(a, 1, a > 0.7d0)) + product(a, a < 1.2d0)
  y(12) = sum(reshape(x(1:2), [2,3], pad=x(3:6)*x(1))**3) + dot_product(x(1:0), x(1:0))
  b = reshape(x(1:4), shape(b), pad=[x(5), x(6)*x(1), x(2)], order=[2,1])
  y(13) = sum(b**2*a(1,1))
  c = reshape(x, [2,3,2], pad=x(1:5)*x(2), order=[3,1,2])
  y(14) = sum(c(1,:,:)**2) + sum(c(2,:,1)**3)
  y(15) = sum(reshape(a, [3,2], order=[2,1])*reshape(x(6:1:-1), [3,2])) + sum(reshape(x, [2,2])**2)
  z = cmplx(x(1:3), x(4:6), 8)
  y(16) = real(product(z)) + aimag(product(z, mask=[.true.,.false.,.true.]))
  a(2,2) = 0
  y(17) = sum(product(a + x(1) - x(1), 2)*x(1:2)) + sum(eoshift(a, 1, x(3)**2, 1)*a) + product(x - x(2))
  y(18) = sum(pack(a, .true.)**2*[(i, i=1,6)]) + sum(eoshift(c, 1, boundary=a*x(1), dim=3)*c)
end subroutine head
