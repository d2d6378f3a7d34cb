! Tangents and adjoints of BLAS in single precision, in many directions, by calls of BLAS. Only programs that call BLAS,
! and that are differentiated in many directions, need this file. It is generated from template/adc_blasv.f90.in.
!
! The interfaces are those of adc_blas_s, with three differences:
!
! * The last argument `nd` is the number of directions. It is the first extent of all shadows: the shadow of a scalar is
!   a vector, the shadow of a vector a matrix.
! * The shadow of a function's value is an argument of the tangent, too, and follows the value.
! * Increments and leading dimensions are those of the primal: element (i, j) of `a(lda, *)` has the directions
!   `ad(:, i, j)`.
!
! A matrix of m rows with its directions is, column by column, a matrix of nd*m rows. So a product with a passive matrix
! on its right is one product for all directions. A passive matrix on its left multiplies each column, a matrix of nd
! rows, from the right.
!
! Level 2 is level 3 with matrices of one column. Active symmetric and triangular matrices are made full for products.

module adc_blas_sv
   implicit none
   private
   public :: saxpy_dv, saxpy_bv, sdot_dv, sdot_bv, sscal_dv, sscal_bv, scopy_dv, scopy_bv
   public :: sswap_dv, sswap_bv, snrm2_dv, snrm2_bv, sasum_dv, sasum_bv, srot_dv, srot_bv
   public :: sgemv_dv, sgemv_bv, sger_dv, sger_bv, ssymv_dv, ssymv_bv, ssyr_dv, ssyr_bv
   public :: ssyr2_dv, ssyr2_bv, strmv_dv, strmv_bv, strsv_dv, strsv_bv
   public :: sgemm_dv, sgemm_bv, ssymm_dv, ssymm_bv, ssyrk_dv, ssyrk_bv, ssyr2k_dv, ssyr2k_bv
   public :: strmm_dv, strmm_bv, strsm_dv, strsm_bv

   integer, parameter :: wp = kind(1.0)
   real(wp), parameter :: zero = 0, one = 1

   real(wp), external :: sdot, snrm2, sasum
   external :: saxpy, sscal, scopy, sswap, srot, sgemv, sger, ssymv, ssyr, ssyr2, strmv, strsv
   external :: sgemm, ssymm, ssyrk, ssyr2k, strmm, strsm

contains

   ! ---- building blocks: vectors

   ! The place of the first element of a vector.
   integer function start(n, incx)
      integer, intent(in) :: n, incx
      start = 1
      if (incx < 0) start = 1 - (n - 1)*incx
   end function start

   ! x = factor*x; a zero factor overwrites the old value, even a NaN.
   subroutine rescale(nd, n, factor, x, incx)
      integer, intent(in) :: nd, n, incx
      real(wp), intent(in) :: factor
      real(wp), intent(inout) :: x(nd, *)
      integer :: i
      do i = 1, 1 + (n - 1)*abs(incx), max(1, abs(incx))
         if (abs(factor) <= zero) then
            x(:, i) = zero
         else if (.not. abs(factor - one) <= zero) then
            x(:, i) = factor*x(:, i)
         end if
      end do
   end subroutine rescale

   ! y = y + factor*x, all directions of both.
   subroutine add(nd, n, factor, x, incx, y, incy)
      integer, intent(in) :: nd, n, incx, incy
      real(wp), intent(in) :: factor, x(nd, *)
      real(wp), intent(inout) :: y(nd, *)
      integer :: i, ix, iy
      if (incx == 1 .and. incy == 1) then
         call saxpy(nd*n, factor, x, 1, y, 1)
         return
      end if
      ix = start(n, incx)
      iy = start(n, incy)
      do i = 1, n
         y(:, iy) = y(:, iy) + factor*x(:, ix)
         ix = ix + incx
         iy = iy + incy
      end do
   end subroutine add

   ! y = y + sign*factor*x, where x has one direction and the factor many.
   subroutine add_scaled(nd, n, sign, factor, x, incx, y, incy)
      integer, intent(in) :: nd, n, incx, incy
      real(wp), intent(in) :: sign, factor(nd), x(*)
      real(wp), intent(inout) :: y(nd, *)
      integer :: i, ix, iy
      if (nd < 1) return
      if (incx == 0 .or. incy == 0) then
         ix = start(n, incx)
         iy = start(n, incy)
         do i = 1, n
            y(:, iy) = y(:, iy) + sign*x(ix)*factor
            ix = ix + incx
            iy = iy + incy
         end do
      else if (incy > 0) then
         call sger(nd, n, sign, factor, 1, x, incx, y, nd*incy)
      else
         call sger(nd, n, sign, factor, 1, x, -incx, y, -nd*incy)
      end if
   end subroutine add_scaled

   ! value = value + factor*x'*y, where y has one direction.
   subroutine add_dot(nd, n, factor, x, incx, y, incy, value)
      integer, intent(in) :: nd, n, incx, incy
      real(wp), intent(in) :: factor, x(nd, *), y(*)
      real(wp), intent(inout) :: value(nd)
      integer :: i, ix, iy
      if (nd < 1) return
      if (incx == 0 .or. incy == 0) then
         ix = start(n, incx)
         iy = start(n, incy)
         do i = 1, n
            value = value + factor*y(iy)*x(:, ix)
            ix = ix + incx
            iy = iy + incy
         end do
      else if (incx > 0) then
         call sgemv('N', nd, n, factor, x, nd*incx, y, incy, one, value, 1)
      else
         call sgemv('N', nd, n, factor, x, -nd*incx, y, -incy, one, value, 1)
      end if
   end subroutine add_dot

   ! The elements of a vector one after the other, and back.
   subroutine gather(nd, n, x, incx, t)
      integer, intent(in) :: nd, n, incx
      real(wp), intent(in) :: x(nd, *)
      real(wp), intent(out) :: t(nd, n)
      integer :: i
      do i = 1, n
         t(:, i) = x(:, start(n, incx) + (i - 1)*incx)
      end do
   end subroutine gather

   subroutine scatter(nd, n, t, x, incx)
      integer, intent(in) :: nd, n, incx
      real(wp), intent(in) :: t(nd, n)
      real(wp), intent(inout) :: x(nd, *)
      integer :: i
      do i = 1, n
         x(:, start(n, incx) + (i - 1)*incx) = t(:, i)
      end do
   end subroutine scatter

   ! ---- building blocks: matrices

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

   ! Rows of the j-th column of a triangle.
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

   ! a = factor*a
   subroutine rescale_matrix(nd, m, n, factor, a, lda)
      integer, intent(in) :: nd, m, n, lda
      real(wp), intent(in) :: factor
      real(wp), intent(inout) :: a(nd, lda, *)
      integer :: j
      do j = 1, n
         call rescale(nd, m, factor, a(1, 1, j), 1)
      end do
   end subroutine rescale_matrix

   subroutine rescale_triangle(uplo, nd, n, factor, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: nd, n, lda
      real(wp), intent(in) :: factor
      real(wp), intent(inout) :: a(nd, lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         call rescale(nd, last - first + 1, factor, a(1, first, j), 1)
      end do
   end subroutine rescale_triangle

   ! a = a + factor*b, where b has one direction.
   subroutine add_matrix(nd, m, n, factor, b, ldb, a, lda)
      integer, intent(in) :: nd, m, n, lda, ldb
      real(wp), intent(in) :: factor(nd), b(ldb, *)
      real(wp), intent(inout) :: a(nd, lda, *)
      integer :: j
      do j = 1, n
         call add_scaled(nd, m, one, factor, b(1, j), 1, a(1, 1, j), 1)
      end do
   end subroutine add_matrix

   subroutine add_triangle(uplo, nd, n, factor, b, ldb, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: nd, n, lda, ldb
      real(wp), intent(in) :: factor(nd), b(ldb, *)
      real(wp), intent(inout) :: a(nd, lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         call add_scaled(nd, last - first + 1, one, factor, b(first, j), 1, a(1, first, j), 1)
      end do
   end subroutine add_triangle

   ! value = value + the sum of the products of elements, where b has one direction.
   subroutine add_dots(nd, m, n, a, lda, b, ldb, value)
      integer, intent(in) :: nd, m, n, lda, ldb
      real(wp), intent(in) :: a(nd, lda, *), b(ldb, *)
      real(wp), intent(inout) :: value(nd)
      integer :: j
      do j = 1, n
         call add_dot(nd, m, one, a(1, 1, j), 1, b(1, j), 1, value)
      end do
   end subroutine add_dots

   subroutine add_dots_triangle(uplo, nd, n, a, lda, b, ldb, value)
      character, intent(in) :: uplo
      integer, intent(in) :: nd, n, lda, ldb
      real(wp), intent(in) :: a(nd, lda, *), b(ldb, *)
      real(wp), intent(inout) :: value(nd)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         call add_dot(nd, last - first + 1, one, a(1, first, j), 1, b(first, j), 1, value)
      end do
   end subroutine add_dots_triangle

   ! b = b + a', directions apart.
   subroutine add_transposed(nd, m, n, a, b, ldb)
      integer, intent(in) :: nd, m, n, ldb
      real(wp), intent(in) :: a(nd, n, m)
      real(wp), intent(inout) :: b(nd, ldb, *)
      integer :: i, j
      do j = 1, n
         do i = 1, m
            b(:, i, j) = b(:, i, j) + a(:, j, i)
         end do
      end do
   end subroutine add_transposed

   ! The matrix of a symmetric one that is a triangle in memory. `diagonal` multiplies the elements there.
   subroutine full_symmetric(uplo, diagonal, nd, n, a, lda, f)
      character, intent(in) :: uplo
      real(wp), intent(in) :: diagonal
      integer, intent(in) :: nd, n, lda
      real(wp), intent(in) :: a(nd, lda, *)
      real(wp), intent(out) :: f(nd, n, n)
      integer :: i, j, first, last
      do j = 1, n
         call column(uplo, .true., n, j, first, last)
         do i = first, last
            f(:, i, j) = a(:, i, j)
            f(:, j, i) = a(:, i, j)
         end do
         f(:, j, j) = diagonal*a(:, j, j)
      end do
   end subroutine full_symmetric

   ! The matrix of a triangle. A diagonal of ones has no derivative.
   subroutine full_triangle(uplo, diag, nd, n, a, lda, f)
      character, intent(in) :: uplo, diag
      integer, intent(in) :: nd, n, lda
      real(wp), intent(in) :: a(nd, lda, *)
      real(wp), intent(out) :: f(nd, n, n)
      integer :: j, first, last
      f = zero
      do j = 1, n
         call column(uplo, is(diag, 'U'), n, j, first, last)
         f(:, first:last, j) = a(:, first:last, j)
      end do
   end subroutine full_triangle

   ! The triangle a = a + f.
   subroutine add_full_triangle(uplo, diag, nd, n, f, a, lda)
      character, intent(in) :: uplo, diag
      integer, intent(in) :: nd, n, lda
      real(wp), intent(in) :: f(nd, n, n)
      real(wp), intent(inout) :: a(nd, lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, is(diag, 'U'), n, j, first, last)
         a(:, first:last, j) = a(:, first:last, j) + f(:, first:last, j)
      end do
   end subroutine add_full_triangle

   ! The triangle a = a + f + f'; `diagonal` multiplies f + f' there.
   subroutine add_both(uplo, diagonal, nd, n, f, a, lda)
      character, intent(in) :: uplo
      real(wp), intent(in) :: diagonal
      integer, intent(in) :: nd, n, lda
      real(wp), intent(in) :: f(nd, n, n)
      real(wp), intent(inout) :: a(nd, lda, *)
      integer :: i, j, first, last
      do j = 1, n
         call column(uplo, .true., n, j, first, last)
         do i = first, last
            a(:, i, j) = a(:, i, j) + f(:, i, j) + f(:, j, i)
         end do
         a(:, j, j) = a(:, j, j) + 2*diagonal*f(:, j, j)
      end do
   end subroutine add_both

   ! c = c + alpha*op(a)*op(b), where b has one direction.
   recursive subroutine active_left(transa, transb, nd, m, n, k, alpha, a, lda, b, ldb, c, ldc)
      character, intent(in) :: transa, transb
      integer, intent(in) :: nd, m, n, k, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(nd, lda, *), b(ldb, *)
      real(wp), intent(inout) :: c(nd, ldc, *)
      real(wp), allocatable :: t(:, :, :)
      if (min(nd, m, n, k) < 1) return
      if (.not. is(transa, 'N')) then
         ! the transposed product
         allocate (t(nd, n, m))
         t = zero
         call active_right(other(transb), 'N', nd, n, m, k, alpha, b, ldb, a, lda, t, n)
         call add_transposed(nd, m, n, t, c, ldc)
      else if (n > 1) then
         call sgemm('N', transb, nd*m, n, k, alpha, a, nd*lda, b, ldb, one, c, nd*ldc)
      else
         call sgemv('N', nd*m, k, alpha, a, nd*lda, b, merge(1, ldb, is(transb, 'N')), one, c, 1)
      end if
   end subroutine active_left

   ! c = c + alpha*op(a)*op(b), where a has one direction.
   recursive subroutine active_right(transa, transb, nd, m, n, k, alpha, a, lda, b, ldb, c, ldc)
      character, intent(in) :: transa, transb
      integer, intent(in) :: nd, m, n, k, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(lda, *), b(nd, ldb, *)
      real(wp), intent(inout) :: c(nd, ldc, *)
      real(wp), allocatable :: t(:, :, :)
      integer :: j
      if (min(nd, m, n, k) < 1) return
      if (.not. is(transb, 'N')) then
         allocate (t(nd, n, m))
         t = zero
         call active_left('N', other(transa), nd, n, m, k, alpha, b, ldb, a, lda, t, n)
         call add_transposed(nd, m, n, t, c, ldc)
      else if (m > 1) then
         do j = 1, n
            call sgemm('N', other(transa), nd, m, k, alpha, b(1, 1, j), nd, a, lda, one, c(1, 1, j), nd)
         end do
      else
         do j = 1, n
            call sgemv('N', nd, k, alpha, b(1, 1, j), nd, a, merge(lda, 1, is(transa, 'N')), one, c(1, 1, j), 1)
         end do
      end if
   end subroutine active_right

   ! b = op(a)*b or b = b*op(a), or with the inverse of a triangle a that has one direction.
   subroutine by_triangle(inverse, side, uplo, transa, diag, nd, m, n, a, lda, b, ldb)
      logical, intent(in) :: inverse
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: nd, m, n, lda, ldb
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(inout) :: b(nd, ldb, *)
      integer :: j
      if (min(nd, m, n) < 1) return
      if (is(side, 'R') .and. inverse) then
         call strsm('R', uplo, transa, diag, nd*m, n, one, a, lda, b, nd*ldb)
      else if (is(side, 'R')) then
         call strmm('R', uplo, transa, diag, nd*m, n, one, a, lda, b, nd*ldb)
      else
         do j = 1, n
            if (inverse) then
               call strsm('R', uplo, other(transa), diag, nd, m, one, a, lda, b(1, 1, j), nd)
            else
               call strmm('R', uplo, other(transa), diag, nd, m, one, a, lda, b(1, 1, j), nd)
            end if
         end do
      end if
   end subroutine by_triangle

   ! ---- level 1

   ! y = alpha*x + y
   subroutine saxpy_dv(n, alpha, alphad, x, xd, incx, y, yd, incy, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: alpha, x(*)
      real(wp), intent(in), optional :: alphad(nd), xd(nd, *)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(nd, *)
      if (present(yd)) then
         if (present(alphad)) call add_scaled(nd, n, one, alphad, x, incx, yd, incy)
         if (present(xd)) call add(nd, n, alpha, xd, incx, yd, incy)
      end if
      call saxpy(n, alpha, x, incx, y, incy)
   end subroutine saxpy_dv

   subroutine saxpy_bv(n, alpha, alphab, x, xb, incx, y, yb, incy, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: alpha, x(*), y(*)
      real(wp), intent(inout), optional :: alphab(nd), xb(nd, *), yb(nd, *)
      if (.not. present(yb)) return
      if (present(alphab)) call add_dot(nd, n, one, yb, incy, x, incx, alphab)
      if (present(xb)) call add(nd, n, alpha, yb, incy, xb, incx)
   end subroutine saxpy_bv

   ! value = x'*y
   subroutine sdot_dv(n, x, xd, incx, y, yd, incy, value, valued, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: x(*), y(*)
      real(wp), intent(in), optional :: xd(nd, *), yd(nd, *)
      real(wp), intent(out) :: value, valued(nd)
      valued = zero
      if (present(xd)) call add_dot(nd, n, one, xd, incx, y, incy, valued)
      if (present(yd)) call add_dot(nd, n, one, yd, incy, x, incx, valued)
      value = sdot(n, x, incx, y, incy)
   end subroutine sdot_dv

   subroutine sdot_bv(n, x, xb, incx, y, yb, incy, valueb, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: x(*), y(*), valueb(nd)
      real(wp), intent(inout), optional :: xb(nd, *), yb(nd, *)
      if (present(xb)) call add_scaled(nd, n, one, valueb, y, incy, xb, incx)
      if (present(yb)) call add_scaled(nd, n, one, valueb, x, incx, yb, incy)
   end subroutine sdot_bv

   ! x = alpha*x
   subroutine sscal_dv(n, alpha, alphad, x, xd, incx, nd)
      integer, intent(in) :: n, incx, nd
      real(wp), intent(in) :: alpha
      real(wp), intent(in), optional :: alphad(nd)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(nd, *)
      if (present(xd)) then
         call rescale(nd, n, alpha, xd, incx)
         if (present(alphad)) call add_scaled(nd, n, one, alphad, x, incx, xd, incx)
      end if
      call sscal(n, alpha, x, incx)
   end subroutine sscal_dv

   subroutine sscal_bv(n, alpha, alphab, x, xb, incx, nd)
      integer, intent(in) :: n, incx, nd
      real(wp), intent(in) :: alpha, x(*)
      real(wp), intent(inout), optional :: alphab(nd), xb(nd, *)
      if (.not. present(xb)) return
      if (present(alphab)) call add_dot(nd, n, one, xb, incx, x, incx, alphab)
      call rescale(nd, n, alpha, xb, incx)
   end subroutine sscal_bv

   ! y = x
   subroutine scopy_dv(n, x, xd, incx, y, yd, incy, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: x(*)
      real(wp), intent(in), optional :: xd(nd, *)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(nd, *)
      if (present(yd)) then
         call rescale(nd, n, zero, yd, incy)
         if (present(xd)) call add(nd, n, one, xd, incx, yd, incy)
      end if
      call scopy(n, x, incx, y, incy)
   end subroutine scopy_dv

   subroutine scopy_bv(n, x, xb, incx, y, yb, incy, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: x(*), y(*)
      real(wp), intent(inout), optional :: xb(nd, *), yb(nd, *)
      if (.not. present(yb)) return
      if (present(xb)) call add(nd, n, one, yb, incy, xb, incx)
      call rescale(nd, n, zero, yb, incy)
   end subroutine scopy_bv

   ! x and y are exchanged
   subroutine sswap_dv(n, x, xd, incx, y, yd, incy, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(inout) :: x(*), y(*)
      real(wp), intent(inout), optional :: xd(nd, *), yd(nd, *)
      call swap_shadows(nd, n, xd, incx, yd, incy)
      call sswap(n, x, incx, y, incy)
   end subroutine sswap_dv

   subroutine sswap_bv(n, x, xb, incx, y, yb, incy, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: x(*), y(*)
      real(wp), intent(inout), optional :: xb(nd, *), yb(nd, *)
      call swap_shadows(nd, n, xb, incx, yb, incy)
   end subroutine sswap_bv

   subroutine swap_shadows(nd, n, x, incx, y, incy)
      integer, intent(in) :: nd, n, incx, incy
      real(wp), intent(inout), optional :: x(nd, *), y(nd, *)
      integer :: i, ix, iy
      if (present(x) .and. present(y)) then
         ix = start(n, incx)
         iy = start(n, incy)
         do i = 1, n
            call sswap(nd, x(1, ix), 1, y(1, iy), 1)
            ix = ix + incx
            iy = iy + incy
         end do
      else if (present(x)) then
         call rescale(nd, n, zero, x, incx)
      else if (present(y)) then
         call rescale(nd, n, zero, y, incy)
      end if
   end subroutine swap_shadows

   ! value = sqrt(x'*x); at zero the derivative is taken as zero
   subroutine snrm2_dv(n, x, xd, incx, value, valued, nd)
      integer, intent(in) :: n, incx, nd
      real(wp), intent(in) :: x(*)
      real(wp), intent(in), optional :: xd(nd, *)
      real(wp), intent(out) :: value, valued(nd)
      value = snrm2(n, x, incx)
      valued = zero
      if (present(xd) .and. value > zero) call add_dot(nd, n, one/value, xd, incx, x, incx, valued)
   end subroutine snrm2_dv

   subroutine snrm2_bv(n, x, xb, incx, valueb, nd)
      integer, intent(in) :: n, incx, nd
      real(wp), intent(in) :: x(*), valueb(nd)
      real(wp), intent(inout), optional :: xb(nd, *)
      real(wp) :: value
      value = snrm2(n, x, incx)
      if (present(xb) .and. value > zero) call add_scaled(nd, n, one/value, valueb, x, incx, xb, incx)
   end subroutine snrm2_bv

   ! value = sum(abs(x))
   subroutine sasum_dv(n, x, xd, incx, value, valued, nd)
      integer, intent(in) :: n, incx, nd
      real(wp), intent(in) :: x(*)
      real(wp), intent(in), optional :: xd(nd, *)
      real(wp), intent(out) :: value, valued(nd)
      integer :: i
      value = sasum(n, x, incx)
      valued = zero
      if (.not. present(xd) .or. incx <= 0) return
      do i = 1, 1 + (n - 1)*incx, incx
         valued = valued + sign(one, x(i))*xd(:, i)
      end do
   end subroutine sasum_dv

   subroutine sasum_bv(n, x, xb, incx, valueb, nd)
      integer, intent(in) :: n, incx, nd
      real(wp), intent(in) :: x(*), valueb(nd)
      real(wp), intent(inout), optional :: xb(nd, *)
      integer :: i
      if (.not. present(xb) .or. incx <= 0) return
      do i = 1, 1 + (n - 1)*incx, incx
         xb(:, i) = xb(:, i) + sign(one, x(i))*valueb
      end do
   end subroutine sasum_bv

   ! x = c*x + s*y, y = c*y - s*x
   subroutine srot_dv(n, x, xd, incx, y, yd, incy, c, cd, s, sd, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(inout) :: x(*), y(*)
      real(wp), intent(inout), optional :: xd(nd, *), yd(nd, *)
      real(wp), intent(in) :: c, s
      real(wp), intent(in), optional :: cd(nd), sd(nd)
      call rotate_shadows(nd, n, xd, incx, yd, incy, c, s)
      if (present(cd) .and. present(xd)) call add_scaled(nd, n, one, cd, x, incx, xd, incx)
      if (present(cd) .and. present(yd)) call add_scaled(nd, n, one, cd, y, incy, yd, incy)
      if (present(sd) .and. present(xd)) call add_scaled(nd, n, one, sd, y, incy, xd, incx)
      if (present(sd) .and. present(yd)) call add_scaled(nd, n, -one, sd, x, incx, yd, incy)
      call srot(n, x, incx, y, incy, c, s)
   end subroutine srot_dv

   subroutine srot_bv(n, x, xb, incx, y, yb, incy, c, cb, s, sb, nd)
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: x(*), y(*), c, s
      real(wp), intent(inout), optional :: xb(nd, *), yb(nd, *), cb(nd), sb(nd)
      if (present(cb) .and. present(xb)) call add_dot(nd, n, one, xb, incx, x, incx, cb)
      if (present(cb) .and. present(yb)) call add_dot(nd, n, one, yb, incy, y, incy, cb)
      if (present(sb) .and. present(xb)) call add_dot(nd, n, one, xb, incx, y, incy, sb)
      if (present(sb) .and. present(yb)) call add_dot(nd, n, -one, yb, incy, x, incx, sb)
      call rotate_shadows(nd, n, xb, incx, yb, incy, c, -s)
   end subroutine srot_bv

   subroutine rotate_shadows(nd, n, x, incx, y, incy, c, s)
      integer, intent(in) :: nd, n, incx, incy
      real(wp), intent(inout), optional :: x(nd, *), y(nd, *)
      real(wp), intent(in) :: c, s
      integer :: i, ix, iy
      if (present(x) .and. present(y)) then
         ix = start(n, incx)
         iy = start(n, incy)
         do i = 1, n
            call srot(nd, x(1, ix), 1, y(1, iy), 1, c, s)
            ix = ix + incx
            iy = iy + incy
         end do
      else if (present(x)) then
         call rescale(nd, n, c, x, incx)
      else if (present(y)) then
         call rescale(nd, n, c, y, incy)
      end if
   end subroutine rotate_shadows

   ! ---- level 2

   ! y = alpha*op(A)*x + beta*y
   subroutine sgemv_dv(trans, m, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy, nd)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, lda, incx, incy, nd
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *), xd(nd, *), betad(nd)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(nd, *)
      real(wp), allocatable :: t(:, :), u(:, :), v(:), w(:)
      integer :: rows, columns
      if (present(yd)) then
         rows = merge(m, n, is(trans, 'N'))
         columns = merge(n, m, is(trans, 'N'))
         allocate (t(nd, rows), u(nd, columns), v(columns), w(rows))
         t = zero
         if (present(xd)) then
            call gather(nd, columns, xd, incx, u)
            call active_right(trans, 'N', nd, rows, 1, columns, alpha, a, lda, u, columns, t, rows)
         end if
         if (present(ad)) then
            call gather(1, columns, x, incx, v)
            call active_left(trans, 'N', nd, rows, 1, columns, alpha, ad, lda, v, columns, t, rows)
         end if
         if (present(alphad)) then
            w = zero
            call sgemv(trans, m, n, one, a, lda, x, incx, zero, w, 1)
            call add_scaled(nd, rows, one, alphad, w, 1, t, 1)
         end if
         if (present(betad)) call add_scaled(nd, rows, one, betad, y, incy, t, 1)
         call rescale(nd, rows, beta, yd, incy)
         call add(nd, rows, one, t, 1, yd, incy)
      end if
      call sgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine sgemv_dv

   subroutine sgemv_bv(trans, m, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy, nd)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, lda, incx, incy, nd
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab(nd), ab(nd, lda, *), xb(nd, *), betab(nd), yb(nd, *)
      real(wp), allocatable :: t(:, :), u(:, :), v(:), w(:)
      integer :: rows, columns
      if (.not. present(yb)) return
      rows = merge(m, n, is(trans, 'N'))
      columns = merge(n, m, is(trans, 'N'))
      allocate (t(nd, rows), u(nd, columns), v(columns), w(rows))
      call gather(nd, rows, yb, incy, t)
      if (present(alphab)) then
         w = zero
         call sgemv(trans, m, n, one, a, lda, x, incx, zero, w, 1)
         call add_dot(nd, rows, one, t, 1, w, 1, alphab)
      end if
      if (present(betab)) call add_dot(nd, rows, one, t, 1, y, incy, betab)
      if (present(xb)) then
         u = zero
         call active_right(other(trans), 'N', nd, columns, 1, rows, alpha, a, lda, t, rows, u, columns)
         call add(nd, columns, one, u, 1, xb, incx)
      end if
      if (present(ab)) then
         call gather(1, columns, x, incx, v)
         if (is(trans, 'N')) then
            call active_left('N', 'T', nd, m, n, 1, alpha, t, m, v, n, ab, lda)
         else
            call active_right('N', 'N', nd, m, n, 1, alpha, v, m, t, 1, ab, lda)
         end if
      end if
      call rescale(nd, rows, beta, yb, incy)
   end subroutine sgemv_bv

   ! A = alpha*x*y' + A
   subroutine sger_dv(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda, nd)
      integer, intent(in) :: m, n, incx, incy, lda, nd
      real(wp), intent(in) :: alpha, x(*), y(*)
      real(wp), intent(in), optional :: alphad(nd), xd(nd, *), yd(nd, *)
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(nd, lda, *)
      real(wp), allocatable :: t(:, :), u(:, :), v(:), w(:)
      if (present(ad)) then
         allocate (t(nd, m), u(nd, n), v(n), w(m))
         call gather(1, n, y, incy, v)
         ! the column x, alpha included
         t = zero
         if (present(alphad)) call add_scaled(nd, m, one, alphad, x, incx, t, 1)
         if (present(xd)) call add(nd, m, alpha, xd, incx, t, 1)
         call active_left('N', 'T', nd, m, n, 1, one, t, m, v, n, ad, lda)
         if (present(yd)) then
            call gather(1, m, x, incx, w)
            call gather(nd, n, yd, incy, u)
            call active_right('N', 'N', nd, m, n, 1, alpha, w, m, u, 1, ad, lda)
         end if
      end if
      call sger(m, n, alpha, x, incx, y, incy, a, lda)
   end subroutine sger_dv

   subroutine sger_bv(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda, nd)
      integer, intent(in) :: m, n, incx, incy, lda, nd
      real(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      real(wp), intent(inout), optional :: alphab(nd), xb(nd, *), yb(nd, *), ab(nd, lda, *)
      real(wp), allocatable :: t(:, :), u(:, :), v(:), w(:)
      if (.not. present(ab)) return
      allocate (t(nd, m), u(nd, n), v(n), w(m))
      if (present(alphab) .or. present(xb)) then
         t = zero
         call gather(1, n, y, incy, v)
         call active_left('N', 'N', nd, m, 1, n, one, ab, lda, v, n, t, m)
         if (present(alphab)) call add_dot(nd, m, one, t, 1, x, incx, alphab)
         if (present(xb)) call add(nd, m, alpha, t, 1, xb, incx)
      end if
      if (present(yb)) then
         u = zero
         call gather(1, m, x, incx, w)
         call active_left('T', 'N', nd, n, 1, m, alpha, ab, lda, w, m, u, n)
         call add(nd, n, one, u, 1, yb, incy)
      end if
   end subroutine sger_bv

   ! y = alpha*A*x + beta*y, A symmetric
   subroutine ssymv_dv(uplo, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, incx, incy, nd
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *), xd(nd, *), betad(nd)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(nd, *)
      real(wp), allocatable :: f(:, :, :), t(:, :), u(:, :), v(:), w(:)
      if (present(yd)) then
         allocate (t(nd, n), u(nd, n), v(n), w(n))
         t = zero
         if (present(xd)) then
            allocate (f(1, n, n))
            call full_symmetric(uplo, one, 1, n, a, lda, f)
            call gather(nd, n, xd, incx, u)
            call active_right('N', 'N', nd, n, 1, n, alpha, f, n, u, n, t, n)
            deallocate (f)
         end if
         if (present(ad)) then
            allocate (f(nd, n, n))
            call full_symmetric(uplo, one, nd, n, ad, lda, f)
            call gather(1, n, x, incx, v)
            call active_left('N', 'N', nd, n, 1, n, alpha, f, n, v, n, t, n)
         end if
         if (present(alphad)) then
            w = zero
            call ssymv(uplo, n, one, a, lda, x, incx, zero, w, 1)
            call add_scaled(nd, n, one, alphad, w, 1, t, 1)
         end if
         if (present(betad)) call add_scaled(nd, n, one, betad, y, incy, t, 1)
         call rescale(nd, n, beta, yd, incy)
         call add(nd, n, one, t, 1, yd, incy)
      end if
      call ssymv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine ssymv_dv

   subroutine ssymv_bv(uplo, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, incx, incy, nd
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab(nd), ab(nd, lda, *), xb(nd, *), betab(nd), yb(nd, *)
      real(wp), allocatable :: f(:, :, :), t(:, :), u(:, :), v(:), w(:)
      if (.not. present(yb)) return
      allocate (t(nd, n), u(nd, n), v(n), w(n))
      call gather(nd, n, yb, incy, t)
      if (present(alphab)) then
         w = zero
         call ssymv(uplo, n, one, a, lda, x, incx, zero, w, 1)
         call add_dot(nd, n, one, t, 1, w, 1, alphab)
      end if
      if (present(betab)) call add_dot(nd, n, one, t, 1, y, incy, betab)
      if (present(xb)) then
         allocate (f(1, n, n))
         call full_symmetric(uplo, one, 1, n, a, lda, f)
         u = zero
         call active_right('N', 'N', nd, n, 1, n, alpha, f, n, t, n, u, n)
         call add(nd, n, one, u, 1, xb, incx)
         deallocate (f)
      end if
      if (present(ab)) then
         call gather(1, n, x, incx, v)
         allocate (f(nd, n, n))
         f = zero
         call active_left('N', 'T', nd, n, n, 1, alpha, t, n, v, n, f, n)
         ! an off-diagonal element represents two
         call add_both(uplo, one/2, nd, n, f, ab, lda)
      end if
      call rescale(nd, n, beta, yb, incy)
   end subroutine ssymv_bv

   ! A = alpha*x*x' + A, A symmetric
   subroutine ssyr_dv(uplo, n, alpha, alphad, x, xd, incx, a, ad, lda, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda, nd
      real(wp), intent(in) :: alpha, x(*)
      real(wp), intent(in), optional :: alphad(nd), xd(nd, *)
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(nd, lda, *)
      real(wp), allocatable :: u(:, :), v(:)
      if (present(ad)) then
         allocate (u(nd, n), v(n))
         call gather(1, n, x, incx, v)
         u = zero
         if (present(alphad)) call add_scaled(nd, n, one/2, alphad, v, 1, u, 1)
         if (present(xd)) call add(nd, n, alpha, xd, incx, u, 1)
         call add_outer_both(uplo, nd, n, u, v, ad, lda)
      end if
      call ssyr(uplo, n, alpha, x, incx, a, lda)
   end subroutine ssyr_dv

   ! The triangle a = a + u*v' + v*u', where v has one direction.
   subroutine add_outer_both(uplo, nd, n, u, v, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: nd, n, lda
      real(wp), intent(in) :: u(nd, n), v(n)
      real(wp), intent(inout) :: a(nd, lda, *)
      real(wp), allocatable :: f(:, :, :)
      allocate (f(nd, n, n))
      f = zero
      call active_left('N', 'T', nd, n, n, 1, one, u, n, v, n, f, n)
      call add_both(uplo, one, nd, n, f, a, lda)
   end subroutine add_outer_both

   subroutine ssyr_bv(uplo, n, alpha, alphab, x, xb, incx, a, ab, lda, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda, nd
      real(wp), intent(in) :: alpha, x(*), a(lda, *)
      real(wp), intent(inout), optional :: alphab(nd), xb(nd, *), ab(nd, lda, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(ab)) return
      allocate (t(nd, n))
      call twice_triangle(uplo, nd, n, x, incx, ab, lda, t)
      if (present(alphab)) call add_dot(nd, n, one/2, t, 1, x, incx, alphab)
      if (present(xb)) call add(nd, n, alpha, t, 1, xb, incx)
   end subroutine ssyr_bv

   ! t = (T + T')*x, T the triangle.
   subroutine twice_triangle(uplo, nd, n, x, incx, a, lda, t)
      character, intent(in) :: uplo
      integer, intent(in) :: nd, n, incx, lda
      real(wp), intent(in) :: x(*), a(nd, lda, *)
      real(wp), intent(out) :: t(nd, n)
      real(wp), allocatable :: f(:, :, :), v(:)
      allocate (f(nd, n, n), v(n))
      call full_symmetric(uplo, 2*one, nd, n, a, lda, f)
      call gather(1, n, x, incx, v)
      t = zero
      call active_left('N', 'N', nd, n, 1, n, one, f, n, v, n, t, n)
   end subroutine twice_triangle

   ! A = alpha*x*y' + alpha*y*x' + A, A symmetric
   subroutine ssyr2_dv(uplo, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, lda, nd
      real(wp), intent(in) :: alpha, x(*), y(*)
      real(wp), intent(in), optional :: alphad(nd), xd(nd, *), yd(nd, *)
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(nd, lda, *)
      real(wp), allocatable :: u(:, :), v(:)
      if (present(ad)) then
         allocate (u(nd, n), v(n))
         if (present(alphad) .or. present(xd)) then
            call gather(1, n, y, incy, v)
            u = zero
            if (present(alphad)) call add_scaled(nd, n, one, alphad, x, incx, u, 1)
            if (present(xd)) call add(nd, n, alpha, xd, incx, u, 1)
            call add_outer_both(uplo, nd, n, u, v, ad, lda)
         end if
         if (present(yd)) then
            call gather(1, n, x, incx, v)
            u = zero
            call add(nd, n, alpha, yd, incy, u, 1)
            call add_outer_both(uplo, nd, n, u, v, ad, lda)
         end if
      end if
      call ssyr2(uplo, n, alpha, x, incx, y, incy, a, lda)
   end subroutine ssyr2_dv

   subroutine ssyr2_bv(uplo, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, lda, nd
      real(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      real(wp), intent(inout), optional :: alphab(nd), xb(nd, *), yb(nd, *), ab(nd, lda, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(ab)) return
      allocate (t(nd, n))
      call twice_triangle(uplo, nd, n, y, incy, ab, lda, t)
      if (present(alphab)) call add_dot(nd, n, one, t, 1, x, incx, alphab)
      if (present(xb)) call add(nd, n, alpha, t, 1, xb, incx)
      if (.not. present(yb)) return
      call twice_triangle(uplo, nd, n, x, incx, ab, lda, t)
      call add(nd, n, alpha, t, 1, yb, incy)
   end subroutine ssyr2_bv

   ! x = op(A)*x, A triangular
   subroutine strmv_dv(uplo, trans, diag, n, a, ad, lda, x, xd, incx, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx, nd
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(nd, lda, *)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(nd, *)
      real(wp), allocatable :: f(:, :, :), t(:, :), v(:)
      if (present(xd)) then
         allocate (t(nd, n), v(n))
         call gather(nd, n, xd, incx, t)
         call by_triangle(.false., 'L', uplo, trans, diag, nd, n, 1, a, lda, t, n)
         if (present(ad)) then
            allocate (f(nd, n, n))
            call full_triangle(uplo, diag, nd, n, ad, lda, f)
            call gather(1, n, x, incx, v)
            call active_left(trans, 'N', nd, n, 1, n, one, f, n, v, n, t, n)
         end if
         call scatter(nd, n, t, xd, incx)
      end if
      call strmv(uplo, trans, diag, n, a, lda, x, incx)
   end subroutine strmv_dv

   subroutine strmv_bv(uplo, trans, diag, n, a, ab, lda, x, xb, incx, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx, nd
      real(wp), intent(in) :: a(lda, *), x(*)
      real(wp), intent(inout), optional :: ab(nd, lda, *), xb(nd, *)
      real(wp), allocatable :: t(:, :), v(:)
      if (.not. present(xb)) return
      allocate (t(nd, n), v(n))
      call gather(nd, n, xb, incx, t)
      if (present(ab)) then
         call gather(1, n, x, incx, v)
         call add_product('L', uplo, trans, diag, nd, n, 1, one, t, n, v, n, ab, lda)
      end if
      call by_triangle(.false., 'L', uplo, other(trans), diag, nd, n, 1, a, lda, t, n)
      call scatter(nd, n, t, xb, incx)
   end subroutine strmv_bv

   ! x = inverse(op(A))*x, A triangular
   subroutine strsv_dv(uplo, trans, diag, n, a, ad, lda, x, xd, incx, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx, nd
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(nd, lda, *)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(nd, *)
      real(wp), allocatable :: f(:, :, :), t(:, :), v(:)
      call strsv(uplo, trans, diag, n, a, lda, x, incx)
      if (.not. present(xd)) return
      allocate (t(nd, n), v(n))
      call gather(nd, n, xd, incx, t)
      if (present(ad)) then
         allocate (f(nd, n, n))
         call full_triangle(uplo, diag, nd, n, ad, lda, f)
         call gather(1, n, x, incx, v)
         call active_left(trans, 'N', nd, n, 1, n, -one, f, n, v, n, t, n)
      end if
      call by_triangle(.true., 'L', uplo, trans, diag, nd, n, 1, a, lda, t, n)
      call scatter(nd, n, t, xd, incx)
   end subroutine strsv_dv

   subroutine strsv_bv(uplo, trans, diag, n, a, ab, lda, x, xb, incx, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx, nd
      real(wp), intent(in) :: a(lda, *), x(*)
      real(wp), intent(inout), optional :: ab(nd, lda, *), xb(nd, *)
      real(wp), allocatable :: t(:, :), v(:)
      if (.not. present(xb)) return
      allocate (t(nd, n), v(n))
      call gather(nd, n, xb, incx, t)
      call by_triangle(.true., 'L', uplo, other(trans), diag, nd, n, 1, a, lda, t, n)
      if (present(ab)) then
         call gather(1, n, x, incx, v)
         call strsv(uplo, trans, diag, n, a, lda, v, 1)
         call add_product('L', uplo, trans, diag, nd, n, 1, -one, t, n, v, n, ab, lda)
      end if
      call scatter(nd, n, t, xb, incx)
   end subroutine strsv_bv

   ! ---- level 3

   ! C = alpha*op(A)*op(B) + beta*C
   subroutine sgemm_dv(transa, transb, m, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc, nd)
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc, nd
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *), bd(nd, ldb, *), betad(nd)
      real(wp), intent(inout) :: c(ldc, *)
      real(wp), intent(inout), optional :: cd(nd, ldc, *)
      real(wp), allocatable :: t(:, :)
      if (present(cd)) then
         call rescale_matrix(nd, m, n, beta, cd, ldc)
         if (present(ad)) call active_left(transa, transb, nd, m, n, k, alpha, ad, lda, b, ldb, cd, ldc)
         if (present(bd)) call active_right(transa, transb, nd, m, n, k, alpha, a, lda, bd, ldb, cd, ldc)
         if (present(alphad)) then
            allocate (t(m, n))
            call sgemm(transa, transb, m, n, k, one, a, lda, b, ldb, zero, t, max(1, m))
            call add_matrix(nd, m, n, alphad, t, max(1, m), cd, ldc)
         end if
         if (present(betad)) call add_matrix(nd, m, n, betad, c, ldc, cd, ldc)
      end if
      call sgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine sgemm_dv

   subroutine sgemm_bv(transa, transb, m, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc, nd)
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc, nd
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      real(wp), intent(inout), optional :: alphab(nd), ab(nd, lda, *), bb(nd, ldb, *), betab(nd), cb(nd, ldc, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call sgemm(transa, transb, m, n, k, one, a, lda, b, ldb, zero, t, max(1, m))
         call add_dots(nd, m, n, cb, ldc, t, max(1, m), alphab)
      end if
      if (present(betab)) call add_dots(nd, m, n, cb, ldc, c, ldc, betab)
      if (present(ab)) then
         if (is(transa, 'N')) then
            call active_left('N', other(transb), nd, m, k, n, alpha, cb, ldc, b, ldb, ab, lda)
         else
            call active_right(transb, 'T', nd, k, m, n, alpha, b, ldb, cb, ldc, ab, lda)
         end if
      end if
      if (present(bb)) then
         if (is(transb, 'N')) then
            call active_right(other(transa), 'N', nd, k, n, m, alpha, a, lda, cb, ldc, bb, ldb)
         else
            call active_left('T', transa, nd, n, k, m, alpha, cb, ldc, a, lda, bb, ldb)
         end if
      end if
      call rescale_matrix(nd, m, n, beta, cb, ldc)
   end subroutine sgemm_bv

   ! C = alpha*A*B + beta*C or C = alpha*B*A + beta*C, A symmetric
   subroutine ssymm_dv(side, uplo, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc, nd)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc, nd
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *), bd(nd, ldb, *), betad(nd)
      real(wp), intent(inout) :: c(ldc, *)
      real(wp), intent(inout), optional :: cd(nd, ldc, *)
      real(wp), allocatable :: f(:, :, :), t(:, :)
      integer :: order
      if (present(cd)) then
         order = merge(m, n, is(side, 'L'))
         call rescale_matrix(nd, m, n, beta, cd, ldc)
         if (present(ad)) then
            allocate (f(nd, order, order))
            call full_symmetric(uplo, one, nd, order, ad, lda, f)
            if (is(side, 'L')) then
               call active_left('N', 'N', nd, m, n, m, alpha, f, m, b, ldb, cd, ldc)
            else
               call active_right('N', 'N', nd, m, n, n, alpha, b, ldb, f, n, cd, ldc)
            end if
            deallocate (f)
         end if
         if (present(bd)) call by_symmetric(side, uplo, nd, m, n, alpha, a, lda, bd, ldb, cd, ldc)
         if (present(alphad)) then
            allocate (t(m, n))
            call ssymm(side, uplo, m, n, one, a, lda, b, ldb, zero, t, max(1, m))
            call add_matrix(nd, m, n, alphad, t, max(1, m), cd, ldc)
         end if
         if (present(betad)) call add_matrix(nd, m, n, betad, c, ldc, cd, ldc)
      end if
      call ssymm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine ssymm_dv

   ! c = c + alpha*A*b or c = c + alpha*b*A, where A is symmetric and has one direction.
   subroutine by_symmetric(side, uplo, nd, m, n, alpha, a, lda, b, ldb, c, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: nd, m, n, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(lda, *), b(nd, ldb, *)
      real(wp), intent(inout) :: c(nd, ldc, *)
      integer :: j
      if (min(nd, m, n) < 1) return
      if (is(side, 'R')) then
         call ssymm('R', uplo, nd*m, n, alpha, a, lda, b, nd*ldb, one, c, nd*ldc)
      else
         do j = 1, n
            call ssymm('R', uplo, nd, m, alpha, a, lda, b(1, 1, j), nd, one, c(1, 1, j), nd)
         end do
      end if
   end subroutine by_symmetric

   subroutine ssymm_bv(side, uplo, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc, nd)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc, nd
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      real(wp), intent(inout), optional :: alphab(nd), ab(nd, lda, *), bb(nd, ldb, *), betab(nd), cb(nd, ldc, *)
      real(wp), allocatable :: f(:, :, :), t(:, :)
      integer :: order
      if (.not. present(cb)) return
      order = merge(m, n, is(side, 'L'))
      if (present(alphab)) then
         allocate (t(m, n))
         call ssymm(side, uplo, m, n, one, a, lda, b, ldb, zero, t, max(1, m))
         call add_dots(nd, m, n, cb, ldc, t, max(1, m), alphab)
      end if
      if (present(betab)) call add_dots(nd, m, n, cb, ldc, c, ldc, betab)
      if (present(bb)) call by_symmetric(side, uplo, nd, m, n, alpha, a, lda, cb, ldc, bb, ldb)
      if (present(ab)) then
         allocate (f(nd, order, order))
         f = zero
         if (is(side, 'L')) then
            call active_left('N', 'T', nd, m, m, n, alpha, cb, ldc, b, ldb, f, m)
         else
            call active_right('T', 'N', nd, n, n, m, alpha, b, ldb, cb, ldc, f, n)
         end if
         ! an off-diagonal element represents two
         call add_both(uplo, one/2, nd, order, f, ab, lda)
      end if
      call rescale_matrix(nd, m, n, beta, cb, ldc)
   end subroutine ssymm_bv

   ! C = alpha*A*A' + beta*C or C = alpha*A'*A + beta*C, C symmetric
   subroutine ssyrk_dv(uplo, trans, n, k, alpha, alphad, a, ad, lda, beta, betad, c, cd, ldc, nd)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc, nd
      real(wp), intent(in) :: alpha, a(lda, *), beta
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *), betad(nd)
      real(wp), intent(inout) :: c(ldc, *)
      real(wp), intent(inout), optional :: cd(nd, ldc, *)
      real(wp), allocatable :: t(:, :)
      if (present(cd)) then
         call rescale_triangle(uplo, nd, n, beta, cd, ldc)
         if (present(ad)) call add_rank(uplo, trans, nd, n, k, alpha, ad, lda, a, lda, cd, ldc)
         if (present(alphad)) then
            allocate (t(n, n))
            call ssyrk(uplo, trans, n, k, one, a, lda, zero, t, max(1, n))
            call add_triangle(uplo, nd, n, alphad, t, max(1, n), cd, ldc)
         end if
         if (present(betad)) call add_triangle(uplo, nd, n, betad, c, ldc, cd, ldc)
      end if
      call ssyrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   end subroutine ssyrk_dv

   ! The triangle c = c + alpha*a*b' + alpha*b*a' or c = c + alpha*a'*b + alpha*b'*a, where b has one direction.
   subroutine add_rank(uplo, trans, nd, n, k, alpha, a, lda, b, ldb, c, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: nd, n, k, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(nd, lda, *), b(ldb, *)
      real(wp), intent(inout) :: c(nd, ldc, *)
      real(wp), allocatable :: f(:, :, :)
      allocate (f(nd, n, n))
      f = zero
      if (is(trans, 'N')) then
         call active_left('N', 'T', nd, n, n, k, alpha, a, lda, b, ldb, f, n)
      else
         call active_right('T', 'N', nd, n, n, k, alpha, b, ldb, a, lda, f, n)
      end if
      call add_both(uplo, one, nd, n, f, c, ldc)
   end subroutine add_rank

   subroutine ssyrk_bv(uplo, trans, n, k, alpha, alphab, a, ab, lda, beta, betab, c, cb, ldc, nd)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc, nd
      real(wp), intent(in) :: alpha, a(lda, *), beta, c(ldc, *)
      real(wp), intent(inout), optional :: alphab(nd), ab(nd, lda, *), betab(nd), cb(nd, ldc, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(n, n))
         call ssyrk(uplo, trans, n, k, one, a, lda, zero, t, max(1, n))
         call add_dots_triangle(uplo, nd, n, cb, ldc, t, max(1, n), alphab)
      end if
      if (present(betab)) call add_dots_triangle(uplo, nd, n, cb, ldc, c, ldc, betab)
      if (present(ab)) call times_triangle(uplo, trans, nd, n, k, alpha, cb, ldc, a, lda, ab, lda)
      call rescale_triangle(uplo, nd, n, beta, cb, ldc)
   end subroutine ssyrk_bv

   ! b = b + alpha*(T + T')*a or b = b + alpha*a*(T + T'), T the triangle, where a has one direction.
   subroutine times_triangle(uplo, trans, nd, n, k, alpha, t, ldt, a, lda, b, ldb)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: nd, n, k, ldt, lda, ldb
      real(wp), intent(in) :: alpha, t(nd, ldt, *), a(lda, *)
      real(wp), intent(inout) :: b(nd, ldb, *)
      real(wp), allocatable :: f(:, :, :)
      allocate (f(nd, n, n))
      call full_symmetric(uplo, 2*one, nd, n, t, ldt, f)
      if (is(trans, 'N')) then
         call active_left('N', 'N', nd, n, k, n, alpha, f, n, a, lda, b, ldb)
      else
         call active_right('N', 'N', nd, k, n, n, alpha, a, lda, f, n, b, ldb)
      end if
   end subroutine times_triangle

   ! C = alpha*A*B' + alpha*B*A' + beta*C or C = alpha*A'*B + alpha*B'*A + beta*C, C symmetric
   subroutine ssyr2k_dv(uplo, trans, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc, nd)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc, nd
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *), bd(nd, ldb, *), betad(nd)
      real(wp), intent(inout) :: c(ldc, *)
      real(wp), intent(inout), optional :: cd(nd, ldc, *)
      real(wp), allocatable :: t(:, :)
      if (present(cd)) then
         call rescale_triangle(uplo, nd, n, beta, cd, ldc)
         if (present(ad)) call add_rank(uplo, trans, nd, n, k, alpha, ad, lda, b, ldb, cd, ldc)
         if (present(bd)) call add_rank(uplo, trans, nd, n, k, alpha, bd, ldb, a, lda, cd, ldc)
         if (present(alphad)) then
            allocate (t(n, n))
            call ssyr2k(uplo, trans, n, k, one, a, lda, b, ldb, zero, t, max(1, n))
            call add_triangle(uplo, nd, n, alphad, t, max(1, n), cd, ldc)
         end if
         if (present(betad)) call add_triangle(uplo, nd, n, betad, c, ldc, cd, ldc)
      end if
      call ssyr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine ssyr2k_dv

   subroutine ssyr2k_bv(uplo, trans, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc, nd)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc, nd
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      real(wp), intent(inout), optional :: alphab(nd), ab(nd, lda, *), bb(nd, ldb, *), betab(nd), cb(nd, ldc, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(n, n))
         call ssyr2k(uplo, trans, n, k, one, a, lda, b, ldb, zero, t, max(1, n))
         call add_dots_triangle(uplo, nd, n, cb, ldc, t, max(1, n), alphab)
      end if
      if (present(betab)) call add_dots_triangle(uplo, nd, n, cb, ldc, c, ldc, betab)
      if (present(ab)) call times_triangle(uplo, trans, nd, n, k, alpha, cb, ldc, b, ldb, ab, lda)
      if (present(bb)) call times_triangle(uplo, trans, nd, n, k, alpha, cb, ldc, a, lda, bb, ldb)
      call rescale_triangle(uplo, nd, n, beta, cb, ldc)
   end subroutine ssyr2k_bv

   ! B = alpha*op(A)*B or B = alpha*B*op(A), A triangular
   subroutine strmm_dv(side, uplo, transa, diag, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, nd)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb, nd
      real(wp), intent(in) :: alpha, a(lda, *)
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(nd, ldb, *)
      real(wp), allocatable :: t(:, :)
      if (present(bd)) then
         call by_triangle(.false., side, uplo, transa, diag, nd, m, n, a, lda, bd, ldb)
         call rescale_matrix(nd, m, n, alpha, bd, ldb)
         if (present(ad)) call add_by_active(side, uplo, transa, diag, nd, m, n, alpha, ad, lda, b, ldb, bd, ldb)
         if (present(alphad)) then
            t = b(:m, :n)
            call strmm(side, uplo, transa, diag, m, n, one, a, lda, t, max(1, m))
            call add_matrix(nd, m, n, alphad, t, max(1, m), bd, ldb)
         end if
      end if
      call strmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
   end subroutine strmm_dv

   ! c = c + factor*op(A)*b or c = c + factor*b*op(A), where the triangle A has many directions and b has one.
   subroutine add_by_active(side, uplo, transa, diag, nd, m, n, factor, a, lda, b, ldb, c, ldc)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: nd, m, n, lda, ldb, ldc
      real(wp), intent(in) :: factor, a(nd, lda, *), b(ldb, *)
      real(wp), intent(inout) :: c(nd, ldc, *)
      real(wp), allocatable :: f(:, :, :)
      integer :: order
      order = merge(m, n, is(side, 'L'))
      allocate (f(nd, order, order))
      call full_triangle(uplo, diag, nd, order, a, lda, f)
      if (is(side, 'L')) then
         call active_left(transa, 'N', nd, m, n, m, factor, f, m, b, ldb, c, ldc)
      else
         call active_right('N', transa, nd, m, n, n, factor, b, ldb, f, n, c, ldc)
      end if
   end subroutine add_by_active

   subroutine strmm_bv(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, nd)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb, nd
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: alphab(nd), ab(nd, lda, *), bb(nd, ldb, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(bb)) return
      if (present(alphab)) then
         t = b(:m, :n)
         call strmm(side, uplo, transa, diag, m, n, one, a, lda, t, max(1, m))
         call add_dots(nd, m, n, bb, ldb, t, max(1, m), alphab)
      end if
      if (present(ab)) call add_product(side, uplo, transa, diag, nd, m, n, alpha, bb, ldb, b, ldb, ab, lda)
      call by_triangle(.false., side, uplo, other(transa), diag, nd, m, n, a, lda, bb, ldb)
      call rescale_matrix(nd, m, n, alpha, bb, ldb)
   end subroutine strmm_bv

   ! The triangle of A's adjoint where Y = op(A)*X or Y = X*op(A), given that of Y.
   subroutine add_product(side, uplo, transa, diag, nd, m, n, factor, yb, ldy, x, ldx, ab, lda)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: nd, m, n, ldy, ldx, lda
      real(wp), intent(in) :: factor, yb(nd, ldy, *), x(ldx, *)
      real(wp), intent(inout) :: ab(nd, lda, *)
      real(wp), allocatable :: g(:, :, :)
      integer :: order
      order = merge(m, n, is(side, 'L'))
      allocate (g(nd, order, order))
      g = zero
      if (is(side, 'L') .and. is(transa, 'N')) then
         call active_left('N', 'T', nd, m, m, n, factor, yb, ldy, x, ldx, g, m)
      else if (is(side, 'L')) then
         call active_right('N', 'T', nd, m, m, n, factor, x, ldx, yb, ldy, g, m)
      else if (is(transa, 'N')) then
         call active_right('T', 'N', nd, n, n, m, factor, x, ldx, yb, ldy, g, n)
      else
         call active_left('T', 'N', nd, n, n, m, factor, yb, ldy, x, ldx, g, n)
      end if
      call add_full_triangle(uplo, diag, nd, order, g, ab, lda)
   end subroutine add_product

   ! B = alpha*inverse(op(A))*B or B = alpha*B*inverse(op(A)), A triangular
   subroutine strsm_dv(side, uplo, transa, diag, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, nd)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb, nd
      real(wp), intent(in) :: alpha, a(lda, *)
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(nd, ldb, *)
      if (present(bd)) then
         call rescale_matrix(nd, m, n, alpha, bd, ldb)
         if (present(alphad)) call add_matrix(nd, m, n, alphad, b, ldb, bd, ldb)
      end if
      call strsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
      if (.not. present(bd)) return
      if (present(ad)) call add_by_active(side, uplo, transa, diag, nd, m, n, -one, ad, lda, b, ldb, bd, ldb)
      call by_triangle(.true., side, uplo, transa, diag, nd, m, n, a, lda, bd, ldb)
   end subroutine strsm_dv

   subroutine strsm_bv(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, nd)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb, nd
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: alphab(nd), ab(nd, lda, *), bb(nd, ldb, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(bb)) return
      call by_triangle(.true., side, uplo, other(transa), diag, nd, m, n, a, lda, bb, ldb)
      if (present(alphab)) call add_dots(nd, m, n, bb, ldb, b, ldb, alphab)
      if (present(ab)) then
         t = b(:m, :n)
         call strsm(side, uplo, transa, diag, m, n, alpha, a, lda, t, max(1, m))
         call add_product(side, uplo, transa, diag, nd, m, n, -one, bb, ldb, t, max(1, m), ab, lda)
      end if
      call rescale_matrix(nd, m, n, alpha, bb, ldb)
   end subroutine strsm_bv

end module adc_blas_sv
