! Contents of snapshots: all kinds of values, control bits, pieces, nothing at all, and more than a block of the tape;
! in memory and on disk, in check mode, put back many times, with other values below and above. Memory is counted,
! reused and released.
program snapshots
   use adc_tape
   use adc_steps
   use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
   implicit none
   integer, parameter :: quad = max(selected_real_kind(30), real64)
   external :: pushreal16, popreal16, pushcomplex32array, popcomplex32array
   integer :: round, disk

   do round = 1, 3
      if (round == 2) call adc_tape_check(.true.)
      if (round == 3) call adc_tape_check(.false.)
      do disk = 0, 1
         call all_kinds(disk)
         call control_bits(disk)
         call many_sizes(disk)
      end do
   end do
   if (adc_snapshot_disk_bytes() == 0) error stop 'nothing was on disk'
   call adc_tape_release()
   if (adc_tape_allocated_bytes() /= 0) error stop 'not all was released'
   call memory
   call limited

contains

   ! Two steps and one snapshot: it is stored, and put back once; in three steps, twice.
   subroutine begin(disk, steps)
      integer, intent(in) :: disk, steps
      integer(int32) :: action, step
      call adc_steps_begin(steps, 1 - disk, disk)
      call adc_steps_next(action, step)
      if (action /= store) error stop 'no store'
      call adc_snapshot_begin()
   end subroutine begin

   subroutine next_load(present)
      logical, intent(out) :: present
      integer(int32) :: action, step
      do
         call adc_steps_next(action, step)
         if (action == restore .or. action == done) exit
      end do
      present = action == restore
      if (present) call adc_snapshot_load()
      if (.not. present) call adc_steps_end()
   end subroutine next_load

   subroutine all_kinds(disk)
      integer, intent(in) :: disk
      integer(int32) :: c
      character :: letter
      character(len=12) :: text
      logical :: flag, flags(3), present
      integer(int8) :: i1
      integer(int16) :: i2(2)
      integer(int64) :: i8
      real(real32) :: r4
      real(quad) :: r16
      complex(real32) :: z4(2)
      complex(real64) :: z8
      complex(quad) :: z16(2)
      real(real64), pointer, contiguous :: p(:), q(:)
      integer :: loads

      call pushcontrol3b(5_int32)
      call pushcharacter('b')
      call adc_reserve(p, 4)
      p = 4
      call begin(disk, 4)
      call pushcontrol3b(6_int32)
      call pushcharacterarray('text of some', 12)
      call pushboolean(.true.)
      call pushbooleanarray([.true., .false., .true.], 3)
      call adc_reserve(p, 7)
      p = 7
      call pushinteger1(-3_int8)
      call pushinteger2array([1_int16, 2_int16], 2)
      call adc_reserve(p, 5)
      p = 5
      call pushinteger8(2_int64**40)
      call pushreal4(0.5_real32)
      call pushreal16(1.0_quad/3)
      call pushcomplex8array([(1.0_real32, 2.0_real32), (3.0_real32, 4.0_real32)], 2)
      call pushcomplex16((5.0_real64, 6.0_real64))
      call pushcomplex32array([(7.0_quad, 8.0_quad), (9.0_quad, 1.0_quad)], 2)
      call pushcontrol1b(1_int32)
      call adc_snapshot_end()
      call adc_recall(q, 4)
      if (any(nint(q) /= 4)) error stop 'the piece below'
      loads = 0
      do
         call next_load(present)
         if (.not. present) exit
         loads = loads + 1
         call popcontrol1b(c)
         call popcomplex32array(z16, 2)
         call popcomplex16(z8)
         call popcomplex8array(z4, 2)
         call popreal16(r16)
         call popreal4(r4)
         call popinteger8(i8)
         call adc_recall(q, 5)
         if (c /= 1 .or. nint(real(sum(z16))) /= 16 .or. nint(aimag(z8)) /= 6 .or. nint(aimag(z4(2))) /= 4) &
            error stop 'control or complex values'
         if (abs(3*r16 - 1) > 4*epsilon(r16) .or. nint(2*r4) /= 1 .or. i8 /= 2_int64**40) error stop 'real values'
         if (any(nint(q) /= 5)) error stop 'the second piece'
         call adc_discard(q, 5)
         call popinteger2array(i2, 2)
         call popinteger1(i1)
         call adc_recall(q, 7)
         if (any(i2 /= [1_int16, 2_int16]) .or. i1 /= -3 .or. any(nint(q) /= 7)) error stop 'integers, the first piece'
         call adc_discard(q, 7)
         call popbooleanarray(flags, 3)
         call popboolean(flag)
         call popcharacterarray(text, 12)
         call popcontrol3b(c)
         if (.not. flag .or. count(flags) /= 2 .or. text /= 'text of some' .or. c /= 6) error stop 'the rest'
      end do
      if (loads /= 3) error stop 'loads'
      call adc_recall(q, 4)
      if (any(nint(q) /= 4)) error stop 'the piece below, at the end'
      call adc_discard(q, 4)
      call popcharacter(letter)
      call popcontrol3b(c)
      if (letter /= 'b' .or. c /= 5) error stop 'what was below'
      if (.not. adc_tape_empty()) error stop 'not empty'
   end subroutine all_kinds

   ! More and fewer bits than a word, on top of any number of others; pushes between loads, too.
   subroutine control_bits(disk)
      integer, intent(in) :: disk
      integer :: below, inside, i
      integer(int32) :: c
      logical :: present
      do below = 0, 130, 13
         do inside = 0, 200, 20
            do i = 1, below
               call pushcontrol2b(int(mod(i, 4), int32))
            end do
            call begin(disk, 3)
            do i = 1, inside
               call pushcontrol3b(int(mod(i, 8), int32))
            end do
            call adc_snapshot_end()
            do
               call pushcontrol1b(1_int32)
               call next_load(present)
               if (.not. present) exit
               do i = inside, 1, -1
                  call popcontrol3b(c)
                  if (c /= mod(i, 8)) error stop 'bits of the snapshot'
               end do
               call popcontrol1b(c)
               if (c /= 1) error stop 'the bit above'
            end do
            call popcontrol1b(c)
            do i = below, 1, -1
               call popcontrol2b(c)
               if (c /= mod(i, 4)) error stop 'bits below'
            end do
            if (.not. adc_tape_empty()) error stop 'bits are left'
         end do
      end do
   end subroutine control_bits

   ! From nothing to several blocks.
   subroutine many_sizes(disk)
      integer, intent(in) :: disk
      integer, parameter :: sizes(8) = [0, 1, 100, 8192, 8193, 20000, 300000, 1500000]
      real(real64), allocatable :: a(:), b(:)
      real(real64), pointer, contiguous :: p(:)
      real(real64) :: x, below(10000)
      integer :: i, j, k
      logical :: present
      do i = 1, size(sizes)
         a = [(real(i + j, real64), j=1, sizes(i))]
         allocate (b(sizes(i)))
         do k = 0, 2 ! with so many values below
            if (k > 0) call pushreal8array([(real(j, real64), j=1, 5000*k)], 5000*k)
            call begin(disk, 3)
            call pushreal8array(a, size(a))
            if (k == 1) then
               call adc_reserve(p, size(a))
               p = a
            end if
            call adc_snapshot_end()
            do
               call next_load(present)
               if (.not. present) exit
               call pushreal8(1.0_real64)
               call popreal8(x)
               if (k == 1) then
                  call adc_recall(p, size(a))
                  if (any(nint(p) /= nint(a))) error stop 'a large piece'
                  call adc_discard(p, size(a))
               end if
               b = 0
               call popreal8array(b, size(b))
               if (any(nint(b) /= nint(a))) error stop 'a large array'
            end do
            if (k > 0) then
               call popreal8array(below(:5000*k), 5000*k)
               if (any(nint(below(:5000*k)) /= [(j, j=1, 5000*k)])) error stop 'a value below'
            end if
         end do
         if (.not. adc_tape_empty()) error stop 'values are left'
         deallocate (b)
      end do
   end subroutine many_sizes

   ! The peak is that of the snapshots and one copy; a second loop takes no more memory than the first; bytes on disk do
   ! not count, but have a count of their own.
   subroutine memory
      integer(int64), parameter :: one = 80000
      integer(int64) :: taken, on_disk
      on_disk = adc_snapshot_disk_bytes()
      call adc_tape_reset_peak()
      call loop(1000, 6, 0)
      if (adc_tape_peak_bytes() /= 7*one) error stop 'peak of six snapshots and a copy'
      taken = adc_tape_allocated_bytes()
      if (taken > 6*one + 65536 + 131072) error stop 'more memory than snapshots and two blocks'
      call loop(1000, 6, 0)
      if (adc_tape_allocated_bytes() /= taken) error stop 'memory of snapshots is not used again'
      call adc_tape_release()
      if (adc_tape_allocated_bytes() /= 0) error stop 'memory of snapshots was not released'
      call adc_tape_reset_peak()
      call loop(1000, 2, 50)
      if (adc_tape_peak_bytes() /= 3*one) error stop 'peak of two snapshots and a copy'
      if (adc_snapshot_disk_bytes() /= max(on_disk, 50*one)) error stop 'bytes on disk'
      call adc_tape_reset_peak()
      call loop(1000, 0, 3)
      if (adc_tape_peak_bytes() > 2*one) error stop 'peak with all snapshots on disk'
      call adc_tape_release()
   end subroutine memory

   ! The limit of the tape also applies to snapshots.
   subroutine limited
      call adc_tape_limit(1000000_int64)
      call loop(100, 8, 0)
      call loop(100, 2, 30)
      call adc_tape_limit(huge(0_int64))
      call adc_tape_release()
   end subroutine limited

   subroutine loop(l, memory, disk)
      integer, intent(in) :: l, memory, disk
      integer(int32) :: action, step
      real(real64) :: a(10000)
      a = 0
      call adc_steps_begin(l, memory, disk)
      do
         call adc_steps_next(action, step)
         select case (action)
         case (store)
            call adc_snapshot_begin()
            call pushreal8array(a, size(a))
            call adc_snapshot_end()
         case (advance)
            a = a + 1
         case (restore)
            call adc_snapshot_load()
            call popreal8array(a, size(a))
         case (turn)
            if (any(nint(a) /= step)) error stop 'a wrong state'
         case default
            exit
         end select
      end do
      call adc_steps_end()
      if (adc_tape_bytes() /= 0) error stop 'bytes are left'
   end subroutine loop
end program snapshots
