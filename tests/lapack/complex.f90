! The routines of LAPACK that the fixtures call, in complex double precision: what they compute, in the plainest way.
! They use the module of tests/blas/complex.f90.

! A = P*L*U with row exchanges
subroutine zgetrf(m, n, a, lda, ipiv, info)
   implicit none
   integer :: m, n, lda, ipiv(*), info, i, j, p
   complex(8) :: a(lda, *), row(n)
   info = 0
   do j = 1, min(m, n)
      p = j - 1 + maxloc(abs(a(j:m, j)), 1)
      ipiv(j) = p
      row = a(j, :n)
      a(j, :n) = a(p, :n)
      a(p, :n) = row
      if (.not. abs(a(j, j)) > 0) then
         if (info == 0) info = j
         cycle
      end if
      a(j + 1:m, j) = a(j + 1:m, j)/a(j, j)
      do i = j + 1, n
         a(j + 1:m, i) = a(j + 1:m, i) - a(j + 1:m, j)*a(j, i)
      end do
   end do
end subroutine zgetrf

subroutine zgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
   use complex_matrices
   implicit none
   character :: trans
   integer :: n, nrhs, lda, ipiv(*), ldb, info, j
   complex(8) :: a(lda, *), b(ldb, *)
   info = 0
   do j = 1, nrhs
      if (is(trans, 'N')) then
         call exchange(b(:, j), 1, n, 1)
         b(:n, j) = solved(n, triangular('L', 'N', 'U', n, a, lda), b(:n, j))
         b(:n, j) = solved(n, triangular('U', 'N', 'N', n, a, lda), b(:n, j))
      else
         b(:n, j) = solved(n, triangular('U', trans, 'N', n, a, lda), b(:n, j))
         b(:n, j) = solved(n, triangular('L', trans, 'U', n, a, lda), b(:n, j))
         call exchange(b(:, j), n, 1, -1)
      end if
   end do
contains
   subroutine exchange(x, first, last, step)
      integer, intent(in) :: first, last, step
      complex(8), intent(inout) :: x(:)
      complex(8) :: t
      integer :: i
      do i = first, last, step
         t = x(i)
         x(i) = x(ipiv(i))
         x(ipiv(i)) = t
      end do
   end subroutine exchange
end subroutine zgetrs

subroutine zgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
   implicit none
   integer :: n, nrhs, lda, ipiv(*), ldb, info
   complex(8) :: a(lda, *), b(ldb, *)
   call zgetrf(n, n, a, lda, ipiv, info)
   if (info == 0) call zgetrs('N', n, nrhs, a, lda, ipiv, b, ldb, info)
end subroutine zgesv

! A = L*L**H or A = U**H*U
subroutine zpotrf(uplo, n, a, lda, info)
   use complex_matrices
   implicit none
   character :: uplo
   integer :: n, lda, info, i, j
   complex(8) :: a(lda, *), l(n, n)
   info = 0
   l = hermitian(uplo, n, a, lda)
   do j = 1, n
      if (.not. real(l(j, j)) > 0) then
         info = j
         return
      end if
      l(j, j) = sqrt(real(l(j, j)))
      l(j + 1:, j) = l(j + 1:, j)/l(j, j)
      do i = j + 1, n
         l(i:, i) = l(i:, i) - l(i:, j)*conjg(l(i, j))
      end do
   end do
   do j = 1, n
      do i = j, n
         if (is(uplo, 'L')) a(i, j) = l(i, j)
         if (is(uplo, 'U')) a(j, i) = conjg(l(i, j))
      end do
   end do
end subroutine zpotrf

subroutine zpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
   use complex_matrices
   implicit none
   character :: uplo
   integer :: n, nrhs, lda, ldb, info, j
   complex(8) :: a(lda, *), b(ldb, *), l(n, n)
   info = 0
   l = triangular(uplo, merge('N', 'C', is(uplo, 'L')), 'N', n, a, lda)
   do j = 1, nrhs
      b(:n, j) = solved(n, conjg(transpose(l)), solved(n, l, b(:n, j)))
   end do
end subroutine zpotrs

subroutine zposv(uplo, n, nrhs, a, lda, b, ldb, info)
   implicit none
   character :: uplo
   integer :: n, nrhs, lda, ldb, info
   complex(8) :: a(lda, *), b(ldb, *)
   call zpotrf(uplo, n, a, lda, info)
   if (info == 0) call zpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
end subroutine zposv

subroutine ztrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
   use complex_matrices
   implicit none
   character :: uplo, trans, diag
   integer :: n, nrhs, lda, ldb, info, j
   complex(8) :: a(lda, *), b(ldb, *)
   do info = 1, n
      if (is(diag, 'N') .and. .not. abs(a(info, info)) > 0) return
   end do
   info = 0
   do j = 1, nrhs
      b(:n, j) = solved(n, triangular(uplo, trans, diag, n, a, lda), b(:n, j))
   end do
end subroutine ztrtrs

! The inverse matrix, from the factors
subroutine zgetri(n, a, lda, ipiv, work, lwork, info)
   implicit none
   integer :: n, lda, ipiv(*), lwork, info, i
   complex(8) :: a(lda, *), work(*), inverse(n, n)
   info = 0
   work(1) = n
   if (lwork == -1) return
   inverse = 0
   do i = 1, n
      inverse(i, i) = 1
   end do
   call zgetrs('N', n, n, a, lda, ipiv, inverse, n, info)
   a(:n, :n) = inverse
end subroutine zgetri

! A = L*U with row exchanges, A with kl diagonals below the main one and ku above it
subroutine zgbtrf(m, n, kl, ku, ab, ldab, ipiv, info)
   implicit none
   integer :: m, n, kl, ku, ldab, ipiv(*), info, i, j, k, p, last
   complex(8) :: ab(ldab, *), kept
   info = 0
   last = 0
   do j = 1, n
      ab(max(1, kl + ku + 2 - j):kl, j) = 0
   end do
   do k = 1, min(m, n)
      p = k
      do i = k + 1, min(m, k + kl)
         if (abs(ab(place(i, k), k)) > abs(ab(place(p, k), k))) p = i
      end do
      ipiv(k) = p
      if (.not. abs(ab(place(p, k), k)) > 0) then
         if (info == 0) info = k
         cycle
      end if
      last = max(last, min(p + ku, n))
      do j = k, last
         kept = ab(place(k, j), j)
         ab(place(k, j), j) = ab(place(p, j), j)
         ab(place(p, j), j) = kept
      end do
      do i = k + 1, min(m, k + kl)
         ab(place(i, k), k) = ab(place(i, k), k)/ab(place(k, k), k)
         do j = k + 1, last
            ab(place(i, j), j) = ab(place(i, j), j) - ab(place(i, k), k)*ab(place(k, j), j)
         end do
      end do
   end do
contains
   integer function place(i, j)
      integer, intent(in) :: i, j
      place = kl + ku + 1 + i - j
   end function place
end subroutine zgbtrf

subroutine zgbsv(n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
   implicit none
   integer :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info
   complex(8) :: ab(ldab, *), b(ldb, *)
   call zgbtrf(n, n, kl, ku, ab, ldab, ipiv, info)
   if (info == 0) call zgbtrs('N', n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
end subroutine zgbsv

subroutine zgbtrs(trans, n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
   use complex_matrices
   implicit none
   character :: trans
   integer :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info, i, j, k, d
   complex(8) :: ab(ldab, *), b(ldb, *), kept
   info = 0
   d = kl + ku + 1
   do k = 1, nrhs
      if (.not. is(trans, 'N')) call ztbsv('U', trans, 'N', n, kl + ku, ab, ldab, b(1, k), 1)
      do i = 1, n - 1
         j = i
         if (.not. is(trans, 'N')) j = n - i
         if (is(trans, 'N')) then
            kept = b(j, k)
            b(j, k) = b(ipiv(j), k)
            b(ipiv(j), k) = kept
            b(j + 1:min(n, j + kl), k) = b(j + 1:min(n, j + kl), k) - ab(d + 1:d + min(kl, n - j), j)*b(j, k)
         else
            b(j, k) = b(j, k) - sum(plain(ab(d + 1:d + min(kl, n - j), j))*b(j + 1:min(n, j + kl), k))
            kept = b(j, k)
            b(j, k) = b(ipiv(j), k)
            b(ipiv(j), k) = kept
         end if
      end do
      if (is(trans, 'N')) call ztbsv('U', 'N', 'N', n, kl + ku, ab, ldab, b(1, k), 1)
   end do
contains
   elemental complex(8) function plain(x)
      complex(8), intent(in) :: x
      plain = x
      if (is(trans, 'C')) plain = conjg(x)
   end function plain
end subroutine zgbtrs

! A tridiagonal; what it leaves in place of A is of no use
subroutine zgtsv(n, nrhs, dl, d, du, b, ldb, info)
   implicit none
   integer :: n, nrhs, ldb, info, ipiv(n), i
   complex(8) :: dl(*), d(*), du(*), b(ldb, *), a(n, n)
   a = 0
   do i = 1, n
      a(i, i) = d(i)
      d(i) = huge(0d0)
      if (i == n) cycle
      a(i + 1, i) = dl(i)
      a(i, i + 1) = du(i)
      dl(i) = huge(0d0)
      du(i) = huge(0d0)
   end do
   call zgesv(n, nrhs, a, n, ipiv, b, ldb, info)
end subroutine zgtsv

! A = P*L*U of a tridiagonal matrix, with exchanges of neighbouring rows
subroutine zgttrf(n, dl, d, du, du2, ipiv, info)
   implicit none
   integer :: n, ipiv(*), info, i
   complex(8) :: dl(*), d(*), du(*), du2(*), upper(3), lower(3)
   info = 0
   ipiv(:n) = [(i, i=1, n)]
   do i = 1, n - 1
      upper = [d(i), du(i), (0d0, 0d0)]
      lower = [dl(i), d(i + 1), (0d0, 0d0)]
      if (i < n - 1) lower(3) = du(i + 1)
      if (abs(d(i)) < abs(dl(i))) then
         ipiv(i) = i + 1
         upper = lower
         lower = [d(i), du(i), (0d0, 0d0)]
      end if
      dl(i) = lower(1)/upper(1)
      d(i) = upper(1)
      du(i) = upper(2)
      d(i + 1) = lower(2) - dl(i)*upper(2)
      if (i == n - 1) exit
      du2(i) = upper(3)
      du(i + 1) = lower(3) - dl(i)*upper(3)
   end do
end subroutine zgttrf

subroutine zgttrs(trans, n, nrhs, dl, d, du, du2, ipiv, b, ldb, info)
   use complex_matrices
   implicit none
   character :: trans
   integer :: n, nrhs, ipiv(*), ldb, info, i, j
   complex(8) :: dl(*), d(*), du(*), du2(*), b(ldb, *), u(n, n)
   info = 0
   u = 0
   do i = 1, n
      u(i, i) = d(i)
      if (i < n) u(i, i + 1) = du(i)
      if (i < n - 1) u(i, i + 2) = du2(i)
   end do
   do j = 1, nrhs
      if (is(trans, 'N')) then
         do i = 1, n - 1
            if (ipiv(i) > i) b(i:i + 1, j) = [b(i + 1, j), b(i, j)]
            b(i + 1, j) = b(i + 1, j) - dl(i)*b(i, j)
         end do
         b(:n, j) = solved(n, u, b(:n, j))
      else
         b(:n, j) = solved(n, plain(transpose(u)), b(:n, j))
         do i = n - 1, 1, -1
            b(i, j) = b(i, j) - plain(dl(i))*b(i + 1, j)
            if (ipiv(i) > i) b(i:i + 1, j) = [b(i + 1, j), b(i, j)]
         end do
      end if
   end do
contains
   elemental complex(8) function plain(x)
      complex(8), intent(in) :: x
      plain = x
      if (is(trans, 'C')) plain = conjg(x)
   end function plain
end subroutine zgttrs

! A = P*T*D*T'*P' by the method of Bunch and Kaufman: blocks of order 1 and 2 from the end (U) or the beginning (L)
subroutine zsytrf(uplo, n, a, lda, ipiv, work, lwork, info)
   use complex_matrices
   implicit none
   character :: uplo
   integer :: n, lda, ipiv(*), lwork, info, k, next, p, r, w
   complex(8) :: a(lda, *), work(*), s(n, n), d(2, 2), f(n, 2), det
   real(8) :: bound, below, most
   logical :: upper
   info = 0
   work(1) = 1
   if (lwork == -1) return
   bound = (1 + sqrt(17d0))/8
   upper = is(uplo, 'U')
   ! the upper triangle is the lower one with rows and columns counted from the end
   s = symmetric(uplo, n, a, lda)
   if (upper) s = s(n:1:-1, n:1:-1)
   k = 1
   do while (k <= n)
      p = k
      w = 1
      if (k < n) then
         r = k + maxloc(abs(s(k + 1:, k)), 1)
         below = abs(s(r, k))
         if (abs(s(k, k)) < bound*below) then
            most = maxval(abs(s(k:r - 1, r)))
            if (r < n) most = max(most, maxval(abs(s(r + 1:, r))))
            if (abs(s(k, k))*most >= bound*below**2) then
               p = k
            else if (abs(s(r, r)) >= bound*most) then
               p = r
            else
               p = r
               w = 2
            end if
         end if
      end if
      next = k + w
      call exchange(k + w - 1, p)
      if (w == 1) then
         f(next:, 1) = s(next:, k)/s(k, k)
      else
         d = s(k:k + 1, k:k + 1)
         det = d(1, 1)*d(2, 2) - d(2, 1)**2
         f(next:, 1) = (s(next:, k)*d(2, 2) - s(next:, k + 1)*d(2, 1))/det
         f(next:, 2) = (s(next:, k + 1)*d(1, 1) - s(next:, k)*d(2, 1))/det
      end if
      do r = next, n
         s(r:, r) = s(r:, r) - matmul(f(r:, :w), s(r, k:next - 1))
         s(r, r:) = s(r:, r)
      end do
      s(next:, k:next - 1) = f(next:, :w)
      do r = k, next - 1
         p = merge(p, n + 1 - p, .not. upper .or. r > k)
         ipiv(merge(n + 1 - r, r, upper)) = merge(-p, p, w == 2)
      end do
      k = next
   end do
   if (upper) s = s(n:1:-1, n:1:-1)
   do k = 1, n
      if (upper) a(:k, k) = s(:k, k)
      if (.not. upper) a(k:n, k) = s(k:, k)
   end do
contains
   ! rows and columns of what is left
   subroutine exchange(i, j)
      integer, intent(in) :: i, j
      complex(8) :: row(n)
      row(k:) = s(i, k:)
      s(i, k:) = s(j, k:)
      s(j, k:) = row(k:)
      row(k:) = s(k:, i)
      s(k:, i) = s(k:, j)
      s(k:, j) = row(k:)
   end subroutine exchange
end subroutine zsytrf

subroutine zsytrs(uplo, n, nrhs, a, lda, ipiv, b, ldb, info)
   use complex_matrices
   implicit none
   character :: uplo
   integer :: n, nrhs, lda, ipiv(*), ldb, info, k, j
   complex(8) :: a(lda, *), b(ldb, *), t(n, n), d(n, n)
   info = 0
   t = triangular(uplo, 'N', 'U', n, a, lda)
   d = 0
   do k = 1, n
      d(k, k) = a(k, k)
      if (k == n) exit
      ! of two rows of a block, both have the same negative pivot; those of the next block begin anew
      if (starts(k)) then
         d(k, k + 1) = merge(a(k, k + 1), a(k + 1, k), is(uplo, 'U'))
         d(k + 1, k) = d(k, k + 1)
         t(k, k + 1) = 0
         t(k + 1, k) = 0
      end if
   end do
   do j = 1, n
      k = merge(n + 1 - j, j, is(uplo, 'U'))
      if (ipiv(k) > 0) then
         call exchange(k, ipiv(k))
      else if (is(uplo, 'U') .and. ends(k)) then
         call exchange(k - 1, -ipiv(k))
      else if (is(uplo, 'L') .and. starts(k)) then
         call exchange(k + 1, -ipiv(k))
      end if
   end do
   do j = 1, nrhs
      b(:n, j) = solved(n, t, b(:n, j))
      do k = 1, n
         if (starts(k)) then
            b(k:k + 1, j) = [d(k + 1, k + 1)*b(k, j) - d(k, k + 1)*b(k + 1, j), &
               d(k, k)*b(k + 1, j) - d(k, k + 1)*b(k, j)]/(d(k, k)*d(k + 1, k + 1) - d(k, k + 1)**2)
         else if (ipiv(k) > 0) then
            b(k, j) = b(k, j)/d(k, k)
         end if
      end do
      b(:n, j) = solved(n, transpose(t), b(:n, j))
   end do
   do j = n, 1, -1
      k = merge(n + 1 - j, j, is(uplo, 'U'))
      if (ipiv(k) > 0) then
         call swap(k, ipiv(k))
      else if (is(uplo, 'U') .and. ends(k)) then
         call swap(k - 1, -ipiv(k))
      else if (is(uplo, 'L') .and. starts(k)) then
         call swap(k + 1, -ipiv(k))
      end if
   end do
contains
   ! True for the first of two rows of a block: rows before it with negative pivots are pairs.
   logical function starts(i)
      integer, intent(in) :: i
      integer :: before
      before = 0
      do while (before < i - 1)
         if (ipiv(i - before - 1) > 0) exit
         before = before + 1
      end do
      starts = ipiv(i) < 0 .and. mod(before, 2) == 0
   end function starts

   logical function ends(i)
      integer, intent(in) :: i
      ends = ipiv(i) < 0 .and. .not. starts(i)
   end function ends

   ! rows of the right-hand sides, and of the columns of T that were there before
   subroutine exchange(p, q)
      integer, intent(in) :: p, q
      complex(8) :: row(n)
      call swap(p, q)
      if (is(uplo, 'U')) then
         row(k + 1:) = t(p, k + 1:)
         t(p, k + 1:) = t(q, k + 1:)
         t(q, k + 1:) = row(k + 1:)
      else
         row(:k - 1) = t(p, :k - 1)
         t(p, :k - 1) = t(q, :k - 1)
         t(q, :k - 1) = row(:k - 1)
      end if
   end subroutine exchange

   subroutine swap(p, q)
      integer, intent(in) :: p, q
      complex(8) :: row(nrhs)
      row = b(p, :nrhs)
      b(p, :nrhs) = b(q, :nrhs)
      b(q, :nrhs) = row
   end subroutine swap
end subroutine zsytrs

subroutine zsysv(uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info)
   implicit none
   character :: uplo
   integer :: n, nrhs, lda, ipiv(*), ldb, lwork, info
   complex(8) :: a(lda, *), b(ldb, *), work(*)
   call zsytrf(uplo, n, a, lda, ipiv, work, lwork, info)
   if (lwork /= -1) call zsytrs(uplo, n, nrhs, a, lda, ipiv, b, ldb, info)
end subroutine zsysv
