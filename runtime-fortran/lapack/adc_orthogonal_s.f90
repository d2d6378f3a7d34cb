! Tangents and adjoints of QR factorizations and least squares of LAPACK in single precision, by their mathematics.
! Programs that call no such routine need no such file. It is generated from template/adc_orthogonal.f90.in.
!
! Shadows are optional arguments: an absent one is zero and never read. The shadow of a written argument is absent if
! its derivative is not wanted; then there is nothing to do.
!
! A procedure NAME_d computes what NAME does, and its derivative. NAME_b computes the adjoint alone, and changes no
! values. It gets those that the arguments have after the call, but that of orgqr those from before it.
!
! geqrf leaves the triangle R and reflectors: Q = I - V*T*V', V unit lower trapezoidal, T = inverse(I + D*N)*D,
! D = diag(tau), N the triangle of V'*V above the diagonal. The shadows of `a` and `tau` are the derivatives of what is
! stored there: R above, V below, tau. So programs may use the reflectors as they like.
!
!    E the first columns of the identity, Q = E + V*U, U = -T*V1' upper triangular, tau(j) = -U(j, j):
!    V and U are the LU factors of Q - E, and so are their derivatives.
!
! Where a column is zero below the diagonal, LAPACK takes no reflector (tau = 0), and jumps from there: the derivatives
! of R and of solutions exist, those of the reflectors do not. Adjoints stop the program if they are asked for; tangents
! set the shadows of all reflectors to NaN, since the program may not use them.
!
! If a routine fails (info is not zero), the shadows of what it writes become zero.

module adc_orthogonal_s
   use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
   implicit none
   private
   public :: sgeqrf_d, sgeqrf_b, sorgqr_d, sorgqr_b, sormqr_d, sormqr_b, sgels_d, sgels_b

   integer, parameter :: wp = kind(1.0)
   real(wp), parameter :: zero = 0, one = 1

   external :: sgemm, strmm, strsm, sgeqrf, sorgqr, sormqr, sgels

contains

   ! ---- building blocks

   logical function is(letter, word)
      character, intent(in) :: letter, word
      is = letter == word .or. letter == achar(iachar(word) + 32)
   end function is

   ! N for a transposed matrix, T otherwise.
   character function other(trans)
      character, intent(in) :: trans
      other = 'N'
      if (is(trans, 'N')) other = 'T'
   end function other

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

   ! The triangle of a square matrix without the diagonal below it (L) or above it (U), and zeros.
   function strict(uplo, n, a) result(t)
      character, intent(in) :: uplo
      integer, intent(in) :: n
      real(wp), intent(in) :: a(n, n)
      real(wp) :: t(n, n)
      integer :: j
      t = zero
      do j = 1, n
         if (is(uplo, 'L')) t(j + 1:, j) = a(j + 1:, j)
         if (is(uplo, 'U')) t(:j - 1, j) = a(:j - 1, j)
      end do
   end function strict

   ! The elements of the first k columns below the diagonal; beside them zeros, and on the diagonal ones or zeros.
   subroutine take_trapezoid(m, k, a, lda, diagonal, v)
      integer, intent(in) :: m, k, lda
      real(wp), intent(in) :: a(lda, *), diagonal
      real(wp), allocatable, intent(out) :: v(:, :)
      integer :: j
      allocate (v(m, k))
      v = zero
      do j = 1, k
         v(j, j) = diagonal
         v(j + 1:, j) = a(j + 1:m, j)
      end do
   end subroutine take_trapezoid

   ! The upper triangle of the first n rows and columns.
   subroutine take_upper(n, a, lda, r)
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), allocatable, intent(out) :: r(:, :)
      integer :: j
      allocate (r(n, n))
      r = zero
      do j = 1, n
         r(:j, j) = a(:j, j)
      end do
   end subroutine take_upper

   ! C = alpha*op(A)*op(B), all as large as it takes
   function times(transa, transb, a, b) result(c)
      character, intent(in) :: transa, transb
      real(wp), intent(in) :: a(:, :), b(:, :)
      real(wp), allocatable :: c(:, :)
      integer :: m, n, k
      m = size(a, merge(1, 2, is(transa, 'N')))
      k = size(a, merge(2, 1, is(transa, 'N')))
      n = size(b, merge(2, 1, is(transb, 'N')))
      allocate (c(m, n))
      call sgemm(transa, transb, m, n, k, one, a, max(1, size(a, 1)), b, max(1, size(b, 1)), zero, c, max(1, m))
   end function times

   ! ---- reflectors

   ! T and N of k reflectors
   subroutine block_factor(k, v, tau, t, n)
      integer, intent(in) :: k
      real(wp), intent(in) :: v(:, :), tau(*)
      real(wp), allocatable, intent(out) :: t(:, :), n(:, :)
      integer :: j
      allocate (t(k, k))
      n = strict('U', k, times('T', 'N', v, v))
      t = zero
      do j = 1, k
         t(j, j) = tau(j)
      end do
      call scaled_solve(k, 'N', tau, n, t)
   end subroutine block_factor

   ! X = inverse(op(I + D*N))*X
   subroutine scaled_solve(k, trans, tau, n, x)
      integer, intent(in) :: k
      character, intent(in) :: trans
      real(wp), intent(in) :: tau(*), n(k, k)
      real(wp), intent(inout) :: x(k, k)
      real(wp) :: m(k, k)
      integer :: j
      do j = 1, k
         m(:, j) = tau(:k)*n(:, j)
      end do
      call strsm('L', 'U', trans, 'U', k, k, one, m, max(1, k), x, max(1, k))
   end subroutine scaled_solve

   ! The derivative of C - V*op(T)*V'*C; absent ones are zero.
   subroutine reflect_d(trans, k, v, vd, tau, taud, c, cd)
      character, intent(in) :: trans
      integer, intent(in) :: k
      real(wp), intent(in) :: v(:, :), tau(*), c(:, :)
      real(wp), intent(in), optional :: vd(:, :), taud(*)
      real(wp), intent(inout) :: cd(:, :)
      real(wp), allocatable :: t(:, :), n(:, :), td(:, :), nd(:, :), x(:, :), y(:, :), yd(:, :)
      integer :: j
      if (k == 0) return
      call block_factor(k, v, tau, t, n)
      y = times('T', 'N', v, c)
      yd = times('T', 'N', v, cd)
      allocate (td(k, k))
      td = zero
      if (present(vd)) then
         yd = yd + times('T', 'N', vd, c)
         cd = cd - times('N', 'N', vd, times(trans, 'N', t, y))
         nd = times('T', 'N', vd, v)
         nd = strict('U', k, nd + transpose(nd))
         td = times('N', 'N', nd, t)
         do j = 1, k
            td(:, j) = -tau(:k)*td(:, j)
         end do
      end if
      if (present(taud)) then
         ! I - N*T
         x = -times('N', 'N', n, t)
         do j = 1, k
            x(j, j) = x(j, j) + one
         end do
         do j = 1, k
            td(:, j) = td(:, j) + taud(:k)*x(:, j)
         end do
      end if
      call scaled_solve(k, 'N', tau, n, td)
      cd = cd - times('N', 'N', v, times(trans, 'N', td, y) + times(trans, 'N', t, yd))
   end subroutine reflect_d

   ! Its adjoint: cb is that of the result on entry, and that of C on exit.
   subroutine reflect_b(trans, k, v, vb, tau, taub, c, cb)
      character, intent(in) :: trans
      integer, intent(in) :: k
      real(wp), intent(in) :: v(:, :), tau(*), c(:, :)
      real(wp), intent(inout) :: vb(:, :), taub(*), cb(:, :)
      real(wp), allocatable :: t(:, :), n(:, :), tb(:, :), nb(:, :), x(:, :), y(:, :), yb(:, :), zb(:, :)
      integer :: j
      if (k == 0) return
      call block_factor(k, v, tau, t, n)
      y = times('T', 'N', v, c)
      zb = -times('T', 'N', v, cb)
      vb = vb - times('N', 'T', cb, times(trans, 'N', t, y))
      if (is(trans, 'N')) then
         tb = times('N', 'T', zb, y)
      else
         tb = times('N', 'T', y, zb)
      end if
      yb = times(other(trans), 'N', t, zb)
      vb = vb + times('N', 'T', c, yb)
      cb = cb + times('N', 'N', v, yb)
      call scaled_solve(k, 'T', tau, n, tb)
      x = -times('N', 'N', n, t)
      do j = 1, k
         x(j, j) = x(j, j) + one
      end do
      do j = 1, k
         taub(j) = taub(j) + dot_product(tb(j, :), x(j, :))
      end do
      nb = times('N', 'T', tb, t)
      do j = 1, k
         nb(:, j) = -tau(:k)*nb(:, j)
      end do
      nb = strict('U', k, nb)
      vb = vb + times('N', 'N', v, nb + transpose(nb))
   end subroutine reflect_b

   ! ---- A = Q*R

   ! The first k columns of Q
   subroutine take_q(m, k, a, lda, tau, q)
      integer, intent(in) :: m, k, lda
      real(wp), intent(in) :: a(lda, *), tau(k)
      real(wp), allocatable, intent(out) :: q(:, :)
      real(wp), allocatable :: work(:)
      integer :: info
      allocate (q(m, k), work(max(1, 32*k)))
      q = a(:m, :k)
      call sorgqr(m, k, k, q, max(1, m), tau, work, size(work), info)
   end subroutine take_q

   ! A triangle that is singular
   subroutine check_rank(k, r)
      integer, intent(in) :: k
      real(wp), intent(in) :: r(k, k)
      integer :: j
      do j = 1, k
         if (.not. abs(r(j, j)) > zero) error stop 'adc: the QR factors of a matrix of smaller rank have no derivative'
      end do
   end subroutine check_rank

   subroutine refuse_reflector()
      error stop 'adc: reflectors have no derivative where a column is zero below the diagonal before its reflection'
   end subroutine refuse_reflector

   ! The thin factors: with G = Ad*inverse(R), K = Q'*G: Rd = P*R, P = up(K) + low(K)', Qd = G - Q*P. On exit, ad is Qd.
   subroutine thin_d(k, q, r, ad, rd)
      integer, intent(in) :: k
      real(wp), intent(in) :: q(:, :), r(k, k)
      real(wp), intent(inout) :: ad(:, :)
      real(wp), allocatable, intent(out) :: rd(:, :)
      real(wp), allocatable :: p(:, :)
      integer :: m
      m = size(q, 1)
      call strsm('R', 'U', 'N', 'N', m, k, one, r, max(1, k), ad, max(1, m))
      p = times('T', 'N', q, ad)
      p = p - strict('L', k, p) + transpose(strict('L', k, p))
      ad = ad - times('N', 'N', q, p)
      rd = p
      call strmm('R', 'U', 'N', 'N', k, k, one, r, max(1, k), rd, max(1, k))
   end subroutine thin_d

   ! Its adjoint: with M = R*Rb' - Qb'*Q: Ab = (Qb + Q*(low(M) + low(M)' + diag(M)))*inverse(R'). On exit, qb is Ab.
   subroutine thin_b(k, q, r, rb, qb)
      integer, intent(in) :: k
      real(wp), intent(in) :: q(:, :), r(k, k), rb(k, k)
      real(wp), intent(inout) :: qb(:, :)
      real(wp), allocatable :: p(:, :)
      integer :: m
      m = size(q, 1)
      allocate (p(k, k))
      p = -times('T', 'N', qb, q)
      p = p + times('N', 'T', r, rb)
      p = p - strict('U', k, p) + transpose(strict('L', k, p))
      qb = qb + times('N', 'N', q, p)
      call strsm('R', 'U', 'T', 'N', m, k, one, r, max(1, k), qb, max(1, m))
   end subroutine thin_b

   ! The derivative of V and U where Q - E = V*U, from that of Q: with F = inverse(V1)*Qd1*inverse(U): Vd1 = V1*low(F),
   ! Ud = up(F)*U, Vd2 = (Qd2 - V2*Ud)*inverse(U). On exit, qd is Vd.
   subroutine reflectors_d(k, q, v, qd, taud)
      integer, intent(in) :: k
      real(wp), intent(in) :: q(:, :), v(:, :)
      real(wp), intent(inout) :: qd(:, :)
      real(wp), intent(out) :: taud(k)
      real(wp), allocatable :: u(:, :), f(:, :), ud(:, :)
      integer :: m, j
      m = size(v, 1)
      call take_u(k, q, v, u)
      call strsm('R', 'U', 'N', 'N', m, k, one, u, max(1, k), qd, max(1, m))
      allocate (f(k, k))
      f = qd(:k, :)
      call strsm('L', 'L', 'N', 'U', k, k, one, v, max(1, m), f, max(1, k))
      ud = f - strict('L', k, f)
      qd(k + 1:, :) = qd(k + 1:, :) - times('N', 'N', v(k + 1:, :), ud)
      f = strict('L', k, f)
      call strmm('L', 'L', 'N', 'U', k, k, one, v, max(1, m), f, max(1, k))
      qd(:k, :) = f
      do j = 1, k
         taud(j) = -ud(j, j)*u(j, j)
      end do
   end subroutine reflectors_d

   subroutine take_u(k, q, v, u)
      integer, intent(in) :: k
      real(wp), intent(in) :: q(:, :), v(:, :)
      real(wp), allocatable, intent(out) :: u(:, :)
      integer :: j
      u = q(:k, :k)
      do j = 1, k
         u(j, j) = u(j, j) - one
      end do
      call strsm('L', 'L', 'N', 'U', k, k, one, v, max(1, size(v, 1)), u, max(1, k))
   end subroutine take_u

   ! The adjoint: Qb2 = Vb2*inverse(U'), Qb1 = inverse(V1')*(low(V1'*Vb1) + up(Ub*U'))*inverse(U'), Ub = -diag(taub) -
   ! V2'*Qb2. On exit, vb is Qb.
   subroutine reflectors_b(k, q, v, vb, taub)
      integer, intent(in) :: k
      real(wp), intent(in) :: q(:, :), v(:, :), taub(k)
      real(wp), intent(inout) :: vb(:, :)
      real(wp), allocatable :: u(:, :), f(:, :), g(:, :)
      integer :: m, j
      m = size(v, 1)
      call take_u(k, q, v, u)
      ! up(Ub*U') = -up(V2'*Vb2) - diag(taub)*diag(U)
      allocate (f(k, k), g(k, k))
      f = vb(:k, :)
      call strmm('L', 'L', 'T', 'U', k, k, one, v, max(1, m), f, max(1, k))
      f = strict('L', k, f)
      g = times('T', 'N', v(k + 1:, :), vb(k + 1:, :))
      g = strict('L', k, g) - g
      do j = 1, k
         g(j, j) = g(j, j) - taub(j)*u(j, j)
      end do
      f = f + g
      call strsm('L', 'L', 'T', 'U', k, k, one, v, max(1, m), f, max(1, k))
      vb(:k, :) = f
      call strsm('R', 'U', 'T', 'N', m, k, one, u, max(1, k), vb, max(1, m))
   end subroutine reflectors_b

   ! Shadows of the factors in place of that of A.
   subroutine factors_d(m, n, a, ad, lda, tau, taud)
      integer, intent(in) :: m, n, lda
      real(wp), intent(in) :: a(lda, *), tau(*)
      real(wp), intent(inout) :: ad(lda, *), taud(*)
      real(wp), allocatable :: q(:, :), r(:, :), rd(:, :), qd(:, :), v(:, :), beside(:, :)
      integer :: j, k, count
      k = min(m, n)
      if (k == 0) return
      call take_q(m, k, a, lda, tau, q)
      call take_upper(k, a, lda, r)
      call check_rank(k, r)
      qd = ad(:m, :k)
      call thin_d(k, q, r, qd, rd)
      if (n > k) then
         beside = ad(:m, k + 1:n) - times('N', 'N', qd, a(:k, k + 1:n))
         ad(:k, k + 1:n) = times('T', 'N', q, beside)
      end if
      do j = 1, k
         ad(:j, j) = rd(:j, j)
         taud(j) = zero
      end do
      ! the last column of a square matrix needs no reflector
      count = min(m - 1, k)
      if (has_reflectors(m, k, tau)) then
         call take_trapezoid(m, count, a, lda, one, v)
         qd = qd(:, :count)
         call reflectors_d(count, q, v, qd, taud)
      else
         qd = ieee_value(one, ieee_quiet_nan)
         taud(:count) = ieee_value(one, ieee_quiet_nan)
      end if
      do j = 1, count
         ad(j + 1:m, j) = qd(j + 1:, j)
      end do
   end subroutine factors_d

   ! The adjoint of A in place of that of the factors.
   subroutine factors_b(m, n, a, ab, lda, tau, taub)
      integer, intent(in) :: m, n, lda
      real(wp), intent(in) :: a(lda, *), tau(*), taub(*)
      real(wp), intent(inout) :: ab(lda, *)
      real(wp), allocatable :: q(:, :), r(:, :), rb(:, :), qb(:, :), v(:, :), vb(:, :)
      integer :: j, k, count
      k = min(m, n)
      if (k == 0) return
      call take_q(m, k, a, lda, tau, q)
      call take_upper(k, a, lda, r)
      call check_rank(k, r)
      count = min(m - 1, k)
      allocate (qb(m, k))
      qb = zero
      call take_trapezoid(m, count, ab, lda, zero, vb)
      if (has_reflectors(m, k, tau)) then
         call take_trapezoid(m, count, a, lda, one, v)
         call reflectors_b(count, q, v, vb, taub)
         qb(:, :count) = vb
      else
         if (any(abs(vb) > zero)) call refuse_reflector()
         do j = 1, count
            if (abs(taub(j)) > zero) call refuse_reflector()
         end do
      end if
      call take_upper(k, ab, lda, rb)
      if (n > k) then
         qb = qb + times('N', 'T', times('N', 'N', q, a(:k, k + 1:n)), ab(:k, k + 1:n))
         ab(:m, k + 1:n) = times('N', 'N', q, ab(:k, k + 1:n))
      end if
      call thin_b(k, q, r, rb, qb)
      ab(:m, :k) = qb
   end subroutine factors_b

   subroutine sgeqrf_d(m, n, a, ad, lda, tau, taud, work, workd, lwork, info)
      integer, intent(in) :: m, n, lda, lwork
      real(wp), intent(inout) :: a(lda, *), tau(*), work(*)
      real(wp), intent(inout), optional :: ad(lda, *), taud(*), workd(*)
      integer, intent(out) :: info
      real(wp), allocatable :: own(:)
      call sgeqrf(m, n, a, lda, tau, work, lwork, info)
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      if (lwork == -1) return
      allocate (own(min(m, n)))
      own = zero
      if (present(ad) .and. info == 0) then
         call factors_d(m, n, a, ad, lda, tau, own)
      else
         call clear(m, n, ad, lda)
      end if
      if (present(taud)) taud(:min(m, n)) = own
   end subroutine sgeqrf_d

   subroutine sgeqrf_b(m, n, a, ab, lda, tau, taub, work, workb, lwork, info)
      integer, intent(in) :: m, n, lda, lwork, info
      real(wp), intent(in) :: a(lda, *), tau(*), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), taub(*), workb(*)
      real(wp), allocatable :: own(:)
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1) return
      allocate (own(min(m, n)))
      own = zero
      if (present(taub)) own = taub(:min(m, n))
      call clear(min(m, n), 1, taub, max(1, min(m, n)))
      if (.not. present(ab)) return
      if (info == 0) then
         call factors_b(m, n, a, ab, lda, tau, own)
      else
         call clear(m, n, ab, lda)
      end if
   end subroutine sgeqrf_b

   ! The first n columns of Q, of k reflectors
   subroutine sorgqr_d(m, n, k, a, ad, lda, tau, taud, work, workd, lwork, info)
      integer, intent(in) :: m, n, k, lda, lwork
      real(wp), intent(inout) :: a(lda, *), work(*)
      real(wp), intent(in) :: tau(*)
      real(wp), intent(inout), optional :: ad(lda, *), workd(*)
      real(wp), intent(in), optional :: taud(*)
      integer, intent(out) :: info
      real(wp), allocatable :: v(:, :), vd(:, :), e(:, :), qd(:, :)
      if (lwork /= -1 .and. present(ad)) call take_trapezoid(m, k, a, lda, one, v)
      call sorgqr(m, n, k, a, lda, tau, work, lwork, info)
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      if (lwork == -1 .or. .not. present(ad)) return
      call identity(m, n, e)
      allocate (qd(m, n))
      qd = zero
      call take_trapezoid(m, k, ad, lda, zero, vd)
      if (info == 0) call reflect_d('N', k, v, vd, tau, taud, e, qd)
      ad(:m, :n) = qd
   end subroutine sorgqr_d

   subroutine identity(m, n, e)
      integer, intent(in) :: m, n
      real(wp), allocatable, intent(out) :: e(:, :)
      integer :: j
      allocate (e(m, n))
      e = zero
      do j = 1, n
         e(j, j) = one
      end do
   end subroutine identity

   subroutine sorgqr_b(m, n, k, a, ab, lda, tau, taub, work, workb, lwork, info)
      integer, intent(in) :: m, n, k, lda, lwork, info
      real(wp), intent(in) :: a(lda, *), tau(*), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), taub(*), workb(*)
      real(wp), allocatable :: v(:, :), vb(:, :), e(:, :), qb(:, :), own(:)
      integer :: j
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1 .or. .not. present(ab)) return
      call take_trapezoid(m, k, a, lda, one, v)
      call identity(m, n, e)
      qb = ab(:m, :n)
      allocate (vb(m, k), own(k))
      vb = zero
      own = zero
      call reflect_b('N', k, v, vb, tau, own, e, qb)
      call clear(m, n, ab, lda)
      do j = 1, k
         ab(j + 1:m, j) = vb(j + 1:, j)
      end do
      if (present(taub)) taub(:k) = taub(:k) + own
   end subroutine sorgqr_b

   ! op(Q)*C, or C*op(Q): then with the transposed C
   subroutine sormqr_d(side, trans, m, n, k, a, ad, lda, tau, taud, c, cd, ldc, work, workd, lwork, info)
      character, intent(in) :: side, trans
      integer, intent(in) :: m, n, k, lda, ldc, lwork
      real(wp), intent(in) :: a(lda, *), tau(*)
      real(wp), intent(inout) :: c(ldc, *), work(*)
      real(wp), intent(in), optional :: ad(lda, *), taud(*)
      real(wp), intent(inout), optional :: cd(ldc, *), workd(*)
      integer, intent(out) :: info
      real(wp), allocatable :: before(:, :), own(:, :), v(:, :), vd(:, :)
      logical :: is_left
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      is_left = is(side, 'L')
      if (lwork /= -1 .and. present(cd)) then
         call take(is_left, m, n, c, ldc, before)
         call take(is_left, m, n, cd, ldc, own)
      end if
      call sormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info)
      if (lwork == -1 .or. .not. present(cd)) return
      if (info /= 0) then
         call clear(m, n, cd, ldc)
         return
      end if
      call take_trapezoid(size(own, 1), k, a, lda, one, v)
      ! an array that is not allocated is an absent argument
      if (present(ad)) call take_trapezoid(size(own, 1), k, ad, lda, zero, vd)
      call reflect_d(merge(trans, other(trans), is_left), k, v, vd, tau, taud, before, own)
      call put(is_left, m, n, own, cd, ldc)
   end subroutine sormqr_d

   subroutine take(is_left, m, n, c, ldc, own)
      logical, intent(in) :: is_left
      integer, intent(in) :: m, n, ldc
      real(wp), intent(in) :: c(ldc, *)
      real(wp), allocatable, intent(out) :: own(:, :)
      if (is_left) then
         own = c(:m, :n)
      else
         own = transpose(c(:m, :n))
      end if
   end subroutine take

   subroutine put(is_left, m, n, own, c, ldc)
      logical, intent(in) :: is_left
      integer, intent(in) :: m, n, ldc
      real(wp), intent(in) :: own(:, :)
      real(wp), intent(inout) :: c(ldc, *)
      if (is_left) then
         c(:m, :n) = own
      else
         c(:m, :n) = transpose(own)
      end if
   end subroutine put

   ! C from before the call is op(Q)' times that after it.
   subroutine sormqr_b(side, trans, m, n, k, a, ab, lda, tau, taub, c, cb, ldc, work, workb, lwork, info)
      character, intent(in) :: side, trans
      integer, intent(in) :: m, n, k, lda, ldc, lwork, info
      real(wp), intent(in) :: a(lda, *), tau(k), c(ldc, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), taub(k), cb(ldc, *), workb(*)
      real(wp), allocatable :: space(:), f(:, :), before(:, :), own_c(:, :), own(:, :), v(:, :), vb(:, :), own_tau(:)
      integer :: j, code
      logical :: is_left
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1 .or. .not. present(cb)) return
      if (info /= 0) then
         call clear(m, n, cb, ldc)
         return
      end if
      is_left = is(side, 'L')
      allocate (space(32*max(1, m, n)), f(merge(m, n, is_left), k))
      f = a(:size(f, 1), :k)
      if (.not. (present(ab) .or. present(taub))) then
         before = cb(:m, :n)
         call sormqr(side, other(trans), m, n, k, f, max(1, size(f, 1)), tau, before, max(1, m), space, size(space), code)
         cb(:m, :n) = before
         return
      end if
      before = c(:m, :n)
      call sormqr(side, other(trans), m, n, k, f, max(1, size(f, 1)), tau, before, max(1, m), space, size(space), code)
      call take(is_left, m, n, before, max(1, m), own_c)
      call take(is_left, m, n, cb, ldc, own)
      call take_trapezoid(size(own, 1), k, f, max(1, size(f, 1)), one, v)
      allocate (vb(size(own, 1), k), own_tau(k))
      vb = zero
      own_tau = zero
      call reflect_b(merge(trans, other(trans), is_left), k, v, vb, tau, own_tau, own_c, own)
      call put(is_left, m, n, own, cb, ldc)
      if (present(ab)) then
         do j = 1, k
            ab(j + 1:size(vb, 1), j) = ab(j + 1:size(vb, 1), j) + vb(j + 1:, j)
         end do
      end if
      if (present(taub)) taub = taub + own_tau
   end subroutine sormqr_b

   ! ---- least squares and least norms: of a wide matrix, the factors are those of the transposed one

   ! True unless the argument is present and false.
   logical function is_wanted(answer)
      logical, intent(in), optional :: answer
      is_wanted = .true.
      if (present(answer)) is_wanted = answer
   end function is_wanted

   ! True if each column has a reflector, but for the last one of a square matrix.
   logical function has_reflectors(m, k, tau)
      integer, intent(in) :: m, k
      real(wp), intent(in) :: tau(k)
      has_reflectors = all(abs(tau(:min(k, m - 1))) > zero)
   end function has_reflectors

   ! The factors of the tall matrix, as geqrf leaves them: gels leaves them without tau. True if A is to be transposed.
   subroutine take_factors(m, n, a, lda, f, tau, q, r)
      integer, intent(in) :: m, n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), allocatable, intent(out) :: f(:, :), tau(:), q(:, :), r(:, :)
      real(wp) :: rest
      integer :: j, k
      call take(m >= n, m, n, a, lda, f)
      k = min(m, n)
      allocate (tau(k))
      do j = 1, k
         rest = dot_product(f(j + 1:, j), f(j + 1:, j))
         tau(j) = zero
         if (rest > zero) tau(j) = 2/(one + rest)
      end do
      call take_q(size(f, 1), k, f, max(1, size(f, 1)), tau, q)
      call take_upper(k, f, max(1, size(f, 1)), r)
   end subroutine take_factors

   subroutine sgels_d(trans, m, n, nrhs, a, ad, lda, b, bd, ldb, work, workd, lwork, info, factors)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, nrhs, lda, ldb, lwork
      real(wp), intent(inout) :: a(lda, *), b(ldb, *), work(*)
      real(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *), workd(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      real(wp), allocatable :: f(:, :), tau(:), q(:, :), r(:, :), fd(:, :), taud(:)
      integer :: rows, k
      call sgels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info)
      call clear(max(1, lwork), 1, workd, max(1, lwork))
      if (lwork == -1 .or. .not. (present(ad) .or. present(bd))) return
      rows = max(m, n)
      k = min(m, n)
      if (info /= 0 .or. k == 0) then
         call clear(rows, nrhs, bd, ldb)
         call clear(m, n, ad, lda)
         return
      end if
      call take_factors(m, n, a, lda, f, tau, q, r)
      call check_rank(k, r)
      if (present(ad)) call take(m >= n, m, n, ad, lda, fd)
      if (present(bd) .and. nrhs > 0) then
         if (is(trans, 'N') .eqv. m >= n) then
            call squares_d(rows, k, nrhs, f, fd, tau, r, b, bd, ldb)
         else
            call norms_d(rows, k, nrhs, fd, q, r, b, bd, ldb)
         end if
      end if
      if (.not. present(ad) .or. .not. is_wanted(factors)) return
      allocate (taud(k))
      call factors_d(rows, k, f, fd, rows, tau, taud)
      call put(m >= n, m, n, fd, ad, lda)
   end subroutine sgels_d

   ! Y = Q*(X in the first k rows, and the rest)
   subroutine turn_back(m, k, nrhs, f, tau, x, ldx, y)
      integer, intent(in) :: m, k, nrhs, ldx
      real(wp), intent(in) :: f(:, :), tau(:), x(ldx, *)
      real(wp), allocatable, intent(out) :: y(:, :)
      real(wp), allocatable :: space(:)
      integer :: info
      allocate (space(32*nrhs))
      y = x(:m, :nrhs)
      call sormqr('L', 'N', m, nrhs, k, f, m, tau, y, m, space, size(space), info)
   end subroutine turn_back

   ! Least squares: with c = Q'*B: X = inverse(R)*c1, c2 stays. f: the factors.
   ! Without reflectors, the rotation of c2, which keeps the sum of squares, is taken as zero.
   subroutine squares_d(m, k, nrhs, f, fd, tau, r, b, bd, ldb)
      integer, intent(in) :: m, k, nrhs, ldb
      real(wp), intent(in) :: f(:, :), tau(:), r(:, :), b(ldb, *)
      real(wp), allocatable, intent(in) :: fd(:, :)
      real(wp), intent(inout) :: bd(ldb, *)
      real(wp), allocatable :: own(:, :), before(:, :), rx(:, :), change(:, :), taud(:), v(:, :), vd(:, :), rd(:, :)
      real(wp), allocatable :: x(:, :), g(:, :), space(:)
      integer :: info
      allocate (own(m, nrhs))
      own = bd(:m, :nrhs)
      x = b(:k, :nrhs)
      allocate (space(32*nrhs), rx(m, nrhs))
      rx(:k, :) = times('N', 'N', r, x)
      rx(k + 1:, :) = b(k + 1:m, :nrhs)
      if (.not. allocated(fd)) then
         call sormqr('L', 'T', m, nrhs, k, f, m, tau, own, m, space, size(space), info)
      else if (has_reflectors(m, k, tau)) then
         call turn_back(m, k, nrhs, f, tau, rx, m, before)
         allocate (taud(k))
         change = fd
         call factors_d(m, k, f, change, m, tau, taud)
         call take_trapezoid(m, k, f, m, one, v)
         call take_trapezoid(m, k, change, m, zero, vd)
         call reflect_d('T', k, v, vd, tau, taud, before, own)
         call take_upper(k, change, m, rd)
         own(:k, :) = own(:k, :) - times('N', 'N', rd, x)
      else
         ! G = Q'*Ad: c1 = Q1'*(Bd - Ad*X) + inverse(R')*G2'*c2, c2 = Q2'*(Bd - Ad*X)
         own = own - times('N', 'N', fd, x)
         call sormqr('L', 'T', m, nrhs, k, f, m, tau, own, m, space, size(space), info)
         if (m > k) then
            rx(:k, :) = zero
            call turn_back(m, k, nrhs, f, tau, rx, m, before)
            g = times('T', 'N', fd, before)
            call strsm('L', 'U', 'T', 'N', k, nrhs, one, r, k, g, k)
            own(:k, :) = own(:k, :) + g
         end if
      end if
      call strsm('L', 'U', 'N', 'N', k, nrhs, one, r, k, own, m)
      bd(:m, :nrhs) = own
   end subroutine squares_d

   ! Least norms: X = Q1*inverse(R')*B. With y = inverse(R)*Q1'*X:
   ! Xd = Q1*inverse(R')*(Bd - Ad'*X) + (I - Q1*Q1')*Ad*y
   subroutine norms_d(m, k, nrhs, fd, q, r, b, bd, ldb)
      integer, intent(in) :: m, k, nrhs, ldb
      real(wp), allocatable, intent(in) :: fd(:, :)
      real(wp), intent(in) :: q(:, :), r(:, :), b(ldb, *)
      real(wp), intent(inout) :: bd(ldb, *)
      real(wp), allocatable :: own(:, :), x(:, :), y(:, :), z(:, :)
      allocate (own(k, nrhs))
      own = bd(:k, :nrhs)
      if (allocated(fd)) then
         x = b(:m, :nrhs)
         own = own - times('T', 'N', fd, x)
      end if
      call strsm('L', 'U', 'T', 'N', k, nrhs, one, r, k, own, k)
      if (allocated(fd)) then
         y = times('T', 'N', q, x)
         call strsm('L', 'U', 'N', 'N', k, nrhs, one, r, k, y, k)
         z = times('N', 'N', fd, y)
         own = own - times('T', 'N', q, z)
         bd(:m, :nrhs) = z + times('N', 'N', q, own)
      else
         bd(:m, :nrhs) = times('N', 'N', q, own)
      end if
   end subroutine norms_d

   subroutine sgels_b(trans, m, n, nrhs, a, ab, lda, b, bb, ldb, work, workb, lwork, info, factors)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, nrhs, lda, ldb, lwork, info
      real(wp), intent(in) :: a(lda, *), b(ldb, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *), workb(*)
      logical, intent(in), optional :: factors
      real(wp), allocatable :: f(:, :), tau(:), taub(:), q(:, :), r(:, :), fb(:, :)
      integer :: rows, k
      call clear(max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1 .or. .not. (present(ab) .or. present(bb))) return
      rows = max(m, n)
      k = min(m, n)
      if (info /= 0 .or. k == 0) then
         call clear(rows, nrhs, bb, ldb)
         call clear(m, n, ab, lda)
         return
      end if
      call take_factors(m, n, a, lda, f, tau, q, r)
      call check_rank(k, r)
      allocate (fb(rows, k))
      fb = zero
      if (present(ab) .and. is_wanted(factors)) then
         call take(m >= n, m, n, ab, lda, fb)
         allocate (taub(k))
         taub = zero
         call factors_b(rows, k, f, fb, rows, tau, taub)
      end if
      if (present(bb) .and. nrhs > 0) then
         if (is(trans, 'N') .eqv. m >= n) then
            call squares_b(rows, k, nrhs, f, fb, tau, r, b, bb, ldb, present(ab))
         else
            call norms_b(rows, k, nrhs, fb, q, r, b, bb, ldb, present(ab))
         end if
      end if
      if (present(ab)) call put(m >= n, m, n, fb, ab, lda)
   end subroutine sgels_b

   subroutine squares_b(m, k, nrhs, f, fb, tau, r, b, bb, ldb, is_active)
      integer, intent(in) :: m, k, nrhs, ldb
      real(wp), intent(in) :: f(:, :), tau(:), r(:, :), b(ldb, *)
      real(wp), intent(inout) :: fb(:, :), bb(ldb, *)
      logical, intent(in) :: is_active
      real(wp), allocatable :: own(:, :), before(:, :), rx(:, :), change(:, :), taub(:), v(:, :), vb(:, :)
      real(wp), allocatable :: x(:, :), g(:, :), space(:)
      integer :: info, j
      allocate (own(m, nrhs))
      own = bb(:m, :nrhs)
      call strsm('L', 'U', 'T', 'N', k, nrhs, one, r, k, own, m)
      allocate (space(32*nrhs), rx(m, nrhs))
      x = b(:k, :nrhs)
      rx(:k, :) = times('N', 'N', r, x)
      rx(k + 1:, :) = b(k + 1:m, :nrhs)
      if (.not. is_active) then
         call sormqr('L', 'N', m, nrhs, k, f, m, tau, own, m, space, size(space), info)
      else if (has_reflectors(m, k, tau)) then
         allocate (change(m, k))
         change(:k, :) = -times('N', 'T', own(:k, :), x)
         call turn_back(m, k, nrhs, f, tau, rx, m, before)
         allocate (taub(k), vb(m, k))
         taub = zero
         vb = zero
         call take_trapezoid(m, k, f, m, one, v)
         call reflect_b('T', k, v, vb, tau, taub, before, own)
         do j = 1, k
            change(j + 1:, j) = vb(j + 1:, j)
         end do
         call factors_b(m, k, f, change, m, tau, taub)
         fb = fb + change
      else
         g = own(:k, :)
         call sormqr('L', 'N', m, nrhs, k, f, m, tau, own, m, space, size(space), info)
         fb = fb - times('N', 'T', own, x)
         if (m > k) then
            call strsm('L', 'U', 'N', 'N', k, nrhs, one, r, k, g, k)
            rx(:k, :) = zero
            call turn_back(m, k, nrhs, f, tau, rx, m, before)
            fb = fb + times('N', 'T', before, g)
         end if
      end if
      bb(:m, :nrhs) = own
   end subroutine squares_b

   subroutine norms_b(m, k, nrhs, fb, q, r, b, bb, ldb, is_active)
      integer, intent(in) :: m, k, nrhs, ldb
      real(wp), intent(inout) :: fb(:, :)
      real(wp), intent(in) :: q(:, :), r(:, :), b(ldb, *)
      real(wp), intent(inout) :: bb(ldb, *)
      logical, intent(in) :: is_active
      real(wp), allocatable :: own(:, :), rest(:, :), x(:, :), y(:, :)
      allocate (rest(m, nrhs))
      rest = bb(:m, :nrhs)
      own = times('T', 'N', q, rest)
      rest = rest - times('N', 'N', q, own)
      call strsm('L', 'U', 'N', 'N', k, nrhs, one, r, k, own, k)
      if (is_active) then
         x = b(:m, :nrhs)
         y = times('T', 'N', q, x)
         call strsm('L', 'U', 'N', 'N', k, nrhs, one, r, k, y, k)
         fb = fb + times('N', 'T', rest, y)
         fb = fb - times('N', 'T', x, own)
      end if
      bb(:m, :nrhs) = zero
      bb(:k, :nrhs) = own
   end subroutine norms_b

end module adc_orthogonal_s
