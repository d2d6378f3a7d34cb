! LAPACK sysv: a question about workspace, which changes neither the matrix nor the right-hand side, before the solution with that workspace; once with a passive right-hand side.
!
! head: top(y)/(a, b)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! tolerance 1e-5 1e-10
! arg a real8(4,4)
! arg b real8(4) 0.7 1.1 -0.4 0.9
! arg y real8
subroutine top(a, b, y)
   implicit none
   real(8), intent(in) :: a(4, 4), b(4)
   real(8), intent(out) :: y
   real(8) :: s(4, 4), x(4), question(1)
   real(8), allocatable :: work(:)
   integer :: ipiv(4), info, i, k
   y = 0
   do k = 1, 2
      s = a + transpose(a)
      do i = 1, 4
         s(i, i) = s(i, i) + 3*i*(-1)**i
      end do
      x = 1
      if (k == 2) x = b
      call dsysv('L', 4, 1, s, 4, ipiv, x, 4, question, -1, info)
      allocate (work(nint(question(1))))
      call dsysv('L', 4, 1, s, 4, ipiv, x, 4, work, size(work), info)
      deallocate (work)
      y = y + sum(x**2)*k
   end do
end subroutine top
