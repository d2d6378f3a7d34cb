! BLAS for banded and packed matrices: both triangles, all letters, increments, rectangles, orders 1 and 10, factors with derivatives and without.
!
! head: top(y, z, ap)/(a, ap, x, al)
! link tests/blas/reference.f90 tests/blas/banded.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/blas/adc_banded_d.f90
! tolerance 1e-5 1e-10
! arg a real8(4,10)
! arg ap real8(55)
! arg x real8(10)
! arg al real8 0.6
! arg y real8(10)
! arg z real8(20)
subroutine top(a, ap, x, al, y, z)
   implicit none
   integer, parameter :: n = 10
   real(8), intent(in) :: a(4, n), x(n), al
   real(8), intent(inout) :: ap(55)
   real(8), intent(out) :: y(n), z(2*n)
   real(8) :: c(n), be, t(3, n), one(1)
   integer :: i, k
   c = [(0.3d0*i - 1.1d0, i = 1, n)]
   be = al**2
   y = x*x + 0.5d0
   z = 1
   ! bands: 2 diagonals below and 1 above, also of rectangles
   call dgbmv('N', n, n, 2, 1, al, a, 4, x, 1, 0.5d0, y, 1)
   call dgbmv('T', 8, n, 2, 1, 0.7d0, a, 4, y, 1, be, z, 2)
   call dgbmv('t', n, 7, 1, 2, al, a, 4, z, -2, 1d0, y(3), 1)
   y = y/4
   z = z/4
   call dsbmv('U', n, 3, al, a, 4, y, 1, be, z, 1)
   call dsbmv('l', 9, 2, 0.3d0, a, 4, z, 2, al, y, 1)
   call dspmv('U', n, al, ap, y, 1, be, z(3), 1)
   call dspmv('L', n, 0.2d0, ap, x, 1, 1d0, y, 1)
   y = y/4
   z = z/8
   call dspr('L', n, al, y, 1, ap)
   call dspr('U', 9, 0.1d0, z, 2, ap)
   call dspr2('U', n, al, x, 1, y, 1, ap)
   call dspr2('L', 10, 0.2d0, z, 2, c, 1, ap)
   ap = ap/4
   do i = 1, n
      t(:, i) = 0.2d0*a(2:, i)
   end do
   call dtbmv('U', 'N', 'N', n, 2, t, 3, y, 1)
   call dtbmv('L', 'T', 'U', n, 1, t, 3, z, 2)
   call dtpmv('U', 'T', 'N', n, ap, y, 1)
   call dtpmv('L', 'N', 'U', n, ap, z, 1)
   t(1, :) = t(1, :) + 2
   call dtbsv('L', 'N', 'N', n, 2, t, 3, y, 1)
   call dtbsv('L', 'T', 'N', n, 1, t, 3, z, -2)
   call dtbsv('U', 'T', 'U', n, 2, t, 3, y, 1)
   ap = ap/8
   k = 0
   do i = 1, n
      k = k + i
      ap(k) = ap(k) + 3
   end do
   call dtpsv('U', 'N', 'N', n, ap, y, 1)
   call dtpsv('U', 'T', 'U', n, ap, z, 1)
   call dtpsv('L', 'T', 'U', n, ap, c, 1)
   ! order 1
   one(1) = x(2)
   call dtbmv('U', 'N', 'N', 1, 0, a, 4, one, 1)
   call dspmv("L", 1, al, ap, x, 1, be, one, 1)
   y(1) = y(1) + one(1)
   z(1:n) = z(1:n)*c
end subroutine top
