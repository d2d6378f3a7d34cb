! dgels, with more rows than columns, and fewer: the matrix ends an array with 400 rows.
program drive_gels
   use agree, only: compare, compared
   implicit none
   integer, parameter :: lda = 400, right = 3
   real(8), parameter :: h = 1d-6
   real(8), allocatable, dimension(:, :) :: a0, b0, at, bt, w, a, b, ad, bd, up, down
   real(8) :: by_tangent, by_adjoint
   integer :: info, first, m, n, k
   character(1) :: trans
   integer :: i
   do k = 1, 4
      trans = merge('N', 'T', mod(k, 2) == 1)
      m = merge(300, 280, k <= 2)
      n = merge(280, 300, k <= 2)
      first = lda - max(m, n) + 1
      allocate (a0(lda, n), b0(lda, right), at(lda, n), bt(lda, right), w(lda, right))
      call random_number(a0)
      call random_number(b0)
      call random_number(at)
      call random_number(bt)
      w = 0
      call random_number(w(first:first + merge(n, m, trans == 'N') - 1, :))
      do i = 1, min(m, n)
         a0(first + i - 1, i) = a0(first + i - 1, i) + n
      end do
      a = a0
      b = b0
      ad = at
      bd = bt
      call least_squares_d(trans, m, n, right, a(first, 1), ad(first, 1), lda, b(first, 1), bd(first, 1), lda, info)
      by_tangent = sum(w*bd)
      a = a0 + h*at
      b = b0 + h*bt
      call least_squares(trans, m, n, right, a(first, 1), lda, b(first, 1), lda, info)
      up = b
      a = a0 - h*at
      b = b0 - h*bt
      call least_squares(trans, m, n, right, a(first, 1), lda, b(first, 1), lda, info)
      down = (up - b)/(2*h)
      down = merge(down - bd, 0d0, w /= 0)
      bd = merge(bd, 0d0, w /= 0)
      up = down/maxval(abs(bd))
      a = a0
      b = b0
      ad = 0
      bd = w
      call least_squares_b(trans, m, n, right, a(first, 1), ad(first, 1), lda, b(first, 1), bd(first, 1), lda, info)
      by_adjoint = sum(ad(first:, :)*at(first:, :)) + sum(bd(first:, :)*bt(first:, :))
      call compare('dgels '//trans, by_tangent, by_adjoint, maxval(abs(up)), 1d-4)
      deallocate (a0, b0, at, bt, w, a, b, ad, bd, up, down)
   end do
   call compared()
end program drive_gels
