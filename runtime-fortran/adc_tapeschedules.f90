! Schedules of checkpointed loops: the states to store, and the order in which iterations run.
!
! Source: A. Griewank, A. Walther, Algorithm 799: Revolve, ACM Transactions on Mathematical Software 26 (2000). With s
! snapshots, one of which contains the state before the first iteration, and each iteration run at most r times without
! recording, C(s + r, s) iterations can be reversed; the least number of such runs for l iterations is
!     t(l, s) = r l - C(s + r, s + 1),    r least with C(s + r, s) >= l.
! Snapshots form a stack, ordered by step. Among the schedules with that number of runs, the one that makes most use of
! existing snapshots is chosen, so that few snapshots are written, and those at the bottom of the stack are written and
! read least: when memory is full, the lowest one in memory is moved to disk.
!
! If the number of iterations is not known beforehand, states are stored at multiples of a stride, which doubles when
! all snapshots are in use; then each new one replaces the earliest that is not at a multiple of the new stride. When
! the loop has ended, snapshots are dropped whose slots serve better between others.

module adc_tapeschedules
   use adc_tapeparts, only: moment, part, take_part, spill_part, share_part, drop_part
   use, intrinsic :: iso_fortran_env, only: error_unit, int32, int64
   implicit none
   private
   public :: schedule, top_schedule, new_schedule, next_action, arrive, last_arrived, fill_slot, drop_schedules
   public :: copy_schedules, stop_use, place_in_schedules, is_recorded, runs_again, has_schedules
   public :: leave_loop, return_to_loop

   integer(int32), parameter, public :: store = 1, advance = 2, restore = 3, turn = 4, done = 5

   ! The state before `step`.
   type slot
      integer(int64) :: step = 0
      type(part), pointer :: held => null()
   end type slot

   type schedule
      type(schedule), pointer :: below => null()
      integer(int64) :: memory = 0, total = 0 ! snapshots in memory, and with those on disk
      integer(int64) :: steps = -1 ! iterations, once they are known
      logical :: left = .false. ! the forward phase is after the loop
      type(schedule), pointer :: left_before => null()
      integer(int64) :: remain = 0 ! iterations not turned yet; while the loop arrives, those that have
      integer(int64) :: here = 0 ! the step whose state the program has, -1 if none
      integer(int64) :: target = 0 ! advance to this step before the next decision
      logical :: arriving = .false. ! the loop has not ended yet
      integer(int64) :: stride = 1
      integer(int32) :: last_action = 0
      type(slot), allocatable :: slots(:)
      integer :: kept = 0, on_disk = 0 ! slots in use, and how many of them, from the bottom, are not in memory
   end type schedule

   ! Schedules nest.
   type(schedule), pointer, save :: top_schedule => null()
   ! The loop that was left last.
   type(schedule), pointer, save :: last_left => null()
   !$omp threadprivate(top_schedule, last_left)

contains

   subroutine new_schedule(memory, disk)
      integer(int32), intent(in) :: memory, disk
      type(schedule), pointer :: s
      if (min(memory, disk) < 0 .or. max(memory, disk) < 1) call stop_use('a checkpointed loop needs a snapshot')
      allocate (s)
      s%memory = memory
      s%total = int(memory, int64) + disk
      allocate (s%slots(int(min(s%total, 64_int64))))
      s%below => top_schedule
      top_schedule => s
   end subroutine new_schedule

   ! The next action, for a known number of iterations.
   subroutine next_action(s, action, step)
      type(schedule), intent(inout) :: s
      integer(int32), intent(out) :: action, step
      if (s%arriving) call stop_use('adc_steps_next comes before adc_steps_last')
      if (s%last_action == store) call check_stored(s)
      if (s%remain == 0) then
         action = done
         s%here = 0
      else if (s%here < 0) then
         action = restore
         s%here = s%slots(s%kept)%step
         s%target = s%here
      else if (s%here == s%remain - 1) then
         action = turn
      else if (s%here == s%target .and. .not. stored(s, s%here) .and. s%kept < s%total) then
         action = store
         call add_slot(s, s%here)
      else
         action = advance
         if (s%here == s%target) s%target = s%here + best_advance(s%remain - s%here, s%total - s%kept + 1)
      end if
      step = int(s%here, int32)
      s%last_action = action
      if (action == advance) s%here = s%here + 1
      if (action == turn) then
         s%remain = s%here
         s%here = -1
         do while (s%kept > 0)
            if (s%slots(s%kept)%step < s%remain) exit
            call drop_slot(s, s%kept)
         end do
      end if
   end subroutine next_action

   ! The next action before another iteration, for an unknown number of iterations.
   subroutine arrive(s, action, step)
      type(schedule), intent(inout) :: s
      integer(int32), intent(out) :: action, step
      integer :: odd
      if (.not. s%arriving) call stop_use('adc_steps_arrive comes after adc_steps_last')
      if (s%last_action == store) call check_stored(s)
      if (s%remain >= huge(step)) call stop_use('a loop has too many iterations')
      if (mod(s%remain, s%stride) == 0 .and. s%kept == s%total) then
         odd = first_off_stride(s)
         if (odd == 0) then
            s%stride = 2*s%stride
            odd = first_off_stride(s)
         end if
         if (odd > 0 .and. mod(s%remain, s%stride) == 0) call drop_slot(s, odd)
      end if
      action = advance
      if (mod(s%remain, s%stride) == 0 .and. s%kept < s%total) then
         action = store
         call add_slot(s, s%remain)
      end if
      step = int(s%remain, int32)
      s%last_action = action
      s%remain = s%remain + 1
   end subroutine arrive

   integer function first_off_stride(s)
      type(schedule), intent(in) :: s
      integer :: i
      first_off_stride = 0
      do i = 1, s%kept
         if (mod(s%slots(i)%step, s%stride) == 0) cycle
         first_off_stride = i
         return
      end do
   end function first_off_stride

   ! The loop has ended. As long as this saves iterations, drops the snapshot whose loss saves most: those after it then
   ! have one more slot to work with.
   subroutine last_arrived(s)
      type(schedule), intent(inout) :: s
      integer(int64) :: cost, best_cost, before
      integer(int64), allocatable :: after(:)
      integer :: i, best
      if (.not. s%arriving) call stop_use('adc_steps_last does not belong to a loop that began by adc_steps_begin_online')
      if (s%last_action == store) call check_stored(s)
      s%last_action = 0
      s%arriving = .false.
      s%steps = s%remain
      s%here = -1
      allocate (after(s%kept + 1))
      do
         ! after(i): runs from slot i to the end, with one slot fewer before it.
         after(s%kept + 1) = 0
         do i = s%kept, 2, -1
            after(i) = after(i + 1) + least_advances(gap(s, i, i + 1), s%total - i + 2)
         end do
         best = 0
         before = 0
         best_cost = 0
         do i = 1, s%kept
            best_cost = best_cost + least_advances(gap(s, i, i + 1), s%total - i + 1)
         end do
         do i = 2, s%kept
            cost = before + least_advances(gap(s, i - 1, i + 1), s%total - i + 2) + after(i + 1)
            if (cost <= best_cost) then
               best = i
               best_cost = cost
            end if
            before = before + least_advances(gap(s, i - 1, i), s%total - i + 2)
         end do
         if (best == 0) exit
         call drop_slot(s, best)
      end do
   end subroutine last_arrived

   ! Runs of iterations from one slot to another, or to the end of the loop.
   integer(int64) function gap(s, from, to)
      type(schedule), intent(in) :: s
      integer, intent(in) :: from, to
      if (to > s%kept) then
         gap = s%remain - s%slots(from)%step
      else
         gap = s%slots(to)%step - s%slots(from)%step
      end if
   end function gap

   ! r and C(s + r, s), with the least r such that C(s + r, s) >= l.
   subroutine repetitions(l, s, r, binomial)
      integer(int64), intent(in) :: l, s
      integer(int64), intent(out) :: r, binomial
      r = 0
      binomial = 1
      do while (binomial < l)
         r = r + 1
         binomial = binomial*(s + r)/r
      end do
   end subroutine repetitions

   ! t(l, s).
   integer(int64) function least_advances(l, s)
      integer(int64), intent(in) :: l, s
      integer(int64) :: r, binomial
      if (s == 1) then
         least_advances = l*(l - 1)/2
      else
         call repetitions(l, s, r, binomial)
         least_advances = r*l - binomial*r/(s + 1)
      end if
   end function least_advances

   ! Number of iterations to advance from a stored state, with l > 1 iterations to reverse and s snapshots, including
   ! the stored one: the least m with m + t(l - m, s - 1) + t(m, s) = t(l, s). With r for l, the slopes of t imply that
   ! m is from C(s + r - 2, s) to C(s + r - 1, s), and l - m from C(s + r - 2, s - 1) to C(s + r - 1, s - 1).
   integer(int64) function best_advance(l, s)
      integer(int64), intent(in) :: l, s
      integer(int64) :: r, all_r, less_1, less_2
      if (s == 1) then
         best_advance = l - 1
      else
         call repetitions(l, s, r, all_r)
         less_1 = all_r*r/(s + r)
         less_2 = less_1*(r - 1)/(s + r - 1)
         best_advance = max(less_2, l - (all_r - less_1), 1_int64)
      end if
   end function best_advance

   logical function stored(s, step)
      type(schedule), intent(in) :: s
      integer(int64), intent(in) :: step
      stored = .false.
      if (s%kept > 0) stored = s%slots(s%kept)%step == step
   end function stored

   subroutine add_slot(s, step)
      type(schedule), intent(inout) :: s
      integer(int64), intent(in) :: step
      type(slot), allocatable :: more(:)
      if (s%kept == size(s%slots)) then
         allocate (more(int(min(2_int64*s%kept, s%total))))
         more(:s%kept) = s%slots
         call move_alloc(more, s%slots)
      end if
      s%kept = s%kept + 1
      s%slots(s%kept)%step = step
      nullify (s%slots(s%kept)%held)
   end subroutine add_slot

   subroutine drop_slot(s, which)
      type(schedule), intent(inout) :: s
      integer, intent(in) :: which
      integer :: i
      call drop_part(s%slots(which)%held)
      do i = which + 1, s%kept
         s%slots(i - 1) = s%slots(i)
      end do
      s%kept = s%kept - 1
      if (which <= s%on_disk) s%on_disk = s%on_disk - 1
   end subroutine drop_slot

   ! Stores the pending snapshot. If memory has no room for it, the lowest snapshot in memory is moved to disk.
   subroutine fill_slot(s, since)
      type(schedule), intent(inout) :: s
      type(moment), intent(in) :: since
      if (s%last_action /= store) call stop_use('adc_snapshot_end comes where nothing is to be stored')
      if (associated(s%slots(s%kept)%held)) call stop_use('a snapshot is stored twice')
      if (s%memory > 0) call spill(s%kept - s%memory)
      call take_part(s%slots(s%kept)%held, since)
      if (s%memory == 0) call spill(int(s%kept, int64))

   contains

      subroutine spill(how_many)
         integer(int64), intent(in) :: how_many
         do while (s%on_disk < how_many)
            s%on_disk = s%on_disk + 1
            call spill_part(s%slots(s%on_disk)%held)
         end do
      end subroutine spill
   end subroutine fill_slot

   subroutine check_stored(s)
      type(schedule), intent(in) :: s
      if (.not. associated(s%slots(s%kept)%held)) call stop_use('a state was to be stored, but there was no snapshot')
   end subroutine check_stored

   ! The forward phase leaves the innermost loop that it has not left: what follows does not run again.
   subroutine leave_loop()
      type(schedule), pointer :: s
      s => top_schedule
      do while (associated(s))
         if (.not. s%left) exit
         s => s%below
      end do
      if (.not. associated(s)) call stop_use('a loop is left that has not begun')
      s%left = .true.
      s%left_before => last_left
      last_left => s
   end subroutine leave_loop

   ! The backward phase returns to the loop that was left last.
   subroutine return_to_loop()
      if (.not. associated(last_left)) call stop_use('no loop has been left')
      last_left%left = .false.
      last_left => last_left%left_before
   end subroutine return_to_loop

   ! A number for the iterations that run now, the same for ranks with the same schedules; zero outside of loops.
   integer(int64) function place_in_schedules() result(place)
      type(schedule), pointer :: s
      place = 0
      s => top_schedule
      do while (associated(s))
         if (.not. s%left) then
            place = joined(joined(joined(joined(place, s%steps), s%memory), s%total), s%remain)
            if (s%last_action /= turn) place = joined(place, s%here)
         end if
         s => s%below
      end do

   contains

      pure integer(int64) function joined(place, number)
         integer(int64), intent(in) :: place, number
         joined = modulo(place*1000003 + number + 2, 2147483647_int64)
      end function joined
   end function place_in_schedules

   ! True if the iterations that run now, or what follows them, may run again.
   logical function runs_again()
      type(schedule), pointer :: s
      runs_again = .false.
      s => top_schedule
      do while (associated(s))
         runs_again = runs_again .or. .not. s%left
         s => s%below
      end do
   end function runs_again

   ! True if a loop has iterations that the reverse sweep will run.
   logical function has_schedules()
      has_schedules = associated(top_schedule)
   end function has_schedules

   ! True if the iterations that run now are recorded.
   logical function is_recorded()
      type(schedule), pointer :: s
      is_recorded = .true.
      s => top_schedule
      do while (associated(s))
         is_recorded = is_recorded .and. .not. s%arriving .and. s%last_action /= advance
         s => s%below
      end do
   end function is_recorded

   ! Pushes copies of the schedules of a chain on the stack. The copies share their snapshots.
   recursive subroutine copy_schedules(chain)
      type(schedule), pointer, intent(in) :: chain
      type(schedule), pointer :: copy
      integer :: i
      if (.not. associated(chain)) return
      call copy_schedules(chain%below)
      allocate (copy)
      copy = chain
      do i = 1, copy%kept
         if (associated(copy%slots(i)%held)) call share_part(copy%slots(i)%held)
      end do
      copy%below => top_schedule
      top_schedule => copy
   end subroutine copy_schedules

   ! Drops the schedules of a chain down to one that stays.
   subroutine drop_schedules(chain, down_to)
      type(schedule), pointer, intent(inout) :: chain
      type(schedule), pointer, intent(in) :: down_to
      type(schedule), pointer :: s
      do while (associated(chain))
         if (associated(chain, down_to)) exit
         s => chain
         chain => s%below
         do while (s%kept > 0)
            call drop_slot(s, s%kept)
         end do
         deallocate (s)
      end do
   end subroutine drop_schedules

   subroutine stop_use(what)
      character(len=*), intent(in) :: what
      write (error_unit, '(2a)') 'adc tape: ', what
      error stop 1
   end subroutine stop_use
end module adc_tapeschedules
