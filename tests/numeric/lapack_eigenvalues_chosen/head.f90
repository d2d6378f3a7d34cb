! LAPACK syevr: all eigenvalues with vectors, without them, and values in a range of numbers or of the line.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/spectral.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_spectral_d.f90
! tolerance 1e-5 1e-10
! arg a real8(6,5)
! arg x real8(5) 0.7 1.1 -0.4 0.9 -1.3
! arg y real8(6)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(6, 5), x(5)
   real(8), intent(out) :: y(6), s
   real(8) :: c(6, 5), z(7, 5), w(5), work(200)
   integer :: isuppz(10), iwork(80), info, i, k, m
   s = 0
   y = x(2)
   z = x(1)
   do k = 1, 2
      c = a*x(k)
      do i = 1, 5
         c(i, i) = c(i, i) + 2*i*(-1)**i
      end do
      call dsyevr('V', 'A', merge('U', 'l', k == 1), 5, c, 6, 0d0, 0d0, 0, 0, 0d0, m, y, z, 7, isuppz, work, 200, iwork, 80, info)
      s = s + z(1, 2)*z(3, 1)*y(1) + z(7, 1) + y(6)*y(5)
   end do
   c = a
   call dsyevr('N', 'A', 'U', 4, c, 6, 0d0, 0d0, 0, 0, 0d0, m, w, z, 7, isuppz, work, 200, iwork, 80, info)
   s = s + sum(w(:m)**2*x(:m)) + z(2, 2)
   c = a*x(3)
   do i = 1, 5
      c(i, i) = c(i, i) + 3*i
   end do
   ! the second and the third one; those in an interval
   call dsyevr('V', 'I', 'L', 5, c, 6, 0d0, 0d0, 2, 3, 0d0, m, w, z, 7, isuppz, work, 200, iwork, 80, info)
   s = s + w(1)*w(2)
   c = a
   call dsyevr('N', 'V', 'L', 5, c, 6, 0.5d0, 100d0, 0, 0, 0d0, m, w, z, 7, isuppz, work, 200, iwork, 80, info)
   s = s + sum(sin(w(:m)))
end subroutine top
