! The routines of BLAS for banded and packed matrices that the fixtures call, in double precision: a full matrix, and the
! routine for it.

! The full matrix of a band with kl diagonals below and ku above the main one.
subroutine full_band(m, n, kl, ku, a, lda, t)
   implicit none
   integer, intent(in) :: m, n, kl, ku, lda
   real(8), intent(in) :: a(lda, *)
   real(8), intent(out) :: t(m, n)
   integer :: i, j
   t = 0
   do j = 1, n
      do i = max(1, j - ku), min(m, j + kl)
         t(i, j) = a(ku + 1 + i - j, j)
      end do
   end do
end subroutine full_band

! The triangle that is stored as a band.
subroutine full_triangle(uplo, n, k, a, lda, t)
   implicit none
   character, intent(in) :: uplo
   integer, intent(in) :: n, k, lda
   real(8), intent(in) :: a(lda, *)
   real(8), intent(out) :: t(n, n)
   if (uplo == 'U' .or. uplo == 'u') then
      call full_band(n, n, 0, k, a, lda, t)
   else
      call full_band(n, n, k, 0, a, lda, t)
   end if
end subroutine full_triangle

! The triangle that is packed; `back` packs it.
subroutine full_packed(uplo, n, ap, t, back)
   implicit none
   character, intent(in) :: uplo
   integer, intent(in) :: n
   real(8), intent(inout) :: ap(*), t(n, n)
   logical, intent(in) :: back
   integer :: i, j, k
   if (.not. back) t = 0
   k = 0
   do j = 1, n
      do i = 1, n
         if (merge(i > j, i < j, uplo == 'U' .or. uplo == 'u')) cycle
         k = k + 1
         if (back) then
            ap(k) = t(i, j)
         else
            t(i, j) = ap(k)
         end if
      end do
   end do
end subroutine full_packed

subroutine dgbmv(trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy)
   implicit none
   character, intent(in) :: trans
   integer, intent(in) :: m, n, kl, ku, lda, incx, incy
   real(8), intent(in) :: alpha, a(lda, *), x(*), beta
   real(8), intent(inout) :: y(*)
   real(8) :: t(m, n)
   call full_band(m, n, kl, ku, a, lda, t)
   call dgemv(trans, m, n, alpha, t, m, x, incx, beta, y, incy)
end subroutine dgbmv

subroutine dsbmv(uplo, n, k, alpha, a, lda, x, incx, beta, y, incy)
   implicit none
   character, intent(in) :: uplo
   integer, intent(in) :: n, k, lda, incx, incy
   real(8), intent(in) :: alpha, a(lda, *), x(*), beta
   real(8), intent(inout) :: y(*)
   real(8) :: t(n, n)
   call full_triangle(uplo, n, k, a, lda, t)
   call dsymv(uplo, n, alpha, t, n, x, incx, beta, y, incy)
end subroutine dsbmv

subroutine dspmv(uplo, n, alpha, ap, x, incx, beta, y, incy)
   implicit none
   character, intent(in) :: uplo
   integer, intent(in) :: n, incx, incy
   real(8), intent(in) :: alpha, ap(*), x(*), beta
   real(8), intent(inout) :: y(*)
   real(8) :: t(n, n), copy((n*(n + 1))/2)
   copy = ap(:(n*(n + 1))/2)
   call full_packed(uplo, n, copy, t, .false.)
   call dsymv(uplo, n, alpha, t, n, x, incx, beta, y, incy)
end subroutine dspmv

subroutine dspr(uplo, n, alpha, x, incx, ap)
   implicit none
   character, intent(in) :: uplo
   integer, intent(in) :: n, incx
   real(8), intent(in) :: alpha, x(*)
   real(8), intent(inout) :: ap(*)
   real(8) :: t(n, n)
   call full_packed(uplo, n, ap, t, .false.)
   call dsyr(uplo, n, alpha, x, incx, t, n)
   call full_packed(uplo, n, ap, t, .true.)
end subroutine dspr

subroutine dspr2(uplo, n, alpha, x, incx, y, incy, ap)
   implicit none
   character, intent(in) :: uplo
   integer, intent(in) :: n, incx, incy
   real(8), intent(in) :: alpha, x(*), y(*)
   real(8), intent(inout) :: ap(*)
   real(8) :: t(n, n)
   call full_packed(uplo, n, ap, t, .false.)
   call dsyr2(uplo, n, alpha, x, incx, y, incy, t, n)
   call full_packed(uplo, n, ap, t, .true.)
end subroutine dspr2

subroutine dtbmv(uplo, trans, diag, n, k, a, lda, x, incx)
   implicit none
   character, intent(in) :: uplo, trans, diag
   integer, intent(in) :: n, k, lda, incx
   real(8), intent(in) :: a(lda, *)
   real(8), intent(inout) :: x(*)
   real(8) :: t(n, n)
   call full_triangle(uplo, n, k, a, lda, t)
   call dtrmv(uplo, trans, diag, n, t, n, x, incx)
end subroutine dtbmv

subroutine dtpmv(uplo, trans, diag, n, ap, x, incx)
   implicit none
   character, intent(in) :: uplo, trans, diag
   integer, intent(in) :: n, incx
   real(8), intent(in) :: ap(*)
   real(8), intent(inout) :: x(*)
   real(8) :: t(n, n), copy((n*(n + 1))/2)
   copy = ap(:(n*(n + 1))/2)
   call full_packed(uplo, n, copy, t, .false.)
   call dtrmv(uplo, trans, diag, n, t, n, x, incx)
end subroutine dtpmv

subroutine dtpsv(uplo, trans, diag, n, ap, x, incx)
   implicit none
   character, intent(in) :: uplo, trans, diag
   integer, intent(in) :: n, incx
   real(8), intent(in) :: ap(*)
   real(8), intent(inout) :: x(*)
   real(8) :: t(n, n), copy((n*(n + 1))/2)
   copy = ap(:(n*(n + 1))/2)
   call full_packed(uplo, n, copy, t, .false.)
   call dtrsv(uplo, trans, diag, n, t, n, x, incx)
end subroutine dtpsv
