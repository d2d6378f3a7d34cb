! Tangents and adjoints of BLAS for banded and packed matrices in double precision, by calls of BLAS. Programs that
! call no such routines need no such file. It is generated from template/adc_banded.f90.in.
!
! Shadows, NAME_d and NAME_b: as in adc_blas_d. Elements of a band or of a packed triangle are stored by column; those
! of one column stand side by side. So all have one helper, which is told where the columns are.

module adc_banded_d
   implicit none
   private
   public :: dgbmv_d, dgbmv_b, dsbmv_d, dsbmv_b, dspmv_d, dspmv_b, dspr_d, dspr_b, dspr2_d, dspr2_b
   public :: dgbmv_dv, dsbmv_dv, dspmv_dv, dtbmv_dv, dtbsv_dv, dtpmv_dv, dtpsv_dv
   public :: dtbmv_d, dtbmv_b, dtbsv_d, dtbsv_b, dtpmv_d, dtpmv_b, dtpsv_d, dtpsv_b

   integer, parameter :: wp = kind(1.0d0)
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

   real(wp), external :: ddot
   external :: daxpy, dscal, dcopy
   external :: dgbmv, dsbmv, dspmv, dspr, dspr2, dtbmv, dtbsv, dtpmv, dtpsv

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
         call dscal(n, factor, x, abs(incx))
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
   subroutine dgbmv_d(trans, m, n, kl, ku, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
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
         if (present(xd)) call dgbmv(trans, m, n, kl, ku, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call dgbmv(trans, m, n, kl, ku, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call dgbmv(trans, m, n, kl, ku, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call daxpy(rows, betad, y, incy, yd, incy)
      end if
      call dgbmv(trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine dgbmv_d

   subroutine dgbmv_b(trans, m, n, kl, ku, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
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
         call dgbmv(trans, m, n, kl, ku, one, a, lda, x, incx, zero, w, 1)
         alphab = alphab + ddot(rows, w, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + ddot(rows, y, incy, yb, incy)
      if (present(xb)) call dgbmv(other(trans), m, n, kl, ku, alpha, a, lda, yb, incy, one, xb, incx)
      if (present(ab)) then
         call dcopy(columns, x, incx, v, 1)
         call dcopy(rows, yb, incy, w, 1)
         if (is(trans, 'N')) then
            call add_outer(layout('G', m, n, kl, ku, lda), .false., alpha, w, v, ab)
         else
            call add_outer(layout('G', m, n, kl, ku, lda), .false., alpha, v, w, ab)
         end if
      end if
      call rescale(rows, beta, yb, incy)
   end subroutine dgbmv_b

   ! y = alpha*A*x + beta*y, A symmetric, a triangle of a band
   subroutine dsbmv_d(uplo, n, k, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, lda, incx, incy
      real(wp), intent(in) :: alpha, a(*), x(*), beta
      real(wp), intent(in), optional :: alphad, ad(*), xd(*), betad
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         call rescale(n, beta, yd, incy)
         if (present(xd)) call dsbmv(uplo, n, k, alpha, a, lda, xd, incx, one, yd, incy)
         if (present(ad)) call dsbmv(uplo, n, k, alpha, ad, lda, x, incx, one, yd, incy)
         if (present(alphad)) call dsbmv(uplo, n, k, alphad, a, lda, x, incx, one, yd, incy)
         if (present(betad)) call daxpy(n, betad, y, incy, yd, incy)
      end if
      call dsbmv(uplo, n, k, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine dsbmv_d

   subroutine dsbmv_b(uplo, n, k, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, k, lda, incx, incy
      real(wp), intent(in) :: alpha, a(*), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab, ab(*), xb(*), betab, yb(*)
      real(wp), allocatable :: v(:), w(:)
      if (.not. present(yb)) return
      allocate (v(n), w(n))
      if (present(alphab)) then
         call dsbmv(uplo, n, k, one, a, lda, x, incx, zero, w, 1)
         alphab = alphab + ddot(n, w, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + ddot(n, y, incy, yb, incy)
      if (present(xb)) call dsbmv(uplo, n, k, alpha, a, lda, yb, incy, one, xb, incx)
      if (present(ab)) then
         call dcopy(n, x, incx, v, 1)
         call dcopy(n, yb, incy, w, 1)
         call add_symmetric(triangle(uplo, n, k, lda), alpha, w, v, ab)
      end if
      call rescale(n, beta, yb, incy)
   end subroutine dsbmv_b

   ! y = alpha*A*x + beta*y, A symmetric and packed
   subroutine dspmv_d(uplo, n, alpha, alphad, ap, apd, x, xd, incx, beta, betad, y, yd, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, ap(*), x(*), beta
      real(wp), intent(in), optional :: alphad, apd(*), xd(*), betad
      real(wp), intent(inout) :: y(*)
      real(wp), intent(inout), optional :: yd(*)
      if (present(yd)) then
         call rescale(n, beta, yd, incy)
         if (present(xd)) call dspmv(uplo, n, alpha, ap, xd, incx, one, yd, incy)
         if (present(apd)) call dspmv(uplo, n, alpha, apd, x, incx, one, yd, incy)
         if (present(alphad)) call dspmv(uplo, n, alphad, ap, x, incx, one, yd, incy)
         if (present(betad)) call daxpy(n, betad, y, incy, yd, incy)
      end if
      call dspmv(uplo, n, alpha, ap, x, incx, beta, y, incy)
   end subroutine dspmv_d

   subroutine dspmv_b(uplo, n, alpha, alphab, ap, apb, x, xb, incx, beta, betab, y, yb, incy)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, ap(*), x(*), beta, y(*)
      real(wp), intent(inout), optional :: alphab, apb(*), xb(*), betab, yb(*)
      real(wp), allocatable :: v(:), w(:)
      if (.not. present(yb)) return
      allocate (v(n), w(n))
      if (present(alphab)) then
         call dspmv(uplo, n, one, ap, x, incx, zero, w, 1)
         alphab = alphab + ddot(n, w, 1, yb, incy)
      end if
      if (present(betab)) betab = betab + ddot(n, y, incy, yb, incy)
      if (present(xb)) call dspmv(uplo, n, alpha, ap, yb, incy, one, xb, incx)
      if (present(apb)) then
         call dcopy(n, x, incx, v, 1)
         call dcopy(n, yb, incy, w, 1)
         call add_symmetric(packed(uplo, n), alpha, w, v, apb)
      end if
      call rescale(n, beta, yb, incy)
   end subroutine dspmv_b

   ! x = op(A)*x, A a triangle of a band
   subroutine dtbmv_d(uplo, trans, diag, n, k, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx
      real(wp), intent(in) :: a(*)
      real(wp), intent(in), optional :: ad(*)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      if (present(xd)) then
         call dtbmv(uplo, trans, diag, n, k, a, lda, xd, incx)
         if (present(ad)) then
            call dcopy(n, x, incx, t, 1)
            call dtbmv(uplo, trans, diag, n, k, ad, lda, t, 1)
            call daxpy(n, one, t, 1, xd, incx)
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) call daxpy(n, -one, x, incx, xd, incx)
         end if
      end if
      call dtbmv(uplo, trans, diag, n, k, a, lda, x, incx)
   end subroutine dtbmv_d

   subroutine dtbmv_b(uplo, trans, diag, n, k, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx
      real(wp), intent(in) :: a(*), x(*)
      real(wp), intent(inout), optional :: ab(*), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      if (present(ab)) then
         call dcopy(n, x, incx, v, 1)
         call dcopy(n, xb, incx, w, 1)
         if (is(trans, 'N')) then
            call add_outer(triangle(uplo, n, k, lda), is(diag, 'U'), one, w, v, ab)
         else
            call add_outer(triangle(uplo, n, k, lda), is(diag, 'U'), one, v, w, ab)
         end if
      end if
      call dtbmv(uplo, other(trans), diag, n, k, a, lda, xb, incx)
   end subroutine dtbmv_b

   ! x = op(A)*x, A a packed triangle
   subroutine dtpmv_d(uplo, trans, diag, n, ap, apd, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: ap(*)
      real(wp), intent(in), optional :: apd(*)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      if (present(xd)) then
         call dtpmv(uplo, trans, diag, n, ap, xd, incx)
         if (present(apd)) then
            call dcopy(n, x, incx, t, 1)
            call dtpmv(uplo, trans, diag, n, apd, t, 1)
            call daxpy(n, one, t, 1, xd, incx)
            ! ones on the diagonal have no derivative
            if (is(diag, 'U')) call daxpy(n, -one, x, incx, xd, incx)
         end if
      end if
      call dtpmv(uplo, trans, diag, n, ap, x, incx)
   end subroutine dtpmv_d

   subroutine dtpmv_b(uplo, trans, diag, n, ap, apb, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: ap(*), x(*)
      real(wp), intent(inout), optional :: apb(*), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      if (present(apb)) then
         call dcopy(n, x, incx, v, 1)
         call dcopy(n, xb, incx, w, 1)
         if (is(trans, 'N')) then
            call add_outer(packed(uplo, n), is(diag, 'U'), one, w, v, apb)
         else
            call add_outer(packed(uplo, n), is(diag, 'U'), one, v, w, apb)
         end if
      end if
      call dtpmv(uplo, other(trans), diag, n, ap, xb, incx)
   end subroutine dtpmv_b

   ! ---- solutions

   ! x = inverse(op(A))*x, A a triangle of a band
   subroutine dtbsv_d(uplo, trans, diag, n, k, a, ad, lda, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx
      real(wp), intent(in) :: a(*)
      real(wp), intent(in), optional :: ad(*)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      call dtbsv(uplo, trans, diag, n, k, a, lda, x, incx)
      if (.not. present(xd)) return
      if (present(ad)) then
         call dcopy(n, x, incx, t, 1)
         call dtbmv(uplo, trans, diag, n, k, ad, lda, t, 1)
         call daxpy(n, -one, t, 1, xd, incx)
         ! ones on the diagonal have no derivative
         if (is(diag, 'U')) call daxpy(n, one, x, incx, xd, incx)
      end if
      call dtbsv(uplo, trans, diag, n, k, a, lda, xd, incx)
   end subroutine dtbsv_d

   subroutine dtbsv_b(uplo, trans, diag, n, k, a, ab, lda, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, k, lda, incx
      real(wp), intent(in) :: a(*), x(*)
      real(wp), intent(inout), optional :: ab(*), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call dtbsv(uplo, other(trans), diag, n, k, a, lda, xb, incx)
      if (.not. present(ab)) return
      call dcopy(n, x, incx, v, 1)
      call dtbsv(uplo, trans, diag, n, k, a, lda, v, 1)
      call dcopy(n, xb, incx, w, 1)
      if (is(trans, 'N')) then
         call add_outer(triangle(uplo, n, k, lda), is(diag, 'U'), -one, w, v, ab)
      else
         call add_outer(triangle(uplo, n, k, lda), is(diag, 'U'), -one, v, w, ab)
      end if
   end subroutine dtbsv_b

   ! x = inverse(op(A))*x, A a packed triangle
   subroutine dtpsv_d(uplo, trans, diag, n, ap, apd, x, xd, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: ap(*)
      real(wp), intent(in), optional :: apd(*)
      real(wp), intent(inout) :: x(*)
      real(wp), intent(inout), optional :: xd(*)
      real(wp) :: t(n)
      call dtpsv(uplo, trans, diag, n, ap, x, incx)
      if (.not. present(xd)) return
      if (present(apd)) then
         call dcopy(n, x, incx, t, 1)
         call dtpmv(uplo, trans, diag, n, apd, t, 1)
         call daxpy(n, -one, t, 1, xd, incx)
         ! ones on the diagonal have no derivative
         if (is(diag, 'U')) call daxpy(n, one, x, incx, xd, incx)
      end if
      call dtpsv(uplo, trans, diag, n, ap, xd, incx)
   end subroutine dtpsv_d

   subroutine dtpsv_b(uplo, trans, diag, n, ap, apb, x, xb, incx)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: ap(*), x(*)
      real(wp), intent(inout), optional :: apb(*), xb(*)
      real(wp) :: v(n), w(n)
      if (.not. present(xb)) return
      call dtpsv(uplo, other(trans), diag, n, ap, xb, incx)
      if (.not. present(apb)) return
      call dcopy(n, x, incx, v, 1)
      call dtpsv(uplo, trans, diag, n, ap, v, 1)
      call dcopy(n, xb, incx, w, 1)
      if (is(trans, 'N')) then
         call add_outer(packed(uplo, n), is(diag, 'U'), -one, w, v, apb)
      else
         call add_outer(packed(uplo, n), is(diag, 'U'), -one, v, w, apb)
      end if
   end subroutine dtpsv_b

   ! ---- updates

   ! A = alpha*x*x' + A, A symmetric and packed
   subroutine dspr_d(uplo, n, alpha, alphad, x, xd, incx, ap, apd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha, x(*)
      real(wp), intent(in), optional :: alphad, xd(*)
      real(wp), intent(inout) :: ap(*)
      real(wp), intent(inout), optional :: apd(*)
      if (present(apd)) then
         if (present(alphad)) call dspr(uplo, n, alphad, x, incx, apd)
         if (present(xd)) call dspr2(uplo, n, alpha, x, incx, xd, incx, apd)
      end if
      call dspr(uplo, n, alpha, x, incx, ap)
   end subroutine dspr_d

   subroutine dspr_b(uplo, n, alpha, alphab, x, xb, incx, ap, apb)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx
      real(wp), intent(in) :: alpha, x(*), ap(*)
      real(wp), intent(inout), optional :: alphab, xb(*), apb(*)
      real(wp) :: v(n), t(n)
      if (.not. present(apb)) return
      call dcopy(n, x, incx, v, 1)
      call twice(uplo, n, apb, v, t)
      if (present(alphab)) alphab = alphab + ddot(n, t, 1, v, 1)/2
      if (present(xb)) call daxpy(n, alpha, t, 1, xb, incx)
   end subroutine dspr_b

   ! A = alpha*(x*y' + y*x') + A, A symmetric and packed
   subroutine dspr2_d(uplo, n, alpha, alphad, x, xd, incx, y, yd, incy, ap, apd)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, x(*), y(*)
      real(wp), intent(in), optional :: alphad, xd(*), yd(*)
      real(wp), intent(inout) :: ap(*)
      real(wp), intent(inout), optional :: apd(*)
      if (present(apd)) then
         if (present(alphad)) call dspr2(uplo, n, alphad, x, incx, y, incy, apd)
         if (present(xd)) call dspr2(uplo, n, alpha, xd, incx, y, incy, apd)
         if (present(yd)) call dspr2(uplo, n, alpha, x, incx, yd, incy, apd)
      end if
      call dspr2(uplo, n, alpha, x, incx, y, incy, ap)
   end subroutine dspr2_d

   subroutine dspr2_b(uplo, n, alpha, alphab, x, xb, incx, y, yb, incy, ap, apb)
      character, intent(in) :: uplo
      integer, intent(in) :: n, incx, incy
      real(wp), intent(in) :: alpha, x(*), y(*), ap(*)
      real(wp), intent(inout), optional :: alphab, xb(*), yb(*), apb(*)
      real(wp) :: v(n), t(n)
      if (.not. present(apb)) return
      call dcopy(n, y, incy, v, 1)
      call twice(uplo, n, apb, v, t)
      if (present(alphab)) alphab = alphab + ddot(n, t, 1, x, incx)
      if (present(xb)) call daxpy(n, alpha, t, 1, xb, incx)
      if (.not. present(yb)) return
      call dcopy(n, x, incx, v, 1)
      call twice(uplo, n, apb, v, t)
      call daxpy(n, alpha, t, 1, yb, incy)
   end subroutine dspr2_b

   ! t = (A + A')*v, A a packed triangle
   subroutine twice(uplo, n, ap, v, t)
      character, intent(in) :: uplo
      integer, intent(in) :: n
      real(wp), intent(in) :: ap(*), v(n)
      real(wp), intent(out) :: t(n)
      real(wp) :: w(n)
      t = v
      call dtpmv(uplo, 'N', 'N', n, ap, t, 1)
      w = v
      call dtpmv(uplo, 'T', 'N', n, ap, w, 1)
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

   subroutine dgbmv_dv(trans, m, n, kl, ku, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy, nd)
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
            call dgbmv_d(trans, m, n, kl, ku, alpha, alpha1, a, a1, lda, x, x1, incx, beta, beta1, w, y1, incy)
            call put(nd, p, length_y, 1, length_y, y1, yd)
         end do
      end if
      call dgbmv(trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine dgbmv_dv

   subroutine dsbmv_dv(uplo, n, k, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy, nd)
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
            call dsbmv_d(uplo, n, k, alpha, alpha1, a, a1, lda, x, x1, incx, beta, beta1, w, y1, incy)
            call put(nd, p, length_y, 1, length_y, y1, yd)
         end do
      end if
      call dsbmv(uplo, n, k, alpha, a, lda, x, incx, beta, y, incy)
   end subroutine dsbmv_dv

   subroutine dspmv_dv(uplo, n, alpha, alphad, ap, apd, x, xd, incx, beta, betad, y, yd, incy, nd)
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
            call dspmv_d(uplo, n, alpha, alpha1, ap, a1, x, x1, incx, beta, beta1, w, y1, incy)
            call put(nd, p, length_y, 1, length_y, y1, yd)
         end do
      end if
      call dspmv(uplo, n, alpha, ap, x, incx, beta, y, incy)
   end subroutine dspmv_dv

   subroutine dtbmv_dv(uplo, trans, diag, n, k, a, ad, lda, x, xd, incx, nd)
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
            call dtbmv_d(uplo, trans, diag, n, k, a, a1, lda, w, x1, incx)
            call put(nd, p, length, 1, length, x1, xd)
         end do
      end if
      call dtbmv(uplo, trans, diag, n, k, a, lda, x, incx)
   end subroutine dtbmv_dv

   subroutine dtpmv_dv(uplo, trans, diag, n, ap, apd, x, xd, incx, nd)
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
            call dtpmv_d(uplo, trans, diag, n, ap, a1, w, x1, incx)
            call put(nd, p, length, 1, length, x1, xd)
         end do
      end if
      call dtpmv(uplo, trans, diag, n, ap, x, incx)
   end subroutine dtpmv_dv

   subroutine dtbsv_dv(uplo, trans, diag, n, k, a, ad, lda, x, xd, incx, nd)
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
            call dtbsv_d(uplo, trans, diag, n, k, a, a1, lda, w, x1, incx)
            call put(nd, p, length, 1, length, x1, xd)
         end do
      end if
      call dtbsv(uplo, trans, diag, n, k, a, lda, x, incx)
   end subroutine dtbsv_dv

   subroutine dtpsv_dv(uplo, trans, diag, n, ap, apd, x, xd, incx, nd)
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
            call dtpsv_d(uplo, trans, diag, n, ap, a1, w, x1, incx)
            call put(nd, p, length, 1, length, x1, xd)
         end do
      end if
      call dtpsv(uplo, trans, diag, n, ap, x, incx)
   end subroutine dtpsv_dv

end module adc_banded_d
