! BLAS level 2: all letters, an interface with other names, factors with derivatives and without, parts of matrices, triangles with a diagonal of ones.
!
! head: top(y, z, a)/(a, x, al)
! link tests/blas/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90
! arg a real8(4,4)
! arg x real8(4) 0.7 1.1 -0.4 0.9
! arg al real8 0.6
! arg y real8(4)
! arg z real8(8)
subroutine top(a, x, al, y, z)
   implicit none
   real(8), intent(inout) :: a(4, 4), x(4)
   real(8), intent(in) :: al
   real(8), intent(out) :: y(4), z(8)
   real(8) :: c(4), be
   interface
      subroutine dger(m, n, da, dx, incx, dy, incy, b, ldb)
         integer, intent(in) :: m, n, incx, incy, ldb
         real(8), intent(in) :: da, dx(*), dy(*)
         real(8), intent(inout) :: b(ldb, *)
      end subroutine dger
   end interface
   c = [1d0, -2d0, 0.5d0, 3d0]
   be = al**2
   call dgemv('N', 4, 4, al, a, 4, x, 1, 0d0, y, 1)
   z = 1
   call dgemv('T', 3, 4, 2d0, a(2, 1), 4, y, 1, be, z, 2)
   call dgemv('n', 2, 2, 1d0, a, 4, c, 1, al, y(3), 1)
   y = y/8
   z = z/16
   call dger(4, 4, al, x, 1, y, 1, a, 4)
   call dger(3, 2, 0.5d0, dy=z, incy=2, dx=c, incx=1, ldb=3, b=a(2:, 3:))
   a = a/4
   call dsymv('U', 4, al, a, 4, z(5), 1, be, y, 1)
   call dsymv('L', 3, 1d0, a, 4, y, 1, 1d0, z, 1)
   y = y/8
   z = z/8
   call dsyr('L', 4, al, y, 1, a, 4)
   call dsyr('U', 3, 0.1d0, z, 2, a, 4)
   call dsyr2('U', 4, al, x, 1, y, 1, a, 4)
   call dsyr2('L', 3, 0.2d0, z, 1, c, 1, a, 4)
   call dtrmv('U', 'N', 'N', 4, a, 4, y, 1)
   call dtrmv('L', 'T', 'U', 4, a, 4, z, 2)
   y = y/8
   z = z/4
   a = a/4
   a(1, 1) = a(1, 1) + 5
   a(2, 2) = a(2, 2) + 5
   a(3, 3) = a(3, 3) + 5
   a(4, 4) = a(4, 4) + 5
   call dtrsv('L', 'N', 'N', 4, a, 4, y, 1)
   a = a/8
   call dtrsv('U', 'T', 'U', 4, a, 4, y, 1)
   call dtrsv('U', 'N', 'N', 4, a, 4, c, 1)
   call dtrmv('U', 'T', 'U', 4, a, 4, c, 1)
   z(1:4) = z(1:4)*c
end subroutine top
