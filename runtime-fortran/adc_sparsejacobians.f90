! Sparse Jacobians: what the procedures foo_js that adc writes call.
!
! A Jacobian has a row for each element of the dependents, one variable after the other, and a column for each element
! of the independents. jac%first, jac%column and jac%value are its rows: see adc_sparse.
!
! The pattern, found at the first call, is kept. It is that of the branches taken then. So one direction more than
! there are colors is random: if its derivative is not the matrix times the direction, the pattern has become too
! small, and foo_js extends it by that of the branches taken now.
module adc_sparsejacobians
   use adc_patterns, only: adc_patterns_start, adc_patterns_end, adc_set_rows
   use adc_sparse, only: adc_matrix, adc_sparse_pattern, adc_sparse_color
   implicit none
   private
   public :: adc_sparse_matrix, adc_wants_pattern, adc_start_pattern, adc_seed_pattern, adc_take_pattern, adc_end_pattern
   public :: adc_directions, adc_seed, adc_take, adc_is_right

   integer, parameter :: dp = kind(1.0d0)

   ! Rounding in the derivative in the random direction, relative to the terms of its row.
   real(dp), parameter :: tolerance = 1d-9

   ! The most that rounding can make of the largest entry.
   real(dp), parameter :: most = 1d-3

   type, extends(adc_matrix) :: adc_sparse_matrix
      private
      ! The pattern is that of this size.
      logical :: has_pattern = .false.
      ! The pattern was made in this call.
      logical :: is_new = .false.
      ! No derivative in the random direction contradicts the pattern.
      logical :: fits = .true.
      ! The largest of these contradictions.
      real(dp) :: worst = 0
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
      jac%worst = 0
      jac%row = 0
      jac%col = 0
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

   ! A direction for each color, and a random one.
   integer function adc_directions(jac)
      class(adc_sparse_matrix), intent(in) :: jac
      adc_directions = jac%colors + 1
   end function adc_directions

   ! The directions of an independent.
   subroutine adc_seed(jac, directions, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(out) :: directions(jac%colors + 1, count)
      integer :: j, c
      do j = 1, count
         directions(:jac%colors, j) = 0
         c = jac%color(jac%col + j)
         if (c > 0) directions(c, j) = 1
         directions(jac%colors + 1, j) = random(jac%col + j)
      end do
      jac%col = jac%col + count
   end subroutine adc_seed

   ! The entries of a dependent from its derivatives.
   subroutine adc_take(jac, derivatives, count)
      class(adc_sparse_matrix), intent(inout) :: jac
      integer, intent(in) :: count
      real(dp), intent(in) :: derivatives(jac%colors + 1, count)
      real(dp) :: total, magnitude, term
      integer :: i, k
      do i = 1, count
         total = derivatives(jac%colors + 1, i)
         magnitude = abs(total)
         do k = jac%first(jac%row + i), jac%first(jac%row + i + 1) - 1
            jac%value(k) = derivatives(jac%color(jac%column(k)), i)
            term = jac%value(k)*random(jac%column(k))
            total = total - term
            magnitude = magnitude + abs(term)
         end do
         ! what is not finite contradicts nothing
         if (abs(total) > tolerance*magnitude) then
            jac%fits = .false.
            jac%worst = max(jac%worst, abs(total))
         end if
      end do
      jac%row = jac%row + count
   end subroutine adc_take

   ! True if the matrix is right. A pattern that was made in this call is: what contradicts it is rounding.
   logical function adc_is_right(jac)
      class(adc_sparse_matrix), intent(inout) :: jac
      if (jac%is_new) then
         if (jac%worst > most*max(0.0_dp, maxval(abs(jac%value)))) &
            error stop 'adc_sparsejacobians: the tangent contradicts the pattern of the same point; please report this'
         jac%fits = .true.
      end if
      adc_is_right = jac%fits
      jac%row = 0
      jac%col = 0
   end function adc_is_right

   ! A number between 1 and 2 for each column, without a rule that columns of a model may have.
   pure real(dp) function random(j)
      integer, intent(in) :: j
      real(dp), parameter :: golden = 0.618033988749894848d0
      real(dp) :: x
      x = golden*j
      random = 1 + x - aint(x)
   end function random

end module adc_sparsejacobians
