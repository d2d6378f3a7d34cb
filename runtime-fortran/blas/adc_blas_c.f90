! Tangents and adjoints of BLAS in complex single precision, by calls of BLAS. Programs that call no BLAS need no such
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

module adc_blas_c
   implicit none
   private
   public :: caxpy_d, caxpy_b, cdotu_d, cdotu_b, cscal_d, cscal_b, ccopy_d, ccopy_b, cswap_d, cswap_b
   public :: cgemv_d, cgemv_b, cgeru_d, cgeru_b, ctrmv_d, ctrmv_b, ctrsv_d, ctrsv_b
   public :: cgemm_d, cgemm_b, csymm_d, csymm_b, csyrk_d, csyrk_b, csyr2k_d, csyr2k_b
   public :: ctrmm_d, ctrmm_b, ctrsm_d, ctrsm_b
   public :: cdotc_d, cdotc_b, csscal_d, csscal_b, scnrm2_d, scnrm2_b, scasum_d, scasum_b
   public :: cgerc_d, cgerc_b, chemv_d, chemv_b, cher_d, cher_b, cher2_d, cher2_b
   public :: chemm_d, chemm_b, cherk_d, cherk_b, cher2k_d, cher2k_b

   integer, parameter :: wp = kind(1.0)
   complex(wp), parameter :: zero = 0, one = 1

   complex(wp), external :: cdotu
   external :: caxpy, cscal, ccopy, cswap, cgemv, cgeru, ctrmv, ctrsv
   external :: cgemm, csymm, csyrk, csyr2k, ctrmm, ctrsm
   complex(wp), external :: cdotc
   real(wp), external :: scnrm2, scasum
   external :: csscal, cgerc, chemv, cher, cher2, chemm, cherk, cher2k

contains

   ! ---- building blocks

   ! x = factor*x; a zero factor overwrites the old value, even a NaN.
   subroutine rescale(n, factor, x, incx)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: factor
      complex(wp), intent(inout) :: x(*)
      integer :: i
      if (abs(factor) <= 0) then
         do i = 1, 1 + (n - 1)*abs(incx), max(1, abs(incx))
            x(i) = zero
         end do
      else if (.not. abs(factor - one) <= 0) then
         call cscal(n, factor, x, abs(incx))
      end if
   end subroutine rescale

   ! The same for a matrix.
   subroutine rescale_matrix(m, n, factor, a, lda)
      integer, intent(in) :: m, n, lda
      complex(wp), intent(in) :: factor
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j
      do j = 1, n
         call rescale(m, factor, a(:, j), 1)
      end do
   end subroutine rescale_matrix

   ! a = a + factor*b, rectangles.
   subroutine add_matrix(m, n, factor, b, ldb, a, lda)
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: factor, b(ldb, *)
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j
      do j = 1, n
         call caxpy(m, factor, b(:, j), 1, a(:, j), 1)
      end do
   end subroutine add_matrix

   ! The sum of the products of elements.
   complex(wp) function dot_matrix(m, n, a, lda, b, ldb)
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      integer :: j
      dot_matrix = zero
      do j = 1, n
         dot_matrix = dot_matrix + cdotu(m, a(:, j), 1, b(:, j), 1)
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
      complex(wp), intent(in) :: factor, b(ldb, *)
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, skip, n, j, first, last)
         if (last >= first) call caxpy(last - first + 1, factor, b(first, j), 1, a(first, j), 1)
      end do
   end subroutine add_triangle

   subroutine rescale_triangle(uplo, n, factor, a, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: factor
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         call rescale(last - first + 1, factor, a(first, j), 1)
      end do
   end subroutine rescale_triangle

   complex(wp) function dot_triangle(uplo, n, a, lda, b, ldb)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, ldb
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      integer :: j, first, last
      dot_triangle = zero
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         dot_triangle = dot_triangle + cdotu(last - first + 1, a(first, j), 1, b(first, j), 1)
      end do
   end function dot_triangle

   ! a = a + factor*v*w', a triangle.
   subroutine add_outer(uplo, skip, n, factor, v, w, a, lda)
      character, intent(in) :: uplo
      logical, intent(in) :: skip
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: factor, v(n), w(n)
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, skip, n, j, first, last)
         if (last >= first) call caxpy(last - first + 1, factor*w(j), v(first), 1, a(first, j), 1)
      end do
   end subroutine add_outer

   ! ---- level 1

   ! y = alpha*x + y
   subroutine caxpy_d(n, alpha, alphad, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: alpha, x(*)
      complex(wp), intent(in), optional :: alphad, xd(*)
      complex(wp), intent(inout) :: y(*)
      complex(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         if (present(alphad)) call caxpy(n, alphad, x, incx, yd, incy)
         if (present(xd)) call caxpy(n, alpha, xd, incx, yd, incy)
      end if
      call caxpy(n, alpha, x, incx, y, incy)
   end subroutine caxpy_d

   ! value = x'*y
   complex(wp) function cdotu_d(n, x, xd, incx, y, yd, incy, value)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*)
      complex(wp), intent(in), optional :: xd(*), yd(*)
      complex(wp), intent(out) :: value
      cdotu_d = zero
      if (present(xd)) cdotu_d = cdotu_d + cdotu(n, xd, incx, y, incy)
      if (present(yd)) cdotu_d = cdotu_d + cdotu(n, x, incx, yd, incy)
      value = cdotu(n, x, incx, y, incy)
   end function cdotu_d

   ! x = alpha*x
   subroutine cscal_d(n, alpha, alphad, x, xd, incx)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: alpha
      complex(wp), intent(in), optional :: alphad
      complex(wp), intent(inout) :: x(*)
      complex(wp), intent(inout), optional :: xd(*)
      if (present(xd)) then
         call rescale(n, alpha, xd, incx)
         if (present(alphad)) call caxpy(n, alphad, x, incx, xd, incx)
      end if
      call cscal(n, alpha, x, incx)
   end subroutine cscal_d

   ! y = x
   subroutine ccopy_d(n, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*)
      complex(wp), intent(in), optional :: xd(*)
      complex(wp), intent(inout) :: y(*)
      complex(wp), intent(inout), optional :: yd(*)
      if (present(yd) .and. present(xd)) then
         call ccopy(n, xd, incx, yd, incy)
      else if (present(yd)) then
         call rescale(n, zero, yd, incy)
      end if
      call ccopy(n, x, incx, y, incy)
   end subroutine ccopy_d

   subroutine ccopy_b(n, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*)
      complex(wp), intent(inout), optional :: xb(*), yb(*)
      if (.not. present(yb)) return
      if (present(xb)) call caxpy(n, one, yb, incy, xb, incx)
      call rescale(n, zero, yb, incy)
   end subroutine ccopy_b

   ! x and y are exchanged
   subroutine cswap_d(n, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(inout) :: x(*), y(*)
      complex(wp), intent(inout), optional :: xd(*), yd(*)
      call swap_shadows(n, xd, incx, yd, incy)
      call cswap(n, x, incx, y, incy)
   end subroutine cswap_d

   subroutine cswap_b(n, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*)
      complex(wp), intent(inout), optional :: xb(*), yb(*)
      call swap_shadows(n, xb, incx, yb, incy)
   end subroutine cswap_b

   subroutine swap_shadows(n, x, incx, y, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(inout), optional :: x(*), y(*)
      if (present(x) .and. present(y)) then
         call cswap(n, x, incx, y, incy)
      else if (present(x)) then
         call rescale(n, zero, x, incx)
      else if (present(y)) then
         call rescale(n, zero, y, incy)
      end if
   end subroutine swap_shadows

   ! ---- level 2

   ! y = alpha*op(A)*x + beta*y
   subroutine cgemv_d(trans, m, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, lda, incx, incy
      complex(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), xd(*), betad
      complex(wp), intent(inout) :: y(*)
      complex(wp), intent(inout), optional :: yd(*)
      integer :: rows
      if (present(yd)) then
         rows = merge(m, n, is(trans, 'N'))
         call rescale(rows, beta, yd, incy)
         if (present(xd)) call cgemv(trans, m, n, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call cgemv(trans, m, n, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call cgemv(trans, m, n, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call caxpy(rows, betad, y, incy, yd, incy)
      end if
      call cgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine cgemv_d

   ! A = alpha*x*y' + A
   subroutine cgeru_d(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*)
      complex(wp), intent(in), optional :: alphad, xd(*), yd(*)
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         if (present(alphad)) call cgeru(m, n, alphad, x, incx, y, incy, ad, lda)
         if (present(xd)) call cgeru(m, n, alpha, xd, incx, y, incy, ad, lda)
         if (present(yd)) call cgeru(m, n, alpha, x, incx, yd, incy, ad, lda)
      end if
      call cgeru(m, n, alpha, x, incx, y, incy, a, lda)
   end subroutine cgeru_d

   ! x = op(A)*x, A triangular
   subroutine ctrmv_d(uplo, trans, diag, n, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: x(*)
      complex(wp), intent(inout), optional :: xd(*)
      complex(wp) :: t(n)
      if (present(xd)) then
         call ctrmv(uplo, trans, diag, n, a, lda, xd, incx)
         if (present(ad)) then
            call ccopy(n, x, incx, t, 1)
            call ctrmv(uplo, trans, diag, n, ad, lda, t, 1)
            call caxpy(n, one, t, 1, xd, incx)
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) call caxpy(n, -one, x, incx, xd, incx)
         end if
      end if
      call ctrmv(uplo, trans, diag, n, a, lda, x, incx)
   end subroutine ctrmv_d

   ! x = inverse(op(A))*x, A triangular
   subroutine ctrsv_d(uplo, trans, diag, n, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: x(*)
      complex(wp), intent(inout), optional :: xd(*)
      complex(wp) :: t(n)
      call ctrsv(uplo, trans, diag, n, a, lda, x, incx)
      if (.not. present(xd)) return
      if (present(ad)) then
         call ccopy(n, x, incx, t, 1)
         call ctrmv(uplo, trans, diag, n, ad, lda, t, 1)
         call caxpy(n, -one, t, 1, xd, incx)
         if (is(diag, 'U')) call caxpy(n, one, x, incx, xd, incx)
      end if
      call ctrsv(uplo, trans, diag, n, a, lda, xd, incx)
   end subroutine ctrsv_d

   ! ---- level 3

   ! C = alpha*op(A)*op(B) + beta*C
   subroutine cgemm_d(transa, transb, m, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_matrix(m, n, beta, cd, ldc)
         if (present(ad)) call cgemm(transa, transb, m, n, k, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call cgemm(transa, transb, m, n, k, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call cgemm(transa, transb, m, n, k, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_matrix(m, n, betad, c, ldc, cd, ldc)
      end if
      call cgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine cgemm_d

   ! C = alpha*A*B + beta*C or C = alpha*B*A + beta*C, A symmetric
   subroutine csymm_d(side, uplo, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_matrix(m, n, beta, cd, ldc)
         if (present(ad)) call csymm(side, uplo, m, n, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call csymm(side, uplo, m, n, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call csymm(side, uplo, m, n, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_matrix(m, n, betad, c, ldc, cd, ldc)
      end if
      call csymm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine csymm_d

   subroutine csymm_t(side, uplo, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      integer :: i
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call csymm(side, uplo, m, n, one, a, lda, b, ldb, zero, t, max(1, m))
         alphab = alphab + dot_matrix(m, n, t, max(1, m), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_matrix(m, n, c, ldc, cb, ldc)
      if (present(bb)) call csymm(side, uplo, m, n, alpha, a, lda, cb, ldc, one, bb, ldb)
      if (present(ab)) then
         ! an off-diagonal element represents two
         if (is(side, 'L')) then
            call csyr2k(uplo, 'N', m, n, alpha, cb, ldc, b, ldb, one, ab, lda)
            do i = 1, m
               ab(i, i) = ab(i, i) - alpha*cdotu(n, cb(i, 1), ldc, b(i, 1), ldb)
            end do
         else
            call csyr2k(uplo, 'T', n, m, alpha, b, ldb, cb, ldc, one, ab, lda)
            do i = 1, n
               ab(i, i) = ab(i, i) - alpha*cdotu(m, b(1, i), 1, cb(1, i), 1)
            end do
         end if
      end if
      call rescale_matrix(m, n, beta, cb, ldc)
   end subroutine csymm_t

   ! C = alpha*A*A' + beta*C or C = alpha*A'*A + beta*C, C symmetric
   subroutine csyrk_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, beta, betad, c, cd, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_triangle(uplo, n, beta, cd, ldc)
         if (present(ad)) call csyr2k(uplo, trans, n, k, alpha, a, lda, ad, lda, one, cd, ldc)
         if (present(alphad)) call csyrk(uplo, trans, n, k, alphad, a, lda, one, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, betad, c, ldc, cd, ldc)
      end if
      call csyrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   end subroutine csyrk_d

   subroutine csyrk_t(uplo, trans, n, k, alpha, alphab, a, ab, lda, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(n, n))
         call csyrk(uplo, trans, n, k, one, a, lda, zero, t, max(1, n))
         alphab = alphab + dot_triangle(uplo, n, t, max(1, n), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_triangle(uplo, n, c, ldc, cb, ldc)
      if (present(ab)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, a, lda, ab, lda)
      call rescale_triangle(uplo, n, beta, cb, ldc)
   end subroutine csyrk_t

   ! B = B + alpha*(T + T')*A or B = B + alpha*A*(T + T'), T the triangle.
   subroutine times_triangle(uplo, trans, n, k, alpha, t, ldt, a, lda, b, ldb)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, ldt, lda, ldb
      complex(wp), intent(in) :: alpha, t(ldt, *), a(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      integer :: i
      if (is(trans, 'N')) then
         call csymm('L', uplo, n, k, alpha, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            call caxpy(k, alpha*t(i, i), a(i, 1), lda, b(i, 1), ldb)
         end do
      else
         call csymm('R', uplo, k, n, alpha, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            call caxpy(k, alpha*t(i, i), a(1, i), 1, b(1, i), 1)
         end do
      end if
   end subroutine times_triangle

   ! C = alpha*A*B' + alpha*B*A' + beta*C or C = alpha*A'*B + alpha*B'*A + beta*C, C symmetric
   subroutine csyr2k_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_triangle(uplo, n, beta, cd, ldc)
         if (present(ad)) call csyr2k(uplo, trans, n, k, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call csyr2k(uplo, trans, n, k, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call csyr2k(uplo, trans, n, k, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, betad, c, ldc, cd, ldc)
      end if
      call csyr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine csyr2k_d

   subroutine csyr2k_t(uplo, trans, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(n, n))
         call csyr2k(uplo, trans, n, k, one, a, lda, b, ldb, zero, t, max(1, n))
         alphab = alphab + dot_triangle(uplo, n, t, max(1, n), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_triangle(uplo, n, c, ldc, cb, ldc)
      if (present(ab)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, b, ldb, ab, lda)
      if (present(bb)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, a, lda, bb, ldb)
      call rescale_triangle(uplo, n, beta, cb, ldc)
   end subroutine csyr2k_t

   ! B = alpha*op(A)*B or B = alpha*B*op(A), A triangular
   subroutine ctrmm_d(side, uplo, transa, diag, m, n, alpha, alphad, a, ad, lda, b, bd, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *)
      complex(wp), intent(in), optional :: alphad, ad(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      complex(wp), allocatable :: t(:, :)
      if (present(bd)) then
         call ctrmm(side, uplo, transa, diag, m, n, alpha, a, lda, bd, ldb)
         if (present(ad)) then
            t = b(:m, :n)
            call ctrmm(side, uplo, transa, diag, m, n, alpha, ad, lda, t, max(1, m))
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) t = t - alpha*b(:m, :n)
            call add_matrix(m, n, one, t, max(1, m), bd, ldb)
         end if
         if (present(alphad)) then
            t = b(:m, :n)
            call ctrmm(side, uplo, transa, diag, m, n, alphad, a, lda, t, max(1, m))
            call add_matrix(m, n, one, t, max(1, m), bd, ldb)
         end if
      end if
      call ctrmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
   end subroutine ctrmm_d

   subroutine ctrmm_t(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(bb)) return
      if (present(alphab)) then
         t = b(:m, :n)
         call ctrmm(side, uplo, transa, diag, m, n, one, a, lda, t, max(1, m))
         alphab = alphab + dot_matrix(m, n, t, max(1, m), bb, ldb)
      end if
      if (present(ab)) call add_product(side, uplo, transa, diag, m, n, alpha, bb, ldb, b, ldb, ab, lda)
      call ctrmm(side, uplo, other(transa), diag, m, n, alpha, a, lda, bb, ldb)
   end subroutine ctrmm_t

   ! The triangle of A's adjoint where Y = op(A)*X or Y = X*op(A), given that of Y.
   subroutine add_product(side, uplo, transa, diag, m, n, factor, yb, ldy, x, ldx, ab, lda)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, ldy, ldx, lda
      complex(wp), intent(in) :: factor, yb(ldy, *), x(ldx, *)
      complex(wp), intent(inout) :: ab(lda, *)
      ! columns that one product computes: rows outside of the triangle cost as much as the others
      integer, parameter :: width = 32
      complex(wp), allocatable :: g(:, :)
      integer :: order, columns, rows, from, first, last, i, j
      order = merge(m, n, is(side, 'L'))
      allocate (g(order, width))
      do j = 1, order, width
         columns = min(width, order - j + 1)
         from = merge(1, j, is(uplo, 'U'))
         rows = merge(j + columns - 1, order - j + 1, is(uplo, 'U'))
         if (is(side, 'L') .and. is(transa, 'N')) then
            call cgemm('N', 'T', rows, columns, n, factor, yb(from, 1), ldy, x(j, 1), ldx, zero, g, order)
         else if (is(side, 'L')) then
            call cgemm('N', 'T', rows, columns, n, factor, x(from, 1), ldx, yb(j, 1), ldy, zero, g, order)
         else if (is(transa, 'N')) then
            call cgemm('T', 'N', rows, columns, m, factor, x(1, from), ldx, yb(1, j), ldy, zero, g, order)
         else
            call cgemm('T', 'N', rows, columns, m, factor, yb(1, from), ldy, x(1, j), ldx, zero, g, order)
         end if
         do i = j, j + columns - 1
            call column(uplo, is(diag, 'U'), order, i, first, last)
            if (last < first) cycle
            call caxpy(last - first + 1, one, g(first - from + 1, i - j + 1), 1, ab(first, i), 1)
         end do
      end do
   end subroutine add_product

   ! B = alpha*inverse(op(A))*B or B = alpha*B*inverse(op(A)), A triangular
   subroutine ctrsm_d(side, uplo, transa, diag, m, n, alpha, alphad, a, ad, lda, b, bd, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *)
      complex(wp), intent(in), optional :: alphad, ad(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      complex(wp), allocatable :: t(:, :)
      if (present(bd)) then
         call rescale_matrix(m, n, alpha, bd, ldb)
         if (present(alphad)) call add_matrix(m, n, alphad, b, ldb, bd, ldb)
      end if
      call ctrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
      if (.not. present(bd)) return
      if (present(ad)) then
         t = b(:m, :n)
         call ctrmm(side, uplo, transa, diag, m, n, one, ad, lda, t, max(1, m))
         if (is(diag, 'U')) t = t - b(:m, :n)
         call add_matrix(m, n, -one, t, max(1, m), bd, ldb)
      end if
      call ctrsm(side, uplo, transa, diag, m, n, one, a, lda, bd, ldb)
   end subroutine ctrsm_d

   subroutine ctrsm_t(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(bb)) return
      call ctrsm(side, uplo, other(transa), diag, m, n, one, a, lda, bb, ldb)
      if (present(alphab)) alphab = alphab + dot_matrix(m, n, b, ldb, bb, ldb)
      if (present(ab)) then
         t = b(:m, :n)
         call ctrsm(side, uplo, transa, diag, m, n, alpha, a, lda, t, max(1, m))
         call add_product(side, uplo, transa, diag, m, n, -one, bb, ldb, t, max(1, m), ab, lda)
      end if
      call rescale_matrix(m, n, alpha, bb, ldb)
   end subroutine ctrsm_t

   ! ---- adjoints of complex routines
   !
   ! The adjoint of a complex function with the Jacobian J is conjg(J)'*w. NAME_t is what NAME_b is for real numbers:
   ! J'*w. As J(conjg(x)) = conjg(J(x)), NAME_b calls it with the conjugates of all values.

   ! The conjugate of a vector as it is stored.
   function conjugate_vector(n, x, incx) result(w)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      complex(wp) :: w(1 + (n - 1)*abs(incx))
      w = conjg(x(:size(w)))
   end function conjugate_vector

   ! The conjugate of a matrix, with the same leading dimension.
   subroutine conjugate_matrix(m, n, a, lda, w)
      integer, intent(in) :: m, n, lda
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), allocatable, intent(out) :: w(:, :)
      allocate (w(lda, n))
      w(:m, :) = conjg(a(:m, :n))
   end subroutine conjugate_matrix

   ! The transposed form of an operation without one: C for N, N for C.
   character function adjoint_of(trans)
      character, intent(in) :: trans
      adjoint_of = 'N'
      if (is(trans, 'N')) adjoint_of = 'C'
   end function adjoint_of

   subroutine caxpy_b(n, alpha, alphab, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: alpha, x(*), y(*)
      complex(wp), intent(inout), optional :: alphab, xb(*), yb(*)
      if (.not. present(yb)) return
      if (present(alphab)) alphab = alphab + cdotc(n, x, incx, yb, incy)
      if (present(xb)) call caxpy(n, conjg(alpha), yb, incy, xb, incx)
   end subroutine caxpy_b

   subroutine cdotu_b(n, x, xb, incx, y, yb, incy, valueb)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*), valueb
      complex(wp), intent(inout), optional :: xb(*), yb(*)
      if (present(xb)) call caxpy(n, valueb, conjugate_vector(n, y, incy), incy, xb, incx)
      if (present(yb)) call caxpy(n, valueb, conjugate_vector(n, x, incx), incx, yb, incy)
   end subroutine cdotu_b

   ! value = conjg(x)'*y
   complex(wp) function cdotc_d(n, x, xd, incx, y, yd, incy, value)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*)
      complex(wp), intent(in), optional :: xd(*), yd(*)
      complex(wp), intent(out) :: value
      cdotc_d = zero
      if (present(xd)) cdotc_d = cdotc_d + cdotc(n, xd, incx, y, incy)
      if (present(yd)) cdotc_d = cdotc_d + cdotc(n, x, incx, yd, incy)
      value = cdotc(n, x, incx, y, incy)
   end function cdotc_d

   subroutine cdotc_b(n, x, xb, incx, y, yb, incy, valueb)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*), valueb
      complex(wp), intent(inout), optional :: xb(*), yb(*)
      if (present(xb)) call caxpy(n, conjg(valueb), y, incy, xb, incx)
      if (present(yb)) call caxpy(n, valueb, x, incx, yb, incy)
   end subroutine cdotc_b

   subroutine cscal_b(n, alpha, alphab, x, xb, incx)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: alpha, x(*)
      complex(wp), intent(inout), optional :: alphab, xb(*)
      if (.not. present(xb)) return
      if (present(alphab)) alphab = alphab + cdotc(n, x, incx, xb, incx)
      call rescale(n, conjg(alpha), xb, incx)
   end subroutine cscal_b

   ! x = alpha*x, alpha real
   subroutine csscal_d(n, alpha, alphad, x, xd, incx)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha
      real(wp), intent(in), optional :: alphad
      complex(wp), intent(inout) :: x(*)
      complex(wp), intent(inout), optional :: xd(*)
      if (present(xd)) then
         call rescale(n, cmplx(alpha, kind=wp), xd, incx)
         if (present(alphad)) call caxpy(n, cmplx(alphad, kind=wp), x, incx, xd, incx)
      end if
      call csscal(n, alpha, x, incx)
   end subroutine csscal_d

   subroutine csscal_b(n, alpha, alphab, x, xb, incx)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha
      complex(wp), intent(in) :: x(*)
      real(wp), intent(inout), optional :: alphab
      complex(wp), intent(inout), optional :: xb(*)
      if (.not. present(xb)) return
      if (present(alphab)) alphab = alphab + real(cdotc(n, x, incx, xb, incx))
      call rescale(n, cmplx(alpha, kind=wp), xb, incx)
   end subroutine csscal_b

   ! value = sqrt(conjg(x)'*x); at zero the derivative is taken as zero
   real(wp) function scnrm2_d(n, x, xd, incx, value)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      complex(wp), intent(in), optional :: xd(*)
      real(wp), intent(out) :: value
      value = scnrm2(n, x, incx)
      scnrm2_d = 0
      if (present(xd) .and. value > 0) scnrm2_d = real(cdotc(n, x, incx, xd, incx))/value
   end function scnrm2_d

   subroutine scnrm2_b(n, x, xb, incx, valueb)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      real(wp), intent(in) :: valueb
      complex(wp), intent(inout), optional :: xb(*)
      real(wp) :: value
      value = scnrm2(n, x, incx)
      if (present(xb) .and. value > 0) call caxpy(n, cmplx(valueb/value, kind=wp), x, incx, xb, incx)
   end subroutine scnrm2_b

   ! value = sum(abs(real(x)) + abs(aimag(x)))
   real(wp) function scasum_d(n, x, xd, incx, value)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      complex(wp), intent(in), optional :: xd(*)
      real(wp), intent(out) :: value
      integer :: i
      value = scasum(n, x, incx)
      scasum_d = 0
      if (.not. present(xd) .or. incx <= 0) return
      do i = 1, 1 + (n - 1)*incx, incx
         scasum_d = scasum_d + sign(1.0_wp, real(x(i)))*real(xd(i)) + sign(1.0_wp, aimag(x(i)))*aimag(xd(i))
      end do
   end function scasum_d

   subroutine scasum_b(n, x, xb, incx, valueb)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      real(wp), intent(in) :: valueb
      complex(wp), intent(inout), optional :: xb(*)
      integer :: i
      if (.not. present(xb) .or. incx <= 0) return
      do i = 1, 1 + (n - 1)*incx, incx
         xb(i) = xb(i) + valueb*cmplx(sign(1.0_wp, real(x(i))), sign(1.0_wp, aimag(x(i))), wp)
      end do
   end subroutine scasum_b

   subroutine cgemv_b(trans, m, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, lda, incx, incy
      complex(wp), intent(in) :: alpha, a(lda, *), x(*), beta, y(*)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), xb(*), betab, yb(*)
      complex(wp), allocatable :: t(:)
      integer :: rows
      if (.not. present(yb)) return
      rows = merge(m, n, is(trans, 'N'))
      if (present(alphab)) then
         allocate (t(rows))
         call cgemv(trans, m, n, one, a, lda, x, incx, zero, t, 1)
         alphab = alphab + cdotc(rows, t, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + cdotc(rows, y, incy, yb, incy)
      if (present(xb) .and. is(trans, 'T')) then
         ! conjg(A)*w is the conjugate of A*conjg(w)
         t = conjugate_vector(n, yb, incy)
         if (incy < 0) t = t(size(t):1:-1)
         t = products_with(m, n, a, lda, t, abs(incy))
         call caxpy(m, conjg(alpha), t, 1, xb, incx)
      else if (present(xb)) then
         call cgemv(adjoint_of(trans), m, n, conjg(alpha), a, lda, yb, incy, one, xb, incx)
      end if
      if (present(ab)) then
         if (is(trans, 'N')) then
            call cgerc(m, n, conjg(alpha), yb, incy, x, incx, ab, lda)
         else if (is(trans, 'T')) then
            call cgeru(m, n, conjg(alpha), conjugate_vector(m, x, incx), incx, yb, incy, ab, lda)
         else
            call cgerc(m, n, alpha, x, incx, yb, incy, ab, lda)
         end if
      end if
      call rescale(rows, conjg(beta), yb, incy)
   end subroutine cgemv_b

   ! The conjugate of A*x
   function products_with(m, n, a, lda, x, incx) result(y)
      integer, intent(in) :: m, n, lda, incx
      complex(wp), intent(in) :: a(lda, *), x(*)
      complex(wp) :: y(m)
      call cgemv('N', m, n, one, a, lda, x, incx, zero, y, 1)
      y = conjg(y)
   end function products_with

   subroutine cgeru_b(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      complex(wp), intent(inout), optional :: alphab, xb(*), yb(*), ab(lda, *)
      complex(wp) :: t(m), w(n)
      if (.not. present(ab)) return
      if (present(alphab) .or. present(xb)) then
         call cgemv('N', m, n, one, ab, lda, conjugate_vector(n, y, incy), incy, zero, t, 1)
         if (present(alphab)) alphab = alphab + cdotc(m, x, incx, t, 1)
         if (present(xb)) call caxpy(m, conjg(alpha), t, 1, xb, incx)
      end if
      if (present(yb)) then
         call cgemv('T', m, n, one, ab, lda, conjugate_vector(m, x, incx), incx, zero, w, 1)
         call caxpy(n, conjg(alpha), w, 1, yb, incy)
      end if
   end subroutine cgeru_b

   ! A = alpha*x*conjg(y)' + A
   subroutine cgerc_d(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*)
      complex(wp), intent(in), optional :: alphad, xd(*), yd(*)
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         if (present(alphad)) call cgerc(m, n, alphad, x, incx, y, incy, ad, lda)
         if (present(xd)) call cgerc(m, n, alpha, xd, incx, y, incy, ad, lda)
         if (present(yd)) call cgerc(m, n, alpha, x, incx, yd, incy, ad, lda)
      end if
      call cgerc(m, n, alpha, x, incx, y, incy, a, lda)
   end subroutine cgerc_d

   subroutine cgerc_b(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      complex(wp), intent(inout), optional :: alphab, xb(*), yb(*), ab(lda, *)
      complex(wp) :: t(m), w(n)
      if (.not. present(ab)) return
      if (present(alphab) .or. present(xb)) then
         call cgemv('N', m, n, one, ab, lda, y, incy, zero, t, 1)
         if (present(alphab)) alphab = alphab + cdotc(m, x, incx, t, 1)
         if (present(xb)) call caxpy(m, conjg(alpha), t, 1, xb, incx)
      end if
      if (present(yb)) then
         call cgemv('C', m, n, one, ab, lda, x, incx, zero, w, 1)
         call caxpy(n, alpha, w, 1, yb, incy)
      end if
   end subroutine cgerc_b

   subroutine ctrmv_b(uplo, trans, diag, n, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      complex(wp), intent(in) :: a(lda, *), x(*)
      complex(wp), intent(inout), optional :: ab(lda, *), xb(*)
      complex(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call ccopy(n, xb, incx, w, 1)
      if (present(ab)) then
         call ccopy(n, x, incx, v, 1)
         call add_outer_of(trans, uplo, is(diag, 'U'), n, one, w, v, ab, lda)
      end if
      if (is(trans, 'T')) then
         w = conjg(w)
         call ctrmv(uplo, 'N', diag, n, a, lda, w, 1)
         w = conjg(w)
      else
         call ctrmv(uplo, adjoint_of(trans), diag, n, a, lda, w, 1)
      end if
      call ccopy(n, w, 1, xb, incx)
   end subroutine ctrmv_b

   ! The adjoint of A where y = op(A)*v, w that of y.
   subroutine add_outer_of(trans, uplo, skip, n, factor, w, v, ab, lda)
      character, intent(in) :: trans, uplo
      logical, intent(in) :: skip
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: factor, w(n), v(n)
      complex(wp), intent(inout) :: ab(lda, *)
      if (is(trans, 'N')) then
         call add_outer(uplo, skip, n, factor, w, conjg(v), ab, lda)
      else if (is(trans, 'T')) then
         call add_outer(uplo, skip, n, factor, conjg(v), w, ab, lda)
      else
         call add_outer(uplo, skip, n, factor, v, conjg(w), ab, lda)
      end if
   end subroutine add_outer_of

   subroutine ctrsv_b(uplo, trans, diag, n, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      complex(wp), intent(in) :: a(lda, *), x(*)
      complex(wp), intent(inout), optional :: ab(lda, *), xb(*)
      complex(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call ccopy(n, xb, incx, w, 1)
      if (is(trans, 'T')) then
         w = conjg(w)
         call ctrsv(uplo, 'N', diag, n, a, lda, w, 1)
         w = conjg(w)
      else
         call ctrsv(uplo, adjoint_of(trans), diag, n, a, lda, w, 1)
      end if
      call ccopy(n, w, 1, xb, incx)
      if (present(ab)) then
         call ccopy(n, x, incx, v, 1)
         call ctrsv(uplo, trans, diag, n, a, lda, v, 1)
         call add_outer_of(trans, uplo, is(diag, 'U'), n, -one, w, v, ab, lda)
      end if
   end subroutine ctrsv_b

   subroutine cgemm_b(transa, transb, m, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :), w(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call cgemm(transa, transb, m, n, k, one, a, lda, b, ldb, zero, t, max(1, m))
         alphab = alphab + dotc_matrix('A', m, n, t, max(1, m), cb, ldc)
      end if
      if (present(betab)) betab = betab + dotc_matrix('A', m, n, c, ldc, cb, ldc)
      if (present(ab)) then
         if (is(transa, 'C')) then
            call cgemm(transb, 'C', k, m, n, alpha, b, ldb, cb, ldc, one, ab, lda)
         else if (is(transa, 'N') .and. .not. is(transb, 'T')) then
            call cgemm('N', adjoint_of(transb), m, k, n, conjg(alpha), cb, ldc, b, ldb, one, ab, lda)
         else if (is(transb, 'C')) then
            call cgemm('T', 'T', k, m, n, conjg(alpha), b, ldb, cb, ldc, one, ab, lda)
         else
            call conjugate_matrix(merge(k, n, is(transb, 'N')), merge(n, k, is(transb, 'N')), b, ldb, w)
            if (is(transa, 'N')) then
               call cgemm('N', 'N', m, k, n, conjg(alpha), cb, ldc, w, ldb, one, ab, lda)
            else
               call cgemm(transb, 'T', k, m, n, conjg(alpha), w, ldb, cb, ldc, one, ab, lda)
            end if
         end if
      end if
      if (present(bb)) then
         if (is(transb, 'C')) then
            call cgemm('C', transa, n, k, m, alpha, cb, ldc, a, lda, one, bb, ldb)
         else if (is(transb, 'N') .and. .not. is(transa, 'T')) then
            call cgemm(adjoint_of(transa), 'N', k, n, m, conjg(alpha), a, lda, cb, ldc, one, bb, ldb)
         else if (is(transa, 'C')) then
            call cgemm('T', 'T', n, k, m, conjg(alpha), cb, ldc, a, lda, one, bb, ldb)
         else
            call conjugate_matrix(merge(m, k, is(transa, 'N')), merge(k, m, is(transa, 'N')), a, lda, w)
            if (is(transb, 'N')) then
               call cgemm('N', 'N', k, n, m, conjg(alpha), w, lda, cb, ldc, one, bb, ldb)
            else
               call cgemm('T', transa, n, k, m, conjg(alpha), cb, ldc, w, lda, one, bb, ldb)
            end if
         end if
      end if
      call rescale_matrix(m, n, conjg(beta), cb, ldc)
   end subroutine cgemm_b

   subroutine csymm_b(side, uplo, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: u(:, :), v(:, :), w(:, :)
      integer :: order
      order = merge(m, n, is(side, 'L'))
      call conjugate_matrix(order, order, a, lda, u)
      call conjugate_matrix(m, n, b, ldb, v)
      call conjugate_matrix(m, n, c, ldc, w)
      call csymm_t(side, uplo, m, n, conjg(alpha), alphab, u, ab, lda, v, bb, ldb, conjg(beta), betab, w, cb, ldc)
   end subroutine csymm_b

   subroutine csyrk_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), betab, cb(ldc, *)
      complex(wp), allocatable :: u(:, :), w(:, :)
      call conjugate_matrix(merge(n, k, is(trans, 'N')), merge(k, n, is(trans, 'N')), a, lda, u)
      call conjugate_matrix(n, n, c, ldc, w)
      call csyrk_t(uplo, trans, n, k, conjg(alpha), alphab, u, ab, lda, conjg(beta), betab, w, cb, ldc)
   end subroutine csyrk_b

   subroutine csyr2k_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: u(:, :), v(:, :), w(:, :)
      call conjugate_matrix(merge(n, k, is(trans, 'N')), merge(k, n, is(trans, 'N')), a, lda, u)
      call conjugate_matrix(merge(n, k, is(trans, 'N')), merge(k, n, is(trans, 'N')), b, ldb, v)
      call conjugate_matrix(n, n, c, ldc, w)
      call csyr2k_t(uplo, trans, n, k, conjg(alpha), alphab, u, ab, lda, v, bb, ldb, conjg(beta), betab, w, cb, ldc)
   end subroutine csyr2k_b

   ! With C, the transpose of conjg(A): its shadow is conjugated, too.
   subroutine ctrmm_b(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: u(:, :), v(:, :), own(:, :)
      integer :: order
      order = merge(m, n, is(side, 'L'))
      call conjugate_matrix(m, n, b, ldb, v)
      if (.not. is(transa, 'C')) then
         call conjugate_matrix(order, order, a, lda, u)
         call ctrmm_t(side, uplo, transa, diag, m, n, conjg(alpha), alphab, u, ab, lda, v, bb, ldb)
      else if (present(ab)) then
         allocate (own(lda, order))
         own = zero
         call ctrmm_t(side, uplo, 'T', diag, m, n, conjg(alpha), alphab, a, own, lda, v, bb, ldb)
         call add_conjugate(uplo, order, own, ab, lda)
      else
         call ctrmm_t(side, uplo, 'T', diag, m, n, conjg(alpha), alphab, a, ab, lda, v, bb, ldb)
      end if
   end subroutine ctrmm_b

   subroutine add_conjugate(uplo, n, own, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: own(lda, *)
      complex(wp), intent(inout) :: ab(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .false., n, j, first, last)
         ab(first:last, j) = ab(first:last, j) + conjg(own(first:last, j))
      end do
   end subroutine add_conjugate

   subroutine ctrsm_b(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: u(:, :), v(:, :), own(:, :)
      integer :: order
      order = merge(m, n, is(side, 'L'))
      call conjugate_matrix(m, n, b, ldb, v)
      if (.not. is(transa, 'C')) then
         call conjugate_matrix(order, order, a, lda, u)
         call ctrsm_t(side, uplo, transa, diag, m, n, conjg(alpha), alphab, u, ab, lda, v, bb, ldb)
      else if (present(ab)) then
         allocate (own(lda, order))
         own = zero
         call ctrsm_t(side, uplo, 'T', diag, m, n, conjg(alpha), alphab, a, own, lda, v, bb, ldb)
         call add_conjugate(uplo, order, own, ab, lda)
      else
         call ctrsm_t(side, uplo, 'T', diag, m, n, conjg(alpha), alphab, a, ab, lda, v, bb, ldb)
      end if
   end subroutine ctrsm_b

   ! ---- Hermitian matrices: elements of a triangle stand for their conjugates, too; diagonals are real

   ! The triangle of the adjoint of A = that of its elements, given that of all elements; the rest of t is destroyed.
   subroutine add_hermitian(uplo, n, t, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(wp), intent(in) :: t(n, n)
      complex(wp), intent(inout) :: ab(lda, *)
      integer :: j, first, last
      do j = 1, n
         call column(uplo, .true., n, j, first, last)
         ab(first:last, j) = ab(first:last, j) + t(first:last, j) + conjg(t(j, first:last))
         ab(j, j) = ab(j, j) + real(t(j, j))
      end do
   end subroutine add_hermitian

   ! Diagonals of results are real.
   subroutine clear_imaginary(n, a, lda)
      integer, intent(in) :: n, lda
      complex(wp), intent(inout) :: a(lda, *)
      integer :: j
      do j = 1, n
         a(j, j) = real(a(j, j))
      end do
   end subroutine clear_imaginary

   ! y = alpha*A*x + beta*y, A Hermitian
   subroutine chemv_d(uplo, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, incx, incy
      complex(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), xd(*), betad
      complex(wp), intent(inout) :: y(*)
      complex(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         call rescale(n, beta, yd, incy)
         if (present(xd)) call chemv(uplo, n, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call chemv(uplo, n, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call chemv(uplo, n, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call caxpy(n, betad, y, incy, yd, incy)
      end if
      call chemv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine chemv_d

   subroutine chemv_b(uplo, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, incx, incy
      complex(wp), intent(in) :: alpha, a(lda, *), x(*), beta, y(*)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), xb(*), betab, yb(*)
      complex(wp) :: v(n)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(yb)) return
      if (present(alphab)) then
         call chemv(uplo, n, one, a, lda, x, incx, zero, v, 1)
         alphab = alphab + cdotc(n, v, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + cdotc(n, y, incy, yb, incy)
      if (present(xb)) call chemv(uplo, n, conjg(alpha), a, lda, yb, incy, one, xb, incx)
      if (present(ab) .and. n > 0) then
         allocate (t(n, n))
         t = zero
         call cgerc(n, n, conjg(alpha), yb, incy, x, incx, t, n)
         call add_hermitian(uplo, n, t, ab, lda)
      end if
      call rescale(n, conjg(beta), yb, incy)
   end subroutine chemv_b

   ! A = alpha*x*conjg(x)' + A, A Hermitian, alpha real
   subroutine cher_d(uplo, n, alpha, alphad, x, xd, incx, a, ad, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda
      real(wp), intent(in) :: alpha
      real(wp), intent(in), optional :: alphad
      complex(wp), intent(in) :: x(*)
      complex(wp), intent(in), optional :: xd(*)
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         call clear_imaginary(n, ad, lda)
         if (present(alphad)) call cher(uplo, n, alphad, x, incx, ad, lda)
         if (present(xd)) call cher2(uplo, n, cmplx(alpha, kind=wp), x, incx, xd, incx, ad, lda)
      end if
      call cher(uplo, n, alpha, x, incx, a, lda)
   end subroutine cher_d

   subroutine cher_b(uplo, n, alpha, alphab, x, xb, incx, a, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda
      real(wp), intent(in) :: alpha
      complex(wp), intent(in) :: x(*), a(lda, *)
      real(wp), intent(inout), optional :: alphab
      complex(wp), intent(inout), optional :: xb(*), ab(lda, *)
      complex(wp) :: t(n)
      if (.not. present(ab)) return
      call clear_imaginary(n, ab, lda)
      call twice_hermitian(uplo, n, x, incx, ab, lda, t)
      if (present(alphab)) alphab = alphab + real(cdotc(n, x, incx, t, 1))/2
      if (present(xb)) call caxpy(n, cmplx(alpha, kind=wp), t, 1, xb, incx)
   end subroutine cher_b

   ! t = (T + conjg(T)')*x, T the triangle; with the increment of x, t has the increment 1 in the same order.
   subroutine twice_hermitian(uplo, n, x, incx, a, lda, t)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda
      complex(wp), intent(in) :: x(*), a(lda, *)
      complex(wp), intent(out) :: t(n)
      complex(wp) :: v(n)
      integer :: i
      call ccopy(n, x, incx, v, 1)
      call chemv(uplo, n, one, a, lda, v, 1, zero, t, 1)
      do i = 1, n
         t(i) = t(i) + real(a(i, i))*v(i)
      end do
   end subroutine twice_hermitian

   ! A = alpha*x*conjg(y)' + conjg(alpha)*y*conjg(x)' + A, A Hermitian
   subroutine cher2_d(uplo, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*)
      complex(wp), intent(in), optional :: alphad, xd(*), yd(*)
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         call clear_imaginary(n, ad, lda)
         if (present(alphad)) call cher2(uplo, n, alphad, x, incx, y, incy, ad, lda)
         if (present(xd)) call cher2(uplo, n, alpha, xd, incx, y, incy, ad, lda)
         if (present(yd)) call cher2(uplo, n, alpha, x, incx, yd, incy, ad, lda)
      end if
      call cher2(uplo, n, alpha, x, incx, y, incy, a, lda)
   end subroutine cher2_d

   subroutine cher2_b(uplo, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      complex(wp), intent(inout), optional :: alphab, xb(*), yb(*), ab(lda, *)
      complex(wp) :: t(n)
      if (.not. present(ab)) return
      call clear_imaginary(n, ab, lda)
      call twice_hermitian(uplo, n, y, incy, ab, lda, t)
      if (present(alphab)) alphab = alphab + cdotc(n, x, incx, t, 1)
      if (present(xb)) call caxpy(n, conjg(alpha), t, 1, xb, incx)
      call twice_hermitian(uplo, n, x, incx, ab, lda, t)
      if (present(yb)) call caxpy(n, alpha, t, 1, yb, incy)
   end subroutine cher2_b

   ! C = alpha*A*B + beta*C or C = alpha*B*A + beta*C, A Hermitian
   subroutine chemm_d(side, uplo, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_matrix(m, n, beta, cd, ldc)
         if (present(ad)) call chemm(side, uplo, m, n, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call chemm(side, uplo, m, n, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call chemm(side, uplo, m, n, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_matrix(m, n, betad, c, ldc, cd, ldc)
      end if
      call chemm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine chemm_d

   subroutine chemm_b(side, uplo, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call chemm(side, uplo, m, n, one, a, lda, b, ldb, zero, t, max(1, m))
         alphab = alphab + dotc_matrix('A', m, n, t, max(1, m), cb, ldc)
         deallocate (t)
      end if
      if (present(betab)) betab = betab + dotc_matrix('A', m, n, c, ldc, cb, ldc)
      if (present(bb)) call chemm(side, uplo, m, n, conjg(alpha), a, lda, cb, ldc, one, bb, ldb)
      if (present(ab) .and. is(side, 'L')) then
         allocate (t(m, m))
         call cgemm('N', 'C', m, m, n, conjg(alpha), cb, ldc, b, ldb, zero, t, max(1, m))
         call add_hermitian(uplo, m, t, ab, lda)
      else if (present(ab)) then
         allocate (t(n, n))
         call cgemm('C', 'N', n, n, m, conjg(alpha), b, ldb, cb, ldc, zero, t, max(1, n))
         call add_hermitian(uplo, n, t, ab, lda)
      end if
      call rescale_matrix(m, n, conjg(beta), cb, ldc)
   end subroutine chemm_b

   ! The sum of the products of the conjugates of elements with elements, of a rectangle or a triangle.
   complex(wp) function dotc_matrix(uplo, m, n, a, lda, b, ldb)
      character, intent(in) :: uplo
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      integer :: j, first, last
      dotc_matrix = zero
      do j = 1, n
         call column(uplo, .false., m, j, first, last)
         dotc_matrix = dotc_matrix + sum(conjg(a(first:last, j))*b(first:last, j))
      end do
   end function dotc_matrix

   ! C = alpha*A*conjg(A)' + beta*C or C = alpha*conjg(A)'*A + beta*C, C Hermitian, alpha and beta real
   subroutine cherk_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, beta, betad, c, cd, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      real(wp), intent(in) :: alpha, beta
      real(wp), intent(in), optional :: alphad, betad
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call clear_imaginary(n, cd, ldc)
         call rescale_triangle(uplo, n, cmplx(beta, kind=wp), cd, ldc)
         if (present(ad)) then
            call cher2k(uplo, trans, n, k, cmplx(alpha, kind=wp), a, lda, ad, lda, 1.0_wp, cd, ldc)
         end if
         if (present(alphad)) call cherk(uplo, trans, n, k, alphad, a, lda, 1.0_wp, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, cmplx(betad, kind=wp), c, ldc, cd, ldc)
         call clear_imaginary(n, cd, ldc)
      end if
      call cherk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   end subroutine cherk_d

   subroutine cherk_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      real(wp), intent(in) :: alpha, beta
      complex(wp), intent(in) :: a(lda, *), c(ldc, *)
      real(wp), intent(inout), optional :: alphab, betab
      complex(wp), intent(inout), optional :: ab(lda, *), cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      call clear_imaginary(n, cb, ldc)
      if (present(alphab)) then
         allocate (t(n, n))
         call cherk(uplo, trans, n, k, 1.0_wp, a, lda, 0.0_wp, t, max(1, n))
         alphab = alphab + real(dotc_matrix(uplo, n, n, t, max(1, n), cb, ldc))
      end if
      if (present(betab)) betab = betab + real(dotc_matrix(uplo, n, n, c, ldc, cb, ldc))
      if (present(ab)) call times_hermitian(uplo, trans, n, k, cmplx(alpha, kind=wp), cb, ldc, a, lda, ab, lda)
      call rescale_triangle(uplo, n, cmplx(beta, kind=wp), cb, ldc)
   end subroutine cherk_b

   ! B = B + factor*(T + conjg(T)')*A or B = B + factor*A*(T + conjg(T)'), T the triangle.
   subroutine times_hermitian(uplo, trans, n, k, factor, t, ldt, a, lda, b, ldb)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, ldt, lda, ldb
      complex(wp), intent(in) :: factor, t(ldt, *), a(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      integer :: i
      if (is(trans, 'N')) then
         call chemm('L', uplo, n, k, factor, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            b(i, :k) = b(i, :k) + factor*real(t(i, i))*a(i, :k)
         end do
      else
         call chemm('R', uplo, k, n, factor, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            b(:k, i) = b(:k, i) + factor*real(t(i, i))*a(:k, i)
         end do
      end if
   end subroutine times_hermitian

   ! C = alpha*A*conjg(B)' + conjg(alpha)*B*conjg(A)' + beta*C or
   ! C = alpha*conjg(A)'*B + conjg(alpha)*conjg(B)'*A + beta*C,
   ! C Hermitian, beta real
   subroutine cher2k_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      real(wp), intent(in) :: beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *)
      real(wp), intent(in), optional :: betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call clear_imaginary(n, cd, ldc)
         call rescale_triangle(uplo, n, cmplx(beta, kind=wp), cd, ldc)
         if (present(ad)) call cher2k(uplo, trans, n, k, alpha, ad, lda, b, ldb, 1.0_wp, cd, ldc)
         if (present(bd)) call cher2k(uplo, trans, n, k, alpha, a, lda, bd, ldb, 1.0_wp, cd, ldc)
         if (present(alphad)) call cher2k(uplo, trans, n, k, alphad, a, lda, b, ldb, 1.0_wp, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, cmplx(betad, kind=wp), c, ldc, cd, ldc)
         call clear_imaginary(n, cd, ldc)
      end if
      call cher2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine cher2k_d

   subroutine cher2k_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), c(ldc, *)
      real(wp), intent(in) :: beta
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), cb(ldc, *)
      real(wp), intent(inout), optional :: betab
      complex(wp), allocatable :: t(:, :)
      complex(wp) :: of_a, of_b
      if (.not. present(cb)) return
      call clear_imaginary(n, cb, ldc)
      ! (T + conjg(T)')*B, its products with A: the derivative by alpha
      of_a = conjg(alpha)
      of_b = alpha
      if (.not. is(trans, 'N')) then
         of_a = alpha
         of_b = conjg(alpha)
      end if
      if (present(alphab) .and. is(trans, 'N')) then
         allocate (t(n, k))
         t = zero
         call times_hermitian(uplo, trans, n, k, one, cb, ldc, b, ldb, t, max(1, n))
         alphab = alphab + dotc_matrix('A', n, k, a, lda, t, max(1, n))
      else if (present(alphab)) then
         allocate (t(k, n))
         t = zero
         call times_hermitian(uplo, trans, n, k, one, cb, ldc, a, lda, t, max(1, k))
         alphab = alphab + dotc_matrix('A', k, n, b, ldb, t, max(1, k))
      end if
      if (present(betab)) betab = betab + real(dotc_matrix(uplo, n, n, c, ldc, cb, ldc))
      if (present(ab)) call times_hermitian(uplo, trans, n, k, of_a, cb, ldc, b, ldb, ab, lda)
      if (present(bb)) call times_hermitian(uplo, trans, n, k, of_b, cb, ldc, a, lda, bb, ldb)
      call rescale_triangle(uplo, n, cmplx(beta, kind=wp), cb, ldc)
   end subroutine cher2k_b

end module adc_blas_c
