! QR factorizations and least squares of LAPACK in double precision, reflector by reflector. They use the module of
! tests/blas/reference.f90.

subroutine dgeqrf(m, n, a, lda, tau, work, lwork, info)
   implicit none
   integer :: m, n, lda, lwork, info, j, l
   real(8) :: a(lda, *), tau(*), work(*), norm, beta
   info = 0
   work(1) = 1
   if (lwork == -1) return
   do j = 1, min(m, n)
      norm = sqrt(dot_product(a(j + 1:m, j), a(j + 1:m, j)))
      tau(j) = 0
      if (norm > 0) then
         beta = -sign(sqrt(a(j, j)**2 + norm**2), a(j, j))
         tau(j) = (beta - a(j, j))/beta
         a(j + 1:m, j) = a(j + 1:m, j)/(a(j, j) - beta)
         a(j, j) = beta
      end if
      do l = j + 1, n
         call reflect(m - j + 1, a(j, j), 1, tau(j), a(j, l), 1)
      end do
   end do
end subroutine dgeqrf

! x = x - tau*v*v'*x, one in place of the first element of v
subroutine reflect(n, v, incv, tau, x, incx)
   implicit none
   integer :: n, incv, incx, i
   real(8) :: v(*), tau, x(*), t
   t = x(1)
   do i = 2, n
      t = t + v(1 + (i - 1)*incv)*x(1 + (i - 1)*incx)
   end do
   x(1) = x(1) - tau*t
   do i = 2, n
      x(1 + (i - 1)*incx) = x(1 + (i - 1)*incx) - tau*t*v(1 + (i - 1)*incv)
   end do
end subroutine reflect

subroutine dormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info)
   use matrices
   implicit none
   character :: side, trans
   integer :: m, n, k, lda, ldc, lwork, info, i, j, l
   real(8) :: a(lda, *), tau(*), c(ldc, *), work(*)
   info = 0
   work(1) = 1
   if (lwork == -1) return
   do i = 1, k
      j = i
      if (is(side, 'L') .eqv. is(trans, 'N')) j = k - i + 1
      if (is(side, 'L')) then
         do l = 1, n
            call reflect(m - j + 1, a(j, j), 1, tau(j), c(j, l), 1)
         end do
      else
         do l = 1, m
            call reflect(n - j + 1, a(j, j), 1, tau(j), c(l, j), ldc)
         end do
      end if
   end do
end subroutine dormqr

subroutine dorgqr(m, n, k, a, lda, tau, work, lwork, info)
   implicit none
   integer :: m, n, k, lda, lwork, info, j
   real(8) :: a(lda, *), tau(*), work(*), q(m, n)
   info = 0
   work(1) = 1
   if (lwork == -1) return
   q = 0
   do j = 1, n
      q(j, j) = 1
   end do
   call dormqr('L', 'N', m, n, k, a, lda, tau, q, m, work, lwork, info)
   a(:m, :n) = q
end subroutine dorgqr

! A wide matrix by the factors of the transposed one
subroutine dgels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info)
   use matrices
   implicit none
   character :: trans
   integer :: m, n, nrhs, lda, ldb, lwork, info, k, rows, j
   real(8) :: a(lda, *), b(ldb, *), work(*), t(max(m, n), min(m, n)), tau(min(m, n)), r(min(m, n), min(m, n))
   info = 0
   work(1) = 1
   if (lwork == -1) return
   rows = max(m, n)
   k = min(m, n)
   t = op(merge('N', 'T', m >= n), rows, k, a, lda)
   call dgeqrf(rows, k, t, rows, tau, work, 1, info)
   do info = 1, k
      if (.not. abs(t(info, info)) > 0) return
   end do
   info = 0
   r = triangular('U', 'N', 'N', k, t, rows)
   if (is(trans, 'N') .eqv. m >= n) then
      call dormqr('L', 'T', rows, nrhs, k, t, rows, tau, b, ldb, work, 1, info)
      do j = 1, nrhs
         b(:k, j) = solved(k, r, b(:k, j))
      end do
   else
      do j = 1, nrhs
         b(:k, j) = solved(k, transpose(r), b(:k, j))
         b(k + 1:rows, j) = 0
      end do
      call dormqr('L', 'N', rows, nrhs, k, t, rows, tau, b, ldb, work, 1, info)
   end if
   if (m >= n) then
      a(:m, :n) = t
   else
      a(:m, :n) = transpose(t)
   end if
end subroutine dgels
