! LAPACK sytrf, sytrs, sysv and their factors, gtsvx: both triangles, blocks of order 1 and 2, exchanges of rows, order 1, passive matrices and right-hand sides, given factors.
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
   real(8) :: c(7, 6), work(20), u(6), dl(6), d(6), du(6), dlf(6), df(6), duf(6), du2(6), v(7, 2)
   real(8) :: rcond, ferr(2), berr(2), one(1)
   integer :: ipiv(6), iwork(6), info, i, k
   y = 0.5d0
   s = 0
   do k = 1, 2
      ! small diagonals: blocks of order 2 and exchanges
      c = a
      do i = 1, 6
         c(i, i) = 0.01d0*i*a(1, i)
      end do
      c(1, 1) = 5 + x(1)
      c(4, 4) = -4*x(2)
      if (k == 1) c(3:4, 2) = 0.1d0*x(1:2)
      y(:6, k) = y(:6, k) + x
      call dsytrf(merge('U', 'l', k == 1), 6, c, 7, ipiv, work, -1, info)
      call dsytrf(merge('U', 'l', k == 1), 6, c, 7, ipiv, work, 20, info)
      ! the factors have derivatives of their own
      do i = 1, 6
         s = s + c(i, i)*i
      end do
      s = s + c(1, 3)*c(4, 2) + sum(c(:, 6)**2) + sum(c(6, :))
      call dsytrs(merge('U', 'l', k == 1), 6, 2, c, 7, ipiv, y, 7, info)
      call dsytrs(merge('U', 'l', k == 1), 6, 1, c, 7, ipiv, y, 7, info)
      s = s + sum(y**2)
      y = y*0.1d0
      c = a
      do i = 1, 6
         c(i, i) = 0.1d0*x(i)
      end do
      call dsysv(merge('u', 'L', k == 1), 6, k, c, 7, ipiv, y, 7, work, 20, info)
      s = s + sum(c)
      call dsytrs(merge('u', 'L', k == 1), 6, 2, c, 7, ipiv, y, 7, info)
      ! tridiagonal matrices
      dl = a(1, :)
      d = a(2, :) + merge(3, 0, k == 1)
      du = x
      v = 3
      call dgtsvx('N', merge('N', 'T', k == 1), 6, 2, dl, d, du, dlf, df, duf, du2, ipiv, y, 7, v, 7, rcond, ferr, berr, &
         work, iwork, info)
      s = s + sum(v**2) + sum(df)*dlf(2) + duf(3)*du2(1)
      call dgttrs('N', 6, 1, dlf, df, duf, du2, ipiv, y, 7, info)
      call dgtsvx('f', merge('T', 'n', k == 1), 6, 1, dl, d, du, dlf, df, duf, du2, ipiv, x, 6, y, 7, rcond, ferr, berr, &
         work, iwork, info)
   end do
   ! a passive matrix, then a passive right-hand side
   c = 1
   do i = 1, 6
      c(i, i) = (-1)**i*0.1d0
   end do
   call dsytrf('U', 6, c, 7, ipiv, work, 20, info)
   call dsytrs('U', 6, 2, c, 7, ipiv, y, 7, info)
   dl = 2
   d = 1
   du = 3
   call dgtsvx('N', 'N', 6, 2, dl, d, du, dlf, df, duf, du2, ipiv, y, 7, v, 7, rcond, ferr, berr, &
         work, iwork, info)
   s = s + sum(v*y)
   c = a
   u = 2
   call dsytrf('L', 6, c, 7, ipiv, work, 20, info)
   call dsytrs('L', 6, 1, c, 7, ipiv, u, 6, info)
   s = s + sum(u*x)
   u = 1
   d = x + 2
   call dgtsvx('N', 'T', 6, 1, dl, d, du, dlf, df, duf, du2, ipiv, u, 6, v, 7, rcond, ferr, berr, &
         work, iwork, info)
   s = s + sum(v(:6, 1)**2)
   one = x(2)
   u(1) = x(3)
   call dsytrf('L', 1, one, 1, ipiv, work, 20, info)
   call dsytrs('L', 1, 1, one, 1, ipiv, u, 1, info)
   d(1) = x(1)
   call dgtsvx('N', 'T', 1, 1, dl, d, du, dlf, df, duf, du2, ipiv, u, 6, v, 7, rcond, ferr, berr, &
         work, iwork, info)
   s = s + u(1)*v(1, 1)
end subroutine top
