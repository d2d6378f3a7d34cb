! LAPACK gtsv, ptsv, pttrf and pttrs: several right-hand sides, matrices and right-hand sides without a derivative, order 1, second calls.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! tolerance 1e-5 1e-10
! arg a real8(7,6)
! arg x real8(6) 0.7 1.1 -0.4 0.9 -1.3 0.2
! arg y real8(7,2)
! arg s real8
subroutine top(a, x, y, s)
   implicit none
   real(8), intent(in) :: a(7, 6), x(6)
   real(8), intent(out) :: y(7, 2), s
   real(8) :: dl(6), d(6), du(6), e(6), u(6)
   integer :: info, k
   y = 0.5d0
   s = 0
   do k = 1, 2
      y(:6, k) = y(:6, k) + x
      dl = a(1, :)
      d = a(2, :) + 3
      du = x
      call dgtsv(6, 3 - k, dl, d, du, y, 7, info)
      s = s + sum(y**2)
      d = a(3, :) + 3
      e = x/2
      call dptsv(6, 2, d, e, y(2, 1), 7, info)
      s = s + sum(d*x) + sum(e**2)
      ! the factors once more
      call dpttrs(6, 1, d, e, y(1, 2), 7, info)
      d = a(4, :) + 4
      e = x(1)*x
      call dpttrf(5, d, e, info)
      s = s + product(d) + sum(e)
      call dpttrs(5, 2, d, e, y, 7, info)
      y = y*3
   end do
   ! passive matrices
   dl = 1
   d = 4
   du = -1
   call dgtsv(5, 1, dl, d, du, y, 7, info)
   d = 3
   e = 1
   call dptsv(6, 1, d, e, y, 7, info)
   ! a passive right-hand side, passive diagonals
   u = 1
   dl = x
   d = 4
   du = x
   call dgtsv(6, 1, dl, d, du, u, 6, info)
   s = s + sum(u**3)
   u = 2
   d = 3
   e = x/2
   call dptsv(6, 1, d, e, u, 6, info)
   s = s + sum(u*x)
   u = 2
   d = 3 + a(:6, 1)
   e = 1
   call dptsv(6, 1, d, e, u, 6, info)
   s = s + sum(u*x)
   d(1) = 2 + x(1)**2
   u(1) = x(2)
   call dptsv(1, 1, d, e, u, 1, info)
   s = s*u(1)
   dl = 0
   d = 2 + x(1)**2
   du = 0
   u(1) = x(2)
   call dgtsv(1, 1, dl, d, du, u, 1, info)
   s = s + u(1)
end subroutine top
