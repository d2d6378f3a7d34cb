! Tangents and adjoints of eigenvalues and eigenvectors of general and of Hermitian matrices in complex single precision,
! by their mathematics. Programs that call no such routine of LAPACK need no such file. It is generated from
! template/adc_eigen.f90.in.
!
! Shadows are optional arguments: an absent one is zero and never read. The shadow of a written argument is absent if
! its derivative is not wanted; then there is nothing to do.
!
! A procedure NAME_d computes what NAME does, and its derivative. NAME_b computes the adjoint alone: it gets the values
! from before the call, changes none of them, and calls the routine again for values and vectors.
!
! `vectors`, `left` and `right` are false if derivatives of these vectors are not used.
!
! Vectors have the norm one, and a phase that the routine chooses: geev makes their largest element real, heev the first
! (L) or the last (U). Derivatives keep to that. Vectors of equal values, values and vectors of a matrix without a
! complete set of vectors, and vectors with another phase have no derivative: if the direction asks for it, a tangent
! sets their shadows to NaN, since the program may not use them; if their use asks for it, an adjoint stops the program.
! The derivatives of equal values themselves are right in the sum.
!
! If a routine fails (info is not zero), the shadows of what it writes become zero.

module adc_eigen_c
   use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
   implicit none
   private
   public :: cgeev_d, cgeev_b
   public :: cheev_d, cheev_b

   integer, parameter :: wp = kind(1.0)
   complex(wp), parameter :: zero = 0, one = 1

   external :: cgemm, cgesv, cgeev
   external :: cheev

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

   complex(wp) function undefined()
      undefined = cmplx(ieee_value(1.0_wp, ieee_quiet_nan), ieee_value(1.0_wp, ieee_quiet_nan), wp)
   end function undefined

   ! amount/gap; where the gap is zero in comparison with `scale`, it is zero if the amount is, in comparison with the
   ! largest amount. Otherwise there is no derivative: tangents get NaN, adjoints stop.
   complex(wp) function turn(stops, amount, gap, n, scale, largest_amount)
      logical, intent(in) :: stops
      integer, intent(in) :: n
      complex(wp), intent(in) :: amount, gap
      real(wp), intent(in) :: scale, largest_amount
      turn = zero
      if (abs(gap) > n*epsilon(scale)*scale) then
         turn = amount/gap
      else if (abs(amount) > sqrt(epsilon(scale))*largest_amount) then
         if (stops) error stop 'adc: eigenvectors of equal eigenvalues, or without a known phase, have no derivative'
         turn = undefined()
      end if
   end function turn

   ! C = op(A)*op(B), all matrices n x n
   function product_of(opa, a, opb, b, n) result(c)
      character, intent(in) :: opa, opb
      integer, intent(in) :: n
      complex(wp), intent(in) :: a(n, n), b(n, n)
      complex(wp) :: c(n, n)
      call cgemm(opa, opb, n, n, n, one, a, n, b, n, zero, c, n)
   end function product_of

   ! The element of a vector that is real and of the largest modulus; zero if none is both.
   integer function real_element(n, v)
      integer, intent(in) :: n
      complex(wp), intent(in) :: v(n)
      real(wp) :: largest
      integer :: i
      largest = maxval(abs(v))
      real_element = 0
      do i = n, 1, -1
         if (abs(aimag(v(i))) <= 0 .and. abs(v(i)) >= (1 - sqrt(epsilon(largest)))*largest) real_element = i
      end do
   end function real_element

   ! ---- general matrices: A*V = V*diag(w)

   ! U = V**(-1). True for values without a derivative: vectors that depend on each other in half of the precision.
   subroutine invert(n, v, u, is_defective)
      integer, intent(in) :: n
      complex(wp), intent(in) :: v(n, n)
      complex(wp), intent(out) :: u(n, n)
      logical, intent(out) :: is_defective(n)
      complex(wp) :: lu(n, n)
      integer :: i, code, ipiv(n)
      lu = v
      u = zero
      do i = 1, n
         u(i, i) = one
      end do
      call cgesv(n, n, lu, n, ipiv, u, n, code)
      is_defective = code /= 0
      if (code /= 0) then
         u = zero
         return
      end if
      do i = 1, n
         is_defective(i) = .not. sum(abs(u(i, :))**2) < 1.0e-4_wp/epsilon(1.0_wp)
      end do
   end subroutine invert

   ! P = U*Ad*V, wd = diag(P), Vd = V*F in the norm and the phase of V, F = P/(w(j) - w(i)) beside the diagonal.
   subroutine general_d(n, v, w, ad, wd, vd)
      integer, intent(in) :: n
      complex(wp), intent(in) :: v(n, n), w(n), ad(n, n)
      complex(wp), intent(out) :: wd(n)
      complex(wp), intent(out), optional :: vd(n, n)
      complex(wp) :: u(n, n), p(n, n), along
      real(wp) :: w_max, p_max
      logical :: is_defective(n)
      integer :: i, j, k
      call invert(n, v, u, is_defective)
      p = product_of('N', product_of('N', u, 'N', ad, n), 'N', v, n)
      w_max = maxval(abs(w))
      p_max = maxval(abs(p))
      do j = 1, n
         wd(j) = p(j, j)
         if (is_defective(j) .and. any(abs(ad) > 0)) wd(j) = undefined()
      end do
      if (.not. present(vd)) return
      do j = 1, n
         do i = 1, n
            if (i /= j) p(i, j) = turn(.false., p(i, j), w(j) - w(i), n, w_max, p_max)
         end do
         p(j, j) = zero
      end do
      vd = product_of('N', v, 'N', p, n)
      do j = 1, n
         along = -real(sum(conjg(v(:, j))*vd(:, j)))
         k = real_element(n, v(:, j))
         if (k > 0) then
            along = along - cmplx(0, aimag(vd(k, j))/real(v(k, j)), wp)
         else if (any(abs(vd(:, j)) > 0)) then
            along = undefined()
         end if
         vd(:, j) = vd(:, j) + along*v(:, j)
         if (is_defective(j) .and. any(abs(ad) > 0)) vd(:, j) = undefined()
      end do
   end subroutine general_d

   ! Its adjoint: that of A, which is added.
   subroutine general_b(n, v, w, wb, vb, ab)
      integer, intent(in) :: n
      complex(wp), intent(in) :: v(n, n), w(n)
      complex(wp), intent(in), optional :: wb(n), vb(n, n)
      complex(wp), intent(inout) :: ab(n, n)
      complex(wp) :: u(n, n), f(n, n), g(n, n), along
      real(wp) :: w_max, f_max
      logical :: is_defective(n)
      integer :: i, j, k
      call invert(n, v, u, is_defective)
      do j = 1, n
         if (.not. is_defective(j)) cycle
         along = zero
         if (present(wb)) along = abs(wb(j))
         if (present(vb)) along = along + maxval(abs(vb(:, j)))
         if (abs(along) > 0) then
            error stop 'adc: eigenvalues of a matrix without a complete set of eigenvectors have no derivative'
         end if
      end do
      f = zero
      if (present(vb)) then
         g = vb
         do j = 1, n
            along = sum(conjg(vb(:, j))*v(:, j))
            g(:, j) = g(:, j) - real(along)*v(:, j)
            k = real_element(n, v(:, j))
            if (k > 0) then
               g(k, j) = g(k, j) + cmplx(0, aimag(along)/real(v(k, j)), wp)
            else
               along = turn(.true., along, zero, n, 1.0_wp, maxval(abs(vb)))
            end if
         end do
         f = product_of('C', v, 'N', g, n)
         w_max = maxval(abs(w))
         f_max = maxval(abs(f))
         do j = 1, n
            do i = 1, n
               if (i /= j) f(i, j) = turn(.true., f(i, j), conjg(w(j) - w(i)), n, w_max, f_max)
            end do
            f(j, j) = zero
         end do
      end if
      do j = 1, n
         if (present(wb)) f(j, j) = wb(j)
      end do
      ab = ab + product_of('C', u, 'N', product_of('N', f, 'C', v, n), n)
   end subroutine general_b

   ! Vectors in the order of other values, each of the nearest one.
   subroutine reorder(n, w, of_v, v)
      integer, intent(in) :: n
      complex(wp), intent(in) :: w(n)
      complex(wp), intent(inout) :: of_v(n), v(n, n)
      complex(wp) :: value, vector(n)
      integer :: j, k
      do j = 1, n
         k = j - 1 + minloc(abs(of_v(j:) - w(j)), 1)
         value = of_v(j)
         of_v(j) = of_v(k)
         of_v(k) = value
         vector = v(:, j)
         v(:, j) = v(:, k)
         v(:, k) = vector
      end do
   end subroutine reorder

   ! Values and vectors as the call computes them, with its workspace; then right vectors, if it computes none.
   subroutine decompose(jobvl, jobvr, n, a, lda, lwork, w, vl, vr, info)
      character, intent(in) :: jobvl, jobvr
      integer, intent(in) :: n, lda, lwork
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(out) :: w(n), vl(n, n), vr(n, n)
      integer, intent(out) :: info
      complex(wp) :: of_v(n), unused(n, n)
      call run(jobvl, jobvr, n, a, lda, lwork, w, vl, vr, info)
      if (is(jobvr, 'V') .or. info /= 0) return
      call run('N', 'V', n, a, lda, -1, of_v, unused, vr, info)
      if (info == 0) call reorder(n, w, of_v, vr)
   end subroutine decompose

   ! A negative `lwork` stands for the best one.
   subroutine run(jobvl, jobvr, n, a, lda, lwork, w, vl, vr, info)
      character, intent(in) :: jobvl, jobvr
      integer, intent(in) :: n, lda, lwork
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(out) :: w(n), vl(n, n), vr(n, n)
      integer, intent(out) :: info
      complex(wp) :: c(max(1, n), n), unused(max(1, n), n), left(max(1, n), n), right(max(1, n), n), best(1)
      complex(wp), allocatable :: work(:)
      real(wp) :: rwork(2*n)
      integer :: length
      c(:n, :) = a(:n, :n)
      length = lwork
      if (length < 0) then
         call cgeev(jobvl, jobvr, n, unused, max(1, n), w, left, max(1, n), right, max(1, n), best, -1, rwork, info)
         length = nint(real(best(1)))
      end if
      allocate (work(max(1, length)))
      call cgeev(jobvl, jobvr, n, c, max(1, n), w, left, max(1, n), right, max(1, n), work, length, rwork, info)
      if (is(jobvl, 'V')) vl = left(:n, :)
      if (is(jobvr, 'V')) vr = right(:n, :)
   end subroutine run

   ! The adjoint: that of A is added; left vectors are those of the conjugate transpose, of the conjugate values.
   subroutine geev_adjoint(n, w, vl, vr, wb, vlb, vrb, ab)
      integer, intent(in) :: n
      complex(wp), intent(in) :: w(n), vl(n, n), vr(n, n)
      complex(wp), intent(in), optional :: wb(n), vlb(n, n), vrb(n, n)
      complex(wp), intent(inout) :: ab(n, n)
      complex(wp) :: t(n, n)
      call general_b(n, vr, w, wb, vrb, ab)
      if (.not. present(vlb)) return
      t = zero
      call general_b(n, vl, conjg(w), vb=vlb, ab=t)
      ab = ab + conjg(transpose(t))
   end subroutine geev_adjoint

   subroutine clear(m, n, a, lda)
      integer, intent(in) :: m, n, lda
      complex(wp), intent(inout), optional :: a(lda, *)
      if (present(a)) a(:m, :n) = zero
   end subroutine clear

   subroutine clear_real(n, w)
      integer, intent(in) :: n
      real(wp), intent(inout), optional :: w(*)
      if (present(w)) w(:n) = 0
   end subroutine clear_real

   subroutine cgeev_d(jobvl, jobvr, n, a, ad, lda, w, wd, vl, vld, ldvl, vr, vrd, ldvr, work, workd, lwork, rwork, &
      rworkd, info, left, right)
      character, intent(in) :: jobvl, jobvr
      integer, intent(in) :: n, lda, ldvl, ldvr, lwork
      complex(wp), intent(inout) :: a(lda, *), w(*), vl(ldvl, *), vr(ldvr, *), work(*)
      complex(wp), intent(inout), optional :: ad(lda, *), wd(*), vld(ldvl, *), vrd(ldvr, *), workd(*)
      real(wp), intent(inout) :: rwork(*)
      real(wp), intent(inout), optional :: rworkd(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: left, right
      complex(wp), allocatable :: of_v(:), v(:, :), u(:, :), given(:, :), own(:), vd(:, :)
      integer :: code
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      code = 0
      allocate (of_v(n), v(n, n), u(n, n), given(n, n), own(n), vd(n, n))
      if (lwork /= -1 .and. present(ad)) then
         given = ad(:n, :n)
         if (.not. is(jobvr, 'V')) call run('N', 'V', n, a, lda, -1, of_v, u, v, code)
      end if
      call cgeev(jobvl, jobvr, n, a, lda, w, vl, ldvl, vr, ldvr, work, lwork, rwork, info)
      if (lwork == -1) return
      call clear_real(2*n, rworkd)
      call clear(n, 1, wd, max(1, n))
      if (is(jobvl, 'V')) call clear(n, n, vld, ldvl)
      if (is(jobvr, 'V')) call clear(n, n, vrd, ldvr)
      if (.not. present(ad)) return
      call clear(n, n, ad, lda)
      if (max(code, info) /= 0 .or. n == 0) return
      if (is(jobvr, 'V')) then
         v(:, :) = vr(:n, :n)
      else
         call reorder(n, w(:n), of_v, v)
      end if
      if (present(vrd) .and. is(jobvr, 'V') .and. is_wanted(right)) then
         call general_d(n, v, w(:n), given, own, vd)
         vrd(:n, :n) = vd
      else
         call general_d(n, v, w(:n), given, own)
      end if
      if (present(wd)) wd(:n) = own
      if (present(vld) .and. is(jobvl, 'V') .and. is_wanted(left)) then
         u(:, :) = vl(:n, :n)
         call general_d(n, u, conjg(w(:n)), conjg(transpose(given)), own, vd)
         vld(:n, :n) = vd
      end if
   end subroutine cgeev_d

   subroutine cgeev_b(jobvl, jobvr, n, a, ab, lda, w, wb, vl, vlb, ldvl, vr, vrb, ldvr, work, workb, lwork, rwork, &
      rworkb, info, left, right)
      character, intent(in) :: jobvl, jobvr
      integer, intent(in) :: n, lda, ldvl, ldvr, lwork, info
      complex(wp), intent(in) :: a(lda, *), w(*), vl(ldvl, *), vr(ldvr, *), work(*)
      complex(wp), intent(inout), optional :: ab(lda, *), wb(*), vlb(ldvl, *), vrb(ldvr, *), workb(*)
      real(wp), intent(in) :: rwork(*)
      real(wp), intent(inout), optional :: rworkb(*)
      logical, intent(in), optional :: left, right
      complex(wp), allocatable :: values(:), l(:, :), r(:, :), of_w(:), lb(:, :), rb(:, :), own(:, :)
      integer :: code
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1) return
      if (present(ab) .and. n > 0) then
         ! second derivatives need an assignment: the size of the array is not known to adc
         ab(:n, :n) = zero
         allocate (values(n), l(n, n), r(n, n), own(n, n))
         own = zero
         call decompose(jobvl, jobvr, n, a, lda, lwork, values, l, r, code)
         if (present(wb)) of_w = wb(:n)
         if (present(vlb) .and. is(jobvl, 'V') .and. is_wanted(left)) lb = vlb(:n, :n)
         if (present(vrb) .and. is(jobvr, 'V') .and. is_wanted(right)) rb = vrb(:n, :n)
         ! an array that is not allocated is an absent argument
         if (code == 0) call geev_adjoint(n, values, l, r, of_w, lb, rb, own)
         ab(:n, :n) = ab(:n, :n) + own
      end if
      call clear_real(2*n, rworkb)
      call clear(n, 1, wb, max(1, n))
      if (is(jobvl, 'V')) call clear(n, n, vlb, ldvl)
      if (is(jobvr, 'V')) call clear(n, n, vrb, ldvr)
   end subroutine cgeev_b

   ! ---- Hermitian matrices: A*Z = Z*diag(w); an element of a triangle stands for its conjugate, too

   ! The matrix of which a triangle is given.
   subroutine fill(uplo, n, a, lda, s)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(out) :: s(n, n)
      integer :: j
      do j = 1, n
         if (is(uplo, 'U')) then
            s(:j, j) = a(:j, j)
            s(j, :j) = conjg(a(:j, j))
         else
            s(j:, j) = a(j:n, j)
            s(j, j:) = conjg(a(j:n, j))
         end if
         s(j, j) = real(a(j, j))
      end do
   end subroutine fill

   ! A shadow of A that the routine overwrites, with vectors or in a triangle, becomes zero.
   subroutine clear_matrix(whole, uplo, n, a, lda)
      logical, intent(in) :: whole
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(inout), optional :: a(lda, *)
      integer :: j
      if (.not. present(a)) return
      do j = 1, n
         if (whole .or. is(uplo, 'U')) a(:j, j) = zero
         if (whole .or. .not. is(uplo, 'U')) a(j:n, j) = zero
      end do
   end subroutine clear_matrix

   ! The row in which all vectors are real; zero if there is none.
   integer function real_row(uplo, n, z)
      character, intent(in) :: uplo
      integer, intent(in) :: n
      complex(wp), intent(in) :: z(n, n)
      real_row = merge(n, 1, is(uplo, 'U'))
      if (any(abs(aimag(z(real_row, :))) > 0)) real_row = 0
   end function real_row

   ! wd = diag(P), Zd = Z*F, P = Z**H*S*Z, F = P/(w(j) - w(i)) beside the diagonal; that of F keeps a row of Z real.
   subroutine hermitian_d(uplo, n, z, w, s, wd, zd)
      character, intent(in) :: uplo
      integer, intent(in) :: n
      complex(wp), intent(in) :: z(n, n), s(n, n)
      real(wp), intent(in) :: w(n)
      real(wp), intent(out) :: wd(n)
      complex(wp), intent(out), optional :: zd(n, n)
      complex(wp) :: p(n, n), phase
      real(wp) :: w_max, p_max
      integer :: i, j, row
      p = product_of('C', z, 'N', product_of('N', s, 'N', z, n), n)
      do j = 1, n
         wd(j) = real(p(j, j))
      end do
      if (.not. present(zd)) return
      w_max = maxval(abs(w))
      p_max = maxval(abs(p))
      do j = 1, n
         do i = 1, n
            if (i /= j) p(i, j) = turn(.false., p(i, j), cmplx(w(j) - w(i), kind=wp), n, w_max, p_max)
         end do
         p(j, j) = zero
      end do
      zd = product_of('N', z, 'N', p, n)
      row = real_row(uplo, n, z)
      do j = 1, n
         if (row == 0) then
            phase = zero
            if (any(abs(zd(:, j)) > 0)) phase = undefined()
         else
            phase = turn(.false., cmplx(-aimag(zd(row, j)), kind=wp), z(row, j), n, 1.0_wp, maxval(abs(zd(:, j))))
         end if
         zd(:, j) = zd(:, j) + cmplx(0, 1, wp)*phase*z(:, j)
      end do
   end subroutine hermitian_d

   ! T = (K - K**H)/(w(j) - w(i)), K = Z**H*Zb with what keeps a row of Z real; the triangle of ab becomes larger by
   ! that of Z*(T + 2*diag(wb))*Z**H, half of the diagonal.
   subroutine hermitian_b(uplo, n, z, w, wb, zb, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: z(n, n)
      real(wp), intent(in) :: w(n)
      real(wp), intent(in), optional :: wb(*)
      complex(wp), intent(in), optional :: zb(n, n)
      complex(wp), intent(inout) :: ab(lda, *)
      complex(wp) :: k(n, n), t(n, n), phase
      real(wp) :: w_max, k_max
      integer :: i, j, row
      t = zero
      if (present(zb)) then
         k = product_of('C', z, 'N', zb, n)
         row = real_row(uplo, n, z)
         k_max = maxval(abs(k))
         do j = 1, n
            if (row == 0) then
               phase = turn(.true., cmplx(aimag(k(j, j)), kind=wp), zero, n, 1.0_wp, k_max)
            else
               phase = turn(.true., cmplx(-aimag(k(j, j)), kind=wp), z(row, j), n, 1.0_wp, k_max)
               k(:, j) = k(:, j) + cmplx(0, 1, wp)*phase*z(row, :)
            end if
         end do
         w_max = maxval(abs(w))
         k_max = maxval(abs(k))
         do j = 1, n
            do i = 1, n
               if (i == j) cycle
               t(i, j) = turn(.true., k(i, j) - conjg(k(j, i)), cmplx(w(j) - w(i), kind=wp), n, w_max, k_max)
            end do
         end do
      end if
      do j = 1, n
         if (present(wb)) t(j, j) = 2*wb(j)
      end do
      t = product_of('N', z, 'N', product_of('N', t, 'C', z, n), n)
      do j = 1, n
         ab(j, j) = ab(j, j) + real(t(j, j))/2
         if (is(uplo, 'U')) then
            ab(:j - 1, j) = ab(:j - 1, j) + t(:j - 1, j)
         else
            ab(j + 1:n, j) = ab(j + 1:n, j) + t(j + 1:, j)
         end if
      end do
   end subroutine hermitian_b

   ! Values and vectors once more, with the workspace of a call with vectors, since another one may give others.
   subroutine vectors_of(jobz, uplo, n, a, lda, lwork, z, w, info)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, lwork
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(out) :: z(n, n)
      real(wp), intent(out) :: w(n)
      integer, intent(out) :: info
      complex(wp), allocatable :: work(:)
      complex(wp) :: best(1)
      real(wp) :: rwork(max(1, 3*n - 2))
      integer :: length
      z = a(:n, :n)
      length = lwork
      if (.not. is(jobz, 'V')) then
         call cheev('V', uplo, n, z, max(1, n), w, best, -1, rwork, info)
         length = nint(real(best(1)))
      end if
      allocate (work(max(1, length)))
      call cheev('V', uplo, n, z, max(1, n), w, work, length, rwork, info)
   end subroutine vectors_of

   subroutine cheev_d(jobz, uplo, n, a, ad, lda, w, wd, work, workd, lwork, rwork, rworkd, info, vectors)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, lwork
      complex(wp), intent(inout) :: a(lda, *), work(*)
      real(wp), intent(inout) :: w(*), rwork(*)
      complex(wp), intent(inout), optional :: ad(lda, *), workd(*)
      real(wp), intent(inout), optional :: wd(*), rworkd(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: vectors
      complex(wp), allocatable :: z(:, :), s(:, :), zd(:, :)
      real(wp), allocatable :: values(:), own(:)
      integer :: code
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      code = 0
      allocate (z(n, n), values(n), own(n))
      if (lwork /= -1 .and. present(ad) .and. .not. is(jobz, 'V')) then
         call vectors_of(jobz, uplo, n, a, lda, lwork, z, values, code)
      end if
      call cheev(jobz, uplo, n, a, lda, w, work, lwork, rwork, info)
      if (lwork == -1) return
      call clear_real(max(1, 3*n - 2), rworkd)
      call clear_real(n, wd)
      if (.not. present(ad)) return
      allocate (s(n, n))
      call fill(uplo, n, ad, lda, s)
      call clear_matrix(is(jobz, 'V'), uplo, n, ad, lda)
      if (max(info, code) /= 0 .or. n == 0) return
      if (is(jobz, 'V')) z = a(:n, :n)
      if (is(jobz, 'V') .and. is_wanted(vectors)) then
         allocate (zd(n, n))
         call hermitian_d(uplo, n, z, w, s, own, zd)
         ad(:n, :n) = zd
      else
         call hermitian_d(uplo, n, z, w, s, own)
      end if
      if (present(wd)) wd(:n) = own
   end subroutine cheev_d

   subroutine cheev_b(jobz, uplo, n, a, ab, lda, w, wb, work, workb, lwork, rwork, rworkb, info, vectors)
      character, intent(in) :: jobz, uplo
      integer, intent(in) :: n, lda, lwork, info
      complex(wp), intent(in) :: a(lda, *), work(*)
      real(wp), intent(in) :: w(*), rwork(*)
      complex(wp), intent(inout), optional :: ab(lda, *), workb(*)
      real(wp), intent(inout), optional :: wb(*), rworkb(*)
      logical, intent(in), optional :: vectors
      complex(wp), allocatable :: z(:, :), zb(:, :)
      real(wp), allocatable :: values(:)
      integer :: code
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1) return
      if (present(ab) .and. n > 0) then
         allocate (z(n, n), values(n))
         call vectors_of(jobz, uplo, n, a, lda, lwork, z, values, code)
         if (is(jobz, 'V') .and. is_wanted(vectors)) zb = ab(:n, :n)
         call clear_matrix(is(jobz, 'V'), uplo, n, ab, lda)
         ! an array that is not allocated is an absent argument
         if (code == 0) call hermitian_b(uplo, n, z, values, wb, zb, ab, lda)
      end if
      call clear_real(max(1, 3*n - 2), rworkb)
      call clear_real(n, wb)
   end subroutine cheev_b

end module adc_eigen_c
