! Every OpenMP thread has a tape of its own.
program threads
   use adc_tape
   use omp_lib, only: omp_get_thread_num, omp_set_num_threads
   use, intrinsic :: iso_fortran_env, only: int32, int64, real64
   implicit none
   integer :: wrong, region

   call omp_set_num_threads(4)
   wrong = 0
   call pushreal8(-1.0_real64)
   do region = 1, 5
      !$omp parallel reduction(+:wrong)
      call work(omp_get_thread_num(), wrong)
      !$omp end parallel
   end do
   if (wrong /= 0) error stop 'a thread popped a wrong value'
   call finish()

contains

   subroutine work(me, wrong)
      integer, intent(in) :: me
      integer, intent(inout) :: wrong
      integer, parameter :: n = 100000
      integer :: i
      integer(int32) :: c
      real(real64) :: x, a(101)
      integer(int64) :: before
      before = adc_tape_bytes()
      a = me
      do i = 1, n
         call pushreal8(real(me, real64) + 10.0_real64*i)
         call pushcontrol2b(int(mod(i + me, 4), int32))
         if (mod(i, 100) == 0) call pushreal8array(a, 101)
      end do
      do i = n, 1, -1
         if (mod(i, 100) == 0) then
            a = -1
            call popreal8array(a, 101)
            if (any(nint(a) /= me)) wrong = wrong + 1
         end if
         call popcontrol2b(c)
         if (c /= mod(i + me, 4)) wrong = wrong + 1
         call popreal8(x)
         if (nint(x) /= me + 10*i) wrong = wrong + 1
      end do
      if (adc_tape_bytes() /= before) wrong = wrong + 1
      if (me > 0 .and. .not. adc_tape_empty()) wrong = wrong + 1
      if (me > 0) call adc_tape_release()
   end subroutine work

   subroutine finish()
      real(real64) :: x
      call popreal8(x)
      if (nint(x) /= -1) error stop 'the first value was lost'
      if (.not. adc_tape_empty()) error stop 'not empty'
   end subroutine finish
end program threads
