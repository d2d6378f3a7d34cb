! LAPACK getri and potri: inverse matrices from factors, both triangles, elements beside the matrix, a question about workspace, factors without a derivative.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! tolerance 1e-5 1e-10
! arg a real8(6,5)
! arg x real8(5) 0.7 1.1 -0.4 0.9 -1.3
! arg y real8(6,5)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(6, 5), x(5)
   real(8), intent(out) :: y(6, 5), s
   real(8) :: p(5, 5), question(1)
   real(8), allocatable :: work(:)
   integer :: ipiv(5), info, i, k
   y = a
   do i = 1, 5
      y(i, i) = y(i, i) + x(i) + 2*i
   end do
   call dgetrf(5, 5, y, 6, ipiv, info)
   call dgetri(5, y, 6, ipiv, question, -1, info)
   s = y(2, 2)*y(5, 1)
   allocate (work(nint(question(1))))
   ! the workspace may contain values before
   work = x(1)
   call dgetri(5, y, 6, ipiv, work, size(work), info)
   s = s + sum(y(:, 2)**2)
   do k = 1, 2
      do i = 1, 5
         p(:, i) = a(:5, i)*x(k)
         p(i, i) = 9 + a(i, i)
      end do
      call dpotrf(merge('U', 'L', k == 1), 5, p, 5, info)
      s = s + p(1, 1)*p(5, 5)
      call dpotri(merge('u', 'l', k == 1), 5, p, 5, info)
      s = s + sum(p(:, 2)*p(:, 3))
   end do
   call dpotri('L', 3, y(2, 2), 6, info)
   p = 1
   do i = 1, 5
      p(i, i) = i + 1
   end do
   call dgetrf(5, 5, p, 5, ipiv, info)
   call dgetri(5, p, 5, ipiv, work, 5, info)
   y(:5, :) = y(:5, :)*p
end subroutine top
