! LAPACK gttrf and gttrs: rows that are exchanged and rows that are not, both transpositions, several right-hand sides, uses of the factors, passive diagonals, orders 1 and 2.
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
   real(8) :: dl(5), d(6), du(5), du2(4), u(6)
   integer :: ipiv(6), info, k
   y = 0.5d0
   s = 0
   do k = 1, 2
      y(:6, k) = y(:6, k) + x
      ! the second and the fourth row are exchanged
      dl = a(1, :5)
      dl(2) = 5 + x(1)
      dl(4) = 7 - x(2)
      d = a(2, :) + 3
      du = x(:5) + a(3, 2:)
      call dgttrf(6, dl, d, du, du2, ipiv, info)
      s = s + sum(dl*x(:5)) + sum(d**2) + sum(du*x(2:)) + sum(du2**2)
      call dgttrs('N', 6, 3 - k, dl, d, du, du2, ipiv, y, 7, info)
      s = s + sum(y**2)
      call dgttrs('t', 6, k, dl, d, du, du2, ipiv, y, 7, info)
      y = y*3
   end do
   ! factors once, right-hand sides in a loop
   dl = x(:5)
   d = 0.1d0
   du = a(1, :5) + 2
   call dgttrf(6, dl, d, du, du2, ipiv, info)
   do k = 1, 3
      call dgttrs('N', 6, 1, dl, d, du, du2, ipiv, y(1, 2), 7, info)
      y(:6, 2) = sin(y(:6, 2))
   end do
   ! a passive matrix, a passive right-hand side
   dl = 1
   d = 4
   du = -1
   call dgttrf(5, dl, d, du, du2, ipiv, info)
   call dgttrs('T', 5, 1, dl, d, du, du2, ipiv, y, 7, info)
   dl = 1
   d = x(2) + 2
   du = 0.5d0
   u = 1
   call dgttrf(6, dl, d, du, du2, ipiv, info)
   call dgttrs('N', 6, 1, dl, d, du, du2, ipiv, u, 6, info)
   s = s + sum(u*x)
   ! orders 1 and 2
   d(1) = 2 + x(1)**2
   u(1) = x(2)
   call dgttrf(1, dl, d, du, du2, ipiv, info)
   call dgttrs('N', 1, 1, dl, d, du, du2, ipiv, u, 6, info)
   s = s*u(1)
   dl(1) = 3 + x(1)
   d = x(3)
   du(1) = x(4)
   u = x
   call dgttrf(2, dl, d, du, du2, ipiv, info)
   call dgttrs('T', 2, 1, dl, d, du, du2, ipiv, u, 6, info)
   s = s + sum(u(:2)**2)
end subroutine top
