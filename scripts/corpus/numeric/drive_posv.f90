! dposv: the matrix is the last block of an array with 400 rows, and ends with its last element.
program drive_posv
   use agree, only: compare, compared
   implicit none
   integer, parameter :: lda = 400, right = 3
   real(8), parameter :: h = 1d-6
   real(8), allocatable, dimension(:, :) :: a0, b0, at, bt, w, a, b, ad, bd, up, down
   real(8) :: by_tangent, by_adjoint
   integer :: info, first, m, n, k
   character(1) :: uplo
   integer :: i
   do k = 1, 4
      uplo = merge('U', 'L', mod(k, 2) == 1)
      m = merge(300, 37, k <= 2)
      n = m
      first = lda - m + 1
      allocate (a0(lda, n), b0(lda, right), at(lda, n), bt(lda, right), w(lda, right))
      call random_number(a0)
      call random_number(b0)
      call random_number(at)
      call random_number(bt)
      w = 0
      call random_number(w(first:first + m - 1, :))
      do i = 1, n
         a0(first + i - 1, i) = a0(first + i - 1, i) + n
      end do
      a = a0
      b = b0
      ad = at
      bd = bt
      call dposv_d(uplo, n, right, a(first, 1), ad(first, 1), lda, b(first, 1), bd(first, 1), lda, info)
      by_tangent = sum(w*bd)
      a = a0 + h*at
      b = b0 + h*bt
      call dposv(uplo, n, right, a(first, 1), lda, b(first, 1), lda, info)
      up = b
      a = a0 - h*at
      b = b0 - h*bt
      call dposv(uplo, n, right, a(first, 1), lda, b(first, 1), lda, info)
      down = (up - b)/(2*h)
      down = merge(down - bd, 0d0, w /= 0)
      bd = merge(bd, 0d0, w /= 0)
      up = down/maxval(abs(bd))
      a = a0
      b = b0
      ad = 0
      bd = w
      call dposv_b(uplo, n, right, a(first, 1), ad(first, 1), lda, b(first, 1), bd(first, 1), lda, info)
      by_adjoint = sum(ad(first:, :)*at(first:, :)) + sum(bd(first:, :)*bt(first:, :))
      call compare('dposv '//uplo, by_tangent, by_adjoint, maxval(abs(up)), 1d-4)
      deallocate (a0, b0, at, bt, w, a, b, ad, bd, up, down)
   end do
   call compared()
end program drive_posv
