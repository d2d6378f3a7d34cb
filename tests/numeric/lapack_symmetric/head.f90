! LAPACK potrf, potrs and posv: both triangles, factors that are used once more, several blocks of columns, elements beside the triangle.
!
! head: top(y, s, c)/(a, x)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! tolerance 1e-5 1e-10
! arg a real8(6,5)
! arg x real8(5) 0.7 1.1 -0.4 0.9 -1.3
! arg y real8(6,2)
! arg s real8
! arg c real8(6,5)
subroutine top(a, x, y, s, c)
   implicit none
   real(8), intent(in) :: a(6, 5), x(5)
   real(8), intent(out) :: y(6, 2), s, c(6, 5)
   real(8) :: d(6, 5), e(34, 34), f(34), one(1)
   integer :: info, i, j, k
   character :: uplo
   y = 0.5d0
   s = 0
   do k = 1, 2
      uplo = merge('U', 'l', k == 1)
      c = a
      do i = 1, 5
         c(i, i) = c(i, i) + 6
      end do
      d = c*a(2, 2)
      y(:5, k) = y(:5, k) + x
      call dposv(uplo, 5, 2, c, 6, y, 6, info)
      s = s + sum(c(4:, 3)**2) + sum(c(:, 2)*a(:, 1))
      call dpotrf(uplo, 4, d(2, 2), 6, info)
      call dpotrs(uplo, 4, 2, d(2, 2), 6, y(3, 1), 6, info)
      ! the factor of the first call
      call dpotrs(uplo, 5, 1, c, 6, y(1, 3 - k), 6, info)
      s = s + sum(d**2)
      one = x(2)**2 + k
      call dpotrf(uplo, 1, one, 1, info)
      s = s*one(1)
   end do
   do k = 1, 2
      do j = 1, 34
         do i = 1, 34
            e(i, j) = sin(i*x(1) + j*x(2))*x(3) + a(mod(i, 6) + 1, mod(j, 5) + 1)*sin(0.1d0*i*j)
         end do
         e(j, j) = 50 + j*x(4)
         f(j) = x(mod(j, 5) + 1)
      end do
      call dposv(merge('L', 'U', k == 1), 34, 1, e, 34, f, 34, info)
      s = s + f(3)*f(33) + f(20)**2
      do j = 1, 34
         s = s + e(mod(7*j, 34) + 1, j)*e(j, mod(7*j, 34) + 1)/100
      end do
   end do
   ! a passive matrix
   d = 1
   do i = 1, 5
      d(i, i) = 3
   end do
   call dposv('U', 5, 1, d, 6, y, 6, info)
end subroutine top
