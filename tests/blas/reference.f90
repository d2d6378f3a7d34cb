! The routines of BLAS that the fixtures call, in double precision: what they compute, in the plainest way.

module matrices
   implicit none
contains
   logical function is(letter, word)
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
      real(8), intent(in) :: a(lda, *)
      real(8) :: r(m, n)
      if (is(trans, 'N')) then
         r = a(:m, :n)
      else
         r = transpose(a(:n, :m))
      end if
   end function op

   ! The symmetric matrix of which a triangle is given.
   function symmetric(uplo, n, a, lda) result(r)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      real(8), intent(in) :: a(lda, *)
      real(8) :: r(n, n)
      integer :: i, j
      do j = 1, n
         do i = 1, j
            if (is(uplo, 'U')) r(i, j) = a(i, j)
            if (is(uplo, 'L')) r(i, j) = a(j, i)
            r(j, i) = r(i, j)
         end do
      end do
   end function symmetric

   ! op(A) of a triangular matrix.
   function triangular(uplo, trans, diag, n, a, lda) result(r)
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda
      real(8), intent(in) :: a(lda, *)
      real(8) :: r(n, n)
      integer :: i, j
      r = 0
      do j = 1, n
         do i = 1, n
            if (is(uplo, 'U') .and. i <= j .or. is(uplo, 'L') .and. i >= j) r(i, j) = a(i, j)
         end do
         if (is(diag, 'U')) r(j, j) = 1
      end do
      if (.not. is(trans, 'N')) r = transpose(r)
   end function triangular

   ! The triangle of C becomes beta*C + R.
   subroutine update(uplo, n, r, beta, c, ldc)
      character, intent(in) :: uplo
      integer, intent(in) :: n, ldc
      real(8), intent(in) :: r(n, n), beta
      real(8), intent(inout) :: c(ldc, *)
      integer :: i, j
      do j = 1, n
         do i = 1, n
            if (is(uplo, 'U') .and. i <= j .or. is(uplo, 'L') .and. i >= j) c(i, j) = scaled(beta, c(i, j)) + r(i, j)
         end do
      end do
   end subroutine update

   ! What is multiplied by zero is not looked at.
   elemental real(8) function scaled(beta, c)
      real(8), intent(in) :: beta, c
      scaled = 0
      if (abs(beta) > 0) scaled = beta*c
   end function scaled

   ! T*x = b for a triangular matrix.
   function solved(n, t, b) result(x)
      integer, intent(in) :: n
      real(8), intent(in) :: t(n, n), b(n)
      real(8) :: x(n)
      integer :: i
      logical :: is_lower
      is_lower = .true.
      do i = 1, n
         if (any(abs(t(i, i + 1:)) > 0)) is_lower = .false.
      end do
      x = b
      if (is_lower) then
         do i = 1, n
            x(i) = (x(i) - dot_product(t(i, :i - 1), x(:i - 1)))/t(i, i)
         end do
      else
         do i = n, 1, -1
            x(i) = (x(i) - dot_product(t(i, i + 1:), x(i + 1:)))/t(i, i)
         end do
      end if
   end function solved
end module matrices

subroutine daxpy(n, alpha, x, incx, y, incy)
   use matrices
   implicit none
   integer :: n, incx, incy, i
   real(8) :: alpha, x(*), y(*)
   do i = 0, n - 1
      y(place(i, n, incy)) = y(place(i, n, incy)) + alpha*x(place(i, n, incx))
   end do
end subroutine daxpy

real(8) function ddot(n, x, incx, y, incy)
   use matrices
   implicit none
   integer :: n, incx, incy, i
   real(8) :: x(*), y(*)
   ddot = 0
   do i = 0, n - 1
      ddot = ddot + x(place(i, n, incx))*y(place(i, n, incy))
   end do
end function ddot

real(8) function dnrm2(n, x, incx)
   implicit none
   integer :: n, incx
   real(8) :: x(*)
   real(8), external :: ddot
   dnrm2 = sqrt(ddot(n, x, incx, x, incx))
end function dnrm2

real(8) function dasum(n, x, incx)
   use matrices
   implicit none
   integer :: n, incx, i
   real(8) :: x(*)
   dasum = 0
   do i = 0, n - 1
      dasum = dasum + abs(x(place(i, n, incx)))
   end do
end function dasum

integer function idamax(n, x, incx)
   use matrices
   implicit none
   integer :: n, incx
   real(8) :: x(*)
   idamax = maxloc(abs(x(places(n, incx))), 1)
end function idamax

subroutine dscal(n, alpha, x, incx)
   use matrices
   implicit none
   integer :: n, incx, i
   real(8) :: alpha, x(*)
   do i = 0, n - 1
      x(place(i, n, incx)) = alpha*x(place(i, n, incx))
   end do
end subroutine dscal

subroutine dcopy(n, x, incx, y, incy)
   use matrices
   implicit none
   integer :: n, incx, incy, i
   real(8) :: x(*), y(*)
   do i = 0, n - 1
      y(place(i, n, incy)) = x(place(i, n, incx))
   end do
end subroutine dcopy

subroutine dswap(n, x, incx, y, incy)
   use matrices
   implicit none
   integer :: n, incx, incy, i
   real(8) :: x(*), y(*), t
   do i = 0, n - 1
      t = x(place(i, n, incx))
      x(place(i, n, incx)) = y(place(i, n, incy))
      y(place(i, n, incy)) = t
   end do
end subroutine dswap

subroutine drot(n, x, incx, y, incy, c, s)
   use matrices
   implicit none
   integer :: n, incx, incy, i
   real(8) :: x(*), y(*), c, s, t
   do i = 0, n - 1
      t = c*x(place(i, n, incx)) + s*y(place(i, n, incy))
      y(place(i, n, incy)) = c*y(place(i, n, incy)) - s*x(place(i, n, incx))
      x(place(i, n, incx)) = t
   end do
end subroutine drot

subroutine dgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
   use matrices
   implicit none
   character :: trans
   integer :: m, n, lda, incx, incy, rows, columns
   real(8) :: alpha, a(lda, *), x(*), beta, y(*)
   rows = merge(m, n, is(trans, 'N'))
   columns = merge(n, m, is(trans, 'N'))
   associate (p => places(rows, incy))
      y(p) = scaled(beta, y(p)) + alpha*matmul(op(trans, rows, columns, a, lda), x(places(columns, incx)))
   end associate
end subroutine dgemv

subroutine dger(m, n, alpha, x, incx, y, incy, a, lda)
   use matrices
   implicit none
   integer :: m, n, incx, incy, lda, j
   real(8) :: alpha, x(*), y(*), a(lda, *)
   do j = 1, n
      a(:m, j) = a(:m, j) + alpha*x(places(m, incx))*y(place(j - 1, n, incy))
   end do
end subroutine dger

subroutine dsymv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
   use matrices
   implicit none
   character :: uplo
   integer :: n, lda, incx, incy
   real(8) :: alpha, a(lda, *), x(*), beta, y(*)
   associate (p => places(n, incy))
      y(p) = scaled(beta, y(p)) + alpha*matmul(symmetric(uplo, n, a, lda), x(places(n, incx)))
   end associate
end subroutine dsymv

subroutine dsyr(uplo, n, alpha, x, incx, a, lda)
   implicit none
   character :: uplo
   integer :: n, incx, lda
   real(8) :: alpha, x(*), a(lda, *)
   call dsyr2(uplo, n, alpha/2, x, incx, x, incx, a, lda)
end subroutine dsyr

subroutine dsyr2(uplo, n, alpha, x, incx, y, incy, a, lda)
   use matrices
   implicit none
   character :: uplo
   integer :: n, incx, incy, lda, i, j
   real(8) :: alpha, x(*), y(*), a(lda, *), r(n, n)
   do j = 1, n
      do i = 1, n
         r(i, j) = x(place(i - 1, n, incx))*y(place(j - 1, n, incy)) + y(place(i - 1, n, incy))*x(place(j - 1, n, incx))
      end do
   end do
   call update(uplo, n, alpha*r, 1d0, a, lda)
end subroutine dsyr2

subroutine dtrmv(uplo, trans, diag, n, a, lda, x, incx)
   use matrices
   implicit none
   character :: uplo, trans, diag
   integer :: n, lda, incx
   real(8) :: a(lda, *), x(*)
   x(places(n, incx)) = matmul(triangular(uplo, trans, diag, n, a, lda), x(places(n, incx)))
end subroutine dtrmv

subroutine dtrsv(uplo, trans, diag, n, a, lda, x, incx)
   use matrices
   implicit none
   character :: uplo, trans, diag
   integer :: n, lda, incx
   real(8) :: a(lda, *), x(*)
   x(places(n, incx)) = solved(n, triangular(uplo, trans, diag, n, a, lda), x(places(n, incx)))
end subroutine dtrsv

subroutine dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   use matrices
   implicit none
   character :: transa, transb
   integer :: m, n, k, lda, ldb, ldc
   real(8) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
   c(:m, :n) = scaled(beta, c(:m, :n)) + alpha*matmul(op(transa, m, k, a, lda), op(transb, k, n, b, ldb))
end subroutine dgemm

subroutine dsymm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
   use matrices
   implicit none
   character :: side, uplo
   integer :: m, n, lda, ldb, ldc
   real(8) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *)
   if (is(side, 'L')) then
      c(:m, :n) = scaled(beta, c(:m, :n)) + alpha*matmul(symmetric(uplo, m, a, lda), b(:m, :n))
   else
      c(:m, :n) = scaled(beta, c(:m, :n)) + alpha*matmul(b(:m, :n), symmetric(uplo, n, a, lda))
   end if
end subroutine dsymm

subroutine dsyrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
   implicit none
   character :: uplo, trans
   integer :: n, k, lda, ldc
   real(8) :: alpha, a(lda, *), beta, c(ldc, *)
   call dsyr2k(uplo, trans, n, k, alpha/2, a, lda, a, lda, beta, c, ldc)
end subroutine dsyrk

subroutine dsyr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
   use matrices
   implicit none
   character :: uplo, trans
   integer :: n, k, lda, ldb, ldc
   real(8) :: alpha, a(lda, *), b(ldb, *), beta, c(ldc, *), r(n, n)
   r = alpha*matmul(op(trans, n, k, a, lda), transpose(op(trans, n, k, b, ldb)))
   call update(uplo, n, r + transpose(r), beta, c, ldc)
end subroutine dsyr2k

subroutine dtrmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
   use matrices
   implicit none
   character :: side, uplo, transa, diag
   integer :: m, n, lda, ldb
   real(8) :: alpha, a(lda, *), b(ldb, *)
   if (is(side, 'L')) then
      b(:m, :n) = alpha*matmul(triangular(uplo, transa, diag, m, a, lda), b(:m, :n))
   else
      b(:m, :n) = alpha*matmul(b(:m, :n), triangular(uplo, transa, diag, n, a, lda))
   end if
end subroutine dtrmm

subroutine dtrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
   use matrices
   implicit none
   character :: side, uplo, transa, diag
   integer :: m, n, lda, ldb, i
   real(8) :: alpha, a(lda, *), b(ldb, *)
   if (is(side, 'L')) then
      do i = 1, n
         b(:m, i) = alpha*solved(m, triangular(uplo, transa, diag, m, a, lda), b(:m, i))
      end do
   else
      do i = 1, m
         b(i, :n) = alpha*solved(n, transpose(triangular(uplo, transa, diag, n, a, lda)), b(i, :n))
      end do
   end if
end subroutine dtrsm

! A triangle of which k diagonals beside the main one are stored.
subroutine dtbsv(uplo, trans, diag, n, k, a, lda, x, incx)
   use matrices
   implicit none
   character :: uplo, trans, diag
   integer :: n, k, lda, incx, i, j
   real(8) :: a(lda, *), x(*), t(n, n)
   t = 0
   do j = 1, n
      do i = max(1, j - k), min(n, j + k)
         if (is(uplo, 'U') .and. i <= j) t(i, j) = a(k + 1 + i - j, j)
         if (is(uplo, 'L') .and. i >= j) t(i, j) = a(1 + i - j, j)
      end do
   end do
   call dtrsv(uplo, trans, diag, n, t, n, x, incx)
end subroutine dtbsv
