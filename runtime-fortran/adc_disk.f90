! Snapshots on disk: the file that contains them. It is written and read through the C library's streams, because a full
! disk must be detected at once, which Fortran compilers do not promise; the error messages also come from the C
! library.
!
! Each thread has a file of its own, from the first snapshot on disk to the last: a new file with an unused name, in the
! folder $ADC_SNAPSHOT_DIR, or else $TMPDIR, or else the current one. If the system allows it, its name is removed as
! soon as it is open, so that no file is left over however the program ends.

module adc_disk
   use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_funptr, c_int, c_intptr_t, c_long, c_null_char, &
      c_null_funptr, c_null_ptr, c_ptr, c_size_t
   use, intrinsic :: iso_fortran_env, only: error_unit, int64
   implicit none
   private
   public :: disk_reserve, disk_free, disk_seek, disk_write, disk_read, disk_flush, disk_peak

   ! A piece of the file. It is never divided: snapshots of one loop have about the same size.
   type extent
      integer(int64) :: offset = 0, bytes = 0
      logical :: in_use = .false.
   end type extent

   type(c_ptr), save :: file = c_null_ptr
   character(len=:), allocatable, save :: name
   logical, save :: named = .false. ! the name is still there, and must be removed at the end
   type(extent), allocatable, save :: extents(:)
   integer, save :: count = 0
   ! Bytes of the file, bytes written to it, and bytes whose write the system has not confirmed yet.
   integer(int64), save :: length = 0, written = 0, pending = 0, disk_peak = 0
   !$omp threadprivate(file, name, named, extents, count, length, written, pending, disk_peak)

   ! Values of C's SEEK_SET and SEEK_CUR, the same everywhere.
   integer(c_int), parameter :: from_start = 0, from_here = 1
   ! SIGXFSZ almost everywhere; elsewhere it is another signal or none, which may also be ignored during a run.
   integer(c_int), parameter :: file_too_large = 25

   interface
      type(c_ptr) function fopen(path, mode) bind(c)
         import
         character(kind=c_char), intent(in) :: path(*), mode(*)
      end function fopen
      integer(c_int) function fclose(stream) bind(c)
         import
         type(c_ptr), value :: stream
      end function fclose
      integer(c_int) function fflush(stream) bind(c)
         import
         type(c_ptr), value :: stream
      end function fflush
      integer(c_int) function fseek(stream, offset, whence) bind(c)
         import
         type(c_ptr), value :: stream
         integer(c_long), value :: offset
         integer(c_int), value :: whence
      end function fseek
      integer(c_size_t) function fwrite(values, one, n, stream) bind(c)
         import
         type(c_ptr), value :: values, stream
         integer(c_size_t), value :: one, n
      end function fwrite
      integer(c_size_t) function fread(values, one, n, stream) bind(c)
         import
         type(c_ptr), value :: values, stream
         integer(c_size_t), value :: one, n
      end function fread
      integer(c_int) function remove(path) bind(c)
         import
         character(kind=c_char), intent(in) :: path(*)
      end function remove
      type(c_funptr) function signal(number, handler) bind(c)
         import
         integer(c_int), value :: number
         type(c_funptr), value :: handler
      end function signal
      subroutine perror(prefix) bind(c)
         import
         character(kind=c_char), intent(in) :: prefix(*)
      end subroutine perror
   end interface

contains

   ! Reserves a piece of the file with this many bytes: a freed one, or a new one at the end.
   subroutine disk_reserve(bytes, offset)
      integer(int64), intent(in) :: bytes
      integer(int64), intent(out) :: offset
      type(extent), allocatable :: more(:)
      integer :: i
      if (.not. c_associated(file)) call open_file
      do i = 1, count
         if (.not. extents(i)%in_use .and. extents(i)%bytes >= bytes) exit
      end do
      if (i > count) then
         if (count == size(extents)) then
            allocate (more(2*count))
            more(:count) = extents
            call move_alloc(more, extents)
         end if
         count = i
         extents(i) = extent(length, bytes, .false.)
         length = length + bytes
         disk_peak = max(disk_peak, length)
      end if
      extents(i)%in_use = .true.
      offset = extents(i)%offset
   end subroutine disk_reserve

   ! Frees the piece at the offset; the file is removed with its last piece.
   subroutine disk_free(offset)
      integer(int64), intent(in) :: offset
      where (extents(:count)%offset == offset) extents(:count)%in_use = .false.
      if (.not. any(extents(:count)%in_use)) call close_file
   end subroutine disk_free

   ! A `long` may be too narrow for the offset.
   subroutine disk_seek(offset)
      integer(int64), intent(in) :: offset
      integer(int64) :: left, step
      integer(c_int) :: status
      status = fseek(file, 0_c_long, from_start)
      left = offset
      do while (left > 0 .and. status == 0)
         step = min(left, int(huge(0_c_long), int64))
         status = fseek(file, int(step, c_long), from_here)
         left = left - step
      end do
      if (status /= 0) call stop_file('reach a place in', offset)
   end subroutine disk_seek

   subroutine disk_write(values, bytes)
      type(c_ptr), intent(in) :: values
      integer(int64), intent(in) :: bytes
      pending = pending + bytes
      if (fwrite(values, 1_c_size_t, int(bytes, c_size_t), file) < bytes) call stop_file('write to', pending)
   end subroutine disk_write

   subroutine disk_read(values, bytes)
      type(c_ptr), intent(in) :: values
      integer(int64), intent(in) :: bytes
      if (fread(values, 1_c_size_t, int(bytes, c_size_t), file) < bytes) call stop_file('read from', bytes)
   end subroutine disk_read

   ! Flushes all writes to the system, which reports a lack of space.
   subroutine disk_flush
      if (fflush(file) /= 0) call stop_file('write to', pending)
      written = written + pending
      pending = 0
   end subroutine disk_flush

   subroutine open_file
      character(len=:), allocatable :: folder
      character(len=200) :: message
      character(len=40) :: own
      integer(int64) :: clock
      type(c_funptr) :: before
      integer :: i, unit, status, date(8)
      logical :: exists
      call get_folder('ADC_SNAPSHOT_DIR', folder)
      if (len(folder) == 0) call get_folder('TMPDIR', folder)
      if (len(folder) == 0) folder = '.'
      ! `new` ensures that no other file has that name; if one has, the next name is tried.
      do i = 1, 10000
         call date_and_time(values=date)
         call system_clock(clock)
         write (own, '(i4.4,5i2.2,a,i0,a,i0)') date(1:3), date(5:7), '-', clock, '-', i
         name = folder//'/adc-snapshots-'//trim(own)
         open (newunit=unit, file=name, status='new', access='stream', iostat=status, iomsg=message)
         if (status == 0) exit
         inquire (file=name, exist=exists)
         ! another process may have had a file of that name, and deleted it since
         if (.not. exists .and. i > 3) exit
      end do
      if (status == 0) then
         close (unit)
         file = fopen(name//c_null_char, 'r+b'//c_null_char)
      end if
      if (status /= 0 .or. .not. c_associated(file)) then
         if (status == 0) message = 'it cannot be opened again'
         write (error_unit, '(4a)') 'adc tape: cannot create the file ', name, ' for snapshots: ', trim(message)
         error stop 1
      end if
      named = remove(name//c_null_char) /= 0
      ! A limit on the size of files must cause an error of the write, not terminate the program silently. The address 1
      ! is C's SIG_IGN.
      before = signal(file_too_large, transfer(1_c_intptr_t, c_null_funptr))
      if (.not. allocated(extents)) allocate (extents(16))
      count = 0
      length = 0
      written = 0
      pending = 0
   end subroutine open_file

   subroutine get_folder(variable, folder)
      character(len=*), intent(in) :: variable
      character(len=:), allocatable, intent(out) :: folder
      integer :: n
      call get_environment_variable(variable, length=n)
      allocate (character(len=n) :: folder)
      if (n > 0) call get_environment_variable(variable, folder)
   end subroutine get_folder

   subroutine close_file
      integer(c_int) :: status
      status = fclose(file)
      if (named) status = remove(name//c_null_char)
      file = c_null_ptr
      named = .false.
      count = 0
   end subroutine close_file

   subroutine stop_file(what, bytes)
      character(len=*), intent(in) :: what
      integer(int64), intent(in) :: bytes
      call perror('adc tape: '//name//c_null_char) ! first, while the system knows the cause
      call close_file
      write (error_unit, '(5a,i0,a,i0,a)') 'adc tape: cannot ', what, ' the file of snapshots ', name, ': no success with ', &
         bytes, ' bytes, after ', written, ' bytes were written'
      write (error_unit, '(a,i0,a)') 'adc tape: the file, of ', length, ' bytes, is deleted'
      error stop 1
   end subroutine stop_file
end module adc_disk
