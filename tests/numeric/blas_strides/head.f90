! BLAS with increments other than one, of both signs, and zero; transposed and triangular matrices; all factors with derivatives.
!
! head: top(y, z, a, s)/(a, x, al, be)
! link tests/blas/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90
! tolerance 1e-5 1e-10
! arg a real8(5,4)
! arg x real8(9)
! arg al real8 0.6
! arg be real8 -0.4
! arg y real8(9)
! arg z real8(12)
! arg s real8
subroutine top(a, x, al, be, y, z, s)
   implicit none
   real(8), intent(inout) :: a(5, 4), x(9)
   real(8), intent(in) :: al, be
   real(8), intent(out) :: y(9), z(12), s
   real(8) :: t(4, 4), u(4, 2), one(1)
   real(8), external :: ddot, dnrm2, dasum
   integer :: i
   y = 0.5d0
   z = 1
   one = x(9)*al
   call dcopy(4, x(2), -2, y, 2)
   call dcopy(3, one, 0, z, 3)
   call daxpy(4, al, x, 2, y(2), -2)
   call daxpy(3, be, y, -3, z(2), -1)
   call daxpy(4, al, one, 0, z, -2)
   call dswap(3, z, -2, x, 1)
   call drot(4, z, 3, y, -2, al, be)
   call dscal(3, be, z(2), 3)
   call dgemv('N', 4, 3, al, a, 5, x, -2, be, y, 2)
   call dgemv('T', 3, 4, be, a(2, 1), 5, y(2), 3, al, z, -1)
   y = y/4
   z = z/4
   call dger(4, 3, al, y, -2, z, 3, a, 5)
   call dsymv('U', 4, al, a, 5, x, 2, be, z(2), -2)
   call dsymv('L', 4, be, a(2, 1), 5, z, -3, al, y, 1)
   y = y/4
   z = z/4
   call dsyr('L', 4, al, y, -2, a, 5)
   call dsyr2('U', 4, be, x, -2, z, -3, a(2, 1), 5)
   a = a/8
   do i = 1, 4
      a(i, i) = a(i, i) + 3
   end do
   call dtrmv('U', 'T', 'N', 4, a, 5, y, -2)
   call dtrmv('L', 'N', 'U', 4, a, 5, z, -3)
   call dtrsv('U', 'N', 'N', 4, a, 5, z, -1)
   call dtrsv('L', 'T', 'U', 4, a, 5, y(2), -2)
   t = 0.25d0
   u = 1
   call dgemm('N', 'T', 3, 4, 2, al, a, 5, a(1, 2), 5, be, t, 4)
   call dgemm('T', 'N', 4, 2, 3, be, t, 4, a(2, 1), 5, al, u, 4)
   call dgemm('T', 'T', 2, 3, 2, al, a, 5, a(1, 3), 5, be, t(2, 2), 4)
   call dtrsm('L', 'U', 'T', 'N', 4, 1, be, a, 5, z, 4)
   call dtrmm('R', 'L', 'N', 'U', 2, 4, al, a, 5, t, 4)
   s = ddot(4, x, -2, y, 2)*dnrm2(3, z, 4) + dasum(5, y, 2) + sum(t**2) + sum(u)
end subroutine top
