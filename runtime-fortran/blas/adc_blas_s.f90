! Tangents and adjoints of BLAS in single precision, by calls of BLAS. Programs that call no BLAS need no such
! file. It is generated from template/adc_blas.f90.in.
!
! Shadows are optional arguments: an absent one is zero and never read. The shadow of a written argument is absent if
! its derivative is not wanted; then there is nothing to do.
!
! A procedure NAME_d computes what NAME does, and its derivative. NAME_b computes the adjoint alone: it gets the values
! that the arguments have before the call, as far as derivatives need them, and changes none of them.
!
! Shadows of triangular and symmetric matrices are triangles, too: elements that the routine does not access stay
! unchanged.

module adc_blas_s
   implicit none
   private
   public :: saxpy_d, saxpy_b, sdot_d, sdot_b, sscal_d, sscal_b, scopy_d, scopy_b, sswap_d, sswap_b
   public :: sgemv_d, sgemv_b, sger_d, sger_b, strmv_d, strmv_b, strsv_d, strsv_b
   public :: sgemm_d, sgemm_b, ssymm_d, ssymm_b, ssyrk_d, ssyrk_b, ssyr2k_d, ssyr2k_b
   public :: strmm_d, strmm_b, strsm_d, strsm_b
   public :: snrm2_d, snrm2_b, sasum_d, sasum_b, srot_d, srot_b
   public :: ssymv_d, ssymv_b, ssyr_d, ssyr_b, ssyr2_d, ssyr2_b

   integer, parameter :: wp = kind(1.0)
   real(wp), parameter :: zero = 0, one = 1

   real(wp), external :: sdot
   external :: saxpy, sscal, scopy, sswap, sgemv, sger, strmv, strsv
   external :: sgemm, ssymm, ssyrk, ssyr2k, strmm, strsm
   real(wp), external :: snrm2, sasum
   external :: srot, ssymv, ssyr, ssyr2

contains

   ! ---- building blocks

   ! x = factor*x; a zero factor overwrites the old value, even a NaN.
   subroutine rescale(n, factor, x, incx)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: factor
      real(wp), intent(inout) :: x(*)
      integer :: i
      if (abs(factor) <= 0) then
         do i = 1, 1 + (n - 1)*abs(incx), max(1, abs(incx))
            x(i) = zero
         end do
      else if (.not. abs(factor - one) <= 0) then
         call sscal(n, factor, x, abs(incx))
      end if
   end subroutine rescale

   ! The same for a matrix.
   subroutine rescale_matrix(m, n, factor, a, lda)
      integer, intent(in) :: m, n, lda
      real(wp), intent(in) :: factor
      real(wp), intent(inout) :: a(lda, *)
      integer :: j
      do j = 1, n
         call rescale(m, factor, a(:, j), 1)
      end do
   end subroutine rescale_matrix

   ! a = a + factor*b, rectangles.
   subroutine add_matrix(m, n, factor, b, ldb, a, lda)
      integer, intent(in) :: m, n, lda, ldb
      real(wp), intent(in) :: factor, b(ldb, *)
      real(wp), intent(inout) :: a(lda, *)
      integer :: j
      do j = 1, n
         call saxpy(m, factor, b(:, j), 1, a(:, j), 1)
      end do
   end subroutine add_matrix

   ! The sum of the products of elements.
   real(wp) function dot_matrix(m, n, a, lda, b, ldb)
      integer, intent(in) :: m, n, lda, ldb
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      integer :: j
      dot_matrix = zero
      do j = 1, n
         dot_matrix = dot_matrix + sdot(m, a(:, j), 1, b(:, j), 1)
      end do
   end function dot_matrix

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

   ! a = a + factor*b, triangles, optionally without the diagonal.
   subroutine add_triangle(uplo, skip, n, factor, b, ldb, a, lda)
      character, intent(in) :: uplo
      logical, intent(in) :: skip
      integer, intent(in) :: n, lda, ldb
      real(wp), intent(in) :: factor, b(ldb, *)
      real(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, skip, n, j, first, last)
         if (last >= first) call saxpy(last - first + 1, factor, b(first, j), 1, a(first, j), 1)
      end do
   end subroutine add_triangle

   subroutine rescale_triangle(uplo, n, factor, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: factor
      real(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         call rescale(last - first + 1, factor, a(first, j), 1)
      end do
   end subroutine rescale_triangle

   real(wp) function dot_triangle(uplo, n, a, lda, b, ldb)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, ldb
      real(wp), intent(in) :: a(lda, *), b(ldb, *)
      integer :: j, first, last
      dot_triangle = zero
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         dot_triangle = dot_triangle + sdot(last - first + 1, a(first, j), 1, b(first, j), 1)
      end do
   end function dot_triangle

   ! a = a + factor*v*w', a triangle.
   subroutine add_outer(uplo, skip, n, factor, v, w, a, lda)
      character, intent(in) :: uplo
      logical, intent(in) :: skip
      integer, intent(in) :: n, lda
      real(wp), intent(in) :: factor, v(n), w(n)
      real(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, skip, n, j, first, last)
         if (last >= first) call saxpy(last - first + 1, factor*w(j), v(first), 1, a(first, j), 1)
      end do
   end subroutine add_outer

   ! ---- level 1

   ! y = alpha*x + y
   subroutine saxpy_d(n, alpha, alphad, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, x(*)
      real(wp), intent(in), optional :: alphad, xd(*)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         if (present(alphad)) call saxpy(n, alphad, x, incx, yd, incy)
         if (present(xd)) call saxpy(n, alpha, xd, incx, yd, incy)
      end if
      call saxpy(n, alpha, x, incx, y, incy)
   end subroutine saxpy_d

   subroutine saxpy_b(n, alpha, alphab, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, x(*), y(*)
      real(wp), intent(inout), optional :: alphab, xb(*), yb(*)
      if (.not. present(yb)) return
      if (present(alphab)) alphab = alphab + sdot(n, x, incx, yb, incy)
      if (present(xb)) call saxpy(n, alpha, yb, incy, xb, incx)
   end subroutine saxpy_b

   ! value = x'*y
   real(wp) function sdot_d(n, x, xd, incx, y, yd, incy, value)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: x(*), y(*)
      real(wp), intent(in), optional :: xd(*), yd(*)
      real(wp), intent(out) :: value
      sdot_d = zero
      if (present(xd)) sdot_d = sdot_d + sdot(n, xd, incx, y, incy)
      if (present(yd)) sdot_d = sdot_d + sdot(n, x, incx, yd, incy)
      value = sdot(n, x, incx, y, incy)
   end function sdot_d

   subroutine sdot_b(n, x, xb, incx, y, yb, incy, valueb)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: x(*), y(*), valueb
      real(wp), intent(inout), optional :: xb(*), yb(*)
      if (present(xb)) call saxpy(n, valueb, y, incy, xb, incx)
      if (present(yb)) call saxpy(n, valueb, x, incx, yb, incy)
   end subroutine sdot_b

   ! x = alpha*x
   subroutine sscal_d(n, alpha, alphad, x, xd, incx)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha
      real(wp), intent(in), optional :: alphad
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      if (present(xd)) then
         call rescale(n, alpha, xd, incx)
         if (present(alphad)) call saxpy(n, alphad, x, incx, xd, incx)
      end if
      call sscal(n, alpha, x, incx)
   end subroutine sscal_d

   subroutine sscal_b(n, alpha, alphab, x, xb, incx)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha, x(*)
      real(wp), intent(inout), optional :: alphab, xb(*)
      if (.not. present(xb)) return
      if (present(alphab)) alphab = alphab + sdot(n, x, incx, xb, incx)
      call rescale(n, alpha, xb, incx)
   end subroutine sscal_b

   ! y = x
   subroutine scopy_d(n, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: x(*)
      real(wp), intent(in), optional :: xd(*)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      if (present(yd) .and. present(xd)) then
         call scopy(n, xd, incx, yd, incy)
      else if (present(yd)) then
         call rescale(n, zero, yd, incy)
      end if
      call scopy(n, x, incx, y, incy)
   end subroutine scopy_d

   subroutine scopy_b(n, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: x(*), y(*)
      real(wp), intent(inout), optional :: xb(*), yb(*)
      if (.not. present(yb)) return
      if (present(xb)) call saxpy(n, one, yb, incy, xb, incx)
      call rescale(n, zero, yb, incy)
   end subroutine scopy_b

   ! x and y are exchanged
   subroutine sswap_d(n, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(inout) :: x(*), y(*)
      real(wp), intent(inout), optional :: xd(*), yd(*)
      call swap_shadows(n, xd, incx, yd, incy)
      call sswap(n, x, incx, y, incy)
   end subroutine sswap_d

   subroutine sswap_b(n, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: x(*), y(*)
      real(wp), intent(inout), optional :: xb(*), yb(*)
      call swap_shadows(n, xb, incx, yb, incy)
   end subroutine sswap_b

   subroutine swap_shadows(n, x, incx, y, incy)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(inout), optional :: x(*), y(*)
      if (present(x) .and. present(y)) then
         call sswap(n, x, incx, y, incy)
      else if (present(x)) then
         call rescale(n, zero, x, incx)
      else if (present(y)) then
         call rescale(n, zero, y, incy)
      end if
   end subroutine swap_shadows

   ! value = sqrt(x'*x); at zero the derivative is taken as zero
   real(wp) function snrm2_d(n, x, xd, incx, value)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: x(*)
      real(wp), intent(in), optional :: xd(*)
      real(wp), intent(out) :: value
      value = snrm2(n, x, incx)
      snrm2_d = zero
      if (present(xd) .and. value > zero) snrm2_d = sdot(n, x, incx, xd, incx)/value
   end function snrm2_d

   subroutine snrm2_b(n, x, xb, incx, valueb)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: x(*), valueb
      real(wp), intent(inout), optional :: xb(*)
      real(wp) :: value
      value = snrm2(n, x, incx)
      if (present(xb) .and. value > zero) call saxpy(n, valueb/value, x, incx, xb, incx)
   end subroutine snrm2_b

   ! value = sum(abs(x))
   real(wp) function sasum_d(n, x, xd, incx, value)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: x(*)
      real(wp), intent(in), optional :: xd(*)
      real(wp), intent(out) :: value
      integer :: i
      value = sasum(n, x, incx)
      sasum_d = zero
      if (.not. present(xd) .or. incx <= 0) return
      do i = 1, 1 + (n - 1)*incx, incx
         sasum_d = sasum_d + sign(one, x(i))*xd(i)
      end do
   end function sasum_d

   subroutine sasum_b(n, x, xb, incx, valueb)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: x(*), valueb
      real(wp), intent(inout), optional :: xb(*)
      integer :: i
      if (.not. present(xb) .or. incx <= 0) return
      do i = 1, 1 + (n - 1)*incx, incx
         xb(i) = xb(i) + sign(one, x(i))*valueb
      end do
   end subroutine sasum_b

   ! x = c*x + s*y, y = c*y - s*x
   subroutine srot_d(n, x, xd, incx, y, yd, incy, c, cd, s, sd)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(inout) :: x(*), y(*)
      real(wp), intent(inout), optional :: xd(*), yd(*)
      real(wp), intent(in) :: c, s
      real(wp), intent(in), optional :: cd, sd
      call rotate_shadows(n, xd, incx, yd, incy, c, s)
      if (present(cd) .and. present(xd)) call saxpy(n, cd, x, incx, xd, incx)
      if (present(cd) .and. present(yd)) call saxpy(n, cd, y, incy, yd, incy)
      if (present(sd) .and. present(xd)) call saxpy(n, sd, y, incy, xd, incx)
      if (present(sd) .and. present(yd)) call saxpy(n, -sd, x, incx, yd, incy)
      call srot(n, x, incx, y, incy, c, s)
   end subroutine srot_d

   subroutine srot_b(n, x, xb, incx, y, yb, incy, c, cb, s, sb)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: x(*), y(*), c, s
      real(wp), intent(inout), optional :: xb(*), yb(*), cb, sb
      if (present(cb) .and. present(xb)) cb = cb + sdot(n, x, incx, xb, incx)
      if (present(cb) .and. present(yb)) cb = cb + sdot(n, y, incy, yb, incy)
      if (present(sb) .and. present(xb)) sb = sb + sdot(n, y, incy, xb, incx)
      if (present(sb) .and. present(yb)) sb = sb - sdot(n, x, incx, yb, incy)
      call rotate_shadows(n, xb, incx, yb, incy, c, -s)
   end subroutine srot_b

   subroutine rotate_shadows(n, x, incx, y, incy, c, s)
      integer, intent(in) :: n, incx, incy
      real(wp), intent(inout), optional :: x(*), y(*)
      real(wp), intent(in) :: c, s
      if (present(x) .and. present(y)) then
         call srot(n, x, incx, y, incy, c, s)
      else if (present(x)) then
         call rescale(n, c, x, incx)
      else if (present(y)) then
         call rescale(n, c, y, incy)
      end if
   end subroutine rotate_shadows

   ! ---- level 2

   ! y = alpha*op(A)*x + beta*y
   subroutine sgemv_d(trans, m, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, lda, incx, incy
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      real(wp), intent(in), optional :: alphad, ad(lda, *), xd(*), betad
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      integer :: rows
      if (present(yd)) then
         rows = merge(m, n, is(trans, 'N'))
         call rescale(rows, beta, yd, incy)
         if (present(xd)) call sgemv(trans, m, n, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call sgemv(trans, m, n, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call sgemv(trans, m, n, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call saxpy(rows, betad, y, incy, yd, incy)
      end if
      call sgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine sgemv_d

   subroutine sgemv_b(trans, m, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, lda, incx, incy
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab, ab(lda, *), xb(*), betab, yb(*)
      real(wp), allocatable :: t(:)
      integer :: rows
      if (.not. present(yb)) return
      rows = merge(m, n, is(trans, 'N'))
      if (present(alphab)) then
         allocate (t(rows))
         call sgemv(trans, m, n, one, a, lda, x, incx, zero, t, 1)
         alphab = alphab + sdot(rows, t, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + sdot(rows, y, incy, yb, incy)
      if (present(xb)) call sgemv(other(trans), m, n, alpha, a, lda, yb, incy, one, xb, incx)
      if (present(ab)) then
         if (is(trans, 'N')) then
            call sger(m, n, alpha, yb, incy, x, incx, ab, lda)
         else
            call sger(m, n, alpha, x, incx, yb, incy, ab, lda)
         end if
      end if
      call rescale(rows, beta, yb, incy)
   end subroutine sgemv_b

   ! A = alpha*x*y' + A
   subroutine sger_d(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      real(wp), intent(in) :: alpha, x(*), y(*)
      real(wp), intent(in), optional :: alphad, xd(*), yd(*)
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         if (present(alphad)) call sger(m, n, alphad, x, incx, y, incy, ad, lda)
         if (present(xd)) call sger(m, n, alpha, xd, incx, y, incy, ad, lda)
         if (present(yd)) call sger(m, n, alpha, x, incx, yd, incy, ad, lda)
      end if
      call sger(m, n, alpha, x, incx, y, incy, a, lda)
   end subroutine sger_d

   subroutine sger_b(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      real(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      real(wp), intent(inout), optional :: alphab, xb(*), yb(*), ab(lda, *)
      real(wp), allocatable :: t(:)
      if (.not. present(ab)) return
      if (present(alphab)) then
         allocate (t(m))
         call sgemv('N', m, n, one, ab, lda, y, incy, zero, t, 1)
         alphab = alphab + sdot(m, t, 1, x, incx)
      end if
      if (present(xb)) call sgemv('N', m, n, alpha, ab, lda, y, incy, one, xb, incx)
      if (present(yb)) call sgemv('T', m, n, alpha, ab, lda, x, incx, one, yb, incy)
   end subroutine sger_b

   ! y = alpha*A*x + beta*y, A symmetric
   subroutine ssymv_d(uplo, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, incx, incy
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      real(wp), intent(in), optional :: alphad, ad(lda, *), xd(*), betad
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         call rescale(n, beta, yd, incy)
         if (present(xd)) call ssymv(uplo, n, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call ssymv(uplo, n, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call ssymv(uplo, n, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call saxpy(n, betad, y, incy, yd, incy)
      end if
      call ssymv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine ssymv_d

   subroutine ssymv_b(uplo, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, incx, incy
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab, ab(lda, *), xb(*), betab, yb(*)
      real(wp) :: v(n), w(n)
      integer :: i
      if (.not. present(yb)) return
      if (present(alphab)) then
         call ssymv(uplo, n, one, a, lda, x, incx, zero, v, 1)
         alphab = alphab + sdot(n, v, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + sdot(n, y, incy, yb, incy)
      if (present(xb)) call ssymv(uplo, n, alpha, a, lda, yb, incy, one, xb, incx)
      if (present(ab)) then
         ! an off-diagonal element represents two
         call scopy(n, x, incx, v, 1)
         call scopy(n, yb, incy, w, 1)
         call ssyr2(uplo, n, alpha, v, 1, w, 1, ab, lda)
         do i = 1, n
            ab(i, i) = ab(i, i) - alpha*v(i)*w(i)
         end do
      end if
      call rescale(n, beta, yb, incy)
   end subroutine ssymv_b

   ! A = alpha*x*x' + A, A symmetric
   subroutine ssyr_d(uplo, n, alpha, alphad, x, xd, incx, a, ad, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda
      real(wp), intent(in) :: alpha, x(*)
      real(wp), intent(in), optional :: alphad, xd(*)
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         if (present(alphad)) call ssyr(uplo, n, alphad, x, incx, ad, lda)
         if (present(xd)) call ssyr2(uplo, n, alpha, x, incx, xd, incx, ad, lda)
      end if
      call ssyr(uplo, n, alpha, x, incx, a, lda)
   end subroutine ssyr_d

   subroutine ssyr_b(uplo, n, alpha, alphab, x, xb, incx, a, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda
      real(wp), intent(in) :: alpha, x(*), a(lda, *)
      real(wp), intent(inout), optional :: alphab, xb(*), ab(lda, *)
      real(wp) :: t(n)
      if (.not. present(ab)) return
      call twice_triangle(uplo, n, x, incx, ab, lda, t)
      if (present(alphab)) alphab = alphab + sdot(n, t, 1, x, incx)/2
      if (present(xb)) call saxpy(n, alpha, t, 1, xb, incx)
   end subroutine ssyr_b

   ! t = (T + T')*x, T the triangle.
   subroutine twice_triangle(uplo, n, x, incx, a, lda, t)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda
      real(wp), intent(in) :: x(*), a(lda, *)
      real(wp), intent(out) :: t(n)
      real(wp) :: v(n)
      integer :: i
      call scopy(n, x, incx, v, 1)
      call ssymv(uplo, n, one, a, lda, v, 1, zero, t, 1)
      do i = 1, n
         t(i) = t(i) + a(i, i)*v(i)
      end do
   end subroutine twice_triangle

   ! A = alpha*x*y' + alpha*y*x' + A, A symmetric
   subroutine ssyr2_d(uplo, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, lda
      real(wp), intent(in) :: alpha, x(*), y(*)
      real(wp), intent(in), optional :: alphad, xd(*), yd(*)
      real(wp), intent(inout) :: a(lda, *)
      real(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         if (present(alphad)) call ssyr2(uplo, n, alphad, x, incx, y, incy, ad, lda)
         if (present(xd)) call ssyr2(uplo, n, alpha, xd, incx, y, incy, ad, lda)
         if (present(yd)) call ssyr2(uplo, n, alpha, x, incx, yd, incy, ad, lda)
      end if
      call ssyr2(uplo, n, alpha, x, incx, y, incy, a, lda)
   end subroutine ssyr2_d

   subroutine ssyr2_b(uplo, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, lda
      real(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      real(wp), intent(inout), optional :: alphab, xb(*), yb(*), ab(lda, *)
      real(wp) :: t(n)
      if (.not. present(ab)) return
      call twice_triangle(uplo, n, y, incy, ab, lda, t)
      if (present(alphab)) alphab = alphab + sdot(n, t, 1, x, incx)
      if (present(xb)) call saxpy(n, alpha, t, 1, xb, incx)
      call twice_triangle(uplo, n, x, incx, ab, lda, t)
      if (present(yb)) call saxpy(n, alpha, t, 1, yb, incy)
   end subroutine ssyr2_b

   ! x = op(A)*x, A triangular
   subroutine strmv_d(uplo, trans, diag, n, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      if (present(xd)) then
         call strmv(uplo, trans, diag, n, a, lda, xd, incx)
         if (present(ad)) then
            call scopy(n, x, incx, t, 1)
            call strmv(uplo, trans, diag, n, ad, lda, t, 1)
            call saxpy(n, one, t, 1, xd, incx)
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) call saxpy(n, -one, x, incx, xd, incx)
         end if
      end if
      call strmv(uplo, trans, diag, n, a, lda, x, incx)
   end subroutine strmv_d

   subroutine strmv_b(uplo, trans, diag, n, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      real(wp), intent(in) :: a(lda, *), x(*)
      real(wp), intent(inout), optional :: ab(lda, *), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      if (present(ab)) then
         call scopy(n, x, incx, v, 1)
         call scopy(n, xb, incx, w, 1)
         if (is(trans, 'N')) then
            call add_outer(uplo, is(diag, 'U'), n, one, w, v, ab, lda)
         else
            call add_outer(uplo, is(diag, 'U'), n, one, v, w, ab, lda)
         end if
      end if
      call strmv(uplo, other(trans), diag, n, a, lda, xb, incx)
   end subroutine strmv_b

   ! x = inverse(op(A))*x, A triangular
   subroutine strsv_d(uplo, trans, diag, n, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(lda, *)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      call strsv(uplo, trans, diag, n, a, lda, x, incx)
      if (.not. present(xd)) return
      if (present(ad)) then
         call scopy(n, x, incx, t, 1)
         call strmv(uplo, trans, diag, n, ad, lda, t, 1)
         call saxpy(n, -one, t, 1, xd, incx)
         if (is(diag, 'U')) call saxpy(n, one, x, incx, xd, incx)
      end if
      call strsv(uplo, trans, diag, n, a, lda, xd, incx)
   end subroutine strsv_d

   subroutine strsv_b(uplo, trans, diag, n, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      real(wp), intent(in) :: a(lda, *), x(*)
      real(wp), intent(inout), optional :: ab(lda, *), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call strsv(uplo, other(trans), diag, n, a, lda, xb, incx)
      if (present(ab)) then
         call scopy(n, x, incx, v, 1)
         call strsv(uplo, trans, diag, n, a, lda, v, 1)
         call scopy(n, xb, incx, w, 1)
         if (is(trans, 'N')) then
            call add_outer(uplo, is(diag, 'U'), n, -one, w, v, ab, lda)
         else
            call add_outer(uplo, is(diag, 'U'), n, -one, v, w, ab, lda)
         end if
      end if
   end subroutine strsv_b

   ! ---- level 3

   ! C = alpha*op(A)*op(B) + beta*C
   subroutine sgemm_d(transa, transb, m, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      real(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      real(wp), intent(inout) :: c(ldc, *)
      real(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_matrix(m, n, beta, cd, ldc)
         if (present(ad)) call sgemm(transa, transb, m, n, k, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call sgemm(transa, transb, m, n, k, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call sgemm(transa, transb, m, n, k, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_matrix(m, n, betad, c, ldc, cd, ldc)
      end if
      call sgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine sgemm_d

   subroutine sgemm_b(transa, transb, m, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      real(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call sgemm(transa, transb, m, n, k, one, a, lda, b, ldb, zero, t, max(1, m))
         alphab = alphab + dot_matrix(m, n, t, max(1, m), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_matrix(m, n, c, ldc, cb, ldc)
      if (present(ab)) then
         if (is(transa, 'N')) then
            call sgemm('N', other(transb), m, k, n, alpha, cb, ldc, b, ldb, one, ab, lda)
         else
            call sgemm(transb, 'T', k, m, n, alpha, b, ldb, cb, ldc, one, ab, lda)
         end if
      end if
      if (present(bb)) then
         if (is(transb, 'N')) then
            call sgemm(other(transa), 'N', k, n, m, alpha, a, lda, cb, ldc, one, bb, ldb)
         else
            call sgemm('T', transa, n, k, m, alpha, cb, ldc, a, lda, one, bb, ldb)
         end if
      end if
      call rescale_matrix(m, n, beta, cb, ldc)
   end subroutine sgemm_b

   ! C = alpha*A*B + beta*C or C = alpha*B*A + beta*C, A symmetric
   subroutine ssymm_d(side, uplo, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      real(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      real(wp), intent(inout) :: c(ldc, *)
      real(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_matrix(m, n, beta, cd, ldc)
         if (present(ad)) call ssymm(side, uplo, m, n, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call ssymm(side, uplo, m, n, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call ssymm(side, uplo, m, n, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_matrix(m, n, betad, c, ldc, cd, ldc)
      end if
      call ssymm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine ssymm_d

   subroutine ssymm_b(side, uplo, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      real(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      real(wp), allocatable :: t(:, :)
      integer :: i
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call ssymm(side, uplo, m, n, one, a, lda, b, ldb, zero, t, max(1, m))
         alphab = alphab + dot_matrix(m, n, t, max(1, m), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_matrix(m, n, c, ldc, cb, ldc)
      if (present(bb)) call ssymm(side, uplo, m, n, alpha, a, lda, cb, ldc, one, bb, ldb)
      if (present(ab)) then
         ! an off-diagonal element represents two
         if (is(side, 'L')) then
            call ssyr2k(uplo, 'N', m, n, alpha, cb, ldc, b, ldb, one, ab, lda)
            do i = 1, m
               ab(i, i) = ab(i, i) - alpha*sdot(n, cb(i, 1), ldc, b(i, 1), ldb)
            end do
         else
            call ssyr2k(uplo, 'T', n, m, alpha, b, ldb, cb, ldc, one, ab, lda)
            do i = 1, n
               ab(i, i) = ab(i, i) - alpha*sdot(m, b(1, i), 1, cb(1, i), 1)
            end do
         end if
      end if
      call rescale_matrix(m, n, beta, cb, ldc)
   end subroutine ssymm_b

   ! C = alpha*A*A' + beta*C or C = alpha*A'*A + beta*C, C symmetric
   subroutine ssyrk_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, beta, betad, c, cd, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      real(wp), intent(in) :: alpha, a(lda, *), beta
      real(wp), intent(in), optional :: alphad, ad(lda, *), betad
      real(wp), intent(inout) :: c(ldc, *)
      real(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_triangle(uplo, n, beta, cd, ldc)
         if (present(ad)) call ssyr2k(uplo, trans, n, k, alpha, a, lda, ad, lda, one, cd, ldc)
         if (present(alphad)) call ssyrk(uplo, trans, n, k, alphad, a, lda, one, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, betad, c, ldc, cd, ldc)
      end if
      call ssyrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   end subroutine ssyrk_d

   subroutine ssyrk_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      real(wp), intent(in) :: alpha, a(lda, *), beta, c(ldc, *)
      real(wp), intent(inout), optional :: alphab, ab(lda, *), betab, cb(ldc, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(n, n))
         call ssyrk(uplo, trans, n, k, one, a, lda, zero, t, max(1, n))
         alphab = alphab + dot_triangle(uplo, n, t, max(1, n), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_triangle(uplo, n, c, ldc, cb, ldc)
      if (present(ab)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, a, lda, ab, lda)
      call rescale_triangle(uplo, n, beta, cb, ldc)
   end subroutine ssyrk_b

   ! B = B + alpha*(T + T')*A or B = B + alpha*A*(T + T'), T the triangle.
   subroutine times_triangle(uplo, trans, n, k, alpha, t, ldt, a, lda, b, ldb)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, ldt, lda, ldb
      real(wp), intent(in) :: alpha, t(ldt, *), a(lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      integer :: i
      if (is(trans, 'N')) then
         call ssymm('L', uplo, n, k, alpha, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            call saxpy(k, alpha*t(i, i), a(i, 1), lda, b(i, 1), ldb)
         end do
      else
         call ssymm('R', uplo, k, n, alpha, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            call saxpy(k, alpha*t(i, i), a(1, i), 1, b(1, i), 1)
         end do
      end if
   end subroutine times_triangle

   ! C = alpha*A*B' + alpha*B*A' + beta*C or C = alpha*A'*B + alpha*B'*A + beta*C, C symmetric
   subroutine ssyr2k_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      real(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      real(wp), intent(inout) :: c(ldc, *)
      real(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_triangle(uplo, n, beta, cd, ldc)
         if (present(ad)) call ssyr2k(uplo, trans, n, k, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call ssyr2k(uplo, trans, n, k, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call ssyr2k(uplo, trans, n, k, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, betad, c, ldc, cd, ldc)
      end if
      call ssyr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine ssyr2k_d

   subroutine ssyr2k_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      real(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(n, n))
         call ssyr2k(uplo, trans, n, k, one, a, lda, b, ldb, zero, t, max(1, n))
         alphab = alphab + dot_triangle(uplo, n, t, max(1, n), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_triangle(uplo, n, c, ldc, cb, ldc)
      if (present(ab)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, b, ldb, ab, lda)
      if (present(bb)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, a, lda, bb, ldb)
      call rescale_triangle(uplo, n, beta, cb, ldc)
   end subroutine ssyr2k_b

   ! B = alpha*op(A)*B or B = alpha*B*op(A), A triangular
   subroutine strmm_d(side, uplo, transa, diag, m, n, alpha, alphad, a, ad, lda, b, bd, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      real(wp), intent(in) :: alpha, a(lda, *)
      real(wp), intent(in), optional :: alphad, ad(lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      real(wp), allocatable :: t(:, :)
      if (present(bd)) then
         call strmm(side, uplo, transa, diag, m, n, alpha, a, lda, bd, ldb)
         if (present(ad)) then
            t = b(:m, :n)
            call strmm(side, uplo, transa, diag, m, n, alpha, ad, lda, t, max(1, m))
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) t = t - alpha*b(:m, :n)
            call add_matrix(m, n, one, t, max(1, m), bd, ldb)
         end if
         if (present(alphad)) then
            t = b(:m, :n)
            call strmm(side, uplo, transa, diag, m, n, alphad, a, lda, t, max(1, m))
            call add_matrix(m, n, one, t, max(1, m), bd, ldb)
         end if
      end if
      call strmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
   end subroutine strmm_d

   subroutine strmm_b(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(bb)) return
      if (present(alphab)) then
         t = b(:m, :n)
         call strmm(side, uplo, transa, diag, m, n, one, a, lda, t, max(1, m))
         alphab = alphab + dot_matrix(m, n, t, max(1, m), bb, ldb)
      end if
      if (present(ab)) call add_product(side, uplo, transa, diag, m, n, alpha, bb, ldb, b, ldb, ab, lda)
      call strmm(side, uplo, other(transa), diag, m, n, alpha, a, lda, bb, ldb)
   end subroutine strmm_b

   ! The triangle of A's adjoint where Y = op(A)*X or Y = X*op(A), given that of Y.
   subroutine add_product(side, uplo, transa, diag, m, n, factor, yb, ldy, x, ldx, ab, lda)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, ldy, ldx, lda
      real(wp), intent(in) :: factor, yb(ldy, *), x(ldx, *)
      real(wp), intent(inout) :: ab(lda, *)
      ! columns that one product computes: rows outside of the triangle cost as much as the others
      integer, parameter :: width = 32
      real(wp), allocatable :: g(:, :)
      integer :: order, columns, rows, from, first, last, i, j
      order = merge(m, n, is(side, 'L'))
      allocate (g(order, width))
      do j = 1, order, width
         columns = min(width, order - j + 1)
         from = merge(1, j, is(uplo, 'U'))
         rows = merge(j + columns - 1, order - j + 1, is(uplo, 'U'))
         if (is(side, 'L') .and. is(transa, 'N')) then
            call sgemm('N', 'T', rows, columns, n, factor, yb(from, 1), ldy, x(j, 1), ldx, zero, g, order)
         else if (is(side, 'L')) then
            call sgemm('N', 'T', rows, columns, n, factor, x(from, 1), ldx, yb(j, 1), ldy, zero, g, order)
         else if (is(transa, 'N')) then
            call sgemm('T', 'N', rows, columns, m, factor, x(1, from), ldx, yb(1, j), ldy, zero, g, order)
         else
            call sgemm('T', 'N', rows, columns, m, factor, yb(1, from), ldy, x(1, j), ldx, zero, g, order)
         end if
         do i = j, j + columns - 1
            call column(uplo, is(diag, 'U'), order, i, first, last)
            if (last < first) cycle
            call saxpy(last - first + 1, one, g(first - from + 1, i - j + 1), 1, ab(first, i), 1)
         end do
      end do
   end subroutine add_product

   ! B = alpha*inverse(op(A))*B or B = alpha*B*inverse(op(A)), A triangular
   subroutine strsm_d(side, uplo, transa, diag, m, n, alpha, alphad, a, ad, lda, b, bd, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      real(wp), intent(in) :: alpha, a(lda, *)
      real(wp), intent(in), optional :: alphad, ad(lda, *)
      real(wp), intent(inout) :: b(ldb, *)
      real(wp), intent(inout), optional :: bd(ldb, *)
      real(wp), allocatable :: t(:, :)
      if (present(bd)) then
         call rescale_matrix(m, n, alpha, bd, ldb)
         if (present(alphad)) call add_matrix(m, n, alphad, b, ldb, bd, ldb)
      end if
      call strsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
      if (.not. present(bd)) return
      if (present(ad)) then
         t = b(:m, :n)
         call strmm(side, uplo, transa, diag, m, n, one, ad, lda, t, max(1, m))
         if (is(diag, 'U')) t = t - b(:m, :n)
         call add_matrix(m, n, -one, t, max(1, m), bd, ldb)
      end if
      call strsm(side, uplo, transa, diag, m, n, one, a, lda, bd, ldb)
   end subroutine strsm_d

   subroutine strsm_b(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      real(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *)
      real(wp), allocatable :: t(:, :)
      if (.not. present(bb)) return
      call strsm(side, uplo, other(transa), diag, m, n, one, a, lda, bb, ldb)
      if (present(alphab)) alphab = alphab + dot_matrix(m, n, b, ldb, bb, ldb)
      if (present(ab)) then
         t = b(:m, :n)
         call strsm(side, uplo, transa, diag, m, n, alpha, a, lda, t, max(1, m))
         call add_product(side, uplo, transa, diag, m, n, -one, bb, ldb, t, max(1, m), ab, lda)
      end if
      call rescale_matrix(m, n, alpha, bb, ldb)
   end subroutine strsm_b

end module adc_blas_s
