! Sparse Jacobians: what the procedures foo_js that adc writes call.
!
! A Jacobian has a row for each element of the dependents, one variable after the other, and a column for each element
! of the independents. jac%first, jac%column and jac%value are its rows: see adc_sparse.
!
! The pattern, found at the first call, is kept. It is that of the branches taken then. So two directions more than
! there are colors are random: if their derivatives are not the matrix times the direction, the pattern has become too
! small, and foo_js extends it by that of the branches taken now. The elements of one direction are of one size, those
! of the other of the sizes of the independents: in badly scaled models, a small entry may count.
!
! The derivative of a dependent that does not change, such as a conserved sum, is rounding alone, and contradicts any
! matrix. What contradicts the pattern of the same point is rounding, and is allowed in this row from then on.
!
! Where a foo_js computes rows directly, it stores entries between adc_start_rows and adc_end_rows. It has statements for
! entries that the pattern contains at the places where it expects them; adc_set_row and adc_add_row do the rest. What
! the pattern lacks is gained: kept apart, and added to the pattern at the end of the call.
!
! Three kinds of procedures compute entries by colors:
!
!    directions      foo_js: columns have colors
!    symmetric       foo_hs, the Hessian: columns have colors; an entry or its mirror image is found
!    weights, too    foo_js with an adjoint: columns have colors, or rows, or both; the cheapest wins
!
! The last two keep derivatives until all are there, and recover the entries at the end. Weights come before directions,
! since the random directions contradict entries of both.
module adc_sparsejacobians
   use adc_patterns, only: adc_patterns_start, adc_patterns_end, adc_set_rows
   use adc_sparsegains, only: adc_gains, adc_start_gains, adc_drop_gains, adc_gain, adc_take_gains
   use adc_sparse, only: adc_matrix, adc_sparse_pattern, adc_sparse_symmetrize, adc_sparse_color, adc_sparse_choose, &
      adc_sparse_recover
   implicit none
   private
   public :: adc_sparse_matrix, adc_wants_pattern, adc_start_pattern, adc_seed_pattern, adc_take_pattern, adc_end_pattern
   public :: adc_allow_symmetry, adc_allow_weights, adc_weights, adc_seed_weights, adc_take_weights
   public :: adc_directions, adc_seed, adc_take, adc_is_right
   public :: adc_start_rows, adc_set_row, adc_add_row, adc_end_rows

   integer, parameter :: dp = kind(1.0d0), i8 = selected_int_kind(18)

   ! Rounding in the derivative in the random direction, relative to the terms of its row.
   real(dp), parameter :: tolerance = 1d-9

   ! So much larger rounding may be than it was at another point.
   real(dp), parameter :: larger = 100

   ! Random directions.
   integer, parameter :: checks = 2

   ! Kinds of procedures.
   integer, parameter :: by_directions = 1, by_symmetry = 2, by_weights = 3

   type, extends(adc_matrix) :: adc_sparse_matrix
      private
      ! The coloring that the user wants: columns; also rows or both, with weights; also star or acyclic, of Hessians. By
      ! default, columns or the cheapest; of Hessians, star or columns, whichever has fewer colors.
      character(len=16), public :: coloring = ' '
      ! The order of coloring: see adc_sparse_color.
      character(len=16), public :: order = 'best'
      ! The kind of the procedure that made the pattern, and of the one that asks for it.
      integer :: kind = by_directions, asking = by_directions
      ! What the colors were chosen for.
      character(len=16) :: colored_by = ' ', colored_in = ' '
      ! Each entry is the derivative of its row in the direction of its column.
      logical :: is_by_columns = .true.
      ! Derivatives in all directions, by row, and for all weights, by column, until entries are recovered from them.
      real(dp), allocatable :: of_directions(:, :), of_weights(:, :)
      ! The pattern is that of this size.
      logical :: has_pattern = .false.
      ! The pattern was made in this call.
      logical :: is_new = .false.
      ! No derivative in the random direction contradicts the pattern.
      logical :: fits = .true.
      ! The elements of the random directions, by column.
      real(dp), allocatable :: direction(:, :)
      ! Rounding that has been seen in their derivatives, by row.
      real(dp), allocatable :: rounding(:, :)
      ! Rows and columns of the variables before the next.
      integer :: row = 0, col = 0
      ! The sets of the rows so far.
      real(dp), allocatable :: sets(:)
      ! The pattern is that of rows that were stored, and needs no colors.
      logical :: by_rows = .false.
      ! The rows that this call has set.
      logical(1), allocatable :: is_set(:)
      ! What this call has gained.
      type(adc_gains) :: gains
   end type adc_sparse_matrix

contains

   ! The matrix is symmetric.
   subroutine adc_allow_symmetry(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      jac%asking = by_symmetry
   end subroutine adc_allow_symmetry

   ! There is an adjoint, too.
   subroutine adc_allow_weights(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      jac%asking = by_weights
   end subroutine adc_allow_weights

   ! True if there is no pattern for this size, or if it is too small.
   logical function adc_wants_pattern(jac, rows, columns)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: rows, columns
      if (jac%by_rows .or. jac%rows /= rows .or. jac%columns /= columns .or. jac%kind /= jac%asking) &
         jac%has_pattern = .false.
      jac%by_rows = .false.
      jac%kind = jac%asking
      jac%asking = by_directions
      adc_wants_pattern = .not. (jac%has_pattern .and. jac%fits)
      if (.not. jac%has_pattern) then
         jac%rows = rows
         jac%columns = columns
      end if
      jac%is_new = adc_wants_pattern
      jac%fits = .true.
      jac%row = 0
      jac%col = 0
      if (.not. jac%has_pattern) then
         if (allocated(jac%direction)) deallocate (jac%direction, jac%rounding)
         allocate (jac%direction(checks, columns), jac%rounding(checks, rows))
         jac%rounding = 0
      end if
   end function adc_wants_pattern

   ! Begins with sets for the columns.
   subroutine adc_start_pattern(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      call adc_patterns_start(jac%columns)
      if (allocated(jac%sets)) deallocate (jac%sets)
      allocate (jac%sets(jac%rows))
   end subroutine adc_start_pattern

   ! The set of each element of an independent: its column.
   subroutine adc_seed_pattern(jac, sets, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(out) :: sets(count)
      integer :: i
      do i = 1, count
         sets(i) = real(jac%col + i, dp)
      end do
      jac%col = jac%col + count
   end subroutine adc_seed_pattern

   ! The sets of the elements of a dependent: its rows.
   subroutine adc_take_pattern(jac, sets, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(in) :: sets(count)
      jac%sets(jac%row + 1:jac%row + count) = sets
      jac%row = jac%row + count
   end subroutine adc_take_pattern

   ! Makes the matrix of the sets, with what the pattern had before, and colors it.
   subroutine adc_end_pattern(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, allocatable :: first(:), column(:)
      call adc_set_rows(jac%sets, first, column)
      call adc_patterns_end()
      deallocate (jac%sets)
      if (jac%has_pattern) call unite(first, column, jac%first, jac%column)
      ! a copy of the number: the matrix is made anew
      call adc_sparse_pattern(jac%adc_matrix, (jac%columns), first, column)
      if (jac%kind == by_symmetry) call adc_sparse_symmetrize(jac%adc_matrix)
      call color(jac)
      jac%has_pattern = .true.
      jac%row = 0
      jac%col = 0
   end subroutine adc_end_pattern

   ! Colors the matrix as the user wants.
   subroutine color(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      character(len=16) :: by
      logical :: is_known
      integer :: colors
      by = jac%coloring
      is_known = by == ' ' .or. by == 'columns'
      if (jac%kind == by_symmetry) is_known = is_known .or. by == 'star' .or. by == 'acyclic'
      if (jac%kind == by_weights) is_known = is_known .or. by == 'rows' .or. by == 'both'
      if (.not. is_known) then
         select case (jac%kind)
         case (by_symmetry)
            error stop 'adc_sparse_matrix: the coloring of a Hessian is star, acyclic or columns'
         case (by_weights)
            error stop 'adc_sparse_matrix: the coloring of a Jacobian is columns, rows or both'
         case default
            error stop 'adc_sparse_matrix: without an adjoint, the coloring is columns: use adc --jacobian=bidirectional'
         end select
      end if
      if (by /= ' ') then
         call adc_sparse_color(jac%adc_matrix, trim(by), trim(jac%order))
      else if (jac%kind == by_symmetry) then
         by = 'star'
         call adc_sparse_color(jac%adc_matrix, 'star', trim(jac%order))
         ! columns have no fewer colors than the longest row has entries
         colors = jac%colors
         if (maxval(jac%first(2:) - jac%first(:jac%rows)) < colors) then
            call adc_sparse_color(jac%adc_matrix, 'columns', trim(jac%order))
            if (jac%colors <= colors) by = 'columns'
            if (by == 'star') call adc_sparse_color(jac%adc_matrix, 'star', trim(jac%order))
         end if
      else
         call adc_sparse_choose(jac%adc_matrix, .true., jac%kind == by_weights, trim(jac%order))
      end if
      jac%is_by_columns = jac%row_colors == 0
      if (jac%kind == by_symmetry) jac%is_by_columns = by == 'columns'
      jac%colored_by = jac%coloring
      jac%colored_in = jac%order
   end subroutine color

   ! Colors the matrix again if the user wants another coloring.
   subroutine color_again(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      if (jac%coloring /= jac%colored_by .or. jac%order /= jac%colored_in) call color(jac)
   end subroutine color_again

   ! The number of weights; may be none.
   integer function adc_weights(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      call color_again(jac)
      adc_weights = jac%row_colors
      if (allocated(jac%of_weights)) deallocate (jac%of_weights)
      allocate (jac%of_weights(jac%row_colors, jac%columns))
   end function adc_weights

   ! The weights of a dependent.
   subroutine adc_seed_weights(jac, weights, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(out) :: weights(jac%row_colors, count)
      integer :: i, c
      do i = 1, count
         weights(:, i) = 0
         c = jac%row_color(jac%row + i)
         if (c > 0) weights(c, i) = 1
      end do
      jac%row = jac%row + count
   end subroutine adc_seed_weights

   ! The derivatives by an independent.
   subroutine adc_take_weights(jac, derivatives, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(in) :: derivatives(jac%row_colors, count)
      jac%of_weights(:, jac%col + 1:jac%col + count) = derivatives
      jac%col = jac%col + count
   end subroutine adc_take_weights

   ! Adds entries to rows. Columns increase in each row.
   subroutine unite(first, column, other_first, other_column)
      integer, allocatable, intent(inout) :: first(:), column(:)
      integer, intent(in) :: other_first(:), other_column(:)
      integer, allocatable :: both(:), start(:)
      integer :: i, a, b, n, next
      allocate (both(size(column) + size(other_column)), start(size(first)))
      n = 0
      do i = 1, size(first) - 1
         start(i) = n + 1
         a = first(i)
         b = other_first(i)
         do while (a < first(i + 1) .or. b < other_first(i + 1))
            next = huge(next)
            if (a < first(i + 1)) next = column(a)
            if (b < other_first(i + 1)) next = min(next, other_column(b))
            if (a < first(i + 1)) then
               if (column(a) == next) a = a + 1
            end if
            if (b < other_first(i + 1)) then
               if (other_column(b) == next) b = b + 1
            end if
            n = n + 1
            both(n) = next
         end do
      end do
      start(size(first)) = n + 1
      column = both(:n)
      first = start
   end subroutine unite

   ! A direction for each color, and those of the check.
   integer function adc_directions(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      if (jac%kind /= by_weights) call color_again(jac)
      adc_directions = jac%colors + checks
      jac%row = 0
      jac%col = 0
      if (jac%is_by_columns) return
      if (allocated(jac%of_directions)) deallocate (jac%of_directions)
      allocate (jac%of_directions(adc_directions, jac%rows))
   end function adc_directions

   ! The directions of an independent with these values.
   subroutine adc_seed(jac, values, directions, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(in) :: values(count)
      real(dp), intent(out) :: directions(jac%colors + checks, count)
      real(dp) :: largest, size, number
      integer :: j, c
      largest = maxval(abs(values))
      ! also if there is a NaN
      if (.not. (largest > 0 .and. largest <= huge(largest))) largest = 1
      do j = 1, count
         directions(:jac%colors, j) = 0
         c = jac%color(jac%col + j)
         if (c > 0) directions(c, j) = 1
         size = largest
         if (abs(values(j)) > 0 .and. abs(values(j)) <= largest) size = abs(values(j))
         number = random(jac%col + j)
         jac%direction(:, jac%col + j) = [number, size*number]
         directions(jac%colors + 1:, j) = jac%direction(:, jac%col + j)
      end do
      jac%col = jac%col + count
   end subroutine adc_seed

   ! The entries of a dependent from its derivatives; those of all dependents with the last one, if there are others
   ! than columns.
   subroutine adc_take(jac, derivatives, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(in) :: derivatives(jac%colors + checks, count)
      integer :: i, k
      if (jac%is_by_columns) then
         do i = 1, count
            do k = jac%first(jac%row + i), jac%first(jac%row + i + 1) - 1
               jac%value(k) = derivatives(jac%color(jac%column(k)), i)
            end do
            call compare(jac, jac%row + i, derivatives(jac%colors + 1:, i))
         end do
      else
         jac%of_directions(:, jac%row + 1:jac%row + count) = derivatives
      end if
      jac%row = jac%row + count
      if (jac%row == jac%rows .and. .not. jac%is_by_columns) call recover(jac)
   end subroutine adc_take

   ! All entries from the derivatives that were kept.
   subroutine recover(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer :: i
      if (jac%row_colors > 0) then
         call adc_sparse_recover(jac%adc_matrix, jac%of_directions, jac%of_weights)
         deallocate (jac%of_weights)
      else
         call adc_sparse_recover(jac%adc_matrix, jac%of_directions)
      end if
      do i = 1, jac%rows
         call compare(jac, i, jac%of_directions(jac%colors + 1:, i))
      end do
      deallocate (jac%of_directions)
   end subroutine recover

   ! Compares a row with its derivatives in the random directions. What is not finite contradicts nothing.
   subroutine compare(jac, row, derivatives)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: row
      real(dp), intent(in) :: derivatives(checks)
      real(dp) :: total(checks), magnitude(checks), term(checks)
      integer :: k
      total = derivatives
      magnitude = abs(total)
      do k = jac%first(row), jac%first(row + 1) - 1
         term = jac%value(k)*jac%direction(:, jac%column(k))
         total = total - term
         magnitude = magnitude + abs(term)
      end do
      if (.not. any(abs(total) > max(tolerance*magnitude, larger*jac%rounding(:, row)))) return
      if (jac%is_new) jac%rounding(:, row) = max(jac%rounding(:, row), abs(total))
      jac%fits = jac%fits .and. jac%is_new
   end subroutine compare

   ! True if the matrix is right.
   logical function adc_is_right(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      adc_is_right = jac%fits
      jac%row = 0
      jac%col = 0
   end function adc_is_right

   ! Begins a call that stores rows. The caller takes the arrays of the matrix, so that compilers know of no other name
   ! for them; adc_end_rows takes them back. quick: nothing has been gained, so entries of the pattern need no call.
   subroutine adc_start_rows(jac, rows, columns, first, column, value, is_set, quick)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: rows, columns
      integer, allocatable, intent(out) :: first(:), column(:)
      real(dp), allocatable, intent(out) :: value(:)
      logical(1), allocatable, intent(out) :: is_set(:)
      logical, intent(out) :: quick
      quick = jac%has_pattern .and. jac%by_rows .and. jac%rows == rows .and. jac%columns == columns
      if (.not. quick) then
         call adc_sparse_pattern(jac%adc_matrix, columns, spread(1, 1, rows + 1), [integer ::])
         if (allocated(jac%is_set)) deallocate (jac%is_set)
         allocate (jac%is_set(rows))
      end if
      jac%has_pattern = .true.
      jac%by_rows = .true.
      call adc_start_gains(jac%gains, rows, columns)
      call move_alloc(jac%first, first)
      call move_alloc(jac%column, column)
      call move_alloc(jac%value, value)
      call move_alloc(jac%is_set, is_set)
      is_set = .false._1
   end subroutine adc_start_rows

   ! Sets a row. at: see adc_add_row.
   subroutine adc_set_row(jac, row, columns, values, at, first, column, value, is_set, quick)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: row, columns(:), first(:), column(:)
      real(dp), intent(in) :: values(:)
      integer, intent(inout) :: at(:)
      real(dp), intent(inout) :: value(:)
      logical(1), intent(inout) :: is_set(:)
      logical, intent(inout) :: quick
      is_set(row) = .false._1
      call adc_add_row(jac, row, columns, values, at, first, column, value, is_set, quick)
   end subroutine adc_set_row

   ! Adds to a row, or sets it if nothing has yet. Column 0 is none. at: the places in the row, from 0, where the entries are expected,
   ! all different, and the largest of them; afterwards, where they were.
   subroutine adc_add_row(jac, row, columns, values, at, first, column, value, is_set, quick)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: row, columns(:), first(:), column(:)
      real(dp), intent(in) :: values(:)
      integer, intent(inout) :: at(:)
      real(dp), intent(inout) :: value(:)
      logical(1), intent(inout) :: is_set(:)
      logical, intent(inout) :: quick
      integer :: places(size(columns)), k
      if (.not. is_set(row)) then
         value(first(row):first(row + 1) - 1) = 0
         call adc_drop_gains(jac%gains, row)
         is_set(row) = .true._1
      end if
      do k = 1, size(columns)
         places(k) = -1
         if (columns(k) == 0) cycle
         places(k) = place_of(columns(k), column(first(row):first(row + 1) - 1), at(k))
         if (places(k) < 0) then
            quick = .false.
            call adc_gain(jac%gains, is_set, row, columns(k), values(k))
         else
            value(first(row) + places(k)) = value(first(row) + places(k)) + values(k)
         end if
      end do
      if (all(places >= 0) .and. any(places /= at(:size(places)))) then
         if (are_different(places)) at = [places, maxval(places)]
      end if
   end subroutine adc_add_row

   ! The place of a column in a row, from 0; -1 if there is none. It is likely to be the expected one or the next.
   pure integer function place_of(j, row, expected) result(place)
      integer, intent(in) :: j, row(0:), expected
      integer :: low, high
      do place = expected, min(expected + 1, size(row) - 1)
         if (row(place) == j) return
      end do
      low = 0
      high = size(row) - 1
      do while (low <= high)
         place = (low + high)/2
         if (row(place) == j) return
         if (row(place) < j) then
            low = place + 1
         else
            high = place - 1
         end if
      end do
      place = -1
   end function place_of

   pure logical function are_different(places)
      integer, intent(in) :: places(:)
      integer :: k
      are_different = .true.
      do k = 2, size(places)
         are_different = are_different .and. all(places(:k - 1) /= places(k))
      end do
   end function are_different

   ! Ends a call that stores rows. Rows that it has not set are zero.
   subroutine adc_end_rows(jac, first, column, value, is_set)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, allocatable, intent(inout) :: first(:), column(:)
      real(dp), allocatable, intent(inout) :: value(:)
      logical(1), allocatable, intent(inout) :: is_set(:)
      integer :: i
      if (.not. all(is_set)) then
         do i = 1, jac%rows
            if (.not. is_set(i)) value(first(i):first(i + 1) - 1) = 0
         end do
      end if
      call move_alloc(first, jac%first)
      call move_alloc(column, jac%column)
      call move_alloc(value, jac%value)
      call move_alloc(is_set, jac%is_set)
      if (jac%gains%number > 0) call extend(jac)
   end subroutine adc_end_rows

   ! Adds what has been gained to the matrix.
   subroutine extend(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      type(adc_matrix) :: old, new
      integer, allocatable :: first(:), column(:)
      old = jac%adc_matrix
      call adc_take_gains(jac%gains, jac%is_set, new%first, new%column, new%value)
      first = new%first
      column = new%column
      call unite(first, column, old%first, old%column)
      call adc_sparse_pattern(jac%adc_matrix, (jac%columns), first, column)
      call add(jac, old)
      call add(jac, new)
   end subroutine extend

   ! Adds a matrix whose pattern is a part.
   subroutine add(jac, part)
      class(adc_sparse_matrix), intent(inout) :: jac
      type(adc_matrix), intent(in) :: part
      integer :: i, k, at
      do i = 1, jac%rows
         at = jac%first(i)
         do k = part%first(i), part%first(i + 1) - 1
            do while (jac%column(at) /= part%column(k))
               at = at + 1
            end do
            jac%value(at) = jac%value(at) + part%value(k)
         end do
      end do
   end subroutine add

   ! A number between 1 and 2 for each column. Differences of neighbours, of any order, are no smaller than those of
   ! random numbers.
   pure real(dp) function random(j)
      integer, intent(in) :: j
      integer(i8) :: bits
      ! mixed twice, with a product that does not overflow in between: without it, differences cancel
      bits = mixed(ieor(int(j, i8), 88172645463325252_i8))
      bits = mixed(ieor(bits, ishft(iand(bits, 1073741823_i8)*1540483477_i8, 3)))
      random = 1 + real(ishft(bits, -11), dp)*2.0_dp**(-53)
   end function random

   ! The xorshift of Marsaglia (2003).
   pure integer(i8) function mixed(bits)
      integer(i8), intent(in) :: bits
      mixed = ieor(bits, ishft(bits, 13))
      mixed = ieor(mixed, ishft(mixed, -7))
      mixed = ieor(mixed, ishft(mixed, 17))
   end function mixed

end module adc_sparsejacobians
