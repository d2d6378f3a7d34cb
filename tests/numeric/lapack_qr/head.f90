! LAPACK geqrf, orgqr and ormqr: tall, square and wide matrices, some reflectors of all, both sides and transpositions, reflectors that the program reads, elements beside the matrices, a question about workspace.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/orthogonal.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_orthogonal_d.f90
! tolerance 1e-5 1e-10
! arg a real8(7,6)
! arg x real8(6) 0.7 1.1 -0.4 0.9 -1.3 0.2
! arg y real8(7,6)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(7, 6), x(6)
   real(8), intent(out) :: y(7, 6), s
   real(8) :: b(7, 6), c(7, 6), one(1, 1), e(20, 18), f(20), tau(18), t(6), question(1), work(20)
   integer :: info, i, j, k
   b = a
   do i = 1, 6
      b(i, i) = b(i, i) + 2*(-1)**i
   end do
   ! tall: R, Q and reflectors
   c = b
   t = x
   call dgeqrf(6, 4, c, 7, t, question, -1, info)
   call dgeqrf(6, 4, c, 7, t, work, 20, info)
   s = c(1, 1)*c(2, 4) + c(5, 3)**2 + t(3)*t(2) + t(5) + c(7, 1) + c(1, 5)
   y = c
   call dorgqr(6, 4, 4, y, 7, t, work, 20, info)
   ! several matrices on both sides
   do k = 1, 4
      c(:, :) = b
      do j = 1, 6
         c(:, j) = c(:, j)*x(k)
      end do
      call dgeqrf(5, 3, c(1, 1), 7, t, work, 20, info)
      if (k == 1) call dormqr('L', 'N', 5, 6, 3, c, 7, t, y, 7, work, 20, info)
      if (k == 2) call dormqr('l', 't', 5, 6, 2, c, 7, t, y(2, 1), 7, work, 20, info)
      if (k == 3) call dormqr('R', 'N', 7, 5, 3, c, 7, t, y, 7, work, 20, info)
      if (k == 4) call dormqr('R', 'T', 6, 5, 3, c, 7, t, y(1, 2), 7, work, 20, info)
   end do
   ! square and wide
   c = b
   call dgeqrf(4, 4, c, 7, t, work, 20, info)
   s = s + c(4, 4)*c(4, 2)*t(1) + c(5, 5)
   call dorgqr(4, 3, 2, c, 7, t, work, 20, info)
   s = s + c(4, 3)*c(1, 2)
   c = b
   call dgeqrf(3, 6, c, 7, t, work, 20, info)
   s = s + c(1, 6)*c(3, 3) + c(2, 5) + c(3, 1)
   call dorgqr(3, 3, 3, c, 7, t, work, 20, info)
   s = s + c(1, 1)*c(3, 2)
   one = x(1)
   call dgeqrf(1, 1, one, 1, t, work, 20, info)
   s = s + one(1, 1)**2
   ! passive reflectors, and a passive matrix
   c = 0.5d0
   do i = 1, 6
      c(i, i) = 3
   end do
   call dgeqrf(6, 2, c, 7, t, work, 20, info)
   call dormqr('L', 'T', 6, 1, 2, c, 7, t, y, 7, work, 20, info)
   c = b
   call dgeqrf(6, 2, c, 7, t, work, 20, info)
   f = 1
   call dormqr('L', 'N', 6, 1, 2, c, 7, t, f, 20, work, 20, info)
   s = s + f(1)*f(2) + f(6)
   ! a larger one
   do j = 1, 18
      do i = 1, 20
         e(i, j) = cos(i*x(1 + mod(j, 6))) + x(1 + mod(i, 6))*sin(1d0*i*j)
      end do
      e(j, j) = e(j, j) + 5
   end do
   call dgeqrf(20, 18, e, 20, tau, work, 20, info)
   s = s + e(20, 18)*e(3, 17) + tau(18)*e(18, 18)
end subroutine top
