! LAPACK gesvd and gesdd: tall, wide and square matrices, all kinds of vectors and none, elements beside the matrices, a question about workspace, equal values whose vectors span a used space, no convergence.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/spectral.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_spectral_d.f90
! tolerance 1e-5 1e-10
! arg a real8(7,6)
! arg x real8(6) 0.7 1.1 -0.4 0.9 -1.3 0.2
! arg y real8(6)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(7, 6), x(6)
   real(8), intent(out) :: y(6), s
   real(8) :: c(7, 6), b(7, 6), g(3, 3), u(8, 7), vt(7, 6), w(6), question(1), work(300)
   integer :: iwork(60), info, i
   b = a
   do i = 1, 6
      b(i, i) = b(i, i) + 2*i
   end do
   ! tall, wide, and square; elements beside the vectors stay
   y = x
   u = x(1)
   vt = x(2)
   c = b
   call dgesvd('S', 'S', 6, 4, c(2, 1), 7, y, u, 8, vt, 7, question, -1, info)
   call dgesvd('S', 'S', 6, 4, c(2, 1), 7, y, u, 8, vt, 7, work, 300, info)
   s = u(1, 2)*u(6, 4) + vt(1, 1)*vt(4, 3)*y(2) + u(7, 1)*vt(5, 2) + y(5) + u(2, 5)
   c = b
   call dgesvd('s', 'a', 4, 4, c(1, 2), 7, w, u, 8, vt, 7, work, 300, info)
   s = s + u(1, 2)*vt(2, 1)*w(3)
   c = b*x(1)
   call dgesdd('S', 3, 5, c(1, 1), 7, w, u, 8, vt, 7, work, 300, iwork, info)
   s = s + u(3, 2)*vt(2, 1)*w(3) + vt(3, 5)**2 + vt(6, 1)
   ! one kind of vectors, or none
   c = b
   call dgesvd('S', 'N', 6, 3, c, 7, w, u, 8, vt, 7, work, 300, info)
   s = s + u(1, 2)*u(6, 3) + vt(1, 1)
   c = b
   call dgesvd('N', 'S', 6, 3, c, 7, w, u, 8, vt, 7, work, 300, info)
   s = s + vt(1, 2)*w(2) + u(2, 2)
   c = b
   call dgesvd('N', 'N', 3, 6, c, 7, w, u, 8, vt, 7, work, 300, info)
   s = s + w(1)*w(2)/w(3)
   c = b**2
   call dgesdd('N', 7, 6, c, 7, w, u, 8, vt, 7, work, 300, iwork, info)
   s = s + sum(w*x)
   ! vectors of a null space are computed, but not used
   c = b
   call dgesdd('A', 6, 2, c, 7, w, u, 8, vt, 7, work, 300, iwork, info)
   s = s + w(1)*vt(2, 2)
   ! order 1; two equal values
   g(1, 1) = x(3)*s
   call dgesdd('S', 1, 1, g, 3, w, u, 8, vt, 7, work, 300, iwork, info)
   s = s + w(1)*u(1, 1)*vt(1, 1)
   g = 0
   g(1, 2) = x(1)
   g(2, 1) = x(1)
   g(3, 3) = x(2)
   call dgesvd('S', 'S', 3, 3, g, 3, w, u, 8, vt, 7, work, 300, info)
   s = s + sum(u(2, :3)*w(:3)**2*vt(:3, 1))
   ! no convergence
   g = 1d200*x(1)
   call dgesvd('S', 'S', 3, 3, g, 3, w, u, 8, vt, 7, work, 300, info)
   if (info == 0) s = s + w(1)
end subroutine top
