! dgetrf: the matrix is the last block of an array with 400 rows, and ends with its last element.
program drive_getrf
   use agree, only: compare, compared
   implicit none
   integer, parameter :: lda = 400
   real(8), parameter :: h = 1d-7
   real(8), allocatable, dimension(:, :) :: a0, at, w, a, ad, up
   real(8) :: by_tangent
   integer :: info, first, m, n, k, pivots(300)
   do k = 1, 3
      m = merge(300, 120, k <= 2)
      n = merge(300, 120, k /= 2)
      first = lda - m + 1
      allocate (a0(lda, n), at(lda, n), w(lda, n))
      call random_number(a0)
      call random_number(at)
      w = 0
      call random_number(w(first:, :))
      a0 = a0 - 0.5d0
      a = a0
      ad = at
      call dgetrf_d(m, n, a(first, 1), ad(first, 1), lda, pivots, info)
      by_tangent = sum(w*ad)
      a = a0 + h*at
      call dgetrf(m, n, a(first, 1), lda, pivots, info)
      up = a
      a = a0 - h*at
      call dgetrf(m, n, a(first, 1), lda, pivots, info)
      up(first:, :) = ((up(first:, :) - a(first:, :))/(2*h) - ad(first:, :))/maxval(abs(ad(first:, :)))
      a = a0
      ad = w
      call dgetrf_b(m, n, a(first, 1), ad(first, 1), lda, pivots, info)
      call compare('dgetrf', by_tangent, sum(ad(first:, :)*at(first:, :)), maxval(abs(up(first:, :))), 1d-3)
      deallocate (a0, at, w, a, ad, up)
   end do
   call compared()
end program drive_getrf
