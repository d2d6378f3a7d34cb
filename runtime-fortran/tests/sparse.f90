! Sparse matrices: each coloring by its definition, recovery from products with random matrices, and the drivers.
program sparse
   use, intrinsic :: iso_fortran_env, only: real32, real64
   use adc_patterns
   use adc_sparse
   implicit none
   integer, parameter :: dp = real64
   character(len=16), parameter :: orders(5) = &
      [character(len=16) :: 'natural', 'largest-first', 'smallest-last', 'incidence-degree', 'best']
   integer :: k
   call inputs()
   call known_colors()
   do k = 1, 60
      call general_matrix(k)
      call symmetric_matrix(k)
   end do
   call other_products()
   call empty_matrices()
   call jacobian_driver()
   call hessian_driver()
contains

   subroutine check(ok, number)
      logical, intent(in) :: ok
      integer, intent(in) :: number
      if (ok) return
      print *, 'check ', number, ' fails'
      error stop 1
   end subroutine check

   ! One pattern from sets, compressed rows and places.
   subroutine inputs()
      type(adc_matrix) :: matrix
      real(dp) :: sets(3)
      call adc_patterns_start(4)
      sets = [adc_union(1d0, 4d0), 0d0, adc_union(3d0, adc_union(2d0, 1d0))]
      call adc_sparse_pattern(matrix, sets, 4)
      call adc_sparse_pattern(matrix, sets, 4)
      call expect_pattern(matrix)
      call adc_sparse_pattern(matrix, real(sets, real32), 4)
      call expect_pattern(matrix)
      call adc_sparse_pattern(matrix, 4, [1, 4, 4, 7], [4, 1, 4, 3, 1, 2])
      call expect_pattern(matrix)
      call adc_sparse_pattern(matrix, 3, 4, [3, 1, 3, 3, 1, 1], [2, 4, 1, 3, 1, 4])
      call expect_pattern(matrix)
      call adc_patterns_end()
      call adc_sparse_pattern(matrix, 3, 3, [1, 2, 3], [2, 3, 3])
      call adc_sparse_symmetrize(matrix)
      call check(all(matrix%first == [1, 2, 4, 6]) .and. all(matrix%column == [2, 1, 3, 2, 3]), 1)
   end subroutine inputs

   subroutine expect_pattern(matrix)
      type(adc_matrix), intent(in) :: matrix
      call check(matrix%rows == 3 .and. matrix%columns == 4, 2)
      call check(all(matrix%first == [1, 3, 3, 6]), 3)
      call check(all(matrix%column == [1, 4, 1, 2, 3]), 4)
      call check(size(matrix%value) == 5, 5)
   end subroutine expect_pattern

   ! Matrices whose fewest colors are known.
   subroutine known_colors()
      integer, parameter :: n = 30
      type(adc_matrix) :: matrix
      integer :: i
      ! tridiagonal
      call adc_sparse_pattern(matrix, n, n, [(i, i=1, n), (i, i=1, n - 1), (i, i=2, n)], &
         [(i, i=1, n), (i, i=2, n), (i, i=1, n - 1)])
      call adc_sparse_color(matrix)
      call check(matrix%colors == 3, 10)
      call adc_sparse_color(matrix, 'rows')
      call check(matrix%row_colors == 3 .and. matrix%colors == 0, 11)
      call adc_sparse_color(matrix, 'star')
      call check(matrix%colors == 3, 12)
      call adc_sparse_color(matrix, 'acyclic')
      call check(matrix%colors == 2, 13)
      ! arrow
      call adc_sparse_pattern(matrix, n, n, [(i, i=1, n), (1, i=2, n), (i, i=2, n)], &
         [(i, i=1, n), (i, i=2, n), (1, i=2, n)])
      call adc_sparse_color(matrix, 'columns')
      call check(matrix%colors == n, 14)
      call adc_sparse_color(matrix, 'both')
      call check(matrix%colors + matrix%row_colors == 3, 15)
      call adc_sparse_color(matrix, by='star')
      call check(matrix%colors == 2, 16)
      call adc_sparse_color(matrix, by='acyclic', order='natural')
      call check(matrix%colors == 2, 17)
   end subroutine known_colors

   integer function random(last)
      integer, intent(in) :: last
      real :: r
      call random_number(r)
      random = 1 + int(r*last)
   end function random

   ! Random nonzeros; in some matrices, with dense rows and columns.
   subroutine random_pattern(which, m, n, is_nonzero)
      integer, intent(in) :: which, m, n
      logical, intent(out) :: is_nonzero(m, n)
      integer :: k
      is_nonzero = .false.
      do k = 1, random(4)*m
         is_nonzero(random(m), random(n)) = .true.
      end do
      if (mod(which, 3) == 1) is_nonzero(random(m), :) = .true.
      if (mod(which, 5) <= 1) is_nonzero(:, random(n)) = .true.
      if (mod(which, 4) == 2) is_nonzero(:, random(n)) = .false.
   end subroutine random_pattern

   subroutine set_matrix(is_nonzero, matrix, a)
      logical, intent(in) :: is_nonzero(:, :)
      type(adc_matrix), intent(out) :: matrix
      real(dp), intent(out) :: a(:, :)
      integer :: i, j, m, n
      m = size(a, 1)
      n = size(a, 2)
      call adc_sparse_pattern(matrix, m, n, pack(spread([(i, i=1, m)], 2, n), is_nonzero), &
         pack(spread([(j, j=1, n)], 1, m), is_nonzero))
      call random_number(a)
      a = merge(a + 1, 0d0, is_nonzero)
   end subroutine set_matrix

   subroutine general_matrix(which)
      integer, intent(in) :: which
      integer :: m, n, k, i, j
      logical, allocatable :: is_nonzero(:, :)
      real(dp), allocatable :: a(:, :), xd(:, :), yb(:, :)
      type(adc_matrix) :: matrix
      m = random(40)
      n = random(40)
      allocate (is_nonzero(m, n), a(m, n))
      call random_pattern(which, m, n, is_nonzero)
      call set_matrix(is_nonzero, matrix, a)
      do k = 1, size(orders)
         matrix%value = -99
         call adc_sparse_color(matrix, 'columns', orders(k))
         call check_colors(matrix)
         do i = 1, m
            call check(all_differ(pack(matrix%color, is_nonzero(i, :))), 20)
         end do
         call adc_sparse_seeds(matrix, xd)
         call check(size(xd, 1) == matrix%colors, 21)
         call adc_sparse_recover(matrix, directions(a, xd))
         call check(all(abs(adc_sparse_dense(matrix) - a) <= 0), 22)

         matrix%value = -99
         call adc_sparse_color(matrix, 'rows', orders(k))
         call check_colors(matrix)
         do j = 1, n
            call check(all_differ(pack(matrix%row_color, is_nonzero(:, j))), 23)
         end do
         call adc_sparse_seeds(matrix, yb=yb)
         call adc_sparse_recover(matrix, xb=directions(transpose(a), yb))
         call check(all(abs(adc_sparse_dense(matrix) - a) <= 0), 24)

         matrix%value = -99
         call adc_sparse_color(matrix, 'both', orders(k))
         call check_colors(matrix)
         call check(is_bicoloring(matrix, is_nonzero), 25)
         call adc_sparse_seeds(matrix, xd, yb)
         call adc_sparse_recover(matrix, directions(a, xd), directions(transpose(a), yb))
         call check(all(abs(adc_sparse_dense(matrix) - a) <= 0), 26)
      end do
   end subroutine general_matrix

   ! Colors are 0 to the number of colors, and none is unused.
   subroutine check_colors(matrix)
      type(adc_matrix), intent(in) :: matrix
      integer :: c
      call check(size(matrix%color) == matrix%columns .and. size(matrix%row_color) == matrix%rows, 30)
      call check(all(matrix%color >= 0 .and. matrix%color <= matrix%colors), 31)
      call check(all(matrix%row_color >= 0 .and. matrix%row_color <= matrix%row_colors), 32)
      call check(all([(any(matrix%color == c), c=1, matrix%colors)]), 33)
      call check(all([(any(matrix%row_color == c), c=1, matrix%row_colors)]), 34)
   end subroutine check_colors

   ! Whether the colors are not 0, and all different.
   logical function all_differ(color)
      integer, intent(in) :: color(:)
      integer :: i
      all_differ = all([(color(i) > 0 .and. count(color == color(i)) == 1, i=1, size(color))])
   end function all_differ

   ! Star bicoloring: a nonzero has a colored end. If only one end of it is colored, no other nonzero of the other end has
   ! the same color. No path of three nonzeros has two colors.
   logical function is_bicoloring(matrix, is_nonzero)
      type(adc_matrix), intent(in) :: matrix
      logical, intent(in) :: is_nonzero(:, :)
      integer :: i, j
      logical :: by_column, by_row
      is_bicoloring = .true.
      do i = 1, matrix%rows
         do j = 1, matrix%columns
            if (.not. is_nonzero(i, j)) cycle
            by_column = matrix%color(j) > 0 .and. count(is_nonzero(i, :) .and. matrix%color == matrix%color(j)) == 1
            by_row = matrix%row_color(i) > 0 .and. &
               count(is_nonzero(:, j) .and. matrix%row_color == matrix%row_color(i)) == 1
            is_bicoloring = is_bicoloring .and. (by_column .or. by_row)
         end do
      end do
   end function is_bicoloring

   ! yd(c, i): the matrix times each direction. Sums in the order of columns, and zeros are exact.
   function directions(a, xd) result(yd)
      real(dp), intent(in) :: a(:, :), xd(:, :)
      real(dp) :: yd(size(xd, 1), size(a, 1))
      integer :: i
      do i = 1, size(a, 1)
         yd(:, i) = matmul(xd, a(i, :))
      end do
   end function directions

   subroutine symmetric_matrix(which)
      integer, intent(in) :: which
      integer :: n, k, i
      logical, allocatable :: is_nonzero(:, :)
      real(dp), allocatable :: a(:, :), xd(:, :)
      type(adc_matrix) :: matrix
      n = random(40)
      allocate (is_nonzero(n, n), a(n, n))
      call random_pattern(which, n, n, is_nonzero)
      is_nonzero = is_nonzero .or. transpose(is_nonzero)
      if (mod(which, 2) == 0) then
         do i = 1, n
            is_nonzero(i, i) = .true.
         end do
      end if
      call set_matrix(is_nonzero, matrix, a)
      a = a + transpose(a)
      do k = 1, size(orders)
         matrix%value = -99
         call adc_sparse_color(matrix, 'star', orders(k))
         call check_colors(matrix)
         call check(is_proper(matrix, is_nonzero), 40)
         call check(has_no_path_of_two_colors(matrix, is_nonzero), 41)
         call adc_sparse_seeds(matrix, xd)
         call adc_sparse_recover(matrix, directions(a, xd))
         call check(all(abs(adc_sparse_dense(matrix) - a) <= 0), 42)

         matrix%value = -99
         call adc_sparse_color(matrix, 'acyclic', orders(k))
         call check_colors(matrix)
         call check(is_proper(matrix, is_nonzero), 43)
         call check(has_no_cycle_of_two_colors(matrix, is_nonzero), 44)
         call adc_sparse_seeds(matrix, xd)
         call adc_sparse_recover(matrix, directions(a, xd))
         call check(all(abs(adc_sparse_dense(matrix) - a) <= 1e-12_dp*maxval(abs(a))*n), 45)
      end do
   end subroutine symmetric_matrix

   logical function is_proper(matrix, is_nonzero)
      type(adc_matrix), intent(in) :: matrix
      logical, intent(in) :: is_nonzero(:, :)
      integer :: i, j
      is_proper = .true.
      do i = 1, matrix%rows
         do j = 1, i - 1
            if (is_nonzero(i, j)) is_proper = is_proper .and. matrix%color(i) /= matrix%color(j)
         end do
      end do
   end function is_proper

   ! No path u, v, w, x has colors a, b, a, b.
   logical function has_no_path_of_two_colors(matrix, is_nonzero) result(holds)
      type(adc_matrix), intent(in) :: matrix
      logical, intent(in) :: is_nonzero(:, :)
      integer :: v, w, n
      logical :: before, behind
      n = matrix%rows
      holds = .true.
      do v = 1, n
         do w = 1, n
            if (v == w .or. .not. is_nonzero(v, w)) cycle
            before = count(is_nonzero(:, v) .and. matrix%color == matrix%color(w)) > 1
            behind = count(is_nonzero(:, w) .and. matrix%color == matrix%color(v)) > 1
            holds = holds .and. .not. (before .and. behind)
         end do
      end do
   end function has_no_path_of_two_colors

   ! Of each two colors, the edges are a forest: removing leaves leaves nothing.
   logical function has_no_cycle_of_two_colors(matrix, is_nonzero) result(holds)
      type(adc_matrix), intent(in) :: matrix
      logical, intent(in) :: is_nonzero(:, :)
      logical, allocatable :: rest(:, :)
      integer :: a, b, v, before
      holds = .true.
      do a = 1, matrix%colors
         do b = 1, a - 1
            rest = is_nonzero .and. (spread(matrix%color == a, 1, matrix%rows) .and. &
               spread(matrix%color == b, 2, matrix%rows))
            rest = rest .or. transpose(rest)
            do
               before = count(rest)
               do v = 1, matrix%rows
                  if (count(rest(:, v)) /= 1) cycle
                  rest(:, v) = .false.
                  rest(v, :) = .false.
               end do
               if (count(rest) == before) exit
            end do
            holds = holds .and. before == 0
         end do
      end do
   end function has_no_cycle_of_two_colors

   subroutine other_products()
      logical :: is_nonzero(7, 5)
      real(dp) :: a(7, 5), v(5), w(7), v2(5), w2(7)
      type(adc_matrix) :: matrix
      call random_pattern(1, 7, 5, is_nonzero)
      call set_matrix(is_nonzero, matrix, a)
      call adc_sparse_color(matrix, 'columns')
      matrix%value = pack(transpose(a), transpose(is_nonzero))
      call random_number(v)
      call random_number(w)
      call adc_sparse_multiply(matrix, v, w2)
      call check(all(abs(w2 - matmul(a, v)) < 1e-13_dp), 50)
      call adc_sparse_multiply(matrix, w, v2, transposed=.true.)
      call check(all(abs(v2 - matmul(w, a)) < 1e-13_dp), 51)
   end subroutine other_products

   subroutine empty_matrices()
      type(adc_matrix) :: matrix
      real(dp), allocatable :: xd(:, :), yb(:, :)
      character(len=7), parameter :: ways(5) = ['columns', 'rows   ', 'both   ', 'star   ', 'acyclic']
      integer :: k, n
      do n = 0, 2
         call adc_sparse_pattern(matrix, n, n, [integer ::], [integer ::])
         do k = 1, 5
            call adc_sparse_color(matrix, ways(k))
            call adc_sparse_seeds(matrix, xd, yb)
            if (k <= 3) call check(matrix%colors == 0 .and. matrix%row_colors == 0, 60)
            call adc_sparse_recover(matrix, reshape([0d0, 0d0], [size(xd, 1), n]), reshape([0d0], [size(yb, 1), n]))
            call check(size(adc_sparse_dense(matrix)) == n*n, 61)
         end do
      end do
   end subroutine empty_matrices

   ! y(i) = x(i)**2*x(i + 1), and the last is the sum of squares.
   subroutine jacobian_driver()
      integer, parameter :: n = 25
      real(dp) :: x(n), y(n), expected(n, n)
      type(adc_matrix) :: matrix, other
      integer :: i, k, colors
      do k = 1, 2
         call random_number(x)
         expected = 0
         do i = 1, n - 1
            expected(i, i) = 2*x(i)*x(i + 1)
            expected(i, i + 1) = x(i)**2
         end do
         expected(n, :) = 2*x
         ! the last row is dense: columns alone need n directions
         y = -99
         call adc_sparse_jacobian(x, y, matrix, tangents, adjoints, sets)
         call check(matrix%colors == 2 .and. matrix%row_colors == 1, 70)
         call check(all(abs(adc_sparse_dense(matrix) - expected) < 1e-14_dp), 71)
         call check(all(abs(y - values(x)) <= 0), 72)
         y = -99
         call adc_sparse_jacobian(x, y, other, tangents, foo_p=sets, block=4)
         call check(other%colors == n, 73)
         call check(all(abs(adc_sparse_dense(other) - expected) < 1e-14_dp), 74)
         call check(all(abs(y - values(x)) <= 0), 75)
         call adc_sparse_color(other, 'rows')
         y = -99
         call adc_sparse_jacobian(x, y, other, foo_bv=adjoints, block=2)
         colors = other%row_colors
         call check(all(abs(adc_sparse_dense(other) - expected) < 1e-14_dp), 76)
         call check(colors == 3 .and. all(abs(y - values(x)) <= 0), 77)
         other = adc_matrix()
      end do
      ! no nonzeros: y all the same
      call adc_sparse_pattern(matrix, n, n, [integer ::], [integer ::])
      y = -99
      call adc_sparse_jacobian(x, y, matrix, tangents)
      call check(all(abs(y - values(x)) <= 0), 78)
   end subroutine jacobian_driver

   function values(x) result(y)
      real(dp), intent(in) :: x(:)
      real(dp) :: y(size(x))
      integer :: n
      n = size(x)
      y(:n - 1) = x(:n - 1)**2*x(2:)
      y(n) = sum(x**2)
   end function values

   subroutine sets(x, xs, y, ys)
      real(dp), intent(in) :: x(:), xs(:)
      real(dp), intent(inout) :: y(:), ys(:)
      integer :: n
      n = size(x)
      ys(:n - 1) = adc_union(xs(:n - 1), xs(2:))
      ys(n) = adc_union_all(xs)
      y = values(x)
   end subroutine sets

   subroutine tangents(x, xd, y, yd)
      real(dp), intent(in) :: x(:), xd(:, :)
      real(dp), intent(inout) :: y(:), yd(:, :)
      integer :: i, n
      n = size(x)
      do i = 1, n - 1
         yd(:, i) = 2*x(i)*x(i + 1)*xd(:, i) + x(i)**2*xd(:, i + 1)
      end do
      yd(:, n) = 2*matmul(xd, x)
      y = values(x)
   end subroutine tangents

   subroutine adjoints(x, xb, y, yb)
      real(dp), intent(in) :: x(:)
      real(dp), intent(inout) :: xb(:, :), y(:), yb(:, :)
      integer :: i, n
      n = size(x)
      do i = 1, n
         xb(:, i) = xb(:, i) + 2*x(i)*yb(:, n)
      end do
      do i = 1, n - 1
         xb(:, i) = xb(:, i) + 2*x(i)*x(i + 1)*yb(:, i)
         xb(:, i + 1) = xb(:, i + 1) + x(i)**2*yb(:, i)
      end do
      yb = 0
      y = values(x)
   end subroutine adjoints

   ! The sum of (x(i)*x(i + 1))**2.
   subroutine hessian_driver()
      integer, parameter :: n = 20
      real(dp) :: x(n), gradient(n), expected(n, n), unit(n, n)
      type(adc_matrix) :: matrix
      integer :: i, k
      unit = 0
      do i = 1, n
         unit(i, i) = 1
      end do
      do k = 1, 3
         call random_number(x)
         expected = 0
         gradient = 0
         call products(x, unit, gradient, expected)
         if (k == 2) call adc_sparse_color(matrix, 'acyclic')
         if (k == 3) call adc_sparse_color(matrix, 'columns')
         gradient = -99
         call adc_sparse_hessian(products, x, gradient, matrix, sets_of_gradient, block=k)
         call check(matrix%colors == merge(2, 3, k == 2), 80)
         call check(all(abs(adc_sparse_dense(matrix) - expected) < 1e-12_dp), 81)
         call check(all(abs(gradient - gradient_at(x)) < 1e-14_dp), 82)
      end do
   end subroutine hessian_driver

   function gradient_at(x) result(g)
      real(dp), intent(in) :: x(:)
      real(dp) :: g(size(x))
      integer :: n
      n = size(x)
      g = 0
      g(:n - 1) = 2*x(:n - 1)*x(2:)**2
      g(2:) = g(2:) + 2*x(:n - 1)**2*x(2:)
   end function gradient_at

   subroutine sets_of_gradient(x, xs, y, ys)
      real(dp), intent(in) :: x(:), xs(:)
      real(dp), intent(inout) :: y(:), ys(:)
      integer :: n
      n = size(x)
      ys(:n - 1) = adc_union(xs(:n - 1), xs(2:))
      ys(n) = adc_union(xs(n - 1), xs(n))
      ys(2:n - 1) = adc_union(ys(2:n - 1), xs(:n - 2))
      y = gradient_at(x)
   end subroutine sets_of_gradient

   subroutine products(x, xd, xb, xbd)
      real(dp), intent(in) :: x(:), xd(:, :)
      real(dp), intent(inout) :: xb(:), xbd(:, :)
      integer :: i
      xb = xb + gradient_at(x)
      do i = 1, size(x) - 1
         xbd(:, i) = xbd(:, i) + 2*x(i + 1)**2*xd(:, i) + 4*x(i)*x(i + 1)*xd(:, i + 1)
         xbd(:, i + 1) = xbd(:, i + 1) + 2*x(i)**2*xd(:, i + 1) + 4*x(i)*x(i + 1)*xd(:, i)
      end do
   end subroutine products
end program sparse
