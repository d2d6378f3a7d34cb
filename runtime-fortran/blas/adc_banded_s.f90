! Tangents and adjoints of BLAS for banded and packed matrices in single precision, by calls of BLAS. Programs that
! call no such routines need no such file. It is generated from template/adc_banded.f90.in.
!
! Shadows, NAME_d and NAME_b: as in adc_blas_s. Elements of a band or of a packed triangle are stored by column; those
! of one column stand side by side. So all have one helper, which is told where the columns are.

module adc_banded_s
   implicit none
   private
   public :: sgbmv_d, sgbmv_b, ssbmv_d, ssbmv_b, sspmv_d, sspmv_b, sspr_d, sspr_b, sspr2_d, sspr2_b
   public :: sgbmv_dv, ssbmv_dv, sspmv_dv, stbmv_dv, stbsv_dv, stpmv_dv, stpsv_dv
   public :: stbmv_d, stbmv_b, stbsv_d, stbsv_b, stpmv_d, stpmv_b, stpsv_d, stpsv_b

   integer, parameter :: wp = kind(1.0)
   real(wp), parameter :: zero = 0, one = 1

   ! The place of elements in memory.
   type :: layout
      ! G: a band; U, L: a triangle of a band; P, Q: an upper and a lower triangle, packed
      character :: kind
      ! extents, and numbers of diagonals below and above the main one
      integer :: m, n, kl, ku
      ! leading extent
      integer :: ld
   end type layout

   real(wp), external :: sdot
   external :: saxpy, sscal, scopy
   external :: sgbmv, ssbmv, sspmv, sspr, sspr2, stbmv, stbsv, stpmv, stpsv

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

   ! x = factor*x; a zero factor overwrites the old value, even a NaN.
   subroutine rescale(n, factor, x, incx)
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: factor
      real(wp), intent(inout) :: x(*)
      integer :: i
      if (abs(factor) <= zero) then
         do i = 1, 1 + (n - 1)*abs(incx), max(1, abs(incx))
            x(i) = zero
         end do
      else if (.not. abs(factor - one) <= zero) then
         call sscal(n, factor, x, abs(incx))
      end if
   end subroutine rescale

   type(layout) function triangle(uplo, n, k, ld)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, ld
      triangle = layout('U', n, n, 0, k, ld)
      if (is(uplo, 'L')) triangle = layout('L', n, n, k, 0, ld)
   end function triangle

   type(layout) function packed(uplo, n)
      character, intent(in) :: uplo
      integer, intent(in) :: n
      packed = layout('P', n, n, 0, n, 0)
      if (is(uplo, 'L')) packed = layout('Q', n, n, n, 0, 0)
   end function packed

   ! The rows of a column, and what is to be added to a row for its place.
   subroutine column(f, j, first, last, shift)
      type(layout), intent(in) :: f
      integer, intent(in) :: j
      integer, intent(out) :: first, last, shift
      first = max(1, j - f%ku)
      last = min(f%m, j + f%kl)
      select case (f%kind)
      case ('P')
         shift = (j*(j - 1))/2
      case ('Q')
         shift = ((2*f%n - j)*(j - 1))/2
      case default
         shift = (j - 1)*f%ld + f%ku + 1 - j
      end select
   end subroutine column

   ! a = a + factor*v*w', optionally without the diagonal.
   subroutine add_outer(f, skip, factor, v, w, a)
      type(layout), intent(in) :: f
      logical, intent(in) :: skip
      real(wp), intent(in) :: factor, v(*), w(*)
      real(wp), intent(inout) :: a(*)
      integer :: i, j, first, last, shift
      do j = 1, f%n
         call column(f, j, first, last, shift)
         do i = first, last
            if (.not. (skip .and. i == j)) a(i + shift) = a(i + shift) + factor*w(j)*v(i)
         end do
      end do
   end subroutine add_outer

   ! The same for a symmetric matrix of which a triangle is stored: an element beside the diagonal stands for two.
   subroutine add_symmetric(f, factor, v, w, a)
      type(layout), intent(in) :: f
      real(wp), intent(in) :: factor, v(*), w(*)
      real(wp), intent(inout) :: a(*)
      call add_outer(f, .false., factor, v, w, a)
      call add_outer(f, .true., factor, w, v, a)
   end subroutine add_symmetric

   ! ---- products with vectors

   ! y = alpha*op(A)*x + beta*y, A a band
   subroutine sgbmv_d(trans, m, n, kl, ku, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, kl, ku, lda, incx, incy
      real(wp), intent(in) :: alpha, a(*), x(*), beta
      real(wp), intent(in), optional :: alphad, ad(*), xd(*), betad
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      integer :: rows
      if (present(yd)) then
         rows = merge(m, n, is(trans, 'N'))
         call rescale(rows, beta, yd, incy)
         if (present(xd)) call sgbmv(trans, m, n, kl, ku, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call sgbmv(trans, m, n, kl, ku, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call sgbmv(trans, m, n, kl, ku, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call saxpy(rows, betad, y, incy, yd, incy)
      end if
      call sgbmv(trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine sgbmv_d

   subroutine sgbmv_b(trans, m, n, kl, ku, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, kl, ku, lda, incx, incy
      real(wp), intent(in) :: alpha, a(*), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab, ab(*), xb(*), betab, yb(*)
      real(wp), allocatable :: v(:), w(:)
      integer :: rows, columns
      if (.not. present(yb)) return
      rows = merge(m, n, is(trans, 'N'))
      columns = merge(n, m, is(trans, 'N'))
      allocate (v(columns), w(rows))
      if (present(alphab)) then
         call sgbmv(trans, m, n, kl, ku, one, a, lda, x, incx, zero, w, 1)
         alphab = alphab + sdot(rows, w, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + sdot(rows, y, incy, yb, incy)
      if (present(xb)) call sgbmv(other(trans), m, n, kl, ku, alpha, a, lda, yb, incy, one, xb, incx)
      if (present(ab)) then
         call scopy(columns, x, incx, v, 1)
         call scopy(rows, yb, incy, w, 1)
         if (is(trans, 'N')) then
            call add_outer(layout('G', m, n, kl, ku, lda), .false., alpha, w, v, ab)
         else
            call add_outer(layout('G', m, n, kl, ku, lda), .false., alpha, v, w, ab)
         end if
      end if
      call rescale(rows, beta, yb, incy)
   end subroutine sgbmv_b

   ! y = alpha*A*x + beta*y, A symmetric, a triangle of a band
   subroutine ssbmv_d(uplo, n, k, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, lda, incx, incy
      real(wp), intent(in) :: alpha, a(*), x(*), beta
      real(wp), intent(in), optional :: alphad, ad(*), xd(*), betad
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         call rescale(n, beta, yd, incy)
         if (present(xd)) call ssbmv(uplo, n, k, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call ssbmv(uplo, n, k, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call ssbmv(uplo, n, k, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call saxpy(n, betad, y, incy, yd, incy)
      end if
      call ssbmv(uplo, n, k, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine ssbmv_d

   subroutine ssbmv_b(uplo, n, k, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, lda, incx, incy
      real(wp), intent(in) :: alpha, a(*), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab, ab(*), xb(*), betab, yb(*)
      real(wp), allocatable :: v(:), w(:)
      if (.not. present(yb)) return
      allocate (v(n), w(n))
      if (present(alphab)) then
         call ssbmv(uplo, n, k, one, a, lda, x, incx, zero, w, 1)
         alphab = alphab + sdot(n, w, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + sdot(n, y, incy, yb, incy)
      if (present(xb)) call ssbmv(uplo, n, k, alpha, a, lda, yb, incy, one, xb, incx)
      if (present(ab)) then
         call scopy(n, x, incx, v, 1)
         call scopy(n, yb, incy, w, 1)
         call add_symmetric(triangle(uplo, n, k, lda), alpha, w, v, ab)
      end if
      call rescale(n, beta, yb, incy)
   end subroutine ssbmv_b

   ! y = alpha*A*x + beta*y, A symmetric and packed
   subroutine sspmv_d(uplo, n, alpha, alphad, ap, apd, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, ap(*), x(*), beta
      real(wp), intent(in), optional :: alphad, apd(*), xd(*), betad
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         call rescale(n, beta, yd, incy)
         if (present(xd)) call sspmv(uplo, n, alpha, ap, xd, incx, one, yd, incy)
         if (present(apd)) call sspmv(uplo, n, alpha, apd, x, incx, one, yd, incy)
         if (present(alphad)) call sspmv(uplo, n, alphad, ap, x, incx, one, yd, incy)
         if (present(betad)) call saxpy(n, betad, y, incy, yd, incy)
      end if
      call sspmv(uplo, n, alpha, ap, x, incx, beta, y, incy)
   end subroutine sspmv_d

   subroutine sspmv_b(uplo, n, alpha, alphab, ap, apb, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, ap(*), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab, apb(*), xb(*), betab, yb(*)
      real(wp), allocatable :: v(:), w(:)
      if (.not. present(yb)) return
      allocate (v(n), w(n))
      if (present(alphab)) then
         call sspmv(uplo, n, one, ap, x, incx, zero, w, 1)
         alphab = alphab + sdot(n, w, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + sdot(n, y, incy, yb, incy)
      if (present(xb)) call sspmv(uplo, n, alpha, ap, yb, incy, one, xb, incx)
      if (present(apb)) then
         call scopy(n, x, incx, v, 1)
         call scopy(n, yb, incy, w, 1)
         call add_symmetric(packed(uplo, n), alpha, w, v, apb)
      end if
      call rescale(n, beta, yb, incy)
   end subroutine sspmv_b

   ! x = op(A)*x, A a triangle of a band
   subroutine stbmv_d(uplo, trans, diag, n, k, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx
      real(wp), intent(in) :: a(*)
      real(wp), intent(in), optional :: ad(*)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      if (present(xd)) then
         call stbmv(uplo, trans, diag, n, k, a, lda, xd, incx)
         if (present(ad)) then
            call scopy(n, x, incx, t, 1)
            call stbmv(uplo, trans, diag, n, k, ad, lda, t, 1)
            call saxpy(n, one, t, 1, xd, incx)
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) call saxpy(n, -one, x, incx, xd, incx)
         end if
      end if
      call stbmv(uplo, trans, diag, n, k, a, lda, x, incx)
   end subroutine stbmv_d

   subroutine stbmv_b(uplo, trans, diag, n, k, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx
      real(wp), intent(in) :: a(*), x(*)
      real(wp), intent(inout), optional :: ab(*), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      if (present(ab)) then
         call scopy(n, x, incx, v, 1)
         call scopy(n, xb, incx, w, 1)
         if (is(trans, 'N')) then
            call add_outer(triangle(uplo, n, k, lda), is(diag, 'U'), one, w, v, ab)
         else
            call add_outer(triangle(uplo, n, k, lda), is(diag, 'U'), one, v, w, ab)
         end if
      end if
      call stbmv(uplo, other(trans), diag, n, k, a, lda, xb, incx)
   end subroutine stbmv_b

   ! x = op(A)*x, A a packed triangle
   subroutine stpmv_d(uplo, trans, diag, n, ap, apd, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: ap(*)
      real(wp), intent(in), optional :: apd(*)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      if (present(xd)) then
         call stpmv(uplo, trans, diag, n, ap, xd, incx)
         if (present(apd)) then
            call scopy(n, x, incx, t, 1)
            call stpmv(uplo, trans, diag, n, apd, t, 1)
            call saxpy(n, one, t, 1, xd, incx)
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) call saxpy(n, -one, x, incx, xd, incx)
         end if
      end if
      call stpmv(uplo, trans, diag, n, ap, x, incx)
   end subroutine stpmv_d

   subroutine stpmv_b(uplo, trans, diag, n, ap, apb, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: ap(*), x(*)
      real(wp), intent(inout), optional :: apb(*), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      if (present(apb)) then
         call scopy(n, x, incx, v, 1)
         call scopy(n, xb, incx, w, 1)
         if (is(trans, 'N')) then
            call add_outer(packed(uplo, n), is(diag, 'U'), one, w, v, apb)
         else
            call add_outer(packed(uplo, n), is(diag, 'U'), one, v, w, apb)
         end if
      end if
      call stpmv(uplo, other(trans), diag, n, ap, xb, incx)
   end subroutine stpmv_b

   ! ---- solutions

   ! x = inverse(op(A))*x, A a triangle of a band
   subroutine stbsv_d(uplo, trans, diag, n, k, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx
      real(wp), intent(in) :: a(*)
      real(wp), intent(in), optional :: ad(*)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      call stbsv(uplo, trans, diag, n, k, a, lda, x, incx)
      if (.not. present(xd)) return
      if (present(ad)) then
         call scopy(n, x, incx, t, 1)
         call stbmv(uplo, trans, diag, n, k, ad, lda, t, 1)
         call saxpy(n, -one, t, 1, xd, incx)
         ! ones on the diagonal have no derivative
         if (is(diag, 'U')) call saxpy(n, one, x, incx, xd, incx)
      end if
      call stbsv(uplo, trans, diag, n, k, a, lda, xd, incx)
   end subroutine stbsv_d

   subroutine stbsv_b(uplo, trans, diag, n, k, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx
      real(wp), intent(in) :: a(*), x(*)
      real(wp), intent(inout), optional :: ab(*), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call stbsv(uplo, other(trans), diag, n, k, a, lda, xb, incx)
      if (.not. present(ab)) return
      call scopy(n, x, incx, v, 1)
      call stbsv(uplo, trans, diag, n, k, a, lda, v, 1)
      call scopy(n, xb, incx, w, 1)
      if (is(trans, 'N')) then
         call add_outer(triangle(uplo, n, k, lda), is(diag, 'U'), -one, w, v, ab)
      else
         call add_outer(triangle(uplo, n, k, lda), is(diag, 'U'), -one, v, w, ab)
      end if
   end subroutine stbsv_b

   ! x = inverse(op(A))*x, A a packed triangle
   subroutine stpsv_d(uplo, trans, diag, n, ap, apd, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: ap(*)
      real(wp), intent(in), optional :: apd(*)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      call stpsv(uplo, trans, diag, n, ap, x, incx)
      if (.not. present(xd)) return
      if (present(apd)) then
         call scopy(n, x, incx, t, 1)
         call stpmv(uplo, trans, diag, n, apd, t, 1)
         call saxpy(n, -one, t, 1, xd, incx)
         ! ones on the diagonal have no derivative
         if (is(diag, 'U')) call saxpy(n, one, x, incx, xd, incx)
      end if
      call stpsv(uplo, trans, diag, n, ap, xd, incx)
   end subroutine stpsv_d

   subroutine stpsv_b(uplo, trans, diag, n, ap, apb, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: ap(*), x(*)
      real(wp), intent(inout), optional :: apb(*), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call stpsv(uplo, other(trans), diag, n, ap, xb, incx)
      if (.not. present(apb)) return
      call scopy(n, x, incx, v, 1)
      call stpsv(uplo, trans, diag, n, ap, v, 1)
      call scopy(n, xb, incx, w, 1)
      if (is(trans, 'N')) then
         call add_outer(packed(uplo, n), is(diag, 'U'), -one, w, v, apb)
      else
         call add_outer(packed(uplo, n), is(diag, 'U'), -one, v, w, apb)
      end if
   end subroutine stpsv_b

   ! ---- updates

   ! A = alpha*x*x' + A, A symmetric and packed
   subroutine sspr_d(uplo, n, alpha, alphad, x, xd, incx, ap, apd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha, x(*)
      real(wp), intent(in), optional :: alphad, xd(*)
      real(wp), intent(inout) :: ap(*)
      real(wp), intent(inout), optional :: apd(*)
      if (present(apd)) then
         if (present(alphad)) call sspr(uplo, n, alphad, x, incx, apd)
         if (present(xd)) call sspr2(uplo, n, alpha, x, incx, xd, incx, apd)
      end if
      call sspr(uplo, n, alpha, x, incx, ap)
   end subroutine sspr_d

   subroutine sspr_b(uplo, n, alpha, alphab, x, xb, incx, ap, apb)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha, x(*), ap(*)
      real(wp), intent(inout), optional :: alphab, xb(*), apb(*)
      real(wp) :: v(n), t(n)
      if (.not. present(apb)) return
      call scopy(n, x, incx, v, 1)
      call twice(uplo, n, apb, v, t)
      if (present(alphab)) alphab = alphab + sdot(n, t, 1, v, 1)/2
      if (present(xb)) call saxpy(n, alpha, t, 1, xb, incx)
   end subroutine sspr_b

   ! A = alpha*(x*y' + y*x') + A, A symmetric and packed
   subroutine sspr2_d(uplo, n, alpha, alphad, x, xd, incx, y, yd, incy, ap, apd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, x(*), y(*)
      real(wp), intent(in), optional :: alphad, xd(*), yd(*)
      real(wp), intent(inout) :: ap(*)
      real(wp), intent(inout), optional :: apd(*)
      if (present(apd)) then
         if (present(alphad)) call sspr2(uplo, n, alphad, x, incx, y, incy, apd)
         if (present(xd)) call sspr2(uplo, n, alpha, xd, incx, y, incy, apd)
         if (present(yd)) call sspr2(uplo, n, alpha, x, incx, yd, incy, apd)
      end if
      call sspr2(uplo, n, alpha, x, incx, y, incy, ap)
   end subroutine sspr2_d

   subroutine sspr2_b(uplo, n, alpha, alphab, x, xb, incx, y, yb, incy, ap, apb)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, x(*), y(*), ap(*)
      real(wp), intent(inout), optional :: alphab, xb(*), yb(*), apb(*)
      real(wp) :: v(n), t(n)
      if (.not. present(apb)) return
      call scopy(n, y, incy, v, 1)
      call twice(uplo, n, apb, v, t)
      if (present(alphab)) alphab = alphab + sdot(n, t, 1, x, incx)
      if (present(xb)) call saxpy(n, alpha, t, 1, xb, incx)
      if (.not. present(yb)) return
      call scopy(n, x, incx, v, 1)
      call twice(uplo, n, apb, v, t)
      call saxpy(n, alpha, t, 1, yb, incy)
   end subroutine sspr2_b

   ! t = (A + A')*v, A a packed triangle
   subroutine twice(uplo, n, ap, v, t)
      character, intent(in) :: uplo
      integer, intent(in) :: n
      real(wp), intent(in) :: ap(*), v(n)
      real(wp), intent(out) :: t(n)
      real(wp) :: w(n)
      t = v
      call stpmv(uplo, 'N', 'N', n, ap, t, 1)
      w = v
      call stpmv(uplo, 'T', 'N', n, ap, w, 1)
      t = t + w
   end subroutine twice

   ! ---- tangents in many directions: `nd` is their number, and the first extent of all shadows

   ! The derivative in one of many directions, as an array; none if the shadow is absent.
   subroutine take(nd, p, m, n, ld, all, it)
      integer, intent(in) :: nd, p, m, n, ld
      real(wp), intent(in), optional :: all(nd, ld, *)
      real(wp), allocatable, intent(inout) :: it(:, :)
      if (.not. present(all)) return
      if (.not. allocated(it)) allocate (it(ld, n))
      it(:m, :) = all(p, :m, :n)
   end subroutine take

   subroutine take_number(nd, p, all, it)
      integer, intent(in) :: nd, p
      real(wp), intent(in), optional :: all(nd)
      real(wp), allocatable, intent(inout) :: it
      if (present(all)) it = all(p)
   end subroutine take_number

   subroutine put(nd, p, m, n, ld, it, all)
      integer, intent(in) :: nd, p, m, n, ld
      real(wp), allocatable, intent(in) :: it(:, :)
      real(wp), intent(inout), optional :: all(nd, ld, *)
      if (present(all)) all(p, :m, :n) = it(:m, :)
   end subroutine put

   ! The number of elements from the first to the last one of a vector.
   integer function extent(n, inc)
      integer, intent(in) :: n, inc
      extent = max(0, 1 + (n - 1)*abs(inc))
   end function extent

   subroutine sgbmv_dv(trans, m, n, kl, ku, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy, nd)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, kl, ku, lda, incx, incy, nd
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *), xd(nd, *), betad(nd)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(nd, *)
      real(wp), allocatable :: alpha1, beta1, a1(:, :), x1(:, :), y1(:, :)
      real(wp), allocatable :: w(:)
      integer :: p, length_x, length_y
      length_x = extent(merge(n, m, is(trans, 'N')), incx)
      length_y = extent(merge(m, n, is(trans, 'N')), incy)
      if (present(yd)) then
         do p = 1, nd
            call take_number(nd, p, alphad, alpha1)
            call take_number(nd, p, betad, beta1)
            call take(nd, p, kl + ku + 1, n, lda, ad, a1)
            call take(nd, p, length_x, 1, length_x, xd, x1)
            call take(nd, p, length_y, 1, length_y, yd, y1)
            w = y(:length_y)
            call sgbmv_d(trans, m, n, kl, ku, alpha, alpha1, a, a1, lda, x, x1, incx, beta, beta1, w, y1, incy)
            call put(nd, p, length_y, 1, length_y, y1, yd)
         end do
      end if
      call sgbmv(trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine sgbmv_dv

   subroutine ssbmv_dv(uplo, n, k, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, lda, incx, incy, nd
      real(wp), intent(in) :: alpha, a(lda, *), x(*), beta
      real(wp), intent(in), optional :: alphad(nd), ad(nd, lda, *), xd(nd, *), betad(nd)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(nd, *)
      real(wp), allocatable :: alpha1, beta1, a1(:, :), x1(:, :), y1(:, :)
      real(wp), allocatable :: w(:)
      integer :: p, length_x, length_y
      length_x = extent(n, incx)
      length_y = extent(n, incy)
      if (present(yd)) then
         do p = 1, nd
            call take_number(nd, p, alphad, alpha1)
            call take_number(nd, p, betad, beta1)
            call take(nd, p, k + 1, n, lda, ad, a1)
            call take(nd, p, length_x, 1, length_x, xd, x1)
            call take(nd, p, length_y, 1, length_y, yd, y1)
            w = y(:length_y)
            call ssbmv_d(uplo, n, k, alpha, alpha1, a, a1, lda, x, x1, incx, beta, beta1, w, y1, incy)
            call put(nd, p, length_y, 1, length_y, y1, yd)
         end do
      end if
      call ssbmv(uplo, n, k, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine ssbmv_dv

   subroutine sspmv_dv(uplo, n, alpha, alphad, ap, apd, x, xd, incx, beta, betad, y, yd, incy, nd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy, nd
      real(wp), intent(in) :: alpha, ap(*), x(*), beta
      real(wp), intent(in), optional :: alphad(nd), apd(nd, *), xd(nd, *), betad(nd)
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(nd, *)
      real(wp), allocatable :: alpha1, beta1, a1(:, :), x1(:, :), y1(:, :)
      real(wp), allocatable :: w(:)
      integer :: p, length_x, length_y
      length_x = extent(n, incx)
      length_y = extent(n, incy)
      if (present(yd)) then
         do p = 1, nd
            call take_number(nd, p, alphad, alpha1)
            call take_number(nd, p, betad, beta1)
            call take(nd, p, n*(n + 1)/2, 1, n*(n + 1)/2, apd, a1)
            call take(nd, p, length_x, 1, length_x, xd, x1)
            call take(nd, p, length_y, 1, length_y, yd, y1)
            w = y(:length_y)
            call sspmv_d(uplo, n, alpha, alpha1, ap, a1, x, x1, incx, beta, beta1, w, y1, incy)
            call put(nd, p, length_y, 1, length_y, y1, yd)
         end do
      end if
      call sspmv(uplo, n, alpha, ap, x, incx, beta, y, incy)
   end subroutine sspmv_dv

   subroutine stbmv_dv(uplo, trans, diag, n, k, a, ad, lda, x, xd, incx, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx, nd
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(nd, lda, *)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(nd, *)
      real(wp), allocatable :: a1(:, :), x1(:, :)
      real(wp), allocatable :: w(:)
      integer :: p, length
      length = extent(n, incx)
      if (present(xd)) then
         do p = 1, nd
            call take(nd, p, k + 1, n, lda, ad, a1)
            call take(nd, p, length, 1, length, xd, x1)
            w = x(:length)
            call stbmv_d(uplo, trans, diag, n, k, a, a1, lda, w, x1, incx)
            call put(nd, p, length, 1, length, x1, xd)
         end do
      end if
      call stbmv(uplo, trans, diag, n, k, a, lda, x, incx)
   end subroutine stbmv_dv

   subroutine stpmv_dv(uplo, trans, diag, n, ap, apd, x, xd, incx, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx, nd
      real(wp), intent(in) :: ap(*)
      real(wp), intent(in), optional :: apd(nd, *)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(nd, *)
      real(wp), allocatable :: a1(:, :), x1(:, :)
      real(wp), allocatable :: w(:)
      integer :: p, length
      length = extent(n, incx)
      if (present(xd)) then
         do p = 1, nd
            call take(nd, p, n*(n + 1)/2, 1, n*(n + 1)/2, apd, a1)
            call take(nd, p, length, 1, length, xd, x1)
            w = x(:length)
            call stpmv_d(uplo, trans, diag, n, ap, a1, w, x1, incx)
            call put(nd, p, length, 1, length, x1, xd)
         end do
      end if
      call stpmv(uplo, trans, diag, n, ap, x, incx)
   end subroutine stpmv_dv

   subroutine stbsv_dv(uplo, trans, diag, n, k, a, ad, lda, x, xd, incx, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx, nd
      real(wp), intent(in) :: a(lda, *)
      real(wp), intent(in), optional :: ad(nd, lda, *)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(nd, *)
      real(wp), allocatable :: a1(:, :), x1(:, :)
      real(wp), allocatable :: w(:)
      integer :: p, length
      length = extent(n, incx)
      if (present(xd)) then
         do p = 1, nd
            call take(nd, p, k + 1, n, lda, ad, a1)
            call take(nd, p, length, 1, length, xd, x1)
            w = x(:length)
            call stbsv_d(uplo, trans, diag, n, k, a, a1, lda, w, x1, incx)
            call put(nd, p, length, 1, length, x1, xd)
         end do
      end if
      call stbsv(uplo, trans, diag, n, k, a, lda, x, incx)
   end subroutine stbsv_dv

   subroutine stpsv_dv(uplo, trans, diag, n, ap, apd, x, xd, incx, nd)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx, nd
      real(wp), intent(in) :: ap(*)
      real(wp), intent(in), optional :: apd(nd, *)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(nd, *)
      real(wp), allocatable :: a1(:, :), x1(:, :)
      real(wp), allocatable :: w(:)
      integer :: p, length
      length = extent(n, incx)
      if (present(xd)) then
         do p = 1, nd
            call take(nd, p, n*(n + 1)/2, 1, n*(n + 1)/2, apd, a1)
            call take(nd, p, length, 1, length, xd, x1)
            w = x(:length)
            call stpsv_d(uplo, trans, diag, n, ap, a1, w, x1, incx)
            call put(nd, p, length, 1, length, x1, xd)
         end do
      end if
      call stpsv(uplo, trans, diag, n, ap, x, incx)
   end subroutine stpsv_dv

end module adc_banded_s
