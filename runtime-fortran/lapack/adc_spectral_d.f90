! Tangents and adjoints of eigenvalues and singular values of LAPACK in double precision, by their mathematics. Programs
! that call no such routine need no such file. It is generated from template/adc_spectral.f90.in.
!
! Shadows are optional arguments: an absent one is zero and never read. The shadow of a written argument is absent if
! its derivative is not wanted; then there is nothing to do.
!
! A procedure NAME_d computes what NAME does, and its derivative. NAME_b computes the adjoint alone: it gets the values
! from before the call, changes none of them, and calls the routine again for values and vectors.
!
! `vectors`, `left` and `right` are false if derivatives of these vectors are not used. A shadow of a symmetric matrix is
! a triangle: an element stands for both elements of the matrix.
!
! Vectors of equal values, and those of a null space, are determined up to a rotation. The derivative of that rotation is
! zero where the matrix, or the use of the vectors, asks for none. Otherwise an adjoint stops the program, and a tangent
! sets the shadows of these vectors to NaN, since the program may not use them. The derivatives of equal values
! themselves are right in the sum.
!
! If a routine fails (info is not zero), the shadows of what it writes become zero.

module adc_spectral_d
   use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
   implicit none
   private
   public :: dsyev_d, dsyev_b, dsyevd_d, dsyevd_b, dsyevr_d, dsyevr_b
   public :: dgesvd_d, dgesvd_b, dgesdd_d, dgesdd_b

   integer, parameter :: wp = kind(1.0d0)
   real(wp), parameter :: zero = 0, one = 1, half = one/2

   external :: dgemm, dsyev, dsyevd, dsyevr, dgesvd, dgesdd

contains

   ! ---- building blocks

   logical function is(letter, word)
      character, intent(in) :: letter, word
      is = letter == word .or. letter == achar(iachar(word) + 32)
   end function is

   ! True unless the argument is present and false.
   logical function is_wanted(answer)
      logical, intent(in), optional :: answer
      is_wanted = .true.
      if (present(answer)) is_wanted = answer
   end function is_wanted

   logical function is_in(uplo, i, j)
      character, intent(in) :: uplo
      integer, intent(in) :: i, j
      is_in = i <= j
      if (is(uplo, 'L')) is_in = i >= j
   end function is_in

   ! amount/gap, the rotation between two vectors. Where their values are equal in the precision of the largest one, it
   ! is zero if the amount is, in comparison with the largest amount.
   real(wp) function turn(amount, gap, n, largest_value, largest_amount)
      integer, intent(in) :: n
      real(wp), intent(in) :: amount, gap, largest_value, largest_amount
      turn = zero
      if (abs(gap) > n*epsilon(one)*largest_value) then
         turn = amount/gap
      else if (abs(amount) > sqrt(epsilon(one))*largest_amount) then
         error stop 'adc: vectors of equal eigenvalues or singular values (or of zero) have no derivative'
      end if
   end function turn

   ! The same for tangents: NaN where adjoints stop.
   real(wp) function turn_d(amount, gap, n, largest_value, largest_amount)
      integer, intent(in) :: n
      real(wp), intent(in) :: amount, gap, largest_value, largest_amount
      turn_d = zero
      if (abs(gap) > n*epsilon(one)*largest_value) then
         turn_d = amount/gap
      else if (abs(amount) > sqrt(epsilon(one))*largest_amount) then
         turn_d = ieee_value(one, ieee_quiet_nan)
      end if
   end function turn_d

   real(wp) function largest(m, n, a)
      integer, intent(in) :: m, n
      real(wp), intent(in) :: a(m, n)
      integer :: i, j
      largest = zero
      do j = 1, n
         do i = 1, m
            largest = max(largest, abs(a(i, j)))
         end do
      end do
   end function largest

   ! a = 0, a rectangle
   subroutine clear(m, n, a, lda)
      integer, intent(in) :: m, n, lda
      real(wp), intent(inout), optional :: a(lda, *)
      integer :: j
      if (.not. present(a)) return
      do j = 1, n
         a(:m, j) = zero
      end do
   end subroutine clear

   ! ---- symmetric matrices: A*Z = Z*diag(w), the first m values

   ! The matrix of which a triangle is given.
   subroutine fill(uplo, n, a, lda, s)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(out) :: s(n, n)
      integer :: i, j
      do j = 1, n
         do i = 1, n
            if (is_in(uplo, i, j)) then
               s(i, j) = a(i, j)
               s(j, i) = a(i, j)
            end if
         end do
      end do
   end subroutine fill

   ! A shadow of A that the routine overwrites, with vectors or in a triangle, becomes zero.
   subroutine clear_matrix(whole, uplo, n, a, lda)
      logical, intent(in) :: whole
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(inout), optional :: a(lda, *)
      integer :: i, j
      if (.not. present(a)) return
      do j = 1, n
         do i = 1, n
            if (whole .or. is_in(uplo, i, j)) a(i, j) = zero
         end do
      end do
   end subroutine clear_matrix

   ! wd = diag(P), Zd = Z*F, P = Z'*S*Z, F = P/(w(j) - w(i)) beside the diagonal; S is the derivative of A.
   subroutine eigen_d(n, m, z, ldz, w, s, wd, zd, ldzd)
      integer, intent(in) :: n, m, ldz, ldzd
      real(wp), intent(in) :: z(ldz, *), w(*), s(n, n)
      real(wp), intent(inout), optional :: wd(*), zd(ldzd, *)
      real(wp), allocatable :: g(:, :), p(:, :)
      real(wp) :: w_max, p_max
      integer :: i, j
      if (n == 0 .or. m == 0) return
      allocate (g(n, m), p(m, m))
      call dgemm('N', 'N', n, m, n, one, s, n, z, ldz, zero, g, n)
      call dgemm('T', 'N', m, m, n, one, z, ldz, g, n, zero, p, m)
      if (present(wd)) then
         do i = 1, m
            wd(i) = p(i, i)
         end do
      end if
      if (.not. present(zd)) return
      if (m < n) then
         ! some of the vectors
         zd(:n, :m) = ieee_value(one, ieee_quiet_nan)
         return
      end if
      w_max = largest(m, 1, w)
      p_max = largest(m, m, p)
      do j = 1, m
         do i = 1, m
            if (i /= j) p(i, j) = turn_d(p(i, j), w(j) - w(i), n, w_max, p_max)
         end do
         p(j, j) = zero
      end do
      call dgemm('N', 'N', n, m, m, one, z, ldz, p, m, zero, zd, ldzd)
   end subroutine eigen_d

   ! S = Z*(diag(wb) + G)*Z', G = (K - K')/2/(w(j) - w(i)), K = Z'*Zb; the triangle of ab becomes larger by S + S', the
   ! diagonal once.
   subroutine eigen_b(uplo, n, m, z, ldz, w, wb, zb, ldzb, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, m, ldz, ldzb, lda
      real(wp), intent(in) :: z(ldz, *), w(*)
      real(wp), intent(in), optional :: wb(*), zb(ldzb, *)
      real(wp), intent(inout) :: ab(lda, *)
      real(wp), allocatable :: f(:, :), g(:, :), k(:, :), s(:, :)
      real(wp) :: w_max, k_max
      integer :: i, j
      if (n == 0 .or. m == 0) return
      allocate (f(m, m), g(n, m), k(m, m), s(n, n))
      f = zero
      if (present(zb)) then
         call dgemm('T', 'N', m, m, n, one, z, ldz, zb, ldzb, zero, k, m)
         w_max = largest(m, 1, w)
         k_max = largest(m, m, k)
         do j = 1, m
            do i = 1, j - 1
               f(i, j) = turn(half*(k(i, j) - k(j, i)), w(j) - w(i), n, w_max, k_max)
               f(j, i) = f(i, j)
            end do
         end do
      end if
      if (present(wb)) then
         do i = 1, m
            f(i, i) = wb(i)
         end do
      end if
      call dgemm('N', 'N', n, m, m, one, z, ldz, f, m, zero, g, n)
      call dgemm('N', 'T', n, n, m, one, g, n, z, ldz, zero, s, n)
      do j = 1, n
         do i = 1, n
            if (i == j) then
               ab(i, j) = ab(i, j) + s(i, j)
            else if (is_in(uplo, i, j)) then
               ab(i, j) = ab(i, j) + 2*s(i, j)
            end if
         end do
      end do
   end subroutine eigen_b

   ! True if all elements are zero: then vectors, which may have no derivative, have none to ask for.
   logical function vanishes(m, n, a, lda)
      integer, intent(in) :: m, n, lda
      real(wp), intent(in) :: a(lda, *)
      integer :: i, j
      vanishes = .true.
      do j = 1, n
         do i = 1, m
            if (abs(a(i, j)) > zero) vanishes = .false.
         end do
      end do
   end function vanishes

   ! Values and vectors once more, by the same routine: syev, or syevd if `liwork` is given. The workspace is as large
   ! as in the call, since another one may give other vectors.
   subroutine eigen(jobz, uplo, n, a, lda, lwork, z, w, info, liwork)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, lwork
      real(wp), intent(in) :: a(lda, *)
      real(wp), allocatable, intent(out) :: z(:, :), w(:)
      integer, intent(out) :: info
      integer, intent(in), optional :: liwork
      real(wp), allocatable :: work(:)
      integer, allocatable :: iwork(:)
      real(wp) :: best(1)
      integer :: length, integers, best_integers(1)
      allocate (w(n), z(max(1, n), n))
      z(:n, :) = a(:n, :n)
      length = lwork
      integers = 1
      if (present(liwork)) integers = liwork
      if (.not. is(jobz, 'V')) then
         if (present(liwork)) then
            call dsyevd('V', uplo, n, z, max(1, n), w, best, -1, best_integers, -1, info)
            integers = best_integers(1)
         else
            call dsyev('V', uplo, n, z, max(1, n), w, best, -1, info)
         end if
         length = nint(best(1))
      end if
      allocate (work(max(1, length)), iwork(max(1, integers)))
      if (present(liwork)) then
         call dsyevd('V', uplo, n, z, max(1, n), w, work, length, iwork, integers, info)
      else
         call dsyev('V', uplo, n, z, max(1, n), w, work, length, info)
      end if
   end subroutine eigen

   subroutine dsyev_d(jobz, uplo, n, a, ad, lda, w, wd, work, workd, lwork, info, vectors)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, lwork
      real(wp), intent(inout) :: a(lda, *), w(*), work(*)
      real(wp), intent(inout), optional :: ad(lda, *), wd(*), workd(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: vectors
      real(wp), allocatable :: z(:, :), values(:)
      integer :: code
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      code = 0
      if (lwork /= -1 .and. present(ad) .and. .not. is(jobz, 'V')) then
         call eigen(jobz, uplo, n, a, lda, lwork, z, values, code)
      end if
      call dsyev(jobz, uplo, n, a, lda, w, work, lwork, info)
      if (lwork /= -1) call eigen_shadows(jobz, uplo, n, a, ad, lda, w, wd, z, max(info, code), vectors)
   end subroutine dsyev_d

   subroutine dsyevd_d(jobz, uplo, n, a, ad, lda, w, wd, work, workd, lwork, iwork, liwork, info, vectors)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, lwork, liwork
      real(wp), intent(inout) :: a(lda, *), w(*), work(*)
      integer, intent(inout) :: iwork(*)
      real(wp), intent(inout), optional :: ad(lda, *), wd(*), workd(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: vectors
      real(wp), allocatable :: z(:, :), values(:)
      integer :: code
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      code = 0
      if (min(lwork, liwork) /= -1 .and. present(ad) .and. .not. is(jobz, 'V')) then
         call eigen(jobz, uplo, n, a, lda, lwork, z, values, code, liwork)
      end if
      call dsyevd(jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info)
      if (min(lwork, liwork) == -1) return
      call eigen_shadows(jobz, uplo, n, a, ad, lda, w, wd, z, max(info, code), vectors)
   end subroutine dsyevd_d

   ! The vectors are in a, or in z if the routine was not asked for them.
   subroutine eigen_shadows(jobz, uplo, n, a, ad, lda, w, wd, z, info, vectors)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, info
      real(wp), intent(in) :: a(lda, *), w(*)
      real(wp), intent(inout), optional :: ad(lda, *), wd(*)
      real(wp), allocatable, intent(in) :: z(:, :)
      logical, intent(in), optional :: vectors
      real(wp), allocatable :: s(:, :)
      call clear(n, 1, wd, max(1, n))
      if (.not. present(ad)) return
      allocate (s(n, n))
      call fill(uplo, n, ad, lda, s)
      call clear_matrix(is(jobz, 'V'), uplo, n, ad, lda)
      if (info /= 0) return
      if (.not. is(jobz, 'V')) then
         call eigen_d(n, n, z, max(1, n), w, s, wd, ldzd=1)
      else if (is_wanted(vectors)) then
         call eigen_d(n, n, a, lda, w, s, wd, ad, lda)
      else
         call eigen_d(n, n, a, lda, w, s, wd, ldzd=1)
      end if
   end subroutine eigen_shadows

   subroutine dsyev_b(jobz, uplo, n, a, ab, lda, w, wb, work, workb, lwork, info, vectors)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, lwork, info
      real(wp), intent(in) :: a(lda, *), w(*), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), wb(*), workb(*)
      logical, intent(in), optional :: vectors
      real(wp), allocatable :: z(:, :), values(:)
      integer :: code
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1) return
      if (present(ab)) then
         call eigen(jobz, uplo, n, a, lda, lwork, z, values, code)
         call eigen_adjoint(jobz, uplo, n, ab, lda, wb, z, values, code, vectors)
      end if
      call clear(n, 1, wb, max(1, n))
   end subroutine dsyev_b

   subroutine dsyevd_b(jobz, uplo, n, a, ab, lda, w, wb, work, workb, lwork, iwork, liwork, info, vectors)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, lwork, iwork(*), liwork, info
      real(wp), intent(in) :: a(lda, *), w(*), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), wb(*), workb(*)
      logical, intent(in), optional :: vectors
      real(wp), allocatable :: z(:, :), values(:)
      integer :: code
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (min(lwork, liwork) == -1) return
      if (present(ab)) then
         call eigen(jobz, uplo, n, a, lda, lwork, z, values, code, liwork)
         call eigen_adjoint(jobz, uplo, n, ab, lda, wb, z, values, code, vectors)
      end if
      call clear(n, 1, wb, max(1, n))
   end subroutine dsyevd_b

   subroutine eigen_adjoint(jobz, uplo, n, ab, lda, wb, z, w, info, vectors)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, info
      real(wp), intent(inout) :: ab(lda, *)
      real(wp), intent(in), optional :: wb(*)
      real(wp), intent(in) :: z(max(1, n), *), w(*)
      logical, intent(in), optional :: vectors
      real(wp), allocatable :: zb(:, :)
      if (is(jobz, 'V') .and. is_wanted(vectors)) then
         allocate (zb(max(1, n), n))
         zb(:n, :) = ab(:n, :n)
         call clear_matrix(.true., uplo, n, ab, lda)
         if (info == 0) call eigen_b(uplo, n, n, z, max(1, n), w, wb, zb, max(1, n), ab, lda)
      else
         call clear_matrix(is(jobz, 'V'), uplo, n, ab, lda)
         if (info == 0) call eigen_b(uplo, n, n, z, max(1, n), w, wb, ldzb=1, ab=ab, lda=lda)
      end if
   end subroutine eigen_adjoint

   ! syevr once more, with vectors. Adjoints take those of a range from all of them, whose derivatives are known.
   subroutine chosen(jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, lwork, liwork, m, w, z, info)
      character, intent(in) :: jobz, range, uplo
      integer, intent(in) :: n, lda, il, iu, lwork, liwork
      real(wp), intent(in) :: a(lda, *), vl, vu, abstol
      integer, intent(out) :: m, info
      real(wp), allocatable, intent(out) :: w(:), z(:, :)
      real(wp), allocatable :: c(:, :), work(:)
      integer, allocatable :: iwork(:), isuppz(:)
      real(wp) :: best(1)
      integer :: length, integers, best_integers(1), rows
      rows = max(1, n)
      allocate (w(n), z(rows, n), c(rows, n), isuppz(2*rows))
      c(:n, :) = a(:n, :n)
      length = lwork
      integers = liwork
      if (.not. is(jobz, 'V')) then
         call dsyevr('V', range, uplo, n, c, rows, vl, vu, il, iu, abstol, m, w, z, rows, isuppz, best, -1, &
            best_integers, -1, info)
         length = nint(best(1))
         integers = best_integers(1)
      end if
      allocate (work(max(1, length)), iwork(max(1, integers)))
      call dsyevr('V', range, uplo, n, c, rows, vl, vu, il, iu, abstol, m, w, z, rows, isuppz, work, length, &
         iwork, integers, info)
   end subroutine chosen

   subroutine dsyevr_d(jobz, range, uplo, n, a, ad, lda, vl, vu, il, iu, abstol, m, w, wd, z, zd, ldz, isuppz, work, &
      workd, lwork, iwork, liwork, info, vectors)
      character, intent(in) :: jobz, range, uplo
      integer, intent(in) :: n, lda, il, iu, ldz, lwork, liwork
      real(wp), intent(in) :: vl, vu, abstol
      real(wp), intent(inout) :: a(lda, *), w(*), z(ldz, *), work(*)
      integer, intent(inout) :: isuppz(*), iwork(*)
      real(wp), intent(inout), optional :: ad(lda, *), wd(*), zd(ldz, *), workd(*)
      integer, intent(out) :: m, info
      logical, intent(in), optional :: vectors
      real(wp), allocatable :: again(:, :), values(:), s(:, :)
      integer :: code, count
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      code = 0
      if (min(lwork, liwork) /= -1 .and. present(ad) .and. .not. is(jobz, 'V')) then
         call chosen(jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, lwork, liwork, count, values, again, code)
      end if
      call dsyevr(jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, m, w, z, ldz, isuppz, work, lwork, iwork, &
         liwork, info)
      if (min(lwork, liwork) == -1) return
      call clear(m, 1, wd, max(1, m))
      if (is(jobz, 'V')) call clear(n, m, zd, ldz)
      if (.not. present(ad)) return
      allocate (s(n, n))
      call fill(uplo, n, ad, lda, s)
      call clear_matrix(.false., uplo, n, ad, lda)
      if (info /= 0 .or. code /= 0) return
      if (.not. is(jobz, 'V')) then
         call eigen_d(n, m, again, max(1, n), w, s, wd, ldzd=1)
      else if (is_wanted(vectors)) then
         call eigen_d(n, m, z, ldz, w, s, wd, zd, ldz)
      else
         call eigen_d(n, m, z, ldz, w, s, wd, ldzd=1)
      end if
   end subroutine dsyevr_d

   subroutine dsyevr_b(jobz, range, uplo, n, a, ab, lda, vl, vu, il, iu, abstol, m, w, wb, z, zb, ldz, isuppz, work, &
      workb, lwork, iwork, liwork, info, vectors)
      character, intent(in) :: jobz, range, uplo
      integer, intent(in) :: n, lda, il, iu, m, ldz, isuppz(*), lwork, iwork(*), liwork, info
      real(wp), intent(in) :: vl, vu, abstol
      real(wp), intent(in) :: a(lda, *), w(*), z(ldz, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), wb(*), zb(ldz, *), workb(*)
      logical, intent(in), optional :: vectors
      real(wp), allocatable :: again(:, :), values(:), all_vectors(:, :), all_values(:)
      integer :: code, count, first
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (min(lwork, liwork) == -1) return
      call chosen(jobz, 'A', uplo, n, a, lda, vl, vu, il, iu, abstol, lwork, liwork, count, all_values, all_vectors, code)
      first = 1
      if (is(range, 'I')) then
         first = il
         count = iu - il + 1
      else if (is(range, 'V') .and. code == 0) then
         first = 1
         do while (first <= n)
            if (all_values(first) > vl) exit
            first = first + 1
         end do
         count = 0
         do while (first + count <= n)
            if (all_values(first + count) > vu) exit
            count = count + 1
         end do
      end if
      allocate (again(max(1, n), count), values(count))
      again = all_vectors(:, first:first + count - 1)
      values = all_values(first:first + count - 1)
      call clear_matrix(.false., uplo, n, ab, lda)
      if (present(ab) .and. code == 0) then
         if (present(zb) .and. is(jobz, 'V') .and. is_wanted(vectors)) then
            if (count < n .and. .not. vanishes(n, count, zb, ldz)) then
               error stop 'adc: derivatives of eigenvectors need all of them: range A'
            end if
            call eigen_b(uplo, n, count, again, max(1, n), values, wb, zb, ldz, ab, lda)
         else
            call eigen_b(uplo, n, count, again, max(1, n), values, wb, ldzb=1, ab=ab, lda=lda)
         end if
      end if
      call clear(count, 1, wb, max(1, count))
      if (is(jobz, 'V')) call clear(n, count, zb, ldz)
   end subroutine dsyevr_b

   ! ---- singular values: A = U*diag(s)*V', the first k = min(m, n) vectors

   logical function has_vectors(job)
      character, intent(in) :: job
      has_vectors = is(job, 'S') .or. is(job, 'A')
   end function has_vectors

   logical function has_both(jobu, jobvt)
      character, intent(in) :: jobu, jobvt
      has_both = has_vectors(jobu) .and. has_vectors(jobvt)
   end function has_both

   ! Vectors of the null space, of which all rotations are as good.
   subroutine refuse_null_space()
      error stop 'adc: vectors of the null space (job A) have no derivative: use job S'
   end subroutine refuse_null_space

   ! With W = Ad*V, P = U'*W: sd = diag(P), Ud = U*X + (W - U*P)/s, Vd = V*Y + (Ad'*U - V*P')/s, where of the symmetric part Q
   ! of P and the rest R: X = Q/(s(j) - s(i)) + R/(s(j) + s(i)), Y = Q/(s(j) - s(i)) - R/(s(j) + s(i)) beside the diagonal.
   subroutine svd_d(m, n, u, s, vt, ad, sd, ud, ldu, vtd, ldvt)
      integer, intent(in) :: m, n, ldu, ldvt
      real(wp), intent(in) :: u(:, :), s(*), vt(:, :), ad(:, :)
      real(wp), intent(inout), optional :: sd(*), ud(ldu, *), vtd(ldvt, *)
      real(wp), allocatable :: w(:, :), wt(:, :), p(:, :), x(:, :), y(:, :)
      real(wp) :: p_max, w_max
      integer :: i, j, k
      k = min(m, n)
      if (k == 0) return
      allocate (w(m, k), wt(k, n), p(k, k), x(k, k), y(k, k))
      call dgemm('N', 'T', m, k, n, one, ad, m, vt, k, zero, w, m)
      call dgemm('T', 'N', k, k, m, one, u, m, w, m, zero, p, k)
      if (present(sd)) then
         do i = 1, k
            sd(i) = p(i, i)
         end do
      end if
      p_max = largest(k, k, p)
      if (present(ud)) then
         call rotations(k, s, one, p, p_max, x)
         call dgemm('N', 'N', m, k, k, one, u, m, x, k, zero, ud, ldu)
         if (m > n) then
            call dgemm('N', 'N', m, k, k, -one, u, m, p, k, one, w, m)
            w_max = max(p_max, largest(m, k, w))
            do j = 1, k
               do i = 1, m
                  ud(i, j) = ud(i, j) + turn_d(w(i, j), s(j), max(m, n), s(1), w_max)
               end do
            end do
         end if
      end if
      if (present(vtd)) then
         ! the transposed matrix
         call rotations(k, s, -one, p, p_max, y)
         call dgemm('T', 'N', k, n, k, one, y, k, vt, k, zero, vtd, ldvt)
         if (n > m) then
            call dgemm('T', 'N', k, n, m, one, u, m, ad, m, zero, wt, k)
            call dgemm('N', 'N', k, n, k, -one, p, k, vt, k, one, wt, k)
            w_max = max(p_max, largest(k, n, wt))
            do j = 1, n
               do i = 1, k
                  vtd(i, j) = vtd(i, j) + turn_d(wt(i, j), s(i), max(m, n), s(1), w_max)
               end do
            end do
         end if
      end if
   end subroutine svd_d

   ! X if the sign is positive, Y otherwise.
   subroutine rotations(k, s, sign_of_rest, p, p_max, x)
      integer, intent(in) :: k
      real(wp), intent(in) :: s(*), sign_of_rest, p(k, k), p_max
      real(wp), intent(out) :: x(k, k)
      integer :: i, j
      do j = 1, k
         do i = 1, k
            if (i /= j) then
               x(i, j) = turn_d(half*(p(i, j) + p(j, i)), s(j) - s(i), k, s(1), p_max) &
                  + sign_of_rest*turn_d(half*(p(i, j) - p(j, i)), s(j) + s(i), k, s(1), p_max)
            end if
         end do
         x(j, j) = zero
      end do
   end subroutine rotations

   ! Ab = (U*Pb + (Ub - U*U'*Ub)/s)*V' + U*((Vb' - Vb'*V*V')/s), Pb = diag(sb) + Q/(s(j) - s(i)) + R/(s(j) + s(i)), of the
   ! antisymmetric parts X of U'*Ub and Y of V'*Vb: Q = X + Y, R = X - Y.
   subroutine svd_b(m, n, u, s, vt, sb, ub, ldu, vtb, ldvt, ab, lda)
      integer, intent(in) :: m, n, ldu, ldvt, lda
      real(wp), intent(in) :: u(:, :), s(*), vt(:, :)
      real(wp), intent(in), optional :: sb(*), ub(ldu, *), vtb(ldvt, *)
      real(wp), intent(inout) :: ab(lda, *)
      real(wp), allocatable :: w(:, :), wt(:, :), p(:, :), x(:, :), y(:, :)
      real(wp) :: w_max, x_max, y_max, xa, ya
      integer :: i, j, k
      k = min(m, n)
      if (k == 0) return
      allocate (w(m, k), wt(k, n), p(k, k), x(k, k), y(k, k))
      x = zero
      y = zero
      if (present(ub)) call dgemm('T', 'N', k, k, m, one, u, m, ub, ldu, zero, x, k)
      if (present(vtb)) call dgemm('N', 'T', k, k, n, one, vt, k, vtb, ldvt, zero, y, k)
      x_max = largest(k, k, x)
      y_max = largest(k, k, y)
      w_max = max(x_max, y_max)
      do j = 1, k
         do i = 1, k
            if (i /= j) then
               xa = half*(x(i, j) - x(j, i))
               ya = half*(y(i, j) - y(j, i))
               p(i, j) = turn(xa + ya, s(j) - s(i), k, s(1), w_max) + turn(xa - ya, s(j) + s(i), k, s(1), w_max)
            end if
         end do
         p(j, j) = zero
      end do
      if (present(sb)) then
         do i = 1, k
            p(i, i) = sb(i)
         end do
      end if
      call dgemm('N', 'N', m, k, k, one, u, m, p, k, zero, w, m)
      if (present(ub) .and. m > n) then
         call quotients(m, k, u, x, ub, ldu, x_max, s, max(m, n), w)
      end if
      call dgemm('N', 'N', m, n, k, one, w, m, vt, k, one, ab, lda)
      if (present(vtb) .and. n > m) then
         ! rows of the transposed vectors
         wt = vtb(:k, :n)
         call dgemm('T', 'N', k, n, k, -one, y, k, vt, k, one, wt, k)
         w_max = max(y_max, largest(k, n, wt))
         do j = 1, n
            do i = 1, k
               wt(i, j) = turn(wt(i, j), s(i), max(m, n), s(1), w_max)
            end do
         end do
         call dgemm('N', 'N', m, n, k, one, u, m, wt, k, one, ab, lda)
      end if
   end subroutine svd_b

   ! W = W + (Ub - U*X)/s
   subroutine quotients(m, k, u, x, ub, ldu, x_max, s, order, w)
      integer, intent(in) :: m, k, ldu, order
      real(wp), intent(in) :: u(m, k), x(k, k), ub(ldu, *), x_max, s(*)
      real(wp), intent(inout) :: w(m, k)
      real(wp), allocatable :: rest(:, :)
      real(wp) :: rest_max
      integer :: i, j
      allocate (rest(m, k))
      rest = ub(:m, :k)
      call dgemm('N', 'N', m, k, k, -one, u, m, x, k, one, rest, m)
      rest_max = max(x_max, largest(m, k, rest))
      do j = 1, k
         do i = 1, m
            w(i, j) = w(i, j) + turn(rest(i, j), s(j), order, s(1), rest_max)
         end do
      end do
   end subroutine quotients

   ! The decomposition once more, by gesdd (`jobu` alone counts) or gesvd, with the vectors that the call computes: where it
   ! computes both, with its workspace, since another one may give other vectors. Otherwise vectors that it does not
   ! compute are added, and those that it computes have its signs.
   subroutine svd(divide, jobu, jobvt, m, n, a, lda, lwork, u, s, vt, info)
      logical, intent(in) :: divide
      character, intent(in) :: jobu, jobvt
      integer, intent(in) :: m, n, lda, lwork
      real(wp), intent(in) :: a(lda, *)
      real(wp), allocatable, intent(out) :: u(:, :), s(:), vt(:, :)
      integer, intent(out) :: info
      real(wp), allocatable :: own_u(:, :), own_vt(:, :)
      integer :: i
      if (has_both(jobu, jobvt)) then
         call decompose(divide, jobu, jobvt, m, n, a, lda, lwork, u, s, vt, info)
         return
      end if
      call decompose(divide, 'S', 'S', m, n, a, lda, -1, u, s, vt, info)
      if (info /= 0 .or. .not. (has_vectors(jobu) .or. has_vectors(jobvt))) return
      call decompose(divide, jobu, jobvt, m, n, a, lda, lwork, own_u, s, own_vt, info)
      do i = 1, min(m, n)
         if (has_vectors(jobu)) then
            if (dot_product(own_u(:, i), u(:, i)) < zero) then
               u(:, i) = -u(:, i)
               vt(i, :) = -vt(i, :)
            end if
         else if (dot_product(own_vt(i, :), vt(i, :)) < zero) then
            u(:, i) = -u(:, i)
            vt(i, :) = -vt(i, :)
         end if
      end do
   end subroutine svd

   ! A negative `lwork` stands for the best one. The vectors are those of the first min(m, n) values.
   subroutine decompose(divide, jobu, jobvt, m, n, a, lda, lwork, u, s, vt, info)
      logical, intent(in) :: divide
      character, intent(in) :: jobu, jobvt
      integer, intent(in) :: m, n, lda, lwork
      real(wp), intent(in) :: a(lda, *)
      real(wp), allocatable, intent(out) :: u(:, :), s(:), vt(:, :)
      integer, intent(out) :: info
      real(wp), allocatable :: c(:, :), full_u(:, :), full_vt(:, :), work(:)
      integer, allocatable :: iwork(:)
      real(wp) :: best(1)
      integer :: k, length, rows, columns
      k = min(m, n)
      rows = max(1, m)
      columns = max(1, n)
      allocate (c(rows, n), full_u(rows, max(1, m)), full_vt(columns, columns), s(max(1, k)), iwork(8*max(1, k)))
      c(:m, :) = a(:m, :n)
      length = lwork
      if (lwork < 0) then
         if (divide) then
            call dgesdd(jobu, m, n, c, rows, s, full_u, rows, full_vt, columns, best, -1, iwork, info)
         else
            call dgesvd(jobu, jobvt, m, n, c, rows, s, full_u, rows, full_vt, columns, best, -1, info)
         end if
         length = nint(best(1))
      end if
      allocate (work(max(1, length)))
      if (divide) then
         call dgesdd(jobu, m, n, c, rows, s, full_u, rows, full_vt, columns, work, length, iwork, info)
      else
         call dgesvd(jobu, jobvt, m, n, c, rows, s, full_u, rows, full_vt, columns, work, length, info)
      end if
      u = full_u(:m, :k)
      vt = full_vt(:k, :n)
   end subroutine decompose

   subroutine dgesvd_d(jobu, jobvt, m, n, a, ad, lda, s, sd, u, ud, ldu, vt, vtd, ldvt, work, workd, lwork, info, &
      left, right)
      character, intent(in) :: jobu, jobvt
      integer, intent(in) :: m, n, lda, ldu, ldvt, lwork
      real(wp), intent(inout) :: a(lda, *), s(*), u(ldu, *), vt(ldvt, *), work(*)
      real(wp), intent(inout), optional :: ad(lda, *), sd(*), ud(ldu, *), vtd(ldvt, *), workd(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: left, right
      real(wp), allocatable :: u1(:, :), s1(:), vt1(:, :)
      integer :: code
      logical :: again
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      code = 0
      again = present(ad) .and. .not. has_both(jobu, jobvt)
      if (lwork /= -1 .and. again) call svd(.false., jobu, jobvt, m, n, a, lda, lwork, u1, s1, vt1, code)
      call dgesvd(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info)
      if (lwork == -1) return
      if (.not. again) call take_vectors(m, n, u, ldu, vt, ldvt, present(ad), u1, vt1)
      call svd_shadows(jobu, jobvt, m, n, ad, lda, s, sd, ud, ldu, vtd, ldvt, u1, vt1, max(info, code), left, right)
   end subroutine dgesvd_d

   subroutine dgesdd_d(jobz, m, n, a, ad, lda, s, sd, u, ud, ldu, vt, vtd, ldvt, work, workd, lwork, iwork, info, &
      left, right)
      character, intent(in) :: jobz
      integer, intent(in) :: m, n, lda, ldu, ldvt, lwork
      real(wp), intent(inout) :: a(lda, *), s(*), u(ldu, *), vt(ldvt, *), work(*)
      integer, intent(inout) :: iwork(*)
      real(wp), intent(inout), optional :: ad(lda, *), sd(*), ud(ldu, *), vtd(ldvt, *), workd(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: left, right
      real(wp), allocatable :: u1(:, :), s1(:), vt1(:, :)
      integer :: code
      logical :: again
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      code = 0
      again = present(ad) .and. .not. has_both(jobz, jobz)
      if (lwork /= -1 .and. again) call svd(.true., jobz, jobz, m, n, a, lda, lwork, u1, s1, vt1, code)
      call dgesdd(jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info)
      if (lwork == -1) return
      if (.not. again) call take_vectors(m, n, u, ldu, vt, ldvt, present(ad), u1, vt1)
      call svd_shadows(jobz, jobz, m, n, ad, lda, s, sd, ud, ldu, vtd, ldvt, u1, vt1, max(info, code), left, right)
   end subroutine dgesdd_d

   ! The vectors that belong to singular values; if they are not wanted, their values are undefined.
   subroutine take_vectors(m, n, u, ldu, vt, ldvt, wanted, u1, vt1)
      integer, intent(in) :: m, n, ldu, ldvt
      real(wp), intent(in) :: u(ldu, *), vt(ldvt, *)
      logical, intent(in) :: wanted
      real(wp), allocatable, intent(out) :: u1(:, :), vt1(:, :)
      integer :: k
      k = min(m, n)
      allocate (u1(m, k), vt1(k, n))
      if (.not. wanted) return
      u1 = u(:m, :k)
      vt1 = vt(:k, :n)
   end subroutine take_vectors

   subroutine svd_shadows(jobu, jobvt, m, n, ad, lda, s, sd, ud, ldu, vtd, ldvt, u, vt, info, left, right)
      character, intent(in) :: jobu, jobvt
      integer, intent(in) :: m, n, lda, ldu, ldvt, info
      real(wp), intent(in) :: s(*)
      real(wp), intent(inout), optional :: ad(lda, *), sd(*), ud(ldu, *), vtd(ldvt, *)
      real(wp), allocatable, intent(in) :: u(:, :), vt(:, :)
      logical, intent(in), optional :: left, right
      real(wp), allocatable :: kept(:, :), u1(:, :), vt1(:, :)
      integer :: k
      k = min(m, n)
      call clear(k, 1, sd, max(1, k))
      call clear_vectors(jobu, jobvt, m, n, ud, ldu, vtd, ldvt)
      if (.not. present(ad)) return
      kept = ad(:m, :n)
      call clear(m, n, ad, lda)
      if (info /= 0) return
      if (is(jobu, 'O') .or. is(jobvt, 'O')) call refuse_overwritten()
      if (present(ud) .and. has_vectors(jobu) .and. is_wanted(left)) then
         if (is(jobu, 'A')) ud(:m, k + 1:m) = ieee_value(one, ieee_quiet_nan)
         allocate (u1(m, k))
      end if
      if (present(vtd) .and. has_vectors(jobvt) .and. is_wanted(right)) then
         if (is(jobvt, 'A')) vtd(k + 1:n, :n) = ieee_value(one, ieee_quiet_nan)
         allocate (vt1(k, n))
      end if
      ! an array that is not allocated is an absent argument
      call svd_d(m, n, u, s, vt, kept, sd, u1, max(1, m), vt1, max(1, k))
      if (allocated(u1)) ud(:m, :k) = u1
      if (allocated(vt1)) vtd(:k, :n) = vt1
   end subroutine svd_shadows

   subroutine refuse_overwritten()
      error stop 'adc: gesvd and gesdd with job O have no derivative: use job S'
   end subroutine refuse_overwritten

   ! The shadows of vectors that the routine computes become zero.
   subroutine clear_vectors(jobu, jobvt, m, n, u, ldu, vt, ldvt)
      character, intent(in) :: jobu, jobvt
      integer, intent(in) :: m, n, ldu, ldvt
      real(wp), intent(inout), optional :: u(ldu, *), vt(ldvt, *)
      if (has_vectors(jobu)) call clear(m, merge(m, min(m, n), is(jobu, 'A')), u, ldu)
      if (has_vectors(jobvt)) call clear(merge(n, min(m, n), is(jobvt, 'A')), n, vt, ldvt)
   end subroutine clear_vectors

   subroutine dgesvd_b(jobu, jobvt, m, n, a, ab, lda, s, sb, u, ub, ldu, vt, vtb, ldvt, work, workb, lwork, info, &
      left, right)
      character, intent(in) :: jobu, jobvt
      integer, intent(in) :: m, n, lda, ldu, ldvt, lwork, info
      real(wp), intent(in) :: a(lda, *), s(*), u(ldu, *), vt(ldvt, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), sb(*), ub(ldu, *), vtb(ldvt, *), workb(*)
      logical, intent(in), optional :: left, right
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1) return
      call svd_adjoint(.false., jobu, jobvt, m, n, a, ab, lda, sb, ub, ldu, vtb, ldvt, lwork, left, right)
   end subroutine dgesvd_b

   subroutine dgesdd_b(jobz, m, n, a, ab, lda, s, sb, u, ub, ldu, vt, vtb, ldvt, work, workb, lwork, iwork, info, &
      left, right)
      character, intent(in) :: jobz
      integer, intent(in) :: m, n, lda, ldu, ldvt, lwork, iwork(*), info
      real(wp), intent(in) :: a(lda, *), s(*), u(ldu, *), vt(ldvt, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), sb(*), ub(ldu, *), vtb(ldvt, *), workb(*)
      logical, intent(in), optional :: left, right
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1) return
      call svd_adjoint(.true., jobz, jobz, m, n, a, ab, lda, sb, ub, ldu, vtb, ldvt, lwork, left, right)
   end subroutine dgesdd_b

   subroutine svd_adjoint(divide, jobu, jobvt, m, n, a, ab, lda, sb, ub, ldu, vtb, ldvt, lwork, left, right)
      logical, intent(in) :: divide
      character, intent(in) :: jobu, jobvt
      integer, intent(in) :: m, n, lda, ldu, ldvt, lwork
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout), optional :: ab(lda, *), sb(*), ub(ldu, *), vtb(ldvt, *)
      logical, intent(in), optional :: left, right
      real(wp), allocatable :: u(:, :), s(:), vt(:, :), u1(:, :), vt1(:, :)
      integer :: code, k
      k = min(m, n)
      if (present(ab)) then
         if (is(jobu, 'O') .or. is(jobvt, 'O')) call refuse_overwritten()
         call clear(m, n, ab, lda)
         call svd(divide, jobu, jobvt, m, n, a, lda, lwork, u, s, vt, code)
         if (code == 0) then
            if (present(ub) .and. has_vectors(jobu) .and. is_wanted(left)) then
               u1 = ub(:m, :k)
               if (is(jobu, 'A') .and. m > n) then
                  if (.not. vanishes(m, m - k, ub(1, k + 1), ldu)) call refuse_null_space()
               end if
            end if
            if (present(vtb) .and. has_vectors(jobvt) .and. is_wanted(right)) then
               vt1 = vtb(:k, :n)
               if (is(jobvt, 'A') .and. n > m) then
                  if (.not. vanishes(n - k, n, vtb(k + 1, 1), ldvt)) call refuse_null_space()
               end if
            end if
            call svd_b(m, n, u, s, vt, sb, u1, max(1, m), vt1, max(1, k), ab, lda)
         end if
      end if
      call clear(k, 1, sb, max(1, k))
      call clear_vectors(jobu, jobvt, m, n, ub, ldu, vtb, ldvt)
   end subroutine svd_adjoint

end module adc_spectral_d
