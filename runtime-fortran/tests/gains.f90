! Gained entries against a dense matrix.
program gains_test
   use, intrinsic :: iso_fortran_env, only: real64
   use adc_sparsegains
   implicit none
   call check(.false., 400, 300, 20000)
   call check(.true., 400, 300, 20000)
   call check(.true., 3, 5000, 9000)
   call check(.true., 5000, 2, 9000)
contains

   ! drops: some rows are set again, and some are not set in the end.
   subroutine check(drops, rows, columns, number)
      logical, intent(in) :: drops
      integer, intent(in) :: rows, columns, number
      type(adc_gains) :: gains
      logical(1) :: is_set(rows)
      integer, allocatable :: first(:), column(:)
      real(real64), allocatable :: value(:), dense(:, :)
      logical, allocatable :: is_there(:, :)
      real(real64) :: r(4)
      integer :: k, i, j
      allocate (dense(rows, columns), source=0.0_real64)
      allocate (is_there(rows, columns), source=.false.)
      is_set = .true._1
      call adc_start_gains(gains, rows, columns)
      do k = 1, number
         call random_number(r)
         i = 1 + int(r(1)*rows)
         j = 1 + int(r(2)*columns)
         if (drops .and. r(3) < 0.01) then
            call adc_drop_gains(gains, i)
            dense(i, :) = 0
            is_there(i, :) = .false.
         end if
         call adc_gain(gains, is_set, i, j, anint(100*r(4)))
         dense(i, j) = dense(i, j) + anint(100*r(4))
         is_there(i, j) = .true.
      end do
      if (drops) then
         is_set(2) = .false._1
         is_there(2, :) = .false.
      end if
      call adc_take_gains(gains, is_set, first, column, value)
      if (gains%number /= 0) error stop 'some are left'
      if (size(first) /= rows + 1 .or. first(rows + 1) /= count(is_there) + 1) error stop 'another number'
      do i = 1, rows
         do k = first(i), first(i + 1) - 1
            if (.not. is_there(i, column(k)) .or. abs(value(k) - dense(i, column(k))) > 0) error stop 'another entry'
            if (k > first(i)) then
               if (column(k) <= column(k - 1)) error stop 'columns do not increase'
            end if
         end do
      end do
   end subroutine check
end program gains_test
