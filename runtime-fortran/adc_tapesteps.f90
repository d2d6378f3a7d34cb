! Loops with checkpointed iterations: the interface for generated code. Arguments are integer(4).
!
!     call adc_steps_begin(steps, snapshots, disk)    a loop of so many iterations, with so many snapshots in memory and
!                                                     so many more on disk
!     call adc_steps_next(action, step)               what to do now:
!        1 store      take a snapshot of the state before iteration `step`, counted from 0
!        2 advance    run iteration `step` without recording
!        3 restore    bring back the state before iteration `step` from the current snapshot
!        4 turn       run iteration `step` recording, and its backward part
!        5 done       all iterations have been turned
!     call adc_steps_end()                            forgets the loop and its snapshots
!
! The forward phase follows adc_steps_next up to the first turn (or done), and runs that iteration with recording; the
! reverse phase begins with the backward part of that iteration and continues from there. If the number of iterations is
! not known:
!
!     call adc_steps_begin_online(snapshots, disk)
!     call adc_steps_arrive(action, step)             before each iteration; 1: store, then run it, 2: just run it
!     call adc_steps_last()                           the loop has ended: adc_steps_next serves the backward phase
!
! Loops nest: all calls except the begins refer to the innermost loop that has not ended.

subroutine adc_steps_begin(steps, snapshots, disk)
   use adc_tapeschedules, only: top_schedule, new_schedule
   use, intrinsic :: iso_fortran_env, only: int32
   implicit none
   integer(int32), intent(in) :: steps, snapshots, disk
   call new_schedule(snapshots, disk)
   top_schedule%remain = max(steps, 0)
   top_schedule%steps = top_schedule%remain
end subroutine adc_steps_begin

subroutine adc_steps_next(action, step)
   use adc_tapeschedules, only: top_schedule, next_action, stop_use
   use, intrinsic :: iso_fortran_env, only: int32
   implicit none
   integer(int32), intent(out) :: action, step
   if (.not. associated(top_schedule)) call stop_use('adc_steps_next comes outside of any checkpointed loop')
   call next_action(top_schedule, action, step)
end subroutine adc_steps_next

subroutine adc_steps_end()
   use adc_tapeschedules, only: schedule, top_schedule, drop_schedules, stop_use
   implicit none
   type(schedule), pointer :: below
   if (.not. associated(top_schedule)) call stop_use('adc_steps_end comes outside of any checkpointed loop')
   below => top_schedule%below
   call drop_schedules(top_schedule, below)
end subroutine adc_steps_end

subroutine adc_steps_begin_online(snapshots, disk)
   use adc_tapeschedules, only: top_schedule, new_schedule
   use, intrinsic :: iso_fortran_env, only: int32
   implicit none
   integer(int32), intent(in) :: snapshots, disk
   call new_schedule(snapshots, disk)
   top_schedule%arriving = .true.
end subroutine adc_steps_begin_online

subroutine adc_steps_arrive(action, step)
   use adc_tapeschedules, only: top_schedule, arrive, stop_use
   use, intrinsic :: iso_fortran_env, only: int32
   implicit none
   integer(int32), intent(out) :: action, step
   if (.not. associated(top_schedule)) call stop_use('adc_steps_arrive comes outside of any checkpointed loop')
   call arrive(top_schedule, action, step)
end subroutine adc_steps_arrive

subroutine adc_steps_last()
   use adc_tapeschedules, only: top_schedule, last_arrived, stop_use
   implicit none
   if (.not. associated(top_schedule)) call stop_use('adc_steps_last comes outside of any checkpointed loop')
   call last_arrived(top_schedule)
end subroutine adc_steps_last

! The interfaces of the above, and of snapshots and recordings.
module adc_steps
   use, intrinsic :: iso_fortran_env, only: int32, int64
   implicit none
   private
   public :: adc_steps_begin, adc_steps_next, adc_steps_end, adc_steps_begin_online, adc_steps_arrive, adc_steps_last
   public :: adc_snapshot_begin, adc_snapshot_end, adc_snapshot_load, adc_snapshot_disk_bytes
   public :: adc_repeat_begin, adc_repeat_end, adc_repeat_load, adc_repeat_drop, adc_repeat_unfinished
   public :: store, advance, restore, turn, done

   integer(int32), parameter :: store = 1, advance = 2, restore = 3, turn = 4, done = 5

   interface
      subroutine adc_steps_begin(steps, snapshots, disk)
         import
         integer(int32), intent(in) :: steps, snapshots, disk
      end subroutine adc_steps_begin
      subroutine adc_steps_next(action, step)
         import
         integer(int32), intent(out) :: action, step
      end subroutine adc_steps_next
      subroutine adc_steps_end()
      end subroutine adc_steps_end
      subroutine adc_steps_begin_online(snapshots, disk)
         import
         integer(int32), intent(in) :: snapshots, disk
      end subroutine adc_steps_begin_online
      subroutine adc_steps_arrive(action, step)
         import
         integer(int32), intent(out) :: action, step
      end subroutine adc_steps_arrive
      subroutine adc_steps_last()
      end subroutine adc_steps_last
      subroutine adc_snapshot_begin()
      end subroutine adc_snapshot_begin
      subroutine adc_snapshot_end()
      end subroutine adc_snapshot_end
      subroutine adc_snapshot_load()
      end subroutine adc_snapshot_load
      integer(int64) function adc_snapshot_disk_bytes()
         import
      end function adc_snapshot_disk_bytes
      subroutine adc_repeat_begin()
      end subroutine adc_repeat_begin
      subroutine adc_repeat_end()
      end subroutine adc_repeat_end
      subroutine adc_repeat_load()
      end subroutine adc_repeat_load
      subroutine adc_repeat_unfinished(passes)
         import
         integer(int32), intent(in) :: passes
      end subroutine adc_repeat_unfinished
      subroutine adc_repeat_drop()
      end subroutine adc_repeat_drop
   end interface
end module adc_steps
