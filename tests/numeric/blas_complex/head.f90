! BLAS in complex numbers: all operations on matrices, factors with derivatives and without, strides, one variable twice, Hermitian matrices and their real factors.
!
! head: top(y, s)/(x, a, t)
! link tests/blas/complex.f90 runtime-fortran/blas/adc_blas_z.f90
! tolerance 1e-5 1e-10
! arg x complex16(6)
! arg a complex16(4,4)
! arg t real8 0.6
! arg y complex16(6)
! arg s real8
subroutine top(x, a, t, y, s)
   implicit none
   complex(8), intent(in) :: x(6), a(4, 4)
   real(8), intent(in) :: t
   complex(8), intent(out) :: y(6)
   real(8), intent(out) :: s
   complex(8) :: b(4, 4), c(5, 4), d(4, 4), e(4, 4), z(6), w(6), alpha, beta
   complex(8), external :: zdotu, zdotc
   real(8), external :: dznrm2, dzasum
   character, parameter :: ops(3) = ['N', 'T', 'c']
   integer, external :: izamax
   integer :: i, j
   alpha = x(1)*x(2)
   beta = (0.3d0, -0.4d0) + x(3)*t
   b = a*x(2)
   do i = 1, 4
      b(i, i) = b(i, i) + (4, 1)
   end do
   call zcopy(6, x, 1, y, 1)
   call zaxpy(3, x(2), x, 2, y, 2)
   z = x*(1, 2)
   w = 1
   call zswap(3, z, 2, w, 1)
   call zscal(4, beta, z, 1)
   call zdscal(3, t, z(2), 2)
   call zdscal(6, 0.7d0, w, 1)
   call zgeru(4, 3, alpha, x, 1, y, 2, b, 4)
   call zgerc(3, 4, alpha, y, 2, x(2), -1, b, 4)
   s = dznrm2(5, z, 1) + dzasum(3, w, 2)*real(x(izamax(6, [1d0, 3d0, 2d0, 0d0, 0d0, 1d0]*(1, 0), 1)))
   y(1) = zdotu(3, x, 2, z, 1)*zdotc(3, z, 1, x, 2) + zdotu(6, x, 1, x, 1)*zdotc(6, z, -1, z, -1)
   c = 0
   d = a
   e = b
   do i = 1, 3
      call zgemv(ops(i), 4, 4, alpha, a, 4, x, 1, beta, z, 1)
      call zgemv(ops(i), 3, 4, beta, e, 4, z, -1, alpha, w, 1)
      do j = 1, 3
         call zgemm(ops(i), ops(j), 4, 4, 4, alpha, a, 4, d, 4, beta, c, 5)
         call zgemm(ops(i), ops(j), 3, 4, 2, (0.1d0, 0.2d0), e, 4, e, 4, (0.5d0, 0d0), c, 5)
      end do
      call ztrmv('U', ops(i), 'N', 4, b, 4, z, 1)
      call ztrmv('L', ops(i), 'U', 3, d, 4, z, -2)
      z = z*0.01d0
      call ztrsv('L', ops(i), 'N', 4, b, 4, z, 1)
      call ztrsv('U', ops(i), 'U', 3, d, 4, z, 2)
      call ztrmm('L', 'U', ops(i), 'N', 4, 3, alpha, d, 4, c, 5)
      call ztrmm('R', 'L', ops(i), 'U', 4, 4, beta, d, 4, c, 5)
      call ztrsm('L', 'L', ops(i), 'N', 4, 4, alpha, b, 4, c, 5)
      call ztrsm('R', 'U', ops(i), 'U', 4, 4, beta, d, 4, c, 5)
      c = c*0.3d0
   end do
   y(2) = sum(c**2) + sum(z) + sum(w)
   call zsymm('L', 'U', 4, 4, alpha, a, 4, b, 4, beta, e, 4)
   call zsymm('R', 'L', 4, 4, (1d0, 0.2d0), a, 4, d, 4, (0.2d0, 0d0), e, 4)
   call zsyrk('U', 'N', 4, 3, alpha, a, 4, beta, e, 4)
   call zsyrk('L', 'T', 4, 4, alpha, d, 4, beta, e, 4)
   call zsyr2k('L', 'N', 4, 2, alpha, a, 4, d, 4, beta, e, 4)
   call zsyr2k('U', 'T', 4, 4, alpha, a, 4, b, 4, beta, e, 4)
   y(3) = sum(e)*1d-3
   ! Hermitian matrices
   d = a*(1, -0.5)
   call zhemv('U', 4, alpha, d, 4, x, 1, beta, w, 1)
   call zhemv('L', 3, (0.1d0, 0.4d0), d, 4, x, 2, (0.5d0, 1d0), w, -2)
   call zhemm('L', 'U', 4, 4, alpha, d, 4, b, 4, beta, c, 5)
   call zhemm('R', 'L', 4, 4, alpha, d, 4, b, 4, beta, c, 5)
   call zher('U', 4, t, x, 1, d, 4)
   call zher('L', 3, 0.4d0, x, -2, d, 4)
   call zher2('U', 4, alpha, x, 1, w, 1, d, 4)
   call zher2('L', 3, beta, w, -2, x, 1, d, 4)
   y(4) = sum(d**2) + sum(c)
   call zherk('U', 'N', 4, 3, t, a, 4, t**2, d, 4)
   call zherk('L', 'C', 4, 4, t, b, 4, 0.3d0, d, 4)
   call zher2k('U', 'C', 4, 3, alpha, a, 4, b, 4, t, d, 4)
   call zher2k('L', 'N', 4, 4, beta, a, 4, b, 4, 0.3d0, d, 4)
   y(5) = sum(d**2)*(1d-5, 2d-5)
   s = s + sum(abs(w)**2)
   y(6) = w(1) + w(6)
end subroutine top
