! Measures the calls of an adjoint that `adc --reverse --profile-checkpoints` generated: run times of the primal and of
! both sweeps, bytes of snapshots and of recordings. `adc checkpoints` chooses from the file which calls to split.
!
!     call adc_profile_save(site, text)     forward sweep, before the snapshot of a call
!     call adc_profile_run()                before the call of the primal
!     call adc_profile_ran()                after it
!     call adc_profile_forward()            in place of adc_profile_run, before the forward sweep of a split call
!     call adc_profile_forwarded()          after it
!     call adc_profile_enter(site, text)    reverse sweep, before the adjoint of a joint call, and where a head begins
!     call adc_profile_begin()              after the pushes around the adjoint, if there are any
!     call adc_profile_turn()               between its forward and its reverse sweep
!     call adc_profile_reverse(site, text)  in place of adc_profile_enter, before the reverse sweep of a split call
!     call adc_profile_leave()              after the adjoint
!     call adc_profile_write()              writes the file now; otherwise the end of the program does
!
! `site` is the number of a call in the text, `text` describes it. The file is called adc_profile.txt, or as the
! environment variable ADC_PROFILE says.
!
! Implementation: a tree of calling contexts. A node is a call reached by one chain of calls; a call that is its own
! ancestor (recursion) shares the node of that ancestor, and only its outermost run counts for times. A stack of frames
! has the adjoints that are running. Times are those of system_clock, or of cpu_time where the environment variable
! ADC_PROFILE_CLOCK is `cpu`, which is slower to read, but does not count what else the machine does. The clock stands
! still in this file: a reading takes off what a sequence of calls without work between them takes. All of it belongs to
! one thread.

module adc_profile_state
   use adc_tape_state, only: used, held, peak
   use, intrinsic :: iso_c_binding, only: c_funptr, c_funloc, c_int
   use, intrinsic :: iso_fortran_env, only: error_unit, int32, int64, real64
   implicit none
   private
   public :: call_node, call_frame, nodes, frames, depth, site_text
   public :: now, level, child, push_frame, pop_frame, close_peak, spent, write_profile

   type call_node
      integer :: site = 0, parent = 0, first = 0, next = 0
      integer :: active = 0 ! frames of it on the stack
      logical :: recursive = .false.
      integer(int64) :: calls = 0 ! forward sweeps with recording
      integer(int64) :: runs = 0, late = 0 ! calls of the primal, and those among them in a reverse sweep
      integer(int64) :: run_time = 0, save_time = 0, forward_time = 0, reverse_time = 0
      integer(int64) :: snapshots = 0, largest_snapshot = 0
      integer(int64) :: records = 0, own = 0, largest_own = 0
      integer(int64) :: around = 0, during = 0
   end type call_node

   type call_frame
      integer :: node = 0
      integer :: child = 0 ! the node of the call whose snapshot is being saved, or whose primal runs
      integer(int64) :: base = 0, start = 0 ! bytes before and after the pushes around the adjoint
      integer(int64) :: turned = -1 ! bytes between the sweeps, once they are known
      integer(int64) :: kept = 0 ! bytes of snapshots and of split calls in its forward sweep
      integer(int64) :: saved = 0 ! bytes before the snapshot of the child
      integer(int64) :: clock = 0, child_clock = 0
      integer(int64) :: outer_peak = 0
   end type call_frame

   type site_text
      character(len=:), allocatable :: text
   end type site_text

   type(call_node), allocatable, save :: nodes(:)
   type(call_frame), allocatable, save :: frames(:)
   type(site_text), allocatable, save :: texts(:)
   integer, save :: count_of_nodes = 0, depth = 0, first_root = 0
   ! The time of this file for one reading of the clock, and how often it was read.
   integer(int64), save :: overhead = 0, reads = 0
   logical, save :: started = .false., of_processor = .false.

   ! What generated code calls: its own time is measured.
   interface
      subroutine adc_profile_save(site, text)
         import :: int32
         integer(int32), intent(in) :: site
         character(len=*), intent(in) :: text
      end subroutine adc_profile_save
      subroutine adc_profile_run()
      end subroutine adc_profile_run
      subroutine adc_profile_ran()
      end subroutine adc_profile_ran
      subroutine adc_profile_enter(site, text)
         import :: int32
         integer(int32), intent(in) :: site
         character(len=*), intent(in) :: text
      end subroutine adc_profile_enter
      subroutine adc_profile_turn()
      end subroutine adc_profile_turn
      subroutine adc_profile_leave()
      end subroutine adc_profile_leave
   end interface

   interface
      integer(c_int) function at_exit(f) bind(c, name='atexit')
         import :: c_int, c_funptr
         type(c_funptr), value :: f
      end function at_exit
   end interface

contains

   ! The clock, without the time of this file.
   integer(int64) function now()
      real(real64) :: seconds
      if (of_processor) then
         call cpu_time(seconds)
         now = int(seconds*1e9_real64, int64)
      else
         call system_clock(now)
      end if
      reads = reads + 1
      now = now - overhead*reads
   end function now

   ! Bytes on the tape and beside it.
   integer(int64) function level()
      level = used + held
   end function level

   ! The time since a reading of the clock; that of short runs may be negative, so that sums have no bias.
   integer(int64) function spent(since)
      integer(int64), intent(in) :: since
      spent = now() - since
   end function spent

   recursive subroutine start()
      integer(int64) :: first, least
      integer :: k, batch
      character(len=8) :: clock
      started = .true.
      allocate (nodes(64), frames(0:64), texts(64))
      call get_environment_variable('ADC_PROFILE_CLOCK', clock)
      of_processor = clock == 'cpu'
      least = huge(least)
      do batch = 1, 20
         reads = 0
         first = now()
         do k = 1, 100
            call adc_profile_save(1_int32, '')
            call adc_profile_run()
            call adc_profile_ran()
            call adc_profile_enter(1_int32, '')
            call adc_profile_turn()
            call adc_profile_leave()
         end do
         least = min(least, (now() - first)/reads)
      end do
      overhead = max(least, 0_int64)
      deallocate (nodes, texts)
      allocate (nodes(64), texts(64))
      count_of_nodes = 0
      first_root = 0
      frames(0) = call_frame()
      if (at_exit(c_funloc(at_end)) /= 0) then
         write (error_unit, '(a)') 'adc profile: the end of the program writes no file; call adc_profile_write()'
      end if
   end subroutine start

   subroutine at_end() bind(c)
      call write_profile()
   end subroutine at_end

   ! The node of a call in the adjoint that is running.
   recursive integer function child(site, text)
      integer(int32), intent(in) :: site
      character(len=*), intent(in) :: text
      integer :: parent, k
      if (.not. started) call start()
      parent = frames(depth)%node
      child = first_root
      if (parent > 0) child = nodes(parent)%first
      do while (child > 0)
         if (nodes(child)%site == site) return
         child = nodes(child)%next
      end do
      ! recursion: the frames from the ancestor on belong to a cycle
      do k = depth, 1, -1
         if (nodes(frames(k)%node)%site == site) then
            child = frames(k)%node
            nodes(frames(k:depth)%node)%recursive = .true.
            return
         end if
      end do
      if (count_of_nodes == size(nodes)) call more_nodes()
      count_of_nodes = count_of_nodes + 1
      child = count_of_nodes
      nodes(child)%site = site
      nodes(child)%parent = parent
      if (parent > 0) then
         nodes(child)%next = nodes(parent)%first
         nodes(parent)%first = child
      else
         nodes(child)%next = first_root
         first_root = child
      end if
      call describe(site, text)
   end function child

   subroutine more_nodes()
      type(call_node), allocatable :: larger(:)
      allocate (larger(2*size(nodes)))
      larger(:size(nodes)) = nodes
      call move_alloc(larger, nodes)
   end subroutine more_nodes

   subroutine describe(site, text)
      integer(int32), intent(in) :: site
      character(len=*), intent(in) :: text
      type(site_text), allocatable :: larger(:)
      if (site > size(texts)) then
         allocate (larger(max(2*size(texts), site)))
         larger(:size(texts)) = texts
         call move_alloc(larger, texts)
      end if
      texts(site)%text = text
   end subroutine describe

   subroutine push_frame(node)
      integer, intent(in) :: node
      type(call_frame), allocatable :: larger(:)
      if (depth == ubound(frames, 1)) then
         allocate (larger(0:2*depth))
         larger(:depth) = frames
         call move_alloc(larger, frames)
      end if
      depth = depth + 1
      frames(depth) = call_frame()
      nodes(node)%active = nodes(node)%active + 1
      frames(depth)%node = node
      frames(depth)%base = level()
      frames(depth)%start = frames(depth)%base
      frames(depth)%outer_peak = max(peak, frames(depth)%base)
      peak = frames(depth)%base
      frames(depth)%clock = now()
   end subroutine push_frame

   subroutine pop_frame()
      nodes(frames(depth)%node)%active = nodes(frames(depth)%node)%active - 1
      depth = depth - 1
   end subroutine pop_frame

   ! The peak since the frame was pushed; that of the tape is again what it would be without frames.
   subroutine close_peak(top)
      integer(int64), intent(out) :: top
      top = max(peak, level())
      peak = max(frames(depth)%outer_peak, top)
   end subroutine close_peak

   subroutine write_profile()
      character(len=4096) :: name
      integer(int64) :: rate
      integer :: unit, status, length, k
      real(real64) :: tick
      if (.not. started) return
      call get_environment_variable('ADC_PROFILE', name, length, status)
      if (status /= 0 .or. length == 0) name = 'adc_profile.txt'
      open (newunit=unit, file=trim(name), status='replace', action='write', iostat=status)
      if (status /= 0) then
         write (error_unit, '(3a)') 'adc profile: cannot write `', trim(name), '`'
         return
      end if
      call system_clock(count_rate=rate)
      tick = 1.0_real64/real(rate, real64)
      if (of_processor) tick = 1e-9_real64
      write (unit, '(a)') 'adc profile 1'
      do k = 1, size(texts)
         if (allocated(texts(k)%text)) write (unit, '(a,i0,1x,a)') 'site ', k, texts(k)%text
      end do
      write (unit, '(a)') '# node parent site recursive calls runs late run save forward reverse snapshots largest '// &
         'records own largest around during'
      do k = 1, count_of_nodes
         call write_node(unit, k, nodes(k), tick)
      end do
      close (unit)
   end subroutine write_profile

   subroutine write_node(unit, number, n, tick)
      integer, intent(in) :: unit, number
      type(call_node), intent(in) :: n
      real(real64), intent(in) :: tick
      write (unit, '(a,4(1x,i0),3(1x,i0),4(1x,es16.9),7(1x,i0))') 'node', number, n%parent, n%site, &
         merge(1, 0, n%recursive), n%calls, n%runs, n%late, n%run_time*tick, n%save_time*tick, n%forward_time*tick, &
         n%reverse_time*tick, n%snapshots, n%largest_snapshot, n%records, n%own, n%largest_own, n%around, n%during
   end subroutine write_node

end module adc_profile_state

recursive subroutine adc_profile_save(site, text)
   use adc_profile_state, only: frames, depth, child, level, now
   use, intrinsic :: iso_fortran_env, only: int32
   implicit none
   integer(int32), intent(in) :: site
   character(len=*), intent(in) :: text
   integer :: node
   node = child(site, text)
   frames(depth)%child = node
   frames(depth)%saved = level()
   frames(depth)%child_clock = now()
end subroutine adc_profile_save

subroutine adc_profile_run()
   use adc_profile_state, only: frames, depth, nodes, level, now, spent
   use, intrinsic :: iso_fortran_env, only: int64
   implicit none
   integer(int64) :: bytes, time
   time = spent(frames(depth)%child_clock)
   bytes = level() - frames(depth)%saved
   associate (f => frames(depth), n => nodes(frames(depth)%child))
      n%save_time = n%save_time + time
      n%largest_snapshot = max(n%largest_snapshot, bytes)
      if (f%turned < 0) then
         n%snapshots = n%snapshots + bytes
         f%kept = f%kept + bytes
      else
         n%late = n%late + 1
      end if
      n%runs = n%runs + 1
   end associate
   frames(depth)%child_clock = now()
end subroutine adc_profile_run

subroutine adc_profile_ran()
   use adc_profile_state, only: frames, depth, nodes, spent
   use, intrinsic :: iso_fortran_env, only: int64
   implicit none
   integer(int64) :: time
   time = spent(frames(depth)%child_clock)
   nodes(frames(depth)%child)%run_time = nodes(frames(depth)%child)%run_time + time
end subroutine adc_profile_ran

subroutine adc_profile_forward()
   use adc_profile_state, only: frames, depth, nodes, level, push_frame
   use, intrinsic :: iso_fortran_env, only: int64
   implicit none
   integer(int64) :: bytes
   bytes = level() - frames(depth)%saved
   associate (f => frames(depth), n => nodes(frames(depth)%child))
      n%largest_snapshot = max(n%largest_snapshot, bytes)
      if (f%turned < 0) then
         n%snapshots = n%snapshots + bytes
         f%kept = f%kept + bytes
      else
         n%late = n%late + 1
      end if
      n%runs = n%runs + 1
   end associate
   call push_frame(frames(depth)%child)
end subroutine adc_profile_forward

subroutine adc_profile_forwarded()
   use adc_profile_state, only: frames, depth, nodes, level, pop_frame, close_peak, spent
   use, intrinsic :: iso_fortran_env, only: int64
   implicit none
   integer(int64) :: bytes, time, top
   time = spent(frames(depth)%clock)
   bytes = level() - frames(depth)%start
   associate (f => frames(depth), n => nodes(frames(depth)%node))
      n%calls = n%calls + 1
      if (n%active == 1) n%forward_time = n%forward_time + time
      n%records = n%records + bytes
      n%own = n%own + bytes - f%kept
      n%largest_own = max(n%largest_own, bytes - f%kept)
   end associate
   call close_peak(top)
   call pop_frame()
   if (frames(depth)%turned < 0) frames(depth)%kept = frames(depth)%kept + bytes
end subroutine adc_profile_forwarded

recursive subroutine adc_profile_enter(site, text)
   use adc_profile_state, only: child, push_frame
   use, intrinsic :: iso_fortran_env, only: int32
   implicit none
   integer(int32), intent(in) :: site
   character(len=*), intent(in) :: text
   integer :: node
   node = child(site, text)
   call push_frame(node)
end subroutine adc_profile_enter

subroutine adc_profile_begin()
   use adc_profile_state, only: frames, depth, nodes, level, now
   implicit none
   associate (f => frames(depth), n => nodes(frames(depth)%node))
      f%start = level()
      n%around = max(n%around, f%start - f%base)
   end associate
   frames(depth)%clock = now()
end subroutine adc_profile_begin

subroutine adc_profile_turn()
   use adc_profile_state, only: frames, depth, nodes, level, now, spent
   use, intrinsic :: iso_fortran_env, only: int64
   implicit none
   integer(int64) :: bytes, time
   ! a procedure that no measured call has reached
   if (depth == 0) return
   if (frames(depth)%turned >= 0) return
   time = spent(frames(depth)%clock)
   associate (f => frames(depth), n => nodes(frames(depth)%node))
      f%turned = level()
      bytes = f%turned - f%start
      n%calls = n%calls + 1
      if (n%active == 1) n%forward_time = n%forward_time + time
      n%records = n%records + bytes
      n%own = n%own + bytes - f%kept
      n%largest_own = max(n%largest_own, bytes - f%kept)
   end associate
   frames(depth)%clock = now()
end subroutine adc_profile_turn

subroutine adc_profile_reverse(site, text)
   use adc_profile_state, only: frames, depth, child, push_frame
   use, intrinsic :: iso_fortran_env, only: int32
   implicit none
   integer(int32), intent(in) :: site
   character(len=*), intent(in) :: text
   integer :: node
   node = child(site, text)
   call push_frame(node)
   frames(depth)%turned = frames(depth)%start
end subroutine adc_profile_reverse

subroutine adc_profile_leave()
   use adc_profile_state, only: frames, depth, nodes, pop_frame, close_peak, spent
   use, intrinsic :: iso_fortran_env, only: int64
   implicit none
   integer(int64) :: time, top
   time = spent(frames(depth)%clock)
   call close_peak(top)
   associate (f => frames(depth), n => nodes(frames(depth)%node))
      ! an adjoint written by hand
      if (f%turned < 0) then
         n%calls = n%calls + 1
         f%turned = f%start
      end if
      if (n%active == 1) n%reverse_time = n%reverse_time + time
      n%during = max(n%during, top - f%turned)
   end associate
   call pop_frame()
end subroutine adc_profile_leave

! Writes the file now.
subroutine adc_profile_write()
   use adc_profile_state, only: write_profile
   implicit none
   call write_profile()
end subroutine adc_profile_write

module adc_profile
   use, intrinsic :: iso_fortran_env, only: int32
   implicit none
   private
   public :: adc_profile_save, adc_profile_run, adc_profile_ran, adc_profile_forward, adc_profile_forwarded
   public :: adc_profile_enter, adc_profile_begin, adc_profile_turn, adc_profile_reverse, adc_profile_leave
   public :: adc_profile_write

   interface
      subroutine adc_profile_save(site, text)
         import
         integer(int32), intent(in) :: site
         character(len=*), intent(in) :: text
      end subroutine adc_profile_save
      subroutine adc_profile_run()
      end subroutine adc_profile_run
      subroutine adc_profile_ran()
      end subroutine adc_profile_ran
      subroutine adc_profile_forward()
      end subroutine adc_profile_forward
      subroutine adc_profile_forwarded()
      end subroutine adc_profile_forwarded
      subroutine adc_profile_enter(site, text)
         import
         integer(int32), intent(in) :: site
         character(len=*), intent(in) :: text
      end subroutine adc_profile_enter
      subroutine adc_profile_begin()
      end subroutine adc_profile_begin
      subroutine adc_profile_turn()
      end subroutine adc_profile_turn
      subroutine adc_profile_reverse(site, text)
         import
         integer(int32), intent(in) :: site
         character(len=*), intent(in) :: text
      end subroutine adc_profile_reverse
      subroutine adc_profile_leave()
      end subroutine adc_profile_leave
      subroutine adc_profile_write()
      end subroutine adc_profile_write
   end interface

end module adc_profile
