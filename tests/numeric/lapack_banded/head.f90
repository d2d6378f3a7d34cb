! LAPACK gbtrf, gbtrs and gbsv: row exchanges, rectangles, both transpositions, several right-hand sides, factors that are used, elements beside the band, passive matrices and right-hand sides, orders 1, 2 and 12, a singular matrix.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! tolerance 1e-5 1e-10
! arg a real8(7,12)
! arg x real8(6) 0.7 1.1 -0.4 0.9 -1.3 0.2
! arg y real8(13,2)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(7, 12), x(6)
   real(8), intent(out) :: y(13, 2), s
   real(8) :: band(7, 12), z(13)
   integer :: ipiv(12), info, i, k
   y = 0.5d0
   do i = 1, 6
      y(2*i, 1) = x(i)
      y(i, 2) = x(i)**2
   end do
   s = 0
   do k = 1, 2
      ! two diagonals below the main one, one above
      band = a
      do i = 1, 12
         band(4 + mod(i, 3), i) = band(4 + mod(i, 3), i) + 3*(-1)**i
      end do
      call dgbtrf(12, 12, 2, 1, band, 7, ipiv, info)
      call dgbtrs(merge('N', 't', k == 1), 12, 2, 1, k, band, 7, ipiv, y, 13, info)
      s = s + band(2, 5)*band(5, 3) + band(7, 2) + sum(y(13, :))
   end do
   band = a*x(1)
   call dgbtrf(5, 6, 2, 1, band, 7, ipiv, info)
   s = s + band(4, 5)*band(6, 1) + band(3, 6)
   ! factors of gbsv
   band = a
   do i = 1, 12
      band(5, i) = band(5, i) - 4
   end do
   call dgbsv(6, 2, 1, 1, band, 7, ipiv, y, 13, info)
   s = s + band(4, 3) + band(1, 12)
   call dgbtrs('T', 6, 2, 1, 1, band, 7, ipiv, y(1, 2), 13, info)
   band = a + 1
   call dgbtrf(1, 1, 0, 0, band, 7, ipiv, info)
   call dgbtrs('N', 1, 0, 0, 1, band, 7, ipiv, y(3, 1), 13, info)
   call dgbsv(2, 1, 0, 1, band(2, 3), 7, ipiv, y(4, 1), 13, info)
   ! a passive right-hand side, then a passive matrix
   band = a
   call dgbtrf(4, 4, 1, 1, band, 7, ipiv, info)
   z = 1
   call dgbtrs('N', 4, 1, 1, 1, band, 7, ipiv, z, 13, info)
   s = s + sum(z(:4)*x(:4))
   band = 0.5d0
   band(3, :) = 4
   call dgbtrf(4, 4, 1, 1, band, 7, ipiv, info)
   call dgbtrs('T', 4, 1, 1, 1, band, 7, ipiv, y, 13, info)
   ! singular
   band = 0
   call dgbsv(4, 1, 1, 1, band, 7, ipiv, z, 13, info)
   if (info == 0) s = s + z(1)
end subroutine top
