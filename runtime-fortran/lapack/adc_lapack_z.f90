! Tangents and adjoints of LAPACK in complex double precision, by the mathematics of the routines: factors that a routine
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

module adc_lapack_z
   implicit none
   private
   public :: zgesv_d, zgesv_b, zgetrf_d, zgetrf_b, zgetrs_d, zgetrs_b
   public :: zposv_d, zposv_b, zpotrf_d, zpotrf_b, zpotrs_d, zpotrs_b
   public :: ztrtrs_d, ztrtrs_b, zgetri_d, zgetri_b
   public :: zsytrf_d, zsytrf_b, zsytrs_d, zsytrs_b, zsysv_d, zsysv_b
   public :: zgbtrf_d, zgbtrf_b, zgbtrs_d, zgbtrs_b, zgbsv_d, zgbsv_b
   public :: zgttrf_d, zgttrf_b, zgttrs_d, zgttrs_b, zgtsv_d, zgtsv_b
   public :: zgesv_dv, zgetrf_dv, zgetrs_dv, ztrtrs_dv

   integer, parameter :: wp = kind(1.0d0)
   complex(wp), parameter :: zero = 0, one = 1, half = one/2
   ! Columns that derivatives of factorizations treat together.
   integer, parameter :: width = 32

   complex(wp), external :: zdotu
   external :: zaxpy, zswap, zgemv, zgemm, zsymm, zsyr2k, ztrmm, ztrsm
   external :: zgesv, zgetrf, zgetrs, zgetri, zposv, zpotrf, zpotrs, ztrtrs
   external :: zsysv, zsytrf, zsytrs, zgbsv, zgbtrf, zgbtrs, zgtsv, zgttrf, zgttrs
   external :: zhemm

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
      complex(wp), intent(inout) :: a(lda, *)
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
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(out) :: t(n, n)
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
      complex(wp), intent(in) :: t(n, n)
      complex(wp), intent(inout) :: a(lda, *)
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
      complex(wp), intent(in) :: v(ldv, *), w(ldw, *)
      complex(wp), intent(inout) :: a(lda, *)
      integer :: i, j, c, first, last
      do j = 1, n, width
         i = min(j + width, n + 1)
         if (is(uplo, 'U')) then
            if (j > 1) call zgemm('N', 'T', j - 1, i - j, k, -one, v, ldv, w(j, 1), ldw, one, a(1, j), lda)
         else if (i <= n) then
            call zgemm('N', 'T', n - i + 1, i - j, k, -one, v(i, 1), ldv, w(j, 1), ldw, one, a(i, j), lda)
         end if
         do c = j, i - 1
            call column(uplo, skip, n, c, first, last)
            first = max(first, j)
            last = min(last, i - 1)
            if (last < first) cycle
            call zgemv('N', last - first + 1, k, -one, v(first, 1), ldv, w(c, 1), ldw, one, a(first, c), 1)
         end do
      end do
   end subroutine subtract_product

   ! Exchanges rows as an LU factorization did, or back.
   subroutine exchange_rows(forth, k, ipiv, n, a, lda)
      logical, intent(in) :: forth
      integer, intent(in) :: k, ipiv(*), n, lda
      complex(wp), intent(inout) :: a(lda, *)
      integer :: i, p
      do i = 1, k
         p = merge(i, k - i + 1, forth)
         if (ipiv(p) /= p) call zswap(n, a(p, 1), lda, a(ipiv(p), 1), lda)
      end do
   end subroutine exchange_rows

   ! Y = inverse(op(T))*Z, T triangular: yd is the derivative of Z on entry, and that of Y on exit.
   subroutine solve_d(uplo, trans, diag, n, k, t, td, ldt, y, ldy, yd, ldyd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, ldt, ldy, ldyd
      complex(wp), intent(in) :: t(ldt, *), y(ldy, *)
      complex(wp), intent(in), optional :: td(ldt, *)
      complex(wp), intent(inout) :: yd(ldyd, *)
      complex(wp), allocatable :: w(:, :)
      if (present(td)) then
         w = y(:n, :k)
         call ztrmm('L', uplo, trans, diag, n, k, one, td, ldt, w, max(1, n))
         ! ones on the diagonal have no derivative
         if (is(diag, 'U')) w = w - y(:n, :k)
         yd(:n, :k) = yd(:n, :k) - w
      end if
      call ztrsm('L', uplo, trans, diag, n, k, one, t, ldt, yd, ldyd)
   end subroutine solve_d

   ! Its adjoint: yb is that of Y on entry, and that of Z on exit.
   subroutine solve_b(uplo, trans, diag, n, k, t, tb, ldt, y, ldy, yb, ldyb)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, ldt, ldy, ldyb
      complex(wp), intent(in) :: t(ldt, *), y(ldy, *)
      complex(wp), intent(inout), optional :: tb(ldt, *)
      complex(wp), intent(inout) :: yb(ldyb, *)
      call ztrsm('L', uplo, other(trans), diag, n, k, one, t, ldt, yb, ldyb)
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
      complex(wp), intent(in), optional :: all(nd, ld, *)
      complex(wp), allocatable, intent(inout) :: it(:, :)
      if (.not. present(all)) return
      if (.not. allocated(it)) allocate (it(ld, n))
      it(:m, :) = all(p, :m, :n)
   end subroutine take

   subroutine put(nd, p, m, n, ld, it, all)
      integer, intent(in) :: nd, p, m, n, ld
      complex(wp), allocatable, intent(in) :: it(:, :)
      complex(wp), intent(inout), optional :: all(nd, ld, *)
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
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ad(lda, *)
      complex(wp), allocatable :: w(:, :)
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
            call ztrmm('R', 'U', 'N', 'N', below, k, one, ad(j, j), lda, w, below)
            ad(i:m, j:i - 1) = ad(i:m, j:i - 1) - w
            call ztrsm('R', 'U', 'N', 'N', below, k, one, a(j, j), lda, ad(i, j), lda)
         end if
         if (right > 0) call solve_d('L', 'N', 'U', k, right, a(j, j), ad(j, j), lda, a(j, i), lda, ad(j, i), lda)
         if (below > 0 .and. right > 0) then
            call zgemm('N', 'N', below, right, k, -one, ad(i, j), lda, a(j, i), lda, one, ad(i, i), lda)
            call zgemm('N', 'N', below, right, k, -one, a(i, j), lda, ad(j, i), lda, one, ad(i, i), lda)
         end if
      end do
   end subroutine lu_d

   ! F = inverse(L)*Ad*inverse(U); Ld = L*lower(F), without the diagonal; Ud = upper(F)*U
   subroutine lu_block_d(n, a, ad, lda)
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ad(lda, *)
      complex(wp) :: f(n, n), ld(n, n), ud(n, n)
      f = ad(:n, :n)
      call ztrsm('L', 'L', 'N', 'U', n, n, one, a, lda, f, n)
      call ztrsm('R', 'U', 'N', 'N', n, n, one, a, lda, f, n)
      call take_triangle('L', .true., n, f, n, ld)
      call ztrmm('L', 'L', 'N', 'U', n, n, one, a, lda, ld, n)
      call take_triangle('U', .false., n, f, n, ud)
      call ztrmm('R', 'U', 'N', 'N', n, n, one, a, lda, ud, n)
      ad(:n, :n) = ld + ud
   end subroutine lu_block_d

   ! The adjoint of A in place of that of the factors.
   subroutine lu_b(m, n, a, ab, lda, ipiv)
      integer, intent(in) :: m, n, lda, ipiv(*)
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ab(lda, *)
      integer :: i, j, k, below, right
      do j = (min(m, n) - 1)/width*width + 1, 1, -width
         k = min(width, min(m, n) - j + 1)
         i = j + k
         below = m - i + 1
         right = n - i + 1
         if (below > 0 .and. right > 0) then
            call zgemm('N', 'T', below, k, right, -one, ab(i, i), lda, a(j, i), lda, one, ab(i, j), lda)
            call zgemm('T', 'N', k, right, below, -one, a(i, j), lda, ab(i, i), lda, one, ab(j, i), lda)
         end if
         if (right > 0) call solve_b('L', 'N', 'U', k, right, a(j, j), ab(j, j), lda, a(j, i), lda, ab(j, i), lda)
         if (below > 0) then
            call ztrsm('R', 'U', 'T', 'N', below, k, one, a(j, j), lda, ab(i, j), lda)
            call subtract_crossproduct('U', k, below, a(i, j), lda, ab(i, j), lda, ab(j, j), lda)
         end if
         call lu_block_b(k, a(j, j), ab(j, j), lda)
      end do
      call exchange_rows(.false., min(m, n), ipiv, n, ab, lda)
   end subroutine lu_b

   ! Ab = inverse(L')*(lower(L'*Lb), without the diagonal, + upper(Ub*U'))*inverse(U')
   subroutine lu_block_b(n, a, ab, lda)
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ab(lda, *)
      complex(wp) :: f(n, n), g(n, n)
      call take_triangle('L', .true., n, ab, lda, g)
      call ztrmm('L', 'L', 'T', 'U', n, n, one, a, lda, g, n)
      call take_triangle('U', .false., n, ab, lda, f)
      call ztrmm('R', 'U', 'T', 'N', n, n, one, a, lda, f, n)
      call put_triangle('L', .true., n, g, f, n)
      call ztrsm('L', 'L', 'T', 'U', n, n, one, a, lda, f, n)
      call ztrsm('R', 'U', 'T', 'N', n, n, one, a, lda, f, n)
      ab(:n, :n) = f
   end subroutine lu_block_b

   ! a = a - v'*w, a triangle; v and w have k rows.
   subroutine subtract_crossproduct(uplo, n, k, v, ldv, w, ldw, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, ldv, ldw, lda
      complex(wp), intent(in) :: v(ldv, *), w(ldw, *)
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp) :: t(n, n)
      integer :: j, first, last
      call zgemm('T', 'N', n, n, k, one, v, ldv, w, ldw, zero, t, n)
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         a(first:last, j) = a(first:last, j) - t(first:last, j)
      end do
   end subroutine subtract_crossproduct

   ! ---- general matrices

   ! A = P*L*U
   subroutine zgetrf_d(m, n, a, ad, lda, ipiv, info)
      integer, intent(in) :: m, n, lda
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      call zgetrf(m, n, a, lda, ipiv, info)
      call getrf_shadows(m, n, a, ad, lda, ipiv, info)
   end subroutine zgetrf_d

   subroutine zgetrf_dv(m, n, a, ad, lda, ipiv, info, nd)
      integer, intent(in) :: m, n, lda, nd
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(nd, lda, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      complex(wp), allocatable :: ad1(:, :)
      integer :: p
      call zgetrf(m, n, a, lda, ipiv, info)
      do p = 1, nd
         call take(nd, p, m, n, lda, ad, ad1)
         call getrf_shadows(m, n, a, ad1, lda, ipiv, info)
         call put(nd, p, m, n, lda, ad1, ad)
      end do
   end subroutine zgetrf_dv

   subroutine getrf_shadows(m, n, a, ad, lda, ipiv, info)
      integer, intent(in) :: m, n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      integer, intent(in) :: ipiv(*)
      integer, intent(in) :: info
      if (.not. present(ad)) return
      if (info == 0) then
         call lu_d(m, n, a, ad, lda, ipiv)
      else
         call clear('A', m, n, ad, lda)
      end if
   end subroutine getrf_shadows

   subroutine zgetrf_t(m, n, a, ab, lda, ipiv, info)
      integer, intent(in) :: m, n, lda, ipiv(*), info
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout), optional :: ab(lda, *)
      if (.not. present(ab)) return
      if (info == 0) then
         call lu_b(m, n, a, ab, lda, ipiv)
      else
         call clear('A', m, n, ab, lda)
      end if
   end subroutine zgetrf_t

   ! op(A)*X = B with the factors of A
   subroutine zgetrs_d(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      call zgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
      call getrs_shadows(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
   end subroutine zgetrs_d

   subroutine zgetrs_dv(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, nd)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, nd
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(nd, lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(nd, ldb, *)
      integer, intent(out) :: info
      complex(wp), allocatable :: ad1(:, :), bd1(:, :)
      integer :: p
      call zgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call take(nd, p, n, nrhs, ldb, bd, bd1)
         call getrs_shadows(trans, n, nrhs, a, ad1, lda, ipiv, b, bd1, ldb, info)
         call put(nd, p, n, nrhs, ldb, bd1, bd)
      end do
   end subroutine zgetrs_dv

   subroutine getrs_shadows(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(in) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(in) :: info
      complex(wp), allocatable :: y(:, :), z(:, :)
      integer :: code
      if (.not. present(bd)) return
      if (.not. present(ad)) then
         call zgetrs(trans, n, nrhs, a, lda, ipiv, bd, ldb, code)
      else if (is(trans, 'N')) then
         y = b(:n, :nrhs)
         call ztrmm('L', 'U', 'N', 'N', n, nrhs, one, a, lda, y, max(1, n))
         call exchange_rows(.true., n, ipiv, nrhs, bd, ldb)
         call solve_d('L', 'N', 'U', n, nrhs, a, ad, lda, y, max(1, n), bd, ldb)
         call solve_d('U', 'N', 'N', n, nrhs, a, ad, lda, b, ldb, bd, ldb)
      else
         z = b(:n, :nrhs)
         call exchange_rows(.true., n, ipiv, nrhs, z, max(1, n))
         y = z
         call ztrmm('L', 'L', trans, 'U', n, nrhs, one, a, lda, y, max(1, n))
         call solve_d('U', trans, 'N', n, nrhs, a, ad, lda, y, max(1, n), bd, ldb)
         call solve_d('L', trans, 'U', n, nrhs, a, ad, lda, z, max(1, n), bd, ldb)
         call exchange_rows(.false., n, ipiv, nrhs, bd, ldb)
      end if
   end subroutine getrs_shadows

   subroutine zgetrs_t(trans, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: y(:, :), z(:, :)
      integer :: code
      if (.not. present(bb)) return
      if (.not. present(ab)) then
         call zgetrs(other(trans), n, nrhs, a, lda, ipiv, bb, ldb, code)
      else if (is(trans, 'N')) then
         call solve_b('U', 'N', 'N', n, nrhs, a, ab, lda, b, ldb, bb, ldb)
         y = b(:n, :nrhs)
         call ztrmm('L', 'U', 'N', 'N', n, nrhs, one, a, lda, y, max(1, n))
         call solve_b('L', 'N', 'U', n, nrhs, a, ab, lda, y, max(1, n), bb, ldb)
         call exchange_rows(.false., n, ipiv, nrhs, bb, ldb)
      else
         z = b(:n, :nrhs)
         call exchange_rows(.true., n, ipiv, nrhs, z, max(1, n))
         call exchange_rows(.true., n, ipiv, nrhs, bb, ldb)
         call solve_b('L', 'T', 'U', n, nrhs, a, ab, lda, z, max(1, n), bb, ldb)
         call ztrmm('L', 'L', 'T', 'U', n, nrhs, one, a, lda, z, max(1, n))
         call solve_b('U', 'T', 'N', n, nrhs, a, ab, lda, z, max(1, n), bb, ldb)
      end if
   end subroutine zgetrs_t

   ! A*X = B; A is overwritten by its factors
   subroutine zgesv_d(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, factors)
      integer, intent(in) :: n, nrhs, lda, ldb
      complex(wp), intent(inout) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      call zgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
      call gesv_shadows(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, factors)
   end subroutine zgesv_d

   subroutine zgesv_dv(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, nd, factors)
      integer, intent(in) :: n, nrhs, lda, ldb, nd
      complex(wp), intent(inout) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ad(nd, lda, *), bd(nd, ldb, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      complex(wp), allocatable :: ad1(:, :), bd1(:, :)
      integer :: p
      call zgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call take(nd, p, n, nrhs, ldb, bd, bd1)
         call gesv_shadows(n, nrhs, a, ad1, lda, ipiv, b, bd1, ldb, info, factors)
         call put(nd, p, n, n, lda, ad1, ad)
         call put(nd, p, n, nrhs, ldb, bd1, bd)
      end do
   end subroutine zgesv_dv

   subroutine gesv_shadows(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info, factors)
      integer, intent(in) :: n, nrhs, lda, ldb
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *)
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
         if (present(ad)) call zgemm('N', 'N', n, nrhs, n, -one, ad, lda, b, ldb, one, bd, ldb)
         call zgetrs('N', n, nrhs, a, lda, ipiv, bd, ldb, code)
      end if
      if (present(ad) .and. is_wanted(factors)) call lu_d(n, n, a, ad, lda, ipiv)
   end subroutine gesv_shadows

   subroutine zgesv_t(n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info, factors)
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
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
      call zgetrs('T', n, nrhs, a, lda, ipiv, bb, ldb, code)
      if (present(ab)) call zgemm('N', 'T', n, n, nrhs, -one, bb, ldb, b, ldb, one, ab, lda)
   end subroutine zgesv_t

   ! ---- symmetric positive definite matrices

   ! ---- triangular matrices

   ! op(A)*X = B
   subroutine ztrtrs_d(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      call ztrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
      call trtrs_shadows(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info)
   end subroutine ztrtrs_d

   subroutine ztrtrs_dv(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb, nd
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(nd, lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(nd, ldb, *)
      integer, intent(out) :: info
      complex(wp), allocatable :: ad1(:, :), bd1(:, :)
      integer :: p
      call ztrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
      do p = 1, nd
         call take(nd, p, n, n, lda, ad, ad1)
         call take(nd, p, n, nrhs, ldb, bd, bd1)
         call trtrs_shadows(uplo, trans, diag, n, nrhs, a, ad1, lda, b, bd1, ldb, info)
         call put(nd, p, n, nrhs, ldb, bd1, bd)
      end do
   end subroutine ztrtrs_dv

   subroutine trtrs_shadows(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(in) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(in) :: info
      if (.not. present(bd)) return
      if (info == 0) then
         call solve_d(uplo, trans, diag, n, nrhs, a, ad, lda, b, ldb, bd, ldb)
      else
         call clear('A', n, nrhs, bd, ldb)
      end if
   end subroutine trtrs_shadows

   subroutine ztrtrs_t(uplo, trans, diag, n, nrhs, a, ab, lda, b, bb, ldb, info)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      if (.not. present(bb)) return
      if (info == 0) then
         call solve_b(uplo, trans, diag, n, nrhs, a, ab, lda, b, ldb, bb, ldb)
      else
         call clear('A', n, nrhs, bb, ldb)
      end if
   end subroutine ztrtrs_t

   ! ---- inverse matrices, from the factors

   subroutine zgetri_d(n, a, ad, lda, ipiv, work, workd, lwork, info)
      integer, intent(in) :: n, lda, ipiv(*), lwork
      complex(wp), intent(inout) :: a(lda, *), work(*)
      complex(wp), intent(inout), optional :: ad(lda, *), workd(*)
      integer, intent(out) :: info
      complex(wp), allocatable :: g(:, :), h(:, :)
      logical :: has_work
      has_work = present(ad) .and. lwork /= -1
      if (present(workd)) call clear('A', max(1, lwork), 1, workd, max(1, lwork))
      if (has_work) then
         ! the derivative of L*U, with the rows of A
         allocate (g(n, n), h(n, n))
         call take_triangle('L', .true., n, ad, lda, g)
         call ztrmm('R', 'U', 'N', 'N', n, n, one, a, lda, g, max(1, n))
         call take_triangle('U', .false., n, ad, lda, h)
         call ztrmm('L', 'L', 'N', 'U', n, n, one, a, lda, h, max(1, n))
         g = g + h
         call exchange_rows(.false., n, ipiv, n, g, max(1, n))
      end if
      call zgetri(n, a, lda, ipiv, work, lwork, info)
      if (.not. has_work) return
      if (info == 0) then
         call zgemm('N', 'N', n, n, n, one, g, max(1, n), a, lda, zero, h, max(1, n))
         call zgemm('N', 'N', n, n, n, -one, a, lda, h, max(1, n), zero, ad, lda)
      else
         call clear('A', n, n, ad, lda)
      end if
   end subroutine zgetri_d

   subroutine zgetri_t(n, a, ab, lda, ipiv, work, workb, lwork, info)
      integer, intent(in) :: n, lda, ipiv(*), lwork, info
      complex(wp), intent(in) :: a(lda, *), work(*)
      complex(wp), intent(inout), optional :: ab(lda, *), workb(*)
      complex(wp), allocatable :: g(:, :), h(:, :), space(:)
      integer :: code
      if (present(workb)) call clear('A', max(1, lwork), 1, workb, max(1, lwork))
      if (.not. present(ab) .or. lwork == -1) return
      h = a(:n, :n)
      allocate (g(n, n), space(width*max(1, n)))
      call zgetri(n, h, max(1, n), ipiv, space, size(space), code)
      if (code /= 0) then
         call clear('A', n, n, ab, lda)
         return
      end if
      call zgemm('N', 'T', n, n, n, one, ab, lda, h, max(1, n), zero, g, max(1, n))
      call zgemm('T', 'N', n, n, n, -one, h, max(1, n), g, max(1, n), zero, ab, lda)
      ! of L and U, from that of A
      call exchange_rows(.true., n, ipiv, n, ab, lda)
      g = ab(:n, :n)
      h = g
      call ztrmm('R', 'U', 'T', 'N', n, n, one, a, lda, g, max(1, n))
      call ztrmm('L', 'L', 'T', 'U', n, n, one, a, lda, h, max(1, n))
      call put_triangle('L', .true., n, g, ab, lda)
      call put_triangle('U', .false., n, h, ab, lda)
   end subroutine zgetri_t

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
      complex(wp), intent(inout) :: a(lda, *)
      if (i /= j .and. n > 0) call zswap(n, a(i, 1), lda, a(j, 1), lda)
   end subroutine exchange_two

   ! A = P'*A or back
   subroutine exchange_blocks(forth, steps, from, to, n, a, lda)
      logical, intent(in) :: forth
      integer, intent(in) :: steps, from(*), to(*), n, lda
      complex(wp), intent(inout) :: a(lda, *)
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
      complex(wp), intent(inout) :: t(n, n)
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
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(out) :: t(n, n), main(n), side(n)
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
      complex(wp), intent(in) :: main(n), side(n)
      complex(wp), intent(inout) :: t(n, n), a(lda, *)
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
      complex(wp), intent(in) :: main(n), side(n)
      complex(wp), intent(inout) :: x(n, k)
      complex(wp) :: old(k)
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
      complex(wp), intent(in) :: main(n), side(n)
      complex(wp), intent(inout) :: x(n, n)
      complex(wp) :: old(n), p, q
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
      complex(wp), intent(inout) :: x(n, n)
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
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ad(lda, *)
      complex(wp), allocatable :: t(:, :), f(:, :)
      complex(wp) :: main(n), side(n), maind(n), sided(n)
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
      call ztrsm('L', uplo, 'N', 'U', n, n, one, t, n, f, n)
      call ztrsm('R', uplo, 'T', 'U', n, n, one, t, n, f, n)
      do j = 1, n
         maind(j) = f(j, j)
         sided(j) = zero
      end do
      do s = 1, steps
         if (first(s) < last(s)) sided(first(s)) = f(first(s), last(s))
      end do
      call keep_beside_blocks(uplo, n, steps, first, last, f)
      call divide_by_blocks(n, steps, first, last, main, side, f)
      call ztrmm('L', uplo, 'N', 'U', n, n, one, t, n, f, n)
      call put_blocks(uplo, n, steps, first, last, from, to, f, maind, sided, ad, lda)
   end subroutine symmetric_d

   ! The adjoint of A in place of that of the factors.
   subroutine symmetric_b(uplo, n, a, ab, lda, ipiv)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, ipiv(*)
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ab(lda, *)
      complex(wp), allocatable :: t(:, :), f(:, :)
      complex(wp) :: main(n), side(n), mainb(n), sideb(n)
      integer :: first(n), last(n), from(n), to(n), steps, s, j
      if (n == 0) return
      allocate (t(n, n), f(n, n))
      call find_blocks(uplo, n, ipiv, steps, first, last, from, to)
      call take_blocks(uplo, n, a, lda, steps, first, last, from, to, t, main, side)
      call take_blocks(uplo, n, ab, lda, steps, first, last, from, to, f, mainb, sideb)
      call ztrmm('L', uplo, 'T', 'U', n, n, one, t, n, f, n)
      call keep_beside_blocks(uplo, n, steps, first, last, f)
      call divide_by_blocks(n, steps, first, last, main, side, f)
      do s = 1, steps
         if (first(s) < last(s)) f(first(s), last(s)) = sideb(first(s))
      end do
      do j = 1, n
         f(j, j) = mainb(j)
      end do
      call ztrsm('L', uplo, 'T', 'U', n, n, one, t, n, f, n)
      call ztrsm('R', uplo, 'N', 'U', n, n, one, t, n, f, n)
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

   subroutine zsytrf_d(uplo, n, a, ad, lda, ipiv, work, workd, lwork, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, lwork
      complex(wp), intent(inout) :: a(lda, *), work(*)
      complex(wp), intent(inout), optional :: ad(lda, *), workd(*)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      call zsytrf(uplo, n, a, lda, ipiv, work, lwork, info)
      if (present(workd)) call clear('A', max(1, lwork), 1, workd, max(1, lwork))
      if (.not. present(ad) .or. lwork == -1) return
      if (info == 0) then
         call symmetric_d(uplo, n, a, ad, lda, ipiv)
      else
         call clear(uplo, n, n, ad, lda)
      end if
   end subroutine zsytrf_d

   subroutine zsytrf_t(uplo, n, a, ab, lda, ipiv, work, workb, lwork, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, ipiv(*), lwork, info
      complex(wp), intent(in) :: a(lda, *), work(*)
      complex(wp), intent(inout), optional :: ab(lda, *), workb(*)
      if (present(workb)) call clear('A', max(1, lwork), 1, workb, max(1, lwork))
      if (.not. present(ab) .or. lwork == -1) return
      if (info == 0) then
         call symmetric_b(uplo, n, a, ab, lda, ipiv)
      else
         call clear(uplo, n, n, ab, lda)
      end if
   end subroutine zsytrf_t

   ! A*X = B with the factors of A: with x = P'*X, y = T'*x and z = D*y,
   ! P'*Ad*X = Td*z + T*(Dd*y + D*Td'*x)
   subroutine zsytrs_d(uplo, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      complex(wp), allocatable :: t(:, :), td(:, :), x(:, :), y(:, :), z(:, :)
      complex(wp) :: main(n), side(n), maind(n), sided(n)
      integer :: first(n), last(n), from(n), to(n), steps, code
      call zsytrs(uplo, n, nrhs, a, lda, ipiv, b, ldb, info)
      if (.not. present(bd) .or. n == 0 .or. nrhs == 0) return
      if (present(ad)) then
         allocate (t(n, n), td(n, n), z(n, nrhs))
         call find_blocks(uplo, n, ipiv, steps, first, last, from, to)
         call take_blocks(uplo, n, a, lda, steps, first, last, from, to, t, main, side)
         call take_blocks(uplo, n, ad, lda, steps, first, last, from, to, td, maind, sided)
         x = b(:n, :nrhs)
         call exchange_blocks(.true., steps, from, to, nrhs, x, n)
         y = x
         call ztrmm('L', uplo, 'T', 'U', n, nrhs, one, t, n, y, n)
         call zgemm('T', 'N', n, nrhs, n, one, td, n, x, n, zero, z, n)
         call multiply_blocks(n, steps, first, last, main, side, nrhs, z)
         x = y
         call multiply_blocks(n, steps, first, last, maind, sided, nrhs, x)
         x = x + z
         call ztrmm('L', uplo, 'N', 'U', n, nrhs, one, t, n, x, n)
         call multiply_blocks(n, steps, first, last, main, side, nrhs, y)
         call zgemm('N', 'N', n, nrhs, n, one, td, n, y, n, one, x, n)
         call exchange_blocks(.false., steps, from, to, nrhs, x, n)
         bd(:n, :nrhs) = bd(:n, :nrhs) - x
      end if
      call zsytrs(uplo, n, nrhs, a, lda, ipiv, bd, ldb, code)
   end subroutine zsytrs_d

   subroutine zsytrs_t(uplo, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: t(:, :), tb(:, :), s(:, :), v(:, :), x(:, :), y(:, :)
      complex(wp) :: main(n), side(n), mainb(n), sideb(n)
      integer :: first(n), last(n), from(n), to(n), steps, code, i
      if (.not. present(bb) .or. n == 0 .or. nrhs == 0) return
      call zsytrs(uplo, n, nrhs, a, lda, ipiv, bb, ldb, code)
      if (.not. present(ab)) return
      allocate (t(n, n), tb(n, n))
      call find_blocks(uplo, n, ipiv, steps, first, last, from, to)
      call take_blocks(uplo, n, a, lda, steps, first, last, from, to, t, main, side)
      x = b(:n, :nrhs)
      call exchange_blocks(.true., steps, from, to, nrhs, x, n)
      s = bb(:n, :nrhs)
      call exchange_blocks(.true., steps, from, to, nrhs, s, n)
      y = x
      call ztrmm('L', uplo, 'T', 'U', n, nrhs, one, t, n, y, n)
      v = s
      call ztrmm('L', uplo, 'T', 'U', n, nrhs, one, t, n, v, n)
      sideb = zero
      do i = 1, n
         mainb(i) = -zdotu(nrhs, v(i, 1), n, y(i, 1), n)
         if (i == n) exit
         sideb(i) = -zdotu(nrhs, v(i, 1), n, y(i + 1, 1), n) - zdotu(nrhs, v(i + 1, 1), n, y(i, 1), n)
      end do
      call multiply_blocks(n, steps, first, last, main, side, nrhs, y)
      call multiply_blocks(n, steps, first, last, main, side, nrhs, v)
      call zgemm('N', 'T', n, n, nrhs, -one, s, n, y, n, zero, tb, n)
      call zgemm('N', 'T', n, n, nrhs, -one, x, n, v, n, one, tb, n)
      call keep_beside_blocks(uplo, n, steps, first, last, tb)
      call take_triangle(uplo, .false., n, ab, lda, t)
      call put_blocks(uplo, n, steps, first, last, from, to, tb, mainb, sideb, ab, lda)
      do i = 1, n
         ab(:n, i) = ab(:n, i) + t(:, i)
      end do
   end subroutine zsytrs_t

   ! A*X = B, A symmetric
   subroutine zsysv_d(uplo, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, work, workd, lwork, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb, lwork
      complex(wp), intent(inout) :: a(lda, *), b(ldb, *), work(*)
      complex(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *), workd(*)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      integer :: code
      call zsysv(uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info)
      if (present(workd)) call clear('A', max(1, lwork), 1, workd, max(1, lwork))
      if (lwork == -1) return
      if (info /= 0) then
         if (present(ad)) call clear(uplo, n, n, ad, lda)
         if (present(bd)) call clear('A', n, nrhs, bd, ldb)
         return
      end if
      if (present(bd)) then
         if (present(ad)) call zsymm('L', uplo, n, nrhs, -one, ad, lda, b, ldb, one, bd, ldb)
         call zsytrs(uplo, n, nrhs, a, lda, ipiv, bd, ldb, code)
      end if
      if (present(ad) .and. is_wanted(factors)) call symmetric_d(uplo, n, a, ad, lda, ipiv)
   end subroutine zsysv_d

   subroutine zsysv_t(uplo, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, work, workb, lwork, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, lwork, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *), work(*)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *), workb(*)
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
      call zsytrs(uplo, n, nrhs, a, lda, ipiv, bb, ldb, code)
      if (present(ab)) call subtract_symmetric(uplo, n, nrhs, bb, ldb, b, ldb, ab, lda)
   end subroutine zsysv_t

   ! The triangle of the adjoint of a symmetric A where A*X = B, S that of B: A = A - S*X' - X*S', the diagonal once.
   subroutine subtract_symmetric(uplo, n, k, s, lds, x, ldx, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, lds, ldx, lda
      complex(wp), intent(in) :: s(lds, *), x(ldx, *)
      complex(wp), intent(inout) :: a(lda, *)
      integer :: i
      call zsyr2k(uplo, 'N', n, k, -one, s, lds, x, ldx, one, a, lda)
      do i = 1, n
         a(i, i) = a(i, i) + zdotu(k, s(i, 1), lds, x(i, 1), ldx)
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
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp) :: kept
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
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j
      do j = 1, n
         a(max(1, kl + ku + 2 - j):kl, j) = zero
      end do
   end subroutine clear_filled

   ! The derivative of the factors in place of that of A: that of each step.
   subroutine banded_d(m, n, kl, ku, a, ad, lda, ipiv)
      integer, intent(in) :: m, n, kl, ku, lda, ipiv(*)
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ad(lda, *)
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
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ab(lda, *)
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
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j, d
      d = kl + ku + 1
      do j = 1, n
         a(max(1, d + 1 - j):d + min(kl, m - j), j) = zero
      end do
   end subroutine clear_band

   subroutine zgbtrf_d(m, n, kl, ku, ab, abd, ldab, ipiv, info)
      integer, intent(in) :: m, n, kl, ku, ldab
      complex(wp), intent(inout) :: ab(ldab, *)
      complex(wp), intent(inout), optional :: abd(ldab, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      call zgbtrf(m, n, kl, ku, ab, ldab, ipiv, info)
      if (.not. present(abd)) return
      if (info == 0) then
         call banded_d(m, n, kl, ku, ab, abd, ldab, ipiv)
      else
         call clear_band(m, n, kl, ku, abd, ldab)
      end if
   end subroutine zgbtrf_d

   subroutine zgbtrf_t(m, n, kl, ku, ab, abb, ldab, ipiv, info)
      integer, intent(in) :: m, n, kl, ku, ldab, ipiv(*), info
      complex(wp), intent(in) :: ab(ldab, *)
      complex(wp), intent(inout), optional :: abb(ldab, *)
      integer :: j
      if (.not. present(abb)) return
      if (info == 0) then
         call banded_b(m, n, kl, ku, ab, abb, ldab, ipiv)
      else
         do j = 1, n
            abb(max(1, kl + ku + 2 - j):kl + ku + 1 + min(kl, m - j), j) = zero
         end do
      end if
   end subroutine zgbtrf_t

   ! op(A)*X = B with the factors of A, column by column
   recursive subroutine zgbtrs_d(trans, n, kl, ku, nrhs, ab, abd, ldab, ipiv, b, bd, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ipiv(*), ldb
      complex(wp), intent(in) :: ab(ldab, *)
      complex(wp), intent(in), optional :: abd(ldab, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      integer :: k
      if (is(trans, 'C')) then
         ! the conjugates of X and B solve the transposed equations
         call conjugate_matrix('A', n, nrhs, b, ldb)
         call conjugate_matrix('A', n, nrhs, bd, ldb)
         call zgbtrs_d('T', n, kl, ku, nrhs, ab, abd, ldab, ipiv, b, bd, ldb, info)
         call conjugate_matrix('A', n, nrhs, b, ldb)
         call conjugate_matrix('A', n, nrhs, bd, ldb)
         return
      end if
      call zgbtrs(trans, n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
      if (.not. present(bd) .or. n == 0) return
      if (.not. present(abd)) then
         call zgbtrs(trans, n, kl, ku, nrhs, ab, ldab, ipiv, bd, ldb, info)
         return
      end if
      do k = 1, nrhs
         if (is(trans, 'N')) then
            call forth_d(n, kl, ku, ab, abd, ldab, ipiv, b(1, k), bd(1, k))
         else
            call back_d(n, kl, ku, ab, abd, ldab, ipiv, b(1, k), bd(1, k))
         end if
      end do
   end subroutine zgbtrs_d

   ! X = op(U)*X, U an upper triangle with k diagonals above the main one
   subroutine multiply_band(trans, n, k, u, ldu, x)
      character, intent(in) :: trans
      integer, intent(in) :: n, k, ldu
      complex(wp), intent(in) :: u(ldu, *)
      complex(wp), intent(inout) :: x(n)
      complex(wp) :: y(n)
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
      complex(wp), intent(in) :: u(ldu, *)
      complex(wp), intent(inout) :: x(n)
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
      complex(wp), intent(in) :: a(lda, *), ad(lda, *), x(n)
      complex(wp), intent(inout) :: xd(n)
      complex(wp) :: y(n), kept
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
      complex(wp), intent(in) :: a(lda, *), ad(lda, *), x(n)
      complex(wp), intent(inout) :: xd(n)
      complex(wp) :: z(n), y(n), kept
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
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: z(n)
      complex(wp) :: kept
      integer :: d, l
      d = kl + ku + 1
      l = min(kl, n - j)
      kept = z(j)
      z(j) = z(ipiv(j))
      z(ipiv(j)) = kept
      z(j) = z(j) + sum(a(d + 1:d + l, j)*z(j + 1:j + l))
   end subroutine undo_step

   subroutine zgbtrs_t(trans, n, kl, ku, nrhs, ab, abb, ldab, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info
      complex(wp), intent(in) :: ab(ldab, *), b(ldb, *)
      complex(wp), intent(inout), optional :: abb(ldab, *), bb(ldb, *)
      integer :: k, code
      if (.not. present(bb) .or. n == 0) return
      if (.not. present(abb)) then
         call zgbtrs(other(trans), n, kl, ku, nrhs, ab, ldab, ipiv, bb, ldb, code)
         return
      end if
      do k = 1, nrhs
         if (is(trans, 'N')) then
            call forth_b(n, kl, ku, ab, abb, ldab, ipiv, b(1, k), bb(1, k))
         else
            call back_b(n, kl, ku, ab, abb, ldab, ipiv, b(1, k), bb(1, k))
         end if
      end do
   end subroutine zgbtrs_t

   subroutine forth_b(n, kl, ku, a, ab, lda, ipiv, x, xb)
      integer, intent(in) :: n, kl, ku, lda, ipiv(*)
      complex(wp), intent(in) :: a(lda, *), x(n)
      complex(wp), intent(inout) :: ab(lda, *), xb(n)
      complex(wp) :: y(n), kept
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
      complex(wp), intent(in) :: a(lda, *), x(n)
      complex(wp), intent(inout) :: ab(lda, *), xb(n)
      complex(wp) :: z(n), kept
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
   subroutine zgbsv_d(n, kl, ku, nrhs, ab, abd, ldab, ipiv, b, bd, ldb, info, factors)
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ldb
      complex(wp), intent(inout) :: ab(ldab, *), b(ldb, *)
      complex(wp), intent(inout), optional :: abd(ldab, *), bd(ldb, *)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      integer :: j, k, first, last, code
      call zgbsv(n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
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
                  call zaxpy(last - first + 1, -b(j, k), abd(kl + ku + 1 + first - j, j), 1, bd(first, k), 1)
               end do
            end do
         end if
         call zgbtrs('N', n, kl, ku, nrhs, ab, ldab, ipiv, bd, ldb, code)
      end if
      if (present(abd) .and. is_wanted(factors)) call banded_d(n, n, kl, ku, ab, abd, ldab, ipiv)
   end subroutine zgbsv_d

   subroutine zgbsv_t(n, kl, ku, nrhs, ab, abb, ldab, ipiv, b, bb, ldb, info, factors)
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info
      complex(wp), intent(in) :: ab(ldab, *), b(ldb, *)
      complex(wp), intent(inout), optional :: abb(ldab, *), bb(ldb, *)
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
      call zgbtrs('T', n, kl, ku, nrhs, ab, ldab, ipiv, bb, ldb, code)
      if (.not. present(abb)) return
      do k = 1, nrhs
         do j = 1, n
            first = max(1, j - ku)
            last = min(n, j + kl)
            call zaxpy(last - first + 1, -b(j, k), bb(first, k), 1, abb(kl + ku + 1 + first - j, j), 1)
         end do
      end do
   end subroutine zgbsv_t

   ! A*X = B, A tridiagonal
   subroutine zgtsv_d(n, nrhs, dl, dld, d, dd, du, dud, b, bd, ldb, info)
      integer, intent(in) :: n, nrhs, ldb
      complex(wp), intent(inout) :: dl(*), d(*), du(*), b(ldb, *)
      complex(wp), intent(inout), optional :: dld(*), dd(*), dud(*), bd(ldb, *)
      integer, intent(out) :: info
      complex(wp), allocatable :: low(:), main(:), up(:)
      integer :: k
      allocate (low(n - 1), main(n), up(n - 1))
      low = dl(:n - 1)
      main = d(:n)
      up = du(:n - 1)
      call zgtsv(n, nrhs, dl, d, du, b, ldb, info)
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
      call zgtsv(n, nrhs, low, main, up, bd, ldb, info)
   end subroutine zgtsv_d

   subroutine zgtsv_t(n, nrhs, dl, dlb, d, db, du, dub, b, bb, ldb, info)
      integer, intent(in) :: n, nrhs, ldb, info
      complex(wp), intent(in) :: dl(*), d(*), du(*), b(ldb, *)
      complex(wp), intent(inout), optional :: dlb(*), db(*), dub(*), bb(ldb, *)
      complex(wp), allocatable :: low(:), main(:), up(:), x(:, :)
      integer :: k, code
      if (.not. present(bb)) return
      allocate (low(n - 1), main(n), up(n - 1))
      low = dl(:n - 1)
      main = d(:n)
      up = du(:n - 1)
      call zgtsv(n, nrhs, up, main, low, bb, ldb, code)
      if (code /= 0) then
         call clear('A', n, nrhs, bb, ldb)
         return
      end if
      if (.not. (present(dlb) .or. present(db) .or. present(dub))) return
      low = dl(:n - 1)
      main = d(:n)
      up = du(:n - 1)
      x = b(:n, :nrhs)
      call zgtsv(n, nrhs, low, main, up, x, max(1, n), code)
      do k = 1, nrhs
         if (present(db)) db(:n) = db(:n) - bb(:n, k)*x(:, k)
         if (present(dlb)) dlb(:n - 1) = dlb(:n - 1) - bb(2:n, k)*x(:n - 1, k)
         if (present(dub)) dub(:n - 1) = dub(:n - 1) - bb(:n - 1, k)*x(2:, k)
      end do
   end subroutine zgtsv_t

   ! ---- factors of tridiagonal matrices: step i has the multiplier dl(i), and exchanges rows i and i + 1 if ipiv(i) > i.
   ! U has the diagonals d, du and du2.

   ! A shadow, as a vector; zeros if it is absent.
   subroutine take_shadow(n, own, d)
      integer, intent(in) :: n
      complex(wp), allocatable, intent(out) :: own(:)
      complex(wp), intent(in), optional :: d(*)
      allocate (own(max(n, 0)))
      own = zero
      if (present(d)) own = d(:size(own))
   end subroutine take_shadow

   ! The same, back.
   subroutine put_shadow(own, d)
      complex(wp), intent(in) :: own(:)
      complex(wp), intent(inout), optional :: d(*)
      if (present(d)) d(:size(own)) = own
   end subroutine put_shadow

   subroutine zgttrf_d(n, dl, dld, d, dd, du, dud, du2, du2d, ipiv, info)
      integer, intent(in) :: n
      complex(wp), intent(inout) :: dl(*), d(*), du(*), du2(*)
      complex(wp), intent(inout), optional :: dld(*), dd(*), dud(*), du2d(*)
      integer, intent(inout) :: ipiv(*)
      integer, intent(out) :: info
      call zgttrf(n, dl, d, du, du2, ipiv, info)
      call tridiagonal_d(n, dl, dld, d, dd, du, dud, du2, du2d, ipiv, info)
   end subroutine zgttrf_d

   ! The derivatives of the factors in place of those of A.
   subroutine tridiagonal_d(n, dl, dld, d, dd, du, dud, du2, du2d, ipiv, info)
      integer, intent(in) :: n, ipiv(*), info
      complex(wp), intent(in) :: dl(*), d(*), du(*), du2(*)
      complex(wp), intent(inout), optional :: dld(*), dd(*), dud(*), du2d(*)
      complex(wp), allocatable :: low(:), main(:), up(:), fill(:)
      complex(wp) :: next, above
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
         complex(wp), intent(inout) :: of_diagonal, of_low
         complex(wp) :: old
         old = of_diagonal
         of_diagonal = of_low
         of_low = (old - dl(i)*of_diagonal)/d(i)
      end subroutine step
   end subroutine tridiagonal_d

   subroutine zgttrf_t(n, dl, dlb, d, db, du, dub, du2, du2b, ipiv, info)
      integer, intent(in) :: n, ipiv(*), info
      complex(wp), intent(in) :: dl(*), d(*), du(*), du2(*)
      complex(wp), intent(inout), optional :: dlb(*), db(*), dub(*), du2b(*)
      complex(wp), allocatable :: low(:), main(:), up(:), fill(:)
      complex(wp) :: of_next, of_low
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
   end subroutine zgttrf_t

   ! A*X = B or A'*X = B with the factors of A
   recursive subroutine zgttrs_d(trans, n, nrhs, dl, dld, d, dd, du, dud, du2, du2d, ipiv, b, bd, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, ipiv(*), ldb
      complex(wp), intent(in) :: dl(*), d(*), du(*), du2(*)
      complex(wp), intent(in), optional :: dld(*), dd(*), dud(*), du2d(*)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      complex(wp), allocatable :: low(:), main(:), up(:), fill(:), y(:)
      complex(wp) :: old
      integer :: i, k
      if (is(trans, 'C')) then
         ! the conjugates of X and B solve the transposed equations
         call conjugate_matrix('A', n, nrhs, b, ldb)
         call conjugate_matrix('A', n, nrhs, bd, ldb)
         call zgttrs_d('T', n, nrhs, dl, dld, d, dd, du, dud, du2, du2d, ipiv, b, bd, ldb, info)
         call conjugate_matrix('A', n, nrhs, b, ldb)
         call conjugate_matrix('A', n, nrhs, bd, ldb)
         return
      end if
      call zgttrs(trans, n, nrhs, dl, d, du, du2, ipiv, b, ldb, info)
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
   end subroutine zgttrs_d

   ! Undoes step i of the solution with A'.
   subroutine undo_transposed(i, exchanges, l, y)
      integer, intent(in) :: i
      logical, intent(in) :: exchanges
      complex(wp), intent(in) :: l
      complex(wp), intent(inout) :: y(:)
      if (exchanges) y(i:i + 1) = [y(i + 1), y(i)]
      y(i) = y(i) + l*y(i + 1)
   end subroutine undo_transposed

   ! x = U*x
   subroutine multiply_upper(n, d, du, du2, x)
      integer, intent(in) :: n
      complex(wp), intent(in) :: d(*), du(*), du2(*)
      complex(wp), intent(inout) :: x(:)
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
      complex(wp), intent(in) :: d(*), du(*), du2(*)
      complex(wp), intent(inout) :: x(:)
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
      complex(wp), intent(in) :: d(*), du(*), du2(*)
      complex(wp), intent(inout) :: x(:)
      integer :: i
      do i = 1, n
         x(i) = x(i)/d(i)
         if (i < n) x(i + 1) = x(i + 1) - du(i)*x(i)
         if (i < n - 1) x(i + 2) = x(i + 2) - du2(i)*x(i)
      end do
   end subroutine solve_upper_transposed

   subroutine zgttrs_t(trans, n, nrhs, dl, dlb, d, db, du, dub, du2, du2b, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, ipiv(*), ldb, info
      complex(wp), intent(in) :: dl(*), d(*), du(*), du2(*), b(ldb, *)
      complex(wp), intent(inout), optional :: dlb(*), db(*), dub(*), du2b(*), bb(ldb, *)
      complex(wp), allocatable :: low(:), main(:), up(:), fill(:), y(:)
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
   end subroutine zgttrs_t

   ! ---- symmetric positive definite tridiagonal matrices: A = L*D*L', e the elements of L beside its ones

   ! ---- adjoints of complex routines
   !
   ! The adjoint of a complex function with the Jacobian J is the conjugate of J'*conjg(w). NAME_t is what NAME_b is for
   ! real numbers: J'*w. So NAME_b conjugates the shadows before and after. A matrix that the routine conjugates (C) is
   ! passed as its conjugate, and its shadow stays.

   subroutine conjugate_vector(n, x)
      integer, intent(in) :: n
      complex(wp), intent(inout), optional :: x(*)
      if (present(x)) x(:n) = conjg(x(:n))
   end subroutine conjugate_vector

   ! A rectangle, or a triangle of it.
   subroutine conjugate_matrix(uplo, m, n, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: m, n, lda
      complex(wp), intent(inout), optional :: a(lda, *)
      integer :: j, first, last
      if (.not. present(a)) return
      do j = 1, n
         call column(uplo, .false., m, j, first, last)
         a(first:last, j) = conjg(a(first:last, j))
      end do
   end subroutine conjugate_matrix

   ! All of the array.
   subroutine conjugate_band(m, n, a, lda)
      integer, intent(in) :: m, n, lda
      complex(wp), intent(inout), optional :: a(lda, *)
      if (present(a)) a(:m, :n) = conjg(a(:m, :n))
   end subroutine conjugate_band

   ! The conjugate, with the same leading dimension.
   subroutine take_conjugate(m, n, a, lda, w)
      integer, intent(in) :: m, n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), allocatable, intent(out) :: w(:, :)
      allocate (w(lda, n))
      w(:m, :) = conjg(a(:m, :n))
   end subroutine take_conjugate

   subroutine zgetrf_b(m, n, a, ab, lda, ipiv, info)
      integer, intent(in) :: m, n, lda, ipiv(*), info
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout), optional :: ab(lda, *)
      call conjugate_matrix('A', m, n, ab, lda)
      call zgetrf_t(m, n, a, ab, lda, ipiv, info)
      call conjugate_matrix('A', m, n, ab, lda)
   end subroutine zgetrf_b

   subroutine zgetrs_b(trans, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: w(:, :)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
      if (is(trans, 'C')) then
         call take_conjugate(n, n, a, lda, w)
         call zgetrs_t('T', n, nrhs, w, ab, lda, ipiv, b, bb, ldb, info)
      else
         call conjugate_matrix('A', n, n, ab, lda)
         call zgetrs_t(trans, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
         call conjugate_matrix('A', n, n, ab, lda)
      end if
      call conjugate_matrix('A', n, nrhs, bb, ldb)
   end subroutine zgetrs_b

   subroutine zgesv_b(n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info, factors)
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      logical, intent(in), optional :: factors
      call conjugate_matrix('A', n, n, ab, lda)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
      call zgesv_t(n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info, factors)
      call conjugate_matrix('A', n, n, ab, lda)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
   end subroutine zgesv_b

   subroutine ztrtrs_b(uplo, trans, diag, n, nrhs, a, ab, lda, b, bb, ldb, info)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, nrhs, lda, ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: w(:, :)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
      if (is(trans, 'C')) then
         call take_conjugate(n, n, a, lda, w)
         call ztrtrs_t(uplo, 'T', diag, n, nrhs, w, ab, lda, b, bb, ldb, info)
      else
         call conjugate_matrix(uplo, n, n, ab, lda)
         call ztrtrs_t(uplo, trans, diag, n, nrhs, a, ab, lda, b, bb, ldb, info)
         call conjugate_matrix(uplo, n, n, ab, lda)
      end if
      call conjugate_matrix('A', n, nrhs, bb, ldb)
   end subroutine ztrtrs_b

   subroutine zgetri_b(n, a, ab, lda, ipiv, work, workb, lwork, info)
      integer, intent(in) :: n, lda, ipiv(*), lwork, info
      complex(wp), intent(in) :: a(lda, *), work(*)
      complex(wp), intent(inout), optional :: ab(lda, *), workb(*)
      call conjugate_matrix('A', n, n, ab, lda)
      call zgetri_t(n, a, ab, lda, ipiv, work, workb, lwork, info)
      call conjugate_matrix('A', n, n, ab, lda)
   end subroutine zgetri_b

   subroutine zsytrf_b(uplo, n, a, ab, lda, ipiv, work, workb, lwork, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, ipiv(*), lwork, info
      complex(wp), intent(in) :: a(lda, *), work(*)
      complex(wp), intent(inout), optional :: ab(lda, *), workb(*)
      call conjugate_matrix(uplo, n, n, ab, lda)
      call zsytrf_t(uplo, n, a, ab, lda, ipiv, work, workb, lwork, info)
      call conjugate_matrix(uplo, n, n, ab, lda)
   end subroutine zsytrf_b

   subroutine zsytrs_b(uplo, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      call conjugate_matrix(uplo, n, n, ab, lda)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
      call zsytrs_t(uplo, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
      call conjugate_matrix(uplo, n, n, ab, lda)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
   end subroutine zsytrs_b

   subroutine zsysv_b(uplo, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, work, workb, lwork, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, lwork, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *), work(*)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *), workb(*)
      logical, intent(in), optional :: factors
      call conjugate_matrix(uplo, n, n, ab, lda)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
      call zsysv_t(uplo, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, work, workb, lwork, info, factors)
      call conjugate_matrix(uplo, n, n, ab, lda)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
   end subroutine zsysv_b

   subroutine zgbtrf_b(m, n, kl, ku, ab, abb, ldab, ipiv, info)
      integer, intent(in) :: m, n, kl, ku, ldab, ipiv(*), info
      complex(wp), intent(in) :: ab(ldab, *)
      complex(wp), intent(inout), optional :: abb(ldab, *)
      call conjugate_band(2*kl + ku + 1, n, abb, ldab)
      call zgbtrf_t(m, n, kl, ku, ab, abb, ldab, ipiv, info)
      call conjugate_band(2*kl + ku + 1, n, abb, ldab)
   end subroutine zgbtrf_b

   subroutine zgbtrs_b(trans, n, kl, ku, nrhs, ab, abb, ldab, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info
      complex(wp), intent(in) :: ab(ldab, *), b(ldb, *)
      complex(wp), intent(inout), optional :: abb(ldab, *), bb(ldb, *)
      complex(wp), allocatable :: w(:, :)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
      if (is(trans, 'C')) then
         call take_conjugate(2*kl + ku + 1, n, ab, ldab, w)
         call zgbtrs_t('T', n, kl, ku, nrhs, w, abb, ldab, ipiv, b, bb, ldb, info)
      else
         call conjugate_band(2*kl + ku + 1, n, abb, ldab)
         call zgbtrs_t(trans, n, kl, ku, nrhs, ab, abb, ldab, ipiv, b, bb, ldb, info)
         call conjugate_band(2*kl + ku + 1, n, abb, ldab)
      end if
      call conjugate_matrix('A', n, nrhs, bb, ldb)
   end subroutine zgbtrs_b

   subroutine zgbsv_b(n, kl, ku, nrhs, ab, abb, ldab, ipiv, b, bb, ldb, info, factors)
      integer, intent(in) :: n, kl, ku, nrhs, ldab, ipiv(*), ldb, info
      complex(wp), intent(in) :: ab(ldab, *), b(ldb, *)
      complex(wp), intent(inout), optional :: abb(ldab, *), bb(ldb, *)
      logical, intent(in), optional :: factors
      call conjugate_band(2*kl + ku + 1, n, abb, ldab)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
      call zgbsv_t(n, kl, ku, nrhs, ab, abb, ldab, ipiv, b, bb, ldb, info, factors)
      call conjugate_band(2*kl + ku + 1, n, abb, ldab)
      call conjugate_matrix('A', n, nrhs, bb, ldb)
   end subroutine zgbsv_b

   subroutine zgtsv_b(n, nrhs, dl, dlb, d, db, du, dub, b, bb, ldb, info)
      integer, intent(in) :: n, nrhs, ldb, info
      complex(wp), intent(in) :: dl(*), d(*), du(*), b(ldb, *)
      complex(wp), intent(inout), optional :: dlb(*), db(*), dub(*), bb(ldb, *)
      integer :: i
      do i = 1, 2
         call conjugate_vector(n - 1, dlb)
         call conjugate_vector(n, db)
         call conjugate_vector(n - 1, dub)
         call conjugate_matrix('A', n, nrhs, bb, ldb)
         if (i == 1) call zgtsv_t(n, nrhs, dl, dlb, d, db, du, dub, b, bb, ldb, info)
      end do
   end subroutine zgtsv_b

   subroutine zgttrf_b(n, dl, dlb, d, db, du, dub, du2, du2b, ipiv, info)
      integer, intent(in) :: n, ipiv(*), info
      complex(wp), intent(in) :: dl(*), d(*), du(*), du2(*)
      complex(wp), intent(inout), optional :: dlb(*), db(*), dub(*), du2b(*)
      integer :: i
      do i = 1, 2
         call conjugate_vector(n - 1, dlb)
         call conjugate_vector(n, db)
         call conjugate_vector(n - 1, dub)
         call conjugate_vector(n - 2, du2b)
         if (i == 1) call zgttrf_t(n, dl, dlb, d, db, du, dub, du2, du2b, ipiv, info)
      end do
   end subroutine zgttrf_b

   subroutine zgttrs_b(trans, n, nrhs, dl, dlb, d, db, du, dub, du2, du2b, ipiv, b, bb, ldb, info)
      character, intent(in) :: trans
      integer, intent(in) :: n, nrhs, ipiv(*), ldb, info
      complex(wp), intent(in) :: dl(*), d(*), du(*), du2(*), b(ldb, *)
      complex(wp), intent(inout), optional :: dlb(*), db(*), dub(*), du2b(*), bb(ldb, *)
      integer :: i
      do i = 1, 2
         call conjugate_matrix('A', n, nrhs, bb, ldb)
         if (i == 1 .and. is(trans, 'C')) then
            call zgttrs_t('T', n, nrhs, conjg(dl(:n - 1)), dlb, conjg(d(:n)), db, conjg(du(:n - 1)), dub, &
               conjg(du2(:n - 2)), du2b, ipiv, b, bb, ldb, info)
         else if (.not. is(trans, 'C')) then
            call conjugate_vector(n - 1, dlb)
            call conjugate_vector(n, db)
            call conjugate_vector(n - 1, dub)
            call conjugate_vector(n - 2, du2b)
            if (i == 1) call zgttrs_t(trans, n, nrhs, dl, dlb, d, db, du, dub, du2, du2b, ipiv, b, bb, ldb, info)
         end if
      end do
   end subroutine zgttrs_b

   ! ---- Hermitian positive definite matrices: elements of a triangle stand for their conjugates, too; diagonals are
   ! real

   ! The triangle as a matrix.
   subroutine take_hermitian(uplo, n, a, lda, t)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(out) :: t(n, n)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .true., n, j, first, last)
         t(first:last, j) = a(first:last, j)
         t(j, first:last) = conjg(a(first:last, j))
         t(j, j) = real(a(j, j))
      end do
   end subroutine take_hermitian

   ! The adjoint of the triangle = that of the matrix, or added to it.
   subroutine put_hermitian(adds, uplo, n, t, a, lda)
      logical, intent(in) :: adds
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: t(n, n)
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      if (.not. adds) call clear(uplo, n, n, a, lda)
      do j = 1, n
         call column(uplo, .true., n, j, first, last)
         a(first:last, j) = a(first:last, j) + t(first:last, j) + conjg(t(j, first:last))
         a(j, j) = a(j, j) + real(t(j, j))
      end do
   end subroutine put_hermitian

   ! The triangle, with half of the diagonal.
   subroutine keep_half(uplo, n, f)
      character, intent(in) :: uplo
      integer, intent(in) :: n
      complex(wp), intent(inout) :: f(n, n)
      integer :: j
      do j = 1, n
         f(j, j) = f(j, j)/2
         if (is(uplo, 'L')) then
            f(:j - 1, j) = zero
         else
            f(j + 1:, j) = zero
         end if
      end do
   end subroutine keep_half

   ! F = L**(-1)*Ad*L**(-H), Ld = L*half(F); with A = U**H*U: F = U**(-H)*Ad*U**(-1), Ud = half(F)*U
   subroutine hermitian_d(uplo, n, a, ad, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ad(lda, *)
      complex(wp), allocatable :: f(:, :)
      if (n == 0) return
      allocate (f(n, n))
      call take_hermitian(uplo, n, ad, lda, f)
      call ztrsm('L', uplo, merge('N', 'C', is(uplo, 'L')), 'N', n, n, one, a, lda, f, n)
      call ztrsm('R', uplo, merge('C', 'N', is(uplo, 'L')), 'N', n, n, one, a, lda, f, n)
      call keep_half(uplo, n, f)
      call ztrmm(merge('L', 'R', is(uplo, 'L')), uplo, 'N', 'N', n, n, one, a, lda, f, n)
      call put_triangle(uplo, .false., n, f, ad, lda)
   end subroutine hermitian_d

   ! S = L**(-H)*half(L**H*Lb)*L**(-1); S = U**(-1)*half(Ub*U**H)*U**(-H)
   subroutine hermitian_b(uplo, n, a, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout) :: ab(lda, *)
      complex(wp), allocatable :: f(:, :)
      if (n == 0) return
      allocate (f(n, n))
      call take_triangle(uplo, .false., n, ab, lda, f)
      call ztrmm(merge('L', 'R', is(uplo, 'L')), uplo, 'C', 'N', n, n, one, a, lda, f, n)
      call keep_half(uplo, n, f)
      call ztrsm('L', uplo, merge('C', 'N', is(uplo, 'L')), 'N', n, n, one, a, lda, f, n)
      call ztrsm('R', uplo, merge('N', 'C', is(uplo, 'L')), 'N', n, n, one, a, lda, f, n)
      call put_hermitian(.false., uplo, n, f, ab, lda)
   end subroutine hermitian_b

   ! A = L*L**H or A = U**H*U
   subroutine zpotrf_d(uplo, n, a, ad, lda, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      integer, intent(out) :: info
      call zpotrf(uplo, n, a, lda, info)
      if (.not. present(ad)) return
      if (info == 0) then
         call hermitian_d(uplo, n, a, ad, lda)
      else
         call clear(uplo, n, n, ad, lda)
      end if
   end subroutine zpotrf_d

   subroutine zpotrf_b(uplo, n, a, ab, lda, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, info
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(inout), optional :: ab(lda, *)
      if (.not. present(ab)) return
      if (info == 0) then
         call hermitian_b(uplo, n, a, ab, lda)
      else
         call clear(uplo, n, n, ab, lda)
      end if
   end subroutine zpotrf_b

   ! A*X = B with the factors of A
   subroutine zpotrs_d(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      integer, intent(out) :: info
      complex(wp), allocatable :: y(:, :)
      call zpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
      if (.not. present(bd)) return
      y = b(:n, :nrhs)
      call ztrmm('L', uplo, merge('C', 'N', is(uplo, 'L')), 'N', n, nrhs, one, a, lda, y, max(1, n))
      call solve_d(uplo, merge('N', 'C', is(uplo, 'L')), 'N', n, nrhs, a, ad, lda, y, max(1, n), bd, ldb)
      call solve_d(uplo, merge('C', 'N', is(uplo, 'L')), 'N', n, nrhs, a, ad, lda, b, ldb, bd, ldb)
   end subroutine zpotrs_d

   ! With S, the adjoint of B: that of L is -S*(L**H*X)**H - X*(L**H*S)**H, that of U is -(U*S)*X**H - (U*X)*S**H.
   subroutine zpotrs_b(uplo, n, nrhs, a, ab, lda, b, bb, ldb, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: t(:, :), v(:, :), w(:, :)
      integer :: code, j, first, last
      if (.not. present(bb)) return
      call zpotrs(uplo, n, nrhs, a, lda, bb, ldb, code)
      if (.not. present(ab) .or. n == 0) return
      allocate (t(n, n))
      v = b(:n, :nrhs)
      w = bb(:n, :nrhs)
      call ztrmm('L', uplo, merge('C', 'N', is(uplo, 'L')), 'N', n, nrhs, one, a, lda, v, n)
      call ztrmm('L', uplo, merge('C', 'N', is(uplo, 'L')), 'N', n, nrhs, one, a, lda, w, n)
      if (is(uplo, 'L')) then
         call zgemm('N', 'C', n, n, nrhs, -one, bb, ldb, v, n, zero, t, n)
         call zgemm('N', 'C', n, n, nrhs, -one, b, ldb, w, n, one, t, n)
      else
         call zgemm('N', 'C', n, n, nrhs, -one, w, n, b, ldb, zero, t, n)
         call zgemm('N', 'C', n, n, nrhs, -one, v, n, bb, ldb, one, t, n)
      end if
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         ab(first:last, j) = ab(first:last, j) + t(first:last, j)
      end do
   end subroutine zpotrs_b

   ! A*X = B; A is overwritten by its factors
   subroutine zposv_d(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb
      complex(wp), intent(inout) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ad(lda, *), bd(ldb, *)
      integer, intent(out) :: info
      logical, intent(in), optional :: factors
      integer :: code
      call zposv(uplo, n, nrhs, a, lda, b, ldb, info)
      if (info /= 0) then
         if (present(ad)) call clear(uplo, n, n, ad, lda)
         if (present(bd)) call clear('A', n, nrhs, bd, ldb)
         return
      end if
      if (present(bd)) then
         if (present(ad)) call zhemm('L', uplo, n, nrhs, -one, ad, lda, b, ldb, one, bd, ldb)
         call zpotrs(uplo, n, nrhs, a, lda, bd, ldb, code)
      end if
      if (present(ad) .and. is_wanted(factors)) call hermitian_d(uplo, n, a, ad, lda)
   end subroutine zposv_d

   subroutine zposv_b(uplo, n, nrhs, a, ab, lda, b, bb, ldb, info, factors)
      character, intent(in) :: uplo
      integer, intent(in) :: n, nrhs, lda, ldb, info
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: ab(lda, *), bb(ldb, *)
      logical, intent(in), optional :: factors
      complex(wp), allocatable :: t(:, :)
      integer :: code
      if (info /= 0) then
         if (present(ab)) call clear(uplo, n, n, ab, lda)
         if (present(bb)) call clear('A', n, nrhs, bb, ldb)
         return
      end if
      if (present(ab) .and. is_wanted(factors)) call hermitian_b(uplo, n, a, ab, lda)
      if (.not. present(bb)) return
      call zpotrs(uplo, n, nrhs, a, lda, bb, ldb, code)
      if (.not. present(ab) .or. n == 0) return
      allocate (t(n, n))
      call zgemm('N', 'C', n, n, nrhs, -one, bb, ldb, b, ldb, zero, t, n)
      call put_hermitian(.true., uplo, n, t, ab, lda)
   end subroutine zposv_b

end module adc_lapack_z
