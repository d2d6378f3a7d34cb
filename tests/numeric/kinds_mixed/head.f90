! Single, double, complex and integers mixed.
! head: head(y)/(x)
! arg x real4(3)
! arg y real8(3)
! tolerance 2e-3 1e-5
! steps 1e-2 1e-2
subroutine head(x, y)
  implicit none
  real(4), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  complex(4) :: c
  complex(8) :: z(2)
  c = cmplx(x(1), x(2))
  z(1) = c*x(3)
  z(2) = conjg(c)**2
  y(1) = dble(x(1))**2*2 + real(z(1)*z(2), 8)
  y(2) = abs(z(1)) + aimag(dot_product(z, [z(2), z(1)]))
  y(3) = real(sum(matmul(reshape([z, z*2], [2,2]), z))) + 1.0d0*x(1)*nint(x(3))
end subroutine head
