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
module adc_sparsejacobians
   use adc_patterns, only: adc_patterns_start, adc_patterns_end, adc_set_rows
   use adc_sparse, only: adc_matrix, adc_sparse_pattern, adc_sparse_color
   implicit none
   private
   public :: adc_sparse_matrix, adc_wants_pattern, adc_start_pattern, adc_seed_pattern, adc_take_pattern, adc_end_pattern
   public :: adc_directions, adc_seed, adc_take, adc_is_right

   integer, parameter :: dp = kind(1.0d0), i8 = selected_int_kind(18)

   ! Rounding in the derivative in the random direction, relative to the terms of its row.
   real(dp), parameter :: tolerance = 1d-9

   ! So much larger rounding may be than it was at another point.
   real(dp), parameter :: larger = 100

   ! Random directions.
   integer, parameter :: checks = 2

   type, extends(adc_matrix) :: adc_sparse_matrix
      private
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
   end type adc_sparse_matrix

contains

   ! True if there is no pattern for this size, or if it is too small.
   logical function adc_wants_pattern(jac, rows, columns)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: rows, columns
      if (jac%has_pattern .and. (jac%rows /= rows .or. jac%columns /= columns)) jac%has_pattern = .false.
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

   ! Makes the matrix of the sets, with what the pattern had before, and colors its columns.
   subroutine adc_end_pattern(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, allocatable :: first(:), column(:)
      call adc_set_rows(jac%sets, first, column)
      call adc_patterns_end()
      deallocate (jac%sets)
      if (jac%has_pattern) call unite(first, column, jac%first, jac%column)
      ! a copy of the number: the matrix is made anew
      call adc_sparse_pattern(jac%adc_matrix, (jac%columns), first, column)
      call adc_sparse_color(jac%adc_matrix)
      jac%has_pattern = .true.
      jac%row = 0
      jac%col = 0
   end subroutine adc_end_pattern

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
      class(adc_sparse_matrix), intent(in) :: jac
      adc_directions = jac%colors + checks
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

   ! The entries of a dependent from its derivatives.
   subroutine adc_take(jac, derivatives, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(in) :: derivatives(jac%colors + checks, count)
      real(dp) :: total(checks), magnitude(checks), term(checks)
      integer :: i, k
      do i = 1, count
         total = derivatives(jac%colors + 1:, i)
         magnitude = abs(total)
         do k = jac%first(jac%row + i), jac%first(jac%row + i + 1) - 1
            jac%value(k) = derivatives(jac%color(jac%column(k)), i)
            term = jac%value(k)*jac%direction(:, jac%column(k))
            total = total - term
            magnitude = magnitude + abs(term)
         end do
         call compare(abs(total), tolerance*magnitude, jac%rounding(:, jac%row + i))
      end do
      jac%row = jac%row + count
   contains
      ! What is not finite contradicts nothing.
      subroutine compare(total, allowed, rounding)
         real(dp), intent(in) :: total(checks), allowed(checks)
         real(dp), intent(inout) :: rounding(checks)
         if (.not. any(total > max(allowed, larger*rounding))) return
         if (jac%is_new) rounding = max(rounding, total)
         jac%fits = jac%fits .and. jac%is_new
      end subroutine compare
   end subroutine adc_take

   ! True if the matrix is right.
   logical function adc_is_right(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      adc_is_right = jac%fits
      jac%row = 0
      jac%col = 0
   end function adc_is_right

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
