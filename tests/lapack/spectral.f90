! Eigenvalues and singular values of LAPACK in double precision, by rotations: results are smooth where the values differ.
! They use the module of tests/blas/reference.f90.

! A = Z*W*Z'. No convergence if the first element is very large.
subroutine jacobi(uplo, n, a, lda, w, z, info)
   use matrices
   implicit none
   character :: uplo
   integer :: n, lda, info, sweep, p, q, i
   real(8) :: a(lda, *), w(*), z(n, n), s(n, n), c, t, h, row(n), smallest
   s = symmetric(uplo, n, a, lda)
   info = 0
   if (n > 0) then
      if (abs(s(1, 1)) > 1d100) info = 1
   end if
   if (info /= 0) return
   z = 0
   do i = 1, n
      z(i, i) = 1
   end do
   do sweep = 1, 12
      do p = 1, n - 1
         do q = p + 1, n
            if (abs(s(p, q)) < 1d-300) cycle
            h = (s(q, q) - s(p, p))/(2*s(p, q))
            t = sign(1d0, h)/(abs(h) + sqrt(h**2 + 1))
            c = 1/sqrt(t**2 + 1)
            t = t*c
            row = s(p, :)
            s(p, :) = c*row - t*s(q, :)
            s(q, :) = t*row + c*s(q, :)
            row = s(:, p)
            s(:, p) = c*row - t*s(:, q)
            s(:, q) = t*row + c*s(:, q)
            row = z(:, p)
            z(:, p) = c*row - t*z(:, q)
            z(:, q) = t*row + c*z(:, q)
         end do
      end do
   end do
   do i = 1, n
      w(i) = s(i, i)
   end do
   ! ascending
   do p = 1, n - 1
      q = p
      do i = p + 1, n
         if (w(i) < w(q)) q = i
      end do
      smallest = w(q)
      w(q) = w(p)
      w(p) = smallest
      row = z(:, q)
      z(:, q) = z(:, p)
      z(:, p) = row
   end do
end subroutine jacobi

subroutine dsyev(jobz, uplo, n, a, lda, w, work, lwork, info)
   use matrices
   implicit none
   character :: jobz, uplo
   integer :: n, lda, lwork, info, i, j
   real(8) :: a(lda, *), w(*), work(*), z(n, n)
   info = 0
   work(1) = max(1, 3*n - 1)
   if (lwork == -1) return
   call jacobi(uplo, n, a, lda, w, z, info)
   if (is(jobz, 'V')) then
      if (info == 0) a(:n, :n) = z
   else
      do j = 1, n
         do i = 1, n
            if (is(uplo, 'U') .and. i <= j .or. is(uplo, 'L') .and. i >= j) a(i, j) = 99
         end do
      end do
   end if
end subroutine dsyev

subroutine dsyevd(jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info)
   implicit none
   character :: jobz, uplo
   integer :: n, lda, lwork, iwork(*), liwork, info
   real(8) :: a(lda, *), w(*), work(*)
   iwork(1) = 1
   call dsyev(jobz, uplo, n, a, lda, w, work, merge(-1, lwork, liwork == -1), info)
end subroutine dsyevd

subroutine dsyevr(jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, m, w, z, ldz, isuppz, work, lwork, iwork, liwork, info)
   use matrices
   implicit none
   character :: jobz, range, uplo
   integer :: n, lda, il, iu, m, ldz, isuppz(*), lwork, iwork(*), liwork, info, i, first
   real(8) :: a(lda, *), vl, vu, abstol, w(*), z(ldz, *), work(*), all_w(n), all_z(n, n)
   info = 0
   work(1) = 1
   iwork(1) = 1
   if (min(lwork, liwork) == -1) return
   call jacobi(uplo, n, a, lda, all_w, all_z, info)
   first = 1
   m = n
   if (is(range, 'I')) then
      first = il
      m = iu - il + 1
   else if (is(range, 'V')) then
      first = 1 + count(all_w <= vl)
      m = count(all_w > vl .and. all_w <= vu)
   end if
   w(:m) = all_w(first:first + m - 1)
   do i = 1, m
      isuppz(2*i - 1) = 1
      isuppz(2*i) = n
      if (is(jobz, 'V')) z(:n, i) = all_z(:, first + i - 1)
   end do
end subroutine dsyevr

! A = U*S*V', the first min(m, n) vectors; A is tall, or the transposed matrix is
subroutine one_sided_jacobi(m, n, a, s, u, v)
   implicit none
   integer :: m, n, sweep, p, q, i
   real(8) :: a(m, n), s(n), u(m, n), v(n, n), h, t, c, column(m), row(n), pq
   u = a
   v = 0
   do i = 1, n
      v(i, i) = 1
   end do
   do sweep = 1, 14
      do p = 1, n - 1
         do q = p + 1, n
            pq = dot_product(u(:, p), u(:, q))
            if (abs(pq) < 1d-300) cycle
            h = (dot_product(u(:, q), u(:, q)) - dot_product(u(:, p), u(:, p)))/(2*pq)
            t = sign(1d0, h)/(abs(h) + sqrt(h**2 + 1))
            c = 1/sqrt(t**2 + 1)
            t = t*c
            column = u(:, p)
            u(:, p) = c*column - t*u(:, q)
            u(:, q) = t*column + c*u(:, q)
            row = v(:, p)
            v(:, p) = c*row - t*v(:, q)
            v(:, q) = t*row + c*v(:, q)
         end do
      end do
   end do
   do i = 1, n
      s(i) = sqrt(dot_product(u(:, i), u(:, i)))
      if (s(i) > 0) u(:, i) = u(:, i)/s(i)
   end do
   ! descending
   do p = 1, n - 1
      q = p
      do i = p + 1, n
         if (s(i) > s(q)) q = i
      end do
      t = s(q)
      s(q) = s(p)
      s(p) = t
      column = u(:, q)
      u(:, q) = u(:, p)
      u(:, p) = column
      row = v(:, q)
      v(:, q) = v(:, p)
      v(:, p) = row
   end do
end subroutine one_sided_jacobi

! Vectors of the null space stay as they are.
subroutine dgesvd(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info)
   use matrices
   implicit none
   character :: jobu, jobvt
   integer :: m, n, lda, ldu, ldvt, lwork, info, k
   real(8) :: a(lda, *), s(*), u(ldu, *), vt(ldvt, *), work(*)
   real(8) :: left(m, min(m, n)), right(n, min(m, n)), values(min(m, n))
   k = min(m, n)
   info = 0
   work(1) = 1
   if (lwork == -1) return
   if (abs(a(1, 1)) > 1d100) info = 1
   if (info /= 0) return
   if (m >= n) then
      call one_sided_jacobi(m, n, a(:m, :n), values, left, right)
   else
      call one_sided_jacobi(n, m, transpose(a(:m, :n)), values, right, left)
   end if
   s(:k) = values
   if (.not. is(jobu, 'N')) u(:m, :k) = left
   if (.not. is(jobvt, 'N')) vt(:k, :n) = transpose(right)
   a(:m, :n) = 99
end subroutine dgesvd

subroutine dgesdd(jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info)
   implicit none
   character :: jobz
   integer :: m, n, lda, ldu, ldvt, lwork, iwork(*), info
   real(8) :: a(lda, *), s(*), u(ldu, *), vt(ldvt, *), work(*)
   iwork(1) = 0
   call dgesvd(jobz, jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info)
end subroutine dgesdd
