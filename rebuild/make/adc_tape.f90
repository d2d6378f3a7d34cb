! The tape of adc: differentiated code stores values on it between its forward and its reverse sweep.
!
! This file is generated from template/adc_tape.f90.in. It needs nothing but a Fortran 2008 compiler: add it to any
! build. Its procedures are external ones with the names that users of Fortran AD know,
!
!     call pushreal8(x)               call popreal8(x)
!     call pushreal8array(a, n)       call popreal8array(a, n)
!     call pushcontrol2b(c)           call popcontrol2b(c)          (c = 0..3; 1b to 8b)
!
! for real4/8/16, complex8/16/32, integer1/2/4/8, boolean and character (the number counts bytes), so that they can be
! called without any interface; `use adc_tape` gives the interfaces and the generic adc_push and adc_pop.
!
! Implementation: each kind of value has a stack of its own: a chain of blocks, each twice as large as the one before
! it, up to a largest size. So a push is a test, a store and a count, no value is ever reinterpreted as one of another
! type, and values keep their alignment. Popping frees no memory: blocks are reused until adc_tape_release. With OpenMP
! each thread has a tape, a limit and a check mode of its own.

module adc_tape_state
   use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
   implicit none
   public

   ! The widest real. If the compiler has no quadruple precision, real16 falls back on double precision. For that reason
   ! real16 and complex32 have no generic names: they might coincide with those of real8 and complex16.
   integer, parameter :: quad = max(selected_real_kind(30), real64)

   ! Sizes of blocks, in bytes.
   integer, parameter :: first_block = 65536, largest_block = 16777216

   ! Bytes on the tape, bytes beside it (snapshots in memory), and the peak of their sum. A push only increases `used`,
   ! so the peak is updated only before one of them falls.
   integer(int64), save :: used = 0, held = 0, peak = 0

   ! Bytes allocated for blocks, used or not, and their limit.
   integer(int64), save :: allocated_bytes = 0, limit = huge(0_int64)

   ! Control values are packed into this word, below a single 1 bit as a mark: 1 is an empty word.
   integer(int64), save :: bits = 1

   ! In check mode `log_kind` and `log_count` record the pushes, in order.
   logical, save :: checking = .false.
   integer, save :: logged = 0
   integer, allocatable, save :: log_kind(:), log_count(:)

   ! Memory in reserve for the message about exhausted memory.
   integer, parameter :: reserve_size = 65536
   integer, allocatable, save :: reserve(:)
   !$omp threadprivate(used, held, peak, allocated_bytes, limit, bits, checking, logged, log_kind, log_count, reserve)

   ! Releases spare memory beside the tape; a pointer, because the files after this one are optional.
   procedure(release_spare), pointer, save :: release_more => null()
   abstract interface
      subroutine release_spare()
      end subroutine release_spare
   end interface

   ! Kinds in the log, and bytes per value: those of the table, then control1b to control8b after `control`.
   integer, parameter :: control = 13
   integer, parameter :: quad_bytes = storage_size(1.0_quad)/8
   integer, parameter :: bytes_of(control) = &
                         [4, 8, quad_bytes, 8, 16, 2*quad_bytes, 1, 2, 4, 8, storage_size(.true.)/8, 1, 8]
   character(len=10), parameter :: kind_names(control + 8) = [character(len=10) :: &
         'real4', &
         'real8', &
         'real16', &
         'complex8', &
         'complex16', &
         'complex32', &
         'integer1', &
         'integer2', &
         'integer4', &
         'integer8', &
         'boolean', &
         'character', &
         'word', &
         'control1b', 'control2b', 'control3b', 'control4b', 'control5b', 'control6b', 'control7b', 'control8b']

   type block_real4
      real(real32), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_real4), pointer :: before => null(), after => null()
   end type block_real4
   type stack_real4
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      real(real32), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_real4), pointer :: first => null(), current => null()
   end type stack_real4
   type(stack_real4), save :: s_real4
   !$omp threadprivate(s_real4)

   type block_real8
      real(real64), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_real8), pointer :: before => null(), after => null()
   end type block_real8
   type stack_real8
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      real(real64), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_real8), pointer :: first => null(), current => null()
   end type stack_real8
   type(stack_real8), save :: s_real8
   !$omp threadprivate(s_real8)

   type block_real16
      real(quad), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_real16), pointer :: before => null(), after => null()
   end type block_real16
   type stack_real16
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      real(quad), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_real16), pointer :: first => null(), current => null()
   end type stack_real16
   type(stack_real16), save :: s_real16
   !$omp threadprivate(s_real16)

   type block_complex8
      complex(real32), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_complex8), pointer :: before => null(), after => null()
   end type block_complex8
   type stack_complex8
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      complex(real32), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_complex8), pointer :: first => null(), current => null()
   end type stack_complex8
   type(stack_complex8), save :: s_complex8
   !$omp threadprivate(s_complex8)

   type block_complex16
      complex(real64), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_complex16), pointer :: before => null(), after => null()
   end type block_complex16
   type stack_complex16
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      complex(real64), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_complex16), pointer :: first => null(), current => null()
   end type stack_complex16
   type(stack_complex16), save :: s_complex16
   !$omp threadprivate(s_complex16)

   type block_complex32
      complex(quad), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_complex32), pointer :: before => null(), after => null()
   end type block_complex32
   type stack_complex32
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      complex(quad), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_complex32), pointer :: first => null(), current => null()
   end type stack_complex32
   type(stack_complex32), save :: s_complex32
   !$omp threadprivate(s_complex32)

   type block_integer1
      integer(int8), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_integer1), pointer :: before => null(), after => null()
   end type block_integer1
   type stack_integer1
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      integer(int8), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_integer1), pointer :: first => null(), current => null()
   end type stack_integer1
   type(stack_integer1), save :: s_integer1
   !$omp threadprivate(s_integer1)

   type block_integer2
      integer(int16), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_integer2), pointer :: before => null(), after => null()
   end type block_integer2
   type stack_integer2
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      integer(int16), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_integer2), pointer :: first => null(), current => null()
   end type stack_integer2
   type(stack_integer2), save :: s_integer2
   !$omp threadprivate(s_integer2)

   type block_integer4
      integer(int32), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_integer4), pointer :: before => null(), after => null()
   end type block_integer4
   type stack_integer4
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      integer(int32), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_integer4), pointer :: first => null(), current => null()
   end type stack_integer4
   type(stack_integer4), save :: s_integer4
   !$omp threadprivate(s_integer4)

   type block_integer8
      integer(int64), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_integer8), pointer :: before => null(), after => null()
   end type block_integer8
   type stack_integer8
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      integer(int64), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_integer8), pointer :: first => null(), current => null()
   end type stack_integer8
   type(stack_integer8), save :: s_integer8
   !$omp threadprivate(s_integer8)

   type block_boolean
      logical, pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_boolean), pointer :: before => null(), after => null()
   end type block_boolean
   type stack_boolean
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      logical, pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_boolean), pointer :: first => null(), current => null()
   end type stack_boolean
   type(stack_boolean), save :: s_boolean
   !$omp threadprivate(s_boolean)

   type block_character
      character(len=1), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_character), pointer :: before => null(), after => null()
   end type block_character
   type stack_character
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      character(len=1), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_character), pointer :: first => null(), current => null()
   end type stack_character
   type(stack_character), save :: s_character
   !$omp threadprivate(s_character)

   type block_word
      integer(int64), pointer, contiguous :: v(:) => null()
      integer :: fill = 0 ! how many values it holds, while a later block is the current one
      type(block_word), pointer :: before => null(), after => null()
   end type block_word
   type stack_word
      integer :: top = 0 ! values in the current block
      integer :: high = 0, low = 0 ! a push at top >= high, a pop at top <= low takes the slow path
      integer(int64), pointer, contiguous :: v(:) => null() ! the current block's values
      type(block_word), pointer :: first => null(), current => null()
   end type stack_word
   type(stack_word), save :: s_word
   !$omp threadprivate(s_word)

   ! The pieces of adc_reserve.
   type(stack_real4), save :: area_real4
   !$omp threadprivate(area_real4)
   type(stack_real8), save :: area_real8
   !$omp threadprivate(area_real8)
   type(stack_complex8), save :: area_complex8
   !$omp threadprivate(area_complex8)
   type(stack_complex16), save :: area_complex16
   !$omp threadprivate(area_complex16)
   type(stack_integer4), save :: area_integer4
   !$omp threadprivate(area_integer4)
   type(stack_integer8), save :: area_integer8
   !$omp threadprivate(area_integer8)
   type(stack_boolean), save :: area_boolean
   !$omp threadprivate(area_boolean)

contains

   ! Called before `used` or `held` falls.
   subroutine note_peak
      if (used + held > peak) peak = used + held
   end subroutine note_peak

   subroutine stop_empty(kind_id, asked, found)
      integer, intent(in) :: kind_id, asked, found
      write (error_unit, '(3a,i0,a,i0,a,i0,a)') 'adc tape: pop from an empty tape: ', trim(kind_names(kind_id)), &
         ': ', asked, ' asked for, ', found, ' left (', used, ' bytes of other values are on the tape)'
      error stop 1
   end subroutine stop_empty

   subroutine stop_memory(kind_id, asked)
      integer, intent(in) :: kind_id, asked
      ! output needs memory of its own
      if (allocated(reserve)) deallocate (reserve)
      write (error_unit, '(3a,i0,a,i0,a)') 'adc tape: out of memory: ', trim(kind_names(kind_id)), ': no room for ', &
         asked, ' more values of ', bytes_of(kind_id), ' bytes'
      write (error_unit, '(a,i0,a,i0,a)') 'adc tape: ', used, ' bytes are in use, ', allocated_bytes, &
         ' bytes are allocated'
      if (limit < huge(limit)) write (error_unit, '(a,i0,a)') 'adc tape: the limit is ', limit, ' bytes'
      error stop 1
   end subroutine stop_memory

   subroutine stop_order(kind_id, n)
      integer, intent(in) :: kind_id, n
      if (logged == 0) then
         write (error_unit, '(3a,i0,a)') 'adc tape: pop of ', trim(kind_names(kind_id)), ' (', n, &
            ' values) from an empty tape'
      else
         write (error_unit, '(3a,i0,3a,i0,a)') 'adc tape: pop of ', trim(kind_names(kind_id)), ' (', n, &
            ' values), but what was pushed last is ', trim(kind_names(log_kind(logged))), ' (', &
            log_count(logged), ' values)'
      end if
      error stop 1
   end subroutine stop_order

   subroutine stop_width(width)
      integer, intent(in) :: width
      write (error_unit, '(a,i0,a)') 'adc tape: popcontrol', width, 'b does not match the push that it should undo'
      error stop 1
   end subroutine stop_width

   ! Check mode: logs a push.
   subroutine log_push(kind_id, n)
      integer, intent(in) :: kind_id, n
      integer, allocatable :: wider(:)
      if (.not. allocated(log_kind)) allocate (log_kind(1024), log_count(1024))
      if (logged == size(log_kind)) then
         allocate (wider(2*logged))
         wider(:logged) = log_kind
         call move_alloc(wider, log_kind)
         allocate (wider(2*logged))
         wider(:logged) = log_count
         call move_alloc(wider, log_count)
      end if
      logged = logged + 1
      log_kind(logged) = kind_id
      log_count(logged) = n
   end subroutine log_push

   ! Check mode: a pop must take exactly the values of the last push.
   subroutine log_pop(kind_id, n)
      integer, intent(in) :: kind_id, n
      if (logged == 0) call stop_order(kind_id, n)
      if (log_kind(logged) /= kind_id .or. log_count(logged) /= n) call stop_order(kind_id, n)
      logged = logged - 1
   end subroutine log_pop

   ! Stores the full word of control bits and begins another.
   subroutine store_bits
      if (s_word%top >= s_word%high) call up_word(s_word, 1)
      s_word%top = s_word%top + 1
      s_word%v(s_word%top) = bits
      used = used + 8
      bits = 1
   end subroutine store_bits

   ! Fetches a word of control bits from the tape. The current one has fewer than `width` bits and must be empty.
   subroutine fetch_bits(width)
      integer, intent(in) :: width
      if (bits /= 1) call stop_width(width)
      if (s_word%top <= s_word%low) then
         if (.not. down_word(s_word)) call stop_empty(control + width, 1, 0)
      end if
      bits = s_word%v(s_word%top)
      s_word%top = s_word%top - 1
      call note_peak
      used = used - 8
      if (bits < shiftl(1_int64, width)) call stop_width(width)
   end subroutine fetch_bits

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_real4(s, n)
      type(stack_real4), intent(inout) :: s
      integer, intent(in) :: n
      type(block_real4), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(1)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(1, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(1, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_real4

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_real4(s)
      type(stack_real4), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_real4 = s%top > 0
   end function down_real4

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_real4(n, from, to)
      integer, intent(in) :: n
      real(real32), intent(in) :: from(n)
      real(real32), intent(out) :: to(n)
      to = from
   end subroutine copy_real4

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_real4(s)
      type(stack_real4), intent(inout) :: s
      if (checking) call log_push(1, 1)
      call up_real4(s, 1)
   end subroutine push_slowly_real4

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_real4(s)
      type(stack_real4), intent(inout) :: s
      if (checking) call log_pop(1, 1)
      if (.not. down_real4(s)) call stop_empty(1, 1, 0)
   end subroutine pop_slowly_real4

   ! Frees the empty blocks.
   subroutine release_real4(s)
      type(stack_real4), intent(inout) :: s
      type(block_real4), pointer :: b, next
      if (down_real4(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(1), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_real4

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_real4(on)
      logical, intent(in) :: on
      s_real4%low = 0
      if (on) s_real4%low = huge(0)
      s_real4%high = 0
      if (associated(s_real4%v) .and. .not. on) s_real4%high = size(s_real4%v)
   end subroutine watch_real4

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_real8(s, n)
      type(stack_real8), intent(inout) :: s
      integer, intent(in) :: n
      type(block_real8), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(2)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(2, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(2, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_real8

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_real8(s)
      type(stack_real8), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_real8 = s%top > 0
   end function down_real8

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_real8(n, from, to)
      integer, intent(in) :: n
      real(real64), intent(in) :: from(n)
      real(real64), intent(out) :: to(n)
      to = from
   end subroutine copy_real8

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_real8(s)
      type(stack_real8), intent(inout) :: s
      if (checking) call log_push(2, 1)
      call up_real8(s, 1)
   end subroutine push_slowly_real8

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_real8(s)
      type(stack_real8), intent(inout) :: s
      if (checking) call log_pop(2, 1)
      if (.not. down_real8(s)) call stop_empty(2, 1, 0)
   end subroutine pop_slowly_real8

   ! Frees the empty blocks.
   subroutine release_real8(s)
      type(stack_real8), intent(inout) :: s
      type(block_real8), pointer :: b, next
      if (down_real8(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(2), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_real8

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_real8(on)
      logical, intent(in) :: on
      s_real8%low = 0
      if (on) s_real8%low = huge(0)
      s_real8%high = 0
      if (associated(s_real8%v) .and. .not. on) s_real8%high = size(s_real8%v)
   end subroutine watch_real8

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_real16(s, n)
      type(stack_real16), intent(inout) :: s
      integer, intent(in) :: n
      type(block_real16), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(3)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(3, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(3, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_real16

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_real16(s)
      type(stack_real16), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_real16 = s%top > 0
   end function down_real16

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_real16(n, from, to)
      integer, intent(in) :: n
      real(quad), intent(in) :: from(n)
      real(quad), intent(out) :: to(n)
      to = from
   end subroutine copy_real16

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_real16(s)
      type(stack_real16), intent(inout) :: s
      if (checking) call log_push(3, 1)
      call up_real16(s, 1)
   end subroutine push_slowly_real16

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_real16(s)
      type(stack_real16), intent(inout) :: s
      if (checking) call log_pop(3, 1)
      if (.not. down_real16(s)) call stop_empty(3, 1, 0)
   end subroutine pop_slowly_real16

   ! Frees the empty blocks.
   subroutine release_real16(s)
      type(stack_real16), intent(inout) :: s
      type(block_real16), pointer :: b, next
      if (down_real16(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(3), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_real16

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_real16(on)
      logical, intent(in) :: on
      s_real16%low = 0
      if (on) s_real16%low = huge(0)
      s_real16%high = 0
      if (associated(s_real16%v) .and. .not. on) s_real16%high = size(s_real16%v)
   end subroutine watch_real16

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_complex8(s, n)
      type(stack_complex8), intent(inout) :: s
      integer, intent(in) :: n
      type(block_complex8), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(4)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(4, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(4, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_complex8

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_complex8(s)
      type(stack_complex8), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_complex8 = s%top > 0
   end function down_complex8

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_complex8(n, from, to)
      integer, intent(in) :: n
      complex(real32), intent(in) :: from(n)
      complex(real32), intent(out) :: to(n)
      to = from
   end subroutine copy_complex8

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_complex8(s)
      type(stack_complex8), intent(inout) :: s
      if (checking) call log_push(4, 1)
      call up_complex8(s, 1)
   end subroutine push_slowly_complex8

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_complex8(s)
      type(stack_complex8), intent(inout) :: s
      if (checking) call log_pop(4, 1)
      if (.not. down_complex8(s)) call stop_empty(4, 1, 0)
   end subroutine pop_slowly_complex8

   ! Frees the empty blocks.
   subroutine release_complex8(s)
      type(stack_complex8), intent(inout) :: s
      type(block_complex8), pointer :: b, next
      if (down_complex8(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(4), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_complex8

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_complex8(on)
      logical, intent(in) :: on
      s_complex8%low = 0
      if (on) s_complex8%low = huge(0)
      s_complex8%high = 0
      if (associated(s_complex8%v) .and. .not. on) s_complex8%high = size(s_complex8%v)
   end subroutine watch_complex8

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_complex16(s, n)
      type(stack_complex16), intent(inout) :: s
      integer, intent(in) :: n
      type(block_complex16), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(5)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(5, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(5, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_complex16

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_complex16(s)
      type(stack_complex16), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_complex16 = s%top > 0
   end function down_complex16

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_complex16(n, from, to)
      integer, intent(in) :: n
      complex(real64), intent(in) :: from(n)
      complex(real64), intent(out) :: to(n)
      to = from
   end subroutine copy_complex16

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_complex16(s)
      type(stack_complex16), intent(inout) :: s
      if (checking) call log_push(5, 1)
      call up_complex16(s, 1)
   end subroutine push_slowly_complex16

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_complex16(s)
      type(stack_complex16), intent(inout) :: s
      if (checking) call log_pop(5, 1)
      if (.not. down_complex16(s)) call stop_empty(5, 1, 0)
   end subroutine pop_slowly_complex16

   ! Frees the empty blocks.
   subroutine release_complex16(s)
      type(stack_complex16), intent(inout) :: s
      type(block_complex16), pointer :: b, next
      if (down_complex16(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(5), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_complex16

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_complex16(on)
      logical, intent(in) :: on
      s_complex16%low = 0
      if (on) s_complex16%low = huge(0)
      s_complex16%high = 0
      if (associated(s_complex16%v) .and. .not. on) s_complex16%high = size(s_complex16%v)
   end subroutine watch_complex16

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_complex32(s, n)
      type(stack_complex32), intent(inout) :: s
      integer, intent(in) :: n
      type(block_complex32), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(6)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(6, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(6, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_complex32

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_complex32(s)
      type(stack_complex32), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_complex32 = s%top > 0
   end function down_complex32

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_complex32(n, from, to)
      integer, intent(in) :: n
      complex(quad), intent(in) :: from(n)
      complex(quad), intent(out) :: to(n)
      to = from
   end subroutine copy_complex32

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_complex32(s)
      type(stack_complex32), intent(inout) :: s
      if (checking) call log_push(6, 1)
      call up_complex32(s, 1)
   end subroutine push_slowly_complex32

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_complex32(s)
      type(stack_complex32), intent(inout) :: s
      if (checking) call log_pop(6, 1)
      if (.not. down_complex32(s)) call stop_empty(6, 1, 0)
   end subroutine pop_slowly_complex32

   ! Frees the empty blocks.
   subroutine release_complex32(s)
      type(stack_complex32), intent(inout) :: s
      type(block_complex32), pointer :: b, next
      if (down_complex32(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(6), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_complex32

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_complex32(on)
      logical, intent(in) :: on
      s_complex32%low = 0
      if (on) s_complex32%low = huge(0)
      s_complex32%high = 0
      if (associated(s_complex32%v) .and. .not. on) s_complex32%high = size(s_complex32%v)
   end subroutine watch_complex32

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_integer1(s, n)
      type(stack_integer1), intent(inout) :: s
      integer, intent(in) :: n
      type(block_integer1), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(7)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(7, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(7, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_integer1

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_integer1(s)
      type(stack_integer1), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_integer1 = s%top > 0
   end function down_integer1

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_integer1(n, from, to)
      integer, intent(in) :: n
      integer(int8), intent(in) :: from(n)
      integer(int8), intent(out) :: to(n)
      to = from
   end subroutine copy_integer1

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_integer1(s)
      type(stack_integer1), intent(inout) :: s
      if (checking) call log_push(7, 1)
      call up_integer1(s, 1)
   end subroutine push_slowly_integer1

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_integer1(s)
      type(stack_integer1), intent(inout) :: s
      if (checking) call log_pop(7, 1)
      if (.not. down_integer1(s)) call stop_empty(7, 1, 0)
   end subroutine pop_slowly_integer1

   ! Frees the empty blocks.
   subroutine release_integer1(s)
      type(stack_integer1), intent(inout) :: s
      type(block_integer1), pointer :: b, next
      if (down_integer1(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(7), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_integer1

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_integer1(on)
      logical, intent(in) :: on
      s_integer1%low = 0
      if (on) s_integer1%low = huge(0)
      s_integer1%high = 0
      if (associated(s_integer1%v) .and. .not. on) s_integer1%high = size(s_integer1%v)
   end subroutine watch_integer1

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_integer2(s, n)
      type(stack_integer2), intent(inout) :: s
      integer, intent(in) :: n
      type(block_integer2), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(8)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(8, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(8, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_integer2

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_integer2(s)
      type(stack_integer2), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_integer2 = s%top > 0
   end function down_integer2

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_integer2(n, from, to)
      integer, intent(in) :: n
      integer(int16), intent(in) :: from(n)
      integer(int16), intent(out) :: to(n)
      to = from
   end subroutine copy_integer2

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_integer2(s)
      type(stack_integer2), intent(inout) :: s
      if (checking) call log_push(8, 1)
      call up_integer2(s, 1)
   end subroutine push_slowly_integer2

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_integer2(s)
      type(stack_integer2), intent(inout) :: s
      if (checking) call log_pop(8, 1)
      if (.not. down_integer2(s)) call stop_empty(8, 1, 0)
   end subroutine pop_slowly_integer2

   ! Frees the empty blocks.
   subroutine release_integer2(s)
      type(stack_integer2), intent(inout) :: s
      type(block_integer2), pointer :: b, next
      if (down_integer2(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(8), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_integer2

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_integer2(on)
      logical, intent(in) :: on
      s_integer2%low = 0
      if (on) s_integer2%low = huge(0)
      s_integer2%high = 0
      if (associated(s_integer2%v) .and. .not. on) s_integer2%high = size(s_integer2%v)
   end subroutine watch_integer2

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_integer4(s, n)
      type(stack_integer4), intent(inout) :: s
      integer, intent(in) :: n
      type(block_integer4), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(9)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(9, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(9, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_integer4

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_integer4(s)
      type(stack_integer4), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_integer4 = s%top > 0
   end function down_integer4

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_integer4(n, from, to)
      integer, intent(in) :: n
      integer(int32), intent(in) :: from(n)
      integer(int32), intent(out) :: to(n)
      to = from
   end subroutine copy_integer4

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_integer4(s)
      type(stack_integer4), intent(inout) :: s
      if (checking) call log_push(9, 1)
      call up_integer4(s, 1)
   end subroutine push_slowly_integer4

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_integer4(s)
      type(stack_integer4), intent(inout) :: s
      if (checking) call log_pop(9, 1)
      if (.not. down_integer4(s)) call stop_empty(9, 1, 0)
   end subroutine pop_slowly_integer4

   ! Frees the empty blocks.
   subroutine release_integer4(s)
      type(stack_integer4), intent(inout) :: s
      type(block_integer4), pointer :: b, next
      if (down_integer4(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(9), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_integer4

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_integer4(on)
      logical, intent(in) :: on
      s_integer4%low = 0
      if (on) s_integer4%low = huge(0)
      s_integer4%high = 0
      if (associated(s_integer4%v) .and. .not. on) s_integer4%high = size(s_integer4%v)
   end subroutine watch_integer4

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_integer8(s, n)
      type(stack_integer8), intent(inout) :: s
      integer, intent(in) :: n
      type(block_integer8), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(10)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(10, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(10, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_integer8

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_integer8(s)
      type(stack_integer8), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_integer8 = s%top > 0
   end function down_integer8

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_integer8(n, from, to)
      integer, intent(in) :: n
      integer(int64), intent(in) :: from(n)
      integer(int64), intent(out) :: to(n)
      to = from
   end subroutine copy_integer8

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_integer8(s)
      type(stack_integer8), intent(inout) :: s
      if (checking) call log_push(10, 1)
      call up_integer8(s, 1)
   end subroutine push_slowly_integer8

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_integer8(s)
      type(stack_integer8), intent(inout) :: s
      if (checking) call log_pop(10, 1)
      if (.not. down_integer8(s)) call stop_empty(10, 1, 0)
   end subroutine pop_slowly_integer8

   ! Frees the empty blocks.
   subroutine release_integer8(s)
      type(stack_integer8), intent(inout) :: s
      type(block_integer8), pointer :: b, next
      if (down_integer8(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(10), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_integer8

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_integer8(on)
      logical, intent(in) :: on
      s_integer8%low = 0
      if (on) s_integer8%low = huge(0)
      s_integer8%high = 0
      if (associated(s_integer8%v) .and. .not. on) s_integer8%high = size(s_integer8%v)
   end subroutine watch_integer8

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_boolean(s, n)
      type(stack_boolean), intent(inout) :: s
      integer, intent(in) :: n
      type(block_boolean), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(11)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(11, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(11, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_boolean

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_boolean(s)
      type(stack_boolean), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_boolean = s%top > 0
   end function down_boolean

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_boolean(n, from, to)
      integer, intent(in) :: n
      logical, intent(in) :: from(n)
      logical, intent(out) :: to(n)
      to = from
   end subroutine copy_boolean

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_boolean(s)
      type(stack_boolean), intent(inout) :: s
      if (checking) call log_push(11, 1)
      call up_boolean(s, 1)
   end subroutine push_slowly_boolean

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_boolean(s)
      type(stack_boolean), intent(inout) :: s
      if (checking) call log_pop(11, 1)
      if (.not. down_boolean(s)) call stop_empty(11, 1, 0)
   end subroutine pop_slowly_boolean

   ! Frees the empty blocks.
   subroutine release_boolean(s)
      type(stack_boolean), intent(inout) :: s
      type(block_boolean), pointer :: b, next
      if (down_boolean(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(11), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_boolean

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_boolean(on)
      logical, intent(in) :: on
      s_boolean%low = 0
      if (on) s_boolean%low = huge(0)
      s_boolean%high = 0
      if (associated(s_boolean%v) .and. .not. on) s_boolean%high = size(s_boolean%v)
   end subroutine watch_boolean

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_character(s, n)
      type(stack_character), intent(inout) :: s
      integer, intent(in) :: n
      type(block_character), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(12)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(12, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(12, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_character

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_character(s)
      type(stack_character), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_character = s%top > 0
   end function down_character

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_character(n, from, to)
      integer, intent(in) :: n
      character(len=1), intent(in) :: from(n)
      character(len=1), intent(out) :: to(n)
      to = from
   end subroutine copy_character

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_character(s)
      type(stack_character), intent(inout) :: s
      if (checking) call log_push(12, 1)
      call up_character(s, 1)
   end subroutine push_slowly_character

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_character(s)
      type(stack_character), intent(inout) :: s
      if (checking) call log_pop(12, 1)
      if (.not. down_character(s)) call stop_empty(12, 1, 0)
   end subroutine pop_slowly_character

   ! Frees the empty blocks.
   subroutine release_character(s)
      type(stack_character), intent(inout) :: s
      type(block_character), pointer :: b, next
      if (down_character(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(12), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_character

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_character(on)
      logical, intent(in) :: on
      s_character%low = 0
      if (on) s_character%low = huge(0)
      s_character%high = 0
      if (associated(s_character%v) .and. .not. on) s_character%high = size(s_character%v)
   end subroutine watch_character

   ! Advances to the next block, or to a new one if there is none with room for n values.
   subroutine up_word(s, n)
      type(stack_word), intent(inout) :: s
      integer, intent(in) :: n
      type(block_word), pointer :: next
      integer(int64) :: length, one
      integer :: status
      if (associated(s%current)) then
         if (n <= size(s%v) - s%top) return
         s%current%fill = s%top
         next => s%current%after
      else
         next => s%first
      end if
      if (associated(next)) then
         if (size(next%v) < n) nullify (next)
      end if
      if (.not. associated(next)) then
         one = bytes_of(13)
         length = first_block/one
         if (associated(s%current)) length = min(2_int64*size(s%v), int(largest_block/one, int64))
         length = max(length, int(n, int64))
         if (.not. allocated(reserve)) allocate (reserve(reserve_size), stat=status)
         allocate (next, stat=status)
         if (status /= 0) call stop_memory(13, n)
         do ! less where there is not so much
            status = 1
            if (length*one <= limit - allocated_bytes) allocate (next%v(length), stat=status)
            if (status == 0) exit
            if (length == n) call stop_memory(13, n)
            length = max(length/2, int(n, int64))
         end do
         allocated_bytes = allocated_bytes + length*one
         next%before => s%current
         if (associated(s%current)) then
            next%after => s%current%after
            s%current%after => next
         else
            next%after => s%first
            s%first => next
         end if
         if (associated(next%after)) next%after%before => next
      end if
      s%current => next
      s%v => next%v
      s%top = 0
      s%high = size(s%v)
      if (checking) s%high = 0
   end subroutine up_word

   ! If the current block is empty, goes back to the last nonempty block before it. False if there is none.
   logical function down_word(s)
      type(stack_word), intent(inout) :: s
      do while (s%top == 0)
         if (.not. associated(s%current)) exit
         if (.not. associated(s%current%before)) exit
         s%current => s%current%before
         s%v => s%current%v
         s%top = s%current%fill
         s%high = size(s%v)
         if (checking) s%high = 0
      end do
      down_word = s%top > 0
   end function down_word

   ! Copies values. Compilers copy whole arrays that do not overlap at once, but pointer targets one by one.
   pure subroutine copy_word(n, from, to)
      integer, intent(in) :: n
      integer(int64), intent(in) :: from(n)
      integer(int64), intent(out) :: to(n)
      to = from
   end subroutine copy_word

   ! The slow path of pushing one value: check mode, or the block is full.
   subroutine push_slowly_word(s)
      type(stack_word), intent(inout) :: s
      if (checking) call log_push(13, 1)
      call up_word(s, 1)
   end subroutine push_slowly_word

   ! The slow path of popping one value: check mode, or the block is empty.
   subroutine pop_slowly_word(s)
      type(stack_word), intent(inout) :: s
      if (checking) call log_pop(13, 1)
      if (.not. down_word(s)) call stop_empty(13, 1, 0)
   end subroutine pop_slowly_word

   ! Frees the empty blocks.
   subroutine release_word(s)
      type(stack_word), intent(inout) :: s
      type(block_word), pointer :: b, next
      if (down_word(s)) then
         b => s%current%after
         nullify (s%current%after)
      else
         b => s%first
         nullify (s%first, s%current, s%v)
         s%high = 0
      end if
      do while (associated(b))
         next => b%after
         allocated_bytes = allocated_bytes - int(bytes_of(13), int64)*size(b%v)
         deallocate (b%v)
         deallocate (b)
         b => next
      end do
   end subroutine release_word

   ! Switches the slow path for each push and pop of one value on or off.
   subroutine watch_word(on)
      logical, intent(in) :: on
      s_word%low = 0
      if (on) s_word%low = huge(0)
      s_word%high = 0
      if (associated(s_word%v) .and. .not. on) s_word%high = size(s_word%v)
   end subroutine watch_word

   ! Reserves a contiguous piece of n values, on a chain that single pushes and pops do not touch.
   subroutine reserve_real4(p, n)
      real(real32), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_push(1, n)
      call up_real4(area_real4, max(n, 0))
      p => area_real4%v(area_real4%top + 1:area_real4%top + n)
      area_real4%top = area_real4%top + max(n, 0)
      used = used + int(bytes_of(1), int64)*max(n, 0)
   end subroutine reserve_real4

   ! Points at the n values reserved last.
   subroutine recall_real4(p, n)
      real(real32), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (n > 0) then
         if (.not. down_real4(area_real4)) call stop_empty(1, n, 0)
         if (area_real4%top < n) call stop_empty(1, n, area_real4%top)
         p => area_real4%v(area_real4%top - n + 1:area_real4%top)
      else
         call up_real4(area_real4, 0)
         p => area_real4%v(1:0)
      end if
   end subroutine recall_real4

   ! Removes the n values reserved last from the tape.
   subroutine discard_real4(p, n)
      real(real32), pointer, contiguous, intent(inout) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_pop(1, n)
      call recall_real4(p, n)
      nullify (p)
      area_real4%top = area_real4%top - max(n, 0)
      call note_peak
      used = used - int(bytes_of(1), int64)*max(n, 0)
   end subroutine discard_real4

   ! Reserves a contiguous piece of n values, on a chain that single pushes and pops do not touch.
   subroutine reserve_real8(p, n)
      real(real64), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_push(2, n)
      call up_real8(area_real8, max(n, 0))
      p => area_real8%v(area_real8%top + 1:area_real8%top + n)
      area_real8%top = area_real8%top + max(n, 0)
      used = used + int(bytes_of(2), int64)*max(n, 0)
   end subroutine reserve_real8

   ! Points at the n values reserved last.
   subroutine recall_real8(p, n)
      real(real64), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (n > 0) then
         if (.not. down_real8(area_real8)) call stop_empty(2, n, 0)
         if (area_real8%top < n) call stop_empty(2, n, area_real8%top)
         p => area_real8%v(area_real8%top - n + 1:area_real8%top)
      else
         call up_real8(area_real8, 0)
         p => area_real8%v(1:0)
      end if
   end subroutine recall_real8

   ! Removes the n values reserved last from the tape.
   subroutine discard_real8(p, n)
      real(real64), pointer, contiguous, intent(inout) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_pop(2, n)
      call recall_real8(p, n)
      nullify (p)
      area_real8%top = area_real8%top - max(n, 0)
      call note_peak
      used = used - int(bytes_of(2), int64)*max(n, 0)
   end subroutine discard_real8

   ! Reserves a contiguous piece of n values, on a chain that single pushes and pops do not touch.
   subroutine reserve_complex8(p, n)
      complex(real32), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_push(4, n)
      call up_complex8(area_complex8, max(n, 0))
      p => area_complex8%v(area_complex8%top + 1:area_complex8%top + n)
      area_complex8%top = area_complex8%top + max(n, 0)
      used = used + int(bytes_of(4), int64)*max(n, 0)
   end subroutine reserve_complex8

   ! Points at the n values reserved last.
   subroutine recall_complex8(p, n)
      complex(real32), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (n > 0) then
         if (.not. down_complex8(area_complex8)) call stop_empty(4, n, 0)
         if (area_complex8%top < n) call stop_empty(4, n, area_complex8%top)
         p => area_complex8%v(area_complex8%top - n + 1:area_complex8%top)
      else
         call up_complex8(area_complex8, 0)
         p => area_complex8%v(1:0)
      end if
   end subroutine recall_complex8

   ! Removes the n values reserved last from the tape.
   subroutine discard_complex8(p, n)
      complex(real32), pointer, contiguous, intent(inout) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_pop(4, n)
      call recall_complex8(p, n)
      nullify (p)
      area_complex8%top = area_complex8%top - max(n, 0)
      call note_peak
      used = used - int(bytes_of(4), int64)*max(n, 0)
   end subroutine discard_complex8

   ! Reserves a contiguous piece of n values, on a chain that single pushes and pops do not touch.
   subroutine reserve_complex16(p, n)
      complex(real64), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_push(5, n)
      call up_complex16(area_complex16, max(n, 0))
      p => area_complex16%v(area_complex16%top + 1:area_complex16%top + n)
      area_complex16%top = area_complex16%top + max(n, 0)
      used = used + int(bytes_of(5), int64)*max(n, 0)
   end subroutine reserve_complex16

   ! Points at the n values reserved last.
   subroutine recall_complex16(p, n)
      complex(real64), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (n > 0) then
         if (.not. down_complex16(area_complex16)) call stop_empty(5, n, 0)
         if (area_complex16%top < n) call stop_empty(5, n, area_complex16%top)
         p => area_complex16%v(area_complex16%top - n + 1:area_complex16%top)
      else
         call up_complex16(area_complex16, 0)
         p => area_complex16%v(1:0)
      end if
   end subroutine recall_complex16

   ! Removes the n values reserved last from the tape.
   subroutine discard_complex16(p, n)
      complex(real64), pointer, contiguous, intent(inout) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_pop(5, n)
      call recall_complex16(p, n)
      nullify (p)
      area_complex16%top = area_complex16%top - max(n, 0)
      call note_peak
      used = used - int(bytes_of(5), int64)*max(n, 0)
   end subroutine discard_complex16

   ! Reserves a contiguous piece of n values, on a chain that single pushes and pops do not touch.
   subroutine reserve_integer4(p, n)
      integer(int32), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_push(9, n)
      call up_integer4(area_integer4, max(n, 0))
      p => area_integer4%v(area_integer4%top + 1:area_integer4%top + n)
      area_integer4%top = area_integer4%top + max(n, 0)
      used = used + int(bytes_of(9), int64)*max(n, 0)
   end subroutine reserve_integer4

   ! Points at the n values reserved last.
   subroutine recall_integer4(p, n)
      integer(int32), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (n > 0) then
         if (.not. down_integer4(area_integer4)) call stop_empty(9, n, 0)
         if (area_integer4%top < n) call stop_empty(9, n, area_integer4%top)
         p => area_integer4%v(area_integer4%top - n + 1:area_integer4%top)
      else
         call up_integer4(area_integer4, 0)
         p => area_integer4%v(1:0)
      end if
   end subroutine recall_integer4

   ! Removes the n values reserved last from the tape.
   subroutine discard_integer4(p, n)
      integer(int32), pointer, contiguous, intent(inout) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_pop(9, n)
      call recall_integer4(p, n)
      nullify (p)
      area_integer4%top = area_integer4%top - max(n, 0)
      call note_peak
      used = used - int(bytes_of(9), int64)*max(n, 0)
   end subroutine discard_integer4

   ! Reserves a contiguous piece of n values, on a chain that single pushes and pops do not touch.
   subroutine reserve_integer8(p, n)
      integer(int64), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_push(10, n)
      call up_integer8(area_integer8, max(n, 0))
      p => area_integer8%v(area_integer8%top + 1:area_integer8%top + n)
      area_integer8%top = area_integer8%top + max(n, 0)
      used = used + int(bytes_of(10), int64)*max(n, 0)
   end subroutine reserve_integer8

   ! Points at the n values reserved last.
   subroutine recall_integer8(p, n)
      integer(int64), pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (n > 0) then
         if (.not. down_integer8(area_integer8)) call stop_empty(10, n, 0)
         if (area_integer8%top < n) call stop_empty(10, n, area_integer8%top)
         p => area_integer8%v(area_integer8%top - n + 1:area_integer8%top)
      else
         call up_integer8(area_integer8, 0)
         p => area_integer8%v(1:0)
      end if
   end subroutine recall_integer8

   ! Removes the n values reserved last from the tape.
   subroutine discard_integer8(p, n)
      integer(int64), pointer, contiguous, intent(inout) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_pop(10, n)
      call recall_integer8(p, n)
      nullify (p)
      area_integer8%top = area_integer8%top - max(n, 0)
      call note_peak
      used = used - int(bytes_of(10), int64)*max(n, 0)
   end subroutine discard_integer8

   ! Reserves a contiguous piece of n values, on a chain that single pushes and pops do not touch.
   subroutine reserve_boolean(p, n)
      logical, pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_push(11, n)
      call up_boolean(area_boolean, max(n, 0))
      p => area_boolean%v(area_boolean%top + 1:area_boolean%top + n)
      area_boolean%top = area_boolean%top + max(n, 0)
      used = used + int(bytes_of(11), int64)*max(n, 0)
   end subroutine reserve_boolean

   ! Points at the n values reserved last.
   subroutine recall_boolean(p, n)
      logical, pointer, contiguous, intent(out) :: p(:)
      integer, intent(in) :: n
      if (n > 0) then
         if (.not. down_boolean(area_boolean)) call stop_empty(11, n, 0)
         if (area_boolean%top < n) call stop_empty(11, n, area_boolean%top)
         p => area_boolean%v(area_boolean%top - n + 1:area_boolean%top)
      else
         call up_boolean(area_boolean, 0)
         p => area_boolean%v(1:0)
      end if
   end subroutine recall_boolean

   ! Removes the n values reserved last from the tape.
   subroutine discard_boolean(p, n)
      logical, pointer, contiguous, intent(inout) :: p(:)
      integer, intent(in) :: n
      if (checking) call log_pop(11, n)
      call recall_boolean(p, n)
      nullify (p)
      area_boolean%top = area_boolean%top - max(n, 0)
      call note_peak
      used = used - int(bytes_of(11), int64)*max(n, 0)
   end subroutine discard_boolean
end module adc_tape_state

subroutine pushreal4(x)
   use adc_tape_state
   implicit none
   real(real32), intent(in) :: x
   if (s_real4%top >= s_real4%high) call push_slowly_real4(s_real4)
   s_real4%top = s_real4%top + 1
   s_real4%v(s_real4%top) = x
   used = used + bytes_of(1)
end subroutine pushreal4

subroutine popreal4(x)
   use adc_tape_state
   implicit none
   real(real32), intent(out) :: x
   if (s_real4%top <= s_real4%low) call pop_slowly_real4(s_real4)
   x = s_real4%v(s_real4%top)
   s_real4%top = s_real4%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(1)
end subroutine popreal4

subroutine pushreal4array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   real(real32), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(1, n)
   done = 0
   do while (done < n)
      call up_real4(s_real4, 1)
      part = min(n - done, size(s_real4%v) - s_real4%top)
      call copy_real4(part, a(done + 1), s_real4%v(s_real4%top + 1:s_real4%top + part))
      s_real4%top = s_real4%top + part
      done = done + part
   end do
   used = used + int(bytes_of(1), int64)*done
end subroutine pushreal4array

subroutine popreal4array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   real(real32), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(1, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_real4(s_real4)) call stop_empty(1, n, n - left)
      part = min(left, s_real4%top)
      call copy_real4(part, s_real4%v(s_real4%top - part + 1:s_real4%top), a(left - part + 1))
      s_real4%top = s_real4%top - part
      left = left - part
   end do
   used = used - int(bytes_of(1), int64)*max(n, 0)
end subroutine popreal4array

subroutine pushreal8(x)
   use adc_tape_state
   implicit none
   real(real64), intent(in) :: x
   if (s_real8%top >= s_real8%high) call push_slowly_real8(s_real8)
   s_real8%top = s_real8%top + 1
   s_real8%v(s_real8%top) = x
   used = used + bytes_of(2)
end subroutine pushreal8

subroutine popreal8(x)
   use adc_tape_state
   implicit none
   real(real64), intent(out) :: x
   if (s_real8%top <= s_real8%low) call pop_slowly_real8(s_real8)
   x = s_real8%v(s_real8%top)
   s_real8%top = s_real8%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(2)
end subroutine popreal8

subroutine pushreal8array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   real(real64), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(2, n)
   done = 0
   do while (done < n)
      call up_real8(s_real8, 1)
      part = min(n - done, size(s_real8%v) - s_real8%top)
      call copy_real8(part, a(done + 1), s_real8%v(s_real8%top + 1:s_real8%top + part))
      s_real8%top = s_real8%top + part
      done = done + part
   end do
   used = used + int(bytes_of(2), int64)*done
end subroutine pushreal8array

subroutine popreal8array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   real(real64), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(2, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_real8(s_real8)) call stop_empty(2, n, n - left)
      part = min(left, s_real8%top)
      call copy_real8(part, s_real8%v(s_real8%top - part + 1:s_real8%top), a(left - part + 1))
      s_real8%top = s_real8%top - part
      left = left - part
   end do
   used = used - int(bytes_of(2), int64)*max(n, 0)
end subroutine popreal8array

subroutine pushreal16(x)
   use adc_tape_state
   implicit none
   real(quad), intent(in) :: x
   if (s_real16%top >= s_real16%high) call push_slowly_real16(s_real16)
   s_real16%top = s_real16%top + 1
   s_real16%v(s_real16%top) = x
   used = used + bytes_of(3)
end subroutine pushreal16

subroutine popreal16(x)
   use adc_tape_state
   implicit none
   real(quad), intent(out) :: x
   if (s_real16%top <= s_real16%low) call pop_slowly_real16(s_real16)
   x = s_real16%v(s_real16%top)
   s_real16%top = s_real16%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(3)
end subroutine popreal16

subroutine pushreal16array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   real(quad), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(3, n)
   done = 0
   do while (done < n)
      call up_real16(s_real16, 1)
      part = min(n - done, size(s_real16%v) - s_real16%top)
      call copy_real16(part, a(done + 1), s_real16%v(s_real16%top + 1:s_real16%top + part))
      s_real16%top = s_real16%top + part
      done = done + part
   end do
   used = used + int(bytes_of(3), int64)*done
end subroutine pushreal16array

subroutine popreal16array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   real(quad), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(3, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_real16(s_real16)) call stop_empty(3, n, n - left)
      part = min(left, s_real16%top)
      call copy_real16(part, s_real16%v(s_real16%top - part + 1:s_real16%top), a(left - part + 1))
      s_real16%top = s_real16%top - part
      left = left - part
   end do
   used = used - int(bytes_of(3), int64)*max(n, 0)
end subroutine popreal16array

subroutine pushcomplex8(x)
   use adc_tape_state
   implicit none
   complex(real32), intent(in) :: x
   if (s_complex8%top >= s_complex8%high) call push_slowly_complex8(s_complex8)
   s_complex8%top = s_complex8%top + 1
   s_complex8%v(s_complex8%top) = x
   used = used + bytes_of(4)
end subroutine pushcomplex8

subroutine popcomplex8(x)
   use adc_tape_state
   implicit none
   complex(real32), intent(out) :: x
   if (s_complex8%top <= s_complex8%low) call pop_slowly_complex8(s_complex8)
   x = s_complex8%v(s_complex8%top)
   s_complex8%top = s_complex8%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(4)
end subroutine popcomplex8

subroutine pushcomplex8array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   complex(real32), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(4, n)
   done = 0
   do while (done < n)
      call up_complex8(s_complex8, 1)
      part = min(n - done, size(s_complex8%v) - s_complex8%top)
      call copy_complex8(part, a(done + 1), s_complex8%v(s_complex8%top + 1:s_complex8%top + part))
      s_complex8%top = s_complex8%top + part
      done = done + part
   end do
   used = used + int(bytes_of(4), int64)*done
end subroutine pushcomplex8array

subroutine popcomplex8array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   complex(real32), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(4, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_complex8(s_complex8)) call stop_empty(4, n, n - left)
      part = min(left, s_complex8%top)
      call copy_complex8(part, s_complex8%v(s_complex8%top - part + 1:s_complex8%top), a(left - part + 1))
      s_complex8%top = s_complex8%top - part
      left = left - part
   end do
   used = used - int(bytes_of(4), int64)*max(n, 0)
end subroutine popcomplex8array

subroutine pushcomplex16(x)
   use adc_tape_state
   implicit none
   complex(real64), intent(in) :: x
   if (s_complex16%top >= s_complex16%high) call push_slowly_complex16(s_complex16)
   s_complex16%top = s_complex16%top + 1
   s_complex16%v(s_complex16%top) = x
   used = used + bytes_of(5)
end subroutine pushcomplex16

subroutine popcomplex16(x)
   use adc_tape_state
   implicit none
   complex(real64), intent(out) :: x
   if (s_complex16%top <= s_complex16%low) call pop_slowly_complex16(s_complex16)
   x = s_complex16%v(s_complex16%top)
   s_complex16%top = s_complex16%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(5)
end subroutine popcomplex16

subroutine pushcomplex16array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   complex(real64), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(5, n)
   done = 0
   do while (done < n)
      call up_complex16(s_complex16, 1)
      part = min(n - done, size(s_complex16%v) - s_complex16%top)
      call copy_complex16(part, a(done + 1), s_complex16%v(s_complex16%top + 1:s_complex16%top + part))
      s_complex16%top = s_complex16%top + part
      done = done + part
   end do
   used = used + int(bytes_of(5), int64)*done
end subroutine pushcomplex16array

subroutine popcomplex16array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   complex(real64), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(5, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_complex16(s_complex16)) call stop_empty(5, n, n - left)
      part = min(left, s_complex16%top)
      call copy_complex16(part, s_complex16%v(s_complex16%top - part + 1:s_complex16%top), a(left - part + 1))
      s_complex16%top = s_complex16%top - part
      left = left - part
   end do
   used = used - int(bytes_of(5), int64)*max(n, 0)
end subroutine popcomplex16array

subroutine pushcomplex32(x)
   use adc_tape_state
   implicit none
   complex(quad), intent(in) :: x
   if (s_complex32%top >= s_complex32%high) call push_slowly_complex32(s_complex32)
   s_complex32%top = s_complex32%top + 1
   s_complex32%v(s_complex32%top) = x
   used = used + bytes_of(6)
end subroutine pushcomplex32

subroutine popcomplex32(x)
   use adc_tape_state
   implicit none
   complex(quad), intent(out) :: x
   if (s_complex32%top <= s_complex32%low) call pop_slowly_complex32(s_complex32)
   x = s_complex32%v(s_complex32%top)
   s_complex32%top = s_complex32%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(6)
end subroutine popcomplex32

subroutine pushcomplex32array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   complex(quad), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(6, n)
   done = 0
   do while (done < n)
      call up_complex32(s_complex32, 1)
      part = min(n - done, size(s_complex32%v) - s_complex32%top)
      call copy_complex32(part, a(done + 1), s_complex32%v(s_complex32%top + 1:s_complex32%top + part))
      s_complex32%top = s_complex32%top + part
      done = done + part
   end do
   used = used + int(bytes_of(6), int64)*done
end subroutine pushcomplex32array

subroutine popcomplex32array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   complex(quad), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(6, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_complex32(s_complex32)) call stop_empty(6, n, n - left)
      part = min(left, s_complex32%top)
      call copy_complex32(part, s_complex32%v(s_complex32%top - part + 1:s_complex32%top), a(left - part + 1))
      s_complex32%top = s_complex32%top - part
      left = left - part
   end do
   used = used - int(bytes_of(6), int64)*max(n, 0)
end subroutine popcomplex32array

subroutine pushinteger1(x)
   use adc_tape_state
   implicit none
   integer(int8), intent(in) :: x
   if (s_integer1%top >= s_integer1%high) call push_slowly_integer1(s_integer1)
   s_integer1%top = s_integer1%top + 1
   s_integer1%v(s_integer1%top) = x
   used = used + bytes_of(7)
end subroutine pushinteger1

subroutine popinteger1(x)
   use adc_tape_state
   implicit none
   integer(int8), intent(out) :: x
   if (s_integer1%top <= s_integer1%low) call pop_slowly_integer1(s_integer1)
   x = s_integer1%v(s_integer1%top)
   s_integer1%top = s_integer1%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(7)
end subroutine popinteger1

subroutine pushinteger1array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   integer(int8), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(7, n)
   done = 0
   do while (done < n)
      call up_integer1(s_integer1, 1)
      part = min(n - done, size(s_integer1%v) - s_integer1%top)
      call copy_integer1(part, a(done + 1), s_integer1%v(s_integer1%top + 1:s_integer1%top + part))
      s_integer1%top = s_integer1%top + part
      done = done + part
   end do
   used = used + int(bytes_of(7), int64)*done
end subroutine pushinteger1array

subroutine popinteger1array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   integer(int8), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(7, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_integer1(s_integer1)) call stop_empty(7, n, n - left)
      part = min(left, s_integer1%top)
      call copy_integer1(part, s_integer1%v(s_integer1%top - part + 1:s_integer1%top), a(left - part + 1))
      s_integer1%top = s_integer1%top - part
      left = left - part
   end do
   used = used - int(bytes_of(7), int64)*max(n, 0)
end subroutine popinteger1array

subroutine pushinteger2(x)
   use adc_tape_state
   implicit none
   integer(int16), intent(in) :: x
   if (s_integer2%top >= s_integer2%high) call push_slowly_integer2(s_integer2)
   s_integer2%top = s_integer2%top + 1
   s_integer2%v(s_integer2%top) = x
   used = used + bytes_of(8)
end subroutine pushinteger2

subroutine popinteger2(x)
   use adc_tape_state
   implicit none
   integer(int16), intent(out) :: x
   if (s_integer2%top <= s_integer2%low) call pop_slowly_integer2(s_integer2)
   x = s_integer2%v(s_integer2%top)
   s_integer2%top = s_integer2%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(8)
end subroutine popinteger2

subroutine pushinteger2array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   integer(int16), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(8, n)
   done = 0
   do while (done < n)
      call up_integer2(s_integer2, 1)
      part = min(n - done, size(s_integer2%v) - s_integer2%top)
      call copy_integer2(part, a(done + 1), s_integer2%v(s_integer2%top + 1:s_integer2%top + part))
      s_integer2%top = s_integer2%top + part
      done = done + part
   end do
   used = used + int(bytes_of(8), int64)*done
end subroutine pushinteger2array

subroutine popinteger2array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   integer(int16), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(8, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_integer2(s_integer2)) call stop_empty(8, n, n - left)
      part = min(left, s_integer2%top)
      call copy_integer2(part, s_integer2%v(s_integer2%top - part + 1:s_integer2%top), a(left - part + 1))
      s_integer2%top = s_integer2%top - part
      left = left - part
   end do
   used = used - int(bytes_of(8), int64)*max(n, 0)
end subroutine popinteger2array

subroutine pushinteger4(x)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: x
   if (s_integer4%top >= s_integer4%high) call push_slowly_integer4(s_integer4)
   s_integer4%top = s_integer4%top + 1
   s_integer4%v(s_integer4%top) = x
   used = used + bytes_of(9)
end subroutine pushinteger4

subroutine popinteger4(x)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: x
   if (s_integer4%top <= s_integer4%low) call pop_slowly_integer4(s_integer4)
   x = s_integer4%v(s_integer4%top)
   s_integer4%top = s_integer4%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(9)
end subroutine popinteger4

subroutine pushinteger4array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   integer(int32), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(9, n)
   done = 0
   do while (done < n)
      call up_integer4(s_integer4, 1)
      part = min(n - done, size(s_integer4%v) - s_integer4%top)
      call copy_integer4(part, a(done + 1), s_integer4%v(s_integer4%top + 1:s_integer4%top + part))
      s_integer4%top = s_integer4%top + part
      done = done + part
   end do
   used = used + int(bytes_of(9), int64)*done
end subroutine pushinteger4array

subroutine popinteger4array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   integer(int32), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(9, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_integer4(s_integer4)) call stop_empty(9, n, n - left)
      part = min(left, s_integer4%top)
      call copy_integer4(part, s_integer4%v(s_integer4%top - part + 1:s_integer4%top), a(left - part + 1))
      s_integer4%top = s_integer4%top - part
      left = left - part
   end do
   used = used - int(bytes_of(9), int64)*max(n, 0)
end subroutine popinteger4array

subroutine pushinteger8(x)
   use adc_tape_state
   implicit none
   integer(int64), intent(in) :: x
   if (s_integer8%top >= s_integer8%high) call push_slowly_integer8(s_integer8)
   s_integer8%top = s_integer8%top + 1
   s_integer8%v(s_integer8%top) = x
   used = used + bytes_of(10)
end subroutine pushinteger8

subroutine popinteger8(x)
   use adc_tape_state
   implicit none
   integer(int64), intent(out) :: x
   if (s_integer8%top <= s_integer8%low) call pop_slowly_integer8(s_integer8)
   x = s_integer8%v(s_integer8%top)
   s_integer8%top = s_integer8%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(10)
end subroutine popinteger8

subroutine pushinteger8array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   integer(int64), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(10, n)
   done = 0
   do while (done < n)
      call up_integer8(s_integer8, 1)
      part = min(n - done, size(s_integer8%v) - s_integer8%top)
      call copy_integer8(part, a(done + 1), s_integer8%v(s_integer8%top + 1:s_integer8%top + part))
      s_integer8%top = s_integer8%top + part
      done = done + part
   end do
   used = used + int(bytes_of(10), int64)*done
end subroutine pushinteger8array

subroutine popinteger8array(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   integer(int64), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(10, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_integer8(s_integer8)) call stop_empty(10, n, n - left)
      part = min(left, s_integer8%top)
      call copy_integer8(part, s_integer8%v(s_integer8%top - part + 1:s_integer8%top), a(left - part + 1))
      s_integer8%top = s_integer8%top - part
      left = left - part
   end do
   used = used - int(bytes_of(10), int64)*max(n, 0)
end subroutine popinteger8array

subroutine pushboolean(x)
   use adc_tape_state
   implicit none
   logical, intent(in) :: x
   if (s_boolean%top >= s_boolean%high) call push_slowly_boolean(s_boolean)
   s_boolean%top = s_boolean%top + 1
   s_boolean%v(s_boolean%top) = x
   used = used + bytes_of(11)
end subroutine pushboolean

subroutine popboolean(x)
   use adc_tape_state
   implicit none
   logical, intent(out) :: x
   if (s_boolean%top <= s_boolean%low) call pop_slowly_boolean(s_boolean)
   x = s_boolean%v(s_boolean%top)
   s_boolean%top = s_boolean%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(11)
end subroutine popboolean

subroutine pushbooleanarray(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   logical, intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(11, n)
   done = 0
   do while (done < n)
      call up_boolean(s_boolean, 1)
      part = min(n - done, size(s_boolean%v) - s_boolean%top)
      call copy_boolean(part, a(done + 1), s_boolean%v(s_boolean%top + 1:s_boolean%top + part))
      s_boolean%top = s_boolean%top + part
      done = done + part
   end do
   used = used + int(bytes_of(11), int64)*done
end subroutine pushbooleanarray

subroutine popbooleanarray(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   logical, intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(11, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_boolean(s_boolean)) call stop_empty(11, n, n - left)
      part = min(left, s_boolean%top)
      call copy_boolean(part, s_boolean%v(s_boolean%top - part + 1:s_boolean%top), a(left - part + 1))
      s_boolean%top = s_boolean%top - part
      left = left - part
   end do
   used = used - int(bytes_of(11), int64)*max(n, 0)
end subroutine popbooleanarray

subroutine pushcharacter(x)
   use adc_tape_state
   implicit none
   character(len=1), intent(in) :: x
   if (s_character%top >= s_character%high) call push_slowly_character(s_character)
   s_character%top = s_character%top + 1
   s_character%v(s_character%top) = x
   used = used + bytes_of(12)
end subroutine pushcharacter

subroutine popcharacter(x)
   use adc_tape_state
   implicit none
   character(len=1), intent(out) :: x
   if (s_character%top <= s_character%low) call pop_slowly_character(s_character)
   x = s_character%v(s_character%top)
   s_character%top = s_character%top - 1
   if (used > peak) peak = used
   used = used - bytes_of(12)
end subroutine popcharacter

subroutine pushcharacterarray(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   character(len=1), intent(in) :: a(n)
   integer :: done, part
   if (checking) call log_push(12, n)
   done = 0
   do while (done < n)
      call up_character(s_character, 1)
      part = min(n - done, size(s_character%v) - s_character%top)
      call copy_character(part, a(done + 1), s_character%v(s_character%top + 1:s_character%top + part))
      s_character%top = s_character%top + part
      done = done + part
   end do
   used = used + int(bytes_of(12), int64)*done
end subroutine pushcharacterarray

subroutine popcharacterarray(a, n)
   use adc_tape_state
   implicit none
   integer, intent(in) :: n
   character(len=1), intent(out) :: a(n)
   integer :: left, part
   if (checking) call log_pop(12, n)
   call note_peak
   left = n
   do while (left > 0)
      if (.not. down_character(s_character)) call stop_empty(12, n, n - left)
      part = min(left, s_character%top)
      call copy_character(part, s_character%v(s_character%top - part + 1:s_character%top), a(left - part + 1))
      s_character%top = s_character%top - part
      left = left - part
   end do
   used = used - int(bytes_of(12), int64)*max(n, 0)
end subroutine popcharacterarray

subroutine pushcontrol1b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: c
   if (checking) call log_push(control + 1, 1)
   if (shiftr(bits, 63 - 1) /= 0) call store_bits
   bits = ior(shiftl(bits, 1), ibits(int(c, int64), 0, 1))
end subroutine pushcontrol1b

subroutine popcontrol1b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: c
   if (checking) call log_pop(control + 1, 1)
   if (bits < shiftl(1_int64, 1)) call fetch_bits(1)
   c = int(ibits(bits, 0, 1), int32)
   bits = shiftr(bits, 1)
end subroutine popcontrol1b

subroutine pushcontrol2b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: c
   if (checking) call log_push(control + 2, 1)
   if (shiftr(bits, 63 - 2) /= 0) call store_bits
   bits = ior(shiftl(bits, 2), ibits(int(c, int64), 0, 2))
end subroutine pushcontrol2b

subroutine popcontrol2b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: c
   if (checking) call log_pop(control + 2, 1)
   if (bits < shiftl(1_int64, 2)) call fetch_bits(2)
   c = int(ibits(bits, 0, 2), int32)
   bits = shiftr(bits, 2)
end subroutine popcontrol2b

subroutine pushcontrol3b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: c
   if (checking) call log_push(control + 3, 1)
   if (shiftr(bits, 63 - 3) /= 0) call store_bits
   bits = ior(shiftl(bits, 3), ibits(int(c, int64), 0, 3))
end subroutine pushcontrol3b

subroutine popcontrol3b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: c
   if (checking) call log_pop(control + 3, 1)
   if (bits < shiftl(1_int64, 3)) call fetch_bits(3)
   c = int(ibits(bits, 0, 3), int32)
   bits = shiftr(bits, 3)
end subroutine popcontrol3b

subroutine pushcontrol4b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: c
   if (checking) call log_push(control + 4, 1)
   if (shiftr(bits, 63 - 4) /= 0) call store_bits
   bits = ior(shiftl(bits, 4), ibits(int(c, int64), 0, 4))
end subroutine pushcontrol4b

subroutine popcontrol4b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: c
   if (checking) call log_pop(control + 4, 1)
   if (bits < shiftl(1_int64, 4)) call fetch_bits(4)
   c = int(ibits(bits, 0, 4), int32)
   bits = shiftr(bits, 4)
end subroutine popcontrol4b

subroutine pushcontrol5b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: c
   if (checking) call log_push(control + 5, 1)
   if (shiftr(bits, 63 - 5) /= 0) call store_bits
   bits = ior(shiftl(bits, 5), ibits(int(c, int64), 0, 5))
end subroutine pushcontrol5b

subroutine popcontrol5b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: c
   if (checking) call log_pop(control + 5, 1)
   if (bits < shiftl(1_int64, 5)) call fetch_bits(5)
   c = int(ibits(bits, 0, 5), int32)
   bits = shiftr(bits, 5)
end subroutine popcontrol5b

subroutine pushcontrol6b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: c
   if (checking) call log_push(control + 6, 1)
   if (shiftr(bits, 63 - 6) /= 0) call store_bits
   bits = ior(shiftl(bits, 6), ibits(int(c, int64), 0, 6))
end subroutine pushcontrol6b

subroutine popcontrol6b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: c
   if (checking) call log_pop(control + 6, 1)
   if (bits < shiftl(1_int64, 6)) call fetch_bits(6)
   c = int(ibits(bits, 0, 6), int32)
   bits = shiftr(bits, 6)
end subroutine popcontrol6b

subroutine pushcontrol7b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: c
   if (checking) call log_push(control + 7, 1)
   if (shiftr(bits, 63 - 7) /= 0) call store_bits
   bits = ior(shiftl(bits, 7), ibits(int(c, int64), 0, 7))
end subroutine pushcontrol7b

subroutine popcontrol7b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: c
   if (checking) call log_pop(control + 7, 1)
   if (bits < shiftl(1_int64, 7)) call fetch_bits(7)
   c = int(ibits(bits, 0, 7), int32)
   bits = shiftr(bits, 7)
end subroutine popcontrol7b

subroutine pushcontrol8b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(in) :: c
   if (checking) call log_push(control + 8, 1)
   if (shiftr(bits, 63 - 8) /= 0) call store_bits
   bits = ior(shiftl(bits, 8), ibits(int(c, int64), 0, 8))
end subroutine pushcontrol8b

subroutine popcontrol8b(c)
   use adc_tape_state
   implicit none
   integer(int32), intent(out) :: c
   if (checking) call log_pop(control + 8, 1)
   if (bits < shiftl(1_int64, 8)) call fetch_bits(8)
   c = int(ibits(bits, 0, 8), int32)
   bits = shiftr(bits, 8)
end subroutine popcontrol8b

! True if the tape is empty and there are no snapshots in memory.
logical function adc_tape_empty()
   use adc_tape_state
   implicit none
   adc_tape_empty = used == 0 .and. held == 0 .and. bits == 1
end function adc_tape_empty

! Current number of bytes on the tape and in snapshots in memory. Control values count once a word of them (up to 62
! bits) is full.
integer(int64) function adc_tape_bytes()
   use adc_tape_state
   implicit none
   adc_tape_bytes = used + held
end function adc_tape_bytes

! Peak of these bytes since the start or the last adc_tape_reset_peak.
integer(int64) function adc_tape_peak_bytes()
   use adc_tape_state
   implicit none
   adc_tape_peak_bytes = max(used + held, peak)
end function adc_tape_peak_bytes

! Bytes allocated for the tape's blocks and snapshots, used or not.
integer(int64) function adc_tape_allocated_bytes()
   use adc_tape_state
   implicit none
   adc_tape_allocated_bytes = allocated_bytes
end function adc_tape_allocated_bytes

subroutine adc_tape_reset_peak()
   use adc_tape_state
   implicit none
   peak = used + held
end subroutine adc_tape_reset_peak

! Limits the bytes of blocks from now on: a push that needs more stops the program.
subroutine adc_tape_limit(bytes)
   use adc_tape_state
   implicit none
   integer(int64), intent(in) :: bytes
   limit = bytes
end subroutine adc_tape_limit

! Returns unused memory to the system.
subroutine adc_tape_release()
   use adc_tape_state
   implicit none
   call release_real4(s_real4)
   call release_real8(s_real8)
   call release_real16(s_real16)
   call release_complex8(s_complex8)
   call release_complex16(s_complex16)
   call release_complex32(s_complex32)
   call release_integer1(s_integer1)
   call release_integer2(s_integer2)
   call release_integer4(s_integer4)
   call release_integer8(s_integer8)
   call release_boolean(s_boolean)
   call release_character(s_character)
   call release_word(s_word)
   call release_real4(area_real4)
   call release_real8(area_real8)
   call release_complex8(area_complex8)
   call release_complex16(area_complex16)
   call release_integer4(area_integer4)
   call release_integer8(area_integer8)
   call release_boolean(area_boolean)
   if (associated(release_more)) call release_more()
   if (logged == 0 .and. allocated(log_kind)) deallocate (log_kind, log_count)
end subroutine adc_tape_release

! Switches check mode on or off: it compares each pop with the matching push. Only allowed while the tape is empty.
subroutine adc_tape_check(on)
   use adc_tape_state
   implicit none
   logical, intent(in) :: on
   if (used + held /= 0 .or. bits /= 1) then
      write (error_unit, '(a)') 'adc tape: adc_tape_check can be called only while the tape is empty'
      error stop 1
   end if
   checking = on
   logged = 0
   call watch_real4(on)
   call watch_real8(on)
   call watch_real16(on)
   call watch_complex8(on)
   call watch_complex16(on)
   call watch_complex32(on)
   call watch_integer1(on)
   call watch_integer2(on)
   call watch_integer4(on)
   call watch_integer8(on)
   call watch_boolean(on)
   call watch_character(on)
end subroutine adc_tape_check

! The interfaces of all of the above, and generic names.
module adc_tape
   use adc_tape_state
   implicit none
   private
   public :: adc_push, adc_pop, adc_reserve, adc_recall, adc_discard
   public :: adc_tape_empty, adc_tape_bytes, adc_tape_peak_bytes, adc_tape_allocated_bytes
   public :: adc_tape_reset_peak, adc_tape_limit, adc_tape_release, adc_tape_check
   public :: pushreal4, popreal4, pushreal4array, popreal4array
   public :: pushreal8, popreal8, pushreal8array, popreal8array
   public :: pushcomplex8, popcomplex8, pushcomplex8array, popcomplex8array
   public :: pushcomplex16, popcomplex16, pushcomplex16array, popcomplex16array
   public :: pushinteger1, popinteger1, pushinteger1array, popinteger1array
   public :: pushinteger2, popinteger2, pushinteger2array, popinteger2array
   public :: pushinteger4, popinteger4, pushinteger4array, popinteger4array
   public :: pushinteger8, popinteger8, pushinteger8array, popinteger8array
   public :: pushboolean, popboolean, pushbooleanarray, popbooleanarray
   public :: pushcharacter, popcharacter, pushcharacterarray, popcharacterarray
   public :: pushcontrol1b, popcontrol1b
   public :: pushcontrol2b, popcontrol2b
   public :: pushcontrol3b, popcontrol3b
   public :: pushcontrol4b, popcontrol4b
   public :: pushcontrol5b, popcontrol5b
   public :: pushcontrol6b, popcontrol6b
   public :: pushcontrol7b, popcontrol7b
   public :: pushcontrol8b, popcontrol8b

   ! adc_push(x) and adc_push(a, n).
   interface adc_push
      subroutine pushreal4(x)
         import
         real(real32), intent(in) :: x
      end subroutine pushreal4
      subroutine pushreal4array(a, n)
         import
         integer, intent(in) :: n
         real(real32), intent(in) :: a(n)
      end subroutine pushreal4array
      subroutine pushreal8(x)
         import
         real(real64), intent(in) :: x
      end subroutine pushreal8
      subroutine pushreal8array(a, n)
         import
         integer, intent(in) :: n
         real(real64), intent(in) :: a(n)
      end subroutine pushreal8array
      subroutine pushcomplex8(x)
         import
         complex(real32), intent(in) :: x
      end subroutine pushcomplex8
      subroutine pushcomplex8array(a, n)
         import
         integer, intent(in) :: n
         complex(real32), intent(in) :: a(n)
      end subroutine pushcomplex8array
      subroutine pushcomplex16(x)
         import
         complex(real64), intent(in) :: x
      end subroutine pushcomplex16
      subroutine pushcomplex16array(a, n)
         import
         integer, intent(in) :: n
         complex(real64), intent(in) :: a(n)
      end subroutine pushcomplex16array
      subroutine pushinteger1(x)
         import
         integer(int8), intent(in) :: x
      end subroutine pushinteger1
      subroutine pushinteger1array(a, n)
         import
         integer, intent(in) :: n
         integer(int8), intent(in) :: a(n)
      end subroutine pushinteger1array
      subroutine pushinteger2(x)
         import
         integer(int16), intent(in) :: x
      end subroutine pushinteger2
      subroutine pushinteger2array(a, n)
         import
         integer, intent(in) :: n
         integer(int16), intent(in) :: a(n)
      end subroutine pushinteger2array
      subroutine pushinteger4(x)
         import
         integer(int32), intent(in) :: x
      end subroutine pushinteger4
      subroutine pushinteger4array(a, n)
         import
         integer, intent(in) :: n
         integer(int32), intent(in) :: a(n)
      end subroutine pushinteger4array
      subroutine pushinteger8(x)
         import
         integer(int64), intent(in) :: x
      end subroutine pushinteger8
      subroutine pushinteger8array(a, n)
         import
         integer, intent(in) :: n
         integer(int64), intent(in) :: a(n)
      end subroutine pushinteger8array
      subroutine pushboolean(x)
         import
         logical, intent(in) :: x
      end subroutine pushboolean
      subroutine pushbooleanarray(a, n)
         import
         integer, intent(in) :: n
         logical, intent(in) :: a(n)
      end subroutine pushbooleanarray
      subroutine pushcharacter(x)
         import
         character(len=1), intent(in) :: x
      end subroutine pushcharacter
      subroutine pushcharacterarray(a, n)
         import
         integer, intent(in) :: n
         character(len=1), intent(in) :: a(n)
      end subroutine pushcharacterarray
   end interface adc_push

   ! adc_pop(x) and adc_pop(a, n).
   interface adc_pop
      subroutine popreal4(x)
         import
         real(real32), intent(out) :: x
      end subroutine popreal4
      subroutine popreal4array(a, n)
         import
         integer, intent(in) :: n
         real(real32), intent(out) :: a(n)
      end subroutine popreal4array
      subroutine popreal8(x)
         import
         real(real64), intent(out) :: x
      end subroutine popreal8
      subroutine popreal8array(a, n)
         import
         integer, intent(in) :: n
         real(real64), intent(out) :: a(n)
      end subroutine popreal8array
      subroutine popcomplex8(x)
         import
         complex(real32), intent(out) :: x
      end subroutine popcomplex8
      subroutine popcomplex8array(a, n)
         import
         integer, intent(in) :: n
         complex(real32), intent(out) :: a(n)
      end subroutine popcomplex8array
      subroutine popcomplex16(x)
         import
         complex(real64), intent(out) :: x
      end subroutine popcomplex16
      subroutine popcomplex16array(a, n)
         import
         integer, intent(in) :: n
         complex(real64), intent(out) :: a(n)
      end subroutine popcomplex16array
      subroutine popinteger1(x)
         import
         integer(int8), intent(out) :: x
      end subroutine popinteger1
      subroutine popinteger1array(a, n)
         import
         integer, intent(in) :: n
         integer(int8), intent(out) :: a(n)
      end subroutine popinteger1array
      subroutine popinteger2(x)
         import
         integer(int16), intent(out) :: x
      end subroutine popinteger2
      subroutine popinteger2array(a, n)
         import
         integer, intent(in) :: n
         integer(int16), intent(out) :: a(n)
      end subroutine popinteger2array
      subroutine popinteger4(x)
         import
         integer(int32), intent(out) :: x
      end subroutine popinteger4
      subroutine popinteger4array(a, n)
         import
         integer, intent(in) :: n
         integer(int32), intent(out) :: a(n)
      end subroutine popinteger4array
      subroutine popinteger8(x)
         import
         integer(int64), intent(out) :: x
      end subroutine popinteger8
      subroutine popinteger8array(a, n)
         import
         integer, intent(in) :: n
         integer(int64), intent(out) :: a(n)
      end subroutine popinteger8array
      subroutine popboolean(x)
         import
         logical, intent(out) :: x
      end subroutine popboolean
      subroutine popbooleanarray(a, n)
         import
         integer, intent(in) :: n
         logical, intent(out) :: a(n)
      end subroutine popbooleanarray
      subroutine popcharacter(x)
         import
         character(len=1), intent(out) :: x
      end subroutine popcharacter
      subroutine popcharacterarray(a, n)
         import
         integer, intent(in) :: n
         character(len=1), intent(out) :: a(n)
      end subroutine popcharacterarray
   end interface adc_pop

   ! adc_reserve(p, n): p points at a contiguous piece of n values, to be written by index; adc_recall(p, n)
   ! points at the last such piece again; adc_discard(p, n) takes it off the tape.
   interface adc_reserve
      procedure reserve_real4
      procedure reserve_real8
      procedure reserve_complex8
      procedure reserve_complex16
      procedure reserve_integer4
      procedure reserve_integer8
      procedure reserve_boolean
   end interface adc_reserve
   interface adc_recall
      procedure recall_real4
      procedure recall_real8
      procedure recall_complex8
      procedure recall_complex16
      procedure recall_integer4
      procedure recall_integer8
      procedure recall_boolean
   end interface adc_recall
   interface adc_discard
      procedure discard_real4
      procedure discard_real8
      procedure discard_complex8
      procedure discard_complex16
      procedure discard_integer4
      procedure discard_integer8
      procedure discard_boolean
   end interface adc_discard

   interface
      subroutine pushcontrol1b(c)
         import
         integer(int32), intent(in) :: c
      end subroutine pushcontrol1b
      subroutine popcontrol1b(c)
         import
         integer(int32), intent(out) :: c
      end subroutine popcontrol1b
      subroutine pushcontrol2b(c)
         import
         integer(int32), intent(in) :: c
      end subroutine pushcontrol2b
      subroutine popcontrol2b(c)
         import
         integer(int32), intent(out) :: c
      end subroutine popcontrol2b
      subroutine pushcontrol3b(c)
         import
         integer(int32), intent(in) :: c
      end subroutine pushcontrol3b
      subroutine popcontrol3b(c)
         import
         integer(int32), intent(out) :: c
      end subroutine popcontrol3b
      subroutine pushcontrol4b(c)
         import
         integer(int32), intent(in) :: c
      end subroutine pushcontrol4b
      subroutine popcontrol4b(c)
         import
         integer(int32), intent(out) :: c
      end subroutine popcontrol4b
      subroutine pushcontrol5b(c)
         import
         integer(int32), intent(in) :: c
      end subroutine pushcontrol5b
      subroutine popcontrol5b(c)
         import
         integer(int32), intent(out) :: c
      end subroutine popcontrol5b
      subroutine pushcontrol6b(c)
         import
         integer(int32), intent(in) :: c
      end subroutine pushcontrol6b
      subroutine popcontrol6b(c)
         import
         integer(int32), intent(out) :: c
      end subroutine popcontrol6b
      subroutine pushcontrol7b(c)
         import
         integer(int32), intent(in) :: c
      end subroutine pushcontrol7b
      subroutine popcontrol7b(c)
         import
         integer(int32), intent(out) :: c
      end subroutine popcontrol7b
      subroutine pushcontrol8b(c)
         import
         integer(int32), intent(in) :: c
      end subroutine pushcontrol8b
      subroutine popcontrol8b(c)
         import
         integer(int32), intent(out) :: c
      end subroutine popcontrol8b
      logical function adc_tape_empty()
      end function adc_tape_empty
      integer(int64) function adc_tape_bytes()
         import
      end function adc_tape_bytes
      integer(int64) function adc_tape_peak_bytes()
         import
      end function adc_tape_peak_bytes
      integer(int64) function adc_tape_allocated_bytes()
         import
      end function adc_tape_allocated_bytes
      subroutine adc_tape_reset_peak()
      end subroutine adc_tape_reset_peak
      subroutine adc_tape_limit(bytes)
         import
         integer(int64), intent(in) :: bytes
      end subroutine adc_tape_limit
      subroutine adc_tape_release()
      end subroutine adc_tape_release
      subroutine adc_tape_check(on)
         import
         logical, intent(in) :: on
      end subroutine adc_tape_check
   end interface
end module adc_tape
