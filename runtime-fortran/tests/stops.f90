! What must stop the program: each case of tests/stops.sh.
program stops
   use adc_tape
   use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
   implicit none
   character(len=20) :: which
   integer :: i
   integer(int32) :: c
   real(real64) :: x, a(5)
   real(real32) :: y, b(10)
   integer(int32) :: k(100000)
   real(real64), pointer, contiguous :: p(:)

   x = 1
   y = 1
   a = 1
   b = 1
   k = 1
   call get_command_argument(1, which)
   select case (which)
   case ('pop-empty')
      call pushinteger8(1_int64)
      call popreal8(x)
   case ('pop-array')
      call pushreal4array(b, 7)
      call popreal4array(b, 10)
   case ('pop-control')
      call popcontrol2b(c)
   case ('control-width')
      call pushcontrol1b(1_int32)
      call popcontrol3b(c)
   case ('recall-empty')
      call adc_recall(p, 5)
   case ('limit')
      call adc_tape_limit(80000_int64)
      do i = 1, 10001
         call pushreal8(x)
         if (adc_tape_allocated_bytes() > 80000_int64) stop
      end do
   case ('limit-array')
      call adc_tape_limit(300000_int64)
      call pushinteger4array(k, size(k))
   case ('limit-piece')
      call adc_tape_limit(150000_int64)
      call adc_reserve(p, 20000)
   case ('check-kind')
      call adc_tape_check(.true.)
      call pushreal8(x)
      call popreal4(y)
   case ('check-length')
      call adc_tape_check(.true.)
      call pushreal8array(a, 5)
      call popreal8array(a, 4)
   case ('check-control')
      call adc_tape_check(.true.)
      call pushcontrol1b(1_int32)
      call popcontrol2b(c)
   case ('check-order')
      call adc_tape_check(.true.)
      call pushreal8(x)
      call pushinteger4(1_int32)
      call popreal8(x)
   case ('check-empty')
      call adc_tape_check(.true.)
      call popreal8(x)
   case ('check-late')
      call pushreal8(x)
      call adc_tape_check(.true.)
   end select
end program stops
