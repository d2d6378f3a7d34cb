! Tangents and adjoints of BLAS in complex double precision, by calls of BLAS. Programs that call no BLAS need no such
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

module adc_blas_z
   implicit none
   private
   public :: zaxpy_d, zaxpy_b, zdotu_d, zdotu_b, zscal_d, zscal_b, zcopy_d, zcopy_b, zswap_d, zswap_b
   public :: zgemv_d, zgemv_b, zgeru_d, zgeru_b, ztrmv_d, ztrmv_b, ztrsv_d, ztrsv_b
   public :: zgemm_d, zgemm_b, zsymm_d, zsymm_b, zsyrk_d, zsyrk_b, zsyr2k_d, zsyr2k_b
   public :: ztrmm_d, ztrmm_b, ztrsm_d, ztrsm_b
   public :: zdotc_d, zdotc_b, zdscal_d, zdscal_b, dznrm2_d, dznrm2_b, dzasum_d, dzasum_b
   public :: zgerc_d, zgerc_b, zhemv_d, zhemv_b, zher_d, zher_b, zher2_d, zher2_b
   public :: zhemm_d, zhemm_b, zherk_d, zherk_b, zher2k_d, zher2k_b

   integer, parameter :: wp = kind(1.0d0)
   complex(wp), parameter :: zero = 0, one = 1

   complex(wp), external :: zdotu
   external :: zaxpy, zscal, zcopy, zswap, zgemv, zgeru, ztrmv, ztrsv
   external :: zgemm, zsymm, zsyrk, zsyr2k, ztrmm, ztrsm
   complex(wp), external :: zdotc
   real(wp), external :: dznrm2, dzasum
   external :: zdscal, zgerc, zhemv, zher, zher2, zhemm, zherk, zher2k

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
         call zscal(n, factor, x, abs(incx))
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
         call zaxpy(m, factor, b(:, j), 1, a(:, j), 1)
      end do
   end subroutine add_matrix

   ! The sum of the products of elements.
   complex(wp) function dot_matrix(m, n, a, lda, b, ldb)
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: a(lda, *), b(ldb, *)
      integer :: j
      dot_matrix = zero
      do j = 1, n
         dot_matrix = dot_matrix + zdotu(m, a(:, j), 1, b(:, j), 1)
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
         if (last >= first) call zaxpy(last - first + 1, factor, b(first, j), 1, a(first, j), 1)
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
         dot_triangle = dot_triangle + zdotu(last - first + 1, a(first, j), 1, b(first, j), 1)
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
         if (last >= first) call zaxpy(last - first + 1, factor*w(j), v(first), 1, a(first, j), 1)
      end do
   end subroutine add_outer

   ! ---- level 1

   ! y = alpha*x + y
   subroutine zaxpy_d(n, alpha, alphad, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: alpha, x(*)
      complex(wp), intent(in), optional :: alphad, xd(*)
      complex(wp), intent(inout) :: y(*)
      complex(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         if (present(alphad)) call zaxpy(n, alphad, x, incx, yd, incy)
         if (present(xd)) call zaxpy(n, alpha, xd, incx, yd, incy)
      end if
      call zaxpy(n, alpha, x, incx, y, incy)
   end subroutine zaxpy_d

   ! value = x'*y
   complex(wp) function zdotu_d(n, x, xd, incx, y, yd, incy, value)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*)
      complex(wp), intent(in), optional :: xd(*), yd(*)
      complex(wp), intent(out) :: value
      zdotu_d = zero
      if (present(xd)) zdotu_d = zdotu_d + zdotu(n, xd, incx, y, incy)
      if (present(yd)) zdotu_d = zdotu_d + zdotu(n, x, incx, yd, incy)
      value = zdotu(n, x, incx, y, incy)
   end function zdotu_d

   ! x = alpha*x
   subroutine zscal_d(n, alpha, alphad, x, xd, incx)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: alpha
      complex(wp), intent(in), optional :: alphad
      complex(wp), intent(inout) :: x(*)
      complex(wp), intent(inout), optional :: xd(*)
      if (present(xd)) then
         call rescale(n, alpha, xd, incx)
         if (present(alphad)) call zaxpy(n, alphad, x, incx, xd, incx)
      end if
      call zscal(n, alpha, x, incx)
   end subroutine zscal_d

   ! y = x
   subroutine zcopy_d(n, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*)
      complex(wp), intent(in), optional :: xd(*)
      complex(wp), intent(inout) :: y(*)
      complex(wp), intent(inout), optional :: yd(*)
      if (present(yd) .and. present(xd)) then
         call zcopy(n, xd, incx, yd, incy)
      else if (present(yd)) then
         call rescale(n, zero, yd, incy)
      end if
      call zcopy(n, x, incx, y, incy)
   end subroutine zcopy_d

   subroutine zcopy_b(n, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*)
      complex(wp), intent(inout), optional :: xb(*), yb(*)
      if (.not. present(yb)) return
      if (present(xb)) call zaxpy(n, one, yb, incy, xb, incx)
      call rescale(n, zero, yb, incy)
   end subroutine zcopy_b

   ! x and y are exchanged
   subroutine zswap_d(n, x, xd, incx, y, yd, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(inout) :: x(*), y(*)
      complex(wp), intent(inout), optional :: xd(*), yd(*)
      call swap_shadows(n, xd, incx, yd, incy)
      call zswap(n, x, incx, y, incy)
   end subroutine zswap_d

   subroutine zswap_b(n, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*)
      complex(wp), intent(inout), optional :: xb(*), yb(*)
      call swap_shadows(n, xb, incx, yb, incy)
   end subroutine zswap_b

   subroutine swap_shadows(n, x, incx, y, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(inout), optional :: x(*), y(*)
      if (present(x) .and. present(y)) then
         call zswap(n, x, incx, y, incy)
      else if (present(x)) then
         call rescale(n, zero, x, incx)
      else if (present(y)) then
         call rescale(n, zero, y, incy)
      end if
   end subroutine swap_shadows

   ! ---- level 2

   ! y = alpha*op(A)*x + beta*y
   subroutine zgemv_d(trans, m, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
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
         if (present(xd)) call zgemv(trans, m, n, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call zgemv(trans, m, n, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call zgemv(trans, m, n, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call zaxpy(rows, betad, y, incy, yd, incy)
      end if
      call zgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine zgemv_d

   ! A = alpha*x*y' + A
   subroutine zgeru_d(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*)
      complex(wp), intent(in), optional :: alphad, xd(*), yd(*)
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         if (present(alphad)) call zgeru(m, n, alphad, x, incx, y, incy, ad, lda)
         if (present(xd)) call zgeru(m, n, alpha, xd, incx, y, incy, ad, lda)
         if (present(yd)) call zgeru(m, n, alpha, x, incx, yd, incy, ad, lda)
      end if
      call zgeru(m, n, alpha, x, incx, y, incy, a, lda)
   end subroutine zgeru_d

   ! x = op(A)*x, A triangular
   subroutine ztrmv_d(uplo, trans, diag, n, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: x(*)
      complex(wp), intent(inout), optional :: xd(*)
      complex(wp) :: t(n)
      if (present(xd)) then
         call ztrmv(uplo, trans, diag, n, a, lda, xd, incx)
         if (present(ad)) then
            call zcopy(n, x, incx, t, 1)
            call ztrmv(uplo, trans, diag, n, ad, lda, t, 1)
            call zaxpy(n, one, t, 1, xd, incx)
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) call zaxpy(n, -one, x, incx, xd, incx)
         end if
      end if
      call ztrmv(uplo, trans, diag, n, a, lda, x, incx)
   end subroutine ztrmv_d

   ! x = inverse(op(A))*x, A triangular
   subroutine ztrsv_d(uplo, trans, diag, n, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      complex(wp), intent(in) :: a(lda, *)
      complex(wp), intent(in), optional :: ad(lda, *)
      complex(wp), intent(inout) :: x(*)
      complex(wp), intent(inout), optional :: xd(*)
      complex(wp) :: t(n)
      call ztrsv(uplo, trans, diag, n, a, lda, x, incx)
      if (.not. present(xd)) return
      if (present(ad)) then
         call zcopy(n, x, incx, t, 1)
         call ztrmv(uplo, trans, diag, n, ad, lda, t, 1)
         call zaxpy(n, -one, t, 1, xd, incx)
         if (is(diag, 'U')) call zaxpy(n, one, x, incx, xd, incx)
      end if
      call ztrsv(uplo, trans, diag, n, a, lda, xd, incx)
   end subroutine ztrsv_d

   ! ---- level 3

   ! C = alpha*op(A)*op(B) + beta*C
   subroutine zgemm_d(transa, transb, m, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_matrix(m, n, beta, cd, ldc)
         if (present(ad)) call zgemm(transa, transb, m, n, k, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call zgemm(transa, transb, m, n, k, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call zgemm(transa, transb, m, n, k, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_matrix(m, n, betad, c, ldc, cd, ldc)
      end if
      call zgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine zgemm_d

   ! C = alpha*A*B + beta*C or C = alpha*B*A + beta*C, A symmetric
   subroutine zsymm_d(side, uplo, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_matrix(m, n, beta, cd, ldc)
         if (present(ad)) call zsymm(side, uplo, m, n, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call zsymm(side, uplo, m, n, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call zsymm(side, uplo, m, n, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_matrix(m, n, betad, c, ldc, cd, ldc)
      end if
      call zsymm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine zsymm_d

   subroutine zsymm_t(side, uplo, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      integer :: i
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call zsymm(side, uplo, m, n, one, a, lda, b, ldb, zero, t, max(1, m))
         alphab = alphab + dot_matrix(m, n, t, max(1, m), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_matrix(m, n, c, ldc, cb, ldc)
      if (present(bb)) call zsymm(side, uplo, m, n, alpha, a, lda, cb, ldc, one, bb, ldb)
      if (present(ab)) then
         ! an off-diagonal element represents two
         if (is(side, 'L')) then
            call zsyr2k(uplo, 'N', m, n, alpha, cb, ldc, b, ldb, one, ab, lda)
            do i = 1, m
               ab(i, i) = ab(i, i) - alpha*zdotu(n, cb(i, 1), ldc, b(i, 1), ldb)
            end do
         else
            call zsyr2k(uplo, 'T', n, m, alpha, b, ldb, cb, ldc, one, ab, lda)
            do i = 1, n
               ab(i, i) = ab(i, i) - alpha*zdotu(m, b(1, i), 1, cb(1, i), 1)
            end do
         end if
      end if
      call rescale_matrix(m, n, beta, cb, ldc)
   end subroutine zsymm_t

   ! C = alpha*A*A' + beta*C or C = alpha*A'*A + beta*C, C symmetric
   subroutine zsyrk_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, beta, betad, c, cd, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_triangle(uplo, n, beta, cd, ldc)
         if (present(ad)) call zsyr2k(uplo, trans, n, k, alpha, a, lda, ad, lda, one, cd, ldc)
         if (present(alphad)) call zsyrk(uplo, trans, n, k, alphad, a, lda, one, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, betad, c, ldc, cd, ldc)
      end if
      call zsyrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   end subroutine zsyrk_d

   subroutine zsyrk_t(uplo, trans, n, k, alpha, alphab, a, ab, lda, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(n, n))
         call zsyrk(uplo, trans, n, k, one, a, lda, zero, t, max(1, n))
         alphab = alphab + dot_triangle(uplo, n, t, max(1, n), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_triangle(uplo, n, c, ldc, cb, ldc)
      if (present(ab)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, a, lda, ab, lda)
      call rescale_triangle(uplo, n, beta, cb, ldc)
   end subroutine zsyrk_t

   ! B = B + alpha*(T + T')*A or B = B + alpha*A*(T + T'), T the triangle.
   subroutine times_triangle(uplo, trans, n, k, alpha, t, ldt, a, lda, b, ldb)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, ldt, lda, ldb
      complex(wp), intent(in) :: alpha, t(ldt, *), a(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      integer :: i
      if (is(trans, 'N')) then
         call zsymm('L', uplo, n, k, alpha, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            call zaxpy(k, alpha*t(i, i), a(i, 1), lda, b(i, 1), ldb)
         end do
      else
         call zsymm('R', uplo, k, n, alpha, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            call zaxpy(k, alpha*t(i, i), a(1, i), 1, b(1, i), 1)
         end do
      end if
   end subroutine times_triangle

   ! C = alpha*A*B' + alpha*B*A' + beta*C or C = alpha*A'*B + alpha*B'*A + beta*C, C symmetric
   subroutine zsyr2k_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_triangle(uplo, n, beta, cd, ldc)
         if (present(ad)) call zsyr2k(uplo, trans, n, k, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call zsyr2k(uplo, trans, n, k, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call zsyr2k(uplo, trans, n, k, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, betad, c, ldc, cd, ldc)
      end if
      call zsyr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine zsyr2k_d

   subroutine zsyr2k_t(uplo, trans, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(n, n))
         call zsyr2k(uplo, trans, n, k, one, a, lda, b, ldb, zero, t, max(1, n))
         alphab = alphab + dot_triangle(uplo, n, t, max(1, n), cb, ldc)
      end if
      if (present(betab)) betab = betab + dot_triangle(uplo, n, c, ldc, cb, ldc)
      if (present(ab)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, b, ldb, ab, lda)
      if (present(bb)) call times_triangle(uplo, trans, n, k, alpha, cb, ldc, a, lda, bb, ldb)
      call rescale_triangle(uplo, n, beta, cb, ldc)
   end subroutine zsyr2k_t

   ! B = alpha*op(A)*B or B = alpha*B*op(A), A triangular
   subroutine ztrmm_d(side, uplo, transa, diag, m, n, alpha, alphad, a, ad, lda, b, bd, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *)
      complex(wp), intent(in), optional :: alphad, ad(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      complex(wp), intent(inout), optional :: bd(ldb, *)
      complex(wp), allocatable :: t(:, :)
      if (present(bd)) then
         call ztrmm(side, uplo, transa, diag, m, n, alpha, a, lda, bd, ldb)
         if (present(ad)) then
            t = b(:m, :n)
            call ztrmm(side, uplo, transa, diag, m, n, alpha, ad, lda, t, max(1, m))
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) t = t - alpha*b(:m, :n)
            call add_matrix(m, n, one, t, max(1, m), bd, ldb)
         end if
         if (present(alphad)) then
            t = b(:m, :n)
            call ztrmm(side, uplo, transa, diag, m, n, alphad, a, lda, t, max(1, m))
            call add_matrix(m, n, one, t, max(1, m), bd, ldb)
         end if
      end if
      call ztrmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
   end subroutine ztrmm_d

   subroutine ztrmm_t(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(bb)) return
      if (present(alphab)) then
         t = b(:m, :n)
         call ztrmm(side, uplo, transa, diag, m, n, one, a, lda, t, max(1, m))
         alphab = alphab + dot_matrix(m, n, t, max(1, m), bb, ldb)
      end if
      if (present(ab)) call add_product(side, uplo, transa, diag, m, n, alpha, bb, ldb, b, ldb, ab, lda)
      call ztrmm(side, uplo, other(transa), diag, m, n, alpha, a, lda, bb, ldb)
   end subroutine ztrmm_t

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
            call zgemm('N', 'T', rows, columns, n, factor, yb(from, 1), ldy, x(j, 1), ldx, zero, g, order)
         else if (is(side, 'L')) then
            call zgemm('N', 'T', rows, columns, n, factor, x(from, 1), ldx, yb(j, 1), ldy, zero, g, order)
         else if (is(transa, 'N')) then
            call zgemm('T', 'N', rows, columns, m, factor, x(1, from), ldx, yb(1, j), ldy, zero, g, order)
         else
            call zgemm('T', 'N', rows, columns, m, factor, yb(1, from), ldy, x(1, j), ldx, zero, g, order)
         end if
         do i = j, j + columns - 1
            call column(uplo, is(diag, 'U'), order, i, first, last)
            if (last < first) cycle
            call zaxpy(last - first + 1, one, g(first - from + 1, i - j + 1), 1, ab(first, i), 1)
         end do
      end do
   end subroutine add_product

   ! B = alpha*inverse(op(A))*B or B = alpha*B*inverse(op(A)), A triangular
   subroutine ztrsm_d(side, uplo, transa, diag, m, n, alpha, alphad, a, ad, lda, b, bd, ldb)
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
      call ztrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
      if (.not. present(bd)) return
      if (present(ad)) then
         t = b(:m, :n)
         call ztrmm(side, uplo, transa, diag, m, n, one, ad, lda, t, max(1, m))
         if (is(diag, 'U')) t = t - b(:m, :n)
         call add_matrix(m, n, -one, t, max(1, m), bd, ldb)
      end if
      call ztrsm(side, uplo, transa, diag, m, n, one, a, lda, bd, ldb)
   end subroutine ztrsm_d

   subroutine ztrsm_t(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(bb)) return
      call ztrsm(side, uplo, other(transa), diag, m, n, one, a, lda, bb, ldb)
      if (present(alphab)) alphab = alphab + dot_matrix(m, n, b, ldb, bb, ldb)
      if (present(ab)) then
         t = b(:m, :n)
         call ztrsm(side, uplo, transa, diag, m, n, alpha, a, lda, t, max(1, m))
         call add_product(side, uplo, transa, diag, m, n, -one, bb, ldb, t, max(1, m), ab, lda)
      end if
      call rescale_matrix(m, n, alpha, bb, ldb)
   end subroutine ztrsm_t

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

   subroutine zaxpy_b(n, alpha, alphab, x, xb, incx, y, yb, incy)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: alpha, x(*), y(*)
      complex(wp), intent(inout), optional :: alphab, xb(*), yb(*)
      if (.not. present(yb)) return
      if (present(alphab)) alphab = alphab + zdotc(n, x, incx, yb, incy)
      if (present(xb)) call zaxpy(n, conjg(alpha), yb, incy, xb, incx)
   end subroutine zaxpy_b

   subroutine zdotu_b(n, x, xb, incx, y, yb, incy, valueb)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*), valueb
      complex(wp), intent(inout), optional :: xb(*), yb(*)
      if (present(xb)) call zaxpy(n, valueb, conjugate_vector(n, y, incy), incy, xb, incx)
      if (present(yb)) call zaxpy(n, valueb, conjugate_vector(n, x, incx), incx, yb, incy)
   end subroutine zdotu_b

   ! value = conjg(x)'*y
   complex(wp) function zdotc_d(n, x, xd, incx, y, yd, incy, value)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*)
      complex(wp), intent(in), optional :: xd(*), yd(*)
      complex(wp), intent(out) :: value
      zdotc_d = zero
      if (present(xd)) zdotc_d = zdotc_d + zdotc(n, xd, incx, y, incy)
      if (present(yd)) zdotc_d = zdotc_d + zdotc(n, x, incx, yd, incy)
      value = zdotc(n, x, incx, y, incy)
   end function zdotc_d

   subroutine zdotc_b(n, x, xb, incx, y, yb, incy, valueb)
      integer, intent(in) :: n, incx, incy
      complex(wp), intent(in) :: x(*), y(*), valueb
      complex(wp), intent(inout), optional :: xb(*), yb(*)
      if (present(xb)) call zaxpy(n, conjg(valueb), y, incy, xb, incx)
      if (present(yb)) call zaxpy(n, valueb, x, incx, yb, incy)
   end subroutine zdotc_b

   subroutine zscal_b(n, alpha, alphab, x, xb, incx)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: alpha, x(*)
      complex(wp), intent(inout), optional :: alphab, xb(*)
      if (.not. present(xb)) return
      if (present(alphab)) alphab = alphab + zdotc(n, x, incx, xb, incx)
      call rescale(n, conjg(alpha), xb, incx)
   end subroutine zscal_b

   ! x = alpha*x, alpha real
   subroutine zdscal_d(n, alpha, alphad, x, xd, incx)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha
      real(wp), intent(in), optional :: alphad
      complex(wp), intent(inout) :: x(*)
      complex(wp), intent(inout), optional :: xd(*)
      if (present(xd)) then
         call rescale(n, cmplx(alpha, kind=wp), xd, incx)
         if (present(alphad)) call zaxpy(n, cmplx(alphad, kind=wp), x, incx, xd, incx)
      end if
      call zdscal(n, alpha, x, incx)
   end subroutine zdscal_d

   subroutine zdscal_b(n, alpha, alphab, x, xb, incx)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha
      complex(wp), intent(in) :: x(*)
      real(wp), intent(inout), optional :: alphab
      complex(wp), intent(inout), optional :: xb(*)
      if (.not. present(xb)) return
      if (present(alphab)) alphab = alphab + real(zdotc(n, x, incx, xb, incx))
      call rescale(n, cmplx(alpha, kind=wp), xb, incx)
   end subroutine zdscal_b

   ! value = sqrt(conjg(x)'*x); at zero the derivative is taken as zero
   real(wp) function dznrm2_d(n, x, xd, incx, value)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      complex(wp), intent(in), optional :: xd(*)
      real(wp), intent(out) :: value
      value = dznrm2(n, x, incx)
      dznrm2_d = 0
      if (present(xd) .and. value > 0) dznrm2_d = real(zdotc(n, x, incx, xd, incx))/value
   end function dznrm2_d

   subroutine dznrm2_b(n, x, xb, incx, valueb)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      real(wp), intent(in) :: valueb
      complex(wp), intent(inout), optional :: xb(*)
      real(wp) :: value
      value = dznrm2(n, x, incx)
      if (present(xb) .and. value > 0) call zaxpy(n, cmplx(valueb/value, kind=wp), x, incx, xb, incx)
   end subroutine dznrm2_b

   ! value = sum(abs(real(x)) + abs(aimag(x)))
   real(wp) function dzasum_d(n, x, xd, incx, value)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      complex(wp), intent(in), optional :: xd(*)
      real(wp), intent(out) :: value
      integer :: i
      value = dzasum(n, x, incx)
      dzasum_d = 0
      if (.not. present(xd) .or. incx <= 0) return
      do i = 1, 1 + (n - 1)*incx, incx
         dzasum_d = dzasum_d + sign(1.0_wp, real(x(i)))*real(xd(i)) + sign(1.0_wp, aimag(x(i)))*aimag(xd(i))
      end do
   end function dzasum_d

   subroutine dzasum_b(n, x, xb, incx, valueb)
      integer, intent(in) :: n, incx
      complex(wp), intent(in) :: x(*)
      real(wp), intent(in) :: valueb
      complex(wp), intent(inout), optional :: xb(*)
      integer :: i
      if (.not. present(xb) .or. incx <= 0) return
      do i = 1, 1 + (n - 1)*incx, incx
         xb(i) = xb(i) + valueb*cmplx(sign(1.0_wp, real(x(i))), sign(1.0_wp, aimag(x(i))), wp)
      end do
   end subroutine dzasum_b

   subroutine zgemv_b(trans, m, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
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
         call zgemv(trans, m, n, one, a, lda, x, incx, zero, t, 1)
         alphab = alphab + zdotc(rows, t, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + zdotc(rows, y, incy, yb, incy)
      if (present(xb) .and. is(trans, 'T')) then
         ! conjg(A)*w is the conjugate of A*conjg(w)
         t = conjugate_vector(n, yb, incy)
         if (incy < 0) t = t(size(t):1:-1)
         t = products_with(m, n, a, lda, t, abs(incy))
         call zaxpy(m, conjg(alpha), t, 1, xb, incx)
      else if (present(xb)) then
         call zgemv(adjoint_of(trans), m, n, conjg(alpha), a, lda, yb, incy, one, xb, incx)
      end if
      if (present(ab)) then
         if (is(trans, 'N')) then
            call zgerc(m, n, conjg(alpha), yb, incy, x, incx, ab, lda)
         else if (is(trans, 'T')) then
            call zgeru(m, n, conjg(alpha), conjugate_vector(m, x, incx), incx, yb, incy, ab, lda)
         else
            call zgerc(m, n, alpha, x, incx, yb, incy, ab, lda)
         end if
      end if
      call rescale(rows, conjg(beta), yb, incy)
   end subroutine zgemv_b

   ! The conjugate of A*x
   function products_with(m, n, a, lda, x, incx) result(y)
      integer, intent(in) :: m, n, lda, incx
      complex(wp), intent(in) :: a(lda, *), x(*)
      complex(wp) :: y(m)
      call zgemv('N', m, n, one, a, lda, x, incx, zero, y, 1)
      y = conjg(y)
   end function products_with

   subroutine zgeru_b(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      complex(wp), intent(inout), optional :: alphab, xb(*), yb(*), ab(lda, *)
      complex(wp) :: t(m), w(n)
      if (.not. present(ab)) return
      if (present(alphab) .or. present(xb)) then
         call zgemv('N', m, n, one, ab, lda, conjugate_vector(n, y, incy), incy, zero, t, 1)
         if (present(alphab)) alphab = alphab + zdotc(m, x, incx, t, 1)
         if (present(xb)) call zaxpy(m, conjg(alpha), t, 1, xb, incx)
      end if
      if (present(yb)) then
         call zgemv('T', m, n, one, ab, lda, conjugate_vector(m, x, incx), incx, zero, w, 1)
         call zaxpy(n, conjg(alpha), w, 1, yb, incy)
      end if
   end subroutine zgeru_b

   ! A = alpha*x*conjg(y)' + A
   subroutine zgerc_d(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*)
      complex(wp), intent(in), optional :: alphad, xd(*), yd(*)
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         if (present(alphad)) call zgerc(m, n, alphad, x, incx, y, incy, ad, lda)
         if (present(xd)) call zgerc(m, n, alpha, xd, incx, y, incy, ad, lda)
         if (present(yd)) call zgerc(m, n, alpha, x, incx, yd, incy, ad, lda)
      end if
      call zgerc(m, n, alpha, x, incx, y, incy, a, lda)
   end subroutine zgerc_d

   subroutine zgerc_b(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
      integer, intent(in) :: m, n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      complex(wp), intent(inout), optional :: alphab, xb(*), yb(*), ab(lda, *)
      complex(wp) :: t(m), w(n)
      if (.not. present(ab)) return
      if (present(alphab) .or. present(xb)) then
         call zgemv('N', m, n, one, ab, lda, y, incy, zero, t, 1)
         if (present(alphab)) alphab = alphab + zdotc(m, x, incx, t, 1)
         if (present(xb)) call zaxpy(m, conjg(alpha), t, 1, xb, incx)
      end if
      if (present(yb)) then
         call zgemv('C', m, n, one, ab, lda, x, incx, zero, w, 1)
         call zaxpy(n, alpha, w, 1, yb, incy)
      end if
   end subroutine zgerc_b

   subroutine ztrmv_b(uplo, trans, diag, n, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      complex(wp), intent(in) :: a(lda, *), x(*)
      complex(wp), intent(inout), optional :: ab(lda, *), xb(*)
      complex(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call zcopy(n, xb, incx, w, 1)
      if (present(ab)) then
         call zcopy(n, x, incx, v, 1)
         call add_outer_of(trans, uplo, is(diag, 'U'), n, one, w, v, ab, lda)
      end if
      if (is(trans, 'T')) then
         w = conjg(w)
         call ztrmv(uplo, 'N', diag, n, a, lda, w, 1)
         w = conjg(w)
      else
         call ztrmv(uplo, adjoint_of(trans), diag, n, a, lda, w, 1)
      end if
      call zcopy(n, w, 1, xb, incx)
   end subroutine ztrmv_b

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

   subroutine ztrsv_b(uplo, trans, diag, n, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      complex(wp), intent(in) :: a(lda, *), x(*)
      complex(wp), intent(inout), optional :: ab(lda, *), xb(*)
      complex(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call zcopy(n, xb, incx, w, 1)
      if (is(trans, 'T')) then
         w = conjg(w)
         call ztrsv(uplo, 'N', diag, n, a, lda, w, 1)
         w = conjg(w)
      else
         call ztrsv(uplo, adjoint_of(trans), diag, n, a, lda, w, 1)
      end if
      call zcopy(n, w, 1, xb, incx)
      if (present(ab)) then
         call zcopy(n, x, incx, v, 1)
         call ztrsv(uplo, trans, diag, n, a, lda, v, 1)
         call add_outer_of(trans, uplo, is(diag, 'U'), n, -one, w, v, ab, lda)
      end if
   end subroutine ztrsv_b

   subroutine zgemm_b(transa, transb, m, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :), w(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call zgemm(transa, transb, m, n, k, one, a, lda, b, ldb, zero, t, max(1, m))
         alphab = alphab + dotc_matrix('A', m, n, t, max(1, m), cb, ldc)
      end if
      if (present(betab)) betab = betab + dotc_matrix('A', m, n, c, ldc, cb, ldc)
      if (present(ab)) then
         if (is(transa, 'C')) then
            call zgemm(transb, 'C', k, m, n, alpha, b, ldb, cb, ldc, one, ab, lda)
         else if (is(transa, 'N') .and. .not. is(transb, 'T')) then
            call zgemm('N', adjoint_of(transb), m, k, n, conjg(alpha), cb, ldc, b, ldb, one, ab, lda)
         else if (is(transb, 'C')) then
            call zgemm('T', 'T', k, m, n, conjg(alpha), b, ldb, cb, ldc, one, ab, lda)
         else
            call conjugate_matrix(merge(k, n, is(transb, 'N')), merge(n, k, is(transb, 'N')), b, ldb, w)
            if (is(transa, 'N')) then
               call zgemm('N', 'N', m, k, n, conjg(alpha), cb, ldc, w, ldb, one, ab, lda)
            else
               call zgemm(transb, 'T', k, m, n, conjg(alpha), w, ldb, cb, ldc, one, ab, lda)
            end if
         end if
      end if
      if (present(bb)) then
         if (is(transb, 'C')) then
            call zgemm('C', transa, n, k, m, alpha, cb, ldc, a, lda, one, bb, ldb)
         else if (is(transb, 'N') .and. .not. is(transa, 'T')) then
            call zgemm(adjoint_of(transa), 'N', k, n, m, conjg(alpha), a, lda, cb, ldc, one, bb, ldb)
         else if (is(transa, 'C')) then
            call zgemm('T', 'T', n, k, m, conjg(alpha), cb, ldc, a, lda, one, bb, ldb)
         else
            call conjugate_matrix(merge(m, k, is(transa, 'N')), merge(k, m, is(transa, 'N')), a, lda, w)
            if (is(transb, 'N')) then
               call zgemm('N', 'N', k, n, m, conjg(alpha), w, lda, cb, ldc, one, bb, ldb)
            else
               call zgemm('T', transa, n, k, m, conjg(alpha), cb, ldc, w, lda, one, bb, ldb)
            end if
         end if
      end if
      call rescale_matrix(m, n, conjg(beta), cb, ldc)
   end subroutine zgemm_b

   subroutine zsymm_b(side, uplo, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
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
      call zsymm_t(side, uplo, m, n, conjg(alpha), alphab, u, ab, lda, v, bb, ldb, conjg(beta), betab, w, cb, ldc)
   end subroutine zsymm_b

   subroutine zsyrk_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), betab, cb(ldc, *)
      complex(wp), allocatable :: u(:, :), w(:, :)
      call conjugate_matrix(merge(n, k, is(trans, 'N')), merge(k, n, is(trans, 'N')), a, lda, u)
      call conjugate_matrix(n, n, c, ldc, w)
      call zsyrk_t(uplo, trans, n, k, conjg(alpha), alphab, u, ab, lda, conjg(beta), betab, w, cb, ldc)
   end subroutine zsyrk_b

   subroutine zsyr2k_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: u(:, :), v(:, :), w(:, :)
      call conjugate_matrix(merge(n, k, is(trans, 'N')), merge(k, n, is(trans, 'N')), a, lda, u)
      call conjugate_matrix(merge(n, k, is(trans, 'N')), merge(k, n, is(trans, 'N')), b, ldb, v)
      call conjugate_matrix(n, n, c, ldc, w)
      call zsyr2k_t(uplo, trans, n, k, conjg(alpha), alphab, u, ab, lda, v, bb, ldb, conjg(beta), betab, w, cb, ldc)
   end subroutine zsyr2k_b

   ! With C, the transpose of conjg(A): its shadow is conjugated, too.
   subroutine ztrmm_b(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
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
         call ztrmm_t(side, uplo, transa, diag, m, n, conjg(alpha), alphab, u, ab, lda, v, bb, ldb)
      else if (present(ab)) then
         allocate (own(lda, order))
         own = zero
         call ztrmm_t(side, uplo, 'T', diag, m, n, conjg(alpha), alphab, a, own, lda, v, bb, ldb)
         call add_conjugate(uplo, order, own, ab, lda)
      else
         call ztrmm_t(side, uplo, 'T', diag, m, n, conjg(alpha), alphab, a, ab, lda, v, bb, ldb)
      end if
   end subroutine ztrmm_b

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

   subroutine ztrsm_b(side, uplo, transa, diag, m, n, alpha, alphab, a, ab, lda, b, bb, ldb)
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
         call ztrsm_t(side, uplo, transa, diag, m, n, conjg(alpha), alphab, u, ab, lda, v, bb, ldb)
      else if (present(ab)) then
         allocate (own(lda, order))
         own = zero
         call ztrsm_t(side, uplo, 'T', diag, m, n, conjg(alpha), alphab, a, own, lda, v, bb, ldb)
         call add_conjugate(uplo, order, own, ab, lda)
      else
         call ztrsm_t(side, uplo, 'T', diag, m, n, conjg(alpha), alphab, a, ab, lda, v, bb, ldb)
      end if
   end subroutine ztrsm_b

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
   subroutine zhemv_d(uplo, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, incx, incy
      complex(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), xd(*), betad
      complex(wp), intent(inout) :: y(*)
      complex(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         call rescale(n, beta, yd, incy)
         if (present(xd)) call zhemv(uplo, n, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call zhemv(uplo, n, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call zhemv(uplo, n, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call zaxpy(n, betad, y, incy, yd, incy)
      end if
      call zhemv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine zhemv_d

   subroutine zhemv_b(uplo, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda, incx, incy
      complex(wp), intent(in) :: alpha, a(lda, *), x(*), beta, y(*)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), xb(*), betab, yb(*)
      complex(wp) :: v(n)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(yb)) return
      if (present(alphab)) then
         call zhemv(uplo, n, one, a, lda, x, incx, zero, v, 1)
         alphab = alphab + zdotc(n, v, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + zdotc(n, y, incy, yb, incy)
      if (present(xb)) call zhemv(uplo, n, conjg(alpha), a, lda, yb, incy, one, xb, incx)
      if (present(ab) .and. n > 0) then
         allocate (t(n, n))
         t = zero
         call zgerc(n, n, conjg(alpha), yb, incy, x, incx, t, n)
         call add_hermitian(uplo, n, t, ab, lda)
      end if
      call rescale(n, conjg(beta), yb, incy)
   end subroutine zhemv_b

   ! A = alpha*x*conjg(x)' + A, A Hermitian, alpha real
   subroutine zher_d(uplo, n, alpha, alphad, x, xd, incx, a, ad, lda)
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
         if (present(alphad)) call zher(uplo, n, alphad, x, incx, ad, lda)
         if (present(xd)) call zher2(uplo, n, cmplx(alpha, kind=wp), x, incx, xd, incx, ad, lda)
      end if
      call zher(uplo, n, alpha, x, incx, a, lda)
   end subroutine zher_d

   subroutine zher_b(uplo, n, alpha, alphab, x, xb, incx, a, ab, lda)
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
      if (present(alphab)) alphab = alphab + real(zdotc(n, x, incx, t, 1))/2
      if (present(xb)) call zaxpy(n, cmplx(alpha, kind=wp), t, 1, xb, incx)
   end subroutine zher_b

   ! t = (T + conjg(T)')*x, T the triangle; with the increment of x, t has the increment 1 in the same order.
   subroutine twice_hermitian(uplo, n, x, incx, a, lda, t)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, lda
      complex(wp), intent(in) :: x(*), a(lda, *)
      complex(wp), intent(out) :: t(n)
      complex(wp) :: v(n)
      integer :: i
      call zcopy(n, x, incx, v, 1)
      call zhemv(uplo, n, one, a, lda, v, 1, zero, t, 1)
      do i = 1, n
         t(i) = t(i) + real(a(i, i))*v(i)
      end do
   end subroutine twice_hermitian

   ! A = alpha*x*conjg(y)' + conjg(alpha)*y*conjg(x)' + A, A Hermitian
   subroutine zher2_d(uplo, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*)
      complex(wp), intent(in), optional :: alphad, xd(*), yd(*)
      complex(wp), intent(inout) :: a(lda, *)
      complex(wp), intent(inout), optional :: ad(lda, *)
      if (present(ad)) then
         call clear_imaginary(n, ad, lda)
         if (present(alphad)) call zher2(uplo, n, alphad, x, incx, y, incy, ad, lda)
         if (present(xd)) call zher2(uplo, n, alpha, xd, incx, y, incy, ad, lda)
         if (present(yd)) call zher2(uplo, n, alpha, x, incx, yd, incy, ad, lda)
      end if
      call zher2(uplo, n, alpha, x, incx, y, incy, a, lda)
   end subroutine zher2_d

   subroutine zher2_b(uplo, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, lda
      complex(wp), intent(in) :: alpha, x(*), y(*), a(lda, *)
      complex(wp), intent(inout), optional :: alphab, xb(*), yb(*), ab(lda, *)
      complex(wp) :: t(n)
      if (.not. present(ab)) return
      call clear_imaginary(n, ab, lda)
      call twice_hermitian(uplo, n, y, incy, ab, lda, t)
      if (present(alphab)) alphab = alphab + zdotc(n, x, incx, t, 1)
      if (present(xb)) call zaxpy(n, conjg(alpha), t, 1, xb, incx)
      call twice_hermitian(uplo, n, x, incx, ab, lda, t)
      if (present(yb)) call zaxpy(n, alpha, t, 1, yb, incy)
   end subroutine zher2_b

   ! C = alpha*A*B + beta*C or C = alpha*B*A + beta*C, A Hermitian
   subroutine zhemm_d(side, uplo, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
      complex(wp), intent(in), optional :: alphad, ad(lda, *), bd(ldb, *), betad
      complex(wp), intent(inout) :: c(ldc, *)
      complex(wp), intent(inout), optional :: cd(ldc, *)
      if (present(cd)) then
         call rescale_matrix(m, n, beta, cd, ldc)
         if (present(ad)) call zhemm(side, uplo, m, n, alpha, ad, lda, b, ldb, one, cd, ldc)
         if (present(bd)) call zhemm(side, uplo, m, n, alpha, a, lda, bd, ldb, one, cd, ldc)
         if (present(alphad)) call zhemm(side, uplo, m, n, alphad, a, lda, b, ldb, one, cd, ldc)
         if (present(betad)) call add_matrix(m, n, betad, c, ldc, cd, ldc)
      end if
      call zhemm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine zhemm_d

   subroutine zhemm_b(side, uplo, m, n, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
      character, intent(in) :: side, uplo
      integer, intent(in) :: m, n, lda, ldb, ldc
      complex(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
      complex(wp), intent(inout), optional :: alphab, ab(lda, *), bb(ldb, *), betab, cb(ldc, *)
      complex(wp), allocatable :: t(:, :)
      if (.not. present(cb)) return
      if (present(alphab)) then
         allocate (t(m, n))
         call zhemm(side, uplo, m, n, one, a, lda, b, ldb, zero, t, max(1, m))
         alphab = alphab + dotc_matrix('A', m, n, t, max(1, m), cb, ldc)
         deallocate (t)
      end if
      if (present(betab)) betab = betab + dotc_matrix('A', m, n, c, ldc, cb, ldc)
      if (present(bb)) call zhemm(side, uplo, m, n, conjg(alpha), a, lda, cb, ldc, one, bb, ldb)
      if (present(ab) .and. is(side, 'L')) then
         allocate (t(m, m))
         call zgemm('N', 'C', m, m, n, conjg(alpha), cb, ldc, b, ldb, zero, t, max(1, m))
         call add_hermitian(uplo, m, t, ab, lda)
      else if (present(ab)) then
         allocate (t(n, n))
         call zgemm('C', 'N', n, n, m, conjg(alpha), b, ldb, cb, ldc, zero, t, max(1, n))
         call add_hermitian(uplo, n, t, ab, lda)
      end if
      call rescale_matrix(m, n, conjg(beta), cb, ldc)
   end subroutine zhemm_b

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
   subroutine zherk_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, beta, betad, c, cd, ldc)
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
            call zher2k(uplo, trans, n, k, cmplx(alpha, kind=wp), a, lda, ad, lda, 1.0_wp, cd, ldc)
         end if
         if (present(alphad)) call zherk(uplo, trans, n, k, alphad, a, lda, 1.0_wp, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, cmplx(betad, kind=wp), c, ldc, cd, ldc)
         call clear_imaginary(n, cd, ldc)
      end if
      call zherk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   end subroutine zherk_d

   subroutine zherk_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, beta, betab, c, cb, ldc)
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
         call zherk(uplo, trans, n, k, 1.0_wp, a, lda, 0.0_wp, t, max(1, n))
         alphab = alphab + real(dotc_matrix(uplo, n, n, t, max(1, n), cb, ldc))
      end if
      if (present(betab)) betab = betab + real(dotc_matrix(uplo, n, n, c, ldc, cb, ldc))
      if (present(ab)) call times_hermitian(uplo, trans, n, k, cmplx(alpha, kind=wp), cb, ldc, a, lda, ab, lda)
      call rescale_triangle(uplo, n, cmplx(beta, kind=wp), cb, ldc)
   end subroutine zherk_b

   ! B = B + factor*(T + conjg(T)')*A or B = B + factor*A*(T + conjg(T)'), T the triangle.
   subroutine times_hermitian(uplo, trans, n, k, factor, t, ldt, a, lda, b, ldb)
      character, intent(in) :: uplo, trans
      integer, intent(in) :: n, k, ldt, lda, ldb
      complex(wp), intent(in) :: factor, t(ldt, *), a(lda, *)
      complex(wp), intent(inout) :: b(ldb, *)
      integer :: i
      if (is(trans, 'N')) then
         call zhemm('L', uplo, n, k, factor, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            b(i, :k) = b(i, :k) + factor*real(t(i, i))*a(i, :k)
         end do
      else
         call zhemm('R', uplo, k, n, factor, t, ldt, a, lda, one, b, ldb)
         do i = 1, n
            b(:k, i) = b(:k, i) + factor*real(t(i, i))*a(:k, i)
         end do
      end if
   end subroutine times_hermitian

   ! C = alpha*A*conjg(B)' + conjg(alpha)*B*conjg(A)' + beta*C or
   ! C = alpha*conjg(A)'*B + conjg(alpha)*conjg(B)'*A + beta*C,
   ! C Hermitian, beta real
   subroutine zher2k_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
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
         if (present(ad)) call zher2k(uplo, trans, n, k, alpha, ad, lda, b, ldb, 1.0_wp, cd, ldc)
         if (present(bd)) call zher2k(uplo, trans, n, k, alpha, a, lda, bd, ldb, 1.0_wp, cd, ldc)
         if (present(alphad)) call zher2k(uplo, trans, n, k, alphad, a, lda, b, ldb, 1.0_wp, cd, ldc)
         if (present(betad)) call add_triangle(uplo, .false., n, cmplx(betad, kind=wp), c, ldc, cd, ldc)
         call clear_imaginary(n, cd, ldc)
      end if
      call zher2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   end subroutine zher2k_d

   subroutine zher2k_b(uplo, trans, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
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
   end subroutine zher2k_b

end module adc_blas_z
