! Parts of the tape that are taken off it and put back on its top any number of times. Snapshots and recordings of
! repeated iterations consist of parts. This file is generated from template/adc_tapeparts.f90.in.
!
! A part contains everything pushed between two moments: values of all kinds, control bits, pieces, and in check mode
! the log of these pushes. It is stored in memory, in buffers that are reused until adc_tape_release, or on disk. Values
! are moved in pieces as large as the blocks of the tape allow, without any reinterpretation.

module adc_tapeparts
   use adc_tape_state
   use adc_disk, only: disk_reserve, disk_free, disk_seek, disk_write, disk_read, disk_flush
   use, intrinsic :: iso_c_binding, only: c_loc
   implicit none
   private
   public :: moment, part, note_moment, take_part, put_part, spill_part, share_part, drop_part

   ! A state of the tape: numbers of values of each kind, in its stacks and in its areas of pieces.
   type moment
      integer(int64) :: values(control) = 0, pieces(control) = 0, bits = 1
      integer :: logged = 0
   end type moment

   type column_real4
      real(real32), allocatable :: v(:)
   end type column_real4
   type column_real8
      real(real64), allocatable :: v(:)
   end type column_real8
   type column_real16
      real(quad), allocatable :: v(:)
   end type column_real16
   type column_complex8
      complex(real32), allocatable :: v(:)
   end type column_complex8
   type column_complex16
      complex(real64), allocatable :: v(:)
   end type column_complex16
   type column_complex32
      complex(quad), allocatable :: v(:)
   end type column_complex32
   type column_integer1
      integer(int8), allocatable :: v(:)
   end type column_integer1
   type column_integer2
      integer(int16), allocatable :: v(:)
   end type column_integer2
   type column_integer4
      integer(int32), allocatable :: v(:)
   end type column_integer4
   type column_integer8
      integer(int64), allocatable :: v(:)
   end type column_integer8
   type column_boolean
      logical, allocatable :: v(:)
   end type column_boolean
   type column_character
      character(len=1), allocatable :: v(:)
   end type column_character
   type column_word
      integer(int64), allocatable :: v(:)
   end type column_word
   ! Memory for a part; `capacity` counts its bytes.
   type buffers
      integer(int64) :: capacity = 0
      type(buffers), pointer :: next => null()
      type(column_real4) :: values_real4
      type(column_real8) :: values_real8
      type(column_real16) :: values_real16
      type(column_complex8) :: values_complex8
      type(column_complex16) :: values_complex16
      type(column_complex32) :: values_complex32
      type(column_integer1) :: values_integer1
      type(column_integer2) :: values_integer2
      type(column_integer4) :: values_integer4
      type(column_integer8) :: values_integer8
      type(column_boolean) :: values_boolean
      type(column_character) :: values_character
      type(column_word) :: values_word
      type(column_real4) :: pieces_real4
      type(column_real8) :: pieces_real8
      type(column_complex8) :: pieces_complex8
      type(column_complex16) :: pieces_complex16
      type(column_integer4) :: pieces_integer4
      type(column_integer8) :: pieces_integer8
      type(column_boolean) :: pieces_boolean
   end type buffers

   ! Parts do not change, so copies share one; `shares` counts the copies.
   type part
      integer(int64) :: values(control) = 0, pieces(control) = 0, bits = 1, bytes = 0
      integer, allocatable :: log_kind(:), log_count(:)
      integer :: shares = 1
      type(buffers), pointer :: memory => null()
      integer(int64) :: offset = -1 ! where it starts in the file, when it is on disk
   end type part

   ! Unused buffers.
   type(buffers), pointer, save :: spare => null()
   !$omp threadprivate(spare)

contains

   ! The current state of the tape. Later control bits go to a new word.
   subroutine note_moment(m)
      type(moment), intent(out) :: m
      m%values(1) = height_real4(s_real4)
      m%values(2) = height_real8(s_real8)
      m%values(3) = height_real16(s_real16)
      m%values(4) = height_complex8(s_complex8)
      m%values(5) = height_complex16(s_complex16)
      m%values(6) = height_complex32(s_complex32)
      m%values(7) = height_integer1(s_integer1)
      m%values(8) = height_integer2(s_integer2)
      m%values(9) = height_integer4(s_integer4)
      m%values(10) = height_integer8(s_integer8)
      m%values(11) = height_boolean(s_boolean)
      m%values(12) = height_character(s_character)
      m%values(13) = height_word(s_word)
      m%pieces(1) = height_real4(area_real4)
      m%pieces(2) = height_real8(area_real8)
      m%pieces(4) = height_complex8(area_complex8)
      m%pieces(5) = height_complex16(area_complex16)
      m%pieces(9) = height_integer4(area_integer4)
      m%pieces(10) = height_integer8(area_integer8)
      m%pieces(11) = height_boolean(area_boolean)
      m%bits = bits
      m%logged = logged
      bits = 1
   end subroutine note_moment

   ! Takes everything pushed since the moment off the tape.
   subroutine take_part(p, since)
      type(part), pointer, intent(out) :: p
      type(moment), intent(in) :: since
      allocate (p)
      p%values(1) = height_real4(s_real4) - since%values(1)
      p%values(2) = height_real8(s_real8) - since%values(2)
      p%values(3) = height_real16(s_real16) - since%values(3)
      p%values(4) = height_complex8(s_complex8) - since%values(4)
      p%values(5) = height_complex16(s_complex16) - since%values(5)
      p%values(6) = height_complex32(s_complex32) - since%values(6)
      p%values(7) = height_integer1(s_integer1) - since%values(7)
      p%values(8) = height_integer2(s_integer2) - since%values(8)
      p%values(9) = height_integer4(s_integer4) - since%values(9)
      p%values(10) = height_integer8(s_integer8) - since%values(10)
      p%values(11) = height_boolean(s_boolean) - since%values(11)
      p%values(12) = height_character(s_character) - since%values(12)
      p%values(13) = height_word(s_word) - since%values(13)
      p%pieces(1) = height_real4(area_real4) - since%pieces(1)
      p%pieces(2) = height_real8(area_real8) - since%pieces(2)
      p%pieces(4) = height_complex8(area_complex8) - since%pieces(4)
      p%pieces(5) = height_complex16(area_complex16) - since%pieces(5)
      p%pieces(9) = height_integer4(area_integer4) - since%pieces(9)
      p%pieces(10) = height_integer8(area_integer8) - since%pieces(10)
      p%pieces(11) = height_boolean(area_boolean) - since%pieces(11)
      p%bits = bits
      bits = since%bits
      p%bytes = sum((p%values + p%pieces)*bytes_of)
      if (checking) then
         p%log_kind = log_kind(since%logged + 1:logged)
         p%log_count = log_count(since%logged + 1:logged)
         logged = since%logged
      end if
      if (p%bytes == 0) return
      call find_buffers(p%memory, p%bytes)
      call take_real4(s_real4, p%memory%values_real4, p%values(1), p%memory%capacity)
      call take_real8(s_real8, p%memory%values_real8, p%values(2), p%memory%capacity)
      call take_real16(s_real16, p%memory%values_real16, p%values(3), p%memory%capacity)
      call take_complex8(s_complex8, p%memory%values_complex8, p%values(4), p%memory%capacity)
      call take_complex16(s_complex16, p%memory%values_complex16, p%values(5), p%memory%capacity)
      call take_complex32(s_complex32, p%memory%values_complex32, p%values(6), p%memory%capacity)
      call take_integer1(s_integer1, p%memory%values_integer1, p%values(7), p%memory%capacity)
      call take_integer2(s_integer2, p%memory%values_integer2, p%values(8), p%memory%capacity)
      call take_integer4(s_integer4, p%memory%values_integer4, p%values(9), p%memory%capacity)
      call take_integer8(s_integer8, p%memory%values_integer8, p%values(10), p%memory%capacity)
      call take_boolean(s_boolean, p%memory%values_boolean, p%values(11), p%memory%capacity)
      call take_character(s_character, p%memory%values_character, p%values(12), p%memory%capacity)
      call take_word(s_word, p%memory%values_word, p%values(13), p%memory%capacity)
      call take_real4(area_real4, p%memory%pieces_real4, p%pieces(1), p%memory%capacity)
      call take_real8(area_real8, p%memory%pieces_real8, p%pieces(2), p%memory%capacity)
      call take_complex8(area_complex8, p%memory%pieces_complex8, p%pieces(4), p%memory%capacity)
      call take_complex16(area_complex16, p%memory%pieces_complex16, p%pieces(5), p%memory%capacity)
      call take_integer4(area_integer4, p%memory%pieces_integer4, p%pieces(9), p%memory%capacity)
      call take_integer8(area_integer8, p%memory%pieces_integer8, p%pieces(10), p%memory%capacity)
      call take_boolean(area_boolean, p%memory%pieces_boolean, p%pieces(11), p%memory%capacity)
      call note_peak
      used = used - p%bytes
      held = held + p%bytes
   end subroutine take_part

   ! Puts a copy of a part on the tape.
   subroutine put_part(p)
      type(part), intent(in) :: p
      integer :: i
      if (p%bits /= 1 .or. p%values(13) > 0) then ! words of control bits are the last of the kinds
         if (bits /= 1) call store_bits
         bits = p%bits
      end if
      if (checking) then
         do i = 1, size(p%log_kind)
            call log_push(p%log_kind(i), p%log_count(i))
         end do
      end if
      if (p%bytes == 0) return
      if (associated(p%memory)) then
         call put_real4(s_real4, p%values(1), .false., p%memory%values_real4)
         call put_real8(s_real8, p%values(2), .false., p%memory%values_real8)
         call put_real16(s_real16, p%values(3), .false., p%memory%values_real16)
         call put_complex8(s_complex8, p%values(4), .false., p%memory%values_complex8)
         call put_complex16(s_complex16, p%values(5), .false., p%memory%values_complex16)
         call put_complex32(s_complex32, p%values(6), .false., p%memory%values_complex32)
         call put_integer1(s_integer1, p%values(7), .false., p%memory%values_integer1)
         call put_integer2(s_integer2, p%values(8), .false., p%memory%values_integer2)
         call put_integer4(s_integer4, p%values(9), .false., p%memory%values_integer4)
         call put_integer8(s_integer8, p%values(10), .false., p%memory%values_integer8)
         call put_boolean(s_boolean, p%values(11), .false., p%memory%values_boolean)
         call put_character(s_character, p%values(12), .false., p%memory%values_character)
         call put_word(s_word, p%values(13), .false., p%memory%values_word)
         call put_real4(area_real4, p%pieces(1), .true., p%memory%pieces_real4)
         call put_real8(area_real8, p%pieces(2), .true., p%memory%pieces_real8)
         call put_complex8(area_complex8, p%pieces(4), .true., p%memory%pieces_complex8)
         call put_complex16(area_complex16, p%pieces(5), .true., p%memory%pieces_complex16)
         call put_integer4(area_integer4, p%pieces(9), .true., p%memory%pieces_integer4)
         call put_integer8(area_integer8, p%pieces(10), .true., p%memory%pieces_integer8)
         call put_boolean(area_boolean, p%pieces(11), .true., p%memory%pieces_boolean)
      else
         call disk_seek(p%offset)
         call put_real4(s_real4, p%values(1), .false.)
         call put_real8(s_real8, p%values(2), .false.)
         call put_real16(s_real16, p%values(3), .false.)
         call put_complex8(s_complex8, p%values(4), .false.)
         call put_complex16(s_complex16, p%values(5), .false.)
         call put_complex32(s_complex32, p%values(6), .false.)
         call put_integer1(s_integer1, p%values(7), .false.)
         call put_integer2(s_integer2, p%values(8), .false.)
         call put_integer4(s_integer4, p%values(9), .false.)
         call put_integer8(s_integer8, p%values(10), .false.)
         call put_boolean(s_boolean, p%values(11), .false.)
         call put_character(s_character, p%values(12), .false.)
         call put_word(s_word, p%values(13), .false.)
         call put_real4(area_real4, p%pieces(1), .true.)
         call put_real8(area_real8, p%pieces(2), .true.)
         call put_complex8(area_complex8, p%pieces(4), .true.)
         call put_complex16(area_complex16, p%pieces(5), .true.)
         call put_integer4(area_integer4, p%pieces(9), .true.)
         call put_integer8(area_integer8, p%pieces(10), .true.)
         call put_boolean(area_boolean, p%pieces(11), .true.)
      end if
      used = used + p%bytes
   end subroutine put_part

   ! Moves a part from memory to disk unless it is there already.
   subroutine spill_part(p)
      type(part), intent(inout) :: p
      if (.not. associated(p%memory)) return
      call disk_reserve(p%bytes, p%offset)
      call disk_seek(p%offset)
      call write_real4(p%memory%values_real4, p%values(1))
      call write_real8(p%memory%values_real8, p%values(2))
      call write_real16(p%memory%values_real16, p%values(3))
      call write_complex8(p%memory%values_complex8, p%values(4))
      call write_complex16(p%memory%values_complex16, p%values(5))
      call write_complex32(p%memory%values_complex32, p%values(6))
      call write_integer1(p%memory%values_integer1, p%values(7))
      call write_integer2(p%memory%values_integer2, p%values(8))
      call write_integer4(p%memory%values_integer4, p%values(9))
      call write_integer8(p%memory%values_integer8, p%values(10))
      call write_boolean(p%memory%values_boolean, p%values(11))
      call write_character(p%memory%values_character, p%values(12))
      call write_word(p%memory%values_word, p%values(13))
      call write_real4(p%memory%pieces_real4, p%pieces(1))
      call write_real8(p%memory%pieces_real8, p%pieces(2))
      call write_complex8(p%memory%pieces_complex8, p%pieces(4))
      call write_complex16(p%memory%pieces_complex16, p%pieces(5))
      call write_integer4(p%memory%pieces_integer4, p%pieces(9))
      call write_integer8(p%memory%pieces_integer8, p%pieces(10))
      call write_boolean(p%memory%pieces_boolean, p%pieces(11))
      call disk_flush
      call leave_memory(p)
   end subroutine spill_part

   ! Adds a user of a part.
   subroutine share_part(p)
      type(part), intent(inout) :: p
      p%shares = p%shares + 1
   end subroutine share_part

   ! Removes a user of a part; the last one frees it.
   subroutine drop_part(p)
      type(part), pointer, intent(inout) :: p
      if (.not. associated(p)) return
      p%shares = p%shares - 1
      if (p%shares == 0) then
         if (associated(p%memory)) call leave_memory(p)
         if (p%offset >= 0) call disk_free(p%offset)
         deallocate (p)
      end if
      nullify (p)
   end subroutine drop_part

   subroutine leave_memory(p)
      type(part), intent(inout) :: p
      p%memory%next => spare
      spare => p%memory
      nullify (p%memory)
      call note_peak
      held = held - p%bytes
   end subroutine leave_memory

   ! Spare buffers, of about the right size if there are some, or new ones.
   subroutine find_buffers(b, bytes)
      type(buffers), pointer, intent(out) :: b
      integer(int64), intent(in) :: bytes
      type(buffers), pointer :: before
      nullify (before)
      b => spare
      do while (associated(b))
         if (b%capacity >= bytes .and. b%capacity/2 <= bytes) exit
         before => b
         b => b%next
      end do
      if (associated(b)) then
         if (associated(before)) then
            before%next => b%next
         else
            spare => b%next
         end if
      else if (associated(spare)) then
         b => spare
         spare => b%next
      else
         allocate (b)
         release_more => release_spare_buffers
      end if
   end subroutine find_buffers

   subroutine release_spare_buffers()
      type(buffers), pointer :: b
      do while (associated(spare))
         b => spare
         spare => b%next
         allocated_bytes = allocated_bytes - b%capacity
         deallocate (b)
      end do
   end subroutine release_spare_buffers

   ! Number of values on a stack.
   integer(int64) function height_real4(s)
      type(stack_real4), intent(in) :: s
      type(block_real4), pointer :: b
      height_real4 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_real4 = height_real4 + b%fill
         b => b%before
      end do
   end function height_real4

   ! Moves the last n values of a stack to a buffer.
   subroutine take_real4(s, c, n, capacity)
      type(stack_real4), intent(inout) :: s
      type(column_real4), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_real4(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_real4(s)) call stop_empty(1, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_real4(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_real4

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_real4(c, n, capacity)
      type(column_real4), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(1)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(1, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_real4

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_real4(s, n, whole, c)
      type(stack_real4), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_real4), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(1, huge(0))
      done = 0
      do while (done < n)
         call up_real4(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_real4(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(1), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_real4

   subroutine write_real4(c, n)
      type(column_real4), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(1))
   end subroutine write_real4

   ! Number of values on a stack.
   integer(int64) function height_real8(s)
      type(stack_real8), intent(in) :: s
      type(block_real8), pointer :: b
      height_real8 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_real8 = height_real8 + b%fill
         b => b%before
      end do
   end function height_real8

   ! Moves the last n values of a stack to a buffer.
   subroutine take_real8(s, c, n, capacity)
      type(stack_real8), intent(inout) :: s
      type(column_real8), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_real8(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_real8(s)) call stop_empty(2, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_real8(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_real8

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_real8(c, n, capacity)
      type(column_real8), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(2)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(2, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_real8

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_real8(s, n, whole, c)
      type(stack_real8), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_real8), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(2, huge(0))
      done = 0
      do while (done < n)
         call up_real8(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_real8(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(2), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_real8

   subroutine write_real8(c, n)
      type(column_real8), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(2))
   end subroutine write_real8

   ! Number of values on a stack.
   integer(int64) function height_real16(s)
      type(stack_real16), intent(in) :: s
      type(block_real16), pointer :: b
      height_real16 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_real16 = height_real16 + b%fill
         b => b%before
      end do
   end function height_real16

   ! Moves the last n values of a stack to a buffer.
   subroutine take_real16(s, c, n, capacity)
      type(stack_real16), intent(inout) :: s
      type(column_real16), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_real16(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_real16(s)) call stop_empty(3, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_real16(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_real16

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_real16(c, n, capacity)
      type(column_real16), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(3)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(3, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_real16

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_real16(s, n, whole, c)
      type(stack_real16), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_real16), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(3, huge(0))
      done = 0
      do while (done < n)
         call up_real16(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_real16(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(3), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_real16

   subroutine write_real16(c, n)
      type(column_real16), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(3))
   end subroutine write_real16

   ! Number of values on a stack.
   integer(int64) function height_complex8(s)
      type(stack_complex8), intent(in) :: s
      type(block_complex8), pointer :: b
      height_complex8 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_complex8 = height_complex8 + b%fill
         b => b%before
      end do
   end function height_complex8

   ! Moves the last n values of a stack to a buffer.
   subroutine take_complex8(s, c, n, capacity)
      type(stack_complex8), intent(inout) :: s
      type(column_complex8), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_complex8(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_complex8(s)) call stop_empty(4, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_complex8(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_complex8

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_complex8(c, n, capacity)
      type(column_complex8), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(4)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(4, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_complex8

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_complex8(s, n, whole, c)
      type(stack_complex8), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_complex8), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(4, huge(0))
      done = 0
      do while (done < n)
         call up_complex8(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_complex8(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(4), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_complex8

   subroutine write_complex8(c, n)
      type(column_complex8), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(4))
   end subroutine write_complex8

   ! Number of values on a stack.
   integer(int64) function height_complex16(s)
      type(stack_complex16), intent(in) :: s
      type(block_complex16), pointer :: b
      height_complex16 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_complex16 = height_complex16 + b%fill
         b => b%before
      end do
   end function height_complex16

   ! Moves the last n values of a stack to a buffer.
   subroutine take_complex16(s, c, n, capacity)
      type(stack_complex16), intent(inout) :: s
      type(column_complex16), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_complex16(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_complex16(s)) call stop_empty(5, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_complex16(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_complex16

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_complex16(c, n, capacity)
      type(column_complex16), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(5)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(5, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_complex16

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_complex16(s, n, whole, c)
      type(stack_complex16), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_complex16), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(5, huge(0))
      done = 0
      do while (done < n)
         call up_complex16(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_complex16(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(5), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_complex16

   subroutine write_complex16(c, n)
      type(column_complex16), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(5))
   end subroutine write_complex16

   ! Number of values on a stack.
   integer(int64) function height_complex32(s)
      type(stack_complex32), intent(in) :: s
      type(block_complex32), pointer :: b
      height_complex32 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_complex32 = height_complex32 + b%fill
         b => b%before
      end do
   end function height_complex32

   ! Moves the last n values of a stack to a buffer.
   subroutine take_complex32(s, c, n, capacity)
      type(stack_complex32), intent(inout) :: s
      type(column_complex32), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_complex32(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_complex32(s)) call stop_empty(6, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_complex32(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_complex32

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_complex32(c, n, capacity)
      type(column_complex32), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(6)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(6, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_complex32

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_complex32(s, n, whole, c)
      type(stack_complex32), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_complex32), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(6, huge(0))
      done = 0
      do while (done < n)
         call up_complex32(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_complex32(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(6), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_complex32

   subroutine write_complex32(c, n)
      type(column_complex32), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(6))
   end subroutine write_complex32

   ! Number of values on a stack.
   integer(int64) function height_integer1(s)
      type(stack_integer1), intent(in) :: s
      type(block_integer1), pointer :: b
      height_integer1 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_integer1 = height_integer1 + b%fill
         b => b%before
      end do
   end function height_integer1

   ! Moves the last n values of a stack to a buffer.
   subroutine take_integer1(s, c, n, capacity)
      type(stack_integer1), intent(inout) :: s
      type(column_integer1), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_integer1(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_integer1(s)) call stop_empty(7, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_integer1(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_integer1

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_integer1(c, n, capacity)
      type(column_integer1), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(7)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(7, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_integer1

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_integer1(s, n, whole, c)
      type(stack_integer1), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_integer1), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(7, huge(0))
      done = 0
      do while (done < n)
         call up_integer1(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_integer1(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(7), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_integer1

   subroutine write_integer1(c, n)
      type(column_integer1), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(7))
   end subroutine write_integer1

   ! Number of values on a stack.
   integer(int64) function height_integer2(s)
      type(stack_integer2), intent(in) :: s
      type(block_integer2), pointer :: b
      height_integer2 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_integer2 = height_integer2 + b%fill
         b => b%before
      end do
   end function height_integer2

   ! Moves the last n values of a stack to a buffer.
   subroutine take_integer2(s, c, n, capacity)
      type(stack_integer2), intent(inout) :: s
      type(column_integer2), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_integer2(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_integer2(s)) call stop_empty(8, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_integer2(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_integer2

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_integer2(c, n, capacity)
      type(column_integer2), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(8)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(8, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_integer2

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_integer2(s, n, whole, c)
      type(stack_integer2), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_integer2), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(8, huge(0))
      done = 0
      do while (done < n)
         call up_integer2(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_integer2(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(8), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_integer2

   subroutine write_integer2(c, n)
      type(column_integer2), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(8))
   end subroutine write_integer2

   ! Number of values on a stack.
   integer(int64) function height_integer4(s)
      type(stack_integer4), intent(in) :: s
      type(block_integer4), pointer :: b
      height_integer4 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_integer4 = height_integer4 + b%fill
         b => b%before
      end do
   end function height_integer4

   ! Moves the last n values of a stack to a buffer.
   subroutine take_integer4(s, c, n, capacity)
      type(stack_integer4), intent(inout) :: s
      type(column_integer4), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_integer4(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_integer4(s)) call stop_empty(9, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_integer4(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_integer4

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_integer4(c, n, capacity)
      type(column_integer4), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(9)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(9, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_integer4

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_integer4(s, n, whole, c)
      type(stack_integer4), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_integer4), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(9, huge(0))
      done = 0
      do while (done < n)
         call up_integer4(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_integer4(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(9), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_integer4

   subroutine write_integer4(c, n)
      type(column_integer4), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(9))
   end subroutine write_integer4

   ! Number of values on a stack.
   integer(int64) function height_integer8(s)
      type(stack_integer8), intent(in) :: s
      type(block_integer8), pointer :: b
      height_integer8 = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_integer8 = height_integer8 + b%fill
         b => b%before
      end do
   end function height_integer8

   ! Moves the last n values of a stack to a buffer.
   subroutine take_integer8(s, c, n, capacity)
      type(stack_integer8), intent(inout) :: s
      type(column_integer8), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_integer8(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_integer8(s)) call stop_empty(10, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_integer8(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_integer8

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_integer8(c, n, capacity)
      type(column_integer8), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(10)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(10, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_integer8

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_integer8(s, n, whole, c)
      type(stack_integer8), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_integer8), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(10, huge(0))
      done = 0
      do while (done < n)
         call up_integer8(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_integer8(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(10), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_integer8

   subroutine write_integer8(c, n)
      type(column_integer8), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(10))
   end subroutine write_integer8

   ! Number of values on a stack.
   integer(int64) function height_boolean(s)
      type(stack_boolean), intent(in) :: s
      type(block_boolean), pointer :: b
      height_boolean = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_boolean = height_boolean + b%fill
         b => b%before
      end do
   end function height_boolean

   ! Moves the last n values of a stack to a buffer.
   subroutine take_boolean(s, c, n, capacity)
      type(stack_boolean), intent(inout) :: s
      type(column_boolean), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_boolean(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_boolean(s)) call stop_empty(11, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_boolean(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_boolean

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_boolean(c, n, capacity)
      type(column_boolean), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(11)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(11, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_boolean

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_boolean(s, n, whole, c)
      type(stack_boolean), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_boolean), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(11, huge(0))
      done = 0
      do while (done < n)
         call up_boolean(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_boolean(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(11), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_boolean

   subroutine write_boolean(c, n)
      type(column_boolean), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(11))
   end subroutine write_boolean

   ! Number of values on a stack.
   integer(int64) function height_character(s)
      type(stack_character), intent(in) :: s
      type(block_character), pointer :: b
      height_character = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_character = height_character + b%fill
         b => b%before
      end do
   end function height_character

   ! Moves the last n values of a stack to a buffer.
   subroutine take_character(s, c, n, capacity)
      type(stack_character), intent(inout) :: s
      type(column_character), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_character(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_character(s)) call stop_empty(12, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_character(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_character

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_character(c, n, capacity)
      type(column_character), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(12)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(12, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_character

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_character(s, n, whole, c)
      type(stack_character), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_character), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(12, huge(0))
      done = 0
      do while (done < n)
         call up_character(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_character(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(12), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_character

   subroutine write_character(c, n)
      type(column_character), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(12))
   end subroutine write_character

   ! Number of values on a stack.
   integer(int64) function height_word(s)
      type(stack_word), intent(in) :: s
      type(block_word), pointer :: b
      height_word = s%top
      if (.not. associated(s%current)) return
      b => s%current%before
      do while (associated(b))
         height_word = height_word + b%fill
         b => b%before
      end do
   end function height_word

   ! Moves the last n values of a stack to a buffer.
   subroutine take_word(s, c, n, capacity)
      type(stack_word), intent(inout) :: s
      type(column_word), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: left
      integer :: amount
      if (n == 0) return
      call widen_word(c, n, capacity)
      left = n
      do while (left > 0)
         if (.not. down_word(s)) call stop_empty(13, int(min(left, int(huge(0), int64))), 0)
         amount = int(min(left, int(s%top, int64)))
         call copy_word(amount, s%v(s%top - amount + 1:s%top), c%v(left - amount + 1))
         s%top = s%top - amount
         left = left - amount
      end do
   end subroutine take_word

   ! Makes room for n values in a buffer, whose old values are discarded.
   subroutine widen_word(c, n, capacity)
      type(column_word), intent(inout) :: c
      integer(int64), intent(in) :: n
      integer(int64), intent(inout) :: capacity
      integer(int64) :: one
      integer :: status
      one = bytes_of(13)
      if (allocated(c%v)) then
         if (size(c%v, kind=int64) >= n) return
         capacity = capacity - one*size(c%v, kind=int64)
         allocated_bytes = allocated_bytes - one*size(c%v, kind=int64)
         deallocate (c%v)
      end if
      if (n*one > limit - allocated_bytes) call release_spare_buffers
      status = 1
      if (n*one <= limit - allocated_bytes) allocate (c%v(n), stat=status)
      if (status /= 0) call stop_memory(13, int(min(n, int(huge(0), int64))))
      capacity = capacity + one*n
      allocated_bytes = allocated_bytes + one*n
   end subroutine widen_word

   ! Puts n values on a stack, from a buffer or else from the current position of the file: as a whole, if pieces must
   ! stay contiguous, or through as many blocks as needed.
   subroutine put_word(s, n, whole, c)
      type(stack_word), intent(inout) :: s
      integer(int64), intent(in) :: n
      logical, intent(in) :: whole
      type(column_word), intent(in), optional :: c
      integer(int64) :: done
      integer :: amount
      if (whole .and. n > huge(0)) call stop_memory(13, huge(0))
      done = 0
      do while (done < n)
         call up_word(s, merge(int(min(n, int(huge(0), int64))), 1, whole))
         amount = int(min(n - done, int(size(s%v) - s%top, int64)))
         if (present(c)) then
            call copy_word(amount, c%v(done + 1), s%v(s%top + 1:s%top + amount))
         else
            call disk_read(c_loc(s%v(s%top + 1)), amount*int(bytes_of(13), int64))
         end if
         s%top = s%top + amount
         done = done + amount
      end do
   end subroutine put_word

   subroutine write_word(c, n)
      type(column_word), intent(in), target :: c
      integer(int64), intent(in) :: n
      if (n > 0) call disk_write(c_loc(c%v(1)), n*bytes_of(13))
   end subroutine write_word
end module adc_tapeparts
