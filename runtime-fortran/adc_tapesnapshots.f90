! Snapshots, which belong to the schedules of checkpointed loops, and recordings of iterations whose reverse sweep is
! repeated. A recording may itself contain such loops: each time it is loaded, the schedules and recordings that were
! begun in it, and wait for their reverse phase, are restored.
!
!     call adc_snapshot_begin()       what is pushed from here on belongs to the snapshot
!     call adc_snapshot_end()         takes it off the tape, into the slot that the schedule chose
!     call adc_snapshot_load()        puts a copy of the schedule's current snapshot on the tape
!     call adc_repeat_begin()         what is pushed from here on is the recording
!     call adc_repeat_end()           takes it off the tape
!     call adc_repeat_load()          puts a copy of the last recording on the tape
!     call adc_repeat_unfinished(n)   says that n repetitions were not enough
!     call adc_repeat_drop()          forgets it
!     adc_snapshot_disk_bytes()       bytes of snapshots on disk at most, an integer(8)

module adc_tapesnapshots
   use adc_tapeparts, only: moment, part, note_moment, take_part, drop_part
   use adc_tapeschedules, only: schedule, top_schedule, copy_schedules, drop_schedules, stop_use
   implicit none
   private
   public :: mark, top_mark, push_mark, pop_mark
   public :: recording, top_recording, push_recording, copy_recordings, drop_recordings

   ! An open begin, and the state at that time.
   type mark
      type(moment) :: since
      logical :: snapshot = .false.
      type(schedule), pointer :: schedules => null()
      type(recording), pointer :: recordings => null()
      type(mark), pointer :: below => null()
   end type mark
   type(mark), pointer, save :: top_mark => null()

   ! A recording does not change once it is complete. Copies of it, made with the recording around it, share its part.
   type content
      type(part), pointer :: recorded => null()
      type(schedule), pointer :: schedules => null()
      type(recording), pointer :: recordings => null()
      integer :: shares = 1
   end type content
   type recording
      type(content), pointer :: holds => null()
      type(recording), pointer :: below => null()
   end type recording
   type(recording), pointer, save :: top_recording => null()
   !$omp threadprivate(top_mark, top_recording)

contains

   subroutine push_mark(snapshot)
      logical, intent(in) :: snapshot
      type(mark), pointer :: m
      allocate (m)
      call note_moment(m%since)
      m%snapshot = snapshot
      m%schedules => top_schedule
      m%recordings => top_recording
      m%below => top_mark
      top_mark => m
   end subroutine push_mark

   subroutine pop_mark
      type(mark), pointer :: m
      m => top_mark
      top_mark => m%below
      deallocate (m)
   end subroutine pop_mark

   ! Makes a recording of everything pushed since the last mark.
   subroutine push_recording
      type(recording), pointer :: r, last
      type(schedule), pointer :: s
      allocate (r)
      allocate (r%holds)
      call take_part(r%holds%recorded, top_mark%since)
      nullify (s)
      r%holds%schedules => top_schedule
      do while (associated(top_schedule))
         if (associated(top_schedule, top_mark%schedules)) exit
         s => top_schedule
         top_schedule => s%below
      end do
      if (associated(s)) then
         nullify (s%below)
      else
         nullify (r%holds%schedules)
      end if
      nullify (last)
      r%holds%recordings => top_recording
      do while (associated(top_recording))
         if (associated(top_recording, top_mark%recordings)) exit
         last => top_recording
         top_recording => last%below
      end do
      if (associated(last)) then
         nullify (last%below)
      else
         nullify (r%holds%recordings)
      end if
      r%below => top_recording
      top_recording => r
   end subroutine push_recording

   ! Pushes copies of the recordings of a chain on the stack.
   recursive subroutine copy_recordings(chain)
      type(recording), pointer, intent(in) :: chain
      type(recording), pointer :: copy
      if (.not. associated(chain)) return
      call copy_recordings(chain%below)
      allocate (copy)
      copy%holds => chain%holds
      copy%holds%shares = copy%holds%shares + 1
      copy%below => top_recording
      top_recording => copy
   end subroutine copy_recordings

   ! Drops the first recordings of a chain, down to one that stays.
   recursive subroutine drop_recordings(chain, down_to)
      type(recording), pointer, intent(inout) :: chain
      type(recording), pointer, intent(in) :: down_to
      type(recording), pointer :: r
      do while (associated(chain))
         if (associated(chain, down_to)) exit
         r => chain
         chain => r%below
         r%holds%shares = r%holds%shares - 1
         if (r%holds%shares == 0) then
            call drop_part(r%holds%recorded)
            call drop_schedules(r%holds%schedules, null())
            call drop_recordings(r%holds%recordings, null())
            deallocate (r%holds)
         end if
         deallocate (r)
      end do
   end subroutine drop_recordings
end module adc_tapesnapshots

subroutine adc_snapshot_begin()
   use adc_tapesnapshots, only: push_mark
   implicit none
   call push_mark(.true.)
end subroutine adc_snapshot_begin

subroutine adc_snapshot_end()
   use adc_tapeschedules, only: top_schedule, fill_slot, stop_use
   use adc_tapesnapshots, only: top_mark, pop_mark
   implicit none
   if (.not. associated(top_mark)) call stop_use('adc_snapshot_end comes without adc_snapshot_begin')
   if (.not. top_mark%snapshot) call stop_use('adc_snapshot_end comes without adc_snapshot_begin')
   if (.not. associated(top_schedule)) call stop_use('adc_snapshot_end comes outside of any checkpointed loop')
   call fill_slot(top_schedule, top_mark%since)
   call pop_mark
end subroutine adc_snapshot_end

subroutine adc_snapshot_load()
   use adc_tapeparts, only: put_part
   use adc_tapeschedules, only: top_schedule, restore, stop_use
   implicit none
   if (.not. associated(top_schedule)) call stop_use('adc_snapshot_load comes outside of any checkpointed loop')
   if (top_schedule%last_action /= restore) call stop_use('adc_snapshot_load comes where nothing is to be restored')
   call put_part(top_schedule%slots(top_schedule%kept)%held)
end subroutine adc_snapshot_load

subroutine adc_repeat_begin()
   use adc_tapesnapshots, only: push_mark
   implicit none
   call push_mark(.false.)
end subroutine adc_repeat_begin

subroutine adc_repeat_end()
   use adc_tapeschedules, only: stop_use
   use adc_tapesnapshots, only: top_mark, pop_mark, push_recording
   implicit none
   if (.not. associated(top_mark)) call stop_use('adc_repeat_end comes without adc_repeat_begin')
   if (top_mark%snapshot) call stop_use('adc_repeat_end comes without adc_repeat_begin')
   call push_recording
   call pop_mark
end subroutine adc_repeat_end

subroutine adc_repeat_load()
   use adc_tapeparts, only: put_part
   use adc_tapeschedules, only: copy_schedules, stop_use
   use adc_tapesnapshots, only: recording, top_recording, copy_recordings
   implicit none
   type(recording), pointer :: r
   if (.not. associated(top_recording)) call stop_use('adc_repeat_load comes without a recording')
   r => top_recording
   call put_part(r%holds%recorded)
   call copy_schedules(r%holds%schedules)
   call copy_recordings(r%holds%recordings)
end subroutine adc_repeat_load

subroutine adc_repeat_unfinished(passes)
   use, intrinsic :: iso_fortran_env, only: int32, error_unit
   implicit none
   integer(int32), intent(in) :: passes
   write (error_unit, '(a, i0, a)') 'adc: the adjoint of a fixed-point loop has not converged in ', passes, ' passes'
end subroutine adc_repeat_unfinished

subroutine adc_repeat_drop()
   use adc_tapeschedules, only: stop_use
   use adc_tapesnapshots, only: recording, top_recording, drop_recordings
   implicit none
   type(recording), pointer :: below
   if (.not. associated(top_recording)) call stop_use('adc_repeat_drop comes without a recording')
   below => top_recording%below
   call drop_recordings(top_recording, below)
end subroutine adc_repeat_drop

integer(int64) function adc_snapshot_disk_bytes()
   use adc_disk, only: disk_peak
   use, intrinsic :: iso_fortran_env, only: int64
   implicit none
   adc_snapshot_disk_bytes = disk_peak
end function adc_snapshot_disk_bytes
