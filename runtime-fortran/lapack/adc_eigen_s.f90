! Tangents and adjoints of eigenvalues and eigenvectors of general and of Hermitian matrices in single precision,
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

module adc_eigen_s
   use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
   implicit none
   private
   public :: sgeev_d, sgeev_b

   integer, parameter :: wp = kind(1.0)
   complex(wp), parameter :: zero = 0, one = 1

   external :: cgemm, cgesv, sgeev

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
      real(wp), intent(in) :: a(lda, *)
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
      real(wp), intent(in) :: a(lda, *)
      complex(wp), intent(out) :: w(n), vl(n, n), vr(n, n)
      integer, intent(out) :: info
      real(wp) :: c(max(1, n), n), unused(max(1, n), n), left(max(1, n), n), right(max(1, n), n), best(1)
      real(wp), allocatable :: work(:)
      real(wp) :: wr(n), wi(n)
      integer :: length
      c(:n, :) = a(:n, :n)
      length = lwork
      if (length < 0) then
         call sgeev(jobvl, jobvr, n, unused, max(1, n), wr, wi, left, max(1, n), right, max(1, n), best, -1, info)
         length = nint(best(1))
      end if
      allocate (work(max(1, length)))
      call sgeev(jobvl, jobvr, n, c, max(1, n), wr, wi, left, max(1, n), right, max(1, n), work, length, info)
      w = cmplx(wr, wi, wp)
      if (is(jobvl, 'V')) call join(n, wi, left, max(1, n), vl)
      if (is(jobvr, 'V')) call join(n, wi, right, max(1, n), vr)
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

   ! Pairs of vectors are stored as the real and the imaginary parts of the first one; the second is its conjugate.
   subroutine join(n, wi, v, ldv, c)
      integer, intent(in) :: n, ldv
      real(wp), intent(in) :: wi(*), v(ldv, *)
      complex(wp), intent(out) :: c(n, n)
      integer :: j
      j = 1
      do while (j <= n)
         c(:, j) = v(:n, j)
         if (abs(wi(j)) > 0 .and. j < n) then
            c(:, j) = cmplx(v(:n, j), v(:n, j + 1), wp)
            c(:, j + 1) = conjg(c(:, j))
            j = j + 1
         end if
         j = j + 1
      end do
   end subroutine join

   ! The same for adjoints: that of the second one is zero.
   subroutine join_b(n, w, vb, ldv, c)
      integer, intent(in) :: n, ldv
      complex(wp), intent(in) :: w(n)
      real(wp), intent(in) :: vb(ldv, *)
      complex(wp), intent(out) :: c(n, n)
      integer :: j
      j = 1
      do while (j <= n)
         c(:, j) = vb(:n, j)
         if (abs(aimag(w(j))) > 0 .and. j < n) then
            c(:, j) = cmplx(vb(:n, j), vb(:n, j + 1), wp)
            c(:, j + 1) = zero
            j = j + 1
         end if
         j = j + 1
      end do
   end subroutine join_b

   subroutine separate(n, wi, c, v, ldv)
      integer, intent(in) :: n, ldv
      real(wp), intent(in) :: wi(*)
      complex(wp), intent(in) :: c(n, n)
      real(wp), intent(inout) :: v(ldv, *)
      integer :: j
      j = 1
      do while (j <= n)
         v(:n, j) = real(c(:, j))
         if (abs(wi(j)) > 0 .and. j < n) then
            v(:n, j + 1) = aimag(c(:, j))
            j = j + 1
         end if
         j = j + 1
      end do
   end subroutine separate

   subroutine clear(m, n, a, lda)
      integer, intent(in) :: m, n, lda
      real(wp), intent(inout), optional :: a(lda, *)
      if (present(a)) a(:m, :n) = 0
   end subroutine clear

   subroutine sgeev_d(jobvl, jobvr, n, a, ad, lda, wr, wrd, wi, wid, vl, vld, ldvl, vr, vrd, ldvr, work, workd, lwork, &
      info, left, right)
      character, intent(in) :: jobvl, jobvr
      integer, intent(in) :: n, lda, ldvl, ldvr, lwork
      real(wp), intent(inout) :: a(lda, *), wr(*), wi(*), vl(ldvl, *), vr(ldvr, *), work(*)
      real(wp), intent(inout), optional :: ad(lda, *), wrd(*), wid(*), vld(ldvl, *), vrd(ldvr, *), workd(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: left, right
      complex(wp), allocatable :: w(:), v(:, :), u(:, :), given(:, :), wd(:), vd(:, :)
      integer :: code
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      code = 0
      allocate (w(n), v(n, n), u(n, n), given(n, n), wd(n), vd(n, n))
      if (lwork /= -1 .and. present(ad)) then
         given = cmplx(ad(:n, :n), kind=wp)
         if (.not. is(jobvr, 'V')) call run('N', 'V', n, a, lda, -1, w, u, v, code)
      end if
      call sgeev(jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info)
      if (lwork == -1) return
      call clear(n, 1, wrd, max(1, n))
      call clear(n, 1, wid, max(1, n))
      if (is(jobvl, 'V')) call clear(n, n, vld, ldvl)
      if (is(jobvr, 'V')) call clear(n, n, vrd, ldvr)
      if (.not. present(ad)) return
      call clear(n, n, ad, lda)
      if (max(code, info) /= 0 .or. n == 0) return
      if (is(jobvr, 'V')) then
         call join(n, wi, vr, ldvr, v)
      else
         call reorder(n, cmplx(wr(:n), wi(:n), wp), w, v)
      end if
      w = cmplx(wr(:n), wi(:n), wp)
      if (present(vrd) .and. is(jobvr, 'V') .and. is_wanted(right)) then
         call general_d(n, v, w, given, wd, vd)
         call separate(n, wi, vd, vrd, ldvr)
      else
         call general_d(n, v, w, given, wd)
      end if
      if (present(wrd)) wrd(:n) = real(wd)
      if (present(wid)) wid(:n) = aimag(wd)
      if (present(vld) .and. is(jobvl, 'V') .and. is_wanted(left)) then
         call join(n, wi, vl, ldvl, u)
         call general_d(n, u, conjg(w), transpose(given), wd, vd)
         call separate(n, wi, vd, vld, ldvl)
      end if
   end subroutine sgeev_d

   subroutine sgeev_b(jobvl, jobvr, n, a, ab, lda, wr, wrb, wi, wib, vl, vlb, ldvl, vr, vrb, ldvr, work, workb, lwork, &
      info, left, right)
      character, intent(in) :: jobvl, jobvr
      integer, intent(in) :: n, lda, ldvl, ldvr, lwork, info
      real(wp), intent(in) :: a(lda, *), wr(*), wi(*), vl(ldvl, *), vr(ldvr, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), wrb(*), wib(*), vlb(ldvl, *), vrb(ldvr, *), workb(*)
      logical, intent(in), optional :: left, right
      complex(wp), allocatable :: w(:), l(:, :), r(:, :), wb(:), lb(:, :), rb(:, :), own(:, :)
      integer :: code
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1) return
      if (present(ab)) then
         ! second derivatives need an assignment: the size of the array is not known to adc
         ab(:n, :n) = 0
         allocate (w(n), l(n, n), r(n, n), wb(n), own(n, n))
         own = zero
         wb = zero
         if (present(wrb)) wb = wrb(:n)
         if (present(wib)) wb = wb + cmplx(0, 1, wp)*wib(:n)
         call decompose(jobvl, jobvr, n, a, lda, lwork, w, l, r, code)
         if (code == 0 .and. n > 0) then
            if (present(vlb) .and. is(jobvl, 'V') .and. is_wanted(left)) then
               allocate (lb(n, n))
               call join_b(n, w, vlb, ldvl, lb)
            end if
            if (present(vrb) .and. is(jobvr, 'V') .and. is_wanted(right)) then
               allocate (rb(n, n))
               call join_b(n, w, vrb, ldvr, rb)
            end if
            ! an array that is not allocated is an absent argument
            call geev_adjoint(n, w, l, r, wb, lb, rb, own)
            ab(:n, :n) = ab(:n, :n) + real(own)
         end if
      end if
      call clear(n, 1, wrb, max(1, n))
      call clear(n, 1, wib, max(1, n))
      if (is(jobvl, 'V')) call clear(n, n, vlb, ldvl)
      if (is(jobvr, 'V')) call clear(n, n, vrb, ldvr)
   end subroutine sgeev_b

end module adc_eigen_s
