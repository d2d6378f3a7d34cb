! Eigenvalues and eigenvectors of general and of Hermitian matrices, in double precision, in the plainest way. They
! use the routines of tests/lapack/complex.f90.

! Values by the QR algorithm with shifts, from the last one on
subroutine eigenvalues(n, a, w)
   implicit none
   integer :: n, m, i, j, step
   complex(8) :: a(n, n), w(n), h(n, n), q(n, n), r(n, n), shift, middle
   h = a
   do m = n, 2, -1
      do step = 1, 500
         if (sum(abs(h(m, :m - 1))) < 1d-15*sum(abs(a))) exit
         ! the eigenvalue of the last two rows and columns that is nearest to the last element
         middle = (h(m - 1, m - 1) + h(m, m))/2
         shift = sqrt(((h(m - 1, m - 1) - h(m, m))/2)**2 + h(m - 1, m)*h(m, m - 1))
         if (abs(middle - shift - h(m, m)) < abs(middle + shift - h(m, m))) shift = -shift
         shift = middle + shift
         if (mod(step, 11) == 10) shift = shift + (0.3d0, 0.2d0)*abs(h(m, m - 1))
         do i = 1, m
            h(i, i) = h(i, i) - shift
         end do
         r = 0
         do j = 1, m
            q(:m, j) = h(:m, j)
            do i = 1, j - 1
               r(i, j) = sum(conjg(q(:m, i))*q(:m, j))
               q(:m, j) = q(:m, j) - r(i, j)*q(:m, i)
            end do
            r(j, j) = sqrt(sum(abs(q(:m, j))**2))
            if (abs(r(j, j)) < 1d-300) then
               q(:m, j) = 0
            else
               q(:m, j) = q(:m, j)/r(j, j)
            end if
         end do
         h(:m, :m) = matmul(r(:m, :m), q(:m, :m))
         do i = 1, m
            h(i, i) = h(i, i) + shift
         end do
      end do
   end do
   w = [(h(i, i), i=1, n)]
end subroutine eigenvalues

! The vector of a value, by inverse iteration, and the value once more; the largest element is real
subroutine eigenvector(n, a, w, v)
   implicit none
   integer :: n, step, i, info, ipiv(n)
   complex(8) :: a(n, n), w, v(n), c(n, n), last
   v = [((1d0, 0.3d0)*i + (0.1d0, 0.7d0)*i**2, i=1, n)]
   do step = 1, 6
      c = a
      do i = 1, n
         c(i, i) = c(i, i) - w*(1 + 1d-9) - 1d-12
      end do
      call zgesv(n, 1, c, n, ipiv, v, n, info)
      v = v/sqrt(sum(abs(v)**2))
   end do
   i = maxloc(abs(v), 1)
   last = conjg(v(i))/abs(v(i))
   v = v*last
   v(i) = abs(v(i))
end subroutine eigenvector

subroutine zgeev(jobvl, jobvr, n, a, lda, w, vl, ldvl, vr, ldvr, work, lwork, rwork, info)
   use complex_matrices, only: is
   implicit none
   character :: jobvl, jobvr
   integer :: n, lda, ldvl, ldvr, lwork, info, i
   complex(8) :: a(lda, *), w(*), vl(ldvl, *), vr(ldvr, *), work(*), left(n), right(n)
   real(8) :: rwork(*)
   info = 0
   work(1) = 4*n
   if (lwork == -1) return
   call eigenvalues(n, a(:n, :n), w)
   do i = 1, n
      call eigenvector(n, a(:n, :n), w(i), right)
      call eigenvector(n, conjg(transpose(a(:n, :n))), conjg(w(i)), left)
      w(i) = sum(conjg(left)*matmul(a(:n, :n), right))/sum(conjg(left)*right)
      if (is(jobvl, 'V')) vl(:n, i) = left
      if (is(jobvr, 'V')) vr(:n, i) = right
   end do
   a(:n, :n) = huge(0d0)
   rwork(1) = 0
end subroutine zgeev

subroutine dgeev(jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info)
   use complex_matrices, only: is
   implicit none
   character :: jobvl, jobvr
   integer :: n, lda, ldvl, ldvr, lwork, info, i, j
   real(8) :: a(lda, *), wr(*), wi(*), vl(ldvl, *), vr(ldvr, *), work(*), rwork(2*n)
   complex(8) :: c(n, n), w(n), left(n, n), right(n, n), unused(4*n)
   logical :: is_done(n)
   info = 0
   work(1) = 4*n
   if (lwork == -1) return
   c = a(:n, :n)
   call zgeev('V', 'V', n, c, n, w, left, n, right, n, unused, 4*n, rwork, info)
   ! the second one of a pair is the conjugate of the first one
   is_done = abs(aimag(w)) > 1d-9*maxval(abs(w)) .and. aimag(w) < 0
   j = 0
   do i = 1, n
      if (is_done(i)) cycle
      j = j + 1
      wr(j) = real(w(i))
      wi(j) = 0
      if (is(jobvl, 'V')) vl(:n, j) = real(left(:, i))
      if (is(jobvr, 'V')) vr(:n, j) = real(right(:, i))
      if (abs(aimag(w(i))) <= 1d-9*maxval(abs(w))) cycle
      wi(j) = aimag(w(i))
      wr(j + 1) = wr(j)
      wi(j + 1) = -wi(j)
      if (is(jobvl, 'V')) vl(:n, j + 1) = aimag(left(:, i))
      if (is(jobvr, 'V')) vr(:n, j + 1) = aimag(right(:, i))
      j = j + 1
   end do
   a(:n, :n) = huge(0d0)
end subroutine dgeev

! Jacobi's rotations; the first (L) or last (U) row of the vectors is real, as LAPACK has it
subroutine zheev(jobz, uplo, n, a, lda, w, work, lwork, rwork, info)
   use complex_matrices, only: is, hermitian
   implicit none
   character :: jobz, uplo
   integer :: n, lda, lwork, info, sweep, i, j, k
   complex(8) :: a(lda, *), work(*), h(n, n), z(n, n), phase, x(n)
   real(8) :: w(*), rwork(*), t, c, s
   info = 0
   work(1) = 4*n
   if (lwork == -1) return
   h = hermitian(uplo, n, a, lda)
   z = 0
   do i = 1, n
      z(i, i) = 1
   end do
   do sweep = 1, 30
      do j = 2, n
         do i = 1, j - 1
            if (abs(h(i, j)) < 1d-300) cycle
            phase = h(i, j)/abs(h(i, j))
            t = real(h(j, j) - h(i, i))/(2*abs(h(i, j)))
            t = sign(1d0, t)/(abs(t) + sqrt(1 + t**2))
            c = 1/sqrt(1 + t**2)
            s = t*c
            x = h(:, i)
            h(:, i) = c*x - s*conjg(phase)*h(:, j)
            h(:, j) = s*phase*x + c*h(:, j)
            x = h(i, :)
            h(i, :) = c*x - s*phase*h(j, :)
            h(j, :) = s*conjg(phase)*x + c*h(j, :)
            x = z(:, i)
            z(:, i) = c*x - s*conjg(phase)*z(:, j)
            z(:, j) = s*phase*x + c*z(:, j)
         end do
      end do
   end do
   do i = 1, n
      k = i - 1 + minloc([(real(h(j, j)), j=i, n)], 1)
      w(i) = real(h(k, k))
      h(k, k) = h(i, i)
      x = z(:, k)
      z(:, k) = z(:, i)
      j = merge(n, 1, is(uplo, 'U'))
      z(:, i) = x*conjg(x(j))/abs(x(j))
      z(j, i) = abs(x(j))
   end do
   a(:n, :n) = huge(0d0)
   if (is(jobz, 'V')) a(:n, :n) = z
   rwork(1) = 0
end subroutine zheev
