! The calls of foo_js and foo_hs by each coloring, for linear functions, whose Jacobians are known.
program ways_test
   use, intrinsic :: iso_fortran_env, only: real64
   use adc_patterns
   use adc_sparsejacobians
   implicit none
   integer, parameter :: n = 60
   real(real64) :: a(n, n)
   integer :: i, width, colors
   type(adc_sparse_matrix) :: jac

   ! an arrow: directions or weights alone are many
   a = 0
   do i = 1, n
      a(i, i) = i
      a(1, i) = 2*i + 1
      a(i, 1) = 3*i + 2
   end do
   call expect(' ', .false., n, 0)
   call expect('columns', .true., n, 0)
   call expect('rows', .true., 0, n)
   call expect('both', .true., 2, 1)
   call expect(' ', .true., 2, 1)
   ! a dense row
   a(2:, 1) = 0
   a(n, 1) = 5
   call expect(' ', .true., 0, 2)
   ! a dense column
   a = transpose(a)
   call expect(' ', .true., 2, 0)

   ! the symmetric arrow
   a = a + transpose(a)
   call expect_symmetric(' ', 2)
   call expect_symmetric('star', 2)
   call expect_symmetric('acyclic', 2)
   call expect_symmetric('columns', n)
   ! five diagonals
   call random_number(a)
   a = a + transpose(a) + 1
   call band()
   call expect_symmetric('columns', 5)
   call expect_symmetric(' ', 5)
   call expect_symmetric('acyclic', 3)

   ! grids with neighbors in seven directions: star or columns, whichever has fewer colors
   do width = 3, 12
      call grid()
      jac = adc_sparse_matrix()
      jac%coloring = 'star'
      call compute(.true., .false.)
      colors = jac%colors
      jac%coloring = 'columns'
      call compute(.true., .false.)
      call expect_symmetric(' ', min(colors, jac%colors))
   end do

   ! one matrix for procedures of several kinds, and for several colorings
   jac = adc_sparse_matrix()
   call compute(.true., .false.)
   call compute(.false., .true.)
   call compute(.false., .false.)
   jac%coloring = 'columns'
   call compute(.false., .true.)
   jac%order = 'natural'
   call compute(.false., .true.)
   jac%coloring = 'acyclic'
   call compute(.true., .false.)

contains

   ! Keeps five diagonals.
   subroutine band()
      integer :: i, j
      do j = 1, n
         do i = 1, n
            if (abs(i - j) > 2) a(i, j) = 0
         end do
      end do
   end subroutine band

   ! Each point depends on itself, its neighbors in a grid of this width, and those beyond one diagonal.
   subroutine grid()
      integer :: i, j
      do j = 1, n
         do i = 1, n
            a(i, j) = 0
            if (any(abs(i - j) == [0, 1, width - 1, width])) a(i, j) = 1 + min(i, j) + 0.5d0*max(i, j)
         end do
      end do
   end subroutine grid

   subroutine expect(coloring, has_weights, colors, row_colors)
      character(len=*), intent(in) :: coloring
      logical, intent(in) :: has_weights
      integer, intent(in) :: colors, row_colors
      jac = adc_sparse_matrix()
      jac%coloring = coloring
      call compute(.false., has_weights)
      call compute(.false., has_weights)
      if (jac%colors == colors .and. jac%row_colors == row_colors) return
      print *, coloring, jac%colors, jac%row_colors
      error stop 'another number of colors'
   end subroutine expect

   subroutine expect_symmetric(coloring, colors)
      character(len=*), intent(in) :: coloring
      integer, intent(in) :: colors
      jac = adc_sparse_matrix()
      jac%coloring = coloring
      call compute(.true., .false.)
      call compute(.true., .false.)
      if (jac%colors == colors .and. jac%row_colors == 0) return
      print *, coloring, jac%colors, jac%row_colors
      error stop 'another number of colors'
   end subroutine expect_symmetric

   ! What foo_js does for y = a*x, with x and y in two variables each.
   subroutine compute(is_symmetric, has_weights)
      logical, intent(in) :: is_symmetric, has_weights
      integer, parameter :: half = n/3
      real(real64) :: xs(n), ys(n), x(n)
      real(real64), allocatable :: xd(:, :), yd(:, :), xb(:, :), yb(:, :)
      integer :: i, j, nd, nw, runs
      x = 1
      do runs = 1, 3
         if (is_symmetric) call adc_allow_symmetry(jac)
         if (has_weights) call adc_allow_weights(jac)
         if (adc_wants_pattern(jac, n, n)) then
            call adc_start_pattern(jac)
            call adc_seed_pattern(jac, xs(:half), half)
            call adc_seed_pattern(jac, xs(half + 1:), n - half)
            ys = 0
            do j = 1, n
               do i = 1, n
                  if (abs(a(i, j)) > 0) ys(i) = adc_union(ys(i), xs(j))
               end do
            end do
            call adc_take_pattern(jac, ys(:half), half)
            call adc_take_pattern(jac, ys(half + 1:), n - half)
            call adc_end_pattern(jac)
         end if
         if (has_weights) then
            nw = adc_weights(jac)
            if (nw > 0) then
               allocate (yb(nw, n))
               call adc_seed_weights(jac, yb(:, :half), half)
               call adc_seed_weights(jac, yb(:, half + 1:), n - half)
               xb = matmul(yb, a)
               call adc_take_weights(jac, xb(:, :half), half)
               call adc_take_weights(jac, xb(:, half + 1:), n - half)
               deallocate (yb)
            end if
         end if
         nd = adc_directions(jac)
         allocate (xd(nd, n))
         call adc_seed(jac, x(:half), xd(:, :half), half)
         call adc_seed(jac, x(half + 1:), xd(:, half + 1:), n - half)
         yd = transpose(matmul(a, transpose(xd)))
         call adc_take(jac, yd(:, :half), half)
         call adc_take(jac, yd(:, half + 1:), n - half)
         deallocate (xd)
         if (adc_is_right(jac)) exit
      end do
      if (runs > 2) error stop 'never right'
      do i = 1, n
         x = 0
         x(jac%column(jac%first(i):jac%first(i + 1) - 1)) = jac%value(jac%first(i):jac%first(i + 1) - 1)
         if (any(abs(x - a(i, :)) > 1d-11)) error stop 'another entry'
      end do
   end subroutine compute
end program ways_test
