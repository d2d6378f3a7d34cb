! LAPACK sysv and gbsv, whose factors have no derivative: several right-hand sides, both triangles, elements beside the matrix, passive matrices and right-hand sides.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/lapack/adc_lapack_d.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90
! tolerance 1e-5 1e-10
! arg a real8(7,6)
! arg x real8(6) 0.7 1.1 -0.4 0.9 -1.3 0.2
! arg y real8(7,2)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(7, 6), x(6)
   real(8), intent(out) :: y(7, 2), s
   real(8) :: c(7, 6), band(6, 6), work(8), u(6)
   integer :: ipiv(6), info, i, k
   y = 0.5d0
   s = 0
   do k = 1, 2
      c = a
      do i = 1, 6
         c(i, i) = c(i, i) + 4*(-1)**i
      end do
      y(:6, k) = y(:6, k) + x
      call dsysv(merge('U', 'l', k == 1), 6, k, c, 7, ipiv, y, 7, work, 8, info)
      ! two diagonals above the main one, one below
      band = x(2)
      band(2:5, :) = a(2:5, :)
      band(4, :) = 5 + a(3, :)
      call dgbsv(5, 1, 2, 2, band, 6, ipiv, y, 7, info)
      s = s + sum(y**2)
   end do
   ! passive matrices, then a passive right-hand side
   c = 1
   do i = 1, 6
      c(i, i) = 3*i
   end do
   call dsysv('U', 6, 1, c, 7, ipiv, y, 7, work, 8, info)
   band = 0.5d0
   band(2, :) = 2
   call dgbsv(6, 1, 0, 2, band, 6, ipiv, y, 7, info)
   c = a
   do i = 1, 6
      c(i, i) = c(i, i) + 6
   end do
   u = x(1)
   u(2) = 3
   call dsysv('L', 5, 1, c(2, 1), 7, ipiv, u, 6, work, 8, info)
   s = s + sum(u**3)
   band = x(3)
   band(2, :) = a(1, :) + 3
   u = 1
   call dgbsv(6, 1, 0, 1, band, 6, ipiv, u, 6, info)
   s = s + sum(u*x)
end subroutine top
