! Entries that a sparse matrix gains in a call: those that its pattern lacks.
!
!    call adc_start_gains(gains, rows, columns)
!    call adc_drop_gains(gains, row)                         ! the row is set again
!    call adc_gain(gains, is_set, row, column, value)        ! in any order; those of one place are added up
!    call adc_take_gains(gains, is_set, first, column, value)
!
! Entries are a list. When it is full, it is sorted by counting, in time linear in its length, rows and columns. It grows
! if more than half of it is left then: a loop that adds to the same places does not make it grow.
module adc_sparsegains
   implicit none
   private
   public :: adc_gains, adc_start_gains, adc_drop_gains, adc_gain, adc_take_gains

   integer, parameter :: dp = kind(1.0d0)

   ! The first length of the list, if the matrix has fewer rows.
   integer, parameter :: shortest = 1000

   type adc_gains
      ! The length of the list.
      integer :: number = 0
      integer, private :: rows = 0, columns = 0
      ! Its rows, columns and values.
      integer, allocatable, private :: row(:), column(:)
      real(dp), allocatable, private :: value(:)
      ! Entries of a row count from the one after this; allocated with the first entry.
      integer, allocatable, private :: since(:)
   end type adc_gains

contains

   ! Begins with none.
   subroutine adc_start_gains(gains, rows, columns)
      type(adc_gains), intent(out) :: gains
      integer, intent(in) :: rows, columns
      gains%rows = rows
      gains%columns = columns
   end subroutine adc_start_gains

   ! Drops what a row has gained.
   subroutine adc_drop_gains(gains, row)
      type(adc_gains), intent(inout) :: gains
      integer, intent(in) :: row
      if (allocated(gains%since)) gains%since(row) = gains%number
   end subroutine adc_drop_gains

   ! Adds an entry. Rows that are not set have none.
   subroutine adc_gain(gains, is_set, row, column, value)
      type(adc_gains), intent(inout) :: gains
      logical(1), intent(in) :: is_set(:)
      integer, intent(in) :: row, column
      real(dp), intent(in) :: value
      if (.not. allocated(gains%since)) then
         allocate (gains%since(gains%rows), source=0)
         call resize(gains, max(shortest, gains%rows))
      end if
      if (gains%number == size(gains%row)) then
         call combine(gains, is_set)
         if (2*gains%number > size(gains%row)) call resize(gains, 2*size(gains%row))
      end if
      gains%number = gains%number + 1
      gains%row(gains%number) = row
      gains%column(gains%number) = column
      gains%value(gains%number) = value
   end subroutine adc_gain

   ! Gives the list another length.
   subroutine resize(gains, length)
      type(adc_gains), intent(inout) :: gains
      integer, intent(in) :: length
      integer, allocatable :: row(:), column(:)
      real(dp), allocatable :: value(:)
      allocate (row(length), column(length), value(length))
      if (gains%number > 0) then
         row(:gains%number) = gains%row(:gains%number)
         column(:gains%number) = gains%column(:gains%number)
         value(:gains%number) = gains%value(:gains%number)
      end if
      call move_alloc(row, gains%row)
      call move_alloc(column, gains%column)
      call move_alloc(value, gains%value)
   end subroutine resize

   ! All entries, of which there is one at least, as compressed rows, in which columns increase; none are left.
   subroutine adc_take_gains(gains, is_set, first, column, value)
      type(adc_gains), intent(inout) :: gains
      logical(1), intent(in) :: is_set(:)
      integer, allocatable, intent(out) :: first(:), column(:)
      real(dp), allocatable, intent(out) :: value(:)
      integer :: i, k
      call combine(gains, is_set)
      allocate (first(gains%rows + 1), source=0)
      do k = 1, gains%number
         i = gains%row(k) + 1
         first(i) = first(i) + 1
      end do
      first(1) = 1
      do i = 1, gains%rows
         first(i + 1) = first(i + 1) + first(i)
      end do
      column = gains%column(:gains%number)
      value = gains%value(:gains%number)
      call adc_start_gains(gains, (gains%rows), (gains%columns))
   end subroutine adc_take_gains

   ! Sorts the list by rows and columns, and adds up entries of one place.
   subroutine combine(gains, is_set)
      type(adc_gains), intent(inout) :: gains
      logical(1), intent(in) :: is_set(:)
      integer, allocatable :: order(:), row(:), column(:)
      real(dp), allocatable :: value(:)
      integer :: k, n
      allocate (order(gains%number))
      n = 0
      do k = 1, gains%number
         if (.not. is_set(gains%row(k)) .or. k <= gains%since(gains%row(k))) cycle
         n = n + 1
         order(n) = k
      end do
      order = order(:n)
      call sort(order, gains%column, gains%columns)
      call sort(order, gains%row, gains%rows)
      row = gains%row(order)
      column = gains%column(order)
      value = gains%value(order)
      n = 0
      do k = 1, size(order)
         if (n > 0) then
            if (gains%row(n) == row(k) .and. gains%column(n) == column(k)) then
               gains%value(n) = gains%value(n) + value(k)
               cycle
            end if
         end if
         n = n + 1
         gains%row(n) = row(k)
         gains%column(n) = column(k)
         gains%value(n) = value(k)
      end do
      gains%number = n
      gains%since = 0
   end subroutine combine

   ! Sorts numbers of entries by keys between 1 and n. Those of one key keep their order.
   subroutine sort(order, key, n)
      integer, intent(inout) :: order(:)
      integer, intent(in) :: key(:), n
      integer, allocatable :: next(:), sorted(:)
      integer :: k, j
      allocate (next(n + 1), source=0)
      allocate (sorted(size(order)))
      do k = 1, size(order)
         j = key(order(k)) + 1
         next(j) = next(j) + 1
      end do
      next(1) = 1
      do j = 2, n
         next(j) = next(j) + next(j - 1)
      end do
      do k = 1, size(order)
         j = key(order(k))
         sorted(next(j)) = order(k)
         next(j) = next(j) + 1
      end do
      order = sorted
   end subroutine sort
end module adc_sparsegains
