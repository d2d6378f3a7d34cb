! Schedules of checkpointed loops: each turn sees the correct state, no more snapshots are in use than allowed, and the
! number of iterations run without recording agrees with theory: with known numbers for six loops, and with the optimum
! found by dynamic programming for all small ones. Loops of unknown length are measured against the same optimum.
program steps
   use adc_tape, only: pushinteger4, popinteger4, pushreal8array, popreal8array, adc_tape_empty
   use adc_steps
   use, intrinsic :: iso_fortran_env, only: int32, int64, real64
   implicit none
   integer, parameter :: most_steps = 90, most_snapshots = 9
   integer(int64) :: best(0:most_steps, 0:most_snapshots)
   real(real64) :: x(2)
   integer :: counted ! iterations run without recording
   integer :: s, l

   call known(10, 3, 15)
   call known(100, 5, 316)
   call known(100, 10, 222)
   call known(1000, 10, 3636)
   call known(1000, 20, 2747)
   call known(10000, 50, 28622)

   call find_best
   do s = 1, most_snapshots
      do l = 0, most_steps
         call whole_loop(l, s, 0)
         if (counted /= best(l, s)) error stop 'not the least number of advances'
         if (mod(l, 7) == 0) call with_disk(l, s)
         call unknown_loop(l, s, 0)
      end do
   end do
   call whole_loop(5, huge(0), huge(0))
   if (counted /= 4) error stop 'with room for all states an iteration runs twice'
   call whole_loop(-3, 2, 0)
   call whole_loop(3000, 2, 0)
   call whole_loop(300, 1, 0)
   if (counted /= 300*299/2) error stop 'one snapshot'
   call unknown_loop(5, huge(0), huge(0))
   call unknown_loop(300, 1, 0)
   do s = 10, 50, 10
      do l = s, s + 20
         call unknown_loop(l, s, 0)
      end do
      ! around the lengths at which iterations must run one more time
      do l = (s + 1)*(s + 2)/2 - 2, (s + 1)*(s + 2)/2 + 2
         call unknown_loop(l, s, 0)
         call unknown_loop(l, s - 9, 9)
      end do
      do l = 1, 4000, 357
         call unknown_loop(l, s, 0)
      end do
   end do

contains

   subroutine known(l, s, advances)
      integer, intent(in) :: l, s, advances
      call whole_loop(l, s, 0)
      if (counted /= advances) then
         print *, l, s, counted, advances
         error stop 'a known number of advances'
      end if
   end subroutine known

   subroutine with_disk(l, s)
      integer, intent(in) :: l, s
      integer :: disk
      do disk = 1, s
         call whole_loop(l, s - disk, disk)
         if (counted /= best(l, s)) error stop 'not the least number of advances, on two levels'
         call unknown_loop(l, s - disk, disk)
      end do
   end subroutine with_disk

   ! The least number of advances for each number of iterations and snapshots.
   subroutine find_best
      integer :: m
      best = huge(0)
      do l = 0, most_steps
         do s = 0, most_snapshots
            if (l <= 1) best(l, s) = 0
            if (s == 0 .or. l <= 1) cycle
            if (s == 1) best(l, s) = l*(l - 1)/2
            do m = 1, l - 1
               best(l, s) = min(best(l, s), m + best(l - m, s - 1) + best(m, s))
            end do
         end do
      end do
   end subroutine find_best

   ! The result of the formula, for any numbers.
   integer(int64) function optimum(l, s)
      integer, intent(in) :: l, s
      integer(int64) :: r, c
      r = 0
      c = 1
      do while (c < l)
         r = r + 1
         c = c*(s + r)/r
      end do
      optimum = r*l - c*r/(s + 1)
   end function optimum

   subroutine begin_state
      x = [1.0_real64, 2.0_real64]
      counted = 0
   end subroutine begin_state

   ! An iteration. Iterations do not commute.
   subroutine iterate(step)
      integer(int32), intent(in) :: step
      x = [mod(3*x(1) + x(2) + step, 1009.0_real64), mod(x(1) + 7*x(2), 997.0_real64)]
   end subroutine iterate

   subroutine whole_loop(l, memory, disk)
      integer, intent(in) :: l, memory, disk
      call begin_state
      call adc_steps_begin(l, memory, disk)
      call backwards(max(l, 0), int(memory, int64) + disk, 0)
   end subroutine whole_loop

   ! Counts all iterations of the forward phase, including the last one: only slightly above the optimum.
   subroutine unknown_loop(l, memory, disk)
      integer, intent(in) :: l, memory, disk
      integer(int32) :: action, step
      integer :: i, total, stores
      call begin_state
      call adc_steps_begin_online(memory, disk)
      stores = 0
      do i = 1, l
         call adc_steps_arrive(action, step)
         if (step /= i - 1) error stop 'a step arrives under a wrong number'
         if (action == store) then
            call take(step)
            stores = stores + 1
         else if (action /= advance) then
            error stop 'an action that does not belong to the forward phase'
         end if
         call iterate(step)
         counted = counted + 1
      end do
      call adc_steps_last()
      call backwards(l, int(memory, int64) + disk, stores)
      if (real(memory) + real(disk) > 1e9) return
      total = memory + disk
      if (l > 0 .and. counted > bound(total)*(optimum(l, total) + 1)) error stop 'too many advances'
      do i = 1, 30
         if (2_int64**i*total >= l) exit
      end do
      if (stores > (i + 1)*total) error stop 'too many snapshots are taken in the forward phase'
   end subroutine unknown_loop

   ! The promises of docs/reference/tape.md.
   real function bound(snapshots)
      integer, intent(in) :: snapshots
      bound = 1.1
      if (snapshots < 20) bound = 1.25
      if (snapshots == 2) bound = 1.34
      if (snapshots == 1) bound = 1.5
   end function bound

   subroutine take(step)
      integer(int32), intent(in) :: step
      call adc_snapshot_begin()
      call pushinteger4(step)
      call pushreal8array(x, 2)
      call adc_snapshot_end()
   end subroutine take

   subroutine backwards(l, total, stores)
      integer, intent(in) :: l, stores
      integer(int64), intent(in) :: total
      integer(int32) :: action, step
      real(real64) :: states(2, 0:l), before(2)
      integer :: i, turned, found, now
      integer :: traffic(l) ! writes and reads of the first snapshot of the stack, of the second, ...
      logical :: valid, live(0:l)
      before = x
      x = [1.0_real64, 2.0_real64]
      do i = 0, l
         states(:, i) = x
         call iterate(int(i, int32))
      end do
      x = before
      live = stores > 0
      traffic = 0
      turned = l
      now = 0
      valid = stores == 0
      do
         call adc_steps_next(action, step)
         select case (action)
         case (store)
            if (.not. valid .or. step /= now) error stop 'a state is stored that is not there'
            call take(step)
            live(step) = .true.
            if (stores == 0 .and. count(live(:turned - 1)) > total) error stop 'too many snapshots'
            if (stores == 0) call count_at(traffic, count(live(:turned - 1)))
         case (advance)
            if (.not. valid .or. step /= now .or. step >= turned - 1) error stop 'a wrong advance'
            call iterate(step)
            counted = counted + 1
            now = now + 1
         case (restore)
            call adc_snapshot_load()
            call popreal8array(x, 2)
            call popinteger4(found)
            if (found /= step) error stop 'a wrong snapshot'
            if (stores == 0 .and. .not. live(step)) error stop 'a snapshot that was not taken'
            now = step
            valid = .true.
            if (stores == 0) call count_at(traffic, count(live(:turned - 1)))
         case (turn)
            if (.not. valid .or. step /= now .or. step /= turned - 1) error stop 'a wrong turn'
            if (any(nint(x) /= nint(states(:, step)))) error stop 'a turn sees a wrong state'
            x = -1
            valid = .false.
            turned = turned - 1
         case (done)
            exit
         case default
            error stop 'an unknown action'
         end select
      end do
      if (turned /= 0) error stop 'not all iterations were turned'
      call adc_steps_end()
      if (.not. adc_tape_empty()) error stop 'something is left'
      i = int(min(total, int(l - 1, int64)))
      if (stores == 0 .and. l > 1 .and. any(traffic(2:i) < traffic(:i - 1))) &
         error stop 'the lowest snapshots are not those that are best on disk'
   end subroutine backwards

   subroutine count_at(counts, place)
      integer, intent(inout) :: counts(:)
      integer, intent(in) :: place
      counts(place) = counts(place) + 1
   end subroutine count_at
end program steps
