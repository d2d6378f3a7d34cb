! Snapshots on disk, as tests/disk.sh runs them: each case writes some, and ends in its own way.
program disk
   use adc_tape
   use adc_steps
   use adc_disk
   use, intrinsic :: iso_c_binding, only: c_loc
   use, intrinsic :: iso_fortran_env, only: int32, int64, real64
   implicit none
   character(len=20) :: which
   integer, parameter :: megabyte = 131072
   integer(int64), target :: word
   integer(int64) :: offset

   call get_command_argument(1, which)
   select case (which)
   case ('loop')
      call loop(20, megabyte, 8, .false.)
   case ('stop')
      call loop(20, megabyte, 8, .true.)
   case ('small') ! snapshots that fit into buffers of the compiler and of the system
      call loop(4000, 100, 4000, .false.)
   case ('far') ! beyond what 32 bits hold; files may have holes
      call disk_reserve(3000000000_int64, offset)
      call disk_reserve(8_int64, offset)
      if (offset /= 3000000000_int64) error stop 'offset'
      word = 42
      call disk_seek(offset)
      call disk_write(c_loc(word), 8_int64)
      call disk_flush
      word = 0
      call disk_seek(offset)
      call disk_read(c_loc(word), 8_int64)
      if (word /= 42) error stop 'the word was lost'
      if (adc_snapshot_disk_bytes() /= 3000000008_int64) error stop 'bytes on disk'
      call disk_free(0_int64)
      call disk_free(offset)
   end select

contains

   subroutine loop(l, n, disk, early)
      integer, intent(in) :: l, n, disk
      logical, intent(in) :: early
      integer(int32) :: action, step
      real(real64) :: a(n)
      a = 0
      call adc_steps_begin(l, 1, disk)
      do
         call adc_steps_next(action, step)
         select case (action)
         case (store)
            call adc_snapshot_begin()
            call pushreal8array(a, size(a))
            call adc_snapshot_end()
         case (advance)
            a = a + 1
         case (restore)
            call adc_snapshot_load()
            call popreal8array(a, size(a))
         case (turn)
            if (early) error stop 'stopped by the user'
            if (any(nint(a) /= step)) error stop 'a wrong state'
         case default
            exit
         end select
      end do
      call adc_steps_end()
   end subroutine loop
end program disk
