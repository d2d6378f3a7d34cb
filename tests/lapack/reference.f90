! The routines of LAPACK that the fixtures call, and those that the derivatives of these call, in double precision: what
! they compute, in the plainest way. They use the module of tests/blas/reference.f90.

! A = P*L*U with row exchanges
subroutine dgetrf(m, n, a, lda, ipiv, info)
   implicit none
   integer :: m, n, lda, ipiv(*), info, i, j, p
   real(8) :: a(lda, *), row(n)
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
end subroutine dgetrf

subroutine dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
   use matrices
   implicit none
   character :: trans
   integer :: n, nrhs, lda, ipiv(*), ldb, info, j
   real(8) :: a(lda, *), b(ldb, *)
   info = 0
   do j = 1, nrhs
      if (is(trans, 'N')) then
         call exchange(b(:, j), 1, n, 1)
         b(:n, j) = solved(n, triangular('L', 'N', 'U', n, a, lda), b(:n, j))
         b(:n, j) = solved(n, triangular('U', 'N', 'N', n, a, lda), b(:n, j))
      else
         b(:n, j) = solved(n, triangular('U', 'T', 'N', n, a, lda), b(:n, j))
         b(:n, j) = solved(n, triangular('L', 'T', 'U', n, a, lda), b(:n, j))
         call exchange(b(:, j), n, 1, -1)
      end if
   end do
contains
   subroutine exchange(x, first, last, step)
      integer, intent(in) :: first, last, step
      real(8), intent(inout) :: x(:)
      real(8) :: t
      integer :: i
      do i = first, last, step
         t = x(i)
         x(i) = x(ipiv(i))
         x(ipiv(i)) = t
      end do
   end subroutine exchange
end subroutine dgetrs

subroutine dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
   implicit none
   integer :: n, nrhs, lda, ipiv(*), ldb, info
   real(8) :: a(lda, *), b(ldb, *)
   call dgetrf(n, n, a, lda, ipiv, info)
   if (info == 0) call dgetrs('N', n, nrhs, a, lda, ipiv, b, ldb, info)
end subroutine dgesv

! A = L*L' or A = U'*U
subroutine dpotrf(uplo, n, a, lda, info)
   use matrices
   implicit none
   character :: uplo
   integer :: n, lda, info, i, j
   real(8) :: a(lda, *), l(n, n)
   info = 0
   l = symmetric(uplo, n, a, lda)
   do j = 1, n
      if (.not. l(j, j) > 0) then
         info = j
         return
      end if
      l(j, j) = sqrt(l(j, j))
      l(j + 1:, j) = l(j + 1:, j)/l(j, j)
      do i = j + 1, n
         l(i:, i) = l(i:, i) - l(i:, j)*l(i, j)
      end do
   end do
   do j = 1, n
      do i = j, n
         if (is(uplo, 'L')) a(i, j) = l(i, j)
         if (is(uplo, 'U')) a(j, i) = l(i, j)
      end do
   end do
end subroutine dpotrf

subroutine dpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
   use matrices
   implicit none
   character :: uplo
   integer :: n, nrhs, lda, ldb, info, j
   real(8) :: a(lda, *), b(ldb, *), l(n, n)
   info = 0
   l = triangular(uplo, merge('N', 'T', is(uplo, 'L')), 'N', n, a, lda)
   do j = 1, nrhs
      b(:n, j) = solved(n, transpose(l), solved(n, l, b(:n, j)))
   end do
end subroutine dpotrs

subroutine dposv(uplo, n, nrhs, a, lda, b, ldb, info)
   implicit none
   character :: uplo
   integer :: n, nrhs, lda, ldb, info
   real(8) :: a(lda, *), b(ldb, *)
   call dpotrf(uplo, n, a, lda, info)
   if (info == 0) call dpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
end subroutine dposv

subroutine dtrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
   use matrices
   implicit none
   character :: uplo, trans, diag
   integer :: n, nrhs, lda, ldb, info, j
   real(8) :: a(lda, *), b(ldb, *)
   do info = 1, n
      if (is(diag, 'N') .and. .not. abs(a(info, info)) > 0) return
   end do
   info = 0
   do j = 1, nrhs
      b(:n, j) = solved(n, triangular(uplo, trans, diag, n, a, lda), b(:n, j))
   end do
end subroutine dtrtrs

! The inverse matrix, from the factors
subroutine dgetri(n, a, lda, ipiv, work, lwork, info)
   implicit none
   integer :: n, lda, ipiv(*), lwork, info, i
   real(8) :: a(lda, *), work(*), inverse(n, n)
   info = 0
   work(1) = n
   if (lwork == -1) return
   inverse = 0
   do i = 1, n
      inverse(i, i) = 1
   end do
   call dgetrs('N', n, n, a, lda, ipiv, inverse, n, info)
   a(:n, :n) = inverse
end subroutine dgetri

subroutine dpotri(uplo, n, a, lda, info)
   use matrices
   implicit none
   character :: uplo
   integer :: n, lda, info, i
   real(8) :: a(lda, *), inverse(n, n)
   inverse = 0
   do i = 1, n
      inverse(i, i) = 1
   end do
   call dpotrs(uplo, n, n, a, lda, inverse, n, info)
   call update(uplo, n, inverse, 0d0, a, lda)
end subroutine dpotri

! A = L*D*L' without exchanges, the factors in the triangle, D on the diagonal
subroutine dsysv(uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info)
   use matrices
   implicit none
   character :: uplo
   integer :: n, nrhs, lda, ipiv(*), ldb, lwork, info, i, j
   real(8) :: a(lda, *), b(ldb, *), work(*), l(n, n)
   info = 0
   work(1) = 1
   if (lwork == -1) return
   ipiv(:n) = [(i, i=1, n)]
   l = symmetric(uplo, n, a, lda)
   do j = 1, n
      do i = j + 1, n
         l(i:, i) = l(i:, i) - l(i:, j)*l(i, j)/l(j, j)
      end do
      l(j + 1:, j) = l(j + 1:, j)/l(j, j)
   end do
   if (is(uplo, 'U')) l = transpose(l)
   call update(uplo, n, l, 0d0, a, lda)
   call dsytrs(uplo, n, nrhs, a, lda, ipiv, b, ldb, info)
end subroutine dsysv

subroutine dsytrs(uplo, n, nrhs, a, lda, ipiv, b, ldb, info)
   use matrices
   implicit none
   character :: uplo
   integer :: n, nrhs, lda, ipiv(*), ldb, info, i, j
   real(8) :: a(lda, *), b(ldb, *), l(n, n)
   info = 0
   l = triangular(uplo, merge('N', 'T', is(uplo, 'L')), 'U', n, a, lda)
   do j = 1, nrhs
      b(:n, j) = solved(n, l, b(:n, j))
      do i = 1, n
         b(i, j) = b(i, j)/a(i, i)
      end do
      b(:n, j) = solved(n, transpose(l), b(:n, j))
   end do
end subroutine dsytrs

! A = L*U with row exchanges, A with kl diagonals below the main one and ku above it
subroutine dgbtrf(m, n, kl, ku, ab, ldab, ipiv, info)
   implicit none
   integer :: m, n, kl, ku, ldab, ipiv(*), info, i, j, k, p, last
   real(8) :: ab(ldab, *), kept
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
end subroutine dgbtrf

subroutine dgbsv(n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
   implicit none
   integer :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info
   real(8) :: ab(ldab, *), b(ldb, *)
   call dgbtrf(n, n, kl, ku, ab, ldab, ipiv, info)
   if (info == 0) call dgbtrs('N', n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
end subroutine dgbsv

subroutine dgbtrs(trans, n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
   use matrices
   implicit none
   character :: trans
   integer :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info, i, j, k, d
   real(8) :: ab(ldab, *), b(ldb, *), kept
   info = 0
   d = kl + ku + 1
   do k = 1, nrhs
      if (.not. is(trans, 'N')) call dtbsv('U', 'T', 'N', n, kl + ku, ab, ldab, b(1, k), 1)
      do i = 1, n - 1
         j = i
         if (.not. is(trans, 'N')) j = n - i
         if (is(trans, 'N')) then
            kept = b(j, k)
            b(j, k) = b(ipiv(j), k)
            b(ipiv(j), k) = kept
            b(j + 1:min(n, j + kl), k) = b(j + 1:min(n, j + kl), k) - ab(d + 1:d + min(kl, n - j), j)*b(j, k)
         else
            b(j, k) = b(j, k) - dot_product(ab(d + 1:d + min(kl, n - j), j), b(j + 1:min(n, j + kl), k))
            kept = b(j, k)
            b(j, k) = b(ipiv(j), k)
            b(ipiv(j), k) = kept
         end if
      end do
      if (is(trans, 'N')) call dtbsv('U', 'N', 'N', n, kl + ku, ab, ldab, b(1, k), 1)
   end do
end subroutine dgbtrs

! A tridiagonal; what it leaves in place of A is of no use
subroutine dgtsv(n, nrhs, dl, d, du, b, ldb, info)
   implicit none
   integer :: n, nrhs, ldb, info, ipiv(n), i
   real(8) :: dl(*), d(*), du(*), b(ldb, *), a(n, n)
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
   call dgesv(n, nrhs, a, n, ipiv, b, ldb, info)
end subroutine dgtsv

! A = L*D*L', A symmetric and tridiagonal
subroutine dpttrf(n, d, e, info)
   implicit none
   integer :: n, info, i
   real(8) :: d(*), e(*), l
   do info = 1, n
      if (.not. d(info) > 0) return
      i = info
      if (i == n) exit
      l = e(i)/d(i)
      d(i + 1) = d(i + 1) - l*e(i)
      e(i) = l
   end do
   info = 0
end subroutine dpttrf

subroutine dpttrs(n, nrhs, d, e, b, ldb, info)
   implicit none
   integer :: n, nrhs, ldb, info, i
   real(8) :: d(*), e(*), b(ldb, *)
   info = 0
   do i = 2, n
      b(i, :nrhs) = b(i, :nrhs) - e(i - 1)*b(i - 1, :nrhs)
   end do
   do i = n, 1, -1
      b(i, :nrhs) = b(i, :nrhs)/d(i)
      if (i < n) b(i, :nrhs) = b(i, :nrhs) - e(i)*b(i + 1, :nrhs)
   end do
end subroutine dpttrs

subroutine dptsv(n, nrhs, d, e, b, ldb, info)
   implicit none
   integer :: n, nrhs, ldb, info
   real(8) :: d(*), e(*), b(ldb, *)
   call dpttrf(n, d, e, info)
   if (info == 0) call dpttrs(n, nrhs, d, e, b, ldb, info)
end subroutine dptsv

! A = P*L*U of a tridiagonal matrix, with exchanges of neighbouring rows
subroutine dgttrf(n, dl, d, du, du2, ipiv, info)
   implicit none
   integer :: n, ipiv(*), info, i
   real(8) :: dl(*), d(*), du(*), du2(*), upper(3), lower(3)
   info = 0
   ipiv(:n) = [(i, i=1, n)]
   do i = 1, n - 1
      upper = [d(i), du(i), 0d0]
      lower = [dl(i), d(i + 1), 0d0]
      if (i < n - 1) lower(3) = du(i + 1)
      if (abs(d(i)) < abs(dl(i))) then
         ipiv(i) = i + 1
         upper = lower
         lower = [d(i), du(i), 0d0]
      end if
      dl(i) = lower(1)/upper(1)
      d(i) = upper(1)
      du(i) = upper(2)
      d(i + 1) = lower(2) - dl(i)*upper(2)
      if (i == n - 1) exit
      du2(i) = upper(3)
      du(i + 1) = lower(3) - dl(i)*upper(3)
   end do
end subroutine dgttrf

subroutine dgttrs(trans, n, nrhs, dl, d, du, du2, ipiv, b, ldb, info)
   use matrices
   implicit none
   character :: trans
   integer :: n, nrhs, ipiv(*), ldb, info, i, j
   real(8) :: dl(*), d(*), du(*), du2(*), b(ldb, *), u(n, n)
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
         b(:n, j) = solved(n, transpose(u), b(:n, j))
         do i = n - 1, 1, -1
            b(i, j) = b(i, j) - dl(i)*b(i + 1, j)
            if (ipiv(i) > i) b(i:i + 1, j) = [b(i + 1, j), b(i, j)]
         end do
      end if
   end do
end subroutine dgttrs
