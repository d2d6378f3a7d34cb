! Sparse Jacobians and Hessians from few directions or weights.
!
!    call adc_sparse_pattern(matrix, m, n, i, j)   ! nonzeros; or rows of sets, or compressed rows
!    call adc_sparse_color(matrix)                 ! columns that share a direction get one color
!    call adc_sparse_seeds(matrix, xd)             ! xd(c, j) = 1 where column j has color c
!    call foo_dv(..., x, xd, y, yd, matrix%colors)
!    call adc_sparse_recover(matrix, yd)           ! matrix%value
!
! The pattern and the coloring stay, so only the last three calls are repeated at another point. Drivers that make all of
! these calls come last. Arrays of derivatives have the direction or weight as first index.
module adc_sparse
   use adc_coloring, only: pattern, transposed, mirror, count_up, known_order, color_columns, color_both
   use adc_coloringtrees, only: color_star, color_acyclic, tree_edge, order_trees
   use adc_patterns, only: adc_patterns_start, adc_patterns_end, adc_set_rows
   implicit none
   private
   public :: adc_matrix, adc_sparse_pattern, adc_sparse_symmetrize, adc_sparse_color, adc_sparse_seeds
   public :: adc_sparse_choose
   public :: adc_sparse_recover, adc_sparse_jacobian, adc_sparse_hessian, adc_sparse_multiply, adc_sparse_dense

   integer, parameter :: sp = kind(1.0), dp = kind(1.0d0)

   ! Directions or weights in one call, unless the caller chooses.
   integer, parameter :: usual_block = 16

   ! An adjoint with one weight costs about as much as this number of directions.
   integer, parameter :: directions_per_weight = 2

   ! A matrix by rows: row i has the columns column(first(i):first(i + 1) - 1), which increase, and these values.
   type adc_matrix
      integer :: rows = 0, columns = 0
      integer, allocatable :: first(:), column(:)
      real(dp), allocatable :: value(:)
      ! colors of columns are directions, and colors of rows are weights; 0 is none
      integer :: colors = 0, row_colors = 0
      integer, allocatable :: color(:), row_color(:)
      character(len=7), private :: by = ' '
      ! the nonzeros that come from weights, or in a symmetric matrix, from the mirror image
      logical, allocatable, private :: other(:)
      ! for substitution
      type(tree_edge), allocatable, private :: edges(:)
   end type adc_matrix

   ! adc_sparse_pattern(matrix, sets, n): row i has the members of sets(i), handles of adc_patterns; n columns.
   ! adc_sparse_pattern(matrix, n, first, column): compressed rows, in any order within a row.
   ! adc_sparse_pattern(matrix, m, n, i, j): nonzeros (i(k), j(k)), in any order.
   interface adc_sparse_pattern
      module procedure pattern_of_sets_4, pattern_of_sets_8, pattern_of_rows, pattern_of_places
   end interface adc_sparse_pattern

   abstract interface
      ! foo_dv: the values y, and yd(k, :) for each direction xd(k, :).
      subroutine tangents(x, xd, y, yd)
         import :: dp
         real(dp), intent(in) :: x(:), xd(:, :)
         real(dp), intent(inout) :: y(:), yd(:, :)
      end subroutine tangents

      ! foo_bv: the values y, and xb(k, :) for all weights yb(k, :).
      subroutine adjoints(x, xb, y, yb)
         import :: dp
         real(dp), intent(in) :: x(:)
         real(dp), intent(inout) :: xb(:, :), y(:), yb(:, :)
      end subroutine adjoints

      ! foo_hv of a scalar with weight 1: its gradient xb, and the Hessian times each direction xd(k, :).
      subroutine products(x, xd, xb, xbd)
         import :: dp
         real(dp), intent(in) :: x(:), xd(:, :)
         real(dp), intent(inout) :: xb(:), xbd(:, :)
      end subroutine products

      ! foo_p: the values y, and the sets ys(i) of independents that y(i) depends on, from the sets xs.
      subroutine sets_of_independents(x, xs, y, ys)
         import :: dp
         real(dp), intent(in) :: x(:), xs(:)
         real(dp), intent(inout) :: y(:), ys(:)
      end subroutine sets_of_independents
   end interface

contains

   subroutine pattern_of_sets_8(matrix, sets, n)
      type(adc_matrix), intent(out) :: matrix
      real(dp), intent(in) :: sets(:)
      integer, intent(in) :: n
      type(pattern) :: p
      call adc_set_rows(sets, p%first, p%column)
      p%rows = size(sets)
      p%columns = n
      call set_pattern(matrix, p)
   end subroutine pattern_of_sets_8

   subroutine pattern_of_sets_4(matrix, sets, n)
      type(adc_matrix), intent(out) :: matrix
      real(sp), intent(in) :: sets(:)
      integer, intent(in) :: n
      call pattern_of_sets_8(matrix, real(sets, dp), n)
   end subroutine pattern_of_sets_4

   subroutine pattern_of_rows(matrix, n, first, column)
      type(adc_matrix), intent(out) :: matrix
      integer, intent(in) :: n, first(:), column(:)
      type(pattern) :: p
      if (size(first) < 1) error stop 'adc_sparse_pattern: `first` needs one more element than there are rows'
      if (first(1) /= 1 .or. any(first(2:) < first(:size(first) - 1)) .or. first(size(first)) > size(column) + 1) &
         error stop 'adc_sparse_pattern: `first` must begin with 1 and increase to the number of nonzeros plus 1'
      p%rows = size(first) - 1
      p%columns = n
      p%first = first
      p%column = column(:first(size(first)) - 1)
      call check_range(p%column, n)
      call sort(p)
      call set_pattern(matrix, p)
   end subroutine pattern_of_rows

   subroutine pattern_of_places(matrix, m, n, i, j)
      type(adc_matrix), intent(out) :: matrix
      integer, intent(in) :: m, n, i(:), j(:)
      type(pattern) :: places, by_row
      integer, allocatable :: place(:)
      if (size(i) /= size(j)) error stop 'adc_sparse_pattern: the two lists of places differ in length'
      call check_range(i, m)
      call check_range(j, n)
      ! the pattern of places by rows: transposed, it has the places of each row
      places%rows = size(i)
      places%columns = m
      call count_up(size(i) + 1, places%first)
      places%column = i
      call transposed(places, by_row, place)
      by_row%columns = n
      by_row%column = j(place)
      call sort(by_row)
      call set_pattern(matrix, by_row)
   end subroutine pattern_of_places

   subroutine check_range(index, last)
      integer, intent(in) :: index(:), last
      if (any(index < 1 .or. index > last)) error stop 'adc_sparse_pattern: a nonzero is outside of the matrix'
   end subroutine check_range

   ! Sorts the columns of each row, and keeps one of equal ones.
   subroutine sort(p)
      type(pattern), intent(inout) :: p
      type(pattern) :: t
      integer :: i, k, kept, start
      call transposed(p, t)
      call transposed(t, p)
      kept = 0
      do i = 1, p%rows
         start = p%first(i)
         p%first(i) = kept + 1
         do k = start, p%first(i + 1) - 1
            if (k > start) then
               if (p%column(k) == p%column(k - 1)) cycle
            end if
            kept = kept + 1
            t%column(kept) = p%column(k)
         end do
      end do
      p%first(p%rows + 1) = kept + 1
      p%column = t%column(:kept)
   end subroutine sort

   subroutine set_pattern(matrix, p)
      type(adc_matrix), intent(inout) :: matrix
      type(pattern), intent(inout) :: p
      matrix%rows = p%rows
      matrix%columns = p%columns
      call move_alloc(p%first, matrix%first)
      call move_alloc(p%column, matrix%column)
      call check_range(matrix%column, matrix%columns)
      allocate (matrix%value(size(matrix%column)), source=0.0_dp)
   end subroutine set_pattern

   function pattern_of(matrix) result(p)
      type(adc_matrix), intent(in) :: matrix
      type(pattern) :: p
      if (.not. allocated(matrix%first)) error stop 'adc_sparse: the matrix has no pattern: call adc_sparse_pattern first'
      p = pattern(matrix%rows, matrix%columns, matrix%first, matrix%column)
   end function pattern_of

   ! Adds the mirror image of each nonzero to the pattern.
   subroutine adc_sparse_symmetrize(matrix)
      type(adc_matrix), intent(inout) :: matrix
      type(pattern) :: p
      integer, allocatable :: row(:), column(:)
      p = pattern_of(matrix)
      if (p%rows /= p%columns) error stop 'adc_sparse_symmetrize: the matrix is not square'
      row = rows_of(matrix)
      column = matrix%column
      call pattern_of_places(matrix, p%rows, p%columns, [row, column], [column, row])
   end subroutine adc_sparse_symmetrize

   ! The row of each nonzero.
   function rows_of(matrix) result(row)
      type(adc_matrix), intent(in) :: matrix
      integer :: row(size(matrix%column)), i
      do i = 1, matrix%rows
         row(matrix%first(i):matrix%first(i + 1) - 1) = i
      end do
   end function rows_of

   ! Chooses the directions and weights. by:
   !   'columns' (the default): directions, so that each row has at most one nonzero of each direction
   !   'rows': weights, so that each column has at most one nonzero of each weight
   !   'both': directions and weights
   !   'star': directions for a symmetric matrix, of which half of the nonzeros need be found
   !   'acyclic': the same, with fewer directions and with substitution, so with more rounding errors
   ! order: 'natural', 'largest-first', 'smallest-last', 'incidence-degree', or 'best' (the default), which keeps the
   ! fewest colors of the first three.
   subroutine adc_sparse_color(matrix, by, order)
      type(adc_matrix), intent(inout) :: matrix
      character(len=*), intent(in), optional :: by, order
      character(len=16) :: the_order
      type(pattern) :: p
      p = pattern_of(matrix)
      the_order = 'best'
      if (present(order)) the_order = order
      if (.not. known_order(the_order)) error stop 'adc_sparse_color: order must be natural, largest-first, smallest-last, &
         &incidence-degree or best'
      call forget_colors(matrix)
      if (present(by)) matrix%by = by
      if (.not. present(by)) matrix%by = 'columns'
      select case (matrix%by)
      case ('columns')
         call color_columns(p, the_order, matrix%color, matrix%colors)
      case ('rows')
         call color_rows(p, the_order, matrix)
      case ('both')
         call color_both(p, the_order, matrix%color, matrix%colors, matrix%row_color, matrix%row_colors)
         call find_sources(matrix)
      case ('star', 'acyclic')
         call color_symmetric(p, the_order, matrix)
      case default
         error stop 'adc_sparse_color: by must be columns, rows, both, star or acyclic'
      end select
   end subroutine adc_sparse_color

   subroutine forget_colors(matrix)
      type(adc_matrix), intent(inout) :: matrix
      if (allocated(matrix%color)) deallocate (matrix%color)
      if (allocated(matrix%row_color)) deallocate (matrix%row_color)
      if (allocated(matrix%other)) deallocate (matrix%other)
      if (allocated(matrix%edges)) deallocate (matrix%edges)
      allocate (matrix%color(matrix%columns), matrix%row_color(matrix%rows))
      matrix%color = 0
      matrix%row_color = 0
      matrix%colors = 0
      matrix%row_colors = 0
   end subroutine forget_colors

   subroutine color_rows(p, order, matrix)
      type(pattern), intent(in) :: p
      character(len=*), intent(in) :: order
      type(adc_matrix), intent(inout) :: matrix
      type(pattern) :: t
      call transposed(p, t)
      call color_columns(t, order, matrix%row_color, matrix%row_colors)
   end subroutine color_rows

   subroutine color_symmetric(p, order, matrix)
      type(pattern), intent(in) :: p
      character(len=*), intent(in) :: order
      type(adc_matrix), intent(inout) :: matrix
      integer, allocatable :: place(:), tree(:)
      logical :: symmetric
      call mirror(p, place, symmetric)
      if (.not. symmetric) error stop 'adc_sparse_color: the pattern is not symmetric: call adc_sparse_symmetrize first'
      if (matrix%by == 'star') then
         call color_star(p, order, matrix%color, matrix%colors)
         call find_sources(matrix)
      else
         call color_acyclic(p, order, matrix%color, matrix%colors, tree)
         call order_trees(p, tree, matrix%edges)
      end if
   end subroutine color_symmetric

   ! A nonzero comes from its column's direction if no other column of its row has that direction; and else from its
   ! row's weight, or in a symmetric matrix, from its row's direction.
   subroutine find_sources(matrix)
      type(adc_matrix), intent(inout) :: matrix
      integer, allocatable :: number(:)
      integer :: i, k, c
      allocate (matrix%other(size(matrix%column)), number(0:matrix%colors))
      number = 0
      do i = 1, matrix%rows
         do k = matrix%first(i), matrix%first(i + 1) - 1
            c = matrix%color(matrix%column(k))
            number(c) = number(c) + 1
         end do
         do k = matrix%first(i), matrix%first(i + 1) - 1
            c = matrix%color(matrix%column(k))
            matrix%other(k) = c == 0 .or. number(c) > 1
         end do
         do k = matrix%first(i), matrix%first(i + 1) - 1
            number(matrix%color(matrix%column(k))) = 0
         end do
      end do
   end subroutine find_sources

   ! The directions xd(color, column) and the weights yb(color, row). They are zeros and ones.
   subroutine adc_sparse_seeds(matrix, xd, yb)
      type(adc_matrix), intent(in) :: matrix
      real(dp), allocatable, intent(out), optional :: xd(:, :), yb(:, :)
      call check_colored(matrix)
      if (present(xd)) call some_seeds(matrix%color, 1, matrix%colors, xd)
      if (present(yb)) call some_seeds(matrix%row_color, 1, matrix%row_colors, yb)
   end subroutine adc_sparse_seeds

   subroutine check_colored(matrix)
      type(adc_matrix), intent(in) :: matrix
      if (matrix%by == ' ') error stop 'adc_sparse: the matrix has no colors: call adc_sparse_color first'
   end subroutine check_colored

   ! The seeds of the colors from `first` on.
   subroutine some_seeds(color, first, number, seeds)
      integer, intent(in) :: color(:), first, number
      real(dp), allocatable, intent(out) :: seeds(:, :)
      integer :: j
      allocate (seeds(number, size(color)), source=0.0_dp)
      do j = 1, size(color)
         if (color(j) >= first .and. color(j) < first + number) seeds(color(j) - first + 1, j) = 1
      end do
   end subroutine some_seeds

   ! Sets matrix%value from the derivatives yd(color, row) of the directions, and xb(color, column) of the weights. For a
   ! symmetric matrix, yd is its product with the directions.
   subroutine adc_sparse_recover(matrix, yd, xb)
      type(adc_matrix), intent(inout) :: matrix
      real(dp), intent(in), optional :: yd(:, :), xb(:, :)
      call check_colored(matrix)
      if (matrix%colors > 0) then
         if (.not. present(yd)) error stop 'adc_sparse_recover: the derivatives yd of the directions are missing'
         call check_shape(yd, matrix%colors, matrix%rows)
      end if
      if (matrix%row_colors > 0) then
         if (.not. present(xb)) error stop 'adc_sparse_recover: the derivatives xb of the weights are missing'
         call check_shape(xb, matrix%row_colors, matrix%columns)
      end if
      if (matrix%by == 'acyclic') then
         if (matrix%colors > 0) call substitute(matrix, yd)
      else
         if (matrix%colors > 0) call recover_columns(matrix, yd)
         if (matrix%by == 'star') then
            call recover_rows(matrix, matrix%color, yd)
         else if (matrix%row_colors > 0) then
            call recover_rows(matrix, matrix%row_color, xb)
         end if
      end if
   end subroutine adc_sparse_recover

   subroutine check_shape(derivatives, colors, length)
      real(dp), intent(in) :: derivatives(:, :)
      integer, intent(in) :: colors, length
      if (size(derivatives, 1) < colors .or. size(derivatives, 2) /= length) &
         error stop 'adc_sparse_recover: the shape of the derivatives does not fit the matrix: the first index is the color'
   end subroutine check_shape

   subroutine recover_columns(matrix, yd)
      type(adc_matrix), intent(inout) :: matrix
      real(dp), intent(in) :: yd(:, :)
      integer :: i, k
      do i = 1, matrix%rows
         do k = matrix%first(i), matrix%first(i + 1) - 1
            if (matrix%color(matrix%column(k)) > 0) matrix%value(k) = yd(matrix%color(matrix%column(k)), i)
         end do
      end do
   end subroutine recover_columns

   subroutine recover_rows(matrix, row_color, xb)
      type(adc_matrix), intent(inout) :: matrix
      integer, intent(in) :: row_color(:)
      real(dp), intent(in) :: xb(:, :)
      integer :: i, k
      do i = 1, matrix%rows
         do k = matrix%first(i), matrix%first(i + 1) - 1
            if (allocated(matrix%other)) then
               if (.not. matrix%other(k)) cycle
            end if
            matrix%value(k) = xb(row_color(i), matrix%column(k))
         end do
      end do
   end subroutine recover_rows

   ! A leaf of a tree has one unknown nonzero, which its product with the color of its parent contains alone. The parent's
   ! product with the color of the leaf contains it, too, and loses it.
   subroutine substitute(matrix, yd)
      type(adc_matrix), intent(inout) :: matrix
      real(dp), intent(in) :: yd(:, :)
      real(dp), allocatable :: rest(:, :)
      integer :: i, k
      allocate (rest, source=yd(:matrix%colors, :))
      do k = 1, size(matrix%edges)
         associate (e => matrix%edges(k))
            matrix%value(e%at) = rest(matrix%color(e%parent), e%child)
            matrix%value(e%mirrored) = matrix%value(e%at)
            rest(matrix%color(e%child), e%parent) = rest(matrix%color(e%child), e%parent) - matrix%value(e%at)
         end associate
      end do
      do i = 1, matrix%rows
         do k = matrix%first(i), matrix%first(i + 1) - 1
            if (matrix%column(k) == i) matrix%value(k) = yd(matrix%color(i), i)
         end do
      end do
   end subroutine substitute

   ! The Jacobian at x, and y. A matrix without pattern gets it from foo_p, and one without colors is colored: for what is
   ! given of foo_dv and foo_bv, and for the cheapest of directions, weights and both. Pass the matrix again at another
   ! point. block: directions or weights in one call.
   subroutine adc_sparse_jacobian(x, y, matrix, foo_dv, foo_bv, foo_p, block)
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: y(:)
      type(adc_matrix), intent(inout) :: matrix
      procedure(tangents), optional :: foo_dv
      procedure(adjoints), optional :: foo_bv
      procedure(sets_of_independents), optional :: foo_p
      integer, intent(in), optional :: block
      real(dp), allocatable :: yd(:, :), xb(:, :)
      integer :: size_of_block
      if (.not. (present(foo_dv) .or. present(foo_bv))) error stop 'adc_sparse_jacobian: no derivative is given'
      size_of_block = usual_block
      if (present(block)) size_of_block = max(1, block)
      if (.not. allocated(matrix%first)) then
         if (.not. present(foo_p)) error stop 'adc_sparse_jacobian: the matrix has no pattern, and foo_p is not given'
         call find_pattern(x, y, matrix, foo_p)
      end if
      if (size(x) /= matrix%columns .or. size(y) /= matrix%rows) &
         error stop 'adc_sparse_jacobian: the matrix has another number of rows or columns'
      if (matrix%by == ' ') call adc_sparse_choose(matrix, present(foo_dv), present(foo_bv))
      if (matrix%colors > 0 .and. .not. present(foo_dv)) error stop 'adc_sparse_jacobian: the colors need foo_dv'
      if (matrix%row_colors > 0 .and. .not. present(foo_bv)) error stop 'adc_sparse_jacobian: the colors need foo_bv'
      ! one of both is called in any case, for y
      allocate (yd(matrix%colors, size(y)), xb(matrix%row_colors, size(x)))
      if (present(foo_bv) .and. (matrix%row_colors > 0 .or. .not. present(foo_dv))) &
         call by_weights(x, y, matrix, foo_bv, size_of_block, xb)
      if (present(foo_dv) .and. (matrix%colors > 0 .or. matrix%row_colors == 0)) &
         call by_directions(x, y, matrix, foo_dv, size_of_block, yd)
      call adc_sparse_recover(matrix, yd, xb)
   end subroutine adc_sparse_jacobian

   subroutine find_pattern(x, y, matrix, foo_p)
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: y(:)
      type(adc_matrix), intent(inout) :: matrix
      procedure(sets_of_independents) :: foo_p
      real(dp), allocatable :: xs(:), ys(:)
      integer :: i
      call adc_patterns_start(size(x))
      allocate (xs(size(x)), ys(size(y)))
      do i = 1, size(x)
         xs(i) = i
      end do
      ys = 0
      y = 0
      call foo_p(x, xs, y, ys)
      call adc_sparse_pattern(matrix, ys, size(x))
      call adc_patterns_end()
   end subroutine find_pattern

   ! Colors by columns, by rows or by both: by the cheapest of those that directions and weights allow.
   subroutine adc_sparse_choose(matrix, directions, weights, order)
      type(adc_matrix), intent(inout) :: matrix
      logical, intent(in) :: directions, weights
      character(len=*), intent(in), optional :: order
      character(len=7), parameter :: ways(3) = ['both   ', 'rows   ', 'columns']
      integer :: k, cost(3)
      if (.not. weights) then
         call adc_sparse_color(matrix, 'columns', order)
      else if (.not. directions) then
         call adc_sparse_color(matrix, 'rows', order)
      else
         do k = 1, 3
            call adc_sparse_color(matrix, ways(k), order)
            cost(k) = matrix%colors + directions_per_weight*matrix%row_colors
         end do
         k = 3
         if (minval(cost) < cost(3)) k = minloc(cost, 1)
         if (k /= 3) call adc_sparse_color(matrix, ways(k), order)
      end if
   end subroutine adc_sparse_choose

   subroutine by_directions(x, y, matrix, foo_dv, block, yd)
      real(dp), intent(in) :: x(:)
      real(dp), intent(inout) :: y(:), yd(:, :)
      type(adc_matrix), intent(in) :: matrix
      procedure(tangents) :: foo_dv
      integer, intent(in) :: block
      real(dp), allocatable :: xd(:, :), some(:, :)
      integer :: first, nd
      do first = 1, max(1, matrix%colors), block
         nd = max(1, min(block, matrix%colors - first + 1))
         call some_seeds(matrix%color, first, nd, xd)
         allocate (some(nd, size(y)), source=0.0_dp)
         y = 0
         call foo_dv(x, xd, y, some)
         if (matrix%colors > 0) yd(first:first + nd - 1, :) = some
         deallocate (some)
      end do
   end subroutine by_directions

   subroutine by_weights(x, y, matrix, foo_bv, block, xb)
      real(dp), intent(in) :: x(:)
      real(dp), intent(inout) :: y(:), xb(:, :)
      type(adc_matrix), intent(in) :: matrix
      procedure(adjoints) :: foo_bv
      integer, intent(in) :: block
      real(dp), allocatable :: yb(:, :), some(:, :)
      integer :: first, nd
      do first = 1, max(1, matrix%row_colors), block
         nd = max(1, min(block, matrix%row_colors - first + 1))
         call some_seeds(matrix%row_color, first, nd, yb)
         allocate (some(nd, size(x)), source=0.0_dp)
         y = 0
         call foo_bv(x, some, y, yb)
         if (matrix%row_colors > 0) xb(first:first + nd - 1, :) = some
         deallocate (some)
      end do
   end subroutine by_weights

   ! The Hessian of a scalar, and its gradient. A matrix without pattern gets it from foo_p, the sets of the gradient. A
   ! matrix without colors gets a star coloring.
   subroutine adc_sparse_hessian(foo_hv, x, gradient, matrix, foo_p, block)
      procedure(products) :: foo_hv
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: gradient(:)
      type(adc_matrix), intent(inout) :: matrix
      procedure(sets_of_independents), optional :: foo_p
      integer, intent(in), optional :: block
      real(dp), allocatable :: xd(:, :), xbd(:, :), some(:, :)
      integer :: size_of_block, first, nd
      size_of_block = usual_block
      if (present(block)) size_of_block = max(1, block)
      if (.not. allocated(matrix%first)) then
         if (.not. present(foo_p)) error stop 'adc_sparse_hessian: the matrix has no pattern, and foo_p is not given'
         call find_pattern(x, gradient, matrix, foo_p)
         call adc_sparse_symmetrize(matrix)
      end if
      if (size(x) /= matrix%columns .or. size(x) /= matrix%rows .or. size(x) /= size(gradient)) &
         error stop 'adc_sparse_hessian: the matrix has another number of rows or columns'
      if (matrix%by == ' ') call adc_sparse_color(matrix, 'star')
      if (matrix%row_colors > 0) error stop 'adc_sparse_hessian: the coloring has weights: color by star, acyclic or columns'
      allocate (xbd(matrix%colors, size(x)))
      do first = 1, max(1, matrix%colors), size_of_block
         nd = max(1, min(size_of_block, matrix%colors - first + 1))
         call some_seeds(matrix%color, first, nd, xd)
         allocate (some(nd, size(x)), source=0.0_dp)
         gradient = 0
         call foo_hv(x, xd, gradient, some)
         if (matrix%colors > 0) xbd(first:first + nd - 1, :) = some
         deallocate (some)
      end do
      call adc_sparse_recover(matrix, xbd)
   end subroutine adc_sparse_hessian

   ! w is the matrix times v, or its transpose times v.
   subroutine adc_sparse_multiply(matrix, v, w, transposed)
      type(adc_matrix), intent(in) :: matrix
      real(dp), intent(in) :: v(:)
      real(dp), intent(out) :: w(:)
      logical, intent(in), optional :: transposed
      logical :: across
      integer :: i, k
      across = .false.
      if (present(transposed)) across = transposed
      if (size(v) /= merge(matrix%rows, matrix%columns, across) .or. &
         size(w) /= merge(matrix%columns, matrix%rows, across)) error stop 'adc_sparse_multiply: the lengths do not fit'
      w = 0
      do i = 1, matrix%rows
         do k = matrix%first(i), matrix%first(i + 1) - 1
            if (across) then
               w(matrix%column(k)) = w(matrix%column(k)) + matrix%value(k)*v(i)
            else
               w(i) = w(i) + matrix%value(k)*v(matrix%column(k))
            end if
         end do
      end do
   end subroutine adc_sparse_multiply

   ! The matrix with its zeros.
   function adc_sparse_dense(matrix) result(dense)
      type(adc_matrix), intent(in) :: matrix
      real(dp) :: dense(matrix%rows, matrix%columns)
      integer :: i
      dense = 0
      do i = 1, matrix%rows
         dense(i, matrix%column(matrix%first(i):matrix%first(i + 1) - 1)) = &
            matrix%value(matrix%first(i):matrix%first(i + 1) - 1)
      end do
   end function adc_sparse_dense
end module adc_sparse
