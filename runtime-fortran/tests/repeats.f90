! Recordings of iterations whose reverse sweep is repeated, nested loops, recursion, and combinations of all of them.
program repeats
   use adc_tape
   use adc_steps
   use, intrinsic :: iso_fortran_env, only: int32, int64, real64
   implicit none
   integer :: round, turns

   do round = 1, 3
      if (round == 2) call adc_tape_check(.true.)
      if (round == 3) call adc_tape_check(.false.)
      call plain(0)
      call plain(7)
      call inside
      call loops_inside(3, 0)
      call loops_inside(1, 2)
      turns = 0
      call recursive_loop(3)
      if (turns /= 5**3 + 5**2 + 5) error stop 'turns of loops inside loops'
      call two_loops
      if (.not. adc_tape_empty()) error stop 'something is left'
   end do
   call adc_tape_release()
   if (adc_tape_allocated_bytes() /= 0) error stop 'not all was released'

contains

   ! A recording may be popped any number of times, or never.
   subroutine plain(times)
      integer, intent(in) :: times
      real(real64) :: a(20000), x
      integer(int32) :: c
      integer :: i
      a = [(real(i, real64), i=1, size(a))]
      call pushcontrol2b(3_int32)
      call pushreal8(-1.0_real64)
      call adc_repeat_begin()
      call pushreal8(2.0_real64)
      call pushreal8array(a, size(a))
      call pushcontrol2b(1_int32)
      call adc_repeat_end()
      do i = 1, times
         call pushreal8(real(i, real64))
         call adc_repeat_load()
         call popcontrol2b(c)
         a = 0
         call popreal8array(a, size(a))
         call popreal8(x)
         if (nint(x) /= 2 .or. c /= 1 .or. nint(sum(a)) /= 200010000) error stop 'a recording'
         call popreal8(x)
         if (nint(x) /= i) error stop 'what was below a recording'
      end do
      call adc_repeat_drop()
      call popreal8(x)
      call popcontrol2b(c)
      if (nint(x) /= -1 .or. c /= 3) error stop 'what was there before the recording'
   end subroutine plain

   ! A recording inside a recording, two of them, and dropped before it or with it.
   subroutine inside
      integer(int32) :: k
      integer :: i
      call adc_repeat_begin()
      call pushinteger4(1_int32)
      call record_inner(10_int32)
      call pushinteger4(2_int32)
      call record_inner(20_int32)
      call adc_repeat_end()
      do i = 1, 3
         call adc_repeat_load()
         call pop_inner(20_int32, 4)
         call popinteger4(k)
         if (k /= 2) error stop 'between the inner recordings'
         call pop_inner(10_int32, i)
         call popinteger4(k)
         if (k /= 1) error stop 'before the inner recordings'
      end do
      call adc_repeat_drop()

      call adc_repeat_begin()
      call record_inner(30_int32)
      call adc_repeat_end()
      call adc_repeat_drop()
   end subroutine inside

   subroutine record_inner(value)
      integer(int32), intent(in) :: value
      call adc_repeat_begin()
      call pushinteger4(value)
      call adc_repeat_end()
   end subroutine record_inner

   subroutine pop_inner(value, times)
      integer(int32), intent(in) :: value
      integer, intent(in) :: times
      integer(int32) :: k
      integer :: i
      do i = 1, times
         call adc_repeat_load()
         call popinteger4(k)
         if (k /= value) error stop 'an inner recording'
      end do
      call adc_repeat_drop()
   end subroutine pop_inner

   ! Iterations with checkpointed loops in them, whose reverse phase runs each time the recording is loaded.
   subroutine loops_inside(memory, disk)
      integer, intent(in) :: memory, disk
      integer(int32) :: x, y
      integer :: i
      x = 1
      call adc_repeat_begin()
      call forwards(x, 9, memory, disk)
      y = 100
      call forwards(y, 4, memory, disk)
      call adc_repeat_end()
      if (x /= 1 + 36 .or. y /= 100 + 6) error stop 'the forward phase'
      do i = 1, 4
         call adc_repeat_load()
         call backwards(y, 4, 100_int32)
         call backwards(x, 9, 1_int32)
      end do
      call adc_repeat_drop()
   end subroutine loops_inside

   ! x <- x + step, up to the last iteration, which is recorded.
   subroutine forwards(x, l, memory, disk)
      integer(int32), intent(inout) :: x
      integer, intent(in) :: l, memory, disk
      integer(int32) :: action, step
      call adc_steps_begin(l, memory, disk)
      do
         call adc_steps_next(action, step)
         if (action == store) call take(x)
         if (action == advance) x = x + step
         if (action == turn .or. action == done) exit
      end do
      if (action == done) return
      call pushinteger4(x)
      x = x + step
   end subroutine forwards

   subroutine take(x)
      integer(int32), intent(in) :: x
      call adc_snapshot_begin()
      call pushinteger4(x)
      call adc_snapshot_end()
   end subroutine take

   subroutine backwards(x, l, start)
      integer(int32), intent(inout) :: x
      integer, intent(in) :: l
      integer(int32), intent(in) :: start
      integer(int32) :: action, step
      call popinteger4(x)
      if (x /= start + (l - 1)*(l - 2)/2) error stop 'the first turn'
      do
         call adc_steps_next(action, step)
         select case (action)
         case (store)
            call take(x)
         case (advance)
            x = x + step
         case (restore)
            call adc_snapshot_load()
            call popinteger4(x)
         case (turn)
            if (x /= start + step*(step - 1)/2) error stop 'a turn inside a recording'
         case default
            exit
         end select
      end do
      call adc_steps_end()
   end subroutine backwards

   ! Each turn of five has a loop of the same kind in it.
   recursive subroutine recursive_loop(depth)
      integer, intent(in) :: depth
      integer(int32) :: x, action, step
      if (depth == 0) return
      x = depth
      call adc_steps_begin(5, 1 + mod(depth, 2), 1)
      do
         call adc_steps_next(action, step)
         select case (action)
         case (store)
            call take(x)
         case (advance)
            x = x + step
         case (restore)
            call adc_snapshot_load()
            call popinteger4(x)
         case (turn)
            if (x /= depth + step*(step - 1)/2) error stop 'a turn of a loop inside a loop'
            turns = turns + 1
            call recursive_loop(depth - 1)
         case default
            exit
         end select
      end do
      call adc_steps_end()
   end subroutine recursive_loop

   ! One loop after the other: the second waits on top of the first.
   subroutine two_loops
      integer(int32) :: x, y
      x = 3
      call forwards(x, 12, 2, 1)
      y = 4
      call forwards(y, 1, 1, 0)
      call forwards(y, 0, 1, 0)
      call adc_steps_end()
      call backwards(y, 1, 4_int32)
      call backwards(x, 12, 3_int32)
   end subroutine two_loops
end program repeats
