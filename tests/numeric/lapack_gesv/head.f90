! LAPACK gesv: several right-hand sides, matrices in larger arrays, orders 1, 2 and 34, a second call, passive matrices and right-hand sides, factors that are used once more, and elements beside the matrix.
!
! head: top(y, s)/(a, b, x)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! tolerance 1e-5 1e-10
! arg a real8(6,5)
! arg b real8(7,3)
! arg x real8(34)
! arg y real8(7,3)
! arg s real8
subroutine top(a, b, x, y, s)
   implicit none
   real(8), intent(in) :: a(6, 5), b(7, 3), x(34)
   real(8), intent(out) :: y(7, 3), s
   real(8) :: c(6, 5), d(6, 5), e(34, 34), f(34), one(1, 1), g(3, 3), z(5)
   integer :: ipiv(34), info, i, j
   ! lda > n, nrhs > 1
   c = a
   do i = 1, 5
      c(i, i) = c(i, i) + 2*(-1)**i
   end do
   y = b
   call dgesv(5, 3, c, 6, ipiv, y, 7, info)
   s = sum(c(6, :)*a(1, :)) + sum(y(6:, :)**2)
   ! a part of the matrix, and the factors of the first call
   d = a**2
   d(3, 2) = d(3, 2) + 3
   d(2, 3) = d(2, 3) - 2
   d(4, 4) = d(4, 4) + 4
   call dgesv(3, 2, d(2, 2), 6, ipiv, y(3, 2), 7, info)
   s = s + d(3, 3)*d(1, 1) + product(d(2:4, 2)) + sum(c**2)
   ! order 1, in which all is overwritten
   one = a(1, 2) + 2
   z(1) = x(1)
   call dgesv(1, 1, one, 1, ipiv, z, 1, info)
   s = s + z(1)*one(1, 1)
   ! order 2, once more with the same arrays
   do i = 1, 3
      g(:2, :2) = a(i:i + 1, i:i + 1)*x(i)
      g(2, 1) = g(2, 1) + 3
      z(:2) = z(1)*x(i:i + 1)
      call dgesv(2, 1, g, 3, ipiv, z, 5, info)
      s = s + sin(z(1))*z(2)
   end do
   ! a passive matrix, then a passive right-hand side
   g = 1
   do i = 1, 3
      g(i, i) = 3*i
   end do
   z(:3) = x(:3)*s
   call dgesv(3, 1, g, 3, ipiv, z, 5, info)
   g(:, :) = a(:3, :3)
   g(1, 3) = g(1, 3) + 2
   g(2, 2) = g(2, 2) + 3
   g(3, 1) = g(3, 1) - 2
   z(4:) = z(:2)
   f(:3) = [1d0, -2d0, 0.5d0]
   call dgesv(3, 1, g, 3, ipiv, f, 3, info)
   s = s + sum(z) + sum(f(:3)**2)
   ! more than one block of columns, with exchanges
   do j = 1, 34
      do i = 1, 34
         e(i, j) = cos(i*x(j)) + x(i)*sin(1d0*i*j)
         if (i + j == 35) e(i, j) = e(i, j) + 7
      end do
      f(j) = x(j)**2
   end do
   call dgesv(34, 1, e, 34, ipiv, f, 34, info)
   s = s + f(1)*f(34) + f(7)*e(3, 30)*e(33, 2) + e(33, 34) + e(20, 20)
end subroutine top
