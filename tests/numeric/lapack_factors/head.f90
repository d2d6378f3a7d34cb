! LAPACK getrf, getrs and trtrs: factors that are solved with more than once and used as matrices, all letters, matrices that are not square, factors or right-hand sides without a derivative, elements beside the matrix.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! tolerance 1e-5 1e-10
! arg a real8(6,5)
! arg x real8(5) 0.7 1.1 -0.4 0.9 -1.3
! arg y real8(6,2)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(inout) :: a(6, 5)
   real(8), intent(in) :: x(5)
   real(8), intent(out) :: y(6, 2), s
   real(8) :: c(6, 5), e(35, 40), u(40), p(5, 5), t(5, 4)
   integer :: ipiv(40), info, i, j
   ! solved with both letters, and a part of the matrix of the factors
   do i = 1, 5
      a(7 - i, i) = a(7 - i, i) + i
   end do
   c = a
   call dgetrf(5, 5, c, 6, ipiv, info)
   y(:5, 1) = x
   y(:5, 2) = x**2
   y(6, :) = x(1:2)
   call dgetrs('N', 5, 2, c, 6, ipiv, y, 6, info)
   call dgetrs('t', 5, 1, c, 6, ipiv, y(1, 2), 6, info)
   s = 0
   do i = 1, 5
      s = s + log(abs(c(i, i)))
   end do
   c(2, 3) = c(2, 3)*x(2)
   do i = 1, 3
      call dgetrs(merge('T', 'N', i == 2), 5, 1, c, 6, ipiv, y(1, 1), 6, info)
      y(:5, 1) = y(:5, 1)/(1 + sum(y(:5, 1)**2)) + x*y(6, 2)
   end do
   ! more rows than columns, and more columns than rows
   c = a
   call dgetrf(6, 3, c, 6, ipiv, info)
   s = s + sum(c(:, :3)*a(:, 3:)) + c(2, 2)**2
   do j = 1, 40
      do i = 1, 35
         e(i, j) = x(mod(i, 5) + 1)*cos(i*x(mod(j, 5) + 1)) + a(mod(j, 6) + 1, mod(i, 5) + 1)*sin(2d0*i*j)
         if (i + j == 36) e(i, j) = e(i, j) + 6
      end do
   end do
   call dgetrf(34, 40, e, 35, ipiv, info)
   do j = 1, 40
      s = s + e(mod(7*j, 35) + 1, j)*e(j/2 + 1, j)/40
   end do
   ! passive factors, and a passive right-hand side
   p = 1
   do i = 1, 5
      p(i, i) = i*(-1)**i
   end do
   call dgetrf(5, 5, p, 5, ipiv, info)
   call dgetrs('T', 5, 1, p, 5, ipiv, y, 6, info)
   p = a(2:6, :)
   p(1, 2) = p(1, 2) + 2
   u = 1
   call dgetrf(5, 5, p, 5, ipiv, info)
   call dgetrs('N', 5, 1, p, 5, ipiv, u, 40, info)
   s = s + sum(u(:5)**3)
   ! triangles
   t = 0.5d0
   do i = 1, 5
      a(i, i) = a(i, i) + 2
   end do
   call dtrtrs('U', 'N', 'N', 5, 2, a, 6, y, 6, info)
   call dtrtrs('L', 'T', 'N', 4, 1, a(2, 1), 6, y, 6, info)
   call dtrtrs('l', 'n', 'u', 5, 3, a, 6, t, 5, info)
   call dtrtrs('U', 'C', 'U', 3, 2, t, 5, y(2, 1), 6, info)
   s = s + sum(t)
end subroutine top
