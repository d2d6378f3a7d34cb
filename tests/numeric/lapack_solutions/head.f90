! LAPACK gesv and posv with active matrices whose factors nothing uses: their second derivatives need those of the factors.
!
! head: top(s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! tolerance 1e-5 1e-10
! arg a real8(4,4)
! arg x real8(4) 0.7 1.1 -0.4 0.9
! arg s real8
subroutine top(a, x, s)
   implicit none
   real(8), intent(in) :: a(4, 4), x(4)
   real(8), intent(out) :: s
   real(8) :: c(4, 4), p(4, 4), y(4)
   integer :: ipiv(4), info, i
   c = a
   p = matmul(transpose(a), a)
   do i = 1, 4
      c(i, i) = c(i, i) + 2*(-1)**i
      p(i, i) = p(i, i) + 1
   end do
   y = x
   call dgesv(4, 1, c, 4, ipiv, y, 4, info)
   call dposv('L', 4, 1, p, 4, y, 4, info)
   s = y(1)*y(3) + sum(y**2)
end subroutine top
