! LAPACK gels: least squares and least norms, tall, wide and square matrices, both transpositions, residuals, several right-hand sides, elements beside the matrix, passive matrices and right-hand sides, factors that are used, a singular matrix.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/orthogonal.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_orthogonal_d.f90
! tolerance 1e-5 1e-10
! arg a real8(7,6)
! arg x real8(6) 0.7 1.1 -0.4 0.9 -1.3 0.2
! arg y real8(8,2)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(7, 6), x(6)
   real(8), intent(out) :: y(8, 2), s
   real(8) :: b(7, 6), c(7, 6), z(7), question(1), work(40)
   integer :: info, i
   b = a
   do i = 1, 6
      b(i, i) = b(i, i) + 2*(-1)**i
   end do
   y(:6, 1) = x
   y(:6, 2) = x**2
   y(7:, :) = x(1)
   ! least squares: solutions and residuals
   c = b
   call dgels('N', 6, 4, 2, c, 7, y, 8, question, -1, info)
   call dgels('N', 6, 4, 2, c, 7, y, 8, work, 40, info)
   s = sum(y(5:6, 1)**2) + y(6, 2)*y(1, 1) + y(7, 1) + c(7, 1) + c(1, 2)*c(5, 1)*c(6, 3)
   c = b
   call dgels('t', 3, 5, 1, c, 7, y, 8, work, 40, info)
   s = s + c(2, 4)*c(2, 1) + c(1, 6)
   ! least norms
   c = b
   call dgels('T', 6, 4, 2, c, 7, y, 8, work, 40, info)
   s = s + y(6, 1)*y(1, 2)
   c = b
   call dgels('n', 3, 6, 1, c, 7, y(1, 2), 8, work, 40, info)
   ! square, order 1
   c = b
   call dgels('N', 4, 4, 1, c, 7, y(2, 1), 8, work, 40, info)
   c = b
   call dgels('T', 4, 4, 1, c, 7, y(1, 2), 8, work, 40, info)
   c = b
   call dgels('N', 1, 1, 1, c, 7, y(3, 2), 8, work, 40, info)
   ! a passive right-hand side, then a passive matrix
   c = b
   z = 1
   call dgels('N', 7, 3, 1, c, 7, z, 7, work, 40, info)
   s = s + sum(z(:3)*x(:3)) + sum(z(4:)**2)
   c = 0.5d0
   c(1, 1) = 3
   c(3, 2) = 4
   call dgels('N', 5, 3, 1, c, 7, z, 7, work, 40, info)
   s = s + product(z(:4))
   ! smaller rank
   c = 0
   z(:6) = x
   call dgels('N', 5, 2, 1, c, 7, z, 7, work, 40, info)
   if (info == 0) s = s + z(1)
end subroutine top
