! LAPACK in complex numbers: solutions, factors and their derivatives, all operations, triangles, bands, symmetric and Hermitian matrices.
!
! head: top(y, s)/(a, x)
! link tests/blas/complex.f90 tests/lapack/complex.f90 runtime-fortran/lapack/adc_lapack_z.f90 runtime-fortran/blas/adc_blas_z.f90
! tolerance 1e-5 1e-10
! arg a complex16(5,4)
! arg x complex16(4)
! arg y complex16(5,2)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   complex(8), intent(in) :: a(5, 4), x(4)
   complex(8), intent(out) :: y(5, 2)
   real(8), intent(out) :: s
   complex(8) :: c(5, 4), h(5, 4), band(5, 4), work(20), u(4), dl(4), d(4), du(4), du2(4)
   character, parameter :: ops(3) = ['N', 'T', 'C']
   integer :: ipiv(4), info, i, k
   y = (0.5d0, 0.3d0)
   s = 0
   do k = 1, 3
      c = a*k
      do i = 1, 4
         c(i, 5 - i) = c(i, 5 - i) + (3, 1)
      end do
      y(:4, 1) = y(:4, 1) + x
      call zgetrf(4, 4, c, 5, ipiv, info)
      s = s + sum(real(c)**2) + sum(aimag(c))
      call zgetrs(ops(k), 4, 2, c, 5, ipiv, y, 5, info)
      call ztrtrs('U', ops(k), 'N', 4, 1, c, 5, y, 5, info)
      call ztrtrs('L', ops(k), 'U', 3, 2, c, 5, y, 5, info)
      if (k == 2) call zgetri(4, c, 5, ipiv, work, 20, info)
      y = y*0.5d0 + sum(c)*0.1d0
      ! symmetric
      c = a
      do i = 1, 4
         c(i, i) = x(i)*0.1d0
      end do
      call zsytrf(merge('U', 'L', k == 1), 4, c, 5, ipiv, work, 20, info)
      s = s + sum(real(c**2))
      call zsytrs(merge('U', 'L', k == 1), 4, 2, c, 5, ipiv, y, 5, info)
      c = a
      call zsysv(merge('U', 'L', k == 2), 4, k - 1, c, 5, ipiv, y, 5, work, 20, info)
      ! Hermitian
      h = 0.1d0*a
      do i = 1, 4
         h(i, i) = 4 + x(i)*(0, 1) + a(i, i)
      end do
      call zpotrf(merge('U', 'L', k == 1), 4, h, 5, info)
      s = s + sum(real(h**2)) + sum(aimag(h)*real(h))
      call zpotrs(merge('U', 'L', k == 1), 4, 2, h, 5, y, 5, info)
      h = 0.2d0*a
      do i = 1, 4
         h(i, i) = 4 + a(5, i)
      end do
      call zposv(merge('U', 'L', k == 2), 4, 1, h, 5, y, 5, info)
      s = s + sum(real(h**3))
      call zpotrs(merge('U', 'L', k == 2), 4, 1, h, 5, y, 5, info)
      ! bands: one diagonal above the main one, one below
      band = a*0.5d0
      band(3, :) = band(3, :) + 2
      call zgbtrf(4, 4, 1, 1, band, 5, ipiv, info)
      s = s + sum(real(band(2:4, 3)**2))
      call zgbtrs(ops(k), 4, 1, 1, 2, band, 5, ipiv, y, 5, info)
      band = a
      call zgbsv(4, 1, 1, 1, band, 5, ipiv, y, 5, info)
      dl = a(1, :)*3
      d = a(2, :)
      du = x
      call zgttrf(4, dl, d, du, du2, ipiv, info)
      s = s + real(sum(d**2) + sum(dl(:3)) - sum(du(:3)) + sum(du2(:2)))
      call zgttrs(ops(k), 4, 2, dl, d, du, du2, ipiv, y, 5, info)
      dl = x
      d = 2
      du = a(3, :)
      call zgtsv(4, 1, dl, d, du, y, 5, info)
   end do
   ! passive right-hand sides and passive matrices
   u = (1, 2)
   c = a
   do i = 1, 4
      c(i, i) = c(i, i) + 3
   end do
   call zgesv(4, 1, c, 5, ipiv, u, 4, info)
   s = s + sum(abs(u)**2)
   call zgetrs('C', 4, 1, c, 5, ipiv, y, 5, info)
   c = (0.1d0, 0.3d0)
   do i = 1, 4
      c(i, i) = (4, 1)
   end do
   call zgesv(4, 2, c, 5, ipiv, y, 5, info)
   u = x
   call zposv('U', 4, 1, c, 5, u, 4, info)
   s = s + abs(u(2))
   c(1, 1) = 2 + abs(x(1))
   u(1) = x(2)
   call zposv('L', 1, 1, c, 5, u, 4, info)
   s = s + abs(u(1))
end subroutine top
