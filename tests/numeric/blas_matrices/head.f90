! BLAS level 3: all letters, factors with derivatives and without, parts of matrices, triangles with a diagonal of ones.
!
! head: top(c, d)/(a, b, al)
! link tests/blas/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90
! tolerance 1e-5 1e-10
! arg a real8(3,3)
! arg b real8(3,3)
! arg al real8 0.6
! arg c real8(3,3)
! arg d real8(2,3)
subroutine top(a, b, al, c, d)
   implicit none
   real(8), intent(inout) :: a(3, 3), b(3, 3)
   real(8), intent(in) :: al
   real(8), intent(out) :: c(3, 3), d(2, 3)
   real(8) :: e(3, 3), be
   integer :: i
   e = 0.5d0
   be = al**2
   call dgemm('N', 'N', 3, 3, 3, al, a, 3, b, 3, 0d0, c, 3)
   call dgemm('T', 'N', 2, 3, 3, 1d0, a, 3, c, 3, 0d0, d, 2)
   call dgemm('N', 'T', 3, 3, 2, 0.5d0, b, 3, e, 3, be, c, 3)
   call dgemm('t', 't', 2, 3, 3, al, b, 3, c, 3, 1d0, d, 2)
   call dsymm('L', 'U', 3, 3, al, a, 3, b, 3, be, c, 3)
   call dsymm('R', 'L', 2, 3, 0.5d0, c, 3, b, 3, 1d0, d, 2)
   call dsymm('L', 'L', 3, 3, 1d0, e, 3, c, 3, al, b, 3)
   b = b/4
   call dsyrk('U', 'N', 3, 2, al, b, 3, be, a, 3)
   call dsyrk('L', 'T', 3, 2, 0.5d0, d, 2, 1d0, a, 3)
   call dsyr2k('L', 'N', 3, 3, al, b, 3, e, 3, be, c, 3)
   call dsyr2k('U', 'T', 2, 3, 0.5d0, a, 3, b, 3, 1d0, c, 3)
   a = a/4
   c = c/4
   call dtrmm('L', 'U', 'N', 'N', 3, 3, al, a, 3, b, 3)
   call dtrmm('R', 'L', 'T', 'U', 2, 3, 1d0, c, 3, d, 2)
   call dtrmm('L', 'L', 'T', 'U', 3, 3, 0.5d0, b, 3, e, 3)
   call dtrmm('R', 'U', 'N', 'N', 3, 3, 1d0, a, 3, c, 3)
   do i = 1, 3
      a(i, i) = a(i, i) + 2
   end do
   call dtrsm('L', 'L', 'N', 'N', 3, 3, al, a, 3, b, 3)
   call dtrsm('R', 'U', 'T', 'U', 2, 3, 1d0, a, 3, d, 2)
   call dtrsm('L', 'U', 'T', 'N', 3, 3, be, a, 3, e, 3)
   call dtrsm('R', 'L', 'N', 'U', 3, 3, 1d0, b, 3, c, 3)
   c = c + e
   d = d + b(1:2, :)
end subroutine top
