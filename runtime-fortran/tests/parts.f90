! Parts of the tape, taken and put back at random, with random pushes and pops of mixed kinds between, compared with
! plain arrays of the pushed values.
program parts
   use adc_tape
   use adc_steps
   use, intrinsic :: iso_fortran_env, only: int32, int64, real64
   implicit none
   integer, parameter :: deepest = 300000, most = 30
   integer :: stack(2, deepest), depth ! kind and value
   integer :: recorded(2, deepest), first(most + 1), recordings ! what each recording holds, one after the other
   integer :: mark(most), mark_recordings(most), marks
   integer(int64) :: seed

   seed = 7
   call run(30000)
   call adc_tape_check(.true.)
   call run(30000)
   call adc_tape_check(.false.)
   call run(30000)

contains

   ! A number in 0 .. n - 1, by a linear congruential generator.
   integer function random(n)
      integer, intent(in) :: n
      seed = mod(seed*1103515245_int64 + 12345_int64, 2147483648_int64)
      random = int(mod(seed/65536, int(n, int64)))
   end function random

   subroutine run(operations)
      integer, intent(in) :: operations
      integer :: i
      depth = 0
      recordings = 0
      first(1) = 1
      marks = 0
      do i = 1, operations
         select case (random(12))
         case (0:3)
            call push_some(random(8)**random(5))
         case (4:8)
            call pop_some(random(8)**random(5))
         case (9)
            if (marks < most .and. recordings < most .and. random(3) == 0) call begin
         case (10)
            if (marks > 0) call end
         case (11)
            if (recordings == bottom_recording()) cycle
            if (random(4) == 0) call drop
            if (recordings > bottom_recording()) call load
         end select
      end do
      do while (marks > 0)
         call end
      end do
      do while (recordings > 0)
         call drop
      end do
      call pop_some(depth)
      if (.not. adc_tape_empty()) error stop 'the tape is not empty at the end'
   end subroutine run

   subroutine begin
      call adc_repeat_begin()
      marks = marks + 1
      mark(marks) = depth
      mark_recordings(marks) = recordings
   end subroutine begin

   ! Recordings made since the last begin are dropped, so that the new one contains values only.
   subroutine end
      integer :: n
      do while (recordings > mark_recordings(marks))
         call drop
      end do
      call adc_repeat_end()
      recordings = recordings + 1
      n = depth - mark(marks)
      if (first(recordings) + n > deepest) error stop 'the test needs more room'
      recorded(:, first(recordings):first(recordings) + n - 1) = stack(:, mark(marks) + 1:depth)
      first(recordings + 1) = first(recordings) + n
      depth = mark(marks)
      marks = marks - 1
      if (recordings == most) call drop
   end subroutine end

   subroutine load
      integer :: n
      n = first(recordings + 1) - first(recordings)
      if (depth + n > deepest/most) return
      call adc_repeat_load()
      stack(:, depth + 1:depth + n) = recorded(:, first(recordings):first(recordings) + n - 1)
      depth = depth + n
   end subroutine load

   subroutine drop
      call adc_repeat_drop()
      recordings = recordings - 1
   end subroutine drop

   ! Recordings and values below the last begin are out of reach.
   integer function bottom_recording()
      bottom_recording = 0
      if (marks > 0) bottom_recording = mark_recordings(marks)
   end function bottom_recording

   subroutine push_some(n)
      integer, intent(in) :: n
      integer :: i
      do i = 1, n
         if (depth >= deepest/most) return
         depth = depth + 1
         stack(:, depth) = [random(4), random(32)]
         select case (stack(1, depth))
         case (0)
            call pushreal8(real(stack(2, depth), real64))
         case (1)
            call pushinteger4(int(stack(2, depth), int32))
         case (2)
            call pushcontrol5b(int(stack(2, depth), int32))
         case (3)
            call pushcharacter(achar(stack(2, depth)))
         end select
      end do
   end subroutine push_some

   subroutine pop_some(n)
      integer, intent(in) :: n
      integer :: i, bottom
      real(real64) :: x
      integer(int32) :: k
      character :: c
      bottom = 0
      if (marks > 0) bottom = mark(marks)
      do i = 1, n
         if (depth == bottom) return
         select case (stack(1, depth))
         case (0)
            call popreal8(x)
            k = nint(x)
         case (1)
            call popinteger4(k)
         case (2)
            call popcontrol5b(k)
         case (3)
            call popcharacter(c)
            k = iachar(c)
         end select
         if (k /= stack(2, depth)) error stop 'a popped value is wrong'
         depth = depth - 1
      end do
   end subroutine pop_some
end program parts
