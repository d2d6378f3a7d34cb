! Tangents and adjoints of LAPACK in double precision, by the mathematics of the routines: factors that a routine
! has computed are used again, by calls of BLAS and LAPACK. Programs that call no LAPACK need no such file. It is
! generated from template/adc_lapack.f90.in.
!
! Shadows are optional arguments: an absent one is zero and never read. The shadow of a written argument is absent if
! its derivative is not wanted; then there is nothing to do.
!
! A procedure NAME_d computes what NAME does, and its derivative. NAME_b computes the adjoint alone: it gets the values
! that the arguments have after the call, factors and solutions, and changes none of them. getri, potri and gtsv leave
! no factors; their adjoints get the values from before the call.
!
! NAME_dv is NAME_d in many directions: `nd` is their number, and the first extent of all shadows. It computes values
! once. Adjoints, and tangents without such a procedure, are called once per direction.
!
! Where a matrix is overwritten by its factors, its shadow is overwritten by theirs. Shadows of triangular and symmetric
! matrices are triangles, too: an element stands for both elements of the matrix. Elements that the routine does not
! access stay unchanged. `factors` is false if derivatives of the factors are not used; their adjoints are zero then.
!
! If a routine fails (info is not zero), the shadows of what it writes become zero.

module adc_lapack_d
   implicit none
   private
   public :: dgesv_d, dgesv_b, dgetrf_d, dgetrf_b, dgetrs_d, dgetrs_b
   public :: dposv_d, dposv_b, dpotrf_d, dpotrf_b, dpotrs_d, dpotrs_b
   public :: dtrtrs_d, dtrtrs_b, dgetri_d, dgetri_b
   public :: dsytrf_d, dsytrf_b, dsytrs_d, dsytrs_b, dsysv_d, dsysv_b
   public :: dgbtrf_d, dgbtrf_b, dgbtrs_d, dgbtrs_b, dgbsv_d, dgbsv_b
   public :: dgttrf_d, dgttrf_b, dgttrs_d, dgttrs_b, dgtsv_d, dgtsv_b
   public :: dgesv_dv, dgetrf_dv, dgetrs_dv, dtrtrs_dv
   public :: dpotri_d, dpotri_b, dgtsvx_d, dgtsvx_b
   public :: dptsv_d, dptsv_b, dpttrf_d, dpttrf_b, dpttrs_d, dpttrs_b
   public :: dposv_dv, dpotrf_dv, dpotrs_dv

   integer, parameter :: wp = kind(1.0d0)
   real(wp), parameter :: zero = 0, one = 1, half = one/2
   ! Columns that derivatives of factorizations treat together.
   integer, parameter :: width = 32

   real(wp), external :: ddot
   external :: daxpy, dswap, dgemv, dgemm, dsymm, dsyr2k, dtrmm, dtrsm
   external :: dgesv, dgetrf, dgetrs, dgetri, dposv, dpotrf, dpotrs, dtrtrs
   external :: dsysv, dsytrf, dsytrs, dgbsv, dgbtrf, dgbtrs, dgtsv, dgttrf, dgttrs
   external :: dpotri, dptsv, dpttrf, dpttrs, dgtsvx

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

   ! N for a transposed matrix, T otherwise.
   character function other(trans)
      character, intent(in) :: trans
      other = 'N'
      if (is(trans, 'N')) other = 'T'
   end function other

   ! Rows of the j-th column of a triangle; all rows if it is none.
   subroutine column(uplo, skip, n, j, first, last)
      character, intent(in) :: uplo
      logical, intent(in) :: skip
      integer, intent(in) :: n, j
      integer, intent(out) :: first, last
      first = 1
      last = n
      if (is(uplo, 'U')) last = j
      if (is(uplo, 'L')) first = j
      if (skip .and. is(uplo, 'U')) last = j - 1
      if (skip .and. is(uplo, 'L')) first = j + 1
   end subroutine column

   ! a = 0, a rectangle or a triangle of it.
   subroutine clear(uplo, m, n, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: m, n, lda
      real(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .false., m, j, first, last)
         a(first:last, j) = zero
      end do
   end subroutine clear

   ! A triangle as a matrix, with zeros in the other one; without the diagonal if that is to be skipped.
   subroutine take_triangle(uplo, skip, n, a, lda, t)
      character, intent(in) :: uplo
      logical, intent(in) :: skip
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(out) :: t(n, n)
      integer :: j, first, last
      t = zero
      do j = 1, n
         call column(uplo, skip, n, j, first, last)
         t(first:last, j) = a(first:last, j)
      end do
   end subroutine take_triangle

   ! The same triangle of a = that of t.
   subroutine put_triangle(uplo, skip, n, t, a, lda)
      character, intent(in) :: uplo
      logical, intent(in) :: skip
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: t(n, n)
      real(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, skip, n, j, first, last)
         a(first:last, j) = t(first:last, j)
      end do
   end subroutine put_triangle

   ! a = a - v*w', a triangle; v and w have k columns.
   subroutine subtract_product(uplo, skip, n, k, v, ldv, w, ldw, a, lda)
      character, intent(in) :: uplo
      logical, intent(in) :: skip
      integer, intent(in) :: n, k, ldv, ldw, lda
      real(wp), intent(in) :: v(ldv, *), w(ldw, *)
      real(wp), intent(inout) :: a(lda, *)
      integer :: i, j, c, first, last
      do j = 1, n, width
         i = min(j + width, n + 1)
         if (is(uplo, 'U')) then
            if (j > 1) call dgemm('N', 'T', j - 1, i - j, k, -one, v, ldv, w(j, 1), ldw, one, a(1, j), lda)
         else if (i <= n) then
            call dgemm('N', 'T', n - i + 1, i - j, k, -one, v(i, 1), ldv, w(j, 1), ldw, one, a(i, j), lda)
         end if
         do c = j, i - 1
            call column(uplo, skip, n, c, first, last)
            first = max(first, j)
            last = min(last, i - 1)
            if (last < first) cycle
            call dgemv('N', last - first + 1, k, -one, v(first, 1), ldv, w(c, 1), ldw, one, a(first, c), 1)
         end do
      end do
   end subroutine subtract_product

   ! Exchanges rows as an LU factorization did, or back.
   subroutine exchange_rows(forth, k, ipiv, n, a, lda)
      logical, intent(in) :: forth
      integer, intent(in) :: k, ipiv(*), n, lda
      real(wp), intent(inout) :: a(lda, *)
      integer :: i, p
      do i = 1, k
         p = merge(i, k - i + 1, forth)
         if (ipiv(p) /= p) call dswap(n, a(p, 1), lda, a(ipiv(p), 1), lda)
      end do
   end subroutine exchange_rows

   ! Y = inverse(op(T))*Z, T triangular: yd is the derivative of Z on entry, and that of Y on exit.
   subroutine solve_d(uplo, trans, diag, n, k, t, td, ldt, y, ldy, yd, ldyd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, ldt, ldy, ldyd
      real(wp), intent(in) :: t(ldt, *), y(ldy, *)
      real(wp), intent(in), optional :: td(ldt, *)
      real(wp), intent(inout) :: yd(ldyd, *)
      real(wp), allocatable :: w(:, :)
      if (present(td)) then
         w = y(:n, :k)
         call dtrmm('L', uplo, trans, diag, n, k, one, td, ldt, w, max(1, n))
         ! ones on the diagonal have no derivative
         if (is(diag, 'U')) w = w - y(:n, :k)
         yd(:n, :k) = yd(:n, :k) - w
      end if
      call dtrsm('L', uplo, trans, diag, n, k, one, t, ldt, yd, ldyd)
   end subroutine solve_d

   ! Its adjoint: yb is that of Y on entry, and that of Z on exit.
   subroutine solve_b(uplo, trans, diag, n, k, t, tb, ldt, y, ldy, yb, ldyb)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, ldt, ldy, ldyb
      real(wp), intent(in) :: t(ldt, *), y(ldy, *)
      real(wp), intent(inout), optional :: tb(ldt, *)
      real(wp), intent(inout) :: yb(ldyb, *)
      call dtrsm('L', uplo, other(trans), diag, n, k, one, t, ldt, yb, ldyb)
      if (.not. present(tb)) return
      if (is(trans, 'N')) then
         call subtract_product(uplo, is(diag, 'U'), n, k, yb, ldyb, y, ldy, tb, ldt)
      else
         call subtract_product(uplo, is(diag, 'U'), n, k, y, ldy, yb, ldyb, tb, ldt)
      end if
   end subroutine solve_b

   ! The derivative in one of many directions; none if the shadow is absent.
   subroutine take(nd, p, m, n, ld, all, it)
      integer, intent(in) :: nd, p, m, n, ld
      real(wp), intent(in), optional :: all(nd, ld, *)
      real(wp), allocatable, intent(inout) :: it(:, :)
      if (.not. present(all)) return
      if (.not. allocated(it)) allocate (it(ld, n))
      it(:m, :) = all(p, :m, :n)
   end subroutine take

   subroutine put(nd, p, m, n, ld, it, all)
      integer, intent(in) :: nd, p, m, n, ld
      real(wp), allocatable, intent(in) :: it(:, :)
      real(wp), intent(inout), optional :: all(nd, ld, *)
      if (present(all)) all(p, :m, :n) = it(:m, :)
   end subroutine put

   ! ---- factorizations, by blocks of columns:
   !
   !    A11 A12     L11         U11 U12       A11 = L11*U11                A12 = L11*U12
   !             =                        :
   !    A21 A22     L21 L22         U22       A21 = L21*U11          A22 - L21*U12 = L22*U22

   ! The derivative of the factors in place of that of A.
   subroutine lu_d(m, n, a, ad, lda, ipiv)
      integer, intent(in) :: m, n, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ad(lda, *)
      real(wp), allocatable :: w(:, :)
      integer :: i, j, k, below, right
      call exchange_rows(.true., min(m, n), ipiv, n, ad, lda)
      do j = 1, min(m, n), width
         k = min(width, min(m, n) - j + 1)
         i = j + k
         below = m - i + 1
         right = n - i + 1
         call lu_block_d(k, a(j, j), ad(j, j), lda)
         if (below > 0) then
            w = a(i:m, j:i - 1)
            call dtrmm('R', 'U', 'N', 'N', below, k, one, ad(j, j), lda, w, below)
            ad(i:m, j:i - 1) = ad(i:m, j:i - 1) - w
            call dtrsm('R', 'U', 'N', 'N', below, k, one, a(j, j), lda, ad(i, j), lda)
         end if
         if (right > 0) call solve_d('L', 'N', 'U', k, right, a(j, j), ad(j, j), lda, a(j, i), lda, ad(j, i), lda)
         if (below > 0 .and. right > 0) then
            call dgemm('N', 'N', below, right, k, -one, ad(i, j), lda, a(j, i), lda, one, ad(i, i), lda)
            call dgemm('N', 'N', below, right, k, -one, a(i, j), lda, ad(j, i), lda, one, ad(i, i), lda)
         end if
      end do
   end subroutine lu_d

   ! F = inverse(L)*Ad*inverse(U); Ld = L*lower(F), without the diagonal; Ud = upper(F)*U
   subroutine lu_block_d(n, a, ad, lda)
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ad(lda, *)
      real(wp) :: f(n, n), ld(n, n), ud(n, n)
      f = ad(:n, :n)
      call dtrsm('L', 'L', 'N', 'U', n, n, one, a, lda, f, n)
      call dtrsm('R', 'U', 'N', 'N', n, n, one, a, lda, f, n)
      call take_triangle('L', .true., n, f, n, ld)
      call dtrmm('L', 'L', 'N', 'U', n, n, one, a, lda, ld, n)
      call take_triangle('U', .false., n, f, n, ud)
      call dtrmm('R', 'U', 'N', 'N', n, n, one, a, lda, ud, n)
      ad(:n, :n) = ld + ud
   end subroutine lu_block_d

   ! The adjoint of A in place of that of the factors.
   subroutine lu_b(m, n, a, ab, lda, ipiv)
      integer, intent(in) :: m, n, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ab(lda, *)
      integer :: i, j, k, below, right
      do j = (min(m, n) - 1)/width*width + 1, 1, -width
         k = min(width, min(m, n) - j + 1)
         i = j + k
         below = m - i + 1
         right = n - i + 1
         if (below > 0 .and. right > 0) then
            call dgemm('N', 'T', below, k, right, -one, ab(i, i), lda, a(j, i), lda, one, ab(i, j), lda)
            call dgemm('T', 'N', k, right, below, -one, a(i, j), lda, ab(i, i), lda, one, ab(j, i), lda)
         end if
         if (right > 0) call solve_b('L', 'N', 'U', k, right, a(j, j), ab(j, j), lda, a(j, i), lda, ab(j, i), lda)
         if (below > 0) then
            call dtrsm('R', 'U', 'T', 'N', below, k, one, a(j, j), lda, ab(i, j), lda)
            call subtract_crossproduct('U', k, below, a(i, j), lda, ab(i, j), lda, ab(j, j), lda)
         end if
         call lu_block_b(k, a(j, j), ab(j, j), lda)
      end do
      call exchange_rows(.false., min(m, n), ipiv, n, ab, lda)
   end subroutine lu_b

   ! Ab = inverse(L')*(lower(L'*Lb), without the diagonal, + upper(Ub*U'))*inverse(U')
   subroutine lu_block_b(n, a, ab, lda)
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ab(lda, *)
      real(wp) :: f(n, n), g(n, n)
      call take_triangle('L', .true., n, ab, lda, g)
      call dtrmm('L', 'L', 'T', 'U', n, n, one, a, lda, g, n)
      call take_triangle('U', .false., n, ab, lda, f)
      call dtrmm('R', 'U', 'T', 'N', n, n, one, a, lda, f, n)
      call put_triangle('L', .true., n, g, f, n)
      call dtrsm('L', 'L', 'T', 'U', n, n, one, a, lda, f, n)
      call dtrsm('R', 'U', 'T', 'N', n, n, one, a, lda, f, n)
      ab(:n, :n) = f
   end subroutine lu_block_b

   ! a = a - v'*w, a triangle; v and w have k rows.
   subroutine subtract_crossproduct(uplo, n, k, v, ldv, w, ldw, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, ldv, ldw, lda
      real(wp), intent(in) :: v(ldv, *), w(ldw, *)
      real(wp), intent(inout) :: a(lda, *)
      real(wp) :: t(n, n)
      integer :: j, first, last
      call dgemm('T', 'N', n, n, k, one, v, ldv, w, ldw, zero, t, n)
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         a(first:last, j) = a(first:last, j) - t(first:last, j)
      end do
   end subroutine subtract_crossproduct

   ! A derivative with the lower triangle: the upper one is treated as the lower one of the transposed matrix.
   subroutine on_lower(derivative, uplo, n, a, shadow, lda)
      procedure(lower_d) :: derivative
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: shadow(lda, *)
      real(wp), allocatable :: t(:, :), own(:, :)
      if (is(uplo, 'L')) then
         call derivative(n, a, shadow, lda)
      else if (n > 0) then
         t = transpose(a(:n, :n))
         own = transpose(shadow(:n, :n))
         call derivative(n, t, own, n)
         own = transpose(own)
         call put_triangle('U', .false., n, own, shadow, lda)
      end if
   end subroutine on_lower

   ! The same for A = L*L' or A = U'*U.
   subroutine cholesky_d(uplo, n, a, ad, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ad(lda, *)
      call on_lower(lower_d, uplo, n, a, ad, lda)
   end subroutine cholesky_d

   subroutine lower_d(n, a, ad, lda)
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ad(lda, *)
      real(wp), allocatable :: w(:, :)
      integer :: i, j, k, below
      do j = 1, n, width
         k = min(width, n - j + 1)
         i = j + k
         below = n - i + 1
         call lower_block_d(k, a(j, j), ad(j, j), lda)
         if (below <= 0) cycle
         w = a(i:n, j:i - 1)
         call dtrmm('R', 'L', 'T', 'N', below, k, one, ad(j, j), lda, w, below)
         ad(i:n, j:i - 1) = ad(i:n, j:i - 1) - w
         call dtrsm('R', 'L', 'T', 'N', below, k, one, a(j, j), lda, ad(i, j), lda)
         call dsyr2k('L', 'N', below, k, -one, ad(i, j), lda, a(i, j), lda, one, ad(i, i), lda)
      end do
   end subroutine lower_d

   ! Ld = L*half(inverse(L)*Ad*inverse(L')), the lower triangle with half of the diagonal
   subroutine lower_block_d(n, a, ad, lda)
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ad(lda, *)
      real(wp) :: f(n, n), ld(n, n)
      integer :: j
      call take_triangle('L', .false., n, ad, lda, f)
      do j = 1, n
         f(j, j + 1:) = f(j + 1:, j)
      end do
      call dtrsm('L', 'L', 'N', 'N', n, n, one, a, lda, f, n)
      call dtrsm('R', 'L', 'T', 'N', n, n, one, a, lda, f, n)
      call take_triangle('L', .false., n, f, n, ld)
      do j = 1, n
         ld(j, j) = half*ld(j, j)
      end do
      call dtrmm('L', 'L', 'N', 'N', n, n, one, a, lda, ld, n)
      call put_triangle('L', .false., n, ld, ad, lda)
   end subroutine lower_block_d

   subroutine cholesky_b(uplo, n, a, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ab(lda, *)
      call on_lower(lower_b, uplo, n, a, ab, lda)
   end subroutine cholesky_b

   subroutine lower_b(n, a, ab, lda)
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ab(lda, *)
      integer :: i, j, k, below, p
      do j = (n - 1)/width*width + 1, 1, -width
         k = min(width, n - j + 1)
         i = j + k
         below = n - i + 1
         if (below > 0) then
            call dsymm('L', 'L', below, k, -one, ab(i, i), lda, a(i, j), lda, one, ab(i, j), lda)
            do p = i, n
               call daxpy(k, -ab(p, p), a(p, j), lda, ab(p, j), lda)
            end do
            call dtrsm('R', 'L', 'N', 'N', below, k, one, a(j, j), lda, ab(i, j), lda)
            call subtract_crossproduct('L', k, below, ab(i, j), lda, a(i, j), lda, ab(j, j), lda)
         end if
         call lower_block_b(k, a(j, j), ab(j, j), lda)
      end do
   end subroutine lower_b

   ! S = inverse(L')*half(L'*Lb)*inverse(L); of Ab = (S + S')/2, an element of the triangle stands for two
   subroutine lower_block_b(n, a, ab, lda)
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ab(lda, *)
      real(wp) :: f(n, n), g(n, n)
      integer :: j
      call take_triangle('L', .false., n, ab, lda, g)
      call dtrmm('L', 'L', 'T', 'N', n, n, one, a, lda, g, n)
      call take_triangle('L', .false., n, g, n, f)
      do j = 1, n
         f(j, j) = half*f(j, j)
      end do
      call dtrsm('L', 'L', 'T', 'N', n, n, one, a, lda, f, n)
      call dtrsm('R', 'L', 'N', 'N', n, n, one, a, lda, f, n)
      do j = 1, n
         f(j + 1:, j) = f(j + 1:, j) + f(j, j + 1:)
      end do
      call put_triangle('L', .false., n, f, ab, lda)
   end subroutine lower_block_b

   ! ---- general matrices

   ! A = P*L*U
   subroutine dgetrf_d(m, n, a, ad, lda, ipiv, info)
      integer, intent(in) :: m, n, lda
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(lda, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      call dgetrf(m, n, a, lda, ipiv, info)
      call getrf_shadows(m, n, a, ad, lda, ipiv, info)
   end subroutine dgetrf_d

   subroutine dgetrf_dv(m, n, a, ad, lda, ipiv, info, nd)
      integer, intent(in) :: m, n, lda, nd
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(nd, lda, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      real(wp), allocatable :: ad1(:, :)
      integer :: p
      call dgetrf(m, n, a, lda, ipiv, info)
      do p = 1, nd
         call take(nd, p, m, n, lda, ad, ad1)
         call getrf_shadows(m, n, a, ad1, lda, ipiv, info)
         call put(nd, p, m, n, lda, ad1, ad)
      end do
   end subroutine dgetrf_dv

   subroutine getrf_shadows(m, n, a, ad, lda, ipiv, info)
      integer, intent(in) :: m, n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(lda, *)
      integer, intent(in) :: ipiv(*)
      integer, intent(in) :: info
      if (.not. present(ad)) return
      if (info == 0) then
         call lu_d(m, n, a, ad, lda, ipiv)
      else
         call clear('A', m, n, ad, lda)
      end if
   end subroutine getrf_shadows

   subroutine dgetrf_b(m, n, a, ab, lda, ipiv, info)
      integer, intent(in) :: m, n, lda, ipiv(*), info
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout), optional :: ab(lda, *)
      if (.not. present(ab)) return
      if (info == 0) then
         call lu_b(m, n, a, ab, lda, ipiv)
      else
         call clear('A', m, n, ab, lda)
      end if
   end subroutine dgetrf_b

   ! op(A)*X = B with the factors of A
   subroutine dgetrs_d(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      call dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
      call getrs_shadows(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
   end subroutine dgetrs_d

   subroutine dgetrs_dv(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, nd)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, nd
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(nd, lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(nd, ldb, *)
      integer, intent(out) :: info
      real(wp), allocatable :: ad1(:, :), bd1(:, :)
      integer :: p
      call dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call take(nd, p, n, nrhs, ldb, bd, bd1)
         call getrs_shadows(trans, n, nrhs, a, ad1, lda, ipiv, b, bd1, ldb, info)
         call put(nd, p, n, nrhs, ldb, bd1, bd)
      end do
   end subroutine dgetrs_dv

   subroutine getrs_shadows(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(in) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(in) :: info
      real(wp), allocatable :: y(:, :), z(:, :)
      integer :: code
      if (.not. present(bd)) return
      if (.not. present(ad)) then
         call dgetrs(trans, n, nrhs, a, lda, ipiv, bd, ldb, code)
      else if (is(trans, 'N')) then
         y = b(:n, :nrhs)
         call dtrmm('L', 'U', 'N', 'N', n, nrhs, one, a, lda, y, max(1, n))
         call exchange_rows(.true., n, ipiv, nrhs, bd, ldb)
         call solve_d('L', 'N', 'U', n, nrhs, a, ad, lda, y, max(1, n), bd, ldb)
         call solve_d('U', 'N', 'N', n, nrhs, a, ad, lda, b, ldb, bd, ldb)
      else
         z = b(:n, :nrhs)
         call exchange_rows(.true., n, ipiv, nrhs, z, max(1, n))
         y = z
         call dtrmm('L', 'L', trans, 'U', n, nrhs, one, a, lda, y, max(1, n))
         call solve_d('U', trans, 'N', n, nrhs, a, ad, lda, y, max(1, n), bd, ldb)
         call solve_d('L', trans, 'U', n, nrhs, a, ad, lda, z, max(1, n), bd, ldb)
         call exchange_rows(.false., n, ipiv, nrhs, bd, ldb)
      end if
   end subroutine getrs_shadows

   subroutine dgetrs_b(trans, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      real(wp), allocatable :: y(:, :), z(:, :)
      integer :: code
      if (.not. present(bb)) return
      if (.not. present(ab)) then
         call dgetrs(other(trans), n, nrhs, a, lda, ipiv, bb, ldb, code)
      else if (is(trans, 'N')) then
         call solve_b('U', 'N', 'N', n, nrhs, a, ab, lda, b, ldb, bb, ldb)
         y = b(:n, :nrhs)
         call dtrmm('L', 'U', 'N', 'N', n, nrhs, one, a, lda, y, max(1, n))
         call solve_b('L', 'N', 'U', n, nrhs, a, ab, lda, y, max(1, n), bb, ldb)
         call exchange_rows(.false., n, ipiv, nrhs, bb, ldb)
      else
         z = b(:n, :nrhs)
         call exchange_rows(.true., n, ipiv, nrhs, z, max(1, n))
         call exchange_rows(.true., n, ipiv, nrhs, bb, ldb)
         call solve_b('L', 'T', 'U', n, nrhs, a, ab, lda, z, max(1, n), bb, ldb)
         call dtrmm('L', 'L', 'T', 'U', n, nrhs, one, a, lda, z, max(1, n))
         call solve_b('U', 'T', 'N', n, nrhs, a, ab, lda, z, max(1, n), bb, ldb)
      end if
   end subroutine dgetrs_b

   ! A*X = B; A is overwritten by its factors
   subroutine dgesv_d(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, factors)
      integer, intent(in) :: n, nrhs, lda, ldb
      real(wp), intent(inout) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      call dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
      call gesv_shadows(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, factors)
   end subroutine dgesv_d

   subroutine dgesv_dv(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, nd, factors)
      integer, intent(in) :: n, nrhs, lda, ldb, nd
      real(wp), intent(inout) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ad(nd, lda, *), bd(nd, ldb, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      real(wp), allocatable :: ad1(:, :), bd1(:, :)
      integer :: p
      call dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call take(nd, p, n, nrhs, ldb, bd, bd1)
         call gesv_shadows(n, nrhs, a, ad1, lda, ipiv, b, bd1, ldb, info, factors)
         call put(nd, p, n, n, lda, ad1, ad)
         call put(nd, p, n, nrhs, ldb, bd1, bd)
      end do
   end subroutine dgesv_dv

   subroutine gesv_shadows(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, factors)
      integer, intent(in) :: n, nrhs, lda, ldb
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *)
      integer, intent(in) :: ipiv(*)
      integer, intent(in) :: info
      logical, intent(in), optional :: factors
      integer :: code
      if (info /= 0) then
         if (present(ad)) call clear('A', n, n, ad, lda)
         if (present(bd)) call clear('A', n, nrhs, bd, ldb)
         return
      end if
      if (present(bd)) then
         if (present(ad)) call dgemm('N', 'N', n, nrhs, n, -one, ad, lda, b, ldb, one, bd, ldb)
         call dgetrs('N', n, nrhs, a, lda, ipiv, bd, ldb, code)
      end if
      if (present(ad) .and. is_wanted(factors)) call lu_d(n, n, a, ad, lda, ipiv)
   end subroutine gesv_shadows

   subroutine dgesv_b(n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info, factors)
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      logical, intent(in), optional :: factors
      integer :: code
      if (info /= 0) then
         ! second derivatives need assignments: the size of the array is not known to adc
         if (present(ab)) ab(:n, :n) = zero
         if (present(bb)) bb(:n, :nrhs) = zero
         return
      end if
      if (present(ab) .and. is_wanted(factors)) call lu_b(n, n, a, ab, lda, ipiv)
      if (.not. present(bb)) return
      call dgetrs('T', n, nrhs, a, lda, ipiv, bb, ldb, code)
      if (present(ab)) call dgemm('N', 'T', n, n, nrhs, -one, bb, ldb, b, ldb, one, ab, lda)
   end subroutine dgesv_b

   ! ---- symmetric positive definite matrices

   ! A = L*L' or A = U'*U
   subroutine dpotrf_d(uplo, n, a, ad, lda, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(lda, *)
      integer, intent(out) :: info
      call dpotrf(uplo, n, a, lda, info)
      call potrf_shadows(uplo, n, a, ad, lda, info)
   end subroutine dpotrf_d

   subroutine dpotrf_dv(uplo, n, a, ad, lda, info, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, nd
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(nd, lda, *)
      integer, intent(out) :: info
      real(wp), allocatable :: ad1(:, :)
      integer :: p
      call dpotrf(uplo, n, a, lda, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call potrf_shadows(uplo, n, a, ad1, lda, info)
         call put(nd, p, n, n, lda, ad1, ad)
      end do
   end subroutine dpotrf_dv

   subroutine potrf_shadows(uplo, n, a, ad, lda, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(lda, *)
      integer, intent(in) :: info
      if (.not. present(ad)) return
      if (info == 0) then
         call cholesky_d(uplo, n, a, ad, lda)
      else
         call clear(uplo, n, n, ad, lda)
      end if
   end subroutine potrf_shadows

   subroutine dpotrf_b(uplo, n, a, ab, lda, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, info
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout), optional :: ab(lda, *)
      if (.not. present(ab)) return
      if (info == 0) then
         call cholesky_b(uplo, n, a, ab, lda)
      else
         call clear(uplo, n, n, ab, lda)
      end if
   end subroutine dpotrf_b

   ! A*X = B with the factor of A: first with the transposed upper triangle, or the lower one
   subroutine dpotrs_d(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      call dpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
      call potrs_shadows(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info)
   end subroutine dpotrs_d

   subroutine dpotrs_dv(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb, nd
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(nd, lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(nd, ldb, *)
      integer, intent(out) :: info
      real(wp), allocatable :: ad1(:, :), bd1(:, :)
      integer :: p
      call dpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call take(nd, p, n, nrhs, ldb, bd, bd1)
         call potrs_shadows(uplo, n, nrhs, a, ad1, lda, b, bd1, ldb, info)
         call put(nd, p, n, nrhs, ldb, bd1, bd)
      end do
   end subroutine dpotrs_dv

   subroutine potrs_shadows(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(in) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(in) :: info
      real(wp), allocatable :: y(:, :)
      character :: first
      if (.not. present(bd)) return
      first = merge('T', 'N', is(uplo, 'U'))
      y = b(:n, :nrhs)
      call dtrmm('L', uplo, other(first), 'N', n, nrhs, one, a, lda, y, max(1, n))
      call solve_d(uplo, first, 'N', n, nrhs, a, ad, lda, y, max(1, n), bd, ldb)
      call solve_d(uplo, other(first), 'N', n, nrhs, a, ad, lda, b, ldb, bd, ldb)
   end subroutine potrs_shadows

   subroutine dpotrs_b(uplo, n, nrhs, a, ab, lda, b, bb, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb, info
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      real(wp), allocatable :: y(:, :)
      character :: first
      if (.not. present(bb)) return
      first = merge('T', 'N', is(uplo, 'U'))
      call solve_b(uplo, other(first), 'N', n, nrhs, a, ab, lda, b, ldb, bb, ldb)
      y = b(:n, :nrhs)
      call dtrmm('L', uplo, other(first), 'N', n, nrhs, one, a, lda, y, max(1, n))
      call solve_b(uplo, first, 'N', n, nrhs, a, ab, lda, y, max(1, n), bb, ldb)
   end subroutine dpotrs_b

   ! A*X = B; A is overwritten by its factor
   subroutine dposv_d(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb
      real(wp), intent(inout) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      call dposv(uplo, n, nrhs, a, lda, b, ldb, info)
      call posv_shadows(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info, factors)
   end subroutine dposv_d

   subroutine dposv_dv(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info, nd, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb, nd
      real(wp), intent(inout) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ad(nd, lda, *), bd(nd, ldb, *)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      real(wp), allocatable :: ad1(:, :), bd1(:, :)
      integer :: p
      call dposv(uplo, n, nrhs, a, lda, b, ldb, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call take(nd, p, n, nrhs, ldb, bd, bd1)
         call posv_shadows(uplo, n, nrhs, a, ad1, lda, b, bd1, ldb, info, factors)
         call put(nd, p, n, n, lda, ad1, ad)
         call put(nd, p, n, nrhs, ldb, bd1, bd)
      end do
   end subroutine dposv_dv

   subroutine posv_shadows(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *)
      integer, intent(in) :: info
      logical, intent(in), optional :: factors
      integer :: code
      if (info /= 0) then
         if (present(ad)) call clear(uplo, n, n, ad, lda)
         if (present(bd)) call clear('A', n, nrhs, bd, ldb)
         return
      end if
      if (present(bd)) then
         if (present(ad)) call dsymm('L', uplo, n, nrhs, -one, ad, lda, b, ldb, one, bd, ldb)
         call dpotrs(uplo, n, nrhs, a, lda, bd, ldb, code)
      end if
      if (present(ad) .and. is_wanted(factors)) call cholesky_d(uplo, n, a, ad, lda)
   end subroutine posv_shadows

   subroutine dposv_b(uplo, n, nrhs, a, ab, lda, b, bb, ldb, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb, info
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      logical, intent(in), optional :: factors
      integer :: code, j, first, last
      if (info /= 0) then
         if (present(ab)) then
            do j = 1, n
               call column(uplo, .false., n, j, first, last)
               ab(first:last, j) = zero
            end do
         end if
         if (present(bb)) bb(:n, :nrhs) = zero
         return
      end if
      if (present(ab) .and. is_wanted(factors)) call cholesky_b(uplo, n, a, ab, lda)
      if (.not. present(bb)) return
      call dpotrs(uplo, n, nrhs, a, lda, bb, ldb, code)
      if (present(ab)) call subtract_symmetric(uplo, n, nrhs, bb, ldb, b, ldb, ab, lda)
   end subroutine dposv_b

   ! ---- triangular matrices

   ! op(A)*X = B
   subroutine dtrtrs_d(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      call dtrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
      call trtrs_shadows(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info)
   end subroutine dtrtrs_d

   subroutine dtrtrs_dv(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb, nd
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(nd, lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(nd, ldb, *)
      integer, intent(out) :: info
      real(wp), allocatable :: ad1(:, :), bd1(:, :)
      integer :: p
      call dtrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call take(nd, p, n, nrhs, ldb, bd, bd1)
         call trtrs_shadows(uplo, trans, diag, n, nrhs, a, ad1, lda, b, bd1, ldb, info)
         call put(nd, p, n, nrhs, ldb, bd1, bd)
      end do
   end subroutine dtrtrs_dv

   subroutine trtrs_shadows(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(in) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(in) :: info
      if (.not. present(bd)) return
      if (info == 0) then
         call solve_d(uplo, trans, diag, n, nrhs, a, ad, lda, b, ldb, bd, ldb)
      else
         call clear('A', n, nrhs, bd, ldb)
      end if
   end subroutine trtrs_shadows

   subroutine dtrtrs_b(uplo, trans, diag, n, nrhs, a, ab, lda, b, bb, ldb, info)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb, info
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      if (.not. present(bb)) return
      if (info == 0) then
         call solve_b(uplo, trans, diag, n, nrhs, a, ab, lda, b, ldb, bb, ldb)
      else
         call clear('A', n, nrhs, bb, ldb)
      end if
   end subroutine dtrtrs_b

   ! ---- inverse matrices, from the factors

   subroutine dgetri_d(n, a, ad, lda, ipiv, work, workd, lwork, info)
      integer, intent(in) :: n, lda, ipiv(*), lwork
      real(wp), intent(inout) :: a(lda, *), work(*)
      real(wp), intent(inout), optional :: ad(lda, *), workd(*)
      integer, intent(out) :: info
      real(wp), allocatable :: g(:, :), h(:, :)
      logical :: has_work
      has_work = present(ad) .and. lwork /= -1
      if (present(workd)) call clear('A', max(1, lwork), 1, workd, max(1, lwork))
      if (has_work) then
         ! the derivative of L*U, with the rows of A
         allocate (g(n, n), h(n, n))
         call take_triangle('L', .true., n, ad, lda, g)
         call dtrmm('R', 'U', 'N', 'N', n, n, one, a, lda, g, max(1, n))
         call take_triangle('U', .false., n, ad, lda, h)
         call dtrmm('L', 'L', 'N', 'U', n, n, one, a, lda, h, max(1, n))
         g = g + h
         call exchange_rows(.false., n, ipiv, n, g, max(1, n))
      end if
      call dgetri(n, a, lda, ipiv, work, lwork, info)
      if (.not. has_work) return
      if (info == 0) then
         call dgemm('N', 'N', n, n, n, one, g, max(1, n), a, lda, zero, h, max(1, n))
         call dgemm('N', 'N', n, n, n, -one, a, lda, h, max(1, n), zero, ad, lda)
      else
         call clear('A', n, n, ad, lda)
      end if
   end subroutine dgetri_d

   subroutine dgetri_b(n, a, ab, lda, ipiv, work, workb, lwork, info)
      integer, intent(in) :: n, lda, ipiv(*), lwork, info
      real(wp), intent(in) :: a(lda, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), workb(*)
      real(wp), allocatable :: g(:, :), h(:, :), space(:)
      integer :: code
      if (present(workb)) call clear('A', max(1, lwork), 1, workb, max(1, lwork))
      if (.not. present(ab) .or. lwork == -1) return
      h = a(:n, :n)
      allocate (g(n, n), space(width*max(1, n)))
      call dgetri(n, h, max(1, n), ipiv, space, size(space), code)
      if (code /= 0) then
         call clear('A', n, n, ab, lda)
         return
      end if
      call dgemm('N', 'T', n, n, n, one, ab, lda, h, max(1, n), zero, g, max(1, n))
      call dgemm('T', 'N', n, n, n, -one, h, max(1, n), g, max(1, n), zero, ab, lda)
      ! of L and U, from that of A
      call exchange_rows(.true., n, ipiv, n, ab, lda)
      g = ab(:n, :n)
      h = g
      call dtrmm('R', 'U', 'T', 'N', n, n, one, a, lda, g, max(1, n))
      call dtrmm('L', 'L', 'T', 'U', n, n, one, a, lda, h, max(1, n))
      call put_triangle('L', .true., n, g, ab, lda)
      call put_triangle('U', .false., n, h, ab, lda)
   end subroutine dgetri_b

   subroutine dpotri_d(uplo, n, a, ad, lda, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(lda, *)
      integer, intent(out) :: info
      real(wp), allocatable :: g(:, :), h(:, :)
      character :: first
      first = merge('T', 'N', is(uplo, 'U'))
      if (present(ad)) then
         allocate (g(n, n), h(n, n))
         call take_triangle(uplo, .false., n, ad, lda, g)
         ! L*Ld' or U'*Ud
         if (is(uplo, 'L')) g = transpose(g)
         call dtrmm('L', uplo, first, 'N', n, n, one, a, lda, g, max(1, n))
         g = g + transpose(g)
      end if
      call dpotri(uplo, n, a, lda, info)
      if (.not. present(ad)) return
      if (info == 0) then
         call dsymm('L', uplo, n, n, one, a, lda, g, max(1, n), zero, h, max(1, n))
         call dsymm('R', uplo, n, n, -one, a, lda, h, max(1, n), zero, g, max(1, n))
         call put_triangle(uplo, .false., n, g, ad, lda)
      else
         call clear(uplo, n, n, ad, lda)
      end if
   end subroutine dpotri_d

   subroutine dpotri_b(uplo, n, a, ab, lda, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, info
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout), optional :: ab(lda, *)
      real(wp), allocatable :: g(:, :), h(:, :), y(:, :)
      integer :: code
      if (.not. present(ab)) return
      y = a(:n, :n)
      call dpotri(uplo, n, y, max(1, n), code)
      if (code /= 0) then
         call clear(uplo, n, n, ab, lda)
         return
      end if
      allocate (g(n, n), h(n, n))
      call take_triangle(uplo, .false., n, ab, lda, h)
      ! twice the symmetric matrix
      g = h + transpose(h)
      call dsymm('L', uplo, n, n, one, y, max(1, n), g, max(1, n), zero, h, max(1, n))
      call dsymm('R', uplo, n, n, -one, y, max(1, n), h, max(1, n), zero, g, max(1, n))
      if (is(uplo, 'U')) then
         call dtrmm('L', uplo, 'N', 'N', n, n, one, a, lda, g, max(1, n))
      else
         call dtrmm('R', uplo, 'N', 'N', n, n, one, a, lda, g, max(1, n))
      end if
      call put_triangle(uplo, .false., n, g, ab, lda)
   end subroutine dpotri_b

   ! ---- symmetric matrices: A = P*T*D*T'*P', T triangular with ones on its diagonal, D with blocks of order 1 and 2.
   ! LAPACK leaves columns of T as they were before later exchanges of rows.

   ! Step s of the factorization gives the block of rows first(s) to last(s), and exchanges the rows from(s) and to(s).
   subroutine find_blocks(uplo, n, ipiv, steps, first, last, from, to)
      character, intent(in) :: uplo
      integer, intent(in) :: n, ipiv(*)
      integer, intent(out) :: steps, first(n), last(n), from(n), to(n)
      integer :: k, more
      steps = 0
      k = merge(n, 1, is(uplo, 'U'))
      do while (k >= 1 .and. k <= n)
         steps = steps + 1
         more = merge(1, 0, ipiv(k) < 0)
         to(steps) = abs(ipiv(k))
         if (is(uplo, 'U')) then
            first(steps) = k - more
            last(steps) = k
            from(steps) = first(steps)
            k = k - 1 - more
         else
            first(steps) = k
            last(steps) = k + more
            from(steps) = last(steps)
            k = k + 1 + more
         end if
      end do
   end subroutine find_blocks

   subroutine exchange_two(i, j, n, a, lda)
      integer, intent(in) :: i, j, n, lda
      real(wp), intent(inout) :: a(lda, *)
      if (i /= j .and. n > 0) call dswap(n, a(i, 1), lda, a(j, 1), lda)
   end subroutine exchange_two

   ! A = P'*A or back
   subroutine exchange_blocks(forth, steps, from, to, n, a, lda)
      logical, intent(in) :: forth
      integer, intent(in) :: steps, from(*), to(*), n, lda
      real(wp), intent(inout) :: a(lda, *)
      integer :: s, i
      do i = 1, steps
         s = merge(i, steps - i + 1, forth)
         call exchange_two(from(s), to(s), n, a, lda)
      end do
   end subroutine exchange_blocks

   ! Exchanges the rows of columns of T as later steps of the factorization do, or back.
   subroutine exchange_columns(forth, uplo, n, steps, first, last, from, to, t)
      logical, intent(in) :: forth
      character, intent(in) :: uplo
      integer, intent(in) :: n, steps, first(*), last(*), from(*), to(*)
      real(wp), intent(inout) :: t(n, n)
      integer :: s, i
      do i = 1, steps
         s = merge(i, steps - i + 1, forth)
         if (is(uplo, 'U')) then
            if (last(s) < n) call exchange_two(from(s), to(s), n - last(s), t(:, last(s) + 1:), n)
         else
            call exchange_two(from(s), to(s), first(s) - 1, t, n)
         end if
      end do
   end subroutine exchange_columns

   ! T without its diagonal, and D, from what LAPACK stores: the same for shadows.
   subroutine take_blocks(uplo, n, a, lda, steps, first, last, from, to, t, main, side)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, steps, first(*), last(*), from(*), to(*)
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(out) :: t(n, n), main(n), side(n)
      integer :: j, s
      call take_triangle(uplo, .true., n, a, lda, t)
      do j = 1, n
         main(j) = a(j, j)
         side(j) = zero
      end do
      do s = 1, steps
         if (first(s) == last(s)) cycle
         side(first(s)) = t(first(s), last(s)) + t(last(s), first(s))
         t(first(s), last(s)) = zero
         t(last(s), first(s)) = zero
      end do
      call exchange_columns(.true., uplo, n, steps, first, last, from, to, t)
   end subroutine take_blocks

   ! The same, back: t is destroyed; its elements inside of blocks and in the other triangle do not count.
   subroutine put_blocks(uplo, n, steps, first, last, from, to, t, main, side, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, steps, first(*), last(*), from(*), to(*)
      real(wp), intent(in) :: main(n), side(n)
      real(wp), intent(inout) :: t(n, n), a(lda, *)
      integer :: j, s
      call exchange_columns(.false., uplo, n, steps, first, last, from, to, t)
      do j = 1, n
         t(j, j) = main(j)
      end do
      do s = 1, steps
         if (first(s) == last(s)) cycle
         t(first(s), last(s)) = side(first(s))
         t(last(s), first(s)) = side(first(s))
      end do
      call put_triangle(uplo, .false., n, t, a, lda)
   end subroutine put_blocks

   ! x = D*x
   subroutine multiply_blocks(n, steps, first, last, main, side, k, x)
      integer, intent(in) :: n, steps, first(*), last(*), k
      real(wp), intent(in) :: main(n), side(n)
      real(wp), intent(inout) :: x(n, k)
      real(wp) :: old(k)
      integer :: s, i
      do s = 1, steps
         i = first(s)
         old = x(i, :)
         x(i, :) = main(i)*old
         if (last(s) == i) cycle
         x(i, :) = x(i, :) + side(i)*x(i + 1, :)
         x(i + 1, :) = side(i)*old + main(i + 1)*x(i + 1, :)
      end do
   end subroutine multiply_blocks

   ! x = x*D**(-1)
   subroutine divide_by_blocks(n, steps, first, last, main, side, x)
      integer, intent(in) :: n, steps, first(*), last(*)
      real(wp), intent(in) :: main(n), side(n)
      real(wp), intent(inout) :: x(n, n)
      real(wp) :: old(n), p, q
      integer :: s, i
      do s = 1, steps
         i = first(s)
         if (last(s) == i) then
            x(:, i) = x(:, i)/main(i)
         else
            p = main(i)/side(i)
            q = main(i + 1)/side(i)
            old = x(:, i)/(side(i)*(p*q - one))
            x(:, i + 1) = x(:, i + 1)/(side(i)*(p*q - one))
            x(:, i) = q*old - x(:, i + 1)
            x(:, i + 1) = p*x(:, i + 1) - old
         end if
      end do
   end subroutine divide_by_blocks

   ! The part of x beside the diagonal blocks, in the triangle.
   subroutine keep_beside_blocks(uplo, n, steps, first, last, x)
      character, intent(in) :: uplo
      integer, intent(in) :: n, steps, first(*), last(*)
      real(wp), intent(inout) :: x(n, n)
      integer :: s, i
      do s = 1, steps
         do i = first(s), last(s)
            if (is(uplo, 'U')) then
               x(first(s):, i) = zero
            else
               x(:last(s), i) = zero
            end if
         end do
      end do
   end subroutine keep_beside_blocks

   ! F = T**(-1)*P'*Ad*P*T**(-T), Dd = blocks of F, Td = T*(F beside the blocks)*D**(-1)
   subroutine symmetric_d(uplo, n, a, ad, lda, ipiv)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ad(lda, *)
      real(wp), allocatable :: t(:, :), f(:, :)
      real(wp) :: main(n), side(n), maind(n), sided(n)
      integer :: first(n), last(n), from(n), to(n), steps, s, j
      if (n == 0) return
      allocate (t(n, n), f(n, n))
      call find_blocks(uplo, n, ipiv, steps, first, last, from, to)
      call take_blocks(uplo, n, a, lda, steps, first, last, from, to, t, main, side)
      call take_triangle(uplo, .false., n, ad, lda, f)
      do j = 1, n
         if (is(uplo, 'U')) then
            f(j + 1:, j) = f(j, j + 1:)
         else
            f(j, j + 1:) = f(j + 1:, j)
         end if
      end do
      call exchange_blocks(.true., steps, from, to, n, f, n)
      f = transpose(f)
      call exchange_blocks(.true., steps, from, to, n, f, n)
      call dtrsm('L', uplo, 'N', 'U', n, n, one, t, n, f, n)
      call dtrsm('R', uplo, 'T', 'U', n, n, one, t, n, f, n)
      do j = 1, n
         maind(j) = f(j, j)
         sided(j) = zero
      end do
      do s = 1, steps
         if (first(s) < last(s)) sided(first(s)) = f(first(s), last(s))
      end do
      call keep_beside_blocks(uplo, n, steps, first, last, f)
      call divide_by_blocks(n, steps, first, last, main, side, f)
      call dtrmm('L', uplo, 'N', 'U', n, n, one, t, n, f, n)
      call put_blocks(uplo, n, steps, first, last, from, to, f, maind, sided, ad, lda)
   end subroutine symmetric_d

   ! The adjoint of A in place of that of the factors.
   subroutine symmetric_b(uplo, n, a, ab, lda, ipiv)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ab(lda, *)
      real(wp), allocatable :: t(:, :), f(:, :)
      real(wp) :: main(n), side(n), mainb(n), sideb(n)
      integer :: first(n), last(n), from(n), to(n), steps, s, j
      if (n == 0) return
      allocate (t(n, n), f(n, n))
      call find_blocks(uplo, n, ipiv, steps, first, last, from, to)
      call take_blocks(uplo, n, a, lda, steps, first, last, from, to, t, main, side)
      call take_blocks(uplo, n, ab, lda, steps, first, last, from, to, f, mainb, sideb)
      call dtrmm('L', uplo, 'T', 'U', n, n, one, t, n, f, n)
      call keep_beside_blocks(uplo, n, steps, first, last, f)
      call divide_by_blocks(n, steps, first, last, main, side, f)
      do s = 1, steps
         if (first(s) < last(s)) f(first(s), last(s)) = sideb(first(s))
      end do
      do j = 1, n
         f(j, j) = mainb(j)
      end do
      call dtrsm('L', uplo, 'T', 'U', n, n, one, t, n, f, n)
      call dtrsm('R', uplo, 'N', 'U', n, n, one, t, n, f, n)
      call exchange_blocks(.false., steps, from, to, n, f, n)
      f = transpose(f)
      call exchange_blocks(.false., steps, from, to, n, f, n)
      ! an element of the triangle stands for two
      t = f + transpose(f)
      do j = 1, n
         t(j, j) = f(j, j)
      end do
      call put_triangle(uplo, .false., n, t, ab, lda)
   end subroutine symmetric_b

   subroutine dsytrf_d(uplo, n, a, ad, lda, ipiv, work, workd, lwork, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, lwork
      real(wp), intent(inout) :: a(lda, *), work(*)
      real(wp), intent(inout), optional :: ad(lda, *), workd(*)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      call dsytrf(uplo, n, a, lda, ipiv, work, lwork, info)
      if (present(workd)) call clear('A', max(1, lwork), 1, workd, max(1, lwork))
      if (.not. present(ad) .or. lwork == -1) return
      if (info == 0) then
         call symmetric_d(uplo, n, a, ad, lda, ipiv)
      else
         call clear(uplo, n, n, ad, lda)
      end if
   end subroutine dsytrf_d

   subroutine dsytrf_b(uplo, n, a, ab, lda, ipiv, work, workb, lwork, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, ipiv(*), lwork, info
      real(wp), intent(in) :: a(lda, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), workb(*)
      if (present(workb)) call clear('A', max(1, lwork), 1, workb, max(1, lwork))
      if (.not. present(ab) .or. lwork == -1) return
      if (info == 0) then
         call symmetric_b(uplo, n, a, ab, lda, ipiv)
      else
         call clear(uplo, n, n, ab, lda)
      end if
   end subroutine dsytrf_b

   ! A*X = B with the factors of A: with x = P'*X, y = T'*x and z = D*y,
   ! P'*Ad*X = Td*z + T*(Dd*y + D*Td'*x)
   subroutine dsytrs_d(uplo, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      real(wp), allocatable :: t(:, :), td(:, :), x(:, :), y(:, :), z(:, :)
      real(wp) :: main(n), side(n), maind(n), sided(n)
      integer :: first(n), last(n), from(n), to(n), steps, code
      call dsytrs(uplo, n, nrhs, a, lda, ipiv, b, ldb, info)
      if (.not. present(bd) .or. n == 0 .or. nrhs == 0) return
      if (present(ad)) then
         allocate (t(n, n), td(n, n), z(n, nrhs))
         call find_blocks(uplo, n, ipiv, steps, first, last, from, to)
         call take_blocks(uplo, n, a, lda, steps, first, last, from, to, t, main, side)
         call take_blocks(uplo, n, ad, lda, steps, first, last, from, to, td, maind, sided)
         x = b(:n, :nrhs)
         call exchange_blocks(.true., steps, from, to, nrhs, x, n)
         y = x
         call dtrmm('L', uplo, 'T', 'U', n, nrhs, one, t, n, y, n)
         call dgemm('T', 'N', n, nrhs, n, one, td, n, x, n, zero, z, n)
         call multiply_blocks(n, steps, first, last, main, side, nrhs, z)
         x = y
         call multiply_blocks(n, steps, first, last, maind, sided, nrhs, x)
         x = x + z
         call dtrmm('L', uplo, 'N', 'U', n, nrhs, one, t, n, x, n)
         call multiply_blocks(n, steps, first, last, main, side, nrhs, y)
         call dgemm('N', 'N', n, nrhs, n, one, td, n, y, n, one, x, n)
         call exchange_blocks(.false., steps, from, to, nrhs, x, n)
         bd(:n, :nrhs) = bd(:n, :nrhs) - x
      end if
      call dsytrs(uplo, n, nrhs, a, lda, ipiv, bd, ldb, code)
   end subroutine dsytrs_d

   subroutine dsytrs_b(uplo, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      real(wp), allocatable :: t(:, :), tb(:, :), s(:, :), v(:, :), x(:, :), y(:, :)
      real(wp) :: main(n), side(n), mainb(n), sideb(n)
      integer :: first(n), last(n), from(n), to(n), steps, code, i
      if (.not. present(bb) .or. n == 0 .or. nrhs == 0) return
      call dsytrs(uplo, n, nrhs, a, lda, ipiv, bb, ldb, code)
      if (.not. present(ab)) return
      allocate (t(n, n), tb(n, n))
      call find_blocks(uplo, n, ipiv, steps, first, last, from, to)
      call take_blocks(uplo, n, a, lda, steps, first, last, from, to, t, main, side)
      x = b(:n, :nrhs)
      call exchange_blocks(.true., steps, from, to, nrhs, x, n)
      s = bb(:n, :nrhs)
      call exchange_blocks(.true., steps, from, to, nrhs, s, n)
      y = x
      call dtrmm('L', uplo, 'T', 'U', n, nrhs, one, t, n, y, n)
      v = s
      call dtrmm('L', uplo, 'T', 'U', n, nrhs, one, t, n, v, n)
      sideb = zero
      do i = 1, n
         mainb(i) = -ddot(nrhs, v(i, 1), n, y(i, 1), n)
         if (i == n) exit
         sideb(i) = -ddot(nrhs, v(i, 1), n, y(i + 1, 1), n) - ddot(nrhs, v(i + 1, 1), n, y(i, 1), n)
      end do
      call multiply_blocks(n, steps, first, last, main, side, nrhs, y)
      call multiply_blocks(n, steps, first, last, main, side, nrhs, v)
      call dgemm('N', 'T', n, n, nrhs, -one, s, n, y, n, zero, tb, n)
      call dgemm('N', 'T', n, n, nrhs, -one, x, n, v, n, one, tb, n)
      call keep_beside_blocks(uplo, n, steps, first, last, tb)
      call take_triangle(uplo, .false., n, ab, lda, t)
      call put_blocks(uplo, n, steps, first, last, from, to, tb, mainb, sideb, ab, lda)
      do i = 1, n
         ab(:n, i) = ab(:n, i) + t(:, i)
      end do
   end subroutine dsytrs_b

   ! A*X = B, A symmetric
   subroutine dsysv_d(uplo, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, work, workd, lwork, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb, lwork
      real(wp), intent(inout) :: a(lda, *), b(ldb, *), work(*)
      real(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *), workd(*)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      integer :: code
      call dsysv(uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info)
      if (present(workd)) call clear('A', max(1, lwork), 1, workd, max(1, lwork))
      if (lwork == -1) return
      if (info /= 0) then
         if (present(ad)) call clear(uplo, n, n, ad, lda)
         if (present(bd)) call clear('A', n, nrhs, bd, ldb)
         return
      end if
      if (present(bd)) then
         if (present(ad)) call dsymm('L', uplo, n, nrhs, -one, ad, lda, b, ldb, one, bd, ldb)
         call dsytrs(uplo, n, nrhs, a, lda, ipiv, bd, ldb, code)
      end if
      if (present(ad) .and. is_wanted(factors)) call symmetric_d(uplo, n, a, ad, lda, ipiv)
   end subroutine dsysv_d

   subroutine dsysv_b(uplo, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, work, workb, lwork, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, lwork, info
      real(wp), intent(in) :: a(lda, *), b(ldb, *), work(*)
      real(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *), workb(*)
      logical, intent(in), optional :: factors
      integer :: code
      if (present(workb)) call clear('A', max(1, lwork), 1, workb, max(1, lwork))
      if (lwork == -1) return
      if (info /= 0) then
         if (present(ab)) call clear(uplo, n, n, ab, lda)
         if (present(bb)) call clear('A', n, nrhs, bb, ldb)
         return
      end if
      if (present(ab) .and. is_wanted(factors)) call symmetric_b(uplo, n, a, ab, lda, ipiv)
      if (.not. present(bb)) return
      call dsytrs(uplo, n, nrhs, a, lda, ipiv, bb, ldb, code)
      if (present(ab)) call subtract_symmetric(uplo, n, nrhs, bb, ldb, b, ldb, ab, lda)
   end subroutine dsysv_b

   ! The triangle of the adjoint of a symmetric A where A*X = B, S that of B: A = A - S*X' - X*S', the diagonal once.
   subroutine subtract_symmetric(uplo, n, k, s, lds, x, ldx, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, lds, ldx, lda
      real(wp), intent(in) :: s(lds, *), x(ldx, *)
      real(wp), intent(inout) :: a(lda, *)
      integer :: i
      call dsyr2k(uplo, 'N', n, k, -one, s, lds, x, ldx, one, a, lda)
      do i = 1, n
         a(i, i) = a(i, i) + ddot(k, s(i, 1), lds, x(i, 1), ldx)
      end do
   end subroutine subtract_symmetric

   ! ---- banded matrices: kl diagonals below the main one and ku above it; element (i, j) is ab(kl + ku + 1 + i - j, j).
   ! Row exchanges add kl diagonals above; columns of L stay as they were before later exchanges.

   ! The last column that each step of the factorization changes.
   subroutine last_columns(m, n, ku, ipiv, last)
      integer, intent(in) :: m, n, ku, ipiv(*)
      integer, allocatable, intent(out) :: last(:)
      integer :: j
      allocate (last(0:min(m, n)))
      last(0) = 0
      do j = 1, min(m, n)
         last(j) = max(last(j - 1), min(ipiv(j) + ku, n))
      end do
   end subroutine last_columns

   ! Exchanges two rows in some columns.
   subroutine exchange_in_band(i, p, first, last, diagonal, a, lda)
      integer, intent(in) :: i, p, first, last, diagonal, lda
      real(wp), intent(inout) :: a(lda, *)
      real(wp) :: kept
      integer :: c
      if (p == i) return
      do c = first, last
         kept = a(diagonal + i - c, c)
         a(diagonal + i - c, c) = a(diagonal + p - c, c)
         a(diagonal + p - c, c) = kept
      end do
   end subroutine exchange_in_band

   ! Elements that only exchanges fill: zero before the factorization.
   subroutine clear_filled(n, kl, ku, a, lda)
      integer, intent(in) :: n, kl, ku, lda
      real(wp), intent(inout) :: a(lda, *)
      integer :: j
      do j = 1, n
         a(max(1, kl + ku + 2 - j):kl, j) = zero
      end do
   end subroutine clear_filled

   ! The derivative of the factors in place of that of A: that of each step.
   subroutine banded_d(m, n, kl, ku, a, ad, lda, ipiv)
      integer, intent(in) :: m, n, kl, ku, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ad(lda, *)
      integer, allocatable :: last(:)
      integer :: j, c, d, e, i
      call last_columns(m, n, ku, ipiv, last)
      call clear_filled(n, kl, ku, ad, lda)
      d = kl + ku + 1
      do j = 1, min(m, n)
         e = d + min(kl, m - j)
         call exchange_in_band(j, ipiv(j), j, last(j), d, ad, lda)
         ad(d + 1:e, j) = (ad(d + 1:e, j) - a(d + 1:e, j)*ad(d, j))/a(d, j)
         do c = j + 1, last(j)
            i = d + j - c
            ad(i + 1:i + e - d, c) = ad(i + 1:i + e - d, c) - ad(d + 1:e, j)*a(i, c) - a(d + 1:e, j)*ad(i, c)
         end do
      end do
   end subroutine banded_d

   ! The adjoint of A in place of that of the factors.
   subroutine banded_b(m, n, kl, ku, a, ab, lda, ipiv)
      integer, intent(in) :: m, n, kl, ku, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: ab(lda, *)
      integer, allocatable :: last(:)
      integer :: j, c, d, e, i
      call last_columns(m, n, ku, ipiv, last)
      d = kl + ku + 1
      do j = min(m, n), 1, -1
         e = d + min(kl, m - j)
         do c = j + 1, last(j)
            i = d + j - c
            ab(d + 1:e, j) = ab(d + 1:e, j) - ab(i + 1:i + e - d, c)*a(i, c)
            ab(i, c) = ab(i, c) - sum(a(d + 1:e, j)*ab(i + 1:i + e - d, c))
         end do
         ab(d + 1:e, j) = ab(d + 1:e, j)/a(d, j)
         ab(d, j) = ab(d, j) - sum(a(d + 1:e, j)*ab(d + 1:e, j))
         call exchange_in_band(j, ipiv(j), j, last(j), d, ab, lda)
      end do
      call clear_filled(n, kl, ku, ab, lda)
   end subroutine banded_b

   ! The shadow of the band becomes zero, with the elements that exchanges fill.
   subroutine clear_band(m, n, kl, ku, a, lda)
      integer, intent(in) :: m, n, kl, ku, lda
      real(wp), intent(inout) :: a(lda, *)
      integer :: j, d
      d = kl + ku + 1
      do j = 1, n
         a(max(1, d + 1 - j):d + min(kl, m - j), j) = zero
      end do
   end subroutine clear_band

   subroutine dgbtrf_d(m, n, kl, ku, ab, abd, ldab, ipiv, info)
      integer, intent(in) :: m, n, kl, ku, ldab
      real(wp), intent(inout) :: ab(ldab, *)
      real(wp), intent(inout), optional :: abd(ldab, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      call dgbtrf(m, n, kl, ku, ab, ldab, ipiv, info)
      if (.not. present(abd)) return
      if (info == 0) then
         call banded_d(m, n, kl, ku, ab, abd, ldab, ipiv)
      else
         call clear_band(m, n, kl, ku, abd, ldab)
      end if
   end subroutine dgbtrf_d

   subroutine dgbtrf_b(m, n, kl, ku, ab, abb, ldab, ipiv, info)
      integer, intent(in) :: m, n, kl, ku, ldab, ipiv(*), info
      real(wp), intent(in) :: ab(ldab, *)
      real(wp), intent(inout), optional :: abb(ldab, *)
      integer :: j
      if (.not. present(abb)) return
      if (info == 0) then
         call banded_b(m, n, kl, ku, ab, abb, ldab, ipiv)
      else
         do j = 1, n
            abb(max(1, kl + ku + 2 - j):kl + ku + 1 + min(kl, m - j), j) = zero
         end do
      end if
   end subroutine dgbtrf_b

   ! op(A)*X = B with the factors of A, column by column
   recursive subroutine dgbtrs_d(trans, n, kl, ku, nrhs, ab, abd, ldab, ipiv, b, bd, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ipiv(*), ldb
      real(wp), intent(in) :: ab(ldab, *)
      real(wp), intent(in), optional :: abd(ldab, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      integer :: k
      call dgbtrs(trans, n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
      if (.not. present(bd) .or. n == 0) return
      if (.not. present(abd)) then
         call dgbtrs(trans, n, kl, ku, nrhs, ab, ldab, ipiv, bd, ldb, info)
         return
      end if
      do k = 1, nrhs
         if (is(trans, 'N')) then
            call forth_d(n, kl, ku, ab, abd, ldab, ipiv, b(1, k), bd(1, k))
         else
            call back_d(n, kl, ku, ab, abd, ldab, ipiv, b(1, k), bd(1, k))
         end if
      end do
   end subroutine dgbtrs_d

   ! X = op(U)*X, U an upper triangle with k diagonals above the main one
   subroutine multiply_band(trans, n, k, u, ldu, x)
      character, intent(in) :: trans
      integer, intent(in) :: n, k, ldu
      real(wp), intent(in) :: u(ldu, *)
      real(wp), intent(inout) :: x(n)
      real(wp) :: y(n)
      integer :: j, first
      y = x
      x = zero
      do j = 1, n
         first = max(1, j - k)
         if (is(trans, 'N')) then
            x(first:j) = x(first:j) + u(k + 1 + first - j:k + 1, j)*y(j)
         else
            x(j) = sum(u(k + 1 + first - j:k + 1, j)*y(first:j))
         end if
      end do
   end subroutine multiply_band

   ! X = inverse(op(U))*X
   subroutine solve_band(trans, n, k, u, ldu, x)
      character, intent(in) :: trans
      integer, intent(in) :: n, k, ldu
      real(wp), intent(in) :: u(ldu, *)
      real(wp), intent(inout) :: x(n)
      integer :: i, j, first
      do i = 1, n
         j = merge(n - i + 1, i, is(trans, 'N'))
         first = max(1, j - k)
         if (is(trans, 'N')) then
            x(j) = x(j)/u(k + 1, j)
            x(first:j - 1) = x(first:j - 1) - u(k + 1 + first - j:k, j)*x(j)
         else
            x(j) = (x(j) - sum(u(k + 1 + first - j:k, j)*x(first:j - 1)))/u(k + 1, j)
         end if
      end do
   end subroutine solve_band

   ! L*y = x with exchanges, U*x = y
   subroutine forth_d(n, kl, ku, a, ad, lda, ipiv, x, xd)
      integer, intent(in) :: n, kl, ku, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *), ad(lda, *), x(n)
      real(wp), intent(inout) :: xd(n)
      real(wp) :: y(n), kept
      integer :: j, d, l
      d = kl + ku + 1
      y = x
      call multiply_band('N', n, kl + ku, a, lda, y)
      do j = 1, n - 1
         l = min(kl, n - j)
         kept = xd(j)
         xd(j) = xd(ipiv(j))
         xd(ipiv(j)) = kept
         xd(j + 1:j + l) = xd(j + 1:j + l) - ad(d + 1:d + l, j)*y(j) - a(d + 1:d + l, j)*xd(j)
      end do
      y = x
      call multiply_band('N', n, kl + ku, ad, lda, y)
      xd = xd - y
      call solve_band('N', n, kl + ku, a, lda, xd)
   end subroutine forth_d

   ! U'*z = x, then L' with exchanges: from the last row to the first
   subroutine back_d(n, kl, ku, a, ad, lda, ipiv, x, xd)
      integer, intent(in) :: n, kl, ku, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *), ad(lda, *), x(n)
      real(wp), intent(inout) :: xd(n)
      real(wp) :: z(n), y(n), kept
      integer :: j, d, l
      d = kl + ku + 1
      z = x
      do j = 1, n - 1
         call undo_step(n, kl, ku, a, lda, ipiv, j, z)
      end do
      y = z
      call multiply_band('T', n, kl + ku, ad, lda, y)
      xd = xd - y
      call solve_band('T', n, kl + ku, a, lda, xd)
      do j = n - 1, 1, -1
         l = min(kl, n - j)
         xd(j) = xd(j) - sum(ad(d + 1:d + l, j)*z(j + 1:j + l)) - sum(a(d + 1:d + l, j)*xd(j + 1:j + l))
         kept = xd(j)
         xd(j) = xd(ipiv(j))
         xd(ipiv(j)) = kept
         z(j) = z(j) - sum(a(d + 1:d + l, j)*z(j + 1:j + l))
         kept = z(j)
         z(j) = z(ipiv(j))
         z(ipiv(j)) = kept
      end do
   end subroutine back_d

   ! z as it was before the j-th step of the solution with L'
   subroutine undo_step(n, kl, ku, a, lda, ipiv, j, z)
      integer, intent(in) :: n, kl, ku, lda, ipiv(*), j
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: z(n)
      real(wp) :: kept
      integer :: d, l
      d = kl + ku + 1
      l = min(kl, n - j)
      kept = z(j)
      z(j) = z(ipiv(j))
      z(ipiv(j)) = kept
      z(j) = z(j) + sum(a(d + 1:d + l, j)*z(j + 1:j + l))
   end subroutine undo_step

   subroutine dgbtrs_b(trans, n, kl, ku, nrhs, ab, abb, ldab, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info
      real(wp), intent(in) :: ab(ldab, *), b(ldb, *)
      real(wp), intent(inout), optional :: abb(ldab, *), bb(ldb, *)
      integer :: k, code
      if (.not. present(bb) .or. n == 0) return
      if (.not. present(abb)) then
         call dgbtrs(other(trans), n, kl, ku, nrhs, ab, ldab, ipiv, bb, ldb, code)
         return
      end if
      do k = 1, nrhs
         if (is(trans, 'N')) then
            call forth_b(n, kl, ku, ab, abb, ldab, ipiv, b(1, k), bb(1, k))
         else
            call back_b(n, kl, ku, ab, abb, ldab, ipiv, b(1, k), bb(1, k))
         end if
      end do
   end subroutine dgbtrs_b

   subroutine forth_b(n, kl, ku, a, ab, lda, ipiv, x, xb)
      integer, intent(in) :: n, kl, ku, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *), x(n)
      real(wp), intent(inout) :: ab(lda, *), xb(n)
      real(wp) :: y(n), kept
      integer :: j, d, l, first
      d = kl + ku + 1
      call solve_band('T', n, kl + ku, a, lda, xb)
      do j = 1, n
         first = max(1, j - kl - ku)
         ab(d + first - j:d, j) = ab(d + first - j:d, j) - xb(first:j)*x(j)
      end do
      y = x
      call multiply_band('N', n, kl + ku, a, lda, y)
      do j = n - 1, 1, -1
         l = min(kl, n - j)
         ab(d + 1:d + l, j) = ab(d + 1:d + l, j) - xb(j + 1:j + l)*y(j)
         xb(j) = xb(j) - sum(a(d + 1:d + l, j)*xb(j + 1:j + l))
         kept = xb(j)
         xb(j) = xb(ipiv(j))
         xb(ipiv(j)) = kept
      end do
   end subroutine forth_b

   subroutine back_b(n, kl, ku, a, ab, lda, ipiv, x, xb)
      integer, intent(in) :: n, kl, ku, lda, ipiv(*)
      real(wp), intent(in) :: a(lda, *), x(n)
      real(wp), intent(inout) :: ab(lda, *), xb(n)
      real(wp) :: z(n), kept
      integer :: j, d, l, first
      d = kl + ku + 1
      z = x
      do j = 1, n - 1
         l = min(kl, n - j)
         call undo_step(n, kl, ku, a, lda, ipiv, j, z)
         kept = xb(j)
         xb(j) = xb(ipiv(j))
         xb(ipiv(j)) = kept
         ab(d + 1:d + l, j) = ab(d + 1:d + l, j) - xb(j)*z(j + 1:j + l)
         xb(j + 1:j + l) = xb(j + 1:j + l) - a(d + 1:d + l, j)*xb(j)
      end do
      call solve_band('N', n, kl + ku, a, lda, xb)
      do j = 1, n
         first = max(1, j - kl - ku)
         ab(d + first - j:d, j) = ab(d + first - j:d, j) - z(first:j)*xb(j)
      end do
   end subroutine back_b

   ! A*X = B; A is overwritten by its factors
   subroutine dgbsv_d(n, kl, ku, nrhs, ab, abd, ldab, ipiv, b, bd, ldb, info, factors)
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ldb
      real(wp), intent(inout) :: ab(ldab, *), b(ldb, *)
      real(wp), intent(inout), optional :: abd(ldab, *), bd(ldb, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      integer :: j, k, first, last, code
      call dgbsv(n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
      if (info /= 0) then
         if (present(bd)) call clear('A', n, nrhs, bd, ldb)
         if (present(abd)) call clear_band(n, n, kl, ku, abd, ldab)
         return
      end if
      if (present(bd)) then
         if (present(abd)) then
            do k = 1, nrhs
               do j = 1, n
                  first = max(1, j - ku)
                  last = min(n, j + kl)
                  call daxpy(last - first + 1, -b(j, k), abd(kl + ku + 1 + first - j, j), 1, bd(first, k), 1)
               end do
            end do
         end if
         call dgbtrs('N', n, kl, ku, nrhs, ab, ldab, ipiv, bd, ldb, code)
      end if
      if (present(abd) .and. is_wanted(factors)) call banded_d(n, n, kl, ku, ab, abd, ldab, ipiv)
   end subroutine dgbsv_d

   subroutine dgbsv_b(n, kl, ku, nrhs, ab, abb, ldab, ipiv, b, bb, ldb, info, factors)
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info
      real(wp), intent(in) :: ab(ldab, *), b(ldb, *)
      real(wp), intent(inout), optional :: abb(ldab, *), bb(ldb, *)
      logical, intent(in), optional :: factors
      integer :: j, k, first, last, code
      if (info /= 0) then
         if (present(bb)) bb(:n, :nrhs) = zero
         if (present(abb)) then
            do j = 1, n
               abb(max(1, kl + ku + 2 - j):kl + ku + 1 + min(kl, n - j), j) = zero
            end do
         end if
         return
      end if
      if (present(abb) .and. is_wanted(factors)) call banded_b(n, n, kl, ku, ab, abb, ldab, ipiv)
      if (.not. present(bb)) return
      call dgbtrs('T', n, kl, ku, nrhs, ab, ldab, ipiv, bb, ldb, code)
      if (.not. present(abb)) return
      do k = 1, nrhs
         do j = 1, n
            first = max(1, j - ku)
            last = min(n, j + kl)
            call daxpy(last - first + 1, -b(j, k), bb(first, k), 1, abb(kl + ku + 1 + first - j, j), 1)
         end do
      end do
   end subroutine dgbsv_b

   ! A*X = B, A tridiagonal
   subroutine dgtsv_d(n, nrhs, dl, dld, d, dd, du, dud, b, bd, ldb, info)
      integer, intent(in) :: n, nrhs, ldb
      real(wp), intent(inout) :: dl(*), d(*), du(*), b(ldb, *)
      real(wp), intent(inout), optional :: dld(*), dd(*), dud(*), bd(ldb, *)
      integer, intent(out) :: info
      real(wp), allocatable :: low(:), main(:), up(:)
      integer :: k
      allocate (low(n - 1), main(n), up(n - 1))
      low = dl(:n - 1)
      main = d(:n)
      up = du(:n - 1)
      call dgtsv(n, nrhs, dl, d, du, b, ldb, info)
      if (.not. present(bd)) return
      if (info /= 0) then
         call clear('A', n, nrhs, bd, ldb)
         return
      end if
      do k = 1, nrhs
         if (present(dd)) bd(:n, k) = bd(:n, k) - dd(:n)*b(:n, k)
         if (present(dld)) bd(2:n, k) = bd(2:n, k) - dld(:n - 1)*b(:n - 1, k)
         if (present(dud)) bd(:n - 1, k) = bd(:n - 1, k) - dud(:n - 1)*b(2:n, k)
      end do
      call dgtsv(n, nrhs, low, main, up, bd, ldb, info)
   end subroutine dgtsv_d

   subroutine dgtsv_b(n, nrhs, dl, dlb, d, db, du, dub, b, bb, ldb, info)
      integer, intent(in) :: n, nrhs, ldb, info
      real(wp), intent(in) :: dl(*), d(*), du(*), b(ldb, *)
      real(wp), intent(inout), optional :: dlb(*), db(*), dub(*), bb(ldb, *)
      real(wp), allocatable :: low(:), main(:), up(:), x(:, :)
      integer :: k, code
      if (.not. present(bb)) return
      allocate (low(n - 1), main(n), up(n - 1))
      low = dl(:n - 1)
      main = d(:n)
      up = du(:n - 1)
      call dgtsv(n, nrhs, up, main, low, bb, ldb, code)
      if (code /= 0) then
         call clear('A', n, nrhs, bb, ldb)
         return
      end if
      if (.not. (present(dlb) .or. present(db) .or. present(dub))) return
      low = dl(:n - 1)
      main = d(:n)
      up = du(:n - 1)
      x = b(:n, :nrhs)
      call dgtsv(n, nrhs, low, main, up, x, max(1, n), code)
      do k = 1, nrhs
         if (present(db)) db(:n) = db(:n) - bb(:n, k)*x(:, k)
         if (present(dlb)) dlb(:n - 1) = dlb(:n - 1) - bb(2:n, k)*x(:n - 1, k)
         if (present(dub)) dub(:n - 1) = dub(:n - 1) - bb(:n - 1, k)*x(2:, k)
      end do
   end subroutine dgtsv_b

   ! ---- factors of tridiagonal matrices: step i has the multiplier dl(i), and exchanges rows i and i + 1 if ipiv(i) > i.
   ! U has the diagonals d, du and du2.

   ! A shadow, as a vector; zeros if it is absent.
   subroutine take_shadow(n, own, d)
      integer, intent(in) :: n
      real(wp), allocatable, intent(out) :: own(:)
      real(wp), intent(in), optional :: d(*)
      allocate (own(max(n, 0)))
      own = zero
      if (present(d)) own = d(:size(own))
   end subroutine take_shadow

   ! The same, back.
   subroutine put_shadow(own, d)
      real(wp), intent(in) :: own(:)
      real(wp), intent(inout), optional :: d(*)
      if (present(d)) d(:size(own)) = own
   end subroutine put_shadow

   subroutine dgttrf_d(n, dl, dld, d, dd, du, dud, du2, du2d, ipiv, info)
      integer, intent(in) :: n
      real(wp), intent(inout) :: dl(*), d(*), du(*), du2(*)
      real(wp), intent(inout), optional :: dld(*), dd(*), dud(*), du2d(*)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      call dgttrf(n, dl, d, du, du2, ipiv, info)
      call tridiagonal_d(n, dl, dld, d, dd, du, dud, du2, du2d, ipiv, info)
   end subroutine dgttrf_d

   ! The derivatives of the factors in place of those of A.
   subroutine tridiagonal_d(n, dl, dld, d, dd, du, dud, du2, du2d, ipiv, info)
      integer, intent(in) :: n, ipiv(*), info
      real(wp), intent(in) :: dl(*), d(*), du(*), du2(*)
      real(wp), intent(inout), optional :: dld(*), dd(*), dud(*), du2d(*)
      real(wp), allocatable :: low(:), main(:), up(:), fill(:)
      real(wp) :: next, above
      integer :: i
      allocate (fill(max(n - 2, 0)))
      call take_shadow(n - 1, low, dld)
      call take_shadow(n, main, dd)
      call take_shadow(n - 1, up, dud)
      fill = zero
      if (info /= 0) then
         low = zero
         main = zero
         up = zero
      else
         do i = 1, n - 1
            if (ipiv(i) == i) then
               low(i) = (low(i) - dl(i)*main(i))/d(i)
               main(i + 1) = main(i + 1) - low(i)*du(i) - dl(i)*up(i)
               cycle
            end if
            next = main(i + 1)
            above = up(i)
            call step(main(i), low(i))
            up(i) = next
            main(i + 1) = above - low(i)*du(i) - dl(i)*up(i)
            if (i == n - 1) exit
            fill(i) = up(i + 1)
            up(i + 1) = -low(i)*du2(i) - dl(i)*fill(i)
         end do
      end if
      call put_shadow(low, dld)
      call put_shadow(main, dd)
      call put_shadow(up, dud)
      call put_shadow(fill, du2d)
   contains
      ! The pivot is the element below; the multiplier is the quotient of the old diagonal and it.
      subroutine step(of_diagonal, of_low)
         real(wp), intent(inout) :: of_diagonal, of_low
         real(wp) :: old
         old = of_diagonal
         of_diagonal = of_low
         of_low = (old - dl(i)*of_diagonal)/d(i)
      end subroutine step
   end subroutine tridiagonal_d

   subroutine dgttrf_b(n, dl, dlb, d, db, du, dub, du2, du2b, ipiv, info)
      integer, intent(in) :: n, ipiv(*), info
      real(wp), intent(in) :: dl(*), d(*), du(*), du2(*)
      real(wp), intent(inout), optional :: dlb(*), db(*), dub(*), du2b(*)
      real(wp), allocatable :: low(:), main(:), up(:), fill(:)
      real(wp) :: of_next, of_low
      integer :: i
      call take_shadow(n - 1, low, dlb)
      call take_shadow(n, main, db)
      call take_shadow(n - 1, up, dub)
      call take_shadow(n - 2, fill, du2b)
      if (info /= 0) then
         low = zero
         main = zero
         up = zero
      else
         do i = n - 1, 1, -1
            of_next = main(i + 1)
            of_low = low(i) - du(i)*of_next
            if (ipiv(i) == i) then
               up(i) = up(i) - dl(i)*of_next
               low(i) = of_low/d(i)
               main(i) = main(i) - dl(i)*low(i)
               cycle
            end if
            if (i < n - 1) then
               of_low = of_low - du2(i)*up(i + 1)
               up(i + 1) = fill(i) - dl(i)*up(i + 1)
            end if
            main(i + 1) = up(i) - dl(i)*of_next
            up(i) = of_next
            of_low = of_low/d(i)
            low(i) = main(i) - dl(i)*of_low
            main(i) = of_low
         end do
      end if
      fill = zero
      call put_shadow(low, dlb)
      call put_shadow(main, db)
      call put_shadow(up, dub)
      call put_shadow(fill, du2b)
   end subroutine dgttrf_b

   ! A*X = B or A'*X = B with the factors of A
   recursive subroutine dgttrs_d(trans, n, nrhs, dl, dld, d, dd, du, dud, du2, du2d, ipiv, b, bd, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, ipiv(*), ldb
      real(wp), intent(in) :: dl(*), d(*), du(*), du2(*)
      real(wp), intent(in), optional :: dld(*), dd(*), dud(*), du2d(*)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      real(wp), allocatable :: low(:), main(:), up(:), fill(:), y(:)
      real(wp) :: old
      integer :: i, k
      call dgttrs(trans, n, nrhs, dl, d, du, du2, ipiv, b, ldb, info)
      if (.not. present(bd)) return
      call take_shadow(n - 1, low, dld)
      call take_shadow(n, main, dd)
      call take_shadow(n - 1, up, dud)
      call take_shadow(n - 2, fill, du2d)
      allocate (y(n))
      do k = 1, nrhs
         y = b(:n, k)
         associate (yd => bd(:n, k), x => b(:n, k))
            if (is(trans, 'N')) then
               call multiply_upper(n, d, du, du2, y)
               do i = 1, n - 1
                  if (ipiv(i) > i) then
                     old = yd(i)
                     yd(i) = yd(i + 1)
                     yd(i + 1) = old
                  end if
                  yd(i + 1) = yd(i + 1) - dl(i)*yd(i) - low(i)*y(i)
               end do
               yd = yd - main*x
               yd(:n - 1) = yd(:n - 1) - up*x(2:)
               yd(:n - 2) = yd(:n - 2) - fill*x(3:)
               call solve_upper(n, d, du, du2, yd)
            else
               do i = 1, n - 1
                  call undo_transposed(i, ipiv(i) > i, dl(i), y)
               end do
               yd = yd - main*y
               yd(2:) = yd(2:) - up*y(:n - 1)
               yd(3:) = yd(3:) - fill*y(:n - 2)
               call solve_upper_transposed(n, d, du, du2, yd)
               do i = n - 1, 1, -1
                  yd(i) = yd(i) - dl(i)*yd(i + 1) - low(i)*y(i + 1)
                  y(i) = y(i) - dl(i)*y(i + 1)
                  if (ipiv(i) > i) then
                     y(i:i + 1) = [y(i + 1), y(i)]
                     yd(i:i + 1) = [yd(i + 1), yd(i)]
                  end if
               end do
            end if
         end associate
      end do
   end subroutine dgttrs_d

   ! Undoes step i of the solution with A'.
   subroutine undo_transposed(i, exchanges, l, y)
      integer, intent(in) :: i
      logical, intent(in) :: exchanges
      real(wp), intent(in) :: l
      real(wp), intent(inout) :: y(:)
      if (exchanges) y(i:i + 1) = [y(i + 1), y(i)]
      y(i) = y(i) + l*y(i + 1)
   end subroutine undo_transposed

   ! x = U*x
   subroutine multiply_upper(n, d, du, du2, x)
      integer, intent(in) :: n
      real(wp), intent(in) :: d(*), du(*), du2(*)
      real(wp), intent(inout) :: x(:)
      integer :: i
      do i = 1, n
         x(i) = d(i)*x(i)
         if (i < n) x(i) = x(i) + du(i)*x(i + 1)
         if (i < n - 1) x(i) = x(i) + du2(i)*x(i + 2)
      end do
   end subroutine multiply_upper

   ! x = U**(-1)*x
   subroutine solve_upper(n, d, du, du2, x)
      integer, intent(in) :: n
      real(wp), intent(in) :: d(*), du(*), du2(*)
      real(wp), intent(inout) :: x(:)
      integer :: i
      do i = n, 1, -1
         if (i < n) x(i) = x(i) - du(i)*x(i + 1)
         if (i < n - 1) x(i) = x(i) - du2(i)*x(i + 2)
         x(i) = x(i)/d(i)
      end do
   end subroutine solve_upper

   ! x = U'**(-1)*x
   subroutine solve_upper_transposed(n, d, du, du2, x)
      integer, intent(in) :: n
      real(wp), intent(in) :: d(*), du(*), du2(*)
      real(wp), intent(inout) :: x(:)
      integer :: i
      do i = 1, n
         x(i) = x(i)/d(i)
         if (i < n) x(i + 1) = x(i + 1) - du(i)*x(i)
         if (i < n - 1) x(i + 2) = x(i + 2) - du2(i)*x(i)
      end do
   end subroutine solve_upper_transposed

   subroutine dgttrs_b(trans, n, nrhs, dl, dlb, d, db, du, dub, du2, du2b, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, ipiv(*), ldb, info
      real(wp), intent(in) :: dl(*), d(*), du(*), du2(*), b(ldb, *)
      real(wp), intent(inout), optional :: dlb(*), db(*), dub(*), du2b(*), bb(ldb, *)
      real(wp), allocatable :: low(:), main(:), up(:), fill(:), y(:)
      integer :: i, k
      if (.not. present(bb)) return
      call take_shadow(n - 1, low, dlb)
      call take_shadow(n, main, db)
      call take_shadow(n - 1, up, dub)
      call take_shadow(n - 2, fill, du2b)
      allocate (y(n))
      ! (:) keeps their shapes: gfortran takes extents of empty sections for negative ones
      do k = 1, nrhs
         y = b(:n, k)
         associate (w => bb(:n, k), x => b(:n, k))
            if (is(trans, 'N')) then
               call multiply_upper(n, d, du, du2, y)
               call solve_upper_transposed(n, d, du, du2, w)
               main(:) = main - w*x
               up(:) = up - w(:n - 1)*x(2:)
               fill(:) = fill - w(:n - 2)*x(3:)
               do i = n - 1, 1, -1
                  low(i) = low(i) - w(i + 1)*y(i)
                  w(i) = w(i) - dl(i)*w(i + 1)
                  if (ipiv(i) > i) w(i:i + 1) = [w(i + 1), w(i)]
               end do
            else
               do i = 1, n - 1
                  if (ipiv(i) > i) w(i:i + 1) = [w(i + 1), w(i)]
                  call undo_transposed(i, ipiv(i) > i, dl(i), y)
                  low(i) = low(i) - w(i)*y(i + 1)
                  w(i + 1) = w(i + 1) - dl(i)*w(i)
               end do
               call solve_upper(n, d, du, du2, w)
               main(:) = main - w*y
               up(:) = up - w(2:)*y(:n - 1)
               fill(:) = fill - w(3:)*y(:n - 2)
            end if
         end associate
      end do
      call put_shadow(low, dlb)
      call put_shadow(main, db)
      call put_shadow(up, dub)
      call put_shadow(fill, du2b)
   end subroutine dgttrs_b

   ! op(A)*X = B with the factors of A, which are given (F) or computed (N); B stays. X depends on A and B, the factors on
   ! A, or on those that are given.
   subroutine dgtsvx_d(fact, trans, n, nrhs, dl, dld, d, dd, du, dud, dlf, dlfd, df, dfd, duf, dufd, du2, du2d, ipiv, &
      b, bd, ldb, x, xd, ldx, rcond, rcondd, ferr, ferrd, berr, berrd, work, workd, iwork, info)
      character, intent(in) :: fact, trans
      integer, intent(in) :: n, nrhs, ldb, ldx
      real(wp), intent(in) :: dl(*), d(*), du(*), b(ldb, *)
      real(wp), intent(in), optional :: dld(*), dd(*), dud(*), bd(ldb, *)
      real(wp), intent(inout) :: dlf(*), df(*), duf(*), du2(*), x(ldx, *), ferr(*), berr(*), work(*)
      real(wp), intent(inout), optional :: dlfd(*), dfd(*), dufd(*), du2d(*), xd(ldx, *), ferrd(*), berrd(*), workd(*)
      integer, intent(inout) :: ipiv(*), iwork(*)
      real(wp), intent(out) :: rcond
      real(wp), intent(inout), optional :: rcondd
      integer, intent(out) :: info
      real(wp), allocatable :: low(:), main(:), up(:), fill(:)
      integer :: k, code
      call dgtsvx(fact, trans, n, nrhs, dl, d, du, dlf, df, duf, du2, ipiv, b, ldb, x, ldx, rcond, ferr, berr, work, &
         iwork, info)
      code = info
      if (info == n + 1) code = 0
      if (is(fact, 'N')) then
         call take_shadow(n - 1, low, dld)
         call take_shadow(n, main, dd)
         call take_shadow(n - 1, up, dud)
         call take_shadow(n - 2, fill)
         call tridiagonal_d(n, dlf, low, df, main, duf, up, du2, fill, ipiv, code)
         call put_shadow(low, dlfd)
         call put_shadow(main, dfd)
         call put_shadow(up, dufd)
         call put_shadow(fill, du2d)
      end if
      if (.not. present(xd)) return
      call clear('A', n, nrhs, xd, ldx)
      if (code /= 0) return
      do k = 1, nrhs
         associate (w => xd(:n, k), v => x(:n, k))
            if (present(bd)) w = bd(:n, k)
            if (present(dd)) w = w - dd(:n)*v
            if (is(trans, 'N')) then
               if (present(dld)) w(2:) = w(2:) - dld(:n - 1)*v(:n - 1)
               if (present(dud)) w(:n - 1) = w(:n - 1) - dud(:n - 1)*v(2:)
            else
               if (present(dld)) w(:n - 1) = w(:n - 1) - dld(:n - 1)*v(2:)
               if (present(dud)) w(2:) = w(2:) - dud(:n - 1)*v(:n - 1)
            end if
         end associate
      end do
      call dgttrs(trans, n, nrhs, dlf, df, duf, du2, ipiv, xd, ldx, code)
   end subroutine dgtsvx_d

   subroutine dgtsvx_b(fact, trans, n, nrhs, dl, dlb, d, db, du, dub, dlf, dlfb, df, dfb, duf, dufb, du2, du2b, ipiv, &
      b, bb, ldb, x, xb, ldx, rcond, rcondb, ferr, ferrb, berr, berrb, work, workb, iwork, info)
      character, intent(in) :: fact, trans
      integer, intent(in) :: n, nrhs, ldb, ldx, ipiv(*), iwork(*), info
      real(wp), intent(in) :: dl(*), d(*), du(*), dlf(*), df(*), duf(*), du2(*), b(ldb, *), x(ldx, *)
      real(wp), intent(in) :: rcond, ferr(*), berr(*), work(*)
      real(wp), intent(inout), optional :: dlb(*), db(*), dub(*), dlfb(*), dfb(*), dufb(*), du2b(*), bb(ldb, *), xb(ldx, *)
      real(wp), intent(inout), optional :: rcondb, ferrb(*), berrb(*), workb(*)
      real(wp), allocatable :: low(:), main(:), up(:), fill(:)
      integer :: k, code
      code = info
      if (info == n + 1) code = 0
      if (is(fact, 'N')) then
         call take_shadow(n - 1, low, dlfb)
         call take_shadow(n, main, dfb)
         call take_shadow(n - 1, up, dufb)
         call take_shadow(n - 2, fill, du2b)
         call dgttrf_b(n, dlf, low, df, main, duf, up, du2, fill, ipiv, code)
         if (present(dlb)) dlb(:n - 1) = dlb(:n - 1) + low
         if (present(db)) db(:n) = db(:n) + main
         if (present(dub)) dub(:n - 1) = dub(:n - 1) + up
         low = zero
         main = zero
         up = zero
         fill = zero
         call put_shadow(low, dlfb)
         call put_shadow(main, dfb)
         call put_shadow(up, dufb)
         call put_shadow(fill, du2b)
      end if
      if (.not. present(xb)) return
      if (code == 0) then
         call dgttrs(other(trans), n, nrhs, dlf, df, duf, du2, ipiv, xb, ldx, code)
         do k = 1, nrhs
            associate (w => xb(:n, k), v => x(:n, k))
               if (present(bb)) bb(:n, k) = bb(:n, k) + w
               if (present(db)) db(:n) = db(:n) - w*v
               if (is(trans, 'N')) then
                  if (present(dlb)) dlb(:n - 1) = dlb(:n - 1) - w(2:)*v(:n - 1)
                  if (present(dub)) dub(:n - 1) = dub(:n - 1) - w(:n - 1)*v(2:)
               else
                  if (present(dlb)) dlb(:n - 1) = dlb(:n - 1) - w(:n - 1)*v(2:)
                  if (present(dub)) dub(:n - 1) = dub(:n - 1) - w(2:)*v(:n - 1)
               end if
            end associate
         end do
      end if
      call clear('A', n, nrhs, xb, ldx)
   end subroutine dgtsvx_b

   ! ---- symmetric positive definite tridiagonal matrices: A = L*D*L', e the elements of L beside its ones

   subroutine dpttrf_d(n, d, dd, e, ed, info)
      integer, intent(in) :: n
      real(wp), intent(inout) :: d(*), e(*)
      real(wp), intent(inout), optional :: dd(*), ed(*)
      integer, intent(out) :: info
      call dpttrf(n, d, e, info)
      call factors_d(n, d, dd, e, ed, info)
   end subroutine dpttrf_d

   ! The derivatives of the factors in place of those of A. An absent one is zero for A, and not wanted of the factors.
   subroutine factors_d(n, d, dd, e, ed, info)
      integer, intent(in) :: n, info
      real(wp), intent(in) :: d(*), e(*)
      real(wp), intent(inout), optional :: dd(*), ed(*)
      real(wp) :: dd_i, ed_i, of_a
      integer :: i
      dd_i = zero
      if (present(dd) .and. n > 0 .and. info == 0) dd_i = dd(1)
      do i = 1, n - 1
         if (info == 0) then
            of_a = zero
            if (present(ed)) of_a = ed(i)
            ed_i = (of_a - e(i)*dd_i)/d(i)
            if (present(ed)) ed(i) = ed_i
            of_a = zero
            if (present(dd)) of_a = dd(i + 1)
            dd_i = of_a - e(i)*(2*ed_i*d(i) + e(i)*dd_i)
            if (present(dd)) dd(i + 1) = dd_i
         else
            if (present(ed)) ed(i) = zero
            if (present(dd)) dd(i + 1) = zero
         end if
      end do
      if (present(dd) .and. n > 0 .and. info /= 0) dd(1) = zero
   end subroutine factors_d

   subroutine dpttrf_b(n, d, db, e, eb, info)
      integer, intent(in) :: n, info
      real(wp), intent(in) :: d(*), e(*)
      real(wp), intent(inout), optional :: db(*), eb(*)
      real(wp) :: db_i, eb_i
      integer :: i
      db_i = zero
      if (present(db) .and. n > 0) then
         if (info /= 0) db(:n) = zero
         db_i = db(n)
      end if
      if (present(eb) .and. info /= 0) eb(:n - 1) = zero
      if (info /= 0) return
      do i = n - 1, 1, -1
         eb_i = -2*e(i)*d(i)*db_i
         if (present(eb)) eb_i = eb_i + eb(i)
         eb_i = eb_i/d(i)
         if (present(eb)) eb(i) = eb_i
         db_i = -e(i)*(e(i)*db_i + eb_i)
         if (present(db)) then
            db(i) = db(i) + db_i
            db_i = db(i)
         end if
      end do
   end subroutine dpttrf_b

   ! A*X = B with the factors of A
   subroutine dpttrs_d(n, nrhs, d, dd, e, ed, b, bd, ldb, info)
      integer, intent(in) :: n, nrhs, ldb
      real(wp), intent(in) :: d(*), e(*)
      real(wp), intent(in), optional :: dd(*), ed(*)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      call dpttrs(n, nrhs, d, e, b, ldb, info)
      if (present(bd)) call pttrs_shadows(n, nrhs, d, dd, e, ed, b, bd, ldb)
   end subroutine dpttrs_d

   subroutine pttrs_shadows(n, nrhs, d, dd, e, ed, b, bd, ldb)
      integer, intent(in) :: n, nrhs, ldb
      real(wp), intent(in) :: d(*), e(*), b(ldb, *)
      real(wp), intent(in), optional :: dd(*), ed(*)
      real(wp), intent(inout) :: bd(ldb, *)
      real(wp), allocatable :: main(:), side(:)
      integer :: code
      allocate (main(n), side(n))
      main = zero
      side = zero
      ! the derivative of A, from those of its factors
      if (present(dd)) then
         main = dd(:n)
         main(2:) = main(2:) + e(:n - 1)**2*dd(:n - 1)
         side(:n - 1) = e(:n - 1)*dd(:n - 1)
      end if
      if (present(ed)) then
         main(2:) = main(2:) + 2*e(:n - 1)*d(:n - 1)*ed(:n - 1)
         side(:n - 1) = side(:n - 1) + d(:n - 1)*ed(:n - 1)
      end if
      call subtract_tridiagonal(n, nrhs, main, side, b, ldb, bd, ldb)
      call dpttrs(n, nrhs, d, e, bd, ldb, code)
   end subroutine pttrs_shadows

   ! Y = Y - A*X, A symmetric and tridiagonal; absent diagonals are zero
   subroutine subtract_tridiagonal(n, k, d, e, x, ldx, y, ldy)
      integer, intent(in) :: n, k, ldx, ldy
      real(wp), intent(in), optional :: d(*), e(*)
      real(wp), intent(in) :: x(ldx, *)
      real(wp), intent(inout) :: y(ldy, *)
      integer :: j
      do j = 1, k
         if (present(d)) y(:n, j) = y(:n, j) - d(:n)*x(:n, j)
         if (present(e)) y(2:n, j) = y(2:n, j) - e(:n - 1)*x(:n - 1, j)
         if (present(e)) y(:n - 1, j) = y(:n - 1, j) - e(:n - 1)*x(2:n, j)
      end do
   end subroutine subtract_tridiagonal

   subroutine dpttrs_b(n, nrhs, d, db, e, eb, b, bb, ldb, info)
      integer, intent(in) :: n, nrhs, ldb, info
      real(wp), intent(in) :: d(*), e(*), b(ldb, *)
      real(wp), intent(inout), optional :: db(*), eb(*), bb(ldb, *)
      real(wp), allocatable :: main(:), side(:)
      integer :: code
      if (.not. present(bb)) return
      call dpttrs(n, nrhs, d, e, bb, ldb, code)
      allocate (main(n), side(n))
      main = zero
      side = zero
      call subtract_symmetric_tridiagonal(n, nrhs, bb, ldb, b, ldb, main, side)
      ! of the factors, from that of A
      if (present(db)) then
         db(:n) = db(:n) + main
         db(:n - 1) = db(:n - 1) + e(:n - 1)*(e(:n - 1)*main(2:) + side(:n - 1))
      end if
      if (present(eb)) eb(:n - 1) = eb(:n - 1) + d(:n - 1)*(2*e(:n - 1)*main(2:) + side(:n - 1))
   end subroutine dpttrs_b

   ! The adjoint of A where A*X = B, S that of B.
   subroutine subtract_symmetric_tridiagonal(n, k, s, lds, x, ldx, d, e)
      integer, intent(in) :: n, k, lds, ldx
      real(wp), intent(in) :: s(lds, *), x(ldx, *)
      real(wp), intent(inout), optional :: d(*), e(*)
      integer :: j
      do j = 1, k
         if (present(d)) d(:n) = d(:n) - s(:n, j)*x(:n, j)
         if (present(e)) e(:n - 1) = e(:n - 1) - s(:n - 1, j)*x(2:n, j) - s(2:n, j)*x(:n - 1, j)
      end do
   end subroutine subtract_symmetric_tridiagonal

   ! A*X = B; A is overwritten by its factors
   subroutine dptsv_d(n, nrhs, d, dd, e, ed, b, bd, ldb, info)
      integer, intent(in) :: n, nrhs, ldb
      real(wp), intent(inout) :: d(*), e(*), b(ldb, *)
      real(wp), intent(inout), optional :: dd(*), ed(*), bd(ldb, *)
      integer, intent(out) :: info
      integer :: code
      call dptsv(n, nrhs, d, e, b, ldb, info)
      if (present(bd) .and. info == 0) then
         call subtract_tridiagonal(n, nrhs, dd, ed, b, ldb, bd, ldb)
         call dpttrs(n, nrhs, d, e, bd, ldb, code)
      else if (present(bd)) then
         call clear('A', n, nrhs, bd, ldb)
      end if
      call factors_d(n, d, dd, e, ed, info)
   end subroutine dptsv_d

   subroutine dptsv_b(n, nrhs, d, db, e, eb, b, bb, ldb, info)
      integer, intent(in) :: n, nrhs, ldb, info
      real(wp), intent(in) :: d(*), e(*), b(ldb, *)
      real(wp), intent(inout), optional :: db(*), eb(*), bb(ldb, *)
      integer :: code
      call dpttrf_b(n, d, db, e, eb, info)
      if (.not. present(bb)) return
      if (info == 0) then
         call dpttrs(n, nrhs, d, e, bb, ldb, code)
         call subtract_symmetric_tridiagonal(n, nrhs, bb, ldb, b, ldb, db, eb)
      else
         call clear('A', n, nrhs, bb, ldb)
      end if
   end subroutine dptsv_b

end module adc_lapack_d
