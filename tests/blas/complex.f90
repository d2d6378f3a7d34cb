! The routines of BLAS that the fixtures call, in complex double precision: what they compute, in the plainest way.

module complex_matrices
   implicit none
contains
   pure logical function is(letter, word)
      character, intent(in) :: letter, word
      is = letter == word .or. letter == achar(iachar(word) + 32)
   end function is

   ! The place of an element of a vector, counted from zero. A vector with a negative increment begins at its end.
   integer function place(i, n, inc)
      integer, intent(in) :: i, n, inc
      place = 1 + i*inc
      if (inc < 0) place = 1 + (i - n + 1)*inc
   end function place

   function places(n, inc)
      integer, intent(in) :: n, inc
      integer :: places(n), i
      places = [(place(i, n, inc), i = 0, n - 1)]
   end function places

   ! op(A), m x n
   function op(trans, m, n, a, lda) result(r)
      character, intent(in) :: trans
      integer, intent(in) :: m, n, lda
      complex(8), intent(in) :: a(lda, *)
      complex(8) :: r(m, n)
      if (is(trans, 'N')) then
         r = a(:m, :n)
      else
         r = transpose(a(:n, :m))
         if (is(trans, 'C')) r = conjg(r)
      end if
   end function op

   ! The symmetric matrix of which a triangle is given.
   function symmetric(uplo, n, a, lda) result(r)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(8), intent(in) :: a(lda, *)
      complex(8) :: r(n, n)
      integer :: i, j
      do j = 1, n
         do i = 1, j
            if (is(uplo, 'U')) r(i, j) = a(i, j)
            if (is(uplo, 'L')) r(i, j) = a(j, i)
            r(j, i) = r(i, j)
         end do
      end do
   end function symmetric

   ! The Hermitian matrix of which a triangle is given.
   function hermitian(uplo, n, a, lda) result(r)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      complex(8), intent(in) :: a(lda, *)
      complex(8) :: r(n, n)
      integer :: i, j
      do j = 1, n
         do i = 1, j
            if (is(uplo, 'U')) r(i, j) = a(i, j)
            if (is(uplo, 'L')) r(i, j) = conjg(a(j, i))
            r(j, i) = conjg(r(i, j))
         end do
         r(j, j) = real(a(j, j))
      end do
   end function hermitian

   ! op(A) of a triangular matrix.
   function triangular(uplo, trans, diag, n, a, lda) result(r)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda
      complex(8), intent(in) :: a(lda, *)
      complex(8) :: r(n, n)
      integer :: i, j
      r = 0
      do j = 1, n
         do i = 1, n
            if (is(uplo, 'U') .and. i <= j .or. is(uplo, 'L') .and. i >= j) r(i, j) = a(i, j)
         end do
         if (is(diag, 'U')) r(j, j) = 1
      end do
      if (.not. is(trans, 'N')) r = transpose(r)
      if (is(trans, 'C')) r = conjg(r)
   end function triangular

   ! The triangle of C becomes beta*C + R.
   subroutine update(uplo, n, r, beta, c, ldc)
      character, intent(in) :: uplo
      integer, intent(in) :: n, ldc
      complex(8), intent(in) :: r(n, n), beta
      complex(8), intent(inout) :: c(ldc, *)
      integer :: i, j
      do j = 1, n
         do i = 1, n
            if (is(uplo, 'U') .and. i <= j .or. is(uplo, 'L') .and. i >= j) c(i, j) = scaled(beta, c(i, j)) + r(i, j)
         end do
      end do
   end subroutine update

   ! What is multiplied by zero is not looked at.
   elemental complex(8) function scaled(beta, c)
      complex(8), intent(in) :: beta, c
      scaled = 0
      if (abs(beta) > 0) scaled = beta*c
   end function scaled

   ! T*x = b for a triangular matrix.
   function solved(n, t, b) result(x)
      integer, intent(in) :: n
      complex(8), intent(in) :: t(n, n), b(n)
      complex(8) :: x(n)
      integer :: i
      logical :: is_lower
      is_lower = .true.
      do i = 1, n
         if (any(abs(t(i, i + 1:)) > 0)) is_lower = .false.
      end do
      x = b
      if (is_lower) then
         do i = 1, n
            x(i) = (x(i) - sum(t(i, :i - 1)*x(:i - 1)))/t(i, i)
         end do
      else
         do i = n, 1, -1
            x(i) = (x(i) - sum(t(i, i + 1:)*x(i + 1:)))/t(i, i)
         end do
      end if
   end function solved
end module complex_matrices

subroutine zaxpy(n, alpha, x, incx, y, incy)
   use complex_matrices
   implicit none
   integer :: n, incx, incy, i
   complex(8) :: alpha, x(*), y(*)
   do i = 0, n - 1
      y(place(i, n, incy)) = y(place(i, n, incy)) + alpha*x(place(i, n, incx))
   end do
end subroutine zaxpy

subroutine zscal(n, alpha, x, incx)
   use complex_matrices
   implicit none
   integer :: n, incx, i
   complex(8) :: alpha, x(*)
   do i = 0, n - 1
      x(place(i, n, incx)) = alpha*x(place(i, n, incx))
   end do
end subroutine zscal

subroutine zcopy(n, x, incx, y, incy)
   use complex_matrices
   implicit none
   integer :: n, incx, incy, i
   complex(8) :: x(*), y(*)
   do i = 0, n - 1
      y(place(i, n, incy)) = x(place(i, n, incx))
   end do
end subroutine zcopy

subroutine zswap(n, x, incx, y, incy)
   use complex_matrices
   implicit none
   integer :: n, incx, incy, i
   complex(8) :: x(*), y(*), t
   do i = 0, n - 1
      t = x(place(i, n, incx))
      x(place(i, n, incx)) = y(place(i, n, incy))
      y(place(i, n, incy)) = t
   end do
end subroutine zswap

subroutine zgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
   use complex_matrices
   implicit none
   character :: trans
   integer :: m, n, lda, incx, incy, rows, columns
   complex(8) :: alpha, a(lda, *), x(*), beta, y(*)
   rows = merge(m, n, is(trans, 'N'))
   columns = merge(n, m, is(trans, 'N'))
   associate (p => places(rows, incy))
      y(p) = scaled(beta, y(p)) + alpha*matmul(op(trans, rows, columns, a, lda), x(places(columns, incx)))
   end associate
end subroutine zgemv

subroutine ztrmv(uplo, trans, diag, n, a, lda, x, incx)
   use complex_matrices
   implicit none
   character :: uplo, trans, diag
   integer :: n, lda, incx
   complex(8) :: a(lda, *), x(*)
   x(places(n, incx)) = matmul(triangular(uplo, trans, diag, n, a, lda), x(places(n, incx)))
end subroutine ztrmv

subroutine ztrsv(uplo, trans, diag, n, a, lda, x, incx)
   use complex_matrices
   implicit none
   character :: uplo, trans, diag
   integer :: n, lda, incx
   complex(8) :: a(lda, *), x(*)
   x(places(n, incx)) = solved(n, triangular(uplo, trans, diag, n, a, lda), x(places(n, incx)))
end subroutine ztrsv

subroutine zgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   use complex_matrices
   implicit none
   character :: transa, transb
   integer :: m, n, k, lda, ldb, ldc
   complex(8) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
   c(:m, :n) = scaled(beta, c(:m, :n)) + alpha*matmul(op(transa, m, k, a, lda), op(transb, k, n, b, ldb))
end subroutine zgemm

subroutine zsymm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   use complex_matrices
   implicit none
   character :: side, uplo
   integer :: m, n, lda, ldb, ldc
   complex(8) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
   if (is(side, 'L')) then
      c(:m, :n) = scaled(beta, c(:m, :n)) + alpha*matmul(symmetric(uplo, m, a, lda), b(:m, :n))
   else
      c(:m, :n) = scaled(beta, c(:m, :n)) + alpha*matmul(b(:m, :n), symmetric(uplo, n, a, lda))
   end if
end subroutine zsymm

subroutine zsyrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   implicit none
   character :: uplo, trans
   integer :: n, k, lda, ldc
   complex(8) :: alpha, a(lda, *), beta, c(ldc, *)
   call zsyr2k(uplo, trans, n, k, alpha/2, a, lda, a, lda, beta, c, ldc)
end subroutine zsyrk

subroutine zsyr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   use complex_matrices
   implicit none
   character :: uplo, trans
   integer :: n, k, lda, ldb, ldc
   complex(8) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *), r(n, n)
   r = alpha*matmul(op(trans, n, k, a, lda), transpose(op(trans, n, k, b, ldb)))
   call update(uplo, n, r + transpose(r), beta, c, ldc)
end subroutine zsyr2k

subroutine ztrmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
   use complex_matrices
   implicit none
   character :: side, uplo, transa, diag
   integer :: m, n, lda, ldb
   complex(8) :: alpha, a(lda, *), b(ldb, *)
   if (is(side, 'L')) then
      b(:m, :n) = alpha*matmul(triangular(uplo, transa, diag, m, a, lda), b(:m, :n))
   else
      b(:m, :n) = alpha*matmul(b(:m, :n), triangular(uplo, transa, diag, n, a, lda))
   end if
end subroutine ztrmm

subroutine ztrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
   use complex_matrices
   implicit none
   character :: side, uplo, transa, diag
   integer :: m, n, lda, ldb, i
   complex(8) :: alpha, a(lda, *), b(ldb, *)
   if (is(side, 'L')) then
      do i = 1, n
         b(:m, i) = alpha*solved(m, triangular(uplo, transa, diag, m, a, lda), b(:m, i))
      end do
   else
      do i = 1, m
         b(i, :n) = alpha*solved(n, transpose(triangular(uplo, transa, diag, n, a, lda)), b(i, :n))
      end do
   end if
end subroutine ztrsm

! A triangle of which k diagonals beside the main one are stored.
subroutine ztbsv(uplo, trans, diag, n, k, a, lda, x, incx)
   use complex_matrices
   implicit none
   character :: uplo, trans, diag
   integer :: n, k, lda, incx, i, j
   complex(8) :: a(lda, *), x(*), t(n, n)
   t = 0
   do j = 1, n
      do i = max(1, j - k), min(n, j + k)
         if (is(uplo, 'U') .and. i <= j) t(i, j) = a(k + 1 + i - j, j)
         if (is(uplo, 'L') .and. i >= j) t(i, j) = a(1 + i - j, j)
      end do
   end do
   call ztrsv(uplo, trans, diag, n, t, n, x, incx)
end subroutine ztbsv

complex(8) function zdotu(n, x, incx, y, incy)
   use complex_matrices
   implicit none
   integer :: n, incx, incy
   complex(8) :: x(*), y(*)
   zdotu = sum(x(places(n, incx))*y(places(n, incy)))
end function zdotu

complex(8) function zdotc(n, x, incx, y, incy)
   use complex_matrices
   implicit none
   integer :: n, incx, incy
   complex(8) :: x(*), y(*)
   zdotc = sum(conjg(x(places(n, incx)))*y(places(n, incy)))
end function zdotc

real(8) function dznrm2(n, x, incx)
   use complex_matrices
   implicit none
   integer :: n, incx
   complex(8) :: x(*)
   dznrm2 = sqrt(sum(abs(x(places(n, incx)))**2))
end function dznrm2

real(8) function dzasum(n, x, incx)
   use complex_matrices
   implicit none
   integer :: n, incx
   complex(8) :: x(*)
   dzasum = sum(abs(real(x(places(n, incx))))) + sum(abs(aimag(x(places(n, incx)))))
end function dzasum

integer function izamax(n, x, incx)
   use complex_matrices
   implicit none
   integer :: n, incx
   complex(8) :: x(*)
   izamax = maxloc(abs(real(x(places(n, incx)))) + abs(aimag(x(places(n, incx)))), 1)
end function izamax

subroutine zdscal(n, alpha, x, incx)
   use complex_matrices
   implicit none
   integer :: n, incx
   real(8) :: alpha
   complex(8) :: x(*)
   x(places(n, incx)) = alpha*x(places(n, incx))
end subroutine zdscal

subroutine zgeru(m, n, alpha, x, incx, y, incy, a, lda)
   use complex_matrices
   implicit none
   integer :: m, n, incx, incy, lda, j
   complex(8) :: alpha, x(*), y(*), a(lda, *)
   do j = 1, n
      a(:m, j) = a(:m, j) + alpha*x(places(m, incx))*y(place(j - 1, n, incy))
   end do
end subroutine zgeru

subroutine zgerc(m, n, alpha, x, incx, y, incy, a, lda)
   use complex_matrices
   implicit none
   integer :: m, n, incx, incy, lda, j
   complex(8) :: alpha, x(*), y(*), a(lda, *)
   do j = 1, n
      a(:m, j) = a(:m, j) + alpha*x(places(m, incx))*conjg(y(place(j - 1, n, incy)))
   end do
end subroutine zgerc

subroutine zhemv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
   use complex_matrices
   implicit none
   character :: uplo
   integer :: n, lda, incx, incy
   complex(8) :: alpha, a(lda, *), x(*), beta, y(*)
   associate (p => places(n, incy))
      y(p) = scaled(beta, y(p)) + alpha*matmul(hermitian(uplo, n, a, lda), x(places(n, incx)))
   end associate
end subroutine zhemv

subroutine zher(uplo, n, alpha, x, incx, a, lda)
   implicit none
   character :: uplo
   integer :: n, incx, lda
   real(8) :: alpha
   complex(8) :: x(*), a(lda, *)
   call zher2(uplo, n, cmplx(alpha/2, kind=8), x, incx, x, incx, a, lda)
end subroutine zher

subroutine zher2(uplo, n, alpha, x, incx, y, incy, a, lda)
   use complex_matrices
   implicit none
   character :: uplo
   integer :: n, incx, incy, lda
   complex(8) :: alpha, x(*), y(*), a(lda, *), v(n, 1), w(n, 1)
   v(:, 1) = x(places(n, incx))
   w(:, 1) = y(places(n, incy))
   call zher2k(uplo, 'N', n, 1, alpha, v, n, w, n, 1d0, a, lda)
end subroutine zher2

subroutine zhemm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   use complex_matrices
   implicit none
   character :: side, uplo
   integer :: m, n, lda, ldb, ldc
   complex(8) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
   if (is(side, 'L')) then
      c(:m, :n) = scaled(beta, c(:m, :n)) + alpha*matmul(hermitian(uplo, m, a, lda), b(:m, :n))
   else
      c(:m, :n) = scaled(beta, c(:m, :n)) + alpha*matmul(b(:m, :n), hermitian(uplo, n, a, lda))
   end if
end subroutine zhemm

subroutine zherk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   implicit none
   character :: uplo, trans
   integer :: n, k, lda, ldc
   real(8) :: alpha, beta
   complex(8) :: a(lda, *), c(ldc, *)
   call zher2k(uplo, trans, n, k, cmplx(alpha/2, kind=8), a, lda, a, lda, beta, c, ldc)
end subroutine zherk

subroutine zher2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   use complex_matrices
   implicit none
   character :: uplo, trans
   integer :: n, k, lda, ldb, ldc, i
   real(8) :: beta
   complex(8) :: alpha, a(lda, *), b(ldb, *), c(ldc, *), r(n, n)
   r = alpha*matmul(op(trans, n, k, a, lda), conjg(transpose(op(trans, n, k, b, ldb))))
   r = r + conjg(transpose(r))
   do i = 1, n
      c(i, i) = real(c(i, i))
   end do
   call update(uplo, n, r, cmplx(beta, kind=8), c, ldc)
end subroutine zher2k
