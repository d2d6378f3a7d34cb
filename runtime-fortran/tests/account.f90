! The counts: bytes in use, the peak, allocated bytes; memory is reused, and released on request.
program account
   use adc_tape
   use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
   implicit none
   real(real64) :: a(100000), x
   real(real32) :: y
   integer(int64) :: once
   integer :: i

   a = 1
   if (adc_tape_peak_bytes() /= 0) error stop 'peak before anything'
   if (adc_tape_allocated_bytes() /= 0) error stop 'allocated before anything'
   call pushreal8array(a, 1000)
   call pushreal4(1.0_real32)
   call pushinteger4(1_int32)
   call pushinteger4(1_int32)
   if (adc_tape_bytes() /= 8012) error stop 'bytes in use'
   if (adc_tape_peak_bytes() /= 8012) error stop 'peak while rising'
   call popinteger4(i)
   call popinteger4(i)
   call pushreal8(1.0_real64)
   call popreal8(x)
   if (adc_tape_peak_bytes() /= 8012) error stop 'peak over a valley'
   call pushreal8array(a, 10)
   if (adc_tape_peak_bytes() /= 8084) error stop 'a new peak'
   call popreal8array(a, 10)
   call popreal4(y)
   call adc_tape_reset_peak()
   if (adc_tape_peak_bytes() /= 8000) error stop 'peak after a reset'
   call popreal8array(a, 1000)
   if (adc_tape_bytes() /= 0 .or. .not. adc_tape_empty()) error stop 'not empty'

   ! Reuse: the second round allocates nothing.
   do i = 1, 20
      call pushreal8array(a, size(a))
   end do
   once = adc_tape_allocated_bytes()
   do i = 1, 20
      call popreal8array(a, size(a))
   end do
   do i = 1, 20
      call pushreal8array(a, size(a))
   end do
   if (adc_tape_allocated_bytes() /= once) error stop 'blocks are not used again'

   ! Release while in use: values on the tape stay.
   a = 2
   call pushreal8array(a, 7)
   do i = 1, 30
      call pushreal8array(a, size(a))
   end do
   do i = 1, 30
      call popreal8array(a, size(a))
   end do
   once = adc_tape_allocated_bytes()
   call adc_tape_release()
   if (adc_tape_allocated_bytes() >= once) error stop 'nothing was released'
   if (adc_tape_allocated_bytes() < adc_tape_bytes()) error stop 'too much was released'
   a = 0
   call popreal8array(a, 7)
   if (any(nint(a(:7)) /= 2)) error stop 'a value was lost'
   do i = 1, 20
      call popreal8array(a, size(a))
      if (any(nint(a) /= 1)) error stop 'an array was lost'
   end do
   call adc_tape_release()
   if (adc_tape_allocated_bytes() /= 0) error stop 'not all was released'

   ! After a release it starts anew; a limit above what is needed stops nothing.
   call adc_tape_limit(1000000_int64)
   do i = 1, 1000
      call pushreal8array(a, 100)
   end do
   if (adc_tape_allocated_bytes() > 1000000_int64) error stop 'more than the limit'
   do i = 1, 1000
      call popreal8array(a, 100)
   end do
   call adc_tape_release()
end program account
