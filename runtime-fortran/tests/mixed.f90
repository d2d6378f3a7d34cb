! Ten million pushes and pops of mixed kinds, in random bursts, compared with a plain array of the pushed values. Once
! as generated code uses the tape, once in check mode.
program mixed
   use adc_tape
   use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
   implicit none
   integer, parameter :: deepest = 4000000
   integer, allocatable :: kinds(:), values(:)
   integer(int64) :: seed

   allocate (kinds(deepest), values(deepest))
   seed = 42
   call run(10000000)
   call adc_tape_check(.true.)
   call run(1000000)
   call adc_tape_check(.false.)
   call run(1000000)

contains

   ! A number in 0 .. n - 1, by a linear congruential generator.
   integer function random(n)
      integer, intent(in) :: n
      seed = mod(seed*1103515245_int64 + 12345_int64, 2147483648_int64)
      random = int(mod(seed/65536, int(n, int64)))
   end function random

   subroutine run(operations)
      integer, intent(in) :: operations
      integer :: depth, i, burst
      logical :: up
      depth = 0
      burst = 0
      up = .true.
      do i = 1, operations
         if (burst == 0) then
            burst = 1 + random(20)**3
            up = random(100) < 55
         end if
         burst = burst - 1
         if (depth == deepest) up = .false.
         if (depth == 0) up = .true.
         if (up) then
            depth = depth + 1
            kinds(depth) = random(8)
            values(depth) = random(30000)
            call push_one(kinds(depth), values(depth))
         else
            if (pop_one(kinds(depth)) /= reduced(kinds(depth), values(depth))) error stop 'a popped value is wrong'
            depth = depth - 1
         end if
         if (adc_tape_empty() .neqv. depth == 0) error stop 'adc_tape_empty is wrong'
      end do
      do i = depth, 1, -1
         if (pop_one(kinds(i)) /= reduced(kinds(i), values(i))) error stop 'a popped value is wrong'
      end do
      if (.not. adc_tape_empty()) error stop 'the tape is not empty at the end'
      if (adc_tape_bytes() /= 0) error stop 'bytes are left at the end'
   end subroutine run

   ! A value as represented in a kind.
   integer function reduced(kind_of, v)
      integer, intent(in) :: kind_of, v
      select case (kind_of)
      case (5)
         reduced = mod(v, 2)
      case (6)
         reduced = mod(v, 2)
      case (7)
         reduced = mod(v, 32)
      case default
         reduced = v
      end select
   end function reduced

   subroutine push_one(kind_of, v)
      integer, intent(in) :: kind_of, v
      select case (kind_of)
      case (0)
         call pushreal8(real(v, real64))
      case (1)
         call pushreal4(real(v, real32))
      case (2)
         call pushinteger4(int(v, int32))
      case (3)
         call pushinteger8(int(v, int64))
      case (4)
         call pushcomplex16(cmplx(0, v, real64))
      case (5)
         call pushboolean(mod(v, 2) == 1)
      case (6)
         call pushcontrol1b(int(mod(v, 2), int32))
      case (7)
         call pushcontrol5b(int(mod(v, 32), int32))
      end select
   end subroutine push_one

   integer function pop_one(kind_of)
      integer, intent(in) :: kind_of
      real(real64) :: r8
      real(real32) :: r4
      integer(int32) :: i4
      integer(int64) :: i8
      complex(real64) :: c16
      logical :: l
      pop_one = -1
      select case (kind_of)
      case (0)
         call popreal8(r8)
         pop_one = nint(r8)
      case (1)
         call popreal4(r4)
         pop_one = nint(r4)
      case (2)
         call popinteger4(i4)
         pop_one = int(i4)
      case (3)
         call popinteger8(i8)
         pop_one = int(i8)
      case (4)
         call popcomplex16(c16)
         pop_one = nint(aimag(c16))
      case (5)
         call popboolean(l)
         pop_one = merge(1, 0, l)
      case (6)
         call popcontrol1b(i4)
         pop_one = int(i4)
      case (7)
         call popcontrol5b(i4)
         pop_one = int(i4)
      end select
   end function pop_one
end program mixed
