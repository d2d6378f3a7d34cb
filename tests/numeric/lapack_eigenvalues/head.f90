! LAPACK syev and syevd: both triangles, with vectors and without, orders 1, 2, 5 and 10, elements beside the matrix, a question about workspace, vectors that are not used, equal eigenvalues whose vectors span a used space, no convergence.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/spectral.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_spectral_d.f90
! tolerance 1e-5 1e-10
! arg a real8(7,6)
! arg x real8(10) 0.7 1.1 -0.4 0.9 -1.3 0.2 0.5 -0.6 1.4 0.3
! arg y real8(6)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(7, 6), x(10)
   real(8), intent(out) :: y(6), s
   real(8) :: c(7, 6), e(10, 10), g(3, 3), one(1, 1), v(2), w(10), question(1), work(40)
   real(8), allocatable :: space(:)
   integer :: iwork(60), info, i, j
   c = a
   do i = 1, 6
      c(i, i) = c(i, i) + 2*i*(-1)**i
   end do
   ! lda > n, a part of the matrix; y(6) stays
   y = x(:6)
   call dsyev('V', 'U', 5, c(2, 1), 7, y, question, -1, info)
   allocate (space(nint(question(1))))
   call dsyev('V', 'U', 5, c(2, 1), 7, y, space, size(space), info)
   s = c(2, 1)*c(4, 2) + c(3, 5)**3*y(2) + c(1, 3)*c(7, 4) + c(3, 6)
   ! values only: the other triangle stays
   do i = 1, 3
      g = x(i)*a(:3, :3)
      g(2, 2) = 3
      call dsyev('N', 'l', 2, g, 3, v, work, 40, info)
      s = s + sin(v(1))*v(2) + g(1, 2) + g(3, 3)
   end do
   ! order 1
   one = x(4)*s
   call dsyev('V', 'L', 1, one, 1, w, work, 40, info)
   s = s + w(1)**2 + one(1, 1)
   ! order 10; then values alone are used
   do j = 1, 10
      do i = 1, 10
         e(i, j) = x(i)*x(j)*sin(1d0*i*j)
      end do
      e(j, j) = j + x(j)
   end do
   call dsyevd('v', 'L', 10, e, 10, w, work, 40, iwork, 60, info)
   s = s + w(10)*e(3, 2)*e(10, 10) + e(1, 5)**2
   c = a
   call dsyevd('V', 'U', 6, c, 7, w, work, 40, iwork, 60, info)
   s = s + sum(w(:6)**3) + c(7, 1)
   c = a
   call dsyevd('N', 'U', 6, c, 7, w, work, 40, iwork, 60, info)
   s = s + sum(cos(w(:6))) + c(3, 2)*c(7, 2)
   ! equal eigenvalues: an element of a function of the matrix
   g = 0
   g(1, 1) = x(1)
   g(2, 2) = x(1)
   g(3, 3) = x(2)
   call dsyev('V', 'U', 3, g, 3, w, work, 40, info)
   s = s + sum(g(1, :)**2*exp(w(:3))) + sum(g(3, :)**2*w(:3))
   ! no convergence
   g = 1d200*x(1)
   call dsyev('V', 'U', 3, g, 3, w, work, 40, info)
   if (info == 0) s = s + w(1)
   s = s + info*x(3)
end subroutine top
